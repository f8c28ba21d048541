package opt

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

func TestNarrow(t *testing.T) {
	narrow := func(f *ir.Func) bool {
		changed := Narrow(f)
		for CSE(f) || DCE(f) {
		}
		return changed
	}
	testPass(t, "func @f(%a: []u8, %b: []i16, %d: []u8, %w: i64, %n: i64, %wide: []i64, %more: []i64) -> ()", narrow, []pair{
		{"only low bits are asked for", `
			%0 = const 0 : i64
			for %0, %n <ints=[1] mode=lanes> (%i: i64) {
				%x = load %a, %i : u8
				%y = conv %x : i64
				%z = mul %y, %w : i64
				%8 = const 8 : u64
				%s = shr %z, %8 : i64
				%r = conv %s : u8
				store %d, %i, %r
				yield
			}
			return`, `
			%0 = const 0 : i64
			for %0, %n <ints=[1] mode=lanes> (%i: i64) {
				%x = load %a, %i : u8
				%y = conv %x : u16
				%v = conv %w : u16
				%z = mul %y, %v : u16
				%8 = const 8 : u64
				%s = shr %z, %8 : u16
				%r = conv %s : u8
				store %d, %i, %r
				yield
			}
			return`},
		{"all values fit, and are compared", `
			%0 = const 0 : i64
			for %0, %n <ints=[1] mode=lanes> (%i: i64) {
				%x = load %a, %i : u8
				%y = load %b, %i : i16
				%p = conv %x : i64
				%q = conv %y : i64
				%s = add %p, %q : i64
				%k = const 300 : i64
				%c = lt %s, %k : bool
				%one = const 1 : u8
				%two = const 2 : u8
				%r = select %c, %one, %two : u8
				store %d, %i, %r
				yield
			}
			return`, `
			%0 = const 0 : i64
			for %0, %n <ints=[1] mode=lanes> (%i: i64) {
				%x = load %a, %i : u8
				%y = load %b, %i : i16
				%p = conv %x : i32
				%q = conv %y : i32
				%s = add %p, %q : i32
				%k = const 300 : i32
				%c = lt %s, %k : bool
				%one = const 1 : u8
				%two = const 2 : u8
				%r = select %c, %one, %two : u8
				store %d, %i, %r
				yield
			}
			return`},
		{"what is stored wide stays, and what comes wide", `
			%0 = const 0 : i64
			for %0, %n <ints=[1] mode=lanes> (%i: i64) {
				%x = load %a, %i : u8
				%y = conv %x : i64
				%k = const 300 : i64
				%s = add %y, %k : i64
				store %wide, %i, %s
				%z = load %more, %i : i64
				%p = add %z, %k : i64
				%q = conv %p : u8
				store %d, %i, %q
				yield
			}
			return`, `
			%0 = const 0 : i64
			for %0, %n <ints=[1] mode=lanes> (%i: i64) {
				%x = load %a, %i : u8
				%y = conv %x : i64
				%k = const 300 : i64
				%s = add %y, %k : i64
				store %wide, %i, %s
				%z = load %more, %i : i64
				%p = add %z, %k : i64
				%q = conv %p : u8
				store %d, %i, %q
				yield
			}
			return`},
		{"both arms of a branch", `
			%0 = const 0 : i64
			for %0, %n <ints=[1] mode=lanes> (%i: i64) {
				%x = load %a, %i : u8
				%y = conv %x : i64
				%s = sub %y, %w : i64
				%c = lt %w, %n : bool
				%r = if %c : i64 {
					%m = neg %s : i64
					yield %m
				} {
					yield %s
				}
				%q = conv %r : u8
				store %d, %i, %q
				yield
			}
			return`, `
			%0 = const 0 : i64
			for %0, %n <ints=[1] mode=lanes> (%i: i64) {
				%x = load %a, %i : u8
				%v = conv %w : u8
				%s = sub %x, %v : u8
				%c = lt %w, %n : bool
				%r = if %c : u8 {
					%m = neg %s : u8
					yield %m
				} {
					yield %s
				}
				store %d, %i, %r
				yield
			}
			return`},
	})
}

// TestNarrowCarried: what a loop in lanes carries has the type that holds it, and is widened where that is asked for, not ahead of it; a sum that is asked for when the loop ends stays wide.
func TestNarrowCarried(t *testing.T) {
	narrow := func(f *ir.Func) bool {
		changed := Narrow(f)
		for CSE(f) || DCE(f) {
		}
		return changed
	}
	sum := func(last string) string {
		return `
			%0 = const 0 : i64
			%r = for %0, %n, %0 <ints=[1] mode=lanes> : i64 (%i: i64, %s: i64) {
				%x = load %a, %i : u8
				%y = conv %x : i64
				%t = running @add %s, %y : i64
				%q = conv %t : u8
				store %d, %i, %q
				yield %t
			}
			` + last
	}
	testPass(t, "func @f(%a: []u8, %d: []u8, %wide: []i64, %n: i64, %b: u8) -> (i64) kernel=single", narrow, []pair{
		{"the value before", `
			%0 = const 0 : i64
			%c = conv %b : i64
			%r = for %0, %n, %c <ints=[1] mode=lanes> : i64 (%i: i64, %l: i64) {
				store %d, %i, %b
				%x = load %a, %i : u8
				%y = conv %x : i64
				%s = add %l, %y : i64
				%k = const 2 : u64
				%h = shr %s, %k : i64
				%q = conv %h : u8
				store %d, %i, %q
				store %wide, %i, %l
				%t = running @second %l, %y : i64
				yield %t
			}
			return %r`, `
			%0 = const 0 : i64
			%c = conv %b : i64
			%e = conv %c : u8
			%r = for %0, %n, %e <ints=[1] mode=lanes> : u8 (%i: i64, %l: u8) {
				store %d, %i, %b
				%x = load %a, %i : u8
				%y = conv %x : u16
				%w = conv %l : u16
				%s = add %w, %y : u16
				%k = const 2 : u64
				%h = shr %s, %k : u16
				%q = conv %h : u8
				store %d, %i, %q
				%v = conv %l : i64
				store %wide, %i, %v
				%t = running @second %l, %x : u8
				yield %t
			}
			%o = conv %r : i64
			return %o`},
		{"a sum of low bits", sum("return %n"), `
			%0 = const 0 : i64
			%z = conv %0 : u8
			%r = for %0, %n, %z <ints=[1] mode=lanes> : u8 (%i: i64, %s: u8) {
				%x = load %a, %i : u8
				%t = running @add %s, %x : u8
				store %d, %i, %t
				yield %t
			}
			return %n`},
		{"a sum that is asked for", sum("return %r"), sum("return %r")},
	})
}

func TestSaturate(t *testing.T) {
	testPass(t, "func @f(%a: []u8, %b: []u8, %d: []u8, %n: i64) -> ()", func(f *ir.Func) bool {
		changed := IfConvert(f)
		changed = Algebra(f) || changed
		changed = Narrow(f) || changed
		for Algebra(f) || CSE(f) || DCE(f) {
		}
		return changed
	}, []pair{
		{"a sum that is cut off", `
			%0 = const 0 : i64
			for %0, %n <ints=[1] mode=lanes> (%i: i64) {
				%x = load %a, %i : u8
				%y = load %b, %i : u8
				%p = conv %x : i64
				%q = conv %y : i64
				%s = add %p, %q : i64
				%most = const 255 : i64
				%m = min %s, %most : i64
				%r = conv %m : u8
				store %d, %i, %r
				yield
			}
			return`, `
			%0 = const 0 : i64
			for %0, %n <ints=[1] mode=lanes> (%i: i64) {
				%x = load %a, %i : u8
				%y = load %b, %i : u8
				%c = not %x : u8
				%m = min %y, %c : u8
				%r = add %x, %m : u8
				store %d, %i, %r
				yield
			}
			return`},
		{"a distance, by a branch", `
			%0 = const 0 : i64
			for %0, %n <ints=[1] mode=lanes> (%i: i64) {
				%x = load %a, %i : u8
				%y = load %b, %i : u8
				%p = conv %x : i64
				%q = conv %y : i64
				%s = sub %p, %q : i64
				%c = lt %s, %0 : bool
				%m = if %c : i64 {
					%k = neg %s : i64
					yield %k
				} {
					yield %s
				}
				%r = conv %m : u8
				store %d, %i, %r
				yield
			}
			return`, `
			%0 = const 0 : i64
			for %0, %n <ints=[1] mode=lanes> (%i: i64) {
				%x = load %a, %i : u8
				%y = load %b, %i : u8
				%p = max %x, %y : u8
				%q = min %x, %y : u8
				%r = sub %p, %q : u8
				store %d, %i, %r
				yield
			}
			return`},
		{"distances of what has room for them", `
			%0 = const 0 : i64
			for %0, %n <ints=[1] mode=lanes> (%i: i64) {
				%x = load %a, %i : u8
				%y = load %b, %i : u8
				%p = conv %x : i64
				%q = conv %y : i64
				%s = add %p, %p : i64
				%u = sub %s, %q : i64
				%v = sub %q, %s : i64
				%m = max %u, %v : i64
				%w = add %m, %p : i64
				%c = const 255 : i64
				%l = min %w, %c : i64
				%r = conv %l : u8
				store %d, %i, %r
				yield
			}
			return`, `
			%0 = const 0 : i64
			for %0, %n <ints=[1] mode=lanes> (%i: i64) {
				%x = load %a, %i : u8
				%y = load %b, %i : u8
				%1 = conv %x : u16
				%s = add %1, %1 : u16
				%2 = conv %s : i16
				%3 = conv %y : i16
				%u = sub %2, %3 : i16
				%v = sub %3, %2 : i16
				%m = max %u, %v : i16
				%4 = conv %x : i16
				%w = add %m, %4 : i16
				%5 = const 255 : i16
				%l = min %w, %5 : i16
				%r = conv %l : u8
				store %d, %i, %r
				yield
			}
			return`},
	})
}

func TestSinkCommon(t *testing.T) {
	testPass(t, "func @f(%d: []u8, %i: i64, %c: bool, %x: u8) -> ()", SinkCommon, []pair{
		{"both arms end with it", `
			if %c {
				%y = neg %x : u8
				store %d, %i, %y
				yield
			} {
				store %d, %i, %x
				yield
			}
			return`, `
			%v = if %c : u8 {
				%y = neg %x : u8
				yield %y
			} {
				yield %x
			}
			store %d, %i, %v
			return`},
		{"something is read behind one", `
			if %c {
				store %d, %i, %x
				%y = load %d, %i : u8
				yield
			} {
				store %d, %i, %x
				yield
			}
			return`, `
			if %c {
				store %d, %i, %x
				%y = load %d, %i : u8
				yield
			} {
				store %d, %i, %x
				yield
			}
			return`},
	})
}

// TestAssumeGivesUp: there is nothing to assume where the analysis gives up.
func TestAssumeGivesUp(t *testing.T) {
	const n = 100 // as many values as a loop passes on, of which the last is wide
	var results, inits, types, params, yields []string
	for k := range n {
		results, inits, types = append(results, fmt.Sprintf("%%s%d", k)), append(inits, "%p"), append(types, "i64")
		params, yields = append(params, fmt.Sprintf("%%a%d: i64", k)), append(yields, fmt.Sprintf("%%a%d", k+1))
	}
	yields[n-1] = "%z"
	join := func(s []string) string { return strings.Join(s, ", ") }
	f := parse(t, "func @f(%x: []i64, %d: []u8, %w: i64, %n: i64) -> () kernel=single {\n%0 = const 0 : i64\n%7 = const 7 : i64\n"+
		"for %0, %n <ints=[1] mode=lanes> (%i: i64) {\n%z = load %x, %i : i64\n%y = load %d, %i : u8\n%p = conv %y : i64\n"+join(results)+" = for %0, %w, "+join(inits)+" <ints=[1]> : "+join(types)+" (%k: i64, "+join(params)+") {\nyield "+join(yields)+
		"\n}\n%u = conv %s0 : u8\nstore %d, %i, %u\nyield\n}\n"+
		"for %0, %n <ints=[1] mode=lanes> (%j: i64) {\n%z1 = load %x, %j : i64\n%b = lt %z1, %w : bool\nif %b {\n%u1 = conv %z1 : u8\nstore %d, %j, %u1\nyield\n} {\nyield\n}\nyield\n}\nreturn\n}\n")
	var loops []*ir.Op
	for _, o := range f.Body.Ops {
		if o.Kind == ir.OpFor {
			loops = append(loops, o)
		}
	}
	if m := widthsOf(loops[0], nil); m != nil {
		t.Fatal("the first loop must be too much to look at")
	}
	if m := widthsOf(loops[1], nil).assume(loops[0]); m != nil {
		t.Error("there is something to assume")
	}
}

// TestNarrowChosenByFloats: a count that is chosen by what an inner loop carries in floats differs from lane to lane as that does: it costs vectors, not scalars.
func TestNarrowChosenByFloats(t *testing.T) {
	testPass(t, "func @f(%a: []f64, %d: []u8, %n: i64) -> ()", func(f *ir.Func) bool { return Narrow(f) && DCE(f) }, []pair{{"a choice between bytes", `
		%0 = const 0 : i64
		%3 = const 3 : i64
		%7 = const 7 : i64
		for %0, %n <ints=[1] mode=lanes> (%i: i64) {
			%x = load %a, %i : f64
			%y = for %0, %3, %x <ints=[1]> : f64 (%j: i64, %z: f64) {
				%zz = mul %z, %z : f64
				yield %zz
			}
			%c = lt %y, %x : bool
			%r = select %c, %3, %7 : i64
			%b = conv %r : u8
			store %d, %i, %b
			yield
		}
		return`, `
		%0 = const 0 : i64
		%3 = const 3 : i64
		for %0, %n <ints=[1] mode=lanes> (%i: i64) {
			%x = load %a, %i : f64
			%y = for %0, %3, %x <ints=[1]> : f64 (%j: i64, %z: f64) {
				%zz = mul %z, %z : f64
				yield %zz
			}
			%c = lt %y, %x : bool
			%t = const 3 : u8
			%s = const 7 : u8
			%r = select %c, %t, %s : u8
			store %d, %i, %r
			yield
		}
		return`}})
}

// TestNarrowCounts: what a loop counts is the same in all lanes as long as they are in it, but not what they leave it with at different times.
func TestNarrowCounts(t *testing.T) {
	for range 8 { // a map has an order of its own each time
		testPass(t, "func @f(%a: []u8, %d: []u8, %n: i64) -> ()", func(f *ir.Func) bool { return Narrow(f) && DCE(f) }, []pair{{"a count", `
			%0 = const 0 : i64
			%2 = const 2 : i64
			for %0, %n <ints=[1] mode=lanes> (%i: i64) {
				%x = load %a, %i : u8
				%many = conv %x : i64
				%y = for %0, %many, %0 <ints=[1]> : i64 (%j: i64, %z: i64) {
					%zz = add %z, %2 : i64
					yield %zz
				}
				%r = xor %y, %2 : i64
				%b = conv %r : u8
				store %d, %i, %b
				yield
			}
			return`, `
			%0 = const 0 : i64
			for %0, %n <ints=[1] mode=lanes> (%i: i64) {
				%x = load %a, %i : u8
				%many = conv %x : i64
				%s = const 0 : u8
				%y = for %0, %many, %s <ints=[1]> : u8 (%j: i64, %z: u8) {
					%t = const 2 : u8
					%zz = add %z, %t : u8
					yield %zz
				}
				%u = const 2 : u8
				%r = xor %y, %u : u8
				store %d, %i, %r
				yield
			}
			return`}})
	}
}

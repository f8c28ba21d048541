package opt

import (
	"fmt"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

func BenchmarkCounted(b *testing.B) { benchmark(b, Counted) }

// countedDCE is Counted without what it leaves unused.
func countedDCE(f *ir.Func) bool {
	a := Counted(f)
	return DCE(f) || a
}

func TestCounted(t *testing.T) {
	testPass(t, "func @f(%b: bool, %i: i64, %n: i64, %w: i32, %u: u64, %s: []i64) -> (i64)", countedDCE, []pair{
		{"range n", `
			%z = const 0 : i64
			%r = loop ^0 %z, %i : i64 (%k: i64, %a: i64) {
				%d = lt %k, %n : bool
				if %d {
					yield
				} {
					break ^0 %a
				}
				%a1 = xor %a, %k : i64
				%o = const 1 : i64
				%k1 = add %k, %o : i64
				continue ^0 %k1, %a1
			}
			return %r`, `
			%z = const 0 : i64
			%r = for %z, %n, %i <ints=[1]> : i64 (%k: i64, %a: i64) {
				%a1 = xor %a, %k : i64
				yield %a1
			}
			return %r`},
		{"from as far below something as the bound is above", `
			%z = const 0 : i64
			%l = sub %z, %n : i64
			%r = loop ^0 %l, %i : i64 (%k: i64, %a: i64) {
				%d = le %k, %n : bool
				if %d {
					yield
				} {
					break ^0 %a
				}
				%a1 = xor %a, %k : i64
				%o = const 1 : i64
				%k1 = add %k, %o : i64
				continue ^0 %k1, %a1
			}
			return %r`, `
			%z = const 0 : i64
			%l = sub %z, %n : i64
			%m = const 9223372036854775806 : i64
			%h = min %n, %m : i64
			%o = const 1 : i64
			%h1 = add %h, %o : i64
			%r = for %l, %h1, %i <ints=[1]> : i64 (%k: i64, %a: i64) {
				%a1 = xor %a, %k : i64
				yield %a1
			}
			return %r`},
		{"a loop inside whose bound is near the index", `
			%z = const 0 : i64
			%o = const 1 : i64
			loop ^0 %z (%k: i64) {
				%d = lt %k, %n : bool
				if %d {
					yield
				} {
					break ^0
				}
				%k1 = add %k, %o : i64
				loop ^1 %k (%j: i64) {
					%e = le %j, %k1 : bool
					if %e {
						yield
					} {
						break ^1
					}
					store %s, %j, %k
					%j1 = add %j, %o : i64
					continue ^1 %j1
				}
				continue ^0 %k1
			}
			return %i`, `
			%z = const 0 : i64
			%o = const 1 : i64
			for %z, %n <ints=[1]> (%k: i64) {
				%k1 = add %k, %o : i64
				%p = const 1 : i64
				%hi = add %k1, %p : i64
				for %k, %hi <ints=[1]> (%j: i64) {
					store %s, %j, %k
					yield
				}
				yield
			}
			return %i`},
		{"compared behind a step, with a length", `
			%z = const 0 : i64
			%l = len %s : i64
			loop ^0 %z (%k: i64) {
				%three = const 3 : i64
				%last = add %k, %three : i64
				%d = lt %last, %l : bool
				if %d {
					yield
				} {
					break ^0
				}
				store %s, %last, %k
				%four = const 4 : i64
				%k1 = add %k, %four : i64
				continue ^0 %k1
			}
			return %i`, `
			%z = const 0 : i64
			%l = len %s : i64
			%m = const -3 : i64
			%hi = add %l, %m : i64
			for %z, %hi <ints=[4]> (%k: i64) {
				%three = const 3 : i64
				%last = add %k, %three : i64
				store %s, %last, %k
				yield
			}
			return %i`},
		{"condition the other way round, and a constant bound inside", `
			loop ^0 %i (%k: i64) {
				%c = const 10 : i64
				%d = le %c, %k : bool
				if %d {
					break ^0
				} {
					yield
				}
				store %s, %k, %k
				%o = const -1 : i64
				%k1 = sub %k, %o : i64
				continue ^0 %k1
			}
			return %i`, `
			%c = const 10 : i64
			for %i, %c <ints=[1]> (%k: i64) {
				store %s, %k, %k
				yield
			}
			return %i`},
		{"downwards, with the counter's last value", `
			%o = const -1 : i64
			%z = const 0 : i64
			%l = len %s : i64
			%r = loop ^0 %l : i64 (%k: i64) {
				%d = gt %k, %z : bool
				if %d {
					yield
				} {
					%x = mul %k, %n : i64
					break ^0 %x
				}
				store %s, %k, %k
				%k1 = add %k, %o : i64
				continue ^0 %k1
			}
			return %r`, `
			%l = len %s : i64
			%z = const 0 : i64
			for %l, %z <ints=[-1]> (%k: i64) {
				store %s, %k, %k
				yield
			}
			%e = min %l, %z : i64
			%x = mul %e, %n : i64
			return %x`},
		{"several continues and a step", `
			%z = const 0 : i64
			%three = const 3 : i64
			%r = loop ^0 %z, %i : i64 (%k: i64, %a: i64) {
				%d = lt %k, %n : bool
				if %d {
					yield
				} {
					%q = add %a, %k : i64
					break ^0 %q
				}
				%k1 = add %k, %three : i64
				if %b {
					continue ^0 %k1, %a
				} {
					yield
				}
				%a1 = xor %a, %k : i64
				continue ^0 %k1, %a1
			}
			return %r`, `
			%z = const 0 : i64
			%r = for ^0 %z, %n, %i <ints=[3]> : i64 (%k: i64, %a: i64) {
				if %b {
					continue ^0 %a
				} {
					yield
				}
				%a1 = xor %a, %k : i64
				yield %a1
			}
			%far = sub %n, %z : i64
			%one = const 1 : u64
			%by = const 3 : u64
			%ufar = conv %far : u64
			%f = sub %ufar, %one : u64
			%d = div %f, %by : u64
			%t = add %d, %one : u64
			%steps = conv %t : i64
			%c = const 3 : i64
			%gone = mul %steps, %c : i64
			%some = lt %z, %n : bool
			%end = add %z, %gone : i64
			%last = select %some, %end, %z : i64
			%q = add %r, %last : i64
			return %q`},
		{"left early", `
			%z = const 0 : i64
			%one = const 1 : i64
			%m = const -1 : i64
			%r = loop ^0 %z : i64 (%k: i64) {
				%d = lt %k, %n : bool
				if %d {
					yield
				} {
					break ^0 %m
				}
				%x = load %s, %k : i64
				%e = eq %x, %i : bool
				if %e {
					break ^0 %k
				} {
					yield
				}
				%k1 = add %k, %one : i64
				continue ^0 %k1
			}
			return %r`, `
			%z = const 0 : i64
			%m = const -1 : i64
			%r = block ^0 : i64 {
				for %z, %n <ints=[1]> (%k: i64) {
					%x = load %s, %k : i64
					%e = eq %x, %i : bool
					if %e {
						break ^0 %k
					} {
						yield
					}
					yield
				}
				yield %m
			}
			return %r`},
		{"up to and including", `
			%one = const 1 : i64
			loop ^0 %one (%k: i64) {
				%d = le %k, %n : bool
				if %d {
					yield
				} {
					break ^0
				}
				store %s, %k, %k
				%k1 = add %k, %one : i64
				continue ^0 %k1
			}
			%l = len %s : i64
			loop ^1 %i (%k2: i64) {
				%d2 = le %k2, %l : bool
				if %d2 {
					yield
				} {
					break ^1
				}
				store %s, %k2, %k2
				%k3 = add %k2, %one : i64
				continue ^1 %k3
			}
			return %i`, `
			%one = const 1 : i64
			%most = const 9223372036854775806 : i64
			%c = min %n, %most : i64
			%p = const 1 : i64
			%h = add %c, %p : i64
			for %one, %h <ints=[1]> (%k: i64) {
				store %s, %k, %k
				yield
			}
			%l = len %s : i64
			%p2 = const 1 : i64
			%h2 = add %l, %p2 : i64
			for %i, %h2 <ints=[1]> (%k2: i64) {
				store %s, %k2, %k2
				yield
			}
			return %i`},
		{"a counter of 32 bits", `
			%z = const 0 : i32
			%one = const 1 : i32
			%r = loop ^0 %z : i32 (%k: i32) {
				%d = lt %k, %w : bool
				if %d {
					yield
				} {
					break ^0 %k
				}
				%x = conv %k : i64
				store %s, %x, %x
				%k1 = add %k, %one : i32
				continue ^0 %k1
			}
			%q = conv %r : i64
			return %q`, `
			%z = const 0 : i32
			%lo = conv %z : i64
			%hi = conv %w : i64
			for %lo, %hi <ints=[1]> (%k: i64) {
				%kw = conv %k : i32
				%x = conv %kw : i64
				store %s, %x, %x
				yield
			}
			%last = max %lo, %hi : i64
			%r = conv %last : i32
			%q = conv %r : i64
			return %q`},
		{"two conditions", `
			%z = const 0 : i64
			%one = const 1 : i64
			%r, %t = loop ^0 %z, %i : i64, i64 (%k: i64, %a: i64) {
				%c = ne %a, %n : bool
				%d = lt %k, %n : bool
				%e = and %c, %d : bool
				%g = and %e, %b : bool
				if %g {
					yield
				} {
					break ^0 %k, %a
				}
				%a1 = xor %a, %k : i64
				%k1 = add %k, %one : i64
				continue ^0 %k1, %a1
			}
			%q = add %r, %t : i64
			return %q`, `
			%z = const 0 : i64
			%r, %t = block ^0 : i64, i64 {
				%v = for %z, %n, %i <ints=[1]> : i64 (%k: i64, %a: i64) {
					%c = ne %a, %n : bool
					%g = and %c, %b : bool
					if %g {
						yield
					} {
						break ^0 %k, %a
					}
					%a1 = xor %a, %k : i64
					yield %a1
				}
				%m = max %z, %n : i64
				yield %m, %v
			}
			%q = add %r, %t : i64
			return %q`},
		{"tested behind the step", `
			%z = const 0 : i64
			%one = const 1 : i64
			%five = const 5 : i64
			%r = loop ^0 %z, %i : i64 (%k: i64, %a: i64) {
				%a1 = xor %a, %n : i64
				%k1 = add %k, %one : i64
				%d = lt %k1, %five : bool
				if %d {
					yield
				} {
					break ^0 %a1
				}
				store %s, %k, %a1
				continue ^0 %k1, %a1
			}
			return %r`, `
			%z = const 0 : i64
			%five = const 5 : i64
			%m = const -1 : i64
			%h = add %five, %m : i64
			%r = for %z, %h, %i <ints=[1]> : i64 (%k: i64, %a: i64) {
				%a1 = xor %a, %n : i64
				store %s, %k, %a1
				yield %a1
			}
			%a2 = xor %r, %n : i64
			return %a2`},
	})
}

// TestCountedStays has loops that must stay loops.
func TestCountedStays(t *testing.T) {
	for name, body := range map[string]string{
		"bound changes": `
			loop ^0 %i (%k: i64) {
				%l = load %s, %k : i64
				%d = lt %k, %l : bool
				if %d {
					yield
				} {
					break ^0
				}
				%one = const 1 : i64
				%k1 = add %k, %one : i64
				continue ^0 %k1
			}`,
		"a check comes first": `
			loop ^0 %i (%k: i64) {
				check.div %n
				%d = lt %k, %n : bool
				if %d {
					yield
				} {
					break ^0
				}
				%one = const 1 : i64
				%k1 = add %k, %one : i64
				continue ^0 %k1
			}`,
		"two steps": `
			loop ^0 %i (%k: i64) {
				%d = lt %k, %n : bool
				if %d {
					yield
				} {
					break ^0
				}
				%one = const 1 : i64
				%k1 = add %k, %one : i64
				if %b {
					continue ^0 %k1
				} {
					yield
				}
				%k2 = add %k1, %one : i64
				continue ^0 %k2
			}`,
		"away from the bound": `
			loop ^0 %i (%k: i64) {
				%d = lt %k, %n : bool
				if %d {
					yield
				} {
					break ^0
				}
				%one = const -1 : i64
				%k1 = add %k, %one : i64
				continue ^0 %k1
			}`,
		"exit loads": `
			%r = loop ^0 %i : i64 (%k: i64) {
				%x = load %s, %k : i64
				%d = lt %k, %n : bool
				if %d {
					yield
				} {
					break ^0 %x
				}
				%one = const 1 : i64
				%k1 = add %k, %one : i64
				continue ^0 %k1
			}`,
	} {
		f := parse(t, "func @f(%b: bool, %i: i64, %n: i64, %s: []i64) -> () {\n"+body+"\nreturn\n}\n")
		before := f.String()
		if Counted(f) || f.String() != before {
			t.Errorf("%s: got\n%s", name, f)
		}
	}
}

// TestCountedBehindStep counts loops that compare what the next iteration begins with: with a bound that lies ahead even so.
func TestCountedBehindStep(t *testing.T) {
	for _, c := range [][2]string{{"-1", "1"}, {"256", "-1"}} {
		f := parse(t, "func @f(%n: i64) -> () {\n%u = conv %n : u8\n%m = conv %u : i64\n%z = const "+c[0]+" : i64\n%one = const "+c[1]+" : i64\n"+
			"loop ^0 %z (%k: i64) {\n%k1 = add %k, %one : i64\n%d = ne %k1, %m : bool\nif %d {\nyield\n} {\nbreak ^0\n}\ncontinue ^0 %k1\n}\nreturn\n}\n")
		if !Counted(f) {
			t.Errorf("from %s by %s: got\n%s", c[0], c[1], f)
		}
	}
}

// TestCountedAnyBound counts loops that compare something near to the counter with a bound of which nothing is known: what is taken off it must not wrap around.
func TestCountedAnyBound(t *testing.T) {
	for _, c := range []struct{ first, kind, offset, step, hi string }{
		{"1", "lt", "1", "1", "max %n, -9223372036854775807 -1"},
		{"1", "le", "2", "1", "max %n, -9223372036854775807 -1"},
		{"0", "lt", "-3", "1", "min %n, 9223372036854775804 3"},
		{"0", "lt", "7", "8", "max %n, -9223372036854775801 -7"},
		{"9", "gt", "-1", "-1", "min %n, 9223372036854775806 1"},
		{"9", "ge", "1", "-1", "max %n, -9223372036854775806 -2"},
	} {
		f := parse(t, "func @f(%n: i64) -> () {\n%z = const "+c.first+" : i64\n%c = const "+c.offset+" : i64\n%s = const "+c.step+" : i64\n"+
			"loop ^0 %z (%k: i64) {\n%j = add %k, %c : i64\n%d = "+c.kind+" %j, %n : bool\nif %d {\nyield\n} {\nbreak ^0\n}\n%k1 = add %k, %s : i64\ncontinue ^0 %k1\n}\nreturn\n}\n")
		if !Counted(f) {
			t.Errorf("%v: got\n%s", c, f)
			continue
		}
		hi := f.Body.Ops[len(f.Body.Ops)-2].Args[1].Def
		limit := hi.Args[0].Def
		at, _ := limit.Args[1].ConstInt()
		by, _ := hi.Args[1].ConstInt()
		if got := fmt.Sprintf("%s %%n, %d %d", limit.Kind, at, by); got != c.hi {
			t.Errorf("%v: got %s\n%s", c, got, f)
		}
	}
}

// TestCountedStaysLoop has loops of which one thing is not as it must be.
func TestCountedStaysLoop(t *testing.T) {
	const step = "%1 = const 1 : i64\n%k1 = add %k, %1 : i64\n"
	const guard = "%d = lt %k, %n : bool\nif %d {\nyield\n} {\nbreak ^0\n}\n"
	const most = "%most = const 9223372036854775807 : i64\n%least = const -9223372036854775808 : i64\n"
	loop := func(body string) string { return "loop ^0 %i (%k: i64) {\n" + body + "}\nreturn" }
	zero := func(body string) string {
		return "%z = const 0 : i64\nloop ^0 %z (%k: i64) {\n" + body + "}\nreturn"
	}
	two := func(body string) string { return "loop ^0 %i, %n (%k: i64, %a: i64) {\n" + body + "}\nreturn" }
	from := func(init, bound, kind, offset, step string) string {
		return most + "%v = const " + init + " : i64\n%w = " + bound + " : i64\nloop ^0 %v (%k: i64) {\n%o = const " + offset + " : i64\n%ko = add %k, %o : i64\n%d = " + kind +
			" %ko, %w : bool\nif %d {\nyield\n} {\nbreak ^0\n}\n%b1 = eq %k, %n : bool\nif %b1 {\nbreak ^0\n} {\nyield\n}\n%s1 = const " + step + " : i64\n%k1 = add %k, %s1 : i64\ncontinue ^0 %k1\n}\nreturn"
	}
	testStays(t, "func @f(%b: bool, %i: i64, %n: i64, %s: []i64) -> ()", func(f *ir.Func) bool {
		changed := Counted(f)
		if err := ir.VerifyFunc(f, ir.Residual); err != nil {
			t.Error(err)
		}
		return changed
	}, []untouched{
		{"what comes first goes on", loop(step + "%d = ge %k, %n : bool\nif %d {\ncontinue ^0 %k1\n} {\nyield\n}\nbreak ^0\n")},
		{"what comes first leaves what is around", "block ^1 {\nloop ^0 %i (%k: i64) {\n" + step + "%d = lt %k, %n : bool\nif %d {\nyield\n} {\nbreak ^1\n}\ncontinue ^0 %k1\n}\nyield\n}\nreturn"},
		{"it stores on its way out", loop(step + "%d = lt %k, %n : bool\nif %d {\nyield\n} {\nstore %s, %k, %k\nbreak ^0\n}\ncontinue ^0 %k1\n")},
		{"it gives what is computed from a load", "%r = loop ^0 %i : i64 (%k: i64) {\n%x = load %s, %k : i64\n%y = mul %x, %n : i64\n%d = lt %k, %n : bool\nif %d {\nyield\n} {\nbreak ^0 %y\n}\n" + step + "continue ^0 %k1\n}\nstore %s, %r, %r\nreturn"},
		{"one does not know what is added before it is compared", loop("%j = add %k, %i : i64\n%d = lt %j, %n : bool\nif %d {\nyield\n} {\nbreak ^0\n}\n" + step + "continue ^0 %k1\n")},
		{"one does not know the step", loop(guard + "%k1 = add %k, %n : i64\ncontinue ^0 %k1\n")},
		{"there is no step", loop(guard + "%0 = const 0 : i64\n%k1 = add %k, %0 : i64\ncontinue ^0 %k1\n")},
		{"two steps", zero(guard + step + "%2 = const 2 : i64\n%k2 = add %k, %2 : i64\nif %b {\ncontinue ^0 %k1\n} {\nyield\n}\ncontinue ^0 %k2\n")},
		{"the condition is somebody else's", loop("if %b {\nyield\n} {\nbreak ^0\n}\n" + step + "continue ^0 %k1\n")},
		{"the condition is in a table", loop("%7 = const 1 : i64\n%j = and %k, %7 : i64\n%d = table %j <table=[false, true]> : bool\nif %d {\nyield\n} {\nbreak ^0\n}\n" + step + "continue ^0 %k1\n")},
		{"the condition is not about the counter", loop("%d = lt %i, %n : bool\nif %d {\nyield\n} {\nbreak ^0\n}\n" + step + "continue ^0 %k1\n")},
		{"what it is compared with counts, too", two(step + "%a1 = sub %a, %1 : i64\n%d = lt %k, %a : bool\nif %d {\nyield\n} {\nbreak ^0\n}\ncontinue ^0 %k1, %a1\n")},
		{"counters change places", two(step + guard + "%a1 = add %a, %1 : i64\ncontinue ^0 %a1, %k1\n")},
		{"it does not go on", zero("%d = gt %k, %n : bool\nif %d {\nyield\n} {\nbreak ^0\n}\nstore %s, %k, %k\nbreak ^0\n")},
		{"up in large steps", from("0", "const 1000000", "lt", "0", "1048577")},
		{"down in large steps", from("0", "const -1000000", "gt", "0", "-1048577")},
		{"in steps so large that it wraps around often", from("9223372036854775803", "add %i, %n", "lt", "0", "1025")},
		{"in steps so large that it wraps around often, down", from("-9223372036854775803", "add %i, %n", "ge", "0", "-1025")},
		{"compared behind a large step", from("0", "const 1000000", "lt", "1048577", "1048577")},
		{"compared behind a large step down", from("0", "const -1000000", "gt", "-1048577", "-1048577")},
	})
}

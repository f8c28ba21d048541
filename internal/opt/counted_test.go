package opt

import (
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
			%three = const 3 : i64
			%r, %last = for ^0 %z, %n, %i, %z <ints=[3]> : i64, i64 (%k: i64, %a: i64, %l: i64) {
				%k1 = add %k, %three : i64
				if %b {
					continue ^0 %a, %k1
				} {
					yield
				}
				%a1 = xor %a, %k : i64
				yield %a1, %k1
			}
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
			%one = const 1 : i32
			%lo = conv %z : i64
			%hi = conv %w : i64
			%r = for %lo, %hi, %z <ints=[1]> : i32 (%k: i64, %last: i32) {
				%kw = conv %k : i32
				%x = conv %kw : i64
				store %s, %x, %x
				%k1 = add %kw, %one : i32
				yield %k1
			}
			%q = conv %r : i64
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
		"wraps around": `
			loop ^0 %i (%k: i64) {
				%d = lt %k, %n : bool
				if %d {
					yield
				} {
					break ^0
				}
				%two = const 2 : i64
				%k1 = add %k, %two : i64
				continue ^0 %k1
			}`,
		"endless where the bound is the largest": `
			loop ^0 %i (%k: i64) {
				%d = le %k, %n : bool
				if %d {
					yield
				} {
					break ^0
				}
				%one = const 1 : i64
				%k1 = add %k, %one : i64
				continue ^0 %k1
			}`,
		"not equal behind a step, which may lead past the bound": `
			%u = conv %n : u8
			%m = conv %u : i64
			%z = const 0 : i64
			loop ^0 %z (%k: i64) {
				%one = const 1 : i64
				%k1 = add %k, %one : i64
				%d = ne %k1, %m : bool
				if %d {
					yield
				} {
					break ^0
				}
				continue ^0 %k1
			}`,
		"not equal behind a step down, which may lead past the bound": `
			%u = conv %n : u8
			%m = conv %u : i64
			%z = const 255 : i64
			loop ^0 %z (%k: i64) {
				%one = const -1 : i64
				%k1 = add %k, %one : i64
				%d = ne %k1, %m : bool
				if %d {
					yield
				} {
					break ^0
				}
				continue ^0 %k1
			}`,
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

package opt

import "testing"

func BenchmarkClean(b *testing.B) { benchmark(b, Clean) }

func TestClean(t *testing.T) {
	testPass(t, "func @f(%b: bool, %c: bool, %i: i64, %n: i64, %s: []i64) -> (i64)", Clean, []pair{
		{"constant if", `
			%t = const true : bool
			%r = if %t : i64 {
				%x = add %i, %n : i64
				yield %x
			} {
				yield %n
			}
			return %r`, `
			%t = const true : bool
			%x = add %i, %n : i64
			return %x`},
		{"constant if leaves", `
			%t = const false : bool
			if %t {
				yield
			} {
				return %i
			}
			%x = add %i, %n : i64
			return %x`, `
			%t = const false : bool
			return %i`},
		{"inverted condition", `
			%t = not %b : bool
			if %t {
				store %s, %i, %i
				yield
			} {
				yield
			}
			return %i`, `
			%t = not %b : bool
			if %b {
				yield
			} {
				store %s, %i, %i
				yield
			}
			return %i`},
		{"both arms leave", `
			if %b {
				return %i
			} {
				%x = add %i, %n : i64
				return %x
			}
			%z = const 0 : i64
			return %z`, `
			if %b {
				return %i
			} {
				yield
			}
			%x = add %i, %n : i64
			return %x`},
		{"one arm leaves", `
			%r = if %b : i64 {
				%x = add %i, %n : i64
				yield %x
			} {
				return %i
			}
			return %r`, `
			if %b {
				yield
			} {
				return %i
			}
			%x = add %i, %n : i64
			return %x`},
		{"equal results", `
			%r, %q = if %b : i64, i64 {
				store %s, %i, %i
				yield %n, %i
			} {
				yield %n, %n
			}
			%x = add %r, %q : i64
			return %x`, `
			%q = if %b : i64 {
				store %s, %i, %i
				yield %i
			} {
				yield %n
			}
			%x = add %n, %q : i64
			return %x`},
		{"boolean results", `
			%t = const true : bool
			%f = const false : bool
			%0, %1, %2, %3, %4, %5 = if %b : bool, bool, bool, bool, bool, bool {
				yield %t, %f, %c, %t, %f, %c
			} {
				yield %f, %t, %f, %c, %c, %t
			}
			%6, %7, %8 = if %c : bool, bool, bool {
				yield %0, %2, %4
			} {
				yield %1, %3, %5
			}
			if %6 {
				return %i
			} {
				yield
			}
			return %n`, `
			%t = const true : bool
			%f = const false : bool
			%1 = not %b : bool
			%2 = and %b, %c : bool
			%3 = or %b, %c : bool
			%4 = andnot %c, %b : bool
			%7 = not %b : bool
			%5 = or %7, %c : bool
			%6, %8, %9 = if %c : bool, bool, bool {
				yield %b, %2, %4
			} {
				yield %1, %3, %5
			}
			if %6 {
				return %i
			} {
				yield
			}
			return %n`},
		{"empty if", `
			if %b {
				yield
			} {
				yield
			}
			return %i`, `
			return %i`},
		{"block without breaks", `
			%r = block : i64 {
				%x = add %i, %n : i64
				yield %x
			}
			return %r`, `
			%x = add %i, %n : i64
			return %x`},
		{"block broken at its end", `
			%r = block ^0 : i64 {
				%x = add %i, %n : i64
				break ^0 %x
			}
			return %r`, `
			%x = add %i, %n : i64
			return %x`},
		{"early returns of an inlined function", `
			%r = block ^0 : i64 {
				if %b {
					break ^0 %i
				} {
					yield
				}
				%x = add %i, %n : i64
				if %c {
					%y = add %x, %x : i64
					break ^0 %y
				} {
					break ^0 %n
				}
				return %i
			}
			return %r`, `
			%r = if %b : i64 {
				yield %i
			} {
				%x = add %i, %n : i64
				%q = if %c : i64 {
					%y = add %x, %x : i64
					yield %y
				} {
					yield %n
				}
				yield %q
			}
			return %r`},
		{"a break from a loop keeps its block", `
			%r = block ^0 : i64 {
				loop ^1 %i (%k: i64) {
					%x = add %k, %n : i64
					%d = lt %x, %n : bool
					if %d {
						break ^0 %x
					} {
						continue ^1 %x
					}
					return %i
				}
				return %i
			}
			return %r`, `
			%r = block ^0 : i64 {
				loop ^1 %i (%k: i64) {
					%x = add %k, %n : i64
					%d = lt %x, %n : bool
					if %d {
						break ^0 %x
					} {
						yield
					}
					continue ^1 %x
				}
				%0 = const 0 : i64
				yield %0
			}
			return %r`},
		{"loop that never repeats", `
			%r = loop ^0 %i : i64 (%k: i64) {
				%x = add %k, %n : i64
				break ^0 %x
			}
			return %r`, `
			%x = add %i, %n : i64
			return %x`},
		{"loop with an unchanged carried value", `
			%r = loop ^0 %i, %n : i64 (%k: i64, %m: i64) {
				%d = lt %k, %m : bool
				if %d {
					yield
				} {
					break ^0 %m
				}
				%x = add %k, %m : i64
				continue ^0 %x, %m
			}
			return %r`, `
			loop ^0 %i (%k: i64) {
				%d = lt %k, %n : bool
				if %d {
					yield
				} {
					break ^0
				}
				%x = add %k, %n : i64
				continue ^0 %x
			}
			return %n`},
		{"for with continue", `
			%z = const 0 : i64
			%r = for ^0 %z, %n, %i <ints=[1]> : i64 (%k: i64, %a: i64) {
				if %b {
					continue ^0 %a
				} {
					yield
				}
				%x = add %a, %k : i64
				yield %x
			}
			return %r`, `
			%z = const 0 : i64
			%r = for %z, %n, %i <ints=[1]> : i64 (%k: i64, %a: i64) {
				%q = if %b : i64 {
					yield %a
				} {
					%x = add %a, %k : i64
					yield %x
				}
				yield %q
			}
			return %r`},
		{"for that runs once or never", `
			%z = const 0 : i64
			%one = const 1 : i64
			%r = for %z, %one, %i <ints=[2]> : i64 (%k: i64, %a: i64) {
				%x = add %a, %k : i64
				yield %x
			}
			%q = for %one, %one, %r <ints=[1]> : i64 (%k2: i64, %a2: i64) {
				%x2 = add %a2, %k2 : i64
				yield %x2
			}
			return %q`, `
			%z = const 0 : i64
			%one = const 1 : i64
			%x = add %i, %z : i64
			return %x`},
		{"endless loop", `
			loop ^0 %i (%k: i64) {
				store %s, %k, %k
				%x = add %k, %n : i64
				continue ^0 %x
			}
			%r = load %s, %i : i64
			return %r`, `
			loop ^0 %i (%k: i64) {
				store %s, %k, %k
				%x = add %k, %n : i64
				continue ^0 %x
			}
			%z = const 0 : i64
			return %z`},
		{"a flag that says how to go on", `
			%t = const true : bool
			%f = const false : bool
			%r = loop ^0 %i : i64 (%k: i64) {
				%x, %done = if %b : i64, bool {
					store %s, %i, %i
					%u = add %k, %n : i64
					yield %u, %t
				} {
					%v, %d = if %c : i64, bool {
						store %s, %n, %n
						yield %k, %f
					} {
						%e = lt %k, %n : bool
						%w = mul %k, %k : i64
						yield %w, %e
					}
					yield %v, %d
				}
				if %done {
					break ^0 %x
				} {
					yield
				}
				store %s, %x, %k
				continue ^0 %x
			}
			return %r`, `
			%t = const true : bool
			%f = const false : bool
			%r = loop ^0 %i : i64 (%k: i64) {
				if %b {
					store %s, %i, %i
					%u = add %k, %n : i64
					break ^0 %u
				} {
					yield
				}
				%v, %d = if %c : i64, bool {
					store %s, %n, %n
					yield %k, %f
				} {
					%e = lt %k, %n : bool
					%w = mul %k, %k : i64
					if %e {
						break ^0 %w
					} {
						yield
					}
					yield %w, %e
				}
				store %s, %v, %k
				continue ^0 %v
			}
			return %r`},
		{"nothing to do in patterns", `
			%z = const 0 : i64
			multi %n (%k: i64) {
				if %b {
					store %s, %k, %z
					yield
				} {
					yield
				}
				yield
			}
			return %z`, `
			%z = const 0 : i64
			multi %n (%k: i64) {
				if %b {
					store %s, %k, %z
					yield
				} {
					yield
				}
				yield
			}
			return %z`},
	})
}

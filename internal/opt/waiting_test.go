package opt

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

func TestWaiting(t *testing.T) {
	const floats = `
			%c0 = const 0 : i64
			%z = const 0 : f64
			%r = for %c0, %n, %z <ints=[1]> : f64 (%i: i64, %p: f64) {
				%a = load %u, %i : f64
				%b = load %v, %i : f64
				%0 = add %a, %p : f64
				%1 = add %0, %b : f64
				yield %1
			}
			store %v, %c0, %r
			return %c0`
	const used = `
			%c0 = const 0 : i64
			%r = for %c0, %n, %c0 <ints=[1]> : i64 (%i: i64, %p: i64) {
				%a = load %s, %i : i64
				%b = load %t, %i : i64
				%0 = min %a, %p : i64
				%1 = min %0, %b : i64
				store %t, %i, %0
				yield %1
			}
			return %r`
	const both = `
			%c0 = const 0 : i64
			%r, %q = for %c0, %n, %c0, %c0 <ints=[1]> : i64, i64 (%i: i64, %p: i64, %o: i64) {
				%a = load %s, %i : i64
				%0 = max %a, %p : i64
				%1 = max %0, %o : i64
				%2 = sub %o, %a : i64
				yield %1, %2
			}
			return %r`
	const before = `
			%c0 = const 0 : i64
			%c3 = const 3 : i64
			%c7 = const 7 : i64
			%r, %q = for %c0, %n, %c0, %c0 <ints=[1]> : i64, i64 (%i: i64, %p: i64, %o: i64) {
				%a = load %s, %i : i64
				%0 = xor %p, %a : i64
				%1 = add %0, %c7 : i64
				%2 = add %o, %1 : i64
				%3 = add %2, %c3 : i64
				store %s, %i, %2
				yield %1, %3
			}
			return %q`
	testPass(t, "func @f(%n: i64, %s: []i64, %t: []i64, %u: []f64, %v: []f64) -> (i64)", func(f *ir.Func) bool { done := Waiting(f); DCE(f); return done }, []pair{
		{"a carried value comes last, under a condition, too", `
			%c0 = const 0 : i64
			%r = for %c0, %n, %c0 <ints=[1]> : i64 (%i: i64, %p: i64) {
				%a = load %s, %i : i64
				%b = load %t, %i : i64
				%q = lt %a, %b : bool
				%x = if %q : i64 {
					%0 = min %a, %p : i64
					%1 = min %0, %b : i64
					yield %1
				} {
					%2 = add %p, %a : i64
					%3 = add %2, %b : i64
					%4 = add %i, %3 : i64
					yield %4
				}
				yield %x
			}
			return %r`, `
			%c0 = const 0 : i64
			%r = for %c0, %n, %c0 <ints=[1]> : i64 (%i: i64, %p: i64) {
				%a = load %s, %i : i64
				%b = load %t, %i : i64
				%q = lt %a, %b : bool
				%x = if %q : i64 {
					%0 = min %a, %b : i64
					%1 = min %p, %0 : i64
					yield %1
				} {
					%2 = add %a, %b : i64
					%3 = add %2, %i : i64
					%4 = add %p, %3 : i64
					yield %4
				}
				yield %x
			}
			return %r`},
		{"what the iteration before has handed on at once doesn't wait", `
			%c0 = const 0 : i64
			%c1 = const 1 : i64
			%r, %q, %l = for %c0, %n, %c0, %c0, %c0 <ints=[1]> : i64, i64, i64 (%i: i64, %p: i64, %o: i64, %m: i64) {
				%a = load %s, %i : i64
				%0 = min %m, %p : i64
				%1 = min %0, %a : i64
				%2 = add %1, %c1 : i64
				store %s, %i, %2
				yield %2, %a, %o
			}
			return %r`, `
			%c0 = const 0 : i64
			%c1 = const 1 : i64
			%r, %q, %l = for %c0, %n, %c0, %c0, %c0 <ints=[1]> : i64, i64, i64 (%i: i64, %p: i64, %o: i64, %m: i64) {
				%a = load %s, %i : i64
				%0 = min %m, %a : i64
				%1 = min %p, %0 : i64
				%2 = add %1, %c1 : i64
				store %s, %i, %2
				yield %2, %a, %o
			}
			return %r`},
		{"constants are added once, at the end", `
			%c0 = const 0 : i64
			%c3 = const 3 : i64
			%c5 = const 5 : i64
			%c7 = const 7 : i64
			%r, %q = for %c0, %n, %c0, %c0 <ints=[1]> : i64, i64 (%i: i64, %p: i64, %o: i64) {
				%a = load %s, %i : i64
				%0 = xor %p, %a : i64
				%1 = add %0, %c7 : i64
				%2 = xor %o, %a : i64
				%3 = add %2, %1 : i64
				%4 = mul %3, %c5 : i64
				%5 = add %4, %c3 : i64
				yield %1, %5
			}
			return %q`, `
			%c0 = const 0 : i64
			%c5 = const 5 : i64
			%c7 = const 7 : i64
			%r, %q = for %c0, %n, %c0, %c0 <ints=[1]> : i64, i64 (%i: i64, %p: i64, %o: i64) {
				%a = load %s, %i : i64
				%0 = xor %p, %a : i64
				%1 = add %0, %c7 : i64
				%2 = xor %o, %a : i64
				%3 = add %2, %0 : i64
				%4 = mul %3, %c5 : i64
				%c38 = const 38 : i64
				%5 = add %4, %c38 : i64
				yield %1, %5
			}
			return %q`},
		{"what has another use before a constant is added", before, before},
		{"floats have an order", floats, floats},
		{"what has another use", used, used},
		{"two that wait as long", both, both},
	})
}

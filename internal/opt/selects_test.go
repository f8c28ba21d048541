package opt

import "testing"

func TestSelects(t *testing.T) {
	const head = "func @f(%n: i64, %w: i64, %s: []f32, %d: []i64) -> ()"
	testPass(t, head, Selects, []pair{
		{"a clamp, from the inside out", `
			multi %n (%i: i64) {
				%zero = const 0 : i64
				%low = lt %i, %zero : bool
				%k = if %low : i64 {
					yield %zero
				} {
					%one = const 1 : i64
					%last = sub %w, %one : i64
					%high = ge %i, %w : bool
					%m = if %high : i64 {
						yield %last
					} {
						yield %i
					}
					yield %m
				}
				store %d, %k, %i
				yield
			}
			return`, `
			multi %n (%i: i64) {
				%zero = const 0 : i64
				%low = lt %i, %zero : bool
				%one = const 1 : i64
				%last = sub %w, %one : i64
				%high = ge %i, %w : bool
				%m = select %high, %last, %i : i64
				%k = select %low, %zero, %m : i64
				store %d, %k, %i
				yield
			}
			return`},
	})
	testStays(t, head, Selects, []untouched{
		{"a value that is carried on, through another if, and one that may fail", `
			%zero = const 0 : i64
			%x, %y = for %zero, %n, %w, %zero <ints=[1]> : i64, i64 (%i: i64, %a: i64, %b: i64) {
				%c = lt %a, %i : bool
				%p = if %c : i64 {
					yield %a
				} {
					yield %i
				}
				%e = lt %b, %i : bool
				%q = if %e : i64 {
					yield %p
				} {
					%len = len %d : i64
					check.index %i, %len
					%v = load %d, %i : i64
					yield %v
				}
				yield %q, %i
			}
			store %d, %x, %y
			return`},
		{"floats", `
			%c = lt %n, %w : bool
			%zero = const 0 : f32
			%one = const 1 : f32
			%v = if %c : f32 {
				yield %zero
			} {
				yield %one
			}
			store %s, %n, %v
			return`},
	})
}

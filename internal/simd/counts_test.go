package simd_test

import (
	"testing"

	"github.com/hone-go/hone/internal/simd"
)

func TestCounts(t *testing.T) {
	const head = "func @f(%lo: i64, %hi: i64, %p: i64, %first: i64) -> (i64) kernel=range {\n%one = const 1 : i64\n%zero = const 0 : i64\n"
	loop := func(body string) string {
		return head + `
		%n0, %k0 = loop ^l %lo, %zero, %zero : i64, i64 (%i: i64, %n: i64, %k: i64) {
			%v = mload %p, %i <ints=[8, 0]> : i64
			%c = lt %v, %first : bool
			` + body + `
			%next = add %i, %one : i64
			%more = lt %next, %hi : bool
			if %more {
				continue ^l %next, %m, %j
			} {
				break ^l %m, %j
			}
			unreachable
		}
		%both = add %n0, %k0 : i64
		return %both
	}`
	}
	for _, c := range []struct{ name, before, after string }{
		{"one counter up, another down, from either side", loop(`
			%m, %j = if %c : i64, i64 {
				%up = add %n, %one : i64
				yield %up, %k
			} {
				%down = sub %k, %one : i64
				yield %n, %down
			}`), loop(`
			%z = const 0 : i64
			%w = select %c, %one, %z : i64
			%m = add %n, %w : i64
			%y = const 0 : i64
			%u = select %c, %y, %one : i64
			%j = sub %k, %u : i64`)},
		{"both arms count, the same in different steps", loop(`
			%m, %j = if %c : i64, i64 {
				%up = add %n, %one : i64
				%flag = or %one, %k : i64
				yield %up, %flag
			} {
				%two = const 2 : i64
				%far = add %n, %two : i64
				yield %far, %k
			}`), loop(`
			%two = const 2 : i64
			%w = select %c, %one, %two : i64
			%m = add %n, %w : i64
			%z = const 0 : i64
			%u = select %c, %one, %z : i64
			%j = or %k, %u : i64`)},
		{"a branch in a branch", loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				yield %n
			} {
				%d = lt %first, %v : bool
				%in = if %d : i64 {
					%up = add %n, %one : i64
					yield %up
				} {
					yield %n
				}
				yield %in
			}`), loop(`
			%j = sub %k, %one : i64
			%d = lt %first, %v : bool
			%z = const 0 : i64
			%w = select %d, %one, %z : i64
			%y = const 0 : i64
			%u = select %c, %y, %w : i64
			%m = add %n, %u : i64`)},
		{"on two conditions", loop(`
			%j = sub %k, %one : i64
			%d = lt %i, %first : bool
			%e = and %c, %d : bool
			%m = if %e : i64 {
				%up = add %n, %one : i64
				yield %up
			} {
				yield %n
			}`), ""},
		{"a step that is no constant", loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				%up = add %n, %v : i64
				yield %up
			} {
				yield %n
			}`), ""},
		{"another value than that which the other arm leaves", loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				%up = add %k, %one : i64
				yield %up
			} {
				yield %n
			}`), ""},
		{"two operations, and a difference from a constant", loop(`
			%m, %j = if %c : i64, i64 {
				%up = add %n, %one : i64
				%neg = sub %one, %k : i64
				yield %up, %neg
			} {
				yield %n, %k
			}`), ""},
		{"one arm up, the other down", loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				%up = add %n, %one : i64
				yield %up
			} {
				%down = sub %n, %one : i64
				yield %down
			}`), ""},
		{"the condition waits for what is counted", loop(`
			%j = sub %k, %one : i64
			%few = lt %n, %first : bool
			%m = if %few : i64 {
				%up = add %n, %one : i64
				yield %up
			} {
				yield %n
			}`), ""},
		{"a branch that gives nothing, and one that gives what it has", loop(`
			%j = sub %k, %one : i64
			if %c {
				yield
			} {
				yield
			}
			%m = if %c : i64 {
				yield %n
			} {
				yield %k
			}`), ""},
		{"arms that leave it alone", loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				yield %n
			} {
				yield %n
			}`), ""},
		{"what is counted ahead", loop(`
			%up = add %n, %one : i64
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				yield %up
			} {
				yield %n
			}`), ""},
		{"a step that is no constant, in front", loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				%up = add %v, %n : i64
				yield %up
			} {
				yield %n
			}`), ""},
		{"a table in an arm", loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				%q = table %v <table=[3, 5]> : i64
				%d = lt %q, %i : bool
				%z = const 0 : i64
				%w = select %d, %one, %z : i64
				%up = add %n, %w : i64
				yield %up
			} {
				yield %n
			}`), ""},
		{"bits", loop(`
			%m, %j = if %c : i64, i64 {
				%up = xor %n, %one : i64
				yield %up, %k
			} {
				%three = const 3 : i64
				%flag = or %k, %three : i64
				yield %n, %flag
			}`), loop(`
			%three = const 3 : i64
			%z = const 0 : i64
			%w = select %c, %one, %z : i64
			%m = xor %n, %w : i64
			%y = const 0 : i64
			%u = select %c, %y, %three : i64
			%j = or %k, %u : i64`)},
		{"another operation than these", loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				%up = and %n, %one : i64
				yield %up
			} {
				yield %n
			}`), ""},
		{"an arm that leaves the loop", loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				%up = add %n, %one : i64
				yield %up
			} {
				break ^l %n, %j
			}`), ""},
		{"arms that count from different values", loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				%up = add %n, %one : i64
				yield %up
			} {
				%two = const 2 : i64
				%far = add %k, %two : i64
				yield %far
			}`), ""},
		{"what is made in the arm, and then counted from", loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				%neg = neg %n : i64
				%up = add %neg, %one : i64
				yield %up
			} {
				yield %n
			}`), ""},
		{"a choice inside of what is no constant", loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				%d = lt %first, %v : bool
				%w = select %d, %one, %v : i64
				%up = add %n, %w : i64
				yield %up
			} {
				yield %n
			}`), ""},
		{"a choice inside, the other way round", loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				%d = lt %first, %v : bool
				%w = select %d, %v, %one : i64
				%up = add %n, %w : i64
				yield %up
			} {
				yield %n
			}`), ""},
		{"a remainder in an arm", loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				%q = rem %v, %first : i64
				%d = lt %q, %i : bool
				%z = const 0 : i64
				%w = select %d, %one, %z : i64
				%up = add %n, %w : i64
				yield %up
			} {
				yield %n
			}`), ""},
		{"a load in an arm", loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				%q = mload %p, %v <ints=[8, 0]> : i64
				%d = lt %q, %i : bool
				%z = const 0 : i64
				%w = select %d, %one, %z : i64
				%up = add %n, %w : i64
				yield %up
			} {
				yield %n
			}`), ""},
		{"outside of loops", head + `
		%c = lt %lo, %first : bool
		%m = if %c : i64 {
			%up = add %hi, %one : i64
			yield %up
		} {
			yield %hi
		}
		return %m
	}`, ""},
		{"floats", loop(`
			%x = bitcast %n : f64
			%half = const 0.5 : f64
			%y = if %c : f64 {
				%up = add %x, %half : f64
				yield %up
			} {
				yield %x
			}
			%m = bitcast %y : i64
			%j = sub %k, %one : i64`), ""},
		{"something is stored", loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				mstore %p, %i, %one <ints=[8, 0]>
				%up = add %n, %one : i64
				yield %up
			} {
				yield %n
			}`), ""},
		{"something may fail", loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				%up = add %n, %one : i64
				yield %up
			} {
				%q = div %v, %first : i64
				%many = lt %q, %i : bool
				%in = if %many : i64 {
					%inner = add %n, %one : i64
					yield %inner
				} {
					yield %n
				}
				yield %in
			}`), loop(`
			%j = sub %k, %one : i64
			%m = if %c : i64 {
				%up = add %n, %one : i64
				yield %up
			} {
				%q = div %v, %first : i64
				%many = lt %q, %i : bool
				%z = const 0 : i64
				%w = select %many, %one, %z : i64
				%in = add %n, %w : i64
				yield %in
			}`)},
		{"what is counted is asked for before", loop(`
			%m, %j = if %c : i64, i64 {
				%up = add %n, %one : i64
				%twice = add %up, %one : i64
				%last = and %up, %twice : i64
				%j2 = add %k, %one : i64
				yield %up, %j2
			} {
				yield %n, %k
			}`), ""},
	} {
		rewrites(t, c.name, simd.Counts, c.before, c.after)
	}
}

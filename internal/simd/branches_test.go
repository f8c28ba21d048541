package simd_test

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/simd"
)

func TestBranches(t *testing.T) {
	const head = "func @f(%lo: i64, %hi: i64, %p: i64, %first: f64) -> (i64) kernel=range {\n%one = const 1 : i64\n%zero = const 0 : i64\n"
	loop := func(body string) string {
		return head + `
		%b0, %a0 = loop ^l %lo, %first, %zero : f64, i64 (%i: i64, %best: f64, %at: i64) {
			%v = mload %p, %i <ints=[8, 0]> : f64
			` + body + `
			%next = add %i, %one : i64
			%more = lt %next, %hi : bool
			if %more {
				continue ^l %next, %b, %a
			} {
				break ^l %b, %a
			}
			unreachable
		}
		return %a0
	}`
	}
	// few has the loop run up to hi - 0 times, where that isn't more than most.
	few := func(most, hi, body string) string {
		return head + "%most = const " + most + " : i64\n%n = and %hi, %lo : i64\n%few = le %n, %most : bool\nif %few {\n" +
			strings.NewReplacer("%lo, %first", "%zero, %first", "%next, %hi", "%next, "+hi, "return %a0", "").Replace(strings.TrimRight(strings.TrimPrefix(loop(body), head), "}\n\t ")) + "\nyield\n} {\nyield\n}\nreturn %zero\n}"
	}
	const kept = "%u = mload %p, %i <ints=[8, 0]> : i64\n%a = max %u, %at : i64\n%b = add %v, %first : f64"
	const branched = "%u = mload %p, %i <ints=[8, 0]> : i64\n%g = gt %u, %at : bool\n%a = if %g : i64 {\nyield %u\n} {\nyield %at\n}\n%b = add %v, %first : f64"
	for _, c := range []struct{ name, before, after string }{
		{"a greatest in a loop that is known to be short", few("32", "%n", kept), ""},
		{"a greatest in a loop that is known not to be long", few("33", "%n", kept), few("33", "%n", branched)},
		{"a greatest in a loop, and something else is short", few("16", "%hi", kept), few("16", "%hi", branched)},
		{"the place of the least: both selects, and what only the branch asks for", loop(`
			%c = lt %v, %best : bool
			%k = add %i, %one : i64
			%b = select %c, %v, %best : f64
			%a = select %c, %k, %at : i64`), loop(`
			%c = lt %v, %best : bool
			%b, %a = if %c : f64, i64 {
				%k = add %i, %one : i64
				yield %v, %k
			} {
				yield %best, %at
			}`)},
		{"the condition waits for the place, through memory and an inner loop", loop(`
			%w = loop ^inner %at : f64 (%j: i64) {
				%u = mload %p, %j <ints=[8, 0]> : f64
				break ^inner %u
			}
			%c = lt %v, %w : bool
			%a = select %c, %i, %at : i64
			%b = sub %best, %v : f64`), loop(`
			%w = loop ^inner %at : f64 (%j: i64) {
				%u = mload %p, %j <ints=[8, 0]> : f64
				break ^inner %u
			}
			%c = lt %v, %w : bool
			%a = if %c : i64 {
				yield %i
			} {
				yield %at
			}
			%b = sub %best, %v : f64`)},
		{"a select that chooses what is made of another, and on which no condition waits", loop(`
			%c = lt %v, %best : bool
			%b = select %c, %v, %best : f64
			%k = conv %b : i64
			%a = select %c, %k, %at : i64`), loop(`
			%c = lt %v, %best : bool
			%b = if %c : f64 {
				yield %v
			} {
				yield %best
			}
			%k = conv %b : i64
			%a = select %c, %k, %at : i64`)},
		{"a condition that waits for nothing, one on another carried value, and one that takes a new value or another", loop(`
			%c = lt %v, %first : bool
			%k = add %at, %one : i64
			%a = select %c, %k, %at : i64
			%d = lt %best, %first : bool
			%neg = neg %best : f64
			%half = add %best, %v : f64
			%b = select %d, %neg, %half : f64`), ""},
		{"a condition that waits for a value which does not wait for the selection", loop(`
			%b = add %best, %v : f64
			%c = lt %b, %first : bool
			%a = select %c, %i, %at : i64`), ""},
		{"the greatest that is kept, and nothing else takes as long", loop(`
			%u = mload %p, %i <ints=[8, 0]> : i64
			%a = max %u, %at : i64
			%b = add %v, %first : f64`), loop(`
			%u = mload %p, %i <ints=[8, 0]> : i64
			%c = gt %u, %at : bool
			%a = if %c : i64 {
				yield %u
			} {
				yield %at
			}
			%b = add %v, %first : f64`)},
		{"the least of three, of which one is kept", loop(`
			%u = mload %p, %i <ints=[8, 0]> : i64
			%m = min %at, %u : i64
			%a = min %m, %i : i64
			%b = add %v, %first : f64`), loop(`
			%u = mload %p, %i <ints=[8, 0]> : i64
			%c = lt %u, %at : bool
			%m = if %c : i64 {
				yield %u
			} {
				yield %at
			}
			%d = lt %i, %m : bool
			%a = if %d : i64 {
				yield %i
			} {
				yield %m
			}
			%b = add %v, %first : f64`)},
		{"a greatest beside much else", loop(`
			%u = mload %p, %i <ints=[8, 0]> : i64
			%a = max %u, %at : i64
			%b1 = add %v, %first : f64
			%b2 = mul %b1, %v : f64
			%b3 = add %b2, %first : f64
			%b4 = mul %b3, %v : f64
			%b5 = add %b4, %first : f64
			%b6 = mul %b5, %v : f64
			%b7 = add %b6, %first : f64
			%b = mul %b7, %v : f64`), ""},
		{"what may grow and shrink again", loop(`
			%u = mload %p, %i <ints=[8, 0]> : i64
			%c = lt %u, %at : bool
			%w = sub %u, %one : i64
			%a = select %c, %w, %at : i64
			%b = add %v, %first : f64`), ""},
		{"what may grow and shrink again, on two conditions", loop(`
			%u = mload %p, %i <ints=[8, 0]> : i64
			%c = lt %u, %at : bool
			%d = lt %v, %first : bool
			%e = and %c, %d : bool
			%w = sub %u, %one : i64
			%a = select %e, %w, %at : i64
			%b = add %v, %first : f64`), loop(`
			%u = mload %p, %i <ints=[8, 0]> : i64
			%c = lt %u, %at : bool
			%d = lt %v, %first : bool
			%e = and %c, %d : bool
			%a = if %e : i64 {
				%w = sub %u, %one : i64
				yield %w
			} {
				yield %at
			}
			%b = add %v, %first : f64`)},
		{"bytes that may grow and shrink again", loop(`
			%u = mload %p, %i <ints=[8, 0]> : u8
			%old = conv %at : u8
			%c = lt %u, %old : bool
			%w = conv %u : i64
			%w1 = sub %w, %one : i64
			%low = conv %w1 : u8
			%x = select %c, %low, %old : u8
			%a = conv %x : i64
			%b = add %v, %first : f64`), ""},
		{"a greatest that is a least later on", loop(`
			%u = mload %p, %i <ints=[8, 0]> : i64
			%m = max %u, %at : i64
			%a = min %m, %i : i64
			%b = add %v, %first : f64`), ""},
		{"a greatest selected as a least later on", loop(`
			%u = mload %p, %i <ints=[8, 0]> : i64
			%c = lt %at, %u : bool
			%m = select %c, %u, %at : i64
			%d = lt %i, %m : bool
			%a = select %d, %i, %m : i64
			%b = add %v, %first : f64`), ""},
		{"the greatest of what it was, and of what is made of that", loop(`
			%u = mload %p, %i <ints=[8, 0]> : i64
			%w = add %u, %at : i64
			%a = max %w, %at : i64
			%b = add %v, %first : f64`), ""},
		{"a greatest that is compared already", loop(`
			%u = mload %p, %i <ints=[8, 0]> : i64
			%c = lt %at, %u : bool
			%a = max %u, %at : i64
			%x = select %c, %v, %best : f64
			%b = add %x, %first : f64`), loop(`
			%u = mload %p, %i <ints=[8, 0]> : i64
			%c = lt %at, %u : bool
			%a, %x = if %c : i64, f64 {
				yield %u, %v
			} {
				yield %at, %best
			}
			%b = add %x, %first : f64`)},
		{"a greatest of what is made of what is kept, and one that is not", loop(`
			%u = add %at, %one : i64
			%w = max %u, %i : i64
			%t = max %at, %i : i64
			%a = sub %w, %i : i64
			%q = conv %t : f64
			%b = add %v, %q : f64`), ""},
	} {
		rewrites(t, c.name, simd.Branches, c.before, c.after)
	}
}

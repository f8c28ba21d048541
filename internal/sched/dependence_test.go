package sched_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/sched"
)

// TestDependences has loops whose iterations are certain to depend on each other, and neighbours of theirs that may be independent.
func TestDependences(t *testing.T) {
	const head = `func @f(%x: []f64, %y: []f64, %n: i64, %w: i64) -> () {
		%0 = const 0 : i64
		%1 = const 1 : i64
		%2 = const 2 : i64
		%3 = const 3 : i64
		%eight = const 8 : i64
		%nine = const 9 : i64
		%c = const 1.0 : f64
		%len = len %x : i64
	`
	const apart = ": the iterations of a parallel loop must be independent, these are "
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"next", `multi %n (%i: i64) {
			%j = add %i, %1 : i64
			%v = load %x, %i : f64 !"a.go":1:9
			store %x, %j, %v !"a.go":1:1
			yield
		}`, []string{"x[i+1], stored here by iteration 0, is loaded as x[i] by iteration 1 (a.go:1:9)" + apart + "1 apart"}},
		{"own", `multi %n (%i: i64) {
			%v = load %x, %i : f64
			store %x, %i, %v
			yield
		}`, nil},
		{"other slice", `multi %n (%i: i64) {
			%j = add %i, %1 : i64
			%v = load %y, %i : f64
			store %x, %j, %v
			yield
		}`, nil},
		{"unused load", `multi %n (%i: i64) {
			%j = add %i, %1 : i64
			%v = load %x, %j : f64
			store %x, %i, %c
			yield
		}`, nil},
		{"two apart, of unknown number", `multi %n (%i: i64) {
			%j = add %i, %2 : i64
			%v = load %x, %i : f64
			store %x, %j, %v
			yield
		}`, nil},
		{"two apart, of three", `multi %3 (%i: i64) {
			%j = add %i, %2 : i64
			%v = load %x, %i : f64 !"a.go":1:9
			store %x, %j, %v !"a.go":1:1
			yield
		}`, []string{"x[i+2], stored here by iteration 0, is loaded as x[i] by iteration 2 (a.go:1:9)" + apart + "2 apart"}},
		{"two apart, of two", `multi %2 (%i: i64) {
			%j = add %i, %2 : i64
			%v = load %x, %i : f64
			store %x, %j, %v
			yield
		}`, nil},
		{"even and odd", `multi %n (%i: i64) {
			%k = mul %i, %2 : i64
			%j = add %k, %1 : i64
			%v = load %x, %k : f64
			store %x, %j, %v
			yield
		}`, nil},
		{"the other half", `multi %n (%i: i64) {
			%j = add %i, %n : i64
			%v = load %x, %i : f64
			store %x, %j, %v
			yield
		}`, nil},
		{"one element", `multi %n (%i: i64) {
			%v = conv %i : f64
			store %x, %0, %v !"a.go":1:1
			yield
		}`, []string{"x[0], stored here by iteration 0, is stored by iteration 1 (a.go:1:1)" + apart + "1 apart"}},
		{"one element, the same value", `multi %n (%i: i64) {
			store %x, %0, %c
			yield
		}`, nil},
		{"one element, a value that all compute", `multi %n (%i: i64) {
			%v = load %y, %2 : f64
			%u = div %v, %c : f64
			store %x, %0, %u
			yield
		}`, nil},
		{"one element, another value in each third iteration", `multi %n (%i: i64) {
			%k = div %i, %3 : i64
			%v = conv %k : f64
			store %x, %0, %v
			yield
		}`, nil},
		{"one element, a flag", `multi %n (%i: i64) {
			%v = load %y, %i : f64
			%p = gt %v, %c : bool
			%d = sub %c, %c : f64
			%u = select %p, %c, %d : f64
			store %x, %0, %u
			yield
		}`, nil},
		{"one element, a datum", `multi %n (%i: i64) {
			%v = load %y, %i : f64
			%u = add %v, %c : f64
			store %x, %0, %u !"a.go":1:1
			yield
		}`, []string{"x[0], stored here by iteration 0, is stored by iteration 1 (a.go:1:1)" + apart + "1 apart"}},
		{"one element, a sum", `multi %n (%i: i64) {
			%s = for %0, %w, %c <ints=[1]> : f64 (%k: i64, %t: f64) {
				%r = mul %i, %w : i64
				%at = add %r, %k : i64
				%v = load %y, %at : f64
				%u = add %t, %v : f64
				yield %u
			}
			store %x, %0, %s !"a.go":1:1
			yield
		}`, []string{"x[0], stored here by iteration 0, is stored by iteration 1 (a.go:1:1)" + apart + "1 apart"}},
		{"a table that all compute", `multi %n (%i: i64) {
			for %0, %w <ints=[1]> (%k: i64) {
				%sq = mul %k, %k : i64
				%v = conv %sq : f64
				%u = load %y, %k : f64
				%t = mul %u, %v : f64
				store %x, %k, %t
				yield
			}
			yield
		}`, nil},
		{"a value that follows from the place", `multi %n, %w (%a: i64, %b: i64) {
			%k = add %a, %b : i64
			%v = load %y, %k : f64
			%u = mul %v, %c : f64
			store %x, %k, %u
			yield
		}`, nil},
		{"a value that doesn't", `multi %n, %w (%a: i64, %b: i64) {
			%k = add %a, %b : i64
			%v = conv %a : f64
			store %x, %k, %v !"a.go":1:1
			yield
		}`, []string{"x[a+b], stored here by iteration (0, 1), is stored by iteration (1, 0) (a.go:1:1)" + apart + "(1, -1) apart"}},
		{"a condition on extents", `multi %n, %w (%a: i64, %b: i64) {
			%p = eq %n, %w : bool
			if %p {
				%v = conv %a : f64
				store %x, %0, %v
				yield
			} {
				yield
			}
			yield
		}`, nil},
		{"a condition on a parameter", `multi %n (%i: i64) {
			%p = lt %i, %w : bool
			if %p {
				%v = conv %i : f64
				store %x, %0, %v
				yield
			} {
				yield
			}
			yield
		}`, nil},
		{"eight apart, of nine", `multi %nine (%i: i64) {
			%j = add %i, %eight : i64
			%v = load %x, %i : f64 !"a.go":1:9
			store %x, %j, %v !"a.go":1:1
			yield
		}`, []string{"x[i+8], stored here by iteration 0, is loaded as x[i] by iteration 8 (a.go:1:9)" + apart + "8 apart"}},
		{"one iteration", `multi %1 (%i: i64) {
			%v = conv %i : f64
			store %x, %0, %v
			yield
		}`, nil},
		{"a condition on the data", `multi %n (%i: i64) {
			%v = load %y, %i : f64
			%p = lt %v, %c : bool
			if %p {
				store %x, %0, %v
				yield
			} {
				yield
			}
			yield
		}`, nil},
		{"a border", `multi %n (%i: i64) {
			%p = gt %i, %0 : bool
			if %p {
				%j = sub %i, %1 : i64
				%v = load %x, %j : f64 !"a.go":1:9
				store %x, %i, %v !"a.go":1:1
				yield
			} {
				yield
			}
			yield
		}`, []string{"x[i], stored here by iteration 1, is loaded as x[i-1] by iteration 2 (a.go:1:9)" + apart + "1 apart"}},
		{"one iteration by a condition", `multi %n (%i: i64) {
			%p = eq %i, %1 : bool
			if %p {
				%v = conv %i : f64
				store %x, %0, %v
				yield
			} {
				yield
			}
			yield
		}`, nil},
		{"the last iteration by a condition", `multi %n (%i: i64) {
			%last = sub %n, %1 : i64
			%p = eq %i, %last : bool
			if %p {
				%v = conv %i : f64
				store %x, %0, %v
				yield
			} {
				yield
			}
			yield
		}`, nil},
		{"some iteration by a condition", `multi %n (%i: i64) {
			%p = eq %i, %w : bool
			if %p {
				%v = conv %i : f64
				store %x, %0, %v
				yield
			} {
				yield
			}
			yield
		}`, nil},
		{"the row before", `multi %n, %w (%y0: i64, %x0: i64) {
			%r = mul %y0, %w : i64
			%at = add %r, %x0 : i64
			%before = add %at, %w : i64
			%v = load %x, %before : f64 !"a.go":1:9
			store %x, %at, %v !"a.go":1:1
			yield
		}`, []string{"x[y0*w+x0], stored here by iteration (1, 0), is loaded as x[y0*w+w+x0] by iteration (0, 0) (a.go:1:9)" + apart + "(-1, 0) apart"}},
		{"sums of rows", `multi %n, %w (%y0: i64, %x0: i64) {
			%v = load %x, %y0 : f64 !"a.go":1:9
			%u = add %v, %c : f64
			store %x, %y0, %u !"a.go":1:9
			yield
		}`, []string{"x[y0], stored here by iteration (0, 0), is loaded by iteration (0, 1) (a.go:1:9)" + apart + "(0, 1) apart"}},
		{"sums of columns", `multi %n (%i: i64) {
			for %0, %w <ints=[1]> (%col: i64) {
				%v = load %x, %col : f64 !"a.go":1:9
				%u = add %v, %c : f64
				store %x, %col, %u !"a.go":1:1
				yield
			}
			yield
		}`, []string{"x[col], stored here by iteration 0, is loaded by iteration 1 (a.go:1:9)" + apart + "1 apart"}},
		{"a loop that may be empty", `multi %n (%i: i64) {
			for %0, %i <ints=[1]> (%k: i64) {
				store %x, %k, %c
				%v = load %x, %k : f64
				%u = add %v, %c : f64
				store %y, %i, %u
				yield
			}
			yield
		}`, nil},
		{"left before", `multi %n (%i: i64) {
			block ^b {
				%v = load %y, %i : f64
				%p = lt %v, %c : bool
				if %p {
					break ^b
				} {
					yield
				}
				store %x, %0, %v
				yield
			}
			yield
		}`, nil},
		{"parts of a slice", `multi %n (%i: i64) {
			%lo = mul %i, %2 : i64
			%hi = add %lo, %2 : i64
			%s = slice %x, %lo, %hi : []f64
			%v = load %x, %hi : f64 !"a.go":1:9
			store %s, %0, %v !"a.go":1:1
			yield
		}`, []string{"x[2*i], stored here by iteration 1, is loaded as x[2*i+2] by iteration 0 (a.go:1:9)" + apart + "1 apart"}},
		{"the iteration's own array", `multi %n (%i: i64) {
			%a = alloca <ints=[4]> : []f64
			%v = conv %i : f64
			store %a, %0, %v
			%u = load %a, %0 : f64
			store %x, %i, %u
			yield
		}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := ir.Parse(head + c.body + "\nreturn\n}")
			if err != nil {
				t.Fatal(err)
			}
			if err := ir.Verify(m, ir.Residual); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range sched.Dependences(m.Funcs[0]) {
				if d.Pos.String() == "-" {
					t.Error("no position")
				}
				got = append(got, d.Msg)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

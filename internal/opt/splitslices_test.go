package opt

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

func splitClean(f *ir.Func) bool {
	changed := SplitSlices(f)
	if changed {
		Rebase(f)
		Algebra(f)
		CSE(f)
		DCE(f)
	}
	return changed
}

func TestSplitSlices(t *testing.T) {
	testPass(t, "func @f(%x: []i32, %y: []i32, %n: i64, %c: bool) -> (i32, []i32)", splitClean, []pair{{
		"a loop takes one after the other off", `
			%zero = const 0 : i32
			%r, %left = loop ^l %zero, %x : i32, []i32 (%sum: i32, %s: []i32) {
				%k = const 0 : i64
				%len = len %s : i64
				%more = gt %len, %k : bool
				if %more {
					yield
				} {
					break ^l %sum, %s
				}
				%v = load %s, %k : i32
				%new = add %sum, %v : i32
				%one = const 1 : i64
				%l = len %s : i64
				%cap = cap %s : i64
				check.slice %one, %l, %cap <ints=[0]>
				%t = slice %s, %one, %l : []i32
				continue ^l %new, %t
			}
			return %r, %left`, `
			%end = len %x : i64
			%zero = const 0 : i32
			%r, %n0 = loop ^l %zero, %end : i32, i64 (%sum: i32, %len: i64) {
				%at = sub %end, %len : i64
				%k = const 0 : i64
				%more = gt %len, %k : bool
				if %more {
					yield
				} {
					break ^l %sum, %len
				}
				%v = load %x, %at : i32
				%new = add %sum, %v : i32
				%one = const 1 : i64
				check.slice %one, %len, %len <ints=[0]>
				%m = const -1 : i64
				%next = add %len, %m : i64
				continue ^l %new, %next
			}
			%from = sub %end, %n0 : i64
			%left = slice %x, %from, %end : []i32
			return %r, %left`,
	}, {
		"a counted loop from both ends, and the capacity", `
			%z = const 0 : i64
			%one = const 1 : i64
			%r = for %z, %n, %x <ints=[1]> : []i32 (%i: i64, %s: []i32) {
				%t = slice %s, %one, %i, %n : []i32
				yield %t
			}
			%v = const 1 : i32
			return %v, %r`, `
			%z = const 0 : i64
			%end = len %x : i64
			%cap = cap %x : i64
			%one = const 1 : i64
			%b, %e, %l = for %z, %n, %z, %end, %cap <ints=[1]> : i64, i64, i64 (%i: i64, %b0: i64, %e0: i64, %l0: i64) {
				%b1 = add %b0, %one : i64
				%e1 = add %b0, %i : i64
				%l1 = add %b0, %n : i64
				yield %b1, %e1, %l1
			}
			%r = slice %x, %b, %e, %l : []i32
			%v = const 1 : i32
			return %v, %r`,
	}, {
		"a branch", `
			%two = const 2 : i64
			%r = if %c : []i32 {
				%s = slice %x, %two, %n : []i32
				yield %s
			} {
				yield %x
			}
			%v = load %r, %two : i32
			return %v, %y`, `
			%cap = cap %x : i64
			%z = const 0 : i64
			%all = slice %x, %z, %cap : []i32
			%two = const 2 : i64
			%b = if %c : i64 {
				yield %two
			} {
				yield %z
			}
			%at = add %b, %two : i64
			%v = load %all, %at : i32
			return %v, %y`,
	}})
}

func TestSplitSlicesStays(t *testing.T) {
	testStays(t, "func @f(%x: []i32, %y: []i32, %n: i64, %c: bool) -> ([]i32)", SplitSlices, []untouched{
		{"a check that forgets the capacity", `
			%l = len %x : i64
			check.slice %n, %l, %l <ints=[0]>
			%s = slice %x, %n, %l : []i32
			return %s`},
		{"parts of two slices", `
			%r = if %c : []i32 {
				%s = slice %x, %n, %n : []i32
				yield %s
			} {
				yield %y
			}
			return %r`},
		{"slices that change places", `
			%z = const 0 : i64
			%a, %b = for %z, %n, %x, %y <ints=[1]> : []i32, []i32 (%i: i64, %s: []i32, %t: []i32) {
				yield %t, %s
			}
			return %a`},
		{"a slice from inside", `
			%r = block ^b : []i32 {
				%m = make %n : []i32
				%s = slice %m, %n, %n : []i32
				yield %s
			}
			return %r`},
	})
}

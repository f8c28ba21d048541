package x86

import (
	"fmt"
	"testing"
)

// TestWaitingSums has sums that wait until they are needed in a register: by a comparison that is made where the one before it holds, and in either arm of the
// branch. What is behind an arm that doesn't come by there has to have them, too.
func TestWaitingSums(t *testing.T) {
	const text = `func @k(%%p: i64, %%a: i64, %%v: i64) -> (i64) kernel=single {
		%%c1 = const 1 : i64
		%%s = add %%a, %%c1 : i64
		%%z = const 0 : i64
		%%l = lt %%v, %%z : bool
		%%c2 = const 2 : i64
		%%g = gt %%s, %%c2 : bool
		%%b = %s : bool
		%%r = if %%b : i64 {
			yield %s
		} {
			yield %s
		}
		return %%r
	}`
	for _, isa := range isas(t) {
		for _, cond := range []string{"and %l, %g", "and %g, %l", "or %l, %g", "or %g, %l", "andnot %l, %g", "andnot %g, %l"} {
			for _, arms := range [][2]string{{"%a", "%s"}, {"%s", "%a"}, {"%s", "%v"}, {"%v", "%s"}} {
				for _, a := range []int64{-5, 1, 2, 7} {
					for _, v := range []int64{-1, 0, 3} {
						agree(t, isa, fmt.Sprintf(text, cond, arms[0], arms[1]), 0, 0, make([]byte, 64), 0, uint64(a), uint64(v))
					}
				}
			}
		}
	}
}

package plan

import (
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestAttempts: a check that fails in an attempt is no panic, ends it, and says nothing about how long iterations take.
func TestAttempts(t *testing.T) {
	text := strings.Replace(strings.Replace(launchText, "launch @k %n, %unit, %c, %c, %s\n\treturn", "%done = launch @k %n, %unit, %c, %c, %s : bool\n\treturn %done", 1), "-> ()", "-> (bool)", 1)
	for _, cost := range []string{"1", "1000000"} {
		for _, n := range []int{1, 4} {
			threads(t, n)
			p := program(t, strings.Replace(text, "COST", cost, 1), &Kernel{Name: "k", Params: sliceParam, Call: failing, Sites: []Site{{Kind: ir.OpCheckDiv}}})
			for range 3 {
				for _, at := range []int{0, 9000, 99_999} {
					for _, length := range []int{at + 1, 100_000} {
						s := make([]float64, length)
						s[at] = -1
						check(t, run(p, func([]float64, int) bool { return false }, s, 1), false)
					}
				}
				s := make([]float64, 20_000)
				check(t, run(p, func([]float64, int) bool { return false }, s, 1), true)
				if slices.Contains(s, 0) {
					t.Error("iterations were left out")
				}
				check(t, run(p, func([]float64, int) bool { return false }, []float64{}, 1), true)
			}
		}
	}
}

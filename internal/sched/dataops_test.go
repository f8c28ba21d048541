package sched

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestDataOpsDeep: choices in choices take time in proportion to how many they are, and what their arms compute counts.
func TestDataOpsDeep(t *testing.T) {
	allocs := func(depth int) float64 {
		var b strings.Builder
		b.WriteString("func @f(%x: []f64, %c: bool, %v: f64) -> () {\n%at = const 0 : i64\n%w0 = mul %v, %v : f64\n%unused = add %v, %v : f64\n")
		for d := range depth {
			fmt.Fprintf(&b, "%%r%d = if %%c : f64 {\n%%w%d = mul %%w%d, %%v : f64\n", d, d+1, d)
		}
		fmt.Fprintf(&b, "yield %%w%d\n} {\nyield %%v\n}\n", depth)
		for d := depth - 2; d >= 0; d-- {
			fmt.Fprintf(&b, "yield %%r%d\n} {\nyield %%v\n}\n", d+1)
		}
		b.WriteString("store %x, %at, %r0\nreturn\n}\n")
		m, err := ir.Parse(b.String())
		if err != nil {
			t.Fatal(err)
		}
		data := dataOps(m.Funcs[0].Body)
		muls, adds := 0, 0
		for o := range data {
			switch o.Kind {
			case ir.OpMul:
				muls++
			case ir.OpAdd:
				adds++
			}
		}
		if muls != depth+1 || adds != 0 {
			t.Errorf("%d deep: %d products and %d sums are what is stored, want %d and 0", depth, muls, adds, depth+1)
		}
		return testing.AllocsPerRun(1, func() { dataOps(m.Funcs[0].Body) })
	}
	if few, many := allocs(8), allocs(16); many > 4*few+16 {
		t.Errorf("%.0f allocations for 8 choices in one another, %.0f for 16", few, many)
	}
}

package sched

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// TestUncleared: what is made and given away is as memory was where loops store all of it first, and is cleared ahead of them where they turn out not to.
func TestUncleared(t *testing.T) {
	const area = "mul %w, %h"
	const rows = `
  for %zero, %h <ints=[1]> (%y: i64) {
    %row = mul %y, %stride : i64
    for %zero, %w <ints=[1]> (%x: i64) {
      %at = add %row, %x : i64
      check.index %at, %n
      STORE
      yield
    }
    yield
  }
`
	for _, test := range []struct {
		name, n, body string
		uncleared     bool
		clears        bool
	}{
		{"rows", area, strings.Replace(rows, "STORE", "store %out, %at, %v", 1), true, true},
		{"of another size", "add %m, %zero", strings.Replace(rows, "STORE", "store %out, %at, %v", 1), false, false},
		{"one by one", area, "for %zero, %n <ints=[1]> (%i: i64) {\nstore %out, %i, %v\nyield\n}\n", true, false},
		{"every other", area, "for %zero, %n <ints=[2]> (%i: i64) {\nstore %out, %i, %v\nyield\n}\n", false, false},
		{"some", area, strings.Replace(rows, "STORE", "if %c {\nstore %out, %at, %v\nyield\n} {\nyield\n}", 1), false, false},
		{"looked at", area, strings.Replace(rows, "STORE", "%old = load %out, %at : f64\n%new = add %old, %v : f64\nstore %out, %at, %new", 1), false, false},
		{"in one case", area, "if %c {\n" + strings.Replace(rows, "STORE", "store %out, %at, %v", 1) + "yield\n} {\nyield\n}\n", true, true},
		{"not at first", area, "store %out, %zero, %v\n" + strings.Replace(rows, "STORE", "store %out, %at, %v", 1), false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, err := ir.Parse("func @f(%m: i64, %w: i64, %h: i64, %stride: i64, %v: f64, %c: bool) -> ([]f64) {\n%zero = const 0 : i64\n%n = " + test.n + " : i64\ncheck.make %n\n%out = make %n : []f64\n" + test.body + "return %out\n}\n")
			if err != nil {
				t.Fatal(err)
			}
			res, err := Lower(m.Funcs[0], machine.AVX2())
			if err != nil {
				t.Fatal(err)
			}
			text := res.Module.Text(false)
			if got := strings.Contains(text, "mode=uncleared"); got != test.uncleared {
				t.Errorf("uncleared: %v, want %v\n%s", got, test.uncleared, text)
			}
			rare := false
			for _, k := range res.Module.Funcs[1:] {
				if k.Rare && k.Kernel == ir.RangeKernel && strings.Contains(k.Text(false), "store %out") && !strings.Contains(k.Text(false), "%v") {
					rare = true
				}
			}
			if rare != test.clears {
				t.Errorf("a kernel that clears: %v, want %v\n%s", rare, test.clears, text)
			}
		})
	}
}

package sched

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestCarries: a loop that is in order says for what, and whether it is a sum that could be declared.
func TestCarries(t *testing.T) {
	const start = "%f = conv %w : f64\n%s0 = for %zero, %n, %f <ints=[1]> : f64 (%i: i64, %c: f64) {\n%a = load %x, %i : i64\n%v = conv %a : f64\n"
	for _, c := range []struct {
		name, ops string
		why, sum  bool
	}{
		{"sum", start + "%d = add %c, %v : f64\nyield %d\n}", true, true},
		{"sum of products", start + "%d = fma %v, %v, %c : f64\nyield %d\n}", true, true},
		{"recurrence", start + "%d = fma %v, %c, %v : f64\nyield %d\n}", true, false},
		{"running sum", start + "%d = add %c, %v : f64\n%e = conv %d : i64\nstore %x, %i, %e\nyield %d\n}", true, false},
		{"carried as it is", start + "yield %c\n}", false, false},
		{"nothing carried", "for %zero, %n <ints=[1]> (%i: i64) {\nstore %x, %i, %w\nyield\n}", false, false},
	} {
		r := nestIn(t, c.ops)
		loop := r.Ops[len(r.Ops)-2]
		for _, o := range loop.Regions[0].Ops {
			o.Pos = ir.PosAt("x.go", 1, 1)
		}
		why := carries(loop)
		if (why != "") != c.why || strings.Contains(why, "hone.Sum") != c.sum {
			t.Errorf("%s: %q", c.name, why)
		}
	}
}

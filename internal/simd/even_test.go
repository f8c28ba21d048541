package simd_test

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestEvenSteps: what is gathered and scattered at even steps needs no vector of indices, whatever the step is computed of; what isn't does.
func TestEvenSteps(t *testing.T) {
	const load, store = "%v = load %y, %k : f64\n", "%j = mul %i, %hi : i64\n%f = conv %i : f64\nstore %y, %j, %f\n"
	for _, c := range []struct {
		name, body string
		even       bool
	}{
		{"times a number", "%k = mul %i, %n : i64\n" + load + "%w = neg %v : f64\nstore %y, %i, %w\n", true},
		{"further on, backwards", "%j = sub %n, %i : i64\n%l = mul %lo, %j : i64\n%k = add %l, %hi : i64\n" + load + "store %y, %i, %v\n", true},
		{"far, as known", "%c = const 100 : i64\n%k = mul %i, %c : i64\n" + load + "store %y, %i, %v\n", true},
		{"stored", store, true},
		{"a square", "%k = mul %i, %i : i64\n" + load + "store %y, %i, %v\n", false},
		{"loaded", "%k = add %a, %i : i64\n" + load + "store %y, %i, %v\n", false},
	} {
		_, f := lanesOfPlaces(t, c.body)
		even, others := 0, 0
		f.Body.Walk(func(o *ir.Op) bool {
			if o.Kind == ir.OpGather || o.Kind == ir.OpScatter {
				if o.Args[1].Type == ir.TI64 {
					even++
				} else if bits, known := o.Args[len(o.Args)-1].IsConst(); known && bits != 0 {
					others++
				}
			}
			return true
		})
		if (even > 0) != c.even || (others > 0) == c.even {
			t.Errorf("%s: %d at even steps, %d by indices\n%s", c.name, even, others, f)
		}
	}
}

package analysis

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

func TestMost(t *testing.T) {
	m, err := ir.Parse(`
func @f(%i: i64, %n: i64, %m: i64) -> () {
  %c48 = const 48 : i64
  %zero = const 0 : i64
  %next = add %i, %c48 : i64
  %end = min %next, %n : i64
  %tile = sub %end, %i : i64
  %positive = max %tile, %zero : i64
  %shorter = min %m, %tile : i64
  %far = sub %end, %m : i64
  %either = max %tile, %m : i64
  %twice = mul %end, %c48 : i64
  %wide = sub %twice, %i : i64
  %last = const 9223372036854775806 : i64
  %one = const 1 : i64
  %below = min %n, %last : i64
  %upto = add %below, %one : i64
  %beyond = add %upto, %one : i64
  return
}`)
	if err != nil {
		t.Fatal(err)
	}
	s := NewSpace()
	want := map[string]int64{"c48": 48, "tile": 48, "positive": 48, "shorter": 48, "far": -1, "either": -1, "wide": -1, "n": -1, "below": -1, "upto": -1, "beyond": -1}
	for _, o := range m.Funcs[0].Body.Ops {
		if len(o.Results) == 0 {
			continue
		}
		name := o.Results[0].Name
		if most, listed := want[name]; listed {
			if got, ok := s.Most(o.Results[0]); ok != (most >= 0) || ok && got != most {
				t.Errorf("%s: %d, %v; want %d", name, got, ok, most)
			}
		}
	}
}

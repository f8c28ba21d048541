package analysis

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestReorderAround: what stands before a loop is done again in each of its iterations.
func TestReorderAround(t *testing.T) {
	f := parse(t, `func @f(%x: []f64, %y: []f64, %n: i64) -> () {
  %zero = const 0 : i64
  %w = const 4 : i64
  multi %n (%i: i64) {
    %row = mul %i, %w : i64
    %a = load %x, %row : f64
    %b = load %y, %i : f64
    for %zero, %w <ints=[1]> (%j: i64) {
      %at = add %row, %j : i64
      store %x, %at, %b
      yield
    }
    yield
  }
  return
}`)
	body := f.Body.Ops[2].Regions[0]
	var loop, a, b *ir.Op
	for _, o := range body.Ops {
		switch {
		case o.Kind == ir.OpFor:
			loop = o
		case o.Kind == ir.OpLoad && o.Args[0].Name == "x":
			a = o
		case o.Kind == ir.OpLoad:
			b = o
		}
	}
	for _, c := range []struct {
		around []*ir.Op
		want   string
	}{
		{nil, "free"},
		{[]*ir.Op{b}, "free if x and y are apart"},
		{[]*ir.Op{a}, "in order: store of x and load of x: they may touch the same element"},
	} {
		v := Of(f).Reorder(loop, c.around...)
		if got := v.String(); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}

package analysis

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestThroughout asks what has to hold ahead of a nest for a loop in it to be free in each iteration of those around it.
func TestThroughout(t *testing.T) {
	for _, c := range []struct{ row, want string }{
		{"mul %i, %ld", "-n-y+z >= 0 or -n+y-z >= 0; -n-y+z >= 0 or -m*ld-n+y+ld-z >= 0; m*ld-n-y-ld+z >= 0 or -n+y-z >= 0; " +
			"m*ld-n-y-ld+z >= 0 or -m*ld-n+y+ld-z >= 0; j+i*ld+z, y+j, -n-y+i*ld+z, -n+y-i*ld-z don't wrap around"},
		{"mul %i, %eight", "-n-y+z >= 0 or -8*m-n+y-z+8 >= 0; j+8*i+z, y+j, -n-y+8*i+z, -n+y-8*i-z don't wrap around"}, // the ends that matter are known
		{"mul %i, %i", ""},       // moves by more and more
		{"load %k, %i", ""},      // moves as data does
		{"mul %square, %ld", ""}, // the same
	} {
		f := parse(t, `func @f(%a: []f64, %k: []i64, %ld: i64, %m: i64, %n: i64, %y: i64, %z: i64) -> () {
  %zero = const 0 : i64
  %eight = const 8 : i64
  multi %m (%i: i64) {
    %square = mul %i, %i : i64
    %row = `+c.row+` : i64
    %begin = add %row, %z : i64
    for %zero, %n <ints=[1]> (%j: i64) {
      %to = add %begin, %j : i64
      %from = add %y, %j : i64
      %v = load %a, %from : f64
      store %a, %to, %v
      yield
    }
    yield
  }
  return
}`)
		nest := f.Body.Ops[2]
		loop := nest.Regions[0].Ops[3]
		s := NewSpace()
		order := In(s).Reorder(loop)
		inside := func(v *ir.Value) bool { return nest.Defines(v) }
		if !order.Free || !order.If.Mentions(inside) {
			t.Fatalf("%s: %s", c.row, order.String())
		}
		all := order.If.Throughout(s, []*ir.Op{nest})
		got := ""
		if !all.Mentions(inside) {
			got = all.String()
		}
		if got != c.want {
			t.Errorf("%s: %s, not %s", c.row, got, c.want)
		}
	}
}

package pipeline

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestUnrolled: a loop over few taps is written out, also where it runs to its last index and that is the result of an operation on constants.
func TestUnrolled(t *testing.T) {
	const text = `func @f(%out: []f32, %in: []f32) -> () {
  %n = len %out : i64
  multi %n (%i: i64) {
    %zero = const 0 : f32
    %begin = const -1 : i64
    %one = const 1 : i64
    %two = const 2 : i64
    %sum = loop ^taps %begin, %zero : f32 (%d: i64, %s: f32) {
      %last = sub %two, %one : i64
      %more = le %d, %last : bool
      if %more {
        yield
      } {
        break ^taps %s
      }
      %at = add %i, %d : i64
      %v = load %in, %at : f32
      %t = add %s, %v : f32
      %next = add %d, %one : i64
      continue ^taps %next, %t
    }
    store %out, %i, %sum
    yield
  }
  return
}`
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	f := m.Funcs[0]
	for _, p := range optPasses {
		if p.Needs == nil {
			p.Run(f)
		}
	}
	if err := ir.Verify(m, ir.Residual); err != nil {
		t.Fatal(err)
	}
	if loads := count(f, ir.OpLoad); loads != 3 || count(f, ir.OpFor)+count(f, ir.OpLoop) > 0 {
		t.Errorf("%d loads, not 3, or a loop is left:\n%s", loads, m)
	}
}

func count(f *ir.Func, k ir.OpKind) (n int) {
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == k {
			n++
		}
		return true
	})
	return n
}

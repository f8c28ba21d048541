package simd_test

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/simd"
)

// bordered are loops whose inner part, where sums are, must be done in vectors without masks.
var bordered = []struct{ name, text string }{
	{"borders that begin at values computed elsewhere, and the inner part behind an else", `func @f(%out: []f32, %in: []f32, %r: i64, %m: i64) -> () {
  %n = len %out : i64
  multi %n (%i: i64) {
    %one = const 1 : i64
    %low = lt %i, %r : bool
    %high = ge %i, %m : bool
    %border = or %low, %high : bool
    if %border {
      %v = load %in, %i : f32
      store %out, %i, %v
      yield
    } {
      %before = sub %i, %one : i64
      %u = load %in, %before : f32
      %behind = add %i, %one : i64
      %w = load %in, %behind : f32
      %s = add %u, %w : f32
      store %out, %i, %s
      yield
    }
    yield
  }
  return
}`},
	{"the same, with the inner part behind a condition", `func @f(%out: []f32, %in: []f32, %r: i64, %m: i64) -> () {
  %n = len %out : i64
  multi %n (%i: i64) {
    %one = const 1 : i64
    %low = gt %i, %r : bool
    %high = le %i, %m : bool
    %border = and %low, %high : bool
    if %border {
      %before = sub %i, %one : i64
      %u = load %in, %before : f32
      %behind = add %i, %one : i64
      %w = load %in, %behind : f32
      %s = add %u, %w : f32
      store %out, %i, %s
      yield
    } {
      %v = load %in, %i : f32
      store %out, %i, %v
      yield
    }
    yield
  }
  return
}`},
	{"an index clamped on both sides", `func @f(%out: []f32, %in: []f32, %last: i64) -> () {
  %n = len %out : i64
  multi %n (%i: i64) {
    %one = const 1 : i64
    %zero = const 0 : i64
    %before = sub %i, %one : i64
    %b0 = max %before, %zero : i64
    %b = min %b0, %last : i64
    %u = load %in, %b : f32
    %behind = add %i, %one : i64
    %a0 = min %behind, %last : i64
    %a = max %a0, %zero : i64
    %w = load %in, %a : f32
    %s = add %u, %w : f32
    store %out, %i, %s
    yield
  }
  return
}`},
}

func TestBorders(t *testing.T) {
	for _, c := range bordered {
		m, err := ir.Parse(c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		r, err := sched.Lower(m.Funcs[0], machine.SmallData())
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		found := false
		for _, f := range r.Module.Funcs[1:] {
			k, err := pipeline.ToLanes(f, simd.Options{Machine: machine.AVX512(), ScratchBytes: 8192})
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			k.Func.Body.Walk(func(o *ir.Op) bool {
				found = found || o.Kind == ir.OpLoop && o.Mode == ir.InLanes && sumsUnmasked(o)
				return true
			})
		}
		if !found {
			t.Errorf("%s: no vectors without masks", c.name)
		}
	}
}

// sumsUnmasked reports a loop that adds vectors, and loads and stores all of their lanes side by side.
func sumsUnmasked(o *ir.Op) bool {
	sums, masked := false, false
	o.Regions[0].Walk(func(in *ir.Op) bool {
		switch in.Kind {
		case ir.OpAdd:
			t := in.Result().Type
			sums = sums || t.Kind == ir.Vec && t.Elem == ir.TF32
		case ir.OpMLoad:
			masked = masked || len(in.Args) > 2
		case ir.OpMStore:
			masked = masked || len(in.Args) > 3
		case ir.OpGather:
			masked = true
		}
		return true
	})
	return sums && !masked
}

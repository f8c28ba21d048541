package sched

import (
	"testing"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// TestFreeLoop lists plain loops whose iterations may be reordered, or have lanes in turns, and such as may not.
func TestFreeLoop(t *testing.T) {
	const all = "for ^l %zero, %n <ints=[1]> (%i: i64) {\n"
	const add = "%a = load %x, %i : i64\n%b = add %a, %w : i64\nstore %x, %i, %b\n"
	const in, own, turns = 1, 2, 4 // inside a kernel; it is free; in turns
	for _, c := range []struct {
		name, ops string
		at        int
		want      int
	}{
		{"independent", all + add + "yield\n}", 0, own},
		{"in a kernel", all + add + "yield\n}", in, own},
		{"with a loop inside", all + "for %zero, %m <ints=[1]> (%j: i64) {\n" + add + "yield\n}\nyield\n}", 0, own},
		{"in steps", "for %zero, %n <ints=[2]> (%i: i64) {\n" + add + "yield\n}", 0, own},
		{"not counted", "loop ^l %zero, %n (%i: i64, %end: i64) {\n%q = lt %i, %end : bool\nif %q {\nyield\n} {\nbreak ^l\n}\n" + add + "%next = add %i, %one : i64\ncontinue ^l %next, %end\n}", 0, 0},
		{"not counted, for nothing", "loop ^l {\n%q = lt %n, %m : bool\nif %q {\nyield\n} {\nbreak ^l\n}\nstore %x, %n, %m\ncontinue ^l\n}", 0, 0},
		{"in a kernel, with a loop inside", all + "for %zero, %m <ints=[1]> (%j: i64) {\n" + add + "yield\n}\nyield\n}", in, own},
		{"in a kernel, in steps", "for %zero, %n <ints=[2]> (%i: i64) {\n" + add + "yield\n}", in, 0},
		{"with a parallel loop inside", all + "multi %m (%j: i64) {\n" + add + "yield\n}\nyield\n}", 0, 0},
		{"makes memory", all + "%l = make %m : []i64\n%a = load %x, %i : i64\nstore %l, %zero, %a\n%c = load %l, %one : i64\nstore %x, %i, %c\nyield\n}", 0, 0},
		{"makes room", all + "%l = scratch %m : []i64\n%a = load %x, %i : i64\nstore %l, %zero, %a\n%c = load %l, %one : i64\nstore %x, %i, %c\nyield\n}", 0, 0},
		{"stores slices", all + "store %s, %i, %y <path=[0]>\nyield\n}", 0, 0},
		{"in order", all + "%a = load %x, %i : i64\n%next = add %i, %one : i64\nstore %x, %next, %a\nyield\n}", 0, 0},
		{"a check of data", all + "%a = load %y, %i : i64\ncheck.index %a, %n\n%b = load %r, %a, %one <path=[0, -1]> : i64\nstore %x, %i, %b\nyield\n}", 0, own | turns},
		{"a check behind the store", all + "store %x, %i, %w\n%a = load %y, %w : i64\ncheck.index %a, %n\nyield\n}", 0, own | turns},
		{"a check behind a store in a branch", all + "%q = lt %i, %w : bool\nif %q {\nstore %x, %i, %w\nyield\n} {\nyield\n}\n%a = load %y, %i : i64\ncheck.index %a, %n\nyield\n}", 0, 0},
		{"checks behind stores that may be its own", all + "store %x, %i, %w\n%a = load %x, %i : i64\ncheck.index %a, %n\nyield\n}", 0, 0},
		{"a check of data in a loop inside", all + "for %zero, %m <ints=[1]> (%j: i64) {\n%a = load %y, %j : i64\ncheck.index %a, %n\nyield\n}\nstore %x, %i, %w\nyield\n}", 0, 0},
	} {
		r := nestIn(t, c.ops)
		s := &scheduler{machine: machine.AVX512().With(machine.Forced{Always: true, Strip: 16}), host: &ir.Func{Body: r}}
		var loop *ir.Op
		for _, o := range r.Ops {
			if o.Kind.Has(ir.Loop) {
				loop = o
			}
		}
		got := 0
		if l := s.freeLoop(analysis.In(analysis.NewSpace()), loop, c.at == in); l != nil && !l.written {
			if got = own; l.turns {
				got |= turns
			}
		}
		if got != c.want {
			t.Errorf("%s: %d, not %d", c.name, got, c.want)
		}
	}
}

// TestMayRunLong: what is carried in pieces goes through the results of kernels, which slices don't; and what halves is over soon.
func TestMayRunLong(t *testing.T) {
	for ops, want := range map[string]bool{
		"loop ^l %zero (%i: i64) {\n%next = add %i, %one : i64\ncontinue ^l %next\n}":                                                                                true,
		"%two = const 2 : i64\nloop ^l %n (%i: i64) {\n%c = ne %i, %zero : bool\nif %c {\nyield\n} {\nbreak ^l\n}\n%next = div %i, %two : i64\ncontinue ^l %next\n}": false,
		"loop ^l %x (%c: []i64) {\n%next = slice %c, %one, %n : []i64\ncontinue ^l %next\n}":                                                                         false,
		"%a = add %n, %m : i64": false,
	} {
		r := nestIn(t, ops)
		if got := mayRunLong(r.Ops[len(r.Ops)-2]); got != want {
			t.Errorf("%s: %v", ops, got)
		}
	}
}

// TestSpaceSpans: the range of an index is known where its loop counts upwards, and that all of it is counted where nothing leaves or repeats the loop.
func TestSpaceSpans(t *testing.T) {
	m, err := ir.Parse(`func @f(%x: []f64, %n: i64, %m: i64) -> () {
  %zero = const 0 : i64
  %z = const 0 : f64
  multi %n (%i: i64) {
    for %i, %m <ints=[1]> (%up: i64) {
      yield
    }
    for %m, %i <ints=[-1]> (%down: i64) {
      yield
    }
    for ^l %zero, %m <ints=[1]> (%left: i64) {
      %c = lt %left, %i : bool
      if %c {
        break ^l
      } {
        yield
      }
      yield
    }
    %s = blockreduce %m, %z <ints=[1, 1]> : f64 (%row: i64) {
      %v = load %x, %row : f64
      yield %v
    } (%a: f64, %b: f64) {
      %d = add %a, %b : f64
      yield %d
    }
    %t = blockreduce %m, %n, %z <ints=[2, 1]> : f64 (%rows: i64, %columns: i64) {
      %w = load %x, %rows : f64
      yield %w
    } (%e: f64, %f: f64) {
      %g = add %e, %f : f64
      yield %g
    }
    yield
  }
  return
}`)
	if err != nil {
		t.Fatal(err)
	}
	loop := m.Funcs[0].Body.Ops[2]
	p := newSpace(loop)
	want := map[string][2]bool{"i": {true, true}, "up": {true, true}, "down": {}, "left": {true, false}, "row": {true, true}, "rows": {}, "columns": {}}
	see := func(v *ir.Value) {
		w, ok := want[v.Name]
		if !ok {
			return
		}
		delete(want, v.Name)
		if _, known := p.index[v]; known != w[0] {
			t.Errorf("%s: known: %v", v.Name, known)
		} else if known {
			if _, whole := p.span(v); whole != w[1] {
				t.Errorf("%s: whole: %v", v.Name, whole)
			}
		}
	}
	see(loop.Regions[0].Params[0])
	loop.Regions[0].Walk(func(o *ir.Op) bool {
		for _, r := range o.Regions {
			for _, v := range r.Params {
				see(v)
			}
		}
		return true
	})
	if len(want) > 0 {
		t.Errorf("no %v", want)
	}
}

package sched

import (
	"testing"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
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
		{"in a kernel, with a loop inside", all + "for %zero, %m <ints=[1]> (%j: i64) {\n" + add + "yield\n}\nyield\n}", in, 0},
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
		s := &scheduler{machine: Machine{RegisterBytes: 64, Strip: 16}}
		var loop *ir.Op
		for _, o := range r.Ops {
			if o.Kind.Has(ir.Loop) {
				loop = o
			}
		}
		got := 0
		if l := s.freeLoop(analysis.In(analysis.NewSpace()), loop, c.at == in); l != nil {
			if got = own; l.turns {
				got |= turns
			}
		}
		if got != c.want {
			t.Errorf("%s: %d, not %d", c.name, got, c.want)
		}
	}
}

// TestMayRunLong: what is carried in pieces goes through the results of kernels, which slices don't.
func TestMayRunLong(t *testing.T) {
	for ops, want := range map[string]bool{
		"loop ^l %zero (%i: i64) {\n%next = add %i, %one : i64\ncontinue ^l %next\n}":        true,
		"loop ^l %x (%c: []i64) {\n%next = slice %c, %one, %n : []i64\ncontinue ^l %next\n}": false,
		"%a = add %n, %m : i64": false,
	} {
		r := nestIn(t, ops)
		if got := mayRunLong(r.Ops[len(r.Ops)-2]); got != want {
			t.Errorf("%s: %v", ops, got)
		}
	}
}

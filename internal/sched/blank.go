package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A temporary whose interior is stored, and whose borders are to be zero, is cleared as a whole before. In a pipeline that is most of what is written to its window, and
// where the stage that stores fills a part of each row without a gap, all but the rest need not be: the loop that clears is no stage then, and what lies between the parts, or in
// rows that the stage doesn't have, becomes zero as its rows come up.

// blank is a temporary of a pipeline that is cleared so.
type blank struct {
	temp  *ir.Op
	stage *stage          // that stores
	store analysis.Access // to all of a part of each row
}

// withBlanks is the pipeline without the loops that need not clear temporaries, and the paths of what is left.
func (p *pipeline) withBlanks(paths []*path) (*pipeline, []*path) {
	var blanks []blank
	gone := map[*stage]bool{}
	for _, t := range p.temps {
		if c, b := p.blanked(t); c != nil {
			blanks = append(blanks, b)
			gone[c] = true
		}
	}
	q := *p
	q.stages, q.blanks = nil, blanks
	var left []*path
	for m, st := range p.stages {
		if !gone[st] {
			q.stages = append(q.stages, st)
			left = append(left, paths[m])
		}
	}
	if len(blanks) == 0 || len(q.stages) < 2 || !q.handsOn() {
		return p, paths
	}
	return &q, left
}

// (By the time the loops have become kernels, their copies are what can be looked at.)
//
// blanked finds the stage that clears a temporary, if the next that touches it fills a part of each row and does nothing else with it.
func (p *pipeline) blanked(t *ir.Op) (clear *stage, b blank) {
	touches := func(st *stage) bool { return uses(st.space.op, t.Results[0]) }
	first := slices.IndexFunc(p.stages, touches)
	if first < 0 || !clears(p.stages[first].space.op, t) {
		return nil, b
	}
	second := slices.IndexFunc(p.stages[first+1:], touches)
	if second < 0 {
		return nil, b
	}
	st := p.stages[first+1+second]
	store, ok := st.fills(t)
	if !ok {
		return nil, b
	}
	return p.stages[first], blank{t, st, store}
}

// clears reports a loop that makes all elements of a temporary zero, and does nothing else.
func clears(loop, t *ir.Op) bool {
	if len(loop.Args) != 1 || loop.Args[0] != t.Args[0] || !t.Results[0].Type.Elem.IsScalar() {
		return false
	}
	body, stored := loop.Regions[0], false
	for _, o := range body.Ops {
		switch o.Kind {
		case ir.OpConst, ir.OpYield:
		case ir.OpStore:
			if bits, known := o.Args[2].IsConst(); o.Args[0] != t.Results[0] || o.Args[1] != body.Params[0] || !known || bits != 0 {
				return false
			}
			stored = true
		default:
			return false
		}
	}
	return stored
}

// fills gives the store of a stage to a temporary, if that is all it does with it, and if it stores to each of several elements side by side, the same in each of its rows.
func (st *stage) fills(t *ir.Op) (store analysis.Access, ok bool) {
	n := 0
	for _, a := range st.acc {
		if a.Root == t.Results[0] {
			store, n = a, n+1
		}
	}
	if st.free || n != 1 || !store.Stores() {
		return store, false
	}
	body, in := st.space.body, store.Op.Parent
	var column *ir.Value
	switch {
	case len(body.Params) == 2 && in == body:
		column = body.Params[1]
	case len(body.Params) == 1 && in != body:
		f := in.Parent
		if f.Parent != body || f.Kind != ir.OpFor || f.Ints[0] != 1 { // its range is known outside, and it runs to its end: stages are linear
			return store, false
		}
		column = f.Regions[0].Params[0]
	default:
		return store, false
	}
	step, whole := store.At.Coef(column)
	one, known := step.Const()
	return store, whole && known && one == 1
}

// part is what a stage stores of row 0 to a temporary that it fills a part of: the first element, and how many there are; nil if it is no such.
func (e *layouter) part(st *stage, t *ir.Op) (first, n *ir.Value) {
	for _, b := range e.p.blanks {
		if b.stage == st && b.temp == t {
			lo, hi := e.rowZero(st, b.store, 1)
			return lo, e.add(e.sub(hi, lo), e.Int(1))
		}
	}
	return nil, nil
}

// cell has the stage m answer for all elements of temporary t from what it stores of one row to what it stores of the next, if that is how what it doesn't store becomes zero. It
// gives what has to hold.
func (e *layouter) cell(l *layout, m int, t *ir.Op, stored *extent) (conds []*ir.Value) {
	first, n := e.part(e.p.stages[m], t)
	if first == nil {
		return nil
	}
	stored.lo, stored.hi = first, e.add(first, e.sub(e.pitch, e.Int(1)))
	l.parts = append(l.parts, filled{t, m, first, n})
	return []*ir.Value{e.Compare(ir.OpLe, n, e.pitch)}
}

// filled is what a stage fills of its first row.
type filled struct {
	temp     *ir.Op
	stage    int
	first, n *ir.Value
}

// emit emits what clears the rest of the window.
func (x filled) emit(in *ir.Builder, l *layout, window, rows *ir.Value) {
	in.Op(ir.OpBlank, []*ir.Value{window, rows, l.ahead[x.stage], l.before[x.stage], x.first, x.n})
}

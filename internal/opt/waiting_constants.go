package opt

import "github.com/hone-go/hone/internal/ir"

// Constants that are added on a chain from iteration to iteration go to its end, where one is added anyway: the chain is shorter by one addition.
//
//	a' = m + 7; b' = (b + a')*5 + 3  =>  b' = (b + m)*5 + 38
//
// Integers wrap around, so that this is the same number.

// increased is an op that adds a constant to what adds one itself, at the end of a path of ops.
type increased struct {
	op    *ir.Op
	path  []*ir.Op
	total uint64
}

// constants finds those of a loop.
func (w *waits) constants(loop *ir.Op) {
	loop.Regions[0].Walk(func(o *ir.Op) bool {
		if to, k, ok := constantAdded(o); ok && w.wait(o.Results[0]) >= 0 && len(w.f.Uses().Of(o.Results[0])) > 0 {
			if path, c := w.inner(to, loop, mostTerms); path != nil {
				w.sums = append(w.sums, increased{o, path, k + c})
			}
		}
		return true
	})
}

// constantAdded takes an addition of a constant apart.
func constantAdded(o *ir.Op) (to *ir.Value, c uint64, ok bool) {
	if o.Kind != ir.OpAdd || !o.Results[0].Type.IsInt() {
		return nil, 0, false
	}
	for k, a := range o.Args {
		if c, ok := a.IsConst(); ok {
			return o.Args[1-k], c, true
		}
	}
	return nil, 0, false
}

// inner gives a path from v to an addition of a constant, and how much less v is without it: through what waits for the iteration before and nobody else uses, so that it can be
// replaced by as many operations.
func (w *waits) inner(v *ir.Value, loop *ir.Op, depth int) (path []*ir.Op, c uint64) {
	d := v.Def
	if d == nil || depth == 0 || !d.Within(loop) || w.wait(v) < 0 {
		return nil, 0
	}
	if _, c, ok := constantAdded(d); ok {
		return []*ir.Op{d}, c
	}
	if len(w.f.Uses().Of(v)) != 1 || !v.Type.IsInt() {
		return nil, 0
	}
	switch d.Kind {
	case ir.OpAdd:
		if path, c = w.inner(d.Args[0], loop, depth-1); path == nil {
			path, c = w.inner(d.Args[1], loop, depth-1)
		}
	case ir.OpMul, ir.OpShl:
		if by, ok := d.Args[1].IsConst(); ok {
			path, c = w.inner(d.Args[0], loop, depth-1)
			c = ir.EvalScalar2(d.Kind, v.Type, c, by)
		}
	}
	if path == nil {
		return nil, 0
	}
	return append(path, d), c
}

// shorten builds what is at the end of a path without the constant at its begin.
func shorten(b *ir.Builder, path []*ir.Op) *ir.Value {
	v, _, _ := constantAdded(path[0])
	old := path[0].Results[0]
	for _, o := range path[1:] {
		x, y := o.Args[0], o.Args[1]
		if x == old {
			x = v
		} else {
			y = v
		}
		v, old = b.Binary(o.Kind, x, y), o.Results[0]
	}
	return v
}

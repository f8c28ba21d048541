package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Waiting has what comes from the iteration before come last where the order makes no difference, so that the next one waits for one operation:
//
//	min(min(a[j], prev), b[j]) => min(prev, min(a[j], b[j]))
//
// and additions of constants at the end (constants). (Reassociation to reduce height: Kuck and Muraoka, "Bounds on the parallel evaluation of arithmetic expressions", 1974.) Integers only.
func Waiting(f *ir.Func) bool {
	changed := false
	for range mostTerms { // each goes one operation further to the end
		if !waiting(f) {
			break
		}
		changed = true
	}
	return changed
}

// mostTerms bounds the terms of which one is moved.
const mostTerms = 8

func waiting(f *ir.Func) bool {
	w := &waits{f: f}
	f.Body.Walk(func(o *ir.Op) bool {
		if (o.Kind == ir.OpFor || o.Kind == ir.OpLoop) && innermost(o) {
			w.loop(o)
		}
		return true
	})
	var rep ir.Replacer
	instead := func(o *ir.Op, build func(b *ir.Builder) *ir.Value) {
		b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
		v := build(b)
		o.InsertBefore(b.Region.Take(0)...)
		rep.Replace(o.Results[0], v)
	}
	for _, m := range w.moves {
		instead(m.op, func(b *ir.Builder) *ir.Value {
			return b.Binary(m.op.Kind, m.late, b.Binary(m.op.Kind, m.early, m.other))
		})
	}
	if len(w.moves) == 0 { // else these may be of what has been replaced
		for _, s := range w.sums {
			instead(s.op, func(b *ir.Builder) *ir.Value {
				t := s.op.Results[0].Type
				return b.Binary(ir.OpAdd, shorten(b, s.path), b.Const(t, ir.Canonical(t, s.total)))
			})
		}
	}
	rep.Apply(f.Body)
	return len(w.moves)+len(w.sums) > 0
}

type waits struct {
	f     *ir.Func
	chain chains
	moves []later
	sums  []increased
}

// later is an operation on early, late and other, of which late is to come last.
type later struct {
	op                 *ir.Op
	early, late, other *ir.Value
}

func (w *waits) loop(loop *ir.Op) {
	if _, first := analysis.Carried(loop); len(loop.Regions[0].Params) == first {
		return // nothing comes from the iteration before
	}
	w.chain = recurrences(loop)
	w.constants(loop)
	touched := map[*ir.Op]bool{}
	loop.Regions[0].Walk(func(o *ir.Op) bool {
		if !orderless(o) {
			return true
		}
		for k, x := range o.Args {
			d := x.Def
			if d == nil || d.Kind != o.Kind || !d.Within(loop) || touched[d] || len(w.f.Uses().Of(x)) != 1 {
				continue
			}
			early, late := d.Args[0], d.Args[1]
			if w.wait(early) > w.wait(late) {
				early, late = late, early
			}
			if other := o.Args[1-k]; w.wait(early) < w.wait(late) && w.wait(other) < w.wait(late) {
				if len(w.f.Uses().Of(o.Results[0])) > 0 { // else it has been moved before
					w.moves = append(w.moves, later{o, early, late, other})
					touched[o] = true
				}
				break
			}
		}
		return true
	})
}

// wait is how many cycles behind the end of the iteration before a value is there; -1: it doesn't wait for that.
func (w *waits) wait(v *ir.Value) int {
	if n, ok := w.chain.to(v); ok {
		return n
	}
	return -1
}

// orderless reports operations of which several can be done in any order, with the same bits.
func orderless(o *ir.Op) bool {
	switch o.Kind {
	case ir.OpAdd, ir.OpMul, ir.OpMin, ir.OpMax, ir.OpAnd, ir.OpOr, ir.OpXor:
		return o.Results[0].Type.IsInt()
	}
	return false
}

package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Alternating makes functions of the index of what a counted loop carries and each iteration turns over, such as the side that is next (s = 3 - s), the buffer
// (cur = 1 - cur, cur ^= 1, flip = !flip) or the sign (s = -s): in every other iteration it is what it begins as, and in those between what comes next. No iteration
// needs another one for it.
func Alternating(f *ir.Func) (changed bool) {
	exits := analysis.ExitsOf(f.Body)
	f.Body.Walk(func(o *ir.Op) bool {
		if e := exits[o]; o.Kind == ir.OpFor && (o.Ints[0] == 1 || o.Ints[0] == -1) && e != nil && len(e.Breaks) == 0 {
			for k := len(o.Results) - 1; k >= 0; k-- {
				if over := turnedOver(o, e, k); over != nil {
					alternate(f, o, e, k, over)
					changed = true
				}
			}
		}
		return true
	})
	return changed
}

// turnedOver is the op by which each iteration turns over the k-th value that a loop carries; nil: there is none.
func turnedOver(o *ir.Op, e *analysis.Exits, k int) (over *ir.Op) {
	p := o.Regions[0].Params[k+1]
	for _, x := range e.Continues {
		d := x.Args[k].Def
		if d == nil || over != nil && d != over || !d.Within(o) {
			return nil
		}
		over = d
	}
	if over == nil || over.Parent != o.Regions[0] {
		return nil
	}
	outside := func(v *ir.Value) bool { return isConstant(v) || !o.Defines(v) }
	switch over.Kind {
	case ir.OpNot, ir.OpNeg:
		if over.Args[0] == p {
			return over
		}
	case ir.OpSub: // of floats it may not come back
		if p.Type.IsInt() && over.Args[1] == p && outside(over.Args[0]) {
			return over
		}
	case ir.OpXor:
		for i, a := range over.Args {
			if a == p && outside(over.Args[1-i]) {
				return over
			}
		}
	}
	return nil
}

// alternate takes the k-th value out of the loop.
func alternate(f *ir.Func, o *ir.Op, e *analysis.Exits, k int, over *ir.Op) {
	body, init := o.Regions[0], o.Args[k+2]
	p := body.Params[k+1]
	ahead := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	next := ir.NewCloner()
	next.Map(p, init)
	for _, a := range over.Args {
		if bits, known := a.IsConst(); known && a != p {
			next.Map(a, ahead.Const(a.Type, bits))
		}
	}
	other := ahead.Insert(next.OpIn(ahead.Region, over)).Result()
	odd := func(b *ir.Builder, from, to *ir.Value) *ir.Value {
		return b.Binary(ir.OpAnd, b.Binary(ir.OpSub, to, from), b.Int(1))
	}
	choose := func(b *ir.Builder, odd *ir.Value) *ir.Value {
		if p.Type == ir.TI64 { // as a sum it is seen through
			return b.Binary(ir.OpAdd, init, b.Binary(ir.OpMul, odd, b.Binary(ir.OpSub, other, init)))
		}
		return b.Select(b.Compare(ir.OpEq, odd, b.Int(0)), init, other)
	}
	in := &ir.Builder{Region: ir.NewRegion(o), Pos: o.Pos}
	v := choose(in, odd(in, o.Args[0], body.Params[0]))
	v.Name = p.Name
	ir.ReplaceUses(body, p, v)
	body.Insert(0, in.Region.Take(0)...)

	first, last := o.Args[0], o.Args[1]
	if o.Ints[0] < 0 {
		first, last = last, first
	}
	behind := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	result := choose(behind, odd(behind, first, behind.Binary(ir.OpMax, last, first)))
	ir.ReplaceUses(f.Body, o.Results[k], result)
	at := o.Parent.Index(o)
	o.Parent.Insert(at+1, behind.Region.Take(0)...)
	o.Parent.Insert(at, ahead.Region.Take(0)...)
	for _, x := range e.Continues {
		x.RemoveArg(k)
	}
	o.RemoveArg(k + 2)
	o.RemoveResult(k)
	body.RemoveParam(k + 1)
}

package sched

import (
	"github.com/hone-go/hone/internal/ir"
)

// Places that are computed in fewer than 64 bits, as by those who count in int32, are no polynomials, since they may wrap around. In a loop with a guard they are
// computed in 64 bits, provided that nothing does: the guard asks.

// A widened integer is one that is computed in 64 bits in place of its type's.
type widened struct {
	value *ir.Value
	typ   *ir.Type
}

// widener computes in 64 bits what the body of a loop computes in fewer and then converts.
type widener struct {
	body *ir.Region
	loop *ir.Op
	done map[*ir.Value]*ir.Value // nil: it can't be
	out  []widened
}

// widen does so in loop o, as far as indices and what is known outside of o are all that places depend on.
func widen(o *ir.Op) []widened {
	w := &widener{body: o.Regions[0], loop: o, done: map[*ir.Value]*ir.Value{}}
	var found []*ir.Op
	w.body.Walk(func(x *ir.Op) bool {
		if x.Kind == ir.OpConv && narrowed(x.Args[0]) && x.Results[0].Type == ir.TI64 {
			found = append(found, x)
		}
		return true
	})
	var rep ir.Replacer
	for _, x := range found {
		if v := w.wide(x.Args[0]); v != nil {
			rep.Replace(x.Result(), v)
		}
	}
	rep.Apply(w.body)
	return w.out
}

// narrowed reports an integer of fewer than 64 bits that is computed, not loaded.
func narrowed(v *ir.Value) bool {
	if v.Def == nil || !v.Type.IsInt() || v.Type.Size() == 8 {
		return false
	}
	switch v.Def.Kind {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpNeg:
		return true
	case ir.OpConv:
		return v.Def.Args[0].Type == ir.TI64
	}
	return false
}

// wide is v in 64 bits, or nil.
func (w *widener) wide(v *ir.Value) *ir.Value {
	if x, ok := w.done[v]; ok {
		return x
	}
	w.done[v] = nil
	x := w.compute(v)
	w.done[v] = x
	return x
}

func (w *widener) compute(v *ir.Value) *ir.Value {
	b := ir.NewBuilder(&ir.Region{})
	if n, ok := v.ConstInt(); ok {
		x := b.Int(n)
		w.body.Insert(0, b.Region.Take(0)...)
		return x
	}
	if !w.loop.Defines(v) {
		x := b.Conv(v, ir.TI64)
		w.body.Insert(0, b.Region.Take(0)...)
		return x
	}
	if !narrowed(v) {
		return nil
	}
	d := v.Def
	if d.Kind == ir.OpConv {
		w.out = append(w.out, widened{d.Args[0], v.Type})
		return d.Args[0]
	}
	args := make([]*ir.Value, len(d.Args))
	for k, a := range d.Args {
		if args[k] = w.wide(a); args[k] == nil {
			return nil
		}
	}
	x := b.Op(d.Kind, args, ir.TI64).Result()
	d.Parent.Insert(d.Parent.Index(d)+1, b.Region.Take(0)...)
	w.out = append(w.out, widened{x, v.Type})
	return x
}

// fits says that nothing wraps around in the type that an integer has been widened from.
func (e *guardEmitter) fits(w widened) {
	e.fuel = extremeFuel
	q := e.p.s.Of(w.value)
	limit := float64(uint64(1) << (w.typ.Bits() - 1))
	if w.typ.IsUnsigned() {
		limit *= 2
		e.small(q)
		e.need(e.b.Compare(ir.OpLe, e.b.Int(0), e.whole.extreme(q, false)))
	}
	e.need(e.b.Compare(ir.OpLt, q.EmitBound(e.b, e.bound), e.b.Float(ir.TF64, limit)))
}

// fit reports integers for which a guard can say so: it tries.
func (p *space) fit(ws []widened) bool {
	e := newGuardEmitter(p, ir.NewBuilder(&ir.Region{}))
	for _, w := range ws {
		e.fits(w)
	}
	return !e.failed
}

package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A loop over the columns of a picture, each from one end to the other, beside one that goes over its rows,
//
//	for y := range h { for x := range w { tmp[y*w+x] = blurred(in, y, x) } }
//	for x := range w { for y := range h { out[y*w+x] = blurred(tmp, x, y) } }
//
// goes over rows and columns in the order of the other, so that it may be one with it or a stage of its pipeline.

// turn gives the loops over columns among multis that have no checks (any longer) that form, where another hands rows to them, or gets some. The bounds of loops inside that are
// the same in all iterations are computed ahead. It emits to b what is asked for that, ahead of all; nil: none was changed.
func turn(multis []*ir.Op, b *ir.Builder, known func(*ir.Value) bool) (cond *ir.Value) {
	for _, o := range multis {
		x := &interchanger{space: analysis.NewSpace(), inside: valuesIn(o)}
		x.bounds(o.Regions[0])
		o.InsertBefore(x.ahead.Take(0)...)
	}
	checks := func(o *ir.Op) bool { return o.Regions[0].Contains(func(x *ir.Op) bool { return x.Kind.Has(ir.Check) }) }
	return eachLike(multis, b, checks, func(o, like *ir.Op) *ir.Value { return turnLike(o, like, b, known) })
}

// turnLike has o, which goes down one column after the other, go along the rows of like; nil: it stays as it is.
func turnLike(o, like *ir.Op, b *ir.Builder, known func(*ir.Value) bool) *ir.Value {
	p := newSpace(o)
	pitch, ok := sharedPitch(p.s, o, like)
	f := columnLoop(o)
	if !ok || f == nil || !slices.ContainsFunc(p.s.Accesses(o.Regions[0]), func(a analysis.Access) bool {
		across, ok1 := a.At.Coef(o.Regions[0].Params[0])
		down, ok2 := a.At.Coef(f.Regions[0].Params[0])
		c, one := across.Const()
		return ok1 && ok2 && one && c == 1 && down.Equal(pitch)
	}) {
		return nil
	}
	order, err := p.asDimension(nil, f)
	if err != nil || order.Mentions(func(v *ir.Value) bool { return !known(v) }) {
		return nil
	}
	host := ir.NewBuilder(&ir.Region{})
	lift(host, o, []*ir.Op{f})
	o.InsertBefore(host.Region.Take(0)...)
	return order.Emit(b)
}

// columnLoop is the loop that is directly in o, if it is the only one. What is computed behind it, as for checks that have been taken out, nobody needs.
func columnLoop(o *ir.Op) *ir.Op {
	body := o.Regions[0]
	at := slices.IndexFunc(body.Ops, func(x *ir.Op) bool { return x.Kind == ir.OpFor })
	if at < 0 || slices.ContainsFunc(body.Ops[:at], func(x *ir.Op) bool { return len(x.Regions) > 0 }) {
		return nil
	}
	behind := slices.Clone(body.Ops[at+1 : len(body.Ops)-1])
	if slices.ContainsFunc(behind, func(x *ir.Op) bool { return !x.Kind.Has(ir.Pure) || len(x.Regions) > 0 }) {
		return nil
	}
	slices.Reverse(behind)
	for _, x := range behind {
		x.Remove()
	}
	return body.Ops[at]
}

package eval

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
)

// pattern evaluates parfor, build, keep and reduce: the functions given to them become the body of a multi, over unknown indices, and what its outputs do.
func (p *pe) pattern(fr *frame, o *ocode) []val {
	a := p.args(fr, o.args)
	ctx := mix(fr.ctx, o.uid)
	switch o.kind {
	case ir.OpParFor:
		n := len(a) - 1
		p.inside(p.b.Op(ir.OpMulti, p.values(a[:n])), barrier{kind: o.kind, stores: true}, i64s(n), nil, a[n], ctx, nil)
		return nil
	case ir.OpBuild:
		t := o.op.Results[0].Type
		op := p.b.Op(ir.OpMulti, p.values(a[:1]), t)
		p.inside(op, barrier{kind: o.kind}, i64s(1), leafTypes(t.Elem), a[1], ctx, func(vs []*ir.Value) { p.b.Op(ir.OpCollect, vs) })
		p.births++
		return []val{&dyn{v: op.Result(), n: a[0], birth: p.births}}
	case ir.OpKeep:
		t := o.op.Results[0].Type
		op := p.b.Op(ir.OpMulti, p.values(a[:1]), t)
		p.inside(op, barrier{kind: o.kind}, i64s(1), append(leafTypes(t.Elem), ir.TBool), a[1], ctx, func(vs []*ir.Value) {
			last := len(vs) - 1
			p.b.Op(ir.OpKeep, append(vs[last:len(vs):len(vs)], vs[:last]...))
		})
		p.births++
		return []val{&dyn{v: op.Result(), birth: p.births}}
	}
	return p.reduce(o, a, ctx)
}

const leftEarly = "a loop over hone.Parallel cannot be left early"

func (p *pe) reduce(o *ocode, a []val, ctx uint64) []val {
	if n, ok := a[0].(konst); ok && int64(n.bits) <= 0 {
		return a[1:2]
	}
	t := typeOf(a[1])
	ids := p.values(p.flatten(a[1:2]))
	ts := ir.Types(ids)
	op := p.b.Op(ir.OpMulti, p.values(a[:1]), ts...)
	var out *ir.Op
	p.inside(op, barrier{kind: o.kind}, i64s(1), ts, a[3], mix(ctx, 1), func(vs []*ir.Value) { out = p.b.Op(ir.OpReduce, append(vs, ids...)) })
	// Behind the body, so that it sees nothing of an iteration.
	p.inside(out, barrier{kind: o.kind}, []*ir.Type{t, t}, ts, a[2], mix(ctx, 2), func(vs []*ir.Value) { p.b.Yield(vs...) })
	k := -1
	return []val{build(t, func(*ir.Type) val {
		k++
		return &dyn{v: op.Results[k]}
	})}
}

func i64s(n int) []*ir.Type {
	ts := make([]*ir.Type, n)
	for i := range ts {
		ts[i] = ir.TI64
	}
	return ts
}

// flatten gives the leaves of some values.
func (p *pe) flatten(rs []val) (all []val) {
	for _, v := range rs {
		all = leaves(all, p.unspill(v, true))
	}
	return all
}

// inside evaluates a call of f with unknown arguments in a new region of op. What end emits, of the leaves of its result, comes last: an output, or a yield; without
// it f says whether the loop goes on.
func (p *pe) inside(op *ir.Op, bar barrier, params, leaves []*ir.Type, f val, ctx uint64, end func(leaves []*ir.Value)) {
	outer := p.b.Region
	r := op.AddRegion()
	args := make([]val, len(params))
	names := p.callee(f).code.names // schedules and dumps call loops by them
	for i, t := range params {
		name := ""
		if i < len(names) {
			name = names[i]
		}
		args[i] = build(t, func(t *ir.Type) val { return &dyn{v: r.AddParam(t, name)} })
	}
	p.b.Region = r
	p.births++
	bar.birth = p.births
	p.barriers = append(p.barriers, bar)
	mark, facts := len(p.journal), len(p.facts)
	rs, alive := p.apply(p.callee(f), args, ctx, op.Pos)
	switch {
	case end == nil && alive && rs[0] != val(yes):
		p.errorf(op.Pos, "%s", leftEarly)
	case end == nil:
	case alive:
		end(p.values(p.flatten(rs)))
	default:
		end(zeros(p.b, leaves))
	}
	if alive && op.Kind == ir.OpMulti {
		p.b.Yield()
	}
	p.undo(mark, facts)
	p.barriers = p.barriers[:len(p.barriers)-1]
	p.b.Region, p.b.Pos = outer, op.Pos
}

// mayAssign raises an error if c is a variable from outside of the pattern being evaluated; o is the assignment, if it is one.
func (p *pe) mayAssign(c *cell, o *ir.Op) {
	if len(p.barriers) == 0 {
		return
	}
	bar := p.barriers[len(p.barriers)-1]
	if c.birth > bar.birth {
		return
	}
	if bar.kind == ir.OpParFor {
		if o != nil && leavesEarly(o) {
			p.errorf(p.b.Pos, "%s", leftEarly)
		}
		msg := fmt.Sprintf("%s is assigned in a parallel loop; iterations must be independent (use hone.Sum or hone.Reduce)", c.name)
		panic(&Error{Pos: p.place(p.b.Pos), Msg: msg, Dependent: true})
	}
	name := c.name
	if name == "" {
		name = "a variable"
	}
	p.errorf(p.b.Pos, "%s is assigned in a function given to %s, which must not have effects", name, patternName(bar.kind))
}

// mayStore raises an error if the slice is from outside of a pattern that must not have effects.
func (p *pe) mayStore(s val) {
	for i := len(p.barriers) - 1; i >= 0; i-- {
		bar := p.barriers[i]
		if d, ok := s.(*dyn); ok && !bar.stores && d.birth <= bar.birth {
			p.errorf(p.b.Pos, "a slice element is assigned in a function given to %s, which must not have effects", patternName(bar.kind))
		}
	}
}

func patternName(k ir.OpKind) string {
	switch k {
	case ir.OpBuild:
		return "hone.Build"
	case ir.OpKeep:
		return "hone.Keep"
	}
	return "a reduction"
}

// leavesEarly reports whether nothing but assignments and return false follow an op: that is how a loop over a function is left.
func leavesEarly(o *ir.Op) bool {
	ops := o.Parent.Ops
	for _, x := range ops[o.Parent.Index(o):] {
		switch x.Kind {
		case ir.OpSet, ir.OpConst:
		case ir.OpReturn:
			if len(x.Args) != 1 {
				return false
			}
			bits, ok := x.Args[0].IsConst()
			return ok && bits == 0
		default:
			return false
		}
	}
	return false
}

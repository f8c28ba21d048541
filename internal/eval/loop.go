package eval

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// A loop stays a loop. What it carries from one iteration to the next is found by trying: the body is evaluated as if the leaves that
// are not known to change kept their values, and again with those carried that did change, until no more do. What was found is
// remembered by the loop's site, so that an inner loop begins with it when the outer loop's body is evaluated again: the work is about
// the sum, not the product, of the tries of nested loops.

// carry is a leaf of a cell or of an explicit parameter (c is nil) that a loop carries.
type carry struct {
	c     *cell
	param int
	leaf  int

	init  val
	value *dyn // the region parameter
}

// carryKey names a carry when the loop is evaluated again.
type carryKey struct {
	cell        siteKey
	param, leaf int
}

func (p *pe) loop(fr *frame, o *ocode) ([]val, bool) {
	inits := p.args(fr, o.args)
	outer := p.b.Region
	key := siteKey{o.uid, fr.ctx}
	carries := p.recall(key)
	var wide widenings // what carries pointers to several places
	for {
		op := outer.NewOp(ir.OpLoop, o.op.Pos, nil)
		body := op.AddRegion()
		p.b.Region, p.b.Pos = body, o.op.Pos
		t := p.newTarget(toLoop)
		fr.targets[o.target] = t
		params := p.enter(body, carries, inits, wide)
		for i, id := range o.regions[0].params {
			fr.slots[id] = params[i]
		}
		p.carrying = append(p.carrying, carries)
		if _, alive := p.region(fr, o.regions[0]); alive {
			p.errorf(o.op.Pos, "a loop's body ends in yield")
		}
		p.carrying = p.carrying[:len(p.carrying)-1]
		p.undo(t.mark, t.facts)
		p.b.Region, p.b.Pos = outer, o.op.Pos
		if n := len(carries); len(t.conts) > 0 {
			if p.widen(t, inits, &wide) {
				carries = slices.DeleteFunc(carries, func(k *carry) bool { return wide.index(carrier{k.c, k.param}) >= 0 })
				continue
			}
			if carries = p.grown(t, carries, inits, wide); len(carries) > n {
				continue
			}
			if len(wide) == 0 { // else the leaves have other numbers at first
				p.remember(key, carries)
			}
			return p.closeLoop(t, op, carries)
		}
		// Control never comes back: this is no loop.
		t.kind, t.region, t.start = toJoin, outer, len(outer.Ops)
		body.MoveTo(outer)
		return p.join(t)
	}
}

// enter binds the carried leaves to parameters of the loop's region and gives the explicit parameters.
func (p *pe) enter(body *ir.Region, carries []*carry, inits []val, wide widenings) []val {
	params := append([]val(nil), inits...)
	for _, w := range wide {
		if w.at.c != nil {
			p.setCell(w.at.c, w.v)
		} else {
			params[w.at.param] = w.v
		}
	}
	for _, k := range carries {
		bind := func(i int, leaf val) val {
			if i != k.leaf {
				return leaf
			}
			switch leaf := leaf.(type) {
			case *window:
				leaf.inMemory(p)
			case konst, *dyn:
			case *clo:
				p.errorf(p.b.Pos, "function value is not known at compile time: it changes from one iteration to the next")
			default:
				p.errorf(p.b.Pos, "pointer is not known at compile time: it changes from one iteration to the next")
			}
			k.init = leaf
			k.value = &dyn{v: body.AddParam(typeOf(leaf), "")}
			return k.value
		}
		if k.c != nil {
			p.setCell(k.c, mapLeaves(k.c.val, bind))
			k.value.v.Name = k.c.name
		} else {
			params[k.param] = mapLeaves(params[k.param], bind)
		}
	}
	return params
}

// grown adds to the carries what the body changes besides.
func (p *pe) grown(t *target, carries []*carry, inits []val, wide widenings) []*carry {
	type id struct {
		c           *cell
		param, leaf int
	}
	known := map[id]bool{}
	for _, k := range carries {
		known[id{k.c, k.param, k.leaf}] = true
	}
	compare := func(c *cell, param int, was, now val) {
		was = wide.of(carrier{c, param}, was)
		if was == now {
			return
		}
		// Only leaves that keep static values keep the value's shape; a leaf that does not is caught when it becomes a parameter.
		olds := leaves(nil, was)
		for i, v := range leaves(nil, now) {
			at := id{c, param, i}
			if !known[at] && !same(olds[i], v) {
				known[at] = true
				carries = append(carries, &carry{c: c, param: param, leaf: i})
			}
		}
	}
	for _, e := range t.conts {
		for i, v := range e.vals {
			compare(nil, i, inits[i], v)
		}
		for _, b := range e.snap {
			if b.c.birth < t.birth {
				compare(b.c, 0, b.c.val, b.v)
			}
		}
	}
	return carries
}

func (p *pe) remember(key siteKey, carries []*carry) {
	keys := make([]carryKey, len(carries))
	for i, k := range carries {
		keys[i] = carryKey{param: k.param, leaf: k.leaf}
		if k.c != nil {
			keys[i].cell = k.c.key
		}
	}
	p.carried[key] = keys
}

func (p *pe) recall(key siteKey) []*carry {
	var out []*carry
	for _, k := range p.carried[key] {
		c := p.cells[k.cell]
		if c == nil && k.cell != (siteKey{}) {
			continue
		}
		out = append(out, &carry{c: c, param: k.param, leaf: k.leaf})
	}
	return out
}

// closeLoop completes the residual loop and goes on behind it.
func (p *pe) closeLoop(t *target, op *ir.Op, carries []*carry) ([]val, bool) {
	body := op.Regions[0]
	slots := make([]*slot, len(carries))
	inits := p.slab.Operands(len(carries))
	for i, k := range carries {
		inits[i] = p.value(k.init)
		slots[i] = &slot{t: k.value.v.Type, out: k.value}
	}
	op.SetArgs(inits)
	for _, e := range t.conts {
		now := map[*cell]val{}
		for _, b := range e.snap {
			now[b.c] = b.v
		}
		for i, k := range carries {
			v := val(nil)
			if k.c == nil {
				v = e.vals[k.param]
			} else if v = now[k.c]; v == nil {
				slots[i].vals = append(slots[i].vals, k.init)
				continue
			}
			slots[i].vals = append(slots[i].vals, leaves(nil, v)[k.leaf])
		}
	}
	ts := make([]*ir.Type, len(slots))
	for i, s := range slots {
		ts[i] = s.t
	}
	p.complete(t.conts, slots)
	ended := markTail(body, 0, t.conts) > 0
	if ended {
		p.b.In(body).Continue(op, p.closeTail(body, ts)...)
	}
	for _, e := range t.conts {
		if !e.tail {
			e.op.SetTarget(op)
			e.op.SetKind(ir.OpContinue)
		}
	}
	if len(t.exits) == 0 {
		p.b.Insert(op)
		return nil, false
	}
	j := &joiner{p: p, t: t, region: p.b.Region, exits: t.exits}
	vals := j.merge()
	j.fill()
	p.complete(t.exits, j.slots)
	if !ended && markTail(body, 0, t.exits) > 0 {
		p.b.In(body).Break(op, p.closeTail(body, j.types())...)
	}
	breakOut(t.exits, op)
	for _, s := range j.slots {
		op.AddResult(s.t)
	}
	p.b.Insert(op)
	j.define(op.Results)
	return vals, true
}

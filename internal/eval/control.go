package eval

import (
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// region evaluates the ops of a region. If control reaches its yield, vals are the values yielded and alive is true.
func (p *pe) region(fr *frame, rc *rcode) (vals []val, alive bool) {
	decided := 0 // ifs before this index are done with
	for i := range rc.ops {
		o := &rc.ops[i]
		p.b.Pos = o.op.Pos
		p.burn()
		for _, k := range o.shared {
			share(fr.slots[o.args[k]])
		}
		switch o.kind {
		case ir.OpIf:
			if i < decided {
				continue
			}
		case ir.OpYield:
			return p.args(fr, o.args), true
		case ir.OpReturn:
			p.exit(fr.ret, p.args(fr, o.args))
			return nil, false
		case ir.OpBreak:
			p.exit(fr.targets[o.target], p.args(fr, o.args))
			return nil, false
		case ir.OpContinue:
			t := fr.targets[o.target]
			t.conts = append(t.conts, p.leave(t, p.args(fr, o.args)))
			return nil, false
		}
		var rs []val
		alive := true
		switch o.kind {
		case ir.OpCall, ir.OpCallSym:
			var t *target
			if rs, t = p.call(fr, o); t != nil {
				rs, alive, decided = p.after(fr, rc, i, t)
			}
		case ir.OpForeign:
			rs = p.foreign(o.op, p.args(fr, o.args))
		case ir.OpBlock, ir.OpLoop, ir.OpIf, ir.OpUnroll:
			rs, alive = p.control(fr, o)
		case ir.OpParFor, ir.OpBuild, ir.OpReduce, ir.OpKeep:
			rs = p.pattern(fr, o)
		default:
			p.op(fr, o)
			if fails(fr, o) {
				return nil, false
			}
			continue
		}
		if !alive {
			return nil, false
		}
		for k, id := range o.res {
			fr.slots[id] = rs[k]
		}
	}
	p.errorf(p.b.Pos, "region without an end")
	return nil, false
}

// fails reports a panic: what comes after it, up to the end of the region, is there for the verifier's sake.
func fails(fr *frame, o *ocode) bool {
	if o.kind != ir.OpCheckPanic {
		return false
	}
	c, ok := fr.slots[o.args[0]].(konst)
	return ok && c.bits == 0
}

// control evaluates an op with regions. alive is false if control doesn't come out of it.
func (p *pe) control(fr *frame, o *ocode) (rs []val, alive bool) {
	switch o.kind {
	case ir.OpIf:
		return p.ifOp(fr, o)
	case ir.OpBlock:
		return p.block(fr, o)
	case ir.OpLoop:
		return p.loop(fr, o)
	}
	return p.unroll(fr, o)
}

func (p *pe) exit(t *target, vals []val) {
	if t.kind == toCaller {
		vals = append(vals[:len(vals):len(vals)], p.outputs()...)
		for i, v := range vals {
			vals[i] = p.unspill(v, true)
		}
	}
	t.exits = append(t.exits, p.leave(t, vals))
}

// burn uses up fuel, and blames the function that is being unfolded most often when there is none left.
func (p *pe) burn() {
	if p.fuel--; p.fuel >= 0 {
		return
	}
	p.exhausted()
}

func (p *pe) exhausted() {
	counts := map[*fcode]int{}
	var worst call
	for _, c := range p.stack {
		if counts[c.code]++; counts[c.code] > counts[worst.code] {
			worst = c
		}
	}
	switch {
	case worst.code == nil || counts[worst.code] < 2:
		p.errorf(p.b.Pos, "too much to evaluate at compile time")
	case worst.code.fn == nil:
		p.errorf(worst.pos, "a function literal calls itself without end at compile time")
	}
	name := worst.code.name[strings.LastIndexByte(worst.code.name, '/')+1:]
	if worst.code.filter != nil {
		p.errorf(worst.pos, "%s is unfolded without end at compile time: its //hone:filter always holds", name)
	}
	p.errorf(worst.pos, "%s is unfolded without end at compile time: it needs a //hone:filter", name)
}

// block evaluates a block: its breaks and its yield meet behind it.
func (p *pe) block(fr *frame, o *ocode) ([]val, bool) {
	t := p.newTarget(toJoin)
	fr.targets[o.target] = t
	if vals, alive := p.region(fr, o.regions[0]); alive {
		p.exit(t, vals)
	}
	return p.join(t)
}

func (p *pe) ifOp(fr *frame, o *ocode) ([]val, bool) {
	switch c := p.arg(fr, o, 0).(type) {
	case konst:
		arm := o.regions[0]
		if c.bits == 0 {
			arm = o.regions[1]
		}
		return p.region(fr, arm)
	case *dyn:
		return p.branch(c,
			func() ([]val, bool) { return p.region(fr, o.regions[0]) },
			func() ([]val, bool) { return p.region(fr, o.regions[1]) })
	}
	panic("eval: condition is no scalar")
}

// branch evaluates both arms of an if whose condition is not known.
func (p *pe) branch(c *dyn, then, els func() ([]val, bool)) ([]val, bool) {
	t := p.newTarget(toJoin)
	pos := p.b.Pos
	iff := p.b.If(c.v)
	p.conds[iff] = c
	arms := [2]func() ([]val, bool){then, els}
	var alive [2]bool
	var left [2][]*exit // the exits taken in each arm
	for k, arm := range arms {
		p.b.Region = iff.Regions[k]
		p.b.Pos = pos
		p.learn(c, boolVal(k == 0))
		mark := len(p.exits)
		vals, ok := arm()
		left[k] = p.exits[mark:len(p.exits):len(p.exits)]
		alive[k] = ok
		if ok {
			p.exit(t, vals)
		}
		if k == 0 {
			p.undo(t.mark, t.facts)
		}
	}
	p.b.Pos = pos
	switch {
	case alive[0] && alive[1]:
		p.undo(t.mark, t.facts)
		return p.join(t)
	case alive[0]:
		p.undo(t.mark, t.facts)
		return p.survive(t, c, yes, left[1])
	case alive[1]:
		return p.survive(t, c, no, left[0])
	}
	p.undo(t.mark, t.facts)
	p.b.Region = t.region
	return nil, false
}

// survive goes on behind an if of which one arm has left, with the exits left. If these go to a join that can be reached through ifs
// alone, what follows is put into the surviving arm, so that the exits become the ends of if arms there; else it follows the if.
func (p *pe) survive(t *target, c *dyn, holds konst, left []*exit) ([]val, bool) {
	e := t.exits[0]
	if nests(t, left) {
		if e.pending {
			return p.resume(e), true
		}
		p.restore(e)
		p.learn(c, holds)
		return e.vals, true
	}
	if e.pending {
		p.undo(t.mark, t.facts)
	}
	vals, alive := p.join(t)
	p.learn(c, holds)
	return vals, alive
}

func nests(t *target, left []*exit) bool {
	for _, x := range left {
		if x.t.kind == toJoin && throughIfs(t.region, x.t.region) {
			return true
		}
	}
	return false
}

// throughIfs reports whether only ifs lie between region r and region around it.
func throughIfs(r, around *ir.Region) bool {
	for r != around {
		if r.Parent == nil || r.Parent.Kind != ir.OpIf {
			return false
		}
		r = r.Parent.Parent
	}
	return true
}

// unroll calls f(lo), f(lo+1), ... at specialisation time, until hi or until it gives false.
func (p *pe) unroll(fr *frame, o *ocode) ([]val, bool) {
	lo, ok1 := p.arg(fr, o, 0).(konst)
	hi, ok2 := p.arg(fr, o, 1).(konst)
	if !ok1 || !ok2 {
		p.errorf(o.op.Pos, "the bounds of an unrolled loop are not known at compile time")
	}
	f := p.arg(fr, o, 2).(*clo)
	t := p.newTarget(toJoin)
	alive := true
	for i := int64(lo.bits); alive && i < int64(hi.bits); i++ {
		var r []val
		p.burn()
		r, alive = p.apply(f, []val{intVal(i)}, mix(mix(fr.ctx, o.uid), uint64(i)), o.op.Pos)
		if !alive {
			break
		}
		switch c := p.resolve(r[0]).(type) {
		case konst:
			if c == no {
				p.exit(t, nil)
				alive = false
			}
		case *dyn:
			_, alive = p.branch(c,
				func() ([]val, bool) { return nil, true },
				func() ([]val, bool) { p.exit(t, nil); return nil, false })
		}
	}
	if alive {
		p.exit(t, nil)
	}
	return p.join(t)
}

package simd

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Values that cross a join (results of ifs, blocks and loops, loop parameters) travel in the form that their shape asks for: uniform and
// strided ones as the scalar of lane 0, varying ones as vectors; slices as three words.

func (e *emitter) shapeOf(v *ir.Value) analysis.Shape {
	if e.lanes == nil {
		return analysis.Shape{}
	}
	return e.sh.Of(v)
}

// joinTypes are the types in which values shaped like these travel.
func (e *emitter) joinTypes(like []*ir.Value) []*ir.Type {
	var ts []*ir.Type
	for _, v := range like {
		words := []*ir.Type{v.Type}
		if v.Type.Kind == ir.Slice {
			words = wordTypes(words)
		}
		for _, t := range words {
			if e.shapeOf(v).Varying {
				t = e.vec(t)
			}
			ts = append(ts, t)
		}
	}
	return ts
}

// joinVals are vals in the form of like.
func (e *emitter) joinVals(vals, like []*ir.Value) []*ir.Value {
	var out []*ir.Value
	for i, v := range vals {
		for _, w := range e.wordsOf(v) {
			if e.shapeOf(like[i]).Varying {
				out = append(out, e.toVec(w))
			} else {
				out = append(out, w.u)
			}
		}
	}
	return out
}

// wordsOf is v itself, or the three words of a slice.
func (e *emitter) wordsOf(v *ir.Value) []lval {
	if v.Type.Kind == ir.Slice {
		s := e.slice(v)
		return []lval{s.ptr, s.len, s.cap}
	}
	return []lval{e.get(v)}
}

// bind makes like stand for vals, which are in its form.
func (e *emitter) bind(like, vals []*ir.Value) {
	for _, v := range like {
		sh := e.shapeOf(v)
		word := func() lval {
			w := vals[0]
			vals = vals[1:]
			if sh.Varying {
				return lval{v: w}
			}
			return lval{u: w, stride: sh.Stride}
		}
		if v.Type.Kind == ir.Slice {
			p, l, c := word(), word(), word()
			e.slices[v] = slice3{p, l, c}
		} else {
			e.env[v] = word()
		}
	}
}

func (e *emitter) zeros(ts []*ir.Type) []*ir.Value {
	out := make([]*ir.Value, len(ts))
	for i, t := range ts {
		out[i] = e.zeroOf(t)
	}
	return out
}

// arm is one side of a scalar branch: it emits code and gives values of the branch's results, unless it doesn't fall through.
type arm func() ([]*ir.Value, flow)

// scalarIf emits a real branch. Slots that change in an arm become results. It falls through if an arm does.
func (e *emitter) scalarIf(cond *ir.Value, types []*ir.Type, arms [2]arm) ([]*ir.Value, flow) {
	op := e.b.If(cond)
	outer := e.b.Region
	before := e.save()
	var ends []armEnd
	for k := range arms {
		e.restore(before)
		e.b.Region = op.Regions[k]
		vals, fl := arms[k]()
		if fl == dead {
			vals = e.zeros(types)
			e.none, e.some = true, false
		}
		if fl != closed {
			ends = append(ends, armEnd{op.Regions[k], vals, e.save()})
		}
	}
	e.restore(before)
	e.b.Region = outer
	if len(ends) == 0 {
		e.b.Op(ir.OpUnreachable, nil)
		return nil, closed
	}
	for _, t := range types {
		op.AddResult(t)
	}
	return op.Results[:len(types)], e.joinArms(op, before, ends)
}

// armEnd is the end of an arm that falls through.
type armEnd struct {
	region *ir.Region
	vals   []*ir.Value
	state  state
}

// joinArms ends the arms of a real branch, whose own results are there, and makes what changes in them further results.
func (e *emitter) joinArms(op *ir.Op, before state, ends []armEnd) flow {
	n := len(op.Results)
	changed := changedVariables(before, ends)
	for _, s := range changed {
		op.AddResult(e.variables[s].typ)
	}
	lanesChanged, allDead, some := false, true, true
	for _, end := range ends {
		lanesChanged = lanesChanged || end.state.cur != before.cur || end.state.none != before.none
		allDead = allDead && end.state.none
		some = some && end.state.some
	}
	if lanesChanged && !allDead {
		op.AddResult(e.maskType())
	}
	outer := e.b.Region
	for _, end := range ends {
		e.b.Region = end.region
		out := end.vals[:len(end.vals):len(end.vals)]
		for _, s := range changed {
			v := end.state.vals[s]
			if v == nil {
				v = e.zeroOf(e.variables[s].typ)
			}
			out = append(out, v)
		}
		if lanesChanged && !allDead {
			e.cur.val, e.none = end.state.cur, end.state.none
			out = append(out, e.maskValue())
		}
		e.b.Yield(out...)
	}
	e.b.Region = outer
	e.restore(before)
	for i, s := range changed {
		e.variables[s].val = op.Results[n+i]
	}
	e.some = some
	if !lanesChanged {
		return falls
	}
	e.over.ok, e.none = false, allDead
	if allDead {
		return dead
	}
	e.cur.val = op.Results[n+len(changed)]
	return falls
}

// ifOp: a uniform condition stays a branch; a varying one becomes masks.
func (e *emitter) ifOp(o *ir.Op) flow {
	c := e.get(o.Args[0])
	if c.isUniform() {
		vals, fl := e.scalarIf(c.u, e.joinTypes(o.Results), [2]arm{e.armOf(o, 0), e.armOf(o, 1)})
		if fl == falls {
			e.bind(o.Results, vals)
		}
		return fl
	}
	return e.varyingIf(o, c.v)
}

// armOf emits region k of o as the arm of a real branch.
func (e *emitter) armOf(o *ir.Op, k int) arm {
	return func() ([]*ir.Value, flow) {
		y, fl := e.region(o.Regions[k])
		if fl != falls {
			return nil, fl
		}
		return e.joinVals(y.Args, o.Results), falls
	}
}

func (e *emitter) varyingIf(o *ir.Op, c *ir.Value) flow {
	for k := range 2 {
		if other := o.Regions[1-k]; len(other.Ops) == 1 && other.Terminator().Kind == ir.OpYield &&
			e.needsGuard(o.Regions[k]) && !e.leaves(o.Regions[k]) {
			e.rareArm(o, c, k)
			return falls
		}
	}
	m := e.mask()
	masks := [2]func(m, c *ir.Value) *ir.Value{e.andMask, e.andNotMask}
	before := e.save()
	types := e.joinTypes(o.Results)
	var vals [2][]*ir.Value
	var flows [2]flow
	var ends [2]state
	parts := e.touches(o)
	over := e.over
	if !over.ok {
		over = lanesMask{m, true}
	}
	e.depth++
	for k := range 2 {
		// The second mask is made here, not before the first arm: what the first does with m is behind it then, and the register is free.
		mask := masks[k](m, c)
		e.cur.val, e.none, e.some = mask, false, false
		e.over = over
		over.ok = over.ok && !e.leaves(o.Regions[k])
		inline := e.armOf(o, k)
		if e.needsGuard(o.Regions[k]) {
			vals[k], flows[k] = e.guarded(mask, types, inline)
		} else {
			vals[k], flows[k] = inline()
		}
		ends[k] = e.save()
	}
	e.depth--
	e.over = before.over
	if !parts {
		e.cur.val, e.none, e.some = before.cur, before.none, before.some
	} else {
		e.over.ok = false
		e.joinMasks(ends)
	}
	switch {
	case flows[0] == dead && flows[1] == dead:
		return dead
	case flows[0] == dead:
		e.bind(o.Results, vals[1])
	case flows[1] == dead:
		e.bind(o.Results, vals[0])
	default:
		out := make([]*ir.Value, len(types))
		for i := range out {
			if vals[0][i] == vals[1][i] {
				out[i] = vals[0][i]
			} else {
				out[i] = e.b.Select(c, vals[0][i], vals[1][i])
			}
		}
		e.bind(o.Results, out)
	}
	return falls
}

// guarded emits an arm that runs only if a lane of the mask is on. Where no lane comes out of it none does at all.
func (e *emitter) guarded(mask *ir.Value, types []*ir.Type, inline arm) ([]*ir.Value, flow) {
	var inner flow
	vals, outer := e.scalarIf(e.anyLane(mask), types, [2]arm{
		func() (vals []*ir.Value, fl flow) {
			e.some = true
			vals, inner = inline()
			return vals, inner
		},
		func() ([]*ir.Value, flow) { return e.zeros(types), falls },
	})
	if inner != falls {
		e.none, e.some = true, false
		return nil, dead
	}
	return vals, outer
}

// rareArm emits an if of which arm k is guarded and the other only passes values on: the choice between the two is made under the guard.
func (e *emitter) rareArm(o *ir.Op, c *ir.Value, k int) {
	before := e.save()
	pass := e.joinVals(o.Regions[1-k].Terminator().Args, o.Results)
	mask := e.andMask(before.cur, c)
	if k == 1 {
		mask = e.andNotMask(before.cur, c)
	}
	if before.none {
		mask = e.zeroOf(e.maskType())
	}
	e.cur.val, e.none, e.some, e.over.ok = mask, false, true, false
	e.depth++
	vals, _ := e.scalarIf(e.anyLane(mask), e.joinTypes(o.Results), [2]arm{
		func() ([]*ir.Value, flow) {
			vals, fl := e.armOf(o, k)()
			for i := range vals {
				vals[i] = e.b.Select(mask, vals[i], pass[i])
			}
			return vals, fl
		},
		func() ([]*ir.Value, flow) { return pass, falls },
	})
	e.depth--
	e.cur.val, e.none, e.some, e.over = before.cur, before.none, before.some, before.over
	e.bind(o.Results, vals)
}

// joinMasks: the lanes that came out of either arm go on.
func (e *emitter) joinMasks(ends [2]state) {
	e.some = false
	switch {
	case ends[0].none && ends[1].none:
		e.none = true
	case ends[0].none:
		e.cur.val, e.none = ends[1].cur, false
	case ends[1].none:
		e.cur.val, e.none = ends[0].cur, false
	default:
		e.cur.val, e.none = e.b.Binary(ir.OpOr, ends[0].cur, ends[1].cur), false
	}
}

// block: without divergent exits a real block; else its ops are emitted in place, exits collect their values under masks.
func (e *emitter) block(o *ir.Op) flow {
	if e.lanes != nil && e.sh.Divergent(o) {
		return e.divergentBlock(o)
	}
	types := e.joinTypes(o.Results)
	extra := e.travelling(o)
	real := e.b.Block(append(types, e.slotTypes(extra)...)...)
	e.scopes[o] = &scope{op: o, real: real, extra: extra, depth: e.depth}
	outer := e.b.Region
	before := e.save()
	e.b.Region = real.Regions[0]
	y, fl := e.region(o.Regions[0])
	switch fl {
	case falls:
		e.b.Yield(append(e.joinVals(y.Args, o.Results), e.variableVals(extra)...)...)
	case dead:
		e.b.Yield(append(e.zeros(types), e.variableVals(extra)...)...)
	}
	e.b.Region = outer
	e.restore(before)
	e.setSlots(extra, real.Results[len(types):])
	e.bind(o.Results, real.Results[:len(types)])
	return falls
}

func (e *emitter) divergentBlock(o *ir.Op) flow {
	t := &scope{op: o, divergent: true, depth: e.depth}
	e.scopes[o] = t
	before := e.save()
	mark := len(e.variables)
	t.res = e.newSlots(e.leftTypes(o.Results))
	outward := e.touches(o)
	if outward {
		t.left = e.newSlots([]*ir.Type{e.maskType()})[0]
	}
	e.depth++
	y, fl := e.region(o.Regions[0])
	e.depth--
	if fl == falls {
		e.keepLeft(t, y.Args)
	}
	if outward {
		if fl == falls && !e.none {
			e.merge(t.left)
		}
		e.cur.val, e.none, e.some, e.over.ok = t.left.val, t.left.val == nil, false, false
	} else {
		e.cur.val, e.none, e.some, e.over = before.cur, before.none, before.some, before.over
	}
	e.bindLeft(o.Results, e.variableVals(t.res))
	e.variables = e.variables[:mark]
	if e.none {
		return dead
	}
	return falls
}

// Values that lanes leave with, one by one, are blended again and again. AVX2 has masks as wide as the widest elements, and narrowing one
// for every blend costs more than the blend: integers are kept as wide as the masks until all lanes have left.

// leftTypes are the types in which the values of lanes that leave are kept.
func (e *emitter) leftTypes(results []*ir.Value) []*ir.Type {
	ts := e.joinTypes(results)
	for i, t := range ts {
		ts[i] = e.asWideAsMasks(t)
	}
	return ts
}

func (e *emitter) asWideAsMasks(t *ir.Type) *ir.Type {
	if e.opt.Machine.RegisterBytes != 32 || t.Kind != ir.Vec || !t.Elem.IsInt() {
		return t
	}
	width := e.opt.Machine.RegisterBytes / e.kernel.Lanes
	wide := map[int][2]*ir.Type{8: {ir.TU64, ir.TI64}, 4: {ir.TU32, ir.TI32}}[width]
	switch {
	case t.Elem.Size() >= width || wide[0] == nil:
		return t
	case t.Elem.IsSigned():
		return ir.VecOf(wide[1], t.Len)
	}
	return ir.VecOf(wide[0], t.Len)
}

// keepLeft blends the values that lanes leave t with into its variables.
func (e *emitter) keepLeft(t *scope, vals []*ir.Value) {
	variables := t.res
	for _, v := range vals {
		for _, w := range e.wordsOf(v) {
			s := variables[0]
			variables = variables[1:]
			if w.isUniform() {
				w.u = e.b.Conv(w.u, s.typ.Elem)
			}
			s.val = e.blend(s, e.b.Conv(e.toVec(w), s.typ))
		}
	}
}

// bindLeft makes results stand for what lanes have left with.
func (e *emitter) bindLeft(results, vals []*ir.Value) {
	ts := e.joinTypes(results)
	out := make([]*ir.Value, len(ts))
	for i, t := range ts {
		out[i] = e.b.Conv(vals[i], t)
	}
	e.bind(results, out)
}

// exit: a real jump where all lanes go together, else the active lanes note their values and turn off.
func (e *emitter) exit(o *ir.Op) flow {
	t := e.scopes[o.Target]
	isBreak := o.Kind == ir.OpBreak
	if !t.divergent {
		like := t.op.Results
		if !isBreak {
			like = t.op.Regions[0].Params
		}
		vals := append(e.joinVals(o.Args, like), e.variableVals(t.extra)...)
		switch {
		case isBreak || t.real.Kind == ir.OpBlock: // a block is an iteration of the loop in lanes, in scalar code
			e.b.Break(t.real, vals...)
		case e.mayBeEmpty():
			// All lanes may have left for somewhere further out. What the loop's condition was computed from is garbage then.
			e.again(t, e.maskValue(), vals)
		default:
			e.b.Continue(t.real, vals...)
		}
		return closed
	}
	switch {
	case t.root:
	case isBreak:
		e.keepLeft(t, o.Args)
		e.merge(t.left)
	default:
		blends := e.sh.Blends(t.op)
		for i, v := range e.joinVals(o.Args, t.op.Regions[0].Params) {
			if !blends || t.next[i].typ.Kind != ir.Vec {
				t.next[i].val = v
			} else {
				t.next[i].val = e.blend(t.next[i], v)
			}
		}
		e.merge(t.cont)
	}
	e.none, e.some = true, false
	return e.leaveDead()
}

// leaveDead ends a path on which no lane is left: if nothing else is pending between here and the innermost real loop, the loop's
// iteration is over.
func (e *emitter) leaveDead() flow {
	if n := len(e.loops); n > 0 && e.loops[n-1].depth == e.depth {
		e.endIteration(e.loops[n-1])
		return closed
	}
	return dead
}

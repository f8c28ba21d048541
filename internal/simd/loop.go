package simd

import "github.com/hone-go/hone/internal/ir"

// loop emits a sequential loop, in scalar code or inside lanes.
func (e *emitter) loop(o *ir.Op) flow {
	emit := e.uniformLoop
	if e.lanes != nil && e.sh.Divergent(o) {
		emit = e.divergentLoop
	}
	if !e.mayBeEmpty() {
		emit(o)
		return falls
	}
	// No lane may be active: then the loop isn't entered, for it looks at its lanes only at the end of an iteration.
	types := e.joinTypes(o.Results)
	vals, fl := e.scalarIf(e.anyLane(e.maskValue()), types, [2]arm{
		func() ([]*ir.Value, flow) {
			e.some = true
			emit(o)
			return e.joinVals(o.Results, o.Results), falls
		},
		func() ([]*ir.Value, flow) { return e.zeros(types), falls },
	})
	if fl == falls {
		e.bind(o.Results, vals)
	}
	return fl
}

// uniformLoop: all lanes run the same iterations.
func (e *emitter) uniformLoop(o *ir.Op) {
	params := o.Regions[0].Params
	extra := e.travelling(o)
	inits := append(e.joinVals(o.Args, params), e.variableVals(extra)...)
	types := e.joinTypes(o.Results)
	real := e.b.Loop(inits, append(types, e.slotTypes(extra)...)...)
	t := &scope{op: o, real: real, extra: extra, depth: e.depth}
	e.scopes[o] = t
	outer := e.b.Region
	before := e.save()
	e.b.Region = real.Regions[0]
	n := len(inits) - len(extra)
	e.bind(params, real.Regions[0].Params[:n])
	e.setSlots(extra, real.Regions[0].Params[n:])
	e.some = true // some lane came in, and asked to go on
	e.inLoop(t, func() { e.region(o.Regions[0]) })
	e.b.Region = outer
	e.restore(before)
	e.setSlots(extra, real.Results[len(types):])
	e.bind(o.Results, real.Results[:len(types)])
}

// inLoop emits a loop's body and closes it if need be.
func (e *emitter) inLoop(t *scope, body func()) {
	e.loops = append(e.loops, t)
	depth := e.depth
	e.over.ok = false
	body()
	if t.real.Regions[0].Terminator() == nil {
		e.endIteration(t)
	}
	e.depth = depth
	e.loops = e.loops[:len(e.loops)-1]
}

// endIteration emits the end of an iteration of a loop from which no lane goes on but those that have said so.
func (e *emitter) endIteration(t *scope) {
	e.none, e.some = true, false
	if !t.divergent || t.cont.val == nil || isFalse(t.cont.val) {
		e.b.Break(t.real, e.exhausted(t)...)
		return
	}
	vals := append(e.variableVals(t.next), t.cont.val)
	vals = append(append(vals, e.variableVals(t.res)...), e.variableVals(t.extra)...)
	if t.waited != nil {
		vals = append(vals, e.b.Binary(ir.OpAdd, t.waited, e.b.Int(1)))
	}
	e.again(t, t.cont.val, vals)
}

// exhausted is what a loop gives when no lane is left in it.
func (e *emitter) exhausted(t *scope) []*ir.Value {
	if t.divergent {
		return append(e.variableVals(t.res), e.variableVals(t.extra)...)
	}
	return append(e.zeros(e.joinTypes(t.op.Results)), e.variableVals(t.extra)...)
}

// again ends an iteration of t: the next begins with vals if a lane of the mask is on, else the loop is left.
func (e *emitter) again(t *scope, mask *ir.Value, vals []*ir.Value) {
	branch := e.b.If(e.anyLane(mask))
	region := e.b.Region
	e.b.Region = branch.Regions[0]
	e.b.Continue(t.real, vals...)
	e.b.Region = branch.Regions[1]
	e.b.Break(t.real, e.exhausted(t)...)
	e.b.Region = region
	e.b.Op(ir.OpUnreachable, nil)
}

// divergentLoop runs until no lane is left in it. Lanes that leave by break keep their values in result variables; those that leave for
// somewhere further out are known to the scope there. Parameters: the loop's own, the active lanes, result variables, travelling variables.
func (e *emitter) divergentLoop(o *ir.Op) {
	params := o.Regions[0].Params
	before := e.save()
	extra := e.travelling(o)
	outward := len(extra) > 0
	extra = without(extra, e.cur)
	mark := len(e.variables)
	t := &scope{op: o, divergent: true, depth: e.depth}
	resTypes, paramTypes := e.leftTypes(o.Results), e.joinTypes(params)
	t.res = e.newSlots(resTypes)
	if outward {
		t.left = e.newSlots([]*ir.Type{e.maskType()})[0]
		t.res = append(t.res, t.left)
		resTypes = append(resTypes, t.left.typ)
	}
	inits := append(e.joinVals(o.Args, params), e.maskValue())
	inits = append(inits, e.zeros(resTypes)...)
	inits = append(inits, e.variableVals(extra)...)
	if e.lanes.waits {
		inits = append(inits, e.b.Int(0))
	}
	real := e.b.Loop(inits, append(resTypes[:len(resTypes):len(resTypes)], e.slotTypes(extra)...)...)
	t.real, t.extra = real, extra
	e.scopes[o] = t
	outer := e.b.Region
	e.b.Region = real.Regions[0]

	in := real.Regions[0].Params
	n := len(paramTypes)
	e.bind(params, in[:n])
	e.cur.val, e.none, e.some = in[n], false, true
	e.setSlots(t.res, in[n+1:n+1+len(t.res)])
	e.setSlots(extra, in[n+1+len(t.res):n+1+len(t.res)+len(extra)])
	if e.lanes.waits {
		t.waited = in[len(in)-1]
		e.bailIf(e.b.Compare(ir.OpGt, t.waited, e.b.Int(mostWaits)))
	}
	t.next = e.newSlots(paramTypes)
	e.setSlots(t.next, in[:n])
	t.cont = e.newSlots([]*ir.Type{e.maskType()})[0]
	e.inLoop(t, func() { e.region(o.Regions[0]) })

	e.b.Region = outer
	e.restore(before)
	e.variables = e.variables[:mark]
	e.setSlots(extra, real.Results[len(resTypes):])
	if outward {
		e.cur.val, e.none, e.some, e.over.ok = real.Results[len(resTypes)-1], false, false, false
	}
	e.bindLeft(o.Results, real.Results)
}

// mostWaits is how many iterations of a loop inside the other lanes wait for, where that matters.
const mostWaits = 1 << 20

// inTurns reports a loop in lanes in which checks are left, and which is not the range of a kernel: in plain Go one of its iterations may fail before another, that never
// ends, begins.
func (e *emitter) inTurns(o *ir.Op) bool {
	if r := o.Parent; r != nil && r.Parent == nil && e.kernel.Func.Kernel == ir.RangeKernel && o.Args[0] == r.Params[0] {
		return false
	}
	return o.Regions[0].Contains(func(x *ir.Op) bool { return x.Kind.Has(ir.Check) && !e.lanes.hoisted[x] })
}

func without(ss []*variable, x *variable) []*variable {
	var out []*variable
	for _, s := range ss {
		if s != x {
			out = append(out, s)
		}
	}
	return out
}

package eval

import "github.com/hone-go/hone/internal/ir"

// op evaluates an op in line: no terminator, control flow, call or pattern.
func (p *pe) op(fr *frame, o *ocode) {
	switch o.kind {
	case ir.OpSet, ir.OpStore:
		p.assign(fr, o)
	case ir.OpMove:
		a := p.args(fr, o.args)
		if n, ok := a[2].(konst); ok && n.bits == 0 {
			return
		}
		p.mayStore(a[0])
		if isWindow(a[0]) || isWindow(a[1]) {
			p.moveFew(a[0], a[1], a[2])
			return
		}
		p.b.Op(ir.OpMove, p.values(a))
	case ir.OpCheckIndex, ir.OpCheckDiv, ir.OpCheckShift, ir.OpCheckSlice, ir.OpCheckMake, ir.OpCheckPanic:
		if o.op.Sym() == ir.Blocks {
			p.b.Pos = p.forkedAt()
		}
		p.check(o.op, p.args(fr, o.args))
	case ir.OpStart:
		p.b.Op(ir.OpStart, nil)
	default:
		fr.slots[o.res[0]] = p.single(fr, o)
	}
}

// single evaluates an op with one result.
func (p *pe) single(fr *frame, o *ocode) val {
	t := o.op.Results[0].Type
	switch o.kind {
	case ir.OpConst:
		return konst{t, o.op.Bits}
	case ir.OpZero:
		return zeroVal(t)
	case ir.OpSelect:
		return p.selectOp(fr, o)
	case ir.OpStruct, ir.OpArray:
		return &agg{t, p.args(fr, o.args)}
	case ir.OpExtract:
		a := p.args(fr, o.args)
		return p.getPath(a[0], o.op.Ints, a[1:], nil)
	case ir.OpInsert:
		a := p.args(fr, o.args)
		return p.setPath(a[0], o.op.Ints, a[2:], a[1], nil)
	case ir.OpCell:
		key := siteKey{o.uid, fr.ctx}
		c := p.newCell(p.content(o, t.Elem, p.arg(fr, o, 0)), t.Elem, o.op.Results[0].Name, key)
		c.elsewhere = len(o.op.Ints) > 0
		return c
	case ir.OpCellAt:
		return p.cellAt(fr, o)
	case ir.OpSame:
		a := p.args(fr, o.args)
		return p.samePlace(a[0], a[1], len(o.op.Ints) > 0)
	case ir.OpPart:
		return p.part(o, p.args(fr, o.args))
	case ir.OpRecast:
		return p.recast(o, p.args(fr, o.args))
	case ir.OpGet:
		a := p.args(fr, o.args)
		v := p.get(a[0], o.op.Ints, a[1:], t)
		if o.copies {
			v = p.detached(v)
		}
		return v
	case ir.OpView:
		return p.viewOf(p.arg(fr, o, 0), o.op.Ints, t)
	case ir.OpLambda:
		c := &clo{t: t, code: o.lambda, caps: make([]val, len(o.lambda.caps))}
		for i, k := range o.lambda.caps {
			c.caps[i] = p.resolve(fr.slots[k.outer])
		}
		return c
	case ir.OpFuncRef:
		code := p.g.code(o.op.Sym())
		if code == nil {
			p.errorf(o.op.Pos, "no function %s", o.op.Sym())
		}
		return &clo{t: t, code: code}
	case ir.OpStatic:
		return p.static(p.arg(fr, o, 0), o.op.Ints)
	case ir.OpKnown:
		return boolVal(isKnown(p.arg(fr, o, 0)))
	case ir.OpThreads:
		if len(p.barriers) > 0 { // an iteration starts none
			return konst{t, 0}
		}
		return p.result(o.kind, nil, t)
	case ir.OpProcs:
		return p.processors(o.op.Ints[0])
	case ir.OpHide:
		return p.hide(p.arg(fr, o, 0))
	case ir.OpAddress:
		return p.address(p.arg(fr, o, 0), o.op.Pos)
	case ir.OpLen, ir.OpCap, ir.OpIsNil, ir.OpMake, ir.OpSlice, ir.OpLoad:
		v := p.slices(o, t, p.args(fr, o.args))
		if o.copies {
			v = p.detached(v)
		}
		return v
	}
	if !ir.CanEval(o.kind) {
		p.errorf(o.op.Pos, "%s can't be evaluated at the source level", o.kind)
	}
	return p.scalar(o.kind, t, p.args(fr, o.args))
}

func isKnown(v val) bool {
	switch v := v.(type) {
	case *dyn, *marr, *window, *mvar, *part, *choice:
		return false
	case *agg:
		for _, e := range v.elems {
			if !isKnown(e) {
				return false
			}
		}
	}
	return true
}

// hide makes a value unknown: constants become residual ones that folding does not see.
func (p *pe) hide(v val) val {
	return mapLeaves(v, func(_ int, leaf val) val {
		switch x := leaf.(type) {
		case konst:
			return &dyn{v: p.constant(x)}
		case *dyn:
			return &dyn{v: x.v}
		}
		return leaf
	})
}

// call evaluates a call as far as its exits; where that is nothing to unfold, t is nil and rs are the results.
func (p *pe) call(fr *frame, o *ocode) (rs []val, t *target) {
	ctx := mix(fr.ctx, o.uid)
	if o.kind == ir.OpCall {
		f, args := p.arg(fr, o, 0), p.args(fr, o.args[1:])
		if x, ok := p.taken(f).(*choice); ok {
			return nil, p.callChosen(x, args, ctx, o.op.Pos)
		}
		return p.begin(p.callee(f), args, ctx, o.op.Pos)
	}
	return p.callSym(o.op.Sym(), p.args(fr, o.args), ctx, o.op.Pos)
}

// apply calls a function value.
func (p *pe) apply(f *clo, args []val, ctx uint64, pos ir.Pos) ([]val, bool) {
	rs, t := p.begin(f, args, ctx, pos)
	if t == nil {
		return rs, true
	}
	return p.join(t)
}

func (p *pe) begin(f *clo, args []val, ctx uint64, pos ir.Pos) ([]val, *target) {
	if f.code.fn != nil {
		return p.callSym(f.code.name, args, ctx, pos)
	}
	if p.stays(f, args) {
		return p.callResidual(f.code, f.caps, args, pos), nil
	}
	return nil, p.unfold(f.code, f.caps, args, ctx, pos)
}

// callSym unfolds a call of a named function, or makes it a call of a residual function if it is recursive and not filtered.
func (p *pe) callSym(name string, args []val, ctx uint64, pos ir.Pos) ([]val, *target) {
	code := p.g.code(name)
	if code == nil {
		p.errorf(pos, "no function %s", name)
	}
	if p.g.isRecursive(name) && (code.filter == nil || !p.filter(code, args)) {
		return p.callResidual(code, nil, args, pos), nil
	}
	return nil, p.unfold(code, nil, args, ctx, pos)
}

// filter evaluates a function's filter; one that is not known counts as false.
func (p *pe) filter(code *fcode, args []val) bool {
	here := p.b.Region
	defer func() { p.b.Region = here }()
	p.b.Region = ir.NewRegion(nil)
	fr := &frame{code: code.filter, slots: make([]val, code.filter.slots), targets: make([]*target, code.filter.targets)}
	for i, id := range code.filter.params {
		fr.slots[id] = args[i]
	}
	mark, facts := len(p.journal), len(p.facts)
	vals, alive := p.region(fr, code.filter.body)
	p.undo(mark, facts)
	return alive && vals[0] == val(yes)
}

// unfold evaluates a function's body in place; its returns are the exits of the target that comes back.
func (p *pe) unfold(code *fcode, caps, args []val, ctx uint64, pos ir.Pos) *target {
	if len(p.stack) >= maxDepth {
		p.exhausted()
	}
	p.stack = append(p.stack, call{code, caps, pos})
	t := p.newTarget(toJoin)
	p.run(code, caps, args, ctx, t)
	p.stack = p.stack[:len(p.stack)-1]
	p.b.Pos = pos
	return t
}

// run evaluates a function's body, whose returns go to t.
func (p *pe) run(code *fcode, caps, args []val, ctx uint64, t *target) {
	fr := &frame{code: code, slots: make([]val, code.slots), targets: make([]*target, code.targets), ret: t, ctx: ctx}
	for i, id := range code.params {
		fr.slots[id] = args[i]
	}
	for i, k := range code.caps {
		fr.slots[k.inner] = caps[i]
	}
	if vals, alive := p.region(fr, code.body); alive {
		p.exit(t, vals)
	}
}

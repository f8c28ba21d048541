package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// plan fixes the types, before anything that they were found from changes.
func (n *narrower) plan() {
	n.types, n.operands = map[*ir.Value]*ir.Type{}, map[*ir.Op]*ir.Type{}
	for _, o := range n.Ops {
		if n.Exact(o) {
			n.operands[o] = n.Common(o, n.Wide[o])
		}
		for _, v := range o.Results {
			n.types[v] = n.typeOf(o, v)
		}
	}
	n.dests = map[*ir.Op][]*ir.Value{}
	for _, v := range n.Joins {
		n.types[v] = v.Type
		if k := n.Of[v]; !k.Fixed && !k.Free() && k.Bytes < v.Type.Size() {
			n.types[v] = n.joinedType(v, k.Bytes)
		}
	}
	for _, o := range n.Ops {
		for i := range o.Args {
			if v := n.Joined(o, i); v != nil {
				if n.dests[o] == nil {
					n.dests[o] = make([]*ir.Value, len(o.Args))
				}
				n.dests[o][i] = v
			}
		}
	}
}

// typeOf is the type that v (a result of o) is computed in.
func (n *narrower) typeOf(o *ir.Op, v *ir.Value) *ir.Type {
	k := n.Of[v]
	if k.Fixed || k.Free() || k.Bytes >= v.Type.Size() {
		return v.Type
	}
	switch o.Kind {
	case ir.OpMin, ir.OpMax, ir.OpDiv, ir.OpRem, ir.OpPopcnt:
		return n.Common(o, k.Bytes)
	case ir.OpShr:
		return n.exactType(o.Args[0], k.Bytes)
	case ir.OpRunning: // goes on with its first operand
		return n.joinedType(o.Args[0], k.Bytes)
	}
	return n.exactType(v, k.Bytes)
}

// joinedType is that of what control flow gives, or a parameter of a loop.
func (n *narrower) joinedType(v *ir.Value, bytes int) *ir.Type {
	if p := v.Owner; p != nil && p.Parent.Kind == ir.OpFor { // what comes out may also be from an exit
		v = p.Parent.Results[v.Index-1]
	}
	return n.exactType(v, bytes)
}

// exactType is the type of so many bytes that holds v exactly if one does, else one for its low bits.
func (n *narrower) exactType(v *ir.Value, bytes int) *ir.Type {
	b := n.Ranges.Of(v)
	return analysis.IntType(bytes, analysis.Fits(b, bytes, true) && !analysis.Fits(b, bytes, false))
}

// rewrite puts the ops of r into the types that were found.
func (n *narrower) rewrite(r *ir.Region) {
	out, owner := n.out, n.owner
	n.out, n.owner = make([]*ir.Op, 0, len(r.Ops)), r
	n.params(r)
	for _, o := range r.Ops {
		n.pos = o.Pos
		switch {
		case n.Exact(o):
			n.exactOp(o)
		case len(o.Regions) == 0 && len(o.Results) == 1 && o.Results[0].Type.IsInt() && n.TakesPart(o) && !n.Of[o.Results[0]].Free():
			n.op(o)
		default:
			n.other(o)
		}
	}
	r.SetOps(n.out)
	n.out, n.owner = out, owner
}

// ends has a loop begin with what it carries in the types of its parameters, and gives what comes out of it as it was.
func (n *narrower) ends(loop *ir.Op) {
	if loop.Kind != ir.OpFor {
		return
	}
	for k, p := range loop.Regions[0].Params[1:] {
		old := loop.Results[k]
		if p.Type == old.Type {
			continue
		}
		cut := loop.Parent.NewOp(ir.OpConv, loop.Pos, []*ir.Value{loop.Args[2+k]}, p.Type)
		loop.InsertBefore(cut)
		loop.SetArg(2+k, cut.Results[0])
		back := loop.Parent.NewOp(ir.OpConv, loop.Pos, []*ir.Value{loop.Retype(k, p.Type)}, old.Type)
		ir.ReplaceUses(loop.Parent, old, back.Results[0])
		loop.InsertAfter(back)
	}
	delayWidening(loop)
}

// delayWidening has what a loop in lanes carries widened where that is first asked for: in vectors all that it is carried on by comes ahead of that (ir.Op.InVectorOrder), and
// is not to pass what it stood behind.
func delayWidening(loop *ir.Op) {
	body := loop.Regions[0]
	for k := range loop.Results {
		p := body.Params[1+k]
		for _, o := range slices.Clone(body.Ops) {
			if o.Kind != ir.OpConv || o.Args[0] != p {
				continue
			}
			user := slices.IndexFunc(body.Ops, func(x *ir.Op) bool { return x.Takes(func(v *ir.Value) bool { return v == o.Results[0] }) })
			if user < 0 {
				o.Remove()
				continue
			}
			at := body.Ops[user]
			o.Remove()
			at.InsertBefore(o)
		}
	}
}

// params gives the parameters of a loop their types.
func (n *narrower) params(r *ir.Region) {
	for i, v := range r.Params {
		t := n.types[v]
		if t == nil || t == v.Type {
			continue
		}
		x := r.RetypeParam(i, t)
		n.forms[v] = x
		n.rep.Replace(v, n.emit(ir.OpConv, v.Type, x))
	}
}

// other rewrites control flow, and leaves everything else as it is but for what it takes.
func (n *narrower) other(o *ir.Op) {
	dests := n.dests[o]
	for i := range o.Args {
		if dests != nil && dests[i] != nil {
			o.SetArg(i, n.as(o.Args[i], n.types[dests[i]]))
		} else {
			o.SetArg(i, n.rep.Of(o.Args[i]))
		}
	}
	for _, in := range o.Regions {
		n.rewrite(in)
	}
	n.out = append(n.out, o)
	if len(o.Regions) == 0 {
		return
	}
	old := append([]*ir.Value(nil), o.Results...)
	for i, v := range old {
		n.retype(o, i, n.types[v])
	}
	for i, v := range old {
		n.settle(o, i, v)
	}
}

// as is v in another integer type: right in the bits that are asked for.
func (n *narrower) as(v *ir.Value, t *ir.Type) *ir.Value {
	x, ok := n.forms[v]
	if !ok {
		x = n.rep.Of(v)
	}
	if x.Type == t {
		return x
	}
	if c, ok := x.ConstInt(); ok {
		k := n.emit(ir.OpConst, t)
		k.Def.Bits = ir.Canonical(t, uint64(c))
		return k
	}
	return n.emit(ir.OpConv, t, x)
}

func (n *narrower) emit(k ir.OpKind, t *ir.Type, args ...*ir.Value) *ir.Value {
	o := n.owner.NewOp(k, n.pos, args, t)
	n.out = append(n.out, o)
	return o.Results[0]
}

// exactOp rewrites a comparison or a conversion to float.
func (n *narrower) exactOp(o *ir.Op) {
	for i, a := range o.Args {
		o.SetArg(i, n.as(a, n.operands[o]))
	}
	n.out = append(n.out, o)
}

// op rewrites an operation on integers.
func (n *narrower) op(o *ir.Op) {
	v := o.Results[0]
	t := n.types[v]
	for i, a := range o.Args {
		switch {
		case o.Kind == ir.OpConv: // from whatever form the operand has
			if x, ok := n.forms[a]; ok {
				o.SetArg(i, x)
			} else {
				n.rep.Op(o)
			}
		case (o.Kind == ir.OpShl || o.Kind == ir.OpShr) && i == 1:
			o.SetArg(i, n.count(a))
		case o.Kind == ir.OpSelect && i == 0:
			o.SetArg(0, n.rep.Of(a))
		default:
			o.SetArg(i, n.as(a, t))
		}
	}
	n.out = append(n.out, o)
	n.retype(o, 0, t)
	if o.Kind == ir.OpConv && o.Args[0].Type == t { // nothing is left to convert
		n.out = n.out[:len(n.out)-1]
		if t == v.Type {
			n.rep.Replace(v, o.Args[0])
		} else {
			n.forms[v] = o.Args[0]
			n.rep.Replace(v, n.emit(ir.OpConv, v.Type, o.Args[0]))
		}
		return
	}
	n.settle(o, 0, v)
}

// count is the count of a shift: unsigned, in any width.
func (n *narrower) count(v *ir.Value) *ir.Value {
	if x, ok := n.forms[v]; ok && x.Type.IsUnsigned() {
		return x
	}
	return n.rep.Of(v)
}

// retype gives o's result i the type t.
func (n *narrower) retype(o *ir.Op, i int, t *ir.Type) {
	if o.Results[i].Type != t {
		o.Retype(i, t)
	}
}

// settle makes v, which result i of o was, available in both forms.
func (n *narrower) settle(o *ir.Op, i int, v *ir.Value) {
	x := o.Results[i]
	if x == v {
		return
	}
	n.forms[v] = x
	n.rep.Replace(v, n.emit(ir.OpConv, v.Type, x))
}

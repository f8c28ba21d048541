package eval

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// scalar computes a pure scalar op, or emits it.
func (p *pe) scalar(k ir.OpKind, rt *ir.Type, args []val) val {
	if v := fold(k, rt, args); v != nil {
		return v
	}
	if v := p.simplify(k, rt, args); v != nil {
		return v
	}
	d := p.result(k, p.values(args), rt)
	if rt == ir.TBool {
		d.args = args
	}
	return d
}

// fold computes an op on constants, or gives nil.
func fold(k ir.OpKind, rt *ir.Type, args []val) val {
	var bits [3]uint64
	for i, a := range args {
		c, ok := a.(konst)
		if !ok || c.t.Kind == ir.Slice {
			return nil
		}
		bits[i] = c.bits
	}
	t := args[0].(konst).t
	if (k == ir.OpDiv || k == ir.OpRem) && t.IsInt() && bits[1] == 0 {
		return konst{rt, 0} // never used: the check before has panicked
	}
	return konst{rt, ir.EvalScalar(k, t, rt, bits[:len(args)]...)}
}

// simplify applies the algebra that keeps residual programs free of traces of what was evaluated away; the rest is the optimiser's.
func (p *pe) simplify(k ir.OpKind, rt *ir.Type, args []val) val {
	switch len(args) {
	case 1:
		x, ok := args[0].(*dyn)
		if !ok {
			return nil
		}
		if k == ir.OpNot && x.v.Def != nil && x.v.Def.Kind == ir.OpNot && len(x.args) == 1 {
			return x.args[0]
		}
		if k == ir.OpConv && x.v.Type == rt {
			return x
		}
		return p.distribute(k, rt, args, 0)
	case 2:
		if v := simplify2(k, rt, args[0], args[1]); v != nil {
			if v == val(negate) {
				for _, a := range args {
					if d, ok := a.(*dyn); ok {
						return p.scalar(ir.OpNot, rt, []val{d})
					}
				}
			}
			return v
		}
		if _, ok := args[1].(konst); ok {
			return p.distribute(k, rt, args, 0)
		}
		if _, ok := args[0].(konst); ok {
			return p.distribute(k, rt, args, 1)
		}
	}
	return nil
}

// negate stands for the negation of the unknown operand.
var negate = konst{nil, 1}

func simplify2(k ir.OpKind, rt *ir.Type, x, y val) val {
	t := typeOf(x)
	if x == y && t.IsFloat() {
		return nil // NaN, inf
	}
	if x == y {
		switch k {
		case ir.OpAnd, ir.OpOr, ir.OpMin, ir.OpMax:
			return x
		case ir.OpEq, ir.OpLe, ir.OpGe:
			return yes
		case ir.OpNe, ir.OpLt, ir.OpGt:
			return no
		case ir.OpSub, ir.OpXor, ir.OpAndNot:
			return konst{rt, 0}
		}
	}
	c, ok := y.(konst)
	if !ok {
		if c, ok = x.(konst); !ok || !k.Has(ir.Commutes) {
			return nil
		}
		x = y
	}
	if t.Kind == ir.Bool {
		return boolAlgebra(k, x, c)
	}
	one := konst{t, 1}
	if t.IsFloat() {
		one.bits = ir.FloatBits(t, 1)
	}
	switch k {
	case ir.OpAdd, ir.OpSub, ir.OpOr, ir.OpXor, ir.OpShl, ir.OpShr, ir.OpAndNot:
		if c.bits == 0 && t.IsInt() {
			return x
		}
	case ir.OpMul:
		if c == one {
			return x
		}
		if c.bits == 0 && t.IsInt() {
			return c
		}
	case ir.OpDiv:
		if c == one {
			return x
		}
	case ir.OpAnd:
		if c.bits == 0 {
			return c
		}
	}
	return nil
}

func boolAlgebra(k ir.OpKind, x val, c konst) val {
	switch k {
	case ir.OpAnd:
		if c == no {
			return c
		}
		return x
	case ir.OpOr:
		if c == yes {
			return c
		}
		return x
	case ir.OpXor, ir.OpNe:
		if c == no {
			return x
		}
		return negate
	case ir.OpEq:
		if c == yes {
			return x
		}
		return negate
	case ir.OpAndNot: // x &^ c; the constant is the second operand
		if c == yes {
			return no
		}
		return x
	}
	return nil
}

// distribute applies a test to both sides of an operand that was chosen between constants: the result is the condition of the choice,
// its negation, or constant. This is what makes exit codes vanish.
func (p *pe) distribute(k ir.OpKind, rt *ir.Type, args []val, at int) val {
	d, ok := args[at].(*dyn)
	if !ok || d.cond == nil || rt != ir.TBool {
		return nil
	}
	var side [2]val
	for i, v := range [2]val{d.yes, d.no} {
		if _, ok := v.(konst); !ok {
			return nil
		}
		with := append([]val(nil), args...)
		with[at] = v
		if side[i] = fold(k, rt, with); side[i] == nil {
			return nil
		}
	}
	if !visible(d.cond.v, p.b.Region) && side[0] != side[1] {
		return nil
	}
	return p.choose(d.cond, side[0], side[1], p.b.Region, false)
}

// choose gives c ? a : b without control flow where that is mere boolean algebra; if force is set, also as a select. Otherwise nil.
func (p *pe) choose(c *dyn, a, b val, r *ir.Region, force bool) val {
	if a == b {
		return a
	}
	if !available(a, r) || !available(b, r) {
		return nil
	}
	if typeOf(a) == ir.TBool {
		x, xKnown := a.(konst)
		y, yKnown := b.(konst)
		switch {
		case xKnown && yKnown && x == yes:
			return c
		case xKnown && yKnown:
			return p.scalar(ir.OpNot, ir.TBool, []val{c})
		case xKnown && x == yes:
			return p.scalar(ir.OpOr, ir.TBool, []val{c, b})
		case xKnown:
			return p.scalar(ir.OpAnd, ir.TBool, []val{p.scalar(ir.OpNot, ir.TBool, []val{c}), b})
		case yKnown && y == yes:
			return p.scalar(ir.OpOr, ir.TBool, []val{p.scalar(ir.OpNot, ir.TBool, []val{c}), a})
		case yKnown:
			return p.scalar(ir.OpAnd, ir.TBool, []val{c, a})
		}
	}
	if !force {
		return nil
	}
	d := p.result(ir.OpSelect, p.values([]val{c, a, b}), typeOf(a))
	d.cond, d.yes, d.no = c, a, b
	return d
}

// pick is c ? a : b for values of any shape.
func (p *pe) pick(c val, a, b val) val {
	if k, ok := c.(konst); ok {
		if k == yes {
			return a
		}
		return b
	}
	if same(a, b) {
		return a
	}
	switch x := a.(type) {
	case *agg:
		y := b.(*agg)
		out := &agg{x.t, make([]val, len(x.elems))}
		for i := range out.elems {
			out.elems[i] = p.pick(c, x.elems[i], y.elems[i])
		}
		return out
	case *window:
		if x.besides(b) {
			return x.merged([]val{a, b}, func(ns []val) val { return p.pick(c, ns[0], ns[1]) })
		}
		x.inMemory(p)
	case konst, *dyn:
		if w, ok := b.(*window); ok {
			w.inMemory(p)
		}
		return p.choose(c.(*dyn), a, b, p.b.Region, true)
	}
	p.value(a) // raises the error
	return nil
}

func (p *pe) selectOp(fr *frame, o *ocode) val {
	a := p.args(fr, o.args)
	return p.pick(a[0], a[1], a[2])
}

// check emits a check unless it is known to hold.
func (p *pe) check(o *ir.Op, args []val) {
	if holds(o.Kind, args) {
		return
	}
	c := p.b.Op(o.Kind, p.values(args))
	c.SetAttributes(o)
	c.Ints = slices.Clone(o.Ints)
}

func holds(k ir.OpKind, args []val) bool {
	if k == ir.OpCheckPanic {
		c, ok := args[0].(konst)
		return ok && c.bits != 0
	}
	n := make([]int64, len(args))
	for i, a := range args {
		c, ok := a.(konst)
		if !ok {
			return false
		}
		n[i] = ir.SignExtend(c.t, c.bits)
	}
	switch k {
	case ir.OpCheckIndex:
		return 0 <= n[0] && n[0] < n[1]
	case ir.OpCheckDiv:
		return n[0] != 0
	case ir.OpCheckShift:
		return n[0] >= 0
	case ir.OpCheckSlice:
		for i := range n {
			if n[i] < 0 || i > 0 && n[i] < n[i-1] {
				return false
			}
		}
		return true
	}
	return false
}

package plan

import (
	"math"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// What a gate computes itself: what takes a few instructions. All values are in words, zero-extended ([ir.Canonical]).

// scalar encodes an op on scalars, to RAX. It reports false if that is for Go to do.
func (e *gateEncoder) scalar(o *traceOp) bool {
	switch s := o.scalar; {
	case s.kind == ir.OpConv:
		return e.convert(o)
	case s.t.IsFloat():
		return e.float(o)
	}
	return e.integer(o)
}

// integers loads operands of a type, to RAX and RCX: signed ones are extended if the op looks at their signs.
func (e *gateEncoder) integers(o *traceOp, signs bool) {
	e.load(asm.RAX, o.a)
	e.load(asm.RCX, o.b)
	if signs && o.scalar.t.IsSigned() {
		e.extend(o.scalar.t, asm.RAX)
		e.extend(o.scalar.t, asm.RCX)
	}
}

// extend extends the sign of an integer.
func (e *gateEncoder) extend(t *ir.Type, r asm.Reg) {
	switch t.Bits() {
	case 8:
		e.RR(asm.MOVSXB, 8, r, r)
	case 16:
		e.RR(asm.MOVSXW, 8, r, r)
	case 32:
		e.RR(asm.MOVSXD, 8, r, r)
	}
}

// canonical clears what is above a value in RAX.
func (e *gateEncoder) canonical(t *ir.Type) {
	switch {
	case t == ir.TBool:
		e.RI(asm.AND, 4, asm.RAX, 1)
	case t.Bits() == 8:
		e.RR(asm.MOVZXB, 4, asm.RAX, asm.RAX)
	case t.Bits() == 16:
		e.RR(asm.MOVZXW, 4, asm.RAX, asm.RAX)
	case t.Bits() == 32:
		e.RR(asm.MOV, 4, asm.RAX, asm.RAX)
	}
}

// wrapping are integer ops that are one instruction, whatever the type.
var wrapping = map[ir.OpKind]asm.Op{
	ir.OpAdd: asm.ADD, ir.OpSub: asm.SUB, ir.OpMul: asm.IMUL, ir.OpAnd: asm.AND, ir.OpOr: asm.OR, ir.OpXor: asm.XOR,
}

// integer encodes an op on integers or truth values.
func (e *gateEncoder) integer(o *traceOp) bool {
	t := o.scalar.t
	switch k := o.scalar.kind; k {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor:
		e.integers(o, false)
		e.RR(wrapping[k], 8, asm.RAX, asm.RCX)
	case ir.OpAndNot:
		e.integers(o, false)
		e.Op(asm.NOT, 8, asm.R(asm.RCX))
		e.RR(asm.AND, 8, asm.RAX, asm.RCX)
	case ir.OpNeg, ir.OpNot:
		e.load(asm.RAX, o.a)
		e.Op(map[ir.OpKind]asm.Op{ir.OpNeg: asm.NEG, ir.OpNot: asm.NOT}[k], 8, asm.R(asm.RAX))
	case ir.OpShl, ir.OpShr:
		e.shift(o, k == ir.OpShr)
	case ir.OpMin, ir.OpMax:
		e.integers(o, true)
		e.RR(asm.CMP, 8, asm.RAX, asm.RCX)
		less, _ := conditions(t, ir.OpLt)
		if k == ir.OpMin {
			less = less.Not()
		}
		e.RR(asm.CMOVcc(less), 8, asm.RAX, asm.RCX)
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		e.integers(o, true)
		e.RR(asm.CMP, 8, asm.RAX, asm.RCX)
		cond, _ := conditions(t, k)
		e.truth(cond)
		return true
	case ir.OpDiv, ir.OpRem:
		e.integers(o, true)
		e.divide(t.IsSigned(), k == ir.OpRem)
	default:
		return false
	}
	e.canonical(t)
	return true
}

// truth is a condition, as a word in RAX.
func (e *gateEncoder) truth(c asm.Cond) {
	e.Op(asm.SETcc(c), 1, asm.R(asm.RAX))
	e.RR(asm.MOVZXB, 4, asm.RAX, asm.RAX)
}

// conditions is that for a comparison; of floats, which are compared the other way round if swap is true, as then what is unordered is neither less nor equal.
func conditions(t *ir.Type, k ir.OpKind) (c asm.Cond, swap bool) {
	signed := t.IsSigned() && !t.IsFloat()
	swap = t.IsFloat() && (k == ir.OpLt || k == ir.OpLe)
	if swap {
		k = map[ir.OpKind]ir.OpKind{ir.OpLt: ir.OpGt, ir.OpLe: ir.OpGe}[k]
	}
	pick := func(s, u asm.Cond) (asm.Cond, bool) {
		if signed {
			return s, swap
		}
		return u, swap
	}
	switch k {
	case ir.OpLt:
		return pick(asm.CondL, asm.CondB)
	case ir.OpLe:
		return pick(asm.CondLE, asm.CondBE)
	case ir.OpGt:
		return pick(asm.CondG, asm.CondA)
	case ir.OpGe:
		return pick(asm.CondGE, asm.CondAE)
	case ir.OpEq:
		return asm.CondE, false
	}
	return asm.CondNE, false
}

// shift encodes one by any count: Go's shifts know no limit.
func (e *gateEncoder) shift(o *traceOp, right bool) {
	e.load(asm.RAX, o.a)
	arithmetic := right && o.scalar.t.IsSigned()
	op := asm.SHL
	switch {
	case arithmetic:
		op = asm.SAR
		e.extend(o.scalar.t, asm.RAX)
	case right:
		op = asm.SHR
	}
	if o.b.from == constWord {
		switch n := o.b.bits; {
		case n < 64:
			e.RI(op, 8, asm.RAX, int64(n))
		case arithmetic:
			e.RI(op, 8, asm.RAX, 63)
		default:
			e.RR(asm.XOR, 4, asm.RAX, asm.RAX)
		}
		return
	}
	e.load(asm.RCX, o.b)
	e.MovImm(asm.RBX, 63)
	e.RR(asm.CMP, 8, asm.RCX, asm.RBX)
	if arithmetic {
		e.RR(asm.CMOVcc(asm.CondA), 8, asm.RCX, asm.RBX)
	}
	e.Op(asm.MOV, 4, asm.R(asm.RBX), asm.Imm(0)) // leaves the flags alone
	if !arithmetic {
		e.RR(asm.CMOVcc(asm.CondA), 8, asm.RAX, asm.RBX)
	}
	e.Op(op, 8, asm.R(asm.RAX), asm.R(asm.RCX))
}

// divide divides RAX by RCX. What is computed need not be used, so that a divisor of 0 must do no harm; -1 must not, either.
func (e *gateEncoder) divide(signed, rem bool) {
	zero, one, end := e.NewLabel(), e.NewLabel(), e.NewLabel()
	e.RR(asm.TEST, 8, asm.RCX, asm.RCX)
	e.Jcc(asm.CondE, zero)
	e.RR(asm.MOV, 8, asm.RBX, gateOut)
	if signed {
		e.RI(asm.CMP, 8, asm.RCX, -1)
		e.Jcc(asm.CondE, one)
		e.Op(asm.CQO, 0)
		e.Op(asm.IDIV, 8, asm.R(asm.RCX))
	} else {
		e.RR(asm.XOR, 4, asm.RDX, asm.RDX)
		e.Op(asm.DIV, 8, asm.R(asm.RCX))
	}
	if rem {
		e.RR(asm.MOV, 8, asm.RAX, asm.RDX)
	}
	e.RR(asm.MOV, 8, gateOut, asm.RBX)
	e.Jmp(end)
	e.Bind(one)
	if !rem {
		e.Op(asm.NEG, 8, asm.R(asm.RAX))
		e.Jmp(end)
	}
	e.Bind(zero)
	e.RR(asm.XOR, 4, asm.RAX, asm.RAX)
	e.Bind(end)
}

// floatOps are ops on floats of 64 and of 32 bits.
var floatOps = map[ir.OpKind][2]asm.Op{
	ir.OpAdd: {asm.VADDSD, asm.VADDSS}, ir.OpSub: {asm.VSUBSD, asm.VSUBSS}, ir.OpMul: {asm.VMULSD, asm.VMULSS}, ir.OpDiv: {asm.VDIVSD, asm.VDIVSS},
}

// narrow is 1 for float32.
func narrow(t *ir.Type) int {
	if t == ir.TF32 {
		return 1
	}
	return 0
}

// float encodes an op on floats.
func (e *gateEncoder) float(o *traceOp) bool {
	t := o.scalar.t
	short := narrow(t)
	switch k := o.scalar.kind; k {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv:
		e.loadFloat(asm.X0, o.a, t)
		e.loadFloat(asm.Vec(1), o.b, t)
		e.RRR(floatOps[k][short], 0, asm.X0, asm.X0, asm.Vec(1))
		e.storeFloat(t)
	case ir.OpSqrt:
		e.loadFloat(asm.X0, o.a, t)
		e.RRR([2]asm.Op{asm.VSQRTSD, asm.VSQRTSS}[short], 0, asm.X0, asm.X0, asm.X0)
		e.storeFloat(t)
	case ir.OpNeg, ir.OpAbs:
		e.load(asm.RAX, o.a)
		if sign := [2]int64{math.MinInt64, 1 << 31}[short]; k == ir.OpNeg {
			e.MovImm(asm.RCX, sign)
			e.RR(asm.XOR, 8, asm.RAX, asm.RCX)
		} else {
			e.MovImm(asm.RCX, ^sign)
			e.RR(asm.AND, 8, asm.RAX, asm.RCX)
		}
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		e.compareFloats(o, k)
	default:
		return false
	}
	return true
}

func (e *gateEncoder) compareFloats(o *traceOp, k ir.OpKind) {
	t := o.scalar.t
	cond, swap := conditions(t, k)
	a, b := o.a, o.b
	if swap {
		a, b = b, a
	}
	e.loadFloat(asm.X0, a, t)
	e.loadFloat(asm.Vec(1), b, t)
	e.RR([2]asm.Op{asm.VUCOMISD, asm.VUCOMISS}[narrow(t)], 0, asm.X0, asm.Vec(1))
	switch k { // of what is unordered, which looks equal
	case ir.OpEq:
		e.Op(asm.SETcc(asm.CondNP), 1, asm.R(asm.RCX))
		e.truth(cond)
		e.RR(asm.AND, 1, asm.RAX, asm.RCX)
	case ir.OpNe:
		e.Op(asm.SETcc(asm.CondP), 1, asm.R(asm.RCX))
		e.truth(cond)
		e.RR(asm.OR, 1, asm.RAX, asm.RCX)
	default:
		e.truth(cond)
	}
}

// loadFloat loads a float, by way of RAX where it isn't in memory as that.
func (e *gateEncoder) loadFloat(x asm.Reg, w wordOf, t *ir.Type) {
	w = e.resolve(w)
	switch {
	case t == ir.TF64 && w.from == loadWord:
		e.RM(asm.VMOVSD, 0, x, e.place(asm.RAX, w))
	case t == ir.TF32 && (w.from == load32 || w.from == loadWord):
		e.RM(asm.VMOVSS, 0, x, e.place(asm.RAX, w))
	default:
		e.load(asm.RAX, w)
		e.RR(asm.VMOVQ, 0, x, asm.RAX)
	}
}

// storeFloat moves one from X0 to RAX.
func (e *gateEncoder) storeFloat(t *ir.Type) {
	e.RR([2]asm.Op{asm.VMOVQ, asm.VMOVD}[narrow(t)], 0, asm.RAX, asm.X0)
}

// convert encodes a conversion.
func (e *gateEncoder) convert(o *traceOp) bool {
	t, rt := o.scalar.t, o.scalar.rt
	switch {
	case t == rt, !t.IsFloat() && !rt.IsFloat():
		e.load(asm.RAX, o.a)
		if t.IsSigned() && !t.IsFloat() {
			e.extend(t, asm.RAX)
		}
		e.canonical(rt)
	case t.IsFloat() && rt.IsFloat():
		e.loadFloat(asm.X0, o.a, t)
		e.RRR([2]asm.Op{asm.VCVTSD2SS, asm.VCVTSS2SD}[narrow(t)], 0, asm.X0, asm.X0, asm.X0)
		e.storeFloat(rt)
	case rt.IsFloat() && t != ir.TU64: // all others are signed ones of 64 bits
		e.load(asm.RAX, o.a)
		if t.IsSigned() {
			e.extend(t, asm.RAX)
		}
		e.RRR(asm.VXORPS, 16, asm.X0, asm.X0, asm.X0)
		e.RRR([2]asm.Op{asm.VCVTSI2SD, asm.VCVTSI2SS}[narrow(rt)], 8, asm.X0, asm.X0, asm.RAX)
		e.storeFloat(rt)
	default:
		return false
	}
	return true
}

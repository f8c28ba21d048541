package x86

import "github.com/hone-go/hone/internal/x86/asm"

// The FMA instructions come in three forms each, which differ in the operand that is overwritten
// and in the one that may be memory: 132: d = d*c + b; 213: d = b*d + c; 231: d = b*c + d.
// asm lists them as 132, 213, 231, each in the order PS, PD, SS, SD.
const fmaStep = asm.VFMADD213PD - asm.VFMADD132PD

// untieFMA picks the form of args[0] = args[1]*args[2] + args[3] that overwrites a dying operand. in.op is the 213 form.
// Afterwards the third operand is the one that may be memory. Of two factors that die, next is to be overwritten: the result goes there.
func (in *inst) untieFMA(dies func(arg) bool, next vreg) (copyPair, bool) {
	d, a, b, c := in.args[0], in.args[1], in.args[2], in.args[3]
	if b.kind == argReg && b.reg == next && dies(b) {
		a, b = b, a
	}
	op213 := in.op
	op132, op231 := op213-fmaStep, op213+fmaStep
	in.tie, in.role = tieNone, roleModify
	if b.kind == argMem { // make the memory operand, if it is a factor, a
		a, b = b, a
	}
	var keep arg // what the destination holds before
	switch {
	case a.kind == argMem && (dies(c) || !dies(b)):
		keep, in.op, in.args = c, op231, [5]arg{d, b, a}
	case a.kind == argMem:
		keep, in.op, in.args = b, op132, [5]arg{d, c, a}
	case c.kind == argMem && !dies(a) && dies(b):
		keep, in.op, in.args = b, op213, [5]arg{d, a, c}
	case c.kind == argMem:
		keep, in.op, in.args = a, op213, [5]arg{d, b, c}
	case dies(c):
		keep, in.op, in.args = c, op231, [5]arg{d, a, b}
	case dies(a):
		keep, in.op, in.args = a, op213, [5]arg{d, b, c}
	case dies(b):
		keep, in.op, in.args = b, op213, [5]arg{d, a, c}
	default:
		keep, in.op, in.args = c, op231, [5]arg{d, a, b}
	}
	in.fold = 3
	return in.copyBefore(d.reg, keep.reg)
}

// keepFMA settles the form so that the operand v is the one that is overwritten, and kept where a mask is off.
func (in *inst) keepFMA(v vreg) bool {
	op213 := in.op
	d, a, b, c := in.args[0], in.args[1], in.args[2], in.args[3]
	is := func(x arg) bool { return x.kind == argReg && x.reg == v }
	switch {
	case is(c) && a.kind == argMem:
		in.op, in.args = op213+fmaStep, [5]arg{d, c, b, a}
	case is(c):
		in.op, in.args = op213+fmaStep, [5]arg{d, c, a, b}
	case is(a) && b.kind == argMem:
		in.op, in.args = op213-fmaStep, [5]arg{d, a, c, b}
	case is(a):
		in.args = [5]arg{d, a, b, c}
	case is(b) && a.kind == argMem:
		in.op, in.args = op213-fmaStep, [5]arg{d, b, c, a}
	case is(b):
		in.args = [5]arg{d, b, a, c}
	default:
		return false
	}
	in.tie, in.fold = tieSrc, 0
	if in.mem == (mem{}) {
		in.fold = 4
	}
	return true
}

// isFMA reports whether op is a fused multiply-add, and gives the number of its form: 0 for 132, 1 for 213, 2 for 231.
func isFMA(op asm.Op) (form int, ok bool) {
	if op < asm.VFMADD132PS || op > asm.VFNMSUB231SD {
		return 0, false
	}
	return int(op-asm.VFMADD132PS) / int(fmaStep) % 3, true
}

// swapFMA exchanges the second and third operands of an FMA, so that the second may become memory.
func (in *inst) swapFMA() {
	switch form, _ := isFMA(in.op); form {
	case 0:
		in.op += fmaStep
	case 1:
		in.op -= fmaStep
	}
	in.args[1], in.args[2] = in.args[2], in.args[1]
}

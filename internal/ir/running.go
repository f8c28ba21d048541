package ir

import "slices"

// A loop in lanes may carry integers that run on by an op for which it makes no difference how a row of them is put together, such as
//
//	for lo, hi, 0 mode=lanes (i, s) { v = load x, i; t = running @add s, v; store out, i, t; yield t }
//
// where t, in scalar code, is s+v. The lanes put together what they take themselves, before they take s (Hillis and Steele, "Data Parallel Algorithms", CACM 1986).

// Joined is the op by which a running puts its operands together.
func (o *Op) Joined() OpKind { return KindByName(o.Sym()) }

// RunningOf is the running that carried value k of a loop goes on with; nil: none.
func (o *Op) RunningOf(k int) *Op {
	last := o.Regions[0].Terminator()
	if last == nil || last.Kind != OpYield || k >= len(last.Args) {
		return nil
	}
	r := last.Args[k].Def
	if r == nil || r.Kind != OpRunning || r.Parent != o.Regions[0] || r.Args[0] != o.Regions[0].Params[1+k] {
		return nil
	}
	return r
}

// Takes reports that o, or an op inside, has such an operand.
func (o *Op) Takes(such func(v *Value) bool) bool {
	found := slices.ContainsFunc(o.Args, such)
	for _, r := range o.Regions {
		found = found || r.Contains(func(in *Op) bool { return slices.ContainsFunc(in.Args, such) })
	}
	return found
}

// RunsOn reports an op that a running of type t may put its operands together by.
func RunsOn(k OpKind, t *Type) bool {
	_, ok := Neutral(k, t)
	return ok && k != OpSub
}

// Neutral is what makes no difference as the second operand of an op on integers for which the order of all others makes none; not ok: k is no such op.
func Neutral(k OpKind, t *Type) (bits uint64, ok bool) {
	ones := Canonical(t, ^uint64(0))
	least, most := uint64(0), ones
	if t.IsSigned() {
		least = Canonical(t, 1<<(t.Bits()-1))
		most = ones >> 1
		if t.Bits() < 64 {
			most = Canonical(t, 1<<(t.Bits()-1)-1)
		}
	}
	switch k {
	case OpAdd, OpSub, OpXor, OpOr:
		return 0, true
	case OpMul:
		return 1, true
	case OpAnd:
		return ones, true
	case OpMin:
		return most, true
	case OpMax:
		return least, true
	}
	return 0, false
}

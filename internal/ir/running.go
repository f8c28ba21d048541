package ir

import "slices"

// A loop in lanes may carry integers that run on by an op for which it makes no difference how a row of them is put together, such as
//
//	for lo, hi, 0 mode=lanes (i, s) { v = load x, i; t = running @add s, v; store out, i, t; yield t }
//
// where t, in scalar code, is s+v. The lanes put together what they take themselves, before they take s (Hillis and Steele, "Data Parallel Algorithms", CACM 1986). Of any scalar it may carry what
// the iteration before had: running @second s, v is v.

// Second is the op of a running that gives its second operand.
const Second = "second"

// Joined is the op by which a running puts its operands together; OpInvalid: it gives the second.
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

// runsOn reports an op that a running of type t may put its operands together by.
func runsOn(sym string, t *Type) bool {
	if sym == Second {
		return t.IsScalar()
	}
	k := KindByName(sym)
	if !t.IsInt() || k == OpSub {
		return false
	}
	_, ok := Neutral(k, t)
	return ok
}

// InVectorOrder lists the ops of the body of a loop that carries values in an order in which vectors can make them: what takes a carried value as it was before the iteration comes behind
// the running that carries it on. It is the order that they have where that will do; not ok: there is none.
func (o *Op) InVectorOrder() (ops []*Op, ok bool) {
	body := o.Regions[0]
	const begun, done = 1, 2
	state := make(map[*Op]int, len(body.Ops))
	var put func(x *Op) bool
	put = func(x *Op) bool {
		if x == nil || x.Parent != body || state[x] == done {
			return true
		}
		if state[x] == begun {
			return false
		}
		state[x] = begun
		waits := x.Takes(func(v *Value) bool {
			if v.Owner == body && v.Index > 0 {
				r := o.RunningOf(v.Index - 1)
				return r == x && x.Args[1] == v || r != x && !put(r)
			}
			def := within(v.Def, body)
			return def != x && !put(def)
		})
		state[x] = done
		ops = append(ops, x)
		return !waits
	}
	for _, x := range body.Ops {
		if !put(x) {
			return nil, false
		}
	}
	return ops, true
}

// within is the op of r that o is, or is inside; nil: none.
func within(o *Op, r *Region) *Op {
	for o != nil && o.Parent != r {
		o = o.Parent.Parent
	}
	return o
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

package ir

// PartialBytes is the size of the interleaved partial results of a declared reduction; docs/ir.md, "Patterns".
const PartialBytes = 256

// Partials is the number of interleaved partial results of the reductions of a block. Reductions that run in one loop must have the same number; 0 if they don't.
// Those whose order makes no difference have that of the others, or, where there are none, that of the widest.
func (o *Op) Partials() int {
	all, free, from := 0, 0, 0
	for _, leaves := range o.Ints[1:] {
		to := from + int(leaves)
		w := PartialsOf(Types(o.Results[from:to]))
		switch {
		case o.exact(from, to):
			if free == 0 || w < free {
				free = w
			}
		case all != 0 && all != w:
			return 0
		default:
			all = w
		}
		from = to
	}
	if all == 0 {
		return free
	}
	return all
}

// PartialsOf is the number of interleaved partial results of a declared reduction with these leaves.
func PartialsOf(leaves []*Type) int {
	widest := 1
	for _, t := range leaves {
		widest = max(widest, t.Size())
	}
	return PartialBytes / widest
}

// Exact reports a reduction, an output or a block, of which every leaf is combined by an op for which the order makes no difference: canonical or in order,
// the bits are the same.
func (o *Op) Exact() bool { return o.exact(0, len(o.IDs())) }

// exact is Exact for some of the leaves.
func (o *Op) exact(from, to int) bool {
	ids := o.IDs()
	for k := from; k < to; k++ {
		id := ids[k]
		for _, r := range []*Region{o.Combine(), o.Step()} {
			c, with := r.Joins(k)
			if c == nil || with != len(ids)+k || !AnyOrder(c.Kind, id) {
				return false
			}
		}
	}
	return true
}

// Canonical reports a reduction that has to go in the canonical order, Indexed one that has to go in the order of its indices. It is neither if
// the order makes no difference.
func (o *Op) Canonical() bool { return o.reduces() && o.Mode != InOrder && !o.Exact() }

func (o *Op) Indexed() bool { return o.reduces() && o.Mode == InOrder && !o.Exact() }

func (o *Op) reduces() bool { return o.Kind == OpReduce || o.Kind == OpBlockReduce }

// Joins reports the op by which result k of a region joins parameter k and another that nothing else uses, and the other's number.
func (r *Region) Joins(k int) (o *Op, with int) {
	d := r.Terminator().Args[k].Def
	if d == nil || len(d.Args) != 2 || d.Parent != r || d.Args[0].Owner != r || d.Args[1].Owner != r {
		return nil, 0
	}
	uses := 0
	r.Walk(func(o *Op) bool {
		for _, a := range o.Args {
			if a == d.Args[0] || a == d.Args[1] || a == d.Results[0] {
				uses++
			}
		}
		return true
	})
	switch {
	case uses != 3:
	case d.Args[0].Index == k:
		return d, d.Args[1].Index
	case d.Args[1].Index == k:
		return d, d.Args[0].Index
	}
	return nil, 0
}

// AnyOrder reports an op whose result is the same in any order, also when it begins with id once more or less often.
func AnyOrder(k OpKind, id *Value) bool {
	bits, known := id.IsConst()
	switch t := id.Type; {
	case t == TBool:
		return k == OpAnd || k == OpOr
	case t.IsFloat():
		return k == OpMin || k == OpMax
	default:
		switch k {
		case OpMin, OpMax, OpAnd, OpOr:
			return true
		case OpAdd, OpXor:
			return known && bits == 0
		case OpMul:
			return known && bits == 1
		}
	}
	return false
}

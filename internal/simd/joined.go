package simd

import "github.com/hone-go/hone/internal/ir"

// What is computed in wide elements and stored in narrow ones, as bytes that have been made of sums, fills a half, a quarter or less of a register. Where a loop works on so many
// registers at a time that the results of some together fill one, they are stored together: narrowing and joining are one instruction for two registers then, and whole registers may
// go past the caches.

// joins is how many registers' worth of wide elements of w bytes become one register of the integers that they are converted to; 0: none do.
func joins(conv *ir.Op, w int) int {
	if conv == nil || conv.Kind != ir.OpConv {
		return 0
	}
	from, to := elementOf(conv.Args[0].Type), elementOf(conv.Results[0].Type)
	if from == ir.TBool || !to.IsInt() || from.Size() != w || w > 4 || to.Size() >= w {
		return 0
	}
	return w / to.Size()
}

func elementOf(t *ir.Type) *ir.Type {
	if t.Kind == ir.Vec {
		return t.Elem
	}
	return t
}

// joinedBy is joins for a store of a loop in lanes; 0 if it isn't one of neighbours by all lanes.
func (e *emitter) joinedBy(st *ir.Op, sh *shapes) int {
	v := st.Args[2]
	if st.Kind != ir.OpStore || len(st.Ints) > 0 || !sh.Of(v).Varying || sh.groups[st] != nil || sh.Private(st.Args[0]) || !sh.Of(st.Args[0]).IsUniform() {
		return 0
	}
	if at := sh.Of(st.Args[1]); at.Varying || at.Stride*int64(st.Args[0].Type.Elem.Size()) != int64(v.Type.Size()) {
		return 0
	}
	return joins(v.Def, e.opt.Machine.RegisterBytes/e.kernel.Lanes)
}

// maxJoined is the most operations of a body that is repeated so that its stores are joined.
const maxJoined = 30

// joinedParts is how many registers' worth of elements a body should work on at a time for the sake of stores that are joined, if it works on that many otherwise.
func (e *emitter) joinedParts(body *ir.Region, sh *shapes, parts int) int {
	if e.regionCost(body) > maxJoined {
		return parts
	}
	for _, o := range body.Ops {
		if o.Kind == ir.OpStore {
			parts = max(parts, e.joinedBy(o, sh))
		}
	}
	return parts
}

// findJoined tells the stores among the ops of a run that are joined, and how many of their parts at a time. Those of the first parts wait for the last: so nothing that they might
// store to may be read or written between.
func (s *splitter) findJoined(ops []*ir.Op) {
	s.joined = append(s.joined[:0], make([]int, len(ops))...)
	for i := len(ops) - 1; i >= 0; i-- {
		o := ops[i]
		if !o.Kind.Has(ir.Reads) && !o.Kind.Has(ir.Writes) {
			continue
		}
		if o.Kind != ir.OpMStore || len(o.Args) != 3 || len(o.Ints) != 2 || o.Args[2].Type.Kind != ir.Vec {
			return
		}
		n := joins(o.Args[2].Def, s.orders.machine.RegisterBytes/s.lanes)
		if n == 0 || s.count(o.Args[2].Type)%n != 0 {
			return
		}
		s.joined[i] = n
	}
}

// joinedPart emits a store of n parts of what o stores with the last of them, p.
func (s *splitter) joinedPart(o *ir.Op, p, n int) {
	if (p+1)%n != 0 {
		return
	}
	first := p + 1 - n
	args := []*ir.Value{s.of(o.Args[0], 0), s.of(o.Args[1], 0)}
	for q := first; q <= p; q++ {
		args = append(args, s.of(o.Args[2], q))
	}
	all := s.owner.NewOp(ir.OpMStoreAll, o.Pos, args)
	all.Ints = []int64{o.Ints[0], o.Ints[1] + int64(first)*s.partBytes(o)}
	all.Mode = o.Mode
	s.emit(all)
}

package loops

import "slices"

// Neighbours lists the schedules that one or two changes make of s, legal or not: steps taken out, other numbers, lanes elsewhere. dims are the dimensions of the
// parallel loop, inside the loops in it.
func Neighbours(s Schedule, dims, inside []string) (out []Schedule) {
	add := func(t Schedule) {
		if !t.Equal(s) && !slices.ContainsFunc(out, t.Equal) {
			out = append(out, t)
		}
	}
	for i, t := range s {
		switch t.Kind {
		case ComputeAt:
			add(s.without(ComputeAt))
			for _, rows := range []int{4, 16, 64} {
				add(s.with(i, Step{ComputeAt, t.Loops, rows}))
			}
		case Skew:
			add(s.without(Skew))
			for _, steps := range []int{2, 4, 8} {
				add(s.with(i, Step{Skew, t.Loops, steps}))
			}
		case Jam:
			for _, n := range []int{t.N - 2, t.N - 1, t.N + 1, t.N + 2} {
				if n > 1 {
					add(s.with(i, Step{Jam, t.Loops, n}))
				}
			}
			for _, d := range dims {
				if d != t.Loops[0] {
					add(s.with(i, Step{Jam, []string{d}, t.N}))
				}
			}
			add(s.without(Jam, Split, Pack, Unroll, Pieces))
			add(s.without(Jam, Split, Pack))
		case Chains:
			for _, n := range []int{t.N / 2, t.N + 1, 2 * t.N} {
				if n > 1 {
					add(s.with(i, Step{Chains, t.Loops, n}))
				}
			}
			add(s.without(Chains))
		case Unroll:
			for _, n := range []int{t.N - 1, t.N + 1, 2 * t.N} {
				if n > 0 {
					add(s.with(i, Step{Unroll, t.Loops, n}))
				}
			}
			add(s.without(Unroll))
		case Lanes:
			for _, d := range append(slices.Clone(dims), inside...) {
				if d != t.Loops[0] {
					add(s.without(Collapse, Lift, Transpose, Long, Pieces, Jam, Chains, Unroll, Split, Pack).replaced(Lanes, Step{Lanes, []string{d}, 0}))
				}
			}
			add(s.without(Lanes, Transpose, Long, Pieces, Jam, Chains, Unroll, Split, Pack))
			if !s.Has(Unroll) {
				for _, n := range []int{1, 2, 4, 8} {
					add(s.insert(Step{Unroll, t.Loops, n}))
				}
			}
		case Shift, Whole, Reorder, Fuse, Promote, Distribute, Inside, Transpose, Long, Pieces, Pack, Stream:
			add(s.without(t.Kind))
		case Split:
			add(s.without(Split, Pack))
			if !s.Has(Pack) {
				add(s.insert(Step{Pack, t.Loops, 0}))
			}
		case Collapse, Lift:
			add(s.without(Collapse, Lift, Transpose, Long, Pieces, Jam, Chains, Unroll, Split, Pack))
		}
	}
	if !s.Has(Jam) && !s.Has(Chains) {
		for _, d := range dims {
			for _, n := range []int{2, 4, 8} {
				t := s.insert(Step{Jam, []string{d}, n})
				if !t.Has(Guard) {
					t = t.insert(Step{Kind: Guard})
				}
				add(t)
				add(t.insert(Step{Kind: Pieces}))
			}
		}
		if len(dims) > 0 {
			add(s.insert(Step{Chains, dims[len(dims)-1:], 4}))
		}
	}
	guarded := s
	if !s.Has(Guard) {
		guarded = s.insert(Step{Kind: Guard})
		add(guarded)
	}
	if !s.Has(Pieces) {
		add(guarded.insert(Step{Kind: Pieces}))
	}
	if !s.Has(Inside) {
		add(s.without(Collapse, Lift, Lanes, Transpose, Long, Pieces, Jam, Chains, Unroll, Split, Pack).insert(Step{Kind: Inside}))
	}
	return out
}

// with is s with another step in place i.
func (s Schedule) with(i int, t Step) Schedule {
	out := slices.Clone(s)
	out[i] = t
	return out
}

// replaced is s with one step in the place of all of a kind.
func (s Schedule) replaced(k Kind, t Step) Schedule { return s.without(k).insert(t) }

// without is s without steps of these kinds.
func (s Schedule) without(kinds ...Kind) Schedule {
	return slices.DeleteFunc(slices.Clone(s), func(t Step) bool { return slices.Contains(kinds, t.Kind) })
}

// insert puts a step where it belongs.
func (s Schedule) insert(t Step) Schedule {
	i := slices.IndexFunc(s, func(u Step) bool { return u.Kind > t.Kind })
	if i < 0 {
		i = len(s)
	}
	return slices.Insert(slices.Clone(s), i, t)
}

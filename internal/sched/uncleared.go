package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A slice that the function makes and gives away need not be cleared where a nest of loops stores all of it first,
//
//	pix := make([]byte, 4*w*h); for y < h { for x < w { pix[y*stride+4*x], ... = ... } }
//
// Rows are stored from their begins to their ends, one behind the other: so what is asked ahead of the nest is that the first begins at 0, and that each ends where the next
// begins; that they are as many elements as the slice has is to be seen. Where that does not hold, and on other ways through the function, the slice is cleared when it is first needed.

// A sideBySide is elements that are stored side by side.
type sideBySide struct{ from, size analysis.Poly }

// filling finds out what loops store to a buffer, and what that needs.
type filling struct {
	space  *analysis.Space
	buffer *ir.Value
	needs  analysis.Condition
	never  bool // what is needed does not hold
	apart  bool // in a loop whose iterations are in no order
}

// uncleared lets a slice be as memory was, if a nest on one way through ops, those behind the one that makes it, stores all of it. It reports whether it is so.
func (s *scheduler) uncleared(made *ir.Op, r *ir.Region) bool {
	var clear []func()
	found := false
	var way func(ops []*ir.Op, r *ir.Region)
	way = func(ops []*ir.Op, r *ir.Region) {
		for _, o := range ops {
			switch {
			case !touches(o, made.Results[0]):
				if !o.Kind.Has(ir.Terminator) {
					continue
				}
				clear = append(clear, func() { s.clearUnless(made, o, nil) })
				return
			case o.Kind == ir.OpIf:
				for _, in := range o.Regions {
					way(in.Ops, in)
				}
				return
			}
			needs := filledBy(made, o)
			found = found || needs != nil
			clear = append(clear, func() { s.clearUnless(made, o, needs) })
			return
		}
	}
	way(r.Ops[r.Index(made)+1:], r)
	if found {
		made.Mode = ir.Uncleared
		made.Changed()
		for _, f := range clear {
			f()
		}
	}
	return found
}

// clearUnless has a slice cleared ahead of an op unless something holds, if it has elements.
func (s *scheduler) clearUnless(made, o *ir.Op, needs *analysis.Condition) {
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: made.Pos}
	fine := b.Compare(ir.OpLe, made.Args[0], b.Int(0))
	if needs != nil {
		fine = needs.Emit(b)
	}
	branch := b.If(fine)
	b.In(branch.Regions[0]).Yield()
	other := b.In(branch.Regions[1])
	clearBuffer(other, made)
	other.Yield()
	s.spares[branch.Regions[1]] = true
	o.InsertBefore(b.Region.Take(0)...)
}

// filledBy gives what has to hold for a nest of loops to store to all elements that have been made before it loads one; nil if that isn't known.
func filledBy(made, nest *ir.Op) *analysis.Condition {
	f := &filling{space: analysis.NewSpace(), buffer: made.Results[0]}
	all, ok := f.loop(nest)
	if !ok {
		return nil
	}
	f.zero(all.from)
	// What may be much larger than what is stored is not for kernels to clear: the operating system has cleared memory for Go that nobody has used.
	if size, known := f.space.Sub(all.size, f.space.Of(made.Args[0])).Const(); !known || size != 0 {
		return nil
	}
	if f.never || f.needs.Mentions(nest.Defines) {
		return nil
	}
	return &f.needs
}

// zero asks for a number to be 0.
func (f *filling) zero(p analysis.Poly) {
	f.atLeastZero(p)
	f.atLeastZero(f.space.Sub(analysis.Poly{}, p))
}

func (f *filling) atLeastZero(p analysis.Poly) {
	if c, known := p.Const(); known {
		f.never = f.never || c < 0
	} else {
		f.needs.Add(&analysis.Condition{Holds: [][]analysis.Poly{{p}}, Small: []analysis.Poly{p}})
	}
}

// loop gives what a loop stores to, in the order of its iterations.
func (f *filling) loop(o *ir.Op) (all sideBySide, ok bool) {
	if o.Kind != ir.OpFor && o.Kind != ir.OpMulti || !analysis.Straight(o) || slices.Contains(o.Args, f.buffer) || o.Kind == ir.OpMulti && len(o.Outputs()) > 0 {
		return all, false
	}
	f.apart = f.apart || o.Kind == ir.OpMulti
	all, ok = f.region(o.Regions[0], !f.apart)
	if o.Kind == ir.OpFor {
		if step := o.Ints[0]; !ok || step != 1 && step != -1 {
			return all, false
		}
		return f.repeated(all, o.Regions[0].Params[0], f.space.Of(o.Args[0]), f.space.Of(o.Args[1]), o.Ints[0])
	}
	for d := len(o.Args) - 1; ok && d >= 0; d-- {
		all, ok = f.repeated(all, o.Regions[0].Params[d], analysis.Poly{}, f.space.Of(o.Args[d]), 1)
	}
	return all, ok
}

// repeated is a sideBySide for each index from first on until behind.
func (f *filling) repeated(each sideBySide, index *ir.Value, first, behind analysis.Poly, step int64) (all sideBySide, ok bool) {
	s := f.space
	coef, linear := each.from.Coef(index)
	count := s.Sub(behind, first)
	if step < 0 {
		coef, count = s.Sub(analysis.Poly{}, coef), s.Sub(analysis.Poly{}, count)
	}
	size, ok1 := s.Mul(each.size, count)
	begin, ok2 := s.Mul(coef, first)
	if step < 0 {
		begin = s.Sub(analysis.Poly{}, begin)
	}
	if !linear || !ok1 || !ok2 || each.size.Mentions(index) || coef.Mentions(index) {
		return all, false
	}
	f.zero(s.Sub(coef, each.size))
	f.atLeastZero(count)
	return sideBySide{s.Add(each.from.Without(index), begin), size}, true
}

// region gives what a region stores to before anything else looks at the buffer. What does so later may look at that, and what iterations before have stored, if these are in order.
func (f *filling) region(r *ir.Region, ordered bool) (all sideBySide, ok bool) {
	ops := slices.DeleteFunc(slices.Clone(r.Ops), func(o *ir.Op) bool { return !touches(o, f.buffer) })
	if len(ops) == 0 {
		return all, false
	}
	used := 1
	switch first := ops[0]; first.Kind {
	case ir.OpStore:
		if used = slices.IndexFunc(ops, func(o *ir.Op) bool { return o.Kind != ir.OpStore || o.Args[2] == f.buffer }); used < 0 {
			used = len(ops)
		}
		all, ok = f.stores(ops[:used])
	case ir.OpIf:
		all, ok = f.arms(first)
	default:
		all, ok = f.loop(first)
		for ; ok && used < len(ops) && ops[used].Kind == ir.OpFor; used++ { // parts of a row
			next, more := f.loop(ops[used])
			if !more || !next.from.Equal(f.space.Add(all.from, all.size)) {
				break
			}
			all.size = f.space.Add(all.size, next.size)
		}
	}
	if !ok || used < len(ops) && !ordered {
		return all, false
	}
	return all, !slices.ContainsFunc(ops[used:], func(o *ir.Op) bool { return !f.within(o, all) })
}

// stores gives what stores of all values of some elements side by side store to.
func (f *filling) stores(ops []*ir.Op) (all sideBySide, ok bool) {
	ok = len(ops) > 0
	ir.Leaves(f.buffer.Type.Elem, func(path []int, _ *ir.Type) {
		var places []int64 // from the first one on
		base := analysis.Poly{}
		for _, o := range ops {
			if !slices.EqualFunc(o.Ints, path, func(x int64, y int) bool { return x == int64(y) }) {
				continue
			}
			at := f.space.Of(o.Args[1])
			if len(places) == 0 {
				base = at
			}
			d, known := f.space.Sub(at, base).Const()
			ok = ok && known
			places = append(places, d)
		}
		slices.Sort(places)
		places = slices.Compact(places)
		n := len(places)
		if ok = ok && n > 0 && places[n-1]-places[0] == int64(n-1); !ok {
			return
		}
		leaf := sideBySide{f.space.Add(base, analysis.Const(places[0])), analysis.Const(int64(n))}
		ok = all.size.Equal(analysis.Poly{}) || all.from.Equal(leaf.from) && all.size.Equal(leaf.size)
		all = leaf
	})
	return all, ok
}

// arms gives what both arms of a branch store to.
func (f *filling) arms(o *ir.Op) (all sideBySide, ok bool) {
	s := f.space
	var in [2]sideBySide
	for k, r := range o.Regions {
		if in[k], ok = f.region(r, false); !ok {
			return all, false
		}
	}
	same := func(p, q analysis.Poly) bool {
		d := s.Sub(p, q)
		is := d.Equal(analysis.Poly{})
		analysis.Equal(o.Args[0], true, func(x, y *ir.Value) {
			e := s.Sub(s.Of(x), s.Of(y))
			is = is || d.Equal(e) || d.Equal(s.Sub(analysis.Poly{}, e))
		})
		return is
	}
	return in[1], same(in[0].from, in[1].from) && same(in[0].size, in[1].size)
}

// within reports an op that loads nothing of the buffer behind the end of what has just been stored, and gives it no other name.
func (f *filling) within(o *ir.Op, all sideBySide) bool {
	if o.Kind == ir.OpLoad && o.Args[0] == f.buffer {
		return f.before(o, o, all)
	}
	ok := len(o.Regions) > 0 && !slices.Contains(o.Args, f.buffer) || o.Kind == ir.OpStore && o.Args[2] != f.buffer
	for _, r := range o.Regions {
		r.Walk(func(x *ir.Op) bool {
			switch {
			case !ok || !slices.Contains(x.Args, f.buffer) || x.Kind == ir.OpLen || x.Kind == ir.OpCap:
			case x.Kind == ir.OpStore:
				ok = x.Args[2] != f.buffer
			case x.Kind == ir.OpLoad:
				ok = f.before(x, o, all)
			default:
				ok = false
			}
			return ok
		})
	}
	return ok
}

// before asks for a load in o, if it is in loops whose ends are known, to be before the end.
func (f *filling) before(load, o *ir.Op, all sideBySide) bool {
	s := f.space
	at := s.Of(load.Args[1])
	for x := load; x != o; {
		if x = x.Parent.Parent; x.Kind != ir.OpFor {
			if x.Kind == ir.OpIf {
				continue
			}
			return false
		}
		index := x.Regions[0].Params[0]
		if !at.Mentions(index) {
			continue
		}
		coef, linear := at.Coef(index)
		c, known := coef.Const()
		last, ok := s.Mul(coef, s.Sub(s.Of(x.Args[1]), analysis.Const(1)))
		if !linear || !known || c < 0 || x.Ints[0] != 1 || !ok {
			return false
		}
		at = s.Add(at.Without(index), last)
	}
	f.atLeastZero(s.Sub(s.Sub(s.Add(all.from, all.size), analysis.Const(1)), at))
	return true
}

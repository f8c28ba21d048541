package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// StoresAhead takes what makes slices, and stores slices, out of parallel loops, since only the host does that:
//
//	multi n (i) { row = make w; store rows, i, row; ... row ... }
//	=> for 0, n (i) { row = make w; store rows, i, row }
//	   multi n (i) { row = load rows, i; ... row ... }
//
// The loop ahead computes again what that takes, and ends behind an iteration of which a check of it fails; so does the parallel loop then, which makes the check. Iterations
// don't depend on each other: what one has stored another doesn't load, so that they may all be begun before the first is done. (Loop distribution: Kennedy and McKinley, "Loop
// Distribution with Arbitrary Control Flow", SC 1990.)
func StoresAhead(f *ir.Func) bool {
	changed := false
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for i := 0; i < len(r.Ops); i++ {
			o := r.Ops[i]
			if o.Kind != ir.OpMulti {
				for _, in := range o.Regions {
					walk(in)
				}
			} else if s := storesAheadOf(f, o); s != nil {
				s.split()
				changed = true
				i = r.Index(o)
			}
		}
	}
	walk(f.Body)
	return changed
}

// aheadStores is a parallel loop with what can be done ahead of it.
type aheadStores struct {
	loop   *ir.Op
	stores []*ir.Op // of slices
	needed []*ir.Op // by these, in order, themselves included
	makes  []*ir.Op
	places []*ir.Op // by make: the store by which its slice is found again
}

// storesAheadOf looks at a parallel loop; nil: there is nothing to be done ahead of it, or it can't be.
func storesAheadOf(f *ir.Func, loop *ir.Op) *aheadStores {
	s := &aheadStores{loop: loop}
	body := loop.Regions[0]
	last := -1
	for i, o := range body.Ops {
		if storesSlices(o) {
			s.stores, last = append(s.stores, o), i
		} else if slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return r.Contains(storesSlices) }) {
			return nil
		}
	}
	if mem := analysis.MemoryOf(f); last < 0 || len(loop.Args) > 1 || !s.findNeeded(body.Ops[:last+1]) || !s.findPlaces(mem) || !s.checksMove(body.Ops[:last+1]) || !s.mayGoAhead(f, mem, body.Ops[:last+1]) {
		return nil
	}
	return s
}

func storesSlices(o *ir.Op) bool { return o.Kind == ir.OpStore && o.Args[2].Type.Kind == ir.Slice }

// findNeeded finds what the stores need, and the checks before: these have to be made ahead, too.
func (s *aheadStores) findNeeded(ops []*ir.Op) bool {
	needed := map[*ir.Value]bool{}
	for _, o := range slices.Backward(ops) {
		switch {
		case storesSlices(o), o.Kind.Has(ir.Check):
		case !slices.ContainsFunc(o.Results, func(v *ir.Value) bool { return needed[v] }):
			continue
		case !o.Kind.Has(ir.Pure) && o.Kind != ir.OpLoad && o.Kind != ir.OpMake:
			return false
		}
		for _, v := range o.Args {
			needed[v] = true
		}
		s.needed = append(s.needed, o)
	}
	slices.Reverse(s.needed)
	return true
}

// findPlaces finds for each slice that is made in the loop where it is stored: what is stored there first is found again as long as nothing else is.
func (s *aheadStores) findPlaces(mem *analysis.Memory) bool {
	for _, o := range s.loop.Regions[0].Ops {
		if o.Kind != ir.OpMake {
			continue
		}
		k := slices.IndexFunc(s.stores, func(st *ir.Op) bool { return st.Args[2] == o.Results[0] })
		if k < 0 || slices.ContainsFunc(s.stores[k+1:], func(later *ir.Op) bool { return mem.MayOverlap(s.stores[k], later) }) {
			return false
		}
		s.makes = append(s.makes, o)
		s.places = append(s.places, s.stores[k])
	}
	return true
}

// checksMove reports that the checks before the last store may be made where the first slice is made: where one fails, nothing is stored that could be found again.
// What stands between is what nobody sees when one fails.
func (s *aheadStores) checksMove(ops []*ir.Op) bool {
	if len(s.makes) == 0 {
		return true
	}
	made := func(v *ir.Value) bool { return slices.Contains(s.makes, v.Def) }
	kept := map[*ir.Value]bool{}
	from, hidden := s.loop.Regions[0].Index(s.makes[0])+1, true
	for _, o := range ops[from:] {
		switch {
		case slices.Contains(s.stores, o):
			kept[o.Args[2]] = true
		case slices.Contains(s.needed, o): // makes, too: their sizes are checked
			if slices.ContainsFunc(o.Args, made) || o.Kind.Has(ir.Check) && !hidden {
				return false
			}
		default:
			shows := func(x *ir.Op) bool {
				return x.Kind == ir.OpStore && (!made(x.Args[0].Root()) || kept[x.Args[0].Root()])
			}
			hidden = hidden && analysis.OutcomeOf(o)&^analysis.Stores == 0 && !shows(o) && !slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return r.Contains(shows) })
		}
	}
	return true
}

// mayGoAhead reports that what is needed may be done ahead of all iterations: it loads nothing that the iteration has stored before, no slice that is replaced is loaded
// before that, and nobody sees it if a slice is stored by an iteration that fails on the way there.
func (s *aheadStores) mayGoAhead(f *ir.Func, mem *analysis.Memory, ops []*ir.Op) bool {
	var written, replaced analysis.Classes
	for _, st := range s.stores {
		replaced |= mem.Writes(st)
	}
	shared := analysis.Shared(f)
	seen := slices.ContainsFunc(s.stores, func(st *ir.Op) bool { a := analysis.Allocation(st.Args[0]); return a == nil || shared[a] })
	for _, o := range ops {
		switch {
		case o.Kind == ir.OpLoad && slices.Contains(s.needed, o) && written.Has(mem.Class(o)):
			return false
		case len(o.Regions) > 0 && seen && analysis.OutcomeOf(o)&^analysis.Stores != 0:
			return false
		}
		loads := func(x *ir.Op) bool { return x.Kind == ir.OpLoad && replaced.Has(mem.Class(x)) }
		if loads(o) || slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return r.Contains(loads) }) {
			return false
		}
		written |= mem.Writes(o)
	}
	return true
}

// split emits the loop ahead, and takes what it does out of the parallel one.
func (s *aheadStores) split() {
	loop := s.loop
	b := &ir.Builder{Region: ir.NewRegion(loop.Parent.Parent), Pos: loop.Pos}
	n := loop.Args[0]
	ahead := b.For(b.Int(0), n, 1, []*ir.Value{n})
	body := ahead.Regions[0]
	in := b.In(body)
	c := ir.NewCloner()
	c.Map(loop.Regions[0].Params[0], body.Params[0])
	for _, o := range s.needed {
		in.Pos = o.Pos
		if o.Kind == ir.OpCheckMake && slices.ContainsFunc(s.makes, func(m *ir.Op) bool { return m.Args[0] == o.Args[0] }) {
			continue // there is less room than that
		}
		if o.Kind.Has(ir.Check) || o.Kind == ir.OpMake {
			ok := in.If(wouldPass(in, o, c.Args(o.Args)))
			in.In(ok.Regions[0]).Yield()
			end := in.In(ok.Regions[1])
			end.Break(ahead, end.Binary(ir.OpAdd, body.Params[0], end.Int(1)))
		}
		if !o.Kind.Has(ir.Check) {
			in.Insert(c.Op(o))
		}
	}
	in.Yield(body.Params[1])
	loop.InsertBefore(b.Region.Take(0)...)
	loop.SetArg(0, ahead.Results[0])
	for _, st := range s.stores {
		st.Remove()
	}
	if len(s.makes) > 0 {
		s.findAgain()
	}
}

// findAgain puts loads in the places of what has made slices, behind all checks, and such as fail where there would have been no room.
func (s *aheadStores) findAgain() {
	b := &ir.Builder{Region: ir.NewRegion(s.loop)}
	for _, o := range s.needed[slices.Index(s.needed, s.makes[0]):] {
		if slices.Contains(s.stores, o) {
			continue
		}
		b.Pos = o.Pos
		if o.Kind == ir.OpMake {
			b.Op(ir.OpCheckMake, []*ir.Value{b.Select(wouldPass(b, o, o.Args), o.Args[0], b.Int(-1))})
		} else {
			o.Remove()
			b.Insert(o)
		}
	}
	s.makes[0].InsertBefore(b.Region.Take(0)...)
	for k, o := range s.makes {
		st := s.places[k]
		load := o.Parent.NewOp(ir.OpLoad, o.Pos, slices.Concat(st.Args[:2], st.Args[3:]), o.Results[0].Type)
		load.Ints = st.Ints
		o.InsertBefore(load)
		ir.ReplaceUses(s.loop.Regions[0], o.Results[0], load.Result())
		o.Remove()
	}
}

// wouldPass emits whether a check would not fail, or there might be room for a slice.
func wouldPass(b *ir.Builder, o *ir.Op, args []*ir.Value) *ir.Value {
	u := func(v *ir.Value) *ir.Value {
		if v.Type == ir.TU64 {
			return v
		}
		return b.Op(ir.OpBitcast, []*ir.Value{v}, ir.TU64).Result()
	}
	most := func(n int64) *ir.Value { return b.Compare(ir.OpLe, u(args[0]), b.Const(ir.TU64, uint64(n))) }
	switch o.Kind {
	case ir.OpCheckIndex:
		return b.Compare(ir.OpLt, u(args[0]), u(args[1]))
	case ir.OpCheckSlice:
		var all *ir.Value
		for k, x := range args[1:] {
			all = b.Join(ir.OpAnd, all, b.Compare(ir.OpLe, u(args[k]), u(x)))
		}
		return all
	case ir.OpCheckMake:
		return most(ir.MaxMake)
	case ir.OpMake:
		return most(ir.MaxMake / int64(max(o.Results[0].Type.Elem.Size(), 1)))
	case ir.OpCheckDiv:
		return b.Compare(ir.OpNe, args[0], b.Zero(args[0].Type))
	case ir.OpCheckShift:
		return b.Compare(ir.OpGe, args[0], b.Zero(args[0].Type))
	}
	return args[0] // of check.panic
}

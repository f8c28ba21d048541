package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// SplitGrowth takes what makes memory out of loops whose iterations make it rarely, in one arm of a branch, as append does where a slice has no room:
//
//	loop (s, i) { .. r = if len(s)+1 <= cap(s) { yield s } else { .. make .. } .. continue r, i+1 }
//	=> loop (s, i) {
//	     s', i' = block ^full { x = loop (t, j) { .. if len(t)+1 <= cap(t) {} else { break ^full t, j } .. continue t, j+1 }; break x }
//	     .. r = if .. else { .. make .. } .. continue r, i'+1        the iteration as it was, with s' and i'
//	   }
//
// The inner loop makes nothing, so that what it carries is cut from one slice; it can be a kernel. An iteration that it does not finish is done again from its begin, as
// written: so nothing may have been stored before. Where something is, in the region of the branch, the question is asked ahead of that. For a loop inside, the question is
// whether there is room for all that it may append (growth_inside.go).
func SplitGrowth(f *ir.Func) bool {
	asked, changed := unfold(f)
	if !f.Body.Contains(func(o *ir.Op) bool { return makesRarely(o) >= 0 }) {
		return changed
	}
	changed = LICM(f) || changed // bounds out of loops
	g := &growths{counter: counter{exits: analysis.ExitsOf(f.Body), ranges: analysis.NewRanges()}, f: f}
	g.neverGrow()
	g.own()
	refold(f, asked)
	g.visit(f.Body)
	return changed || g.changed
}

type growths struct {
	counter counter
	f       *ir.Func
	changed bool
}

// hasRoom is the note at the block of a loop that is split.
const hasRoom = "as long as there is room"

func isSplit(loop *ir.Op) bool {
	o := loop.Regions[0].Ops[0]
	return o.Kind == ir.OpBlock && o.Note() == hasRoom
}

// visit splits the outermost loops that can be, and then, in what is left of these as it was, those inside.
func (s *growths) visit(r *ir.Region) {
	for _, o := range slices.Clone(r.Ops) {
		if o.Kind == ir.OpMulti || !slices.ContainsFunc(o.Regions, func(in *ir.Region) bool { return in.Contains(makesMemory) }) {
			continue
		}
		if o.Kind == ir.OpLoop && !isSplit(o) {
			s.whole(o)
			if o = s.split(o); o == nil {
				continue
			}
		}
		for _, in := range o.Regions {
			s.visit(in)
		}
	}
}

// makesMemory reports an op that no kernel has; patterns may make some.
func makesMemory(o *ir.Op) bool { return o.Kind == ir.OpMake || o.Kind == ir.OpMulti }

// split does so for one loop, if it makes memory only so. The result is what has taken its place; nil: the function stays plain.
func (s *growths) split(loop *ir.Op) *ir.Op {
	g := s.copy(loop)
	if !g.region(g.loop.Regions[0], false) || !g.askFirst() || g.loop.Regions[0].Contains(makesMemory) {
		if g.why != "" {
			s.refuse(loop, "append: "+g.why)
			return nil
		}
		return loop
	}
	s.changed = true
	g.block.SetNote(hasRoom)
	outer := loop.Parent.NewOp(ir.OpLoop, loop.Pos, loop.Args, ir.Types(loop.Results)...)
	tmp := &ir.Builder{Region: ir.NewRegion(loop.Parent.Parent), Pos: loop.Pos}
	for _, c := range g.local {
		outer.SetArg(c.index, c.begin(tmp, loop.Args[c.index]))
	}
	tmp.Region.Append(outer)
	body := outer.AddRegion(ir.Types(loop.Args)...)
	in := g.block.AddRegion()
	g.loop.SetArgs(slices.Clone(body.Params))
	in.Append(g.loop)
	(&ir.Builder{Region: in, Pos: loop.Pos}).Break(outer, g.loop.Results...)
	body.Append(g.block)
	var rep ir.Replacer
	for k, p := range loop.Regions[0].Params {
		body.Params[k].Name, g.block.Results[k].Name = p.Name, p.Name
		rep.Replace(p, g.block.Results[k])
	}
	g.makeRoom(&ir.Builder{Region: body, Pos: loop.Pos}, outer)
	if g.slow {
		loop.Regions[0].Retarget(loop, outer)
		loop.Regions[0].MoveTo(body)
	}
	for k, r := range loop.Results {
		outer.Results[k].Name = r.Name
		rep.Replace(r, g.settled(tmp, outer, k))
	}
	loop.ReplaceBy(tmp.Region.Take(0)...)
	rep.Apply(s.f.Body)
	s.counter.exits = analysis.ExitsOf(s.f.Body)
	return outer
}

// refuse has a function that appends in a loop that can't be split stay plain: each iteration would be interpreted.
func (s *growths) refuse(loop *ir.Op, why string) {
	loop.Regions[0].Walk(func(o *ir.Op) bool {
		if makesRarely(o) >= 0 {
			s.noteMakes(o, why)
		}
		return true
	})
}

// noteMakes leaves a note with what makes room in a branch.
func (s *growths) noteMakes(grow *ir.Op, why string) {
	for _, x := range grow.Regions[1-makesRarely(grow)].Ops {
		if x.Kind == ir.OpMake && x.Note() == "" {
			x.SetNote(why)
			s.changed = true
		}
	}
}

// growth is what becomes of such a loop: a copy that leaves block where memory would have to be made, with what it carries, and how much each of local needs then; 0: there
// is room, or the iteration is to be done as written.
type growth struct {
	counter *counter
	loop    *ir.Op
	copies  *ir.Cloner
	from    map[*ir.Op]*ir.Op // what ops with regions are copies of
	block   *ir.Op
	found   bool
	why     string // not split
	slow    bool   // some iterations are done as written
	local   []*localSlice
	most    map[*localSlice]int64 // how many elements an iteration appends to them at the most; negative: not known
	ahead   []*localSlice         // those for which the begin of the iteration is to ask
	asked   map[*localSlice]bool
	chains  map[*ir.Value]*localSlice // of the copy's values
}

func (s *growths) copy(loop *ir.Op) *growth {
	cl := ir.NewCloner()
	g := &growth{counter: &s.counter, copies: cl, from: map[*ir.Op]*ir.Op{}, chains: map[*ir.Value]*localSlice{}, asked: map[*localSlice]bool{}}
	for k := range loop.Args {
		if c := s.chainOf(loop, k); c != nil {
			g.local = append(g.local, c)
		}
	}
	g.loop = cl.Op(loop)
	for was, is := range cl.Ops {
		g.from[is] = was
	}
	results := ir.Types(loop.Args)
	for _, c := range g.local {
		for v := range c.values {
			g.chains[cl.Value(v)] = c
		}
		results = append(results, ir.TI64)
	}
	g.countAppends()
	g.block = loop.Parent.NewOp(ir.OpBlock, loop.Pos, nil, results...)
	return g
}

// makeRoom goes on with outer where slices of its own need room. Behind it comes the iteration as written.
func (g *growth) makeRoom(b *ir.Builder, outer *ir.Op) {
	if len(g.local) == 0 {
		return
	}
	next := slices.Clone(g.block.Results[:len(outer.Args)])
	needs := g.block.Results[len(outer.Args):]
	in := b
	if g.slow {
		most := needs[0]
		for _, n := range needs[1:] {
			most = b.Binary(ir.OpMax, most, n)
		}
		test := b.If(b.Compare(ir.OpGt, most, b.Int(0)))
		in = b.In(test.Regions[0])
		b.In(test.Regions[1]).Yield()
	}
	for i, c := range g.local {
		next[c.index] = c.grow(in, next[c.index], needs[i])
	}
	in.Continue(outer, next...)
}

// settled is a result of the loop for what follows.
func (g *growth) settled(b *ir.Builder, outer *ir.Op, k int) *ir.Value {
	for _, c := range g.local {
		if slices.Contains(c.results, k) {
			return c.settle(b, outer.Results[k], c.startIn(outer))
		}
	}
	return outer.Results[k]
}

// region goes through a region of the copy that is in no other loop; stored: something may have been stored in the iteration before. It reports that all is well.
func (g *growth) region(r *ir.Region, stored bool) bool {
	first := -1 // the first op that stores
	for i := 0; i < len(r.Ops); i++ {
		o := r.Ops[i]
		fast := makesRarely(o)
		inside := fast < 0 && o.Kind == ir.OpLoop && o.Regions[0].Contains(makesMemory) && (stored || first >= 0 || g.stores(o))
		switch {
		case fast >= 0 && stored:
			if !g.reserve(o) {
				return g.fails(o, "it isn't known whether there is room before the iteration stores something")
			}
			i = g.never(o, fast)
			continue
		case inside && stored:
			return g.fails(o, "the iterations of the loop around store something before it is known whether there is room")
		case fast >= 0:
			needs := map[int]*ir.Value{}
			if v, end, ok := growthOf(o); ok && g.chains[v] != nil {
				needs[g.chains[v].index] = end
			} else {
				g.slow = true
			}
			if !g.ask(r, i, first, o.Args[0], fast, needs) && !g.reserve(o) {
				return g.fails(o, "it isn't known whether there is room before the iteration stores something")
			}
			g.found = true
			i = g.never(o, fast)
			continue
		case inside:
			if !g.inside(r, i, first) {
				return g.fails(o, "it isn't known how much a loop inside another appends, before the iteration of that one stores something")
			}
			g.found, g.slow = true, true
			i = r.Index(o)
		default:
			for _, in := range o.Regions {
				if !g.region(in, stored || first >= 0) {
					return false
				}
			}
		}
		if first < 0 && g.stores(o) {
			first = i
		}
	}
	return true
}

// stores reports what an iteration that is done again must not have done, in an op or in its regions.
func (g *growth) stores(o *ir.Op) bool {
	if o.Kind.Has(ir.Writes) {
		return !g.fills(o)
	}
	fast := makesRarely(o)
	for i, r := range o.Regions {
		if i != 1-fast && slices.ContainsFunc(r.Ops, g.stores) {
			return true
		}
	}
	return false
}

// fills reports a store of elements that are appended to a slice of the function's own: s[:end][n] with n = len(s), end = n+k. Done again, it stores the same.
func (g *growth) fills(o *ir.Op) bool {
	to, at := o.Args[0].Def, (*ir.Value)(nil)
	switch {
	case to == nil || to.Kind != ir.OpSlice:
		return false
	case o.Kind == ir.OpStore:
		at = o.Args[1]
	case o.Kind == ir.OpMove: // to s[:end][n:end]
		at = to.Args[1]
		to = to.Args[0].Def
	}
	if at == nil || to == nil || to.Kind != ir.OpSlice || g.chains[to.Result()] == nil {
		return false
	}
	end := to.Args[2].Def
	if end == nil || end.Kind != ir.OpAdd || !g.isEnd(end.Args[0], to.Args[0]) {
		return false
	}
	_, ok := distanceFrom(at, end.Args[0])
	return ok
}

// isEnd reports the length of a slice, or of that for which a branch makes room.
func (g *growth) isEnd(v, s *ir.Value) bool {
	if of, _, ok := growthOf(s.Def); ok {
		s = of
	}
	return endOf(v, s)
}

// fails notes why a loop, or one inside, can't be split.
func (g *growth) fails(o *ir.Op, why string) bool {
	g.why = why
	return false
}

// never has a branch become its arm that makes no memory. It gives the place of the last op of that.
func (g *growth) never(o *ir.Op, fast int) int {
	r := o.Parent
	i, n := r.Index(o), len(r.Ops)
	var rep ir.Replacer
	for k, v := range o.Inline(o.Regions[fast]) {
		rep.Replace(o.Results[k], v)
	}
	rep.Apply(g.loop.Regions[0])
	return i + len(r.Ops) - n
}

// makesRarely tells which arm of a branch that gives a slice makes no memory, and stores nothing, if the other makes some itself; -1: none.
func makesRarely(o *ir.Op) (fast int) {
	if o.Kind != ir.OpIf || !slices.ContainsFunc(o.Results, func(v *ir.Value) bool { return v.Type.Kind == ir.Slice }) {
		return -1
	}
	for fast, r := range o.Regions {
		if slices.ContainsFunc(o.Regions[1-fast].Ops, makesMemory) && r.Terminator().Kind == ir.OpYield && !r.Contains(func(x *ir.Op) bool {
			return makesMemory(x) || x.Kind.Has(ir.Writes) || x.Kind.Has(ir.Loop)
		}) {
			return fast
		}
	}
	return -1
}

// ask leaves the loop unless cond is as it is in that arm, with what the slices that it carries need. That is asked at r.Ops[at], or ahead of the op at first, if there is one.
// false: it can't be known there.
func (g *growth) ask(r *ir.Region, at, first int, cond *ir.Value, arm int, needs map[int]*ir.Value) bool {
	b := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: r.Ops[at].Pos}
	place := at
	if first < 0 {
		first = at
	}
	if first < at {
		place = first
	}
	late := map[*ir.Op]bool{}
	for _, x := range r.Ops[place:at] {
		late[x] = true
	}
	cl := ir.NewCloner()
	if !ahead(cond, late, cl, b.Region) {
		return false
	}
	test := b.If(cl.Value(cond))
	b.In(test.Regions[arm]).Yield()
	out := b.In(test.Regions[1-arm])
	vals := slices.Clone(g.loop.Regions[0].Params)
	for _, c := range g.local {
		need := needs[c.index]
		if need == nil {
			need = out.Int(0)
		} else if !ahead(need, late, cl, out.Region) {
			return false
		}
		vals = append(vals, cl.Value(need))
	}
	out.Break(g.block, vals...)
	r.Insert(place, b.Region.Take(0)...)
	return true
}

// ahead copies what v is computed from, of the ops that are late. They must be pure.
func ahead(v *ir.Value, late map[*ir.Op]bool, cl *ir.Cloner, to *ir.Region) bool {
	o := v.Def
	if o == nil || !late[o] || cl.Value(v) != v {
		return true
	}
	if !o.Kind.Has(ir.Pure) || len(o.Regions) > 0 {
		return false
	}
	for _, a := range o.Args {
		if !ahead(a, late, cl, to) {
			return false
		}
	}
	to.Append(cl.Op(o))
	return true
}

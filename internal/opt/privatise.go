package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

const (
	// maxCopies is how many private tables there are at most: as many increments as a store takes to reach the load behind it. So many iterations are
	// written out, too, where there are fewer tables: the loop's own work, and the branch at its end, are less then.
	maxCopies = 8
	// privateTables bounds the bytes of all copies in a kernel, but for what is between them.
	privateTables = 8192
	// pageBytes is the distance of addresses that CPUs take for the same when they look for stores which a load has to wait for (Intel, Optimization
	// Reference Manual: 4-KByte aliasing): copies that are farther apart than that begin in different cache lines of a page.
	pageBytes = 4096
	lineBytes = 64
	// tableTrips is how many iterations for each entry of a table it takes to make up for filling and merging the copies.
	tableTrips = 32
	// maxApart bounds the comparisons of slices in front of the loop.
	maxApart = 24
	// maxCopied bounds the ops of the loop over the copies.
	maxCopied = 400
)

// Privatise has sequential loops that accumulate at computed indices, such as
//
//	for i, v := range values { bins[f(v)] += g(i) }
//
// do so in several private tables in turn, which are merged behind the loop: one accumulation need not wait until the one before, of the same
// entry perhaps, is in memory and has come back. (The compilers' name is privatisation of reductions on arrays; for histograms see Shams and
// Kennedy, "Efficient Histogram Algorithms for NVIDIA CUDA Compatible Devices", ICSPCS 2007.) It takes integers, and an op whose result does
// not depend on the order, so that all bits stay the same; a table that is small; and a loop that touches it in no other way.
//
//	i, c = if hi - lo >= enough && lo < hi && apart {
//	  private = alloca
//	  i, c = for lo, hi - (K-1), inits <K> (i, c) { K times the body, time j with private[j*pitch + f] for bins[f] }
//	  for b { v = private[b] + private[pitch + b] + ...; if v != 0 { bins[b] += v } }
//	  yield i, c
//	} { yield lo, inits }
//	for i, hi, c { as it was }
//
// A loop that counts down does so, too. A part of a slice may be the table: what is added to all indices alike is so to those of the copies' entries.
// Where a check would fail the first loop is left before the iteration does anything, and the second one repeats it.
func Privatise(f *ir.Func) bool {
	var loops []*ir.Op
	room := int64(privateTables)
	f.Body.Walk(func(o *ir.Op) bool {
		switch {
		case o.Kind == ir.OpFor && o.Mode == ir.Sequential && (o.Ints[0] == 1 || o.Ints[0] == -1) && innermost(o):
			loops = append(loops, o)
		case o.Kind == ir.OpAlloca:
			room -= o.Ints[0] * int64(o.Results[0].Type.Elem.Size()) / 2 // there is some more for these
		}
		return o.Kind != ir.OpBlockReduce // loops in it store to nothing outside
	})
	p := &privatiser{room: room}
	for _, o := range loops {
		if p.collect(o) && p.admissible(f) && p.choose() {
			p.emit()
			p.changed = true
			p.room -= p.bytes()
		}
	}
	return p.changed
}

func innermost(o *ir.Op) bool {
	inner := true
	o.Regions[0].Walk(func(in *ir.Op) bool {
		inner = inner && !in.Kind.Has(ir.Loop)
		return inner
	})
	return inner
}

// privatiser works on one loop at a time.
type privatiser struct {
	loop    *ir.Op
	uses    *ir.Uses
	space   *analysis.Space
	updates []*update
	tables  []*table
	apart   [][2]*ir.Value // slices that must not overlap
	always  []*ir.Op       // branches whose arms are always done
	rooms   []roomFor      // which then must be
	ops     []*ir.Op       // the loop's body, in the order in which it is copied
	copies  int64
	times   int64 // how many iterations are written out: a multiple of the copies
	room    int64
	changed bool
}

// update is x[i] = x[i] op v.
type update struct {
	load, op, store *ir.Op
	table           *table
	index           *ir.Value // in the table: without its base
}

// table is a slice (or one component of its elements) that the loop accumulates in.
type table struct {
	slice   *ir.Value
	path    []int64
	kind    ir.OpKind
	typ     *ir.Type
	base    *ir.Value // is added to all indices; nil: nothing
	bound   int64     // all indices, without it, are below; 0: not known
	size    int64     // entries of a copy
	private *ir.Value // once it has been made
}

// collect finds the loop's accumulations.
func (p *privatiser) collect(loop *ir.Op) bool {
	p.loop, p.updates, p.tables, p.apart = loop, nil, nil, nil
	p.space, p.uses = nil, nil
	loop.Regions[0].Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpStore {
			if u := p.update(o); u != nil {
				p.updates = append(p.updates, u)
			}
		}
		return true
	})
	return len(p.updates) > 0
}

// update recognises an accumulation at an index that is computed, as opposed to one that goes along with the loop.
func (p *privatiser) update(s *ir.Op) *update {
	o := s.Args[2].Def
	if o == nil || o.Parent != s.Parent || len(o.Args) != 2 || !s.Args[2].Type.IsInt() || slices.Contains(s.Ints, -1) || inside(s.Args[0], p.loop) {
		return nil
	}
	if _, ok := ir.Neutral(o.Kind, o.Results[0].Type); !ok {
		return nil
	}
	if p.space == nil {
		p.space, p.uses = analysis.NewSpace(), p.loop.Func().Uses()
	}
	if !p.computed(s.Args[1]) {
		return nil
	}
	for i, a := range o.Args {
		l := a.Def
		if l == nil || l.Kind != ir.OpLoad || l.Parent != s.Parent || l.Args[0] != s.Args[0] || l.Args[1] != s.Args[1] || !slices.Equal(l.Ints, s.Ints) {
			continue
		}
		alone := len(p.uses.Of(a)) == 1 && len(p.uses.Of(o.Results[0])) == 1
		if i == 1 && o.Kind == ir.OpSub || !alone || storesBetween(l, s) {
			continue
		}
		u := &update{load: l, op: o, store: s}
		p.enter(u)
		return u
	}
	return nil
}

func (p *privatiser) computed(index *ir.Value) bool {
	return p.space.Of(index).Any(func(v *ir.Value) bool { return v != p.loop.Regions[0].Params[0] && inside(v, p.loop) })
}

// storesBetween reports a store between two ops of a region.
func storesBetween(a, b *ir.Op) bool {
	between := false
	for _, o := range a.Parent.Ops {
		switch {
		case o == a:
			between = true
		case o == b:
			return false
		case between && (o.Kind.Has(ir.Writes) || len(o.Regions) > 0):
			return true
		}
	}
	return true // b comes first
}

// enter finds the table of an accumulation, or makes one.
func (p *privatiser) enter(u *update) {
	kind := u.op.Kind
	if kind == ir.OpSub {
		kind = ir.OpAdd // what has been subtracted from nothing is added
	}
	var base *ir.Value
	u.index = u.store.Args[1]
	bound := boundOf(u.index)
	if rest, offset := p.offset(u.index); bound == 0 && rest != nil && boundOf(rest) > 0 {
		u.index, base, bound = rest, offset, boundOf(rest)
	}
	for _, t := range p.tables {
		if t.slice == u.store.Args[0] && slices.Equal(t.path, u.store.Ints) && t.kind == kind && t.base == base {
			if t.bound = max(t.bound, bound); bound == 0 {
				t.bound = 0
			}
			u.table = t
			return
		}
	}
	u.table = &table{slice: u.store.Args[0], path: u.store.Ints, kind: kind, typ: u.op.Results[0].Type, base: base, bound: bound}
	p.tables = append(p.tables, u.table)
}

// boundOf is a small number below which v is, and not negative; 0: none is known.
func boundOf(v *ir.Value) int64 {
	if b := analysis.NewRanges().Of(v); b.Lo >= 0 && b.Hi < privateTables {
		return b.Hi + 1
	}
	return 0
}

// offset takes an index apart: into what the loop computes, and what is the same all through it.
func (p *privatiser) offset(index *ir.Value) (rest, base *ir.Value) {
	if o := index.Def; o != nil && o.Kind == ir.OpAdd && inside(index, p.loop) {
		for k, a := range o.Args {
			if !inside(a, p.loop) && inside(o.Args[1-k], p.loop) {
				return o.Args[1-k], a
			}
		}
	}
	return nil, nil
}

// admissible reports whether nothing else in the loop touches the tables, and whether an iteration can be repeated when a check fails.
func (p *privatiser) admissible(f *ir.Func) bool {
	mem := analysis.MemoryOf(f)
	var written analysis.Classes
	mine := map[*ir.Op]bool{}
	for _, u := range p.updates {
		mine[u.load], mine[u.store] = true, true
		written |= 1 << mem.Class(u.store)
	}
	ok := true
	p.loop.Regions[0].Walk(func(o *ir.Op) bool {
		overlaps := func() bool { return mem.Overlapping(mem.Class(o))&written != 0 }
		switch {
		case mine[o]:
		case o.Kind == ir.OpLoad:
			ok = ok && (!overlaps() || p.keepApart(o.Args[0]))
		case o.Kind == ir.OpStore:
			ok = ok && (!overlaps() || p.keepApart(o.Args[0]))
		case o.Kind.Has(ir.Check):
			ok = ok && (o.Kind == ir.OpCheckIndex || o.Kind == ir.OpCheckDiv || o.Kind == ir.OpCheckShift || o.Kind == ir.OpCheckPanic)
		case o.Kind.Has(ir.Reads), o.Kind.Has(ir.Writes), o.Kind.Has(ir.Allocates):
			ok = false
		case o.Kind == ir.OpBreak || o.Kind == ir.OpContinue || o.Kind == ir.OpReturn:
			ok = ok && o.Target != nil && o.Target != p.loop && insideOp(o.Target, p.loop)
		}
		return ok
	})
	if !ok || !p.keepKindsApart(mem) || len(p.apart) > maxApart {
		return false
	}
	p.order(mem, mine)
	p.findAlways()
	return p.repeatable(p.ops, new(bool)) && p.outOfLanes()
}

// keepApart asks for a slice of the same type as tables to be compared with them in front of the loop.
func (p *privatiser) keepApart(s *ir.Value) bool {
	for _, t := range p.tables {
		if t.slice == s {
			return false
		}
		p.compare(t.slice, s)
	}
	return !inside(s, p.loop)
}

// keepKindsApart does so for tables that may be the same memory, unless one op accumulates in both: then the order between them is none either.
func (p *privatiser) keepKindsApart(mem *analysis.Memory) bool {
	for i, a := range p.updates {
		for _, b := range p.updates[:i] {
			if a.table.kind == b.table.kind || !mem.MayOverlap(a.store, b.store) {
				continue
			}
			if a.table.slice == b.table.slice {
				return false
			}
			p.compare(a.table.slice, b.table.slice)
		}
	}
	return true
}

func (p *privatiser) compare(a, b *ir.Value) {
	if !slices.Contains(p.apart, [2]*ir.Value{a, b}) && !slices.Contains(p.apart, [2]*ir.Value{b, a}) {
		p.apart = append(p.apart, [2]*ir.Value{a, b})
	}
}

// order lists the body's ops, stores that nothing else depends on last: the checks between them are made first.
func (p *privatiser) order(mem *analysis.Memory, mine map[*ir.Op]bool) {
	body := p.loop.Regions[0]
	late := map[*ir.Op]bool{}
	var keep analysis.Classes // what must be stored where it is: what is loaded, or stored in a branch
	body.Walk(func(o *ir.Op) bool {
		switch {
		case mine[o]:
		case o.Kind == ir.OpLoad, o.Kind == ir.OpStore && o.Parent != body:
			keep |= 1 << mem.Class(o)
		}
		return true
	})
	for again := true; again; {
		again = false
		for _, o := range body.Ops {
			if o.Kind != ir.OpStore {
				continue
			}
			class := mem.Class(o)
			late[o] = mine[o] || mem.Overlapping(class)&keep == 0
			if !late[o] && !keep.Has(class) {
				keep, again = keep|1<<class, true
			}
		}
	}
	for _, u := range p.updates {
		if u.store.Parent == body {
			late[u.load], late[u.op] = true, true
		}
	}
	p.ops = nil
	for _, last := range []bool{false, true} {
		for _, o := range body.Ops[:len(body.Ops)-1] {
			if late[o] == last {
				p.ops = append(p.ops, o)
			}
		}
	}
}

// repeatable reports that no check comes after a store.
func (p *privatiser) repeatable(ops []*ir.Op, stored *bool) bool {
	for _, o := range ops {
		if o.Kind.Has(ir.Check) && *stored {
			return false
		}
		if slices.Contains(p.always, o) { // it accumulates, and its checks are made ahead
			*stored = true
			continue
		}
		for _, r := range o.Regions {
			if !p.repeatable(r.Ops, stored) {
				return false
			}
		}
		*stored = *stored || o.Kind == ir.OpStore
	}
	return true
}

// outOfLanes reports that no loop around is better off in lanes: there the elements that the indices come from would have to be gathered, and
// the tables scattered to.
func (p *privatiser) outOfLanes() bool {
	for o := around(p.loop); o != nil; o = around(o) {
		if o.Mode != ir.InLanes {
			continue
		}
		d := &dependence{on: o.Regions[0].Params[0], memo: map[*ir.Value]bool{}}
		for _, u := range p.updates {
			if !d.gathered(u.store.Args[1], map[*ir.Value]bool{}) {
				return false
			}
		}
	}
	return true
}

// dependence knows which values depend on one.
type dependence struct {
	on   *ir.Value
	memo map[*ir.Value]bool
}

func (d *dependence) of(v *ir.Value) bool {
	if v == d.on {
		return true
	}
	if v.Def == nil {
		return v.Owner.Parent != nil && v.Index >= 1 // carried
	}
	if yes, ok := d.memo[v]; ok {
		return yes
	}
	d.memo[v] = len(v.Def.Regions) > 0 || slices.ContainsFunc(v.Def.Args, d.of)
	return d.memo[v]
}

// gathered reports that v comes from a load at an address that depends.
func (d *dependence) gathered(v *ir.Value, seen map[*ir.Value]bool) bool {
	if v.Def == nil || seen[v] {
		return false
	}
	seen[v] = true
	return v.Def.Kind == ir.OpLoad && d.of(v) ||
		slices.ContainsFunc(v.Def.Args, func(a *ir.Value) bool { return d.gathered(a, seen) })
}

// choose finds how many copies there is room for.
func (p *privatiser) choose() bool {
	for _, t := range p.tables {
		t.size = p.known(t.slice)
		if t.bound > 0 && (t.size == 0 || t.bound < t.size || t.base != nil) {
			t.size = t.bound
		}
	}
	ops := int64(0)
	p.loop.Regions[0].Walk(func(*ir.Op) bool { ops++; return true })
	for p.copies = maxCopies; p.copies > 1; p.copies /= 2 {
		if p.copies*ops <= maxCopied && p.fit() {
			break
		}
	}
	for p.times = maxCopies; p.times > p.copies && p.times*ops > maxCopied; p.times /= 2 {
	}
	n, ok := p.trips().Const()
	return p.copies > 1 && (!ok || n >= p.enough())
}

// fit gives tables of unknown length what is left of the room.
func (p *privatiser) fit() bool {
	left, unknown := p.room, int64(0)
	for _, t := range p.tables {
		if t.size == 0 || p.known(t.slice) == 0 && t.bound == 0 {
			unknown++
		} else {
			left -= p.copies * t.size * int64(t.typ.Size())
		}
	}
	for _, t := range p.tables {
		if p.known(t.slice) == 0 && t.bound == 0 {
			t.size = max(left, 0) / unknown / p.copies / int64(t.typ.Size())
			if t.size < 64 {
				return false
			}
		}
	}
	return left >= 0
}

// known is a slice's length, if that is a constant.
func (p *privatiser) known(s *ir.Value) int64 {
	d := s.Def
	switch {
	case d == nil:
	case d.Kind == ir.OpAlloca:
		return d.Ints[0]
	case d.Kind == ir.OpMake || d.Kind == ir.OpScratch:
		n, _ := d.Args[0].ConstInt()
		return max(n, 0)
	case d.Kind == ir.OpSlice:
		n, _ := p.space.Sub(p.space.Of(d.Args[2]), p.space.Of(d.Args[1])).Const()
		return max(n, 0)
	}
	return 0
}

func (p *privatiser) trips() analysis.Poly {
	lo, hi := p.ends()
	return p.space.Sub(p.space.Of(hi), p.space.Of(lo))
}

// ends are the bounds of the loop, the least first.
func (p *privatiser) ends() (lo, hi *ir.Value) {
	if p.loop.Ints[0] < 0 {
		return p.loop.Args[1], p.loop.Args[0]
	}
	return p.loop.Args[0], p.loop.Args[1]
}

// enough is the number of iterations from which it pays.
func (p *privatiser) enough() int64 {
	n := int64(0)
	for _, t := range p.tables {
		n += t.size
	}
	return tableTrips * n
}

func (p *privatiser) bytes() int64 {
	n := int64(0)
	for _, t := range p.tables {
		n += p.copies * t.size * int64(t.typ.Size())
	}
	return n
}

// pitch is how many entries lie between an entry of a copy and that of the next one.
func (p *privatiser) pitch(t *table) int64 {
	size := int64(t.typ.Size())
	if n := t.size * size; n*p.copies > pageBytes && pageBytes%n == 0 {
		return t.size + lineBytes/size
	}
	return t.size
}

// entries is how many all copies of a table have.
func (p *privatiser) entries(t *table) int64 { return (p.copies-1)*p.pitch(t) + t.size }

package x86

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/x86/asm"
)

// Splitting at loops. An interval that finds no register is cut at the borders of loops before it is cut into pieces around uses: what is used in
// a loop gets a piece for all of the loop, loaded before it and stored behind it, and the uses outside of these loops share another, which is in
// memory while the loops run. So a value that a loop does not need gives way to those that it does need, and code is moved to where it runs
// less often (the aim of Wimmer and Mössenböck's "Optimized interval splitting in a linear scan register allocator", VEE 2005, within a greedy
// allocator that splits on demand by regions, as LLVM's). Pieces that find no register are cut further, at the loops inside.

// group is the uses of an interval that one piece is to serve: in a loop with all inside, or outside of loops.
type group struct {
	loop *loop // nil: outside of loops
	uses []int32
	out  []*loop  // if outside: these loops
	init int32    // instruction before the loop that gives the value with which it begins, or -1
	skip []*block // heads of loops inside that begin with values of their own
}

// maxCuts is how often a piece may give way in single loops before it does in all.
const maxCuts = 3

// splitAtLoops makes pieces of the interval for loops, and returns the uses that it has made none for.
func (a *allocator) splitAtLoops(iv *interval) []int32 {
	if iv.stage > stageLoop || iv.local {
		return iv.uses
	}
	out, r := a.loopsIn(iv), asm.NoReg
	if len(out) == 0 {
		return iv.uses
	}
	if iv.cuts < maxCuts {
		if holes, reg := a.cheapestHoles(iv); holes != nil {
			out, r = holes, reg
		}
	}
	groups, rest := a.byLoop(iv, append(out, iv.out...))
	for i := range groups {
		if g := &groups[i]; !a.regionPiece(iv, g, r) {
			rest = append(rest, g.uses...)
		}
	}
	slices.Sort(rest)
	return rest
}

// cheapestHoles finds the register that is taken only in loops inside of the interval's scope, and only in such as it costs least to leave it
// for; these loops are out.
func (a *allocator) cheapestHoles(iv *interval) (out []*loop, r asm.Reg) {
	least := float32(math.Inf(1))
	for _, reg := range a.f.registers(a.f.class(iv.v)) {
		loops, cost := a.busyLoops(iv, reg, least, a.busy[0][:0])
		if a.busy[0] = loops; cost < least {
			out, r, least = loops, reg, cost
			a.busy[0], a.busy[1] = a.busy[1], a.busy[0]
		}
	}
	return slices.Clone(out), r
}

// busyLoops lists the loops in which the register is taken while the interval lives, with the executions of what is around them. The cost
// is infinite if the register is taken elsewhere, or if the cost is above the limit. The list is made in the given memory.
func (a *allocator) busyLoops(iv *interval, r asm.Reg, limit float32, memory []*loop) (loops []*loop, cost float32) {
	loops = memory
	a.overlaps(iv, r, func(s span) bool {
		for at := s.from; at < s.to; {
			b := a.blockOf[at/4]
			var l *loop
			if iv.scope == nil || iv.scope.around(b) {
				l = loopIn(iv.scope, b)
			}
			if l == nil {
				cost = float32(math.Inf(1))
				return false
			}
			if !slices.Contains(loops, l) {
				loops = append(loops, l)
				cost += frequency(l.pre)
			}
			last := a.f.blocks[l.last]
			at = int32(last.start+len(last.insts)) * 4
		}
		return cost < limit
	})
	return loops, cost
}

// loopsIn lists the outermost loops inside of the interval's scope where it lives.
func (a *allocator) loopsIn(iv *interval) []*loop {
	var loops []*loop
	inside := a.f.outermost
	if iv.scope != nil {
		inside = iv.scope.inside
	}
	for _, l := range inside {
		if !l.head.within(l) {
			continue
		}
		last := a.f.blocks[l.last]
		if intersects(iv.spans, []span{{int32(l.head.start) * 4, int32(last.start+len(last.insts)) * 4}}) {
			loops = append(loops, l)
		}
	}
	return loops
}

// loopIn is the outermost loop inside of scope that is around b, nil if there is none.
func loopIn(scope *loop, b *block) *loop {
	l := b.span
	if l == scope {
		return nil
	}
	for l.outer != scope {
		l = l.outer
	}
	return l
}

// byLoop groups the uses of the interval, those outside of the given loops last. The rest are uses in loops that are not entered at one place.
func (a *allocator) byLoop(iv *interval, out []*loop) (groups []group, rest []int32) {
	outside := group{init: -1, out: out, skip: slices.Clone(iv.skip)}
	for _, n := range iv.uses {
		in, b := a.order[n], a.blockOf[n]
		if !in.reads(iv.v) && !in.writes(iv.v) { // a copy that coalescing has taken
			continue
		}
		if iv.scope != nil && !iv.scope.around(b) {
			outside.init = n
			outside.uses = append(outside.uses, n)
			continue
		}
		l := loopIn(iv.scope, b)
		switch {
		case l == nil || !slices.Contains(out, l):
			outside.uses = append(outside.uses, n)
			continue
		case !l.single():
			rest = append(rest, n)
			continue
		}
		i := slices.IndexFunc(groups, func(g group) bool { return g.loop == l })
		if i < 0 {
			i = len(groups)
			groups = append(groups, group{loop: l, init: -1})
		}
		groups[i].uses = append(groups[i].uses, n)
	}
	for i := range groups {
		g := &groups[i]
		// The value that a loop begins with need not pass through memory.
		from := int32(g.loop.pre.start)
		k, _ := slices.BinarySearch(outside.uses, from+int32(len(g.loop.pre.insts)))
		if k == 0 || !a.ivs[a.home[iv.v]].covers(int32(g.loop.head.start)*4) {
			continue
		}
		if n := outside.uses[k-1]; n >= from && a.order[n].writes(iv.v) && !a.order[n].reads(iv.v) {
			g.init = n
			g.uses = slices.Insert(g.uses, 0, n)
			outside.uses = slices.Delete(outside.uses, k-1, k)
			outside.skip = append(outside.skip, g.loop.head)
		}
	}
	if len(outside.uses) > 0 {
		groups = append(groups, outside)
	}
	return groups, rest
}

// single reports that the loop is entered from one block that goes nowhere else.
func (l *loop) single() bool {
	return l.pre != nil && len(l.pre.succs) == 1 && !slices.ContainsFunc(l.head.preds, func(p *block) bool {
		return p != l.pre && !l.around(p)
	})
}

// around reports whether the loop's blocks are around b.
func (l *loop) around(b *block) bool { return b.id >= l.first && b.id <= l.last }

// splitter makes one piece.
type splitter struct {
	*allocator
	iv      *interval
	g       *group
	flags   []blockFlags
	scope   []*block // the blocks of the piece's part of the program, and of the loops in it that are out
	through bool     // stores follow definitions at once
	work    []*block // blocks at whose start it lives
	spans   []span
	loads   []int32 // instructions before which it is loaded
	stores  []int32 // instructions before which it is stored
}

// blockFlags are what the splitter knows of a block.
type blockFlags struct {
	in   bool // it belongs to the piece's part of the program
	out  bool // the piece lives at its end
	tail bool // it is stored there, before the jump
	seen bool // the piece lives at its start, which is known
}

// regionPiece makes a piece for a group of uses, unless there is no place for a load or store. Outside of loops it is to live in r, if that is free.
func (a *allocator) regionPiece(iv *interval, g *group, r asm.Reg) bool {
	rm := a.f.info(a.home[iv.v]).remat
	reads := slices.ContainsFunc(g.uses, func(n int32) bool { return a.order[n].reads(iv.v) })
	if rm != nil && !reads {
		return false
	}
	if g.loop == nil && !slices.ContainsFunc(g.uses, func(n int32) bool { return !a.order[n].isTransfer() }) {
		return false
	}
	s := &splitter{allocator: a, iv: iv, g: g, flags: a.blockFlags, through: true, spans: a.pieceSpans[:0], work: a.pieceWork[:0]}
	defer func() { a.pieceSpans, a.pieceWork = s.spans, s.work }()
	s.mark()
	defer s.unmark()
	if rm == nil {
		s.placeStores()
	}
	if !s.live(rm == nil) {
		return false
	}
	next := s.make(rm)
	if g.loop == nil && r != asm.NoReg {
		next.stage, next.cuts = stageLoop, iv.cuts+1 // there may be loops in it
		if a.free(next, r) {
			a.assign(next, r)
			return true
		}
	}
	a.queue.push(next)
	return true
}

// inside reports whether b belongs to the piece's part of the program.
func (s *splitter) inside(b *block) bool { return s.flags[b.id].in }

// mark finds the blocks that belong to the piece's part of the program.
func (s *splitter) mark() {
	scope := s.g.loop
	if scope == nil {
		scope = s.iv.scope
	}
	s.scope = s.f.blocks
	if scope != nil {
		s.scope = s.f.blocks[scope.first : scope.last+1]
	}
	for _, b := range s.scope {
		s.flags[b.id].in = true
	}
	for _, l := range s.g.out {
		for i := l.first; i <= l.last; i++ {
			s.flags[i].in = false
		}
	}
}

// unmark leaves the flags as they were.
func (s *splitter) unmark() {
	first := s.scope[0].id
	clear(s.flags[first : first+len(s.scope)])
}

// placeStores decides whether the value goes to memory wherever it is written, or where the piece's part of the program is left.
func (s *splitter) placeStores() {
	throughCost := float32(0)
	for _, n := range s.g.uses {
		if s.order[n].writes(s.iv.v) {
			throughCost += frequency(s.blockOf[n])
		}
	}
	if throughCost == 0 {
		return
	}
	exitCost := float32(0)
	var stores []int32
	var outs, tails []*block
	for _, b := range s.scope {
		if !s.inside(b) {
			continue
		}
		for _, t := range b.succs {
			if s.inside(t) || slices.Contains(s.g.skip, t) || !s.ivs[s.home[s.iv.v]].covers(int32(t.start)*4) {
				continue
			}
			at := int32(t.start)
			switch {
			case len(b.succs) == 1:
				at = int32(b.start + len(b.insts) - 1)
				tails = append(tails, b)
			case !slices.ContainsFunc(t.preds, func(p *block) bool { return !s.inside(p) }):
				outs = append(outs, b)
			default:
				return
			}
			if !slices.Contains(stores, at) {
				stores = append(stores, at)
				exitCost += frequency(s.blockOf[at])
			}
		}
	}
	if exitCost >= throughCost {
		return
	}
	s.through, s.stores = false, stores
	for _, b := range outs {
		s.flags[b.id].out = true
	}
	for _, b := range tails {
		s.flags[b.id].tail = true
	}
}

// live finds where the piece lives and where it must be loaded. It returns false if a load has no place.
func (s *splitter) live(stores bool) bool {
	var blocks []*block // with uses
	for _, n := range s.g.uses {
		if b := s.blockOf[n]; s.inside(b) && (len(blocks) == 0 || blocks[len(blocks)-1] != b) {
			blocks = append(blocks, b)
		}
	}
	check := func(b *block) {
		if fl := &s.flags[b.id]; !fl.seen && s.block(b, stores, false) {
			fl.seen = true
			s.work = append(s.work, b)
		}
	}
	for _, b := range blocks {
		check(b)
	}
	for _, b := range s.scope {
		if fl := s.flags[b.id]; fl.out || fl.tail {
			check(b)
		}
	}
	for len(s.work) > 0 {
		b := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		if !s.enter(b) {
			return false
		}
		for _, p := range b.preds {
			if fl := &s.flags[p.id]; fl.in && !fl.out {
				fl.out = true
				check(p)
			}
		}
	}
	for _, b := range s.scope {
		if s.inside(b) {
			s.block(b, stores, true)
		}
	}
	if n := s.g.init; n >= 0 {
		pre := s.blockOf[n]
		from := n*4 + atDef
		if s.order[n].early {
			from = n*4 + atUse
		}
		s.spans = append(s.spans, span{from, int32(pre.start+len(pre.insts)) * 4})
	}
	return true
}

// enter sees to it that the piece has its value where it lives at the start of b and control comes from outside.
func (s *splitter) enter(b *block) bool {
	within := 0
	for _, p := range b.preds {
		if s.inside(p) {
			within++
		}
	}
	switch {
	case len(b.preds) == 0:
		return false
	case within == len(b.preds):
		return true
	case within == 0 && s.g.init < 0:
		s.loads = append(s.loads, int32(b.start))
		return true
	}
	for _, p := range b.preds {
		if s.inside(p) || s.g.init >= 0 && p == s.blockOf[s.g.init] {
			continue
		}
		if len(p.succs) != 1 {
			return false
		}
		end := int32(p.start + len(p.insts))
		s.loads = append(s.loads, end-1)
		s.spans = append(s.spans, span{(end - 1) * 4, end * 4})
	}
	return true
}

// block goes backwards through the uses in b and reports whether the piece lives at its start. If it is to record, it notes the spans.
func (s *splitter) block(b *block, stores, record bool) bool {
	from, end := int32(b.start), int32(b.start+len(b.insts))
	live, to := s.flags[b.id].out, end*4
	if !live && s.flags[b.id].tail {
		live, to = true, (end-1)*4
	}
	lo, _ := slices.BinarySearch(s.g.uses, from)
	hi, _ := slices.BinarySearch(s.g.uses, end)
	note := func(a, z int32) {
		if record && a < z {
			s.spans = append(s.spans, span{a, z})
		}
	}
	for k := hi - 1; k >= lo; k-- {
		n := s.g.uses[k]
		in := s.order[n]
		if in.writes(s.iv.v) {
			def := n*4 + atDef
			if in.early {
				def = n*4 + atUse
			}
			if !live {
				to = n*4 + atAfter
			}
			if stores && s.through {
				to = max(to, n*4+4)
			}
			note(def, to)
			live = false
		}
		if in.reads(s.iv.v) && !live {
			live, to = true, n*4+atDef
		}
	}
	if live {
		note(from*4, to)
	}
	return live
}

// make puts the piece into the program.
func (s *splitter) make(rm *remat) *interval {
	p := s.newPiece(s.iv, rm)
	next := s.ivs[p]
	next.uses = s.g.uses
	next.stage, next.scope, next.out, next.skip = stageOutside, s.iv.scope, s.g.out, s.g.skip
	if s.g.loop != nil {
		next.stage, next.scope = stageLoop, s.g.loop
	}
	home := s.home[p]
	for _, n := range s.loads {
		s.load(n, p, home, rm)
	}
	for _, n := range s.stores {
		s.store(before, n, home, p)
	}
	next.edits = append(s.loads, s.stores...)
	for _, n := range s.g.uses {
		in := s.order[n]
		if rm == nil && s.through && in.writes(s.iv.v) {
			s.store(behind, n, home, p)
			next.edits = append(next.edits, n)
		}
		in.eachUse(func(v *vreg) { renameTo(v, s.iv.v, p) })
		in.eachDef(func(v *vreg) { renameTo(v, s.iv.v, p) })
	}
	if !slices.IsSortedFunc(s.spans, bySpan) {
		slices.SortFunc(s.spans, bySpan)
	}
	next.spans = s.f.memory.spans.copyOf(join(s.spans))
	next.hints = slices.Clone(s.iv.hints)
	for _, q := range s.parts[home] {
		next.hints = append(next.hints, q)
		s.ivs[q].hints = append(s.ivs[q].hints, p)
	}
	s.parts[home] = append(s.parts[home], p)
	s.weigh(next)
	return next
}

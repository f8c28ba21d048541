package x86

import (
	"slices"

	"github.com/hone-go/hone/internal/x86/asm"
)

// splitter makes one piece after the other. It looks only at the blocks where the piece lives or has uses.
type splitter struct {
	*allocator
	iv      *interval
	g       *group
	scope   *loop // the loop that the piece lives in, with what is around it; nil for the function
	piece   int32 // number of the piece
	flags   []blockFlags
	starts  []int32 // the positions at which blocks begin, and that behind the last one
	init    int     // the block of the group's init, or -1
	first   int     // blocks of which the flags are known are from this one
	last    int     // to this one
	through bool    // stores follow definitions at once
	work    []int32 // numbers of blocks at whose start it lives
	spans   []span
	loads   []int32 // instructions before which it is loaded
	stores  []int32 // instructions before which it is stored

	living, outs, tails []*block // memory for placeStores
}

// blockFlags are what the splitter knows of a block.
type blockFlags struct {
	piece    int32 // for this piece
	from, to int32 // the uses in the block are these of the group
	in       bool  // it belongs to the piece's part of the program
	out      bool  // the piece lives at its end
	tail     bool  // it is stored there, before the jump
	load     bool  // it is loaded there, before the jump
	seen     bool  // the piece lives at its start, which is known
}

// begin makes the splitter ready for a kernel.
func (s *splitter) begin(a *allocator) {
	s.allocator, s.piece, s.flags = a, 0, cleared(s.flags, len(a.f.blocks))
	s.starts = s.starts[:0]
	for _, b := range a.f.blocks {
		s.starts = append(s.starts, int32(b.start)*4)
	}
	s.starts = append(s.starts, int32(len(a.order))*4)
}

// regionPiece makes a piece for a group of uses, unless there is no place for a load or store. Outside of loops it is to live in r, if that is free.
func (a *allocator) regionPiece(iv *interval, g *group, r asm.Reg) bool {
	rm := a.f.info(a.at[iv.v].home).remat
	if rm != nil && !slices.ContainsFunc(g.uses, use.reads) {
		return false
	}
	if g.loop == nil && !slices.ContainsFunc(g.uses, func(u use) bool { return !a.order[u.n()].isTransfer() }) {
		return false
	}
	s := &a.splitter
	s.start(iv, g)
	if rm == nil {
		s.placeStores()
	}
	if !s.live(rm == nil) {
		return false
	}
	next := s.make(rm)
	if g.loop == nil && r != asm.NoReg {
		next.stage, next.cuts = stageLoop, iv.cuts+1 // there may be loops in it
		if a.taken.free(next.spans, r) {
			a.assign(next, r)
			return true
		}
	}
	a.queue.push(next)
	return true
}

func (s *splitter) start(iv *interval, g *group) {
	s.iv, s.g, s.scope = iv, g, g.loop
	if s.scope == nil {
		s.scope = iv.scope
	}
	if s.init = -1; g.init >= 0 {
		s.init = s.blockOf[g.init].id
	}
	s.piece++
	s.through, s.first, s.last = true, len(s.f.blocks), -1
	s.work, s.spans, s.loads, s.stores = s.work[:0], s.spans[:0], s.loads[:0], s.stores[:0]
}

// of returns the flags of block number b.
func (s *splitter) of(b int) *blockFlags {
	fl := &s.flags[b]
	if fl.piece != s.piece {
		s.touch(b, fl)
	}
	return fl
}

// touch makes the flags of a block those of this piece.
func (s *splitter) touch(b int, fl *blockFlags) {
	*fl = blockFlags{piece: s.piece, in: s.belongs(b)}
	s.first, s.last = min(s.first, b), max(s.last, b)
}

// inside reports whether block number b belongs to the piece's part of the program.
func (s *splitter) inside(b int) bool { return s.of(b).in }

func (s *splitter) belongs(b int) bool {
	if s.scope != nil && (b < s.scope.first || b > s.scope.last) {
		return false
	}
	for _, l := range s.g.out {
		if b >= l.first && b <= l.last {
			return false
		}
	}
	return true
}

// placeStores decides whether the value goes to memory wherever it is written, or where the piece's part of the program is left.
func (s *splitter) placeStores() {
	throughCost := float32(0)
	for _, u := range s.g.uses {
		if u.writes() {
			throughCost += frequency(s.blockOf[u.n()])
		}
	}
	if throughCost == 0 {
		return
	}
	exitCost := float32(0)
	stores, outs, tails := s.stores[:0], s.outs[:0], s.tails[:0]
	defer func() { s.outs, s.tails = outs, tails }()
	value := s.ivs[s.at[s.iv.v].home]
	for _, b := range s.livingAtEnd(value) {
		for _, t := range b.succs {
			if s.inside(t.id) || slices.Contains(s.g.skip, t) || !value.covers(int32(t.start)*4) {
				continue
			}
			at := int32(t.start)
			switch {
			case len(b.succs) == 1:
				at = int32(b.start + len(b.insts) - 1)
				tails = append(tails, b)
			case !slices.ContainsFunc(s.f.memory.flow.preds(t.id), func(p int32) bool { return !s.inside(int(p)) }):
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
		s.of(b.id).out = true
	}
	for _, b := range tails {
		s.of(b.id).tail = true
	}
}

// livingAtEnd lists the blocks of the piece's part of the program at whose end the value lives. Those from which control goes to where it
// lives are among them.
func (s *splitter) livingAtEnd(value *interval) []*block {
	list, first, last := s.living[:0], 0, len(s.f.blocks)-1
	if s.scope != nil {
		first, last = s.scope.first, s.scope.last
	}
	for _, live := range value.spans {
		for i := max(first, s.blockOf[live.from/4].id); i <= last; i++ {
			if s.starts[i+1] > live.to {
				break
			}
			if s.inside(i) {
				list = append(list, s.f.blocks[i])
			}
		}
	}
	s.living = list
	return list
}

// live finds where the piece lives and where it must be loaded. It returns false if a load has no place.
func (s *splitter) live(stores bool) bool {
	s.findUses()
	for i := s.first; i <= s.last; i++ {
		if fl := &s.flags[i]; fl.piece == s.piece && fl.in && (fl.out || fl.tail || fl.from < fl.to) {
			s.enterIfLive(i, fl, stores)
		}
	}
	for len(s.work) > 0 {
		b := int(s.work[len(s.work)-1])
		s.work = s.work[:len(s.work)-1]
		within := 0
		preds := s.f.memory.flow.preds(b)
		for _, p := range preds {
			fl := s.of(int(p))
			if !fl.in {
				continue
			}
			within++
			if !fl.out {
				fl.out = true
				s.enterIfLive(int(p), fl, stores)
			}
		}
		if len(preds) == 0 || within < len(preds) && !s.enter(b, preds, within) {
			return false
		}
	}
	s.record(stores)
	return true
}

// record lists the spans of the piece, in order.
func (s *splitter) record(stores bool) {
	for i := s.first; i <= s.last; i++ {
		fl := &s.flags[i]
		if fl.piece != s.piece {
			continue
		}
		end := s.starts[i+1]
		if i == s.init {
			s.spans = append(s.spans, span{s.written(s.g.init), end})
		}
		if fl.load {
			s.spans = append(s.spans, span{end - 4, end})
		}
		switch {
		case !fl.in:
		case fl.from == fl.to && fl.out:
			s.spans = append(s.spans, span{s.starts[i], end})
		default:
			n := len(s.spans)
			s.block(i, fl, stores, true)
			slices.Reverse(s.spans[n:])
		}
	}
}

// written is the position at which instruction n writes.
func (s *splitter) written(n int32) int32 {
	if s.order[n].early {
		return n*4 + atUse
	}
	return n*4 + atDef
}

// findUses notes in the flags where the uses of the group are.
func (s *splitter) findUses() {
	for k := 0; k < len(s.g.uses); {
		b := s.blockOf[s.g.uses[k].n()]
		from := k
		k += firstUse(s.g.uses[k:], b.end()/4)
		fl := s.of(b.id)
		fl.from, fl.to = int32(from), int32(k)
	}
}

// enterIfLive puts a block on the list if the piece is found to live at its start.
func (s *splitter) enterIfLive(b int, fl *blockFlags, stores bool) {
	if !fl.seen && s.block(b, fl, stores, false) {
		fl.seen = true
		s.work = append(s.work, int32(b))
	}
}

// enter sees to it that the piece, which lives at the start of b, has its value where control comes from outside: from all predecessors but those
// within.
func (s *splitter) enter(b int, preds []int32, within int) bool {
	if within == 0 && s.init < 0 {
		s.loads = append(s.loads, s.starts[b]/4)
		return true
	}
	for _, n := range preds {
		fl := s.of(int(n))
		if fl.in || int(n) == s.init {
			continue
		}
		if len(s.f.blocks[n].succs) != 1 {
			return false
		}
		fl.load = true
		s.loads = append(s.loads, s.starts[n+1]/4-1)
	}
	return true
}

// block goes backwards through the uses in a block and reports whether the piece lives at its start. If it is to record, it notes the spans.
func (s *splitter) block(n int, fl *blockFlags, stores, record bool) bool {
	if fl.from == fl.to && fl.out && !record {
		return true
	}
	live, to := fl.out, s.starts[n+1]
	if !live && fl.tail {
		live, to = true, to-4
	}
	note := func(a, z int32) {
		if record && a < z {
			s.spans = append(s.spans, span{a, z})
		}
	}
	for k := fl.to - 1; k >= fl.from; k-- {
		u := s.g.uses[k]
		n := u.n()
		if u.writes() {
			if !live {
				to = n*4 + atAfter
			}
			if stores && s.through {
				to = max(to, n*4+4)
			}
			note(s.written(n), to)
			live = false
		}
		if u.reads() && !live {
			live, to = true, n*4+atDef
		}
	}
	if live {
		note(s.starts[n], to)
	}
	return live
}

// make puts the piece into the program.
func (s *splitter) make(rm *remat) *interval {
	m := s.f.memory
	p := s.newPiece(s.iv, rm)
	next := s.ivs[p]
	next.uses = s.g.uses
	next.stage, next.scope, next.out, next.skip = stageOutside, s.iv.scope, s.g.out, s.g.skip
	if s.g.loop != nil {
		next.stage, next.scope = stageLoop, s.g.loop
	}
	home := s.at[p].home
	for _, n := range s.loads {
		s.load(n, p, home, rm)
	}
	for _, n := range s.stores {
		s.store(before, n, home, p)
	}
	next.edits = m.numbers.take(len(s.loads) + len(s.stores) + len(s.g.uses))[:0]
	next.edits = append(append(next.edits, s.loads...), s.stores...)
	for _, u := range s.g.uses {
		if rm == nil && s.through && u.writes() {
			s.store(behind, u.n(), home, p)
			next.edits = append(next.edits, u.n())
		}
		s.order[u.n()].replace(s.iv.v, p)
	}
	next.spans = m.spans.copyOf(join(s.spans))
	s.join(home, next)
	s.weigh(next)
	return next
}

// join makes the piece one of those of its home. Each is a hint to the others.
func (s *splitter) join(home vreg, piece *interval) {
	m, h := s.f.memory, &s.at[home]
	piece.hints = s.iv.hints
	for q := h.first; q != 0; q = s.at[q].next {
		piece.hints = m.addHint(piece.hints, q)
		s.ivs[q].hints = m.addHint(s.ivs[q].hints, piece.v)
	}
	if h.first == 0 {
		h.first = piece.v
	} else {
		s.at[h.last].next = piece.v
	}
	h.last = piece.v
}

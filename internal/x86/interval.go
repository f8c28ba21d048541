package x86

import (
	"slices"
	"sort"
)

// span is a half-open range of positions.
type span struct{ from, to int32 }

// use is the number of an instruction that has a register as operand, and whether it reads and writes it. Neither does a copy that coalescing has
// taken.
type use int32

const (
	useReads use = 1 << iota
	useWrites
)

func useAt(n int32) use    { return use(n << 2) }
func (u use) n() int32     { return int32(u >> 2) }
func (u use) reads() bool  { return u&useReads != 0 }
func (u use) writes() bool { return u&useWrites != 0 }

// firstUse is the index of the first use that is not before instruction n.
func firstUse(uses []use, n int32) int {
	lo, hi := 0, len(uses)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if uses[mid] < useAt(n) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// hintList is 1 + the index of the hint that was added last to a list, 0 if it is empty. Lists that begin alike share the beginning.
type hintList int32

type hint struct {
	v    vreg
	rest hintList
}

func (m *scratch) addHint(l hintList, v vreg) hintList {
	m.hints = append(withRoom(m.hints), hint{v, l})
	return hintList(len(m.hints))
}

// listHints appends the hints to the empty list, the first one first.
func (m *scratch) listHints(l hintList, list []vreg) []vreg {
	for ; l != 0; l = m.hints[l-1].rest {
		list = append(list, m.hints[l-1].v)
	}
	slices.Reverse(list)
	return list
}

// interval is where a register is live: disjoint spans in order.
type interval struct {
	v      vreg
	weight float32 // what it costs to keep it in memory, per position
	spans  []span
	uses   []use    // in order, one for each instruction
	hints  hintList // registers that it is copied from or to
	local  bool     // inside one block
	stage  uint8    // how often it has been cut: pieces of stage final can't be cut any further
	cuts   uint8    // how often it has given way in single loops

	*cut // of pieces; of others noCut

	with, tail *interval // what coalescing has made a part of this one is a list; tail is its end
}

// cut is what pieces have besides. They are few.
type cut struct {
	scope *loop    // the loop in which it lives, nil for the function
	out   []*loop  // loops in the scope that have pieces of their own, or none
	skip  []*block // heads of such loops that begin with values of their own
	edits []int32  // the instructions before and behind which its loads and stores are
}

// noCut is that of what is whole. It is not written.
var noCut cut

const (
	stageWhole   uint8 = iota
	stageLoop          // all of its uses in a loop
	stageOutside       // its uses in a loop or in the function, outside of the loops inside
	stageCluster       // neighbouring uses in a block
	stageFinal         // one use
)

func (iv *interval) start() int32 { return iv.spans[0].from }
func (iv *interval) end() int32   { return iv.spans[len(iv.spans)-1].to }

func (iv *interval) length() int32 {
	n := int32(0)
	for _, s := range iv.spans {
		n += s.to - s.from
	}
	return n
}

// covers reports whether the register is live at a position.
func (iv *interval) covers(at int32) bool {
	i := sort.Search(len(iv.spans), func(i int) bool { return iv.spans[i].to > at })
	return i < len(iv.spans) && iv.spans[i].from <= at
}

// intersects reports whether a and b have a position in common.
func intersects(a, b []span) bool {
	if len(a) == 0 || len(b) == 0 || a[len(a)-1].to <= b[0].from || b[len(b)-1].to <= a[0].from {
		return false
	}
	i := sort.Search(len(a), func(i int) bool { return a[i].to > b[0].from })
	j := 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i].to <= b[j].from:
			i++
		case b[j].to <= a[i].from:
			j++
		default:
			return true
		}
	}
	return false
}

// unite is the union of disjoint span lists; spans that touch become one. It is made in the memory of the longer one: what short lives are added to,
// one after the other, is not copied every time.
func (m *scratch) unite(a, b []span) []span {
	if len(a) < len(b) {
		a, b = b, a
	}
	a = m.spans.withRoom(a, len(b))
	for _, s := range b {
		i := sort.Search(len(a), func(i int) bool { return a[i].to >= s.from })
		j := i
		for ; j < len(a) && a[j].from <= s.to; j++ {
			s.from, s.to = min(s.from, a[j].from), max(s.to, a[j].to)
		}
		a = slices.Replace(a, i, j, s)
	}
	return a
}

// join makes one of spans that touch.
func join(spans []span) []span {
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && out[n-1].to >= s.from {
			out[n-1].to = max(out[n-1].to, s.to)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// number gives instructions their numbers and lists them.
func (f *fn) number() (order []*inst, blockOf []*block) {
	n := 0
	for _, b := range f.blocks {
		b.start = n
		n += len(b.insts)
	}
	order, blockOf = slices.Grow(f.memory.order[:0], n), slices.Grow(f.memory.blockOf[:0], n)
	for _, b := range f.blocks {
		for i := range b.insts {
			order = append(order, &b.insts[i])
			blockOf = append(blockOf, b)
		}
	}
	f.memory.order, f.memory.blockOf = order, blockOf
	return order, blockOf
}

// intervals builds the live intervals, walking blocks and instructions backwards (Wimmer and Franz, "Linear scan register
// allocation on SSA form", CGO 2010); the index is the register's number.
func (f *fn) intervals(order []*inst) []*interval {
	l, o := &f.memory.lifetimes, &f.memory.operands
	l.begin(int(firstVirtual) + len(f.vregs))
	for i := len(f.blocks) - 1; i >= 0; i-- {
		b := f.blocks[i]
		from, to := int32(b.start)*4, b.end()
		for _, v := range b.out {
			l.live(v, span{from, to})
		}
		for k := len(b.insts) - 1; k >= 0; k-- {
			o.of(&b.insts[k])
			l.step(o, b.insts[k].early, int32(b.start+k), from)
		}
	}
	ivs := cleared(f.memory.ivs, len(l.lists))
	f.memory.ivs = ivs
	for v := range l.lists {
		if l.lists[v] != (lifetime{}) {
			ivs[v] = l.interval(vreg(v), f.memory)
		}
	}
	return ivs
}

// lifetimes is what intervals are built from: lists of spans and uses by register, the first ones first, to which the walk adds in front. The first
// span is open while the register is live.
type lifetimes struct {
	lists []lifetime
	spans []lifeSpan
	uses  []lifeUse
}

// lifetime is the beginnings of a register's lists: 1 + index of the first element.
type lifetime struct{ span, use int32 }

type lifeSpan struct {
	span
	next int32
}

type lifeUse struct {
	use
	next int32
}

func (l *lifetimes) begin(n int) {
	l.lists, l.spans, l.uses = cleared(l.lists, n), l.spans[:0], l.uses[:0]
}

// add puts a span in front of the others.
func (l *lifetimes) add(v vreg, s span) {
	l.spans = append(withRoom(l.spans), lifeSpan{s, l.lists[v].span})
	l.lists[v].span = int32(len(l.spans))
}

// live says that the register is live at the end of a block, of which it may be live all.
func (l *lifetimes) live(v vreg, block span) {
	if k := l.lists[v].span; k != 0 && l.spans[k-1].from == block.to {
		l.spans[k-1].from = block.from
		return
	}
	l.add(v, block)
}

// use notes an operand of instruction n.
func (l *lifetimes) use(v vreg, n int32, flag use) {
	if k := l.lists[v].use; k != 0 && l.uses[k-1].n() == n {
		l.uses[k-1].use |= flag
		return
	}
	l.uses = append(withRoom(l.uses), lifeUse{useAt(n) | flag, l.lists[v].use})
	l.lists[v].use = int32(len(l.uses))
}

// step takes in the operands of instruction n, of the block that begins at a position.
func (l *lifetimes) step(o *operands, early bool, n, blockFrom int32) {
	at := n * 4
	def := at + atDef
	if early {
		def = at + atUse
	}
	for _, v := range o.defs {
		l.use(v, n, useWrites)
		if k := l.lists[v].span; k != 0 && l.spans[k-1].from <= def && l.spans[k-1].to > def {
			l.spans[k-1].from = def
		} else {
			l.add(v, span{def, at + atAfter})
		}
	}
	for _, v := range o.uses {
		l.use(v, n, useReads)
		k := l.lists[v].span
		switch {
		case k != 0 && l.spans[k-1].from <= at+atUse && l.spans[k-1].to > at+atUse: // live through
		case k != 0 && l.spans[k-1].from <= at+atDef && l.spans[k-1].to > at+atUse: // written here, too
			l.spans[k-1].from = blockFrom
		default:
			l.add(v, span{blockFrom, at + atDef})
		}
	}
}

// interval makes one of the register's lists. Spans that touch become one.
func (l *lifetimes) interval(v vreg, m *scratch) *interval {
	iv := &m.intervals.take(1)[0]
	iv.v, iv.cut = v, &noCut
	n := 0
	for k := l.lists[v].span; k != 0; k = l.spans[k-1].next {
		n++
	}
	iv.spans = m.spans.take(n)[:0]
	for k := l.lists[v].span; k != 0; k = l.spans[k-1].next {
		iv.spans = append(iv.spans, l.spans[k-1].span)
	}
	iv.spans = join(iv.spans)
	n = 0
	for k := l.lists[v].use; k != 0; k = l.uses[k-1].next {
		n++
	}
	iv.uses = m.uses.take(n)[:0]
	for k := l.lists[v].use; k != 0; k = l.uses[k-1].next {
		iv.uses = append(iv.uses, l.uses[k-1].use)
	}
	return iv
}

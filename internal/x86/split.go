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
	uses []use
	out  []*loop  // if outside: these loops
	init int32    // instruction before the loop that gives the value with which it begins, or -1
	skip []*block // heads of loops inside that begin with values of their own
}

// maxCuts is how often a piece may give way in single loops before it does in all.
const maxCuts = 3

// splitAtLoops makes pieces of the interval for loops, and returns the uses that it has made none for.
func (a *allocator) splitAtLoops(iv *interval) []use {
	if iv.stage > stageLoop || iv.local {
		return iv.uses
	}
	out, r := a.loopsIn(iv), asm.NoReg
	if len(out) == 0 {
		return iv.uses
	}
	if iv.cuts < maxCuts {
		if holes, reg := a.cheapestHoles(iv); reg != asm.NoReg {
			out, r = holes, reg
		}
	}
	m := a.f.memory
	groups, rest := a.byLoop(iv, append(append(m.loopLists.take(len(out) + len(iv.out))[:0], out...), iv.out...))
	for i := range groups {
		if g := &groups[i]; !a.regionPiece(iv, g, r) {
			rest = append(rest, g.uses...)
		}
	}
	slices.Sort(rest)
	a.rest = rest
	return m.uses.copyOf(rest)
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
	return out, r
}

// busyLoops lists the loops in which the register is taken while the interval lives, with the executions of what is around them. The cost
// is infinite if the register is taken elsewhere, or if the cost is above the limit. The list is made in the given memory.
func (a *allocator) busyLoops(iv *interval, r asm.Reg, limit float32, memory []*loop) (loops []*loop, cost float32) {
	loops = memory
	list, i := a.taken.lists[r], 0
	for _, s := range iv.spans {
		for i = overlapping(list, s, i); i < len(list) && list[i].from < s.to; i++ {
			for at, to := max(s.from, list[i].from), min(s.to, list[i].to); at < to; {
				b := a.blockOf[at/4]
				var l *loop
				if iv.scope == nil || iv.scope.around(b) {
					l = loopIn(iv.scope, b)
				}
				if l == nil {
					return loops, float32(math.Inf(1))
				}
				if !slices.Contains(loops, l) {
					loops = append(loops, l)
					cost += frequency(l.pre)
				}
				at = l.end(a.f)
			}
			if !(cost < limit) {
				return loops, cost
			}
		}
	}
	return loops, cost
}

// end is the position behind the loop.
func (l *loop) end(f *fn) int32 {
	return f.blocks[l.last].end()
}

// end is the position behind the block.
func (b *block) end() int32 { return int32(b.start+len(b.insts)) * 4 }

// loopsIn lists the outermost loops inside of the interval's scope where it lives.
func (a *allocator) loopsIn(iv *interval) []*loop {
	loops, inside := a.outer[:0], a.f.outermost
	if iv.scope != nil {
		inside = iv.scope.inside
	}
	for _, l := range inside {
		around := [...]span{{int32(l.head.start) * 4, l.end(a.f)}}
		if l.head.within(l) && intersects(iv.spans, around[:]) {
			loops = append(loops, l)
		}
	}
	a.outer = loops
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
func (a *allocator) byLoop(iv *interval, out []*loop) (groups []group, rest []use) {
	m := a.f.memory
	groups, rest = a.byLoops[:0], a.rest[:0]
	outside := group{init: -1, out: out, uses: m.uses.take(len(iv.uses))[:0]}
	uses := slices.DeleteFunc(iv.uses, func(u use) bool { return !u.reads() && !u.writes() })
	for i := 0; i < len(uses); {
		u := uses[i]
		l := (*loop)(nil)
		switch b := a.blockOf[u.n()]; {
		case iv.scope == nil || iv.scope.around(b):
			l = loopIn(iv.scope, b)
		default:
			outside.init = u.n()
		}
		if l == nil || !slices.Contains(out, l) {
			outside.uses = append(outside.uses, u)
			i++
			continue
		}
		all := uses[i : i+firstUse(uses[i:], l.end(a.f)/4)] // in l
		if i += len(all); l.single(a.f) {
			groups = append(groups, group{loop: l, init: -1, uses: all})
		} else {
			rest = append(rest, all...)
		}
	}
	outside.skip = append(m.blockLists.take(len(iv.skip) + len(groups))[:0], iv.skip...)
	for i := range groups {
		g := &groups[i]
		// The value that a loop begins with need not pass through memory.
		from := int32(g.loop.pre.start)
		k := firstUse(outside.uses, from+int32(len(g.loop.pre.insts)))
		if k == 0 || !a.ivs[a.at[iv.v].home].covers(int32(g.loop.head.start)*4) {
			continue
		}
		if u := outside.uses[k-1]; u.n() >= from && u.writes() && !u.reads() {
			g.init = u.n()
			g.uses = append(append(m.uses.take(1 + len(g.uses))[:0], u), g.uses...)
			outside.uses = slices.Delete(outside.uses, k-1, k)
			outside.skip = append(outside.skip, g.loop.head)
		}
	}
	if len(outside.uses) > 0 {
		groups = append(groups, outside)
	}
	a.byLoops = groups
	return groups, rest
}

// single reports that the loop is entered from one block that goes nowhere else.
func (l *loop) single(f *fn) bool {
	return l.pre != nil && len(l.pre.succs) == 1 && !slices.ContainsFunc(f.memory.flow.preds(l.head.id), func(p int32) bool {
		return f.blocks[p] != l.pre && !l.around(f.blocks[p])
	})
}

// around reports whether the loop's blocks are around b.
func (l *loop) around(b *block) bool { return b.id >= l.first && b.id <= l.last }

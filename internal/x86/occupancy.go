package x86

import (
	"slices"

	"github.com/hone-go/hone/internal/x86/asm"
)

// taken is a span of a physical register, and the register that it is for.
type taken struct {
	span
	v vreg
}

// regSet is a set of physical registers.
type regSet uint64

// bit is the set of one register.
func bit(r asm.Reg) regSet {
	switch {
	case r.IsVec():
		return 1 << (16 + r.Num())
	case r.IsMask():
		return 1 << (48 + r.Num())
	}
	return 1 << r.Num()
}

// occupancy says when physical registers are taken: in lists by register, and in sets by instruction.
type occupancy struct {
	lists  [asm.K7 + 1][]taken // in order
	behind []regSet            // by instruction: what is taken right behind it
	chunks []regSet            // the same for all instructions of a chunk
}

const chunk = 16 // instructions

func (o *occupancy) begin(insts int) {
	o.behind, o.chunks = cleared(o.behind, insts), cleared(o.chunks, (insts+chunk-1)/chunk)
}

func (o *occupancy) reset() {
	for r := range o.lists {
		o.lists[r] = o.lists[r][:0]
	}
}

// take marks the spans of an interval as taken.
func (o *occupancy) take(iv *interval, r asm.Reg) {
	list, set := o.lists[r], bit(r)
	for _, s := range iv.spans {
		list = slices.Insert(list, search(list, s.from), taken{s, iv.v})
		for n, to := s.from/4, s.to/4; n < to; {
			at, step := o.set(n, to)
			*at |= set
			n += step
		}
	}
	o.lists[r] = list
}

// set is that of all of the next chunk, if instruction n is its first one and it ends before another instruction, or that of n; with the number of
// instructions that it is for.
func (o *occupancy) set(n, to int32) (*regSet, int32) {
	if n%chunk == 0 && n+chunk <= to {
		return &o.chunks[n/chunk], chunk
	}
	return &o.behind[n], 1
}

// release undoes take.
func (o *occupancy) release(iv *interval, r asm.Reg) {
	list, set := o.lists[r], bit(r)
	lo, hi := search(list, iv.start()), search(list, iv.end())
	kept := list[:lo]
	for _, t := range list[lo:hi] {
		if t.v != iv.v {
			kept = append(kept, t)
		}
	}
	o.lists[r] = append(kept, list[hi:]...)
	for _, s := range iv.spans {
		for n, to := s.from/4, s.to/4; n < to; {
			at, step := o.set(n, to)
			*at &^= set
			n += step
		}
	}
}

// busy is registers that are not free for the interval. There may be others: it looks at few places only.
func (o *occupancy) busy(iv *interval) (set regSet) {
	for i := 0; i < len(iv.spans) && i < 8; i++ {
		s := iv.spans[i]
		if from, to := s.from/4, s.to/4; from < to {
			for _, n := range [...]int32{from, (from + to) / 2, to - 1} {
				set |= o.behind[n] | o.chunks[n/chunk]
			}
		}
	}
	return set
}

// search finds the first entry that does not start before at.
func search(list []taken, at int32) int {
	lo, hi := 0, len(list)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if list[mid].from < at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// overlapping is the index of the first entry that ends behind the start of s, for which the span from number from on is searched: the first that
// overlaps s, if one does.
func overlapping(list []taken, s span, from int) int {
	i := from + search(list[from:], s.from)
	if i > 0 && list[i-1].to > s.from {
		i--
	}
	return i
}

// free reports whether r is free in all of the spans.
func (o *occupancy) free(spans []span, r asm.Reg) bool {
	list, i := o.lists[r], 0
	for _, s := range spans {
		if i = overlapping(list, s, i); i == len(list) {
			return true
		}
		if list[i].from < s.to {
			return false
		}
	}
	return true
}

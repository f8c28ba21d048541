package x86

import (
	"slices"
	"sort"
)

// span is a half-open range of positions.
type span struct{ from, to int32 }

// interval is where a register is live: disjoint spans in order.
type interval struct {
	v      vreg
	spans  []span
	uses   []int32  // numbers of the instructions that have it as operand, in order, once each
	weight float32  // what it costs to keep it in memory, per position
	hints  []vreg   // registers that it is copied from or to
	local  bool     // inside one block
	stage  uint8    // how often it has been cut: pieces of stage final can't be cut any further
	cuts   uint8    // how often it has given way in single loops
	scope  *loop    // of pieces: the loop in which it lives, nil for the function
	out    []*loop  // of pieces: loops in the scope that have pieces of their own, or none
	skip   []*block // of pieces: heads of such loops that begin with values of their own
	edits  []int32  // of pieces: the instructions before and behind which its loads and stores are

	with, last *interval // what coalescing has made a part of this one is a list; last is its end
}

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

func bySpan(a, b span) int { return int(a.from - b.from) }

// unite is the union of disjoint span lists; spans that touch become one. It is made in the memory of the longer one: what short lives are added to,
// one after the other, is not copied every time.
func unite(a, b []span) []span {
	if len(a) < len(b) {
		a, b = b, a
	}
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
	order, blockOf = f.memory.order[:0], f.memory.blockOf[:0]
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
	ivs := make([]*interval, int(firstVirtual)+len(f.vregs))
	get := func(v vreg) *interval {
		if ivs[v] == nil {
			iv := &f.memory.intervals.take(1)[0]
			iv.v, iv.spans, iv.uses = v, f.memory.spans.take(2)[:0], f.memory.numbers.take(4)[:0]
			ivs[v] = iv
		}
		return ivs[v]
	}
	// Spans are appended in descending order and turned round at the end. The last one is open while the register is live.
	for i := len(f.blocks) - 1; i >= 0; i-- {
		b := f.blocks[i]
		from, to := int32(b.start)*4, int32(b.start+len(b.insts))*4
		for _, v := range b.out {
			iv := get(v)
			if n := len(iv.spans); n > 0 && iv.spans[n-1].from == to {
				iv.spans[n-1].from = from
			} else {
				iv.spans = append(iv.spans, span{from, to})
			}
		}
		for k := len(b.insts) - 1; k >= 0; k-- {
			f.stepIntervals(&b.insts[k], int32(b.start+k), from, get)
		}
	}
	for _, iv := range ivs {
		if iv == nil {
			continue
		}
		for i, j := 0, len(iv.spans)-1; i < j; i, j = i+1, j-1 {
			iv.spans[i], iv.spans[j] = iv.spans[j], iv.spans[i]
		}
		for i, j := 0, len(iv.uses)-1; i < j; i, j = i+1, j-1 {
			iv.uses[i], iv.uses[j] = iv.uses[j], iv.uses[i]
		}
		iv.spans = join(iv.spans)
	}
	return ivs
}

func (f *fn) stepIntervals(in *inst, n, blockFrom int32, get func(vreg) *interval) {
	note := func(iv *interval) {
		if k := len(iv.uses); k == 0 || iv.uses[k-1] != n {
			iv.uses = append(iv.uses, n)
		}
	}
	at := n * 4
	in.eachDef(func(v *vreg) {
		iv := get(*v)
		note(iv)
		def := at + atDef
		if in.early {
			def = at + atUse
		}
		if k := len(iv.spans); k > 0 && iv.spans[k-1].from <= def && iv.spans[k-1].to > def {
			iv.spans[k-1].from = def
		} else {
			iv.spans = append(iv.spans, span{def, at + atAfter})
		}
	})
	in.eachUse(func(v *vreg) {
		if reserved(*v) {
			return
		}
		iv := get(*v)
		note(iv)
		k := len(iv.spans)
		switch {
		case k > 0 && iv.spans[k-1].from <= at+atUse && iv.spans[k-1].to > at+atUse: // live through
		case k > 0 && iv.spans[k-1].from <= at+atDef && iv.spans[k-1].to > at+atUse: // written here, too
			iv.spans[k-1].from = blockFrom
		default:
			iv.spans = append(iv.spans, span{blockFrom, at + atDef})
		}
	})
}

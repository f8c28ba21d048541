package plan

import (
	"cmp"
	"math"
	"unsafe"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A kernel whose loops run as often as its parameters say is brief where these say so: then no collection has to wait for it, and profiles don't need its name.
// So the host works out how often that is, before the kernel is started, and takes the long way round only where it is often.

// bound is the number of iterations of a loop, and how many there may be for the kernel to be over soon, or at once.
type bound struct {
	trips      *count
	soon, once int64
}

// count is a number that depends on parameters: op of a and b; or if that is opMove, the word number of which a is in the parameter block, or imm if that is
// negative. If op is opLongest it is the length of the longest slice from number a to number b of those behind the pointer that is that word.
type count struct {
	op   opcode
	a, b *count
	word int
	imm  int64
}

const (
	soonOps  = 1 << 13 // operations that take some microseconds, a hundred at the very most
	atOnce   = 1 << 8  // and those that take less than it takes to tell profiles who runs
	backward = 1 << 6  // so far may the end of a range lie before its begin
)

// bounder finds the bounds of a kernel.
type bounder struct {
	words  map[*ir.Value]int
	ranges map[*ir.Value][2]*count // of indices: the least and the most
	found  []bound
}

// Bounds are those of a kernel's loops.
type Bounds struct {
	loops []bound
	all   bool // there are no others
}

// BoundsOf gives the bounds of a kernel as it is scheduled: what makes it faster makes no loop longer, but some that count in other ways.
func BoundsOf(f *ir.Func) Bounds {
	b := &bounder{words: map[*ir.Value]int{}, ranges: map[*ir.Value][2]*count{}}
	word := 0
	for i, p := range f.Body.Params {
		if f.Kernel == ir.RangeKernel && i < 2 {
			continue
		}
		b.words[p] = word
		if word++; p.Type.Kind == ir.Slice {
			word += 2
		}
	}
	_, _, ok := b.region(f.Body)
	return Bounds{b.found, ok}
}

// region gives how many operations are run in r at the most, if loops of which it isn't known have one iteration, and how deep those are nested.
func (b *bounder) region(r *ir.Region) (ops float64, depth int, ok bool) {
	for _, o := range r.Ops {
		if o.Kind != ir.OpConst {
			ops++
		}
		first, n, d, loop := len(b.found), 0.0, 0, o.Kind.Has(ir.Loop)
		times := 1.0
		if loop {
			trips, known := b.trips(o)
			if trips == nil {
				return 0, 0, false
			}
			if times = float64(known); known < 0 {
				b.found = append(b.found, bound{trips: trips})
				times, d = 1, 1
			}
		}
		inner := 0
		for _, in := range o.Regions {
			m, deep, fine := b.region(in)
			if !fine {
				return 0, 0, false
			}
			n, inner = n+m, max(inner, deep)
		}
		n, d = n*max(times, 1), d+inner
		ops, depth = ops+n, max(depth, d)
		for k := range b.found[first:] { // those inside are given their share again
			x := &b.found[first+k]
			if x.soon, x.once = share(soonOps, n, d), share(atOnce, n, d); x.soon < 1 {
				return 0, 0, false
			}
		}
	}
	return ops, depth, ops <= soonOps
}

// share is how many iterations each of d nested loops may have so that there are not more than most times n in all.
func share(most, n float64, d int) int64 {
	return int64(math.Pow(most/max(n, 1), 1/float64(max(d, 1))))
}

// trips is the number of iterations of a loop, if it depends on parameters alone, and that number if it is constant, or else -1.
func (b *bounder) trips(o *ir.Op) (trips *count, known int64) {
	if analysis.Halves(o) {
		return &count{op: opMove, word: -1, imm: analysis.MostHalvings}, analysis.MostHalvings
	}
	if o.Kind != ir.OpFor && o.Kind != ir.OpBlockReduce {
		return nil, -1
	}
	lo, hi := o.Args[0], o.Args[1]
	if o.Kind == ir.OpFor && o.Ints[0] < 0 {
		lo, hi = hi, lo
	}
	first, _ := b.extent(lo)
	_, last := b.extent(hi)
	if first == nil || last == nil {
		return nil, -1
	}
	b.ranges[o.Regions[0].Params[0]] = [2]*count{first, last}
	if first.constant() && last.constant() {
		return last, max(last.imm-first.imm, 0)
	}
	return &count{op: opSub, a: last, b: first}, -1
}

func (c *count) constant() bool { return c.op == opMove && c.word < 0 }

// extent gives the least and the most that v can be, or nil.
func (b *bounder) extent(v *ir.Value) (least, most *count) {
	if r, ok := b.ranges[v]; ok {
		return r[0], r[1]
	}
	if n, ok := v.ConstInt(); ok {
		c := &count{op: opMove, word: -1, imm: n}
		return c, c
	}
	if k, ok := b.words[v]; ok && v.Type == ir.TI64 {
		c := &count{op: opMove, word: k}
		return c, c
	}
	if v.Def == nil || v.Type != ir.TI64 {
		return nil, nil
	}
	switch o := v.Def; o.Kind {
	case ir.OpLen:
		if k, ok := b.words[o.Args[0]]; ok {
			c := &count{op: opMove, word: k + 1}
			return c, c
		}
		return &count{op: opMove, word: -1}, b.longest(o.Args[0].Def)
	case ir.OpAdd, ir.OpSub, ir.OpMin, ir.OpMax:
		a0, a1 := b.extent(o.Args[0])
		b0, b1 := b.extent(o.Args[1])
		op := fast[o.Kind]
		if op == 0 {
			op = fastSigned[o.Kind]
		}
		if o.Kind == ir.OpSub {
			b0, b1 = b1, b0
		}
		least, most = combine(op, a0, b0), combine(op, a1, b1)
		switch { // what is less than something known is bounded by that
		case op == opMin && most == nil:
			most = cmp.Or(a1, b1)
		case op == opMax && least == nil:
			least = cmp.Or(a0, b0)
		}
		return least, most
	}
	return nil, nil
}

// longest is the length of the longest slice that a load of one from a parameter may give, or nil: kernels store no slices.
func (b *bounder) longest(load *ir.Op) *count {
	if load == nil || load.Kind != ir.OpLoad || len(load.Ints) > 0 || load.Results[0].Type.Size() != sliceSize {
		return nil
	}
	k, ok := b.words[load.Args[0]]
	first, _ := b.extent(load.Args[1])
	_, last := b.extent(load.Args[1])
	if !ok || first == nil || last == nil {
		return nil
	}
	return &count{op: opLongest, a: first, b: last, word: k}
}

// longest is the length of the longest of the slices from lo on, of n at p, up to number hi. There is an end to looking: many take long anyway.
func longest(p unsafe.Pointer, n, lo, hi int64) int64 {
	lo, hi = max(lo, 0), min(hi, n-1)
	if hi-lo >= soonOps {
		return math.MaxInt64 / 2
	}
	most := 0
	for i := lo; i <= hi; i++ {
		most = max(most, (*sliceHeader)(unsafe.Add(p, i*sliceSize)).len)
	}
	return int64(most)
}

// combine is op of two counts, if both are known.
func combine(op opcode, a, b *count) *count {
	if a == nil || b == nil {
		return nil
	}
	if a.constant() && b.constant() {
		return &count{op: opMove, word: -1, imm: int64(evaluate(op, uint64(a.imm), uint64(b.imm), 0))}
	}
	return &count{op: op, a: a, b: b}
}

// in is the value of c for these parameters.
func (c *count) in(words []uint64) int64 {
	switch {
	case c.constant():
		return c.imm
	case c.op == opMove:
		return int64(words[c.word])
	case c.op == opLongest:
		return longest(pointerIn(&words[c.word]), int64(words[c.word+1]), c.a.in(words), c.b.in(words))
	}
	return int64(evaluate(c.op, uint64(c.a.in(words)), uint64(c.b.in(words)), 0))
}

// pointerIn is the pointer that is a word.
func pointerIn(w *uint64) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(w)) }

// soon reports whether a kernel with these parameters is over soon.
func (k *Kernel) soon(words []uint64) bool {
	for i := range k.Bounds.loops {
		if b := &k.Bounds.loops[i]; uint64(b.trips.in(words)+backward) > uint64(b.soon+backward) {
			return false
		}
	}
	return k.Bounds.all
}

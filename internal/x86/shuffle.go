package x86

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/x86/asm"
)

// Shuffles by constant lane numbers. A pattern has a number for each element of the register: lanes of the first source are numbered from 0,
// those of the second from where these end; anyLane is for elements that nobody looks at.

const anyLane = -1

type pattern []int

// shuffleOp lowers a shuffle of vectors or masks.
func (s *selector) shuffleOp(o *ir.Op) {
	r := o.Results[0]
	if r.Type.Elem == ir.TBool {
		s.shuffleMask(o)
		return
	}
	c := s.shapeOf(r.Type)
	srcs := make([]vreg, len(o.Args))
	for i, a := range o.Args {
		srcs[i] = s.get(a)
	}
	s.set(r, s.permute(c, srcs, s.registerPattern(c, o.Ints)))
}

// registerPattern numbers a register's elements where the kernel's lanes may fill it in part only.
func (s *selector) registerPattern(c shape, lanes []int64) pattern {
	n := c.size / c.elem
	p := make(pattern, n)
	for i := range p {
		p[i] = anyLane
		if i < len(lanes) && lanes[i] >= 0 {
			p[i] = int(lanes[i])/s.lanes*n + int(lanes[i])%s.lanes
		}
	}
	return p
}

// permute emits a shuffle of any number of registers.
func (s *selector) permute(c shape, srcs []vreg, p pattern) vreg {
	srcs, p = p.used(srcs)
	for len(srcs) > 2 { // lanes of the first two go to their places, where those of the others are filled in
		n := len(p)
		first, rest := make(pattern, n), make(pattern, n)
		for i, x := range p {
			switch {
			case x >= 2*n:
				first[i], rest[i] = anyLane, x-n
			case x >= 0:
				first[i], rest[i] = x, i
			default:
				first[i], rest[i] = anyLane, anyLane
			}
		}
		srcs, p = append([]vreg{s.permute(c, srcs[:2], first)}, srcs[2:]...), rest
	}
	switch len(srcs) {
	case 0:
		return s.splatOf(c, 0)
	case 1:
		return s.permute1(c, srcs[0], p)
	}
	return s.permute2(c, srcs[0], srcs[1], p)
}

// used leaves out sources that no lane comes from, and second mentions of one.
func (p pattern) used(srcs []vreg) ([]vreg, pattern) {
	n := len(p)
	var kept []vreg
	place := map[vreg]int{}
	out := make(pattern, n)
	for i, x := range p {
		out[i] = anyLane
		if x < 0 {
			continue
		}
		r := srcs[x/n]
		at, ok := place[r]
		if !ok {
			at = len(kept)
			place[r] = at
			kept = append(kept, r)
		}
		out[i] = at*n + x%n
	}
	return kept, out
}

// matches reports whether f gives every lane that is asked for.
func (p pattern) matches(f func(i int) int) bool {
	for i, x := range p {
		if x >= 0 && x != f(i) {
			return false
		}
	}
	return true
}

// coarser is the pattern for elements twice as large; ok is false if pairs are torn.
func (p pattern) coarser() (q pattern, ok bool) {
	for i := 0; i < len(p); i += 2 {
		x, y := p[i], p[i+1]
		switch {
		case x < 0 && y < 0:
			q = append(q, anyLane)
		case x >= 0 && x%2 == 0 && (y < 0 || y == x+1):
			q = append(q, x/2)
		case x < 0 && y%2 == 1:
			q = append(q, y/2)
		default:
			return nil, false
		}
	}
	return q, true
}

// finer is the pattern for elements half as large.
func (p pattern) finer() pattern {
	var q pattern
	for _, x := range p {
		if x < 0 {
			q = append(q, anyLane, anyLane)
		} else {
			q = append(q, 2*x, 2*x+1)
		}
	}
	return q
}

// inLanes reports that elements stay in their 16 bytes, of either source.
func (p pattern) inLanes(elem int) bool {
	per := 16 / elem
	return p.each(func(i, x int) bool { return x%len(p)/per == i/per })
}

// each reports that f holds for all lanes that are asked for.
func (p pattern) each(f func(i, x int) bool) bool {
	for i, x := range p {
		if x >= 0 && !f(i, x) {
			return false
		}
	}
	return true
}

// repeats gives the pattern of one group of n elements that all groups follow in their places.
func (p pattern) repeats(n int) (group []int, ok bool) {
	group = make([]int, n)
	for i := range group {
		group[i] = anyLane
	}
	for i, x := range p {
		if x < 0 {
			continue
		}
		if x%len(p)/n != i/n {
			return nil, false
		}
		y := x/len(p)*n + x%n // numbered through the groups of all sources
		if g := &group[i%n]; *g == anyLane {
			*g = y
		} else if *g != y {
			return nil, false
		}
	}
	return group, true
}

// imm packs four 2-bit numbers.
func immOf(group []int, bits int) int64 {
	n := int64(0)
	for i, x := range group {
		if x >= 0 {
			n |= int64(x&(1<<bits-1)) << (i * bits)
		}
	}
	return n
}

// permute1 shuffles one register.
func (s *selector) permute1(c shape, a vreg, p pattern) vreg {
	if p.matches(func(i int) int { return i }) {
		return a
	}
	if q, ok := p.coarser(); ok && c.elem < 8 {
		return s.permute1(c.ofBytes(2*c.elem), a, q)
	}
	if c.elem == 8 {
		return s.permuteQuads(c, a, p)
	}
	if c.elem == 4 {
		if g, ok := p.repeats(4); ok {
			return s.vri(asm.VPSHUFD, c, a, immOf(g, 2))
		}
		if c.size >= 32 {
			return s.vrr(asm.VPERMD, c, s.laneNumbers(c, p), a)
		}
	}
	switch {
	case p.inLanes(c.elem):
		return s.vrr(asm.VPSHUFB, c, a, s.byteNumbers(c, p, 0, 16))
	case c.elem == 2 && s.isa == AVX512:
		return s.vrr(asm.VPERMW, c, s.laneNumbers(c, p), a)
	case s.has(machine.VBMI):
		return s.vrr(asm.VPERMB, c, s.laneNumbers(c, p), a)
	case s.isa == AVX512:
		return s.permuteWords(c, p, func(q pattern) vreg { return s.permute1(c.ofBytes(2), a, q) })
	}
	// Two halves of 16 bytes: from the same half, and from the other.
	same, other := p.byHalf(c.elem)
	x := s.vrr(asm.VPSHUFB, c, a, s.byteNumbers(c, same, 0, 16))
	y := s.vrr(asm.VPSHUFB, c, s.vri(asm.VPERMQ, c, a, 0x4E), s.byteNumbers(c, other, 0, 16))
	return s.logic(asm.VPORD, c, x, y)
}

// ofBytes is the shape of integers of another size in the same registers.
func (c shape) ofBytes(n int) shape {
	t := map[int]*ir.Type{1: ir.TU8, 2: ir.TU16, 4: ir.TU32, 8: ir.TU64}[n]
	return shape{t, n, c.size, false}
}

// byHalf parts the lanes that stay in their half of a register of 32 bytes from those that change it.
func (p pattern) byHalf(elem int) (same, other pattern) {
	per := 16 / elem
	for i, x := range p {
		a, b := anyLane, anyLane
		switch {
		case x < 0:
		case x/per == i/per:
			a = x
		default:
			b = x
		}
		same, other = append(same, a), append(other, b)
	}
	return same, other
}

// permuteQuads shuffles elements of 8 bytes.
func (s *selector) permuteQuads(c shape, a vreg, p pattern) vreg {
	if c.size == 16 {
		g, _ := p.finer().repeats(4)
		return s.vri(asm.VPSHUFD, c, a, immOf(g, 2))
	}
	if g, ok := p.finer().repeats(4); ok {
		return s.vri(asm.VPSHUFD, c, a, immOf(g, 2))
	}
	if g, ok := p.repeats(4); ok {
		return s.vri(asm.VPERMQ, c, a, immOf(g, 2))
	}
	return s.vrr(asm.VPERMQ, c, s.laneNumbers(c, p), a)
}

// laneNumbers is the pattern as a vector of numbers.
func (s *selector) laneNumbers(c shape, p pattern) vreg {
	list := make([]uint64, len(p))
	for i, x := range p {
		list[i] = uint64(max(x, 0))
	}
	return s.elements(c.elem, c.size, list)
}

// byteNumbers is the pattern as a vector of bytes for VPSHUFB, which counts in 16 bytes: lanes from source number src, other bytes 0.
func (s *selector) byteNumbers(c shape, p pattern, src, per int) vreg {
	b := make([]byte, c.size)
	for i, x := range p {
		for k := range c.elem {
			b[i*c.elem+k] = 0x80
			if x >= 0 && x/len(p) == src {
				b[i*c.elem+k] = byte((x*c.elem + k) % per)
			}
		}
	}
	return s.data(b, c.size)
}

// permuteWords shuffles bytes by shuffles of words (AVX-512 has none of bytes below VBMI): words shuffles words for the even
// bytes, then for the odd ones; each byte is moved to its place in the word.
func (s *selector) permuteWords(c shape, p pattern, words func(pattern) vreg) vreg {
	var parts []vreg
	for odd := range 2 {
		q, place := make(pattern, len(p)/2), make(pattern, len(p))
		for i := range q {
			q[i], place[2*i], place[2*i+1] = anyLane, anyLane, anyLane
			if x := p[2*i+odd]; x >= 0 {
				q[i], place[2*i+odd] = x/2, 2*i+x%2
			}
		}
		parts = append(parts, s.vrr(asm.VPSHUFB, c, words(q), s.byteNumbers(c, place, 0, 16)))
	}
	return s.logic(asm.VPORD, c, parts[0], parts[1])
}

// permute2 shuffles two registers.
func (s *selector) permute2(c shape, a, b vreg, p pattern) vreg {
	if d, ok := s.oneShuffle(c, a, b, p); ok {
		return d
	}
	if d, ok := s.oneShuffle(c, b, a, p.swapped()); ok {
		return d
	}
	if q, ok := p.coarser(); ok && c.elem < 8 {
		return s.permute2(c.ofBytes(2*c.elem), a, b, q)
	}
	switch {
	case s.isa == AVX512 && (c.elem >= 2 || s.has(machine.VBMI)):
		d := s.vec(c)
		op := [...]asm.Op{asm.VPERMT2B, asm.VPERMT2W, asm.VPERMT2D, asm.VPERMT2Q}[log2(c.elem)]
		in := inst{op: op, size: c.instSize(), tie: tieSrc, args: [5]arg{rg(d), rg(a), rg(s.laneNumbers(c, p)), rg(b)}}
		s.foldInfo(&in, 3, c)
		s.emit(in)
		return d
	case s.isa == AVX512:
		return s.permuteWords(c, p, func(q pattern) vreg { return s.permute(c.ofBytes(2), []vreg{a, b}, q) })
	}
	return s.permute2AVX2(c, a, b, p)
}

// swapped is the pattern for two sources that have changed places.
func (p pattern) swapped() pattern {
	q := make(pattern, len(p))
	for i, x := range p {
		q[i] = x
		if x >= 0 {
			q[i] = (x + len(p)) % (2 * len(p))
		}
	}
	return q
}

// permute2AVX2 is the general case without instructions for it: shuffle, then blend, or the other way round.
func (s *selector) permute2AVX2(c shape, a, b vreg, p pattern) vreg {
	if d, ok := s.blendFirst(c, a, b, p); ok {
		return d
	}
	if d, ok := s.shuffleThenQuads(c, a, b, p); ok {
		return d
	}
	n := len(p)
	x, y, choice := make(pattern, n), make(pattern, n), make(pattern, n)
	for i, l := range p {
		x[i], y[i], choice[i] = anyLane, anyLane, anyLane
		if l >= n {
			y[i], choice[i] = l-n, n+i
		} else if l >= 0 {
			x[i], choice[i] = l, i
		}
	}
	if c.elem < 4 && x.inLanes(c.elem) && y.inLanes(c.elem) { // VPSHUFB makes zeros of the other lanes
		return s.logic(asm.VPORD, c, s.vrr(asm.VPSHUFB, c, a, s.byteNumbers(c, x, 0, 16)), s.vrr(asm.VPSHUFB, c, b, s.byteNumbers(c, y, 0, 16)))
	}
	return s.permute2(c, s.permute1(c, a, x), s.permute1(c, b, y), choice)
}

// blendFirst puts the wanted lanes of both sources into one register, if they are different ones, and shuffles that.
func (s *selector) blendFirst(c shape, a, b vreg, p pattern) (vreg, bool) {
	n := len(p)
	choice, after := make(pattern, n), make(pattern, n)
	for i := range choice {
		choice[i] = anyLane
	}
	for i, x := range p {
		after[i] = anyLane
		if x < 0 {
			continue
		}
		at := x % n
		if choice[at] != anyLane && choice[at] != x {
			return 0, false
		}
		choice[at], after[i] = x, at
	}
	if after.matches(func(i int) int { return i }) {
		return 0, false // it is a blend: there is no instruction for it
	}
	return s.permute1(c, s.permute2(c, a, b, choice), after), true
}

// shuffleThenQuads takes elements of 4 bytes two by two from each half of the sources, and then puts the pairs in order.
func (s *selector) shuffleThenQuads(c shape, a, b vreg, p pattern) (vreg, bool) {
	if c.size != 32 {
		return 0, false
	}
	if c.elem == 8 {
		return s.selectThenQuads(c, a, b, p)
	}
	if c.elem != 4 {
		return 0, false
	}
	pairs, half := [4][2]int{}, make(pattern, 4) // by half and source; where the pair goes
	taken := [4]bool{}
	for i := range 4 {
		half[i] = anyLane
		x, y := p[2*i], p[2*i+1]
		if x < 0 && y < 0 {
			continue
		}
		known := max(x, y)
		slot := known%8/4*2 + known/8
		for _, z := range []int{x, y} {
			if z >= 0 && z%8/4*2+z/8 != slot {
				return 0, false
			}
		}
		if taken[slot] {
			return 0, false
		}
		pairs[slot], taken[slot], half[i] = [2]int{x, y}, true, slot
	}
	first := make(pattern, 8)
	for slot, pr := range pairs {
		for k, x := range pr {
			first[2*slot+k] = anyLane
			if taken[slot] {
				first[2*slot+k] = x
			}
		}
	}
	d, ok := s.oneShuffle(c, a, b, first)
	if !ok {
		return 0, false
	}
	return s.permute1(c.ofBytes(8), d, half), true
}

// selectThenQuads does so for elements of 8 bytes, one by one.
func (s *selector) selectThenQuads(c shape, a, b vreg, p pattern) (vreg, bool) {
	first, order := pattern{anyLane, anyLane, anyLane, anyLane}, make(pattern, 4)
	for i, x := range p {
		if order[i] = anyLane; x < 0 {
			continue
		}
		slot := x%4/2*2 + x/4
		if first[slot] != anyLane && first[slot] != x {
			return 0, false
		}
		first[slot], order[i] = x, slot
	}
	d, ok := s.oneShuffle(c, a, b, first)
	if !ok {
		return 0, false
	}
	return s.permute1(c, d, order), true
}

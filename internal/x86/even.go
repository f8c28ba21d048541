package x86

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// Lanes at even steps are loaded and stored one by one, from and to addresses that need no vector: on Zen 5 eight of them take 1.3 ns, where a gather takes 4.2 whatever its
// indices; Intel's cores do about as many loads and insertions in a cycle as lanes of a gather.

// firstPlace is base + disp.
func (s *selector) firstPlace(o *ir.Op) mem {
	if fits(o.Ints[1]) {
		return mem{base: s.get(o.Args[0]), disp: int32(o.Ints[1])}
	}
	return mem{base: s.gop2(asm.ADD, 8, s.get(o.Args[0]), s.intArg(o.Ints[1]))}
}

// evenPlaces gives the places of lanes, which are asked for in ascending order: base + lane*step*scale + disp.
func (s *selector) evenPlaces(o *ir.Op) func(lane int) mem {
	at := s.firstPlace(o)
	if c, ok := o.Args[1].ConstInt(); ok && fits(c) && fits(o.Ints[0]) && fits(int64(s.lanes)*c*o.Ints[0]+o.Ints[1]) && fits(c*o.Ints[0]) {
		return func(lane int) mem {
			m := at
			m.disp += int32(int64(lane) * c * o.Ints[0])
			return m
		}
	}
	step := s.times(s.get(o.Args[1]), o.Ints[0])
	three := s.placeOf(mem{base: step, index: step, scale: 2})
	return func(lane int) mem {
		if lane > 0 && lane%4 == 0 {
			at.base = s.placeOf(mem{base: at.base, index: step, scale: 4})
		}
		m := at
		switch lane % 4 {
		case 1, 2:
			m.index, m.scale = step, uint8(lane%4)
		case 3:
			m.index, m.scale = three, 1
		}
		return m
	}
}

// placeOf is an address in a register.
func (s *selector) placeOf(m mem) vreg {
	d := s.gpr()
	s.emit(inst{op: asm.LEA, size: 8, mem: m, args: [5]arg{rg(d), memArg()}})
	return d
}

// laneInserts and laneExtracts are by log2 of the element's size.
var (
	laneInserts  = [3]asm.Op{asm.VPINSRB, asm.VPINSRW, asm.VPINSRD}
	laneExtracts = [3]asm.Op{asm.VPEXTRB, asm.VPEXTRW, asm.VPEXTRD}
)

// placesUpTo gives places of which those behind the last one that there is are that one, which are asked for in ascending order.
func (s *selector) placesUpTo(o *ir.Op) func(i int) mem {
	at := s.firstPlace(o)
	step, places := s.times(s.get(o.Args[1]), o.Ints[0]), s.get(o.Args[2])
	return func(i int) mem {
		if i > 0 {
			next := s.placeOf(mem{base: at.base, index: step, scale: 1})
			s.emitCmp(8, places, im(int64(i)))
			at.base = s.cmov(flagsOf(ccG), next, at.base, 8)
		}
		return at
	}
}

// gatherPieces loads 16 bytes at each place, or a smaller vector from one.
func (s *selector) gatherPieces(o *ir.Op, c shape) vreg {
	bytes := int(o.Ints[2]) * c.elem
	if bytes != 16 && (bytes > 16 || s.lanes*c.elem != bytes) {
		fail("pieces of %d bytes", bytes)
	}
	place := s.evenPlaces
	if len(o.Args) > 2 {
		place = s.placesUpTo
	}
	at := place(o)
	return s.joined(c.size, func(part int) vreg {
		if bytes < 16 {
			return s.firstOf(c.ofBytes(bytes), at(part))
		}
		d := s.f.newVreg(classVec, 16)
		s.emit(inst{op: asm.VMOVUPS, size: 16, mem: at(part), args: [5]arg{rg(d), memArg()}})
		return d
	})
}

// gatherEven loads all lanes.
func (s *selector) gatherEven(o *ir.Op, c shape) vreg {
	if len(o.Ints) > 2 {
		return s.gatherPieces(o, c)
	}
	place := s.evenPlaces(o)
	return s.joined(c.size, func(part int) vreg {
		first, n := part*16/c.elem, min(16/c.elem, s.lanes)
		x := s.firstOf(c, place(first))
		for i := 1; i < n; i++ {
			d := s.f.newVreg(classVec, 16)
			in := inst{op: asm.VMOVHPD, mem: place(first + i), args: [5]arg{rg(d), rg(x), memArg()}}
			if c.elem < 8 {
				in.op, in.args[3] = laneInserts[log2(c.elem)], im(int64(i))
			}
			s.emit(in)
			x = d
		}
		return x
	})
}

// firstOf loads the first element of a register; those behind it are anything.
func (s *selector) firstOf(c shape, m mem) vreg {
	d := s.f.newVreg(classVec, 16)
	switch c.elem {
	case 8:
		s.emit(inst{op: asm.VMOVSD, mem: m, args: [5]arg{rg(d), memArg()}})
	case 4:
		s.emit(inst{op: asm.VMOVD, mem: m, args: [5]arg{rg(d), memArg()}})
	default:
		x := s.gpr()
		s.emit(s.loadLane(c, x, m))
		s.emit(inst{op: asm.VMOVD, args: [5]arg{rg(d), rg(x)}})
	}
	return d
}

// joined is a vector of size bytes of parts of 16 bytes each, which are asked for in ascending order.
func (s *selector) joined(size int, part func(i int) vreg) vreg {
	n := 0
	var join func(size int) vreg
	join = func(size int) vreg {
		if size <= 16 {
			n++
			return part(n - 1)
		}
		lo := join(size / 2)
		return s.joinHalves(size, lo, join(size/2))
	}
	return join(size)
}

// scatterEven stores all lanes of x, in ascending order.
func (s *selector) scatterEven(o *ir.Op, c shape, x vreg) {
	place := s.evenPlaces(o)
	lane := 0
	var store func(x vreg, size int)
	store = func(x vreg, size int) {
		if size > 16 {
			store(s.half(x, size, 0), size/2)
			store(s.half(x, size, 1), size/2)
			return
		}
		for i := range min(16/c.elem, s.lanes) {
			in := inst{role: roleUse, mem: place(lane), args: [5]arg{memArg(), rg(x)}}
			switch {
			case c.elem == 8:
				in.op = [2]asm.Op{asm.VMOVLPD, asm.VMOVHPD}[i]
			case c.elem == 4 && i == 0:
				in.op = asm.VMOVD
			default:
				in.op, in.args[2] = laneExtracts[log2(c.elem)], im(int64(i))
			}
			s.emit(in)
			lane++
		}
	}
	store(x, c.size)
}

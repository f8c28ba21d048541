package x86

import (
	"encoding/binary"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// maskBitsConst is a mask register with these bits (AVX-512).
func (s *selector) maskBitsConst(bits uint64) vreg {
	return s.materialize(s.remat(rematKey{kind: 'k', bits: bits}, func() remat {
		at := mem{konst: s.f.pool.Const64(bits).Const}
		return remat{inst: inst{op: asm.KMOVQ, size: 8, mem: at, args: [5]arg{{}, memArg()}}, mem: at, class: classMask, size: 8, free: true}
	}))
}

// shuffleMask lowers a shuffle of masks. Lanes that come from constants are put in afterwards.
func (s *selector) shuffleMask(o *ir.Op) {
	r := o.Results[0]
	keep, set := make([]bool, s.lanes), make([]bool, s.lanes) // lanes that come from masks; lanes that are known to be on
	varies, whole := false, true
	for i, n := range o.Ints {
		if n < 0 {
			keep[i] = true
			continue
		}
		bits, known := o.Args[int(n)/s.lanes].IsConst()
		keep[i], set[i] = !known, known && bits != 0
		varies, whole = varies || !known, whole && !known
	}
	if !varies {
		s.knownMask(r, set)
		return
	}
	width := 0
	if s.isa == AVX2 {
		for _, a := range o.Args {
			if _, known := a.IsConst(); !known {
				_, w := s.maskReg(a)
				width = max(width, w)
			}
		}
	} else { // elements that one instruction permutes
		for width = 8; s.lanes*width > 64; width /= 2 {
		}
	}
	c := shape{elem: width, size: s.vecSize(width)}.ofBytes(width)
	srcs := make([]vreg, len(o.Args))
	lanes := append([]int64(nil), o.Ints...)
	for i, a := range o.Args {
		if _, known := a.IsConst(); !known {
			srcs[i] = s.maskVector(a, c)
		}
	}
	for i := range lanes {
		if lanes[i] >= 0 && !keep[i] {
			lanes[i] = anyLane
		}
	}
	d := s.permute(c, srcs, s.registerPattern(c, lanes))
	if s.isa == AVX2 {
		if !whole {
			d = s.logic(asm.VPANDD, c, d, s.boolVector(c, keep))
			d = s.logic(asm.VPORD, c, d, s.boolVector(c, set))
		}
		s.setMask(r, d, width)
		return
	}
	k := s.mask()
	op := [...]asm.Op{asm.VPMOVB2M, asm.VPMOVW2M, asm.VPMOVD2M, asm.VPMOVQ2M}[log2(width)]
	s.emit(inst{op: op, size: c.instSize(), args: [5]arg{rg(k), rg(d)}})
	if !whole {
		k = s.krr(s.kform(asm.KANDB), k, s.maskBitsConst(boolBits(keep)))
		if bits := boolBits(set); bits != 0 {
			k = s.krr(s.kform(asm.KORB), k, s.maskBitsConst(bits))
		}
	}
	s.set(r, k)
}

// maskVector is a mask as a vector of lanes that are all ones or zeros.
func (s *selector) maskVector(v *ir.Value, c shape) vreg {
	if s.isa == AVX2 {
		return s.maskAs(v, c.elem)
	}
	d := s.vec(c)
	op := [...]asm.Op{asm.VPMOVM2B, asm.VPMOVM2W, asm.VPMOVM2D, asm.VPMOVM2Q}[log2(c.elem)]
	s.emit(inst{op: op, size: c.instSize(), args: [5]arg{rg(d), rg(s.get(v))}})
	return d
}

// knownMask sets a mask whose lanes are known.
func (s *selector) knownMask(r *ir.Value, set []bool) {
	if s.isa == AVX512 {
		s.set(r, s.maskBitsConst(boolBits(set)))
		return
	}
	w := s.maskWidth()
	s.setMask(r, s.boolVector(shape{elem: w, size: s.vecSize(w)}, set), w)
}

func boolBits(list []bool) (bits uint64) {
	for i, on := range list {
		if on {
			bits |= 1 << i
		}
	}
	return bits
}

// boolVector has all ones where list is true.
func (s *selector) boolVector(c shape, list []bool) vreg {
	b := make([]byte, c.size)
	for i, on := range list {
		if on {
			var w [8]byte
			binary.LittleEndian.PutUint64(w[:], ^uint64(0))
			copy(b[i*c.elem:(i+1)*c.elem], w[:])
		}
	}
	return s.data(b, c.size)
}

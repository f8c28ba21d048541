package x86

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// laneReduce folds lanes by halving: the combine region is expanded once per halving, on the vectors and on themselves moved down.
// Lanes beyond the half compute something that nobody looks at.
func (s *selector) laneReduce(o *ir.Op) {
	r := o.Regions[0]
	n := len(o.Args)
	acc := make([]vreg, n)
	for i, v := range o.Args {
		acc[i] = s.canonical(v)
	}
	for w := s.lanes / 2; w >= 1; w /= 2 {
		moved := make([]vreg, n)
		for i, v := range o.Args {
			moved[i] = s.moveDown(v.Type, acc[i], w)
		}
		s.bind(r.Params[:n], acc)
		s.bind(r.Params[n:], moved)
		out := s.inline(r)
		next := make([]vreg, n)
		for i, v := range out {
			next[i] = s.canonical(v)
		}
		acc = next
	}
	for i, v := range o.Results {
		s.set(v, s.firstLane(o.Args[i].Type, acc[i]))
	}
}

// inline lowers the region's ops here, and returns what it yields.
func (s *selector) inline(r *ir.Region) []*ir.Value {
	s.list(r.Ops[:len(r.Ops)-1])
	return r.Ops[len(r.Ops)-1].Args
}

// moveDown moves lanes w.. to the front.
func (s *selector) moveDown(t *ir.Type, x vreg, w int) vreg {
	elem := t.Elem.Size()
	if t.Elem == ir.TBool {
		if s.isa == AVX512 {
			d := s.mask()
			s.emit(inst{op: s.kform(asm.KSHIFTRB), args: [5]arg{rg(d), rg(x), im(int64(w))}})
			return d
		}
		elem = s.maskWidth()
	}
	d := s.f.newVreg(classVec, s.vecSize(elem))
	switch n := w * elem; n {
	case 32:
		s.emit(inst{op: asm.VEXTRACTI64X4, size: 64, args: [5]arg{rg(d), rg(x), im(1)}})
	case 16:
		op := asm.VEXTRACTI128
		if s.isa == AVX512 {
			op = asm.VEXTRACTI32X4
		}
		s.emit(inst{op: op, size: 32, args: [5]arg{rg(d), rg(x), im(1)}})
	case 8:
		s.emit(inst{op: asm.VPSHUFD, size: 16, args: [5]arg{rg(d), rg(x), im(0xEE)}})
	default:
		s.emit(inst{op: asm.VPSRLDQ, size: 16, args: [5]arg{rg(d), rg(x), im(int64(n))}})
	}
	return d
}

// firstLane is lane 0 as a scalar.
func (s *selector) firstLane(t *ir.Type, x vreg) vreg {
	e := t.Elem
	if e.IsFloat() {
		return x
	}
	d := s.gpr()
	switch {
	case e == ir.TBool && s.isa == AVX512:
		s.emit(inst{op: asm.KMOVW, size: 4, args: [5]arg{rg(d), rg(x)}})
		return s.gop2(asm.AND, 4, d, im(1))
	case e == ir.TBool:
		s.emit(inst{op: asm.VMOVD, args: [5]arg{rg(d), rg(x)}})
		return s.gop2(asm.AND, 4, d, im(1))
	case e.Size() == 8:
		s.emit(inst{op: asm.VMOVQ, args: [5]arg{rg(d), rg(x)}})
	default:
		s.emit(inst{op: asm.VMOVD, args: [5]arg{rg(d), rg(x)}})
	}
	return d
}

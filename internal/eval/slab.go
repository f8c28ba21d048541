package eval

import "github.com/hone-go/hone/internal/ir"

// slab hands out pieces of larger allocations: specialisation runs at a user's first call and has to be quick.
type slab struct {
	vals []val
	dyns []dyn
	ir.Arena
}

const slabSize = 128

// list makes a list of n values.
func (p *pe) list(n int) []val {
	s := &p.slab
	if n == 0 {
		return nil
	}
	if n > len(s.vals) {
		s.vals = make([]val, max(slabSize, n))
	}
	out := s.vals[:n:n]
	s.vals = s.vals[n:]
	return out
}

func (s *slab) dyn(v *ir.Value) *dyn {
	if len(s.dyns) == 0 {
		s.dyns = make([]dyn, slabSize/2)
	}
	d := &s.dyns[0]
	s.dyns = s.dyns[1:]
	d.v = v
	return d
}

// emit appends an op with one result.
func (p *pe) emit(k ir.OpKind, args []*ir.Value, t *ir.Type) *ir.Op {
	return p.b.Insert(p.slab.Op(k, p.b.Pos, args, t))
}

// result is emit for an op that is used as a value.
func (p *pe) result(k ir.OpKind, args []*ir.Value, t *ir.Type) *dyn {
	return p.slab.dyn(p.emit(k, args, t).Results[0])
}

// constant emits a constant of its own.
func (p *pe) constant(k konst) *ir.Value {
	if k.t.Kind == ir.Slice {
		return p.emit(ir.OpZero, nil, k.t).Results[0]
	}
	o := p.emit(ir.OpConst, nil, k.t)
	o.Bits = ir.Canonical(k.t, k.bits)
	return o.Results[0]
}

package eval

import "github.com/hone-go/hone/internal/ir"

// slab hands out pieces of larger allocations: specialisation runs at a user's first call and has to be quick.
type slab struct {
	vals   []val
	dyns   []dyn
	ops    []ir.Op
	values []ir.Value
	refs   []*ir.Value
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

// operands makes a list of n residual values.
func (s *slab) operands(n int) []*ir.Value {
	if n > len(s.refs) {
		s.refs = make([]*ir.Value, max(slabSize, n))
	}
	out := s.refs[:n:n]
	s.refs = s.refs[n:]
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
	s := &p.slab
	if len(s.ops) == 0 {
		s.ops = make([]ir.Op, slabSize/4)
	}
	o := &s.ops[0]
	s.ops = s.ops[1:]
	if len(s.values) == 0 {
		s.values = make([]ir.Value, slabSize/2)
	}
	v := &s.values[0]
	s.values = s.values[1:]
	*v = ir.Value{Type: t, Def: o}
	rs := s.operands(1)
	rs[0] = v
	*o = ir.Op{Kind: k, Args: args, Results: rs, Pos: p.b.Pos}
	return p.b.Insert(o)
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

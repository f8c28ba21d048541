package simd

import "github.com/hone-go/hone/internal/ir"

// simplifier rewrites a region in which some conditions are known.
type simplifier struct {
	rep   ir.Replacer
	truth map[*ir.Value]bool // bools that are known
}

// known is a bool's value, if it has one.
func (s *simplifier) known(v *ir.Value) (value, ok bool) {
	v = s.rep.Of(v)
	if value, ok = s.truth[v]; ok {
		return value, true
	}
	if bits, is := v.IsConst(); is && v.Type == ir.TBool {
		return bits != 0, true
	}
	return false, false
}

// region simplifies the ops of r; branches on what is known are replaced by the arm that is taken.
func (s *simplifier) region(r *ir.Region) {
	r.SetOps(s.list(r, r.Ops, nil))
}

// list appends what becomes of ops to out, up to the first terminator.
func (s *simplifier) list(r *ir.Region, ops, out []*ir.Op) []*ir.Op {
	for _, o := range ops {
		if len(o.Results) == 1 && s.rep.Of(o.Results[0]) != o.Results[0] {
			continue // something else stands for it
		}
		s.rep.Op(o)
		if o.Kind == ir.OpIf {
			if c, ok := s.known(o.Args[0]); ok {
				arm := o.Regions[0]
				if !c {
					arm = o.Regions[1]
				}
				out = s.list(r, arm.Ops, out)
				last := out[len(out)-1]
				if last.Kind != ir.OpYield {
					return out // it leaves
				}
				out = out[:len(out)-1]
				for i, v := range o.Results {
					s.rep.Replace(v, last.Args[i])
				}
				continue
			}
		}
		if s.fold(o) {
			continue
		}
		if v, ok := s.constant(r, o); ok {
			out = append(out, v)
			continue
		}
		for _, in := range o.Regions {
			s.region(in)
		}
		out = append(out, o)
		if o.Kind.Has(ir.Terminator) {
			break
		}
	}
	return out
}

// constant makes a constant of a bool that is known.
func (s *simplifier) constant(r *ir.Region, o *ir.Op) (*ir.Op, bool) {
	if len(o.Results) != 1 || o.Kind == ir.OpConst {
		return nil, false
	}
	v, ok := s.truth[o.Results[0]]
	if !ok {
		return nil, false
	}
	c := r.NewOp(ir.OpConst, o.Pos, nil, ir.TBool)
	if v {
		c.Bits = 1
	}
	s.rep.Replace(o.Results[0], c.Results[0])
	return c, true
}

// fold finds what logic on known bools gives.
func (s *simplifier) fold(o *ir.Op) bool {
	if len(o.Results) != 1 {
		return false
	}
	r := o.Results[0]
	if o.Kind == ir.OpSelect {
		if c, ok := s.known(o.Args[0]); ok {
			x := o.Args[1]
			if !c {
				x = o.Args[2]
			}
			s.rep.Replace(r, x)
			return true
		}
	}
	if r.Type != ir.TBool || len(o.Args) == 0 || o.Args[0].Type != ir.TBool {
		return false
	}
	if _, ok := s.truth[r]; ok { // more than what is known of its operands says
		return false
	}
	if o.Kind == ir.OpNot {
		if c, ok := s.known(o.Args[0]); ok {
			s.truth[r] = !c
		}
		return false
	}
	for k := range o.Args {
		c, ok := s.known(o.Args[k])
		if !ok || len(o.Args) != 2 {
			continue
		}
		other := o.Args[1-k]
		switch {
		case o.Kind == ir.OpAnd && c, o.Kind == ir.OpOr && !c:
			s.rep.Replace(r, other)
			return true
		case o.Kind == ir.OpAnd, o.Kind == ir.OpOr:
			s.truth[r] = c
			return false
		case o.Kind == ir.OpAndNot && k == 1 && !c:
			s.rep.Replace(r, other)
			return true
		case o.Kind == ir.OpAndNot && (k == 1 || !c):
			s.truth[r] = false
			return false
		}
	}
	return false
}

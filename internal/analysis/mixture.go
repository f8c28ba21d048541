package analysis

import "github.com/hone-go/hone/internal/ir"

// mixture bounds x*a + y*(c-a), with a in 0 ... c: it is between the products of c with the least and the greatest of x and y, whereas bounds of the two summands are
// large at the same time. Two bytes mixed by a third take 16 bits so, and not 17.
func (s *Ranges) mixture(o *ir.Op, depth int) (Interval, bool) {
	p, q := o.Args[0].Def, o.Args[1].Def
	if p == nil || q == nil || p.Kind != ir.OpMul || q.Kind != ir.OpMul || depth < 2 {
		return Interval{}, false
	}
	for i := range 4 {
		x, a, y, rest := p.Args[i&1], p.Args[1-i&1], q.Args[i>>1], q.Args[1-i>>1]
		c, ok := s.shares(a, rest, depth-1)
		if !ok {
			c, ok = s.shares(rest, a, depth-1)
		}
		if !ok {
			continue
		}
		b := Product(s.bound(x, depth-1).Join(s.bound(y, depth-1)), Interval{c, c})
		all := TypeInterval(o.Results[0].Type)
		if b != Everything && b.Within(all.Lo, all.Hi) {
			return b, true
		}
	}
	return Interval{}, false
}

// shares reports that rest is c-a, and a in 0 ... c, be they converted in the meantime.
func (s *Ranges) shares(a, rest *ir.Value, depth int) (c int64, ok bool) {
	d := s.unconverted(rest, depth).Def
	if d == nil || d.Kind != ir.OpSub {
		return 0, false
	}
	c, ok = d.Args[0].ConstInt()
	if !ok || c < 0 || s.unconverted(d.Args[1], depth) != s.unconverted(a, depth) {
		return 0, false
	}
	return c, s.bound(d.Args[1], depth).Within(0, c)
}

// unconverted is the value that v was before conversions that change no value.
func (s *Ranges) unconverted(v *ir.Value, depth int) *ir.Value {
	for v.Def != nil && v.Def.Kind == ir.OpConv && v.Type.IsInt() && v.Def.Args[0].Type.IsInt() {
		x, all := v.Def.Args[0], TypeInterval(v.Type)
		if b := s.bound(x, depth); !b.Within(all.Lo, all.Hi) || (v.Type.Kind == ir.U64 || x.Type.Kind == ir.U64) && b.Lo < 0 || b == Everything {
			break
		}
		v = x
	}
	return v
}

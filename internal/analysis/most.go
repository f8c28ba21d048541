package analysis

import "github.com/hone-go/hone/internal/ir"

// Most is a constant that an integer isn't above, however large what it is made of: 48 for min(i+48, n) - i, as the extents of tiles are. It is for estimates, which
// nothing that is right depends on: sums are thought not to wrap around. Numbers beyond all lengths, as what i <= n is bounded by, say nothing.
func (s *Space) Most(v *ir.Value) (most int64, ok bool) { return s.most(s.Of(v), 4) }

func (s *Space) most(p Poly, depth int) (most int64, ok bool) {
	if c, known := p.Const(); known {
		return c, -MaxLen < c && c < MaxLen
	}
	if depth == 0 {
		return 0, false
	}
	for _, v := range p.Atoms() {
		o := v.Def
		if o == nil || o.Kind != ir.OpMin && o.Kind != ir.OpMax {
			continue
		}
		if c, linear := p.Coef(v); !linear || !c.Equal(Const(1)) {
			continue
		}
		rest := p.Without(v)
		a, okA := s.most(s.Add(rest, s.Of(o.Args[0])), depth-1)
		b, okB := s.most(s.Add(rest, s.Of(o.Args[1])), depth-1)
		switch {
		case o.Kind == ir.OpMax && okA && okB:
			return max(a, b), true
		case o.Kind == ir.OpMin && okA && (!okB || a < b):
			return a, true
		case o.Kind == ir.OpMin && okB:
			return b, true
		}
	}
	return 0, false
}

package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A value of an iteration is that of a later one if both are computed in the same way of what stays, and of elements whose places are as far apart as the iterations are.

// shifted tells by how many iterations y is ahead of x: y is in iteration i what x is in iteration i+by. It isn't ok for what is the same in all iterations, or nothing like x.
func (l *slidingLoop) shifted(x, y summand) (by int64, ok bool) {
	s := shift{l: l}
	if x.not != y.not || (x.cond == nil) != (y.cond == nil) || x.cond != nil && !s.values(x.cond, y.cond, 0) {
		return 0, false
	}
	ok = s.values(x.v, y.v, 0) && s.known
	return s.by, ok
}

// shift compares two values.
type shift struct {
	l     *slidingLoop
	by    int64
	known bool // by is; until then all that was seen stays the same
}

// maxShifted is how deep values are looked at.
const maxShifted = 12

func (s *shift) values(x, y *ir.Value, depth int) bool {
	if !inside(x, s.l.loop) || !inside(y, s.l.loop) {
		return x == y
	}
	if x.Type != y.Type || depth > maxShifted {
		return false
	}
	if x.Type == ir.TI64 || x.Type == ir.TU64 {
		if same, ok := s.indices(x, y); ok {
			return same
		}
	}
	a, b := x.Def, y.Def
	if a == nil || b == nil || !s.l.slides(a) || !s.l.slides(b) || !sameButOperands(a, b) {
		return false
	}
	for k := range a.Args {
		if !s.values(a.Args[k], b.Args[k], depth+1) {
			return false
		}
	}
	return true
}

// indices compares integers that grow with the index and are computed of nothing else in the loop; not ok: they aren't such.
func (s *shift) indices(x, y *ir.Value) (same, ok bool) {
	p, q := s.l.space.Of(x), s.l.space.Of(y)
	other := func(v *ir.Value) bool { return v != s.l.index && inside(v, s.l.loop) }
	if p.Any(other) || q.Any(other) {
		return false, false
	}
	coef, linear := p.Coef(s.l.index)
	step, known := coef.Const()
	apart, constant := s.l.space.Sub(q, p).Const()
	switch {
	case !linear || !known || !constant:
		return false, true
	case step == 0:
		return apart == 0, true // it stays
	case apart%step != 0:
		return false, true
	}
	return s.moves(apart / step), true
}

// moves notes by how much something is ahead; all of it has to be by the same.
func (s *shift) moves(by int64) bool {
	if s.known {
		return by == s.by
	}
	s.by, s.known = by, true
	return true
}

// slides reports an op that a window's values may be computed by: it stands in the body, and what it loads is as it was before the loop where iterations share it.
func (l *slidingLoop) slides(o *ir.Op) bool {
	if o.Parent != l.loop.Regions[0] || len(o.Results) != 1 {
		return false
	}
	switch {
	case o.Kind == ir.OpLoad:
		return !inside(o.Args[0], l.loop) && !l.storedBefore(o, o)
	case o.Kind == ir.OpDiv || o.Kind == ir.OpRem:
		return false // of what a check may not have let pass
	}
	return o.Kind == ir.OpConst || o.Kind.Has(ir.Lanewise) && o.Kind.Has(ir.Pure)
}

// storedBefore reports that in an iteration something may be stored to what a load reads before it gets to an op of the body. Other iterations don't store to it; so only the first may find it
// other than it was before the loop, when its window is added up.
func (l *slidingLoop) storedBefore(load, place *ir.Op) bool {
	mem := analysis.MemoryOf(l.fn)
	class := mem.Class(load)
	for _, x := range l.loop.Regions[0].Ops[:l.at[place]] {
		if mem.Writes(x).Has(class) {
			return true
		}
	}
	return false
}

// sameButOperands reports ops that compute the same of the same operands.
func sameButOperands(a, b *ir.Op) bool {
	x, known := keyOf(a)
	y, _ := keyOf(b)
	x.args, y.args = [3]*ir.Value{}, [3]*ir.Value{}
	return known && x == y && len(a.Args) == len(b.Args)
}

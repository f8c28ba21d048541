package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// summand is what is added to a sum: v, or, with a condition, v where that holds, or where it doesn't, and else nothing.
type summand struct {
	v, cond *ir.Value
	not     bool
}

// summandOf is v as a summand.
func summandOf(v *ir.Value) summand {
	o := v.Def
	if o == nil || o.Kind != ir.OpSelect {
		return summand{v: v}
	}
	for k := 1; k <= 2; k++ {
		if bits, ok := o.Args[3-k].IsConst(); ok && bits == 0 {
			return summand{o.Args[k], o.Args[0], k == 2}
		}
	}
	return summand{v: v}
}

// renew puts what has taken the place of values into it.
func (a *summand) renew(rep *ir.Replacer) {
	a.v = rep.Of(a.v)
	if a.cond != nil {
		a.cond = rep.Of(a.cond)
	}
}

// emit gives its value.
func (a summand) emit(b *ir.Builder) *ir.Value {
	switch {
	case a.cond == nil:
		return a.v
	case a.not:
		return b.Select(a.cond, b.Const(a.v.Type, 0), a.v)
	}
	return b.Select(a.cond, a.v, b.Const(a.v.Type, 0))
}

// sumParts are what a sum is put together from: other sums, and perhaps a value that is added under a condition, by an op that is part of it.
type sumParts struct {
	sums  []*ir.Value
	asked int // how often each of them is an operand
	more  []summand
	by    *ir.Op
}

// parts takes an op apart that adds integers: x + y, or c ? x + y : x.
func (l *slidingLoop) parts(o *ir.Op) (p sumParts, ok bool) {
	switch {
	case len(o.Results) != 1 || !o.Results[0].Type.IsInt():
	case o.Kind == ir.OpAdd:
		return sumParts{sums: o.Args, asked: 1}, true
	case o.Kind == ir.OpSelect:
		for k := 1; k <= 2; k++ {
			sum, by := o.Args[3-k], o.Args[k].Def
			if by == nil || by.Kind != ir.OpAdd || by.Parent != o.Parent || l.fn.Uses().Count(o.Args[k]) != 1 {
				continue
			}
			if i := slices.Index(by.Args, sum); i >= 0 {
				return sumParts{[]*ir.Value{sum}, 2, []summand{{by.Args[1-i], o.Args[0], k == 2}}, by}, true
			}
		}
	}
	return sumParts{}, false
}

// isSum reports an op that parts takes apart.
func (l *slidingLoop) isSum(o *ir.Op) bool {
	_, ok := l.parts(o)
	return ok
}

// isIndex reports an integer that is computed of the index and of what stays alone: what is a sum of such has a quicker way to be one.
func (l *slidingLoop) isIndex(v *ir.Value) bool {
	return (v.Type == ir.TI64 || v.Type == ir.TU64) && !l.space.Of(v).Any(func(f *ir.Value) bool { return f != l.index && inside(f, l.loop) })
}

// absorbs reports that a part of an op of the body is a sum of the body itself that nobody else asks for.
func (l *slidingLoop) absorbs(o *ir.Op, p *sumParts, sum *ir.Value) bool {
	return sum.Def != nil && sum.Def.Parent == o.Parent && l.isSum(sum.Def) && l.fn.Uses().Count(sum) == p.asked
}

// hide finds the sums that are parts of others.
func (l *slidingLoop) hide() {
	for _, o := range l.loop.Regions[0].Ops {
		p, ok := l.parts(o)
		if !ok {
			continue
		}
		if p.by != nil {
			l.hidden[p.by] = true
		}
		for _, sum := range p.sums {
			if l.absorbs(o, &p, sum) {
				l.hidden[sum.Def] = true
			}
		}
	}
}

// summands takes a sum apart.
func (l *slidingLoop) summands(o *ir.Op, out []summand) []summand {
	p, _ := l.parts(o)
	for _, sum := range p.sums {
		if l.absorbs(o, &p, sum) {
			out = l.summands(sum.Def, out)
		} else {
			out = append(out, summandOf(sum))
		}
	}
	return append(out, p.more...)
}

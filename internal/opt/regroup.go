package opt

import (
	"cmp"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// leastSummands is how many a sum has that is worth another order: two rows of two.
const leastSummands = 4

// Regroup adds up integers in the order of the memory that they come from, which makes no difference to the sum, row by row:
//
//	a[i-w] + a[i] + a[i+w] + a[i-w+1] + a[i+1] + a[i+w+1] + 4
//	=> ((a[i-w] + a[i-w+1]) + (a[i] + a[i+1])) + (a[i+w] + a[i+w+1]) + 4
//
// Where several rows of a picture go at a time, what one adds up of a row serves the others, too, however the program has the sum (reassociation for common
// subexpressions: Briggs and Cooper, "Effective Partial Redundancy Elimination", PLDI 1994).
func Regroup(f *ir.Func) bool {
	g := &regrouping{uses: f.Uses(), space: analysis.NewSpace()}
	var sums []*regrouped
	f.Body.Walk(func(o *ir.Op) bool {
		if g.isSum(o) && !g.inLarger(o) {
			if s := g.sumOf(o); s != nil {
				sums = append(sums, s)
			}
		}
		return true
	})
	var rep ir.Replacer
	for _, s := range sums {
		rep.Replace(s.op.Results[0], s.emit())
	}
	rep.Apply(f.Body)
	return len(sums) > 0
}

type regrouping struct {
	uses  *ir.Uses
	space *analysis.Space
}

// regrouped is a sum in its new order.
type regrouped struct {
	op     *ir.Op
	rows   []*rowOf
	others []*ir.Value
}

func (g *regrouping) isSum(o *ir.Op) bool { return o.Kind == ir.OpAdd && o.Results[0].Type.IsInt() }

// inLarger reports a sum that is there for another one alone, beside it.
func (g *regrouping) inLarger(o *ir.Op) bool {
	users := g.uses.Of(o.Results[0])
	return len(users) == 1 && g.isSum(users[0]) && users[0].Parent == o.Parent && users[0].Args[0] != users[0].Args[1]
}

// summands lists what o adds up, in order.
func (g *regrouping) summands(o *ir.Op) (all []*ir.Value) {
	for _, a := range o.Args {
		if d := a.Def; d != nil && d.Parent == o.Parent && g.isSum(d) && g.inLarger(d) {
			all = append(all, g.summands(d)...)
		} else {
			all = append(all, a)
		}
	}
	return all
}

// rowOf is summands that come from places in one slice at constant distances from each other.
type rowOf struct {
	at  analysis.Access
	all []fromRow
}

type fromRow struct {
	v  *ir.Value
	at int64
}

// sumOf takes a sum apart; nil: it stays as it is.
func (g *regrouping) sumOf(o *ir.Op) *regrouped {
	all := g.summands(o)
	if len(all) < leastSummands {
		return nil
	}
	s := &regrouped{op: o}
	for _, v := range all {
		l := loadedBy(v)
		if l == nil {
			s.others = append(s.others, v)
			continue
		}
		a := g.space.Access(l)
		_, at := a.At.Apart()
		k := slices.IndexFunc(s.rows, func(r *rowOf) bool {
			return r.at.Root == a.Root && slices.Equal(r.at.Op.Ints, l.Ints) && r.at.At.Near(a.At)
		})
		if k < 0 {
			k = len(s.rows)
			s.rows = append(s.rows, &rowOf{at: a})
		}
		s.rows[k].all = append(s.rows[k].all, fromRow{v, at})
	}
	if len(s.rows) < 2 || !slices.ContainsFunc(s.rows, func(r *rowOf) bool { return len(r.all) > 1 }) {
		return nil
	}
	for _, r := range s.rows {
		slices.SortStableFunc(r.all, func(x, y fromRow) int { return cmp.Compare(x.at, y.at) })
	}
	if s.isThere() {
		return nil
	}
	return s
}

// isThere reports a sum that is in its order already.
func (s *regrouped) isThere() bool {
	var parts []func(v *ir.Value) bool
	one := func(v *ir.Value) func(*ir.Value) bool { return func(x *ir.Value) bool { return x == v } }
	for _, r := range s.rows {
		var all []func(v *ir.Value) bool
		for _, x := range r.all {
			all = append(all, one(x.v))
		}
		parts = append(parts, func(v *ir.Value) bool { return isChain(v, all) })
	}
	for _, v := range s.others {
		parts = append(parts, one(v))
	}
	return isChain(s.op.Results[0], parts)
}

// isChain reports the sum of such parts, added up from the first one on.
func isChain(v *ir.Value, parts []func(v *ir.Value) bool) bool {
	for k := len(parts) - 1; k > 0; k-- {
		if v.Def == nil || v.Def.Kind != ir.OpAdd || !parts[k](v.Def.Args[1]) {
			return false
		}
		v = v.Def.Args[0]
	}
	return parts[0](v)
}

// emit puts it ahead of the op.
func (s *regrouped) emit() *ir.Value {
	b := &ir.Builder{Region: ir.NewRegion(s.op.Parent.Parent), Pos: s.op.Pos}
	var total *ir.Value
	for _, r := range s.rows {
		var part *ir.Value
		for _, x := range r.all {
			part = b.Join(ir.OpAdd, part, x.v)
		}
		total = b.Join(ir.OpAdd, total, part)
	}
	for _, v := range s.others {
		total = b.Join(ir.OpAdd, total, v)
	}
	s.op.InsertBefore(b.Region.Take(0)...)
	return total
}

// loadedBy is the load that a summand comes from: itself, converted, or times what is the same for all rows; nil if it is something else.
func loadedBy(v *ir.Value) *ir.Op {
	for d := v.Def; d != nil; d = d.Args[0].Def {
		switch {
		case d.Kind == ir.OpLoad:
			return d
		case d.Kind == ir.OpConv:
		case (d.Kind == ir.OpMul || d.Kind == ir.OpShl) && isConstant(d.Args[1]):
		default:
			return nil
		}
	}
	return nil
}

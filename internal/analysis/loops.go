package analysis

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// A span bounds an index: lo <= index <= hi, as true integers, wherever the index is, if what the loop's bounds are computed by does not wrap
// around. From one iteration to the next it moves by step.
type span struct {
	lo, hi Poly
	step   int64
	depth  int     // the number of loops around the one whose index it is
	exact  [2]Poly // what must not wrap around
}

// spansOf gives the spans of the indices that o counts, if it does.
func spansOf(s *Space, o *ir.Op, depth int, each func(v *ir.Value, sp span)) {
	one := Const(1)
	up := func(v *ir.Value, lo, end Poly, step int64) {
		end = s.unsaturated(end)
		each(v, span{lo, s.Sub(end, one), step, depth, [2]Poly{lo, end}})
	}
	body := o.Regions
	switch {
	case o.Kind == ir.OpFor && o.Ints[0] > 0:
		up(body[0].Params[0], s.Of(o.Args[0]), s.Of(o.Args[1]), o.Ints[0])
	case o.Kind == ir.OpFor:
		end, hi := s.Of(o.Args[1]), s.Of(o.Args[0])
		each(body[0].Params[0], span{s.Add(end, one), hi, -o.Ints[0], depth, [2]Poly{end, hi}})
	case o.Kind == ir.OpBlockReduce && o.Ints[0] == 0: // lo, hi
		up(body[0].Params[0], s.Of(o.Args[0]), s.Of(o.Args[1]), 1)
	case o.Kind == ir.OpMulti, o.Kind == ir.OpBlockReduce:
		for k, v := range body[0].Params {
			up(v, Poly{}, s.Of(o.Args[k]), 1)
		}
	}
}

// unsaturated is p, or more, without minima with large constants, as ends of loops to i <= n have them for n+1 not to wrap around.
func (s *Space) unsaturated(p Poly) Poly {
	for _, v := range p.Atoms() {
		if v.Def == nil || v.Def.Kind != ir.OpMin {
			continue
		}
		most, ok := v.Def.Args[1].ConstInt()
		if one, alone := p.Coef(v); ok && most >= MaxCount && alone && one.Equal(Const(1)) {
			return s.Add(p.Without(v), s.Of(v.Def.Args[0]))
		}
	}
	return p
}

// nest is a loop with its surroundings: the indices that places in it depend on.
type nest struct {
	space  *Space
	loop   *ir.Op
	own    []*ir.Value // the loop's indices
	depth  int         // theirs
	spans  map[*ir.Value]span
	inside map[*ir.Value]bool // what is defined in the loop
	ranges *Ranges
}

// CountsIn reports an index of the parallel loop o, or of a counted loop in it.
func CountsIn(o *ir.Op, v *ir.Value) bool {
	return v.Owner != nil && (v.Owner == o.Regions[0] || v.Owner.Parent != nil && v.Owner.Parent.Kind == ir.OpFor && v.Index == 0)
}

func newNest(s *Space, loop *ir.Op) *nest {
	n := &nest{space: s, loop: loop, spans: map[*ir.Value]span{}, inside: map[*ir.Value]bool{}, ranges: NewRanges()}
	var around []*ir.Op
	for r := loop.Parent; r != nil && r.Parent != nil; r = r.Parent.Parent {
		if r == r.Parent.Regions[0] {
			around = append(around, r.Parent)
		}
	}
	slices.Reverse(around)
	note := func(v *ir.Value, sp span) { n.spans[v] = sp }
	for _, o := range around {
		spansOf(s, o, n.depth, note)
		n.depth++
	}
	spansOf(s, loop, n.depth, func(v *ir.Value, sp span) {
		n.spans[v], n.own = sp, append(n.own, v)
	})
	n.define(loop, n.depth)
	return n
}

// define notes what is defined in o, and the spans of the indices of loops inside.
func (n *nest) define(o *ir.Op, depth int) {
	for _, r := range o.Regions {
		for _, p := range r.Params {
			n.inside[p] = true
		}
		for _, x := range r.Ops {
			for _, v := range x.Results {
				n.inside[v] = true
			}
			spansOf(n.space, x, depth+1, func(v *ir.Value, sp span) { n.spans[v] = sp })
			n.define(x, depth+1)
		}
	}
}

// uniform reports a polynomial that is the same in all iterations, and known ahead of them.
func (n *nest) uniform(p Poly) bool { return !p.Any(func(v *ir.Value) bool { return n.inside[v] }) }

// upper is the largest value of p over all indices of at least this depth, as a polynomial of what is left. It is not known where a factor of
// an index may have either sign; what it gives then is not less than p either.
func (n *nest) upper(p Poly, depth int) (Poly, bool) {
	for {
		var deepest *ir.Value
		at := -1
		for _, t := range p.terms {
			for _, v := range t.factors {
				if sp, ok := n.spans[v]; ok && sp.depth >= depth && sp.depth > at {
					deepest, at = v, sp.depth
				}
			}
		}
		if deepest == nil {
			return p, true
		}
		if i := p.single(deepest); i >= 0 { // mostly
			c, end := p.terms[i].coef, n.spans[deepest].hi
			if c < 0 {
				end = n.spans[deepest].lo
			}
			if len(end.terms) > maxTerms || end.Mentions(deepest) {
				return p, false
			}
			p = n.space.sum(p, i, end, c)
			continue
		}
		c, linear := p.Coef(deepest)
		sign := n.sign(c)
		if !linear || sign == 0 {
			return p, false
		}
		end := n.spans[deepest].hi
		if sign < 0 {
			end = n.spans[deepest].lo
		}
		prod, ok := n.space.Mul(c, end)
		if !ok || prod.Mentions(deepest) {
			return p, false
		}
		p = n.space.Add(p.Without(deepest), prod)
	}
}

// sign is 1 or -1 for what is never on the other side of zero, or 0.
func (n *nest) sign(c Poly) int {
	lo, hi := n.bounds(c)
	switch {
	case lo >= 0:
		return 1
	case hi <= 0:
		return -1
	}
	return 0
}

// notNegative proves p >= 0 for a polynomial of values from outside of the loop, taken as true integers.
func (n *nest) notNegative(p Poly) bool { return n.notPositive(n.space.Sub(Poly{}, p)) }

// negative does so for p < 0.
func (n *nest) negative(p Poly) bool { return n.notPositive(n.space.Add(p, Const(1))) }

// notPositive does so for p <= 0.
func (n *nest) notPositive(p Poly) bool {
	m, _ := n.upper(p, 0)
	_, hi := n.bounds(m)
	return hi <= 0
}

// bounds are what p lies between, by what its factors do. Where they are large they are wider than they need be, never narrower.
func (n *nest) bounds(p Poly) (lo, hi float64) {
	for _, t := range p.terms {
		a, b := 1.0, 1.0
		for _, f := range t.factors {
			x, y := n.factor(f)
			a, b = min(a*x, a*y, b*x, b*y), max(a*x, a*y, b*x, b*y)
		}
		c := float64(t.coef)
		lo, hi = sumBeyond(lo, min(a*c, b*c), -1), sumBeyond(hi, max(a*c, b*c), 1)
	}
	return lo, hi
}

// sumBeyond is x+y, or a little more, or less, by which it was rounded.
func sumBeyond(x, y, way float64) float64 {
	const ulps = 1e-12
	sum := x + y
	size := max(x, -x, y, -y, sum, -sum)
	if size < 1<<53 {
		return sum
	}
	return sum + way*size*ulps
}

// factor bounds a value.
func (n *nest) factor(v *ir.Value) (lo, hi float64) {
	const all = 1 << 63
	lo, hi = -all, all
	if v.Owner != nil || v.Def != nil { // no twin
		if r := n.ranges.Of(v); v.Type.Kind != ir.U64 {
			lo, hi = float64(r.Lo), float64(r.Hi)
		}
	}
	if sp, ok := n.spans[v]; ok { // bounds lead outwards
		a, _ := n.bounds(sp.lo)
		_, b := n.bounds(sp.hi)
		lo = max(lo, a)
		return lo, max(lo, min(hi, b))
	}
	return lo, hi
}

// narrow is how far apart the values may lie that count as an index although they are computed from data.
const narrow = 1 << 40

// narrowValues gives spans to values in the loop that are no indices but lie in a small range, as bytes do, where they are factors of p.
func (n *nest) narrowValues(p Poly) {
	for _, v := range p.Atoms() {
		if _, known := n.spans[v]; known || !n.inside[v] || v.Type.Kind == ir.U64 {
			continue
		}
		if r := n.ranges.Of(v); r.Within(-narrow, narrow) {
			lo, hi := Const(r.Lo), Const(r.Hi)
			n.spans[v] = span{lo, hi, 1, n.depth + maxDepth, [2]Poly{lo, hi}}
		}
	}
}

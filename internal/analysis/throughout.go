package analysis

import (
	"maps"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// maxClauses is how many conditions may come of one that mentions indices.
const maxClauses = 8

// Throughout is what has to hold ahead of loops, the innermost first, for the condition to hold in each of their iterations: what moves evenly with an index is not
// negative if it isn't so at both ends. It may ask for more than that takes, as where there are no iterations. The condition stays as it is where that can't be said.
func (c *Condition) Throughout(s *Space, loops []*ir.Op) Condition {
	out := Condition{Apart: c.Apart, Holds: c.Holds, Small: slices.Clone(c.Small), spans: maps.Clone(c.spans)}
	if out.spans == nil {
		out.spans = map[*ir.Value]span{}
	}
	for _, l := range loops {
		spansOf(s, l, 0, func(v *ir.Value, sp span) { out.atEnds(s, v, sp) })
	}
	return out
}

// atEnds asks at both ends of an index's span for what has to hold for all of it.
func (c *Condition) atEnds(s *Space, v *ir.Value, sp span) {
	mentioned := false
	var holds [][]Poly
	for _, or := range c.Holds {
		clauses := [][]Poly{nil}
		for _, p := range or {
			ends := []Poly{p}
			if p.Mentions(v) {
				mentioned = true
				c.keepSmall(p)
				ends = s.ends(p, v, sp)
			}
			clauses = eachWith(clauses, ends)
		}
		if len(clauses) > maxClauses {
			clauses = [][]Poly{or}
		}
		holds = append(holds, clauses...)
	}
	c.Holds = holds
	if mentioned || slices.ContainsFunc(c.Small, func(p Poly) bool { return p.Mentions(v) }) {
		c.spans[v] = sp
		c.keepSmall(sp.exact[0])
		c.keepSmall(sp.exact[1])
	}
}

// keepSmall asks for p not to wrap around.
func (c *Condition) keepSmall(p Poly) {
	if _, known := p.Const(); !known && !p.IsAtom() && !slices.ContainsFunc(c.Small, p.Equal) {
		c.Small = append(c.Small, p)
	}
}

// ends are the values of p at the ends of an index's span between which it moves evenly, the lesser one if that is known; p itself where it doesn't.
func (s *Space) ends(p Poly, v *ir.Value, sp span) []Poly {
	coef, linear := p.Coef(v)
	if !linear {
		return []Poly{p}
	}
	at := func(end Poly) (Poly, bool) {
		moved, ok := s.mul(coef, end)
		return s.Add(p.Without(v), moved), ok
	}
	lo, ok0 := at(sp.lo)
	hi, ok1 := at(sp.hi)
	if !ok0 || !ok1 {
		return []Poly{p}
	}
	switch k, known := coef.Const(); {
	case known && k >= 0:
		return []Poly{lo}
	case known:
		return []Poly{hi}
	}
	return []Poly{lo, hi}
}

// eachWith is every one of the lists with every one of the items behind it.
func eachWith(lists [][]Poly, items []Poly) (out [][]Poly) {
	for _, l := range lists {
		for _, p := range items {
			out = append(out, append(slices.Clone(l), p))
		}
	}
	return out
}

package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// What is left behind a place is a difference: s[i:][:4] asks for 4 <= cap-i, and s[lo+j:] for j <= len-lo. Here a <= b + k is proved for sums of several numbers, as
// a - b - k <= 0: numbers on both sides cancel out, facts take the place of others, and the intervals of what is left decide:
//
//	n <= cap-lo known, i >= 64:    (lo+n-i) + 4 - cap  <=  lo + (cap-lo) - i + 4 - cap  =  4 - i  <=  0
//
// That is elimination as Fourier and Motzkin have it, of one number after the other, where that leaves no more of them than before.

const (
	sumTerms = 8  // numbers in a sum
	sumDepth = 4  // nested sums; facts used one after the other
	sumFuel  = 24 // sums that a proof may look at
)

// linearSum is a sum in true arithmetic, without wrapping around.
type linearSum struct {
	off   int64
	terms []sumTerm
	whole bool // sums in it are taken apart also where there are facts about them
}

type sumTerm struct {
	v *ir.Value
	n int64 // how often it counts; not 0
}

// leSum proves a <= b + k where one is a sum.
func (g *ranger) leSum(a, b *ir.Value, k int64) bool {
	if !g.isSum(a) && !g.isSum(b) {
		return false
	}
	for _, whole := range []bool{false, true} {
		s := linearSum{off: -k, whole: whole}
		g.fuel = sumFuel
		if g.expand(&s, a, 1, sumDepth) && g.expand(&s, b, -1, sumDepth) && g.atMostZero(s, sumDepth) {
			return true
		}
	}
	return false
}

// isSum reports a sum or difference of numbers that aren't constants.
func (g *ranger) isSum(v *ir.Value) bool {
	base, _ := g.linear(v)
	d := base.Def
	if d == nil || base.Type != ir.TI64 || d.Kind != ir.OpAdd && d.Kind != ir.OpSub {
		return false
	}
	_, known := d.Args[1].IsConst()
	return !known
}

// expand adds v, n times, to s: what it is the sum of where that is exact. It reports whether s is small enough to go on with.
func (g *ranger) expand(s *linearSum, v *ir.Value, n int64, depth int) bool {
	if c, ok := v.ConstInt(); ok {
		if c < -analysis.MaxLen || c > analysis.MaxLen {
			return false
		}
		s.off += n * c
		return true
	}
	if d := v.Def; d != nil && v.Type == ir.TI64 && depth > 0 && (s.whole || depth == sumDepth || !g.bounded(v, n)) {
		switch {
		case d.Kind == ir.OpSub && g.noWrap(d):
			return g.expand(s, d.Args[0], n, depth-1) && g.expand(s, d.Args[1], -n, depth-1)
		case d.Kind == ir.OpAdd && analysis.Sum(g.ranges.Of(d.Args[0]), g.ranges.Of(d.Args[1])) != analysis.Everything:
			return g.expand(s, d.Args[0], n, depth-1) && g.expand(s, d.Args[1], n, depth-1)
		}
	}
	for i := range s.terms {
		if t := &s.terms[i]; t.v == v {
			if t.n += n; t.n == 0 {
				s.terms = append(s.terms[:i], s.terms[i+1:]...)
			}
			return true
		}
	}
	s.terms = append(s.terms, sumTerm{v, n})
	return len(s.terms) <= sumTerms && -sumTerms <= n && n <= sumTerms
}

// bounded reports that there are facts about what v, counted n times, is at most.
func (g *ranger) bounded(v *ir.Value, n int64) bool {
	return n > 0 && len(g.upper[v]) > 0 || n < 0 && len(g.lower[v]) > 0
}

// atMostZero proves s <= 0.
func (g *ranger) atMostZero(s linearSum, depth int) bool {
	all := analysis.Between(s.off, s.off)
	for _, t := range s.terms {
		v := g.ranges.Of(t.v)
		if t.n < 0 {
			v = analysis.Negative(v)
		}
		for range max(t.n, -t.n) {
			if all = analysis.Sum(all, v); all == analysis.Everything {
				break
			}
		}
		if all == analysis.Everything {
			break
		}
	}
	if all.Hi <= 0 {
		return true
	}
	if depth == 0 {
		return false
	}
	var same []linearSum // those that have as many terms come last
	for i, t := range s.terms {
		facts := g.atMostOf(t)
		for _, f := range facts[max(0, len(facts)-maxFacts):] {
			r, ok := g.replaced(s, i, f)
			switch {
			case !ok || len(r.terms) > len(s.terms):
			case len(r.terms) == len(s.terms):
				same = append(same, r)
			case g.goOn(r, depth):
				return true
			}
		}
	}
	return slices.ContainsFunc(same, func(r linearSum) bool { return g.goOn(r, depth) })
}

// goOn is atMostZero with one fact less to use, as long as there is fuel.
func (g *ranger) goOn(s linearSum, depth int) bool {
	g.fuel--
	return g.fuel >= 0 && g.atMostZero(s, depth-1)
}

// replaced is s with what term i is at most in its place.
func (g *ranger) replaced(s linearSum, i int, f fact) (linearSum, bool) {
	t := s.terms[i]
	r := linearSum{off: s.off + max(t.n, -t.n)*f.off, whole: s.whole}
	r.terms = append(append(make([]sumTerm, 0, sumTerms), s.terms[:i]...), s.terms[i+1:]...)
	return r, g.expand(&r, f.other, t.n, sumDepth)
}

// atMostOf is what bounds a term: numbers that v is at most, or at least where it counts below zero (facts as in upper and lower).
func (g *ranger) atMostOf(t sumTerm) []fact {
	if t.n < 0 {
		return append(atLeast(t.v), g.lower[t.v]...)
	}
	return append(atMost(t.v), g.upper[t.v]...)
}

// atMost is what v is at most because of what it is.
func atMost(v *ir.Value) []fact {
	o := v.Def
	if o == nil {
		switch p := v.Owner.Parent; {
		case p == nil:
		case p.Kind == ir.OpFor && v.Index == 0 && p.Ints[0] > 0:
			return []fact{{p.Args[1], -1}}
		case p.Kind == ir.OpFor && v.Index == 0:
			return []fact{{p.Args[0], 0}}
		case p.Kind == ir.OpMulti:
			return []fact{{p.Args[v.Index], -1}}
		}
		return nil
	}
	if o.Kind == ir.OpMin && analysis.Orderable(v.Type) {
		return []fact{{o.Args[0], 0}, {o.Args[1], 0}}
	}
	return nil
}

// atLeast is what v is at least because of what it is.
func atLeast(v *ir.Value) []fact {
	o := v.Def
	if o == nil {
		if p := v.Owner.Parent; p != nil && p.Kind == ir.OpFor && v.Index == 0 {
			if p.Ints[0] > 0 {
				return []fact{{p.Args[0], 0}}
			}
			return []fact{{p.Args[1], -1}} // down to hi+1
		}
		return nil
	}
	if o.Kind == ir.OpMax && analysis.Orderable(v.Type) {
		return []fact{{o.Args[0], 0}, {o.Args[1], 0}}
	}
	return nil
}

package analysis

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// A Space numbers values, so that polynomials have one order, and remembers their normal forms. Values that are replaced stand for others.
type Space struct {
	number map[*ir.Value]int
	memo   map[*ir.Value]Poly
	ranges *Ranges
	fits   func(v *ir.Value) bool // what does not wrap around for certain; nil: nothing is known
	spare  []term                 // room for sums
	atoms  []atom                 // room for these

	extents bool                // the lengths of ranges that may be empty are not taken apart
	widths  func(o *ir.Op) bool // nor are these differences
}

// spareTerms and spareAtoms are how many of them are allocated at a time.
const (
	spareTerms = 16
	spareAtoms = 8
)

// atom is a value's own polynomial.
type atom struct {
	terms   [1]term
	factors [1]*ir.Value
}

// Assume has all integers that are such be taken for numbers, whatever their type: a guard has seen to it that they don't wrap around.
func (s *Space) Assume(such func(v *ir.Value) bool) {
	s.fits = such
}

// NewSpace is an empty space.
func NewSpace() *Space {
	return &Space{number: map[*ir.Value]int{}, memo: map[*ir.Value]Poly{}, ranges: NewRanges()}
}

// Atom is the value itself.
func (s *Space) Atom(v *ir.Value) Poly {
	if _, ok := s.number[v]; !ok {
		s.number[v] = len(s.number)
	}
	if len(s.atoms) == 0 {
		s.atoms = make([]atom, spareAtoms)
	}
	a := &s.atoms[0]
	s.atoms = s.atoms[1:]
	a.factors[0] = v
	a.terms[0] = term{a.factors[:], 1}
	return Poly{a.terms[:]}
}

// Of is the normal form of an integer. What is computed in fewer than 64 bits is taken apart where its range shows that nothing wraps around.
func (s *Space) Of(v *ir.Value) Poly { return s.of(v, 0) }

func (s *Space) of(v *ir.Value, depth int) Poly {
	if c, ok := v.ConstInt(); ok {
		return Const(c)
	}
	if p, ok := s.memo[v]; ok {
		return p
	}
	p, ok := s.expand(v, depth)
	if !ok || len(p.terms) > maxTerms {
		p = s.Atom(v)
	}
	s.memo[v] = p
	return p
}

// expand takes v's operation apart.
func (s *Space) expand(v *ir.Value, depth int) (Poly, bool) {
	o := v.Def
	if o == nil || depth > maxDepth || len(o.Results) != 1 || !is64(v.Type) && !s.exact(o) && !s.assumed(v) {
		return Poly{}, false
	}
	if s.extents && isExtent(o) || s.widths != nil && s.widths(o) {
		return Poly{}, false
	}
	switch o.Kind {
	case ir.OpLen:
		if cut := o.Args[0].Def; cut != nil && cut.Kind == ir.OpSlice {
			return s.add(s.of(cut.Args[2], depth+1), s.of(cut.Args[1], depth+1), -1), true
		}
	case ir.OpAdd:
		return s.add(s.of(o.Args[0], depth+1), s.of(o.Args[1], depth+1), 1), true
	case ir.OpSub:
		return s.add(s.of(o.Args[0], depth+1), s.of(o.Args[1], depth+1), -1), true
	case ir.OpNeg:
		return s.add(Poly{}, s.of(o.Args[0], depth+1), -1), true
	case ir.OpMul:
		return s.mul(s.of(o.Args[0], depth+1), s.of(o.Args[1], depth+1))
	case ir.OpShl:
		if c, ok := o.Args[1].ConstInt(); ok && c >= 0 && c < 63 {
			return s.mul(s.of(o.Args[0], depth+1), Const(1<<c))
		}
	case ir.OpConv:
		if is64(o.Args[0].Type) && is64(v.Type) || s.sameNumber(o) || s.assumed(v) && o.Args[0].Type.IsInt() {
			return s.of(o.Args[0], depth+1), true
		}
	}
	return Poly{}, false
}

// wholeExtents is a space like s in which the lengths of ranges that may be empty are not taken apart. As the extent of a dimension such a length has to be one term.
func (s *Space) wholeExtents() *Space {
	return &Space{number: s.number, memo: map[*ir.Value]Poly{}, ranges: s.ranges, fits: s.fits, extents: true}
}

// wholeWidths is a space like s in which differences that are computed ahead of a loop are not taken apart: the width of a rectangle that is given by its ends.
func (s *Space) wholeWidths(loop *ir.Op) *Space {
	ahead := func(v *ir.Value) bool { return v.Def == nil || v.Def.Kind != ir.OpConst }
	return &Space{number: s.number, memo: map[*ir.Value]Poly{}, ranges: s.ranges, fits: s.fits, extents: s.extents, widths: func(o *ir.Op) bool {
		return o.Kind == ir.OpSub && o.Results[0].Type == ir.TI64 && ahead(o.Args[0]) && ahead(o.Args[1]) && !o.Within(loop)
	}}
}

// isExtent reports max(a, b) - b, the length of a range that may be empty.
func isExtent(o *ir.Op) bool {
	if o.Kind != ir.OpAdd && o.Kind != ir.OpSub {
		return false
	}
	most := o.Args[0].Def
	if most == nil || most.Kind != ir.OpMax {
		return false
	}
	less, known := o.Args[1].ConstInt()
	return slices.ContainsFunc(most.Args, func(b *ir.Value) bool {
		if c, ok := b.ConstInt(); ok && known {
			return o.Kind == ir.OpSub && c == less || o.Kind == ir.OpAdd && c == -less
		}
		return o.Kind == ir.OpSub && b == o.Args[1]
	})
}

func (s *Space) assumed(v *ir.Value) bool { return s.fits != nil && v.Type.IsInt() && s.fits(v) }

// sameNumber reports a conversion of an integer that changes no value.
func (s *Space) sameNumber(o *ir.Op) bool {
	from, to := o.Args[0].Type, o.Results[0].Type
	if !Orderable(from) || !Orderable(to) {
		return false
	}
	all := TypeInterval(to)
	return s.ranges.Of(o.Args[0]).Within(all.Lo, all.Hi)
}

// exact reports an operation on integers of fewer than 64 bits in which nothing wraps around; conversions are looked at by themselves.
func (s *Space) exact(o *ir.Op) bool {
	t := o.Results[0].Type
	arg := func(i int) Interval { return s.ranges.Of(o.Args[i]) }
	var b Interval
	switch o.Kind {
	case ir.OpConv:
		return t.IsInt()
	case ir.OpAdd:
		b = Sum(arg(0), arg(1))
	case ir.OpSub:
		b = Sum(arg(0), Negative(arg(1)))
	case ir.OpNeg:
		b = Negative(arg(0))
	case ir.OpMul:
		b = Product(arg(0), arg(1))
	case ir.OpShl:
		n, ok := o.Args[1].ConstInt()
		if !ok || n < 0 || n >= 62 {
			return false
		}
		b = Product(arg(0), Interval{1 << n, 1 << n})
	default:
		return false
	}
	all := TypeInterval(t)
	return t.IsInt() && b.Within(all.Lo, all.Hi)
}

func is64(t *ir.Type) bool { return t == ir.TI64 || t == ir.TU64 }

// Add is p + q.
func (s *Space) Add(p, q Poly) Poly { return s.add(p, q, 1) }

// Sub is p - q.
func (s *Space) Sub(p, q Poly) Poly { return s.add(p, q, -1) }

// Mul is p * q; not ok if that is too large.
func (s *Space) Mul(p, q Poly) (Poly, bool) { return s.mul(p, q) }

// add is p + c*q.
func (s *Space) add(p, q Poly, c int64) Poly {
	switch {
	case len(q.terms) == 0:
		return p
	case len(p.terms) == 0 && c == 1 && s.ordered(q):
		return q
	}
	return s.sum(p, -1, q, c)
}

// sum is p, but for the term number gone, + c*q.
func (s *Space) sum(p Poly, gone int, q Poly, c int64) Poly {
	most := len(p.terms) + len(q.terms)
	if most > len(s.spare) {
		s.spare = make([]term, max(most, spareTerms))
	}
	out := s.spare[:0:most]
	if !s.ordered(p) || !s.ordered(q) {
		s.spare = s.spare[most:]
		for i, t := range p.terms {
			if i != gone {
				out = append(out, t)
			}
		}
		for _, t := range q.terms {
			out = append(out, term{t.factors, c * t.coef})
		}
		return s.normal(out)
	}
	for a, b := p.terms, q.terms; len(a) > 0 || len(b) > 0; {
		if len(a) > 0 && len(p.terms)-len(a) == gone {
			a = a[1:]
			continue
		}
		way := 0
		switch {
		case len(a) == 0:
			way = 1
		case len(b) == 0:
			way = -1
		default:
			way = s.compare(a[0].factors, b[0].factors)
		}
		var t term
		if way <= 0 {
			t, a = a[0], a[1:]
		}
		if way >= 0 {
			t, b = term{b[0].factors, t.coef + c*b[0].coef}, b[1:]
		}
		if t.coef != 0 {
			out = append(out, t)
		}
	}
	s.spare = s.spare[len(out):]
	return Poly{out[:len(out):len(out)]}
}

// ordered reports that the terms of p are in their order, which they are unless Coef has taken a factor out of products of several.
func (s *Space) ordered(p Poly) bool {
	for i := 1; i < len(p.terms); i++ {
		if a, b := p.terms[i-1].factors, p.terms[i].factors; len(a) > len(b) && s.compare(a, b) > 0 {
			return false
		}
	}
	return true
}

func (s *Space) mul(p, q Poly) (Poly, bool) {
	if len(p.terms)*len(q.terms) > maxTerms {
		return Poly{}, false
	}
	out := make([]term, 0, len(p.terms)*len(q.terms))
	for _, a := range p.terms {
		for _, b := range q.terms {
			if len(a.factors)+len(b.factors) > maxFactors {
				return Poly{}, false
			}
			f := a.factors
			switch {
			case len(f) == 0:
				f = b.factors
			case len(b.factors) > 0:
				f = slices.Concat(f, b.factors)
				s.sort(f)
			}
			out = append(out, term{f, a.coef * b.coef})
		}
	}
	return s.normal(out), true
}

// sort puts factors into their order.
func (s *Space) sort(fs []*ir.Value) {
	slices.SortFunc(fs, func(x, y *ir.Value) int { return s.number[x] - s.number[y] })
}

// rename is p with other values as factors.
func (s *Space) rename(p Poly, to func(*ir.Value) *ir.Value) Poly {
	ts := make([]term, len(p.terms))
	for i, t := range p.terms {
		ts[i] = t
		for k, f := range t.factors {
			w := to(f)
			if w == f {
				continue
			}
			s.Atom(w)
			if &ts[i].factors[0] == &t.factors[0] {
				ts[i].factors = slices.Clone(t.factors)
			}
			ts[i].factors[k] = w
		}
		if len(t.factors) > 1 {
			s.sort(ts[i].factors)
		}
	}
	return s.normal(ts)
}

// normal orders the terms, and adds those with the same factors. ts is consumed.
func (s *Space) normal(ts []term) Poly {
	slices.SortStableFunc(ts, func(a, b term) int { return s.compare(a.factors, b.factors) })
	out := ts[:0]
	for _, t := range ts {
		if n := len(out); n > 0 && slices.Equal(out[n-1].factors, t.factors) {
			out[n-1].coef += t.coef
		} else {
			out = append(out, t)
		}
	}
	return Poly{slices.DeleteFunc(out, func(t term) bool { return t.coef == 0 })}
}

func (s *Space) compare(a, b []*ir.Value) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return s.number[a[i]] - s.number[b[i]]
		}
	}
	return len(a) - len(b)
}

// Multiple is how often p has q, which is one product, or a positive constant, and what is left over: k*q + rest. A constant q leaves a constant of 0 to q-1. It is not
// ok where q is in p so many times and a part.
func (s *Space) Multiple(p, q Poly) (k int64, rest Poly, ok bool) {
	if len(q.terms) != 1 {
		return 0, p, false
	}
	by := q.terms[0]
	for _, t := range p.terms {
		if !slices.Equal(t.factors, by.factors) {
			continue
		}
		if k = t.coef / by.coef; t.coef%by.coef != 0 {
			if len(by.factors) > 0 || by.coef < 0 {
				return 0, p, false
			}
			if t.coef < 0 {
				k--
			}
		}
	}
	times, ok := s.Mul(Const(k), q)
	return k, s.Sub(p, times), ok
}

// Quotient is p/q, where p is a product of q: long division, by the term of q of the highest degree (Geddes, Czapor, Labahn, "Algorithms for Computer
// Algebra", 1992, 5.2). Nothing is left over then, but where p wraps around.
func (s *Space) Quotient(p, q Poly) (Poly, bool) {
	if len(q.terms) == 1 {
		return p.Over(q)
	}
	if len(q.terms) == 0 || len(p.terms) == 0 {
		return Poly{}, false
	}
	lead := s.lead(q)
	var out Poly
	for range maxTerms {
		top := s.lead(p)
		f, ok := without(top.factors, lead.factors)
		if !ok || top.coef%lead.coef != 0 {
			return Poly{}, false
		}
		part := Poly{[]term{{f, top.coef / lead.coef}}}
		times, ok := s.Mul(part, q)
		if !ok {
			return Poly{}, false
		}
		out, p = s.Add(out, part), s.Sub(p, times)
		if len(p.terms) == 0 {
			return out, true
		}
	}
	return Poly{}, false
}

// lead is the term of the highest degree, of these the last: one that stays in front if all are multiplied by the same.
func (s *Space) lead(p Poly) term {
	best := p.terms[0]
	for _, t := range p.terms[1:] {
		if d := len(t.factors) - len(best.factors); d > 0 || d == 0 && s.compare(t.factors, best.factors) > 0 {
			best = t
		}
	}
	return best
}

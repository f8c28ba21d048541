package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// Index expressions have a normal form: polynomials over values that are not taken apart (Pugh, "The Omega Test", Supercomputing 1991, has the
// linear case; products of unknown extents such as row*width make the general one). Arithmetic is that of machine integers, modulo 2^64, and
// so are all equalities that follow from it.

// A Poly is a sum of products of values with constant coefficients. Its terms, and their factors, are not written once it is made: polynomials share them.
type Poly struct {
	terms []term // ordered by their factors; no coefficient is 0
}

type term struct {
	factors []*ir.Value // ordered by their numbers; none: the constant term
	coef    int64
}

// The sizes at which expressions are no longer taken apart.
const (
	maxTerms   = 24
	maxFactors = 4
	maxDepth   = 24
)

// A Space numbers values, so that polynomials have one order, and remembers their normal forms. Values that are replaced stand for others.
type Space struct {
	number map[*ir.Value]int
	memo   map[*ir.Value]Poly
	ranges *Ranges
	fits   func(v *ir.Value) bool // what does not wrap around for certain; nil: nothing is known
	spare  []term                 // room for sums

	extents bool                // the lengths of ranges that may be empty are not taken apart
	widths  func(o *ir.Op) bool // nor are these differences
}

// spareTerms is how many terms are allocated at a time.
const spareTerms = 16

// Assume has all integers that are such be taken for numbers, whatever their type: a guard has seen to it that they don't wrap around.
func (s *Space) Assume(such func(v *ir.Value) bool) {
	s.fits = such
}

// NewSpace is an empty space.
func NewSpace() *Space {
	return &Space{number: map[*ir.Value]int{}, memo: map[*ir.Value]Poly{}, ranges: NewRanges()}
}

// Const is a constant polynomial.
func Const(c int64) Poly {
	if c == 0 {
		return Poly{}
	}
	if c >= leastSmall && c < leastSmall+int64(len(smallConstants)) {
		i := c - leastSmall
		return Poly{smallConstants[i : i+1 : i+1]}
	}
	return Poly{[]term{{nil, c}}}
}

// smallConstants are those that most constants are, from leastSmall on.
var smallConstants = func() (ts [80]term) {
	for i := range ts {
		ts[i].coef = leastSmall + int64(i)
	}
	return ts
}()

const leastSmall = -16

// Atom is the value itself.
func (s *Space) Atom(v *ir.Value) Poly {
	if _, ok := s.number[v]; !ok {
		s.number[v] = len(s.number)
	}
	atom := &struct {
		terms   [1]term
		factors [1]*ir.Value
	}{factors: [1]*ir.Value{v}}
	atom.terms[0] = term{atom.factors[:], 1}
	return Poly{atom.terms[:]}
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

// Over is p/q, where q is one product, or a constant, that is in all of p's terms: nothing is left over then, but where p wraps around.
func (p Poly) Over(q Poly) (Poly, bool) {
	if len(q.terms) != 1 {
		return Poly{}, false
	}
	by := q.terms[0]
	var out []term
	for _, t := range p.terms {
		f, ok := without(t.factors, by.factors)
		if !ok || t.coef%by.coef != 0 {
			return Poly{}, false
		}
		out = append(out, term{f, t.coef / by.coef})
	}
	return Poly{out}, len(out) > 0 // what divides by a common factor keeps its order
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

// Negative reports that more of the terms have negative coefficients than positive ones, or as many and the first.
func (p Poly) Negative() bool {
	n := 0
	for _, t := range p.terms {
		if t.coef < 0 {
			n++
		} else {
			n--
		}
	}
	return n > 0 || n == 0 && len(p.terms) > 0 && p.varying()[0].coef < 0
}

// Sign is 1 if p is not negative because no factor is, and no coefficient, and -1 if it is not positive likewise; else 0.
func (p Poly) Sign(notNegative func(v *ir.Value) bool) int {
	sign := 0
	for _, t := range p.terms {
		if s := cmp.Compare(t.coef, 0); sign == -s || slices.ContainsFunc(t.factors, func(v *ir.Value) bool { return !notNegative(v) }) {
			return 0
		} else {
			sign = s
		}
	}
	if sign == 0 { // no terms
		return 1
	}
	return sign
}

// Largest is the greatest of the absolute values of the coefficients.
func (p Poly) Largest() uint64 {
	most := uint64(0)
	for _, t := range p.terms {
		most = max(most, uint64(max(t.coef, -t.coef))) // of the least integer it is 2^63
	}
	return most
}

// Equal reports the same polynomial.
func (p Poly) Equal(q Poly) bool {
	return slices.EqualFunc(p.terms, q.terms, func(a, b term) bool { return a.coef == b.coef && slices.Equal(a.factors, b.factors) })
}

// Near reports that the two differ by a constant.
func (p Poly) Near(q Poly) bool { return Poly{p.varying()}.Equal(Poly{q.varying()}) }

// varying are the terms but for the constant one, which comes first.
func (p Poly) varying() []term {
	if len(p.terms) > 0 && len(p.terms[0].factors) == 0 {
		return p.terms[1:]
	}
	return p.terms
}

// Apart is p without its constant, and that.
func (p Poly) Apart() (varying Poly, c int64) {
	varying = Poly{p.varying()}
	if len(varying.terms) < len(p.terms) {
		c = p.terms[0].coef
	}
	return varying, c
}

// Const is the value of a constant polynomial.
func (p Poly) Const() (int64, bool) {
	switch {
	case len(p.terms) == 0:
		return 0, true
	case len(p.terms) == 1 && len(p.terms[0].factors) == 0:
		return p.terms[0].coef, true
	}
	return 0, false
}

// Mentions reports whether v is one of the factors.
func (p Poly) Mentions(v *ir.Value) bool {
	return slices.ContainsFunc(p.terms, func(t term) bool { return slices.Contains(t.factors, v) })
}

// Any reports whether a factor is such.
func (p Poly) Any(such func(*ir.Value) bool) bool {
	return slices.ContainsFunc(p.terms, func(t term) bool { return slices.ContainsFunc(t.factors, such) })
}

// Without is p where v is 0.
func (p Poly) Without(v *ir.Value) Poly {
	return Poly{slices.DeleteFunc(slices.Clone(p.terms), func(t term) bool { return slices.Contains(t.factors, v) })}
}

// Coef is by how much p grows when v grows by 1; not ok if that depends on v itself.
func (p Poly) Coef(v *ir.Value) (Poly, bool) {
	var out []term
	for _, t := range p.terms {
		i := slices.Index(t.factors, v)
		if i < 0 {
			continue
		}
		if slices.Contains(t.factors[i+1:], v) {
			return Poly{}, false
		}
		out = append(out, term{leftOut(t.factors, i), t.coef})
	}
	if len(out) == 1 && len(out[0].factors) == 0 {
		return Const(out[0].coef), true
	}
	return Poly{out}, true // what divides by a common factor keeps its order
}

// leftOut is a list of factors without number i.
func leftOut(fs []*ir.Value, i int) []*ir.Value {
	switch n := len(fs) - 1; i {
	case n:
		return fs[:n:n]
	case 0:
		return fs[1:]
	}
	return slices.Concat(fs[:i], fs[i+1:])
}

// single is the number of the term in which v stands by itself, if v is in no other; else -1.
func (p Poly) single(v *ir.Value) int {
	found := -1
	for i, t := range p.terms {
		if !slices.Contains(t.factors, v) {
			continue
		}
		if found >= 0 || len(t.factors) > 1 {
			return -1
		}
		found = i
	}
	return found
}

// Atoms lists the factors, each once.
func (p Poly) Atoms() []*ir.Value {
	var out []*ir.Value
	for _, t := range p.terms {
		for _, f := range t.factors {
			if !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

// Emit emits ops that compute p from what its factors stand for.
func (p Poly) Emit(b *ir.Builder, value func(*ir.Value) *ir.Value) *ir.Value {
	var sum *ir.Value
	for _, t := range p.terms {
		var v *ir.Value
		if t.coef != 1 || len(t.factors) == 0 {
			v = b.Int(t.coef)
		}
		for _, f := range t.factors {
			v = b.Join(ir.OpMul, v, b.Conv(value(f), ir.TI64))
		}
		sum = b.Join(ir.OpAdd, sum, v)
	}
	if sum == nil {
		return b.Int(0)
	}
	return sum
}

// EmitParts emits ops that compute p in three parts: the terms whose factors are all early, the others, and the constant.
func (p Poly) EmitParts(b *ir.Builder, early func(*ir.Value) bool) *ir.Value {
	var parts [3]Poly
	for _, t := range p.terms {
		k := 1
		if len(t.factors) == 0 {
			k = 2
		} else if !slices.ContainsFunc(t.factors, func(v *ir.Value) bool { return !early(v) }) {
			k = 0
		}
		parts[k].terms = append(parts[k].terms, t)
	}
	var sum *ir.Value
	for _, q := range parts {
		if len(q.terms) == 0 {
			continue
		}
		v := q.Emit(b, func(v *ir.Value) *ir.Value { return v })
		if sum != nil {
			v = b.Binary(ir.OpAdd, sum, v)
		}
		sum = v
	}
	if sum == nil {
		return b.Int(0)
	}
	return sum
}

// EmitBound emits ops that compute, in float64, a bound of |p| and of all its partial results, from bounds of its factors.
func (p Poly) EmitBound(b *ir.Builder, bound func(*ir.Value) *ir.Value) *ir.Value {
	var sum *ir.Value
	for _, t := range p.terms {
		var v *ir.Value
		if c := math.Abs(float64(t.coef)); c != 1 || len(t.factors) == 0 {
			v = b.Float(ir.TF64, c)
		}
		for _, f := range t.factors {
			v = b.Join(ir.OpMul, v, bound(f))
		}
		sum = b.Join(ir.OpAdd, sum, v)
	}
	if sum == nil {
		return b.Float(ir.TF64, 0)
	}
	return sum
}

// Cover is a polynomial whose bound (EmitBound) is that of none of ps less: it has all their products, each with the largest of its coefficients.
func Cover(ps []Poly) (out Poly) {
	for _, p := range ps {
		for _, t := range p.terms {
			i := slices.IndexFunc(out.terms, func(u term) bool { return slices.Equal(u.factors, t.factors) })
			if i < 0 {
				out.terms = append(out.terms, t)
			} else if math.Abs(float64(t.coef)) > math.Abs(float64(out.terms[i].coef)) {
				out.terms[i].coef = t.coef
			}
		}
	}
	return out
}

// IsAtom reports a constant, or a value as it stands.
func (p Poly) IsAtom() bool {
	if _, ok := p.Const(); ok {
		return true
	}
	return len(p.terms) == 1 && len(p.terms[0].factors) == 1 && p.terms[0].coef == 1
}

// Format writes p with the names of its factors, the constant last, such as y*w+x-1.
func (p Poly) Format(name func(*ir.Value) string) string {
	var b strings.Builder
	ts := p.varying()
	if len(ts) < len(p.terms) {
		ts = append(slices.Clone(ts), p.terms[0])
	}
	for i, t := range ts {
		c := t.coef
		switch {
		case c < 0:
			b.WriteByte('-')
			c = -c
		case i > 0:
			b.WriteByte('+')
		}
		if c != 1 || len(t.factors) == 0 {
			fmt.Fprint(&b, uint64(c))
			if len(t.factors) > 0 {
				b.WriteByte('*')
			}
		}
		for k, f := range t.factors {
			if k > 0 {
				b.WriteByte('*')
			}
			b.WriteString(name(f))
		}
	}
	if b.Len() == 0 {
		return "0"
	}
	return b.String()
}

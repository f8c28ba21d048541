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
	constantFirst(out)
	return Poly{out}, len(out) > 0
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
	same := func(a, b term) bool { return a.coef == b.coef && slices.Equal(a.factors, b.factors) }
	if len(p.terms) != len(q.terms) {
		return false
	}
	// What is left of terms of which a factor is taken may be in another order: i*w + i and w*j + j are by i and by j the same.
	return slices.EqualFunc(p.terms, q.terms, same) || !slices.ContainsFunc(p.terms, func(a term) bool {
		return !slices.ContainsFunc(q.terms, func(b term) bool { return same(a, b) })
	})
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
	if !p.Mentions(v) {
		return p
	}
	return Poly{slices.DeleteFunc(slices.Clone(p.terms), func(t term) bool { return slices.Contains(t.factors, v) })}
}

// Coef is by how much p grows when v grows by 1; not ok if that depends on v itself.
func (p Poly) Coef(v *ir.Value) (Poly, bool) {
	if n := p.single(v); n >= 0 {
		return Const(p.terms[n].coef), true
	}
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
	constantFirst(out)
	return Poly{out}, true // see Equal for the others
}

// constantFirst brings the constant term to where it belongs. The factors that others have kept are in order.
func constantFirst(ts []term) {
	if i := slices.IndexFunc(ts, func(t term) bool { return len(t.factors) == 0 }); i > 0 {
		c := ts[i]
		copy(ts[1:i+1], ts[:i])
		ts[0] = c
	}
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

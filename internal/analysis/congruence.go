package analysis

import (
	"math/bits"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Conditions on the last bits of indices, as on a chessboard, keep accesses of two iterations apart that nothing else does: where x+y is even in both, one doesn't
// touch the other's neighbours. That the places are equal, and what the conditions say, are congruences modulo a power of two, for which it doesn't matter what wraps
// around. They have no solution if elimination comes to a constant that is none (a form of the test by the greatest common divisor: Banerjee, "Dependence Analysis for
// Supercomputing", 1988, chapter 5).

// congruence says that p is 0 modulo 2^bits.
type congruence struct {
	p    Poly
	bits int
}

// mostBits is how many last bits are looked at.
const mostBits = 4

// congruences lists those that hold where control comes to o, as far as they are about indices and what is the same in all iterations.
func (q *query) congruences(o *ir.Op) (out []congruence) {
	list, ok := q.bits[o]
	if ok {
		return list
	}
	for _, c := range conditions(o, q.loop) {
		x, y := c.x, c.y
		k := min(q.space.lastBits(x), q.space.lastBits(y))
		if k > mostBits {
			continue
		}
		d := q.space.Sub(q.space.modulo(x, k, 0), q.space.modulo(y, k, 0))
		bit := Between(0, 1)
		switch {
		case c.kind == ir.OpEq:
		case c.kind == ir.OpNe && k == 1 && q.ranges.Of(x).Within(bit.Lo, bit.Hi) && q.ranges.Of(y).Within(bit.Lo, bit.Hi):
			d = q.space.Sub(d, Const(1))
		default:
			continue
		}
		if !q.opaque(d) {
			out = append(out, congruence{d, k})
		}
	}
	q.bits[o] = out
	return out
}

// lastBits is how many bits an operation that takes the last of something leaves, of those that v is computed by; more than mostBits: there is none.
func (s *Space) lastBits(v *ir.Value) int { return s.leastBits(v, 0) }

func (s *Space) leastBits(v *ir.Value, depth int) (k int) {
	k = mostBits + 1
	if v.Def == nil || depth > maxDepth/2 {
		return k
	}
	if n, _, ok := takesBits(v.Def); ok {
		return n
	}
	if linear(v.Def) {
		for _, a := range v.Def.Args {
			k = min(k, s.leastBits(a, depth+1))
		}
	}
	return k
}

// TakesBits reports an operation that takes the last bits of an integer.
func TakesBits(o *ir.Op) bool { _, _, ok := takesBits(o); return ok }

// takesBits reports x & (2^bits - 1), or x % 2^bits: both are x modulo 2^bits.
func takesBits(o *ir.Op) (bit int, x *ir.Value, ok bool) {
	if o.Kind != ir.OpAnd && o.Kind != ir.OpRem {
		return 0, nil, false
	}
	c, known := o.Args[1].ConstInt()
	if o.Kind == ir.OpAnd {
		c++
	}
	if !known || c < 2 || c&(c-1) != 0 {
		return 0, nil, false
	}
	return bits.TrailingZeros64(uint64(c)), o.Args[0], true
}

// Quotient reports x / by for a power of two, however it is computed: a shift of x, to which by-1 is added where it is negative, for the quotient to be rounded towards 0.
func Quotient(o *ir.Op) (x *ir.Value, by int64, ok bool) {
	if o.Kind != ir.OpShr || o.Results[0].Type != ir.TI64 {
		return nil, 0, false
	}
	n, known := o.Args[1].ConstInt()
	sum := o.Args[0].Def
	if !known || n < 1 || n > 61 || sum == nil || sum.Kind != ir.OpAdd {
		return nil, 0, false
	}
	for k, more := range sum.Args {
		if d := more.Def; d != nil && d.Kind == ir.OpAnd {
			sign := d.Args[0].Def
			rest, constant := d.Args[1].ConstInt()
			if constant && rest == 1<<n-1 && sign != nil && sign.Kind == ir.OpShr && sign.Args[0] == sum.Args[1-k] {
				top, whole := sign.Args[1].ConstInt()
				return sign.Args[0], 1 << n, whole && top == 63
			}
		}
	}
	return nil, 0, false
}

// linear reports a sum, a difference or a product by a constant of integers: modulo a power of two it is that of its operands.
func linear(o *ir.Op) bool {
	if len(o.Results) != 1 || !o.Results[0].Type.IsInt() {
		return false
	}
	switch o.Kind {
	case ir.OpAdd, ir.OpSub, ir.OpNeg, ir.OpMul:
		return true
	case ir.OpConv:
		return o.Args[0].Type.IsInt()
	}
	return false
}

// modulo is a polynomial that equals v modulo 2^k. No integer has fewer bits.
func (s *Space) modulo(v *ir.Value, k, depth int) Poly {
	o := v.Def
	if o == nil || depth > maxDepth {
		return s.Of(v)
	}
	if n, x, ok := takesBits(o); ok && n >= k {
		return s.modulo(x, k, depth+1)
	}
	if !linear(o) {
		return s.Of(v)
	}
	x := s.modulo(o.Args[0], k, depth+1)
	switch o.Kind {
	case ir.OpConv:
		return x
	case ir.OpNeg:
		return s.Sub(Poly{}, x)
	}
	y := s.modulo(o.Args[1], k, depth+1)
	switch o.Kind {
	case ir.OpAdd:
		return s.Add(x, y)
	case ir.OpSub:
		return s.Sub(x, y)
	}
	if p, ok := s.Mul(x, y); ok {
		return p
	}
	return s.Of(v)
}

// incongruent reports parts that are not all 0 in two iterations in which the program comes to the accesses.
func (t *trial) incongruent(ds []Poly) bool {
	first, second := t.congruences(t.s.Op), t.congruences(t.a.Op)
	if len(first) == 0 || len(second) == 0 {
		return false
	}
	for _, c := range first {
		rows := make([]Poly, 0, len(ds)+len(first)+len(second))
		for _, x := range first {
			if x.bits >= c.bits {
				rows = append(rows, x.p)
			}
		}
		for _, x := range second {
			if x.bits >= c.bits {
				rows = append(rows, t.other(x.p))
			}
		}
		if t.space.unsolvable(append(rows, ds...), c.bits) {
			return true
		}
	}
	return false
}

// unsolvable reports congruences modulo 2^k that can't all hold: products of values are taken for unknowns of their own.
func (s *Space) unsolvable(rows []Poly, k int) bool {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i] = s.lowBits(rows[i], k)
	}
	for i, p := range rows {
		at := slices.IndexFunc(p.terms, func(t term) bool { return len(t.factors) > 0 && t.coef&1 != 0 })
		if at < 0 {
			continue
		}
		pivot := p.terms[at]
		for j := i + 1; j < len(rows); j++ {
			r := rows[j]
			m := slices.IndexFunc(r.terms, func(t term) bool { return slices.Equal(t.factors, pivot.factors) })
			if m < 0 {
				continue
			}
			by, ok := s.Mul(p, Const(r.terms[m].coef*inverse(pivot.coef)))
			if !ok {
				return false
			}
			rows[j] = s.lowBits(s.Sub(r, by), k)
		}
	}
	return slices.ContainsFunc(rows, func(p Poly) bool {
		c, even := int64(0), true
		for _, t := range p.terms {
			if len(t.factors) == 0 {
				c = t.coef
			} else {
				even = even && t.coef&1 == 0
			}
		}
		return len(p.terms) == 1 && c != 0 || even && c&1 != 0
	})
}

// inverse is that of an odd number, modulo 2^64 (Newton's iteration: each step doubles the bits that are right; Warren, "Hacker's Delight", section 10-16).
func inverse(a int64) int64 {
	x := a
	for range 5 {
		x *= 2 - a*x
	}
	return x
}

// lowBits is p with what it is modulo 2^k for coefficients.
func (s *Space) lowBits(p Poly, k int) (out Poly) {
	for _, t := range p.terms {
		if t.coef &= 1<<k - 1; t.coef != 0 {
			out.terms = append(out.terms, t)
		}
	}
	return out
}

package analysis

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// trial is an attempt to show that two accesses to one slice touch the same element in one and the same iteration only, or never, by bounds of
// the indices as true integers: that nothing wraps around goes into what has to hold.
type trial struct {
	*query
	s, a  Access
	holds [][]Poly // one of each must not be negative
	exact []Poly   // places and bounds that must not wrap around, beside those of loops
}

// run makes the attempt, with the places taken apart into dimensions, or as they are.
func (t *trial) run(linear bool) bool {
	ds, extents := t.dimensions(t.space.Sub(t.s.At, t.other(t.a.At)), linear)
	t.exact = append(t.exact, t.s.At, t.a.At)
	one := Const(1)
	for k, e := range extents {
		for _, d := range []Poly{ds[k], t.negate(ds[k])} {
			if !t.need(t.space.Sub(t.space.Sub(e, one), d)) {
				return false
			}
		}
	}
	if t.incongruent(ds) {
		return true
	}
	left := slices.Clone(t.own)
	t.force(ds, &left, t.proven)
	if len(left) == 0 || t.never(ds) {
		return true
	}
	for _, d := range ds { // apart by what the program is given?
		if r := t.varying(d); len(r.Atoms()) > 0 && t.needOne(t.space.Sub(d, one), t.space.Sub(t.negate(d), one)) {
			return true
		}
	}
	t.force(ds, &left, t.need)
	return len(left) == 0
}

func (t *trial) negate(p Poly) Poly { return t.space.Sub(Poly{}, p) }

// varying is p without the indices of the loop and of those inside, in either iteration, where they stand by themselves.
func (t *trial) varying(p Poly) Poly {
	for _, v := range p.Atoms() {
		if t.moves(v) {
			p = p.Without(v)
		}
	}
	return p
}

// moves reports an index of the loop or one inside, in either iteration.
func (t *trial) moves(v *ir.Value) bool {
	sp, ok := t.spans[v]
	return ok && sp.depth >= t.depth
}

// force leaves out of left the indices of the loop that must be the same in both iterations for some of the parts to be equal: where the
// rest of a part differs by less than a step.
func (t *trial) force(ds []Poly, left *[]*ir.Value, shown func(Poly) bool) {
	for again := true; again; {
		again = false
		for _, x := range *left {
			if !slices.ContainsFunc(ds, func(d Poly) bool { return t.forced(d, x, shown) }) {
				continue
			}
			for k := range ds {
				ds[k] = t.space.rename(ds[k], func(v *ir.Value) *ir.Value {
					if v == t.twin[x] {
						return x
					}
					return v
				})
			}
			i := slices.Index(*left, x)
			*left = slices.Delete(*left, i, i+1)
			again = true
			break
		}
	}
}

func (t *trial) forced(d Poly, x *ir.Value, shown func(Poly) bool) bool {
	coef, _ := d.Coef(x) // what isn't linear counts as 0, which is no stride
	back, _ := d.Coef(t.twin[x])
	if !t.space.Add(coef, back).Equal(Poly{}) {
		return false
	}
	rest := d.Without(x).Without(t.twin[x])
	room, ok := t.stride(coef, x)
	if !ok {
		return false
	}
	n := len(t.holds)
	if shown(t.space.Sub(room, rest)) && shown(t.space.Add(room, rest)) {
		return true
	}
	t.holds = t.holds[:n]
	return false
}

// stride is by how much a term with this coefficient moves from one iteration to the next, less one: a constant, or what is known ahead of the loop, which is
// positive if it is more than something else and its negative.
func (t *trial) stride(coef Poly, x *ir.Value) (Poly, bool) {
	step := t.spans[x].step
	if c, known := coef.Const(); known {
		return Const(max(c, -c)*step - 1), c != 0 && c < maxCoef && c > -maxCoef
	}
	if coef.Any(t.moves) || step >= maxWrap {
		return Poly{}, false
	}
	if coef.Negative() {
		coef = t.negate(coef)
	}
	by, _ := t.space.Mul(coef, Const(step))
	return t.space.Sub(by, Const(1)), true
}

// never reports a part, or two, that can't be equal.
func (t *trial) never(ds []Poly) bool {
	for k, d := range ds {
		if t.apart(d) || t.odd(d) || t.excluded(d) {
			return true
		}
		for _, e := range ds[:k] {
			if t.apart(t.space.Sub(d, e)) || t.apart(t.space.Add(d, e)) {
				return true
			}
		}
	}
	return false
}

// apart proves that d is not 0.
func (t *trial) apart(d Poly) bool {
	return t.proven(t.space.Sub(d, Const(1))) || t.proven(t.space.Sub(t.negate(d), Const(1)))
}

// odd reports that d is no multiple of what all its coefficients have as a factor.
func (t *trial) odd(d Poly) bool {
	r, g := int64(0), int64(0)
	for _, e := range d.terms {
		switch c := e.coef; {
		case c >= maxCoef || c <= -maxCoef:
			return false
		case len(e.factors) == 0:
			r = c
		case len(e.factors) == 1 && t.stepped(d, e):
			g = gcd(g, c*t.spans[e.factors[0]].step)
		default:
			g = gcd(g, c)
		}
	}
	return g != 0 && r%g != 0
}

// stepped reports that a term and its twin stand for a multiple of the step of a loop that begins with the same index in both iterations.
func (t *trial) stepped(d Poly, e term) bool {
	v := e.factors[0]
	sp, ok := t.spans[v]
	if !ok || sp.step >= maxWrap || sp.step <= 1 {
		return false
	}
	w := t.twin[v]
	for x, y := range t.twin {
		if y == v {
			w = x
		}
	}
	if w == nil {
		return false
	}
	back, _ := d.Coef(w)
	c, ok := back.Const()
	return ok && c == -e.coef && !sp.lo.Any(t.moves) && !sp.hi.Any(t.moves)
}

// gcd is the greatest common divisor, not negative.
func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// excluded reports that a condition around one of the accesses keeps d from being 0.
func (t *trial) excluded(d Poly) bool {
	for _, second := range []bool{false, true} {
		op := t.s.Op
		if second {
			op = t.a.Op
		}
		for _, c := range t.around(op) {
			q := c.diff
			if second {
				q = c.other
			}
			holds := false
			switch c.kind {
			case ir.OpNe:
				holds = q.Equal(d) || q.Equal(t.negate(d))
			case ir.OpGt, ir.OpGe: // q >= 0 or more
				q = t.space.Sub(q, Const(least(c.kind)))
				holds = t.proven(t.space.Sub(t.space.Sub(d, q), Const(1))) || t.proven(t.space.Sub(t.space.Sub(t.negate(d), q), Const(1)))
			case ir.OpLt, ir.OpLe:
				q = t.space.Add(q, Const(least(c.kind)))
				holds = t.proven(t.space.Sub(t.space.Add(d, q), Const(1))) || t.proven(t.space.Sub(t.space.Add(t.negate(d), q), Const(1)))
			}
			if holds {
				t.exact = append(t.exact, c.diff, t.space.Of(c.x), t.space.Of(c.y))
				return true
			}
		}
	}
	return false
}

// around lists the comparisons of indices that hold where control comes to o.
func (q *query) around(o *ir.Op) []between {
	list, ok := q.known[o]
	if !ok {
		for _, c := range conditions(o, q.loop) {
			if d := q.space.Sub(q.space.Of(c.x), q.space.Of(c.y)); !q.opaque(d) {
				list = append(list, between{c, d, q.other(d)})
			}
		}
		q.known[o] = list
	}
	return list
}

// between is a comparison with the difference of its operands, in either iteration.
type between struct {
	comparison
	diff, other Poly
}

// least is by how much the operands of a comparison that holds differ at least.
func least(k ir.OpKind) int64 {
	if k == ir.OpGt || k == ir.OpLt {
		return 1
	}
	return 0
}

// lowest is the least value of p in the loop, as a polynomial of what is known ahead of it.
func (t *trial) lowest(p Poly) (Poly, bool) {
	m, ok := t.upper(t.negate(p), t.depth)
	return t.negate(m), ok && t.uniform(m)
}

// proven shows that p is not negative.
func (t *trial) proven(p Poly) bool {
	m, ok := t.upper(t.negate(p), t.depth)
	return ok && t.uniform(m) && t.notPositive(m)
}

// need is proven, or else asks for it when the program runs; it is not if that is in vain.
func (t *trial) need(p Poly) bool { return t.needOne(p) }

// needOne does so for at least one of several.
func (t *trial) needOne(ps ...Poly) bool {
	var ask []Poly
	for _, p := range ps {
		low, ok := t.lowest(p)
		switch {
		case !ok || t.negative(low) || t.inVain(low):
		case t.notNegative(low):
			return true
		default:
			ask = append(ask, low)
		}
	}
	if len(ask) == 0 {
		return false
	}
	t.holds = append(t.holds, ask)
	return true
}

const (
	fewTrips = 4 // iterations below which nobody cares about their order
	fewTimes = 3 // how often their number may be in a condition
)

// inVain reports what is not negative only where the loop has next to no iterations.
func (t *trial) inVain(p Poly) bool {
	for _, x := range t.own {
		sp, p := t.spans[x], p
		if sp.lo.Any(t.moves) || sp.hi.Any(t.moves) {
			continue
		}
		more := t.space.Sub(t.space.Sub(sp.hi, sp.lo), Const((fewTrips-1)*sp.step)) // not negative where there are more
		for range fewTimes {
			if p = t.space.Add(p, more); t.negative(p) {
				return true
			}
		}
	}
	return false
}

// condition is what has to hold for what the trial has shown.
func (t *trial) condition() Condition {
	c := Condition{Holds: t.holds}
	seen := map[*ir.Value]bool{}
	var exact func(p Poly)
	exact = func(p Poly) {
		if !p.IsAtom() && !t.isSmall(p) && !slices.ContainsFunc(c.Small, p.Equal) {
			c.Small = append(c.Small, p)
		}
		for _, v := range p.Atoms() {
			if sp, ok := t.spans[v]; ok && !seen[v] {
				seen[v] = true
				exact(sp.exact[0])
				exact(sp.exact[1])
			}
		}
	}
	for _, p := range t.exact {
		exact(p)
	}
	for _, or := range t.holds {
		for _, p := range or {
			exact(p)
		}
	}
	return c
}

// isSmall reports that no sum or product in p can leave the 64 bits.
func (n *nest) isSmall(p Poly) bool {
	size := 0.0
	for _, t := range p.terms {
		x := max(float64(t.coef), -float64(t.coef))
		for _, f := range t.factors {
			lo, hi := n.factor(f)
			x *= max(-lo, hi)
		}
		size += x
	}
	return size < maxSize
}

// maxSize is what bounds of sums and products have to be below, computed in floating point.
const maxSize = 1 << 62

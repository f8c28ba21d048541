package analysis

import (
	"cmp"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// A Source says which iteration of a multi, and of loops inside, has stored what a load behind it loads (Feautrier, "Dataflow Analysis of Array and Scalar
// References", IJPP 1991, for the case that it is one and the same store for all of the load's iterations).
type Source struct {
	At     []Poly    // the indices of that iteration, of values at the load
	If     Condition // provided that this holds
	Inside []Poly    // and where none of these is negative: else no iteration has stored there
}

// A Dimension is an index that counts from First up to less than End, by one.
type Dimension struct {
	Index      *ir.Value
	First, End Poly
}

// Dimensions lists the indices of a multi and of the loops inside it that are around o, from the outermost on, if it is known outside how many there are, and
// o is come to once in each iteration in which the conditions around it hold.
func (s *Space) Dimensions(multi, o *ir.Op) (dims []Dimension, ok bool) {
	for in := o.Parent.Parent; in != multi; in = in.Parent.Parent {
		if in.Kind == ir.OpIf {
			continue
		}
		if in.Kind != ir.OpFor || in.Ints[0] != 1 || len(in.Results) > 0 || !Straight(in) {
			return nil, false
		}
		d := Dimension{in.Regions[0].Params[0], s.Of(in.Args[0]), s.unsaturated(s.Of(in.Args[1]))}
		if d.First.Any(multi.Defines) || d.End.Any(multi.Defines) {
			return nil, false
		}
		dims = append(dims, d)
	}
	for k, i := range slices.Backward(multi.Regions[0].Params) {
		dims = append(dims, Dimension{i, Poly{}, s.Of(multi.Args[k])})
	}
	slices.Reverse(dims)
	return dims, Straight(multi)
}

// Source finds it for a store of multi, of which no two iterations store to the same place, and a load in reader, in the same region behind it, from the same
// root. The indices are those that Dimensions lists. If the load may be from where only some have been stored, that has to be known for each place; else all have been.
func (s *Space) Source(multi, store, reader, load *ir.Op, some bool) (src Source, ok bool) {
	dims, ok := s.Dimensions(multi, store)
	st, ld := s.Access(store), s.Access(load)
	if !ok || st.Root != ld.Root {
		return src, false
	}
	strides, origin, ok := stridesOf(multi, dims, st.At)
	if !ok {
		return src, false
	}
	src.At = make([]Poly, len(dims))
	rest := s.Sub(ld.At, origin)
	order := make([]int, len(dims))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return strides[b].leading().compare(strides[a].leading()) })
	for _, k := range order {
		if src.At[k], rest, ok = s.divide(rest, strides[k]); !ok {
			return src, false
		}
	}
	if len(rest.terms) > 0 {
		return src, false
	}
	t := newNest(s, reader).trial(ld.At)
	need := func(p Poly) bool {
		if some && !t.shownAt(load, p) {
			src.Inside = append(src.Inside, p)
			t.exact = append(t.exact, p)
			return true
		}
		return t.needAt(load, p)
	}
	for k, q := range src.At {
		t.exact = append(t.exact, q)
		if !need(s.Sub(q, dims[k].First)) || !need(s.Sub(s.Sub(dims[k].End, q), Const(1))) {
			return src, false
		}
	}
	if !t.reached(multi, store, dims, src.At, need) {
		return src, false
	}
	if len(src.Inside) > 0 {
		if !t.onlyPlace(load, dims, strides, order, src.At) {
			return src, false
		}
		src.If.Add(newNest(s, multi).trial(st.At).ready())
	}
	src.If.Add(t.ready())
	return src, true
}

// trial begins one with places in the nest.
func (n *nest) trial(exact ...Poly) *trial {
	return &trial{query: &query{nest: n, twin: map[*ir.Value]*ir.Value{}, known: map[*ir.Op][]between{}}, exact: exact}
}

// ready is the condition of a trial, with what is known of the indices in it.
func (t *trial) ready() *Condition {
	c := t.condition()
	c.spans = t.spans
	return &c
}

// onlyPlace reports that no iteration but the one with these indices, which need not be one of the loop, stores to a place: as a column beyond the end of a row is the first one of
// the next. Strides are told from the longest on by order; each is a multiple of the next, and between two indices of one dimension there are less than that.
func (t *trial) onlyPlace(load *ir.Op, dims []Dimension, strides []Poly, order []int, at []Poly) bool {
	for n, k := range order[1:] {
		times, whole := t.space.Quotient(strides[order[n]], strides[k])
		if !whole || !t.needAt(load, t.space.Sub(t.space.Sub(times, Const(1)), t.space.Sub(at[k], dims[k].First))) ||
			!t.needAt(load, t.space.Sub(times, t.space.Sub(dims[k].End, at[k]))) {
			return false
		}
		t.exact = append(t.exact, times)
	}
	step, known := strides[order[len(order)-1]].Const()
	return known && step != 0
}

// reached reports that iteration `at` of a multi comes to a store, whatever the conditions around that, if none of what is needed is negative.
func (t *trial) reached(multi, store *ir.Op, dims []Dimension, at []Poly, need func(Poly) bool) bool {
	ok := true
	passed(store, multi, func(cond *ir.Value, holds bool) {
		if !ok {
			return
		}
		var all []comparison
		all, ok = comparisons(cond, holds)
		for _, c := range all {
			x, ok1 := t.space.at(t.space.Of(c.x), dims, at)
			y, ok2 := t.space.at(t.space.Of(c.y), dims, at)
			if ok = ok && ok1 && ok2 && !x.Any(multi.Defines) && !y.Any(multi.Defines); !ok {
				return
			}
			t.exact = append(t.exact, x, y)
			d := t.space.Sub(t.space.Sub(y, x), Const(least(c.kind)))
			ok = need(d)
		}
	})
	return ok
}

// comparisons are those, x < y or x <= y of signed integers of 64 bits, that a condition is the same as all of; not ok: there is more to it.
func comparisons(cond *ir.Value, holds bool) (all []comparison, ok bool) {
	n := 1 // parts of the condition
	var count func(v *ir.Value)
	count = func(v *ir.Value) {
		switch d := v.Def; {
		case d == nil:
		case d.Kind == ir.OpAnd || d.Kind == ir.OpOr || d.Kind == ir.OpAndNot:
			n++
			count(d.Args[0])
			count(d.Args[1])
		case d.Kind == ir.OpNot:
			count(d.Args[0])
		}
	}
	count(cond)
	ordered(cond, holds, func(k ir.OpKind, x, y *ir.Value) {
		if x.Type == ir.TI64 {
			all = append(all, comparison{k, x, y})
		}
	})
	return all, len(all) == n
}

// at is p where the indices have these values.
func (s *Space) at(p Poly, dims []Dimension, values []Poly) (q Poly, ok bool) {
	q = p
	for k, d := range dims { // the values are not about these indices
		coef, linear := q.Coef(d.Index)
		prod, small := s.mul(coef, values[k])
		if !linear || !small {
			return q, false
		}
		q = s.Add(q.Without(d.Index), prod)
	}
	return q, true
}

// needAt needs p not to be negative where control comes to an op.
func (t *trial) needAt(o *ir.Op, p Poly) bool { return t.shownAt(o, p) || t.need(p) }

// shownAt shows that p is not negative where control comes to an op: what the conditions around it say serves as well.
func (t *trial) shownAt(o *ir.Op, p Poly) bool {
	if t.proven(p) {
		return true
	}
	for _, c := range t.around(o) {
		d := c.diff // how far the condition is from failing
		switch c.kind {
		case ir.OpLt, ir.OpLe:
			d = t.negate(d)
		case ir.OpGt, ir.OpGe:
		default:
			continue
		}
		if t.proven(t.space.Sub(p, t.space.Sub(d, Const(least(c.kind))))) {
			t.exact = append(t.exact, c.diff, t.space.Of(c.x), t.space.Of(c.y))
			return true
		}
	}
	return false
}

// stridesOf takes a place in a multi apart: a stride for each of its indices, and the place where they are 0, all of them known outside.
func stridesOf(multi *ir.Op, dims []Dimension, at Poly) (strides []Poly, origin Poly, ok bool) {
	origin = at
	for _, d := range dims {
		stride, linear := at.Coef(d.Index)
		if !linear || len(stride.terms) == 0 {
			return nil, origin, false
		}
		strides, origin = append(strides, stride), origin.Without(d.Index)
	}
	outside := func(p Poly) bool { return !p.Any(multi.Defines) }
	return strides, origin, outside(origin) && !slices.ContainsFunc(strides, func(p Poly) bool { return !outside(p) })
}

// leading is the term of the most factors, and of these that of the largest coefficient.
func (p Poly) leading() term { return slices.MaxFunc(p.terms, term.compare) }

func (t term) compare(u term) int {
	return cmp.Or(len(t.factors)-len(u.factors), cmp.Compare(max(t.coef, -t.coef), max(u.coef, -u.coef)))
}

// divide is p = q*by + rest, where no term of the rest holds by's leading term, or holds it at most half; not ok if q is too large.
func (s *Space) divide(p, by Poly) (q, rest Poly, ok bool) {
	lead := by.leading()
	for range maxTerms {
		i := slices.IndexFunc(p.terms, func(t term) bool {
			_, in := without(t.factors, lead.factors)
			return in && nearest(t.coef, lead.coef) != 0
		})
		if i < 0 {
			return q, p, true
		}
		f, _ := without(p.terms[i].factors, lead.factors)
		part := Poly{[]term{{f, nearest(p.terms[i].coef, lead.coef)}}}
		prod, ok := s.mul(part, by)
		if !ok {
			break
		}
		q, p = s.Add(q, part), s.Sub(p, prod)
	}
	return q, p, false
}

// nearest is a/b, rounded to the nearest, and half of one to zero.
func nearest(a, b int64) int64 {
	q, r := a/b, a%b
	switch half := max(b, -b) / 2; {
	case max(r, -r) <= half:
	case (r < 0) == (b < 0):
		q++
	default:
		q--
	}
	return q
}

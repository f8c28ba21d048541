package analysis

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// dimensions takes a difference of places apart at the strides that occur in it: it is the sum of the parts, each times its stride, the first
// of which is 1; each of the others is the one before times an extent. (One extent less than parts.) linear: one part, the whole.
func (n *nest) dimensions(d Poly, linear bool) (parts, extents []Poly) {
	strides := n.strides(d)
	if linear || strides == nil {
		return []Poly{d}, nil
	}
	for k, st := range strides[1:] {
		f, _ := without(st.factors, strides[k].factors)
		extents = append(extents, Poly{[]term{{f, st.coef / strides[k].coef}}})
	}
	sums := make([][]term, len(strides))
	for _, t := range d.terms {
		for k := len(strides) - 1; k >= 0; k-- {
			f, ok := without(t.factors, strides[k].factors)
			if !ok {
				continue
			}
			c := floor(t.coef, strides[k].coef)
			if c != 0 {
				sums[k] = append(sums[k], term{f, c})
			}
			if t.coef -= c * strides[k].coef; t.coef == 0 {
				break
			}
		}
	}
	for _, ts := range sums {
		parts = append(parts, n.space.normal(ts))
	}
	return parts, extents
}

// floor is a/b, rounded down.
func floor(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// strides are the products of values other than indices by which indices are multiplied in d, with what all their coefficients have in common,
// if each is a multiple of the one before; else nil. The first is 1.
func (n *nest) strides(d Poly) []term {
	out := []term{{nil, 1}}
	for _, t := range d.terms {
		var fixed []*ir.Value
		indices := 0
		for _, f := range t.factors {
			if _, ok := n.spans[f]; ok {
				indices++
			} else {
				fixed = append(fixed, f)
			}
		}
		if indices == 0 || t.coef >= maxCoef || t.coef <= -maxCoef {
			continue
		}
		if k := slices.IndexFunc(out, func(s term) bool { return slices.Equal(s.factors, fixed) }); k < 0 {
			out = append(out, term{fixed, max(t.coef, -t.coef)})
		} else {
			out[k].coef = gcd(out[k].coef, t.coef)
		}
	}
	slices.SortStableFunc(out, func(a, b term) int { return len(a.factors) - len(b.factors) })
	for k := 1; k < len(out); k++ {
		if _, ok := without(out[k].factors, out[k-1].factors); !ok {
			return nil
		}
		if out[k].coef%out[k-1].coef != 0 {
			for i := range out {
				out[i].coef = 1
			}
		}
	}
	return out
}

// without takes factors away; not ok if they aren't all there.
func without(from, what []*ir.Value) (rest []*ir.Value, ok bool) {
	rest = slices.Clone(from)
	for _, v := range what {
		i := slices.Index(rest, v)
		if i < 0 {
			return nil, false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return rest, true
}

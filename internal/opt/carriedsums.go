package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A sum that a loop carries, such as s += x[i]*y[i], is what each iteration waits for. The addition alone takes half as long as one fused with a
// product, or less, and the product is ready before: there the two stay apart, as plain Go rounds them, unless other iterations of a loop around have sums
// of their own, which go side by side, in lanes or interleaved: then the number of operations counts. Sums do not go so where how long they are is read from
// memory: the rows of a sparse matrix. The rule knows nothing but the program.

// carriedSums finds the additions that wait for a loop alone.
func carriedSums(f *ir.Func) map[*ir.Op]bool {
	c := &carrying{sums: map[*ir.Op]bool{}}
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpFor || o.Kind == ir.OpLoop {
			c.loops = append(c.loops, o)
		}
		return true
	})
	for _, l := range c.loops {
		c.loop(f, l)
	}
	return c.sums
}

type carrying struct {
	loops []*ir.Op
	sums  map[*ir.Op]bool
}

// loop looks at what one loop carries.
func (c *carrying) loop(f *ir.Func, l *ir.Op) {
	_, first := analysis.Carried(l)
	var found []*ir.Op
	for _, p := range l.Regions[0].Params[first:] {
		if !p.Type.IsFloat() {
			continue
		}
		l.Regions[0].Walk(func(o *ir.Op) bool {
			if o == l.Regions[0].Terminator() && o.Kind == ir.OpYield || o.Kind == ir.OpContinue && o.Target == l {
				s := &sumOf{loop: l, param: p, reached: map[*ir.Value]bool{}, seen: map[*ir.Value]bool{}}
				s.follow(o.Args[p.Index-first])
				found = append(found, s.found...)
			}
			return true
		})
	}
	if len(found) > 0 && !sideBySide(f, l) {
		for _, o := range found {
			c.sums[o] = true
		}
	}
}

// sumOf is what becomes of one value that a loop carries.
type sumOf struct {
	loop    *ir.Op
	param   *ir.Value
	reached map[*ir.Value]bool // whether a value depends on the parameter
	seen    map[*ir.Value]bool
	found   []*ir.Op // additions of products to it
}

// follow goes back from v to the parameter through sums and decisions.
func (s *sumOf) follow(v *ir.Value) {
	o := v.Def
	if !insideOp(o, s.loop) || s.seen[v] {
		return
	}
	s.seen[v] = true
	switch {
	case isSum(o):
		for k, a := range o.Args {
			if !s.reaches(a) {
				continue
			}
			if other := o.Args[1-k]; isProduct(other) && !s.reaches(other) {
				s.found = append(s.found, o)
			}
			s.follow(a)
		}
	case o.Kind == ir.OpSelect:
		s.follow(o.Args[1])
		s.follow(o.Args[2])
	case o.Kind == ir.OpIf:
		for _, r := range o.Regions {
			if t := r.Terminator(); t.Kind == ir.OpYield {
				s.follow(t.Args[v.Index])
			}
		}
	}
}

// reaches reports that v may depend on the parameter.
func (s *sumOf) reaches(v *ir.Value) bool {
	o := v.Def
	if v == s.param || !insideOp(o, s.loop) {
		return v == s.param
	}
	if r, ok := s.reached[v]; ok {
		return r
	}
	s.reached[v] = false
	r := slices.ContainsFunc(o.Args, s.reaches)
	for _, in := range o.Regions {
		r = r || slices.ContainsFunc(ir.FreeValues(in), s.reaches)
	}
	s.reached[v] = r
	return r
}

// sideBySide reports that independent iterations of a loop around have the same loop, as long as far as can be seen.
func sideBySide(f *ir.Func, l *ir.Op) bool {
	for e := around(l); e != nil; e = around(e) {
		switch {
		case e.Kind == ir.OpMulti, e.Kind == ir.OpFor && analysis.Of(f).Reorder(e).Free:
			if !analysis.Ragged(l, e) {
				return true
			}
		}
	}
	return false
}

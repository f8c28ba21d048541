package opt

import (
	"maps"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A sum that a loop carries, such as s += x[i]*y[i], is what each iteration waits for. The addition alone takes half as long as one fused with a
// product, or less, and the product is ready before: there the two stay apart, as plain Go rounds them, unless other iterations of a loop around have sums
// of their own, which go side by side, in lanes or interleaved: then the number of operations counts. Sums do not go so where how long they are is read from
// memory: the rows of a sparse matrix. Where the sum waits for a product, too, as in a recursive filter, that one is fused with it. A sum that is kept in memory,
// y[i] += x[k]*z[k], is carried like one in a variable (Carry). The rule knows nothing but the program.

// carriedSums finds the additions that wait for a loop alone, and of each the product that is ready before.
func carriedSums(f *ir.Func) map[*ir.Op]*ir.Value {
	c := &carrying{f: f, sums: map[*ir.Op]*ir.Value{}}
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpFor || o.Kind == ir.OpLoop {
			c.loops = append(c.loops, o)
		}
		return true
	})
	for _, l := range c.loops {
		c.loop(l)
	}
	return c.sums
}

type carrying struct {
	f     *ir.Func
	loops []*ir.Op
	sums  map[*ir.Op]*ir.Value
}

// loop looks at what one loop carries.
func (c *carrying) loop(l *ir.Op) {
	_, first := analysis.Carried(l)
	found := map[*ir.Op]*ir.Value{}
	for _, p := range l.Regions[0].Params[first:] {
		if !p.Type.IsFloat() {
			continue
		}
		l.Regions[0].Walk(func(o *ir.Op) bool {
			if o == l.Regions[0].Terminator() && o.Kind == ir.OpYield || o.Kind == ir.OpContinue && o.Target == l {
				s := &sumOf{loop: l, param: p, reached: map[*ir.Value]bool{}, seen: map[*ir.Value]bool{}, found: found}
				for _, v := range o.Args {
					s.follow(v)
				}
			}
			return true
		})
	}
	c.inMemory(l, found)
	if len(found) > 0 && !sideBySide(c.f, l) {
		maps.Copy(c.sums, found)
	}
}

// inMemory looks at what it stores and loads again.
func (c *carrying) inMemory(l *ir.Op, found map[*ir.Op]*ir.Value) {
	if !slices.ContainsFunc(l.Regions[0].Ops, func(o *ir.Op) bool { return o.Kind == ir.OpStore && o.Args[2].Type.IsFloat() }) {
		return
	}
	for _, r := range reloads(c.f, l, analysis.NewSpace(), analysis.ExitsOf(l.Regions[0])[l]) {
		for load := range r.loads {
			s := &sumOf{loop: l, param: load.Result(), reached: map[*ir.Value]bool{}, seen: map[*ir.Value]bool{}, found: found}
			s.follow(r.store.Args[2])
		}
	}
}

// sumOf is what becomes of one value that a loop carries.
type sumOf struct {
	loop    *ir.Op
	param   *ir.Value
	reached map[*ir.Value]bool // whether a value depends on the parameter
	seen    map[*ir.Value]bool
	found   map[*ir.Op]*ir.Value // additions of products to it
}

// follow goes back from v to the parameter.
func (s *sumOf) follow(v *ir.Value) {
	o := v.Def
	if !insideOp(o, s.loop) || s.seen[v] || !s.reaches(v) {
		return
	}
	s.seen[v] = true
	switch {
	case o.Kind == ir.OpIf:
		for _, r := range o.Regions {
			if t := r.Terminator(); t.Kind == ir.OpYield {
				s.follow(t.Args[v.Index])
			}
		}
	case len(o.Regions) == 0 && o.Kind.Has(ir.Pure):
		for k, a := range o.Args {
			if isSum(o) && s.reaches(a) && isProduct(o.Args[1-k]) && !s.reaches(o.Args[1-k]) {
				s.found[o] = o.Args[1-k]
			}
			s.follow(a)
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

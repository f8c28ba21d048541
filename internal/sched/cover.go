package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// cover is what is known to have been stored to a buffer since it was made, or since an iteration began. It may take several loops, one behind the other,
//
//	for i < r { t[i] = 0 }; for i < w { t[r+i] = x[i] }; for i < r { t[r+w+i] = 0 }
//
// and several stores in a loop, t[4*i], t[4*i+1], ...: the elements are put together end to end, from 0 to the length.
type cover struct {
	s      *analysis.Space
	buffer *ir.Value
	length analysis.Poly
	boxes  bool                // loops of several extents count, as if none were negative
	equal  []analysis.Poly     // differences that are 0 here
	parts  []covered           // in the order in which they are stored
	needs  *analysis.Condition // what has to hold, if what is put together has to be all; nil: nothing may
}

// covered is elements of which the value at a path has been stored.
type covered struct {
	analysis.Run
	path []int64
}

// mostParts bounds the search for the next part.
const mostParts = 256

func coverOf(buffer, length *ir.Value, boxes bool) *cover {
	s := analysis.NewSpace()
	return &cover{s: s, buffer: buffer, length: s.Of(length), boxes: boxes}
}

// coversSurely reports that ops store to every element of a buffer of so many before anything else looks at it, whatever the extents are.
func coversSurely(buffer, length *ir.Value, ops []*ir.Op) bool {
	return coverOf(buffer, length, false).by(ops)
}

// by reports that ops complete the cover before anything else looks at the buffer.
func (c *cover) by(ops []*ir.Op) bool {
	for _, o := range ops {
		switch {
		case !touches(o, c.buffer):
			continue
		case o.Kind == ir.OpIf:
			return !slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return !c.arm(o, r).by(r.Ops) })
		case o.Kind == ir.OpStore && o.Args[2] != c.buffer:
			c.add(o, analysis.Run{Step: 1, First: c.s.Of(o.Args[1]), To: analysis.Const(1)})
		case o.Kind != ir.OpMulti && o.Kind != ir.OpFor || slices.Contains(o.Args, c.buffer) || !c.loop(o):
			return false
		}
		if len(c.parts) > mostParts || c.complete() {
			return len(c.parts) <= mostParts
		}
	}
	return false
}

// touches reports an op that does more with a buffer than ask for its length.
func touches(o *ir.Op, buffer *ir.Value) bool {
	return o.Kind != ir.OpLen && o.Kind != ir.OpCap && uses(o, buffer)
}

// arm is the cover at the begin of an arm of a branch.
func (c *cover) arm(o *ir.Op, r *ir.Region) *cover {
	in := *c
	in.boxes = false
	in.parts, in.equal = slices.Clone(c.parts), slices.Clone(c.equal)
	analysis.Equal(o.Args[0], r == o.Regions[0], func(x, y *ir.Value) { in.equal = append(in.equal, c.s.Sub(c.s.Of(x), c.s.Of(y))) })
	return &in
}

// loop adds what a loop stores. It is not ok if it does anything else with the buffer.
func (c *cover) loop(o *ir.Op) (ok bool) {
	for _, x := range o.Regions[0].Ops {
		if !touches(x, c.buffer) {
			continue
		}
		if x.Kind != ir.OpStore || x.Args[2] == c.buffer {
			return false
		}
		if r, straight := c.s.Run(o, x); straight && (c.boxes || o.Kind == ir.OpFor || len(o.Args) == 1) {
			c.add(x, r)
		}
	}
	return true
}

func (c *cover) add(store *ir.Op, r analysis.Run) {
	if !slices.Contains(store.Ints, -1) { // else an element of an array, of which it isn't known which
		c.parts = append(c.parts, covered{r, store.Ints})
	}
}

// complete reports that all values of all elements have been stored, and adds what that needs.
func (c *cover) complete() bool {
	ok := true
	var small []analysis.Poly
	ir.Leaves(c.buffer.Type.Elem, func(path []int, _ *ir.Type) {
		if !ok {
			return
		}
		var of []covered
		for _, p := range c.parts {
			if slices.EqualFunc(p.path, path, func(x int64, y int) bool { return x == int64(y) }) {
				of = append(of, p)
			}
		}
		more, reached := c.reach(of, analysis.Poly{})
		small, ok = append(small, more...), reached
	})
	if !ok || c.needs == nil && len(small) > 0 {
		return false
	}
	if len(small) > 0 {
		c.needs.Add(&analysis.Condition{Small: small})
	}
	return true
}

// reach puts parts together from an element to the end. The bounds of those that are not numbered as their loop counts must not wrap around: then there is an element between
// two bounds for each number between them, and a range that ends before it begins leaves nothing out that the next doesn't have.
func (c *cover) reach(parts []covered, at analysis.Poly) (small []analysis.Poly, ok bool) {
	if at.Equal(c.length) {
		return nil, true
	}
	if left := c.s.Sub(c.length, at); slices.ContainsFunc(c.equal, func(p analysis.Poly) bool { return p.Equal(left) || c.s.Sub(analysis.Poly{}, p).Equal(left) }) {
		return nil, true
	}
	for _, p := range parts {
		from, to := c.bound(p.Run, p.From), c.bound(p.Run, p.To)
		if !from.Equal(at) || from.Equal(to) || !together(c.s, parts, p) {
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(parts), func(q covered) bool { return q.From.Equal(p.From) && q.To.Equal(p.To) && q.First.Equal(p.First) })
		if small, ok = c.reach(rest, to); ok {
			if !p.Plain() {
				small = append(small, notConst(from, to)...)
			}
			return small, true
		}
	}
	return nil, false
}

// bound is where iteration k stores.
func (c *cover) bound(r analysis.Run, k analysis.Poly) analysis.Poly {
	at, ok := c.s.Mul(k, analysis.Const(r.Step))
	if !ok {
		return c.s.Of(c.buffer) // nowhere
	}
	return c.s.Add(at, r.First)
}

// together reports that there are parts for all elements from one of p to its next.
func together(s *analysis.Space, parts []covered, p covered) bool {
	if p.Step > int64(len(parts)) {
		return false
	}
	for k := int64(1); k < p.Step; k++ {
		first := s.Add(p.First, analysis.Const(k))
		if !slices.ContainsFunc(parts, func(q covered) bool {
			return q.Step == p.Step && q.First.Equal(first) && q.From.Equal(p.From) && q.To.Equal(p.To)
		}) {
			return false
		}
	}
	return true
}

func notConst(ps ...analysis.Poly) []analysis.Poly {
	return slices.DeleteFunc(ps, func(p analysis.Poly) bool {
		_, known := p.Const()
		return known
	})
}

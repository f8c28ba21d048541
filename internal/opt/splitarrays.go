package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// SplitArrays makes private arrays of structs and arrays private arrays of scalars, one for each component: they are no memory that
// anybody else sees, so their layout is free. It does so where all that happens to the array are loads and stores.
func SplitArrays(f *ir.Func) bool {
	if !f.Body.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpAlloca && !o.Results[0].Type.Elem.IsScalar() }) {
		return false
	}
	s := splitter{arrays: map[*ir.Value]*splitArray{}}
	uses := f.Uses()
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpAlloca && !o.Results[0].Type.Elem.IsScalar() && onlyAccessed(o.Results[0], uses.Of(o.Results[0])) {
			s.arrays[o.Results[0]] = &splitArray{op: o}
		}
		return true
	})
	if len(s.arrays) == 0 {
		return false
	}
	s.find(f.Body)
	s.region(f.Body)
	return true
}

func onlyAccessed(v *ir.Value, users []*ir.Op) bool {
	for _, u := range users {
		switch u.Kind {
		case ir.OpLoad, ir.OpStore:
			if slices.Contains(u.Args[1:], v) {
				return false
			}
		case ir.OpLen, ir.OpCap:
		default:
			return false
		}
	}
	return true
}

type splitter struct {
	arrays map[*ir.Value]*splitArray
	rep    ir.Replacer
}

// splitArray is an array with the arrays of components that take its place.
type splitArray struct {
	op    *ir.Op
	parts []*component
}

// component is what a path leads to, for all indices in it: an array of one dimension more than the path has indices.
type component struct {
	path []int64
	dims []int64
	op   *ir.Op
}

// find collects the components that are accessed.
func (s *splitter) find(r *ir.Region) {
	r.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpLoad || o.Kind == ir.OpStore {
			if a := s.arrays[o.Args[0]]; a != nil {
				a.part(o.Ints)
			}
		}
		return true
	})
}

// part is the component that path leads to.
func (a *splitArray) part(path []int64) *component {
	for _, c := range a.parts {
		if slices.Equal(c.path, path) {
			return c
		}
	}
	c := &component{path: path}
	t := a.op.Results[0].Type.Elem
	n := a.op.Ints[0]
	for _, step := range path {
		if step < 0 {
			c.dims = append(c.dims, int64(t.Len))
			n *= int64(t.Len)
			t = t.Elem
		} else {
			t = t.Fields[step].Type
		}
	}
	c.op = &ir.Op{Kind: ir.OpAlloca, Ints: []int64{n}, Pos: a.op.Pos}
	c.op.AddResult(ir.SliceOf(t)).Name = a.op.Results[0].Name
	a.parts = append(a.parts, c)
	return c
}

func (s *splitter) region(r *ir.Region) {
	out := make([]*ir.Op, 0, len(r.Ops))
	for _, o := range r.Ops {
		s.rep.Op(o)
		for _, in := range o.Regions {
			s.region(in)
		}
		b := ir.Builder{Region: &ir.Region{}, Pos: o.Pos}
		switch a := s.arrayOf(o); {
		case a == nil:
			b.Insert(o)
		case o.Kind == ir.OpAlloca:
			for _, c := range a.parts {
				b.Insert(c.op)
			}
		case o.Kind == ir.OpLen, o.Kind == ir.OpCap:
			s.rep.Replace(o.Results[0], b.Int(a.op.Ints[0]))
		default:
			s.access(&b, a.part(o.Ints), o)
			b.Insert(o)
		}
		out = append(out, b.Region.Ops...)
	}
	r.SetOps(out)
}

func (s *splitter) arrayOf(o *ir.Op) *splitArray {
	switch o.Kind {
	case ir.OpAlloca:
		return s.arrays[o.Results[0]]
	case ir.OpLoad, ir.OpStore, ir.OpLen, ir.OpCap:
		return s.arrays[o.Args[0]]
	}
	return nil
}

// access makes o, a load or store, one of the component: the indices become one.
func (s *splitter) access(b *ir.Builder, c *component, o *ir.Op) {
	fixed := 2
	if o.Kind == ir.OpStore {
		fixed = 3
	}
	i := o.Args[1]
	for k, x := range o.Args[fixed:] {
		i = b.Binary(ir.OpAdd, b.Binary(ir.OpMul, i, b.Int(c.dims[k])), x)
	}
	o.SetArgs(append([]*ir.Value{c.op.Results[0], i}, o.Args[2:fixed]...))
	o.Ints = nil
}

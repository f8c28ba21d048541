package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A space is what is known about a pattern's body: its loops' indices, and where its accesses go.
type space struct {
	s      *analysis.Space
	body   *ir.Region
	inside map[*ir.Value]bool // what the body defines
	index  map[*ir.Value]span // indices of the pattern, and of counted loops and reductions inside
}

// span is the range of an index.
type span struct {
	lo, hi *ir.Value // lo <= index < hi; lo nil: 0
	loop   *ir.Op    // the counted loop, or a reduction; nil: the pattern itself
}

func newSpace(o *ir.Op) *space { return newSpaceIn(analysis.NewSpace(), o) }

// newSpaceIn is newSpace where normal forms of several patterns are to be compared.
func newSpaceIn(s *analysis.Space, o *ir.Op) *space {
	p := &space{s: s, body: o.Regions[0], inside: valuesIn(o), index: map[*ir.Value]span{}}
	if o.Kind == ir.OpFor {
		p.index[p.body.Params[0]] = span{o.Args[0], o.Args[1], nil}
	} else {
		for d, v := range p.body.Params {
			p.index[v] = span{nil, o.Args[d], nil}
		}
	}
	p.body.Walk(func(f *ir.Op) bool {
		switch {
		case f.Kind == ir.OpFor && f.Ints[0] > 0:
			p.index[f.Regions[0].Params[0]] = span{f.Args[0], f.Args[1], f}
		case f.Kind == ir.OpReduce && f.Ints[0] == 1:
			p.index[f.Regions[0].Params[0]] = span{nil, f.Args[0], f}
		}
		return true
	})
	return p
}

// opaque reports that the polynomial depends on something in the body that is no index.
func (p *space) opaque(q analysis.Poly) bool {
	return q.Any(func(v *ir.Value) bool {
		_, isIndex := p.index[v]
		return p.inside[v] && !isIndex
	})
}

// access is where a load or store goes.
type access struct {
	op   *ir.Op
	root *ir.Value     // the slice that was not cut out of another here
	at   analysis.Poly // index into root
}

// accessOf looks through the slicing of slices.
func (p *space) accessOf(o *ir.Op) access {
	at, root := p.s.Of(o.Args[1]), o.Args[0]
	for root.Def != nil && root.Def.Kind == ir.OpSlice {
		at = p.s.Add(at, p.s.Of(root.Def.Args[1]))
		root = root.Def.Args[0]
	}
	return access{o, root, at}
}

func (a access) stores() bool { return a.op.Kind == ir.OpStore }

// cut reports an access to a slice that was cut out of the root.
func (a access) cut() bool { return a.op.Args[0] != a.root }

// elem is the type of what is loaded or stored.
func (a access) elem() *ir.Type { return ir.PathType(a.op.Args[0].Type.Elem, a.op.Ints) }

// private reports memory that is the iteration's own.
func (a access) private() bool { return a.root.Def != nil && a.root.Def.Kind == ir.OpAlloca }

// accesses lists the loads and stores in r.
func (p *space) accesses(r *ir.Region) []access {
	var out []access
	r.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpLoad || o.Kind == ir.OpStore {
			out = append(out, p.accessOf(o))
		}
		return true
	})
	return out
}

// sameField reports accesses to the same component of elements of one type.
func sameField(a, b access) bool {
	return a.op.Args[0].Type == b.op.Args[0].Type && slices.Equal(a.op.Ints, b.op.Ints) && !slices.Contains(a.op.Ints, -1)
}

// otherField reports accesses to different components of elements of one type, or to values of different types, which don't share memory.
func otherField(a, b access) bool {
	if a.elem() != b.elem() {
		return true
	}
	if a.op.Args[0].Type != b.op.Args[0].Type || slices.Contains(a.op.Ints, -1) || slices.Contains(b.op.Ints, -1) {
		return false
	}
	return !slices.Equal(a.op.Ints, b.op.Ints)
}

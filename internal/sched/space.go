package sched

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A space is what is known about a pattern's body: its loops' indices, and where its accesses go.
type space struct {
	s     *analysis.Space
	body  *ir.Region
	op    *ir.Op             // the pattern
	index map[*ir.Value]span // indices of the pattern, and of counted loops and reductions inside
	tried *tried             // see hoistable

	extents map[*ir.Value]bool    // see isExtent
	holding map[condition]holding // see boxes
	trial   *guardEmitter         // see bounded; nil: none yet that has not failed
}

// span is the range of an index.
type span struct {
	lo, hi *ir.Value // lo <= index < hi; lo nil: 0
	loop   *ir.Op    // the counted loop, or a reduction; nil: the pattern itself
	depth  int       // by which the indices of inner loops are greater
}

func newSpace(o *ir.Op) *space { return newSpaceIn(analysis.NewSpace(), o) }

// newSpaceIn is newSpace where normal forms of several patterns are to be compared.
func newSpaceIn(s *analysis.Space, o *ir.Op) *space {
	p := &space{s: s, body: o.Regions[0], op: o, index: map[*ir.Value]span{}}
	if o.Kind == ir.OpFor {
		p.index[p.body.Params[0]] = span{lo: o.Args[0], hi: o.Args[1]}
	} else {
		for d, v := range p.body.Params {
			p.index[v] = span{hi: o.Args[d], depth: d}
		}
	}
	p.loops(p.body, len(p.body.Params))
	return p
}

// loops notes the indices of the loops in r.
func (p *space) loops(r *ir.Region, depth int) {
	for _, f := range r.Ops {
		switch {
		case f.Kind == ir.OpFor && f.Ints[0] > 0:
			p.index[f.Regions[0].Params[0]] = span{f.Args[0], f.Args[1], f, depth}
		case f.Kind == ir.OpBlockReduce && f.Ints[0] == 1:
			p.index[f.Regions[0].Params[0]] = span{nil, f.Args[0], f, depth}
		case f.Kind == ir.OpBlockReduce && f.Ints[0] == 0: // a block of one
			p.index[f.Regions[0].Params[0]] = span{f.Args[0], f.Args[1], f, depth}
		}
		for _, in := range f.Regions {
			p.loops(in, depth+1)
		}
	}
}

// span gives the first and the last value of an index: of an empty range the last is below the first. It is not ok where what bounds it isn't computed from
// indices around it.
func (p *space) span(i *ir.Value) (ends, bool) {
	sp := p.index[i]
	var r ends
	if sp.lo != nil {
		r.lo = p.s.Of(sp.lo)
	}
	r.hi = p.s.Sub(p.s.Of(sp.hi), analysis.Const(1))
	return r, sp.loop == nil || p.whole(sp.loop)
}

// opaque reports that the polynomial depends on something in the body that is no index.
func (p *space) opaque(q analysis.Poly) bool {
	return q.Any(func(v *ir.Value) bool {
		_, isIndex := p.index[v]
		return p.op.Defines(v) && !isIndex
	})
}

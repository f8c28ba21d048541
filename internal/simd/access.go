package simd

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// access is a load or store whose lanes lie at a constant distance from each other. Offsets are in bytes and count from the part of the
// address that is not constant, which accesses of one family share.
type access struct {
	op     *ir.Op
	index  linear // of the element
	inner  linear // of the indices inside the element, times their strides
	typ    *ir.Type
	elem   int64 // where the element begins, all of which may be touched; if its place in that is not known, the scalar
	bytes  int64 // the size of that
	off    int64 // where the scalar begins
	stride int64 // from lane to lane
}

func (a *access) end() int64 { return a.off + int64(a.typ.Size()) }

// accessed is the type of what a load or store moves.
func accessed(o *ir.Op) *ir.Type {
	if o.Kind == ir.OpStore || o.Kind == ir.OpMStore {
		return o.Args[2].Type
	}
	return o.Results[0].Type
}

// evenly describes a load or store of scalars at even steps; ok is false for any other.
func (s *shapes) evenly(o *ir.Op) (a *access, ok bool) {
	a, seen := s.even[o]
	if !seen {
		a = s.findEven(o)
		s.even[o] = a
	}
	return a, a != nil
}

func (s *shapes) findEven(o *ir.Op) *access {
	t := accessed(o)
	if s.Private(o.Args[0]) || !t.IsScalar() || !s.Of(o.Args[0]).IsUniform() || s.Of(o.Args[1]).Varying {
		return nil
	}
	elem := o.Args[0].Type.Elem
	off, strides := ir.PathLayout(elem, o.Ints)
	a := &access{op: o, index: linearOf(o.Args[1]), typ: t, bytes: int64(elem.Size()), stride: s.Of(o.Args[1]).Stride * int64(elem.Size())}
	for k, v := range o.Args[len(o.Args)-len(strides):] {
		if s.Of(v).Varying {
			return nil
		}
		a.stride += s.Of(v).Stride * int64(strides[k])
		a.inner.addValue(v, int64(strides[k]), linearDepth)
	}
	a.elem = a.index.konst * a.bytes
	a.bytes = max(a.bytes, int64(t.Size())) // a word of several
	a.off = a.elem + a.inner.konst + int64(off)
	if len(a.inner.terms) > 0 { // it lies somewhere in the element
		a.elem, a.bytes = a.off, int64(t.Size())
	}
	return a
}

// related reports accesses whose addresses differ by a constant in every lane.
func (a *access) related(b *access) bool {
	return a.op.Args[0] == b.op.Args[0] && a.stride == b.stride && a.index.sameTerms(&b.index) && a.inner.sameTerms(&b.inner)
}

// mayOverlap reports whether two loads or stores of one iteration may touch the same memory: not if they move values of different types, or
// different components of elements of one type, or have addresses that are known to differ.
func (s *shapes) mayOverlap(o, p *ir.Op) bool {
	if s.Private(o.Args[0]) != s.Private(p.Args[0]) || analysis.OtherField(o, p) {
		return false
	}
	a, ok := s.evenly(o)
	b, also := s.evenly(p)
	if ok && also && a.related(b) {
		return a.off < b.end() && b.off < a.end()
	}
	return true
}

package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// Choose finds the borders of the kernel's loops in lanes, and chooses the number of elements in one register: as many as fit of the widest type that varies in any of
// these loops.
func Choose(k *Kernel, opt *Options) error {
	k.borders = map[*ir.Op]*borders{}
	widest := 0
	width := func(o *ir.Op) (w int) {
		sh := analyse(o)
		sh.findNarrow(o)
		sh.findGroups(o, opt.Machine.RegisterBytes, k.Lanes)
		for _, in := range o.Regions {
			w = max(w, sh.widest(in, opt.Machine))
		}
		return w
	}
	k.Func.Body.Walk(func(o *ir.Op) bool {
		switch {
		case o.Kind == ir.OpBlockReduce && o.Mode == ir.InLanes, o.Kind == ir.OpCompact:
			widest = max(widest, width(o))
			return false
		case o.Kind != ir.OpFor || o.Mode != ir.InLanes:
			return true
		}
		b := findBorders(o, opt)
		if b == nil {
			widest = max(widest, width(o))
			return false
		}
		k.borders[o] = b
		inner, whole := width(b.inner), width(o)
		b.whole = b.whole && (b.divides || whole <= inner) // the inner part matters most
		if widest = max(widest, inner); b.whole {
			widest = max(widest, whole)
		}
		return false
	})
	if widest == 0 {
		widest = 8
	}
	k.Lanes = opt.Machine.RegisterBytes / widest
	return nil
}

// widest is the size of the largest element that will be in a vector.
func (s *shapes) widest(r *ir.Region, m *machine.Desc) int {
	w := 0
	see := func(v *ir.Value) {
		if v.Type.IsScalar() && v.Type != ir.TBool {
			w = max(w, v.Type.Size())
		} else if v.Type.Kind == ir.Slice {
			w = 8
		}
	}
	var hoistable map[*ir.Op]bool
	if r.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpCheckSlice }) {
		hoistable = hoistableChecks(r, s)
	}
	r.Walk(func(o *ir.Op) bool {
		for _, in := range o.Regions {
			for _, p := range in.Params {
				if s.Of(p).Varying {
					see(p)
				}
			}
		}
		for _, v := range o.Results {
			if s.Of(v).Varying && !s.indexOnly[v] {
				see(v)
			}
		}
		switch {
		case o.Kind == ir.OpLoad, o.Kind == ir.OpStore:
			if o.Kind == ir.OpStore {
				see(o.Args[2])
			}
			w = max(w, s.offsetWidth(o))
		case s.narrowOps[o]:
			w = max(w, 4)
		case o.Kind == ir.OpCheckSlice && hoistable[o]: // in no vectors
		case o.Kind.Has(ir.Check):
			w = max(w, s.checkWidth(o))
		case len(o.Results) == 1 && s.Of(o.Results[0]).Varying && o.Kind.Has(ir.Lanewise) && !s.indexOnly[o.Results[0]]:
			for i, a := range o.Args {
				switch {
				case o.Kind == ir.OpTable:
				case i == 1 && isShift(o.Kind) && s.Of(a).IsUniform():
				case i == 1 && o.Kind == ir.OpRotl && !s.Of(a).Varying: // made as wide as the lanes
				default:
					see(a)
				}
			}
			if o.Kind == ir.OpTable && !(m.NarrowTables() && isByteTable(o)) {
				w = max(w, 4) // others are looked up in 32-bit lanes at least
			}
		case o.Kind == ir.OpYield, o.Kind == ir.OpBreak, o.Kind == ir.OpContinue:
			for _, a := range o.Args {
				if s.Of(a).Varying || o.Parent.Parent.Kind == ir.OpCompact {
					see(a)
				}
			}
		}
		return true
	})
	return w
}

// checkWidth is the size of the elements of the vectors that a check takes, as (*emitter).check makes them; 0 if it takes none. What is checked
// may have no other use: of an access or a division that nobody asks for only the check is left.
func (s *shapes) checkWidth(o *ir.Op) (w int) {
	if !slices.ContainsFunc(o.Args, func(a *ir.Value) bool { return !s.Of(a).IsUniform() }) {
		return 0
	}
	if o.Kind == ir.OpCheckIndex && s.Of(o.Args[1]).IsUniform() {
		index := s.Of(o.Args[0])
		switch {
		case s.indexOnly[o.Args[0]]:
			return 4
		case !index.Varying && -maxStride < index.Stride && index.Stride < maxStride: // spaced
			return 0
		}
	}
	for _, a := range o.Args {
		if a.Type != ir.TBool && o.Kind != ir.OpCheckPanic {
			w = max(w, a.Type.Size())
		}
	}
	return w
}

// offsetWidth is the size of the elements of the vector of offsets that a load or store takes; 0 if it takes none.
func (s *shapes) offsetWidth(o *ir.Op) int {
	if s.groups[o] != nil {
		return 0
	}
	indices := []*ir.Value{o.Args[1]}
	indices = append(indices, o.Args[len(o.Args)-extraIndices(o):]...)
	elem := o.Args[0].Type.Elem
	_, strides := ir.PathLayout(elem, o.Ints)
	bytes := s.Of(o.Args[1]).Stride * int64(elem.Size())
	even := s.Of(o.Args[0]).IsUniform()
	for i, v := range indices {
		even = even && !s.Of(v).Varying
		if i > 0 {
			bytes += s.Of(v).Stride * int64(strides[i-1])
		}
	}
	switch leaf := ir.PathType(elem, o.Ints); {
	case s.Private(o.Args[0]): // its offsets are small
		if even && bytes == 0 {
			return 0
		}
		return 4
	case even && (bytes == 0 || bytes == int64(leaf.Size())):
		return 0
	case even && -farStride < bytes && bytes < farStride:
		return 4
	case s.indexOnly[o.Args[1]]:
		return 4
	}
	return 8
}

// extraIndices is the number of indices in the path of a load or store.
func extraIndices(o *ir.Op) int {
	n := 0
	for _, step := range o.Ints {
		if step < 0 {
			n++
		}
	}
	return n
}

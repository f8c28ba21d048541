package opt

import "github.com/hone-go/hone/internal/ir"

// memory knows which loads and stores may touch the same memory. Accesses fall into classes, by the object that is accessed (as far as
// it is known), the type of the slice's elements and the component of the element; sets of classes are bit masks.
//
// Two classes are apart if their scalars differ in type, if they are different components of elements of one type, or if their
// objects are known to differ: a fresh object is none of the parameters' and no other fresh one, and as long as it does not escape
// (is only accessed, measured, sliced or returned) nothing else can lead to it.
type memory struct {
	classes []class
	index   map[class]int
	alias   []uint64 // by class: the classes that may overlap it
	local   uint64   // classes of objects that do not escape
	escapes map[*ir.Value]bool
	effects map[*ir.Op]uint64 // by op with regions: the classes that it may write
}

type class struct {
	root   *ir.Value
	elem   *ir.Type
	offset int
	leaf   *ir.Type
}

// maxClasses is the number of bits in a mask. The last class takes all that is beyond it, and overlaps everything.
const maxClasses = 64

func analyseMemory(f *ir.Func) *memory {
	m := &memory{index: map[class]int{}, escapes: map[*ir.Value]bool{}, effects: map[*ir.Op]uint64{}}
	f.Body.Walk(func(o *ir.Op) bool {
		m.collect(o)
		return true
	})
	for i, a := range m.classes {
		var mask uint64
		for j, b := range m.classes {
			if i == j || i == maxClasses-1 || j == maxClasses-1 || m.mayAlias(a, b) {
				mask |= 1 << j
			}
		}
		m.alias = append(m.alias, mask)
		if i < maxClasses-1 && isFresh(a.root) && !m.escapes[a.root] {
			m.local |= 1 << i
		}
	}
	return m
}

// isFresh reports an object made here.
func isFresh(v *ir.Value) bool { return v.Def != nil && v.Def.Kind.Has(ir.Allocates) }

// isParam reports a parameter of the function.
func isParam(v *ir.Value) bool { return v.Owner != nil && v.Owner.Parent == nil }

func (m *memory) collect(o *ir.Op) {
	harmless := 0 // operands from here on may let an object escape
	switch o.Kind {
	case ir.OpLoad, ir.OpStore:
		c := accessClass(o)
		if _, ok := m.index[c]; !ok {
			if len(m.classes) < maxClasses {
				m.classes = append(m.classes, c)
			}
			m.index[c] = len(m.classes) - 1
		}
		harmless = 1
	case ir.OpLen, ir.OpCap, ir.OpSlice, ir.OpPtr:
		harmless = 1
	case ir.OpReturn:
		return
	}
	for _, a := range o.Args[min(harmless, len(o.Args)):] {
		if a.Type.Kind == ir.Slice {
			m.escapes[a.Root()] = true
		}
	}
}

func accessClass(o *ir.Op) class {
	elem := o.Args[0].Type.Elem
	leaf := ir.PathType(elem, o.Ints)
	offset := 0
	if len(o.Ints) > 0 {
		offset, _ = ir.PathLayout(elem, o.Ints)
	}
	return class{o.Args[0].Root(), elem, offset, leaf}
}

func (m *memory) mayAlias(a, b class) bool {
	if a.leaf != b.leaf || a.elem == b.elem && a.offset != b.offset {
		return false
	}
	if a.root == b.root {
		return true
	}
	fa, fb := isFresh(a.root), isFresh(b.root)
	switch {
	case fa && fb:
		return false
	case fa:
		return m.escapes[a.root] && !isParam(b.root)
	case fb:
		return m.escapes[b.root] && !isParam(a.root)
	}
	return true
}

// classOf is the class of a load or store.
func (m *memory) classOf(o *ir.Op) int { return m.index[accessClass(o)] }

// writes is the set of classes that o, with its regions, may write.
func (m *memory) writes(o *ir.Op) uint64 {
	switch {
	case o.Kind == ir.OpStore:
		return m.alias[m.classOf(o)]
	case o.Kind.Has(ir.Writes):
		return ^m.local
	case len(o.Regions) == 0:
		return 0
	}
	if mask, ok := m.effects[o]; ok {
		return mask
	}
	var mask uint64
	for _, r := range o.Regions {
		mask |= m.regionWrites(r)
	}
	m.effects[o] = mask
	return mask
}

// regionReads is the set of classes that the ops of r, and of the regions inside, may read.
func (m *memory) regionReads(r *ir.Region) uint64 {
	var mask uint64
	r.Walk(func(o *ir.Op) bool {
		switch {
		case o.Kind == ir.OpLoad:
			mask |= 1 << m.classOf(o)
		case o.Kind.Has(ir.Reads):
			mask = ^uint64(0)
		}
		return true
	})
	return mask
}

// regionWrites is the set of classes that the ops of r may write.
func (m *memory) regionWrites(r *ir.Region) uint64 {
	var mask uint64
	for _, o := range r.Ops {
		mask |= m.writes(o)
	}
	return mask
}

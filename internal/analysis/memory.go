package analysis

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Memory knows which loads and stores may touch the same memory. Accesses fall into classes, by the object that is accessed (as far as
// it is known), the type of the slice's elements and the component of the element; sets of classes are bit masks.
//
// Two classes are apart if their scalars differ in type, if they are different components of elements of one type, or if their
// objects are known to differ: a fresh object is none of the parameters' and no other fresh one, and as long as it does not escape
// (is only accessed, measured, sliced or returned) nothing else can lead to it.
type Memory struct {
	apart   bool // parameters share nothing
	classes []class
	alias   []Classes // by class: the classes that may overlap it
	local   Classes   // classes of objects that do not escape
	escapes map[*ir.Value]bool
	effects map[*ir.Op]Classes // by op with regions: the classes that it may write
}

// Classes is a set of classes of accesses.
type Classes uint64

// Has reports whether a class is in the set.
func (c Classes) Has(class int) bool { return c>>class&1 != 0 }

type class struct {
	root   *ir.Value
	elem   *ir.Type
	offset int
	leaf   *ir.Type
}

// maxClasses is the number of bits in a mask. The last class takes all that is beyond it, and overlaps everything.
const maxClasses = 64

// MemoryOf is what all accesses of f, as it is now, do to memory. It answers for ops that are there then, also while some of them go, or move.
func MemoryOf(f *ir.Func) *Memory { return memory.Of(f) }

// MemoryApart is MemoryOf where slices that are parameters share no memory with each other.
func MemoryApart(f *ir.Func) *Memory { return memoryApart.Of(f) }

var (
	memory      = ir.NewFact(func(f *ir.Func) *Memory { return findMemory(f, false) })
	memoryApart = ir.NewFact(func(f *ir.Func) *Memory { return findMemory(f, true) })
)

func findMemory(f *ir.Func, apart bool) *Memory {
	m := &Memory{apart: apart, effects: map[*ir.Op]Classes{}}
	f.Body.Walk(func(o *ir.Op) bool {
		m.collect(o)
		return true
	})
	if len(m.classes) == 0 {
		return m
	}
	m.escapes = Shared(f)
	objects := objectsFact.Of(f)
	for i, a := range m.classes {
		var mask Classes
		for j, b := range m.classes {
			if i == j || i == maxClasses-1 || j == maxClasses-1 || !objects.apart(a.root, b.root) && m.mayAlias(a, b) {
				mask |= 1 << j
			}
		}
		m.alias = append(m.alias, mask)
		if i < maxClasses-1 && IsFresh(a.root) && !m.escapes[a.root] {
			m.local |= 1 << i
		}
	}
	return m
}

// collect gives a load or store its class.
func (m *Memory) collect(o *ir.Op) {
	if o.Kind != ir.OpLoad && o.Kind != ir.OpStore {
		return
	}
	if c := accessClass(o); len(m.classes) < maxClasses && !slices.Contains(m.classes, c) {
		m.classes = append(m.classes, c)
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

func (a class) otherField(b class) bool {
	return a.leaf != b.leaf || a.elem == b.elem && a.offset != b.offset
}

// mayAlias tells of two classes whether they may overlap: what has one root has other fields.
func (m *Memory) mayAlias(a, b class) bool {
	if a.otherField(b) {
		return false
	}
	fa, fb := IsFresh(a.root), IsFresh(b.root)
	switch {
	case fa && fb:
		return false
	case fa:
		return m.escapes[a.root] && !isParam(b.root)
	case fb:
		return m.escapes[b.root] && !isParam(a.root)
	}
	return !m.apart || !isParam(a.root) || !isParam(b.root)
}

// Class is the class of a load or store.
func (m *Memory) Class(o *ir.Op) int {
	if i := slices.Index(m.classes, accessClass(o)); i >= 0 {
		return i
	}
	return len(m.classes) - 1
}

// Count is the number of classes.
func (m *Memory) Count() int { return len(m.classes) }

// Overlapping is the set of classes that may touch what this one does.
func (m *Memory) Overlapping(class int) Classes { return m.alias[class] }

// MayOverlap reports whether two loads or stores may touch the same memory.
func (m *Memory) MayOverlap(a, b *ir.Op) bool { return m.alias[m.Class(a)].Has(m.Class(b)) }

// Writes is the set of classes that o, with its regions, may write.
func (m *Memory) Writes(o *ir.Op) Classes {
	switch {
	case o.Kind == ir.OpStore:
		return m.alias[m.Class(o)]
	case o.Kind.Has(ir.Writes):
		return ^m.local
	case len(o.Regions) == 0:
		return 0
	}
	if mask, ok := m.effects[o]; ok {
		return mask
	}
	var mask Classes
	for _, r := range o.Regions {
		mask |= m.regionWrites(r)
	}
	m.effects[o] = mask
	return mask
}

// Reads is the set of classes that the ops of r, and of the regions inside, may read.
func (m *Memory) Reads(r *ir.Region) Classes {
	var mask Classes
	r.Walk(func(o *ir.Op) bool {
		switch {
		case o.Kind == ir.OpLoad:
			mask |= 1 << m.Class(o)
		case o.Kind.Has(ir.Reads):
			mask = ^Classes(0)
		}
		return true
	})
	return mask
}

// regionWrites is the set of classes that the ops of r may write.
func (m *Memory) regionWrites(r *ir.Region) Classes {
	var mask Classes
	for _, o := range r.Ops {
		mask |= m.Writes(o)
	}
	return mask
}

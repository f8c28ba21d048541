package analysis

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// An Access is where a load or store goes: to an element of a slice that was not cut out of another one, at an index in normal form.
type Access struct {
	Op   *ir.Op
	Root *ir.Value
	At   Poly // index into Root
}

// Access looks through the slicing of slices.
func (s *Space) Access(o *ir.Op) Access {
	at, root := s.Of(o.Args[1]), o.Args[0]
	for root.Def != nil && root.Def.Kind == ir.OpSlice {
		at = s.Add(at, s.Of(root.Def.Args[1]))
		root = root.Def.Args[0]
	}
	return Access{o, root, at}
}

// Accesses lists the loads and stores in r, and in the regions inside.
func (s *Space) Accesses(r *ir.Region) []Access {
	var out []Access
	r.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpLoad || o.Kind == ir.OpStore {
			out = append(out, s.Access(o))
		}
		return true
	})
	return out
}

// Stores reports a store.
func (a Access) Stores() bool { return a.Op.Kind == ir.OpStore }

// Cut reports an access to a slice that was cut out of the root.
func (a Access) Cut() bool { return a.Op.Args[0] != a.Root }

// Elem is the type of what is loaded or stored.
func (a Access) Elem() *ir.Type { return ir.PathType(a.Op.Args[0].Type.Elem, a.Op.Ints) }

// Private reports memory of the iteration, or of the call, alone.
func (a Access) Private() bool { return a.Root.Def != nil && a.Root.Def.Kind == ir.OpAlloca }

// SameField reports accesses to the same component of elements of one type.
func (a Access) SameField(b Access) bool {
	return a.Op.Args[0].Type == b.Op.Args[0].Type && slices.Equal(a.Op.Ints, b.Op.Ints) && !slices.Contains(a.Op.Ints, -1)
}

// OtherField reports accesses to different components of elements of one type, or to values of different types, which don't share memory.
func (a Access) OtherField(b Access) bool { return OtherField(a.Op, b.Op) }

// OtherField reports loads or stores that can't touch the same memory whatever the slices and indices: they move values of different types, or
// different components of elements of one type.
func OtherField(a, b *ir.Op) bool {
	return accessClass(a).otherField(accessClass(b))
}

package ir

// A cellat is a variable of which components lie in memory that others may know: what a Go pointer that was passed to compiled code points
// to. Its operands are what the other components hold at first, and a slice for each component in memory: the one scalar or slice in it, or the
// elements of an array. Ints are their paths, one behind the other, each after its length. Behind the slices there may be a number: where the variable lies, for
// pointers to be compared.

// CellPaths lists the paths of the components of a cellat that lie in memory; nil if they are no paths.
func CellPaths(o *Op) (paths [][]int64) {
	for rest := o.Ints; len(rest) > 0; {
		n := rest[0]
		if n < 0 || n > int64(len(rest)-1) {
			return nil
		}
		paths = append(paths, rest[1:1+n])
		rest = rest[1+n:]
	}
	return paths
}

// HasAddress reports a cellat that is told where the variable lies.
func (o *Op) HasAddress() bool { return len(o.Args) > 1 && o.Args[len(o.Args)-1].Type == TI64 }

// CellAt makes a cellat; in has a slice for each of the paths, and perhaps the address.
func (b *Builder) CellAt(init *Value, in []*Value, paths [][]int64) *Value {
	o := b.Op(OpCellAt, append([]*Value{init}, in...), CellOf(init.Type))
	for _, p := range paths {
		o.Ints = append(append(o.Ints, int64(len(p))), p...)
	}
	return o.Result()
}

// Opaque is what a field is that compiled code does not use, and whose type it need not know: nothing. It has no leaves.
var Opaque = StructOf(Field{"opaque", ArrayOf(TBool, 0)})

// HoldsOpaque reports a type of which a component, other than behind a pointer, is opaque.
func HoldsOpaque(t *Type) bool {
	switch t.Kind {
	case Struct:
		for _, f := range t.Fields {
			if f.Type == Opaque || HoldsOpaque(f.Type) {
				return true
			}
		}
	case Array, Slice:
		return t.Elem == Opaque || HoldsOpaque(t.Elem)
	}
	return false
}

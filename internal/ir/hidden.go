package ir

// What elements of slices have in them that compiled code does not know, a string or a pointer among numbers, say, lies in memory as Go has it: its words are hidden in
// a component that nothing uses. They may be loaded with what is around them, and nothing becomes of them.

// hiddenName is no name that a field in Go may have.
const hiddenName = "type"

// HiddenOf is a component of this size and alignment.
func HiddenOf(size, align int) *Type {
	word := map[int]*Type{1: TU8, 2: TU16, 4: TU32, 8: TU64}[align]
	return StructOf(Field{hiddenName, ArrayOf(word, size/align)})
}

// IsHidden reports such a component.
func IsHidden(t *Type) bool {
	return t != nil && t.Kind == Struct && len(t.Fields) == 1 && t.Fields[0].Name == hiddenName
}

// HoldsHidden reports a type that has one in it, other than behind pointers and slices.
func HoldsHidden(t *Type) bool {
	switch t.Kind {
	case Struct:
		if IsHidden(t) {
			return true
		}
		for _, f := range t.Fields {
			if HoldsHidden(f.Type) {
				return true
			}
		}
	case Array:
		return HoldsHidden(t.Elem)
	}
	return false
}

package ir

import (
	"reflect"
	"unsafe"
)

// GoType is a Go type with the layout of t.
func GoType(t *Type) reflect.Type {
	switch t.Kind {
	case Bool:
		return reflect.TypeFor[bool]()
	case I8:
		return reflect.TypeFor[int8]()
	case I16:
		return reflect.TypeFor[int16]()
	case I32:
		return reflect.TypeFor[int32]()
	case I64:
		return reflect.TypeFor[int64]()
	case U8:
		return reflect.TypeFor[uint8]()
	case U16:
		return reflect.TypeFor[uint16]()
	case U32:
		return reflect.TypeFor[uint32]()
	case U64:
		return reflect.TypeFor[uint64]()
	case F32:
		return reflect.TypeFor[float32]()
	case F64:
		return reflect.TypeFor[float64]()
	case Fn:
		return reflect.TypeFor[unsafe.Pointer]()
	case Slice:
		return reflect.SliceOf(GoType(t.Elem))
	case Array:
		return reflect.ArrayOf(t.Len, GoType(t.Elem))
	case Struct:
		fs := make([]reflect.StructField, len(t.Fields))
		for i, f := range t.Fields {
			fs[i] = reflect.StructField{Name: "F" + string(rune('A'+i%26)) + string(rune('a'+i/26)), Type: GoType(f.Type)}
		}
		return reflect.StructOf(fs)
	}
	panic("ir: no Go type for " + t.String())
}

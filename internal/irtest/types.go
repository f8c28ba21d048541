// Package irtest helps to test the passes below the front end: it draws residual functions at random, calls functions of any level with
// Go values, and runs kernels of the lanes level without machine code.
package irtest

import (
	"fmt"
	"reflect"

	"github.com/hone-go/hone/internal/ir"
)

// GoType is a Go type with the layout of t.
func GoType(t *ir.Type) reflect.Type {
	switch t.Kind {
	case ir.Bool:
		return reflect.TypeFor[bool]()
	case ir.I8:
		return reflect.TypeFor[int8]()
	case ir.I16:
		return reflect.TypeFor[int16]()
	case ir.I32:
		return reflect.TypeFor[int32]()
	case ir.I64:
		return reflect.TypeFor[int64]()
	case ir.U8:
		return reflect.TypeFor[uint8]()
	case ir.U16:
		return reflect.TypeFor[uint16]()
	case ir.U32:
		return reflect.TypeFor[uint32]()
	case ir.U64:
		return reflect.TypeFor[uint64]()
	case ir.F32:
		return reflect.TypeFor[float32]()
	case ir.F64:
		return reflect.TypeFor[float64]()
	case ir.Slice:
		return reflect.SliceOf(GoType(t.Elem))
	case ir.Array:
		return reflect.ArrayOf(t.Len, GoType(t.Elem))
	case ir.Struct:
		fs := make([]reflect.StructField, len(t.Fields))
		for i, f := range t.Fields {
			fs[i] = reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: GoType(f.Type)}
		}
		return reflect.StructOf(fs)
	}
	panic("irtest: no Go type for " + t.String())
}

// FuncType is the Go type of a residual function whose parameters and results are leaves.
func FuncType(f *ir.Func) reflect.Type {
	var in, out []reflect.Type
	for _, p := range f.Body.Params {
		in = append(in, GoType(p.Type))
	}
	for _, t := range f.Results {
		out = append(out, GoType(t))
	}
	return reflect.FuncOf(in, out, false)
}

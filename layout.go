package hone

import (
	"fmt"
	"reflect"

	"github.com/hone-go/hone/internal/ir"
)

// checkLayouts compares the types of a function's code with those of the Go
// function that it stands for: parameters and results, with all that lies in
// them, elements of slices included. They differ if generated code is older than
// a change of a type; it would then take memory for what it isn't.
func checkLayouts(f *ir.Func, t reflect.Type) error {
	kinds := []struct {
		name string
		code []*ir.Type
		n    int
		of   func(int) reflect.Type
	}{
		{"parameter", ir.Types(f.Body.Params), t.NumIn(), t.In},
		{"result", f.Results, t.NumOut(), t.Out},
	}
	for _, k := range kinds {
		if len(k.code) != k.n {
			return fmt.Errorf("%s: it has %d %ss, the function has %d", outOfDate, len(k.code), k.name, k.n)
		}
		for i, c := range k.code {
			if why := otherLayout(c, k.of(i)); why != "" {
				return fmt.Errorf("%s: %s %d: %s", outOfDate, k.name, i+1, why)
			}
		}
	}
	return nil
}

const outOfDate = "the code in 0hone_gen.go is out of date (run `go tool hone gen`)"

// otherLayout says how memory that holds a g differs from what code knows as a
// t, or "". Fields must have the names that they had: two of one type that
// changed places look the same otherwise.
func otherLayout(t *ir.Type, g reflect.Type) string {
	differ := fmt.Sprintf("the code is for %s, not for %s", t, g)
	switch g.Kind() {
	case reflect.String: // by itself: what holds one has another layout
		if t.Kind != ir.Slice || t.Elem != ir.TU8 {
			return differ
		}
		return ""
	case reflect.Slice:
		if t.Kind != ir.Slice || g.Elem().Kind() == reflect.String {
			return differ
		}
		return otherLayout(t.Elem, g.Elem())
	case reflect.Array:
		if t.Kind != ir.Array || t.Len != g.Len() || g.Elem().Kind() == reflect.String {
			return differ
		}
		return otherLayout(t.Elem, g.Elem())
	case reflect.Struct:
		if t.Kind != ir.Struct || len(t.Fields) != g.NumField() {
			return differ
		}
		for i, f := range t.Fields {
			h := g.Field(i)
			if f.Name != h.Name || uintptr(t.Offset(i)) != h.Offset {
				return differ
			}
			if why := otherLayout(f.Type, h.Type); why != "" {
				return fmt.Sprintf("field %s of %s: %s", h.Name, g, why)
			}
		}
		if uintptr(t.Size()) != g.Size() {
			return differ
		}
		return ""
	case reflect.Complex64, reflect.Complex128: // a struct of two floats
		part := ir.TF64
		if g.Kind() == reflect.Complex64 {
			part = ir.TF32
		}
		if t.Kind != ir.Struct || len(t.Fields) != 2 || t.Fields[0].Type != part || t.Fields[1].Type != part {
			return differ
		}
		return ""
	}
	if int(g.Kind()) < len(scalarKinds) && t == scalarKinds[g.Kind()] {
		return ""
	}
	return differ
}

// scalarKinds are the code's types for Go's.
var scalarKinds = [...]*ir.Type{
	reflect.Bool: ir.TBool,
	reflect.Int:  ir.TI64, reflect.Int8: ir.TI8, reflect.Int16: ir.TI16, reflect.Int32: ir.TI32, reflect.Int64: ir.TI64,
	reflect.Uint: ir.TU64, reflect.Uint8: ir.TU8, reflect.Uint16: ir.TU16, reflect.Uint32: ir.TU32, reflect.Uint64: ir.TU64,
	reflect.Uintptr: ir.TU64, reflect.Float32: ir.TF32, reflect.Float64: ir.TF64,
}

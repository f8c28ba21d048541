package progen

import (
	"fmt"
	"go/types"
	"reflect"

	"github.com/hone-go/hone/internal/source"
)

// packagePath is where the generated packages seem to be.
const packagePath = "github.com/hone-go/hone/internal/progen/generated"

// Load loads what generated packages import. dir is somewhere in hone's module.
func Load(dir string) (*source.Program, error) {
	return source.Load(dir, []string{"github.com/hone-go/hone"}, source.Options{Open: true})
}

// Translate has the front end translate the functions of the seeds, in order.
func Translate(p *source.Program, seeds []uint64, size int) ([]*source.Honed, error) {
	return TranslateText(p, Package("generated", seeds, func(seed uint64) string { return Function(seed, size) }), seeds)
}

// TranslateText is Translate for the text of a package.
func TranslateText(p *source.Program, text string, seeds []uint64) ([]*source.Honed, error) {
	if _, err := p.Add(packagePath, "generated.go", text); err != nil {
		return nil, err
	}
	hs := make([]*source.Honed, len(seeds))
	for i, s := range seeds {
		if hs[i] = p.Honed(packagePath, fmt.Sprintf("H%d", s)); hs[i] == nil {
			return nil, fmt.Errorf("function %d is not found", s)
		}
	}
	return hs, nil
}

var basics = map[types.BasicKind]reflect.Type{
	types.Bool: reflect.TypeFor[bool](), types.Int: reflect.TypeFor[int](), types.Uint: reflect.TypeFor[uint](),
	types.Int8: reflect.TypeFor[int8](), types.Int16: reflect.TypeFor[int16](), types.Int32: reflect.TypeFor[int32](), types.Int64: reflect.TypeFor[int64](),
	types.Uint8: reflect.TypeFor[uint8](), types.Uint16: reflect.TypeFor[uint16](), types.Uint32: reflect.TypeFor[uint32](), types.Uint64: reflect.TypeFor[uint64](),
	types.Float32: reflect.TypeFor[float32](), types.Float64: reflect.TypeFor[float64](),
	types.Complex64: reflect.TypeFor[complex64](), types.Complex128: reflect.TypeFor[complex128](),
}

// Type is the type of a function for reflection, with named types replaced by what they stand for.
func Type(t types.Type) reflect.Type {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return basics[t.Kind()]
	case *types.Slice:
		return reflect.SliceOf(Type(t.Elem()))
	case *types.Array:
		return reflect.ArrayOf(int(t.Len()), Type(t.Elem()))
	case *types.Struct:
		fields := make([]reflect.StructField, t.NumFields())
		for i := range fields {
			fields[i] = reflect.StructField{Name: t.Field(i).Name(), Type: Type(t.Field(i).Type())}
		}
		return reflect.StructOf(fields)
	case *types.Signature:
		return reflect.FuncOf(tuple(t.Params()), tuple(t.Results()), false)
	}
	panic("progen: type " + t.String())
}

func tuple(t *types.Tuple) []reflect.Type {
	ts := make([]reflect.Type, t.Len())
	for i := range ts {
		ts[i] = Type(t.At(i).Type())
	}
	return ts
}

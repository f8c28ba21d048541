package source

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// env gives the type arguments of the function instance that is being translated.
type env map[*types.TypeParam]types.Type

// subst replaces type parameters in t. go/types can instantiate, but does not offer substitution in function bodies' types.
func (e env) subst(t types.Type) types.Type {
	if len(e) == 0 || t == nil {
		return t
	}
	switch t := t.(type) {
	case *types.TypeParam:
		if to, ok := e[t]; ok {
			return to
		}
	case *types.Alias:
		return e.subst(types.Unalias(t))
	case *types.Named:
		if args := t.TypeArgs(); args.Len() > 0 {
			inst, err := types.Instantiate(nil, t.Origin(), e.list(args), false)
			if err == nil {
				return inst
			}
		}
	case *types.Pointer:
		return types.NewPointer(e.subst(t.Elem()))
	case *types.Slice:
		return types.NewSlice(e.subst(t.Elem()))
	case *types.Array:
		return types.NewArray(e.subst(t.Elem()), t.Len())
	case *types.Tuple:
		return e.tuple(t)
	case *types.Signature:
		return types.NewSignatureType(t.Recv(), nil, nil, e.tuple(t.Params()), e.tuple(t.Results()), t.Variadic())
	case *types.Struct:
		fields := make([]*types.Var, t.NumFields())
		tags := make([]string, t.NumFields())
		for i := range fields {
			f := t.Field(i)
			fields[i] = types.NewField(f.Pos(), f.Pkg(), f.Name(), e.subst(f.Type()), f.Embedded())
			tags[i] = t.Tag(i)
		}
		return types.NewStruct(fields, tags)
	}
	return t
}

func (e env) tuple(t *types.Tuple) *types.Tuple {
	vars := make([]*types.Var, t.Len())
	for i := range vars {
		v := t.At(i)
		vars[i] = types.NewParam(v.Pos(), v.Pkg(), v.Name(), e.subst(v.Type()))
	}
	return types.NewTuple(vars...)
}

func (e env) list(l *types.TypeList) []types.Type {
	ts := make([]types.Type, l.Len())
	for i := range ts {
		ts[i] = e.subst(l.At(i))
	}
	return ts
}

var basicTypes = map[types.BasicKind]*ir.Type{
	types.Bool: ir.TBool, types.UntypedBool: ir.TBool,
	types.Int: ir.TI64, types.Int8: ir.TI8, types.Int16: ir.TI16, types.Int32: ir.TI32, types.Int64: ir.TI64,
	types.UntypedInt: ir.TI64, types.UntypedRune: ir.TI32,
	types.Uint: ir.TU64, types.Uint8: ir.TU8, types.Uint16: ir.TU16, types.Uint32: ir.TU32, types.Uint64: ir.TU64,
	types.Uintptr: ir.TU64,
	types.Float32: ir.TF32, types.Float64: ir.TF64, types.UntypedFloat: ir.TF64,
	types.Complex64: complex64Type, types.Complex128: complex128Type, types.UntypedComplex: complex128Type,
}

// maxLeaves bounds aggregates: local memory that large is no good idea.
const maxLeaves = 1 << 20

// irType is the IR's type for a Go type without type parameters, or else a sentence that says why there is none.
// seen holds the named types around t.
func irType(t types.Type, e env, seen []*types.Named) (*ir.Type, string) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if isErrorType(t) {
			return recipeType, ""
		}
		if it := forked(t); it != nil {
			return it, ""
		}
		for _, s := range seen {
			if types.Identical(s, t) {
				return nil, fmt.Sprintf("recursive types such as %s are not compiled", name(t))
			}
		}
		return irType(e.subst(t.Underlying()), e, append(seen[:len(seen):len(seen)], t))
	case *types.Basic:
		if it := basicTypes[t.Kind()]; it != nil {
			return it, ""
		}
		if t.Info()&types.IsString != 0 {
			return stringType, ""
		}
		if t.Kind() == types.UnsafePointer {
			return memoryPointer, ""
		}
		return nil, fmt.Sprintf("values of type %s are not compiled", t.Name())
	case *types.Slice:
		elem, why := irType(t.Elem(), e, seen)
		if why == "" && elem.Kind == ir.Cell {
			why = "slices of pointers are not compiled"
			if isChannel(t.Elem()) {
				why = "slices of channels are not compiled"
			}
		}
		if elem == recipeType {
			why = "slices of errors are not compiled"
		}
		if elem == ir.Opaque {
			why = "slices of interface values are not compiled"
		}
		if why == "" && ir.HoldsOpaque(elem) {
			why = opaqueField(t.Elem(), e, seen)
		}
		return wrap(ir.SliceOf, elem, why)
	case *types.Array:
		elem, why := irType(t.Elem(), e, seen)
		if why != "" {
			return nil, why
		}
		if elem.Kind == ir.Cell {
			return nil, "arrays of pointers are not compiled"
		}
		if elem == recipeType {
			return nil, "arrays of errors are not compiled"
		}
		if elem == ir.Opaque {
			return nil, "arrays of interface values are not compiled"
		}
		if n := t.Len(); n > maxLeaves || leaves(elem)*int(n) > maxLeaves {
			return nil, fmt.Sprintf("arrays of more than %d values are not compiled; use a slice", maxLeaves)
		}
		return ir.ArrayOf(elem, int(t.Len())), ""
	case *types.Struct:
		fields := make([]ir.Field, t.NumFields())
		hidden := e.hiddenFields(t, seen)
		for i := range fields {
			if h := hidden[i]; h != nil {
				fields[i] = ir.Field{Name: t.Field(i).Name(), Type: h}
				continue
			}
			ft, why := irType(t.Field(i).Type(), e, seen)
			if why != "" || ft == recipeType || ft == memoryPointer {
				ft = ir.Opaque // it is told where the field is used
			}
			fields[i] = ir.Field{Name: t.Field(i).Name(), Type: ft}
		}
		return ir.StructOf(fields...), ""
	case *types.Pointer:
		elem, why := irType(t.Elem(), e, seen)
		if why == "" && elem.Kind == ir.Cell {
			why = "pointers to pointers are not compiled"
		}
		if elem == ir.Opaque {
			why = "pointers to interface values are not compiled"
		}
		return wrap(ir.CellOf, elem, why)
	case *types.Signature:
		params, why := irTypes(t.Params(), e, seen)
		if why != "" {
			return nil, why
		}
		results, why := irTypes(t.Results(), e, seen)
		if why != "" {
			return nil, why
		}
		if slices.Contains(params, ir.Opaque) || slices.Contains(results, ir.Opaque) {
			return ir.Opaque, "" // until it is known which function, see funcbox.go
		}
		return ir.FuncOf(params, results), ""
	case *types.TypeParam:
		if to, ok := e[t]; ok {
			return irType(to, e, seen)
		}
		return nil, fmt.Sprintf("the type parameter %s has no known type here", t)
	case *types.Map:
		return nil, noMaps
	case *types.Chan:
		return channelType(t, e, seen)
	case *types.Interface:
		return ir.Opaque, "" // until a value is there
	}
	return nil, fmt.Sprintf("values of type %s are not compiled", name(t))
}

// opaqueField says why a component of t is opaque.
func opaqueField(t types.Type, e env, seen []*types.Named) string {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		seen = append(seen[:len(seen):len(seen)], n)
	}
	switch u := e.subst(t.Underlying()).(type) {
	case *types.Array:
		return opaqueField(u.Elem(), e, seen)
	case *types.Slice:
		return opaqueField(u.Elem(), e, seen)
	case *types.Struct:
		for i := range u.NumFields() {
			ft := u.Field(i).Type()
			it, why := irType(ft, e, seen)
			if why == "" && ir.HoldsOpaque(it) {
				why = opaqueField(ft, e, seen)
			}
			if it == ir.Opaque {
				why = "interface values in slices are not compiled"
			}
			if why != "" {
				return fmt.Sprintf("field %s of %s: %s", u.Field(i).Name(), name(t), why)
			}
		}
	}
	return fmt.Sprintf("values of type %s are not compiled", name(t))
}

func wrap(of func(*ir.Type) *ir.Type, elem *ir.Type, why string) (*ir.Type, string) {
	if why != "" {
		return nil, why
	}
	return of(elem), ""
}

func irTypes(tuple *types.Tuple, e env, seen []*types.Named) ([]*ir.Type, string) {
	ts := make([]*ir.Type, tuple.Len())
	for i := range ts {
		t, why := irType(tuple.At(i).Type(), e, seen)
		if why != "" {
			return nil, why
		}
		ts[i] = t
	}
	return ts, ""
}

// leaves counts the non-aggregate components of t.
func leaves(t *ir.Type) int {
	switch t.Kind {
	case ir.Array:
		return t.Len * leaves(t.Elem)
	case ir.Struct:
		n := 0
		for _, f := range t.Fields {
			n += leaves(f.Type)
		}
		return n
	}
	return 1
}

// name is the type as messages show it: qualified by package names.
func name(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

// What can't be passed, and what can.
const (
	noFuncs = "functions can't be passed to or from compiled code; hone a function that passes the one in use to this one"
	noTexts = "strings inside slices can't be passed to or from compiled code; pass their bytes in a [][]byte, or one string and where each begins"
)

// atBoundary says why values of type t can't be passed between Go and compiled code, or "". What pointers and structs have in them is
// looked at when it is known what is used, see border.go.
func atBoundary(t *ir.Type, inSlice bool) string {
	switch t.Kind {
	case ir.Slice:
		return atBoundary(t.Elem, true)
	case ir.Array:
		return atBoundary(t.Elem, inSlice)
	case ir.Struct:
		if inSlice && isForked(t) {
			return sharedWithOthers
		}
		if inSlice {
			for _, f := range t.Fields {
				if why := atBoundary(f.Type, true); why != "" {
					return why
				}
			}
		}
	case ir.Fn:
		return noFuncs
	case ir.Cell:
		if t == memoryPointer {
			return "values of type unsafe.Pointer can't be passed to or from compiled code"
		}
		if inSlice {
			return "pointers in slices can't be passed to or from compiled code"
		}
		return atBoundary(t.Elem, false)
	}
	return ""
}

// stringsInSlices reports strings in elements of slices, whose headers have another size than those of the slices that they are in compiled code.
func stringsInSlices(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Slice:
		return holdsString(t.Elem()) || stringsInSlices(t.Elem())
	case *types.Array:
		return stringsInSlices(t.Elem())
	}
	return false
}

// hasStrings reports strings in structs and arrays that are passed: they have another layout than in compiled code.
func hasStrings(sig *types.Signature) bool {
	for _, vs := range []*types.Tuple{sig.Params(), sig.Results()} {
		for i := range vs.Len() {
			if t := vs.At(i).Type(); !isString(t) && holdsString(t) {
				return true
			}
		}
	}
	return false
}

// holdsString reports a string, or one in a struct or array.
func holdsString(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return isString(t)
	case *types.Array:
		return holdsString(u.Elem())
	case *types.Struct:
		for i := range u.NumFields() {
			if holdsString(u.Field(i).Type()) {
				return true
			}
		}
	}
	return false
}

// deref is the type a pointer points to, and whether t is a pointer.
func deref(t types.Type) (types.Type, bool) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem(), true
	}
	return t, false
}

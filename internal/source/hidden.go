package source

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Structs in slices that are passed to compiled code, []Person, say, may have fields there that it can't have in slices: strings, whose headers are smaller in Go than those of the
// slices that they are in the IR, pointers, maps, and so on. Such fields are hidden (ir.HiddenOf): they have their places in memory, and can't be used. As the words in them may be
// pointers, which only Go code stores, elements can't be stored whole, and slices of them not be made.
//
// A function is translated so where there is anything to hide in what is passed to it, and as if there were not if that is of no use: inside, strings may be in slices.

// hidingKey leads to the structs with hidden fields in what env has for type parameters, as a tuple of such by whether they are elements.
var hidingKey = types.NewTypeParam(types.NewTypeName(token.NoPos, nil, "hidden", nil), types.NewInterfaceType(nil, nil))

const (
	anElementStruct = "element" // it lies in slices: all that can't be there is hidden
	anOuterStruct   = "outer"   // it doesn't, but has slices of what can't be in them
)

// hide gives the structs that have something to hide in what is passed, nil if there are none.
func hide(sig *types.Signature) *types.Tuple {
	h := &hider{}
	for _, vs := range []*types.Tuple{sig.Params(), sig.Results()} {
		for i := range vs.Len() {
			h.look(vs.At(i).Type(), false, nil)
		}
	}
	if len(h.found) == 0 {
		return nil
	}
	return types.NewTuple(h.found...)
}

type hider struct{ found []*types.Var }

func (h *hider) look(t types.Type, inSlice bool, around []*types.Named) {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if slices.Contains(around, n) || forked(n) != nil || isErrorType(n) {
			return
		}
		around = append(around[:len(around):len(around)], n)
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		h.look(u.Elem(), false, around)
	case *types.Slice:
		h.look(u.Elem(), true, around)
	case *types.Array:
		h.look(u.Elem(), inSlice, around)
	case *types.Struct:
		kind := anOuterStruct
		if inSlice {
			kind = anElementStruct
		}
		hides := false
		for i := range u.NumFields() {
			ft := u.Field(i).Type()
			if isHiddenField(kind, ft, around) {
				hides = true
			} else {
				h.look(ft, inSlice, around)
			}
		}
		if hides {
			h.found = append(h.found, types.NewParam(token.NoPos, nil, kind, u))
		}
	}
}

// isHiddenField reports a field of such a struct that has to be hidden; around are the named types that the struct is in.
func isHiddenField(kind string, t types.Type, around []*types.Named) bool {
	if s, ok := t.Underlying().(*types.Slice); ok {
		return !fitsSlice(s.Elem(), around)
	}
	return kind == anElementStruct && !fitsSlice(t, around)
}

// fitsSlice reports types whose values may be in slices that are passed, structs with hidden fields included.
func fitsSlice(t types.Type, around []*types.Named) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if slices.Contains(around, n) || forked(n) != nil {
			return false
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basicTypes[u.Kind()] != nil
	case *types.Slice:
		return fitsSlice(u.Elem(), around)
	case *types.Array:
		return fitsSlice(u.Elem(), around)
	case *types.Struct:
		return true
	}
	return false
}

// hiding adds to a unit's environments what is hidden in it.
func (u *unit) hiding(e env) env {
	if u.hidden == nil {
		return e
	}
	if e == nil {
		e = env{}
	}
	e[hidingKey] = u.hidden
	return e
}

// hides reports a type that has structs in it of which this unit has fields hidden, behind pointers and in slices included.
func (u *unit) hides(t types.Type) bool {
	if u.hidden == nil {
		return false
	}
	var found func(t types.Type, around []*types.Named) bool
	found = func(t types.Type, around []*types.Named) bool {
		if n, ok := types.Unalias(t).(*types.Named); ok {
			if slices.Contains(around, n) {
				return false
			}
			around = append(around[:len(around):len(around)], n)
		}
		switch s := t.Underlying().(type) {
		case *types.Pointer:
			return found(s.Elem(), around)
		case *types.Slice:
			return found(s.Elem(), around)
		case *types.Array:
			return found(s.Elem(), around)
		case *types.Struct:
			for i := range u.hidden.Len() {
				if types.Identical(u.hidden.At(i).Type(), s) {
					return true
				}
			}
			for i := range s.NumFields() {
				if found(s.Field(i).Type(), around) {
					return true
				}
			}
		}
		return false
	}
	return found(t, nil)
}

// hiddenFields is what of a struct's fields is hidden, by its types in the IR; nil where nothing is.
func (e env) hiddenFields(t *types.Struct, around []*types.Named) map[int]*ir.Type {
	set, ok := e[hidingKey].(*types.Tuple)
	if !ok {
		return nil
	}
	kind := ""
	for i := range set.Len() {
		if v := set.At(i); types.Identical(v.Type(), t) && kind != anElementStruct {
			kind = v.Name()
		}
	}
	if kind == "" {
		return nil
	}
	hidden := map[int]*ir.Type{}
	for i := range t.NumFields() {
		if ft := t.Field(i).Type(); isHiddenField(kind, ft, around) {
			hidden[i] = ir.Opaque
			if size := gcSizes.Sizeof(ft); size > 0 {
				hidden[i] = ir.HiddenOf(int(size), int(gcSizes.Alignof(ft)))
			}
		}
	}
	return hidden
}

var gcSizes = types.SizesFor("gc", "amd64")

// failHidden says why a hidden field can't be used.
func (f *fun) failHidden(pos token.Pos, field types.Type) {
	what := "values of type " + name(field)
	switch t := field.Underlying().(type) {
	case *types.Basic:
		what = "strings"
	case *types.Pointer:
		what = "pointers"
	case *types.Interface:
		what = "interface values"
	case *types.Slice:
		if isString(t.Elem()) {
			f.fail(pos, noTexts)
		}
	}
	f.fail(pos, "%s inside slices can't be passed to or from compiled code", what)
}

// refuseHidden gives a reason for each op that would store hidden components, or make room for some.
func (u *unit) refuseHidden(m *ir.Module) {
	if u.hidden == nil || m == nil {
		return
	}
	for k, f := range m.Funcs {
		file := u.prog.position(u.insts[k].pos())
		f.Body.Walk(func(o *ir.Op) bool {
			if t := madeOrStored(o); t != nil && ir.HoldsHidden(t) {
				r := Reason{file, "elements with fields that can't be passed to compiled code, such as strings and pointers, are not made, nor stored as a whole"}
				r.Pos.Line, r.Pos.Column, r.Pos.Offset = int(o.Pos.Line), int(o.Pos.Col), 0
				u.add(r, r.String())
			}
			return true
		})
	}
}

// madeOrStored is the type of what an op stores, or makes memory for.
func madeOrStored(o *ir.Op) *ir.Type {
	switch o.Kind {
	case ir.OpStore:
		return o.Args[2].Type
	case ir.OpSet:
		if def := o.Args[0].Def; def == nil || def.Kind != ir.OpCell {
			return o.Args[1].Type
		}
	case ir.OpMove: // a copy
		return o.Args[0].Type.Elem
	case ir.OpMake, ir.OpView:
		return o.Results[0].Type.Elem
	}
	return nil
}

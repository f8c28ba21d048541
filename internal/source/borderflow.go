package source

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// flow is what a function, with all that it calls, does with components of structs and of what pointers point to. Types tell which these
// are: what is done to one value of a type may be done to any.
type flow struct {
	used   map[fieldOf]bool
	stored map[*ir.Type][][]int64 // by the type of a variable: what is assigned to through pointers, as paths
	parts  []partOf

	compared map[*ir.Type]bool // variables of which types pointers are compared with each other
}

// partOf says that there are pointers to the component at path of what pointers to a t point to.
type partOf struct {
	t    *ir.Type
	path []int64
}

// fieldOf is a field of a struct.
type fieldOf struct {
	t     *ir.Type
	field int
}

func flowOf(entry *ir.Func, m *ir.Module, held func(*ir.Type) (*ir.Type, bool)) *flow {
	w := &flow{used: map[fieldOf]bool{}, stored: map[*ir.Type][][]int64{}, compared: map[*ir.Type]bool{}}
	for _, t := range entry.Results {
		t, _ = held(t)
		w.whole(t)
		if t.Kind == ir.Cell {
			w.whole(t.Elem)
		}
	}
	for _, f := range m.Funcs {
		f.Body.Walk(func(o *ir.Op) bool {
			w.op(o)
			return true
		})
		if f.Filter != nil {
			f.Filter.Walk(func(o *ir.Op) bool {
				w.op(o)
				return true
			})
		}
	}
	w.followParts()
	return w
}

// followParts notes what is assigned to through pointers to parts as assigned to in what they are parts of.
func (w *flow) followParts() {
	for grown := true; grown; {
		grown = false
		for _, p := range w.parts {
			for _, in := range w.stored[ir.PathType(p.t, p.path)] {
				path := slices.Concat(p.path, in)
				if !slices.ContainsFunc(w.stored[p.t], func(old []int64) bool { return slices.Equal(old, path) }) {
					w.stored[p.t] = append(w.stored[p.t], path)
					grown = true
				}
			}
		}
	}
}

func (w *flow) op(o *ir.Op) {
	switch o.Kind {
	case ir.OpSame:
		w.compared[o.Args[0].Type.Elem] = true
	case ir.OpExtract, ir.OpInsert:
		w.path(o.Args[0].Type, o.Ints)
	case ir.OpGet:
		w.path(o.Args[0].Type.Elem, o.Ints)
	case ir.OpLoad, ir.OpStore:
		w.path(o.Args[0].Type.Elem, o.Ints)
		if o.Kind == ir.OpStore {
			w.whole(o.Args[2].Type)
		}
	case ir.OpPart:
		base := o.Args[0].Type
		if base.Kind == ir.Cell {
			w.path(base.Elem, o.Ints)
			if def := o.Args[0].Def; def == nil || def.Kind != ir.OpCell {
				w.parts = append(w.parts, partOf{base.Elem, o.Ints})
			}
		} else if len(o.Args) > 1 {
			w.path(base.Elem, o.Ints)
		}
	case ir.OpRecast: // through it may be assigned to what it leads to
		t := o.Args[0].Type.Elem
		w.path(t, nil)
		w.whole(t)
		if def := o.Args[0].Def; def == nil || def.Kind != ir.OpCell {
			w.stored[t] = append(w.stored[t], nil)
		}
	case ir.OpView: // through the slice it may be assigned to
		t := o.Args[0].Type.Elem
		w.path(t, o.Ints)
		w.whole(o.Results[0].Type.Elem)
		if def := o.Args[0].Def; def == nil || def.Kind != ir.OpCell {
			w.stored[t] = append(w.stored[t], o.Ints)
		}
	case ir.OpSet:
		t := o.Args[0].Type.Elem
		w.path(t, o.Ints)
		if def := o.Args[0].Def; def == nil || def.Kind != ir.OpCell { // else it is a variable of the function's own
			w.stored[t] = append(w.stored[t], o.Ints)
			w.whole(o.Args[1].Type)
		}
	}
}

// path notes the fields along a path.
func (w *flow) path(t *ir.Type, path []int64) {
	for _, step := range path {
		if step < 0 {
			t = t.Elem
			continue
		}
		w.used[fieldOf{t, int(step)}] = true
		t = t.Fields[step].Type
	}
}

// whole notes all fields of a type.
func (w *flow) whole(t *ir.Type) {
	switch t.Kind {
	case ir.Array:
		w.whole(t.Elem)
	case ir.Struct:
		for i, f := range t.Fields {
			w.used[fieldOf{t, i}] = true
			w.whole(f.Type)
		}
	}
}

// isStored reports whether anything is assigned, through a pointer to a t, to the component at path, to a part of it, or to what it is a
// part of.
func (w *flow) isStored(t *ir.Type, path []int64) bool {
search:
	for _, p := range w.stored[t] {
		for i := range min(len(p), len(path)) {
			if p[i] != path[i] {
				continue search
			}
		}
		return true
	}
	return false
}

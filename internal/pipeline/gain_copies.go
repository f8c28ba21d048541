package pipeline

import "github.com/hone-go/hone/internal/ir"

// asFastInGo reports loops in lanes, so deep in a kernel, that clear memory, or copy it, as the runtime does, those around nothing else, and searches inside loops: of these
// nobody knows that they are not about a few elements only, which they look at one by one.
func asFastInGo(o *ir.Op, depth int, s *shares) bool {
	if o.Kind == ir.OpBlockReduce {
		return depth+s.around > 0 && o.Results[0].Type == ir.TBool
	}
	if o.Kind != ir.OpFor {
		return false
	}
	if o.Mode != ir.InLanes {
		return copiesOnly(o, depth, s)
	}
	index := o.Regions[0].Params[0]
	clears, copies, few := true, true, false
	for _, x := range o.Regions[0].Ops {
		switch {
		case x.Kind == ir.OpConst || x.Kind.Has(ir.Terminator) || (x.Kind == ir.OpAdd || x.Kind == ir.OpSub) && x.Results[0].Type == ir.TI64:
		case x.Kind == ir.OpLoad:
			clears = false
			copies = copies && follows(placeOf(x), index)
			few = few || amongFew(x)
		case x.Kind == ir.OpStore:
			v := x.Args[2].Def
			clears = clears && v != nil && v.Kind == ir.OpConst && v.Bits == 0
			copies = copies && v != nil && v.Kind == ir.OpLoad && follows(placeOf(x), index)
			few = few || amongFew(x)
		default:
			return false
		}
	}
	return clears || copies && depth > 0 && (few || !s.whole)
}

// copiesOnly reports a loop around loops that copy, with nothing else but where that is from and to.
func copiesOnly(o *ir.Op, depth int, s *shares) bool {
	loops := false
	for _, x := range o.Regions[0].Ops {
		switch {
		case x.Kind.Has(ir.Loop):
			if !asFastInGo(x, depth+1, s) {
				return false
			}
			loops = true
		case x.Kind.Has(ir.Pure), x.Kind == ir.OpAlloca, x.Kind.Has(ir.Terminator):
		default:
			return false
		}
	}
	return loops
}

// placeOf is the index of what is loaded or stored: in an array in an element, the one there.
func placeOf(x *ir.Op) *ir.Value {
	if x.Kind == ir.OpStore && len(x.Args) == 3 {
		return x.Args[1]
	}
	return x.Args[len(x.Args)-1]
}

// follows reports what goes up by one with an index.
func follows(v, index *ir.Value) bool {
	if v == index {
		return true
	}
	d := v.Def
	if d == nil || d.Kind != ir.OpAdd && d.Kind != ir.OpSub || d.Parent != index.Owner {
		return false
	}
	varies := func(a *ir.Value) bool {
		return a == index || a.Def != nil && a.Def.Parent == index.Owner && a.Def.Kind != ir.OpConst
	}
	return follows(d.Args[0], index) && !varies(d.Args[1]) || d.Kind == ir.OpAdd && !varies(d.Args[0]) && follows(d.Args[1], index)
}

// amongFew reports an access to one of few elements, be it of an array in an element or of one of the kernel's own.
func amongFew(x *ir.Op) bool {
	if d := x.Args[0].Def; d != nil && d.Kind == ir.OpAlloca {
		return d.Ints[0] <= someElements
	}
	n := 0
	if x.Kind == ir.OpStore {
		n = 1
	}
	if len(x.Args) <= 2+n {
		return false
	}
	t := x.Args[0].Type.Elem
	for _, p := range x.Ints {
		if p >= 0 && t.Kind == ir.Struct {
			t = t.Fields[p].Type
			continue
		}
		if t.Kind != ir.Array {
			return false
		}
		if t.Len > someElements {
			return false
		}
		t = t.Elem
	}
	return true
}

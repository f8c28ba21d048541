package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// collectFills makes an output of a store with which a parallel loop fills a slice, made just for that, of which multis behind it read elements. So what was
// written as a loop is fused like a Build.
func collectFills(f *ir.Func) bool {
	var loops []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpMulti && len(o.Args) == 1 && !o.Regions[0].Contains(func(x *ir.Op) bool { return x.Kind.Has(ir.Loop) }) {
			loops = append(loops, o)
		}
		return true
	})
	for _, loop := range loops {
		for _, st := range loop.Regions[0].Ops {
			if st.Kind == ir.OpStore && filled(f, loop, st) {
				collect(loop, st)
				return true
			}
		}
	}
	return false
}

// filled looks at the slice that a store of the loop goes to.
func filled(f *ir.Func, loop, store *ir.Op) bool {
	t := store.Args[0]
	made := t.Def
	if made == nil || made.Kind != ir.OpMake || made.Parent != loop.Parent || len(store.Ints) > 0 || !t.Type.Elem.IsScalar() {
		return false
	}
	if !analysis.NewSpace().Fills(loop, store, made.Args[0]) {
		return false
	}
	read := false
	for _, u := range f.Uses().Of(t) {
		switch {
		case u == store:
		case u.Kind == ir.OpLen && behind(loop, u):
		case u.Kind == ir.OpLoad && u.Args[0] == t && !insideOp(u, loop) && behind(loop, u):
			read = read || readerOf(loop, u) != nil
		default:
			return false
		}
	}
	return read
}

// collect has the loop collect what a store of it stores.
func collect(loop, store *ir.Op) {
	made, body := store.Args[0].Def, loop.Regions[0]
	out := body.NewOp(ir.OpCollect, store.Pos, []*ir.Value{store.Args[2]})
	body.Terminator().InsertBefore(out)
	store.Remove()
	loop.AddResults(made.Results...)
	made.Remove()
}

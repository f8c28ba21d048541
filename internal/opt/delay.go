package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Delay makes builds of slices that a parallel loop fills element by element, where FuseBuilds then takes all of them into their readers: the slices are
// never made.
func Delay(f *ir.Func) bool {
	m := analysis.MemoryOf(f)
	var loops []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.IsParFor() {
			loops = append(loops, o)
		}
		return true
	})
	changed := false
	for _, o := range loops {
		changed = delay(f, m, o) || changed
	}
	return changed
}

// delay does so for one loop, if every slice that it stores to is filled by it, and cheap.
func delay(f *ir.Func, m *analysis.Memory, loop *ir.Op) bool {
	body := loop.Regions[0]
	var stores []*ir.Op
	loads := 0
	for _, o := range body.Ops {
		switch {
		case o.Kind == ir.OpStore:
			stores = append(stores, o)
		case o.Kind == ir.OpLoad:
			loads++
		case len(o.Regions) > 0 || !o.Kind.Has(ir.Pure) && o.Kind != ir.OpYield:
			return false
		}
	}
	if len(loop.Args) != 1 || len(stores) == 0 {
		return false
	}
	reads := 0
	var outs []delayed
	for _, st := range stores {
		d, ok := delayedSlice(loop, st, f.Uses())
		if !ok {
			return false
		}
		reads = max(reads, len(d.loads))
		outs = append(outs, d)
	}
	// What is read several times is not to take more loads than before.
	if reads > 1 && loads > len(outs) {
		return false
	}
	var builds []*ir.Op
	for k := range outs {
		outs[k].build = buildOf(loop, stores[k])
		builds = append(builds, outs[k].build)
	}
	loop.InsertAfter(builds...)
	for _, d := range outs {
		if !mayInline(m, d.build, d.loads) {
			ir.RemoveOps(builds)
			return false
		}
	}
	for _, d := range outs {
		d.build.SetResults(d.made.Results)
		d.made.Remove()
	}
	loop.Remove()
	return true
}

// delayed is a slice that a loop fills.
type delayed struct {
	made, build *ir.Op
	loads       []*ir.Op
}

// delayedSlice looks at the slice that a store of the loop goes to: it has to have been made just for that, with the loop's length.
func delayedSlice(loop, store *ir.Op, uses *ir.Uses) (d delayed, ok bool) {
	t := store.Args[0]
	d.made = t.Def
	if d.made == nil || d.made.Kind != ir.OpMake || d.made.Parent != loop.Parent || len(store.Ints) > 0 || !t.Type.Elem.IsScalar() {
		return d, false
	}
	if !analysis.NewSpace().Fills(loop, store, d.made.Args[0]) {
		return d, false
	}
	for _, u := range uses.Of(t) {
		switch {
		case u == store, u.Kind == ir.OpLen:
		case u.Kind == ir.OpLoad && u.Args[0] == t && !insideOp(u, loop):
			d.loads = append(d.loads, u)
		default:
			return d, false
		}
	}
	return d, len(d.loads) > 0
}

// buildOf is a multi that collects what a store of the loop stores, with what it takes to compute that; its result is for the caller to give.
func buildOf(loop, store *ir.Op) *ir.Op {
	body := loop.Regions[0]
	needed := map[*ir.Value]bool{store.Args[2]: true}
	var ops []*ir.Op
	for _, o := range slices.Backward(body.Ops) {
		if len(o.Results) == 1 && needed[o.Results[0]] {
			ops = append(ops, o)
			for _, a := range o.Args {
				needed[a] = true
			}
		}
	}
	slices.Reverse(ops)
	m := loop.Parent.NewOp(ir.OpMulti, loop.Pos, slices.Clone(loop.Args))
	b := ir.NewBuilder(m.AddRegion(ir.TI64))
	b.Pos = loop.Pos
	c := ir.NewCloner()
	c.Map(body.Params[0], b.Region.Params[0])
	c.Into(b.Region, ops)
	b.Op(ir.OpCollect, []*ir.Value{c.Value(store.Args[2])})
	b.Yield()
	return m
}

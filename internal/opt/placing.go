package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Who keeps some elements may count the places first, and then put all there in a parallel loop:
//
//	for i, v := range in { place[i] = n; if v > t { n++ } }
//	for i := range hone.Parallel(len(in)) { if in[i] > t { out[place[i]] = in[i] } }
//
// Elements that come after each other go to places after each other: in one loop that is closing up what is kept, for which there is more than scattered stores
// (Compact), and nobody needs the places. The second loop's iterations are independent, so that none stores what the others read: what the first reads has to be among
// that.

// Placing makes one loop of two such.
func Placing(f *ir.Func) bool {
	if f.Kernel != ir.NotKernel {
		return false
	}
	changed := false
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for _, o := range slices.Clone(r.Ops) {
			if o.Kind == ir.OpMulti {
				if p := newPlacing(f, o); p != nil {
					p.emit()
					changed = true
				}
				continue
			}
			if o.Kind != ir.OpBlockReduce {
				for _, in := range o.Regions {
					walk(in)
				}
			}
		}
	}
	walk(f.Body)
	return changed
}

// placing is a loop that counts, and the one that puts elements in place.
type placing struct {
	count, put *ir.Op
	places     *ir.Value // the slice
	store      *ir.Op    // to it
	counts     *ir.Op    // the decision that counts
	puts       *ir.Op    // the one that stores
}

func newPlacing(f *ir.Func, put *ir.Op) *placing {
	if len(put.Args) != 1 || len(put.Results) > 0 {
		return nil
	}
	p := &placing{put: put}
	ops := put.Regions[0].Ops
	if len(ops) < 2 {
		return nil
	}
	p.puts = ops[len(ops)-2]
	if p.puts.Kind != ir.OpIf || len(p.puts.Results) > 0 || len(p.puts.Regions[1].Ops) != 1 || !p.simple(p.puts.Regions[0], true) || !straight(ops[:len(ops)-2]) {
		return nil
	}
	if !p.findPlaces(f) || !p.findCount() || !p.sameDecision() || !p.readsAll() || !p.nextToEachOther() {
		return nil
	}
	return p
}

// simple reports that a region falls through, and does nothing but compute, load, and, if it may, check and store.
func (p *placing) simple(r *ir.Region, stores bool) bool {
	last := r.Terminator()
	return last != nil && last.Kind == ir.OpYield && !slices.ContainsFunc(r.Ops[:len(r.Ops)-1], func(o *ir.Op) bool {
		return len(o.Regions) > 0 || !o.Kind.Has(ir.Pure) && o.Kind != ir.OpLoad && !(stores && (o.Kind == ir.OpCheckIndex || o.Kind == ir.OpStore))
	})
}

// straight reports ops that only compute and load.
func straight(ops []*ir.Op) bool {
	return !slices.ContainsFunc(ops, func(o *ir.Op) bool { return len(o.Regions) > 0 || !o.Kind.Has(ir.Pure) && o.Kind != ir.OpLoad })
}

// findPlaces finds the slice of places: one that is made here, is stored to at the index of a loop, and read at that of this one, and nowhere else.
func (p *placing) findPlaces(f *ir.Func) bool {
	index := p.put.Regions[0].Params[0]
	p.put.Regions[0].Walk(func(o *ir.Op) bool {
		if p.places == nil && o.Kind == ir.OpLoad && o.Args[1] == index && len(o.Args) == 2 && o.Args[0].Def != nil && o.Args[0].Def.Kind == ir.OpMake {
			if p.store = onlyStore(f, o.Args[0], index); p.store != nil {
				p.places = o.Args[0]
			}
		}
		return true
	})
	return p.places != nil
}

// onlyStore is the one op that stores to a slice that is read at an index, and not used otherwise; nil if there is none.
func onlyStore(f *ir.Func, slice, index *ir.Value) (store *ir.Op) {
	for _, o := range f.Uses().Of(slice) {
		switch {
		case o.Kind == ir.OpLoad && o.Args[1] == index && len(o.Ints) == 0:
		case o.Kind == ir.OpStore && o.Args[0] == slice && store == nil && len(o.Ints) == 0 && len(o.Args) == 3:
			store = o
		default:
			return nil
		}
	}
	return store
}

// findCount looks at the loop that stores places: it goes over the same indices, stores nothing else, may not fail, and counts what a decision says.
func (p *placing) findCount() bool {
	p.count = p.store.Parent.Parent
	o := p.count
	if o == nil || o.Kind != ir.OpFor || o.Parent != p.put.Parent || o.Mode != ir.Sequential || o.Ints[0] != 1 || !isZero(o.Args[0]) || o.Args[1] != p.put.Args[0] || p.store.Args[1] != o.Regions[0].Params[0] {
		return false
	}
	body := o.Regions[0]
	last := body.Terminator()
	if last.Kind != ir.OpYield {
		return false
	}
	place := p.store.Args[2]
	if d := place.Def; d != nil && d.Kind == ir.OpConv && place.Type.IsInt() {
		place = d.Args[0]
	}
	if place.Owner != body || place.Index == 0 || !place.Type.IsInt() {
		return false
	}
	next := last.Args[place.Index-1]
	if p.counts = next.Def; p.counts == nil || p.counts.Kind != ir.OpIf || p.counts.Parent != body || !p.simple(p.counts.Regions[0], false) || !p.simple(p.counts.Regions[1], false) {
		return false
	}
	one := p.counts.Regions[0].Terminator().Args[next.Index].Def
	if one == nil || one.Kind != ir.OpAdd || p.counts.Regions[1].Terminator().Args[next.Index] != place {
		return false
	}
	if n, ok := one.Args[1].ConstInt(); one.Args[0] != place || !ok || n != 1 {
		if n, ok := one.Args[0].ConstInt(); one.Args[1] != place || !ok || n != 1 {
			return false
		}
	}
	others := slices.DeleteFunc(slices.Clone(body.Ops[:len(body.Ops)-1]), func(o *ir.Op) bool { return o == p.counts || o == p.store })
	return straight(others)
}

// sameDecision reports that what is put in its place is what is counted.
func (p *placing) sameDecision() bool {
	return sameIteration{a: p.count, b: p.put}.values(p.counts.Args[0], p.puts.Args[0])
}

// readsAll reports that each iteration of the second loop reads what that of the first does.
func (p *placing) readsAll() bool {
	s := sameIteration{a: p.count, b: p.put}
	return !p.count.Regions[0].Contains(func(o *ir.Op) bool {
		return o.Kind == ir.OpLoad && !slices.ContainsFunc(p.put.Regions[0].Ops, func(x *ir.Op) bool { return x.Kind == ir.OpLoad && s.ops(o, x) })
	})
}

// nextToEachOther reports that the first loop may as well stand where the second does, which asks for none of its results.
func (p *placing) nextToEachOther() bool {
	r := p.put.Parent
	from, to := r.Index(p.count), r.Index(p.put)
	if from > to {
		return false
	}
	asks := func(o *ir.Op) bool {
		return slices.ContainsFunc(o.Args, func(v *ir.Value) bool { return v.Def == p.count })
	}
	for _, o := range r.Ops[from+1 : to] {
		if len(o.Regions) > 0 || !o.Kind.Has(ir.Pure) && o.Kind != ir.OpLen || asks(o) {
			return false
		}
	}
	return !p.put.Regions[0].Contains(asks)
}

// emit has the decision that counts put in place as well.
func (p *placing) emit() {
	p.count.Remove()
	p.put.InsertBefore(p.count)
	body := p.count.Regions[0]
	p.store.Remove()
	place := &ir.Builder{Region: ir.NewRegion(p.count), Pos: p.put.Pos}
	c := ir.NewCloner()
	c.Map(p.put.Regions[0].Params[0], body.Params[0])
	ops := p.put.Regions[0].Ops
	c.Into(place.Region, ops[:len(ops)-2])
	v := p.store.Args[2]
	if v.Def != nil {
		v = place.Conv(v.Def.Args[0], v.Type)
	}
	p.counts.InsertBefore(place.Region.Take(0)...)

	arm := ir.NewRegion(p.counts)
	yes := p.puts.Regions[0].Ops
	c.Into(arm, yes[:len(yes)-1])
	ops = arm.Take(0)
	if first := p.counts.Regions[0].Ops[0]; len(ops) > 0 {
		first.InsertBefore(ops...)
	}
	for _, r := range []*ir.Region{body, p.counts.Regions[0]} {
		for _, o := range slices.Clone(r.Ops) {
			if o.Kind == ir.OpLoad && o.Args[0] == p.places {
				ir.ReplaceUses(body, o.Result(), v)
				o.Remove()
			}
		}
	}
	p.put.Remove()
}

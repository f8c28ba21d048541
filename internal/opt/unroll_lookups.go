package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

const (
	lookupsAtATime = 4  // iterations that are written out
	mostLookedUp   = 20 // operations of an iteration of which so many are
	leastLookups   = 16 // trips from which that pays, where their number is known
)

// UnrollLookups writes out several iterations of a kernel's short loops that run one after the other and look up elements at places that are loaded, or computed from what is:
//
//	for lo, hi { k = load keys, i; check.index k, n; bins[k] += 1 }
//	=> mid = lo + (hi - lo)&^3
//	   for lo, mid <4> { the body with i; with i+1; i+2; i+3 }
//	   for mid, hi { the body }
//
// A core sees so many operations ahead, and what it has to wait for are elements from far caches: without the count, the comparison and the branch of each
// iteration more of them are under way. All is done in the order in which it was, checks included.
func UnrollLookups(f *ir.Func) bool {
	if f.Kernel == ir.NotKernel || f.Rare {
		return false
	}
	var found []*ir.Op
	space := analysis.NewSpace()
	sequential(f.Body, func(o *ir.Op) {
		if looksUp(space, o) && !isChecked(o) {
			found = append(found, o)
		}
	})
	for _, o := range found {
		unrollLookups(o)
	}
	return len(found) > 0
}

// looksUp reports a loop that gains.
func looksUp(space *analysis.Space, o *ir.Op) bool {
	body := o.Regions[0]
	if o.Ints[0] != 1 && o.Ints[0] != -1 || body.Terminator().Kind != ir.OpYield {
		return false
	}
	switch trips := space.TripCount(o); {
	case trips >= 0 && trips < leastLookups, operations(body) > mostLookedUp, latencyBound(o):
		return false
	case trips < 0:
		if most, known := mostTrips(o); known && most < 2*leastLookups { // often there are fewer
			return false
		}
	}
	far := false
	for _, x := range body.Ops {
		if len(x.Regions) > 0 { // nothing ends an iteration early either
			return false
		}
		far = far || (x.Kind == ir.OpLoad || x.Kind == ir.OpStore) && loaded(x.Args[1], o)
	}
	return far && !isLookedUpRest(o)
}

// loaded reports a value that an iteration computes from what it loads.
func loaded(v *ir.Value, loop *ir.Op) bool {
	d := v.Def
	if d == nil || d.Parent != loop.Regions[0] {
		return false
	}
	if d.Kind == ir.OpLoad {
		return true
	}
	for _, a := range d.Args {
		if loaded(a, loop) {
			return true
		}
	}
	return false
}

// isLookedUpRest reports the loop over the few iterations that are left.
func isLookedUpRest(o *ir.Op) bool {
	at := o.Parent.Index(o)
	if at == 0 {
		return false
	}
	main := o.Parent.Ops[at-1]
	return main.Kind == ir.OpFor && main.Ints[0] == lookupsAtATime*o.Ints[0] && main.Args[1] == o.Args[0]
}

// unrollLookups puts the loop over several iterations ahead of the loop.
func unrollLookups(o *ir.Op) {
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	lo, hi, step := o.Args[0], o.Args[1], o.Ints[0]
	least, most, move := lo, hi, ir.OpAdd
	if step < 0 {
		least, most, move = hi, lo, ir.OpSub
	}
	// As a number without a sign the distance is right, however far apart they are.
	whole := b.Binary(ir.OpAnd, b.Binary(ir.OpSub, most, least), b.Int(-lookupsAtATime))
	mid := b.Binary(move, lo, b.Select(b.Compare(ir.OpLt, least, most), whole, b.Int(0)))
	main := b.For(lo, mid, lookupsAtATime*step, o.Args[2:])
	in, body := b.In(main.Regions[0]), o.Regions[0]
	index, carried := main.Regions[0].Params[0], main.Regions[0].Params[1:]
	for k := range int64(lookupsAtATime) {
		i := index
		if k > 0 {
			i = in.Binary(ir.OpAdd, index, in.Int(k*step))
		}
		c := ir.NewCloner()
		c.Map(body.Params[0], i)
		c.MapAll(body.Params[1:], carried)
		from := len(in.Region.Ops)
		c.Into(in.Region, body.Ops[:len(body.Ops)-1])
		for _, x := range in.Region.Ops[from:] {
			if k > 0 && x.Mode == ir.Ahead { // of what lies next to each other one is enough
				x.Mode = ir.Sequential
			}
		}
		carried = c.Args(body.Terminator().Args)
	}
	in.Yield(carried...)
	o.InsertBefore(b.Region.Take(0)...)
	o.SetArgs(append([]*ir.Value{mid, hi}, main.Results...))
}

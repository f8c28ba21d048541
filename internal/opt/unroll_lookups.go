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
	main := Several(b, o, lookupsAtATime)
	main.InsertBefore(b.Region.Take(0)...)
}

package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A load that finds some of its bytes in a store that has just been made waits until that has come to the cache, some tens of cycles later (Fog, "The
// microarchitecture of Intel, AMD and VIA CPUs", on store forwarding). Where a loop loads the neighbours of what it stores, as in place over every other point, each
// vector waits for the one before. So it works on several vectors, all of which load before one stores.

// reloads reports a load of the neighbours of what one of the stores stores to.
func reloads(loads, stores []*ir.Op) bool {
	var s *analysis.Space
	return slices.ContainsFunc(loads, func(o *ir.Op) bool {
		return (o.Kind == ir.OpMLoad || o.Kind == ir.OpLoad) && slices.ContainsFunc(stores, func(st *ir.Op) bool {
			if o.Args[0] != st.Args[0] || o.Args[1] == st.Args[1] {
				return false
			}
			if s == nil {
				s = analysis.NewSpace()
			}
			d, known := s.Sub(s.Of(o.Args[1]), s.Of(st.Args[1])).Const()
			return known && d != 0 && -mostLanes < d && d < mostLanes
		})
	})
}

// mostLanes is how many elements a vector has at the most.
const mostLanes = 64

// reloadsIn reports such a load in the body of a loop.
func reloadsIn(body *ir.Region) bool {
	var loads, stores []*ir.Op
	body.Walk(func(o *ir.Op) bool {
		switch o.Kind {
		case ir.OpLoad:
			loads = append(loads, o)
		case ir.OpStore:
			stores = append(stores, o)
		}
		return true
	})
	return len(stores) > 0 && reloads(loads, stores)
}

package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// MergeExits gives a loop at the end of a block the block's results, so that leaving the block from inside the loop is leaving the loop:
//
//	block ^b : T { loop ^l : U {.. break ^b x .. break ^l u ..}; yield v(u) }  =>  loop : T {.. break x .. break v(u) ..}
//
// An early return from an inlined function comes out so, and lanes then have one exit to keep account of rather than two.
func MergeExits(f *ir.Func) bool {
	changed := false
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpBlock {
			changed = mergeExits(o) || changed
		}
		return true
	})
	return changed
}

func mergeExits(block *ir.Op) bool {
	body := block.Regions[0]
	n := len(body.Ops)
	if n < 2 || body.Ops[n-1].Kind != ir.OpYield {
		return false
	}
	loop, yield := body.Ops[n-2], body.Ops[n-1]
	if loop.Kind != ir.OpLoop {
		return false
	}
	early := false
	loop.Regions[0].Walk(func(o *ir.Op) bool {
		early = early || o.Target == block
		return true
	})
	if !early {
		return false
	}
	old := loop.Results
	loop.SetResults(nil)
	vals := yield.Args
	for _, r := range block.Results {
		loop.AddResult(r.Type)
	}
	yield.SetArgs(slices.Clone(loop.Results))
	loop.Regions[0].Walk(func(o *ir.Op) bool {
		if o.Kind != ir.OpBreak {
			return true
		}
		switch o.Target {
		case block:
			o.SetTarget(loop)
		case loop:
			args := make([]*ir.Value, len(vals))
			for i, v := range vals {
				args[i] = v
				for k, r := range old {
					if v == r {
						args[i] = o.Args[k]
					}
				}
			}
			o.SetArgs(args)
		}
		return true
	})
	return true
}

package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// perCycle is how many operations of scalar code a core gets done in a cycle (Zen 4 and 5, Golden Cove: six to eight at most, four to five in loops like these).
const perCycle = 4

// latencyBound reports that each iteration of an innermost loop waits for the one before longer than all that it does takes in scalar code, if that does not
// wait: fewer operations don't make it faster then. It is an estimate.
func latencyBound(loop *ir.Op) bool {
	body := loop.Regions[0]
	return perCycle*max(longestChain(loop), divisions(body)) >= operations(body)
}

// longestChain is how many cycles an iteration of an innermost loop waits for the one before.
func longestChain(loop *ir.Op) (cycles int) {
	body := loop.Regions[0]
	_, first := analysis.Carried(loop)
	c := chainsFrom(body.Params[first:])
	for _, v := range body.Terminator().Args {
		if n, ok := c.to(v); ok {
			cycles = max(cycles, n)
		}
	}
	return cycles
}

// scalarCycles is about how many cycles an iteration of an innermost loop takes in scalar code.
func scalarCycles(loop *ir.Op) float64 {
	body := loop.Regions[0]
	return max(float64(max(longestChain(loop), divisions(body))), float64(operations(body))/perCycle)
}

// chains are how long values take from what a loop has carried on.
type chains struct{ longest map[*ir.Value]int }

func chainsFrom(carried []*ir.Value) chains {
	c := chains{longest: make(map[*ir.Value]int, len(carried))}
	for _, p := range carried {
		c.longest[p] = 0
	}
	return c
}

// recurrences are the chains from what an innermost loop has carried on, but for what the iteration before hands on without having waited itself, as soon as it begins: an element
// that is there for the next one not to load it again.
func recurrences(loop *ir.Op) chains {
	_, first := analysis.Carried(loop)
	all := loop.Regions[0].Params[first:]
	params := slices.Clone(all)
	exits := map[*ir.Op]*analysis.Exits{}
	analysis.CollectExits(loop.Regions[0], exits)
	if exits[loop] == nil { // it ends after one iteration
		return chainsFrom(nil)
	}
	for {
		c, n := chainsFrom(params), len(params)
		params = slices.DeleteFunc(params, func(p *ir.Value) bool {
			return !slices.ContainsFunc(exits[loop].Continues, func(o *ir.Op) bool { _, waits := c.to(o.Args[slices.Index(all, p)]); return waits })
		})
		if len(params) == n {
			return c
		}
	}
}

// to is the length in cycles of the longest chain of operations to v, if there is one.
func (c *chains) to(v *ir.Value) (cycles int, ok bool) {
	if n, ok := c.longest[v]; ok || v.Def == nil {
		return n, ok && n >= 0
	}
	c.longest[v] = -1
	args := v.Def.Args
	for _, r := range v.Def.Regions {
		if t := r.Terminator(); t != nil && t.Kind == ir.OpYield && v.Index < len(t.Args) {
			args = append(args[:len(args):len(args)], t.Args[v.Index])
		}
	}
	most := -1
	for _, a := range args {
		if n, ok := c.to(a); ok {
			most = max(most, n+scalarLatency(v.Def))
		}
	}
	c.longest[v] = most
	return most, most >= 0
}

// scalarLatency is how many cycles after an operation has begun another may use its result (Fog, "Instruction tables", Zen 4 to Ice Lake: the means, rounded).
func scalarLatency(o *ir.Op) int {
	float := len(o.Results) > 0 && o.Results[0].Type.IsFloat()
	switch o.Kind {
	case ir.OpBitcast, ir.OpConst:
		return 0
	case ir.OpLoad, ir.OpFMA:
		return 4
	case ir.OpDiv, ir.OpRem, ir.OpSqrt, ir.OpDivLong, ir.OpRemLong:
		return 12
	case ir.OpMul:
		return 3
	case ir.OpAdd, ir.OpSub:
		if float {
			return 3
		}
	case ir.OpConv:
		if float != o.Args[0].Type.IsFloat() {
			return 6
		}
	}
	return 1
}

// divisions is how many cycles the divider is busy in an iteration.
func divisions(r *ir.Region) int {
	n := 0
	r.Walk(func(o *ir.Op) bool {
		switch o.Kind {
		case ir.OpDiv, ir.OpRem, ir.OpSqrt, ir.OpDivLong, ir.OpRemLong:
			n += 5
		}
		return true
	})
	return n
}

// operations is how many a region has; a check is a comparison and a branch, and so is a loop's end, beside its count.
func operations(r *ir.Region) int {
	n := 2
	r.Walk(func(o *ir.Op) bool {
		switch {
		case o.Kind == ir.OpConst || o.Kind == ir.OpBitcast || o.Kind == ir.OpYield:
		case o.Kind.Has(ir.Check) || o.Kind == ir.OpIf:
			n += 2
		default:
			n++
		}
		return true
	})
	return n
}

package opt

import "github.com/hone-go/hone/internal/ir"

// A sum of products that is declared as a reduction has its multiplications in one region and its additions in another, which also combines partial
// results. contractReduce makes a third region of the latter, for elements only, and moves products there that have no other use than sums.

func contractReduces(f *ir.Func) bool {
	sums := onlySums(f.Body)
	changed := false
	f.Body.Walk(func(o *ir.Op) bool {
		changed = o.Kind == ir.OpReduce && len(o.Regions) == 2 && contractReduce(o, sums) || changed
		return true
	})
	return changed
}

// contractReduce gives a reduce a region for its steps, if that has products to fuse with sums.
func contractReduce(o *ir.Op, sums map[*ir.Value]bool) bool {
	yield, combine, n := o.Regions[0].Terminator(), o.Regions[1], len(o.Results)
	c := ir.NewCloner()
	step := o.AddRegion(ir.Types(o.Results)...)
	c.MapAll(combine.Params[:n], step.Params)
	var products []*ir.Op
	var leaves []*ir.Value
	take := func(v *ir.Value) *ir.Value {
		leaves = append(leaves, v)
		return step.AddParam(v.Type, v.Name)
	}
	for k, v := range yield.Args {
		p := combine.Params[n+k]
		if !sums[v] || v.Def.Parent != o.Regions[0] {
			c.Map(p, take(v))
			continue
		}
		m := step.NewOp(ir.OpMul, v.Def.Pos, []*ir.Value{take(v.Def.Args[0]), take(v.Def.Args[1])}, v.Type)
		c.Map(p, m.Results[0])
		products = append(products, m)
	}
	if len(products) == 0 {
		o.SetRegions(o.Regions[:2]...)
		return false
	}
	step.SetOps(products)
	c.Into(step, combine.Ops)
	yield.SetArgs(leaves)
	return true
}

// intoSums reports that operand k of o is a product that the body of a reduce yields, and that goes into sums, and nothing else, in the region that
// combines partial results.
func intoSums(o *ir.Op, k int) bool {
	body := o.Parent
	reduce := body.Parent
	if reduce == nil || reduce.Kind != ir.OpReduce || len(reduce.Regions) != 2 || reduce.Regions[0] != body || o != body.Terminator() {
		return false
	}
	combine := reduce.Regions[1]
	return o.Args[k].Def.Parent == body && onlyAdded(combine, combine.Params[len(reduce.Results)+k])
}

func isProduct(v *ir.Value) bool {
	return v.Def != nil && v.Def.Kind == ir.OpMul && v.Type.Scalar().IsFloat()
}

// onlyAdded reports that p goes into sums, and nothing else, with something else.
func onlyAdded(r *ir.Region, p *ir.Value) bool {
	some, ok := false, true
	r.Walk(func(o *ir.Op) bool {
		for _, a := range o.Args {
			if a == p {
				some, ok = true, ok && isSum(o) && o.Args[0] != o.Args[1]
			}
		}
		return ok
	})
	return some && ok
}

package opt

import "github.com/hone-go/hone/internal/ir"

// A sum of products that is declared as a reduction has its multiplications in one region and its additions in another, which also combines partial
// results. contractReduce makes a third region of the latter, for elements only, and moves products there that have no other use than sums.

func contractReduces(f *ir.Func) bool {
	sums := onlySums(f.Body)
	changed := false
	f.Body.Walk(func(o *ir.Op) bool {
		changed = o.Kind == ir.OpReduce && o.Step() == o.Combine() && !oneByOne(f, o) && contractReduce(o, sums) || changed
		return true
	})
	return changed
}

// oneByOne reports a reduction whose iterations go one after the other, like a loop that carries a sum.
func oneByOne(f *ir.Func, o *ir.Op) bool { return o.Indexed() && !sideBySide(f, o.Multi()) }

// contractReduce gives a reduce, an output, a region for its steps, if that has products to fuse with sums.
func contractReduce(o *ir.Op, sums map[*ir.Value]bool) bool {
	ids, combine := o.IDs(), o.Combine()
	n := len(ids)
	c := ir.NewCloner()
	step := o.AddRegion(ir.Types(ids)...)
	c.MapAll(combine.Params[:n], step.Params)
	var products []*ir.Op
	var leaves []*ir.Value
	take := func(v *ir.Value) *ir.Value {
		leaves = append(leaves, v)
		return step.AddParam(v.Type, v.Name)
	}
	for k, v := range o.Values() {
		p := combine.Params[n+k]
		if !sums[v] || v.Def.Parent != o.Parent {
			c.Map(p, take(v))
			continue
		}
		m := step.NewOp(ir.OpMul, v.Def.Pos, []*ir.Value{take(v.Def.Args[0]), take(v.Def.Args[1])}, v.Type)
		c.Map(p, m.Results[0])
		products = append(products, m)
	}
	if len(products) == 0 {
		o.SetRegions(combine)
		return false
	}
	step.SetOps(products)
	c.Into(step, combine.Ops)
	o.SetArgs(append(leaves, ids...))
	return true
}

// intoSums reports that operand k of o, a reduce that is an output, is a product that goes into sums, and nothing else, in the region that combines partial
// results.
func intoSums(o *ir.Op, k int) bool {
	if o.Kind != ir.OpReduce || o.Step() != o.Combine() || k >= len(o.Values()) {
		return false
	}
	combine := o.Combine()
	return o.Args[k].Def.Parent == o.Parent && onlyAdded(combine, combine.Params[len(o.IDs())+k])
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

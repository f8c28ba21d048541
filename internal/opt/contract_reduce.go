package opt

import "github.com/hone-go/hone/internal/ir"

// A sum of products that is declared as a reduction has its multiplications in one region and its additions in another, which also combines partial
// results. contractReduce makes a third region of the latter, for elements only, and moves products there that have no other use than sums.

func contractReduces(f *ir.Func) bool {
	uses := map[*ir.Value]int{}
	var reduces []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpReduce {
			reduces = append(reduces, o)
		}
		for _, a := range o.Args {
			if isProduct(a) {
				uses[a]++
			}
		}
		return true
	})
	changed := false
	for _, o := range reduces {
		changed = contractReduce(o, uses) || changed
	}
	return changed
}

// contractReduce gives a reduce of the loops level a region for its steps, if that has products to fuse with sums.
func contractReduce(o *ir.Op, uses map[*ir.Value]int) bool {
	if o.Ints[0] != 0 || len(o.Regions) != 2 {
		return false
	}
	yield, combine, n := o.Regions[0].Terminator(), o.Regions[1], len(o.Results)
	yielded := map[*ir.Value]int{} // of products: how often they are yielded into sums only
	for k, v := range yield.Args {
		if isProduct(v) && v.Def.Parent == o.Regions[0] && onlyAdded(combine, combine.Params[n+k]) {
			yielded[v]++
		}
	}
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
		if yielded[v] == 0 || yielded[v] < uses[v] {
			c.Map(p, take(v))
			continue
		}
		m := &ir.Op{Kind: ir.OpMul, Pos: v.Def.Pos, Parent: step, Args: []*ir.Value{take(v.Def.Args[0]), take(v.Def.Args[1])}}
		c.Map(p, m.AddResult(v.Type))
		products = append(products, m)
	}
	if len(products) == 0 {
		o.Regions = o.Regions[:2]
		return false
	}
	step.Ops = products
	c.Into(step, combine.Ops)
	yield.Args = leaves
	return true
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

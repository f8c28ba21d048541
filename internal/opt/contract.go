package opt

import "github.com/hone-go/hone/internal/ir"

// Contract turns x*y + z into fma where the product has no other use than sums: then the multiplication disappears and its rounding with
// it, as the Go specification allows. An explicit conversion (`fence`) keeps a product from it, and so does a loop that waits for the sum alone
// (carriedSums). The pass runs before anything that depends on the machine, so every target rounds alike.
func Contract(f *ir.Func) bool {
	changed := contractReduces(f)
	c := contracter{sums: onlySums(f.Body), early: carriedSums(f)}
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for i := 0; i < len(r.Ops); i++ {
			for _, in := range r.Ops[i].Regions {
				walk(in)
			}
			if n := c.contract(r, i); n >= 0 {
				changed = true
				i += n
			}
		}
	}
	walk(f.Body)
	return changed
}

type contracter struct {
	sums  map[*ir.Value]bool   // products of which every use is an addition or subtraction
	early map[*ir.Op]*ir.Value // of an addition, the product that is not fused with it
}

// onlySums finds the products that have no other use than sums: here, or where a reduce takes what its body yields.
func onlySums(r *ir.Region) map[*ir.Value]bool {
	sums, other := map[*ir.Value]bool{}, map[*ir.Value]bool{}
	r.Walk(func(o *ir.Op) bool {
		for k, a := range o.Args {
			switch {
			case !isProduct(a):
			case isSum(o) && o.Args[0] != o.Args[1], intoSums(o, k):
				sums[a] = true
			default:
				other[a] = true
			}
		}
		return true
	})
	for v := range other {
		delete(sums, v)
	}
	return sums
}

func isSum(o *ir.Op) bool {
	return (o.Kind == ir.OpAdd || o.Kind == ir.OpSub) && o.Results[0].Type.Scalar().IsFloat()
}

// contract rewrites op i of r if it is a sum with a product; it returns how many ops it put before it, or -1.
func (c *contracter) contract(r *ir.Region, i int) int {
	o := r.Ops[i]
	if !isSum(o) {
		return -1
	}
	fits := func(v *ir.Value) bool { return c.sums[v] && c.early[o] != v }
	k := 0
	if !fits(o.Args[0]) {
		k = 1
	}
	if !fits(o.Args[k]) {
		return -1
	}
	x, y, z := o.Args[k].Def.Args[0], o.Args[k].Def.Args[1], o.Args[1-k]
	before := 0
	negate := func(v *ir.Value) *ir.Value {
		n := r.NewOp(ir.OpNeg, o.Pos, []*ir.Value{v}, v.Type)
		r.Insert(i, n)
		before++
		return n.Results[0]
	}
	if o.Kind == ir.OpSub {
		if k == 0 {
			z = negate(z) // x*y - z
		} else {
			x = negate(x) // z - x*y
		}
	}
	o.Become(ir.OpFMA, x, y, z)
	// z may be a product with other sums left: it stays a product here.
	delete(c.sums, z)
	return before
}

package cfamily

import "github.com/hone-go/hone/internal/ir"

// selects prints both arms of an if, and then which of their values are taken.
func (p *printer) selects(o *ir.Op) {
	cond := p.inVariable(o.Args[0])
	var values [2][]expr
	for i, r := range o.Regions {
		p.yielding(r, func(v *ir.Value) { values[i] = append(values[i], p.inVariable(v)) })
	}
	for i, v := range o.Results {
		if p.uses.Count(v) > 0 {
			a, b := values[0][i], values[1][i]
			p.env[v] = of(cond.at(precTernary+1)+" ? "+a.at(precTernary+1)+" : "+b.at(precTernary+1), precTernary, cond, a, b)
			p.store(v)
		}
	}
}

// maxSelected bounds the operations of what is computed for both arms: arms that are seldom taken cost more than vectors gain from somewhere on.
const maxSelected = 1000

// branchless reports the body of a loop in lanes that has branches, but needs none if both arms of them are computed. Compilers then make
// vectors of it; by themselves they don't, for want of knowing that tables may be read for every index.
func branchless(r *ir.Region) bool {
	branches, n := 0, 0
	var ok func(r *ir.Region, top bool) bool
	ok = func(r *ir.Region, top bool) bool {
		for _, o := range r.Ops {
			n++
			switch k := o.Kind; {
			case k == ir.OpIf:
				branches++
				if !ok(o.Regions[0], false) || !ok(o.Regions[1], false) {
					return false
				}
			case k == ir.OpYield:
			case k == ir.OpLoad || k == ir.OpStore:
				if !top {
					return false
				}
			case !k.Has(ir.Pure) || !top && (k == ir.OpDiv || k == ir.OpRem) && o.Result().Type.IsInt(): // by zero, perhaps
				return false
			}
			for _, v := range o.Results {
				if !top && v.Type.Kind == ir.Slice {
					return false
				}
			}
		}
		return true
	}
	return ok(r, true) && branches > 0 && n < maxSelected
}

package opt

import "github.com/hone-go/hone/internal/ir"

// maxConverted is the number of ops up to which both arms of an if are computed for all.
const maxConverted = 6

// IfConvert makes selections of ifs inside loops in lanes whose arms only compute a little (if-conversion). Lanes that part do both anyway, and
// the algebra that knows minima, absolute values and the like sees selections only.
func IfConvert(f *ir.Func) bool {
	changed := false
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Mode == ir.InLanes && o.Kind.Has(ir.Loop) {
			for _, r := range o.Regions {
				changed = convertIfs(r, func(in *ir.Op) bool { return flat(in, maxConverted) }) || changed
			}
			return false
		}
		return true
	})
	return changed
}

// convertIfs puts what the arms of such ifs compute in their place, and selections of what they give.
func convertIfs(r *ir.Region, such func(o *ir.Op) bool) (changed bool) {
	var out []*ir.Op
	for i, o := range r.Ops {
		for _, in := range o.Regions {
			changed = convertIfs(in, such) || changed
		}
		if o.Kind != ir.OpIf || !such(o) {
			if out != nil {
				out = append(out, o)
			}
			continue
		}
		if out == nil {
			out = append(make([]*ir.Op, 0, len(r.Ops)), r.Ops[:i]...)
		}
		x, y := o.Regions[0].TakeLast(), o.Regions[1].TakeLast()
		for _, in := range o.Regions {
			out = append(out, in.Take(0)...)
		}
		for k, v := range o.Results {
			s := r.NewOp(ir.OpSelect, o.Pos, []*ir.Value{o.Args[0], x.Args[k], y.Args[k]})
			s.SetResults([]*ir.Value{v})
			out = append(out, s)
		}
	}
	if out != nil {
		r.SetOps(out)
		return true
	}
	return changed
}

// flat reports an if that gives scalars, whose arms only compute a little, at most so many ops, and nothing that may fail or takes long.
func flat(o *ir.Op, most int) bool {
	n := 0
	for _, r := range o.Regions {
		for i, x := range r.Ops {
			switch {
			case i == len(r.Ops)-1:
				if x.Kind != ir.OpYield {
					return false
				}
			case x.Kind == ir.OpConst:
			case !x.Kind.Has(ir.Pure | ir.Lanewise), x.Kind == ir.OpDiv, x.Kind == ir.OpRem, x.Kind == ir.OpTable, x.Kind == ir.OpSqrt:
				return false
			default:
				n++
			}
		}
	}
	for _, v := range o.Results {
		if !v.Type.IsScalar() {
			return false
		}
	}
	return len(o.Results) > 0 && n <= most
}

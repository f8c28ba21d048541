package opt

import "github.com/hone-go/hone/internal/ir"

// leaving gives the arm of a guard that leaves and the empty one; nil if o is no guard.
func leaving(o *ir.Op) (leaves, empty *ir.Region) {
	if o.Kind != ir.OpIf || len(o.Results) != 0 {
		return nil, nil
	}
	a, b := o.Regions[0], o.Regions[1]
	switch {
	case a.Terminator().Kind != ir.OpYield && len(b.Ops) == 1 && b.Ops[0].Kind == ir.OpYield:
		return a, b
	case b.Terminator().Kind != ir.OpYield && len(a.Ops) == 1 && a.Ops[0].Kind == ir.OpYield:
		return b, a
	}
	return nil, nil
}

// tailExits counts the exits of a kind to target that end r or a guard (in a guard ...) that is directly in r.
func tailExits(r *ir.Region, target *ir.Op, kind ir.OpKind) int {
	n := 0
	for _, o := range r.Ops {
		if arm, _ := leaving(o); arm != nil {
			n += tailExits(arm, target, kind)
		}
		if o.Kind == kind && o.Target == target {
			n++
		}
	}
	return n
}

// exitsToIfs turns the exits that tailExits counts into the ends of ifs: what follows a guard moves into its empty arm.
//
//	if c { A; break ^b x } { yield }; B; yield y    becomes    r = if c { A; yield x } { B; yield y }; yield r
func exitsToIfs(r *ir.Region, target *ir.Op, kind ir.OpKind) {
	for i, o := range r.Ops {
		arm, empty := leaving(o)
		if arm == nil || tailExits(arm, target, kind) == 0 {
			continue
		}
		empty.SetOps(r.Take(i + 1))
		exitsToIfs(arm, target, kind)
		exitsToIfs(empty, target, kind)
		for _, v := range target.Results {
			o.AddResult(v.Type)
		}
		(&ir.Builder{Region: r, Pos: o.Pos}).Yield(o.Results...)
		return
	}
	if t := r.Terminator(); t.Kind == kind && t.Target == target {
		t.SetTarget(nil)
		t.SetKind(ir.OpYield)
	}
}

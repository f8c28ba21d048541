package main

import "github.com/hone-go/hone/internal/ir"

// traffic is what one iteration of a loop does to memory, not counting loops inside of it.
type traffic struct {
	loop          string
	read, written int // bytes
	checks        int
}

// traffics describes the loops in r that run in lanes, or if there are none the innermost ones.
func traffics(r *ir.Region) []traffic {
	var lanes, inner []traffic
	r.Walk(func(o *ir.Op) bool {
		if !o.Kind.Has(ir.Loop) || len(o.Regions) == 0 {
			return true
		}
		body := o.Regions[0]
		t := traffic{loop: "loop"}
		nested := t.count(body, body)
		switch {
		case o.Mode == ir.InLanes:
			t.loop = "loop in lanes"
			if o.Kind == ir.OpBlockReduce {
				t.loop = "reduction in lanes"
			}
			lanes = append(lanes, t)
		case !nested:
			inner = append(inner, t)
		}
		return true
	})
	if len(lanes) > 0 {
		return lanes
	}
	return inner
}

// count adds up the accesses in r, a part of the loop's body; those whose address stays the same in the loop don't count.
func (t *traffic) count(r, body *ir.Region) (nested bool) {
	for _, o := range r.Ops {
		switch {
		case o.Kind == ir.OpLoad && varies(o.Args, body):
			t.read += o.Results[0].Type.Size()
		case o.Kind == ir.OpStore:
			t.written += o.Args[2].Type.Size()
		case o.Kind.Has(ir.Check):
			t.checks++
		}
		if o.Kind.Has(ir.Loop) && len(o.Regions) > 0 {
			nested = true
			continue
		}
		for _, in := range o.Regions {
			nested = t.count(in, body) || nested
		}
	}
	return nested
}

// varies reports whether some value is computed in body.
func varies(vs []*ir.Value, body *ir.Region) bool {
	for _, v := range vs {
		r := v.Owner
		if v.Def != nil {
			if v.Def.Kind == ir.OpConst {
				continue
			}
			r = v.Def.Parent
		}
		for ; r != nil; r = up(r) {
			if r == body {
				return true
			}
		}
	}
	return false
}

// up is the region around r.
func up(r *ir.Region) *ir.Region {
	if r.Parent == nil {
		return nil
	}
	return r.Parent.Parent
}

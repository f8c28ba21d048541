package simd

import "github.com/hone-go/hone/internal/ir"

// hoistableChecks finds the checks that every iteration of a loop in lanes comes to (if nothing before it fails or runs for ever), and
// whose operands are uniform or evenly spaced and can be computed ahead of the loop: such a check holds for all iterations if it holds for
// the first and the last.
func hoistableChecks(body *ir.Region, sh *shapes) map[*ir.Op]bool {
	out := map[*ir.Op]bool{}
	ahead := computable(body, sh)
	for _, o := range body.Ops {
		if leavesIteration(o) {
			break
		}
		if !o.Kind.Has(ir.Check) {
			continue
		}
		ok := true
		for i, a := range o.Args {
			s := sh.get(a)
			strided := o.Kind == ir.OpCheckIndex && i == 0 && !s.varying && s.stride > -1<<15 && s.stride < 1<<15
			ok = ok && (s.isUniform() || strided) && ahead(a)
		}
		if ok {
			out[o] = true
		}
	}
	return out
}

// leavesIteration reports an op from within which some lanes may end their iteration.
func leavesIteration(o *ir.Op) bool {
	inside := map[*ir.Op]bool{o: true}
	leaves := false
	for _, r := range o.Regions {
		r.Walk(func(x *ir.Op) bool {
			inside[x] = true
			leaves = leaves || x.Target != nil && !inside[x.Target]
			return true
		})
	}
	return leaves || o.Target != nil
}

// computable tells whether a value can be computed outside the loop, given the index: from values outside, by pure operations directly in
// the body.
func computable(body *ir.Region, sh *shapes) func(*ir.Value) bool {
	memo := map[*ir.Value]bool{}
	inBody := map[*ir.Op]bool{}
	owned := map[*ir.Value]bool{}
	body.Walk(func(o *ir.Op) bool {
		inBody[o] = true
		for _, r := range o.Regions {
			for _, p := range r.Params {
				owned[p] = true
			}
		}
		return true
	})
	var can func(v *ir.Value) bool
	can = func(v *ir.Value) bool {
		if ok, seen := memo[v]; seen {
			return ok
		}
		ok := false
		switch {
		case v == body.Params[0]:
			ok = true
		case v.Def == nil:
			ok = !owned[v]
		case !inBody[v.Def]:
			ok = true
		case v.Def.Parent == body && v.Def.Kind.Has(ir.Pure) && v.Def.Kind != ir.OpDiv && v.Def.Kind != ir.OpRem && v.Def.Kind != ir.OpTable:
			ok = true
			for _, a := range v.Def.Args {
				ok = ok && can(a)
			}
		}
		memo[v] = ok
		return ok
	}
	return can
}

// hoist emits the hoistable checks for the whole range ahead of the loop; the result is whether all hold, nil if there are none.
// For a strided index the ends decide: between them it can't wrap around, for the range is short (below 2^47) and the stride small.
func (e *emitter) hoist(o *ir.Op, lo, hi *ir.Value) *ir.Value {
	body := o.Regions[0]
	hoisted := hoistableChecks(body, e.sh)
	if len(hoisted) == 0 {
		return nil
	}
	lanes := e.lanes
	e.lanes = nil
	var good *ir.Value
	both := func(ok *ir.Value) {
		if good == nil {
			good = ok
		} else {
			good = e.b.Binary(ir.OpAnd, good, ok)
		}
	}
	both(e.b.Compare(ir.OpLt, e.b.Binary(ir.OpSub, hi, lo), e.b.Int(1<<47)))
	last := e.b.Binary(ir.OpSub, hi, e.b.Int(1))
	for _, c := range body.Ops {
		if !hoisted[c] {
			continue
		}
		ends := []*ir.Value{lo, last}
		if e.sh.get(c.Args[0]).isUniform() {
			ends = ends[:1]
		}
		for _, at := range ends {
			args := e.computeAt(body, c.Args, at)
			both(e.b.Unary(ir.OpNot, e.violated(c, args, e.scalarOps())))
		}
	}
	e.lanes = lanes
	e.lanes.hoisted = hoisted
	e.note(o.Pos, "%d checks hoisted out of the loop", len(hoisted))
	return good
}

// computeAt emits, in scalar code, what vs are in the iteration at.
func (e *emitter) computeAt(body *ir.Region, vs []*ir.Value, at *ir.Value) []lval {
	need := map[*ir.Op]bool{}
	var mark func(v *ir.Value)
	mark = func(v *ir.Value) {
		if v.Def == nil || v.Def.Parent != body || need[v.Def] {
			return
		}
		need[v.Def] = true
		for _, a := range v.Def.Args {
			mark(a)
		}
	}
	for _, v := range vs {
		mark(v)
	}
	e.env[body.Params[0]] = lval{u: at}
	for _, o := range body.Ops {
		if need[o] {
			e.op(o)
		}
	}
	out := make([]lval, len(vs))
	for i, v := range vs {
		out[i] = e.get(v)
	}
	return out
}

package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// maxHoistStride bounds the strides of what is looked at only at the ends of a whole loop.
const maxHoistStride = 1 << 15

// What a nest's guard (package sched, guard.go) makes sure of is gone from its loops when they get here. What is left are checks of loops in lanes that no guard speaks for, as one of
// which the range is loaded in what is around it, or a running sum: each time that such a loop is run, it asks for them itself.

// hoistableChecks finds the checks that every iteration of a loop in lanes comes to (if nothing before it fails or runs for ever), and
// whose operands are uniform or evenly spaced and can be computed ahead of the loop: such a check holds for all iterations if it holds for
// the first and the last. (That of a slice, 0 <= lo <= hi <= cap, too: so do the distances between its operands change evenly. Where the cap does, it has to be asked for
// its sign as well: the cap of what earlier iterations have cut too short is below 0, and a huge one to a comparison without sign.)
func hoistableChecks(body *ir.Region, sh *shapes) map[*ir.Op]bool {
	out := map[*ir.Op]bool{}
	ahead := computable(body)
	for _, o := range body.Ops {
		if o.Leaves() {
			break
		}
		if !o.Kind.Has(ir.Check) {
			continue
		}
		ok := true
		for i, a := range o.Args {
			s := sh.Of(a)
			strided := (o.Kind == ir.OpCheckIndex && i == 0 || o.Kind == ir.OpCheckSlice) && !s.Varying && -maxHoistStride < s.Stride && s.Stride < maxHoistStride
			ok = ok && (s.IsUniform() || strided) && ahead(a)
		}
		if ok {
			out[o] = true
		}
	}
	return out
}

// computable tells whether a value can be computed outside the loop, given the index: from values outside, by pure operations that may be
// executed where they were not.
func computable(body *ir.Region) func(*ir.Value) bool {
	memo := map[*ir.Value]bool{body.Params[0]: true}
	inBody := func(r *ir.Region) bool {
		for r != body && r.Parent != nil {
			r = r.Parent.Parent
		}
		return r == body
	}
	var can func(v *ir.Value) bool
	can = func(v *ir.Value) bool {
		if ok, seen := memo[v]; seen {
			return ok
		}
		ok := true
		if o := v.Def; o == nil {
			ok = v.Owner == body || !inBody(v.Owner)
		} else if inBody(o.Parent) {
			ok = o.Kind.Has(ir.Pure) && o.Kind != ir.OpDiv && o.Kind != ir.OpRem && o.Kind != ir.OpTable
			for _, a := range o.Args {
				ok = ok && can(a)
			}
		}
		memo[v] = ok
		return ok
	}
	return can
}

// hoist emits the hoistable checks for the whole range ahead of the loop, and whether narrow operations suffice; the result is whether all
// is well, nil if there is nothing to ask. For even steps the ends decide: between them nothing can wrap around, for the range is short
// (below 2^47) and the steps small.
func (e *emitter) hoist(o *ir.Op, lo, hi *ir.Value) *ir.Value {
	body := o.Regions[0]
	hoisted := hoistableChecks(body, e.sh)
	var steps []*ir.Value
	if e.wide() {
		steps = e.sh.steps(body)
	}
	if len(hoisted)+len(steps)+len(e.sh.apart) == 0 {
		return nil
	}
	lanes := e.lanes
	e.lanes = nil
	good := e.b.Compare(ir.OpLt, e.b.Binary(ir.OpSub, hi, lo), e.b.Int(1<<47))
	both := func(ok *ir.Value) { good = e.b.Binary(ir.OpAnd, good, ok) }
	for _, p := range e.sh.apart {
		both(e.shareNothing(p))
	}
	last := e.b.Binary(ir.OpSub, hi, e.b.Int(1))
	for _, at := range []*ir.Value{lo, last} {
		for _, v := range steps {
			both(e.isSmall(e.computeAt(body, []*ir.Value{v}, at)[0].u))
		}
		for _, c := range body.Ops {
			if hoisted[c] && (at == lo || slices.ContainsFunc(c.Args, func(a *ir.Value) bool { return !e.sh.Of(a).IsUniform() })) {
				args := e.computeAt(body, c.Args, at)
				both(e.b.Unary(ir.OpNot, e.violated(c, args, e.scalarOps())))
				if c.Kind == ir.OpCheckSlice && !e.sh.Of(c.Args[2]).IsUniform() {
					limit := args[2].u
					both(e.b.Compare(ir.OpGe, limit, e.b.Const(limit.Type, 0)))
				}
			}
		}
	}
	e.lanes = lanes
	e.lanes.hoisted = hoisted
	if len(hoisted) > 0 {
		e.note(o.Pos, "%s hoisted out of the loop", ir.Count(len(hoisted), "check"))
	}
	return good
}

// shareNothing is whether one of two slices ends before the other begins.
func (e *emitter) shareNothing(p apart) *ir.Value {
	ends := func(v *ir.Value) (from, to *ir.Value) {
		s := e.slice(v)
		ops := e.scalarOps()
		to = e.b.Binary(ir.OpAdd, s.ptr.u, e.scaled(s.len.u, int64(v.Type.Elem.Size())))
		return ops.unsigned(s.ptr.u), ops.unsigned(to)
	}
	a, b := ends(p.s)
	c, d := ends(p.t)
	return e.b.Binary(ir.OpOr, e.b.Compare(ir.OpLe, b, c), e.b.Compare(ir.OpLe, d, a))
}

// computeAt emits, in scalar code, what vs are in the iteration at.
func (e *emitter) computeAt(body *ir.Region, vs []*ir.Value, at *ir.Value) []lval {
	done := map[*ir.Op]bool{}
	var compute func(v *ir.Value)
	compute = func(v *ir.Value) {
		if o := v.Def; o != nil && !done[o] && body.Holds(o) {
			done[o] = true
			for _, a := range o.Args {
				compute(a)
			}
			e.op(o)
		}
	}
	e.env[body.Params[0]] = lval{u: at}
	out := make([]lval, len(vs))
	for i, v := range vs {
		compute(v)
		out[i] = e.get(v)
	}
	return out
}

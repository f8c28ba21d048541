package simd

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// The leaves of a reduction that are combined by an op for which the order makes no difference need not be kept as all of the declared partial
// results: a register's worth of them is enough, for all vectors of an iteration.
//
// Minima and maxima of floats are such, as Go defines them: NaN if there is one among the numbers, and -0 before +0. But one instruction
// does not do that, and several are more than a loop over memory can take. The instructions that forget NaNs (x < m ? x : m) will do where the
// loop also keeps in mind whether there was a NaN (one comparison for each two vectors), and what is common to the signs, by which the sign
// of a result that is 0 is told behind the loop: if the least number is 0, none is negative, and a sign that is set is that of -0.

// reduction is what a loop in lanes reduces.
type reduction struct {
	combine *ir.Region   // joins partial results of the leaves whose order counts
	step    *ir.Region   // joins what the body yields to them
	ordered []int        // these leaves, by their numbers
	takes   []int        // what of the body's values the step takes
	leaves  []*unordered // the other leaves
	flags   []*flag
}

// unordered is a leaf whose order does not count.
type unordered struct {
	leaf int
	from int // what of the body's values it takes
	kind ir.OpKind
	typ  *ir.Type
	id   *ir.Value // what the reduction begins with
	// Of minima and maxima of floats:
	nan, sign *flag
}

// flag is what a loop keeps in mind of the numbers that a leaf takes.
type flag struct {
	of   *ir.Value // the value in the body
	kind ir.OpKind // how it is accumulated: or, and of the bits; ne: whether there was a NaN
}

// newReduction tells leaves of a reduce apart. ids are its initial values, lowered.
func newReduction(o *ir.Op, ids []*ir.Value) *reduction {
	r := &reduction{}
	body, combine, step := o.Regions[0].Terminator().Args, o.Regions[1], o.Step()
	n := len(ids)
	var gone []*ir.Op
	alone := make([]bool, len(body)) // values that are taken by a leaf of its own
	for k, id := range ids {
		c, with := combine.Joins(k)
		s, from := step.Joins(k)
		if c == nil || with != n+k || s == nil || from < n || s.Kind != c.Kind || !ir.AnyOrder(c.Kind, id) {
			r.ordered = append(r.ordered, k)
			continue
		}
		u := &unordered{leaf: k, from: from - n, kind: c.Kind, typ: id.Type, id: id}
		if u.typ.IsFloat() {
			v := body[u.from]
			u.nan, u.sign = r.flag(v, ir.OpNe), r.flag(v, map[ir.OpKind]ir.OpKind{ir.OpMin: ir.OpOr, ir.OpMax: ir.OpAnd}[u.kind])
		}
		r.leaves = append(r.leaves, u)
		gone, alone[u.from] = append(gone, c, s), true
	}
	for k := range body {
		if !alone[k] {
			r.takes = append(r.takes, k)
		}
	}
	r.combine, r.step = combine, step
	if len(r.leaves) > 0 {
		r.combine = r.without(combine, gone, r.ordered)
		r.step = r.combine
	}
	if step != combine && len(r.leaves) > 0 {
		r.step = r.without(step, gone, r.takes)
	}
	return r
}

// flag is the one for a value, which several leaves may take.
func (r *reduction) flag(v *ir.Value, k ir.OpKind) *flag {
	for _, f := range r.flags {
		if f.of == v && f.kind == k {
			return f
		}
	}
	f := &flag{v, k}
	r.flags = append(r.flags, f)
	return f
}

// without is a region for the ordered leaves alone: it lacks ops, and takes but some of the values behind the partial results.
func (r *reduction) without(region *ir.Region, gone []*ir.Op, takes []int) *ir.Region {
	c := ir.NewCloner()
	out := ir.NewRegion(region.Parent)
	n := len(r.ordered) + len(r.leaves)
	param := func(p *ir.Value) { c.Map(p, out.AddParam(p.Type, p.Name)) }
	for _, k := range r.ordered {
		param(region.Params[k])
	}
	for _, k := range takes {
		param(region.Params[n+k])
	}
	last := region.Terminator()
	for _, o := range region.Ops {
		if o != last && !slices.Contains(gone, o) {
			c.Into(out, []*ir.Op{o})
		}
	}
	var vs []*ir.Value
	for _, k := range r.ordered {
		vs = append(vs, c.Value(last.Args[k]))
	}
	(&ir.Builder{Region: out, Pos: last.Pos}).Yield(vs...)
	return out
}

// neutral is what makes no difference to a leaf or flag.
func neutral(k ir.OpKind, id *ir.Value) (bits uint64, known bool) {
	t := id.Type
	switch {
	case !t.IsFloat():
		return id.IsConst()
	case k == ir.OpMin:
		return ir.FloatBits(t, math.Inf(1)), true
	}
	return ir.FloatBits(t, math.Inf(-1)), true
}

// signs is the type of integers as wide as a float.
func signs(t *ir.Type) *ir.Type {
	if t.Scalar() == ir.TF32 {
		return ir.TI32
	}
	return ir.TI64
}

// initial is what the accumulators begin with: the partial results of ordered leaves, then a register for each other leaf and flag.
func (e *emitter) initial(r *reduction, ids []*ir.Value) []*ir.Value {
	var accs []*ir.Value
	for _, k := range r.ordered {
		accs = append(accs, e.toVec(lval{u: ids[k]}))
	}
	for _, u := range r.leaves {
		accs = append(accs, e.neutralVec(u, e.kernel.Lanes))
	}
	for _, f := range r.flags {
		if f.kind == ir.OpNe {
			accs = append(accs, e.b.Const(ir.MaskOf(e.kernel.Lanes), 0))
			continue
		}
		bits := uint64(0)
		if f.kind == ir.OpAnd {
			bits = ^uint64(0)
		}
		accs = append(accs, e.b.Const(ir.VecOf(signs(f.of.Type), e.kernel.Lanes), bits))
	}
	return accs
}

// neutralVec is a vector that makes no difference to a leaf.
func (e *emitter) neutralVec(u *unordered, lanes int) *ir.Value {
	t := ir.VecOf(u.typ, lanes)
	if bits, known := neutral(u.kind, u.id); known {
		return e.b.Const(t, bits)
	}
	return e.b.Op(ir.OpSplat, []*ir.Value{u.id}, t).Result()
}

// accumulate adds a vector of what the body yields to the accumulators of leaves and flags.
func (e *emitter) accumulate(r *reduction, accs, yields []*ir.Value, mask *ir.Value) []*ir.Value {
	var out []*ir.Value
	of := map[*ir.Value][]*ir.Value{} // registers of a vector
	taken := map[*flag][]*ir.Value{}
	for i, u := range r.leaves {
		x := e.toVec(e.get(yields[u.from]))
		if mask != nil {
			x = e.b.Select(mask, x, e.neutralVec(u, e.lanes.vl))
		}
		if of[x] == nil {
			of[x] = e.registers(x)
		}
		out = append(out, join(of[x], accs[i], func(a, b *ir.Value) *ir.Value { return e.either(u.kind, a, b) }))
		for _, f := range []*flag{u.nan, u.sign} {
			if f != nil && taken[f] == nil {
				taken[f] = of[x] // its neutral element sets no flag
			}
		}
	}
	for i, f := range r.flags {
		out = append(out, e.raise(f, accs[len(r.leaves)+i], taken[f]))
	}
	return out
}

// raise adds registers of numbers to a flag.
func (e *emitter) raise(f *flag, acc *ir.Value, xs []*ir.Value) *ir.Value {
	op := func(k ir.OpKind) func(a, b *ir.Value) *ir.Value {
		return func(a, b *ir.Value) *ir.Value { return e.b.Binary(k, a, b) }
	}
	var bits []*ir.Value
	if f.kind != ir.OpNe {
		for _, x := range xs {
			bits = append(bits, e.b.Op(ir.OpBitcast, []*ir.Value{x}, ir.VecOf(signs(x.Type), x.Type.Len)).Result())
		}
		return join(bits, acc, op(f.kind))
	}
	isNaN := func(x *ir.Value) *ir.Value { return e.b.Compare(ir.OpNe, x, x) }
	var found *ir.Value
	for len(xs) > 0 {
		m := isNaN(xs[0])
		if len(xs) > 1 { // one instruction for both
			m = e.b.Binary(ir.OpOr, m, isNaN(xs[1]))
		}
		if found != nil {
			m = e.b.Binary(ir.OpOr, found, m)
		}
		found, xs = m, xs[min(2, len(xs)):]
	}
	return e.b.Binary(ir.OpOr, found, acc)
}

// either combines two vectors of a leaf; of two floats one of which is NaN, the second.
func (e *emitter) either(k ir.OpKind, a, b *ir.Value) *ir.Value {
	switch {
	case !a.Type.Elem.IsFloat():
		return e.b.Binary(k, a, b)
	case k == ir.OpMin:
		return e.b.Select(e.b.Compare(ir.OpLt, a, b), a, b)
	}
	return e.b.Select(e.b.Compare(ir.OpGt, a, b), a, b)
}

// join combines values in pairs, and each pair with the accumulator: that waits half as often, and no value is kept for long.
func join(xs []*ir.Value, acc *ir.Value, op func(a, b *ir.Value) *ir.Value) *ir.Value {
	for len(xs) > 1 {
		acc, xs = op(op(xs[0], xs[1]), acc), xs[2:]
	}
	for _, x := range xs {
		acc = op(x, acc)
	}
	return acc
}

// registers takes a vector apart.
func (e *emitter) registers(x *ir.Value) []*ir.Value {
	lanes := e.kernel.Lanes
	if x.Type.Len == lanes {
		return []*ir.Value{x}
	}
	var out []*ir.Value
	for from := 0; from < x.Type.Len; from += lanes {
		out = append(out, e.regroup(ir.VecOf(x.Type.Elem, lanes), from, x))
	}
	return out
}

// results folds the accumulators: the results of the reduction's leaves.
func (e *emitter) results(r *reduction, accs []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(r.ordered)+len(r.leaves))
	for i, v := range e.laneReduce(accs[:len(r.ordered)], r.combine) {
		out[r.ordered[i]] = v
	}
	accs = accs[len(r.ordered):]
	flags := map[*flag]*ir.Value{}
	for i, f := range r.flags {
		acc := accs[len(r.leaves)+i]
		if f.kind == ir.OpNe {
			flags[f] = e.b.Op(ir.OpAny, []*ir.Value{acc}, ir.TBool).Result()
			continue
		}
		all := e.foldLanes(acc, func(a, b *ir.Value) *ir.Value { return e.b.Binary(f.kind, a, b) })
		flags[f] = e.b.Compare(ir.OpLt, all, e.b.Const(all.Type, 0))
	}
	for i, u := range r.leaves {
		out[u.leaf] = e.result(u, accs[i], flags)
	}
	return out
}

// result is that of a leaf.
func (e *emitter) result(u *unordered, acc *ir.Value, flags map[*flag]*ir.Value) *ir.Value {
	switch {
	case u.typ == ir.TBool && u.kind == ir.OpAnd:
		return e.b.Op(ir.OpAll, []*ir.Value{acc}, ir.TBool).Result()
	case u.typ == ir.TBool:
		return e.b.Op(ir.OpAny, []*ir.Value{acc}, ir.TBool).Result()
	}
	v := e.foldLanes(acc, func(a, b *ir.Value) *ir.Value { return e.either(u.kind, a, b) })
	if !u.typ.IsFloat() {
		return v
	}
	float := func(x float64) *ir.Value { return e.b.Float(u.typ, x) }
	zero := e.b.Select(flags[u.sign], float(math.Copysign(0, -1)), float(0))
	v = e.b.Select(e.b.Compare(ir.OpEq, v, float(0)), zero, v)
	v = e.b.Select(flags[u.nan], float(math.NaN()), v)
	return e.b.Binary(u.kind, u.id, v)
}

// foldLanes folds the lanes of one vector.
func (e *emitter) foldLanes(v *ir.Value, op func(a, b *ir.Value) *ir.Value) *ir.Value {
	o := e.b.Op(ir.OpLaneReduce, []*ir.Value{v}, v.Type.Elem)
	in := o.AddRegion(v.Type, v.Type)
	outer := e.b.Region
	e.b.Region = in
	e.b.Yield(op(in.Params[0], in.Params[1]))
	e.b.Region = outer
	return o.Results[0]
}

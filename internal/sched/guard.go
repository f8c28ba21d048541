package sched

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A guard is what has to hold, for a whole index space, so that a loop nest may be restructured: no check in it fails, and some slices are
// apart. It is evaluated before the nest starts; where it doesn't hold, the nest runs as it was written. So panics stay what they are, and
// restructured nests have no checks that the guard has made.
//
// The operands of the checks are polynomials, linear in each index. Over a box of indices such a polynomial has its extremes at the corners, if
// nothing wraps around on the way: a bound of its size is computed in floating point.
type guard struct {
	space  *space
	checks []guarded
	order  analysis.Condition // for its iterations to be independent
	small  []*ir.Value        // bounds that may be subtracted from each other
}

// guarded is a check that a guard makes, for the domain that the program comes to it in.
type guarded struct {
	op *ir.Op
	in *domain
}

// ops lists the checks themselves.
func (g guard) ops() []*ir.Op {
	ops := make([]*ir.Op, len(g.checks))
	for i, c := range g.checks {
		ops[i] = c.op
	}
	return ops
}

func (g guard) empty() bool {
	return len(g.checks) == 0 && g.order.Empty() && !slices.ContainsFunc(g.small, func(v *ir.Value) bool { return !isConst(v) })
}

// maxCorner is the number of indices up to which all corners are looked at.
const maxCorner = 4

// hoistable lists the checks that a guard can make: all iterations of a domain come to them, if none before fails, or those that the data choose. rest is
// the number of the others.
func (p *space) hoistable() (checks []guarded, rest int) {
	var walk func(r *ir.Region, d *domain)
	walk = func(r *ir.Region, d *domain) {
		for _, o := range r.Ops {
			if o.Kind.Has(ir.Check) && p.guardable(o) {
				checks = append(checks, guarded{o, d})
			}
			if o.Leaves() {
				return
			}
			switch {
			case o.Kind == ir.OpIf:
				for k, in := range o.Regions {
					if part, ok := p.within(d, condition{o.Args[0], k == 0}); ok {
						walk(in, part)
					}
				}
			case p.boxed(o):
				walk(o.Regions[0], d)
			}
		}
	}
	walk(p.body, nil)
	p.body.Walk(func(o *ir.Op) bool {
		if o.Kind.Has(ir.Check) {
			rest++
		}
		return true
	})
	return checks, rest - len(checks)
}

// fromData reports a value that depends on what the body has loaded.
func (p *space) fromData(v *ir.Value, depth int) bool {
	o := v.Def
	if o == nil || !p.inside[v] || depth > 20 {
		return false
	}
	if o.Kind == ir.OpLoad {
		return true
	}
	for _, a := range o.Args {
		if p.fromData(a, depth+1) {
			return true
		}
	}
	return false
}

// boxed reports a counted loop or reduction whose range is known outside of the pattern, and that runs to its end.
func (p *space) boxed(f *ir.Op) bool {
	switch {
	case f.Kind == ir.OpFor && f.Ints[0] > 0 && p.fixed(f.Args[0]) && p.fixed(f.Args[1]):
	case f.Kind == ir.OpReduce && f.Ints[0] == 1 && p.fixed(f.Args[0]):
	default:
		return false
	}
	whole := true
	f.Regions[0].Walk(func(o *ir.Op) bool { whole = whole && o.Target != f && o.Kind != ir.OpReturn; return true })
	return whole
}

// fixed reports a value that is known outside of the pattern.
func (p *space) fixed(v *ir.Value) bool { return !p.inside[v] || isConst(v) }

func isConst(v *ir.Value) bool { _, ok := v.IsConst(); return ok }

// guardable reports a check whose operands can be computed from the indices, and what is known outside.
func (p *space) guardable(o *ir.Op) bool {
	switch o.Kind {
	case ir.OpCheckIndex, ir.OpCheckSlice, ir.OpCheckDiv, ir.OpCheckShift:
	default:
		return false
	}
	var varying []*ir.Value
	for _, a := range o.Args {
		if !a.Type.IsInt() || a.Type.Size() != 8 && !isConst(a) {
			return false
		}
		q := p.s.Of(a)
		if !p.rangedPoly(q, 0) {
			return false
		}
		for _, v := range q.Atoms() {
			if p.inside[v] && !slices.Contains(varying, v) {
				varying = append(varying, v)
			}
		}
	}
	if o.Kind != ir.OpCheckIndex && o.Kind != ir.OpCheckSlice && len(varying) > 0 {
		return false
	}
	return len(varying) <= maxCorner
}

// emitGuard makes the guard a kernel, and gives its result.
func (s *scheduler) emitGuard(host *ir.Builder, g guard) *ir.Value {
	k := s.newKernel(ir.SingleKernel, []*ir.Type{ir.TBool})
	k.Pos = host.Pos
	b := &ir.Builder{Region: k.Body, Pos: host.Pos}
	b.Return(g.emit(b))
	args := closeKernel(k)
	run := host.Op(ir.OpRun, args, ir.TBool)
	run.Sym = k.Name
	return run.Result()
}

// emit emits what computes whether the guard holds.
func (g guard) emit(b *ir.Builder) *ir.Value {
	e := &guardEmitter{p: g.space, b: b, ends: map[*ir.Value][2]*ir.Value{}, boxes: map[*box]clippedBox{}}
	e.ok = b.Bool(true)
	for _, v := range g.small {
		e.smallValue(v)
	}
	for _, c := range g.space.extremes(g.checks) {
		e.check(c)
	}
	if !g.order.Empty() {
		e.need(g.order.Emit(b))
	}
	return e.ok
}

// extremes leaves out the checks of indices that lie, at a constant distance, between others.
func (p *space) extremes(checks []guarded) []guarded {
	distance := func(x, y guarded) (int64, bool) {
		a, b := x.op, y.op
		if x.in != y.in || a.Kind != ir.OpCheckIndex || b.Kind != a.Kind || !p.s.Of(a.Args[1]).Equal(p.s.Of(b.Args[1])) {
			return 0, false
		}
		return p.s.Sub(p.s.Of(b.Args[0]), p.s.Of(a.Args[0])).Const()
	}
	var out []guarded
	for i, c := range checks {
		below, above := false, false // is there another check that asks for less, for more?
		for k, other := range checks {
			d, ok := distance(c, other)
			if !ok || k == i {
				continue
			}
			below = below || d < 0 || d == 0 && k < i
			above = above || d > 0 || d == 0 && k < i
		}
		if !below || !above {
			out = append(out, c)
		}
	}
	return out
}

type guardEmitter struct {
	p    *space
	b    *ir.Builder
	ok   *ir.Value
	ends map[*ir.Value][2]*ir.Value // the least and the greatest of what varies

	smalls []analysis.Poly // which are known to be
	boxes  map[*box]clippedBox
}

// clippedBox holds the ends of the indices that a box bounds, and whether it is empty (nil: it isn't known to be).
type clippedBox struct {
	ends    map[*ir.Value][2]*ir.Value
	nowhere *ir.Value
}

func (e *guardEmitter) need(c *ir.Value) { e.ok = e.b.Binary(ir.OpAnd, e.ok, c) }

// span gives the first and the last value of an index: of an empty range the last is below the first.
func (e *guardEmitter) span(i *ir.Value) [2]*ir.Value {
	sp := e.p.index[i]
	lo := sp.lo
	if lo == nil {
		lo = e.b.Int(0)
	}
	return [2]*ir.Value{lo, e.b.Binary(ir.OpSub, sp.hi, e.b.Int(1))}
}

// check emits what a check asks at all corners of the boxes of its indices.
func (e *guardEmitter) check(c guarded) {
	polys := make([]analysis.Poly, len(c.op.Args))
	for k, a := range c.op.Args {
		polys[k] = e.p.s.Of(a)
		e.small(polys[k])
	}
	boxes := []box{{}}
	if c.in != nil {
		boxes = c.in.boxes
	}
	for k := range boxes {
		x, ok := e.boxes[&boxes[k]]
		if !ok {
			x = e.clipped(&boxes[k])
			e.boxes[&boxes[k]] = x
		}
		e.need(e.corners(c.op.Kind, polys, x))
	}
}

// small says that nothing wraps around in q, in the whole index space.
func (e *guardEmitter) small(q analysis.Poly) {
	if !q.IsAtom() && !slices.ContainsFunc(e.smalls, q.Equal) {
		e.smalls = append(e.smalls, q)
		e.need(e.isSmall(q.EmitBound(e.b, e.bound)))
	}
}

// smallValue says so of a value.
func (e *guardEmitter) smallValue(v *ir.Value) {
	if !isConst(v) {
		e.need(e.isSmall(e.bound(v)))
	}
}

func (e *guardEmitter) isSmall(bound *ir.Value) *ir.Value {
	return e.b.Compare(ir.OpLt, bound, e.b.Float(ir.TF64, 1<<62))
}

// clipped emits the bounds of a box.
func (e *guardEmitter) clipped(x *box) clippedBox {
	ends := map[*ir.Value][2]*ir.Value{}
	var nowhere *ir.Value
	also := func(c *ir.Value) {
		if nowhere == nil {
			nowhere = c
		} else {
			nowhere = e.b.Binary(ir.OpOr, nowhere, c)
		}
	}
	for _, c := range x.when {
		if v := c.v; c.holds {
			also(e.b.Unary(ir.OpNot, v))
		} else {
			also(v)
		}
	}
	for _, l := range x.clips {
		e.small(l.sides[0])
		e.small(l.sides[1])
		r, ok := ends[l.index]
		if !ok {
			r = e.span(l.index)
		}
		limit := l.rest.Emit(e.b, outside)
		if l.sign > 0 {
			r[0] = e.b.Binary(ir.OpMax, r[0], e.b.Unary(ir.OpNeg, limit))
		} else {
			r[1] = e.b.Binary(ir.OpMin, r[1], limit)
		}
		ends[l.index] = r
	}
	for i, l := range x.clips {
		if !slices.ContainsFunc(x.clips[:i], func(other clip) bool { return other.index == l.index }) {
			r := ends[l.index]
			also(e.b.Compare(ir.OpGt, r[0], r[1]))
		}
	}
	return clippedBox{ends, nowhere}
}

func outside(v *ir.Value) *ir.Value { return v }

// corners gives whether a check holds at all corners of a box, or whether it is empty.
func (e *guardEmitter) corners(kind ir.OpKind, polys []analysis.Poly, x clippedBox) *ir.Value {
	var all *ir.Value
	e.eachCorner(polys, x.ends, func(at []*ir.Value) {
		for _, c := range e.holds(kind, at) {
			if all == nil {
				all = c
			} else {
				all = e.b.Binary(ir.OpAnd, all, c)
			}
		}
	})
	if x.nowhere != nil {
		all = e.b.Binary(ir.OpOr, all, x.nowhere)
	}
	return all
}

// eachCorner gives the values of polynomials at all corners of the box of what varies in them, where some indices have these ends.
func (e *guardEmitter) eachCorner(polys []analysis.Poly, ends map[*ir.Value][2]*ir.Value, f func(at []*ir.Value)) {
	var varying []*ir.Value
	var ranges [][2]*ir.Value
	for _, q := range polys {
		for _, v := range q.Atoms() {
			if e.p.inside[v] && !slices.Contains(varying, v) {
				r, ok := ends[v]
				if !ok {
					r = e.rangeOf(v)
				}
				varying, ranges = append(varying, v), append(ranges, r)
			}
		}
	}
	for corner := range 1 << len(varying) {
		at := make([]*ir.Value, len(polys))
		for k, q := range polys {
			at[k] = q.Emit(e.b, func(v *ir.Value) *ir.Value {
				if k := slices.Index(varying, v); k >= 0 {
					return ranges[k][corner>>k&1]
				}
				return v
			})
		}
		f(at)
	}
}

// bound is |v|, in float64; of an index over its whole range.
func (e *guardEmitter) bound(v *ir.Value) *ir.Value {
	abs := func(x *ir.Value) *ir.Value {
		if c, ok := x.ConstInt(); ok {
			return e.b.Float(ir.TF64, math.Abs(float64(c)))
		}
		return e.b.Unary(ir.OpAbs, e.b.Conv(x, ir.TF64))
	}
	if !e.p.inside[v] {
		return abs(e.b.Conv(v, ir.TI64))
	}
	ends := e.rangeOf(v)
	if c, ok := ends[0].ConstInt(); ok && c == 0 { // the other is not below it
		return e.b.Conv(ends[1], ir.TF64)
	}
	return e.b.Binary(ir.OpMax, abs(ends[0]), abs(ends[1]))
}

// holds emits the conditions of a check.
func (e *guardEmitter) holds(k ir.OpKind, args []*ir.Value) (all []*ir.Value) {
	zero := e.b.Int(0)
	switch k {
	case ir.OpCheckIndex:
		return []*ir.Value{e.b.Compare(ir.OpLe, zero, args[0]), e.b.Compare(ir.OpLt, args[0], args[1])}
	case ir.OpCheckSlice:
		for _, a := range args {
			all = append(all, e.b.Compare(ir.OpLe, zero, a))
			zero = a
		}
		return all
	case ir.OpCheckDiv:
		return []*ir.Value{e.b.Compare(ir.OpNe, args[0], zero)}
	case ir.OpCheckShift:
		return []*ir.Value{e.b.Compare(ir.OpLe, zero, args[0])}
	}
	panic("sched: no guard makes this check")
}

package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// The least value of a polynomial over an index space is found by taking out what varies in it, one after the other, the innermost first: a polynomial that is
// linear in an index is extreme where the index is at one of its ends, which may depend on the indices around it, as in triangles and where a filter's taps are
// cut off at a border (variable elimination: Fourier and Motzkin; Feautrier, "Dataflow analysis of array and scalar references", IJPP 1991, for loops). Minima and
// maxima of what varies together with the rest are the rest's with either operand. Where things that vary together are not seen to, or a range is empty for
// some of the indices around it, the guard asks for more than it has to, never for less.

// Arithmetic is modulo 2^64 as the program's is: what is emitted is exact where the polynomial is small wherever the indices may be, which is asked once for
// each that comes in, for ends that vary, and for each operand of a minimum or maximum in place of it.

// extremes finds them over a box.
type extremes struct {
	e       *guardEmitter
	clipped map[*ir.Value]ends // indices that the box bounds
	empty   []emptiness        // where one of these holds the box is
	never   *ir.Value          // see nowhere
	ranges  map[*ir.Value][2]*ir.Value
}

// ends are what an index lies between, wherever it is.
type ends struct{ lo, hi analysis.Poly }

// extremeFuel bounds the ends and operands that are tried for one check.
const extremeFuel = 256

func newExtremes(e *guardEmitter, x *box) *extremes {
	out := &extremes{e: e, clipped: map[*ir.Value]ends{}, ranges: map[*ir.Value][2]*ir.Value{}}
	if x != nil {
		out.clip(x)
	}
	return out
}

// varying reports a value that is not the same in the whole index space, or not known outside.
func (x *extremes) varying(v *ir.Value) bool {
	return x.e.virtual[v] != nil || x.e.p.op.Defines(v) && !isConst(v)
}

func (x *extremes) varies(q analysis.Poly) bool { return q.Any(x.varying) }

// least is the least value of q, of what is known outside.
func (x *extremes) least(q analysis.Poly) analysis.Poly { return x.end(q, false) }

// greatest is the greatest value of q.
func (x *extremes) greatest(q analysis.Poly) analysis.Poly { return x.end(q, true) }

// extreme emits the one or the other.
func (x *extremes) extreme(q analysis.Poly, top bool) *ir.Value {
	return x.end(q, top).Emit(x.e.b, outside)
}

func (x *extremes) end(q analysis.Poly, top bool) analysis.Poly {
	e := x.e
	if e.spent() {
		return q
	}
	v := x.innermost(q)
	if v == nil {
		return q
	}
	c, linear := q.Coef(v)
	if !linear {
		x.fail()
		return q
	}
	rest := q.Without(v)
	s := e.p.s
	times := func(p analysis.Poly) analysis.Poly { // by the factor of v
		prod, ok := s.Mul(c, p)
		if !ok {
			x.fail()
		}
		return prod
	}
	at := func(p analysis.Poly) analysis.Poly { return s.Add(rest, times(p)) } // q where v is p
	either := func(kind ir.OpKind, a, b analysis.Poly) analysis.Poly {
		return s.Atom(e.b.Binary(kind, x.extreme(a, top), x.extreme(b, top)))
	}
	best := ir.OpMin
	if top {
		best = ir.OpMax
	}
	if kind, a, b, ok := x.choice(v); ok && !x.varies(c) && x.together(v, rest) {
		if x.sign(c) < 0 {
			kind = other(kind)
		}
		a, b = at(a), at(b)
		e.small(a)
		e.small(b)
		either := either(kind, a, b).Emit(e.b, outside)
		return s.Atom(x.beyondHalf(either, kind, a, b, top))
	}
	if _, _, _, ok := arms(v); ok && x.together(v, rest) {
		return s.Atom(x.cases(q, v, top))
	}
	r := x.endsOf(v)
	switch {
	case x.varies(c):
		return either(best, at(r.lo), at(r.hi))
	case isKnown(c) || x.varies(r.lo) || x.varies(r.hi) || c.Sign(e.p.isExtent) != 0:
		if (x.sign(c) > 0) == top {
			return x.end(at(r.hi), top)
		}
		return x.end(at(r.lo), top)
	}
	part := e.b.Binary(best, times(r.lo).Emit(e.b, outside), times(r.hi).Emit(e.b, outside))
	return x.end(s.Add(rest, s.Atom(part)), top)
}

// spent takes a step, and reports that there are no more for the check at hand, or that something has failed: what chooses between values which others have chosen
// has as many parts of the index space to look at as there are ways through the conditions.
func (e *guardEmitter) spent() bool {
	if e.fuel--; e.fuel < 0 {
		e.failed = true
	}
	return e.failed
}

// fail says that there is no result.
func (x *extremes) fail() *ir.Value {
	x.e.failed = true
	return x.e.b.Int(0)
}

func isKnown(q analysis.Poly) bool { _, ok := q.Const(); return ok }

func other(k ir.OpKind) ir.OpKind {
	if k == ir.OpMin {
		return ir.OpMax
	}
	return ir.OpMin
}

// innermost is what is taken out of q first: what is computed from indices before these, and indices from the inside outwards.
func (x *extremes) innermost(q analysis.Poly) *ir.Value {
	var best *ir.Value
	level := -1
	for _, v := range q.Atoms() {
		if !x.varying(v) {
			continue
		}
		if l := x.level(v); l > level {
			best, level = v, l
		}
	}
	return best
}

// level orders what varies: what is computed from others is higher than they are, inner indices are than outer ones, and indices than what bounds them.
func (x *extremes) level(v *ir.Value) int {
	if l, ok := x.e.levels[v]; ok {
		return l
	}
	if sp, ok := x.e.p.index[v]; ok {
		most := sp.depth
		x.e.levels[v] = most // in cycles, which there are none of
		r, _ := x.e.p.span(v)
		for _, a := range append(r.lo.Atoms(), r.hi.Atoms()...) {
			if x.varying(a) {
				if l := x.level(a); l >= maxLoops {
					most = max(most, l+1)
				}
			}
		}
		x.e.levels[v] = most
		return most
	}
	most := maxLoops
	for _, q := range x.operands(v) {
		for _, a := range q.Atoms() {
			if x.varying(a) {
				most = max(most, x.level(a)+1)
			}
		}
	}
	x.e.levels[v] = most
	return most
}

// maxLoops is more than loops are nested.
const maxLoops = 1000

// operands lists the integers that something other than an index is computed from.
func (x *extremes) operands(v *ir.Value) (out []analysis.Poly) {
	if m := x.e.virtual[v]; m != nil {
		return []analysis.Poly{m.a, m.b}
	}
	if cond, a, b, ok := arms(v); ok {
		out = append(x.compared(cond), x.e.p.s.Of(a), x.e.p.s.Of(b))
	} else if v.Def != nil && v.Def.Kind != ir.OpLoad {
		for _, a := range v.Def.Args {
			if a.Type.IsInt() {
				out = append(out, x.e.p.s.Of(a))
			}
		}
	}
	return out
}

// compared lists the integers that a condition is about.
func (x *extremes) compared(cond *ir.Value) (out []analysis.Poly) {
	if o := cond.Def; o != nil && x.e.p.op.Defines(cond) && o.Kind != ir.OpLoad {
		for _, a := range o.Args {
			if a.Type.IsInt() {
				out = append(out, x.e.p.s.Of(a))
			} else if a.Type == ir.TBool {
				out = append(out, x.compared(a)...)
			}
		}
	}
	return out
}

// sign is that of a factor that is the same everywhere: which one it has to have the guard asks.
func (x *extremes) sign(c analysis.Poly) int {
	if n, ok := c.Const(); ok {
		if n < 0 {
			return -1
		}
		return 1
	}
	if sign := c.Sign(x.e.p.isExtent); sign != 0 {
		for _, v := range c.Atoms() {
			x.e.positive(x.e.p.s.Atom(v), 0)
		}
		return sign
	}
	if c.Negative() {
		x.e.positive(x.e.p.s.Sub(analysis.Poly{}, c), 0)
		return -1
	}
	x.e.positive(c, 0)
	return 1
}

// choice takes a minimum or maximum apart.
func (x *extremes) choice(v *ir.Value) (kind ir.OpKind, a, b analysis.Poly, ok bool) {
	if m := x.e.virtual[v]; m != nil {
		return m.kind, m.a, m.b, true
	}
	if o := v.Def; o != nil && (o.Kind == ir.OpMin || o.Kind == ir.OpMax) && v.Type != ir.TU64 { // of which a polynomial says nothing: what is below 0 is large
		return o.Kind, x.e.p.s.Of(o.Args[0]), x.e.p.s.Of(o.Args[1]), true
	}
	if q, ok := x.trips(v); ok {
		return ir.OpMax, q, analysis.Poly{}, true
	}
	return kind, a, b, false
}

// together reports that v and q vary with the same indices, or with the same number that is none.
func (x *extremes) together(v *ir.Value, q analysis.Poly) bool {
	with := x.indices(x.e.p.s.Atom(v))
	for i := range x.indices(q) {
		if with[i] {
			return true
		}
	}
	return false
}

// arms are what a condition chooses from.
func arms(v *ir.Value) (cond, yes, no *ir.Value, ok bool) {
	o := v.Def
	switch {
	case o == nil || v.Type != ir.TI64:
	case o.Kind == ir.OpSelect:
		return o.Args[0], o.Args[1], o.Args[2], true
	case o.Kind == ir.OpIf:
		a, b := o.Regions[0].Terminator(), o.Regions[1].Terminator()
		if a.Kind == ir.OpYield && b.Kind == ir.OpYield {
			return o.Args[0], a.Args[v.Index], b.Args[v.Index], true
		}
	}
	return nil, nil, nil, false
}

// cases is the extreme of q where a condition holds, and where it doesn't: all that it chooses is chosen together.
func (x *extremes) cases(q analysis.Poly, v *ir.Value, top bool) *ir.Value {
	cond, _, _, _ := arms(v)
	s := x.e.p.s
	var all found
	for _, holds := range []bool{true, false} {
		part := q
		for _, u := range q.Atoms() {
			c, yes, no, ok := arms(u)
			if !ok || c != cond {
				continue
			}
			if !holds {
				yes = no
			}
			coef, linear := part.Coef(u)
			prod, ok := s.Mul(coef, s.Of(yes))
			if !linear || !ok {
				return x.fail()
			}
			part = s.Add(part.Without(u), prod)
		}
		x.e.small(part)
		for _, y := range x.where(condition{cond, holds}) {
			z := y.extreme(part, top)
			all = x.e.merged(all, found{[2]*ir.Value{z, z}, y.nowhere()})
		}
	}
	if top {
		return all.r[1]
	}
	return all.r[0]
}

// maxArms is the number of boxes that are looked at one by one for what a condition chooses.
const maxArms = 2

// where is x in the part of its space where a condition holds.
func (x *extremes) where(c condition) (parts []*extremes) {
	boxes, ok := x.e.p.boxes(c)
	if !ok || len(boxes) > maxArms {
		boxes = []box{{}}
	}
	for k := range boxes {
		if boxes[k].everywhere() {
			parts = append(parts, x) // which has found the ranges of some already
			continue
		}
		part := newExtremes(x.e, nil)
		for i, r := range x.clipped {
			part.clipped[i] = r
		}
		part.clip(&boxes[k])
		parts = append(parts, part)
	}
	return parts
}

// found is the least and the greatest of something in a part of the index space, and whether that is empty (nil: it isn't known to be).
type found struct {
	r       [2]*ir.Value
	nowhere *ir.Value
}

// merged is what is found in either of two parts.
func (e *guardEmitter) merged(a, b found) found {
	if a.r[0] == nil {
		return b
	}
	out := found{r: e.either(a.r, b.r)}
	for k := range out.r {
		if b.nowhere != nil {
			out.r[k] = e.b.Select(b.nowhere, a.r[k], out.r[k])
		}
		if a.nowhere != nil {
			out.r[k] = e.b.Select(a.nowhere, b.r[k], out.r[k])
		}
	}
	if a.nowhere != nil && b.nowhere != nil {
		out.nowhere = e.b.Binary(ir.OpAnd, a.nowhere, b.nowhere)
	}
	return out
}

// indices is the set of those that q varies with, and what else it does that is no polynomial of them.
func (x *extremes) indices(q analysis.Poly) map[*ir.Value]bool {
	out, seen := map[*ir.Value]bool{}, map[*ir.Value]bool{}
	var walk func(q analysis.Poly)
	walk = func(q analysis.Poly) {
		for _, v := range q.Atoms() {
			if seen[v] || !x.varying(v) {
				continue
			}
			seen[v] = true
			from := x.operands(v)
			if _, ok := x.e.p.index[v]; ok {
				r, ok := x.clipped[v]
				if !ok {
					r, _ = x.e.p.span(v)
				}
				out[v], from = true, []analysis.Poly{r.lo, r.hi}
			} else if len(from) == 0 { // a number that is computed otherwise: what is computed from it varies together
				out[v] = true
			}
			for _, a := range from {
				walk(a)
			}
		}
	}
	walk(q)
	return out
}

// endsOf gives what v lies between: an index its ends, as far as they are known there; else numbers.
func (x *extremes) endsOf(v *ir.Value) ends {
	s := x.e.p.s
	if _, ok := x.e.p.index[v]; !ok {
		r := x.rangeOf(v)
		return ends{s.Atom(r[0]), s.Atom(r[1])}
	}
	r, ok := x.clipped[v]
	if !ok {
		r, ok = x.e.p.span(v)
		if !ok {
			x.fail()
			return r
		}
		x.clipped[v] = x.nonempty(r)
		return x.clipped[v]
	}
	return r
}

// nonempty makes the ends of what may be an empty range for some of the indices around it ones that check well there: those of a range of one.
func (x *extremes) nonempty(r ends) ends {
	lo, hi := x.varies(r.lo), x.varies(r.hi)
	if lo || hi {
		x.e.small(r.lo)
		x.e.small(r.hi)
	}
	if hi && lo {
		return r
	}
	if lo {
		return ends{x.e.choose(ir.OpMin, r.lo, r.hi), r.hi}
	}
	return ends{r.lo, x.e.choose(ir.OpMax, r.hi, r.lo)}
}

// virtual is a minimum or maximum of polynomials of indices, which no op computes.
type virtual struct {
	kind ir.OpKind
	a, b analysis.Poly
}

// choose is the minimum or maximum of two polynomials.
func (e *guardEmitter) choose(kind ir.OpKind, a, b analysis.Poly) analysis.Poly {
	s := e.p.s
	if d, ok := s.Sub(a, b).Const(); ok {
		if (d < 0) == (kind == ir.OpMin) {
			return a
		}
		return b
	}
	if !e.whole.varies(a) && !e.whole.varies(b) {
		return s.Atom(e.b.Binary(kind, a.Emit(e.b, outside), b.Emit(e.b, outside)))
	}
	e.small(a)
	e.small(b)
	v := &ir.Value{Type: ir.TI64}
	e.virtual[v] = &virtual{kind, a, b}
	return s.Atom(v)
}

// clip notes what the conditions of a box say.
func (x *extremes) clip(b *box) {
	e := x.e
	also := func(c emptiness) {
		if !slices.ContainsFunc(x.empty, c.is) {
			x.empty = append(x.empty, c)
		}
	}
	for _, c := range b.when {
		if v := c.v; c.holds {
			also(emptiness{cond: e.b.Unary(ir.OpNot, v)})
		} else {
			also(emptiness{cond: v})
		}
	}
	for _, c := range b.fixed {
		also(emptiness{cond: e.b.Compare(c.kind.Negated(), c.x.Emit(e.b, outside), c.y.Emit(e.b, outside))})
	}
	for _, l := range b.clips {
		e.small(l.sides[0])
		e.small(l.sides[1])
		r, ok := x.clipped[l.index]
		if !ok {
			if r, ok = e.p.span(l.index); !ok {
				x.fail()
				return
			}
		}
		if l.sign > 0 {
			r.lo = e.choose(ir.OpMax, r.lo, e.p.s.Sub(analysis.Poly{}, l.rest))
		} else {
			r.hi = e.choose(ir.OpMin, r.hi, l.rest)
		}
		x.clipped[l.index] = r
	}
	for i, l := range b.clips {
		if slices.ContainsFunc(b.clips[:i], func(other clip) bool { return other.index == l.index }) {
			continue
		}
		if r := x.clipped[l.index]; x.varies(r.lo) || x.varies(r.hi) {
			x.clipped[l.index] = x.nonempty(r)
		} else {
			e.size(r.lo)
			e.size(r.hi)
			for _, q := range e.disjuncts(e.p.s.Sub(r.hi, r.lo)) {
				sum, by := e.parts(q)
				also(emptiness{sum: sum, by: by})
			}
		}
	}
}

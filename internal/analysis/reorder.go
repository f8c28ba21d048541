package analysis

import (
	"fmt"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// May the iterations of a loop be run in another order, or side by side? They may if what one stores no other loads or stores. Two accesses
// to one slice touch the same element in different iterations if their indices, polynomials of the loops' indices, are equal for some values of
// these. Indices into one slice are taken apart into dimensions first, at the strides that occur in them, as in a[i*n+j] (Grosser, Ramanujam,
// Pouchet, Sadayappan and Pop, "Optimistic Delinearization of Parametrically Sized Arrays", ICS 2015): where each part but the first differs
// by less than its dimension's extent, two places are the same only if all their parts are. Then every dimension is a question of its own: can
// its parts be equal, and if so, is that in one and the same iteration only? (Banerjee's bounds and the greatest common divisor: Wolfe, "High
// Performance Compilers for Parallel Computing", chapter 7.) What the loops' bounds do not show is left to be asked when the program runs
// (Rus, Rauchwerger and Hoeflinger, "Hybrid Analysis", IJPP 2003), as are slices that may share memory.

// An Order says whether the iterations of a loop may be reordered.
type Order struct {
	Free bool
	If   Condition // Free: provided that this holds, for each execution of the loop

	// What stands in the way, else.
	Why           string
	First, Second *ir.Op // accesses by which iterations may depend on each other; Second nil: a reason other than that
	Distance      int64  // how many iterations apart these are, each time; 0: not known, or not the same
}

// Because says what stands in the way, and where.
func (o *Order) Because() string {
	switch {
	case o.Second != nil && o.Distance > 0:
		return fmt.Sprintf("%s, %d iterations apart: %s and %s", o.Why, o.Distance, o.First.Pos, o.Second.Pos)
	case o.Second != nil:
		return fmt.Sprintf("%s: %s and %s", o.Why, o.First.Pos, o.Second.Pos)
	}
	return fmt.Sprintf("%s: %s", o.Why, o.First.Pos)
}

// Reorder tells whether the iterations of a loop may be reordered: a `for`, or a pattern with all its dimensions. It is about values and memory
// only, not about which of several panics comes first. Ops around the loop, if any, are taken to be done again in each iteration.
func (f *Facts) Reorder(loop *ir.Op, around ...*ir.Op) Order {
	out := f.reorder(loop, around)
	again := func(s *Space) {
		if other := In(s).reorder(loop, around); other.Free && (!out.Free || len(other.If.Holds) <= len(out.If.Holds)) {
			out = other
		}
	}
	if out.Free && len(out.If.Holds) == 0 || out.First == loop {
		return out
	}
	// A place y*(max(w-2, 2)-2) + x has a dimension of that extent, which is not seen in y*max(w-2, 2) - 2*y + x.
	if slices.ContainsFunc(f.space.Accesses(loop.Regions[0]), Access.takesMax) {
		again(f.space.wholeExtents())
	}
	// So has y*(right-left) + x one of right-left.
	if s := f.space.wholeWidths(loop); slices.ContainsFunc(s.Accesses(loop.Regions[0]), s.takesWidth) {
		again(s)
	}
	return out
}

// takesMax reports a place that depends on the greater of two values.
func (a Access) takesMax() bool {
	return a.At.Any(func(v *ir.Value) bool { return v.Def != nil && v.Def.Kind == ir.OpMax })
}

// takesWidth reports a place that depends on a difference which is not taken apart.
func (s *Space) takesWidth(a Access) bool {
	return a.At.Any(func(v *ir.Value) bool { return v.Def != nil && s.widths(v.Def) })
}

func (f *Facts) reorder(loop *ir.Op, around []*ir.Op) Order {
	var out Order
	if why, o := sequential(loop); why != "" {
		out.Why, out.First = why, o
		return out
	}
	q := &query{nest: newNest(f.space, loop), twin: map[*ir.Value]*ir.Value{}, known: map[*ir.Op][]between{}, bits: map[*ir.Op][]congruence{}}
	acc := f.space.Accesses(loop.Regions[0])
	for _, o := range around {
		if o.Kind == ir.OpLoad || o.Kind == ir.OpStore {
			acc = append(acc, f.space.Access(o))
		}
	}
	q.accesses = distinctAccesses(acc)
	for _, a := range q.accesses {
		q.narrowValues(a.At)
	}
	q.twins()
	for k, s := range q.accesses {
		if !s.Stores() || q.owned(s) {
			continue
		}
		for j, a := range q.accesses {
			if a.Stores() && j < k || q.owned(a) || a.OtherField(s) || f.Distinct(s.Root, a.Root) || len(around) == 0 && q.older(s.Root, a.Root) {
				continue
			}
			if s.Root != a.Root && out.If.wholly(s, a) {
				continue
			}
			r := q.pair(s, a)
			if !r.free {
				out.Why, out.First, out.Second, out.Distance = r.why, s.Op, a.Op, r.distance
				return out
			}
			out.If.Add(&r.needs)
		}
	}
	out.If.spans = q.spans
	if out.If.Mentions(func(v *ir.Value) bool { return q.inside[v] }) {
		return Order{Why: "the bounds of a loop in it depend on data", First: loop}
	}
	out.Free = true
	return out
}

// older reports two roots from around the loop of which one was loaded before the other was made: a row of an argument is not the row of the result
// that is made for it.
func (q *query) older(a, b *ir.Value) bool {
	if q.inside[a] || q.inside[b] {
		return false // one of an iteration may be loaded in the next
	}
	if IsFresh(a) {
		a, b = b, a
	}
	return IsFresh(b) && isLoaded(a) && before(a.Def, b.Def)
}

// before reports that o has been done, in all regions around it, when p is.
func before(o, p *ir.Op) bool {
	for p.Parent != o.Parent {
		if p.Parent == nil || p.Parent.Parent == nil {
			return false
		}
		p = p.Parent.Parent
	}
	return o.Parent.Index(o) < o.Parent.Index(p)
}

// sequential finds what keeps the iterations of a loop in order whatever they do to memory, and where.
func sequential(loop *ir.Op) (why string, at *ir.Op) {
	if loop.Kind == ir.OpLoop {
		return "the number of its iterations is not known ahead", loop
	}
	if loop.Kind == ir.OpFor && len(loop.Regions[0].Params) > 1 {
		return "it hands values on from one iteration to the next", loop
	}
	if loop.Leaves() {
		return "it may be left early", loop
	}
	loop.Regions[0].Walk(func(o *ir.Op) bool {
		switch {
		case why != "":
		case o.Kind == ir.OpBreak && o.Target == loop:
			why, at = "it may be left early", o
		case o.Kind != ir.OpLoad && o.Kind != ir.OpStore && (o.Kind.Has(ir.Writes) || o.Kind.Has(ir.Reads)):
			why, at = "it does more than load and store", o
		}
		return why == ""
	})
	return why, at
}

// distinctAccesses leaves out accesses that are the same as one before, under the same conditions.
func distinctAccesses(acc []Access) []Access {
	var out []Access
	for _, a := range acc {
		if !slices.ContainsFunc(out, func(b Access) bool {
			return a.Root == b.Root && a.Stores() == b.Stores() && a.Op.Parent == b.Op.Parent && slices.Equal(a.Op.Ints, b.Op.Ints) && a.At.Equal(b.At)
		}) {
			out = append(out, a)
		}
	}
	return out
}

// query is what is asked about one loop. Of two iterations the second is seen through twins: what stands for an index there.
type query struct {
	*nest
	twin     map[*ir.Value]*ir.Value
	accesses []Access
	known    map[*ir.Op][]between // see around
	bits     map[*ir.Op][]congruence
}

func (q *query) twins() {
	for v := range q.spans {
		if q.inside[v] {
			q.twin[v] = &ir.Value{Type: v.Type, Name: v.Name + "'"}
		}
	}
	for v, w := range q.twin {
		sp := q.spans[v]
		sp.lo, sp.hi = q.other(sp.lo), q.other(sp.hi) // what must not wrap around is the same
		q.spans[w] = sp
	}
}

// other is p in the second iteration.
func (q *query) other(p Poly) Poly {
	if !p.Any(func(v *ir.Value) bool { return q.twin[v] != nil }) {
		return p
	}
	return q.space.rename(p, func(v *ir.Value) *ir.Value {
		if w := q.twin[v]; w != nil {
			return w
		}
		return v
	})
}

// owned reports memory that belongs to one iteration.
func (q *query) owned(a Access) bool { return IsFresh(a.Root) && q.inside[a.Root] }

// opaque reports a place that depends on more than indices, what is the same in all iterations, and values in small ranges.
func (q *query) opaque(p Poly) bool {
	return p.Any(func(v *ir.Value) bool {
		_, isIndex := q.spans[v]
		return q.inside[v] && !isIndex
	})
}

// verdict is what is known about a pair of accesses.
type verdict struct {
	free     bool
	needs    Condition
	why      string
	distance int64
}

// pair asks about a store and another access.
func (q *query) pair(s, a Access) verdict {
	if v, ok := q.rows(s, a); ok {
		return v
	}
	if q.inside[s.Root] || q.inside[a.Root] {
		return verdict{why: "slices that are chosen in the loop may be the same"}
	}
	same := q.sameRoot(s, a)
	if s.Root == a.Root {
		return same
	}
	aligned := same.free && same.needs.Empty() && s.SameField(a)
	return verdict{free: true, needs: Condition{Apart: []Pair{{s.Root, a.Root, aligned, s.Cut() || a.Cut()}}}}
}

// rows asks about two accesses to rows that are loaded from tables in which each place has a row of its own: they touch the same element only if the rows are from
// the same place.
func (q *query) rows(s, a Access) (v verdict, ok bool) {
	if s.Root == a.Root && !q.inside[s.Root] || !isLoaded(s.Root) || !isLoaded(a.Root) {
		return v, false
	}
	x := objectsOf(s.Root)
	t, u := q.space.Access(s.Root.Def), q.space.Access(a.Root.Def)
	if x == nil || x.class(t.Root) != x.class(u.Root) || !x.rows(t.Root) || t.OtherField(u) {
		return v, false
	}
	if v = q.sameRoot(s, a); v.free && v.needs.Empty() {
		return v, true
	}
	if t.Root == u.Root && !q.inside[t.Root] {
		v, ok = q.sameRoot(t, u), true
	} else {
		v, ok = q.rows(t, u)
	}
	return v, ok && v.free
}

// isLoaded reports a slice that was loaded.
func isLoaded(v *ir.Value) bool { return v.Def != nil && v.Def.Kind == ir.OpLoad }

// sameRoot asks about two accesses to one slice.
func (q *query) sameRoot(s, a Access) verdict {
	if q.opaque(s.At) || q.opaque(a.At) {
		return verdict{why: "an index depends on data"}
	}
	if v, ok := q.oneStride(s, a); ok {
		return v
	}
	best := verdict{why: "they may touch the same element"}
	for _, linear := range []bool{false, true} {
		t := &trial{query: q, s: s, a: a}
		if t.run(linear) && (!best.free || len(t.holds) < len(best.needs.Holds)) {
			best = verdict{free: true, needs: t.condition()}
		}
		if best.free && best.needs.Empty() {
			break
		}
	}
	if best.free {
		return best
	}
	if narrow, exact := q.clipped(s, a); narrow != nil {
		t := &trial{query: narrow, s: s, a: a, exact: exact}
		if t.run(false) {
			best = verdict{free: true, needs: t.condition()}
		}
	}
	return best
}

// maxWrap is by how much a place that not every iteration touches may move from one to the next, for no number of iterations that a program gets
// to see to lead around 2^64, back to where it was.
const maxWrap = 1 << 16

// oneStride decides about places that move evenly from iteration to iteration and lie at a constant distance from each other. Nothing can wrap
// around there: what all iterations access lies within a slice, one step after the other.
func (q *query) oneStride(s, a Access) (v verdict, ok bool) {
	if len(q.own) != 1 {
		return v, false
	}
	x := q.own[0]
	d := q.space.Sub(s.At, q.other(a.At))
	coef, _ := d.Coef(x) // what isn't linear, or not known, counts as 0
	c, _ := coef.Const()
	back, _ := d.Coef(q.twin[x])
	minus, _ := back.Const()
	r, rest := d.Without(x).Without(q.twin[x]).Const()
	if c == 0 || minus != -c || !rest || c >= maxCoef || c <= -maxCoef || q.spans[x].step > maxWrap {
		return v, false
	}
	step := c * q.spans[x].step
	if max(step, -step) > maxWrap && !q.always(s) && !q.always(a) || r >= maxCoef || r <= -maxCoef {
		return v, false
	}
	if r%step != 0 || r == 0 {
		return verdict{free: true}, true
	}
	// r = c*(other - this): further apart than the loop is long?
	t := &trial{query: q, s: s, a: a, exact: []Poly{q.space.Atom(x)}}
	if t.incongruent([]Poly{d}) {
		return verdict{free: true}, true
	}
	if t.proven(q.space.Sub(Const(max(r, -r)/max(c, -c)-1), q.space.Sub(q.spans[x].hi, q.spans[x].lo))) {
		return verdict{free: true, needs: t.condition()}, true
	}
	return verdict{why: "they touch the same element", distance: max(r/step, -r/step)}, true
}

// always reports an access that each iteration makes.
func (q *query) always(a Access) bool { return a.Op.Parent == q.loop.Regions[0] && Straight(q.loop) }

// maxCoef bounds constants, for sums of a few not to wrap around.
const maxCoef = 1 << 45

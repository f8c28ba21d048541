package sched

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
)

// Loops that accumulate in memory, such as
//
//	for k { f = a[i*n+k]; for j { c[i*n+j] += f * b[k*n+j] } }
//
// load and store what they accumulate in each iteration. With the loops interchanged (Allen and Kennedy, "Automatic Loop Interchange", SIGPLAN 1984) the
// loop over k is inside, and each sum is in a register while it grows (promote.go), by the same terms in the same order. What a loop over j does ahead of
// that, such as to clear c, joins it, also where the loops were in that order from the beginning. All of this is one question: are the iterations over j
// independent in the new form? If they are, the old one is another order of the same accesses, in which those that meet come in the same order.

// interchanger changes the loops of a nest.
type interchanger struct {
	space  *analysis.Space
	inside map[*ir.Value]bool // what the nest defines
	far    bool               // loops that walk along memory in long steps may go inside, too
	flags  bool               // whether a loop has stored may be carried (promote_last.go)
	needs  analysis.Condition // for the new form to do what the old one does, where no check fails
	swaps  int                // loops that were interchanged,
	walks  int                // and those among them that walk so
	sums   int                // that are kept in registers
	wholes int                // loops that are one again
	ahead  ir.Region          // what computes bounds in front of the nest
	steps  loops.Schedule     // what has been done
}

// newInterchanger is for the loops in r, a copy of a nest or a region around one.
func newInterchanger(r *ir.Region) *interchanger {
	return &interchanger{space: analysis.NewSpace(), inside: valuesOf(r)}
}

// bounds has the bounds of loops and reductions that are computed inside, but come out the same always, be computed ahead: the length of s[i*n : (i+1)*n] is n.
func (x *interchanger) bounds(r *ir.Region) {
	b := ir.NewBuilder(&x.ahead)
	r.Walk(func(o *ir.Op) bool {
		n := 0
		switch {
		case o.Kind == ir.OpFor:
			n = 2
		case o.Kind == ir.OpBlockReduce && o.Ints[0] == 1:
			n = 1
		}
		for k, v := range o.Args[:n] {
			if q := x.space.Of(v); x.inside[v] && !isConst(v) && !q.Any(x.within) {
				o.SetArg(k, q.Emit(b, outside))
			}
		}
		return true
	})
}

// interchange brings the loops in r into an order in which what they accumulate can stay in registers.
func (x *interchanger) interchange(r *ir.Region) {
	for _, o := range slices.Clone(r.Ops) {
		for _, in := range o.Regions {
			x.interchange(in)
		}
		if o.Kind == ir.OpFor {
			if f := x.outwards(o); f != nil {
				x.interchange(x.join(f).Regions[0])
			} else if o.Regions[0].Contains(isLoop) { // it may have been outermost from the beginning
				x.join(o)
			}
		}
	}
}

// define notes what o, a copy, defines.
func (x *interchanger) define(o *ir.Op) { maps.Copy(x.inside, valuesIn(o)) }

// changed has what is asked from now on see the nest as it is.
func (x *interchanger) changed() { x.space = analysis.NewSpace() }

// outwards interchanges o with the loop inside it, if it pays; the result is that loop, nil if they stay as they are.
func (x *interchanger) outwards(o *ir.Op) *ir.Op {
	f := onlyLoop(o)
	if f == nil {
		return nil
	}
	walks, pays := x.pays(o, f)
	if !pays || walks && !x.far {
		return nil
	}
	f, err := x.reorder(o)
	if err != nil {
		return nil
	}
	if walks {
		x.walks++
	}
	return f
}

// reorder interchanges o with the loop inside it that is all there is in it. The result is that loop.
func (x *interchanger) reorder(o *ir.Op) (*ir.Op, error) {
	if onlyLoop(o) == nil {
		return nil, fmt.Errorf("%s: no loop is all there is in this one", o.Pos)
	}
	trial := ir.NewCloner().Op(o)
	x.define(trial)
	o.ReplaceBy(trial)
	f := onlyLoop(trial)
	swap(trial, f)
	x.changed()
	needs, err := x.independent(f)
	if err != nil { // checks ahead of a loop without iterations are made by the guard: it takes all loops to have one
		f.ReplaceBy(o)
		x.changed()
		return nil, err
	}
	x.needs.Add(&needs)
	x.swaps++
	x.did(loops.Reorder, trial, f)
	return f, nil
}

// did notes a step.
func (x *interchanger) did(k loops.Kind, about ...*ir.Op) {
	t := loops.Step{Kind: k}
	for _, o := range about {
		t.Loops = append(t.Loops, indexName(o))
	}
	x.steps = append(x.steps, t)
}

// indexName is the name of a loop's index.
func indexName(o *ir.Op) string { return o.Regions[0].Params[0].Name }

// onlyLoop is the loop that is all there is in the loop o, but for what can as well be done in each of its iterations; nil if there is none. Both run to
// their ends, and carry nothing.
func onlyLoop(o *ir.Op) *ir.Op {
	ops := o.Regions[0].Ops
	if len(ops) < 2 || !countedUp(o) {
		return nil
	}
	f := ops[len(ops)-2]
	if f.Kind != ir.OpFor || !countedUp(f) || !perfect(o.Regions[0], f) {
		return nil
	}
	for _, v := range f.Args {
		if o.Defines(v) && !isConst(v) {
			return nil
		}
	}
	return f
}

// countedUp reports a loop that runs to its end and carries nothing.
func countedUp(o *ir.Op) bool {
	return o.Ints[0] > 0 && len(o.Results) == 0 && o.Mode == ir.Sequential && analysis.Straight(o)
}

// pays reports loops, f in o, that store nothing but what they accumulate at places along f. walks: a load goes along o in steps that are neither short nor
// those of f, and o is no short loop: there each iteration over o has a line of memory of its own.
func (x *interchanger) pays(o, f *ir.Op) (walks, ok bool) {
	k, j := o.Regions[0].Params[0], f.Regions[0].Params[0]
	if trips := analysis.TripCount(f); trips >= 0 && trips < shortTrip {
		return false, false
	}
	trips := analysis.TripCount(o)
	short := trips >= 0 && trips <= shortTrip
	all := x.space.Accesses(f.Regions[0])
	for _, a := range all {
		if a.Stores() {
			ok = a.At.Mentions(j) && !a.At.Mentions(k) && slices.ContainsFunc(all, func(b analysis.Access) bool { return !b.Stores() && samePlace(a, b) })
			if !ok {
				return false, false
			}
			continue
		}
		step, linear := a.At.Coef(k)
		c, fixed := step.Const()
		along, _ := a.At.Coef(j)
		walks = walks || !short && a.At.Mentions(j) && !(linear && fixed && -maxNear <= c && c <= maxNear) && !step.Equal(along)
	}
	return walks, ok
}

// waits reports an interchanged loop f that is worse than what was written: what it accumulates neither lies next to each other, for lanes, nor can stay in a
// register, since the same memory is loaded elsewhere: each iteration inside would wait for what the one before it has stored.
func (x *interchanger) waits(f *ir.Op) bool {
	all := x.space.Accesses(f.Regions[0])
	return slices.ContainsFunc(all, func(a analysis.Access) bool {
		step, linear := a.At.Coef(f.Regions[0].Params[0])
		c, fixed := step.Const()
		return a.Stores() && !(linear && fixed && -maxNear <= c && c <= maxNear) && slices.ContainsFunc(all, func(b analysis.Access) bool {
			return b.Root == a.Root && !b.OtherField(a) && !samePlace(a, b)
		})
	})
}

// maxNear is the number of elements that is a short step.
const maxNear = 4

// samePlace reports accesses to one component of the element at one index.
func samePlace(a, b analysis.Access) bool {
	return a.Root == b.Root && a.SameField(b) && a.At.Equal(b.At)
}

// swap puts o into the loop f, with what is ahead of that in o.
func swap(o, f *ir.Op) {
	f.Remove()
	o.ReplaceBy(f)
	for k, v := range f.Args {
		if bits, ok := v.IsConst(); ok { // it may have been o's
			c := f.Parent.NewOp(ir.OpConst, f.Pos, nil, v.Type)
			c.Bits = bits
			f.InsertBefore(c)
			f.SetArg(k, c.Result())
		}
	}
	end := o.Regions[0].TakeLast()
	ops := f.Regions[0].Take(0)
	o.Regions[0].Append(ops[:len(ops)-1]...)
	o.Regions[0].Append(end)
	f.Regions[0].Append(o, ops[len(ops)-1])
}

// independent tells what it takes for the iterations of f to be independent, if that can be asked ahead of the nest.
func (x *interchanger) independent(f *ir.Op) (analysis.Condition, error) {
	return aheadOf(f, analysis.In(x.space).Reorder(f), x.within)
}

// aheadOf is the condition for the iterations of f to be independent, if it mentions nothing that is defined within the nest.
func aheadOf(f *ir.Op, order analysis.Order, within func(*ir.Value) bool) (analysis.Condition, error) {
	switch {
	case !order.Free:
		return order.If, fmt.Errorf("%s: its iterations depend on each other: %s", f.Pos, order.Because())
	case order.If.Mentions(within):
		return order.If, fmt.Errorf("%s: what its iterations being independent takes can't be asked ahead of the nest", f.Pos)
	}
	return order.If, nil
}

// within reports what the nest defines.
func (x *interchanger) within(v *ir.Value) bool { return x.inside[v] }

// someIteration adds to a condition that f has an iteration.
func (x *interchanger) someIteration(needs *analysis.Condition, f *ir.Op) bool {
	lo, hi := x.space.Of(f.Args[0]), x.space.Of(f.Args[1])
	more := x.space.Sub(x.space.Sub(hi, lo), analysis.Const(1))
	if n, ok := more.Const(); ok {
		return n >= 0
	}
	c := analysis.Condition{Holds: [][]analysis.Poly{{more}}, Small: []analysis.Poly{more}}
	needs.Add(&c)
	return !needs.Mentions(x.within)
}

// join has f do first what a loop ahead of it does over the same range, to the slices that f stores to: that is to start a sum, mostly. The result is f, or
// the loop that has taken its place.
func (x *interchanger) join(f *ir.Op) *ir.Op {
	l := loopAhead(f)
	if l == nil || !x.startsSums(l, f) {
		return f
	}
	if both, err := x.fuse(f); err == nil {
		return both
	}
	return f
}

// loopAhead is the loop just ahead of f, but for arithmetic; nil if there is none.
func loopAhead(f *ir.Op) *ir.Op {
	r := f.Parent
	first := r.Index(f) - 1
	for first >= 0 && len(r.Ops[first].Regions) == 0 && r.Ops[first].Kind.Has(ir.Pure) {
		first--
	}
	if first < 0 || r.Ops[first].Kind != ir.OpFor {
		return nil
	}
	return r.Ops[first]
}

// fuse has f do first, in each iteration, what the loop just ahead of it does in that. The result is the loop that does both.
func (x *interchanger) fuse(f *ir.Op) (*ir.Op, error) {
	l := loopAhead(f)
	if l == nil {
		return nil, fmt.Errorf("%s: there is no loop just ahead", f.Pos)
	}
	same := func(k int) bool { return x.space.Of(l.Args[k]).Equal(x.space.Of(f.Args[k])) }
	if !countedUp(l) || !countedUp(f) || l.Ints[0] != f.Ints[0] || !same(0) || !same(1) {
		return nil, fmt.Errorf("%s: not over the range of the loop at %s, or one of them doesn't run to its end or carries values", l.Pos, f.Pos)
	}
	r := f.Parent
	first, at := r.Index(l), r.Index(f)
	c := ir.NewCloner()
	both := c.Op(l)
	both.Regions[0].Params[0].Name = indexName(f)
	end := both.Regions[0].TakeLast()
	c.Map(f.Regions[0].Params[0], both.Regions[0].Params[0])
	ops := f.Regions[0].Ops
	c.Into(both.Regions[0], ops[:len(ops)-1])
	both.Regions[0].Append(end)
	x.define(both)
	written := slices.Clone(r.Ops[first : at+1])
	r.Splice(first, at+1, append(slices.Clone(written[1:len(written)-1]), both)...)
	x.changed()
	needs, err := x.independent(both)
	if err != nil {
		r.Splice(first, at, written...)
		x.changed()
		return nil, err
	}
	x.needs.Add(&needs)
	x.did(loops.Fuse, l, f)
	return both, nil
}

// startsSums reports a loop that stores nothing but to what f stores to.
func (x *interchanger) startsSums(l, f *ir.Op) bool {
	theirs := x.space.Accesses(f.Regions[0])
	for _, a := range x.space.Accesses(l.Regions[0]) {
		if a.Stores() && !slices.ContainsFunc(theirs, func(b analysis.Access) bool { return b.Stores() && b.Root == a.Root }) {
			return false
		}
	}
	return true
}

func (x *interchanger) any() bool { return x.swaps+x.sums+x.wholes > 0 }

func (x *interchanger) note(s *scheduler, o *ir.Op) {
	if x.swaps > 0 {
		s.note(o.Pos, "loops inside are interchanged, so that what they accumulate stays in registers")
	} else if x.sums > 0 {
		s.note(o.Pos, "what loops inside accumulate in memory stays in registers")
	}
}

package sched

import (
	"maps"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Loops that accumulate in memory, such as
//
//	for k { f = a[i*n+k]; for j { c[i*n+j] += f * b[k*n+j] } }
//
// load and store what they accumulate in each iteration. With the loops interchanged (Allen and Kennedy, "Automatic Loop Interchange", SIGPLAN 1984) the
// loop over k is inside, and each sum is in a register while it grows (promote.go), by the same terms in the same order. What a loop over j does ahead of
// that, such as to clear c, joins it. All of this is one question: are the iterations over j independent in the new form? If they are, the old one is
// another order of the same accesses, in which those that meet come in the same order.

// interchanger changes the loops of a nest.
type interchanger struct {
	space  *analysis.Space
	inside map[*ir.Value]bool // what the nest defines
	far    bool               // loops that walk along memory in long steps may go inside, too
	needs  analysis.Condition // for the new form to do what the old one does, where no check fails
	swaps  int                // loops that were interchanged,
	walks  int                // and those among them that walk so
	sums   int                // that are kept in registers
	ahead  ir.Region          // what computes bounds in front of the nest
}

// newInterchanger is for the loops in r, a copy of a nest or a region around one.
func newInterchanger(r *ir.Region) *interchanger {
	return &interchanger{space: analysis.NewSpace(), inside: valuesOf(r)}
}

// bounds has the bounds of loops that are computed inside, but come out the same always, be computed ahead: the length of s[i*n : (i+1)*n] is n.
func (x *interchanger) bounds(r *ir.Region) {
	b := ir.NewBuilder(&x.ahead)
	r.Walk(func(o *ir.Op) bool {
		if o.Kind != ir.OpFor {
			return true
		}
		for k, v := range o.Args[:2] {
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
			}
		}
	}
}

// define notes what o, a copy, defines.
func (x *interchanger) define(o *ir.Op) { maps.Copy(x.inside, valuesIn(o)) }

// changed has what is asked from now on see the nest as it is.
func (x *interchanger) changed() { x.space = analysis.NewSpace() }

// outwards interchanges o with the loop inside it, if that is all there is in it, and it pays; the result is that loop, nil if they stay as they are.
func (x *interchanger) outwards(o *ir.Op) *ir.Op {
	if onlyLoop(o) == nil {
		return nil
	}
	walks, pays := x.pays(o, onlyLoop(o))
	if !pays || walks && !x.far {
		return nil
	}
	trial := ir.NewCloner().Op(o)
	x.define(trial)
	o.ReplaceBy(trial)
	f := onlyLoop(trial)
	swap(trial, f)
	x.changed()
	needs, free := x.independent(f)
	if !free { // checks ahead of a loop without iterations are made by the guard: it takes all loops to have one
		f.ReplaceBy(o)
		return nil
	}
	x.needs.Add(&needs)
	x.swaps++
	if walks {
		x.walks++
	}
	return f
}

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
func (x *interchanger) independent(f *ir.Op) (analysis.Condition, bool) {
	order := analysis.In(x.space).Reorder(f)
	return order.If, order.Free && !order.If.Mentions(x.within)
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
	r := f.Parent
	at := r.Index(f)
	first := at - 1
	for first >= 0 && len(r.Ops[first].Regions) == 0 && r.Ops[first].Kind.Has(ir.Pure) {
		first--
	}
	if first < 0 || r.Ops[first].Kind != ir.OpFor {
		return f
	}
	l := r.Ops[first]
	same := func(k int) bool { return x.space.Of(l.Args[k]).Equal(x.space.Of(f.Args[k])) }
	if !countedUp(l) || l.Ints[0] != f.Ints[0] || !same(0) || !same(1) || !x.startsSums(l, f) {
		return f
	}
	c := ir.NewCloner()
	both := c.Op(l)
	end := both.Regions[0].TakeLast()
	c.Map(f.Regions[0].Params[0], both.Regions[0].Params[0])
	ops := f.Regions[0].Ops
	c.Into(both.Regions[0], ops[:len(ops)-1])
	both.Regions[0].Append(end)
	x.define(both)
	written := slices.Clone(r.Ops[first : at+1])
	r.Splice(first, at+1, append(slices.Clone(written[1:len(written)-1]), both)...)
	x.changed()
	needs, ok := x.independent(both)
	if !ok {
		r.Splice(first, at, written...)
		x.changed()
		return f
	}
	x.needs.Add(&needs)
	return both
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

func (x *interchanger) any() bool { return x.swaps+x.sums > 0 }

func (x *interchanger) note(s *scheduler, o *ir.Op) {
	if x.swaps > 0 {
		s.note(o.Pos, "loops inside are interchanged, so that what they accumulate stays in registers")
	} else if x.sums > 0 {
		s.note(o.Pos, "what loops inside accumulate in memory stays in registers")
	}
}

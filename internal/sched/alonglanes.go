package sched

import (
	"fmt"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// Along which loop of a nest the lanes should be: where accesses are next to each other.

// shortTrip is the number of iterations, if it is known, below which a loop inside is not worth lanes of its own.
const shortTrip = 16

// lanesLoops looks for plain loops inside a parallel one that should have the lanes, since the accesses are next to each other along them. Is it one, then flat is that
// one and what loops are around it, if they are all there is in the parallel loop, whose last dimensions they can become.
func (p *space) lanesLoops(g *guard, checked bool, m *machine.Desc) (chosen, flat []*ir.Op) {
	own := p.body.Params[len(p.body.Params)-1]
	var walk func(r *ir.Region) []*ir.Op
	walk = func(r *ir.Region) (chosen []*ir.Op) {
		for _, f := range r.Ops {
			if f.Kind != ir.OpFor && f.Kind != ir.OpIf {
				continue
			}
			var inner []*ir.Op
			for _, in := range f.Regions {
				inner = append(inner, walk(in)...)
			}
			if f.Kind == ir.OpFor && longEnough(f) && lanesForm(f) && (masksStores(m) || !everyOther(f)) && !failsBehindStore(f, g.ops()) {
				c := p.cost(f.Regions[0], f.Regions[0].Params[0], nil)
				if _, err := p.independent(f, nil); err == nil && c < p.cost(f.Regions[0], own, nil) && (len(inner) == 0 || c < p.cost(f.Regions[0], nil, inner)) {
					inner = []*ir.Op{f}
				}
			}
			chosen = append(chosen, inner...)
		}
		return chosen
	}
	chosen = walk(p.body)
	if len(chosen) == 0 || p.cost(p.body, nil, chosen) >= p.cost(p.body, own, nil) {
		return nil, nil
	}
	if len(chosen) == 1 && checked {
		flat = p.dimensions(chosen[0])
	}
	return chosen, flat
}

// dimensions are a plain loop and those around it, from the outermost on, if each of them can become a dimension of the parallel loop; else nil.
func (p *space) dimensions(f *ir.Op) (flat []*ir.Op) {
	for o := f; o != p.op; o = o.Parent.Parent {
		flat = append(flat, o)
	}
	slices.Reverse(flat)
	for k, o := range flat {
		if _, err := p.asDimension(flat[:k], o); err != nil {
			return nil
		}
	}
	return flat
}

// walked are the plain loops that a parallel loop consists of, one in the other, if they go through memory in long steps, down the columns of a matrix, where the parallel
// one goes along its rows, and can be dimensions around that.
func (p *space) walked() (up []*ir.Op) {
	own := lastParam(p.body)
	for r := p.body; ; r = up[len(up)-1].Regions[0] {
		at := len(r.Ops) - 2
		if at < 0 || r.Ops[at].Kind != ir.OpFor || !p.walks(r.Ops[at], own) {
			return up
		}
		if _, err := p.asDimension(up, r.Ops[at]); err != nil {
			return up
		}
		up = append(up, r.Ops[at])
	}
}

// walks reports a loop that goes in long steps, and in no short ones, where own goes along rows.
func (p *space) walks(f *ir.Op, own *ir.Value) (long bool) {
	for _, a := range p.s.Accesses(f.Regions[0]) {
		if a.Private() {
			continue
		}
		along, ok := a.At.Coef(own)
		down, ok1 := a.At.Coef(f.Regions[0].Params[0])
		c, known := along.Const()
		if !ok || !ok1 || !known || c < -1 || c > 1 {
			return false
		}
		far, short := down.Const() // 0 where it is computed in some other way, as at borders
		if short = short && -longStep <= far && far <= longStep; short && far != 0 {
			return false
		}
		long = long || c != 0 && !short
	}
	return long
}

// longStep is a number of elements that are not in a line, nor in the next.
const longStep = 64

// asDimension says what has to hold for the plain loop f to become the last dimension, behind those that others are; or why it can't.
func (p *space) asDimension(others []*ir.Op, f *ir.Op) (analysis.Condition, error) {
	if f.Kind != ir.OpFor || f.Ints[0] != 1 || len(f.Results) > 0 || !p.boxed(f) {
		return analysis.Condition{}, fmt.Errorf("%s: its range is not known ahead, it doesn't run to its end in steps of one, or it carries values", f.Pos)
	}
	var around []*ir.Op
	r := p.body
	for _, o := range append(slices.Clone(others), f) {
		if !perfect(r, o) {
			return analysis.Condition{}, fmt.Errorf("%s: there is something beside it that can't be done in each of its iterations", o.Pos)
		}
		around = append(around, r.Ops[:r.Index(o)]...)
		r = o.Regions[0]
	}
	return p.independent(f, around)
}

// masksStores reports a machine on which stores under a mask take no longer than others. Where masks are vectors they do, and loads may wait for them besides: over
// every other element, in place, scalar code is four times as fast on Zen 4 with AVX2.
func masksStores(m *machine.Desc) bool { return m.MaskRegisters > 0 || m.Always() }

// everyOther reports a loop that stores only where the last bits of its index are given ones.
func everyOther(f *ir.Op) bool {
	x := f.Regions[0].Params[0]
	all, some := true, false
	f.Regions[0].Walk(func(o *ir.Op) bool {
		if o.Kind != ir.OpStore {
			return true
		}
		some = true
		under := false
		for r := o.Parent; r != f.Regions[0]; r = r.Parent.Parent {
			under = under || r.Parent.Kind == ir.OpIf && takesBitsOf(r.Parent.Args[0], x, 0)
		}
		all = all && under
		return true
	})
	return all && some
}

// takesBitsOf reports a value that is computed from the last bits of x.
func takesBitsOf(v, x *ir.Value, depth int) bool {
	if v.Def == nil || depth > 8 {
		return false
	}
	return slices.ContainsFunc(v.Def.Args, func(a *ir.Value) bool {
		return analysis.TakesBits(v.Def) && (a == x || computedFrom(a, x, 0)) || takesBitsOf(a, x, depth+1)
	})
}

// computedFrom reports a value that is computed from x.
func computedFrom(v, x *ir.Value, depth int) bool {
	return v.Def != nil && depth < 8 && slices.ContainsFunc(v.Def.Args, func(a *ir.Value) bool { return a == x || computedFrom(a, x, depth+1) })
}

// longEnough reports a loop that is not known to be too short for lanes of its own.
func longEnough(f *ir.Op) bool {
	trips := analysis.TripCount(f)
	return trips < 0 || trips >= shortTrip
}

// lanesForm reports a loop whose form allows lanes, and in which nothing has some: one by one, nothing carried, left at its end only.
func lanesForm(f *ir.Op) bool {
	if f.Mode == ir.InLanes || f.Regions[0].Contains(func(x *ir.Op) bool { return x.Mode == ir.InLanes }) {
		return false
	}
	return f.Ints[0] == 1 && len(f.Results) == 0 && f.Regions[0].Terminator().Kind == ir.OpYield && analysis.Straight(f)
}

// failsBehindStore reports a check, none of the guard's, that comes behind a store of the same iteration. A vector is left at its first failed check:
// lanes behind that one have stored by then what a plain loop never stores.
func failsBehindStore(f *ir.Op, guarded []*ir.Op) bool {
	stored, found := false, false
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for _, o := range r.Ops {
			if o.Kind == ir.OpStore && o.Mode != ir.Late && !(analysis.Access{Op: o, Root: o.Args[0].Root()}).Private() {
				stored = true
			}
			found = found || stored && o.Kind.Has(ir.Check) && !slices.Contains(guarded, o)
			for _, in := range o.Regions {
				walk(in)
				if o.Kind.Has(ir.Loop) { // its next iteration
					walk(in)
				}
			}
		}
	}
	walk(f.Regions[0])
	return found
}

// innerWeight is how often the body of a loop is thought to run for each time that what is around it does.
const innerWeight = 8

// cost sums, over the loads and stores in r, what they cost if the lanes run along index; nil: one by one. In the chosen loops they run along those.
func (p *space) cost(r *ir.Region, index *ir.Value, chosen []*ir.Op) int {
	cost := 0
	for _, o := range r.Ops {
		if o.Kind == ir.OpLoad || o.Kind == ir.OpStore {
			cost += p.accessCost(p.s.Access(o), index)
		}
		along, weight := index, 1
		if o.Kind.Has(ir.Loop) {
			weight = innerWeight
			if slices.Contains(chosen, o) {
				along = o.Regions[0].Params[0]
			}
		}
		for _, in := range o.Regions {
			cost += weight * p.cost(in, along, chosen)
		}
	}
	return cost
}

func (p *space) accessCost(a analysis.Access, index *ir.Value) int {
	if a.Private() {
		return 0
	}
	if index == nil {
		return 8
	}
	step, ok := a.At.Coef(index)
	c, known := step.Const()
	switch {
	case !ok || !known || p.opaque(a.At):
		return 8
	case c == 0:
		return 0
	case (c == 1 || c == -1) && len(a.Op.Ints) == 0:
		return 1
	case -4 <= c && c <= 4:
		return 3
	}
	return 8
}

// perfect reports that the loop f is all there is in the body, but for what can as well be done again in each of its iterations.
func perfect(body *ir.Region, f *ir.Op) bool {
	at := body.Index(f)
	if at < 0 || at != len(body.Ops)-2 {
		return false
	}
	for _, o := range body.Ops[:at] {
		again := o.Kind.Has(ir.Pure) || o.Kind.Has(ir.Check) || o.Kind == ir.OpLoad
		if !again || len(o.Regions) > 0 {
			return false
		}
	}
	return true
}

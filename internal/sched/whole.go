package sched

import (
	"errors"
	"maps"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
)

// A row that a programmer has split by hand,
//
//	for y { if y is in the border { for x in [0, w) A } else { for x in [0, 2) A; for x in [2, w-2) B; for x in [w-2, w) A } }
//
// is one loop over [0, w), in which conditions tell what an iteration does, as if he had not: the inverse of what Pieces does, which can cut it again in both dimensions then, and do
// several rows at a time. An element that is stored beside a loop is a range of one. Where the ranges don't follow each other, as in a picture that is narrower than its
// borders, the guard says so, and the loop runs as written.

// A stretch is what is done for the indices of a range.
type stretch struct {
	lo, hi analysis.Poly
	single bool   // a store of one element
	name   string // of the index; "": it has none
	emit   func(c *ir.Cloner, b *ir.Builder, x *ir.Value)
}

// mostStretches is how many ranges are looked at in a row.
const mostStretches = 8

var errStretches = errors.New("there are no loops over ranges that follow each other")

// joiner makes one loop of several.
type joiner struct {
	n     *Nest
	p     *space
	s     *analysis.Space
	needs analysis.Condition // for the ranges to follow each other
	sure  []analysis.Poly    // which are not negative then
}

// whole makes one loop of those over parts of a range.
func (n *Nest) whole(loops.Step) error {
	n.lower()
	x := n.interchanger()
	r := n.fast.Regions[0]
	for {
		f := soleLoop(r)
		if f == nil {
			break
		}
		r = f.Regions[0]
	}
	p := newSpace(n.fast)
	j := &joiner{n: n, p: p, s: p.s}
	front, parts, ok := j.stretches(r)
	if !ok || len(parts) == 0 {
		return errStretches
	}
	all, ok := j.follow(parts)
	if !ok || !j.known(all.lo) || !j.known(all.hi) {
		return errStretches
	}

	written := slices.Clone(r.Ops)
	b := ir.NewBuilder(ir.NewRegion(r.Parent))
	b.Pos = n.Pos
	f := b.For(j.bound(b, all.lo), j.bound(b, all.hi), 1, nil)
	f.Regions[0].Params[0].Name = all.name
	in := b.In(f.Regions[0])
	all.emit(ir.NewCloner(), in, f.Regions[0].Params[0])
	in.Yield()
	r.SetOps(slices.Concat(front, b.Region.Take(0), written[len(written)-1:]))
	dropUnused(r)
	x.define(f)
	for _, o := range r.Ops {
		if len(o.Results) > 0 {
			x.inside[o.Results[0]] = true
		}
	}
	x.changed()
	q := newSpace(n.fast)
	needs, err := q.independent(f, r.Ops[:r.Index(f)])
	if err != nil {
		r.SetOps(written)
		x.changed()
		return err
	}
	j.fold()
	x.needs.Add(&needs)
	x.needs.Add(&j.needs)
	x.wholes++
	x.changed()
	return nil
}

// soleLoop is the loop that is all there is in a body, but for what can be done in each of its iterations; nil if there is none.
func soleLoop(r *ir.Region) *ir.Op {
	if at := len(r.Ops) - 2; at >= 0 && r.Ops[at].Kind == ir.OpFor && countedUp(r.Ops[at]) && perfect(r, r.Ops[at]) {
		return r.Ops[at]
	}
	return nil
}

// splitByHand reports a nest that may have been: loops beside others, beside stores, or under conditions.
func splitByHand(r *ir.Region) bool {
	if f := soleLoop(r); f != nil {
		return splitByHand(f.Regions[0])
	}
	parts, rows := 0, 0
	for _, o := range r.Ops {
		switch o.Kind {
		case ir.OpFor:
			parts, rows = parts+1, rows+1
		case ir.OpIf:
			if len(o.Results) == 0 && slices.ContainsFunc(o.Regions, func(in *ir.Region) bool { return in.Contains(func(x *ir.Op) bool { return x.Kind == ir.OpFor }) }) {
				parts, rows = parts+2, rows+1
			}
		case ir.OpStore, ir.OpMove:
			parts++
		case ir.OpYield:
		default:
			if len(o.Regions) > 0 {
				return false
			}
		}
	}
	return parts > 1 && rows > 0
}

// stretches takes what a region does apart: the ops that can be done ahead of it all, and the rest by ranges.
func (j *joiner) stretches(r *ir.Region) (front []*ir.Op, parts []stretch, ok bool) {
	end := len(r.Ops) - 1
	if t := r.Ops[end]; t.Kind != ir.OpYield || len(t.Args) > 0 {
		return nil, nil, false
	}
	var singles []*ir.Op
	for _, o := range j.withoutTests(r.Ops[:end]) {
		switch {
		case o.Kind == ir.OpFor:
			if !countedUp(o) || o.Ints[0] != 1 || o.Regions[0].Contains(func(x *ir.Op) bool { return x.Target == o }) {
				return nil, nil, false
			}
			parts = append(parts, stretch{lo: j.s.Of(o.Args[0]), hi: j.s.Of(o.Args[1]), name: indexName(o), emit: func(c *ir.Cloner, b *ir.Builder, x *ir.Value) {
				c = branchOff(c)
				c.Map(o.Regions[0].Params[0], x)
				ops := o.Regions[0].Ops
				c.Into(b.Region, ops[:len(ops)-1])
			}})
		case o.Kind == ir.OpMove && !o.Args[0].Type.Elem.HoldsSlices():
			parts = append(parts, stretch{hi: j.s.Of(o.Args[2]), emit: func(c *ir.Cloner, b *ir.Builder, x *ir.Value) {
				storeLeaves(b, c.Value(o.Args[0]), x, loadLeaves(b, c.Value(o.Args[1]), x))
			}})
		case o.Kind == ir.OpIf && len(o.Results) == 0:
			both, ok := j.branch(o)
			if !ok {
				return nil, nil, false
			}
			parts = append(parts, both)
		case o.Kind == ir.OpStore && len(o.Args) == 3:
			singles = append(singles, o)
		case len(o.Regions) == 0 && (o.Kind.Has(ir.Pure) || o.Kind.Has(ir.Check) || o.Kind == ir.OpLoad):
			front = append(front, o)
		default:
			return nil, nil, false
		}
	}
	for _, o := range singles {
		part, ok := j.element(r, o, front)
		if !ok {
			return nil, nil, false
		}
		same := func(q stretch) bool { return q.single && q.lo.Equal(part.lo) }
		if k := slices.IndexFunc(parts, same); k >= 0 {
			parts[k].emit = inTurn(parts[k].emit, part.emit)
		} else {
			parts = append(parts, part)
		}
	}
	return front, parts, len(parts) <= mostStretches
}

func inTurn(first, then func(*ir.Cloner, *ir.Builder, *ir.Value)) func(*ir.Cloner, *ir.Builder, *ir.Value) {
	return func(c *ir.Cloner, b *ir.Builder, x *ir.Value) {
		first(c, b, x)
		then(c, b, x)
	}
}

// branchOff is a copy of c, so that what is cloned in one branch is not taken for what another one has.
func branchOff(c *ir.Cloner) *ir.Cloner {
	d := ir.NewCloner()
	maps.Copy(d.Values, c.Values)
	maps.Copy(d.Ops, c.Ops)
	return d
}

// withoutTests takes what is done where a border isn't empty, as `if w > 0 { out[0] = ... }`, as done always: the guard asks for that.
func (j *joiner) withoutTests(ops []*ir.Op) (out []*ir.Op) {
	for _, o := range ops {
		if o.Kind != ir.OpIf || len(o.Results) > 0 || len(o.Regions[1].Ops) > 1 || o.Regions[0].Contains(isLoop) || !o.Regions[0].Contains(isStore) {
			out = append(out, o)
			continue
		}
		q, ok := j.where(o.Args[0].Def)
		in := o.Regions[0].Ops
		if t := in[len(in)-1]; !ok || t.Kind != ir.OpYield || !j.exactly(o.Args[0].Def) {
			out = append(out, o)
			continue
		}
		j.need([]analysis.Poly{q})
		out = append(out, j.withoutTests(in[:len(in)-1])...)
	}
	return out
}

func isStore(o *ir.Op) bool { return o.Kind == ir.OpStore }

// branch is an `if` whose arms go over the same range, or one of which does nothing.
func (j *joiner) branch(o *ir.Op) (stretch, bool) {
	var fronts [2][]*ir.Op
	var arms [2]stretch
	var some [2]bool
	for k, r := range o.Regions {
		front, parts, ok := j.stretches(r)
		if !ok {
			return stretch{}, false
		}
		if fronts[k] = front; len(parts) == 0 {
			continue
		}
		if arms[k], some[k] = j.follow(parts); !some[k] {
			return stretch{}, false
		}
	}
	both := arms[0]
	switch {
	case !some[0] && !some[1]:
		return stretch{}, false
	case !some[0]:
		both = arms[1]
	case some[1]:
		if !arms[0].lo.Equal(arms[1].lo) || !arms[0].hi.Equal(arms[1].hi) {
			return stretch{}, false
		}
		if both.name == "" {
			both.name = arms[1].name
		}
	}
	both.single = false
	both.emit = func(c *ir.Cloner, b *ir.Builder, x *ir.Value) {
		branch := b.If(c.Value(o.Args[0]))
		for k := range arms {
			in, c := b.In(branch.Regions[k]), branchOff(c)
			c.Into(in.Region, fronts[k])
			if some[k] {
				arms[k].emit(c, in, x)
			}
			in.Yield()
		}
	}
	return both, true
}

// element is a store of one element, o in r, beside loops that store to the same slice: which of their indices that would be. With it goes what of front it is computed from.
func (j *joiner) element(r *ir.Region, o *ir.Op, front []*ir.Op) (stretch, bool) {
	a := j.s.Access(o)
	at, ok := j.placeIn(r, a)
	if !ok || !j.known(at) {
		return stretch{}, false
	}
	wanted := map[*ir.Value]bool{o.Args[1]: true, o.Args[2]: true}
	var own []*ir.Op
	for _, f := range slices.Backward(front) {
		if !f.Kind.Has(ir.Check) && slices.ContainsFunc(f.Results, func(v *ir.Value) bool { return wanted[v] }) {
			own = append(own, f)
			for _, v := range f.Args {
				wanted[v] = true
			}
		}
	}
	slices.Reverse(own)
	return stretch{lo: at, hi: j.s.Add(at, analysis.Const(1)), single: true, emit: func(c *ir.Cloner, b *ir.Builder, x *ir.Value) {
		c = branchOff(c)
		c.Into(b.Region, own)
		away := b.Binary(ir.OpSub, x, j.bound(b, at))
		place := b.Binary(ir.OpAdd, c.Value(o.Args[1]), away)
		c.Into(b.Region, []*ir.Op{o})
		b.Region.Ops[len(b.Region.Ops)-1].SetArg(1, place)
	}}, true
}

// placeIn is the index for which a loop in r would store where a does.
func (j *joiner) placeIn(r *ir.Region, a analysis.Access) (at analysis.Poly, ok bool) {
	r.Walk(func(f *ir.Op) bool {
		if f.Kind != ir.OpFor || ok {
			return !ok
		}
		for _, other := range j.s.Accesses(f.Regions[0]) {
			index := f.Regions[0].Params[0]
			by, linear := other.At.Coef(index)
			if !other.Stores() || other.Root != a.Root || !linear || !by.Equal(analysis.Const(1)) {
				continue
			}
			at = j.s.Sub(a.At, other.At.Without(index))
			ok = ok || j.known(at)
		}
		return !ok
	})
	return at, ok
}

// known reports what can be computed ahead of the nest.
func (j *joiner) known(q analysis.Poly) bool { return !q.Any(j.p.op.Defines) }

// bound is q where b is, computed ahead of the nest.
func (j *joiner) bound(b *ir.Builder, q analysis.Poly) *ir.Value {
	if c, ok := q.Const(); ok {
		return b.Int(c)
	}
	return q.Emit(ir.NewBuilder(&j.n.x.ahead), outside)
}

// follow puts stretches in an order in which each begins where the one before ends, as one.
func (j *joiner) follow(parts []stretch) (stretch, bool) {
	if len(parts) == 1 {
		return parts[0], true
	}
	order := []int{j.first(parts)}
	if order[0] < 0 {
		return stretch{}, false
	}
	ends := []analysis.Poly{parts[order[0]].lo}
	for len(order) < len(parts) {
		next := -1
		for k := range parts {
			if end, needs, ok := j.meet(parts[order[len(order)-1]].hi, parts[k].lo); ok && !slices.Contains(order, k) {
				next, ends = k, append(ends, end)
				j.need(needs)
				break
			}
		}
		if next < 0 {
			return stretch{}, false
		}
		order = append(order, next)
	}
	ends = append(ends, parts[order[len(order)-1]].hi)
	inner, chain := -1, make([]stretch, len(order))
	for k, i := range order {
		chain[k] = parts[i]
		length := j.s.Sub(ends[k+1], ends[k])
		if c, fixed := length.Const(); fixed && c < 0 || !j.known(length) {
			return stretch{}, false
		} else if !fixed {
			j.need([]analysis.Poly{length})
			if inner < 0 {
				inner = k
			}
		}
	}
	if inner < 0 || !j.exact(ends...) {
		return stretch{}, false
	}
	return j.oneOf(chain, ends, inner), true
}

// first is the stretch that begins where none ends; -1: there isn't just one.
func (j *joiner) first(parts []stretch) int {
	found := -1
	for k := range parts {
		begins := !slices.ContainsFunc(parts, func(q stretch) bool { _, _, ok := j.meet(q.hi, parts[k].lo); return ok })
		if begins && found >= 0 {
			return -1
		}
		if begins {
			found = k
		}
	}
	return found
}

// oneOf does what the one of the stretches does that an index is in. One condition tells the inner one from those at its ends, as if a programmer had written it.
func (j *joiner) oneOf(chain []stretch, ends []analysis.Poly, inner int) stretch {
	all := stretch{lo: ends[0], hi: ends[len(chain)], name: chain[inner].name}
	for _, q := range chain {
		if q.name != "" {
			all.name = q.name
			break
		}
	}
	all.emit = func(c *ir.Cloner, b *ir.Builder, x *ir.Value) {
		var outer *ir.Value
		if inner > 0 {
			outer = b.Join(ir.OpOr, outer, b.Compare(ir.OpLt, x, j.bound(b, ends[inner])))
		}
		if inner < len(chain)-1 {
			outer = b.Join(ir.OpOr, outer, b.Compare(ir.OpGe, x, j.bound(b, ends[inner+1])))
		}
		branch := b.If(outer)
		in := b.In(branch.Regions[1])
		chain[inner].emit(c, in, x)
		in.Yield()
		in = b.In(branch.Regions[0])
		var closed []*ir.Builder
		rest := make([]int, 0, len(chain))
		for k := range chain {
			if k != inner {
				rest = append(rest, k)
			}
		}
		for i, k := range rest {
			if i == len(rest)-1 {
				chain[k].emit(c, in, x)
				break
			}
			one := in.If(in.Compare(ir.OpLt, x, j.bound(in, ends[k+1])))
			at := in.In(one.Regions[0])
			chain[k].emit(c, at, x)
			at.Yield()
			closed = append(closed, in)
			in = in.In(one.Regions[1])
		}
		in.Yield()
		for _, in := range slices.Backward(closed) {
			in.Yield()
		}
	}
	return all
}

// meet is where a stretch ends and another begins, if that is so where needs are not negative: a minimum is one of the two then, and a maximum.
func (j *joiner) meet(hi, lo analysis.Poly) (at analysis.Poly, needs []analysis.Poly, ok bool) {
	if hi.Equal(lo) {
		return lo, nil, true
	}
	if more, ok := j.oneIs(hi, ir.OpMin, lo); ok && j.known(more) {
		return lo, []analysis.Poly{more}, true
	}
	if less, ok := j.oneIs(lo, ir.OpMax, hi); ok && j.known(less) {
		return hi, []analysis.Poly{j.s.Sub(analysis.Poly{}, less)}, true
	}
	return at, nil, false
}

// oneIs gives by how much the other operand of a minimum or maximum is greater, if one is q.
func (j *joiner) oneIs(m analysis.Poly, kind ir.OpKind, q analysis.Poly) (more analysis.Poly, ok bool) {
	if !m.IsAtom() || len(m.Atoms()) != 1 {
		return more, false
	}
	o := m.Atoms()[0].Def
	if o == nil || o.Kind != kind || o.Results[0].Type != ir.TI64 {
		return more, false
	}
	for k := range 2 {
		if j.s.Of(o.Args[k]).Equal(q) {
			return j.s.Sub(j.s.Of(o.Args[1-k]), q), true
		}
	}
	return more, false
}

// need has the guard see to it that numbers are not negative.
func (j *joiner) need(qs []analysis.Poly) {
	for _, q := range qs {
		if c, ok := q.Const(); ok && c >= 0 || slices.ContainsFunc(j.sure, q.Equal) {
			continue
		}
		j.sure = append(j.sure, q)
		j.needs.Add(&analysis.Condition{Holds: [][]analysis.Poly{{q}}, Small: []analysis.Poly{q}})
	}
}

// exact has the guard see to it that numbers don't wrap around, if they are known there: what has been said of their differences is true of how they compare then.
func (j *joiner) exact(qs ...analysis.Poly) bool {
	for _, q := range qs {
		if !j.known(q) {
			return false
		}
		rest, c := q.Apart()
		asked := func(p analysis.Poly) bool {
			other, _ := p.Apart()
			return -analysis.MaxStep < c && c < analysis.MaxStep && other.Equal(rest)
		}
		if _, fixed := q.Const(); !fixed && !q.IsAtom() && !slices.ContainsFunc(j.sure, asked) {
			j.needs.Add(&analysis.Condition{Small: []analysis.Poly{q}})
		}
	}
	return true
}

// fold takes comparisons whose outcome follows from what the guard asks for out of conditions: a program that asks whether a picture is wide enough has been answered.
func (j *joiner) fold() {
	body := j.n.fast.Regions[0]
	var conds []*ir.Op
	body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpOr || o.Kind == ir.OpAnd {
			conds = append(conds, o)
		}
		return true
	})
	for _, o := range conds {
		for k, v := range o.Args {
			if yes, sure := j.outcome(v); sure && yes == (o.Kind == ir.OpAnd) {
				ir.ReplaceUses(body, o.Result(), o.Args[1-k])
				break
			}
		}
	}
}

// outcome is how a comparison turns out, if that is known.
func (j *joiner) outcome(v *ir.Value) (yes, sure bool) {
	q, ok := j.where(v.Def)
	if !ok {
		return false, false
	}
	yes = j.holds(q)
	return yes, (yes || j.holds(j.s.Sub(analysis.Const(-1), q))) && j.exactly(v.Def)
}

// exactly is exact for both sides of a comparison.
func (j *joiner) exactly(o *ir.Op) bool { return j.exact(j.s.Of(o.Args[0]), j.s.Of(o.Args[1])) }

// where is what is not negative where a comparison holds.
func (j *joiner) where(o *ir.Op) (q analysis.Poly, ok bool) {
	if o == nil || len(o.Args) != 2 || o.Args[0].Type != ir.TI64 {
		return q, false
	}
	switch d := j.s.Sub(j.s.Of(o.Args[1]), j.s.Of(o.Args[0])); o.Kind {
	case ir.OpLt:
		return j.s.Sub(d, analysis.Const(1)), true
	case ir.OpLe:
		return d, true
	case ir.OpGt:
		return j.s.Sub(analysis.Const(-1), d), true
	case ir.OpGe:
		return j.s.Sub(analysis.Poly{}, d), true
	}
	return q, false
}

// holds reports what is not negative where the guard holds.
func (j *joiner) holds(q analysis.Poly) bool {
	return slices.ContainsFunc(j.sure, func(p analysis.Poly) bool {
		c, ok := j.s.Sub(q, p).Const()
		return ok && c >= 0
	})
}

// dropUnused takes out arithmetic and loads that nothing asks for: what a stretch needs has gone to where that is.
func dropUnused(r *ir.Region) {
	used := map[*ir.Value]bool{}
	var drop func(r *ir.Region)
	drop = func(r *ir.Region) {
		kept := make([]*ir.Op, 0, len(r.Ops))
		for _, o := range slices.Backward(r.Ops) {
			free := len(o.Regions) == 0 && (o.Kind.Has(ir.Pure) || o.Kind == ir.OpLoad)
			if free && !slices.ContainsFunc(o.Results, func(v *ir.Value) bool { return used[v] }) {
				continue
			}
			for _, in := range o.Regions {
				drop(in)
			}
			for _, v := range o.Args {
				used[v] = true
			}
			kept = append(kept, o)
		}
		slices.Reverse(kept)
		r.SetOps(kept)
	}
	drop(r)
}

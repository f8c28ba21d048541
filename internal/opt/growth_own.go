package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A slice that begins empty, or as a few elements, in an iteration of a loop, that grows there, and that nobody sees outside: what it holds may lie at one place all the time, a
// stack of the iteration's own, for which there are as many addresses as it may ever need. Then append is a store and a length.
//
// In Go, what was a slice before it grew may be the same memory as afterwards, or another. So nobody may look at elements of what it was (growth_old.go); but for that, all slices
// that are cut from one, or that one is appended to, share their elements there as they do here.

// ownGrowth is such a slice: all values that it is on the way.
type ownGrowth struct {
	localSlice
	f      *ir.Func
	exits  map[*ir.Op]*analysis.Exits
	parts  map[*ir.Value]bool // cut from it, to be looked at
	todo   []*ir.Value
	starts []useAt     // where it begins empty
	from   []*ir.Value // what it is cut from there
	makes  []*ir.Op    // of what it begins with
	failed bool
}

// useAt is an operand.
type useAt struct {
	op *ir.Op
	k  int
}

// own has slices that are appended to in iterations of loops lie in stacks.
func (s *growths) own() {
	var grows []*ir.Op
	s.f.Body.Walk(func(o *ir.Op) bool {
		if isGrowth(o) && loopsAround(o.Parent) > 0 {
			grows = append(grows, o)
		}
		return true
	})
	gone := map[*ir.Op]bool{}
	for _, o := range grows {
		if gone[o] {
			continue
		}
		if c := s.ownGrowthOf(o); c != nil {
			for _, x := range c.made {
				gone[x] = true
			}
			c.convert()
			s.changed = true
			s.counter.exits = analysis.ExitsOf(s.f.Body)
		}
	}
}

// loopsAround counts the loops around a region.
func loopsAround(r *ir.Region) (n int) {
	for in := r; in.Parent != nil; in = in.Parent.Parent {
		if in.Parent.Kind.Has(ir.Loop) {
			n++
		}
	}
	return n
}

// ownGrowthOf looks at the slice that a branch makes room for; nil: it is not such a one.
func (s *growths) ownGrowthOf(grow *ir.Op) *ownGrowth {
	elem := grow.Result().Type.Elem
	if elem.HoldsSlices() || elem.Size() == 0 {
		return nil
	}
	c := &ownGrowth{localSlice: localSlice{values: map[*ir.Value]bool{}, made: []*ir.Op{}}, f: s.f, exits: s.counter.exits, parts: map[*ir.Value]bool{}}
	uses := s.f.Uses()
	c.add(grow.Result())
	for len(c.todo) > 0 && !c.failed {
		v := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		if c.values[v] {
			c.comes(v)
		}
		for _, u := range uses.Of(v) {
			if c.values[v] {
				c.goes(uses, v, u)
			} else {
				c.looks(uses, v, u)
			}
		}
	}
	if c.failed || !c.beginsEmpty(uses) || c.seenOlder(uses) || !c.inIteration() {
		return nil
	}
	return c
}

func (c *ownGrowth) add(v *ir.Value) {
	if !c.values[v] {
		c.values[v] = true
		delete(c.parts, v)
		c.todo = append(c.todo, v)
	}
}

// part adds what is looked at, and may come from elsewhere, too.
func (c *ownGrowth) part(v *ir.Value) {
	if !c.values[v] && !c.parts[v] {
		c.parts[v] = true
		c.todo = append(c.todo, v)
	}
}

// needs adds an operand that it comes from.
func (c *ownGrowth) needs(o *ir.Op, k int) {
	v := o.Args[k]
	switch d := v.Def; {
	case d != nil && d.Kind == ir.OpZero:
		c.starts = append(c.starts, useAt{o, k})
	case d != nil && d.Kind == ir.OpSlice && isZero(d.Args[1]) && isZero(d.Args[2]):
		c.starts = append(c.starts, useAt{o, k})
		if len(d.Args) == 3 {
			c.from = append(c.from, d.Args[0])
		} else if !isZero(d.Args[3]) {
			c.failed = true
		}
	default:
		c.add(v)
	}
}

// comes follows where a value comes from.
func (c *ownGrowth) comes(v *ir.Value) {
	d := v.Def
	switch {
	case d == nil:
		o := v.Owner.Parent
		if o == nil || o.Kind != ir.OpLoop {
			c.failed = true
			return
		}
		c.needs(o, v.Index)
		for _, x := range c.exits[o].Continues {
			c.needs(x, v.Index)
		}
	case d.Kind == ir.OpSlice:
		grows := extends(d) && fillsAll(d) && storesSoon(d)
		if len(d.Args) != 3 || !isZero(d.Args[1]) || !grows && !isFirst(d) && !c.within(d, d.Args[2], d.Args[0], map[*ir.Value]bool{}) {
			c.failed = true
			return
		}
		c.needs(d, 0)
	case isGrowth(d):
		s, end, _ := growthOf(d)
		if !hasNoRoom(s) && (end.Def == nil || end.Def.Kind != ir.OpAdd) {
			c.failed = true
			return
		}
		c.made = append(c.made, d)
		c.needs(d.Regions[makesRarely(d)].Terminator(), 0)
	case d.Kind == ir.OpIf || d.Kind == ir.OpBlock || d.Kind == ir.OpLoop:
		for _, x := range c.exits[d].Breaks {
			c.needs(x, v.Index)
		}
	case d.Kind == ir.OpMake:
		if n, ok := d.Args[0].ConstInt(); !ok || n > mostFirst || d.Note() != "" {
			c.failed = true
		}
		c.makes, c.made = append(c.makes, d), append(c.made, d)
	default:
		c.failed = true
	}
}

// isFirst reports a part of what it begins with.
func isFirst(o *ir.Op) bool {
	d := o.Args[0].Def
	if d == nil || d.Kind != ir.OpMake {
		return false
	}
	n, ok := d.Args[0].ConstInt()
	end, known := o.Args[2].ConstInt()
	return ok && known && end <= n
}

const (
	mostFirst = 64      // how many elements it may begin with
	mostBytes = 1 << 16 // of what is appended at once, behind which the last address isn't missed
)

// isGrowth reports a branch that makes room.
func isGrowth(o *ir.Op) bool {
	_, _, ok := growthOf(o)
	return ok
}

// storesSoon reports that what is appended has a number of bytes that is known, and small, or is checked for.
func storesSoon(o *ir.Op) bool {
	if !extends(o) {
		return true
	}
	_, k, _ := added(o)
	n, known := k.ConstInt()
	return !known || n*int64(o.Result().Type.Elem.Size()) <= mostBytes
}

// goes follows what an op does with a value of it.
func (c *ownGrowth) goes(uses *ir.Uses, v *ir.Value, u *ir.Op) {
	switch u.Kind {
	case ir.OpCap:
		c.failed = c.failed || !c.hidesRoom(uses, v, u.Result(), map[*ir.Value]bool{})
		return
	case ir.OpSlice:
		switch {
		case len(u.Args) == 3 && isZero(u.Args[1]) && isZero(u.Args[2]), len(u.Args) == 4 && isZero(u.Args[3]): // another may begin with it
		case len(u.Args) == 3 && isZero(u.Args[1]) && endsInside(u):
			c.add(u.Result())
		case c.within(u, u.Args[2], v, map[*ir.Value]bool{}):
			c.part(u.Result())
		default:
			c.failed = true
		}
		return
	}
	c.follow(v, u, c.add)
}

// looks follows what an op does with a part.
func (c *ownGrowth) looks(uses *ir.Uses, v *ir.Value, u *ir.Op) {
	switch u.Kind {
	case ir.OpCap:
		c.failed = c.failed || !c.hidesRoom(uses, v, u.Result(), map[*ir.Value]bool{})
		return
	case ir.OpSlice:
		if !c.within(u, u.Args[2], v, map[*ir.Value]bool{}) {
			c.failed = true
		}
		c.part(u.Result())
		return
	}
	c.follow(v, u, c.part)
}

// follow goes on with what an op gives v on as.
func (c *ownGrowth) follow(v *ir.Value, u *ir.Op, to func(v *ir.Value)) {
	switch u.Kind {
	case ir.OpLen, ir.OpLoad, ir.OpMove:
		return
	case ir.OpStore:
		c.failed = c.failed || u.Args[2] == v
		return
	}
	for i, a := range u.Args {
		if a != v {
			continue
		}
		around := u.Parent.Parent
		switch {
		case u.Kind == ir.OpYield && around != nil && (around.Kind == ir.OpIf || around.Kind == ir.OpBlock):
			if isGrowth(around) && u.Parent == around.Regions[1-makesRarely(around)] {
				c.failed = true
			}
			to(around.Results[i])
		case u.Kind == ir.OpBreak:
			to(u.Target.Results[i])
		case u.Kind == ir.OpContinue && u.Target.Kind == ir.OpLoop:
			to(u.Target.Regions[0].Params[i])
		case u.Kind == ir.OpLoop:
			to(u.Regions[0].Params[i])
		default:
			c.failed = true
		}
	}
}

// hidesRoom reports that the capacity of s is not looked at, but to see whether there is room, or whether what surely is in s is within it.
func (c *ownGrowth) hidesRoom(uses *ir.Uses, s, room *ir.Value, seen map[*ir.Value]bool) bool {
	if seen[room] {
		return true
	}
	seen[room] = true
	return !slices.ContainsFunc(uses.Of(room), func(x *ir.Op) bool {
		in := func(v *ir.Value) bool { return c.inRoom(x, v, s) }
		switch x.Kind {
		case ir.OpCheckSlice:
			return len(x.Args) != 3 || x.Args[0] == room || x.Args[1] == room || !in(x.Args[1])
		case ir.OpSlice: // what is cut from it is looked at in its turn
			return len(x.Args) != 4 || x.Args[3] != room || slices.Contains(x.Args[:3], room)
		case ir.OpBitcast, ir.OpConv:
			return x.Result().Type.Bits() != 64 || !c.hidesRoom(uses, s, x.Result(), seen)
		case ir.OpLe, ir.OpGt:
			if in(x.Args[0]) {
				return false
			}
		case ir.OpGe, ir.OpLt:
			if in(x.Args[1]) {
				return false
			}
		}
		return !asksOnly(uses, x)
	})
}

// inRoom reports a number that is not above the capacity of s, whatever that is.
func (c *ownGrowth) inRoom(at *ir.Op, v, s *ir.Value) bool {
	for v.Def != nil && (v.Def.Kind == ir.OpBitcast || v.Def.Kind == ir.OpConv) && v.Def.Args[0].Type.Bits() == 64 && v.Type.Bits() == 64 {
		v = v.Def.Args[0]
	}
	if _, end, ok := growthOf(s.Def); ok && v == end {
		return true
	}
	return c.within(at, v, s, map[*ir.Value]bool{})
}

// within reports a value at an op that is an end of s, or of a part of it: wherever it comes from.
func (c *ownGrowth) within(at *ir.Op, end, s *ir.Value, seen map[*ir.Value]bool) bool {
	if seen[end] || noLonger(end, s) || seenWithin(at, end, s) {
		return true
	}
	seen[end] = true
	all := func(ops []*ir.Op, k int) bool {
		return !slices.ContainsFunc(ops, func(x *ir.Op) bool { return !c.within(x, x.Args[k], s, seen) })
	}
	d := end.Def
	switch {
	case d == nil:
		loop := end.Owner.Parent
		return loop != nil && loop.Kind == ir.OpLoop && c.within(loop, loop.Args[end.Index], s, seen) && all(c.exits[loop].Continues, end.Index)
	case d.Kind == ir.OpIf || d.Kind == ir.OpBlock || d.Kind == ir.OpLoop:
		return all(c.exits[d].Breaks, end.Index)
	case d.Kind == ir.OpMin:
		return slices.ContainsFunc(d.Args, func(v *ir.Value) bool { return c.within(at, v, s, seen) })
	case d.Kind == ir.OpSelect:
		return c.within(at, d.Args[1], s, seen) && c.within(at, d.Args[2], s, seen)
	}
	return false
}

// seenWithin reports that an op is only come to where end is no more than the length of s: a check or a branch has seen to that.
func seenWithin(at *ir.Op, end, s *ir.Value) bool {
	for x := at; x.Parent.Parent != nil; x = x.Parent.Parent {
		if slices.ContainsFunc(x.Parent.Ops[:x.Parent.Index(x)], func(y *ir.Op) bool {
			if y.Kind != ir.OpCheckSlice && y.Kind != ir.OpCheckIndex {
				return false
			}
			k := slices.Index(y.Args, end)
			return k >= 0 && k < len(y.Args)-1 && noLonger(y.Args[k+1], s)
		}) {
			return true
		}
		if p := x.Parent.Parent; p.Kind == ir.OpIf && p.Args[0].Def != nil && len(p.Args[0].Def.Args) == 2 {
			cond := p.Args[0].Def
			kind, a, b := cond.Kind, cond.Args[0], cond.Args[1]
			if x.Parent == p.Regions[1] {
				kind = kind.Negated()
			}
			if (kind == ir.OpLt || kind == ir.OpLe) && a == end && isMeasure(b, ir.OpLen, s) || (kind == ir.OpGt || kind == ir.OpGe) && b == end && isMeasure(a, ir.OpLen, s) {
				return true
			}
		}
	}
	return false
}

// beginsEmpty reports that where it begins as s[:0] nobody else has that memory.
func (c *ownGrowth) beginsEmpty(uses *ir.Uses) bool {
	return !slices.ContainsFunc(c.from, func(v *ir.Value) bool {
		if c.values[v] {
			return false
		}
		d := v.Def
		return d == nil || d.Kind != ir.OpMake || slices.ContainsFunc(uses.Of(v), func(u *ir.Op) bool {
			empty := u.Kind == ir.OpSlice && len(u.Args) == 3 && isZero(u.Args[1]) && isZero(u.Args[2])
			return u.Kind != ir.OpLen && !empty && (u.Kind != ir.OpCap || !c.hidesRoom(uses, v, u.Result(), map[*ir.Value]bool{}))
		})
	})
}

// seenOlder reports that someone may look at elements of what it was before it grew.
func (c *ownGrowth) seenOlder(uses *ir.Uses) bool {
	for _, all := range []map[*ir.Value]bool{c.values, c.parts} {
		for v := range all {
			if slices.ContainsFunc(uses.Of(v), func(u *ir.Op) bool { return u.Kind != ir.OpLen && u.Kind != ir.OpCap && c.older(nil, v, u) }) {
				return true
			}
		}
	}
	return false
}

// region is the innermost one that holds all of it.
func (c *ownGrowth) region() *ir.Region {
	var r *ir.Region
	hold := func(o *ir.Op) {
		if r == nil {
			r = o.Parent
		}
		for !r.Holds(o) {
			r = r.Parent.Parent
		}
	}
	for v := range c.values {
		if v.Def != nil {
			hold(v.Def)
		} else {
			hold(v.Owner.Parent)
		}
	}
	for _, at := range c.starts {
		hold(at.op)
	}
	return r
}

// inIteration reports that it lives in an iteration, or begins anew in each.
func (c *ownGrowth) inIteration() bool {
	return loopsAround(c.region()) > 0 || slices.ContainsFunc(c.starts, func(at useAt) bool { return loopsAround(at.op.Parent) > 0 })
}

// convert has it lie in a stack.
func (c *ownGrowth) convert() {
	r := c.region()
	at := slices.IndexFunc(r.Ops, c.takesPart) // behind what ends a loop
	t := c.made[0].Result().Type
	b := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: c.made[0].Pos}
	stack := b.Op(ir.OpStack, nil, t)
	stack.Ints = []int64{1}
	empty := b.Op(ir.OpSlice, []*ir.Value{stack.Result(), b.Int(0), b.Int(0)}, t).Result()
	for _, o := range c.made {
		if o.Kind != ir.OpMake {
			c.checkEnd(o, stack.Result())
		}
	}
	for _, x := range c.starts {
		x.op.SetArg(x.k, empty)
	}
	var rep ir.Replacer
	for _, o := range c.made {
		if o.Kind == ir.OpMake {
			rep.Replace(o.Result(), c.first(o, stack.Result()))
			continue
		}
		for k, v := range o.Inline(o.Regions[makesRarely(o)]) {
			rep.Replace(o.Results[k], v)
		}
	}
	r.Insert(at, b.Region.Take(0)...)
	rep.Apply(c.f.Body)
}

// takesPart reports an op that is, or holds, one of those by which it begins or grows.
func (c *ownGrowth) takesPart(o *ir.Op) bool {
	return slices.ContainsFunc(c.made, func(x *ir.Op) bool { return x.Within(o) }) || slices.ContainsFunc(c.starts, func(x useAt) bool { return x.op.Within(o) })
}

// first is the elements that it begins with.
func (c *ownGrowth) first(made *ir.Op, stack *ir.Value) *ir.Value {
	b := &ir.Builder{Region: ir.NewRegion(made.Parent.Parent), Pos: made.Pos}
	n := made.Args[0]
	s := b.Op(ir.OpSlice, []*ir.Value{stack, b.Int(0), n}, stack.Type).Result()
	b.Op(ir.OpMove, []*ir.Value{s, b.Op(ir.OpMake, []*ir.Value{n}, stack.Type).Result(), n})
	made.ReplaceBy(b.Region.Take(0)...)
	return s
}

// checkEnd ends the program where more is appended at once than there are addresses for. What is less is stored at once: the first to be missing is seen.
func (c *ownGrowth) checkEnd(grow *ir.Op, stack *ir.Value) {
	s, end, _ := growthOf(grow)
	count := end
	if !hasNoRoom(s) {
		count = end.Def.Args[1]
	}
	if _, known := count.ConstInt(); known {
		return
	}
	b := &ir.Builder{Region: ir.NewRegion(grow.Parent.Parent), Pos: grow.Pos}
	b.Op(ir.OpCheckPanic, []*ir.Value{b.Compare(ir.OpLe, end, b.Len(stack))}).SetSym("memory")
	grow.InsertBefore(b.Region.Take(0)...)
}

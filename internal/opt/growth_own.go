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
	isNil  bool        // it may begin as nil
	cuts   bool        // it may be shorter than it was, or begin as what isn't nil: it may be empty, and not nil
	why    string      // it isn't such a slice; "": nothing speaks against it

	nils, partNils []*ir.Op // that ask whether it, or a part of it, is nil
}

// fails tells, once, why it isn't such a slice, and where that shows.
func (c *ownGrowth) fails(at *ir.Op, why string) {
	if c.why == "" {
		c.why = why + " (" + at.Pos.String() + ")"
	}
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
		c := s.ownGrowthOf(o)
		if c.why != "" {
			if inParallel(o) { // where there is no other way
				s.noteMakes(o, "a slice is appended to in an iteration of a parallel loop, and "+c.why)
			}
			continue
		}
		for _, x := range c.made {
			gone[x] = true
		}
		c.convert()
		s.changed = true
		s.counter.exits = analysis.ExitsOf(s.f.Body)
	}
}

// inParallel reports an op in a parallel loop.
func inParallel(o *ir.Op) bool {
	for in := o.Parent; in.Parent != nil; in = in.Parent.Parent {
		if in.Parent.Kind == ir.OpMulti {
			return true
		}
	}
	return false
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

// ownGrowthOf looks at the slice that a branch makes room for.
func (s *growths) ownGrowthOf(grow *ir.Op) *ownGrowth {
	c := &ownGrowth{localSlice: localSlice{values: map[*ir.Value]bool{}, made: []*ir.Op{}}, f: s.f, exits: s.counter.exits, parts: map[*ir.Value]bool{}}
	if elem := grow.Result().Type.Elem; elem.HoldsSlices() {
		c.fails(grow, "it holds slices; make a slice of slices outside of the loop")
	} else if elem.Size() == 0 {
		c.fails(grow, "its elements have no size")
	}
	uses := s.f.Uses()
	c.add(grow.Result())
	for len(c.todo) > 0 && c.why == "" {
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
	c.comparesParts()
	switch {
	case c.why != "":
	case !c.beginsEmpty(uses):
		c.fails(grow, "it begins as a part of a slice that is looked at elsewhere, too; begin with nil")
	case c.seenOlder(uses):
		c.fails(grow, "elements are looked at of what it was before something was appended; look at what append has given")
	case !c.inIteration():
		c.fails(grow, "it goes on from one iteration to the next")
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
		c.isNil = true
	case d != nil && d.Kind == ir.OpSlice && isZero(d.Args[1]) && isZero(d.Args[2]):
		c.starts = append(c.starts, useAt{o, k})
		c.cuts = true
		if len(d.Args) == 3 {
			c.from = append(c.from, d.Args[0])
		} else if c.isNil = true; !isZero(d.Args[3]) { // if what it is cut from is
			c.fails(d, "it begins with a limit to its room; begin with nil")
		}
	default:
		c.add(v)
	}
}

// incoming lists the operands of which a value is one: what a loop hands on, what a branch or a loop gives, what is selected.
func (c *ownGrowth) incoming(v *ir.Value) (from []useAt, merged bool) {
	exits := func(ops []*ir.Op) {
		for _, x := range ops {
			from = append(from, useAt{x, v.Index})
		}
	}
	switch d := v.Def; {
	case d == nil:
		loop := v.Owner.Parent
		if merged = loop != nil && loop.Kind == ir.OpLoop; merged {
			from = append(from, useAt{loop, v.Index})
			exits(c.exits[loop].Continues)
		}
	case d.Kind == ir.OpIf || d.Kind == ir.OpBlock || d.Kind == ir.OpLoop:
		merged = true
		exits(c.exits[d].Breaks)
	case d.Kind == ir.OpSelect:
		from, merged = []useAt{{d, 1}, {d, 2}}, true
	}
	return from, merged
}

// comes follows where a value comes from.
func (c *ownGrowth) comes(v *ir.Value) {
	if from, merged := c.incoming(v); merged && !isGrowth(v.Def) {
		for _, x := range from {
			c.needs(x.op, x.k)
		}
		return
	}
	d := v.Def
	switch {
	case d == nil:
		c.foreign(v.Owner.Parent)
	case d.Kind == ir.OpSlice:
		grows := extends(d) && fillsAll(d) && storesSoon(d)
		if !isZero(d.Args[1]) {
			c.fails(d, "its begin is cut off; keep the index of its first element")
			return
		}
		if len(d.Args) != 3 || !grows && !isFirst(d) && !c.withinAny(d, d.Args[2], d.Args[0], false) {
			c.fails(d, cutTooLong)
			return
		}
		c.cuts = c.cuts || !grows
		c.needs(d, 0)
	case isGrowth(d):
		s, end, _ := growthOf(d)
		if !hasNoRoom(s) && (end.Def == nil || end.Def.Kind != ir.OpAdd) {
			c.fails(d, "it isn't known how much")
			return
		}
		c.made = append(c.made, d)
		c.needs(d.Regions[makesRarely(d)].Terminator(), 0)
	case d.Kind == ir.OpMake:
		if n, ok := d.Args[0].ConstInt(); !ok || n > mostFirst || d.Note() != "" {
			c.fails(d, "it begins with as many elements as only the iteration knows; begin with none, and append them")
		}
		c.cuts = true
		c.makes, c.made = append(c.makes, d), append(c.made, d)
	default:
		c.foreign(d)
	}
}

// foreign is for what comes from elsewhere.
func (c *ownGrowth) foreign(o *ir.Op) {
	if o == nil {
		c.why = "it begins as a slice that the function is given; begin with nil"
		return
	}
	c.fails(o, "it begins with memory that isn't its own; begin with nil, and append that")
}

// cutTooLong is for a slice s[a:b] of which nobody knows that b isn't behind the end of s.
const cutTooLong = "it is cut to a length that it may not have; ask ahead whether it has, as in if n <= len(s) { s = s[:n] }"

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
	if isGrowth(v.Def) && u.Kind != ir.OpCap && (u.Kind != ir.OpSlice || len(u.Args) != 3 || !extends(u)) {
		c.fails(u, "it is made by more than append; begin with nil, and append only")
		return
	}
	switch u.Kind {
	case ir.OpCap:
		c.room(uses, v, u)
		return
	case ir.OpSlice:
		switch {
		case len(u.Args) == 3 && isZero(u.Args[1]) && isZero(u.Args[2]), len(u.Args) == 4 && isZero(u.Args[3]): // another may begin with it
			c.part(u.Result())
		case len(u.Args) == 3 && isZero(u.Args[1]) && endsInside(u):
			c.add(u.Result())
		case isFirst(u):
			c.add(u.Result())
		case len(u.Args) == 3 && isZero(u.Args[1]) && withoutMiddle(u, u.Args[2]) != nil && c.withinAny(u, u.Args[2], v, false):
			c.add(u.Result())
		case c.withinAny(u, u.Args[2], v, false):
			c.part(u.Result())
		default:
			c.fails(u, cutTooLong)
		}
		return
	case ir.OpIsNil:
		c.nils = append(c.nils, u)
		return
	}
	c.follow(v, u, c.add)
}

// looks follows what an op does with a part.
func (c *ownGrowth) looks(uses *ir.Uses, v *ir.Value, u *ir.Op) {
	switch u.Kind {
	case ir.OpIsNil:
		c.partNils = append(c.partNils, u)
		return
	case ir.OpCap:
		c.room(uses, v, u)
		return
	case ir.OpSlice:
		if !c.withinAny(u, u.Args[2], v, false) {
			c.fails(u, cutTooLong)
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
		if u.Args[2] == v {
			c.fails(u, "it is stored; copy its elements to a part of a slice that is made outside of the loop")
		}
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
				c.fails(u, "it is looked at where there is no room for more")
			}
			to(around.Results[i])
		case u.Kind == ir.OpBreak:
			to(u.Target.Results[i])
		case u.Kind == ir.OpContinue && u.Target.Kind == ir.OpLoop:
			to(u.Target.Regions[0].Params[i])
		case u.Kind == ir.OpLoop:
			to(u.Regions[0].Params[i])
		case u.Kind == ir.OpSelect:
			to(u.Result())
		case u.Kind == ir.OpYield || u.Kind == ir.OpContinue || u.Kind == ir.OpReturn:
			c.fails(u, "it goes out of the iteration; copy its elements to a part of a slice that is made outside of the loop")
		default:
			c.fails(u, "what is done with it isn't known to be harmless")
		}
	}
}

// room looks at an op that asks how much room there is.
func (c *ownGrowth) room(uses *ir.Uses, v *ir.Value, u *ir.Op) {
	if !c.hidesRoom(uses, v, u.Result(), map[*ir.Value]bool{}) {
		c.fails(u, "its capacity is asked for, which Go leaves open, or it is cut to a length that it may not have; ask for its length")
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
			last := len(x.Args) - 1
			return last < 2 || slices.Index(x.Args, room) != last || !in(x.Args[last-1])
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
	var rep ir.Replacer
	for _, o := range c.nils {
		c.isNone(&rep, o)
	}
	for _, x := range c.starts {
		c.start(x, stack.Result(), empty)
	}
	for _, o := range c.made {
		if o.Kind == ir.OpMake {
			rep.Replace(o.Result(), c.first(o, stack.Result()))
			continue
		}
		if c.byRoom() {
			c.tellsRoom(o, stack.Result())
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

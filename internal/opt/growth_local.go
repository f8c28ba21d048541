package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// localSlice is a slice that a loop carries, from a begin of its own to the loop's end, and that nobody else sees on the way: it is appended to, cut at its end, read and
// written. Where its elements lie is nobody's business until then.
type localSlice struct {
	index   int // of the parameter
	values  map[*ir.Value]bool
	results []int    // of the loop, that it gives
	start   *ir.Op   // zero, or a make whose slice is only filled before
	made    []*ir.Op // see grows
	cut     bool     // at its end: it may have become empty again, which is not nil
}

// chainOf looks at one that a loop carries; nil: somebody may see it.
func (s *growths) chainOf(loop *ir.Op, k int) *localSlice {
	p := loop.Regions[0].Params[k]
	if p.Type.Kind != ir.Slice || p.Type.Elem.HoldsSlices() { // the garbage collector has to see these
		return nil
	}
	c := &localSlice{index: k, values: map[*ir.Value]bool{}}
	uses := s.f.Uses()
	if c.start = localStart(uses, loop, k); c.start == nil {
		return nil
	}
	todo := []*ir.Value{p}
	add := func(v *ir.Value) {
		if !c.values[v] {
			c.values[v] = true
			todo = append(todo, v)
		}
	}
	add(p)
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, u := range uses.Of(v) {
			if !c.use(uses, loop, v, u, add) {
				return nil
			}
		}
	}
	for v := range c.values {
		if !c.joins(s.counter.exits, loop, v) {
			return nil
		}
	}
	for _, j := range c.results {
		for _, x := range s.counter.exits[loop].Breaks {
			if !c.values[x.Args[j]] {
				return nil
			}
		}
	}
	return c
}

// localStart is what a carried slice starts as, if nobody else has it: nil, or fresh memory that is filled before the loop.
func localStart(uses *ir.Uses, loop *ir.Op, k int) *ir.Op {
	v := loop.Args[k]
	for d := v.Def; d != nil; d = v.Def {
		if d.Kind == ir.OpZero {
			return d
		}
		if !inOneTurn(d, loop) || slices.ContainsFunc(uses.Of(v), func(u *ir.Op) bool { return !untilLoop(u, v, loop, k) }) {
			return nil
		}
		switch {
		case d.Kind == ir.OpMake:
			return d
		case d.Kind == ir.OpSlice && isZero(d.Args[1]) && len(d.Args) == 3 && v == loop.Args[k]:
			v = d.Args[0]
		default:
			return nil
		}
	}
	return nil
}

// inOneTurn reports that no loop repeats one op without the other, which is a loop behind it.
func inOneTurn(d, loop *ir.Op) bool {
	for r := loop.Parent; r != d.Parent; r = r.Parent.Parent {
		if r.Parent == nil || r.Parent.Kind.Has(ir.Loop) {
			return false
		}
	}
	return true
}

// untilLoop reports a use of v, which the loop starts with as its k-th value or is cut from, that does no more than look at elements and change them, ahead of the loop; or that doesn't come
// where the loop comes.
func untilLoop(u *ir.Op, v *ir.Value, loop *ir.Op, k int) bool {
	switch {
	case u == loop:
		return slices.Index(ir.Without(u.Args, k), v) < 0
	case u == loop.Args[k].Def, u.Kind == ir.OpLen:
		return true
	case precedes(loop, u) || u.Within(loop):
		return false
	case !precedes(u, loop): // in another arm of a branch
		return true
	}
	return u.Kind == ir.OpLoad || u.Kind == ir.OpStore && u.Args[2] != v
}

// use follows what an op of the loop does with a value of the chain.
func (c *localSlice) use(uses *ir.Uses, loop *ir.Op, v *ir.Value, u *ir.Op, add func(v *ir.Value)) bool {
	if u.Kind != ir.OpLen && u.Kind != ir.OpCap && c.older(loop, v, u) {
		return false
	}
	switch u.Kind {
	case ir.OpLen, ir.OpMove, ir.OpLoad:
		return true
	case ir.OpStore:
		return u.Args[2] != v
	case ir.OpCap: // the program may not look at it
		return !slices.ContainsFunc(uses.Of(u.Result()), func(x *ir.Op) bool {
			cuts := x.Kind == ir.OpCheckSlice && len(x.Args) == 3 && x.Args[0] != u.Result() && noLonger(x.Args[1], v) // and does not fail by the capacity
			return !cuts && !asksOnly(uses, x)
		})
	case ir.OpSlice:
		switch {
		case len(u.Args) != 3 || u.Args[0] != v:
			return false
		case isZero(u.Args[1]) && endsInside(u):
			c.cut = c.cut || !extends(u)
			add(u.Result())
			return true
		}
		return noLonger(u.Args[2], v) && onlyRead(uses, u.Result()) &&
			!slices.ContainsFunc(uses.Of(u.Result()), func(x *ir.Op) bool { return x.Kind != ir.OpLen && c.older(loop, v, x) })
	}
	for i, a := range u.Args {
		if a != v {
			continue
		}
		switch {
		case u.Kind == ir.OpYield && (u.Parent.Parent.Kind == ir.OpIf || u.Parent.Parent.Kind == ir.OpBlock):
			add(u.Parent.Parent.Results[i])
		case u.Kind == ir.OpBreak && u.Target == loop:
			if !slices.Contains(c.results, i) {
				c.results = append(c.results, i)
			}
		case u.Kind == ir.OpBreak && u.Target.Within(loop):
			add(u.Target.Results[i])
		case u.Kind == ir.OpContinue && u.Target == loop:
			if i != c.index {
				return false
			}
		case u.Kind == ir.OpContinue && u.Target.Within(loop):
			add(u.Target.Regions[0].Params[i])
		case u.Kind == ir.OpLoop && u.Within(loop):
			add(u.Regions[0].Params[i])
		default:
			return false
		}
	}
	return true
}

// onlyRead reports a part of a slice whose elements are looked at or changed, and that becomes of nothing else.
func onlyRead(uses *ir.Uses, v *ir.Value) bool {
	return !slices.ContainsFunc(uses.Of(v), func(u *ir.Op) bool {
		return u.Kind != ir.OpLen && u.Kind != ir.OpLoad && u.Kind != ir.OpMove && (u.Kind != ir.OpStore || u.Args[2] == v)
	})
}

// asksOnly reports an op that is there to tell whether there is room, and to make some.
func asksOnly(uses *ir.Uses, o *ir.Op) bool {
	for in := o; in.Parent != nil && in.Parent.Parent != nil; in = in.Parent.Parent {
		if fast := makesRarely(in.Parent.Parent); fast >= 0 && in.Parent == in.Parent.Parent.Regions[1-fast] {
			return true
		}
	}
	return len(o.Results) == 1 && o.Results[0].Type == ir.TBool && !slices.ContainsFunc(uses.Of(o.Results[0]), func(x *ir.Op) bool { return makesRarely(x) < 0 })
}

// endsInside reports a slice s[:end] that shows nothing of s that was not appended: r[:len(s)+n] behind the branch that makes room, or what is no longer than s.
func endsInside(o *ir.Op) bool {
	if extends(o) {
		return fillsAll(o)
	}
	return noLonger(o.Args[2], o.Args[0])
}

// extends reports a slice r[:len(s)+n] behind the branch that makes room in s.
func extends(o *ir.Op) bool {
	_, until, ok := growthOf(o.Args[0].Def)
	return ok && equalInts(until, o.Args[2])
}

// noLonger reports an end that isn't behind that of s.
func noLonger(end, s *ir.Value) bool {
	if isZero(end) || endOf(end, s) {
		return true
	}
	if d := end.Def; d != nil && (d.Kind == ir.OpSub || d.Kind == ir.OpAdd) {
		n, ok := d.Args[1].ConstInt()
		if d.Kind == ir.OpSub {
			n = -n
		}
		return ok && n <= 0 && endOf(d.Args[0], s)
	}
	return false
}

// growthOf reads if end <= cap(s) { yield s } else { .. make .. }.
func growthOf(o *ir.Op) (s, end *ir.Value, ok bool) {
	if o == nil || len(o.Results) != 1 {
		return nil, nil, false
	}
	fast := makesRarely(o)
	if fast < 0 || o.Args[0].Def == nil || len(o.Args[0].Def.Args) != 2 {
		return nil, nil, false
	}
	cond := o.Args[0].Def
	kind, end, limit := cond.Kind, cond.Args[0], cond.Args[1]
	if fast == 1 {
		kind = kind.Negated()
	}
	if kind == ir.OpGe || kind == ir.OpGt {
		kind, end, limit = kind.Mirrored(), limit, end
	}
	s = o.Regions[fast].Terminator().Args[0]
	last := o.Regions[1-fast].Terminator()
	hasRoom := isMeasure(limit, ir.OpCap, s) || isZero(limit) && hasNoRoom(s)
	return s, end, kind == ir.OpLe && hasRoom && last.Kind == ir.OpYield && hasRoomFor(last.Args[0], end)
}

// equalInts reports one value, or one constant.
func equalInts(a, b *ir.Value) bool {
	n, ok := a.ConstInt()
	return a == b || ok && b.IsConstInt(n)
}

// hasRoomFor reports a slice that is made with room for so many elements: for append, and not because some number says so.
func hasRoomFor(s, end *ir.Value) bool {
	if s.Def == nil || s.Def.Kind != ir.OpMake {
		return false
	}
	size := s.Def.Args[0]
	if d := size.Def; d != nil && d.Kind == ir.OpAdd && d.Args[1].Def != nil && d.Args[1].Def.Kind == ir.OpShr && d.Args[1].Def.Args[0] == d.Args[0] { // a little more
		size = d.Args[0]
	}
	is := func(v *ir.Value) bool { return equalInts(v, end) }
	return is(size) || size.Def != nil && size.Def.Kind == ir.OpMax && slices.ContainsFunc(size.Def.Args, is)
}

// hasNoRoom reports nil, s[:0:0], and what is made for no elements.
func hasNoRoom(s *ir.Value) bool {
	d := s.Def
	return d != nil && (d.Kind == ir.OpZero || d.Kind == ir.OpMake && isZero(d.Args[0]) || d.Kind == ir.OpSlice && len(d.Args) == 4 && isZero(d.Args[1]) && isZero(d.Args[3]))
}

// added reads how many elements, k, are appended to how many, n, in the slice r[:n+k] behind the branch that makes room; n is nil for 0.
func added(o *ir.Op) (n, k *ir.Value, ok bool) {
	s, end, ok := growthOf(o.Args[0].Def)
	switch {
	case !ok || !equalInts(end, o.Args[2]):
		return nil, nil, false
	case hasNoRoom(s):
		return nil, end, true
	case end.Def == nil || end.Def.Kind != ir.OpAdd:
		return nil, nil, false
	}
	return end.Def.Args[0], end.Def.Args[1], true
}

// joins reports that where v comes from several places, all that comes is of the chain.
func (c *localSlice) joins(exits map[*ir.Op]*analysis.Exits, loop *ir.Op, v *ir.Value) bool {
	all := func(ops []*ir.Op, i int) bool {
		return !slices.ContainsFunc(ops, func(x *ir.Op) bool { return !c.values[x.Args[i]] })
	}
	o := v.Def
	switch {
	case o == nil:
		o = v.Owner.Parent
		return (o == loop || c.values[o.Args[v.Index]]) && all(exits[o].Continues, v.Index)
	case o.Kind == ir.OpSlice:
		return true
	case makesRarely(o) >= 0:
		_, _, ok := growthOf(o)
		return ok && c.values[o.Regions[makesRarely(o)].Terminator().Args[0]]
	}
	return all(exits[o].Breaks, v.Index)
}

// leastRoom is how many bytes there is room for at first.
const leastRoom = 1 << 14

// few is how many elements have room at first.
func (c *localSlice) few() int64 {
	for v := range c.values {
		return int64(max(leastRoom/max(v.Type.Elem.Size(), 1), 16))
	}
	return 0
}

// nilByRoom reports one that may be empty at the end, where it is nil only if nothing was ever appended to it. It has to have room from when something is.
func (c *localSlice) nilByRoom() bool {
	return c.start.Kind == ir.OpZero && c.cut && len(c.results) > 0
}

// begin is the slice that the loop is to start with in the place of nil: it has room, if that doesn't tell that it isn't nil.
func (c *localSlice) begin(b *ir.Builder, v *ir.Value) *ir.Value {
	if c.start.Kind != ir.OpZero || c.nilByRoom() {
		return v
	}
	s := b.Op(ir.OpScratch, []*ir.Value{b.Int(c.few())}, v.Type).Result()
	return b.Op(ir.OpSlice, []*ir.Value{s, b.Int(0), b.Int(0)}, v.Type).Result()
}

// grow is s with room for need elements at least, if need is not 0, in a buffer of the function's own.
func (c *localSlice) grow(b *ir.Builder, s, need *ir.Value) *ir.Value {
	test := b.If(b.Compare(ir.OpGt, need, b.Int(0)), s.Type)
	in := b.In(test.Regions[0])
	room := in.Op(ir.OpCap, []*ir.Value{s}, ir.TI64).Result()
	more := in.Binary(ir.OpMax, in.Binary(ir.OpMax, in.Binary(ir.OpAdd, room, room), need), in.Int(c.few()))
	t := in.Op(ir.OpScratch, []*ir.Value{more}, s.Type).Result()
	n := in.Len(s)
	in.Op(ir.OpMove, []*ir.Value{t, s, n})
	in.Yield(in.Op(ir.OpSlice, []*ir.Value{t, in.Int(0), n}, s.Type).Result())
	b.In(test.Regions[1]).Yield(s)
	return test.Result()
}

// startIn is what it starts as, for a loop in the place of that it was found in.
func (c *localSlice) startIn(loop *ir.Op) *ir.Value {
	if c.start.Kind == ir.OpZero {
		return c.start.Result()
	}
	return loop.Args[c.index]
}

// settle is what the loop gives, in memory of its own if it lies in a buffer.
func (c *localSlice) settle(b *ir.Builder, s, start *ir.Value) *ir.Value {
	n := b.Len(s)
	room := func(s *ir.Value) *ir.Value { return b.Op(ir.OpCap, []*ir.Value{s}, ir.TI64).Result() }
	cond, other := b.Compare(ir.OpGt, n, b.Int(0)), start // nil
	switch {
	case c.start.Kind != ir.OpZero:
		cond, other = b.Compare(ir.OpGt, room(s), room(start)), s
	case c.nilByRoom():
		cond = b.Compare(ir.OpGt, room(s), b.Int(0))
	}
	test := b.If(cond, s.Type)
	in := b.In(test.Regions[0])
	t := in.Op(ir.OpMake, []*ir.Value{n}, s.Type).Result()
	in.Op(ir.OpMove, []*ir.Value{t, s, n})
	in.Yield(t)
	b.In(test.Regions[1]).Yield(other)
	return test.Result()
}

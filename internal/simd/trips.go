package simd

import "github.com/hone-go/hone/internal/ir"

// CountTrips finds what lanes keep of a loop's counter when they leave:
//
//	loop (i, on, kept) { ...; k = select on, splat(f(i)), kept; ...; continue i+s, on &^ left, k }
//
// Lanes that have left stay away, so that the number of a lane's iterations tells the value: it is enough to count them, which takes one
// addition of the mask, and to work out f(first + s*(number-1)) behind the loop. An escape-time loop is such a one.
func CountTrips(f *ir.Func) bool {
	changed := false
	var loops []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpLoop {
			loops = append(loops, o)
		}
		return true
	})
	for _, l := range loops {
		t := &trips{fn: f, loop: l, body: l.Regions[0]}
		for i, p := range t.body.Params {
			if p.Type.Kind != ir.Vec || !p.Type.Elem.IsInt() || !t.findExits() {
				continue
			}
			if t.match(i) {
				t.rewrite(i)
				changed = true
			}
		}
	}
	return changed
}

// trips is a loop, and a value that lanes keep.
type trips struct {
	fn        *ir.Func
	loop      *ir.Op
	body      *ir.Region
	continues []*ir.Op
	breaks    []*ir.Op

	keep    *ir.Op   // the select
	counter int      // number of the parameter that counts
	step    uint64   // what is added to it
	path    []*ir.Op // conversions between it and what is kept, the last one first
}

// findExits lists the ops that go on with the loop and those that leave it, once.
func (t *trips) findExits() bool {
	if t.continues == nil {
		t.body.Walk(func(o *ir.Op) bool {
			switch {
			case o.Kind == ir.OpContinue && o.Target == t.loop:
				t.continues = append(t.continues, o)
			case o.Kind == ir.OpBreak && o.Target == t.loop:
				t.breaks = append(t.breaks, o)
			}
			return true
		})
	}
	return len(t.continues) > 0
}

// next is what all iterations give the next one for parameter i, nil if that is not one value.
func (t *trips) next(i int) *ir.Value {
	v := t.continues[0].Args[i]
	for _, c := range t.continues[1:] {
		if c.Args[i] != v {
			return nil
		}
	}
	return v
}

// match reports whether parameter i is kept of a counter, and for nothing else but the loop's results.
func (t *trips) match(i int) bool {
	kept, next := t.body.Params[i], t.next(i)
	if next == nil || next.Def == nil || next.Def.Kind != ir.OpSelect || next.Def.Args[2] != kept || next.Def.Parent != t.body {
		return false
	}
	t.keep = next.Def
	results := 0 // uses of both in breaks
	for r := range t.loop.Results {
		n := 0
		for _, b := range t.breaks {
			if b.Args[r] == kept || b.Args[r] == next {
				n++
			}
		}
		if n != 0 && n != len(t.breaks) {
			return false
		}
		results += n
	}
	if !t.leavesForGood(t.keep.Args[0]) || !t.counts(t.keep.Args[1], kept.Type.Elem) {
		return false
	}
	uses := t.fn.Uses()
	return uses.Count(kept)+uses.Count(next) == 1+len(t.continues)+results
}

// leavesForGood reports a mask that no lane gets back into.
func (t *trips) leavesForGood(m *ir.Value) bool {
	if m.Owner != t.body || m.Type.Kind != ir.Vec {
		return false
	}
	n := t.next(m.Index)
	if n == nil {
		return false
	}
	d := n.Def
	return n == m || d != nil && (d.Kind == ir.OpAnd && (d.Args[0] == m || d.Args[1] == m) || d.Kind == ir.OpAndNot && d.Args[0] == m)
}

// counts reports a vector of a conversion of the loop's counter, whose type has no more bits than elem: the count of its values fits, too.
func (t *trips) counts(v *ir.Value, elem *ir.Type) bool {
	if v.Def == nil || v.Def.Kind != ir.OpSplat {
		return false
	}
	t.path = nil
	x := v.Def.Args[0]
	for x.Def != nil && x.Def.Kind == ir.OpConv && x.Type.IsInt() {
		t.path = append(t.path, x.Def)
		x = x.Def.Args[0]
	}
	if x.Owner != t.body || !x.Type.IsInt() || x.Type.Size() > elem.Size() {
		return false
	}
	n := t.next(x.Index)
	if n == nil || n.Def == nil || n.Def.Kind != ir.OpAdd || n.Def.Args[0] != x {
		return false
	}
	t.counter = x.Index
	var ok bool
	t.step, ok = n.Def.Args[1].IsConst()
	return ok
}

// rewrite counts iterations in place of parameter i.
func (t *trips) rewrite(i int) {
	first, kept := t.loop.Args[t.counter], t.loop.Args[i]
	typ := kept.Type
	lanes := func(e *ir.Type) *ir.Type { return ir.VecOf(e, typ.Len) }

	minusOne := ir.Canonical(typ.Elem, ^uint64(0)) // as masks are: the count is of negative numbers
	before := &ir.Builder{Region: &ir.Region{}, Pos: t.loop.Pos}
	t.loop.SetArg(i, before.Const(typ, 0))
	more := &ir.Builder{Region: &ir.Region{}, Pos: t.keep.Pos}
	t.keep.SetArg(1, more.Binary(ir.OpAdd, t.body.Params[i], more.Const(typ, minusOne)))
	t.keep.InsertBefore(more.Region.Ops...)

	behind := &ir.Builder{Region: &ir.Region{}, Pos: t.loop.Pos}
	for r, old := range t.loop.Results {
		if len(t.breaks) == 0 || t.breaks[0].Args[r] != t.body.Params[i] && t.breaks[0].Args[r] != t.keep.Result() {
			continue
		}
		count := t.loop.Retype(r, typ)
		n := behind.Binary(ir.OpSub, behind.Const(typ, minusOne), count)
		if first.Type != typ.Elem {
			n = behind.Op(ir.OpConv, []*ir.Value{n}, lanes(first.Type)).Result()
		}
		if t.step != 1 {
			n = behind.Binary(ir.OpMul, n, behind.Const(n.Type, t.step))
		}
		v := behind.Binary(ir.OpAdd, n, behind.Op(ir.OpSplat, []*ir.Value{first}, n.Type).Result())
		for k := len(t.path) - 1; k >= 0; k-- {
			v = behind.Op(ir.OpConv, []*ir.Value{v}, lanes(t.path[k].Result().Type)).Result()
		}
		v = behind.Select(behind.Compare(ir.OpNe, count, behind.Const(typ, 0)), v, kept)
		ir.ReplaceUses(t.fn.Body, old, v)
	}
	t.loop.InsertAfter(behind.Region.Ops...)
	t.loop.InsertBefore(before.Region.Ops...)
}

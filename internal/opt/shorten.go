package opt

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Shorten has counted loops end where they are left: a loop whose iterations begin with a look at whether what counts has come to a bound, as in
//
//	block ^b : T { for lo, hi (i) { if i < n { yield } { break ^b x }; ... }; yield y }
//
// runs from lo to min(hi, n) instead, and then gives x or y. So do loops with two conditions (i < n && j < m, where i and j go side by side, or i+4 <= n && i+4 <= m in
// steps of four), and those over parts of slices that get shorter together. To be run after Counted.
func Shorten(f *ir.Func) bool {
	s := shortener{ranges: analysis.NewRanges()}
	s.region(f.Body)
	return s.changed
}

type shortener struct {
	ranges  *analysis.Ranges
	changed bool
}

func (s *shortener) region(r *ir.Region) {
	for _, o := range slices.Clone(r.Ops) {
		for _, in := range o.Regions {
			s.region(in)
		}
		for o.Kind == ir.OpBlock && len(o.Regions[0].Ops) > 0 && s.block(o) {
			s.changed = true
			s.ranges.Forget()
		}
	}
}

// block looks for a loop at the end of a block, with nothing behind it but what can as well be done anywhere.
func (s *shortener) block(o *ir.Op) bool {
	ops := o.Regions[0].Ops
	end := o.Regions[0].Terminator()
	if end.Kind != ir.OpYield {
		return false
	}
	for k := len(ops) - 2; k >= 0; k-- {
		switch loop := ops[k]; {
		case loop.Kind == ir.OpFor && -analysis.MaxStep <= loop.Ints[0] && loop.Ints[0] <= analysis.MaxStep:
			guard, leave := firstGuard(loop, o)
			return guard != nil && !breaksOff(loop) && s.shorten(o, loop, guard, leave)
		case !anywhere(loop):
			return false
		}
	}
	return false
}

// anywhere reports an op that can be executed where it was not.
func anywhere(o *ir.Op) bool {
	return o.Kind.Has(ir.Pure) && o.Kind != ir.OpDiv && o.Kind != ir.OpRem && o.Kind != ir.OpTable
}

// firstGuard is what a loop's iterations begin with, if that leaves the block around it with pure ops only.
func firstGuard(loop, block *ir.Op) (guard *ir.Op, leave *ir.Region) {
	for _, o := range loop.Regions[0].Ops {
		if anywhere(o) {
			continue
		}
		arm, _ := leaving(o)
		if arm == nil || arm.Terminator().Target != block {
			return nil, nil
		}
		for _, in := range arm.Ops[:len(arm.Ops)-1] {
			if !anywhere(in) {
				return nil, nil
			}
		}
		return o, arm
	}
	return nil, nil
}

// breaksOff reports a loop that may end without having come to its bound, or left the block.
func breaksOff(loop *ir.Op) bool {
	return loop.Regions[0].Contains(func(o *ir.Op) bool { return o.Kind == ir.OpBreak && o.Target == loop })
}

// near is how far from 0 everything lies that is added to each other here: lengths do.
const near = 1 << 48

// shorten takes the guard out.
func (s *shortener) shorten(block, loop, guard *ir.Op, leave *ir.Region) bool {
	d := guard.Args[0].Def
	if d == nil || d.Kind != ir.OpLt && d.Kind != ir.OpLe && d.Kind != ir.OpGt && d.Kind != ir.OpGe || d.Args[0].Type != ir.TI64 {
		return false
	}
	kind, x, y := d.Kind, d.Args[0], d.Args[1]
	if leave == guard.Regions[0] {
		kind = kind.Negated()
	}
	c, more := offsetOf(x)
	begin, sign, ok := s.counts(loop, c)
	if !ok {
		kind, x, y = kind.Mirrored(), y, x
		c, more = offsetOf(x)
		begin, sign, ok = s.counts(loop, c)
	}
	if _, known := y.ConstInt(); !ok || !known && inside(y, loop) {
		return false
	}
	index := c.Index == 0
	far := index && more != 0 && !s.near(y) // nobody sees the end of a loop that comes so far
	if sums := !index || more != 0; sums && !s.near(begin, loop.Args[0]) || !far && s.wraps(kind, y, sums) {
		return false
	}
	// While begin + sign*(i-lo) + more kind y: a bound of i that the loop runs towards.
	if sign < 0 {
		kind = kind.Mirrored()
	}
	up := loop.Ints[0] > 0
	if up != (kind == ir.OpLt || kind == ir.OpLe) {
		return false
	}
	b := ir.NewBuilder(ir.NewRegion(block))
	b.Pos = guard.Pos
	if c, known := y.ConstInt(); known {
		y = b.Int(c)
	}
	if far {
		y = b.Binary(ir.OpMin, b.Binary(ir.OpMax, y, b.Int(-analysis.MaxCount/2)), b.Int(analysis.MaxCount/2))
	}
	if more != 0 {
		y = b.Binary(ir.OpSub, y, b.Int(more))
	}
	bound := y
	if !index {
		bound = b.Binary(ir.OpSub, y, begin)
		if sign < 0 {
			bound = b.Unary(ir.OpNeg, bound)
		}
		bound = b.Binary(ir.OpAdd, bound, loop.Args[0])
	}
	switch kind {
	case ir.OpLe:
		bound = b.Binary(ir.OpAdd, bound, b.Int(1))
	case ir.OpGe:
		bound = b.Binary(ir.OpSub, bound, b.Int(1))
	}
	s.finish(b, block, loop, guard, leave, bound, up)
	return true
}

// wraps reports that something might wrap around where a bound is made of y: in sums, or by one.
func (s *shortener) wraps(kind ir.OpKind, y *ir.Value, sums bool) bool {
	most := s.ranges.Of(y)
	return sums && !s.near(y) || most.Lo == math.MinInt64 && kind == ir.OpGe || most.Hi == math.MaxInt64 && kind == ir.OpLe
}

// offsetOf takes v apart into what may count and a small constant.
func offsetOf(v *ir.Value) (x *ir.Value, more int64) {
	if d := v.Def; d != nil && d.Kind == ir.OpAdd {
		if c, known := d.Args[1].ConstInt(); known && -analysis.MaxStep <= c && c <= analysis.MaxStep {
			return d.Args[0], c
		}
	}
	return v, 0
}

// counts takes v apart: in the iteration i of a loop it is begin + sign*(i-lo).
func (s *shortener) counts(loop *ir.Op, v *ir.Value) (begin *ir.Value, sign int64, ok bool) {
	body := loop.Regions[0]
	switch {
	case v.Owner != body:
		return nil, 0, false
	case v.Index == 0:
		return loop.Args[0], 1, true
	}
	e := analysis.ExitsOf(body)[loop]
	if e == nil {
		return nil, 0, false
	}
	for _, t := range e.Continues {
		by, ok := addedTo(t.Args[v.Index-1], v)
		if !ok {
			return nil, 0, false
		}
		n, _ := by.by.ConstInt() // 0 if it isn't known
		if by.minus {
			n = -n
		}
		step := loop.Ints[0]
		if n != step && n != -step || sign != 0 && sign != n/step {
			return nil, 0, false
		}
		sign = n / step
	}
	return loop.Args[v.Index+1], sign, true
}

func (s *shortener) near(vs ...*ir.Value) bool {
	for _, v := range vs {
		if !s.ranges.Of(v).Within(-near, near) {
			return false
		}
	}
	return true
}

// finish has the loop run to bound at most; b is ahead of it. What the block gives depends on which end comes first.
func (s *shortener) finish(b *ir.Builder, block, loop, guard *ir.Op, leave *ir.Region, bound *ir.Value, up bool) {
	first, before, lo, hi := ir.OpMin, ir.OpLt, loop.Args[0], loop.Args[1]
	if !up {
		first, before = ir.OpMax, ir.OpGt
	}
	end := b.Binary(first, hi, bound)
	at := indexBehind(b, lo, end, loop.Ints[0])
	left := b.Compare(before, at, hi) // it has come to bound only
	loop.InsertBefore(b.Region.Take(0)...)
	loop.SetArg(1, end)

	body := loop.Regions[0]
	c := ir.NewCloner()
	c.Map(body.Params[0], at)
	for k, p := range body.Params[1:] {
		c.Map(p, loop.Results[k])
	}
	var value func(v *ir.Value) *ir.Value
	value = func(v *ir.Value) *ir.Value {
		if w, ok := c.Values[v]; ok {
			return w
		}
		if v.Def == nil || v.Def.Parent != body && v.Def.Parent != leave {
			return v
		}
		for _, a := range v.Def.Args {
			value(a)
		}
		b.Insert(c.Op(v.Def))
		return c.Value(v)
	}
	yield := block.Regions[0].Terminator()
	for k, v := range leave.Terminator().Args {
		if w := value(v); w != yield.Args[k] {
			yield.SetArg(k, b.Select(left, w, yield.Args[k]))
		}
	}
	yield.InsertBefore(b.Region.Take(0)...)
	guard.Remove()
	if !block.Regions[0].Contains(func(o *ir.Op) bool { return o.Target == block }) {
		vals := block.Regions[0].Terminator().Args
		results := block.Results
		var rep ir.Replacer
		for k, v := range results {
			rep.Replace(v, vals[k])
		}
		rep.Apply(block.Func().Body)
		block.Inline(block.Regions[0])
	}
}

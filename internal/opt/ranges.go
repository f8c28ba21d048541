package opt

import (
	"math"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Ranges drops checks that cannot fail, computes comparisons, minima and maxima whose outcome is certain, and makes minima and maxima of ifs
// that are clamps. It knows intervals of
// constants, what comparisons and checks on the way have shown, and proves a <= b + k by going from a to what a is at most (the bound
// of the loop it counts, the smaller of two, ...) and from b to what b is at least, in few steps: the demand-driven search of Bodík,
// Gupta and Sarkar, "ABCD: eliminating array bounds checks on demand", PLDI 2000, on structured control flow.
func Ranges(f *ir.Func) bool {
	g := ranger{ranges: analysis.NewRanges(), upper: map[*ir.Value][]fact{}, lower: map[*ir.Value][]fact{}}
	g.ranges.Known = map[*ir.Value]analysis.Interval{}
	g.region(f.Body)
	return g.changed
}

// fact says v <= other + off for the v it is listed under in upper, v >= other - off for lower.
type fact struct {
	other *ir.Value
	off   int64
}

type ranger struct {
	ranges  *analysis.Ranges
	upper   map[*ir.Value][]fact
	lower   map[*ir.Value][]fact
	undo    []func() // takes back what was learnt, last first
	yields  []yields // of the arms of ifs around the place at hand that have been handled
	rep     ir.Replacer
	out     []*ir.Op
	fuel    int // steps that the proof at hand may still take
	changed bool

	middles map[*ir.Op]*bisection // what computes them
}

// region handles r; what is learnt in it is forgotten behind it.
func (g *ranger) region(r *ir.Region) {
	mark, out := len(g.undo), g.out
	g.out = make([]*ir.Op, 0, len(r.Ops))
	for _, o := range r.Ops {
		g.rep.Op(o)
		g.askSigned(o)
		if g.certain(o) {
			g.changed = true
			continue
		}
		if o.Kind == ir.OpIf {
			g.ifOp(o)
			if g.extremes(o) {
				g.changed = true
				continue
			}
		} else {
			mark := len(g.undo)
			g.entered(o)
			g.kept(o)
			g.bisects(o)
			for _, in := range o.Regions {
				g.region(in)
			}
			g.forget(mark)
		}
		g.out = append(g.out, o)
		g.passed(o)
	}
	r.SetOps(g.out)
	g.out = out
	if p := r.Parent; p != nil && p.Kind == ir.OpIf && len(p.Results) > 0 {
		g.yielded(r)
	}
	g.forget(mark)
}

func (g *ranger) forget(mark int) {
	if len(g.undo) == mark {
		return
	}
	for i := len(g.undo) - 1; i >= mark; i-- {
		g.undo[i]()
	}
	g.undo = g.undo[:mark]
	g.ranges.Forget()
}

func (g *ranger) ifOp(o *ir.Op) {
	known := len(g.yields)
	for i, in := range o.Regions {
		mark := len(g.undo)
		g.learn(o.Args[0], i == 0, 4)
		g.region(in)
		g.forget(mark)
	}
	g.joined(o, known)
}

// entered learns from o that control comes to what is in it: the range of a counted loop isn't empty then.
func (g *ranger) entered(o *ir.Op) {
	switch {
	case o.Kind == ir.OpFor && o.Ints[0] > 0:
		g.compared(ir.OpLt, o.Args[0], o.Args[1])
	case o.Kind == ir.OpFor:
		g.compared(ir.OpGt, o.Args[0], o.Args[1])
	case o.Kind == ir.OpMulti:
		for _, n := range o.Args {
			g.narrow(n, analysis.Between(1, math.MaxInt64))
		}
	}
}

// passed learns from o that control goes on behind it.
func (g *ranger) passed(o *ir.Op) {
	g.middleOf(o)
	switch o.Kind {
	case ir.OpIf:
		for i, in := range o.Regions {
			if in.Terminator().Kind != ir.OpYield {
				g.learn(o.Args[0], i != 0, 4)
				return
			}
		}
	case ir.OpCheckIndex:
		g.narrow(o.Args[0], analysis.Between(0, max(0, g.ranges.Of(o.Args[1]).Hi-1)))
		g.narrow(o.Args[1], analysis.Between(1, math.MaxInt64))
		g.atMost(o.Args[0], o.Args[1], -1)
	case ir.OpCheckPanic:
		g.learn(o.Args[0], true, 4)
	case ir.OpCheckMake:
		g.narrow(o.Args[0], analysis.Between(0, analysis.MaxCount))
	case ir.OpCheckShift:
		g.narrow(o.Args[0], analysis.Between(0, math.MaxInt64))
	case ir.OpCheckSlice:
		most := g.ranges.Of(o.Args[len(o.Args)-1]).Hi
		for i, a := range o.Args {
			g.narrow(a, analysis.Between(0, max(0, most)))
			if i > 0 {
				g.atMost(o.Args[i-1], a, 0)
			}
		}
	}
}

// narrow notes that v is in b.
func (g *ranger) narrow(v *ir.Value, b analysis.Interval) {
	if _, ok := v.IsConst(); ok {
		return
	}
	known := g.ranges.Known
	old, had := known[v]
	if had {
		b = b.Meet(old)
	}
	if had && b == old {
		return
	}
	known[v] = b
	g.ranges.Forget()
	g.undo = append(g.undo, func() {
		if had {
			known[v] = old
		} else {
			delete(known, v)
		}
	})
}

// atMost notes that v <= w + off.
func (g *ranger) atMost(v, w *ir.Value, off int64) {
	g.upper[v] = append(g.upper[v], fact{w, off})
	g.lower[w] = append(g.lower[w], fact{v, off})
	g.undo = append(g.undo, func() {
		g.upper[v] = g.upper[v][:len(g.upper[v])-1]
		g.lower[w] = g.lower[w][:len(g.lower[w])-1]
	})
}

// learn notes that condition v holds, or does not.
func (g *ranger) learn(v *ir.Value, holds bool, depth int) {
	d := v.Def
	if d == nil || depth == 0 {
		return
	}
	switch d.Kind {
	case ir.OpNot:
		g.learn(d.Args[0], !holds, depth-1)
	case ir.OpAnd, ir.OpOr:
		if holds == (d.Kind == ir.OpAnd) {
			g.learn(d.Args[0], holds, depth-1)
			g.learn(d.Args[1], holds, depth-1)
		}
	case ir.OpAndNot:
		if holds {
			g.learn(d.Args[0], true, depth-1)
			g.learn(d.Args[1], false, depth-1)
		}
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		if analysis.Orderable(d.Args[0].Type) {
			k := d.Kind
			if !holds {
				k = k.Negated()
			}
			g.compared(k, d.Args[0], d.Args[1])
		}
	}
}

// compared notes that x k y.
func (g *ranger) compared(k ir.OpKind, x, y *ir.Value) {
	switch k {
	case ir.OpGt, ir.OpGe:
		g.compared(k.Mirrored(), y, x)
	case ir.OpEq:
		g.compared(ir.OpLe, x, y)
		g.compared(ir.OpLe, y, x)
	case ir.OpLt, ir.OpLe:
		off := int64(0)
		if k == ir.OpLt {
			off = -1
		}
		g.narrow(x, analysis.Between(math.MinInt64, g.ranges.Of(y).Hi+off)) // no bound if that wraps around
		g.narrow(y, analysis.Between(g.ranges.Of(x).Lo-off, math.MaxInt64))
		g.atMost(x, y, off)
	}
}

// asLong reports a number that is no more than the length of a slice: as many elements fit into memory for any that a program has.
func asLong(v *ir.Value, depth int) bool {
	o := v.Def
	if o == nil || depth == 0 {
		return false
	}
	constant := func(k int, least, most int64) bool {
		c, ok := o.Args[k].ConstInt()
		return ok && least <= c && c <= most
	}
	switch o.Kind {
	case ir.OpLen, ir.OpCap:
		return o.Args[0].Type.Elem.Size() > 0
	case ir.OpMin:
		return asLong(o.Args[0], depth-1) || asLong(o.Args[1], depth-1)
	case ir.OpMax:
		return asLong(o.Args[0], depth-1) && constant(1, math.MinInt64, 0)
	case ir.OpAdd:
		return asLong(o.Args[0], depth-1) && constant(1, -1<<31, 0)
	case ir.OpDiv, ir.OpShr: // also rounded up
		by, ok := o.Args[1].ConstInt()
		if o.Kind == ir.OpShr && ok {
			by = 1 << min(uint64(by), 62)
		}
		if !ok || by < 1 {
			return false
		}
		if x := o.Args[0].Def; x != nil && x.Kind == ir.OpAdd {
			if c, ok := x.Args[1].ConstInt(); ok && 0 < c && c < by && c <= 1<<31 {
				return asLong(x.Args[0], depth-1)
			}
		}
		return asLong(o.Args[0], depth-1)
	}
	return false
}

// askSigned has a check of an index that is unsigned ask for the signed number that it was made of, if that is not negative: other passes see through it.
func (g *ranger) askSigned(o *ir.Op) {
	if o.Kind != ir.OpCheckIndex || o.Args[0].Type != ir.TU64 {
		return
	}
	if d := o.Args[0].Def; d != nil && d.Kind == ir.OpConv && d.Args[0].Type == ir.TI64 && g.nonNegative(d.Args[0]) {
		o.SetArg(0, d.Args[0])
		g.changed = true
	}
}

// bothSides has uint(x) < uint(n), where n is not negative, say what it means: that x is one of the n numbers from 0 on. Borders are told by that, and other passes see what
// numbers are compared. Where n is a constant it is more likely to tell what kind of data x is.
func (g *ranger) bothSides(o *ir.Op) bool {
	if o.Args[0].Type != ir.TU64 {
		return false
	}
	x, n, kind := o.Args[0].Def, o.Args[1].Def, o.Kind
	signed := func(o *ir.Op) bool { return o != nil && o.Kind == ir.OpConv && o.Args[0].Type == ir.TI64 }
	if !signed(x) || !signed(n) {
		return false
	}
	if !g.nonNegative(n.Args[0]) {
		if x, n, kind = n, x, kind.Mirrored(); !g.nonNegative(n.Args[0]) {
			return false
		}
	}
	join, sign := ir.OpAnd, ir.OpGe
	if kind == ir.OpGt || kind == ir.OpGe {
		join, sign = ir.OpOr, ir.OpLt
	}
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	v := b.Compare(kind, x.Args[0], n.Args[0])
	if !g.nonNegative(x.Args[0]) {
		v = b.Binary(join, b.Compare(sign, x.Args[0], b.Int(0)), v)
	}
	g.out = append(g.out, b.Region.Take(0)...)
	g.rep.Replace(o.Results[0], v)
	return true
}

// certain reports an op that can go: a check that cannot fail, or one whose result is known (and replaced).
func (g *ranger) certain(o *ir.Op) bool {
	switch o.Kind {
	case ir.OpCheckIndex:
		return g.validIndex(o.Args[0], o.Args[1])
	case ir.OpCheckDiv:
		b := g.ranges.Of(o.Args[0])
		return b.Lo > 0 || b.Hi < 0
	case ir.OpCheckShift:
		return g.ranges.Of(o.Args[0]).Lo >= 0
	case ir.OpCheckMake:
		return asLong(o.Args[0], 8) && g.nonNegative(o.Args[0])
	case ir.OpCheckSlice:
		for i := 1; i < len(o.Args); i++ {
			if !g.prove(o.Args[i-1], o.Args[i], 0) {
				return false
			}
		}
		return g.nonNegative(o.Args[0])
	case ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		return g.comparison(o) || g.bothSides(o)
	case ir.OpMin, ir.OpMax:
		if x, y := o.Args[0], o.Args[1]; analysis.Orderable(o.Results[0].Type) {
			less, more := x, y
			switch {
			case g.prove(x, y, 0):
			case g.prove(y, x, 0):
				less, more = y, x
			default:
				return false
			}
			if o.Kind == ir.OpMin {
				more = less
			}
			g.rep.Replace(o.Results[0], more)
			return true
		}
	case ir.OpAnd:
		return g.masked(o)
	case ir.OpShr: // the sign of what is not negative, in divisions by powers of two
		t := o.Results[0].Type
		if n, ok := o.Args[1].ConstInt(); ok && t.IsSigned() && n == int64(t.Bits()-1) && g.nonNegative(o.Args[0]) {
			g.constant(o, 0)
			return true
		}
	}
	return false
}

// constant replaces o's result by a constant.
func (g *ranger) constant(o *ir.Op, bits uint64) {
	k := o.Parent.NewOp(ir.OpConst, o.Pos, nil, o.Results[0].Type)
	k.Bits = bits
	g.rep.Replace(o.Results[0], k.Results[0])
	g.out = append(g.out, k)
}

// comparison replaces a comparison with a certain outcome.
func (g *ranger) comparison(o *ir.Op) bool {
	x, y, k := o.Args[0], o.Args[1], o.Kind
	if !analysis.Orderable(x.Type) {
		if x, y = g.signed(x), g.signed(y); x == nil || y == nil {
			return false
		}
	}
	if k == ir.OpGt || k == ir.OpGe {
		x, y, k = y, x, k.Mirrored()
	}
	off := int64(0)
	if k == ir.OpLt {
		off = -1
	}
	switch {
	case g.prove(x, y, off), g.isAbove(x, off, y): // x < y
		g.constant(o, 1)
	case g.prove(y, x, -1-off): // y <= x
		g.constant(o, 0)
	case !analysis.Orderable(o.Args[0].Type): // as it is compared what it is: an index stays one
		signed := o.Parent.NewOp(k, o.Pos, []*ir.Value{x, y}, ir.TBool)
		g.rep.Replace(o.Results[0], signed.Results[0])
		g.out = append(g.out, signed)
	default:
		return false
	}
	return true
}

// isAbove proves x <= y + off for an x - off of 0.
func (g *ranger) isAbove(x *ir.Value, off int64, y *ir.Value) bool {
	c, ok := x.ConstInt()
	return ok && c == off && g.nonNegative(y)
}

// signed is the integer that v is the unsigned form of, if it is not negative; else nil.
func (g *ranger) signed(v *ir.Value) *ir.Value {
	if d := v.Def; d != nil && d.Kind == ir.OpBitcast && v.Type == ir.TU64 && g.nonNegative(d.Args[0]) {
		return d.Args[0]
	}
	return nil
}

// linear writes v as base + off, where that is exact.
func (g *ranger) linear(v *ir.Value) (base *ir.Value, off int64) {
	for v.Def != nil && v.Def.Kind == ir.OpAdd && v.Type == ir.TI64 {
		c, ok := v.Def.Args[1].ConstInt()
		if !ok || c < -analysis.MaxLen || c > analysis.MaxLen {
			break
		}
		x := v.Def.Args[0]
		if b := g.ranges.Of(x); c > 0 && b.Hi > math.MaxInt64-c || c < 0 && b.Lo < math.MinInt64-c {
			break
		}
		v, off = x, off+c
	}
	return v, off
}

// nonNegative proves v >= 0.
func (g *ranger) nonNegative(v *ir.Value) bool {
	if g.ranges.Of(v).Lo >= 0 {
		return true
	}
	base, off := g.linear(v)
	if d := base.Def; d != nil && d.Kind == ir.OpSub && g.noWrap(d) {
		return g.prove(d.Args[1], d.Args[0], off) // x - y + off >= 0
	}
	for _, f := range g.lower[base] { // base >= other - off
		if g.ranges.Of(f.other).Lo-f.off+off >= 0 && g.ranges.Of(f.other).Lo > -analysis.MaxCount {
			return true
		}
	}
	return false
}

// noWrap reports that the subtraction d is exact.
func (g *ranger) noWrap(d *ir.Op) bool {
	b, t := analysis.Sum(g.ranges.Of(d.Args[0]), analysis.Negative(g.ranges.Of(d.Args[1]))), d.Results[0].Type
	all := analysis.TypeInterval(t)
	return b != analysis.Everything && b.Within(all.Lo, all.Hi) && (t.Kind != ir.U64 || b.Lo >= 0)
}

const (
	proofDepth = 6 // steps in a proof
	maxFacts   = 6 // facts about one value that are tried
	proofFuel  = 64
)

// prove is le within bounds of depth and work, and leSum.
func (g *ranger) prove(a, b *ir.Value, k int64) bool {
	g.fuel = proofFuel
	return g.le(a, b, k, proofDepth) || g.leSum(a, b, k)
}

// le proves a <= b + k, in true arithmetic.
func (g *ranger) le(a, b *ir.Value, k int64, depth int) bool {
	if k < -analysis.MaxLen || k > analysis.MaxLen {
		return false
	}
	if a == b {
		return k >= 0
	}
	ra, rb := g.ranges.Of(a), g.ranges.Of(b)
	if k <= 0 && rb.Lo >= math.MinInt64-k && ra.Hi <= rb.Lo+k || k > 0 && ra.Hi-k <= rb.Lo { // what is so low that this wraps around is less than all
		return true
	}
	if g.fuel--; depth == 0 || g.fuel <= 0 {
		return false
	}
	x, cx := g.linear(a)
	y, cy := g.linear(b)
	k += cy - cx
	if cx != 0 || cy != 0 {
		return g.le(x, y, k, depth-1)
	}
	return g.leFrom(a, b, k, depth-1) || g.leTo(a, b, k, depth-1)
}

// leFrom goes from a to something that a is at most.
func (g *ranger) leFrom(a, b *ir.Value, k int64, depth int) bool {
	facts := g.upper[a]
	for i := len(facts) - 1; i >= 0 && i >= len(facts)-maxFacts; i-- {
		if g.le(facts[i].other, b, k-facts[i].off, depth) {
			return true
		}
	}
	if a.Def == nil {
		return g.leIndex(a, b, k, depth)
	}
	o := a.Def
	switch o.Kind {
	case ir.OpMin:
		return g.le(o.Args[0], b, k, depth) || g.le(o.Args[1], b, k, depth)
	case ir.OpMax:
		return g.le(o.Args[0], b, k, depth) && g.le(o.Args[1], b, k, depth)
	case ir.OpSelect:
		return g.le(o.Args[1], b, k, depth) && g.le(o.Args[2], b, k, depth)
	case ir.OpAdd:
		return g.leRest(o.Args[0], o.Args[1], b, k, depth) || g.leRest(o.Args[1], o.Args[0], b, k, depth)
	case ir.OpSub:
		return g.ranges.Of(o.Args[1]).Lo >= 0 && g.noWrap(o) && g.le(o.Args[0], b, k, depth)
	case ir.OpAnd:
		for _, m := range o.Args {
			if g.ranges.Of(m).Lo >= 0 && g.le(m, b, k, depth) {
				return true
			}
		}
	case ir.OpShr:
		return g.ranges.Of(o.Args[0]).Lo >= 0 && g.le(o.Args[0], b, k, depth)
	case ir.OpDiv:
		return g.ranges.Of(o.Args[0]).Lo >= 0 && g.le(o.Args[0], b, k, depth) // by what is negative it is 0 or less
	case ir.OpRem:
		return g.ranges.Of(o.Args[1]).Lo > 0 && g.le(o.Args[1], b, k+1, depth) ||
			g.ranges.Of(o.Args[0]).Lo >= 0 && g.le(o.Args[0], b, k, depth)
	case ir.OpConv:
		return g.sameNumber(o) && g.le(o.Args[0], b, k, depth)
	case ir.OpLen:
		return b.Def != nil && b.Def.Kind == ir.OpLen && b.Def.Args[0] == o.Args[0] && k >= 0
	}
	return false
}

// leRest proves x + y <= b + k, exact, of numbers that aren't negative, where y counts no further than what is left of c behind x, c - x: as in loops over
// blocks of the same length, of which the last may be shorter.
func (g *ranger) leRest(x, y, b *ir.Value, k int64, depth int) bool {
	if x.Type != ir.TI64 || g.ranges.Of(x).Lo < 0 || g.ranges.Of(y).Lo < 0 {
		return false
	}
	off := int64(0) // y <= end + off
	end, add := g.linear(y)
	off += add
	if o := end.Owner; o != nil && o.Parent != nil {
		switch p := o.Parent; {
		case p.Kind == ir.OpMulti:
			end, off = p.Args[end.Index], off-1
		case p.Kind == ir.OpFor && end.Index == 0 && p.Ints[0] > 0:
			end, off = p.Args[1], off-1
		}
	}
	ends := []*ir.Value{end}
	if d := end.Def; d != nil && d.Kind == ir.OpMin {
		ends = d.Args
	}
	for _, e := range ends {
		e, add := g.linear(e)
		if d := e.Def; d != nil && d.Kind == ir.OpSub && d.Args[1] == x && g.noWrap(d) && off+add <= 0 && g.le(d.Args[0], b, k-off-add, depth) {
			return true
		}
	}
	return false
}

// leIndex is leFrom for the index of a loop or pattern.
func (g *ranger) leIndex(a, b *ir.Value, k int64, depth int) bool {
	o := a.Owner.Parent
	if o == nil {
		return false
	}
	switch {
	case o.Kind == ir.OpFor && a.Index == 0 && o.Ints[0] > 0: // a <= hi-1
		return g.le(o.Args[1], b, k+1, depth)
	case o.Kind == ir.OpFor && a.Index == 0:
		return g.le(o.Args[0], b, k, depth)
	case o.Kind == ir.OpBlockReduce && a.Owner == o.Regions[0], o.Kind == ir.OpCompact: // lo, hi
		return g.le(o.Args[1], b, k+1, depth)
	case o.Kind == ir.OpMulti:
		return g.le(o.Args[a.Index], b, k+1, depth)
	}
	return false
}

// kept notes that what a for carries is a valid index wherever the loop checks that, if it is one at the start and takes others that are: such as the
// place of the largest element so far. It is asked where the loop has been entered; what is known further inside the loop is not asked: it is about one iteration.
func (g *ranger) kept(loop *ir.Op) {
	if loop.Kind != ir.OpFor || len(loop.Results) == 0 {
		return
	}
	body := loop.Regions[0]
	last := body.Terminator()
	if last.Kind != ir.OpYield || body.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpContinue && o.Target == loop }) {
		return
	}
	body.Walk(func(o *ir.Op) bool {
		if o.Kind != ir.OpCheckIndex || o.Args[0].Owner != body || o.Args[0].Index == 0 || insideOp(o.Args[1].Def, loop) || o.Args[1].Owner == body {
			return true
		}
		v, n := o.Args[0], o.Args[1]
		if g.validIndex(loop.Args[1+v.Index], n) && g.takes(loop, v, last.Args[v.Index-1], n, 8) {
			g.narrow(v, analysis.Between(0, math.MaxInt64))
			g.atMost(v, n, -1)
		}
		return true
	})
}

// validIndex proves 0 <= v < n.
func (g *ranger) validIndex(v, n *ir.Value) bool { return g.nonNegative(v) && g.prove(v, n, -1) }

// takes reports that what v becomes in an iteration is v, or less than n whatever the iteration.
func (g *ranger) takes(loop *ir.Op, v, becomes, n *ir.Value, depth int) bool {
	o := becomes.Def
	switch {
	case becomes == v:
		return true
	case !insideOp(o, loop): // or the index
		return (becomes.Owner != loop.Regions[0] || becomes.Index == 0) && g.validIndex(becomes, n)
	case depth == 0:
		return false
	case o.Kind == ir.OpSelect:
		return g.takes(loop, v, o.Args[1], n, depth-1) && g.takes(loop, v, o.Args[2], n, depth-1)
	case o.Kind == ir.OpIf:
		for _, r := range o.Regions {
			if t := r.Terminator(); t.Kind == ir.OpYield && !g.takes(loop, v, t.Args[becomes.Index], n, depth-1) {
				return false
			}
		}
		return true
	}
	return false
}

// leTo goes from b to something that b is at least.
func (g *ranger) leTo(a, b *ir.Value, k int64, depth int) bool {
	facts := g.lower[b]
	for i := len(facts) - 1; i >= 0 && i >= len(facts)-maxFacts; i-- {
		if g.le(a, facts[i].other, k-facts[i].off, depth) {
			return true
		}
	}
	o := b.Def
	if o == nil {
		if p := b.Owner.Parent; p != nil && p.Kind == ir.OpFor && b.Index == 0 && p.Ints[0] > 0 {
			return g.le(a, p.Args[0], k, depth)
		}
		return false
	}
	switch o.Kind {
	case ir.OpMax:
		return g.le(a, o.Args[0], k, depth) || g.le(a, o.Args[1], k, depth)
	case ir.OpMin:
		return g.le(a, o.Args[0], k, depth) && g.le(a, o.Args[1], k, depth)
	case ir.OpSelect:
		return g.le(a, o.Args[1], k, depth) && g.le(a, o.Args[2], k, depth)
	case ir.OpConv:
		return g.sameNumber(o) && g.le(a, o.Args[0], k, depth)
	}
	return false
}

// sameNumber reports a conversion that changes no value.
func (g *ranger) sameNumber(o *ir.Op) bool {
	from, to := o.Args[0].Type, o.Results[0].Type
	if !analysis.Orderable(from) || !analysis.Orderable(to) {
		return false
	}
	b, all := g.ranges.Of(o.Args[0]), analysis.TypeInterval(to)
	return b.Within(all.Lo, all.Hi)
}

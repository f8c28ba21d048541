package cfamily

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// hoistChecks gives the compiler that gets the text loops without checks: a loop that leaves early does not become vectors. Of an
// innermost loop whose checks hold for all indices if they hold for the first and the last, there are then two, one without these checks,
// and a test decides which of them runs. Nests have had theirs made by a guard (package sched); it is for loops inside that none speaks for, as package simd does it for those in lanes.
func hoistChecks(r *ir.Region) {
	for k := 0; k < len(r.Ops); k++ {
		o := r.Ops[k]
		for _, in := range o.Regions {
			hoistChecks(in)
		}
		if o.Kind != ir.OpFor && o.Kind != ir.OpBlockReduce || holdsLoop(o.Regions[0]) {
			continue
		}
		h := &hoister{loop: o, body: o.Regions[0], step: 1}
		if o.Kind == ir.OpFor {
			h.step = o.Ints[0]
		}
		if h.find(); len(h.checks) > 0 {
			k += h.split(r, k)
		}
	}
}

func holdsLoop(r *ir.Region) (found bool) {
	r.Walk(func(o *ir.Op) bool {
		found = found || o.Kind.Has(ir.Loop)
		return !found
	})
	return found
}

// hoister takes checks out of a loop.
type hoister struct {
	loop   *ir.Op
	body   *ir.Region
	step   int64
	checks []hoistable
	leaves []*ir.Value // values from outside, which must be small
	wide   bool        // a leaf is the index: its bounds must be small

	b     *ir.Builder
	first *ir.Cloner // what values are in the first iteration
	last  *ir.Cloner
}

// hoistable is a check that every iteration comes to, unless an earlier one fails.
type hoistable struct {
	op     *ir.Op
	varies bool
}

// find lists the checks that can be hoisted.
func (h *hoister) find() {
	for _, o := range h.body.Ops {
		switch {
		case analysis.OutcomeOf(o)&analysis.Leaves != 0:
			return
		case o.Kind == ir.OpCheckIndex && h.invariant(o.Args[1]):
			h.index(o)
		case (o.Kind == ir.OpCheckDiv || o.Kind == ir.OpCheckShift) && h.invariant(o.Args[0]):
			h.checks = append(h.checks, hoistable{o, false})
		}
	}
}

func (h *hoister) index(o *ir.Op) {
	i := o.Args[0]
	if h.invariant(i) {
		h.checks = append(h.checks, hoistable{o, false})
		return
	}
	if slope, ok := h.slope(i); ok && abs(slope) < maxSlope {
		h.checks = append(h.checks, hoistable{o, true})
		return
	}
	leaves, wide := h.leaves, h.wide
	if dir, size := h.direction(i); dir != 0 && size <= maxSize {
		h.checks = append(h.checks, hoistable{o, true})
		return
	}
	h.leaves, h.wide = leaves, wide
}

// What is in between the first and the last index is out of doubt as long as nothing wraps around.
const (
	maxLength = 1 << 40 // of the range of indices; and of values from outside
	maxSlope  = 1 << 20
	maxSize   = 1 << 61
)

func abs(x int64) int64 { return max(x, -x) }

// inside reports a value that the body defines.
func (h *hoister) inside(v *ir.Value) bool {
	r := v.Owner
	if v.Def != nil {
		r = v.Def.Parent
	}
	for ; r != h.body; r = r.Parent.Parent {
		if r.Parent == nil {
			return false
		}
	}
	return true
}

// invariant reports a value that is the same in all iterations and can be computed ahead of them.
func (h *hoister) invariant(v *ir.Value) bool {
	if !h.inside(v) {
		return true
	}
	if v.Def == nil || !v.Def.Kind.Has(ir.Pure) || v.Def.Kind == ir.OpDiv || v.Def.Kind == ir.OpRem || v.Def.Kind == ir.OpTable {
		return false
	}
	for _, a := range v.Def.Args {
		if !h.invariant(a) {
			return false
		}
	}
	return true
}

// slope is c where v is c times the index and something invariant, modulo 1<<64.
func (h *hoister) slope(v *ir.Value) (c int64, ok bool) {
	switch {
	case v == h.body.Params[0]:
		return 1, true
	case h.invariant(v):
		return 0, v.Type == ir.TI64
	case v.Def == nil || v.Type != ir.TI64:
		return 0, false
	}
	args := v.Def.Args
	switch v.Def.Kind {
	case ir.OpAdd, ir.OpSub:
		x, okX := h.slope(args[0])
		y, okY := h.slope(args[1])
		if v.Def.Kind == ir.OpSub {
			y = -y
		}
		return x + y, okX && okY && abs(x) < maxSlope && abs(y) < maxSlope
	case ir.OpMul, ir.OpShl:
		x, ok := h.slope(args[0])
		y, known := factor(v.Def)
		return x * y, ok && known && abs(x) < maxSlope && abs(y) < maxSlope
	case ir.OpNeg:
		x, ok := h.slope(args[0])
		return -x, ok
	}
	return 0, false
}

// factor is the constant that a mul or shl multiplies by.
func factor(o *ir.Op) (int64, bool) {
	n, ok := o.Args[1].ConstInt()
	if o.Kind == ir.OpShl {
		return 1 << min(uint64(n), 62), ok && uint64(n) < 20
	}
	return n, ok
}

// direction is 1 where v never falls with the index, -1 where it never rises, 0 where that is not known, or 2 for what is invariant. size
// is a bound of its amount, given that values from outside, and the index, are less than maxLength.
func (h *hoister) direction(v *ir.Value) (dir int, size float64) {
	const invariant = 2
	if v == h.body.Params[0] {
		h.wide = true
		return 1, maxLength
	}
	if n, ok := v.ConstInt(); ok {
		return invariant, math.Abs(float64(n))
	}
	if h.invariant(v) && v.Type == ir.TI64 {
		h.leaves = append(h.leaves, v)
		return invariant, maxLength
	}
	if v.Def == nil || v.Type != ir.TI64 {
		return 0, 0
	}
	switch v.Def.Kind {
	case ir.OpAdd, ir.OpSub, ir.OpMin, ir.OpMax:
		x, sizeX := h.direction(v.Def.Args[0])
		y, sizeY := h.direction(v.Def.Args[1])
		if v.Def.Kind == ir.OpSub && y != invariant {
			y = -y
		}
		if sizeX+sizeY > maxSize {
			return 0, 0
		}
		switch {
		case x == invariant:
			x = y
		case y != invariant && x != y:
			x = 0
		}
		return x, sizeX + sizeY
	case ir.OpMul, ir.OpShl:
		x, sizeX := h.direction(v.Def.Args[0])
		c, ok := factor(v.Def)
		size = sizeX * math.Abs(float64(c))
		if !ok || size > maxSize || x == 0 {
			return 0, 0
		}
		if c < 0 && x != invariant {
			x = -x
		}
		return x, size
	}
	return 0, 0
}

// split puts the test and the two loops in the place of the one, which is r.Ops[at]; it gives the number of ops that are new before them.
func (h *hoister) split(r *ir.Region, at int) int {
	o := h.loop
	pre := ir.NewRegion(r.Parent)
	h.b = &ir.Builder{Region: pre, Pos: o.Pos}
	good := h.guard()

	test, results := r.NewOp(ir.OpIf, o.Pos, []*ir.Value{good}), o.Results
	fast, slow := test.AddRegion(), test.AddRegion()
	o.SetResults(nil)
	for _, v := range results {
		o.AddResult(v.Type).Name = v.Name
	}
	test.SetResults(results)
	c := ir.NewCloner()
	free := c.Op(o)
	body := free.Regions[0]
	var kept []*ir.Op
	for i, x := range body.Ops {
		if !slices.ContainsFunc(h.checks, func(k hoistable) bool { return k.op == h.body.Ops[i] }) {
			kept = append(kept, x)
		}
	}
	body.SetOps(kept)
	h.b.In(fast).Insert(free)
	h.b.In(fast).Yield(free.Results...)
	h.b.In(slow).Insert(o)
	h.b.In(slow).Yield(o.Results...)

	r.Splice(at, at+1, append(pre.Ops, test)...)
	return len(pre.Ops)
}

// guard emits whether the checks hold for all iterations.
func (h *hoister) guard() *ir.Value {
	b, lo, hi := h.b, h.loop.Args[0], h.loop.Args[1]
	length, end := b.Binary(ir.OpSub, hi, lo), b.Binary(ir.OpSub, hi, b.Int(1))
	if h.step < 0 {
		length, end = b.Binary(ir.OpSub, lo, hi), b.Binary(ir.OpAdd, hi, b.Int(1))
	}
	if abs(h.step) > 1 { // the last index there is
		rounds := b.Binary(ir.OpDiv, b.Binary(ir.OpSub, end, lo), b.Int(h.step))
		end = b.Binary(ir.OpAdd, lo, b.Binary(ir.OpMul, rounds, b.Int(h.step)))
	}
	h.first, h.last = ir.NewCloner(), ir.NewCloner()
	h.first.Map(h.body.Params[0], lo)
	h.last.Map(h.body.Params[0], end)

	var good *ir.Value
	seen := map[[3]*ir.Value]bool{}
	both := func(k ir.OpKind, x, y *ir.Value) {
		if seen[[3]*ir.Value{x, y}] {
			return
		}
		seen[[3]*ir.Value{x, y}] = true
		c := b.Compare(k, x, y)
		if good == nil {
			good = c
		} else {
			good = b.Binary(ir.OpAnd, good, c)
		}
	}
	varies := false
	for _, k := range h.checks {
		varies = varies || k.varies
		for _, at := range []*ir.Cloner{h.first, h.last} {
			if at == h.last && !k.varies {
				break
			}
			x := h.compute(at, k.op.Args[0])
			switch k.op.Kind {
			case ir.OpCheckIndex:
				both(ir.OpLt, h.unsigned(x), h.unsigned(h.compute(h.first, k.op.Args[1])))
			case ir.OpCheckDiv:
				both(ir.OpNe, x, b.Const(x.Type, 0))
			case ir.OpCheckShift:
				both(ir.OpGe, x, b.Const(x.Type, 0))
			}
		}
	}
	small := b.Int(maxLength)
	if varies {
		both(ir.OpLt, length, small)
	}
	if h.wide {
		h.leaves = append(h.leaves, lo, end)
	}
	for i, v := range h.leaves {
		if _, known := v.IsConst(); known || slices.Contains(h.leaves[:i], v) {
			continue
		}
		v = h.compute(h.first, v)
		both(ir.OpLt, h.unsigned(b.Binary(ir.OpAdd, v, small)), b.Const(ir.TU64, 2*maxLength))
	}
	return good
}

func (h *hoister) unsigned(v *ir.Value) *ir.Value {
	if v.Type == ir.TU64 {
		return v
	}
	return h.b.Op(ir.OpBitcast, []*ir.Value{v}, ir.TU64).Result()
}

// compute emits what v is in the iteration that c stands for.
func (h *hoister) compute(c *ir.Cloner, v *ir.Value) *ir.Value {
	if w, ok := c.Values[v]; ok || !h.inside(v) {
		if ok {
			return w
		}
		return v
	}
	for _, a := range v.Def.Args {
		h.compute(c, a)
	}
	h.b.Insert(c.Op(v.Def))
	return c.Values[v]
}

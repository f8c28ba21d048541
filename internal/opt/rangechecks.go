package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

const (
	leastChecked = 8   // trips from which looking ahead pays, where their number is known
	mostSplit    = 150 // ops of a body that may be there twice
)

// RangeChecks has a kernel's innermost loops that run one after the other ask ahead whether all checks of affine indices pass, and run without them if so
// (versioning by range checks: Midkiff, Moreira and Snir, "Optimizing Array Reference Checking in Java Programs", IBM Systems Journal 37, 1998):
//
//	i, c = for lo, hi, inits (i, c) { check.index a*i + b, n; ... }
//	=> first = a*lo + b; span = hi-1-lo
//	   c = if 0 <= first < n && span <= (n-1-first)/a { for lo, hi, inits (i, c) { ... } }
//	       else { for lo, hi, inits (i, c) { check.index a*i + b, n; ... } }
//
// Nothing wraps around: from first, which is in [0, n), indices go up in steps of a that end below n, or down to 0. What is asked takes a few instructions, so
// that rows of a few elements gain, too.
func RangeChecks(f *ir.Func) bool {
	return rangeChecks(f, func(*ir.Op) bool { return true }) > 0
}

// RangeChecksGain is RangeChecks for loops that are faster without them. It reports whether they are a good part of what the kernel does.
func RangeChecksGain(f *ir.Func) bool {
	all := executed(f.Body, 1)
	return 8*rangeChecks(f, func(loop *ir.Op) bool { return !latencyBound(loop) }) > all
}

// executed is about how many operations a region executes, if each loop has eight iterations.
func executed(r *ir.Region, weight float64) (n float64) {
	for _, o := range r.Ops {
		if o.Kind != ir.OpConst {
			n += weight
		}
		inside := weight
		if o.Kind.Has(ir.Loop) {
			inside *= 8
		}
		for _, in := range o.Regions {
			n += executed(in, inside)
		}
	}
	return n
}

// executedIn is that of a loop where it is.
func executedIn(loop *ir.Op) float64 {
	weight := 8.0
	for x := loop.Parent.Parent; x != nil; x = x.Parent.Parent {
		if x.Kind.Has(ir.Loop) {
			weight *= 8
		}
	}
	return executed(loop.Regions[0], weight)
}

// rangeChecks gives the work of the loops that it changes.
func rangeChecks(f *ir.Func, where func(loop *ir.Op) bool) (changed float64) {
	if f.Kernel == ir.NotKernel {
		return 0
	}
	space := analysis.NewSpace()
	sequential(f.Body, func(o *ir.Op) {
		if s := newRangeSplit(space, o); s != nil && where(o) {
			changed += executedIn(o)
			s.emit()
		}
	})
	return changed
}

// rangeSplit is such a loop.
type rangeSplit struct {
	loop   *ir.Op
	checks []rangeCheck
	hi     *ir.Value // where the loop without checks ends: where the other one does, but told in a shorter way
}

// rangeCheck is a check of an index that goes up by step in each iteration.
type rangeCheck struct {
	op   *ir.Op
	at   analysis.Poly
	step int64
}

// isChecked reports the second version of a loop.
func isChecked(o *ir.Op) bool {
	branch := o.Parent.Parent
	if branch == nil || branch.Kind != ir.OpIf || branch.Regions[1] != o.Parent {
		return false
	}
	first := branch.Regions[0].Ops[0]
	return first.Kind == ir.OpFor && first.Pos == o.Pos && slices.Equal(first.Args[2:], o.Args[2:])
}

// newRangeSplit finds the checks that each iteration makes.
func newRangeSplit(space *analysis.Space, o *ir.Op) *rangeSplit {
	body := o.Regions[0]
	if o.Ints[0] < 1 || isChecked(o) {
		return nil
	}
	if trips := space.TripCount(o); trips >= 0 && trips < leastChecked || body.Size() > mostSplit {
		return nil
	}
	s := &rangeSplit{loop: o}
	i := body.Params[0]
	for _, x := range body.Ops {
		if x.Kind != ir.OpCheckIndex || x.Args[0].Type != ir.TI64 || inside(x.Args[1], o) {
			continue
		}
		at := space.Of(x.Args[0])
		coef, _ := at.Coef(i)
		step, _ := coef.Const() // 0: not known, not linear, or not from the index
		if step == 0 || step == -1<<63 || at.Without(i).Any(func(v *ir.Value) bool { return inside(v, o) }) {
			continue
		}
		s.checks = append(s.checks, rangeCheck{x, at, step})
	}
	if len(s.checks) == 0 {
		return nil
	}
	return s
}

// emit puts a branch in the place of the loop: the loop without these checks, and the loop.
func (s *rangeSplit) emit() {
	o := s.loop
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	branch := b.If(s.passes(b))
	var versions [2]*ir.Op
	for k, r := range branch.Regions {
		versions[k] = ir.NewCloner().OpIn(r, o)
		in := b.In(r)
		in.Insert(versions[k])
		in.Yield(versions[k].Results...)
	}
	var passed []*ir.Op
	for _, c := range s.checks {
		passed = append(passed, versions[0].Regions[0].Ops[o.Regions[0].Index(c.op)])
	}
	versions[0].SetArg(1, s.hi)
	s.shift(branch, versions[0])
	ir.RemoveOps(passed)
	branch.SetResults(o.Results)
	o.ReplaceBy(b.Region.Take(0)...)
}

// usualCase emits what v most likely is, without selects and bounds that are far away, which the loop's end would have to wait for; v itself if it has none. Somebody
// has to ask whether it is that.
func usualCase(b *ir.Builder, v *ir.Value) *ir.Value {
	o := v.Def
	if o == nil {
		return v
	}
	isConst := func(k int) bool { _, known := o.Args[k].IsConst(); return known }
	switch o.Kind {
	case ir.OpSelect:
		if isConst(1) != isConst(2) {
			k := 1
			if isConst(1) {
				k = 2
			}
			return usualCase(b, o.Args[k])
		}
	case ir.OpMin:
		if c, known := o.Args[1].ConstInt(); known && c >= analysis.MaxLen {
			return usualCase(b, o.Args[0])
		}
	case ir.OpConv:
		if x := usualCase(b, o.Args[0]); x != o.Args[0] && o.Args[0].Type.IsInt() {
			return b.Conv(x, v.Type)
		}
	case ir.OpAdd:
		if x := usualCase(b, o.Args[0]); x != o.Args[0] && isConst(1) {
			return b.Binary(ir.OpAdd, x, o.Args[1])
		}
	}
	return v
}

// shift has the loop without checks, o, count what is checked itself, where it counts from 0 and its index is used for nothing else: from base to base + hi in place of
// base + i in each iteration. As that was checked it does not wrap around.
func (s *rangeSplit) shift(branch, o *ir.Op) {
	body := o.Regions[0]
	sum, base := onlySum(body, body.Params[0])
	if !s.fromZero() || sum == nil || inside(base, o) || !slices.ContainsFunc(s.checks, func(c rangeCheck) bool {
		d := c.op.Args[0].Def
		return c.step == 1 && d != nil && d.Parent == s.loop.Regions[0] && s.loop.Regions[0].Index(d) == body.Index(sum)
	}) {
		return
	}
	b := &ir.Builder{Region: ir.NewRegion(branch), Pos: o.Pos}
	end := b.Binary(ir.OpAdd, base, o.Args[1])
	branch.InsertBefore(b.Region.Take(0)...)
	o.SetArg(0, base)
	o.SetArg(1, end)
	ir.ReplaceUses(body, sum.Result(), body.Params[0])
	sum.Remove()
}

// fromZero reports a loop that counts from 0 in steps of one.
func (s *rangeSplit) fromZero() bool {
	lo, ok := s.loop.Args[0].ConstInt()
	return ok && lo == 0 && s.loop.Ints[0] == 1
}

// onlySum is the one use of v in a region where that is a sum, and what is added.
func onlySum(r *ir.Region, v *ir.Value) (sum *ir.Op, other *ir.Value) {
	uses := 0
	r.Walk(func(o *ir.Op) bool {
		for k, a := range o.Args {
			if a != v {
				continue
			}
			uses++
			if o.Kind == ir.OpAdd && o.Parent == r {
				sum, other = o, o.Args[1-k]
			}
		}
		return true
	})
	if uses != 1 {
		return nil, nil
	}
	return sum, other
}

// passes computes whether all checks pass in all iterations.
func (s *rangeSplit) passes(b *ir.Builder) (all *ir.Value) {
	b = b.Sharing()
	lo, hi := s.loop.Args[0], s.loop.Args[1]
	var asked []*ir.Value
	and := func(k ir.OpKind, x, y *ir.Value) {
		if c := b.Compare(k, x, y); !slices.Contains(asked, c) {
			asked = append(asked, c)
			all = b.Join(ir.OpAnd, all, c)
		}
	}
	if s.hi = usualCase(b, hi); s.hi != hi {
		and(ir.OpEq, hi, s.hi)
		hi = s.hi
	}
	for _, c := range s.checks {
		n := c.op.Args[1]
		first := c.at.Emit(b, func(v *ir.Value) *ir.Value {
			if v == s.loop.Regions[0].Params[0] {
				return lo
			}
			return v
		})
		and(ir.OpGe, first, b.Int(0))
		if first == lo && s.loop.Ints[0] == 1 {
			and(ir.OpLe, hi, n)
			continue
		}
		if c.step == 1 && s.fromZero() {
			end := b.Binary(ir.OpAdd, first, hi)
			and(ir.OpLe, first, end) // it doesn't wrap around
			and(ir.OpLe, end, n)
			continue
		}
		left, step := first, c.step // down to 0
		if step > 0 {
			left = b.Binary(ir.OpSub, b.Binary(ir.OpSub, n, b.Int(1)), first)
		} else {
			step = -step
		}
		if step > 1 {
			left = b.Binary(ir.OpDiv, left, b.Int(step))
		}
		and(ir.OpLt, first, n)
		and(ir.OpLe, s.span(b), b.Conv(left, ir.TU64))
	}
	return all
}

// span is how far the loop's index gets, as a number without a sign, since from a negative lo to hi may be farther than an int can tell. For a loop without
// iterations it is any number: both versions do the same then.
func (s *rangeSplit) span(b *ir.Builder) *ir.Value {
	lo := s.loop.Args[0]
	span := b.Conv(b.Binary(ir.OpSub, b.Binary(ir.OpSub, s.hi, b.Int(1)), lo), ir.TU64)
	if step := s.loop.Ints[0]; step > 1 {
		span = b.Binary(ir.OpSub, span, b.Binary(ir.OpRem, span, b.Const(ir.TU64, uint64(step))))
	}
	return span
}

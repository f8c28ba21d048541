package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

const (
	leastChecked = 8   // trips from which looking ahead pays, where their number is known
	mostSplit    = 150 // ops of a body that may be there twice
)

// RangeChecks has a kernel's innermost loops that run one after the other make the checks of affine indices once, ahead, for as many iterations as pass
// them; the loop as it was goes on from there, with that one that fails if there is one (loop splitting by range checks: Midkiff, Moreira and Snir,
// "Optimizing Array Reference Checking in Java Programs", IBM Systems Journal 37, 1998):
//
//	i, c = for lo, hi, inits (i, c) { check.index a*i + b, n; ... }
//	=> first = a*lo + b; count = min(hi-lo, 0 <= first < n ? (n-1-first)/a + 1 : 0)
//	   c = for lo, lo+count, inits (i, c) { ... }
//	   c = for lo+count, hi, c (i, c) { check.index a*i + b, n; ... }
//
// Nothing wraps around: from first, which is in [0, n), indices go up in steps of a that end below n, or down to 0.
func RangeChecks(f *ir.Func) bool {
	if f.Kernel == ir.NotKernel {
		return false
	}
	changed := false
	space := analysis.NewSpace()
	sequential(f.Body, func(o *ir.Op) {
		if s := newRangeSplit(space, o); s != nil {
			s.emit()
			changed = true
		}
	})
	return changed
}

// rangeSplit is such a loop.
type rangeSplit struct {
	loop   *ir.Op
	checks []rangeCheck
}

// rangeCheck is a check of an index that goes up by step in each iteration.
type rangeCheck struct {
	op   *ir.Op
	at   analysis.Poly
	step int64
}

// goesOn reports a loop that begins where another one has left off: it is for what that one could not do.
func goesOn(o *ir.Op) bool {
	lo := o.Args[0]
	if lo.Def != nil && len(lo.Def.Regions) > 0 {
		return true
	}
	at := o.Parent.Index(o)
	return at > 0 && o.Parent.Ops[at-1].Kind == ir.OpFor && o.Parent.Ops[at-1].Args[1] == lo
}

// newRangeSplit finds the checks that each iteration makes.
func newRangeSplit(space *analysis.Space, o *ir.Op) *rangeSplit {
	body := o.Regions[0]
	if o.Mode != ir.Sequential || o.Ints[0] < 1 || goesOn(o) {
		return nil
	}
	if trips := space.TripCount(o); trips >= 0 && trips < leastChecked || size(body) > mostSplit {
		return nil
	}
	s := &rangeSplit{loop: o}
	i := body.Params[0]
	for _, x := range body.Ops {
		if x.Kind != ir.OpCheckIndex || x.Args[0].Type != ir.TI64 || x.Args[1].Type != ir.TI64 || inside(x.Args[1], o) {
			continue
		}
		at := space.Of(x.Args[0])
		coef, linear := at.Coef(i)
		step, known := coef.Const()
		if !linear || !known || step == 0 || step == -1<<63 || at.Without(i).Any(func(v *ir.Value) bool { return inside(v, o) }) {
			continue
		}
		s.checks = append(s.checks, rangeCheck{x, at, step})
	}
	if len(s.checks) == 0 {
		return nil
	}
	return s
}

// emit puts the loop without these checks ahead of the loop.
func (s *rangeSplit) emit() {
	o := s.loop
	lo, hi, inits := o.Args[0], o.Args[1], o.Args[2:]
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	count := s.count(b)
	if step := o.Ints[0]; step > 1 { // whole iterations
		count = b.Binary(ir.OpSub, count, b.Binary(ir.OpRem, count, b.Int(step)))
	}
	mid := b.Binary(ir.OpAdd, lo, count)
	first := ir.NewCloner().OpIn(b.Region, o)
	first.SetArgs(append([]*ir.Value{lo, mid}, inits...))
	var passed []*ir.Op
	for _, c := range s.checks {
		passed = append(passed, first.Regions[0].Ops[o.Regions[0].Index(c.op)])
	}
	ir.RemoveOps(passed)
	b.Insert(first)
	o.InsertBefore(b.Region.Take(0)...)
	o.SetArgs(append([]*ir.Value{mid, hi}, first.Results...))
}

// count is how much the loop's index may grow, at most up to its end, with all checks passed.
func (s *rangeSplit) count(b *ir.Builder) *ir.Value {
	lo, hi := s.loop.Args[0], s.loop.Args[1]
	zero, one := b.Int(0), b.Int(1)
	var most *ir.Value
	for _, c := range s.checks {
		n := c.op.Args[1]
		first := c.at.Emit(b, func(v *ir.Value) *ir.Value {
			if v == s.loop.Regions[0].Params[0] {
				return lo
			}
			return v
		})
		passes := b.Binary(ir.OpAnd, b.Compare(ir.OpGe, first, zero), b.Compare(ir.OpLt, first, n))
		left, step := first, c.step // down to 0
		if step > 0 {
			left = b.Binary(ir.OpSub, b.Binary(ir.OpSub, n, one), first)
		} else {
			step = -step
		}
		if step > 1 {
			left = b.Binary(ir.OpDiv, left, b.Int(step))
		}
		times := b.Select(passes, b.Binary(ir.OpAdd, left, one), zero) // n is below the largest int, or first is that
		most = b.Join(ir.OpMin, most, times)
	}
	// From a negative lo to hi may be farther than an int can tell.
	trips := b.Conv(b.Binary(ir.OpSub, hi, lo), ir.TU64)
	fewer := b.Conv(b.Binary(ir.OpMin, trips, b.Conv(most, ir.TU64)), ir.TI64)
	return b.Select(b.Compare(ir.OpLt, lo, hi), fewer, zero)
}

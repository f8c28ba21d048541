package opt

import (
	"math"

	"github.com/hone-go/hone/internal/ir"
)

// interval is a set of integers lo ... hi, as 64-bit signed ones. Values of u64 above the largest int64 have no interval but all.
type interval struct{ lo, hi int64 }

var everything = interval{math.MinInt64, math.MaxInt64}

const (
	// maxLen bounds lengths, but of slices with elements of size zero: no address space is larger than 47 bits.
	maxLen = 1 << 47
	// maxCount bounds what a counter that starts low can reach: no program counts so far.
	maxCount = 1 << 62
)

func (a interval) within(lo, hi int64) bool { return lo <= a.lo && a.hi <= hi }

func (a interval) join(b interval) interval { return interval{min(a.lo, b.lo), max(a.hi, b.hi)} }

func (a interval) meet(b interval) interval {
	m := interval{max(a.lo, b.lo), min(a.hi, b.hi)}
	if m.lo > m.hi { // code that is never reached
		return a
	}
	return m
}

// typeInterval is what a type can hold.
func typeInterval(t *ir.Type) interval {
	switch {
	case t.Kind == ir.Bool:
		return interval{0, 1}
	case t.IsUnsigned() && t.Kind != ir.U64:
		return interval{0, 1<<t.Bits() - 1}
	case t.IsSigned():
		return interval{math.MinInt64 >> (64 - t.Bits()), math.MaxInt64 >> (64 - t.Bits())}
	}
	return everything
}

// intervals finds bounds of integer values from how they are computed. Facts that hold only in places are the business of Ranges.
type intervals struct {
	memo  map[*ir.Value]interval
	known map[*ir.Value]interval // what else is known, where Ranges is
	exits map[*ir.Op]*exits      // of loops and blocks; nil: not looked at
}

func newIntervals() *intervals { return &intervals{memo: map[*ir.Value]interval{}} }

// of is an interval that v is in.
func (s *intervals) of(v *ir.Value) interval { return s.bound(v, 12) }

func (s *intervals) bound(v *ir.Value, depth int) interval {
	all := typeInterval(v.Type)
	if n, ok := v.ConstInt(); ok {
		if v.Type.Kind == ir.U64 && n < 0 {
			return all
		}
		return interval{n, n}
	}
	if depth == 0 || !v.Type.IsInt() {
		if k, ok := s.known[v]; ok {
			return all.meet(k)
		}
		return all
	}
	if b, ok := s.memo[v]; ok {
		return b
	}
	s.memo[v] = all // for cycles
	b := all
	if v.Def != nil {
		b = s.result(v, all, depth-1)
	} else if v.Owner.Parent != nil {
		b = s.param(v, all, depth-1)
	}
	if !b.within(all.lo, all.hi) || v.Type.Kind == ir.U64 && b.lo < 0 {
		b = all
	}
	if k, ok := s.known[v]; ok {
		b = b.meet(k)
	}
	s.memo[v] = b
	return b
}

// param bounds the index of a loop or a pattern.
func (s *intervals) param(v *ir.Value, all interval, depth int) interval {
	o := v.Owner.Parent
	switch o.Kind {
	case ir.OpLoop:
		return s.carriedParam(v, all, depth)
	case ir.OpFor:
		if v.Index > 0 {
			return s.carriedParam(v, all, depth)
		}
		lo, hi := s.bound(o.Args[0], depth), s.bound(o.Args[1], depth)
		if o.Ints[0] > 0 {
			most := hi.hi
			if most > math.MinInt64 {
				most--
			}
			if lo.hi <= maxCount/2 && o.Ints[0] <= maxStep {
				most = min(most, maxCount)
			}
			return interval{lo.lo, max(lo.lo, most)}
		}
		least := hi.lo
		if least < math.MaxInt64 {
			least++
		}
		return interval{min(least, lo.hi), lo.hi}
	case ir.OpParFor, ir.OpBuild, ir.OpReduce:
		if o.Kind == ir.OpReduce && o.Ints[0] == 0 && v.Owner == o.Regions[0] { // the loops level's form: lo, hi
			lo, hi := s.bound(o.Args[0], depth), s.bound(o.Args[1], depth)
			return interval{lo.lo, max(lo.lo, min(hi.hi, maxCount)-1)}
		}
		if v.Owner == o.Regions[0] {
			n := s.bound(o.Args[v.Index], depth)
			return interval{0, max(0, min(n.hi, maxCount)-1)}
		}
	}
	return all
}

// add gives the sums of two intervals, or everything if one may overflow.
func add(a, b interval) interval {
	lo, hi := a.lo+b.lo, a.hi+b.hi
	if (lo < a.lo) != (b.lo < 0) || (hi < a.hi) != (b.hi < 0) {
		return everything
	}
	return interval{lo, hi}
}

func negate(a interval) interval {
	if a.lo == math.MinInt64 {
		return everything
	}
	return interval{-a.hi, -a.lo}
}

// mul gives the products of two intervals of small numbers, else everything.
func mul(a, b interval) interval {
	const small = 1 << 31
	if !a.within(-small, small) || !b.within(-small, small) {
		if a.lo >= 0 && b.lo >= 0 && (b.hi == 0 || a.hi <= math.MaxInt64/b.hi) {
			return interval{a.lo * b.lo, a.hi * b.hi}
		}
		return everything
	}
	p, q, r, t := a.lo*b.lo, a.lo*b.hi, a.hi*b.lo, a.hi*b.hi
	return interval{min(p, q, r, t), max(p, q, r, t)}
}

// result bounds what an op computes.
func (s *intervals) result(v *ir.Value, all interval, depth int) interval {
	o := v.Def
	arg := func(i int) interval { return s.bound(o.Args[i], depth) }
	if v.Type.Kind == ir.U64 && (o.Kind == ir.OpMax || o.Kind == ir.OpSelect) {
		for _, a := range o.Args { // what has no interval is large, not negative
			if a.Type.Kind == ir.U64 && s.bound(a, depth).lo < 0 {
				return all
			}
		}
	}
	switch o.Kind {
	case ir.OpLen, ir.OpCap:
		if o.Args[0].Type.Elem.Size() == 0 {
			return interval{0, math.MaxInt64}
		}
		return interval{0, maxLen}
	case ir.OpAdd:
		return add(arg(0), arg(1))
	case ir.OpSub:
		return add(arg(0), negate(arg(1)))
	case ir.OpNeg:
		return negate(arg(0))
	case ir.OpMul:
		return mul(arg(0), arg(1))
	case ir.OpMin:
		a, b := arg(0), arg(1)
		return interval{min(a.lo, b.lo), min(a.hi, b.hi)}
	case ir.OpMax:
		a, b := arg(0), arg(1)
		return interval{max(a.lo, b.lo), max(a.hi, b.hi)}
	case ir.OpSelect:
		return arg(1).join(arg(2))
	case ir.OpConv, ir.OpBitcast:
		if from := o.Args[0].Type; from.IsInt() {
			if a := arg(0); a.within(all.lo, all.hi) && (from.Kind != ir.U64 || a.lo >= 0) && (v.Type.Kind != ir.U64 || a.lo >= 0) {
				return a
			}
		}
		return all
	case ir.OpIf:
		return s.joined(o, v.Index, all, depth)
	case ir.OpLoop, ir.OpBlock, ir.OpFor:
		if s.exits != nil {
			return s.left(o, v.Index, all, depth)
		}
		return all
	case ir.OpTable:
		b := interval{math.MaxInt64, math.MinInt64}
		for _, bits := range o.Table {
			n := ir.SignExtend(v.Type, bits)
			b = b.join(interval{n, n})
		}
		if v.Type.Kind == ir.U64 && b.lo < 0 {
			return all
		}
		return b
	}
	return s.bits(o, all, arg)
}

// bits bounds bit operations and divisions.
func (s *intervals) bits(o *ir.Op, all interval, arg func(int) interval) interval {
	switch o.Kind {
	case ir.OpAnd:
		a, b := arg(0), arg(1)
		switch {
		case a.lo >= 0 && b.lo >= 0:
			return interval{0, min(a.hi, b.hi)}
		case a.lo >= 0:
			return interval{0, a.hi}
		case b.lo >= 0:
			return interval{0, b.hi}
		}
	case ir.OpAndNot:
		if a := arg(0); a.lo >= 0 {
			return interval{0, a.hi}
		}
	case ir.OpOr, ir.OpXor:
		if a, b := arg(0), arg(1); a.lo >= 0 && b.lo >= 0 {
			top := int64(1)
			for top <= max(a.hi, b.hi) && top < maxCount {
				top *= 2
			}
			if top < maxCount {
				return interval{0, top - 1}
			}
		}
	case ir.OpShr:
		a := arg(0)
		if n, ok := o.Args[1].ConstInt(); ok && n >= 0 && (a.lo >= 0 || o.Args[0].Type.IsSigned()) {
			return interval{a.lo >> n, a.hi >> n}
		}
		if a.lo >= 0 || o.Args[0].Type.IsSigned() {
			return interval{min(a.lo, 0), max(a.hi, 0)}
		}
	case ir.OpShl:
		if n, ok := o.Args[1].ConstInt(); ok && 0 <= n && n < 62 {
			return mul(arg(0), interval{1 << n, 1 << n})
		}
	case ir.OpClz, ir.OpCtz, ir.OpPopcnt:
		return interval{0, int64(o.Args[0].Type.Bits())}
	case ir.OpDiv:
		if a, b := arg(0), arg(1); a.lo >= 0 && b.lo > 0 {
			return interval{a.lo / b.hi, a.hi / b.lo}
		} else if b.lo > 0 && o.Args[0].Type.IsSigned() {
			return interval{min(a.lo/b.lo, a.lo/b.hi), max(a.hi/b.lo, a.hi/b.hi)}
		}
	case ir.OpRem:
		a, b := arg(0), arg(1)
		if b.lo > 0 && a.lo >= 0 {
			return interval{0, min(a.hi, b.hi-1)}
		}
		if b.lo > 0 && o.Args[0].Type.IsSigned() {
			return interval{min(0, max(a.lo, 1-b.hi)), max(0, min(a.hi, b.hi-1))}
		}
	}
	return all
}

// joined is what both arms of an if may give.
func (s *intervals) joined(o *ir.Op, i int, all interval, depth int) interval {
	b, some := interval{}, false
	for _, r := range o.Regions {
		t := r.Terminator()
		if t.Kind != ir.OpYield {
			continue
		}
		a := s.bound(t.Args[i], depth)
		if v := t.Args[i]; v.Type.Kind == ir.U64 && a.lo < 0 {
			return all
		}
		if some {
			a = a.join(b)
		}
		b, some = a, true
	}
	if !some {
		return all
	}
	return b
}

package opt

import (
	"math"

	"github.com/hone-go/hone/internal/ir"
)

// span is a set of integers lo ... hi, as 64-bit signed ones. Values of u64 above the largest int64 have no span but all.
type span struct{ lo, hi int64 }

var everything = span{math.MinInt64, math.MaxInt64}

const (
	// longest bounds lengths: no address space is larger than 47 bits. (Elements of size zero aside, whose loads and stores touch nothing.)
	longest = 1 << 47
	// maxCount bounds what a counter that starts low can reach: no program counts so far.
	maxCount = 1 << 62
)

func (a span) within(lo, hi int64) bool { return lo <= a.lo && a.hi <= hi }

func (a span) join(b span) span { return span{min(a.lo, b.lo), max(a.hi, b.hi)} }

func (a span) meet(b span) span {
	m := span{max(a.lo, b.lo), min(a.hi, b.hi)}
	if m.lo > m.hi { // code that is never reached
		return a
	}
	return m
}

// typeSpan is what a type can hold.
func typeSpan(t *ir.Type) span {
	switch {
	case t.Kind == ir.Bool:
		return span{0, 1}
	case t.IsUnsigned() && t.Kind != ir.U64:
		return span{0, 1<<t.Bits() - 1}
	case t.IsSigned():
		return span{math.MinInt64 >> (64 - t.Bits()), math.MaxInt64 >> (64 - t.Bits())}
	}
	return everything
}

// spans finds bounds of integer values from how they are computed. Facts that hold only in places are the business of Ranges.
type spans struct {
	memo map[*ir.Value]span
}

func newSpans() *spans { return &spans{memo: map[*ir.Value]span{}} }

// of is an span that v is in.
func (s *spans) of(v *ir.Value) span { return s.bound(v, 12) }

func (s *spans) bound(v *ir.Value, depth int) span {
	all := typeSpan(v.Type)
	if n, ok := v.ConstInt(); ok {
		if v.Type.Kind == ir.U64 && n < 0 {
			return all
		}
		return span{n, n}
	}
	if depth == 0 || !v.Type.IsInt() {
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
	if !b.within(all.lo, all.hi) {
		b = all
	}
	s.memo[v] = b
	return b
}

// param bounds the index of a loop or a pattern.
func (s *spans) param(v *ir.Value, all span, depth int) span {
	o := v.Owner.Parent
	switch o.Kind {
	case ir.OpFor:
		if v.Index > 0 {
			return all
		}
		lo, hi := s.bound(o.Args[0], depth), s.bound(o.Args[1], depth)
		if o.Ints[0] > 0 {
			most := hi.hi
			if most > math.MinInt64 {
				most--
			}
			if lo.hi <= maxCount {
				most = min(most, maxCount)
			}
			return span{lo.lo, max(lo.lo, most)}
		}
		least := hi.lo
		if least < math.MaxInt64 {
			least++
		}
		return span{min(least, lo.hi), lo.hi}
	case ir.OpParFor, ir.OpBuild, ir.OpReduce:
		if v.Owner == o.Regions[0] {
			n := s.bound(o.Args[v.Index], depth)
			return span{0, max(0, min(n.hi, maxCount)-1)}
		}
	}
	return all
}

// add gives the sums of two spans, or everything if one may overflow.
func add(a, b span) span {
	lo, hi := a.lo+b.lo, a.hi+b.hi
	if (lo < a.lo) != (b.lo < 0) || (hi < a.hi) != (b.hi < 0) {
		return everything
	}
	return span{lo, hi}
}

func negate(a span) span {
	if a.lo == math.MinInt64 {
		return everything
	}
	return span{-a.hi, -a.lo}
}

// mul gives the products of two spans of small numbers, else everything.
func mul(a, b span) span {
	const small = 1 << 31
	if !a.within(-small, small) || !b.within(-small, small) {
		if a.lo >= 0 && b.lo >= 0 && (b.hi == 0 || a.hi <= math.MaxInt64/b.hi) {
			return span{a.lo * b.lo, a.hi * b.hi}
		}
		return everything
	}
	p, q, r, t := a.lo*b.lo, a.lo*b.hi, a.hi*b.lo, a.hi*b.hi
	return span{min(p, q, r, t), max(p, q, r, t)}
}

// result bounds what an op computes.
func (s *spans) result(v *ir.Value, all span, depth int) span {
	o := v.Def
	arg := func(i int) span { return s.bound(o.Args[i], depth) }
	switch o.Kind {
	case ir.OpLen, ir.OpCap:
		return span{0, longest}
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
		return span{min(a.lo, b.lo), min(a.hi, b.hi)}
	case ir.OpMax:
		a, b := arg(0), arg(1)
		return span{max(a.lo, b.lo), max(a.hi, b.hi)}
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
	case ir.OpTable:
		b := span{math.MaxInt64, math.MinInt64}
		for _, bits := range o.Table {
			n := ir.SignExtend(v.Type, bits)
			b = b.join(span{n, n})
		}
		if v.Type.Kind == ir.U64 && b.lo < 0 {
			return all
		}
		return b
	}
	return s.bits(o, all, arg)
}

// bits bounds bit operations and divisions.
func (s *spans) bits(o *ir.Op, all span, arg func(int) span) span {
	switch o.Kind {
	case ir.OpAnd:
		a, b := arg(0), arg(1)
		switch {
		case a.lo >= 0 && b.lo >= 0:
			return span{0, min(a.hi, b.hi)}
		case a.lo >= 0:
			return span{0, a.hi}
		case b.lo >= 0:
			return span{0, b.hi}
		}
	case ir.OpAndNot:
		if a := arg(0); a.lo >= 0 {
			return span{0, a.hi}
		}
	case ir.OpOr, ir.OpXor:
		if a, b := arg(0), arg(1); a.lo >= 0 && b.lo >= 0 {
			top := int64(1)
			for top <= max(a.hi, b.hi) && top < maxCount {
				top *= 2
			}
			if top < maxCount {
				return span{0, top - 1}
			}
		}
	case ir.OpShr:
		a := arg(0)
		if n, ok := o.Args[1].ConstInt(); ok && n >= 0 && (a.lo >= 0 || o.Args[0].Type.IsSigned()) {
			return span{a.lo >> n, a.hi >> n}
		}
		if a.lo >= 0 {
			return span{0, a.hi}
		}
	case ir.OpShl:
		if n, ok := o.Args[1].ConstInt(); ok && 0 <= n && n < 62 {
			return mul(arg(0), span{1 << n, 1 << n})
		}
	case ir.OpDiv:
		if a, b := arg(0), arg(1); a.lo >= 0 && b.lo > 0 {
			return span{a.lo / b.hi, a.hi / b.lo}
		}
	case ir.OpRem:
		a, b := arg(0), arg(1)
		if b.lo > 0 && a.lo >= 0 {
			return span{0, min(a.hi, b.hi-1)}
		}
		if b.lo > 0 && o.Args[0].Type.IsSigned() {
			return span{1 - b.hi, b.hi - 1}
		}
	}
	return all
}

// joined is what both arms of an if may give.
func (s *spans) joined(o *ir.Op, i int, all span, depth int) span {
	b, some := span{}, false
	for _, r := range o.Regions {
		t := r.Terminator()
		if t.Kind != ir.OpYield {
			continue
		}
		a := s.bound(t.Args[i], depth)
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

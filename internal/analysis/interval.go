package analysis

import (
	"math"

	"github.com/hone-go/hone/internal/ir"
)

// Interval is a set of integers lo ... hi, as 64-bit signed ones. Values of u64 above the largest int64 have no interval but all.
type Interval struct{ Lo, Hi int64 }

// Everything is no bound at all.
var Everything = Interval{math.MinInt64, math.MaxInt64}

const (
	// MaxLen bounds lengths, but of slices with elements of size zero: no address space is larger than 47 bits.
	MaxLen = 1 << 47
	// MaxCount bounds what a counter that starts low can reach: no program counts so far.
	MaxCount = 1 << 62
	// MaxStep bounds steps for which a counter needs ages to overflow.
	MaxStep = 1 << 20
)

// Within reports that all are in lo ... hi.
func (a Interval) Within(lo, hi int64) bool { return lo <= a.Lo && a.Hi <= hi }

// Join has what either has.
func (a Interval) Join(b Interval) Interval { return Interval{min(a.Lo, b.Lo), max(a.Hi, b.Hi)} }

// Meet has what both have; a itself if that is nothing.
func (a Interval) Meet(b Interval) Interval {
	m := Interval{max(a.Lo, b.Lo), min(a.Hi, b.Hi)}
	if m.Lo > m.Hi { // code that is never reached
		return a
	}
	return m
}

// TypeInterval is what a type can hold.
func TypeInterval(t *ir.Type) Interval {
	switch {
	case t.Kind == ir.Bool:
		return Interval{0, 1}
	case t.IsUnsigned() && t.Kind != ir.U64:
		return Interval{0, 1<<t.Bits() - 1}
	case t.IsSigned():
		return Interval{math.MinInt64 >> (64 - t.Bits()), math.MaxInt64 >> (64 - t.Bits())}
	}
	return Everything
}

// Ranges finds bounds of integer values from how they are computed. Facts that hold only in places are the business of the pass Ranges.
type Ranges struct {
	memo  map[*ir.Value]Interval
	Known map[*ir.Value]Interval // what else is known, where the pass is
	Exits map[*ir.Op]*Exits      // of loops and blocks; nil: not looked at
}

// NewRanges knows nothing yet.
func NewRanges() *Ranges { return &Ranges{memo: map[*ir.Value]Interval{}} }

// Forget drops what has been found out, since what is known has changed.
func (s *Ranges) Forget() { clear(s.memo) }

// Of is an interval that v is in.
func (s *Ranges) Of(v *ir.Value) Interval { return s.bound(v, 12) }

// OfPoly bounds a polynomial.
func (s *Ranges) OfPoly(p Poly) Interval {
	sum := Between(0, 0)
	for _, t := range p.terms {
		product := Between(t.coef, t.coef)
		for _, v := range t.factors {
			product = Product(product, s.Of(v))
		}
		sum = Sum(sum, product)
		if sum == Everything {
			break // more may be added to what has wrapped around
		}
	}
	return sum
}

func (s *Ranges) bound(v *ir.Value, depth int) Interval {
	all := TypeInterval(v.Type)
	if n, ok := v.ConstInt(); ok {
		if v.Type.Kind == ir.U64 && n < 0 {
			return all
		}
		return Interval{n, n}
	}
	if depth == 0 || !v.Type.IsInt() {
		if k, ok := s.Known[v]; ok {
			return all.Meet(k)
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
	} else if v.Owner != nil && v.Owner.Parent != nil { // of a value that stands for any there is no owner
		b = s.param(v, all, depth-1)
	}
	if !b.Within(all.Lo, all.Hi) || v.Type.Kind == ir.U64 && b.Lo < 0 {
		b = all
	}
	if k, ok := s.Known[v]; ok {
		b = b.Meet(k)
	}
	s.memo[v] = b
	return b
}

// param bounds the index of a loop or a pattern.
func (s *Ranges) param(v *ir.Value, all Interval, depth int) Interval {
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
			most := hi.Hi
			if most > math.MinInt64 {
				most--
			}
			if lo.Hi <= MaxCount/2 && o.Ints[0] <= MaxStep {
				most = min(most, MaxCount)
			}
			return Interval{lo.Lo, max(lo.Lo, most)}
		}
		least := hi.Lo
		if least < math.MaxInt64 {
			least++
		}
		return Interval{min(least, lo.Hi), lo.Hi}
	case ir.OpMulti, ir.OpBlockReduce, ir.OpCompact:
		if o.Kind == ir.OpCompact || o.Kind == ir.OpBlockReduce && o.Ints[0] == 0 && v.Owner == o.Regions[0] { // lo, hi
			lo, hi := s.bound(o.Args[0], depth), s.bound(o.Args[1], depth)
			return Interval{lo.Lo, max(lo.Lo, min(hi.Hi, MaxCount)-1)}
		}
		if v.Owner == o.Regions[0] {
			n := s.bound(o.Args[v.Index], depth)
			return Interval{0, max(0, min(n.Hi, MaxCount)-1)}
		}
	}
	return all
}

// Between is lo ... hi.
func Between(lo, hi int64) Interval { return Interval{lo, hi} }

// Sum gives the sums of two intervals, or everything if one may overflow.
func Sum(a, b Interval) Interval {
	lo, hi := a.Lo+b.Lo, a.Hi+b.Hi
	if (lo < a.Lo) != (b.Lo < 0) || (hi < a.Hi) != (b.Hi < 0) {
		return Everything
	}
	return Interval{lo, hi}
}

// Negative gives the numbers with the other sign, or everything.
func Negative(a Interval) Interval {
	if a.Lo == math.MinInt64 {
		return Everything
	}
	return Interval{-a.Hi, -a.Lo}
}

// Product gives the products of two intervals of small numbers, else everything.
func Product(a, b Interval) Interval {
	const small = 1 << 31
	if !a.Within(-small, small) || !b.Within(-small, small) {
		if a.Lo >= 0 && b.Lo >= 0 && (b.Hi == 0 || a.Hi <= math.MaxInt64/b.Hi) {
			return Interval{a.Lo * b.Lo, a.Hi * b.Hi}
		}
		return Everything
	}
	p, q, r, t := a.Lo*b.Lo, a.Lo*b.Hi, a.Hi*b.Lo, a.Hi*b.Hi
	return Interval{min(p, q, r, t), max(p, q, r, t)}
}

// threadsAt bounds the number of threads that may be asked for at o: one at least where no iteration can be around it, and no kernel.
func threadsAt(o *ir.Op) Interval {
	for r := o.Parent; r != nil; r = r.Parent.Parent {
		if r.Parent == nil {
			return Interval{1, math.MaxInt32}
		}
		if r.Parent.Kind.Has(ir.Loop) {
			break
		}
	}
	return Interval{0, math.MaxInt32}
}

// wrapped gives an interval of sums that have all wrapped around, once, as what they are then: x - 'a' of letters is 0 to 25, also where that is a sum with 159.
func wrapped(b Interval, t *ir.Type) Interval {
	if t.Size() == 8 {
		return b
	}
	all, n := TypeInterval(t), int64(1)<<t.Bits()
	switch {
	case b.Within(all.Lo+n, all.Hi+n):
		return Interval{b.Lo - n, b.Hi - n}
	case b.Within(all.Lo-n, all.Hi-n):
		return Interval{b.Lo + n, b.Hi + n}
	}
	return b
}

// result bounds what an op computes.
func (s *Ranges) result(v *ir.Value, all Interval, depth int) Interval {
	o := v.Def
	arg := func(i int) Interval { return s.bound(o.Args[i], depth) }
	if v.Type.Kind == ir.U64 && (o.Kind == ir.OpMax || o.Kind == ir.OpSelect) {
		for _, a := range o.Args { // what has no interval is large, not negative
			if a.Type.Kind == ir.U64 && s.bound(a, depth).Lo < 0 {
				return all
			}
		}
	}
	switch o.Kind {
	case ir.OpLen, ir.OpCap:
		if o.Args[0].Type.Elem.Size() == 0 {
			return Interval{0, math.MaxInt64}
		}
		return Interval{0, MaxLen}
	case ir.OpThreads:
		return threadsAt(o)
	case ir.OpProcs:
		return Interval{1, math.MaxInt32}
	case ir.OpAdd:
		if b, ok := s.mixture(o, depth); ok {
			return b
		}
		return wrapped(Sum(arg(0), arg(1)), v.Type)
	case ir.OpSub:
		return wrapped(Sum(arg(0), Negative(arg(1))), v.Type)
	case ir.OpNeg:
		return Negative(arg(0))
	case ir.OpMul:
		return Product(arg(0), arg(1))
	case ir.OpMin:
		a, b := arg(0), arg(1)
		return Interval{min(a.Lo, b.Lo), min(a.Hi, b.Hi)}
	case ir.OpMax:
		a, b := arg(0), arg(1)
		return Interval{max(a.Lo, b.Lo), max(a.Hi, b.Hi)}
	case ir.OpRunning:
		if o.Joined() == ir.OpInvalid {
			return arg(1)
		}
		return all
	case ir.OpSelect:
		return arg(1).Join(arg(2))
	case ir.OpConv, ir.OpBitcast:
		if from := o.Args[0].Type; from.IsInt() {
			if a := arg(0); a.Within(all.Lo, all.Hi) && (from.Kind != ir.U64 || a.Lo >= 0) && (v.Type.Kind != ir.U64 || a.Lo >= 0) {
				return a
			}
		}
		return all
	case ir.OpIf:
		return s.joined(o, v.Index, all, depth)
	case ir.OpLoop, ir.OpBlock, ir.OpFor:
		if s.Exits != nil {
			return s.left(o, v.Index, all, depth)
		}
		return all
	case ir.OpTable:
		b := Interval{math.MaxInt64, math.MinInt64}
		for _, bits := range o.Table() {
			n := ir.SignExtend(v.Type, bits)
			b = b.Join(Interval{n, n})
		}
		if v.Type.Kind == ir.U64 && b.Lo < 0 {
			return all
		}
		return b
	}
	return s.bits(o, all, arg)
}

// bits bounds bit operations and divisions.
func (s *Ranges) bits(o *ir.Op, all Interval, arg func(int) Interval) Interval {
	switch o.Kind {
	case ir.OpAnd:
		a, b := arg(0), arg(1)
		switch {
		case a.Lo >= 0 && b.Lo >= 0:
			return Interval{0, min(a.Hi, b.Hi)}
		case a.Lo >= 0:
			return Interval{0, a.Hi}
		case b.Lo >= 0:
			return Interval{0, b.Hi}
		}
	case ir.OpAndNot:
		if a := arg(0); a.Lo >= 0 {
			return Interval{0, a.Hi}
		}
	case ir.OpOr, ir.OpXor:
		if a, b := arg(0), arg(1); a.Lo >= 0 && b.Lo >= 0 {
			top := int64(1)
			for top <= max(a.Hi, b.Hi) && top < MaxCount {
				top *= 2
			}
			if top < MaxCount {
				return Interval{0, top - 1}
			}
		}
	case ir.OpShr:
		a := arg(0)
		if n, ok := o.Args[1].ConstInt(); ok && n >= 0 && (a.Lo >= 0 || o.Args[0].Type.IsSigned()) {
			return Interval{a.Lo >> n, a.Hi >> n}
		}
		if a.Lo >= 0 || o.Args[0].Type.IsSigned() {
			return Interval{min(a.Lo, 0), max(a.Hi, 0)}
		}
	case ir.OpShl:
		if n, ok := o.Args[1].ConstInt(); ok && 0 <= n && n < 62 {
			return Product(arg(0), Interval{1 << n, 1 << n})
		}
	case ir.OpCarry, ir.OpBorrow:
		return Interval{0, 1}
	case ir.OpClz, ir.OpCtz, ir.OpPopcnt:
		return Interval{0, int64(o.Args[0].Type.Bits())}
	case ir.OpDiv:
		if a, b := arg(0), arg(1); a.Lo >= 0 && b.Lo > 0 {
			return Interval{a.Lo / b.Hi, a.Hi / b.Lo}
		} else if b.Lo > 0 && o.Args[0].Type.IsSigned() {
			return Interval{min(a.Lo/b.Lo, a.Lo/b.Hi), max(a.Hi/b.Lo, a.Hi/b.Hi)}
		}
	case ir.OpRem:
		a, b := arg(0), arg(1)
		if b.Lo > 0 && a.Lo >= 0 {
			return Interval{0, min(a.Hi, b.Hi-1)}
		}
		if b.Lo > 0 && o.Args[0].Type.IsSigned() {
			return Interval{min(0, max(a.Lo, 1-b.Hi)), max(0, min(a.Hi, b.Hi-1))}
		}
	}
	return all
}

// joined is what both arms of an if may give.
func (s *Ranges) joined(o *ir.Op, i int, all Interval, depth int) Interval {
	b, some := Interval{}, false
	for _, r := range o.Regions {
		t := r.Terminator()
		if t.Kind != ir.OpYield {
			continue
		}
		a := s.bound(t.Args[i], depth)
		if v := t.Args[i]; v.Type.Kind == ir.U64 && a.Lo < 0 {
			return all
		}
		if some {
			a = a.Join(b)
		}
		b, some = a, true
	}
	if !some {
		return all
	}
	return b
}

// Orderable reports types whose values compare as 64-bit signed integers.
func Orderable(t *ir.Type) bool { return t.IsInt() && t.Kind != ir.U64 }

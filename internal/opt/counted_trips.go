package opt

import (
	"math"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A loop whose counter may wrap around counts its iterations instead, where it has 64 bits:
//
//	for k := lo; k <= hi; k++ { ... }
//	=> n = if lo > hi { 0 } else if hi is the largest integer { more than any program runs } else { hi - lo + 1 }
//	   for t from 0 to n { k = lo + t; ... }
//
// The counter is lo + t in any case, for the sum wraps around as the counter does. So do those without a sign, those that go down until they wrap around (i < n, i--), and
// those that are compared with != (of which the end may lie behind the begin, or between two steps).

const (
	// forEver is how often a loop runs of which nobody has seen the end.
	forEver = analysis.MaxCount
	// mostWrapping bounds steps with which a counter that has wrapped around takes years to do so again.
	mostWrapping = 1 << 10
)

// countsTrips reports a loop the number of whose iterations can be told whatever wraps around.
func (m *match) countsTrips() bool {
	if t := m.counterType(); m.meets || t != ir.TI64 && t.Kind != ir.U64 {
		return false
	}
	return -mostWrapping <= m.step && m.step <= mostWrapping && (m.kind == ir.OpNe || m.towards() || m.untilItWraps())
}

func (m *match) counterType() *ir.Type { return m.loop.Args[m.index].Type }

// towards reports a counter that goes to where the bound is.
func (m *match) towards() bool { return m.step > 0 == (m.kind == ir.OpLt || m.kind == ir.OpLe) }

// untilItWraps reports a counter without a sign that goes down as long as it is below something.
func (m *match) untilItWraps() bool {
	return m.counterType().Kind == ir.U64 && m.step < 0 && (m.kind == ir.OpLt || m.kind == ir.OpLe)
}

// trips emits the number of iterations.
func (m *match) trips(b *ir.Builder) *ir.Value {
	t := m.counterType()
	b = b.Sharing()
	first, bound := m.loop.Args[m.index], m.bound
	if bits, ok := bound.IsConst(); ok {
		bound = b.Const(t, bits) // it may stand in the loop
	}
	if m.by != nil {
		return m.tripsBy(b, first, bound)
	}
	if m.offset != 0 {
		first = b.Binary(ir.OpAdd, first, b.Const(t, uint64(m.offset)))
	}
	if m.kind == ir.OpNe {
		return m.meetings(b, first, bound)
	}
	runs := b.Compare(m.kind, first, bound)
	var way *ir.Value // from the first to what the last lies at, or before
	switch {
	case m.untilItWraps():
		way = b.Conv(first, ir.TU64)
	case m.kind == ir.OpLe || m.kind == ir.OpGe:
		way = m.ahead(b, first, bound)
	default:
		way = b.Binary(ir.OpSub, m.ahead(b, first, bound), b.Const(ir.TU64, 1))
	}
	steps := way
	if size := m.stepSize(); size > 1 {
		steps = b.Binary(ir.OpDiv, way, b.Const(ir.TU64, size))
	}
	n := b.Binary(ir.OpAdd, m.capped(b, steps), b.Int(1))
	if again := m.goesOn(b, first, bound, steps); again != nil {
		n = b.Select(again, b.Int(forEver), n)
	}
	return b.Select(runs, n, b.Int(0))
}

// meetings is how often a loop runs that ends where the counter meets the bound. One whose steps pass over it goes on until it meets it another time round, or for ever.
func (m *match) meetings(b *ir.Builder, first, bound *ir.Value) *ir.Value {
	way, size := m.ahead(b, first, bound), m.stepSize()
	if size == 1 {
		return m.capped(b, way)
	}
	by := b.Const(ir.TU64, size)
	n := m.capped(b, b.Binary(ir.OpDiv, way, by))
	if m.wholeSteps(first, bound, int64(size)) {
		return n
	}
	meets := b.Compare(ir.OpEq, b.Binary(ir.OpRem, way, by), b.Const(ir.TU64, 0))
	return b.Select(meets, n, b.Int(forEver))
}

// wholeSteps reports a bound that is known to lie a number of steps away. Modulo 2^64 only those of a power of two can be told.
func (m *match) wholeSteps(first, bound *ir.Value, size int64) bool {
	if size&(size-1) != 0 {
		return false
	}
	space := analysis.NewSpace()
	_, whole := space.Sub(space.Of(bound), space.Of(first)).Over(analysis.Const(size))
	return whole
}

func (m *match) stepSize() uint64 {
	if m.step < 0 {
		return uint64(-m.step)
	}
	return uint64(m.step)
}

// ahead is how far y lies ahead of x, in the direction of the counter.
func (m *match) ahead(b *ir.Builder, x, y *ir.Value) *ir.Value {
	if m.step < 0 {
		x, y = y, x
	}
	return b.Conv(b.Binary(ir.OpSub, y, x), ir.TU64)
}

// capped is a number without a sign as an int, or a number that is as good as it.
func (m *match) capped(b *ir.Builder, n *ir.Value) *ir.Value {
	return b.Conv(b.Binary(ir.OpMin, n, b.Const(ir.TU64, forEver)), ir.TI64)
}

// end is the last of the values that the counter may have, in its direction.
func (m *match) end() uint64 {
	switch signed := m.counterType().Kind != ir.U64; {
	case m.step > 0 && signed:
		return math.MaxInt64
	case m.step > 0:
		return math.MaxUint64
	case signed:
		return 1 << 63
	}
	return 0
}

// goesOn is the condition for the loop to go on with a counter that has wrapped around, after so many steps; nil if it never does.
func (m *match) goesOn(b *ir.Builder, first, bound, steps *ir.Value) *ir.Value {
	t, strict := m.counterType(), m.kind == ir.OpLt || m.kind == ir.OpGt
	if one := m.stepSize() == 1; one && strict {
		return nil
	} else if one && m.towards() { // as below, but seen to be false where something is known of the bound
		return b.Compare(ir.OpEq, bound, b.Const(t, m.end()))
	}
	last := b.Binary(ir.OpAdd, first, b.Conv(b.Binary(ir.OpMul, steps, b.Const(ir.TU64, uint64(m.step))), t))
	return b.Compare(m.kind, b.Binary(ir.OpAdd, last, b.Const(t, uint64(m.step))), bound)
}

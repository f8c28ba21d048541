package simd

import (
	"math/bits"
	"slices"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// Some bodies are not worth their vectors: what gathers, scatters and divides lane by lane takes as long as scalar code does, and what is
// left to gain is lost to masks. The estimates below, in cycles, only have to be right about which side is far ahead.

// innerTrips is how many iterations of an inner loop are thought of.
const innerTrips = 8

// costs are estimates for one vector of lanes elements, and for one element in scalar code.
type costs struct{ vector, scalar float64 }

// Estimate is what an iteration of a loop may take, in cycles, of which inner loops have a few iterations.
type Estimate struct {
	Lanes  int     // elements in a vector
	Vector float64 // for so many iterations, in lanes
	Scalar float64 // for one, in scalar code
}

// Speedup is how many times as fast as one element at a time a loop may run in lanes, if the estimates are right: where they are not, loops of gathers and little
// else may still be slower by a quarter.
func (e Estimate) Speedup() float64 { return float64(e.Lanes) * e.Scalar / e.Vector }

// Best is what an iteration may take in lanes or without, whichever is less.
func (e Estimate) Best() float64 { return min(e.Scalar, e.Vector/float64(e.Lanes)) }

// estimate is that of a loop or reduction. Partial results are in memory then.
func (s *shapes) estimate(o *ir.Op, lanes int, m *machine.Desc) Estimate {
	c := s.cost(o.Regions[0], lanes, m)
	if o.Kind == ir.OpBlockReduce {
		step := s.cost(o.Step(), lanes, m)
		c.vector += step.vector
		c.scalar += step.scalar + m.Cycles.ScalarOp + 2*m.Cycles.ScalarLoad*float64(len(o.Results))
	}
	return Estimate{lanes, c.vector, c.scalar}
}

// EstimateOf is the estimate for a loop on this machine, where some of its checks are made ahead of it.
func EstimateOf(loop *ir.Op, m *machine.Desc, ahead ...*ir.Op) Estimate {
	loop = asJoined(loop, ahead)
	estimate := func() Estimate {
		s := analyse(loop)
		s.findNarrow(loop)
		lanes := m.RegisterBytes / max(s.widest(loop.Regions[0], m), 1)
		s.findGroups(loop, m.RegisterBytes, lanes)
		return s.estimate(loop, lanes, m)
	}
	e := estimate()
	if joinApart(loop) {
		scalar := e.Scalar
		e = estimate()
		e.Scalar = scalar
	}
	return e
}

func (s *shapes) cost(r *ir.Region, lanes int, m *machine.Desc) (c costs) {
	for _, o := range r.Ops {
		d := s.opCost(o, lanes, m)
		for _, in := range o.Regions {
			i := s.cost(in, lanes, m)
			if isLoop(o) {
				i.vector, i.scalar = i.vector*innerTrips, i.scalar*innerTrips
				if s.unequal(o) {
					i.vector *= 1.5 // lanes that wait
				}
			}
			d.vector, d.scalar = d.vector+i.vector, d.scalar+i.scalar
		}
		c.vector, c.scalar = c.vector+d.vector, c.scalar+d.scalar
	}
	return c
}

// unequal reports a loop that lanes may repeat unequally often; a pattern inside is one that becomes a loop.
func (s *shapes) unequal(o *ir.Op) bool {
	switch o.Kind {
	case ir.OpMulti:
		return slices.ContainsFunc(o.Args, func(n *ir.Value) bool { return !s.Of(n).IsUniform() })
	case ir.OpBlockReduce:
		return !s.Of(o.Args[0]).IsUniform()
	}
	return s.Divergent(o)
}

func (s *shapes) opCost(o *ir.Op, lanes int, m *machine.Desc) costs {
	n, cycles := float64(lanes), &m.Cycles
	switch {
	case o.Kind == ir.OpLoad && s.rows[o] != nil:
		return costs{s.rows[o].cost(cycles, lanes), cycles.ScalarLoad}
	case o.Kind == ir.OpLoad:
		return costs{s.accessCost(o, o.Results[0].Type, cycles, cycles.VectorLoad, cycles.GatherLane*n), cycles.ScalarLoad}
	case o.Kind == ir.OpStore:
		return costs{s.accessCost(o, o.Args[2].Type, cycles, cycles.VectorStore, cycles.ScatterLane*n), cycles.ScalarLoad}
	case o.Kind.Has(ir.Check):
		if s.allUniform(o) {
			return costs{cycles.UniformCheck, cycles.ScalarCheck}
		}
		return costs{cycles.VectorCheck, cycles.ScalarCheck}
	case o.Kind == ir.OpIf:
		leaves := slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return r.Terminator().Kind != ir.OpYield })
		if s.Parts(o) && !leaves { // what leaves a loop is missed once
			return costs{cycles.Branch, m.MissedBranch()}
		}
		return costs{cycles.Branch, cycles.ScalarOp}
	case o.Kind == ir.OpRunning:
		return costs{runningCost(o, lanes), cycles.ScalarOp}
	case len(o.Results) != 1 || o.Kind == ir.OpConst || len(o.Regions) > 0:
		return costs{}
	case !s.Of(o.Results[0]).Varying:
		return costs{cycles.UniformOp, cycles.ScalarOp}
	case o.Kind == ir.OpDiv || o.Kind == ir.OpRem:
		return divisionCost(o, n, cycles)
	case o.Kind == ir.OpDivLong || o.Kind == ir.OpRemLong:
		return costs{2 * cycles.ScalarDiv64 * n, cycles.ScalarDiv64} // one by one, and no instruction gives both
	case o.Kind == ir.OpTable:
		return costs{tableCost(o, n, m), cycles.ScalarLoad}
	case o.Kind == ir.OpConv && wideConv(o.Args[0].Type, o.Results[0].Type):
		return costs{cycles.WideConversion, cycles.ScalarOp}
	}
	return costs{cycles.VectorOp, cycles.ScalarOp}
}

// tableCost: a table in one register or two takes one permutation, in four two and a blend; others are gathered from.
func tableCost(o *ir.Op, lanes float64, m *machine.Desc) float64 {
	elem := max(o.Results[0].Type.Size(), 4)
	if m.NarrowTables() && isByteTable(o) {
		elem = 1
	}
	switch registers := (len(o.Table())*elem + m.RegisterBytes - 1) / m.RegisterBytes; {
	case registers <= 2:
		return m.Cycles.Shuffle
	case registers <= 4 && m.RegisterBytes == 64:
		return 2*m.Cycles.Shuffle + 2*m.Cycles.VectorOp
	}
	return m.Cycles.GatherLane * lanes
}

// wideConv reports a conversion between floats and integers of 64 bits.
func wideConv(from, to *ir.Type) bool {
	return from.IsFloat() && to.IsInt() && to.Size() == 8 || from.IsInt() && from.Size() == 8 && to.IsFloat()
}

// accessCost tells a vector of neighbours from a gather or scatter.
func (s *shapes) accessCost(o *ir.Op, t *ir.Type, cycles *machine.Cycles, side, apart float64) float64 {
	if !t.IsScalar() {
		return cycles.StructApart * apart
	}
	if t.Size() < 4 {
		apart *= cycles.NarrowApart
	}
	if g := s.groups[o]; g != nil {
		return g.cost(cycles)
	}
	if s.Private(o.Args[0]) {
		if s.Of(o.Args[1]).IsUniform() {
			return side
		}
		return apart
	}
	if s.allUniform(o) {
		return side
	}
	stride := s.Of(o.Args[1])
	if s.Of(o.Args[0]).IsUniform() && !stride.Varying && len(o.Ints) == 0 &&
		stride.Stride*int64(o.Args[0].Type.Elem.Size()) == int64(t.Size()) {
		return side
	}
	return apart
}

// cost is a member's share of what its group does for a vector: the vectors that are loaded or stored, and about one shuffle less for each
// member than there are vectors.
func (g *group) cost(cycles *machine.Cycles) float64 {
	vectors := float64(g.stride) / float64(g.widest())
	return vectors*cycles.VectorLoad/float64(len(g.members)) + max(vectors-1, 1)*cycles.Shuffle
}

// cost is a member's share: a register of it is put together from pieces, and goes through the shuffles.
func (g *rowLoads) cost(cycles *machine.Cycles, lanes int) float64 {
	n := len(g.members)
	pieces := float64(lanes / n)
	return pieces*cycles.VectorLoad + (pieces-1)*cycles.Shuffle + float64(bits.Len(uint(n))-1)*cycles.Shuffle
}

func (s *shapes) allUniform(o *ir.Op) bool {
	for i, a := range o.Args {
		if !(o.Kind == ir.OpStore && i == 2) && !s.Of(a).IsUniform() {
			return false
		}
	}
	return true
}

// divisionCost: floats divide in vectors, integers of up to 32 bits by way of them; wider ones, too, if all are small; constants by multiplication.
func divisionCost(o *ir.Op, n float64, cycles *machine.Cycles) costs {
	t := o.Results[0].Type
	_, byConst := o.Args[1].ConstInt()
	c, _ := o.Args[1].ConstInt()
	switch {
	case t.IsFloat():
		return costs{cycles.DivFloatLane * n, cycles.ScalarDivFloat}
	case byConst && c > 0 && c&(c-1) == 0:
		return costs{cycles.DivPower, 2 * cycles.ScalarOp}
	case byConst && t.Size() < 8:
		return costs{cycles.DivConst, 4 * cycles.ScalarOp}
	case byConst:
		return costs{cycles.DivWideConst, 5 * cycles.ScalarOp}
	case t.Size() < 4:
		return costs{cycles.DivNarrowLane * n, cycles.ScalarDiv32}
	case t.Size() < 8:
		return costs{cycles.DivIntLane * n, cycles.ScalarDiv32}
	}
	return costs{cycles.DivWideLane * n, cycles.ScalarDiv64}
}

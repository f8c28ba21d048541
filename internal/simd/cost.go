package simd

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Some bodies are not worth their vectors: what gathers, scatters and divides lane by lane takes as long as scalar code does, and what is
// left to gain is lost to masks. The estimates below are cycles on a machine with four vector units (measured on AMD Zen 5; Intel's cores
// gather as fast and scatter a little faster); they only have to be right about which side is far ahead.

const (
	gatherLane     = 1.6 // an element of a gather
	scatterLane    = 2.2
	divideLane     = 3   // a 64-bit division, as doubles if all operands are small
	wideConversion = 4   // between floats and integers of 64 bits where there is no instruction: some 12 of them, three a cycle
	scalarOp       = 0.4 // four or five scalar operations in two cycles
	scalarLoad     = 0.5
	scalarCheck    = 0.5
	scalar64Div    = 8
	scalar32Div    = 6
	branchMiss     = 1 // a branch that depends on data, missed now and then
	innerTrips     = 8 // iterations of an inner loop
)

// costs are estimates for one vector of lanes elements, and for one element in scalar code.
type costs struct{ vector, scalar float64 }

// speedup is how many times as fast as one element at a time a loop or reduction runs in lanes. Partial results are in memory then.
func (s *shapes) speedup(o *ir.Op, lanes, registerBytes int) float64 {
	c := s.cost(o.Regions[0], lanes, registerBytes)
	if o.Kind == ir.OpBlockReduce {
		step := s.cost(o.Step(), lanes, registerBytes)
		c.vector += step.vector
		c.scalar += step.scalar + scalarOp + 2*scalarLoad*float64(len(o.Results))
	}
	return float64(lanes) * c.scalar / c.vector
}

// Speedup is how many times as fast as one element at a time a loop may run in lanes in registers of this size, if the estimates are right: where they are not, loops of
// gathers and little else may still be slower by a quarter.
func Speedup(loop *ir.Op, registerBytes int) float64 {
	s := analyse(loop)
	s.findNarrow(loop)
	s.findGroups(loop, registerBytes)
	return s.speedup(loop, registerBytes/max(s.widest(loop.Regions[0]), 1), registerBytes)
}

func (s *shapes) cost(r *ir.Region, lanes, registerBytes int) (c costs) {
	for _, o := range r.Ops {
		d := s.opCost(o, lanes, registerBytes)
		for _, in := range o.Regions {
			i := s.cost(in, lanes, registerBytes)
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

func (s *shapes) opCost(o *ir.Op, lanes, registerBytes int) costs {
	n := float64(lanes)
	switch {
	case o.Kind == ir.OpLoad:
		return costs{s.accessCost(o, o.Results[0].Type, 0.5, gatherLane*n), scalarLoad}
	case o.Kind == ir.OpStore:
		return costs{s.accessCost(o, o.Args[2].Type, 1, scatterLane*n), scalarLoad}
	case o.Kind.Has(ir.Check):
		if s.allUniform(o) {
			return costs{1, scalarCheck}
		}
		return costs{2.5, scalarCheck}
	case o.Kind == ir.OpIf:
		leaves := slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return r.Terminator().Kind != ir.OpYield })
		if s.Parts(o) && !leaves { // what leaves a loop is missed once
			return costs{1, branchMiss}
		}
		return costs{1, scalarOp}
	case o.Kind == ir.OpRunning:
		return costs{runningCost(o, lanes), scalarOp}
	case len(o.Results) != 1 || o.Kind == ir.OpConst || len(o.Regions) > 0:
		return costs{}
	case !s.Of(o.Results[0]).Varying:
		return costs{0.3, scalarOp}
	case o.Kind == ir.OpDiv || o.Kind == ir.OpRem:
		return divisionCost(o, n)
	case o.Kind == ir.OpDivLong || o.Kind == ir.OpRemLong:
		return costs{2 * scalar64Div * n, scalar64Div} // one by one, and no instruction gives both
	case o.Kind == ir.OpConv && registerBytes < 64 && wideConv(o.Args[0].Type, o.Results[0].Type):
		return costs{wideConversion, scalarOp}
	}
	return costs{0.5, scalarOp}
}

// wideConv reports a conversion between floats and integers of 64 bits.
func wideConv(from, to *ir.Type) bool {
	return from.IsFloat() && to.IsInt() && to.Size() == 8 || from.IsInt() && from.Size() == 8 && to.IsFloat()
}

// accessCost tells a vector of neighbours from a gather or scatter.
func (s *shapes) accessCost(o *ir.Op, t *ir.Type, side, apart float64) float64 {
	if !t.IsScalar() {
		return 3 * apart
	}
	if t.Size() < 4 {
		apart *= 2.5 // taken out of the words around them
	}
	if g := s.groups[o]; g != nil {
		return g.cost()
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
func (g *group) cost() float64 {
	vectors := float64(g.stride) / float64(g.widest())
	return vectors*0.5/float64(len(g.members)) + max(vectors-1, 1)*0.7
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
func divisionCost(o *ir.Op, n float64) costs {
	t := o.Results[0].Type
	_, byConst := o.Args[1].ConstInt()
	c, _ := o.Args[1].ConstInt()
	switch {
	case t.IsFloat():
		return costs{0.6 * n, 4}
	case byConst && c > 0 && c&(c-1) == 0:
		return costs{1.5, 2 * scalarOp}
	case byConst && t.Size() < 8:
		return costs{4, 4 * scalarOp}
	case byConst:
		return costs{8, 5 * scalarOp}
	case t.Size() < 4:
		return costs{n, scalar32Div}
	case t.Size() < 8:
		return costs{2 * n, scalar32Div}
	}
	return costs{divideLane * n, scalar64Div}
}

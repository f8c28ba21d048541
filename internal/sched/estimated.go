package sched

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/simd"
)

// Estimate is what a nest is thought to take, by what its schedule was chosen by.
type Estimate struct {
	Cycles float64 // for each vector, or without lanes for each iteration; inner loops of unknown length have a few iterations; 0: not estimated
	Text   string
}

// estimate is that of the nest as the steps have made it. Of blocks of rows there is always one, of others if somebody asks.
func (n *Nest) estimate() Estimate {
	s := n.s
	j := n.jam
	if s.estimates && n.own && (j == nil || j.next == nil) {
		j = n.blockOf()
	}
	switch {
	case j != nil && j.next != nil:
		return Estimate{j.cycles, fmt.Sprintf("; about %.2f cycles for each vector, %.2f %s", j.cycles, j.next.cycles, n.inBlocks(j.next))}
	case !s.estimates || s.machine.RegisterBytes == 0:
		return Estimate{}
	case n.own:
		e := simd.EstimateOf(n.fast, s.machine, n.ahead()...)
		return Estimate{e.Vector, fmt.Sprintf("; about %.1f cycles for each vector of %d, %.1f for an iteration without lanes", e.Vector, e.Lanes, e.Scalar)}
	case len(n.lanes) > 0:
		for _, f := range loopsIn(n.fast) { // the outermost
			if _, ok := n.lanes[f]; ok {
				e := simd.EstimateOf(f, s.machine)
				return Estimate{e.Vector, fmt.Sprintf("; about %.1f cycles for each vector of %d of %s, %.1f for an iteration without lanes", e.Vector, e.Lanes, indexName(f), e.Scalar)}
			}
		}
	}
	e := simd.EstimateOf(n.fast, s.machine, n.ahead()...)
	return Estimate{e.Scalar, fmt.Sprintf("; about %.1f cycles for each iteration in scalar code", e.Scalar)}
}

// ahead lists the checks that the nest's guard makes.
func (n *Nest) ahead() []*ir.Op {
	if n.guard == nil {
		return nil
	}
	return n.guard.ops()
}

// inBlocks says how a nest goes in other blocks.
func (n *Nest) inBlocks(b *block) string {
	if b.rows == 1 {
		return "one row at a time"
	}
	along := n.body().Regions[0].Params[b.dim].Name
	return fmt.Sprintf("with %v %v", loops.Step{Kind: loops.Jam, Loops: []string{along}, N: b.rows}, loops.Step{Kind: loops.Unroll, Loops: []string{n.lane()}, N: b.vectors})
}

// blockOf is what chooseJam would say of a block that somebody else has chosen, or of one row; nil if blocks of the nest can't be estimated.
func (n *Nest) blockOf() *jam {
	o := n.body()
	rows, vectors, dim := 1, max(int(n.vectors), 1), len(o.Args)-2
	if n.jam != nil {
		rows, vectors, dim = n.jam.rows, n.jam.vectors, n.jam.dim
	}
	var this, next *block
	all := n.s.blocks(newSpace(o))
	for k := range all {
		switch b := &all[k]; {
		case b.rows == rows && b.vectors == vectors && b.dim == dim:
			this = b
		case next == nil || b.cycles < next.cycles:
			next = b
		}
	}
	if this == nil || next == nil {
		return nil
	}
	return &jam{cycles: this.cycles, next: next}
}

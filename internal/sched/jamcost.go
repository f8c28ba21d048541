package sched

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// How long a block of rows and vectors takes, in cycles: the units that load, compute and store work at the same time, so that the one with most to do decides; so
// does what each iteration of a loop inside waits for, which the rows and vectors of a block share (a bound on throughput, as in Laukemann et al., "Automated
// Instruction Stream Throughput Prediction", PMBS 2018).

// blockTimes is what is the same for all blocks.
type blockTimes struct {
	m      *machine.Desc
	lanes  int     // elements in a register
	loads  float64 // cycles of a unit that a load of neighbours takes, on average
	stores float64
	chain  float64 // cycles that an iteration of a loop inside waits for the one before
	count  int     // stores
	width  int64   // of the last dimension, if it is known, or the largest that it can be: tiles are of one width, but the last; else 0
}

func (s *scheduler) newBlockTimes(p *space, width int64) *blockTimes {
	b := &blockTimes{m: s.machine, width: width}
	widest, loaded, chained := 1, 1, 0
	for _, o := range p.innermost(p.body) {
		for _, v := range o.Results {
			if v.Type.IsScalar() && v.Type != ir.TBool {
				widest = max(widest, v.Type.Size())
			}
		}
		switch {
		case o.Kind == ir.OpLoad:
			loaded = max(loaded, o.Results[0].Type.Size())
		case o.Kind == ir.OpStore:
			b.count++
		case o.Kind == ir.OpYield && o.Parent != p.body:
			chained = max(chained, len(o.Args))
		}
	}
	b.lanes = max(s.machine.RegisterBytes/widest, 1)
	// A load that goes over the end of a line takes twice as long, and at random places so many do.
	crossing := 1 + float64(b.lanes*loaded-loaded)/float64(b.m.LineBytes)
	b.loads, b.stores = crossing/float64(b.m.LoadPorts), crossing/float64(b.m.StorePorts)
	if chained > 0 {
		b.chain = float64(b.m.Latency.VectorAny)
	}
	return b
}

// cycles is the time for each vector of a row.
func (b *blockTimes) cycles(rows, vectors int, count *sharing, work *sharedWork) float64 {
	n, v := float64(rows*vectors), float64(vectors)
	neighbours := v * float64(count.varying-count.gathers)
	gathered := v * float64(count.gathers) * float64(b.lanes) * b.m.Cycles.GatherLane
	load := float64(count.uniform)/float64(b.m.LoadPorts) + neighbours*b.loads + gathered
	others := work.ops - rows*b.count + work.extended - work.adds
	compute := v * max(float64(others)/float64(b.m.FloatPorts), float64(work.adds)/float64(b.m.AddPorts))
	store := v * float64(rows*b.count) * b.stores
	begin := (float64(count.uniform) + neighbours + v*float64(work.ops)) / float64(b.m.BeginWidth)
	most := max(load, compute, store, begin, b.chain)
	cost := (most + 0.1*(load+compute+store) + b.m.Cycles.LoopEnd) / n
	if side := int64(vectors * b.lanes); b.width > 0 { // what is left over takes as long as whole vectors
		cost *= float64((b.width+side-1)/side*side) / float64(b.width)
	}
	return cost
}

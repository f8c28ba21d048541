package sched

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// takeStarts takes the ops away that say where goroutines are started, and lists the loops that start some. What such a loop gives to goroutines is much, next
// to a launch: if the loop is sequential, it is the host that runs it, so that loops in the goroutines get cores.
func takeStarts(r *ir.Region) map[*ir.Op]bool {
	forks := map[*ir.Op]bool{}
	var walk func(r *ir.Region, loop *ir.Op)
	walk = func(r *ir.Region, loop *ir.Op) {
		r.Filter(func(o *ir.Op) bool {
			if o.Kind == ir.OpStart && loop != nil {
				forks[loop] = true
			}
			return o.Kind != ir.OpStart
		})
		for _, o := range r.Ops {
			in := loop
			if isLoop(o) || isPattern(o) {
				in = o
			}
			for _, body := range o.Regions {
				walk(body, in)
			}
		}
	}
	walk(r, nil)
	return forks
}

// leastShare is which part of the work of goroutines may stay on one core: with lanes the rest makes up for it.
const leastShare = 8

// oneCore is a loop that starts goroutines with loops in them none of which gets cores, nor does it itself, although there is a good part of all the work that goroutines do:
// plain Go uses several cores there. The place is not valid if there is none.
func (s *scheduler) oneCore() (at ir.Pos) {
	alone, all := 0.0, 0.0
	for o, work := range s.work {
		all += work
		if !s.forks[o] {
			continue // it has become parallel
		}
		loops, launches := false, false
		for _, r := range o.Regions {
			loops = loops || r.Contains(isLoop) || r.Contains(isRun)
			launches = launches || r.Contains(func(x *ir.Op) bool { return x.Kind == ir.OpLaunch })
		}
		if loops && !launches {
			alone += work
			if at.Line == 0 || o.Pos.Line < at.Line {
				at = o.Pos
			}
		}
	}
	if alone*leastShare <= all {
		return ir.Pos{}
	}
	return at
}

// workOf is about how many operations a region takes: those of the longer arm where there are two.
func workOf(r *ir.Region) (n float64) {
	for _, o := range r.Ops {
		if o.Kind != ir.OpConst {
			n++
		}
		trips := 1.0
		if isLoop(o) || isPattern(o) {
			trips = unknownTrips
			if o.Kind == ir.OpFor {
				if k := analysis.TripCount(o); k >= 0 {
					trips = float64(k)
				}
			}
		}
		most := 0.0
		for _, in := range o.Regions {
			most = max(most, workOf(in))
		}
		n += trips * most
	}
	return n
}

// forkWork is the work of the loops that start goroutines.
func forkWork(forks map[*ir.Op]bool) map[*ir.Op]float64 {
	out := map[*ir.Op]float64{}
	for o := range forks {
		for _, r := range o.Regions {
			out[o] += workOf(r)
		}
	}
	return out
}

func isRun(o *ir.Op) bool { return o.Kind == ir.OpRun }

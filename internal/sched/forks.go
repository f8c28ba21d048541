package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
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

// oneCore is a loop that starts goroutines and gets no cores, nor do the loops in them, but for what is little, although there is a good part of all the work that goroutines do: plain Go
// uses several cores there. bare is one where all that is gained are the cores that plain Go uses, too: no loop of goroutines has lanes. Places are not valid if there is none.
func (s *scheduler) oneCore() (at, bare ir.Pos) {
	alone, lanes, all := 0.0, 0.0, 0.0
	for o, work := range s.work {
		all += work
		switch {
		case !s.forks[o]: // it has become parallel
			if s.hasLanes(o.Pos) {
				lanes += work
			} else {
				bare = earlier(bare, o.Pos)
			}
		case s.keepsToItself(o):
			alone += work
			at = earlier(at, o.Pos)
		default:
			lanes += work
		}
	}
	if alone*leastShare <= all {
		at = ir.Pos{}
	}
	if lanes > 0 {
		bare = ir.Pos{}
	}
	return at, bare
}

func earlier(a, b ir.Pos) ir.Pos {
	if a.Line == 0 || b.Line < a.Line {
		return b
	}
	return a
}

// hasLanes reports lanes in a nest at a place, or none there: then the loop is part of another.
func (s *scheduler) hasLanes(at ir.Pos) bool {
	found := false
	for _, n := range s.nests {
		if n.Pos == at {
			found = true
			if slices.ContainsFunc(n.Steps, func(t loops.Step) bool { return t.Kind == loops.Lanes || t.Kind == loops.Inside }) {
				return true
			}
		}
	}
	return !found
}

// keepsToItself reports a loop most of whose work is not given to cores.
func (s *scheduler) keepsToItself(o *ir.Op) bool {
	kernels := map[string]*ir.Func{}
	for _, k := range s.kernels {
		kernels[k.Name] = k
	}
	loops, given := 0.0, 0.0
	for _, r := range o.Regions {
		r.Walk(func(x *ir.Op) bool {
			k := kernels[x.Sym()]
			switch {
			case x.Kind == ir.OpLaunch && k != nil:
				given += workOf(k.Body)
			case x.Kind == ir.OpRun && k != nil && !k.Rare:
				loops += workOf(k.Body)
			case isLoop(x):
				loops++
			}
			return true
		})
	}
	return loops > 0 && given <= loops
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

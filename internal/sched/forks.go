package sched

import "github.com/hone-go/hone/internal/ir"

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

// oneCore is a loop that starts goroutines with loops in them none of which gets cores, nor does it itself: plain Go uses several cores there. The place is not
// valid if there is none.
func (s *scheduler) oneCore() (at ir.Pos) {
	for o := range s.forks {
		loops, launches := false, false
		for _, r := range o.Regions {
			loops = loops || r.Contains(isLoop) || r.Contains(isRun)
			launches = launches || r.Contains(func(x *ir.Op) bool { return x.Kind == ir.OpLaunch })
		}
		if loops && !launches && (at.Line == 0 || o.Pos.Line < at.Line) {
			at = o.Pos
		}
	}
	return at
}

func isRun(o *ir.Op) bool { return o.Kind == ir.OpRun }

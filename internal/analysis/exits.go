package analysis

import "github.com/hone-go/hone/internal/ir"

// Carried is where an op's carried values begin among its operands and its region's parameters.
func Carried(o *ir.Op) (arg, param int) {
	if o.Kind == ir.OpFor {
		return 2, 1
	}
	return 0, 0
}

// Exits are the ops that leave or repeat an op: per target the breaks (and yields of its own regions), and the continues.
type Exits struct {
	Breaks, Continues []*ir.Op
	few               [2]*ir.Op // room for those that most ops have: the yields of a branch, that of a loop
}

// ExitsOf collects the exits of all ops in r. A yield in a for counts as a continue, one in an if or a block as a break.
func ExitsOf(r *ir.Region) map[*ir.Op]*Exits {
	all := map[*ir.Op]*Exits{}
	CollectExits(r, all)
	return all
}

// CollectExits adds them to all.
func CollectExits(r *ir.Region, all map[*ir.Op]*Exits) {
	for _, o := range r.Ops {
		for _, in := range o.Regions {
			CollectExits(in, all)
		}
		AddExit(r, o, all)
	}
}

// AddExit adds o, in r, if it is one.
func AddExit(r *ir.Region, o *ir.Op, all map[*ir.Op]*Exits) {
	target := o.Target
	again := o.Kind == ir.OpContinue
	if o.Kind == ir.OpYield && r.Parent != nil {
		target = r.Parent
		again = target.Kind == ir.OpFor
	}
	if target == nil {
		return
	}
	e := all[target]
	if e == nil {
		e = &Exits{}
		if again {
			e.Continues = e.few[:0]
		} else {
			e.Breaks = e.few[:0]
		}
		all[target] = e
	}
	if again {
		e.Continues = append(e.Continues, o)
	} else {
		e.Breaks = append(e.Breaks, o)
	}
}

// TripCount is how often a for runs at most whose bounds are constants, or lie at a constant distance from each other as in x-1 ... x+1; negative if that is
// not known, or larger than all integers.
func (s *Space) TripCount(o *ir.Op) int64 {
	lo, hi := o.Args[0], o.Args[1]
	d, ok := s.Sub(s.Of(hi), s.Of(lo)).Const()
	if !ok || d > MaxCount/2 || d < -MaxCount/2 || !s.FarFromEnds(lo) || !s.FarFromEnds(hi) {
		return TripCount(o)
	}
	return trips(0, d, o.Ints[0])
}

// MostTrips is the most that a for runs whose bounds follow from those of the loops around, as in a triangle; negative if that is not known. It is for estimates.
func (s *Space) MostTrips(o *ir.Op) int64 {
	if n := s.TripCount(o); n >= 0 {
		return n
	}
	lo, hi := s.ranges.Of(o.Args[0]), s.ranges.Of(o.Args[1])
	if !lo.Within(-MaxCount, MaxCount) || !hi.Within(-MaxCount, MaxCount) {
		return -1
	}
	if o.Ints[0] < 0 {
		return trips(lo.Hi, hi.Lo, o.Ints[0])
	}
	return trips(lo.Lo, hi.Hi, o.Ints[0])
}

// FarFromEnds reports an integer that may move by a few without wrapping around.
func (s *Space) FarFromEnds(v *ir.Value) bool {
	const far = MaxCount + MaxStep // nothing that near to each other wraps around there
	return s.ranges.Of(v).Within(-far, far)
}

// TripCount is how often a for with constant bounds runs at most, negative if that is not known, or larger than all integers.
func TripCount(o *ir.Op) int64 {
	lo, ok1 := o.Args[0].ConstInt()
	hi, ok2 := o.Args[1].ConstInt()
	if !ok1 || !ok2 {
		return -1
	}
	return trips(lo, hi, o.Ints[0])
}

// trips is the number of iterations from lo to hi.
func trips(lo, hi, step int64) int64 {
	if step < 0 {
		lo, hi, step = hi, lo, -step
	}
	if lo >= hi {
		return 0
	}
	n, s := uint64(hi)-uint64(lo), uint64(step)
	return int64((n-1)/s + 1)
}

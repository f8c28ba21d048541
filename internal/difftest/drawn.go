package difftest

import (
	"math/rand/v2"

	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/sched"
)

// Drawn draws schedules: of a nest always the same one, that may be any that is legal.
type Drawn struct {
	Seed  uint64
	Taken map[loops.Kind]int // steps, if it is not nil
}

// Choose takes steps of a schedule.
func (d *Drawn) Choose(n *sched.Nest) bool {
	r := rand.New(rand.NewPCG(d.Seed, uint64(n.Number)<<32|uint64(uint32(n.Pos.Line))))
	if r.IntN(8) == 0 {
		return false
	}
	draw := d.try
	if r.IntN(4) == 0 {
		draw = d.near
	}
	for {
		if draw(n, r); n.Relied() == nil {
			break
		}
		n.Restart() // a check is left that forbids what has been done
	}
	if d.Taken != nil {
		for _, t := range n.Schedule() {
			d.Taken[t.Kind]++
		}
	}
	return true
}

// near draws a schedule that differs little from the one that is thought to be best: what asks for many other steps is rarely drawn otherwise.
func (d *Drawn) near(n *sched.Nest, r *rand.Rand) {
	var dims, inside []string
	for _, l := range n.Loops() {
		if l.Dimension {
			dims = append(dims, l.Name)
		} else {
			inside = append(inside, l.Name)
		}
	}
	best := n.Default()
	all := append(loops.Neighbours(best, dims, inside), best, best)
	drawn := all[r.IntN(len(all))]
	if t, must := n.Together(); must && !drawn.Has(t.Kind) {
		n.Apply(*t)
	}
	for _, t := range drawn {
		n.Apply(t)
	}
}

// try draws a schedule that may turn out to be illegal in the end.
func (d *Drawn) try(n *sched.Nest, r *rand.Rand) {
	take := func(k loops.Kind, by int, names ...string) { n.Apply(loops.Step{Kind: k, Loops: names, N: by}) }
	some := func(of int) bool { return r.IntN(of) > 0 }
	name := func() string {
		all := n.Loops()
		return all[r.IntN(len(all))].Name
	}
	inside := func() (first, next string) { // two loops inside that follow each other
		var all []string
		for _, l := range n.Loops() {
			if !l.Dimension {
				all = append(all, l.Name)
			}
		}
		if len(all) == 0 {
			return "", ""
		}
		k := r.IntN(len(all))
		return all[k], all[min(k+1, len(all)-1)]
	}
	if t, must := n.Together(); must {
		n.Apply(*t)
	} else if t != nil && some(4) {
		take(t.Kind, r.IntN(2)*(1+r.IntN(6)), n.Strips()[r.IntN(len(n.Strips()))])
	}
	if some(2) {
		take(loops.Inside, 0)
	}
	if some(3) {
		k, _ := inside()
		take(loops.Distribute, 0, k)
	}
	for range r.IntN(8) {
		k, j := inside()
		switch r.IntN(6) {
		case 4:
			take(loops.Whole, 0)
		case 0:
			take(loops.Reverse, 0, k)
		case 3:
			take(loops.Shift, 0, k)
		case 1:
			take(loops.Reorder, 0, k, j)
		case 2:
			take(loops.Fuse, 0, k, j)
		default:
			take(loops.Promote, 0, k)
		}
	}
	if some(6) {
		take(loops.Guard, 0)
	}
	if some(3) {
		j, _ := inside()
		take([]loops.Kind{loops.Collapse, loops.Lift}[r.IntN(2)], 0, j)
	}
	for range 1 + r.IntN(4) {
		take(loops.Lanes, 0, name())
	}
	for range r.IntN(3) {
		k, _ := inside()
		take(loops.Transpose, 0, k)
	}
	if some(2) {
		k, _ := inside()
		take(loops.Long, 0, k)
	}
	if some(2) {
		take(loops.Pieces, 0)
	}
	for range r.IntN(4) { // until one is legal
		take(loops.Jam, 1+r.IntN(6), name())
	}
	if some(2) {
		take(loops.Chains, 1+r.IntN(6), n.Loops()[0].Name)
	}
	for range r.IntN(3) {
		take(loops.Unroll, 1+r.IntN(5), name())
	}
	if some(2) {
		take(loops.Split, 0, name())
	}
	if some(2) {
		take(loops.Pack, 0, name())
	}
	if some(2) {
		take(loops.Stream, 0)
	}
	if some(4) {
		take(loops.Parallel, 0)
	}
}

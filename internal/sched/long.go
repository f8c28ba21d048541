package sched

import (
	"errors"
	"fmt"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/opt"
)

// What may be put together in any order along each row of a matrix,
//
//	for y { n := 0; for x { if a[y*w+x] > limit { n++ } }; out[y] = n }
//
// has the lanes along the rows where these are long (opt.AccumulateInside): with a row in each lane all that is loaded has to be gathered. Where they are short, putting
// partial results together takes longer than a row does, and several rows go side by side in lanes. How long they are is only known when the nest is started.

// longRows is that loop, and from how many iterations on it is long.
type longRows struct {
	loop  *ir.Op
	least int64
}

// alongRows has the loop inside decide which it is.
func (n *Nest) alongRows(t loops.Step) error {
	if err := n.needAll(); err != nil {
		return err
	}
	f, err := n.loopNamed(t.Loops[0])
	switch {
	case err != nil:
		return err
	case !n.own || t.Loops[0] == n.lane():
		return errors.New("it takes lanes along the last dimension")
	case n.staged:
		return errors.New("it is run together with others, by its rows")
	case len(n.flat)+len(n.lifted) > 0:
		return errors.New("a loop inside has become a dimension")
	case len(n.columns) > 0:
		return errColumns
	case !n.sameRange(f):
		return fmt.Errorf("%s: its range is not known ahead of the nest", f.Pos)
	}
	least := opt.Accumulates(f)
	if least == 0 {
		return fmt.Errorf("%s: it does more than to put together what may come in any order", f.Pos)
	}
	n.long = &longRows{f, least}
	return nil
}

// errRows: what is done row by row somewhere is in one piece.
var errRows = errors.New("a loop inside has the lanes where it is long")

// sameRange reports a loop that goes up by one, over a range that is known outside of the nest.
func (n *Nest) sameRange(f *ir.Op) bool {
	known := func(v *ir.Value) bool { return isConst(v) || !n.fast.Defines(v) }
	return f.Ints[0] == 1 && known(f.Args[0]) && known(f.Args[1])
}

// rowsToGather is the first of the loops inside, all over the same range, of which each only accumulates, and loads elements next to each other along it that are far from
// those of the next iteration around it; nil if there are others.
func (c *candidate) rowsToGather() *ir.Op {
	if c.rest > 0 || c.staged || c.inner || c.fast.Regions[0].Contains(func(o *ir.Op) bool { return o.Kind == ir.OpLoop }) {
		return nil
	}
	var first *ir.Op
	p := c.guard.space
	for _, f := range loopsIn(c.fast) {
		if f.Regions[0].Contains(isLoop) {
			continue
		}
		switch {
		case f.Mode != ir.Sequential || !c.sameRange(f) || first != nil && f.Args[1] != first.Args[1] || !p.farRows(f) || opt.Accumulates(f) == 0:
			return nil
		case first == nil:
			first = f
		}
	}
	return first
}

// farRows reports a loop whose loads go along memory, some of them from place to place with the last dimension, and those far.
func (p *space) farRows(f *ir.Op) bool {
	lane, index := lastParam(p.body), f.Regions[0].Params[0]
	far := false
	for _, a := range p.s.Accesses(f.Regions[0]) {
		along, linear := a.At.Coef(index)
		if a.Stores() || !linear || !unitOrNone(along) || p.opaque(a.At) {
			return false
		}
		if !a.At.Mentions(lane) {
			continue
		}
		across, linear := a.At.Coef(lane)
		if c, known := across.Const(); !linear || known && -maxNear <= c && c <= maxNear {
			return false
		}
		far = true
	}
	return far
}

// rowsOrLanes emits, behind the question how long the loop inside is, the nest row by row; the result is where to emit it in lanes.
func (s *scheduler) rowsOrLanes(b *ir.Builder, o *ir.Op, long *longRows, rows func(b *ir.Builder, o *ir.Op)) (lanes *ir.Builder) {
	copied, ends := ir.NewCloner().Op(o), long.loop.Args
	trips := b.Binary(ir.OpSub, outer(b, ends[1]), outer(b, ends[0]))
	branch := b.If(b.Compare(ir.OpGe, trips, b.Int(long.least)))
	then := b.In(branch.Regions[0])
	rows(then, copied)
	then.Yield()
	s.note(long.loop.Pos, "lanes along this loop where it has %d iterations or more", long.least)
	return b.In(branch.Regions[1])
}

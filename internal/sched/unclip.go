package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// A copy ends where the first of two slices does. Of those that go through a picture row by row, one is often a row, and the other all that is behind some place,
//
//	for y { copy(pad[(y+2)*pitch+2:], in[y*w:(y+1)*w]) }
//	=> for y { for x in [0, min(len(pad)-(y+2)*pitch-2, w)) { pad[(y+2)*pitch+2+x] = in[y*w+x] } }
//
// whose end moves with y, so that nobody knows how long rows are. Where it is never before that of the row, all rows have w elements:
//
//	=> for y { check w <= len(pad)-(y+2)*pitch-2; for x in [0, w) { ... } }
//
// The guard makes the check. Where it does not hold, the loop runs as written, to the end that it has.

// unclip has the loops inside of a loop's fast form end so, and gives the checks. What it computes ahead of the loop is emitted to ahead.
func unclip(o *ir.Op, ahead *ir.Builder) (checks []*ir.Op) {
	var s *analysis.Space
	for _, f := range loopsIn(o) {
		end := f.Args[1].Def
		if f.Ints[0] < 1 || end == nil || end.Kind != ir.OpMin || !end.Within(o) {
			continue
		}
		if s == nil {
			s = analysis.NewSpace()
		}
		for k, v := range end.Args {
			row, rest := s.Of(v), end.Args[1-k]
			if row.Any(o.Defines) || !s.Of(rest).Any(o.Defines) || !cutOff(s, o, rest) {
				continue
			}
			b := &ir.Builder{Region: ir.NewRegion(f.Parent.Parent), Pos: f.Pos}
			n := row.Emit(ahead, outside)
			check := b.Op(ir.OpCheckSlice, []*ir.Value{n, rest, rest})
			check.Ints = []int64{0}
			f.InsertBefore(b.Region.Take(0)...)
			f.SetArg(1, n)
			checks = append(checks, check)
			break
		}
	}
	return checks
}

// cutOff reports the length of a slice that is cut off somewhere in o: it is long, as a rule. (What else ends there, a window at the border of a picture, may well do so before its time.)
func cutOff(s *analysis.Space, o *ir.Op, v *ir.Value) bool {
	n := s.Of(v)
	return o.Regions[0].Contains(func(x *ir.Op) bool {
		return x.Kind == ir.OpCheckSlice && s.Sub(s.Of(x.Args[1]), s.Of(x.Args[0])).Equal(n)
	})
}

// orderUnclipped is orderOf for a loop whose loops inside end so; not ok if there are none.
func orderUnclipped(o *ir.Op) (order analysis.Order, ok bool) {
	trial := ir.NewCloner().Op(o)
	ahead := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	if len(unclip(trial, ahead)) == 0 {
		return order, false
	}
	hull := ahead.Region.Take(0)
	o.ReplaceBy(trial)
	trial.InsertBefore(hull...)
	order = analysis.In(analysis.NewSpace()).Reorder(trial)
	ir.RemoveOps(hull)
	trial.ReplaceBy(o)
	return order, order.Free
}

// orderOf is that of the loop, if need be with the loops inside unclipped.
func (l *freeLoop) orderOf(facts *analysis.Facts) analysis.Order {
	order := orderOf(facts, l.loop)
	if !order.Free && !l.inner {
		if other, ok := orderUnclipped(l.loop); ok {
			l.relies = true
			return other
		}
	}
	return order
}

// unclip has the loops inside the fast form end so, unless that has been found not to be for the guard to say.
func (l *freeLoop) unclip() {
	l.clips = nil
	if l.inner || l.clipped {
		return
	}
	b := &ir.Builder{Region: &ir.Region{}, Pos: l.loop.Pos}
	l.clips = unclip(l.fast, b)
	l.ahead = append(l.ahead, b.Region.Take(0)...)
}

// unclips reports that the guard makes all checks of that.
func (l *freeLoop) unclips() bool {
	made := l.guard.ops()
	return !slices.ContainsFunc(l.clips, func(o *ir.Op) bool { return !slices.Contains(made, o) })
}

package sched

import (
	"fmt"
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
)

// A loop inside may begin and end at places that move with the indices around it, both by the same: the window of a filter, from x-r to x+r. It then goes through its
// iterations by number, as many in each iteration of the nest, so that other steps know its range.

// shift is the step. It relies on bounds that don't come near the ends of what integers there are, where the program's loop runs otherwise.
func (n *Nest) shift(t loops.Step) error {
	l, err := n.find(t.Loops[0])
	if err != nil {
		return err
	}
	w := movingOf(n.fast, l)
	switch {
	case n.x != nil:
		return fmt.Errorf("%s: it comes before all that changes loops", l.Pos)
	case n.inner || w == nil:
		return fmt.Errorf("%s: it doesn't count up by one, from where and to where indices around it say, by the same", l.Pos)
	}
	w.apply(l)
	n.small = append(n.small, w.modest...)
	return nil
}

// apply has the loop go through its iterations by number. Where its range is clipped, some of those at its ends do nothing.
func (w *moving) apply(l *ir.Op) {
	b := &ir.Builder{Region: &ir.Region{}, Pos: l.Pos}
	trips, zero := w.trips.Emit(b, outside), b.Int(0)
	l.InsertBefore(b.Region.Take(0)...)
	body := l.Regions[0]
	was := body.Params[0]
	number := &ir.Value{Type: was.Type, Name: was.Name}
	at := b.Binary(ir.OpAdd, w.first.Emit(b, outside), number)
	var in *ir.Value
	for _, c := range w.clips {
		kind := ir.OpLt
		if c.low {
			kind = ir.OpGe
		}
		in = b.Join(ir.OpAnd, in, b.Compare(kind, b.Binary(ir.OpAdd, c.first.Emit(b, outside), number), c.end))
	}
	head := b.Region.Take(0)
	if in != nil {
		end := body.TakeLast()
		branch := b.If(in, ir.Types(l.Results)...)
		body.MoveTo(branch.Regions[0])
		b.In(branch.Regions[0]).Yield(end.Args...)
		b.In(branch.Regions[1]).Yield(body.Params[1:]...)
		b.Yield(branch.Results...)
		body.Append(b.Region.Take(0)...)
	}
	ir.ReplaceUses(body, was, at)
	body.SetParams(append([]*ir.Value{number}, body.Params[1:]...))
	body.Insert(0, head...)
	l.SetArgs(append([]*ir.Value{zero, trips}, l.Args[2:]...))
	l.Changed()
}

// shiftAll has all loops that are windows count from 0.
func (n *Nest) shiftAll() {
	for _, l := range loopsIn(n.fast) {
		if isWindow(n.fast, l) {
			n.Apply(loops.Step{Kind: loops.Shift, Loops: []string{indexName(l)}})
		}
	}
}

// hasWindows reports a nest with loops that are windows.
func hasWindows(o *ir.Op) bool {
	return slices.ContainsFunc(loopsIn(o), func(l *ir.Op) bool { return isWindow(o, l) })
}

// windowStep is how far a window moves from one iteration of a loop around it to the next for its inner part to be found (Pieces). What moves as far as it is long is a piece
// of something, of which the last may be shorter: lanes go along the loop then.
const windowStep = 1

// isWindow reports a loop inside around that moves in short steps.
func isWindow(around, l *ir.Op) bool {
	w := movingOf(around, l)
	return w != nil && !slices.ContainsFunc(w.first.Atoms(), func(v *ir.Value) bool {
		by, _ := w.first.Coef(v)
		c, known := by.Const()
		return analysis.CountsIn(around, v) && (!known || c > windowStep || c < -windowStep)
	})
}

// A moving loop is one as it can be shifted: its iterations have numbers from 0 to trips, and its index is first and the number.
type moving struct {
	trips, first analysis.Poly
	clips        []clipped
	modest       []*ir.Value // what must not come near the ends of what integers there are
}

// clipped is a condition for an iteration to be one of the loop as written: first and its number is at least end, or below it.
type clipped struct {
	low   bool
	first analysis.Poly
	end   *ir.Value
}

// movingOf is that of a loop in around, which begins and ends at sums of indices and of what is known outside, at the same distance from each other, but for what keeps it from
// going beyond the ends of something, as from max(x-r, 0) to min(x+r+1, w); nil: it isn't one.
func movingOf(around, l *ir.Op) *moving {
	if l.Ints[0] != 1 {
		return nil
	}
	inside := func(v *ir.Value) bool { return around.Defines(v) }
	lo, hi := l.Args[0], l.Args[1]
	if !inside(lo) && !inside(hi) || isConst(lo) && isConst(hi) {
		return nil
	}
	r := &reader{s: analysis.NewSpace()}
	w := &moving{first: r.modestly(lo)}
	w.trips = r.s.Sub(r.modestly(hi), w.first)
	if !w.first.Any(inside) && !r.s.Of(hi).Any(inside) {
		return nil
	}
	ends := []*ir.Value{lo, hi}
	for _, low := range []bool{true, false} {
		ends = append(ends, w.unclip(r, low, inside)...)
	}
	if w.trips.Any(inside) || len(w.clips) > 0 && !analysis.Straight(l) {
		return nil
	}
	for k := range w.clips {
		if c := &w.clips[k]; !c.low { // the last number is below trips
			c.first = r.s.Sub(c.first, w.trips)
		}
	}
	return w.relies(r, around, ends)
}

// unclip takes a maximum that the loop begins at, or a minimum that it ends at, for what moves in it; the other is a condition. The result is what it was.
func (w *moving) unclip(r *reader, low bool, inside func(*ir.Value) bool) (ends []*ir.Value) {
	kind, sign := ir.OpMin, int64(1)
	if low {
		kind, sign = ir.OpMax, -1
	}
	at := slices.IndexFunc(w.trips.Atoms(), func(v *ir.Value) bool {
		by, _ := w.trips.Coef(v)
		c, known := by.Const()
		return inside(v) && v.Def != nil && v.Def.Kind == kind && v.Type == ir.TI64 && known && c == sign
	})
	if at < 0 {
		return nil
	}
	m := w.trips.Atoms()[at]
	moves, end := m.Def.Args[0], m.Def.Args[1]
	if inside(end) && !isConst(end) {
		moves, end = end, moves
	}
	if inside(end) && !isConst(end) {
		return nil
	}
	p := r.but(moves)
	more := r.s.Sub(p, r.s.Atom(m))
	if low {
		w.first = r.s.Add(w.first, more)
		w.trips = r.s.Sub(w.trips, more)
	} else {
		w.trips = r.s.Add(w.trips, more)
	}
	w.clips = append(w.clips, clipped{low, p, end})
	return []*ir.Value{m, end}
}

// relies adds what the loop relies on; nil: no guard can ask for that.
func (w *moving) relies(r *reader, around *ir.Op, ends []*ir.Value) *moving {
	unknown := func(v *ir.Value) bool { return around.Defines(v) && !analysis.CountsIn(around, v) }
	if w.first.Any(func(v *ir.Value) bool { return unknown(v) && !slices.Contains(ends, v) }) {
		return nil
	}
	for _, v := range append(r.modest, ends...) {
		if p := r.s.Of(v); !p.Any(unknown) {
			if around.Defines(v) { // what is known outside is among what those inside are computed from
				w.modest = append(w.modest, v)
			}
		} else if p.Any(func(v *ir.Value) bool { return unknown(v) && !slices.Contains(ends, v) }) {
			return nil
		} // else it lies between others
	}
	return w
}

// reader reads the bounds of loops as the program's author means them, who doesn't think of the ends of what integers there are: min(x, MaxInt-1) is x, and how often a loop runs
// with k <= x, whatever wraps around (opt/counted_trips.go), is what is left without that.
type reader struct {
	s      *analysis.Space
	modest []*ir.Value // provided that these are nowhere near there
	runs   bool        // and that the loop runs at all
}

// nearEnd is where the ends begin.
const nearEnd = 1 << 61

func (r *reader) modestly(v *ir.Value) analysis.Poly {
	p := r.s.Of(v)
	for _, a := range p.Atoms() {
		coef, linear := p.Coef(a)
		c, known := coef.Const()
		if q, ok := r.atom(a); ok && linear && known {
			q, _ = r.s.Mul(q, analysis.Const(c))
			p = r.s.Add(p.Without(a), q)
		}
	}
	return p
}

// atom is what a bound is where it is computed around the ends; not ok: it isn't.
func (r *reader) atom(v *ir.Value) (p analysis.Poly, ok bool) {
	o := v.Def
	switch {
	case o == nil:
	case o.Kind == ir.OpMin && v.Type == ir.TI64:
		for k, a := range o.Args {
			if c, ok := a.ConstInt(); ok && c >= nearEnd {
				return r.but(o.Args[1-k]), true
			}
		}
	case o.Kind == ir.OpSelect && o.Args[0].Def != nil:
		cond := o.Args[0].Def
		if len(cond.Args) != 2 || cond.Args[0].Type != ir.TI64 {
			break
		}
		x, y := cond.Args[0], cond.Args[1]
		if c, ok := y.ConstInt(); ok && cond.Kind == ir.OpEq && (c >= nearEnd || c <= -nearEnd) {
			r.modest = append(r.modest, x)
			return r.modestly(o.Args[2]), true
		}
		by := int64(0)
		if zero, ok := o.Args[2].ConstInt(); !ok || zero != 0 || cond.Kind != ir.OpLe && cond.Kind != ir.OpLt {
			break
		} else if cond.Kind == ir.OpLe {
			by = 1
		}
		trips := r.s.Add(r.s.Sub(r.but(y), r.but(x)), analysis.Const(by)) // not above 0 where it isn't so
		was := r.runs
		r.runs = true
		ok := r.modestly(o.Args[1]).Equal(trips)
		r.runs = was
		return trips, ok
	case o.Kind == ir.OpConv && r.runs:
		return r.atom(o.Args[0])
	case o.Kind == ir.OpMin && v.Type == ir.TU64 && r.runs:
		for k, a := range o.Args {
			if c, ok := a.IsConst(); ok && c >= nearEnd && o.Args[1-k].Def != nil && o.Args[1-k].Def.Kind == ir.OpConv {
				return r.modestly(o.Args[1-k].Def.Args[0]), true
			}
		}
	}
	return p, false
}

// but is v, provided that it is nowhere near the ends.
func (r *reader) but(v *ir.Value) analysis.Poly {
	r.modest = append(r.modest, v)
	return r.modestly(v)
}

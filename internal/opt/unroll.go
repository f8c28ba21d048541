package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// maxUnrolled is the most operations that a loop may become: those of a filter of 7 x 7 coefficients.
const maxUnrolled = 512

// maxStoring is the most iterations of a loop that is written out although it stores: those over the components of a pixel or a point.
const maxStoring = 8

// Unroll writes out loops of few iterations in the bodies of patterns and of other loops: sums over the taps of a filter, say. What follows then sees straight-line
// code, whose indices are those of the loops around and constants: checks that hold for all iterations, rows that share loads, coefficients in registers.
// Loops that store to memory that others see are left alone, unless they are very short, or most of them is evaluated away: their iterations may yet become lanes.
func Unroll(f *ir.Func) bool {
	return unrollIn(analysis.NewSpace(), f.Body, false, false)
}

// UnrollBody does so in the body of a loop.
func UnrollBody(r *ir.Region) bool { return unrollIn(analysis.NewSpace(), r, true, false) }

// unrollIn unrolls the loops of a region, inner ones first, but for those that fit written out with all that are inside: there the outer ones are first, as the bounds of
// inner ones may depend on them. If all is set, the region is what has become of such a loop.
func unrollIn(s *analysis.Space, r *ir.Region, inLoop, all bool) (changed bool) {
	var rep ir.Replacer
	out := make([]*ir.Op, 0, len(r.Ops))
	for _, o := range r.Ops {
		rep.Op(o)
		results := o.Results
		whole, inside := unrolls(s, o, inLoop, all), false
		if !whole {
			around := inLoop || o.Kind.Has(ir.Loop)
			for _, in := range o.Regions {
				inside = unrollIn(s, in, around, all) || inside
			}
			changed = changed || inside
		}
		if inLoop && fewMoved(o) {
			changed = true
			out = append(out, moved(o)...)
			continue
		}
		fits := whole
		if inLoop && !whole {
			if w := clipped(s, o); w != nil && unrolls(s, w, true, false) {
				o, fits = w, true
			} else {
				fits = inside && unrolls(s, o, true, all) // now that those inside are
			}
		}
		if !fits {
			out = append(out, o)
			continue
		}
		changed = true
		body := ir.NewRegion(r.Parent)
		(&ir.Builder{Region: body, Pos: o.Pos}).Yield(unrolled(body, o, s.TripCount(o))...)
		if whole {
			unrollIn(s, body, true, true)
		}
		for i, v := range body.TakeLast().Args {
			rep.Replace(results[i], v)
		}
		out = append(out, body.Ops...)
	}
	r.SetOps(out)
	rep.Apply(r)
	return changed
}

// unrolls reports whether a loop, with the loops inside, runs few enough iterations to write them out; of what has been written out that is known. Where no loop is around it,
// its iterations may become lanes, so that more has to be evaluated away than stays.
func unrolls(s *analysis.Space, o *ir.Op, inLoop, all bool) bool {
	if o.Kind != ir.OpFor || !inLoop && len(o.Results) == 0 || s.TripCount(o) < 0 {
		return false
	}
	if all {
		return true
	}
	w := writtenOut{s: s, known: map[*ir.Value]bool{}}
	size, gone := w.loop(o)
	return size >= 0 && (inLoop || gone > size)
}

// writtenOut counts what becomes of loops.
type writtenOut struct {
	s     *analysis.Space
	loops []*ir.Op           // that are counted
	known map[*ir.Value]bool // what only constants and their indices take part in
	store bool               // one has been found to memory that others see
}

// loop counts the operations of a loop, of which an iteration has one at least, and apart from these those that nothing but a constant index takes part in.
// A negative size: it can't be written out.
func (w *writtenOut) loop(o *ir.Op) (size, gone int64) {
	trips := w.s.MostTrips(o)
	last := o.Regions[0].Terminator()
	if o.Mode != ir.Sequential || trips < 0 || last == nil || last.Kind != ir.OpYield {
		return -1, 0
	}
	w.loops = append(w.loops, o)
	if w.isKnown(o.Args[0]) {
		w.known[o.Regions[0].Params[0]] = true
	}
	before := w.store
	w.store = false
	size, gone = w.region(o.Regions[0])
	if size < 0 || trips > maxUnrolled/max(size, 1) || w.store && trips > maxStoring && gone <= size {
		return -1, 0
	}
	w.store = w.store || before
	return max(size, 1) * trips, gone * trips
}

// region counts those of a region in a loop that is to be written out.
func (w *writtenOut) region(r *ir.Region) (size, gone int64) {
	for _, o := range r.Ops {
		switch o.Kind {
		case ir.OpConst:
			continue
		case ir.OpMulti, ir.OpMake, ir.OpAlloca, ir.OpCallSym, ir.OpLoop, ir.OpReturn: // much work, another object each time, or another way out
			return -1, 0
		case ir.OpStore:
			root := o.Args[0].Root()
			w.store = w.store || root.Def == nil || root.Def.Kind != ir.OpAlloca
		case ir.OpFor:
			n, g := w.loop(o)
			if n < 0 {
				return -1, 0
			}
			size, gone = size+n, gone+g
			continue
		}
		if slices.Contains(w.loops, o.Target) {
			return -1, 0
		}
		if w.goes(o) {
			gone++
		} else {
			size++
		}
		for _, in := range o.Regions {
			n, g := w.region(in)
			if n < 0 {
				return -1, 0
			}
			size, gone = size+n, gone+g
		}
	}
	return size, gone
}

// goes reports an operation that is evaluated away where the indices are known, and notes its result if that is known then.
func (w *writtenOut) goes(o *ir.Op) bool {
	unknown := slices.ContainsFunc(o.Args, func(v *ir.Value) bool { return !w.isKnown(v) })
	switch {
	case o.Kind.Has(ir.Pure) && len(o.Results) == 1 && (!unknown || w.ofIndices(o.Results[0])):
		w.known[o.Results[0]] = true
		return true
	case o.Kind == ir.OpSelect:
		return w.isKnown(o.Args[0])
	}
	return o.Kind.Has(ir.Check) && !unknown
}

func (w *writtenOut) isKnown(v *ir.Value) bool {
	_, isConst := v.IsConst()
	return isConst || w.known[v]
}

// ofIndices reports x+i - x, say.
func (w *writtenOut) ofIndices(v *ir.Value) bool {
	return v.Type == ir.TI64 && len(w.known) > 0 && !w.s.Of(v).Any(func(a *ir.Value) bool { return !w.known[a] })
}

// fewMoved reports a move of a few scalars.
func fewMoved(o *ir.Op) bool {
	if o.Kind != ir.OpMove {
		return false
	}
	n, ok := o.Args[2].ConstInt()
	return ok && n <= maxStoring && o.Args[0].Type.Elem.IsScalar()
}

// moved loads and stores what a move is about: all is read before anything is written.
func moved(o *ir.Op) []*ir.Op {
	b := &ir.Builder{Region: ir.NewRegion(o.Parent.Parent), Pos: o.Pos}
	n, _ := o.Args[2].ConstInt()
	var vals []*ir.Value
	for i := range n {
		vals = append(vals, b.Load(o.Args[1], b.Int(i), nil))
	}
	for i, v := range vals {
		b.Store(o.Args[0], b.Int(int64(i)), v, nil)
	}
	return b.Region.Take(0)
}

// unrolled appends a loop's iterations to r, and gives its results.
func unrolled(r *ir.Region, o *ir.Op, trips int64) []*ir.Value {
	b := &ir.Builder{Region: r, Pos: o.Pos}
	body := o.Regions[0]
	last := len(body.Ops) - 1
	state := o.Args[2:]
	for k := range trips {
		c := ir.NewCloner()
		if lo, ok := o.Args[0].ConstInt(); ok {
			c.Map(body.Params[0], b.Int(lo+k*o.Ints[0]))
		} else {
			c.Map(body.Params[0], b.Binary(ir.OpAdd, o.Args[0], b.Int(k*o.Ints[0])))
		}
		c.MapAll(body.Params[1:], state)
		c.Into(r, body.Ops[:last])
		state = c.Args(body.Ops[last].Args)
	}
	return state
}

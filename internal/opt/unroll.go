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
// Loops that store to memory that others see are left alone, unless they are very short: their iterations may yet become lanes.
func Unroll(f *ir.Func) bool {
	return unrollIn(analysis.NewSpace(), f.Body, false)
}

// UnrollBody does so in the body of a loop.
func UnrollBody(r *ir.Region) bool { return unrollIn(analysis.NewSpace(), r, true) }

// unrollIn unrolls the loops of a region, inner ones first.
func unrollIn(s *analysis.Space, r *ir.Region, inLoop bool) (changed bool) {
	var rep ir.Replacer
	out := make([]*ir.Op, 0, len(r.Ops))
	for _, o := range r.Ops {
		rep.Op(o)
		around := inLoop || o.Kind.Has(ir.Loop)
		for _, in := range o.Regions {
			changed = unrollIn(s, in, around) || changed
		}
		if inLoop && fewMoved(o) {
			changed = true
			out = append(out, moved(o)...)
			continue
		}
		results := o.Results
		trips, ok := fewTrips(s, o)
		if inLoop && !ok {
			if w := clipped(s, o); w != nil {
				if trips, ok = fewTrips(s, w); ok {
					o = w
				}
			}
		}
		if !inLoop || !ok {
			out = append(out, o)
			continue
		}
		changed = true
		body := ir.NewRegion(r.Parent)
		for i, v := range unrolled(body, o, trips) {
			rep.Replace(results[i], v)
		}
		out = append(out, body.Ops...)
	}
	r.SetOps(out)
	rep.Apply(r)
	return changed
}

// fewTrips is how often a loop runs, if that is a number small enough to write it out.
func fewTrips(s *analysis.Space, o *ir.Op) (trips int64, ok bool) {
	if o.Kind != ir.OpFor || o.Mode != ir.Sequential {
		return 0, false
	}
	trips = s.TripCount(o)
	if trips < 0 {
		return 0, false
	}
	size := writtenOut(s, o, trips <= maxStoring)
	return trips, size >= 0 && trips <= maxUnrolled/size
}

// writtenOut counts the operations of an iteration, of which there is at least one, without those that nothing but a constant index takes part in; negative:
// it can't be written out.
func writtenOut(s *analysis.Space, o *ir.Op, stores bool) (size int64) {
	last := o.Regions[0].Terminator()
	known := map[*ir.Value]bool{}
	if _, ok := o.Args[0].IsConst(); ok {
		known[o.Regions[0].Params[0]] = true
	}
	isKnown := func(v *ir.Value) bool {
		_, isConst := v.IsConst()
		return isConst || known[v]
	}
	ofIndex := func(v *ir.Value) bool { // x+i - x, say
		return v.Type == ir.TI64 && len(known) > 0 && !s.Of(v).Any(func(a *ir.Value) bool { return !known[a] })
	}
	possible := last != nil && last.Kind == ir.OpYield
	o.Regions[0].Walk(func(in *ir.Op) bool {
		switch in.Kind {
		case ir.OpConst, ir.OpYield:
		case ir.OpMulti, ir.OpMake, ir.OpAlloca, ir.OpCallSym, ir.OpLoop, ir.OpFor:
			possible = false // much work, or another object each time
		case ir.OpStore:
			root := in.Args[0].Root()
			possible = possible && (stores || root.Def != nil && root.Def.Kind == ir.OpAlloca)
		}
		if in.Target == o || in.Kind == ir.OpReturn {
			possible = false
		}
		switch {
		case in.Kind.Has(ir.Pure) && len(in.Results) == 1 && (!slices.ContainsFunc(in.Args, func(v *ir.Value) bool { return !isKnown(v) }) || ofIndex(in.Results[0])):
			known[in.Results[0]] = true
		case in.Kind == ir.OpSelect && isKnown(in.Args[0]), in.Kind.Has(ir.Check) && !slices.ContainsFunc(in.Args, func(v *ir.Value) bool { return !isKnown(v) }):
		default:
			size++
		}
		return possible
	})
	if !possible {
		return -1
	}
	return max(size, 1)
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

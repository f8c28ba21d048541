package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Closed makes functions of the index of integers that a counted loop carries and each iteration adds the same to: begin + i*d. Such a value needs no other
// iteration; as an index it is one that is seen through. (Nothing is lost where it wraps around: the product does as well.) Behind the loop it follows from
// the number of iterations. A loop in steps that don't divide what is added counts in steps of one first: i += 4 beside o += 6.
func Closed(f *ir.Func) bool {
	c := closer{exits: analysis.ExitsOf(f.Body), ranges: analysis.NewRanges()}
	c.region(f.Body)
	return c.changed
}

type closer struct {
	exits   map[*ir.Op]*analysis.Exits
	ranges  *analysis.Ranges
	changed bool
}

func (c *closer) region(r *ir.Region) {
	var rep ir.Replacer
	var out []*ir.Op
	for _, o := range r.Ops {
		rep.Op(o)
		for _, in := range o.Regions {
			c.region(in) // inner loops first: what they carry on may then be closed as well
		}
		if o.Kind != ir.OpFor {
			out = append(out, o)
			continue
		}
		b := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: o.Pos}
		for k := len(o.Results) - 1; k >= 0; k-- {
			d, ok := c.added(o, k)
			if !ok {
				continue
			}
			out = append(out, takeInvariant(d.by, o)...)
			if !fits(d, o.Ints[0]) {
				ahead := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: o.Pos}
				switch {
				case countable(c.ranges, o):
				case countableTo(c.ranges, o):
					o.SetArg(1, ahead.Binary(ir.OpMin, ahead.Binary(ir.OpMax, o.Args[1], o.Args[0]), ahead.Int(analysis.MaxCount)))
				default:
					continue
				}
				stepByOne(ahead, o)
				out = append(out, ahead.Region.Take(0)...)
			}
			c.close(b, o, k, d, &rep)
		}
		up := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: o.Pos}
		if c.countUp(up, o) {
			c.changed = true
			out = append(out, up.Region.Take(0)...)
		}
		out = append(append(out, o), b.Region.Take(0)...)
	}
	r.SetOps(out)
	rep.Apply(r)
}

// addend is what is added to something, or taken from it.
type addend struct {
	by    *ir.Value
	minus bool
}

// countable reports a loop whose iterations can be counted with nothing wrapping around.
func countable(ranges *analysis.Ranges, o *ir.Op) bool {
	return ranges.Of(o.Args[0]).Within(-analysis.MaxCount/2, analysis.MaxCount/2) && ranges.Of(o.Args[1]).Within(-analysis.MaxCount/2, analysis.MaxCount/2) &&
		-analysis.MaxStep <= o.Ints[0] && o.Ints[0] <= analysis.MaxStep
}

// countableTo reports a loop whose iterations can be counted wherever it ends, if that is brought near to where loops end that anybody waits for.
func countableTo(ranges *analysis.Ranges, o *ir.Op) bool {
	return ranges.Of(o.Args[0]).Within(0, analysis.MaxCount/2) && 0 < o.Ints[0] && o.Ints[0] <= analysis.MaxStep
}

// stepByOne has a loop count its iterations from 0; b is ahead of it.
func stepByOne(b *ir.Builder, o *ir.Op) {
	lo, hi, step := o.Args[0], o.Args[1], o.Ints[0]
	distance, size := b.Binary(ir.OpSub, hi, lo), step
	if step < 0 {
		distance, size = b.Binary(ir.OpSub, lo, hi), -step
	}
	trips := b.Binary(ir.OpDiv, b.Binary(ir.OpAdd, distance, b.Int(size-1)), b.Int(size)) // none where that is negative
	body := o.Regions[0]
	in := &ir.Builder{Region: ir.NewRegion(o), Pos: o.Pos}
	i := body.Params[0]
	t := &ir.Value{Type: ir.TI64, Name: i.Name}
	at := in.Binary(ir.OpAdd, in.Binary(ir.OpMul, t, in.Int(step)), lo)
	ir.ReplaceUses(body, i, at)
	body.SetParams(append([]*ir.Value{t}, body.Params[1:]...))
	body.Insert(0, in.Region.Take(0)...)
	o.SetArg(0, b.Int(0))
	o.SetArg(1, trips)
	o.Ints = []int64{1}
	o.Changed()
}

// fits reports what is added in each iteration that is so much for each step, too.
func fits(d addend, step int64) bool {
	n, known := d.by.ConstInt()
	return step == 1 || step == -1 || known && n%step == 0
}

// added is what each iteration adds to the k-th value that loop o carries; not ok if that is nothing, or differs.
func (c *closer) added(o *ir.Op, k int) (d addend, ok bool) {
	e := c.exits[o]
	if t := o.Regions[0].Params[k+1].Type; e == nil || t != ir.TI64 && t != ir.TU64 || len(e.Breaks) > 0 {
		return d, false
	}
	for i, x := range e.Continues {
		next, ok := addedTo(x.Args[k], o.Regions[0].Params[k+1])
		if !ok || i > 0 && (next.minus != d.minus || !sameValue(next.by, d.by)) {
			return d, false
		}
		d = next
	}
	_, known := d.by.ConstInt()
	return d, known || invariant(d.by, o, 8)
}

// invariant reports a value that each iteration of o has alike: from ahead of it, or computed, in a few steps, from such.
func invariant(v *ir.Value, o *ir.Op, steps int) bool {
	if !inside(v, o) {
		return true
	}
	def := v.Def
	if _, known := v.IsConst(); known {
		return true
	}
	if def == nil || def.Parent != o.Regions[0] || steps == 0 {
		return false
	}
	switch def.Kind {
	case ir.OpDiv:
		if c, known := def.Args[1].ConstInt(); !known || c == 0 {
			return false
		}
		return invariant(def.Args[0], o, steps-1)
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpMin, ir.OpMax, ir.OpConv, ir.OpLen:
		return !slices.ContainsFunc(def.Args, func(a *ir.Value) bool { return !invariant(a, o, steps-1) })
	}
	return false
}

// takeInvariant takes the ops that compute an invariant out of o.
func takeInvariant(v *ir.Value, o *ir.Op) (ops []*ir.Op) {
	if _, known := v.ConstInt(); known {
		return nil // it is made anew
	}
	var take func(v *ir.Value)
	take = func(v *ir.Value) {
		if !inside(v, o) || slices.Contains(ops, v.Def) {
			return
		}
		for _, a := range v.Def.Args {
			take(a)
		}
		ops = append(ops, v.Def)
	}
	take(v)
	ir.RemoveOps(ops)
	return ops
}

// addedTo takes v apart into p and what is added.
func addedTo(v, p *ir.Value) (d addend, ok bool) {
	o := v.Def
	switch {
	case o == nil || o.Kind != ir.OpAdd && o.Kind != ir.OpSub:
		return d, false
	case o.Args[0] == p:
		return addend{o.Args[1], o.Kind == ir.OpSub}, true
	case o.Args[1] == p && o.Kind == ir.OpAdd:
		return addend{by: o.Args[0]}, true
	}
	return d, false
}

// close takes the k-th value out of the loop; b is behind it.
func (c *closer) close(b *ir.Builder, o *ir.Op, k int, d addend, rep *ir.Replacer) {
	c.changed = true
	body, init, step := o.Regions[0], o.Args[k+2], o.Ints[0]
	lo, hi := o.Args[0], o.Args[1]
	in := &ir.Builder{Region: ir.NewRegion(o), Pos: o.Pos}
	sum := func(b *ir.Builder, times, by *ir.Value, minus bool) *ir.Value { // of as many bits, whatever they mean
		t := init.Type
		by = b.Conv(by, ir.TI64)
		if times != nil {
			by = b.Binary(ir.OpMul, times, by)
		}
		kind := ir.OpAdd
		if minus {
			kind = ir.OpSub
		}
		return b.Conv(b.Binary(kind, b.Conv(init, ir.TI64), by), t)
	}
	steps := in.Binary(ir.OpSub, body.Params[0], lo) // times the step
	by, each, minus := d.by, d.by, d.minus
	if n, known := d.by.ConstInt(); known {
		by, each = b.Int(n), in.Int(n/step)
	} else if step < 0 {
		minus = !minus
	}
	v := sum(in, steps, each, minus)
	v.Name = body.Params[k+1].Name
	ir.ReplaceUses(body, body.Params[k+1], v)
	body.Insert(0, in.Region.Take(0)...)

	size, first, last := step, lo, hi
	if step < 0 {
		size, first, last = -step, hi, lo
	}
	times := b.Binary(ir.OpSub, b.Binary(ir.OpMax, last, first), first) // of a loop without iterations the ends may be any distance apart
	if size > 1 {
		times = b.Binary(ir.OpDiv, b.Binary(ir.OpAdd, times, b.Int(size-1)), b.Int(size))
	}
	n, known := d.by.ConstInt()
	if trips := analysis.TripCount(o); known && trips >= 0 { // which a loop around this one adds
		times, by = nil, b.Int(n*trips)
	}
	rep.Replace(o.Results[k], sum(b, times, by, d.minus))

	for _, x := range c.exits[o].Continues {
		x.RemoveArg(k)
	}
	o.RemoveArg(k + 2)
	o.RemoveResult(k)
	body.RemoveParam(k + 1)
}

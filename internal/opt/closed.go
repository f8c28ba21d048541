package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Closed makes functions of the index of integers that a counted loop carries and each iteration adds the same to: begin + i*d. Such a value needs no other
// iteration; as an index it is one that is seen through. (Nothing is lost where it wraps around: the product does as well.) Behind the loop it follows from
// the number of iterations.
func Closed(f *ir.Func) bool {
	c := closer{exits: analysis.ExitsOf(f.Body)}
	c.region(f.Body)
	return c.changed
}

type closer struct {
	exits   map[*ir.Op]*analysis.Exits
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
			if d, ok := c.added(o, k); ok {
				c.close(b, o, k, d, &rep)
			}
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

// added is what each iteration adds to the k-th value that loop o carries; not ok if that is nothing, differs, or doesn't fit the loop's steps.
func (c *closer) added(o *ir.Op, k int) (d addend, ok bool) {
	e := c.exits[o]
	if e == nil || o.Regions[0].Params[k+1].Type != ir.TI64 || len(e.Breaks) > 0 {
		return d, false
	}
	for i, x := range e.Continues {
		next, ok := addedTo(x.Args[k], o.Regions[0].Params[k+1])
		if !ok || i > 0 && (next.minus != d.minus || !sameValue(next.by, d.by)) {
			return d, false
		}
		d = next
	}
	n, known := d.by.ConstInt()
	return d, (known || !inside(d.by, o)) && (o.Ints[0] == 1 || o.Ints[0] == -1 || known && n%o.Ints[0] == 0)
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
	sum := func(b *ir.Builder, times, by *ir.Value, minus bool) *ir.Value {
		if by = b.Binary(ir.OpMul, times, by); minus {
			return b.Binary(ir.OpSub, init, by)
		}
		return b.Binary(ir.OpAdd, init, by)
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
	times := b.Binary(ir.OpMax, b.Binary(ir.OpSub, last, first), b.Int(0))
	if size > 1 {
		times = b.Binary(ir.OpDiv, b.Binary(ir.OpAdd, times, b.Int(size-1)), b.Int(size))
	}
	rep.Replace(o.Results[k], sum(b, times, by, d.minus))

	for _, x := range c.exits[o].Continues {
		x.RemoveArg(k)
	}
	o.RemoveArg(k + 2)
	o.RemoveResult(k)
	body.RemoveParam(k + 1)
}

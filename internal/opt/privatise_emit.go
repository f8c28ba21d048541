package opt

import (
	"fmt"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// emit puts the loop over private tables in front of the loop, which then does what is left.
func (p *privatiser) emit() {
	loop, r := p.loop, p.loop.Parent
	b := &ir.Builder{Region: ir.NewRegion(r.Parent), Pos: loop.Pos}
	lo, hi, inits := loop.Args[0], loop.Args[1], loop.Args[2:]
	least, most := p.ends()
	ok := b.Compare(ir.OpGe, b.Binary(ir.OpSub, most, least), b.Int(p.enough()))
	ok = b.Binary(ir.OpAnd, ok, b.Compare(ir.OpLt, least, most)) // the difference may have wrapped around
	for _, t := range p.tables {
		if t.bound == 0 && p.known(t.slice) == 0 {
			ok = b.Binary(ir.OpAnd, ok, b.Compare(ir.OpLe, b.Len(t.slice), b.Int(t.size)))
		}
	}
	for _, w := range p.rooms {
		ok = b.Binary(ir.OpAnd, ok, b.Compare(ir.OpGe, w.n, b.Int(w.size)))
	}
	for _, a := range p.apart {
		o := b.Op(ir.OpApart, a[:], ir.TBool)
		o.Ints = []int64{0, 0}
		ok = b.Binary(ir.OpAnd, ok, o.Result())
	}
	state := append([]*ir.Value{lo}, inits...)
	branch := b.If(ok, ir.Types(state)...)
	b.In(branch.Regions[1]).Yield(state...)
	in := b.In(branch.Regions[0])
	for _, t := range p.tables {
		p.fill(in, t)
	}
	done := p.main(in, lo, hi, state)
	for _, t := range p.tables {
		p.merge(in, t)
	}
	in.Yield(done...)
	loop.SetArgs(append([]*ir.Value{branch.Results[0], hi}, branch.Results[1:]...))
	loop.InsertBefore(b.Region.Ops...)
	for o := around(loop); o != nil; o = around(o) {
		if o.Mode == ir.InLanes {
			o.Mode = ir.Sequential // see outOfLanes
		}
	}
}

// fill makes a table's copies, one behind the other: an index then takes in which copy it is for as a constant, and they are merged in vectors.
func (p *privatiser) fill(b *ir.Builder, t *table) {
	a := b.Op(ir.OpAlloca, nil, ir.SliceOf(t.typ))
	a.Ints = []int64{p.entries(t)}
	a.SetNote(fmt.Sprintf("accumulates in %d private tables in turn", p.copies))
	t.private = a.Result()
	if bits, _ := ir.Neutral(t.kind, t.typ); bits != 0 {
		fill := b.For(b.Int(0), b.Int(a.Ints[0]), 1, nil)
		in := b.In(fill.Regions[0])
		in.Store(t.private, fill.Regions[0].Params[0], in.Const(t.typ, bits), nil)
		in.Yield()
	}
}

// main is the loop over the private tables. It gives the index and the carried values to go on with.
func (p *privatiser) main(b *ir.Builder, lo, hi *ir.Value, state []*ir.Value) []*ir.Value {
	step := p.loop.Ints[0]
	end := b.Binary(ir.OpSub, hi, b.Int(step*(p.times-1)))
	loop := b.For(lo, end, step*p.times, state)
	in := b.In(loop.Regions[0])
	params := loop.Regions[0].Params
	body := p.loop.Regions[0]
	carried := params[2:]
	for j := range p.times {
		i := params[0]
		if j > 0 {
			i = in.Binary(ir.OpAdd, i, in.Int(step*j))
		}
		c := &copier{p: p, j: j, main: loop, leave: append([]*ir.Value{i}, carried...), cl: ir.NewCloner()}
		c.cl.Map(body.Params[0], i)
		c.cl.MapAll(body.Params[1:], carried)
		c.ops(in, p.ops)
		carried = c.cl.Args(body.Terminator().Args)
	}
	in.Yield(append([]*ir.Value{in.Binary(ir.OpAdd, params[0], in.Int(step*p.times))}, carried...)...)
	return loop.Results
}

// copier copies the loop's body for iteration j of as many as there are tables.
type copier struct {
	p     *privatiser
	j     int64
	main  *ir.Op
	leave []*ir.Value // what the loop is left with where the iteration can't be done
	cond  *ir.Value   // under which what an arm does counts, which is done always
	cl    *ir.Cloner
}

func (c *copier) ops(b *ir.Builder, ops []*ir.Op) {
	for _, o := range ops {
		b.Pos = o.Pos
		u := slices.IndexFunc(c.p.updates, func(u *update) bool { return u.load == o || u.store == o })
		switch {
		case u >= 0:
			c.access(b, o, c.p.updates[u])
		case o.Kind.Has(ir.Check) && c.cond != nil: // made ahead
		case o.Kind.Has(ir.Check):
			c.check(b, o)
		case o.Kind == ir.OpIf && (c.cond != nil || slices.Contains(c.p.always, o)):
			c.arms(b, o)
		case len(o.Regions) > 0:
			n := b.Op(o.Kind, c.cl.Args(o.Args), ir.Types(o.Results)...)
			c.cl.Ops[o] = n
			c.cl.MapAll(o.Results, n.Results)
			for _, r := range o.Regions {
				n.AddRegion()
				c.ops(b.In(n.Regions[len(n.Regions)-1]), r.Ops)
			}
		default:
			c.op(b, o)
		}
	}
}

// op copies what has no regions.
func (c *copier) op(b *ir.Builder, o *ir.Op) {
	n := c.cl.Op(o)
	for _, u := range c.p.updates {
		for i, a := range o.Args {
			if u.op == o && a != u.load.Results[0] {
				bits, _ := ir.Neutral(o.Kind, a.Type)
				n.SetArg(i, c.chosen(b, n.Args[i], bits))
			}
		}
	}
	b.Insert(n)
}

// access copies an accumulation's load or store.
func (c *copier) access(b *ir.Builder, o *ir.Op, u *update) {
	t := u.table
	i := c.cl.Value(u.index)
	if bound := boundOf(u.index); bound == 0 || bound > t.size {
		i = c.chosen(b, i, 0)
	}
	i = b.Binary(ir.OpAdd, i, b.Int(c.j%c.p.copies*c.p.pitch(t)))
	if o.Kind == ir.OpLoad {
		c.cl.Map(o.Results[0], b.Load(t.private, i, nil))
	} else {
		b.Store(t.private, i, c.cl.Value(o.Args[2]), nil)
	}
}

// check leaves the loop where a check would fail.
func (c *copier) check(b *ir.Builder, o *ir.Op) {
	args := c.cl.Args(o.Args)
	zero := func() *ir.Value { return b.Const(args[0].Type, 0) }
	var ok *ir.Value
	switch o.Kind {
	case ir.OpCheckIndex:
		as := func(v *ir.Value) *ir.Value {
			if v.Type == ir.TU64 {
				return v
			}
			return b.Op(ir.OpBitcast, []*ir.Value{v}, ir.TU64).Result()
		}
		ok = b.Compare(ir.OpLt, as(args[0]), as(args[1]))
	case ir.OpCheckDiv:
		ok = b.Compare(ir.OpNe, args[0], zero())
	case ir.OpCheckShift:
		ok = b.Compare(ir.OpGe, args[0], zero())
	case ir.OpCheckPanic:
		ok = args[0]
	}
	branch := b.If(ok)
	b.In(branch.Regions[0]).Yield()
	b.In(branch.Regions[1]).Break(c.main, c.leave...)
}

// merge accumulates the copies in the table: in the entries that the loop has changed, since only these are the caller's to store to. The others may
// be in memory that can't be written, or be another goroutine's. An entry that was accumulated in, and whose copies come to nothing all the same,
// holds already what it should.
func (p *privatiser) merge(b *ir.Builder, t *table) {
	end := b.Int(t.size)
	if t.base == nil {
		end = b.Binary(ir.OpMin, b.Len(t.slice), end)
	}
	loop := b.For(b.Int(0), end, 1, nil)
	loop.Mode = ir.InLanes
	in := b.In(loop.Regions[0])
	i := loop.Regions[0].Params[0]
	v := in.Load(t.private, i, nil)
	for j := int64(1); j < p.copies; j++ {
		v = in.Binary(t.kind, v, in.Load(t.private, in.Binary(ir.OpAdd, i, in.Int(j*p.pitch(t))), nil))
	}
	bits, _ := ir.Neutral(t.kind, t.typ)
	changed := in.If(in.Compare(ir.OpNe, v, in.Const(t.typ, bits)))
	in.Yield()
	in = b.In(changed.Regions[0])
	if t.base != nil {
		i = in.Binary(ir.OpAdd, t.base, i)
	}
	in.Store(t.slice, i, in.Binary(t.kind, in.Load(t.slice, i, t.path), v), t.path)
	in.Yield()
	b.In(changed.Regions[1]).Yield()
}

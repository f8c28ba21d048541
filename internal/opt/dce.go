package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// DCE removes what is not needed: pure ops without uses, allocations that are never read and the stores to them, results and carried
// values that nothing needs. It marks from the ops with effects, so that cycles of values that only feed each other go, too (the
// sparse form of Cytron et al., "Efficiently computing static single assignment form", 1991, section 7.1). An endless loop is an effect.
func DCE(f *ir.Func) bool {
	values, ops := f.NumberAll()
	d := dce{
		exits:  analysis.ExitsOf(f.Body),
		live:   make([]bool, values),
		liveOp: make([]bool, ops),
		stores: map[*ir.Value][]*ir.Op{},
	}
	d.roots(f.Body)
	for len(d.work) > 0 {
		v := d.work[len(d.work)-1]
		d.work = d.work[:len(d.work)-1]
		d.visit(v)
	}
	for _, out := range d.sweep(f.Body) {
		d.changed = true
		out.RemoveOutput()
	}
	return d.changed
}

type dce struct {
	exits   map[*ir.Op]*analysis.Exits
	live    []bool                 // by value
	liveOp  []bool                 // by op: those with regions that must stay
	stores  map[*ir.Value][]*ir.Op // into allocations, which are needed only if the allocation is
	work    []*ir.Value
	changed bool
}

func (d *dce) mark(vs ...*ir.Value) {
	for _, v := range vs {
		if !d.live[v.ID] {
			d.live[v.ID] = true
			d.work = append(d.work, v)
		}
	}
}

// roots marks what the ops with effects in r need.
func (d *dce) roots(r *ir.Region) {
	for _, o := range r.Ops {
		switch {
		case o.Kind == ir.OpStore && analysis.Allocation(o.Args[0]) != nil:
			a := analysis.Allocation(o.Args[0])
			d.stores[a] = append(d.stores[a], o)
		case o.Kind == ir.OpCompact:
			d.op(o)
		case o.Kind.Has(ir.Check), o.Kind.Has(ir.Writes):
			d.mark(o.Args...)
			d.control(o)
		case o.Kind == ir.OpReturn, o.Kind == ir.OpFail, o.Kind == ir.OpUnreachable:
			d.mark(o.Args...)
			d.control(o)
		case o.Kind == ir.OpLoop:
			d.op(o)
		}
		for _, in := range o.Regions {
			d.roots(in)
		}
	}
}

// control marks the ops around o: whether and how often o is executed depends on them.
func (d *dce) control(o *ir.Op) {
	if p := around(o); p != nil {
		d.op(p)
	}
}

// op marks an op with regions as needed, and what its control flow depends on.
func (d *dce) op(o *ir.Op) {
	if d.liveOp[o.ID] {
		return
	}
	d.liveOp[o.ID] = true
	d.control(o)
	switch o.Kind {
	case ir.OpIf:
		d.mark(o.Args[0])
	case ir.OpFor:
		d.mark(o.Args[:2]...)
	case ir.OpMulti, ir.OpPipeline, ir.OpSweeps, ir.OpRelay:
		d.mark(o.Args...)
	case ir.OpCompact:
		d.mark(o.Args...)
		d.mark(o.Regions[0].Terminator().Args...)
	case ir.OpBlockReduce:
		d.mark(o.Args[:len(o.Args)-len(o.Results)]...)
		if mayPanic(o.Combine()) {
			d.mark(o.Results...)
		}
	case ir.OpReduce: // all of it or nothing, but for what a step of its own doesn't use
		n := len(o.IDs())
		d.mark(o.IDs()...)
		for _, r := range o.Regions {
			d.mark(r.Terminator().Args...)
			d.mark(r.Params[:n]...)
		}
		d.mark(o.Combine().Params...)
		if o.Step() == o.Combine() {
			d.mark(o.Values()...)
		}
	}
	// Exits decide what is executed between them and the op's end.
	if e := d.exits[o]; e != nil {
		for _, x := range e.Breaks {
			d.control(x)
		}
		for _, x := range e.Continues {
			d.control(x)
		}
	}
}

// mayPanic reports whether there is a check in r.
func mayPanic(r *ir.Region) bool {
	return r.Contains(func(o *ir.Op) bool { return o.Kind.Has(ir.Check) })
}

// visit marks what v is computed from.
func (d *dce) visit(v *ir.Value) {
	o := v.Def
	if o == nil {
		d.param(v)
		return
	}
	if len(o.Regions) == 0 {
		d.mark(o.Args...)
		d.control(o)
		for _, s := range d.stores[v] {
			d.mark(s.Args...)
			d.control(s)
		}
		return
	}
	d.op(o)
	switch o.Kind {
	case ir.OpMulti:
		d.output(v.GivenBy())
		for _, s := range d.stores[v] {
			d.mark(s.Args...)
			d.control(s)
		}
	case ir.OpIf, ir.OpBlock, ir.OpLoop:
		if e := d.exits[o]; e != nil {
			for _, x := range e.Breaks {
				d.mark(x.Args[v.Index])
			}
		}
	case ir.OpFor:
		d.carriedFor(o, v.Index)
	case ir.OpBlockReduce:
		d.group(o, v.Index)
	case ir.OpLaneReduce:
		d.mark(o.Args...)
		d.mark(o.Regions[0].Terminator().Args...)
	}
}

// output marks what an output takes.
func (d *dce) output(o *ir.Op) {
	if d.op(o); o.Makes() {
		d.mark(o.Args...)
	}
}

// param marks what a region's parameter may be.
func (d *dce) param(v *ir.Value) {
	o := v.Owner.Parent
	if o == nil {
		return
	}
	d.op(o)
	switch o.Kind {
	case ir.OpLoop:
		d.mark(o.Args[v.Index])
		if e := d.exits[o]; e != nil {
			for _, x := range e.Continues {
				d.mark(x.Args[v.Index])
			}
		}
	case ir.OpFor:
		if v.Index > 0 {
			d.carriedFor(o, v.Index-1)
		}
	case ir.OpReduce:
		if n := len(o.IDs()); v.Owner == o.Step() && v.Index >= n {
			d.mark(o.Args[v.Index-n])
		}
	case ir.OpBlockReduce:
		switch n := len(o.Results); {
		case v.Owner == o.Regions[1], v.Owner == o.Step() && v.Index < n:
			d.group(o, v.Index%n)
		case v.Owner == o.Step():
			d.mark(o.Regions[0].Terminator().Args[v.Index-n])
		}
	}
}

// carriedFor marks everything that belongs to carried value i of a for.
func (d *dce) carriedFor(o *ir.Op, i int) {
	d.mark(o.Results[i], o.Regions[0].Params[1+i], o.Args[2+i])
	if e := d.exits[o]; e != nil {
		for _, x := range e.Continues {
			d.mark(x.Args[i])
		}
		for _, x := range e.Breaks {
			d.mark(x.Args[i])
		}
	}
}

// groupOf gives the leaves [from, to) of the declared reduction that leaf i of a reduce belongs to, and its place among the groups.
func groupOf(o *ir.Op, i int) (from, to, group int) {
	for g, n := range o.Ints[1:] {
		to = from + int(n)
		if i < to {
			return from, to, g
		}
		from = to
	}
	return 0, len(o.Results), 0
}

// group marks everything that belongs to the reduction that leaf i is in.
func (d *dce) group(o *ir.Op, i int) {
	from, to, _ := groupOf(o, i)
	n := len(o.Results)
	for k := from; k < to; k++ {
		d.mark(o.Results[k], o.Args[len(o.Args)-n+k], o.Regions[1].Terminator().Args[k], o.Regions[1].Params[k], o.Regions[1].Params[n+k],
			o.Step().Terminator().Args[k], o.Step().Params[k])
		if len(o.Regions) == 2 {
			d.mark(o.Regions[0].Terminator().Args[k])
		}
	}
}

// needed reports whether o must stay.
func (d *dce) needed(o *ir.Op) bool {
	switch {
	case o.Kind.Has(ir.Terminator), o.Kind.Has(ir.Check), o.Kind == ir.OpStart:
		return true
	case o.Kind == ir.OpStore:
		a := analysis.Allocation(o.Args[0])
		return a == nil || d.live[a.ID]
	case o.Kind.Has(ir.Output), len(o.Regions) > 0:
		return d.liveOp[o.ID]
	case o.Kind.Has(ir.Writes):
		return true
	}
	for _, v := range o.Results {
		if d.live[v.ID] {
			return true
		}
	}
	return false
}

// sweep removes what isn't needed, but outputs, which say what the stores behind them store to: it lists those.
func (d *dce) sweep(r *ir.Region) (outputs []*ir.Op) {
	d.changed = r.Filter(func(o *ir.Op) bool { return o.Kind.Has(ir.Output) || d.needed(o) }) || d.changed
	for _, o := range r.Ops {
		if o.Kind.Has(ir.Output) && !d.needed(o) {
			outputs = append(outputs, o)
			continue
		}
		for _, in := range o.Regions {
			outputs = append(outputs, d.sweep(in)...)
		}
		d.shrink(o)
	}
	return outputs
}

// keep drops the elements of vs from place off on whose flag is not set.
func keep(vs []*ir.Value, off int, flags []bool) []*ir.Value {
	out := append([]*ir.Value(nil), vs[:off]...)
	for i, k := range flags {
		if k {
			out = append(out, vs[off+i])
		}
	}
	return out
}

// flags says which of vs are live, and whether all are.
func (d *dce) flags(vs []*ir.Value) (flags []bool, all bool) {
	flags, all = make([]bool, len(vs)), true
	for i, v := range vs {
		flags[i] = d.live[v.ID]
		all = all && flags[i]
	}
	return flags, all
}

// shrink drops the results and carried values of o that are not needed.
func (d *dce) shrink(o *ir.Op) {
	e := d.exits[o]
	if e == nil {
		e = &analysis.Exits{}
	}
	drop := func(xs []*ir.Op, flags []bool) {
		for _, x := range xs {
			x.SetArgs(keep(x.Args, 0, flags))
		}
	}
	switch o.Kind {
	case ir.OpIf, ir.OpBlock, ir.OpLoop, ir.OpFor:
		flags, all := d.flags(o.Results)
		if all {
			break
		}
		d.changed = true
		o.SetResults(keep(o.Results, 0, flags))
		drop(e.Breaks, flags)
		if o.Kind == ir.OpFor {
			drop(e.Continues, flags)
			o.SetArgs(keep(o.Args, 2, flags))
			o.Regions[0].SetParams(keep(o.Regions[0].Params, 1, flags))
		}
	case ir.OpBlockReduce:
		d.shrinkReduce(o)
	case ir.OpReduce:
		d.shrinkStep(o)
	}
	if o.Kind == ir.OpLoop {
		if flags, all := d.flags(o.Regions[0].Params); !all {
			d.changed = true
			o.SetArgs(keep(o.Args, 0, flags))
			o.Regions[0].SetParams(keep(o.Regions[0].Params, 0, flags))
			drop(e.Continues, flags)
		}
	}
}

func (d *dce) shrinkReduce(o *ir.Op) {
	flags, all := d.flags(o.Results)
	if all {
		return
	}
	d.changed = true
	groups := o.Ints[:1:1]
	for i := 0; i < len(flags); {
		_, to, g := groupOf(o, i)
		if flags[i] {
			groups = append(groups, o.Ints[1+g])
		}
		i = to
	}
	o.SetArgs(keep(o.Args, len(o.Args)-len(flags), flags))
	o.SetResults(keep(o.Results, 0, flags))
	combine, taken := o.Regions[1], flags // what of the body's values is taken
	combine.SetParams(keep(combine.Params, 0, append(flags[:len(flags):len(flags)], flags...)))
	if step := o.Step(); step != combine {
		taken, _ = d.flags(step.Params[len(flags):])
		step.SetParams(keep(step.Params, 0, append(flags[:len(flags):len(flags)], taken...)))
	}
	for k, r := range o.Regions {
		t := r.Terminator()
		if k == 0 {
			t.SetArgs(keep(t.Args, 0, taken))
		} else {
			t.SetArgs(keep(t.Args, 0, flags))
		}
	}
	o.Ints = groups
	if len(o.Results) > 0 {
		return
	}
	// Only checks are left.
	o.SetRegions(o.Regions[:1]...)
	o.Ints = []int64{1}
	o.SetKind(ir.OpFor)
}

// shrinkStep drops the values of a reduce, an output, that its step doesn't use.
func (d *dce) shrinkStep(o *ir.Op) {
	step := o.Step()
	if step == o.Combine() {
		return
	}
	n := len(o.IDs())
	flags, all := d.flags(step.Params[n:])
	if all {
		return
	}
	d.changed = true
	o.SetArgs(append(keep(o.Values(), 0, flags), o.IDs()...))
	step.SetParams(keep(step.Params, n, flags))
}

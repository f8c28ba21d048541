package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// ends emits what an iteration of a search finds out, without branches: whether it ends the loop. It may be one that comes behind the end.
type ends struct {
	*search
	b      *ir.Builder
	c      *ir.Cloner
	hit    *ir.Value
	widest int // bytes of what is loaded
}

// region emits a region of the loop where on holds, always if it is nil, and gives where control comes to its end.
func (e *ends) region(r *ir.Region, on *ir.Value) (*ir.Value, bool) {
	for _, o := range r.Ops[:len(r.Ops)-1] {
		ok := false
		switch {
		case o.Kind == ir.OpIf:
			on, ok = e.branch(o, on)
		case o.Kind == ir.OpLoad:
			ok = e.load(o)
		case o.Kind.Has(ir.Check):
			ok = e.check(o, on)
		case o.Kind == ir.OpDiv || o.Kind == ir.OpRem:
			if ok = o.Results[0].Type.IsFloat() || constant(o.Args[1]) && o.Args[1].Def.Bits != 0; ok {
				e.c.Into(e.b.Region, []*ir.Op{o})
			}
		case o.Kind == ir.OpTable:
			if ok = everyIndex(o); ok { // else its index is in range only where control comes here
				e.c.Into(e.b.Region, []*ir.Op{o})
			}
		case o.Kind == ir.OpConst || o.Kind.Has(ir.Pure) && len(o.Regions) == 0:
			e.c.Into(e.b.Region, []*ir.Op{o})
			ok = true
		}
		if !ok {
			return nil, false
		}
	}
	switch t := r.Terminator(); {
	case t.Kind == ir.OpYield:
		return on, true
	case t.Kind == ir.OpContinue && t.Target == e.loop:
		return e.b.Bool(false), true
	}
	return nil, false
}

// ends adds a reason to end the loop.
func (e *ends) ends(c, on *ir.Value) {
	if on != nil {
		c = e.b.Binary(ir.OpAnd, on, c)
	}
	e.hit = e.b.Join(ir.OpOr, e.hit, c)
}

// branch emits a branch, one of whose arms may leave the loop.
func (e *ends) branch(o *ir.Op, on *ir.Value) (*ir.Value, bool) {
	c := o.Args[0]
	for i, r := range o.Regions {
		if !e.leaves(r) {
			continue
		}
		if on != nil || !e.holdsFor(c, r == o.Regions[1]) { // where it holds the loop goes on
			v := e.c.Value(c)
			if i == 1 {
				v = e.b.Unary(ir.OpNot, v)
			}
			e.ends(v, on)
		}
		on, ok := e.region(o.Regions[1-i], on)
		if t := o.Regions[1-i].Terminator(); t.Kind == ir.OpYield {
			e.c.MapAll(o.Results, e.c.Args(t.Args))
		} else if len(o.Results) > 0 { // control does not come to what takes them
			return nil, false
		}
		return on, ok
	}
	return e.choice(o, on)
}

// choice emits a branch neither of whose arms leaves the loop.
func (e *ends) choice(o *ir.Op, on *ir.Value) (*ir.Value, bool) {
	c := e.c.Value(o.Args[0])
	var goes, to [2]*ir.Value
	for i, r := range o.Regions {
		to[i] = c
		if i == 1 {
			to[i] = e.b.Unary(ir.OpNot, c)
		}
		if on != nil {
			to[i] = e.b.Binary(ir.OpAnd, on, to[i])
		}
		ok := false
		if goes[i], ok = e.region(r, to[i]); !ok {
			return nil, false
		}
	}
	for k, v := range o.Results {
		var arms [2]*ir.Value
		for i, r := range o.Regions {
			if t := r.Terminator(); t.Kind == ir.OpYield {
				arms[i] = e.c.Value(t.Args[k])
			}
		}
		for i := range arms {
			if arms[i] == nil { // control does not come from there
				arms[i] = arms[1-i]
			}
		}
		if arms[0] == nil {
			return nil, false
		}
		e.c.Map(v, e.b.Select(c, arms[0], arms[1]))
	}
	if goes == to {
		return on, true
	}
	return e.b.Binary(ir.OpOr, goes[0], goes[1]), true
}

// leaves reports that control, where it comes to r, leaves the loop.
func (e *ends) leaves(r *ir.Region) bool {
	return endsLoop(r.Terminator(), e.loop) && r.Size() <= mostLeaving &&
		!r.Contains(func(x *ir.Op) bool { return x.Kind == ir.OpContinue && x.Target == e.loop })
}

// everyIndex reports a table that has a value for whatever its index, of a narrow type, can be.
func everyIndex(o *ir.Op) bool {
	c := o.Args[0].Def
	if c == nil || c.Kind != ir.OpConv {
		return false
	}
	from := c.Args[0].Type
	return from.IsInt() && !from.IsSigned() && from.Size() <= 2 && len(o.Table()) >= 1<<(8*from.Size())
}

// constant reports a value that is known.
func constant(v *ir.Value) bool { return v.Def != nil && v.Def.Kind == ir.OpConst }

// load emits a load. It may not touch what is out of range.
func (e *ends) load(o *ir.Op) bool {
	s, i := o.Args[0], o.Args[1]
	if inside(s, e.loop) || slices.ContainsFunc(o.Args[2:], func(v *ir.Value) bool { return !constant(v) }) {
		return false
	}
	e.widest = max(e.widest, o.Result().Type.Size())
	if step, ok := e.steps.of(i); ok {
		e.within(i, s, nil, step)
		e.c.Into(e.b.Region, []*ir.Op{o})
		return true
	}
	n := e.b.Conv(e.b.Len(s), ir.TU64)
	safe := e.b.If(e.b.Compare(ir.OpLt, e.b.Conv(e.c.Value(i), ir.TU64), n), o.Result().Type)
	in := e.b.In(safe.Regions[0])
	e.c.Into(in.Region, []*ir.Op{o})
	in.Yield(e.c.Value(o.Result()))
	out := e.b.In(safe.Regions[1])
	out.Yield(out.Const(o.Result().Type, 0))
	e.c.Map(o.Result(), safe.Results[0])
	return true
}

// check emits a check: where it fails, the loop ends.
func (e *ends) check(o *ir.Op, on *ir.Value) bool {
	switch o.Kind {
	case ir.OpCheckIndex:
		i, n := o.Args[0], o.Args[1]
		step, ok := e.steps.of(i)
		if ok && !inside(n, e.loop) && i.Type == ir.TI64 {
			e.within(i, nil, n, step)
			return true
		}
		c := e.b.Compare(ir.OpGe, e.b.Conv(e.c.Value(i), ir.TU64), e.b.Conv(e.c.Value(n), ir.TU64))
		e.ends(c, on)
		return true
	case ir.OpCheckDiv:
		d := e.c.Value(o.Args[0])
		e.ends(e.b.Compare(ir.OpEq, d, e.b.Const(d.Type, 0)), on)
		return true
	}
	return false
}

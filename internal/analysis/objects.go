package analysis

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Which slices may be of one object, when some are stored in others: rows in a table, tables in a table of tables? All slices that may be are in one
// class, and so is what may be stored in their elements; what comes from elsewhere, or goes there, is in the class of the outer world, which holds itself
// (Steensgaard, "Points-to Analysis in Almost Linear Time", POPL 1996). So rows of a table that a function has made, and filled with rows that it has
// made, are no rows of an argument.

// objects are the classes of a function's slices, by their roots.
type objects struct {
	of     map[*ir.Value]*object
	outer  *object
	stores map[*object][]*ir.Op // what stores slices, by the class of where it does
}

// object is a class; up leads to the one that it has become a part of, and holds is what may be stored in its elements.
type object struct{ up, holds *object }

var objectsFact = ir.NewFact(findObjects)

// objectsOf is what is known of a root's function; nil: it is in none.
func objectsOf(v *ir.Value) *objects {
	var f *ir.Func
	switch {
	case v.Def != nil:
		f = v.Def.Func()
	case v.Owner != nil:
		f = v.Owner.Func()
	}
	if f == nil {
		return nil
	}
	return objectsFact.Of(f)
}

func findObjects(f *ir.Func) *objects {
	x := &objects{of: map[*ir.Value]*object{}, outer: &object{}, stores: map[*object][]*ir.Op{}}
	x.outer.holds = x.outer
	for _, p := range f.Body.Params {
		x.same(p, nil)
	}
	var stores []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if x.op(o) {
			stores = append(stores, o)
		}
		return true
	})
	for target, e := range ExitsOf(f.Body) {
		x.control(target, e)
	}
	for _, o := range stores {
		at := x.class(o.Args[0])
		x.stores[at] = append(x.stores[at], o)
	}
	return x
}

// op puts an op's slices together as far as it may make them the same; it reports one that stores slices.
func (x *objects) op(o *ir.Op) bool {
	switch o.Kind {
	case ir.OpSlice, ir.OpReturn, ir.OpBreak, ir.OpContinue, ir.OpYield, ir.OpIf, ir.OpBlock, ir.OpZero: // roots are one anyway, nobody sees what is nil, and see control
		return false
	case ir.OpLoad:
		if v := o.Result(); v.Type.Kind == ir.Slice {
			x.join(x.class(v), x.held(x.class(o.Args[0])))
		}
		return false
	case ir.OpStore:
		if v := o.Args[2]; v.Type.Kind == ir.Slice {
			x.join(x.class(v), x.held(x.class(o.Args[0])))
			return true
		}
		return false
	case ir.OpMove:
		if o.Args[0].Type.Elem.HoldsSlices() {
			x.join(x.held(x.class(o.Args[0])), x.held(x.class(o.Args[1])))
			return true
		}
		return false
	case ir.OpLoop, ir.OpFor:
		arg, param := Carried(o)
		for k, p := range o.Regions[0].Params[param:] {
			x.same(p, o.Args[arg+k])
			if o.Kind == ir.OpFor {
				x.same(p, o.Results[k])
			}
		}
		return false
	}
	given := func(v *ir.Value) bool { return v.Type.Kind == ir.Slice && !IsFresh(v) }
	if o.Kind == ir.OpForeign || o.Kind == ir.OpCallSym || slices.ContainsFunc(o.Results, given) { // kernels store no slices, and so does nothing else
		for _, v := range slices.Concat(o.Args, o.Results) {
			x.same(v, nil)
		}
	}
	return false
}

// control puts together what goes into a region's values, and comes out of it.
func (x *objects) control(target *ir.Op, e *Exits) {
	for _, o := range e.Breaks {
		for k, a := range o.Args {
			if k < len(target.Results) {
				x.same(target.Results[k], a)
			}
		}
	}
	if len(e.Continues) == 0 {
		return
	}
	_, param := Carried(target)
	for _, o := range e.Continues {
		for k, a := range o.Args {
			x.same(target.Regions[0].Params[param+k], a)
		}
	}
}

// same puts two slices in one class; nil is the outer world.
func (x *objects) same(v, w *ir.Value) {
	switch {
	case v.Type.Kind != ir.Slice:
	case w == nil:
		x.join(x.class(v), x.outer)
	default:
		x.join(x.class(v), x.class(w))
	}
}

// class is that of a slice.
func (x *objects) class(v *ir.Value) *object {
	v = v.Root()
	c := x.of[v]
	if c == nil {
		c = &object{}
		x.of[v] = c
	}
	return c.top()
}

func (c *object) top() *object {
	for c.up != nil {
		c = c.up
	}
	return c
}

// held is what is in elements of a class.
func (x *objects) held(c *object) *object {
	if c = c.top(); c.holds == nil {
		c.holds = &object{}
	}
	return c.holds.top()
}

func (x *objects) join(c, d *object) {
	for {
		if c, d = c.top(), d.top(); c == d {
			return
		}
		if d == x.outer {
			c, d = d, c
		}
		d.up = c
		if d.holds == nil {
			return
		}
		if c.holds == nil {
			c.holds = d.holds
			return
		}
		c, d = c.holds, d.holds
	}
}

// apart reports roots that are of different objects.
func (x *objects) apart(a, b *ir.Value) bool {
	return x.of[a] != nil && x.of[b] != nil && x.class(a) != x.class(b)
}

// rows reports a table, or several, in which each place holds an object of its own: what the only store to them stores is made just for that.
func (x *objects) rows(table *ir.Value) bool {
	c := x.class(table)
	if c == x.outer.top() || len(x.stores[c]) != 1 {
		return false
	}
	st := x.stores[c][0]
	return st.Kind == ir.OpStore && st.Args[2].Def != nil && st.Args[2].Def.Kind == ir.OpMake && st.Args[2].Def.Parent == st.Parent
}

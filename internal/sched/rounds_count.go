package sched

import (
	"slices"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// counts gives the probe of a loop whose iterations depend on each other by sums of integers only, which decide neither what is added to them nor anything but places and
// values of stores; else nil. The probe is without checks of such places: that there is room is asked ahead of each round.
func (l *longLoop) counts(facts *analysis.Facts) (probe *ir.Op) {
	body := l.loop.Regions[0]
	t := &tainted{values: map[*ir.Value]bool{}}
	for _, p := range body.Params[1:] {
		t.values[p] = true
	}
	if !countsToEnd(l.loop) || !t.region(body) {
		return nil
	}
	for k, p := range body.Params[1:] {
		c := &carriedSum{param: p, kind: ir.OpAdd, chain: map[*ir.Value]bool{}}
		if !p.Type.IsInt() || !c.trace(body.Terminator().Args[k], t.values) {
			return nil
		}
		l.carries = append(l.carries, c)
	}
	kept := map[*ir.Op]bool{}
	for _, o := range t.effects {
		switch o.Kind {
		case ir.OpCheckIndex, ir.OpLe:
			c := l.sumOf(o.Args[0])
			if c == nil || c.adds < 0 || l.loop.Defines(o.Args[1]) {
				return nil
			}
			l.rooms = append(l.rooms, room{c, o.Args[1]})
		case ir.OpStore:
			if !t.values[o.Args[1]] {
				continue // a value
			}
			c := l.sumOf(o.Args[1])
			if c == nil || c.adds < 0 || !c.goesOn(o, l.loop) || len(o.Args) > 3 {
				return nil
			}
			kept[o] = true
		}
	}
	probe = l.probe()
	l.dropTainted(probe, t)
	if order := facts.Reorder(probe); !order.Free || !l.apart(&order.If, kept) {
		return nil
	}
	l.free = len(t.effects) == 0 && slices.ContainsFunc(l.touches, analysis.Access.Stores)
	if l.weight() > roundsLight {
		l.threads = 3
	}
	return probe
}

// tainted are values that depend on what the loop carries; effects are the ops that store them, or to places that they decide, or check them.
type tainted struct {
	values  map[*ir.Value]bool
	effects []*ir.Op
}

func (t *tainted) any(vs []*ir.Value) bool {
	return slices.ContainsFunc(vs, func(v *ir.Value) bool { return t.values[v] })
}

// region goes through r; false: what the loop carries decides something else.
func (t *tainted) region(r *ir.Region) bool {
	for _, o := range r.Ops {
		dirty := t.any(o.Args)
		switch {
		case shortOfRoom(o):
			if !dirty {
				return false // it is left for something else
			}
			t.effects = append(t.effects, o.Args[0].Def)
		case o.Kind == ir.OpIf:
			if dirty || !t.region(o.Regions[0]) || !t.region(o.Regions[1]) {
				return false
			}
			for k, v := range o.Results {
				for _, in := range o.Regions {
					t.values[v] = t.values[v] || t.values[in.Terminator().Args[k]]
				}
			}
		case o.Kind == ir.OpYield:
		case len(o.Regions) > 0 || o.Target != nil:
			touched := slices.ContainsFunc(o.Regions, func(in *ir.Region) bool { return in.Contains(func(x *ir.Op) bool { return t.any(x.Args) }) })
			if dirty || touched || o.Target != nil || o.Leaves() {
				return false
			}
		case !dirty:
		case o.Kind == ir.OpCheckIndex && !t.values[o.Args[1]], o.Kind == ir.OpStore && !t.values[o.Args[0]]:
			t.effects = append(t.effects, o)
		case o.Kind.Has(ir.Pure) && !o.Kind.Has(ir.Check) && o.Kind != ir.OpSlice:
			for _, v := range o.Results {
				t.values[v] = true
			}
		default:
			return false
		}
	}
	return true
}

// shortOfRoom reports a branch that leaves the loop where a count goes beyond a limit, as a loop that appends does, and does nothing else.
func shortOfRoom(o *ir.Op) bool {
	if o.Kind != ir.OpIf || len(o.Results) > 0 || len(o.Regions[0].Ops) != 1 || len(o.Regions[1].Ops) != 1 || o.Regions[1].Ops[0].Kind != ir.OpBreak {
		return false
	}
	c := o.Args[0].Def
	return o.Regions[0].Ops[0].Kind == ir.OpYield && c != nil && c.Kind == ir.OpLe
}

// countsToEnd reports a loop that runs to its end, or until there is no room.
func countsToEnd(loop *ir.Op) bool {
	ok := true
	loop.Regions[0].Walk(func(o *ir.Op) bool {
		if shortOfRoom(o) {
			return false
		}
		ok = ok && o.Kind != ir.OpReturn && (o.Target == nil || o.Target != loop && o.Target.Within(loop))
		return ok
	})
	return ok
}

// trace reports that v, which an iteration hands on, is what the last one has handed on, and more of one kind.
func (c *carriedSum) trace(v *ir.Value, tainted map[*ir.Value]bool) bool {
	found := ir.OpConst // none yet
	var trace func(v *ir.Value) bool
	trace = func(v *ir.Value) bool {
		if v == c.param || c.chain[v] {
			return true
		}
		o := v.Def
		if o == nil || !tainted[v] {
			return false
		}
		ok := false
		switch {
		case o.Kind == ir.OpIf:
			ok = trace(o.Regions[0].Terminator().Args[v.Index]) && trace(o.Regions[1].Terminator().Args[v.Index])
		case o.Kind == ir.OpSelect:
			ok = !tainted[o.Args[0]] && trace(o.Args[1]) && trace(o.Args[2])
		case o.Kind == ir.OpSub && (found == ir.OpConst || found == ir.OpAdd): // of what it adds up to, more is taken away
			found, c.adds = ir.OpAdd, -1
			ok = !tainted[o.Args[1]] && trace(o.Args[0])
		case o.Kind != ir.OpSub && anyOrder(o) && (found == ir.OpConst || found == o.Kind):
			found = o.Kind
			k := 0
			if tainted[o.Args[1]] {
				k = 1
			}
			ok = !tainted[o.Args[1-k]] && trace(o.Args[k])
			if one, known := o.Args[1-k].ConstInt(); !known || one != 1 {
				c.adds = -1
			} else if c.adds >= 0 {
				c.adds++
			}
		}
		c.chain[v] = ok
		return ok
	}
	ok := trace(v)
	if c.chain[c.param] = true; found != ir.OpConst {
		c.kind = found
	}
	if c.kind != ir.OpAdd {
		c.adds = -1
	}
	return ok
}

// nothing is what an operation makes no difference with.
func (c *carriedSum) nothing(b *ir.Builder) *ir.Value {
	bits, _ := ir.Neutral(c.kind, c.param.Type)
	return b.Const(c.param.Type, bits)
}

// sumOf is the sum of 64 bits that v is on the way through an iteration.
func (l *longLoop) sumOf(v *ir.Value) *carriedSum {
	for _, c := range l.carries {
		if c.chain[v] && v.Type == ir.TI64 {
			return c
		}
	}
	return nil
}

// goesOn reports that one is added to c for certain behind a store to where it points, in the same iteration: the next store goes elsewhere.
func (c *carriedSum) goesOn(store, loop *ir.Op) bool {
	at := store.Args[1]
	var least func(v *ir.Value) int64 // how much v is above at; below 0: that is not known
	least = func(v *ir.Value) int64 {
		if v == at {
			return 0
		}
		o := v.Def
		switch {
		case o == nil || !c.chain[v]:
		case o.Kind == ir.OpAdd:
			for _, a := range o.Args {
				if c.chain[a] {
					if n := least(a); n >= 0 {
						return n + 1
					}
				}
			}
		case o.Kind == ir.OpSelect:
			return min(least(o.Args[1]), least(o.Args[2]))
		case o.Kind == ir.OpIf:
			return min(least(o.Regions[0].Terminator().Args[v.Index]), least(o.Regions[1].Terminator().Args[v.Index]))
		}
		return -1
	}
	for r := store.Parent; ; r = r.Parent.Parent {
		if r.Parent == loop {
			return least(r.Terminator().Args[c.param.Index-1]) > 0
		}
		for k, v := range r.Parent.Results {
			if c.chain[v] {
				return least(r.Terminator().Args[k]) > 0
			}
		}
	}
}

// dropTainted takes the checks and stores that depend on what is carried out of the probe, which has all ops in the order in which the loop has them.
func (l *longLoop) dropTainted(probe *ir.Op, t *tainted) {
	checksAndStores := func(o *ir.Op) (ops []*ir.Op) {
		o.Regions[0].Walk(func(x *ir.Op) bool {
			if x.Kind == ir.OpStore || x.Kind.Has(ir.Check) {
				ops = append(ops, x)
			}
			return true
		})
		return ops
	}
	var drop []*ir.Op
	twins := checksAndStores(probe)
	for k, o := range checksAndStores(l.loop) {
		if slices.Contains(t.effects, o) && (o.Kind != ir.OpStore || t.values[o.Args[1]]) {
			drop = append(drop, twins[k])
		}
	}
	ir.RemoveOps(drop)
}

// apart asks that what is kept is stored to memory of its own; false: it isn't, or what the rounds need can't be told ahead of the loop.
func (l *longLoop) apart(needs *analysis.Condition, kept map[*ir.Op]bool) bool {
	for _, a := range l.touches {
		for _, b := range l.touches {
			switch {
			case !kept[a.Op] || b.Op == a.Op || b.OtherField(a) || analysis.Distinct(a.Root, b.Root):
			case b.Root != a.Root:
				needs.Add(&analysis.Condition{Apart: []analysis.Pair{{A: a.Root, B: b.Root, Cut: a.Cut() || b.Cut()}}})
			case !b.Stores() || l.sumOf(b.Op.Args[1]) == nil || l.sumOf(b.Op.Args[1]) != l.sumOf(a.Op.Args[1]) || a.Cut() || b.Cut():
				return false
			}
		}
	}
	if !l.loadsFirst(needs) {
		return false
	}
	l.guard.order = *needs
	return !needs.Mentions(func(v *ir.Value) bool { return l.loop.Defines(v) })
}

// loadsFirst asks that nothing that is loaded has been stored in the same iteration: the first pass stores nothing.
func (l *longLoop) loadsFirst(needs *analysis.Condition) bool {
	again := func(a, b *ir.Op) bool { // in one loop inside
		for o := a.Parent.Parent; o != l.loop; o = o.Parent.Parent {
			if (o.Kind == ir.OpFor || o.Kind == ir.OpLoop) && b.Within(o) {
				return true
			}
		}
		return false
	}
	for k, st := range l.touches {
		for j, a := range l.touches {
			switch {
			case !st.Stores() || a.Stores() || j < k && !again(st.Op, a.Op) || a.OtherField(st) || analysis.Distinct(a.Root, st.Root):
			case a.Root == st.Root:
				return false
			default:
				needs.Add(&analysis.Condition{Apart: []analysis.Pair{{A: st.Root, B: a.Root, Cut: st.Cut() || a.Cut()}}})
			}
		}
	}
	return true
}

// searches reports a loop that stores nothing.
func (l *longLoop) searches() bool {
	return !l.loop.Regions[0].Contains(func(o *ir.Op) bool {
		return o.Kind == ir.OpStore || o.Kind == ir.OpFor || o.Kind == ir.OpBlock || o.Kind == ir.OpContinue && o.Target == l.loop
	})
}

// heavy reports iterations that make up for a launch, even where there are few of them: one with lanes in order takes a call only.
func (l *longLoop) heavy() bool {
	body := l.loop.Regions[0]
	return body.Contains(isLoop) || body.Size() > roundsLight
}

// weight is the number of ops that the first pass has to do.
func (l *longLoop) weight() int {
	needed := map[*ir.Op]bool{}
	var need func(v *ir.Value)
	need = func(v *ir.Value) {
		o := v.Def
		if o == nil || needed[o] || !l.loop.Defines(v) {
			return
		}
		needed[o] = true
		for _, a := range o.Args {
			need(a)
		}
		for _, r := range o.Regions {
			for _, v := range r.Terminator().Args {
				need(v)
			}
		}
	}
	for _, v := range l.loop.Regions[0].Terminator().Args {
		need(v)
	}
	return len(needed)
}

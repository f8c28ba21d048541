package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// CarryKeys has loops that keep a place, and look up there what they compare, keep that as well:
//
//	for lo, hi, at0 (i, at) { a = x[i]; b = x[at]; c = a > b; yield c ? i : at }
//	=> for lo, hi, at0, x[at0] (i, at, best) { a = x[i]; c = a > best; yield c ? i : at, c ? a : best }
//
// What is looked up, and computed with it, has to be the same for the place as for the index that it takes, and in the loop nothing is stored. The first
// place is looked up ahead of the loop, if that runs at all, behind the checks that its first iteration would make before; after that, what
// is checked of the place has been checked of the index.
func CarryKeys(f *ir.Func) bool {
	var loops []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpFor && o.Mode == ir.Sequential {
			loops = append(loops, o)
		}
		return true
	})
	changed := false
	for _, l := range loops {
		if !onlyComputes(l.Regions[0], l) {
			continue
		}
		for k := range l.Results {
			if c := newKeyCarrier(l, k, f.Uses()); c != nil {
				c.rewrite()
				changed = true
			}
		}
	}
	return changed
}

// keyCarrier is a loop that keeps a place.
type keyCarrier struct {
	loop    *ir.Op
	at      *ir.Value // the parameter
	taken   taken     // what becomes of it
	compare *ir.Op
	side    int             // the operand of compare that is looked up there
	looking map[*ir.Op]bool // the ops that it takes
	checks  []*ir.Op        // of the place
	known   map[*ir.Value]bool
}

func newKeyCarrier(loop *ir.Op, k int, uses *ir.Uses) *keyCarrier {
	body := loop.Regions[0]
	c := &keyCarrier{loop: loop, at: body.Params[1+k], taken: taken{carried: k}, known: map[*ir.Value]bool{}}
	if c.taken.follow(loop, body.Terminator().Args[k], c.at, nil); len(c.taken.path) == 0 || uses.Count(c.at) == c.taken.kept {
		return nil
	}
	body.Walk(func(o *ir.Op) bool {
		if o.Kind < ir.OpEq || o.Kind > ir.OpGe || c.compare != nil || !c.decides(o) {
			return true
		}
		for side, v := range o.Args {
			c.looking = map[*ir.Op]bool{}
			if v != c.at && c.depends(v) && c.same(o.Args[1-side], v, 8) {
				c.compare, c.side = o, side
				break
			}
		}
		return true
	})
	if c.compare == nil || !c.alone(uses) || !c.checked() {
		return nil
	}
	return c
}

// decides reports that the place is taken only where a condition holds that has to do with the comparison.
func (c *keyCarrier) decides(compare *ir.Op) bool {
	var part func(v *ir.Value) bool
	part = func(v *ir.Value) bool {
		o := v.Def
		if o == compare || o == nil {
			return o != nil
		}
		return (o.Kind == ir.OpAnd || o.Kind == ir.OpOr || o.Kind == ir.OpNot) && slices.ContainsFunc(o.Args, part)
	}
	return slices.ContainsFunc(c.taken.path, func(s side) bool { return part(s.cond) })
}

// depends reports that v has to do with the place.
func (c *keyCarrier) depends(v *ir.Value) bool {
	if !insideOp(v.Def, c.loop) {
		return v == c.at
	}
	d, ok := c.known[v]
	if !ok {
		d = slices.ContainsFunc(v.Def.Args, c.depends)
		c.known[v] = d
	}
	return d
}

// same reports that v is for what is taken what w is for the place. It notes the ops of w.
func (c *keyCarrier) same(v, w *ir.Value, depth int) bool {
	if w == c.at {
		return v == c.taken.value
	}
	if v == w {
		return !c.depends(w)
	}
	p, q := v.Def, w.Def
	if depth == 0 || !insideOp(p, c.loop) || !insideOp(q, c.loop) {
		return false
	}
	if q.Kind != ir.OpLoad && !q.Kind.Has(ir.Pure) || !sameOp(p, q) {
		return false
	}
	c.looking[q] = true
	if c.sameArgs(p.Args, q.Args, depth) {
		return true
	}
	return q.Kind.Has(ir.Commutes) && c.sameArgs([]*ir.Value{p.Args[1], p.Args[0]}, q.Args, depth)
}

func (c *keyCarrier) sameArgs(v, w []*ir.Value, depth int) bool {
	for i := range v {
		if !c.same(v[i], w[i], depth-1) {
			return false
		}
	}
	return true
}

// sameOp reports ops, without regions, that give the same for the same operands.
func sameOp(p, q *ir.Op) bool {
	return p.Kind == q.Kind && p.Bits == q.Bits && len(p.Args) == len(q.Args) && slices.Equal(p.Ints, q.Ints) && slices.Equal(p.Table(), q.Table()) &&
		slices.EqualFunc(p.Results, q.Results, func(a, b *ir.Value) bool { return a.Type == b.Type })
}

// alone reports that the place is only kept, and looked up for the comparison; it lists the checks of it.
func (c *keyCarrier) alone(uses *ir.Uses) bool {
	n := c.taken.kept
	visit := func(v *ir.Value) bool {
		for _, u := range uses.Of(v) {
			switch {
			case c.looking[u] || u == c.compare:
			case u.Kind == ir.OpCheckIndex:
				if !slices.Contains(c.checks, u) {
					c.checks = append(c.checks, u)
				}
			case v != c.at:
				return false
			default:
				continue
			}
			for _, a := range u.Args {
				if a == c.at {
					n++
				}
			}
		}
		return true
	}
	visit(c.at)
	if n != uses.Count(c.at) {
		return false
	}
	for o := range c.looking {
		if c.depends(o.Results[0]) && !visit(o.Results[0]) {
			return false
		}
	}
	return true
}

// checked reports that each check of the place is made of the index before it is taken, and before the comparison in each iteration from the first.
func (c *keyCarrier) checked() bool {
	body := c.loop.Regions[0]
	for _, k := range c.checks {
		if k.Parent != body || body.Index(k) > body.Index(c.compare) { // which may stand in a branch, too
			return false
		}
		if !slices.ContainsFunc(body.Ops[:body.Index(c.compare)], func(o *ir.Op) bool {
			return sameOp(o, k) && c.sameArgs(o.Args, k.Args, 8)
		}) {
			return false
		}
	}
	return true
}

func (c *keyCarrier) rewrite() {
	loop, body := c.loop, c.loop.Regions[0]
	key := c.compare.Args[1-c.side]
	first := c.first()
	best := body.AddParam(key.Type, "best")
	loop.AddArgs(first)
	loop.AddResult(key.Type)
	last := body.Terminator()
	last.AddArgs(c.mirror(last.Args[c.taken.carried], key, best, len(c.taken.path)))
	c.compare.SetArg(c.side, best)
	ir.RemoveOps(c.checks)
}

// first emits what is looked up for the first place, ahead of the loop.
func (c *keyCarrier) first() *ir.Value {
	loop, body := c.loop, c.loop.Regions[0]
	v := c.compare.Args[c.side]
	b := &ir.Builder{Region: ir.NewRegion(loop.Parent.Parent), Pos: loop.Pos}
	runs := ir.OpLt
	if loop.Ints[0] < 0 {
		runs = ir.OpGt
	}
	branch := b.If(b.Compare(runs, loop.Args[0], loop.Args[1]), v.Type)
	b.In(branch.Regions[1]).Yield(b.In(branch.Regions[1]).Const(v.Type, 0))
	in := b.In(branch.Regions[0])
	cl := ir.NewCloner()
	cl.Map(body.Params[0], loop.Args[0])
	cl.MapAll(body.Params[1:], loop.Args[2:])
	if len(c.checks) > 0 { // all that the first iteration does before them
		cl.Into(in.Region, body.Ops[:body.Index(c.compare)])
	} else {
		c.clone(cl, in.Region, v)
	}
	in.Yield(cl.Value(v))
	ops := b.Region.Take(0)
	loop.InsertBefore(ops...)
	return branch.Results[0]
}

// clone computes v where cl's parameters are what they stand for.
func (c *keyCarrier) clone(cl *ir.Cloner, into *ir.Region, v *ir.Value) {
	if _, ok := cl.Values[v]; ok || !insideOp(v.Def, c.loop) {
		return
	}
	for _, a := range v.Def.Args {
		c.clone(cl, into, a)
	}
	cl.Into(into, []*ir.Op{v.Def})
}

// mirror makes of v, what becomes of the place behind so many decisions, what becomes of the key.
func (c *keyCarrier) mirror(v, key, best *ir.Value, left int) *ir.Value {
	if left == 0 {
		return key
	}
	s := c.taken.path[len(c.taken.path)-left]
	arm := 1
	if s.holds {
		arm = 0
	}
	if s.op.Kind == ir.OpSelect {
		args := []*ir.Value{s.cond, best, best}
		args[1+arm] = c.mirror(s.chosen(), key, best, left-1)
		o := s.op.Parent.NewOp(ir.OpSelect, s.op.Pos, args, key.Type)
		s.op.InsertAfter(o)
		return o.Results[0]
	}
	for i, r := range s.op.Regions {
		y := r.Terminator()
		w := best
		if i == arm {
			w = c.mirror(s.chosen(), key, best, left-1)
		}
		y.AddArgs(w)
	}
	return s.op.AddResult(key.Type)
}

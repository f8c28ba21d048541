package opt

import (
	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// Clean simplifies control flow. It cuts ops that are never reached, inlines blocks that nothing leaves early, ifs with a constant
// condition and loops that run once, and turns loops that never repeat into blocks. An if of which one arm leaves gets guard form:
//
//	if c { ...; break ^l } { A; yield x }; B    becomes    if c { ...; break ^l } { yield }; A; B
//
// so that A and B are straight code. Blocks and fors whose early exits are all in such guards become nests of ifs. Results that are
// the same by whichever way control comes, and carried values that never change, are replaced by that one value.
func Clean(f *ir.Func) bool {
	c := cleaner{before: analysis.ExitsOf(f.Body), live: map[*ir.Op]*analysis.Exits{}, fn: f}
	c.region(f.Body)
	return c.changed
}

type cleaner struct {
	fn      *ir.Func
	rep     ir.Replacer
	before  map[*ir.Op]*analysis.Exits // in the function as it was, dead ones included
	live    map[*ir.Op]*analysis.Exits // of what has been visited
	changed bool
}

// region cleans r and reports whether control may reach its yield.
func (c *cleaner) region(r *ir.Region) (falls bool) {
	ops := r.Take(0)
	r.Reserve(len(ops))
	for i, o := range ops {
		if c.op(r, o) {
			continue
		}
		if r.Terminator() == nil { // an endless loop: what follows is never reached
			c.deadEnd(r, ops[i+1:])
		} else if i < len(ops)-1 {
			c.changed = true
		}
		break
	}
	t := r.Terminator()
	return t != nil && t.Kind == ir.OpYield
}

// deadEnd ends a region whose end is never reached, where rest was before: with zeros for values.
func (c *cleaner) deadEnd(out *ir.Region, rest []*ir.Op) {
	last := rest[len(rest)-1]
	if p := out.Parent; p != nil && p.Kind == ir.OpMulti {
		c.deadBody(out, rest)
		analysis.AddExit(out, last, c.live)
		return
	}
	kind, target := ir.OpYield, (*ir.Op)(nil)
	var types []*ir.Type
	switch p := out.Parent; {
	case p == nil:
		kind, types = ir.OpReturn, c.fn.Results
	case p.Kind == ir.OpLoop:
		kind, target, types = ir.OpContinue, p, ir.Types(p.Args)
	case p.Kind == ir.OpIf || p.Kind == ir.OpBlock || p.Kind == ir.OpFor:
		types = ir.Types(p.Results)
	default: // a pattern, whose regions nothing can end but a yield
		types = ir.Types(last.Args)
	}
	c.rep.Op(last)
	if last.Kind == kind && last.Target == target && onlyZeros(rest[:len(rest)-1]) && onlyZeros(defs(last.Args)) { // it has been here before
		out.Append(rest...)
		analysis.AddExit(out, last, c.live)
		return
	}
	c.changed = true
	b := ir.NewBuilder(out)
	var zeros []*ir.Value
	for _, t := range types {
		k := ir.OpZero
		if t.IsScalar() {
			k = ir.OpConst
		}
		zeros = append(zeros, b.Op(k, nil, t).Result())
	}
	b.Pos = last.Pos
	end := b.Op(kind, zeros)
	if target != nil {
		end.SetTarget(target)
	}
	analysis.AddExit(out, end, c.live)
}

// deadBody is deadEnd for the body of a multi: its outputs stay.
func (c *cleaner) deadBody(out *ir.Region, rest []*ir.Op) {
	b := ir.NewBuilder(out)
	for _, o := range rest {
		if o.Kind.Has(ir.Output) {
			for k, v := range o.Values() {
				o.SetArg(k, b.Const(v.Type, 0))
			}
		}
		if o.Kind.Has(ir.Output) || o == rest[len(rest)-1] {
			c.rep.Op(o)
			out.Append(o)
			continue
		}
		c.changed = c.changed || !onlyZeros([]*ir.Op{o})
	}
}

// onlyZeros reports that ops do nothing but give zeros.
func onlyZeros(ops []*ir.Op) bool {
	for _, o := range ops {
		if o == nil || o.Kind != ir.OpZero && (o.Kind != ir.OpConst || o.Bits != 0) {
			return false
		}
	}
	return true
}

// defs are the ops that compute vs, nil for parameters.
func defs(vs []*ir.Value) []*ir.Op {
	ops := make([]*ir.Op, len(vs))
	for i, v := range vs {
		ops[i] = v.Def
	}
	return ops
}

// op cleans o into out and reports whether control goes on behind it.
func (c *cleaner) op(out *ir.Region, o *ir.Op) (falls bool) {
	c.rep.Op(o)
	switch o.Kind {
	case ir.OpIf:
		return c.ifOp(out, o)
	case ir.OpBlock:
		c.region(o.Regions[0])
		return c.block(out, o)
	case ir.OpLoop:
		return c.loop(out, o)
	case ir.OpFor:
		return c.forOp(out, o)
	}
	for _, r := range o.Regions {
		c.region(r)
	}
	out.Append(o)
	if !o.Kind.Has(ir.Terminator) {
		return true
	}
	analysis.AddExit(out, o, c.live)
	return false
}

// splice adds ops of a region that has been cleaned to out in place of an op, whose results become what the region yields.
func (c *cleaner) splice(out *ir.Region, results []*ir.Value, ops []*ir.Op) (falls bool) {
	c.changed = true
	last := len(ops) - 1
	if ops[last].Kind != ir.OpYield {
		out.Append(ops...)
		return false
	}
	out.Append(ops[:last]...)
	for i, v := range results {
		c.rep.Replace(v, ops[last].Args[i])
	}
	return true
}

func (c *cleaner) ifOp(out *ir.Region, o *ir.Op) (falls bool) {
	if bits, ok := o.Args[0].IsConst(); ok {
		arm := o.Regions[1-bits]
		c.region(arm)
		return c.splice(out, o.Results, arm.Take(0))
	}
	if d := o.Args[0].Def; d != nil && d.Kind == ir.OpNot {
		o.SetArg(0, d.Args[0])
		o.SetRegions(o.Regions[1], o.Regions[0])
		c.changed = true
	}
	fallsA := c.region(o.Regions[0])
	return c.arms(out, o, fallsA, c.region(o.Regions[1]))
}

// arms handles an if whose regions have been cleaned, and control may reach the end of the first, of the second.
func (c *cleaner) arms(out *ir.Region, o *ir.Op, fallsA, fallsB bool) (falls bool) {
	if fallsA && fallsB {
		return c.join(out, o)
	}
	a, b := o.Regions[0], o.Regions[1]
	stays := a // the arm whose ops go behind the if
	if fallsB || fallsA == fallsB && len(b.Ops) >= len(a.Ops) {
		stays = b
	}
	if len(stays.Ops) == 1 && stays.Ops[0].Kind == ir.OpYield && len(o.Results) == 0 {
		return c.guard(out, o)
	}
	ops := stays.Take(0)
	(&ir.Builder{Region: stays, Pos: o.Pos}).Yield()
	results := o.Results
	o.SetResults(nil)
	if !c.guard(out, o) {
		return false
	}
	return c.splice(out, results, ops)
}

// join handles an if both of whose arms go on behind it.
func (c *cleaner) join(out *ir.Region, o *ir.Op) bool {
	ya, yb := o.Regions[0].Terminator(), o.Regions[1].Terminator()
	for i := 0; i < len(o.Results); {
		v := c.merged(out, o, ya.Args[i], yb.Args[i])
		if v == nil {
			i++
			continue
		}
		c.rep.Replace(o.Results[i], v)
		c.dropResult(o, i, []*ir.Op{ya, yb})
	}
	if len(o.Results) == 0 && len(o.Regions[0].Ops) == 1 && len(o.Regions[1].Ops) == 1 {
		c.changed = true
		return true
	}
	out.Append(o)
	return true
}

// merged gives a value equal to a where o's condition holds and b where not, if that needs no control flow. It may add ops to out.
func (c *cleaner) merged(out *ir.Region, o *ir.Op, a, b *ir.Value) *ir.Value {
	if a == b {
		return a
	}
	ab, ca := a.IsConst()
	bb, cb := b.IsConst()
	if ca && cb && a.Type == b.Type && ab == bb {
		return c.constant(out, o, a.Type, ab)
	}
	if a.Type != ir.TBool {
		return nil
	}
	cond := o.Args[0]
	inA, inB := inside(a, o), inside(b, o)
	emit := func(k ir.OpKind, args ...*ir.Value) *ir.Value {
		return (&ir.Builder{Region: out, Pos: o.Pos}).Op(k, args, ir.TBool).Result()
	}
	switch {
	case ca && cb && ab == 1:
		return cond
	case ca && cb:
		return emit(ir.OpNot, cond)
	case cb && bb == 0 && !inA:
		return emit(ir.OpAnd, cond, a)
	case ca && ab == 1 && !inB:
		return emit(ir.OpOr, cond, b)
	case ca && ab == 0 && !inB:
		return emit(ir.OpAndNot, b, cond)
	case cb && bb == 1 && !inA:
		return emit(ir.OpOr, emit(ir.OpNot, cond), a)
	}
	return nil
}

func (c *cleaner) constant(out *ir.Region, o *ir.Op, t *ir.Type, bits uint64) *ir.Value {
	return (&ir.Builder{Region: out, Pos: o.Pos}).Const(t, bits)
}

// dropResult takes result i from o and the values for it from its exits.
func (c *cleaner) dropResult(o *ir.Op, i int, exits []*ir.Op) {
	c.changed = true
	o.RemoveResult(i)
	for _, e := range exits {
		e.RemoveArg(i)
	}
}

// liveExits are the exits of o that have been visited.
func (c *cleaner) liveExits(o *ir.Op) *analysis.Exits {
	if e := c.live[o]; e != nil {
		return e
	}
	return &analysis.Exits{}
}

// block handles a block whose region has been cleaned.
func (c *cleaner) block(out *ir.Region, o *ir.Op) (falls bool) {
	r := o.Regions[0]
	c.endIsYield(r, ir.OpBreak)
	breaks := 0 // yields aside
	for _, e := range c.liveExits(o).Breaks {
		if e.Kind == ir.OpBreak {
			breaks++
		}
	}
	if breaks > 0 && tailExits(r, o, ir.OpBreak) == breaks {
		exitsToIfs(r, o, ir.OpBreak)
		c.changed = true
		breaks = 0
	}
	if breaks == 0 {
		return c.splice(out, o.Results, r.Take(0))
	}
	c.sameResults(o, c.live[o].Breaks, nil)
	out.Append(o)
	return true
}

// endIsYield makes a yield of a break or continue that ends the very region that it leaves or repeats.
func (c *cleaner) endIsYield(r *ir.Region, kind ir.OpKind) {
	if t := r.Terminator(); t.Kind == kind && t.Target == r.Parent {
		t.SetTarget(nil)
		t.SetKind(ir.OpYield)
		c.changed = true
	}
}

// sameResults replaces results that all ways out of o give the same value, defined outside of o. With inits, those are ways, too.
func (c *cleaner) sameResults(o *ir.Op, ways []*ir.Op, inits []*ir.Value) {
	if len(ways) == 0 {
		return
	}
	for i := len(o.Results) - 1; i >= 0; i-- {
		v := ways[0].Args[i]
		if inits != nil {
			v = inits[i]
		}
		same := !inside(v, o)
		for _, w := range ways {
			same = same && w.Args[i] == v
		}
		if !same {
			continue
		}
		c.rep.Replace(o.Results[i], v)
		if inits == nil { // a for's results belong together with its carried values, which dce takes
			c.dropResult(o, i, ways)
		}
	}
}

// invariants replaces carried values that are the same in each iteration by their initial values.
func (c *cleaner) invariants(o *ir.Op) {
	e := c.before[o]
	if e == nil {
		return
	}
	arg, param := analysis.Carried(o)
	r := o.Regions[0]
	for i := len(r.Params) - param - 1; i >= 0; i-- {
		p, init := r.Params[param+i], o.Args[arg+i]
		same := true
		for _, t := range e.Continues {
			v := c.rep.Of(t.Args[i])
			same = same && (v == p || v == init)
		}
		if !same {
			continue
		}
		c.rep.Replace(p, init)
		if o.Kind == ir.OpLoop {
			o.RemoveArg(i)
			r.RemoveParam(i)
			for _, t := range e.Continues {
				t.RemoveArg(i)
			}
			c.changed = true
		}
	}
}

func (c *cleaner) loop(out *ir.Region, o *ir.Op) (falls bool) {
	c.invariants(o)
	c.region(o.Regions[0])
	live := c.liveExits(o)
	if len(live.Continues) == 0 { // never repeats
		r := o.Regions[0]
		substitute(r, r.Params, o.Args)
		r.SetParams(nil)
		o.Become(ir.OpBlock)
		c.changed = true
		return c.block(out, o)
	}
	c.sameResults(o, live.Breaks, nil)
	out.Append(o)
	return len(live.Breaks) > 0
}

func (c *cleaner) forOp(out *ir.Region, o *ir.Op) bool {
	trips := analysis.TripCount(o)
	if trips == 0 {
		for i, v := range o.Results {
			c.rep.Replace(v, o.Args[2+i])
		}
		c.changed = true
		return true
	}
	c.invariants(o)
	r := o.Regions[0]
	c.region(r)
	c.endIsYield(r, ir.OpContinue)
	live := c.liveExits(o)
	continues := 0 // yields aside
	for _, e := range live.Continues {
		if e.Kind == ir.OpContinue {
			continues++
		}
	}
	if continues > 0 && tailExits(r, o, ir.OpContinue) == continues {
		exitsToIfs(r, o, ir.OpContinue)
		c.changed = true
		out.Append(o)
		return true
	}
	if trips == 1 && continues == 0 && len(live.Breaks) == 0 {
		substitute(r, r.Params[:1], o.Args[:1])
		substitute(r, r.Params[1:], o.Args[2:])
		return c.splice(out, o.Results, r.Take(0))
	}
	ways := append(live.Continues[:len(live.Continues):len(live.Continues)], live.Breaks...)
	c.sameResults(o, ways, o.Args[2:])
	out.Append(o)
	return true
}

// substitute puts args in the place of params in r.
func substitute(r *ir.Region, params, args []*ir.Value) {
	var rep ir.Replacer
	for i, p := range params {
		rep.Replace(p, args[i])
	}
	rep.Apply(r)
}

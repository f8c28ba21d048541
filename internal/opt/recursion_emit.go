package opt

import (
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// emit makes out's body of the members.
func (c *cycle) emit() {
	b := &ir.Builder{Region: c.out.Body, Pos: c.out.Pos}
	inits := make([]*ir.Value, len(c.carried))
	for k, at := range c.params[0] {
		inits[at] = c.seeds[k]
	}
	for k, t := range c.carried {
		if inits[k] == nil {
			inits[k] = b.Zero(t)
		}
	}
	if len(c.members) > 1 {
		inits = append(inits, b.Int(0))
	}
	if len(c.sites) == 0 {
		c.calls = b.Loop(inits, c.given...)
		c.bodies(&ir.Builder{Region: c.calls.Regions[0], Pos: b.Pos}, nil, c.calls)
		c.end(b, c.calls.Results)
		return
	}
	c.stack = b.Op(ir.OpStack, nil, ir.SliceOf(ir.TI64)).Result()
	c.callLoop(b, append(inits, c.zero))
	c.end(b, c.calls.Results)
}

// end returns the results of the first member.
func (c *cycle) end(b *ir.Builder, given []*ir.Value) {
	var out []*ir.Value
	for _, at := range c.results[0] {
		out = append(out, given[at])
	}
	b.Return(out...)
}

// callLoop is the loop over calls. It gives the results.
func (c *cycle) callLoop(b *ir.Builder, inits []*ir.Value) {
	c.calls = b.Loop(inits, c.given...)
	r := c.calls.Regions[0]
	in := b.In(r)
	sp := r.Params[len(r.Params)-1]
	largest := int64(0)
	for _, s := range c.sites {
		largest = max(largest, c.words(s))
	}
	room := in.Compare(ir.OpLe, in.Binary(ir.OpAdd, sp, in.Int(largest)), in.Len(c.stack))
	in.Op(ir.OpCheckPanic, []*ir.Value{room}).SetSym("stack")
	body := in.Block(c.given...)
	c.bodies(in.In(body.Regions[0]), sp, body)
	returns := in.Loop(append(slices.Clone(body.Results), sp))
	at := in.In(returns.Regions[0])
	p := returns.Regions[0].Params
	given, top := p[:len(c.given)], p[len(c.given)]
	empty := at.If(at.Compare(ir.OpEq, top, at.Int(0)))
	at.In(empty.Regions[0]).Break(c.calls, given...)
	at.In(empty.Regions[1]).Yield()
	c.dispatch(at, returns, given, top)
	in.Continue(c.calls, r.Params...) // never reached
}

// bodies emits the members' bodies, of which one is to be done. They leave block with what they give.
func (c *cycle) bodies(b *ir.Builder, sp *ir.Value, block *ir.Op) {
	p := c.calls.Regions[0].Params
	for i, f := range c.members {
		in := b
		if i < len(c.members)-1 {
			which := p[len(c.carried)]
			test := b.If(b.Compare(ir.OpEq, which, b.Int(int64(i))))
			in = b.In(test.Regions[0])
			b.In(test.Regions[1]).Yield()
		}
		e := &recursionEmitter{c: c, cl: ir.NewCloner(), member: i, sp: sp, block: block}
		for k, at := range c.params[i] {
			e.cl.Map(f.Body.Params[k], p[at])
		}
		e.ops(in.Region, f.Body.Ops)
	}
}

// dispatch goes on behind the call whose frame is at the top.
func (c *cycle) dispatch(b *ir.Builder, returns *ir.Op, given []*ir.Value, top *ir.Value) {
	var which *ir.Value
	if len(c.sites) > 1 {
		which = b.Load(c.stack, b.Binary(ir.OpSub, top, b.Int(1)), nil)
	}
	for i, s := range c.sites {
		in := b
		if i < len(c.sites)-1 {
			test := b.If(b.Compare(ir.OpEq, which, b.Int(int64(i))))
			in = b.In(test.Regions[0])
			b.In(test.Regions[1]).Yield()
		}
		e := &recursionEmitter{c: c, cl: ir.NewCloner(), member: s.caller}
		e.sp = c.pop(in, s, top, given, e.cl)
		e.block = in.Block(c.given...)
		rest(s.call, e.block.Regions[0], e.cl, e.ops)
		in.Continue(returns, append(slices.Clone(e.block.Results), e.sp)...)
	}
}

// recursionEmitter copies code of a member.
type recursionEmitter struct {
	c      *cycle
	cl     *ir.Cloner
	member int
	sp     *ir.Value // where frames go
	block  *ir.Op    // is left with what the member gives
}

// ops copies ops to a region up to where they leave it.
func (e *recursionEmitter) ops(to *ir.Region, ops []*ir.Op) {
	for _, o := range ops {
		b := &ir.Builder{Region: to, Pos: o.Pos}
		switch {
		case e.c.isCall(o):
			e.call(b, o)
			return
		case o.Kind == ir.OpReturn:
			e.returned(b, o)
		case o.Kind != ir.OpMulti && slices.ContainsFunc(o.Regions, func(r *ir.Region) bool { return r.Contains(e.leaves) }):
			n := b.Op(o.Kind, e.cl.Args(o.Args), ir.Types(o.Results)...)
			n.Mode = o.Mode
			n.SetAttributes(o)
			e.cl.Ops[o] = n
			for _, r := range o.Regions {
				in := n.AddRegion(ir.Types(r.Params)...)
				e.cl.MapAll(r.Params, in.Params)
				e.ops(in, r.Ops)
			}
			e.cl.MapAll(o.Results, n.Results)
		default:
			b.Insert(e.cl.Op(o))
		}
	}
}

// leaves reports an op that is not copied as it is.
func (e *recursionEmitter) leaves(o *ir.Op) bool { return o.Kind == ir.OpReturn || e.c.isCall(o) }

func (e *recursionEmitter) returned(b *ir.Builder, o *ir.Op) {
	vals := make([]*ir.Value, len(e.c.given))
	for k, at := range e.c.results[e.member] {
		vals[at] = e.cl.Value(o.Args[k])
	}
	for k, v := range vals {
		if v == nil {
			vals[k] = b.Zero(e.c.given[k])
		}
	}
	b.Break(e.block, vals...)
}

// call goes on with the callee, after it has pushed a frame if there is something to do behind the call.
func (e *recursionEmitter) call(b *ir.Builder, o *ir.Op) {
	c := e.c
	callee := c.callee(o)
	next := slices.Clone(c.calls.Regions[0].Params)
	for k, at := range c.params[callee] {
		next[at] = e.cl.Value(o.Args[k])
	}
	if len(c.members) > 1 {
		next[len(c.carried)] = b.Int(int64(callee))
	}
	sp := e.sp
	if s := c.of[o]; s != nil {
		sp = c.push(b, s, sp, e.cl)
	}
	if sp != nil {
		next[len(next)-1] = sp
	}
	b.Continue(c.calls, next...)
}

package opt

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
)

// lift makes the loops of a member in which recursive calls are functions of their own, of what an iteration carries and of what it uses from outside: one iteration, which
// ends in a call of itself, or goes on with what comes behind the loop.
func (c *cycle) lift(f *ir.Func) {
	for {
		loop := c.loopWithCalls(f.Body)
		if loop == nil {
			return
		}
		c.liftLoop(f, loop)
		if f.Body.Size() > sizeLimit || len(c.members) > sizeLimit/100 {
			staysCall(callsIn(f.Body, c.has)[0], "the loops around its calls would be too many functions")
		}
		Clean(f)
		DCE(f)
	}
}

// loopWithCalls is an outermost loop with a recursive call inside.
func (c *cycle) loopWithCalls(r *ir.Region) (loop *ir.Op) {
	r.Walk(func(o *ir.Op) bool {
		if loop != nil || len(o.Regions) == 0 {
			return false
		}
		if !o.Kind.Has(ir.Loop) {
			return true
		}
		for _, in := range o.Regions {
			if calls := callsIn(in, c.has); len(calls) > 0 {
				if o.Kind != ir.OpLoop {
					staysCall(calls[0], "it calls itself in iterations of a parallel loop of its own")
				}
				loop = o
			}
		}
		return false
	})
	return loop
}

func (c *cycle) liftLoop(f *ir.Func, loop *ir.Op) {
	g := ir.NewFunc(fmt.Sprintf("%s.loop%d", c.members[0].Name, len(c.members)), nil, f.Results)
	g.Pos = loop.Pos
	cl := ir.NewCloner()
	for _, p := range loop.Regions[0].Params {
		cl.Map(p, g.Body.AddParam(p.Type, p.Name))
	}
	b := &ir.Builder{Region: g.Body, Pos: loop.Pos}
	block := b.Block(ir.Types(loop.Results)...)
	cl.Ops[loop] = block
	cl.Into(block.Regions[0], loop.Regions[0].Ops)
	var again []*ir.Op
	block.Regions[0].Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpContinue && o.Target == block {
			again = append(again, o)
		}
		return true
	})
	cl.MapAll(loop.Results, block.Results)
	rest(loop, g.Body, cl, cl.Into)
	own := ownConsts(g)
	for _, v := range own {
		p := g.Body.AddParam(v.Type, v.Name)
		ir.ReplaceUses(g.Body, v, p)
	}
	for _, o := range again {
		r := o.Parent
		r.TakeLast()
		in := &ir.Builder{Region: r, Pos: o.Pos}
		args := append(append([]*ir.Value(nil), o.Args...), g.Body.Params[len(loop.Args):]...)
		tailCall(in, g, args)
	}
	c.add(g)
	r := loop.Parent
	args := append(append([]*ir.Value(nil), loop.Args...), own...)
	r.Truncate(r.Index(loop))
	tailCall(&ir.Builder{Region: r, Pos: loop.Pos}, g, args)
}

// tailCall ends a region with a call of f, and a return of what that gives.
func tailCall(b *ir.Builder, f *ir.Func, args []*ir.Value) {
	call := b.Op(ir.OpCallSym, args, f.Results...)
	call.SetSym(f.Name)
	b.Return(call.Results...)
}

// ownConsts gives a function constants of its own for those that it uses from outside, and lists what else it uses from there.
func ownConsts(f *ir.Func) (free []*ir.Value) {
	var consts []*ir.Op
	var rep ir.Replacer
	for _, v := range ir.FreeValues(f.Body) {
		if v.Def == nil || v.Def.Kind != ir.OpConst && v.Def.Kind != ir.OpZero {
			free = append(free, v)
			continue
		}
		o := ir.NewCloner().OpIn(f.Body, v.Def)
		consts = append(consts, o)
		rep.Replace(v, o.Result())
	}
	rep.Apply(f.Body)
	f.Body.Insert(0, consts...)
	return free
}

// rest emits to a region what comes behind o up to the end of the function, but for o's results, which cl has already: what is around o are branches and blocks.
func rest(o *ir.Op, to *ir.Region, cl *ir.Cloner, emit func(to *ir.Region, ops []*ir.Op)) {
	var around []*ir.Op // from the innermost out
	for p := o.Parent.Parent; p != nil; p = p.Parent.Parent {
		around = append(around, p)
	}
	in := make([]*ir.Region, len(around)+1) // where the rest of the region that each is around goes
	in[len(around)] = to
	blocks := make([]*ir.Op, len(around))
	for i := len(around) - 1; i >= 0; i-- {
		p := around[i]
		blocks[i] = (&ir.Builder{Region: in[i+1], Pos: p.Pos}).Block(ir.Types(p.Results)...)
		cl.Ops[p] = blocks[i]
		in[i] = blocks[i].Regions[0]
	}
	for i, r := range in {
		at := o
		if i > 0 {
			at = around[i-1]
			cl.MapAll(at.Results, blocks[i-1].Results)
		}
		emit(r, at.Parent.Ops[at.Parent.Index(at)+1:])
	}
}

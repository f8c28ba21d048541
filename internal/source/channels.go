package source

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// A channel is a queue in memory, see package fork. Whether an operation could wait, and what that would mean, depends on who does it: the goroutine that made
// the channel, or one that was started since.

func isChannel(t types.Type) bool {
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// channel is what is known of the channel that an expression gives.
type channel struct {
	v     *ir.Value
	elem  types.Type // what is sent
	empty bool       // there is nothing to it
	own   bool
}

func (f *fun) channel(e ast.Expr) channel {
	f.typ(e.Pos(), f.typeOf(e))
	c := channel{own: f.isOwn(e)}
	f.ofType(&c, f.typeOf(e))
	c.v = f.rest(e)
	return c
}

// ofType says what is sent by a channel of type t.
func (f *fun) ofType(c *channel, t types.Type) {
	c.elem = t.Underlying().(*types.Chan).Elem()
	it, why := irType(c.elem, f.env, nil)
	c.empty = why == "" && leaves(it) == 0
}

// do calls a method of the channel. Of signals it takes and gives no values.
func (f *fun) do(e ast.Node, c channel, name string, args []*ir.Value, results ...*ir.Type) []*ir.Value {
	if c.empty {
		return f.callFork(e, "Signals", name, nil, []*ir.Value{c.v}, results...)
	}
	return f.callFork(e, "Channel", name, []types.Type{c.elem}, append([]*ir.Value{c.v}, args...), results...)
}

func (c channel) inside(name string) string {
	if c.own {
		return name
	}
	return name + "Inside"
}

// makeChannel is make(chan T, n).
func (f *fun) makeChannel(e *ast.CallExpr) *ir.Value {
	t := f.typeOf(e)
	it := f.typ(e.Pos(), t)
	var c channel
	f.ofType(&c, t)
	room := f.b.Int(0)
	if len(e.Args) > 1 {
		room = f.exprAs(e.Args[1], f.typeOf(e.Args[1]))
		if !room.Type.IsInt() {
			f.fail(e.Args[1].Pos(), "this capacity is not compiled")
		}
		room = f.b.Conv(room, ir.TI64)
	}
	if c.empty {
		return f.callFork(e, "", "NewSignals", nil, []*ir.Value{room}, it)[0]
	}
	return f.callFork(e, "", "New", []types.Type{c.elem}, []*ir.Value{room}, it)[0]
}

// closeChannel is close(c).
func (f *fun) closeChannel(e *ast.CallExpr) {
	f.do(e, f.channel(e.Args[0]), "Close", nil)
}

// send translates c <- v.
func (f *fun) send(s *ast.SendStmt) {
	f.prepare(s.Chan, s.Value)
	c := f.channel(s.Chan)
	v := f.exprAs(s.Value, f.typeOf(s.Chan).Underlying().(*types.Chan).Elem())
	how := c.inside("Send")
	if g := f.goroutine; g != nil && g.last[s] && (f.scope.body == g.body || f.scope.body == g.final) && len(f.scope.ranges) == 0 {
		how = "SendLast"
		if v := f.root(s.Chan); g.done && v != nil {
			f.late = append(f.late, v)
		}
	}
	f.do(s, c, how, []*ir.Value{v})
}

// receive translates <-c: the value, and whether there was one.
func (f *fun) receive(e *ast.UnaryExpr) []*ir.Value {
	f.prepare(e.X)
	c := f.channel(e.X)
	elem := f.typ(e.Pos(), f.typeOf(e.X).Underlying().(*types.Chan).Elem())
	if c.empty {
		ok := f.do(e, c, c.inside("Receive"), nil, ir.TBool)
		return []*ir.Value{f.zero(e.Pos(), elem), ok[0]}
	}
	return f.do(e, c, c.inside("Receive"), nil, elem, ir.TBool)
}

// rangeChannel translates a range over a channel.
func (f *fun) rangeChannel(s *ast.RangeStmt, label string) {
	f.prepare(s.X)
	c := f.channel(s.X)
	elem := f.typ(s.X.Pos(), f.typeOf(s.X).Underlying().(*types.Chan).Elem())
	f.at(s.Pos())
	f.loop(label, nil, func([]*ir.Value) *ir.Value {
		return f.do(s, c, c.inside("More"), nil, ir.TBool)[0]
	}, func([]*ir.Value) {
		var v *ir.Value
		if c.empty {
			f.do(s, c, "Take", nil)
			v = f.zero(s.Pos(), elem)
		} else {
			v = f.do(s, c, "Take", nil, elem)[0]
		}
		f.try(func() { f.assignRange(s, func() *ir.Value { return v }) })
		f.stmts(s.Body.List)
	}, nil)
}

// settle is for Wait: a goroutine that waits until what it has sent is received has not told that it has ended.
func (f *fun) settle(e ast.Node) {
	slices.SortFunc(f.late, func(a, b *types.Var) int { return cmp.Compare(a.Pos(), b.Pos()) })
	for _, v := range slices.Compact(f.late) {
		at, ok := f.vars[v]
		if !ok || at.cell || f.scope.body.Pos() > v.Pos() || v.Pos() >= f.scope.body.End() {
			continue
		}
		c := channel{v: at.val}
		f.ofType(&c, f.env.subst(v.Type()))
		f.do(e, c, "Settled", nil)
	}
}

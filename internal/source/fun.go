package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// fun is the state of the translation of one function, with all literals in it.
type fun struct {
	u    *unit
	in   *instance
	info *types.Info
	env  env
	uses *usage

	b     *ir.Builder // where ops go
	live  bool        // whether that place can be reached
	vars  map[*types.Var]variable
	scope *scope

	memo      map[ast.Expr][]*ir.Value // calls made ahead of their turn, see order.go
	goroutine *goroutine               // whose code it is
	late      []*types.Var             // channels to which goroutines send before they tell that they are done

	known    map[ast.Expr]ast.Expr    // filters: stand-ins for known(x)
	prologue []*ir.Op                 // ops to go in front of it: tables
	tables   map[*types.Var]place     // package variables, made in the prologue
	maps     map[*types.Var]*mapTable // maps that never change, made in the prologue
	strings  map[string]*ir.Value     // constant strings, made in the prologue
	certain  map[*ir.Value]bool       // conditions that always have this value, see box.go
	closed   []*ir.Op                 // returns that are never reached, of values whose types may not have been known
	making   *Package                 // a package variable of that is being made again: others in it are as they were when that was made
	declared bool                     // what comes next is the body of the declared function
	tabling  *tables                  // while one is being made: the slices in it

	elementary map[*ir.Op]bool // calls of functions of package math, by those of vmath
}

// variable says where a Go variable lives: in a cell, or if it never changes in the value itself.
type variable struct {
	val   *ir.Value
	cell  bool
	unset *ir.Op    // of an interface variable that has been declared without a value, where this stands
	none  string    // why it has no value in compiled code
	pos   token.Pos // where it would have got one
}

// scope is a Go function, declared or literal, whose body is being translated.
type scope struct {
	results []*ir.Type // of the Go function
	leave   []*ir.Type // of the IR's function or lambda around the current place: inside a range-over-func body, one bool
	named   []*types.Var
	body    *ast.BlockStmt
	defers  []*deferred // so far
	perhaps map[*ast.CallExpr]*deferred
	targets []*target
	ranges  []*rangeFunc // the range-over-func bodies around the current place, innermost last
	cells   []*ir.Op     // where return statements inside those leave the results
	used    bool         // whether they do
	sig     *types.Signature

	open  bool        // results gets the types that return statements find
	found []token.Pos // where they did
	sure  []always
}

// bail unwinds to the statement that can't be translated.
type bail struct{}

// fail records a reason and gives up the statement.
func (f *fun) fail(pos token.Pos, format string, args ...any) {
	f.u.reason(pos, format, args...)
	panic(bail{})
}

// try runs do; if that fails, translation can go on behind it, in order to find more reasons.
func (f *fun) try(do func()) (ok bool) {
	b, live, sc := f.b, f.live, f.scope
	var saved scope
	if sc != nil {
		saved = *sc
	}
	defer func() {
		if e := recover(); e != nil {
			if _, is := e.(bail); !is {
				panic(e)
			}
			f.b, f.live, f.scope = b, live, sc
			if sc != nil {
				*sc = saved
			}
			clear(f.memo)
			ok = false
		}
	}()
	do()
	return true
}

// orTry runs do, and if that fails, otherwise.
func (f *fun) orTry(do, otherwise func()) {
	if !f.try(do) && otherwise != nil {
		otherwise()
	}
}

// at sets the position of the ops that follow.
func (f *fun) at(pos token.Pos) { f.b.Pos = f.u.prog.irPos(f.in.pkg, pos) }

// typ is the IR's type for t, which may have type parameters.
func (f *fun) typ(pos token.Pos, t types.Type) *ir.Type {
	t = f.env.subst(t)
	it, why := irType(t, f.env, nil)
	if why == "" {
		return it
	}
	switch t.Underlying().(type) {
	case *types.Basic, *types.Map, *types.Chan, *types.Interface:
	default:
		if !strings.Contains(why, name(t)) {
			why = name(t) + ": " + why
		}
	}
	f.fail(pos, "%s", why)
	return nil
}

// typeOf is the Go type of an expression, without type parameters.
func (f *fun) typeOf(e ast.Expr) types.Type { return f.env.subst(f.info.TypeOf(e)) }

// zero is the zero value of a type that a Go program can see.
func (f *fun) zero(pos token.Pos, t *ir.Type) *ir.Value {
	if t == nil {
		panic(bail{}) // the reason has been given
	}
	if t == ir.Opaque {
		f.fail(pos, "an interface value that is nil by default is not compiled here")
	}
	ir.Leaves(t, func(_ []int, leaf *ir.Type) {
		if leaf.Kind == ir.Cell && isForked(leaf.Elem) { // what waits for ever at a nil channel would panic
			f.fail(pos, "nil channels are not compiled, nor nil pointers to what is package sync's")
		}
	})
	return zero(f.b, t)
}

func zero(b *ir.Builder, t *ir.Type) *ir.Value {
	if t.IsScalar() {
		return b.Const(t, 0)
	}
	return b.Op(ir.OpZero, nil, t).Result()
}

// declare makes a variable with its first value.
func (f *fun) declare(v *types.Var, val *ir.Value) {
	if v == nil || v.Name() == "_" {
		return
	}
	if val.Name == "" {
		val.Name = v.Name()
	}
	if !f.uses.changes(v) {
		f.vars[v] = variable{val: val}
		return
	}
	f.vars[v] = variable{val: f.newCell(val, v.Name()), cell: true}
}

func (f *fun) newCell(init *ir.Value, name string) *ir.Value {
	c := f.b.Op(ir.OpCell, []*ir.Value{init}, ir.CellOf(init.Type)).Result()
	c.Name = name
	return c
}

func (f *fun) get(c *ir.Value) *ir.Value {
	return f.b.Op(ir.OpGet, []*ir.Value{c}, c.Type.Elem).Result()
}

func (f *fun) set(c, v *ir.Value) { f.b.Op(ir.OpSet, []*ir.Value{c, v}) }

// inside runs do with ops going into region r. If its end can be reached, end is called there.
// It reports whether the end could be reached, and leaves the region with a terminator.
func (f *fun) inside(r *ir.Region, do, end func()) bool {
	b, live := f.b, f.live
	f.b = b.In(r)
	f.live = true
	do()
	reached := f.live
	if reached && end != nil {
		end()
		f.live = false
	}
	f.close()
	f.b, f.live = b, live
	return reached
}

func (f *fun) yield() { f.b.Yield() }

// close ends the current region if the end can't be reached and has no terminator yet, for the verifier's sake.
func (f *fun) close() {
	if f.b.Region.Terminator() != nil {
		return
	}
	zeros := make([]*ir.Value, len(f.scope.leave))
	for i, t := range f.scope.leave {
		if t != nil {
			zeros[i] = zero(f.b, t)
		}
	}
	o := f.b.Return(zeros...)
	if f.scope.open && len(f.scope.ranges) == 0 {
		f.closed = append(f.closed, o)
	}
}

// lambda makes a function value; body fills its region, which is in the state of a new function or range body.
func (f *fun) lambda(params, results []*ir.Type, body func(r *ir.Region)) *ir.Value {
	op := f.b.Op(ir.OpLambda, nil, ir.FuncOf(params, results))
	r := op.AddRegion(params...)
	b, live := f.b, f.live
	f.b, f.live = b.In(r), true
	body(r)
	f.b, f.live = b, live
	return op.Result()
}

// drop takes away an op that was made in case it should be needed.
func drop(o *ir.Op) {
	if o.Parent.Index(o) >= 0 {
		o.Remove()
	}
}

package source

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/hone-go/hone/internal/ir"
)

// rest evaluates what is left of an expression that was prepared (order.go).
func (f *fun) rest(e ast.Expr) *ir.Value {
	e = ast.Unparen(e)
	if v := f.isKnown(e); v != nil {
		return v
	}
	if c := f.constant(e); c != nil {
		return f.constValue(e.Pos(), c, f.typeOf(e))
	}
	if vs, ok := f.made(e); ok {
		if len(vs) != 1 {
			panic("call with several results as one value")
		}
		return vs[0]
	}
	if f.isPlace(e) {
		p := f.readPlace(e)
		f.typ(e.Pos(), p.typ)
		f.at(e.Pos())
		return f.read(p)
	}
	return f.exprNow(e)
}

// exprAs is expr for a context that wants type t: nil becomes the zero value, a constant a t.
func (f *fun) exprAs(e ast.Expr, t types.Type) *ir.Value {
	want := f.typ(e.Pos(), t)
	if want == ir.Opaque {
		f.fail(e.Pos(), "an interface value is compiled as an argument of a function that is named, in a variable, a field or a result; not here")
	}
	if f.isNil(e) {
		f.at(e.Pos())
		return f.zero(e.Pos(), f.withNils(want, f.env.subst(t)))
	}
	if want == recipeType && f.makesError(e) {
		return f.recipeValue(e)
	}
	if c := f.constant(e); c != nil {
		return f.constValue(e.Pos(), c, t)
	}
	v := f.expr(e)
	if v.Type != want {
		if f.u.prog.boxes.fits(v.Type, want) {
			f.fail(e.Pos(), "a %s with interface values in it (%s) is not compiled here", name(t), f.u.prog.boxes.about(v.Type))
		}
		f.fail(e.Pos(), "a %s used as a %s is not compiled", name(f.typeOf(e)), name(t))
	}
	return v
}

func (f *fun) isNil(e ast.Expr) bool { return f.info.Types[ast.Unparen(e)].IsNil() }

// isPlace reports an expression that denotes a variable or a component of something.
func (f *fun) isPlace(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		_, ok := f.info.Uses[e].(*types.Var)
		return ok
	case *ast.SelectorExpr:
		if sel := f.info.Selections[e]; sel != nil {
			return sel.Kind() == types.FieldVal
		}
		_, ok := f.info.Uses[e.Sel].(*types.Var)
		return ok
	case *ast.IndexExpr:
		return !f.isInstance(e)
	case *ast.StarExpr:
		return true
	}
	return false
}

// isInstance reports a generic function with a type argument, which looks like an index expression.
func (f *fun) isInstance(e *ast.IndexExpr) bool {
	_, ok := calleeObject(f.info, e.X).(*types.Func)
	return ok
}

func (f *fun) exprNow(e ast.Expr) *ir.Value {
	switch e := e.(type) {
	case *ast.Ident, *ast.IndexExpr, *ast.IndexListExpr:
		if v := f.funcValue(e); v != nil {
			return v
		}
	case *ast.SelectorExpr:
		if v := f.funcValue(e); v != nil {
			return v
		}
		return f.methodValue(e)
	case *ast.FuncLit:
		return f.literal(e)
	case *ast.CompositeLit:
		return f.composite(e)
	case *ast.CallExpr:
		vs := f.callNow(e)
		if len(vs) != 1 {
			f.fail(e.Pos(), "this call does not give one value")
		}
		return vs[0]
	case *ast.UnaryExpr:
		return f.unary(e)
	case *ast.BinaryExpr:
		return f.binary(e)
	case *ast.SliceExpr:
		return f.slice(e)
	case *ast.TypeAssertExpr:
		return f.assertion(e)
	}
	f.typ(e.Pos(), f.typeOf(e)) // the usual reason: the type
	f.fail(e.Pos(), "this expression is not compiled")
	return nil
}

func (f *fun) unary(e *ast.UnaryExpr) *ir.Value {
	switch e.Op {
	case token.AND:
		return f.addressOf(e)
	case token.ARROW:
		return f.receive(e)[0]
	}
	x := f.rest(e.X)
	f.at(e.Pos())
	switch e.Op {
	case token.SUB:
		if isComplex(x.Type) {
			return f.complexNeg(x)
		}
		return f.b.Unary(ir.OpNeg, x)
	case token.NOT, token.XOR:
		return f.b.Unary(ir.OpNot, x)
	}
	return x // +x
}

// addressOf is &x of a variable, or &T{...}, which is a fresh variable.
func (f *fun) addressOf(e *ast.UnaryExpr) *ir.Value {
	x := ast.Unparen(e.X)
	f.typ(e.Pos(), f.typeOf(e))
	if lit, ok := x.(*ast.CompositeLit); ok {
		v := f.composite(lit)
		f.at(e.Pos())
		return f.newCell(v, "")
	}
	return f.address(x, f.place(x), e.Pos())
}

var arithmetic = map[token.Token]ir.OpKind{
	token.ADD: ir.OpAdd, token.SUB: ir.OpSub, token.MUL: ir.OpMul, token.QUO: ir.OpDiv, token.REM: ir.OpRem,
	token.AND: ir.OpAnd, token.OR: ir.OpOr, token.XOR: ir.OpXor, token.AND_NOT: ir.OpAndNot,
	token.SHL: ir.OpShl, token.SHR: ir.OpShr,
	token.EQL: ir.OpEq, token.NEQ: ir.OpNe, token.LSS: ir.OpLt, token.LEQ: ir.OpLe, token.GTR: ir.OpGt, token.GEQ: ir.OpGe,
}

func (f *fun) binary(e *ast.BinaryExpr) *ir.Value {
	switch e.Op {
	case token.LAND, token.LOR:
		return f.shortCircuit(e)
	case token.EQL, token.NEQ:
		equal := e.Op == token.EQL
		switch isNil := f.isNil(e.X); {
		case isErrorType(f.typeOf(e.X)) && f.isNil(e.Y):
			return f.nilError(e.X, equal)
		case isErrorType(f.typeOf(e.Y)) && isNil:
			return f.nilError(e.Y, equal)
		case isErrorType(f.typeOf(e.X)):
			return f.sameError(e.X, e.Y, equal, e.OpPos)
		}
		if f.comparesInterfaces(e) {
			return f.compareInterfaces(e)
		}
		if f.isNil(e.X) || f.isNil(e.Y) {
			return f.compareNil(e)
		}
	}
	x := f.rest(e.X)
	if e.Op == token.SHL || e.Op == token.SHR {
		return f.shift(e.Op, x, e.Y, e.OpPos)
	}
	y := f.rest(e.Y)
	switch e.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return f.compare(e.Op, x, y, e.OpPos)
	}
	return f.arith(e.Op, x, y, e.OpPos)
}

// arith is x op y for arithmetic operators other than shifts.
func (f *fun) arith(op token.Token, x, y *ir.Value, pos token.Pos) *ir.Value {
	f.at(pos)
	k := arithmetic[op]
	if x.Type == y.Type && isComplex(x.Type) {
		return f.complexArith(op, x, y, pos)
	}
	if x.Type != y.Type || !x.Type.IsScalar() {
		f.fail(pos, "%s of these types is not compiled", op)
	}
	if (k == ir.OpDiv || k == ir.OpRem) && x.Type.IsInt() {
		if bits, ok := y.IsConst(); !ok || bits == 0 {
			f.b.Op(ir.OpCheckDiv, []*ir.Value{y})
		}
	}
	return f.b.Binary(k, x, y)
}

// shift is x << y or x >> y.
func (f *fun) shift(op token.Token, x *ir.Value, count ast.Expr, pos token.Pos) *ir.Value {
	k := arithmetic[op]
	if n, ok := f.constInt(count); ok {
		f.at(pos)
		return f.b.Op(k, []*ir.Value{x, f.b.Const(ir.TU64, uint64(n))}, x.Type).Result()
	}
	c := f.rest(count)
	f.at(pos)
	if c.Type.IsSigned() {
		f.b.Op(ir.OpCheckShift, []*ir.Value{c})
	}
	return f.b.Op(k, []*ir.Value{x, f.b.Conv(c, ir.TU64)}, x.Type).Result()
}

func (f *fun) compare(op token.Token, x, y *ir.Value, pos token.Pos) *ir.Value {
	f.at(pos)
	if x.Type != y.Type {
		f.fail(pos, "%s of these types is not compiled", op)
	}
	if x.Type.IsScalar() {
		return f.b.Compare(arithmetic[op], x, y)
	}
	if x.Type.Kind == ir.Cell {
		return f.comparePointers(op, x, y)
	}
	if x.Type == stringType {
		return f.compareStrings(op, x, y)
	}
	if x.Type.Kind != ir.Struct && x.Type.Kind != ir.Array {
		f.fail(pos, "comparing values of type %s is not compiled", x.Type)
	}
	if x.Type == recipeType {
		f.fail(pos, "errors are compared with nil and with package variables that never change only")
	}
	eq := f.equal(x, y, x.Type, nil, nil, pos)
	if op == token.NEQ {
		return f.b.Unary(ir.OpNot, eq)
	}
	return eq
}

// equal compares the components of x and y at path, leaving out blank fields, as Go does.
func (f *fun) equal(x, y *ir.Value, t *ir.Type, path []int64, extra []*ir.Value, pos token.Pos) *ir.Value {
	all := (*ir.Value)(nil)
	and := func(c *ir.Value) {
		if all == nil {
			all = c
		} else {
			all = f.b.Binary(ir.OpAnd, all, c)
		}
	}
	path = path[:len(path):len(path)]
	switch {
	case t == ir.Opaque, ir.IsHidden(t):
		f.fail(pos, "comparing values with fields of types that are not compiled is not compiled")
	case t.Kind == ir.Struct:
		for i, fd := range t.Fields {
			if fd.Name != "_" {
				and(f.equal(x, y, fd.Type, append(path, int64(i)), extra, pos))
			}
		}
	case t.Kind == ir.Array:
		if leaves(t) > ir.MaxDissolved {
			and(f.equalElements(x, y, t, append(path, -1), extra, pos))
			break
		}
		for i := range t.Len {
			and(f.equal(x, y, t.Elem, append(path, -1), append(extra[:len(extra):len(extra)], f.b.Int(int64(i))), pos))
		}
	case t.IsScalar():
		a := f.pathOp(ir.OpExtract, place{path: path, extra: extra}, x.Type, x)
		b := f.pathOp(ir.OpExtract, place{path: path, extra: extra}, y.Type, y)
		return f.b.Compare(ir.OpEq, a, b)
	case t == stringType:
		a := f.pathOp(ir.OpExtract, place{path: path, extra: extra}, x.Type, x)
		b := f.pathOp(ir.OpExtract, place{path: path, extra: extra}, y.Type, y)
		return f.equalStrings(a, b)
	default:
		f.fail(pos, "comparing values of type %s is not compiled", t)
	}
	if all == nil {
		return f.b.Bool(true)
	}
	return all
}

// equalElements compares the elements of large arrays with a loop.
func (f *fun) equalElements(x, y *ir.Value, t *ir.Type, path []int64, extra []*ir.Value, pos token.Pos) *ir.Value {
	n := f.b.Int(int64(t.Len))
	loop := f.b.Loop([]*ir.Value{f.b.Int(0)}, ir.TBool)
	b := f.b
	f.b = b.In(loop.Regions[0])
	i := loop.Regions[0].Params[0]
	test := f.b.If(f.b.Compare(ir.OpLt, i, n))
	f.b.In(test.Regions[0]).Yield()
	ended := f.b.In(test.Regions[1])
	ended.Break(loop, ended.Bool(true))
	eq := f.equal(x, y, t.Elem, path, append(extra[:len(extra):len(extra)], i), pos)
	test = f.b.If(eq)
	f.b.In(test.Regions[0]).Yield()
	differ := f.b.In(test.Regions[1])
	differ.Break(loop, differ.Bool(false))
	f.b.Continue(loop, f.b.Binary(ir.OpAdd, i, f.b.Int(1)))
	f.b = b
	return loop.Result()
}

// maxEager is the number of operations that are rather done in any case than branched around.
const maxEager = 12

// shortCircuit is x && y or x || y. Where y is cheap and can't fail both are computed.
func (f *fun) shortCircuit(e *ast.BinaryExpr) *ir.Value {
	if c, ok := f.decided(e.X); ok {
		if c == (e.Op == token.LAND) {
			return f.expr(e.Y)
		}
		return f.sure(c)
	}
	x := f.expr(e.X)
	k := ir.OpAnd
	if e.Op == token.LOR {
		k = ir.OpOr
	}
	b := f.b
	probe := ir.NewRegion(nil)
	f.b = b.In(probe)
	y := f.expr(e.Y)
	f.b = b
	f.at(e.OpPos)
	return f.join(k, x, probe, y)
}

// join is x && y or x || y (k: and, or), where the ops that compute y are in probe and still belong nowhere.
// In a filter y may make sense only where x holds, or does not.
func (f *fun) join(k ir.OpKind, x *ir.Value, probe *ir.Region, y *ir.Value) *ir.Value {
	if f.known == nil && eager(probe) {
		for _, o := range probe.Ops {
			f.b.Insert(o)
		}
		return f.b.Binary(k, x, y)
	}
	op := f.b.If(x, ir.TBool)
	long, short := op.Regions[0], op.Regions[1]
	if k == ir.OpOr {
		long, short = short, long
	}
	probe.MoveTo(long)
	f.b.In(long).Yield(y)
	in := f.b.In(short)
	in.Yield(in.Bool(k == ir.OpOr))
	return op.Result()
}

// eager reports whether a region's ops may run although the program does not ask for them.
func eager(r *ir.Region) bool {
	if len(r.Ops) > maxEager {
		return false
	}
	for _, o := range r.Ops {
		if !o.Kind.Has(ir.Pure|ir.Lanewise) && o.Kind != ir.OpConst && o.Kind != ir.OpGet && o.Kind != ir.OpExtract && o.Kind != ir.OpLen {
			return false
		}
		switch o.Kind {
		case ir.OpDiv, ir.OpRem, ir.OpSqrt, ir.OpDivLong, ir.OpRemLong: // slow, if nothing else
			return false
		case ir.OpGet, ir.OpExtract:
			if len(o.Args) > 1 { // an index that the left side may have checked
				return false
			}
		}
	}
	return true
}

package source

import (
	"go/ast"
	"go/types"

	"github.com/hone-go/hone/internal/ir"
)

// conversion translates T(x).
func (f *fun) conversion(e *ast.CallExpr) *ir.Value {
	to, arg := f.typeOf(e.Fun), ast.Unparen(e.Args[0])
	t := f.typ(e.Pos(), to)
	if v := f.recast(to, arg, e.Pos()); v != nil {
		return v
	}
	if isInterface(to) {
		return f.interfaceValue(arg)
	}
	if from := f.typeOf(arg); isString(from) && !isString(to) || isString(to) && !isString(from) {
		return f.convertString(arg, to, e.Pos())
	}
	if c := f.constant(arg); c != nil || f.isNil(arg) {
		return f.exprAs(arg, to) // T(1.5) for a type parameter T; others are constants as a whole
	}
	if t == recipeType {
		return f.exprAs(arg, to)
	}
	if asSlice(f.typeOf(arg)) != nil && t.Kind == ir.Array {
		return f.get(f.toArray(arg, arrayBehind(to), e.Pos()))
	}
	if asSlice(f.typeOf(arg)) != nil && t.Kind == ir.Cell { // to an array: nil of a nil slice
		return f.toArray(arg, arrayBehind(to), e.Pos())
	}
	if v := f.address64(to, arg); v != nil {
		return v
	}
	v := f.expr(arg)
	f.at(e.Pos())
	switch {
	case v.Type == t && t.IsFloat():
		return f.fence(v)
	case v.Type == t && isComplex(t):
		return f.complexFence(v)
	case v.Type == t:
		return v
	case v.Type.IsScalar() && t.IsScalar() && v.Type != ir.TBool && t != ir.TBool:
		return f.b.Conv(v, t)
	case isComplex(v.Type) && isComplex(t):
		return f.complexConv(v, t)
	}
	f.fail(e.Pos(), "conversion of a %s to a %s is not compiled", name(f.typeOf(arg)), name(to))
	return nil
}

// fence keeps the rounding of an explicit conversion apart from what is computed with it, unless x is no result of arithmetic anyway.
func (f *fun) fence(x *ir.Value) *ir.Value {
	if x.Def != nil {
		switch x.Def.Kind {
		case ir.OpConst, ir.OpLoad, ir.OpConv, ir.OpBitcast, ir.OpFence:
			return x
		}
	}
	return f.b.Unary(ir.OpFence, x)
}

func (f *fun) builtin(e *ast.CallExpr, fun ast.Expr) []*ir.Value {
	id := calleeIdent(fun)
	if _, ok := f.info.Uses[id].(*types.Builtin); !ok {
		f.fail(e.Pos(), "this builtin is not compiled")
	}
	if v := f.unsafeData(e, id.Name); v != nil {
		return []*ir.Value{v}
	}
	if id.Name != "panic" { // whose operand is looked at as it stands
		f.prepare(e.Args...)
	}
	switch id.Name {
	case "len", "cap":
		return []*ir.Value{f.length(e, id.Name)}
	case "min", "max":
		return []*ir.Value{f.extremum(e, id.Name)}
	case "complex":
		return []*ir.Value{f.makeComplex(e)}
	case "real", "imag":
		return []*ir.Value{f.complexPart(e, id.Name)}
	case "close":
		f.closeChannel(e)
		return nil
	case "make":
		if isChannel(f.typeOf(e)) {
			return []*ir.Value{f.makeChannel(e)}
		}
		return []*ir.Value{f.makeSlice(e)}
	case "new":
		return []*ir.Value{f.newVar(e)}
	case "copy":
		return []*ir.Value{f.copySlice(e)}
	case "clear":
		f.clearSlice(e)
		return nil
	case "append":
		return []*ir.Value{f.appendTo(e)}
	case "panic":
		f.panicNow(e)
		return nil
	case "Add": // of package unsafe
		_, by := f.index(e.Args[1])
		return []*ir.Value{f.recastTo(memoryPointer, f.expr(e.Args[0]), by, f.typeOf(e.Args[0]), e.Pos())}
	}
	f.fail(e.Pos(), "%s is not compiled", id.Name)
	return nil
}

// length is len(x) or cap(x) of a slice, or of an array where that is no constant because x has to be evaluated.
func (f *fun) length(e *ast.CallExpr, which string) *ir.Value {
	x := e.Args[0]
	t := f.typeOf(x)
	if to, ok := deref(t); ok {
		t = to
	}
	if a, ok := t.Underlying().(*types.Array); ok {
		f.expr(x)
		f.at(e.Pos())
		return f.b.Int(a.Len())
	}
	if _, ok := t.Underlying().(*types.Map); ok {
		m := f.mapTable(x)
		f.at(e.Pos())
		return f.b.Int(int64(m.n))
	}
	v := f.expr(x)
	if v.Type.Kind != ir.Slice {
		f.fail(e.Pos(), "%s of a %s is not compiled", which, name(t))
	}
	f.at(e.Pos())
	if which == "len" {
		return f.b.Len(v)
	}
	return f.b.Op(ir.OpCap, []*ir.Value{v}, ir.TI64).Result()
}

func (f *fun) extremum(e *ast.CallExpr, which string) *ir.Value {
	k := ir.OpMin
	if which == "max" {
		k = ir.OpMax
	}
	t := f.typeOf(e)
	if isString(t) {
		f.fail(e.Pos(), "%s of strings is not compiled", which)
	}
	var v *ir.Value
	for _, a := range e.Args {
		x := f.exprAs(a, t)
		f.at(e.Pos())
		if v == nil {
			v = x
		} else {
			v = f.b.Binary(k, v, x)
		}
	}
	return v
}

// makeSlice is make([]T, n), or make([]T, n, c).
func (f *fun) makeSlice(e *ast.CallExpr) *ir.Value {
	t := f.typ(e.Pos(), f.typeOf(e))
	if t.Kind != ir.Slice {
		f.fail(e.Pos(), "make of a %s is not compiled", name(f.typeOf(e)))
	}
	_, n := f.index(e.Args[1])
	if len(e.Args) == 2 {
		f.at(e.Pos())
		return f.makeOf(t, n)
	}
	_, c := f.index(e.Args[2])
	f.at(e.Pos())
	_, known := n.ConstInt()
	if _, ok := c.ConstInt(); !ok || !known {
		// Go looks at the memory that the length asks for first.
		most := f.b.Int(ir.MaxMake / int64(max(t.Elem.Size(), 1)))
		f.b.Op(ir.OpCheckMake, []*ir.Value{f.b.Select(f.b.Compare(ir.OpLe, n, most), n, f.b.Int(-1))})
		fits := f.b.Binary(ir.OpAnd, f.b.Compare(ir.OpLe, n, c), f.b.Compare(ir.OpLe, c, most))
		f.panicUnless(fits, "makecap", nil, e.Args[2].Pos())
	}
	s := f.b.Op(ir.OpMake, []*ir.Value{c}, t).Result()
	return f.b.Op(ir.OpSlice, []*ir.Value{s, f.b.Int(0), n}, t).Result()
}

// makeOf is a zeroed slice of n elements, checked.
func (f *fun) makeOf(t *ir.Type, n *ir.Value) *ir.Value {
	if _, ok := n.ConstInt(); !ok {
		f.b.Op(ir.OpCheckMake, []*ir.Value{n})
	}
	return f.b.Op(ir.OpMake, []*ir.Value{n}, t).Result()
}

// newVar is new(T), or new(x), a variable that starts as x.
func (f *fun) newVar(e *ast.CallExpr) *ir.Value {
	f.typ(e.Pos(), f.typeOf(e))
	elem, _ := deref(f.typeOf(e))
	var v *ir.Value
	if f.info.Types[e.Args[0]].IsType() {
		v = f.zero(e.Pos(), f.withNils(f.typ(e.Pos(), elem), elem))
	} else {
		v = f.exprAs(e.Args[0], elem)
	}
	f.at(e.Pos())
	return f.newCell(v, "")
}

func (f *fun) copySlice(e *ast.CallExpr) *ir.Value {
	dst, src := f.expr(e.Args[0]), f.expr(e.Args[1])
	if dst.Type != src.Type {
		f.fail(e.Pos(), "copy between these types is not compiled")
	}
	f.at(e.Pos())
	n := f.b.Binary(ir.OpMin, f.b.Len(dst), f.b.Len(src))
	f.b.Op(ir.OpMove, []*ir.Value{dst, src, n})
	return n
}

// appendTo is append(s, x, y, ...) or append(s, t...):
//
//	end = len(s) + k
//	if end > cap(s) { t = make(grown(cap(s), end)); copy(t, s); s = t }
//	s = s[:end]; s[end-k] = x; ...
func (f *fun) appendTo(e *ast.CallExpr) *ir.Value {
	var vals []*ir.Value
	f.lift(e.Args[0])
	if e.Ellipsis.IsValid() {
		if !f.isNil(e.Args[1]) {
			vals = []*ir.Value{f.expr(e.Args[1])}
		}
	} else {
		elem := f.typeOf(e).Underlying().(*types.Slice).Elem()
		for _, a := range e.Args[1:] {
			vals = append(vals, f.exprAs(a, elem))
		}
	}
	s := f.expr(e.Args[0])       // its place the Go compiler looks up last
	if s.Type.Kind != ir.Slice { // append(nil, ...), which no program has
		f.fail(e.Pos(), "append to a %s is not compiled", name(f.typeOf(e.Args[0])))
	}
	if len(vals) == 0 {
		return s
	}
	f.at(e.Pos())
	var count *ir.Value
	if e.Ellipsis.IsValid() {
		if vals[0].Type != s.Type {
			f.fail(e.Pos(), "append of a %s is not compiled", name(f.typeOf(e.Args[1])))
		}
		count = f.b.Len(vals[0])
	} else {
		count = f.b.Int(int64(len(vals)))
	}
	n := f.b.Len(s)
	end := f.b.Binary(ir.OpAdd, n, count)
	d := f.b.Op(ir.OpSlice, []*ir.Value{f.withRoom(s, n, end), f.b.Int(0), end}, s.Type).Result()
	if e.Ellipsis.IsValid() {
		rest := f.b.Op(ir.OpSlice, []*ir.Value{d, n, end}, s.Type).Result()
		f.b.Op(ir.OpMove, []*ir.Value{rest, vals[0], count})
		return d
	}
	for k, v := range vals {
		f.b.Store(d, f.b.Binary(ir.OpAdd, n, f.b.Int(int64(k))), v, nil)
	}
	return d
}

// withRoom is s, or where its capacity is less than end, its n elements in fresh memory. The language leaves open how much that is: as much as Go's runtime
// makes, and a sixteenth more, where that fills a size class.
func (f *fun) withRoom(s, n, end *ir.Value) *ir.Value {
	room := f.b.Op(ir.OpCap, []*ir.Value{s}, ir.TI64).Result()
	test := f.b.If(f.b.Compare(ir.OpLe, end, room), s.Type)
	f.b.In(test.Regions[0]).Yield(s)
	b := f.b.In(test.Regions[1])
	double := b.Binary(ir.OpAdd, room, room)
	quarter := b.Binary(ir.OpShr, b.Binary(ir.OpAdd, room, b.Int(3*growSlowly)), b.Const(ir.TU64, 2))
	more := b.Select(b.Compare(ir.OpLt, room, b.Int(growSlowly)), double, b.Binary(ir.OpAdd, room, quarter))
	size := b.Binary(ir.OpMax, end, more)
	size = b.Binary(ir.OpAdd, size, b.Binary(ir.OpShr, size, b.Const(ir.TU64, 4)))
	made := b.Op(ir.OpMake, []*ir.Value{size}, s.Type).Result()
	b.Op(ir.OpMove, []*ir.Value{made, s, n})
	b.Yield(made)
	return test.Result()
}

// growSlowly is the capacity from which on append does not double it: from there on the factor goes down to 1.25.
const growSlowly = 256

func (f *fun) clearSlice(e *ast.CallExpr) {
	s := f.expr(e.Args[0])
	if s.Type.Kind != ir.Slice {
		f.fail(e.Pos(), "clear of a %s is not compiled", name(f.typeOf(e.Args[0])))
	}
	f.at(e.Pos())
	f.counted(f.b.Len(s), func(i *ir.Value) { f.b.Store(s, i, zero(f.b, s.Type.Elem), nil) })
}

// counted is a loop over 0, ..., n-1.
func (f *fun) counted(n *ir.Value, body func(i *ir.Value)) {
	loop := f.b.Loop([]*ir.Value{f.b.Int(0)})
	r := loop.Regions[0]
	b := f.b
	f.b = b.In(r)
	i := r.Params[0]
	test := f.b.If(f.b.Compare(ir.OpLt, i, n))
	f.b.In(test.Regions[0]).Yield()
	f.b.In(test.Regions[1]).Break(loop)
	body(i)
	f.b.Continue(loop, f.b.Binary(ir.OpAdd, i, f.b.Int(1)))
	f.b = b
}

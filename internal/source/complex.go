package source

import (
	"go/ast"
	"go/constant"
	"go/token"

	"github.com/hone-go/hone/internal/ir"
)

// Complex numbers are pairs of floats from here on: structs, laid out in memory as Go does.
var (
	complex64Type  = complexOf(ir.TF32)
	complex128Type = complexOf(ir.TF64)
)

func complexOf(part *ir.Type) *ir.Type {
	return ir.StructOf(ir.Field{Name: "re", Type: part}, ir.Field{Name: "im", Type: part})
}

// isComplex reports the type of a complex number. That of a struct{ re, im float64 } of the program is the same one, but the type
// checker has seen to it that neither takes part in the other's operations.
func isComplex(t *ir.Type) bool { return t == complex64Type || t == complex128Type }

// parts are a complex number's.
func (f *fun) parts(z *ir.Value) (re, im *ir.Value) {
	if d := z.Def; d != nil && d.Kind == ir.OpStruct {
		return d.Args[0], d.Args[1]
	}
	return f.part(z, 0), f.part(z, 1)
}

func (f *fun) part(z *ir.Value, i int64) *ir.Value {
	return f.pathOp(ir.OpExtract, place{path: []int64{i}}, z.Type, z)
}

func (f *fun) complex(re, im *ir.Value) *ir.Value {
	return f.b.Op(ir.OpStruct, []*ir.Value{re, im}, complexOf(re.Type)).Result()
}

// constAs emits a constant in the form that it has as a t, or gives nil if it is no value of that type.
func (f *fun) constAs(c constant.Value, t *ir.Type) *ir.Value {
	if isComplex(t) {
		re, ok1 := constBits(constant.Real(c), t.Fields[0].Type)
		im, ok2 := constBits(constant.Imag(c), t.Fields[1].Type)
		if !ok1 || !ok2 {
			return nil
		}
		return f.complex(f.b.Const(t.Fields[0].Type, re), f.b.Const(t.Fields[1].Type, im))
	}
	if c.Kind() == constant.String && t == stringType {
		return f.stringConst(constant.StringVal(c))
	}
	bits, ok := constBits(c, t)
	if !ok {
		return nil
	}
	return f.b.Const(t, bits)
}

// complexArith is x op y. The Go compiler multiplies and divides complex64 in float64, "to minimize cancellation error"
// (cmd/compile/internal/ssagen), and rounds the parts of the result once.
func (f *fun) complexArith(op token.Token, x, y *ir.Value, pos token.Pos) *ir.Value {
	if op == token.MUL || op == token.QUO {
		t := x.Type
		x, y = f.complexConv(x, complex128Type), f.complexConv(y, complex128Type)
		if op == token.MUL {
			return f.complexConv(f.complexMul(x, y), t)
		}
		return f.complexConv(f.complexDiv(x, y, pos), t)
	}
	k := arithmetic[op]
	a, b := f.parts(x)
	c, d := f.parts(y)
	return f.complex(f.b.Binary(k, a, c), f.b.Binary(k, b, d))
}

func (f *fun) complexMul(x, y *ir.Value) *ir.Value {
	a, b := f.parts(x)
	c, d := f.parts(y)
	mul := func(u, v *ir.Value) *ir.Value { return f.b.Binary(ir.OpMul, u, v) }
	return f.complex(f.b.Binary(ir.OpSub, mul(a, c), mul(b, d)), f.b.Binary(ir.OpAdd, mul(a, d), mul(b, c)))
}

// complexDiv calls vmath's counterpart of runtime.complex128div.
func (f *fun) complexDiv(x, y *ir.Value, pos token.Pos) *ir.Value {
	fn := f.vmath("complexQuo")
	if fn == nil {
		f.fail(pos, "division of complex numbers is not compiled without package vmath")
	}
	a, b := f.parts(x)
	c, d := f.parts(y)
	q := f.callVmath(fn, []*ir.Value{a, b, c, d}, pos)
	return f.complex(q[0], q[1])
}

// complexConv converts between the complex types.
func (f *fun) complexConv(z *ir.Value, t *ir.Type) *ir.Value {
	if z.Type == t {
		return z
	}
	re, im := f.parts(z)
	return f.complex(f.b.Conv(re, t.Fields[0].Type), f.b.Conv(im, t.Fields[1].Type))
}

// complexFence is fence of both parts.
func (f *fun) complexFence(z *ir.Value) *ir.Value {
	re, im := f.parts(z)
	return f.complex(f.fence(re), f.fence(im))
}

// complexNeg is -z: Go flips both signs.
func (f *fun) complexNeg(z *ir.Value) *ir.Value {
	re, im := f.parts(z)
	return f.complex(f.b.Unary(ir.OpNeg, re), f.b.Unary(ir.OpNeg, im))
}

// makeComplex is complex(re, im); a constant among the two has the other's type.
func (f *fun) makeComplex(e *ast.CallExpr) *ir.Value {
	if len(e.Args) == 1 { // complex(g()), g with two results
		vs := f.tuple(ast.Unparen(e.Args[0]))
		return f.complex(vs[0], vs[1])
	}
	part := f.typ(e.Pos(), f.typeOf(e)).Fields[0].Type
	re, im := f.floatAs(e.Args[0], part), f.floatAs(e.Args[1], part)
	f.at(e.Pos())
	return f.complex(re, im)
}

// floatAs is e as a value of type t.
func (f *fun) floatAs(e ast.Expr, t *ir.Type) *ir.Value {
	if c := f.constant(e); c != nil {
		f.at(e.Pos())
		if v := f.constAs(c, t); v != nil {
			return v
		}
	}
	return f.expr(e)
}

// complexPart is real(z) or imag(z).
func (f *fun) complexPart(e *ast.CallExpr, which string) *ir.Value {
	z := f.expr(e.Args[0])
	f.at(e.Pos())
	re, im := f.parts(z)
	if which == "real" {
		return re
	}
	return im
}

package source

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"github.com/hone-go/hone/internal/ir"
)

// constant is the value of a constant expression, nil if e is none.
func (f *fun) constant(e ast.Expr) constant.Value {
	v := f.info.Types[e].Value
	if v == nil {
		return nil
	}
	// Package math says with these constants where assembly replaces its Go functions; the Go functions are what can be compiled.
	if f.in.pkg.Path == mathPath {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok && replacedByAssembly(f.info.Uses[id]) {
			return constant.MakeBool(false)
		}
	}
	return v
}

// constBool is the value of a condition that is constant, or decided by dynamic types that are known.
func (f *fun) constBool(e ast.Expr) (value, ok bool) {
	if v := f.constant(e); v != nil && v.Kind() == constant.Bool {
		return constant.BoolVal(v), true
	}
	return f.decided(e)
}

// constInt is the value of a constant integer expression.
func (f *fun) constInt(e ast.Expr) (int64, bool) {
	if v := f.constant(e); v != nil {
		if v.Kind() == constant.Float || v.Kind() == constant.Complex {
			v = constant.ToInt(v)
		}
		if v.Kind() == constant.Int {
			return constant.Int64Val(v)
		}
	}
	return 0, false
}

// constBits gives a constant the form that it has as a t; ok is false if it is no value of that type.
func constBits(v constant.Value, t *ir.Type) (bits uint64, ok bool) {
	if v.Kind() == constant.Complex {
		v = constant.ToFloat(v) // unknown if there is an imaginary part
	}
	switch {
	case t.Kind == ir.Bool && v.Kind() == constant.Bool:
		if constant.BoolVal(v) {
			return 1, true
		}
		return 0, true
	case t.Kind == ir.F64:
		x, _ := constant.Float64Val(constant.ToFloat(v))
		return math.Float64bits(x), v.Kind() == constant.Int || v.Kind() == constant.Float
	case t.Kind == ir.F32:
		x, _ := constant.Float32Val(constant.ToFloat(v))
		return uint64(math.Float32bits(x)), v.Kind() == constant.Int || v.Kind() == constant.Float
	case t.IsInt():
		i := constant.ToInt(v)
		if i.Kind() != constant.Int {
			return 0, false
		}
		if n, exact := constant.Int64Val(i); exact {
			return ir.Canonical(t, uint64(n)), true
		}
		n, exact := constant.Uint64Val(i)
		return ir.Canonical(t, n), exact
	}
	return 0, false
}

// constValue emits a constant of type t.
func (f *fun) constValue(pos token.Pos, v constant.Value, t types.Type) *ir.Value {
	it := f.typ(pos, t)
	f.at(pos)
	c := f.constAs(v, it)
	if c == nil {
		f.fail(pos, "the constant %s is not compiled as a %s", v, name(t))
	}
	return c
}

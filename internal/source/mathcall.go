package source

import (
	"go/token"
	"go/types"
	"math"

	"github.com/hone-go/hone/internal/ir"
)

func inf(sign int) float64 { return math.Inf(sign) }

// direct are the functions of package math that are one op.
var direct = map[string]ir.OpKind{
	"Sqrt": ir.OpSqrt, "Abs": ir.OpAbs, "Floor": ir.OpFloor, "Ceil": ir.OpCeil, "Trunc": ir.OpTrunc,
	"RoundToEven": ir.OpRint, "Copysign": ir.OpCopysign,
}

// mathFuncs are the functions of package math that are written in ops. The others are called in vmath where it has them, or else
// translated from math's own Go source.
var mathFuncs = map[string]emitter{
	"FMA":             op(ir.OpFMA),
	"Float64bits":     cast(ir.TU64),
	"Float64frombits": cast(ir.TF64),
	"Float32bits":     cast(ir.TU32),
	"Float32frombits": cast(ir.TF32),
	"Max":             extremum(ir.OpMax, 1),
	"Min":             extremum(ir.OpMin, -1),
	"Round":           round,
	"NaN": func(f *fun, k *known) []*ir.Value {
		return []*ir.Value{f.b.Const(ir.TF64, math.Float64bits(math.NaN()))}
	},
	"IsNaN": func(f *fun, k *known) []*ir.Value {
		return []*ir.Value{f.b.Compare(ir.OpNe, k.args[0], k.args[0])}
	},
	"Signbit": func(f *fun, k *known) []*ir.Value {
		bits := f.b.Op(ir.OpBitcast, k.args, ir.TI64).Result()
		return []*ir.Value{f.b.Compare(ir.OpLt, bits, f.b.Int(0))}
	},
}

func init() {
	for name, k := range direct {
		mathFuncs[name] = op(k)
	}
}

func op(kind ir.OpKind) emitter {
	return func(f *fun, k *known) []*ir.Value {
		return f.b.Op(kind, k.args, k.args[0].Type).Results
	}
}

func cast(t *ir.Type) emitter {
	return func(f *fun, k *known) []*ir.Value {
		return f.b.Op(ir.OpBitcast, k.args, t).Results
	}
}

// extremum is math.Max or math.Min: unlike the builtins they prefer infinity to NaN.
func extremum(kind ir.OpKind, sign int) emitter {
	return func(f *fun, k *known) []*ir.Value {
		x, y := k.args[0], k.args[1]
		limit := f.b.Float(ir.TF64, inf(sign))
		either := f.b.Binary(ir.OpOr, f.b.Compare(ir.OpEq, x, limit), f.b.Compare(ir.OpEq, y, limit))
		return []*ir.Value{f.b.Select(either, limit, f.b.Binary(kind, x, y))}
	}
}

// round is math.Round as its documentation in the Go source has it: t := Trunc(x); if Abs(x-t) >= 0.5 { return t + Copysign(1, x) }; return t.
func round(f *fun, k *known) []*ir.Value {
	x := k.args[0]
	if ir.Single(x) { // no step of it rounds in float32, either
		x = f.inSingle(x)
	}
	t := f.b.Unary(ir.OpTrunc, x)
	away := f.b.Unary(ir.OpAbs, f.b.Binary(ir.OpSub, x, t))
	up := f.b.Binary(ir.OpAdd, t, f.b.Binary(ir.OpCopysign, f.b.Float(x.Type, 1), x))
	return []*ir.Value{f.b.Conv(f.b.Select(f.b.Compare(ir.OpGe, away, f.b.Float(x.Type, 0.5)), up, t), ir.TF64)}
}

// vmath is the function of package vmath with this name, nil if there is none.
func (f *fun) vmath(name string) *types.Func {
	pkg := f.u.prog.byPath[vmathPath]
	if pkg == nil || pkg.Types == nil {
		return nil
	}
	fn, _ := pkg.Types.Scope().Lookup(name).(*types.Func)
	if fn == nil || f.u.prog.decls[fn] == nil || fn.Signature().TypeParams().Len() > 0 {
		return nil
	}
	return fn
}

// viaVmath calls vmath's function in place of math's, nil if there is none of the same type.
func (f *fun) viaVmath(name string) emitter {
	fn := f.vmath(name)
	if fn == nil {
		return nil
	}
	return func(f *fun, k *known) []*ir.Value {
		if !types.Identical(fn.Signature(), k.sig) {
			f.fail(k.pos, "vmath.%s has another type than math.%s", name, name)
		}
		results := f.callVmath(fn, k.args, k.pos)
		if f.elementary == nil {
			f.elementary = map[*ir.Op]bool{}
		}
		f.elementary[results[0].Def] = true
		return results
	}
}

func (f *fun) callVmath(fn *types.Func, args []*ir.Value, pos token.Pos) []*ir.Value {
	in := f.u.instance(fn, nil, pos)
	if in == nil {
		panic(bail{})
	}
	o := f.b.Op(ir.OpCallSym, args, f.resultTypes(pos, fn.Signature())...)
	o.SetSym(in.sym)
	return o.Results
}

func isBasic(t types.Type, kind types.BasicKind) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == kind
}

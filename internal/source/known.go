package source

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// known is a call of a function that the front end knows by name.
type known struct {
	fn    *types.Func
	targs []types.Type
	sig   *types.Signature
	args  []*ir.Value
	pos   token.Pos
}

// emitter translates a call of a known function.
type emitter func(f *fun, k *known) []*ir.Value

// intrinsic is the translation of fn, if it is known by name rather than by its Go source.
func (f *fun) intrinsic(fn *types.Func) emitter {
	if fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return nil
	}
	switch fn.Pkg().Path() {
	case honePath:
		return honeFuncs[fn.Name()]
	case forkPath:
		return forkFuncs[fn.Name()]
	case "runtime":
		return runtimeFuncs[fn.Name()]
	case bitsPath:
		return bitsFunc(fn.Name())
	case mathPath:
		if e := mathFuncs[fn.Name()]; e != nil {
			return e
		}
		if f.in.pkg.Path != mathPath {
			if e := f.native(fn.Name()); e != nil {
				return e
			}
			return f.viaVmath(fn.Name())
		}
	}
	return nil
}

var honeFuncs map[string]emitter

func init() {
	yield := func(n int) *ir.Type {
		ts := make([]*ir.Type, n)
		for i := range ts {
			ts[i] = ir.TI64
		}
		return ir.FuncOf(ts, []*ir.Type{ir.TBool})
	}
	// sequence makes an iter.Seq that hands its yield function to an op behind the arguments.
	sequence := func(op ir.OpKind, dims int) emitter {
		return func(f *fun, k *known) []*ir.Value {
			v := f.lambda([]*ir.Type{yield(dims)}, nil, func(r *ir.Region) {
				f.b.Op(op, append(k.args[:len(k.args):len(k.args)], r.Params[0]))
				f.b.Return()
			})
			return []*ir.Value{v}
		}
	}
	honeFuncs = map[string]emitter{
		"Parallel":  sequence(ir.OpParFor, 1),
		"Parallel2": sequence(ir.OpParFor, 2),
		"Parallel3": parallel3,
		"Unroll":    sequence(ir.OpUnroll, 1),
		"Hide": func(f *fun, k *known) []*ir.Value {
			return []*ir.Value{f.b.Unary(ir.OpHide, k.args[0])}
		},
		"threads": func(f *fun, k *known) []*ir.Value {
			return f.b.Op(ir.OpThreads, nil, ir.TI64).Results
		},
		"library": func(f *fun, k *known) []*ir.Value { return []*ir.Value{f.b.Bool(false)} },
		"integers": func(f *fun, k *known) []*ir.Value {
			b, ok := k.targs[0].Underlying().(*types.Basic)
			return []*ir.Value{f.b.Bool(ok && b.Info()&types.IsInteger != 0)}
		},
		"Build": func(f *fun, k *known) []*ir.Value {
			t := f.typ(k.pos, k.sig.Results().At(0).Type())
			f.b.Op(ir.OpCheckMake, []*ir.Value{k.args[0]})
			return f.b.Op(ir.OpBuild, k.args, t).Results
		},
		"Keep": func(f *fun, k *known) []*ir.Value {
			return f.b.Op(ir.OpKeep, k.args, f.typ(k.pos, k.sig.Results().At(0).Type())).Results
		},
		"Reduce": func(f *fun, k *known) []*ir.Value {
			return f.b.Op(ir.OpReduce, k.args, k.args[1].Type).Results
		},
		"Sum":     reduction(combineBy(token.ADD), whole(0)),
		"Product": reduction(combineBy(token.MUL), whole(1)),
		"Min":     extremumOf(ir.OpMin, 1),
		"Max":     extremumOf(ir.OpMax, -1),
	}
}

// parallel3 is hone.Parallel3: range-over-func has no loops over three variables, so that what it yields is an array.
func parallel3(f *fun, k *known) []*ir.Value {
	at := ir.ArrayOf(ir.TI64, 3)
	v := f.lambda([]*ir.Type{ir.FuncOf([]*ir.Type{at}, []*ir.Type{ir.TBool})}, nil, func(r *ir.Region) {
		yield := r.Params[0]
		body := f.lambda([]*ir.Type{ir.TI64, ir.TI64, ir.TI64}, []*ir.Type{ir.TBool}, func(r *ir.Region) {
			i := f.b.Op(ir.OpArray, slices.Clone(r.Params), at).Result()
			f.b.Return(f.b.Op(ir.OpCall, []*ir.Value{yield, i}, ir.TBool).Result())
		})
		f.b.Op(ir.OpParFor, append(k.args[:len(k.args):len(k.args)], body))
		f.b.Return()
	})
	return []*ir.Value{v}
}

// reduction is hone.Sum and its kin: n and f are given, the operation and its neutral element implied.
func reduction(combine func(f *fun, k *known, x, y *ir.Value) *ir.Value, id func(f *fun, k *known, t *ir.Type) *ir.Value) emitter {
	return func(f *fun, k *known) []*ir.Value {
		t := f.typ(k.pos, k.sig.Results().At(0).Type())
		op := f.wrapper(ir.FuncOf([]*ir.Type{t, t}, []*ir.Type{t}), func(args []*ir.Value) []*ir.Value {
			return []*ir.Value{combine(f, k, args[0], args[1])}
		})
		return f.b.Op(ir.OpReduce, []*ir.Value{k.args[0], id(f, k, t), op, k.args[1]}, t).Results
	}
}

// combineBy is an operator of the language.
func combineBy(op token.Token) func(f *fun, k *known, x, y *ir.Value) *ir.Value {
	return func(f *fun, k *known, x, y *ir.Value) *ir.Value { return f.arith(op, x, y, k.pos) }
}

// whole is n as a number of any type.
func whole(n int64) func(f *fun, k *known, t *ir.Type) *ir.Value {
	return func(f *fun, k *known, t *ir.Type) *ir.Value { return f.constAs(constant.MakeInt64(n), t) }
}

func extremumOf(op ir.OpKind, sign int) emitter {
	return reduction(
		func(f *fun, k *known, x, y *ir.Value) *ir.Value { return f.b.Binary(op, x, y) },
		func(f *fun, k *known, t *ir.Type) *ir.Value { return f.b.Const(t, extreme(t, sign)) })
}

// extreme is the largest value of t, or for sign < 0 the smallest.
func extreme(t *ir.Type, sign int) uint64 {
	switch {
	case t.IsFloat():
		return ir.FloatBits(t, inf(sign))
	case t.IsUnsigned() && sign < 0:
		return 0
	case t.IsUnsigned():
		return ir.Canonical(t, ^uint64(0))
	case sign < 0:
		return uint64(1) << (t.Bits() - 1)
	}
	return uint64(1)<<(t.Bits()-1) - 1
}

package source

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/ir"
)

// Programs on float32 call package math as it is: float32(math.Sin(float64(x))), s, c := math.Sincos(float64(x)) with float32(s) and float32(c) later. Where the operands of an
// elementary function are float32 and nothing but float32 is wanted of its results, it is that of vmath for float32.

// singles makes such calls of the function those for float32.
func (f *fun) singles(out *ir.Func, pos token.Pos) {
	if f.in.pkg.Path == mathPath || f.in.pkg.Path == vmathPath { // there they mean what they say
		return
	}
	uses := out.Uses()
	twins := map[*ir.Op]*types.Func{}
	var calls []*ir.Op
	out.Body.Walk(func(o *ir.Op) bool {
		if !f.elementary[o] || !slices.ContainsFunc(o.Args, func(a *ir.Value) bool { return a.Type == ir.TF64 }) {
			return true
		}
		operands := !slices.ContainsFunc(o.Args, func(a *ir.Value) bool { return a.Type == ir.TF64 && !ir.Single(a) })
		results := !slices.ContainsFunc(o.Results, func(v *ir.Value) bool { return v.Type == ir.TF64 && !wantedSingle(v, uses) })
		if twin := f.twinOf(o); twin != nil && operands && results {
			calls, twins[o] = append(calls, o), twin
		}
		return true
	})
	for _, o := range calls {
		if in := f.u.instance(twins[o], nil, pos); in != nil {
			toSingle(o, in.sym)
			f.u.singled = true
		}
	}
}

// wantedSingle reports that v is only converted to float32, perhaps with another sign.
func wantedSingle(v *ir.Value, uses *ir.Uses) bool {
	for _, u := range uses.Of(v) {
		switch u.Kind {
		case ir.OpConv:
			if u.Results[0].Type != ir.TF32 {
				return false
			}
		case ir.OpNeg, ir.OpAbs, ir.OpFence:
			if !wantedSingle(u.Results[0], uses) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// twinOf is the function for float32 of the one in vmath that o calls, nil if there is none.
func (f *fun) twinOf(o *ir.Op) *types.Func {
	name, ok := strings.CutPrefix(o.Sym(), vmathPath+".")
	if !ok || name == "Nextafter" { // the next float64 is no float32
		return nil
	}
	fn, twin := f.vmath(name), f.vmath(name+"32")
	if fn == nil || twin == nil {
		return nil
	}
	same := func(a, b *types.Tuple) bool {
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			t, u := a.At(i).Type(), b.At(i).Type()
			if !types.Identical(t, u) && !(isBasic(t, types.Float64) && isBasic(u, types.Float32)) {
				return false
			}
		}
		return true
	}
	if s, t := fn.Signature(), twin.Signature(); !same(s.Params(), t.Params()) || !same(s.Results(), t.Results()) {
		return nil
	}
	return twin
}

// toSingle puts a call of the function for float32 in the place of o.
func toSingle(o *ir.Op, sym string) {
	before := func(k ir.OpKind, args []*ir.Value, results ...*ir.Type) *ir.Op {
		n := o.Parent.NewOp(k, o.Pos, args, results...)
		o.InsertBefore(n)
		return n
	}
	args := slices.Clone(o.Args)
	for i, a := range args {
		if a.Type == ir.TF64 {
			args[i] = ir.InSingle(a, func(k ir.OpKind, bits uint64, args ...*ir.Value) *ir.Value {
				n := before(k, args, ir.TF32)
				n.Bits = bits
				return n.Results[0]
			})
		}
	}
	types := make([]*ir.Type, len(o.Results))
	for i, v := range o.Results {
		if types[i] = v.Type; v.Type == ir.TF64 {
			types[i] = ir.TF32
		}
	}
	call := before(ir.OpCallSym, args, types...)
	call.SetSym(sym)
	for i, v := range o.Results {
		w := call.Results[i]
		w.Name = v.Name
		if w.Type != v.Type {
			w = before(ir.OpConv, []*ir.Value{w}, v.Type).Results[0]
		}
		ir.ReplaceUses(o.Func().Body, v, w)
	}
	o.Remove()
}

// inSingle is a float64 that is seen to be a float32, as one.
func (f *fun) inSingle(v *ir.Value) *ir.Value {
	return ir.InSingle(v, func(k ir.OpKind, bits uint64, args ...*ir.Value) *ir.Value {
		if k == ir.OpConst {
			return f.b.Const(ir.TF32, bits)
		}
		return f.b.Op(k, args, ir.TF32).Result()
	})
}

// called leaves out the functions of vmath that nothing calls any more.
func called(m *ir.Module) {
	for {
		used := map[string]bool{}
		for _, f := range m.Funcs {
			f.Body.Walk(func(o *ir.Op) bool {
				used[o.Sym()] = true
				return true
			})
		}
		n := len(m.Funcs)
		m.Funcs = slices.DeleteFunc(m.Funcs, func(f *ir.Func) bool {
			return f != m.Funcs[0] && strings.HasPrefix(f.Name, vmathPath+".") && !used[f.Name]
		})
		if len(m.Funcs) == n {
			return
		}
	}
}

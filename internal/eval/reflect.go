package eval

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// Call calls a function of a module as if it were a Go function of type t: a source-level function, or the residual or loops-level
// form of one, whose parameters and results are leaves. It panics as Go does where the program does, and with border.ErrPlain if compiled
// code can't be called with these arguments.
func Call(m *ir.Module, fn string, t reflect.Type, args ...reflect.Value) []reflect.Value {
	return New(m).Call(fn, t, args...)
}

// Call is the function of this name for a prepared module.
func (x *Interp) Call(fn string, t reflect.Type, args ...reflect.Value) []reflect.Value {
	b := x.layout(fn, t)
	in, out := b.Box(args)
	if !x.CallAt(fn, b, in.UnsafePointer(), out.UnsafePointer()) {
		panic(border.ErrPlain)
	}
	return border.Unbox(out)
}

// layoutKey is what a layout depends on.
type layoutKey struct {
	fn string
	t  reflect.Type
}

func (x *Interp) layout(fn string, t reflect.Type) *border.Layout {
	b := x.layouts[layoutKey{fn, t}]
	if b != nil {
		return b
	}
	c := x.g.code(fn)
	if c == nil {
		panic("eval: no function " + fn)
	}
	b, err := border.New(c.fn.Border, ir.Types(c.fn.Body.Params), c.fn.Results, t)
	if err != nil {
		panic(fmt.Sprintf("eval: %s: %v", fn, err))
	}
	if x.layouts == nil {
		x.layouts = map[layoutKey]*border.Layout{}
	}
	x.layouts[layoutKey{fn, t}] = b
	return b
}

// CallAt is Call with the arguments and the results in structs in memory. It reports false where the plain function has to be called.
func (x *Interp) CallAt(fn string, b *border.Layout, in, out unsafe.Pointer) (called bool) {
	c := x.g.code(fn)
	if c == nil {
		panic("eval: no function " + fn)
	}
	var bases border.Bases
	if !b.Follow(in, bases[:]) {
		return false
	}
	ls := make([]Value, b.Ins)
	for _, l := range b.Args {
		ls[l.Param] = readLeaf(unsafe.Add(in, l.Offset), &l)
	}
	for _, l := range b.Behind {
		ls[l.Param] = readLeaf(unsafe.Add(bases[l.Base], l.Offset), &l)
	}
	for _, m := range b.Memory {
		ls[m.Param].Ref = Slice{unsafe.Add(bases[m.Base], m.Offset), m.Len, m.Len}
	}
	args := make([]Value, len(c.params))
	for i, p := range c.fn.Body.Params {
		args[i], ls = fromLeaves(p.Type, ls)
	}
	if len(ls) > 0 {
		panic(fmt.Sprintf("eval: %s: %d leaves too many in the arguments", fn, len(ls)))
	}
	x.start()
	defer x.finish()
	if x.g.left {
		defer orPlain(&called)
	}
	var outs []Value
	for _, r := range x.call(c, nil, args) {
		outs = valueLeaves(outs, r)
	}
	if len(outs) != b.Outs {
		panic(fmt.Sprintf("eval: %s: %d results, must be %d", fn, len(outs), b.Outs))
	}
	for _, l := range b.Results {
		writeLeaf(unsafe.Add(out, l.Offset), &l, outs[l.Param])
	}
	for _, e := range b.Errors {
		var w rt.Words
		for i := range w {
			w[i] = outs[int(e.Param)+i].Bits
		}
		e.Set(out, w)
	}
	for i := range b.Made {
		m := &b.Made[i]
		b.Make(m, in, out, int64(outs[m.Param].Bits), func(fresh unsafe.Pointer) {
			for _, l := range m.Leaves {
				writeLeaf(unsafe.Add(fresh, l.Offset), &l, outs[l.Param])
			}
		})
	}
	return true
}

// bitsOf are types of scalars by their size: only the bits count.
var bitsOf = [9]*ir.Type{1: ir.TU8, 2: ir.TU16, 4: ir.TU32, 8: ir.TU64}

func readLeaf(p unsafe.Pointer, l *border.Leaf) Value {
	if l.IsSlice() {
		s := l.Slice(p)
		return Value{Ref: Slice{s.Data, s.Len, s.Cap}}
	}
	return Value{Bits: readScalar(p, bitsOf[l.Size])}
}

func writeLeaf(p unsafe.Pointer, l *border.Leaf, v Value) {
	if l.IsSlice() {
		s := v.Ref.(Slice)
		l.SetSlice(p, border.Slice{Data: s.Ptr, Len: s.Len, Cap: s.Cap})
	} else {
		writeScalar(p, bitsOf[l.Size], v.Bits)
	}
}

// fromLeaves makes a value of type t from the first of the leaves.
func fromLeaves(t *ir.Type, ls []Value) (Value, []Value) {
	n := 1
	var elem func(i int) *ir.Type
	switch t.Kind {
	case ir.Struct:
		n, elem = len(t.Fields), func(i int) *ir.Type { return t.Fields[i].Type }
	case ir.Array:
		n, elem = t.Len, func(int) *ir.Type { return t.Elem }
	default:
		if len(ls) == 0 {
			panic("eval: too few arguments")
		}
		return ls[0], ls[1:]
	}
	a := &Aggregate{make([]Value, n)}
	for i := range a.Elems {
		a.Elems[i], ls = fromLeaves(elem(i), ls)
	}
	return Value{Ref: a}, ls
}

func valueLeaves(out []Value, v Value) []Value {
	if a, ok := v.Ref.(*Aggregate); ok {
		for _, e := range a.Elems {
			out = valueLeaves(out, e)
		}
		return out
	}
	return append(out, v)
}

// orPlain, deferred, lets a call return false that found that the plain function has to be called.
func orPlain(called *bool) {
	if e := recover(); e != nil {
		if e != any(border.ErrPlain) {
			panic(e)
		}
		*called = false
	}
}

package eval

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
)

// Call calls a function of a module as if it were a Go function of type t: a source-level function, or the residual or loops-level
// form of one, whose parameters and results are leaves. It panics as Go does where the program does.
func Call(m *ir.Module, fn string, t reflect.Type, args ...reflect.Value) []reflect.Value {
	return New(m).Call(fn, t, args...)
}

// Call is the function of this name for a prepared module.
func (x *Interp) Call(fn string, t reflect.Type, args ...reflect.Value) []reflect.Value {
	c := x.g.code(fn)
	if c == nil {
		panic("eval: no function " + fn)
	}
	var ls []Value
	for _, a := range args {
		ls = goLeaves(ls, a)
	}
	in := make([]Value, len(c.params))
	for i, p := range c.fn.Body.Params {
		in[i], ls = fromLeaves(p.Type, ls)
	}
	if len(ls) > 0 {
		panic(fmt.Sprintf("eval: %s: %d leaves too many in the arguments", fn, len(ls)))
	}
	x.start()
	defer x.finish()
	var outs []Value
	for _, r := range x.call(c, nil, in) {
		outs = valueLeaves(outs, r)
	}
	results := make([]reflect.Value, t.NumOut())
	for i := range results {
		results[i] = reflect.New(t.Out(i)).Elem()
		outs = setGo(results[i], outs)
	}
	return results
}

// goLeaves lists the leaves of a Go value.
func goLeaves(out []Value, v reflect.Value) []Value {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(out, Value{Bits: 1})
		}
		return append(out, Value{})
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		t := [9]*ir.Type{1: ir.TU8, 2: ir.TU16, 4: ir.TU32, 8: ir.TU64}[v.Type().Size()]
		return append(out, Value{Bits: ir.Canonical(t, uint64(v.Int()))})
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return append(out, Value{Bits: v.Uint()})
	case reflect.Float32, reflect.Float64: // the bits, also of NaNs: through memory
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		if v.Kind() == reflect.Float32 {
			return append(out, Value{Bits: uint64(*(*uint32)(p.UnsafePointer()))})
		}
		return append(out, Value{Bits: *(*uint64)(p.UnsafePointer())})
	case reflect.Complex64, reflect.Complex128: // a pair of floats, a struct in the IR
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		return goLeaves(out, pair(p.Elem()))
	case reflect.Slice:
		return append(out, Value{Ref: Slice{v.UnsafePointer(), v.Len(), v.Cap()}})
	case reflect.String:
		s := v.String()
		return append(out, Value{Ref: Slice{unsafe.Pointer(unsafe.StringData(s)), len(s), len(s)}})
	case reflect.Struct, reflect.Array:
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		return memoryLeaves(out, p.Elem())
	}
	panic("eval: an argument of type " + v.Type().String())
}

// memoryLeaves is goLeaves of an addressable struct or array, unexported fields included.
func memoryLeaves(out []Value, v reflect.Value) []Value {
	if v.Kind() == reflect.Array {
		for i := range v.Len() {
			out = goLeaves(out, v.Index(i))
		}
		return out
	}
	for i := range v.NumField() {
		out = goLeaves(out, exported(v.Field(i)))
	}
	return out
}

// exported lifts the protection of an addressable field.
func exported(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// pair is an addressable complex number as the array of its parts.
func pair(v reflect.Value) reflect.Value {
	t := reflect.TypeFor[[2]float64]()
	if v.Kind() == reflect.Complex64 {
		t = reflect.TypeFor[[2]float32]()
	}
	return reflect.NewAt(t, unsafe.Pointer(v.UnsafeAddr())).Elem()
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

// setGo fills an addressable Go value from the first of the leaves and gives the others.
func setGo(v reflect.Value, ls []Value) []Value {
	p := unsafe.Pointer(v.UnsafeAddr())
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			ls = setGo(exported(v.Field(i)), ls)
		}
		return ls
	case reflect.Array:
		for i := range v.Len() {
			ls = setGo(v.Index(i), ls)
		}
		return ls
	case reflect.Complex64, reflect.Complex128:
		return setGo(pair(v), ls)
	case reflect.Slice:
		*(*Slice)(p) = ls[0].Ref.(Slice)
	case reflect.String:
		s := ls[0].Ref.(Slice)
		*(*string)(p) = unsafe.String((*byte)(s.Ptr), s.Len)
	default:
		t := [9]*ir.Type{1: ir.TU8, 2: ir.TU16, 4: ir.TU32, 8: ir.TU64}[v.Type().Size()]
		writeScalar(p, t, ls[0].Bits)
	}
	return ls[1:]
}

package plan

import (
	"reflect"
	"unsafe"
)

// CallReflect runs the program that was made from a Go function of type fn. Structs and arrays are passed as their components, in the
// order of ir.Leaves. It is for tests; generated code does the same without reflection.
func CallReflect(p *Program, fn reflect.Type, args []reflect.Value) []reflect.Value {
	f := p.Begin()
	i := 0
	for k := range fn.NumIn() {
		v := reflect.New(fn.In(k))
		v.Elem().Set(args[k])
		leaves(fn.In(k), v.UnsafePointer(), func(t reflect.Type, at unsafe.Pointer) {
			switch t.Kind() {
			case reflect.Slice:
				s := (*sliceHeader)(at)
				f.SetSlice(i, s.data, s.len, s.cap)
			case reflect.String:
				s := *(*string)(at)
				f.SetSlice(i, unsafe.Pointer(unsafe.StringData(s)), len(s), len(s))
			default:
				f.SetWord(i, load(at, uint8(t.Size())))
			}
			i++
		})
	}
	p.Run(f)
	results := make([]reflect.Value, fn.NumOut())
	i = 0
	for k := range results {
		v := reflect.New(fn.Out(k))
		leaves(fn.Out(k), v.UnsafePointer(), func(t reflect.Type, at unsafe.Pointer) {
			switch t.Kind() {
			case reflect.Slice:
				data, n, c := f.Slice(i)
				*(*sliceHeader)(at) = sliceHeader{data, n, c}
			case reflect.String:
				data, n, _ := f.Slice(i)
				*(*string)(at) = unsafe.String((*byte)(data), n)
			default:
				store(at, uint8(t.Size()), f.Word(i))
			}
			i++
		})
		results[k] = v.Elem()
	}
	f.End()
	return results
}

// leaves calls f for every component of the value of type t at p.
func leaves(t reflect.Type, p unsafe.Pointer, f func(t reflect.Type, p unsafe.Pointer)) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			field := t.Field(i)
			leaves(field.Type, unsafe.Add(p, field.Offset), f)
		}
	case reflect.Array:
		for i := range t.Len() {
			leaves(t.Elem(), unsafe.Add(p, uintptr(i)*t.Elem().Size()), f)
		}
	case reflect.Complex64:
		f(reflect.TypeFor[float32](), p)
		f(reflect.TypeFor[float32](), unsafe.Add(p, 4))
	case reflect.Complex128:
		f(reflect.TypeFor[float64](), p)
		f(reflect.TypeFor[float64](), unsafe.Add(p, 8))
	default:
		f(t, p)
	}
}

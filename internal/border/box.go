package border

import (
	"reflect"
	"unsafe"
)

// Box puts arguments into a struct of type In, and makes one for the results. Values are pointers to them.
func (l *Layout) Box(args []reflect.Value) (in, out reflect.Value) {
	in, out = reflect.New(l.In), reflect.New(l.Out)
	for i, a := range args {
		in.Elem().Field(i).Set(a)
	}
	return in, out
}

// Unbox lists the results in a struct that Box has made.
func Unbox(out reflect.Value) []reflect.Value {
	results := make([]reflect.Value, out.Elem().NumField())
	for i := range results {
		results[i] = out.Elem().Field(i)
	}
	return results
}

// Copy copies a t. Neither to nor from escapes, as they would if reflect did it.
func Copy(to, from unsafe.Pointer, t reflect.Type) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			Copy(unsafe.Add(to, f.Offset), unsafe.Add(from, f.Offset), f.Type)
		}
	case reflect.Array:
		for i := range t.Len() {
			at := uintptr(i) * t.Elem().Size()
			Copy(unsafe.Add(to, at), unsafe.Add(from, at), t.Elem())
		}
	case reflect.Slice:
		*(*Slice)(to) = *(*Slice)(from)
	case reflect.Interface:
		*(*[2]unsafe.Pointer)(to) = *(*[2]unsafe.Pointer)(from)
	case reflect.String:
		*(*string)(to) = *(*string)(from)
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		*(*unsafe.Pointer)(to) = *(*unsafe.Pointer)(from)
	default:
		copy(unsafe.Slice((*byte)(to), t.Size()), unsafe.Slice((*byte)(from), t.Size()))
	}
}

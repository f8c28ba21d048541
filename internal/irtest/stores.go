package irtest

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"

	"github.com/hone-go/hone/internal/difftest"
)

// Stores finds out what a program stores to, byte by byte of its arguments. Compiled code may store only where the program does, even what is there
// already: the rest may be another goroutine's, or in memory that can't be written. (What lies between the fields of a struct is nobody's.) The interpreters give Note what they store to.
type Stores struct {
	mu     sync.Mutex
	extent []reflect.Value // the slices among the arguments, which may overlap
	bytes  [][]bool        // of each extent
}

// Note takes down a store. It does nothing for nobody.
func (s *Stores) Note(at unsafe.Pointer, bytes int) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, e := range s.extent {
		if first := uintptr(at) - e.Pointer(); first < uintptr(len(s.bytes[i])) {
			for k := range bytes {
				s.bytes[i][int(first)+k] = true
			}
		}
	}
}

// Run runs a program that notes its stores, and says what it has stored to.
func (s *Stores) Run(run difftest.Runner, args []any, mem *difftest.Memory) (o difftest.Outcome, stored [][]bool) {
	o = difftest.Run(func(args []reflect.Value) []reflect.Value {
		s.extent, s.bytes = nil, nil
		for _, a := range args {
			if a.Kind() == reflect.Slice && a.Cap() > 0 && a.Type().Elem().Size() > 0 {
				s.extent = append(s.extent, a)
				s.bytes = append(s.bytes, make([]bool, a.Cap()*int(a.Type().Elem().Size())))
			}
		}
		return run(args)
	}, args, mem)
	for i, e := range s.extent {
		t := e.Type().Elem()
		field := make([]bool, t.Size())
		fields(t, field)
		for k := range s.bytes[i] {
			s.bytes[i][k] = s.bytes[i][k] && field[k%len(field)]
		}
	}
	return o, s.bytes
}

// fields marks the bytes of elements of type t that are a field's.
func fields(t reflect.Type, bytes []bool) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			fields(f.Type, bytes[f.Offset:f.Offset+f.Type.Size()])
		}
	case reflect.Array:
		for i := range uintptr(t.Len()) {
			size := t.Elem().Size()
			fields(t.Elem(), bytes[i*size:(i+1)*size])
		}
	default:
		for i := range bytes {
			bytes[i] = true
		}
	}
}

// Beyond says what got stores to that want doesn't; "" if nothing.
func Beyond(want, got [][]bool) string {
	for i := range got {
		for k := range got[i] {
			if got[i][k] && !want[i][k] {
				return fmt.Sprintf("stores to byte %d of slice %d of %d, to which the program doesn't", k, i, len(got))
			}
		}
	}
	return ""
}

// Package border says where the parameters and results of an entry function are in those of the Go function that it stands for: numbers and
// slices among the components of arguments, also behind pointers, and memory that arguments point to, as slices.
package border

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// A function's border (ir.Func.Border) is a list of places, separated by spaces, one for each parameter, then "->" and one for each result.
// A place is the number of the Go function's parameter or result, and the way from there: ".f" to a field, "[i]" to an array's element, "*"
// along a pointer. Pointers that are followed stand in the list, too, as "k>", before what
// is behind them; a "^" behind a pointer's place stands for the pointer as a number, to be compared. An "&n" behind it stands for the n elements there, as a slice. A result "k@" is a pointer: the number of the pointer among
// the parameters that is given back, from 1 on, -1 for nil, or 0 for memory that is made for it; which has the components that follow as "k*...".
// A result "k!" is an error, of as many results of the entry function as there are rt.Words. Without a border
// the parameters and results are all components, in the order of ir.Leaves.

// stringSize is the size of leaves that are strings.
const stringSize = 16

// Leaf is a component of the arguments or results, a scalar, a slice (of size 0) or a string (of 16), at an offset from what a pointer points to, or from
// the struct of all arguments or results.
type Leaf struct {
	Param  int32 // its number in the entry function
	Size   uint8
	Base   uint8 // behind which pointer, see Layout.Pointers
	Offset uintptr
}

// Memory is what lies behind a pointer and is passed as a slice.
type Memory struct {
	Param  int32
	Base   uint8
	Len    int
	Offset uintptr
	Size   uintptr
}

// Pointer is a pointer among the arguments, or behind another of them.
type Pointer struct {
	Base   uint8 // 0: among the arguments; else behind Pointers[Base-1]
	Offset uintptr
	Type   reflect.Type // what it points to
	lo, hi uintptr      // between which offsets its leaves are
}

// Made is a result that is a pointer.
type Made struct {
	Param  int32 // the number of the entry function's result that says which it is
	Offset uintptr
	Type   reflect.Type // what it points to
	Leaves []Leaf       // what new memory holds
}

// Error is a result that is an error, which is made of some results of the entry function, the first of which is Param: see rt.Words.
type Error struct {
	Param  int32
	Offset uintptr
}

// Set makes the error in the struct of all results.
func (e *Error) Set(out unsafe.Pointer, w rt.Words) {
	if v := rt.Make(w); v != nil {
		*(*error)(unsafe.Add(out, e.Offset)) = v.(error)
	}
}

// Layout is a border for a Go function of a known type.
type Layout struct {
	In, Out   reflect.Type // structs of the arguments and of the results
	Args      []Leaf       // among the arguments
	Behind    []Leaf       // behind pointers
	Memory    []Memory
	Pointers  []Pointer
	Results   []Leaf
	Made      []Made
	Errors    []Error
	Ins, Outs int // how many parameters and results the entry function has
	apart     []overlap
}

// MostPointers bounds the pointers of one function.
const MostPointers = 15

// New finds the layout for the entry function, with this border and parameters and results of these types, of a Go function of type t. It
// gives an error if the types differ from those that the code was made for.
func New(border string, params, results []*ir.Type, t reflect.Type) (*Layout, error) {
	l := &Layout{In: structOf(t.NumIn(), t.In), Out: structOf(t.NumOut(), t.Out)}
	if border == "" {
		l.Args, l.Ins = allLeaves(l.In)
		l.Results, l.Outs = allLeaves(l.Out)
		return l, nil
	}
	ins, outs, ok := strings.Cut(border, "->")
	if !ok {
		return nil, fmt.Errorf("bad border %q", border)
	}
	r := &resolver{l: l, pointers: map[string]uint8{}, types: leafTypes(params)}
	for _, place := range strings.Fields(ins) {
		if err := r.in(place); err != nil {
			return nil, fmt.Errorf("%s: %w", place, err)
		}
	}
	l.Ins = r.n
	if l.Ins != len(r.types) {
		return nil, fmt.Errorf("border of %d parameters, must be %d", l.Ins, len(r.types))
	}
	r.types, r.n = leafTypes(results), 0
	for _, place := range strings.Fields(outs) {
		if err := r.out(place); err != nil {
			return nil, fmt.Errorf("%s: %w", place, err)
		}
	}
	l.Outs = r.n
	if l.Outs != len(r.types) {
		return nil, fmt.Errorf("border of %d results, must be %d", l.Outs, len(r.types))
	}
	l.findOverlaps(leafTypes(params))
	return l, nil
}

// ErrPlain says that compiled code can't be called with these arguments, since a pointer is nil or memory overlaps: it is for the plain
// function to do. Where interpreted code finds that out by itself it panics with it (rt.PanicValue).
var ErrPlain = rt.ErrPlain

// Make stores a result that is a pointer, of a call with the arguments at in, to the results at out: a pointer among the arguments, nil, or one to new memory, which
// fill fills. which is what the entry function says.
func (l *Layout) Make(m *Made, in, out unsafe.Pointer, which int64, fill func(fresh unsafe.Pointer)) {
	var p unsafe.Pointer
	switch {
	case which > 0:
		p = l.Given(in, uint64(which))
	case which == 0:
		p = reflect.New(m.Type).UnsafePointer()
		fill(p)
	}
	*(*unsafe.Pointer)(unsafe.Add(out, m.Offset)) = p
}

// Given is pointer number k of Pointers, from 1 on.
func (l *Layout) Given(in unsafe.Pointer, k uint64) unsafe.Pointer {
	p := &l.Pointers[k-1]
	if p.Base > 0 {
		return *(*unsafe.Pointer)(unsafe.Add(l.Given(in, uint64(p.Base)), p.Offset))
	}
	return *(*unsafe.Pointer)(unsafe.Add(in, p.Offset))
}

// leafTypes lists the types of the components of values.
func leafTypes(ts []*ir.Type) (out []*ir.Type) {
	for _, t := range ts {
		ir.Leaves(t, func(_ []int, leaf *ir.Type) { out = append(out, leaf) })
	}
	return out
}

// structOf is a struct with fields of these types.
func structOf(n int, typ func(int) reflect.Type) reflect.Type {
	fields := make([]reflect.StructField, n)
	for i := range fields {
		fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: typ(i)}
	}
	return reflect.StructOf(fields)
}

// allLeaves lists the components of a struct, in the order of ir.Leaves.
func allLeaves(t reflect.Type) ([]Leaf, int) {
	ls := leavesOf(nil, t, 0)
	for i := range ls {
		ls[i].Param = int32(i)
	}
	return ls, len(ls)
}

func leavesOf(ls []Leaf, t reflect.Type, offset uintptr) []Leaf {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			ls = leavesOf(ls, f.Type, offset+f.Offset)
		}
		return ls
	case reflect.Array:
		for i := range t.Len() {
			ls = leavesOf(ls, t.Elem(), offset+uintptr(i)*t.Elem().Size())
		}
		return ls
	case reflect.Slice:
		return append(ls, Leaf{Offset: offset})
	case reflect.String:
		return append(ls, Leaf{Offset: offset, Size: stringSize})
	case reflect.Complex64, reflect.Complex128: // two floats
		half := t.Size() / 2
		return append(ls, Leaf{Offset: offset, Size: uint8(half)}, Leaf{Offset: offset + half, Size: uint8(half)})
	}
	return append(ls, Leaf{Offset: offset, Size: uint8(t.Size())})
}

package ir

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"weak"
)

// Kind is the outermost shape of a type.
type Kind uint8

// The kinds. Go's int and uint are I64 and U64: hone compiles for 64-bit machines only.
const (
	Invalid Kind = iota
	Bool
	I8
	I16
	I32
	I64
	U8
	U16
	U32
	U64
	F32
	F64
	Slice  // pointer, length, capacity
	Array  // Len elements, a value
	Struct // Fields, a value
	Fn     // Params -> Results
	Cell   // a mutable variable that holds an Elem; also what a Go pointer to a variable is
	Vec    // Len lanes of a scalar Elem; lanes of Bool are a mask
)

// Field is a named component of a struct.
type Field struct {
	Name string
	Type *Type
}

// Type is interned: equal types are the same pointer.
type Type struct {
	Kind    Kind
	Elem    *Type   // Slice, Array, Cell, Vec
	Len     int     // Array, Vec
	Fields  []Field // Struct
	Params  []*Type // Fn
	Results []*Type // Fn
	name    string  // the text form, which is also the key for interning
}

var scalarNames = [...]string{Bool: "bool", I8: "i8", I16: "i16", I32: "i32", I64: "i64",
	U8: "u8", U16: "u16", U32: "u32", U64: "u64", F32: "f32", F64: "f64"}

var scalarSizes = [...]int{Bool: 1, I8: 1, I16: 2, I32: 4, I64: 8, U8: 1, U16: 2, U32: 4, U64: 8, F32: 4, F64: 8}

// The scalar types.
var (
	TBool = intern(&Type{Kind: Bool})
	TI8   = intern(&Type{Kind: I8})
	TI16  = intern(&Type{Kind: I16})
	TI32  = intern(&Type{Kind: I32})
	TI64  = intern(&Type{Kind: I64})
	TU8   = intern(&Type{Kind: U8})
	TU16  = intern(&Type{Kind: U16})
	TU32  = intern(&Type{Kind: U32})
	TU64  = intern(&Type{Kind: U64})
	TF32  = intern(&Type{Kind: F32})
	TF64  = intern(&Type{Kind: F64})
)

// Scalars lists the scalar types.
func Scalars() []*Type {
	return []*Type{TBool, TI8, TI16, TI32, TI64, TU8, TU16, TU32, TU64, TF32, TF64}
}

// The table of types holds them weakly: what programs that are gone have used is freed.
var (
	internMu sync.Mutex
	interned = map[string]weak.Pointer[Type]{}
)

func intern(t *Type) *Type {
	t.name = t.text()
	internMu.Lock()
	defer internMu.Unlock()
	if old := interned[t.name].Value(); old != nil {
		return old
	}
	interned[t.name] = weak.Make(t)
	runtime.AddCleanup(t, forget, t.name)
	return t
}

// forget removes a type that has been freed from the table, unless an equal one has been made since.
func forget(name string) {
	internMu.Lock()
	defer internMu.Unlock()
	if interned[name].Value() == nil {
		delete(interned, name)
	}
}

// SliceOf is []elem.
func SliceOf(elem *Type) *Type { return intern(&Type{Kind: Slice, Elem: elem}) }

// ArrayOf is [n]elem.
func ArrayOf(elem *Type, n int) *Type { return intern(&Type{Kind: Array, Elem: elem, Len: n}) }

// StructOf is a struct with these fields.
func StructOf(fields ...Field) *Type { return intern(&Type{Kind: Struct, Fields: fields}) }

// FuncOf is a function type.
func FuncOf(params, results []*Type) *Type {
	return intern(&Type{Kind: Fn, Params: params, Results: results})
}

// CellOf is a variable that holds an elem.
func CellOf(elem *Type) *Type { return intern(&Type{Kind: Cell, Elem: elem}) }

// VecOf is a vector of lanes elements of a scalar type.
func VecOf(elem *Type, lanes int) *Type {
	if lanes < 0 || lanes > maxKeptLanes || elem.Kind > F64 {
		return intern(&Type{Kind: Vec, Elem: elem, Len: lanes})
	}
	kept := &vectors[elem.Kind][lanes]
	t := kept.Load()
	if t == nil {
		t = intern(&Type{Kind: Vec, Elem: elem, Len: lanes})
		kept.Store(t)
	}
	return t
}

// maxKeptLanes is the number of lanes of the longest vector of hardware.
const maxKeptLanes = 64

// vectors are those types of vectors that compilers ask for all the time: they are found without making their names.
var vectors [F64 + 1][maxKeptLanes + 1]atomic.Pointer[Type]

// MaskOf is a vector of lanes booleans.
func MaskOf(lanes int) *Type { return VecOf(TBool, lanes) }

// String is the text form.
func (t *Type) String() string {
	if t == nil {
		return "<nil>"
	}
	return t.name
}

func (t *Type) text() string {
	switch t.Kind {
	case Slice:
		return "[]" + t.Elem.name
	case Array:
		return fmt.Sprintf("[%d]%s", t.Len, t.Elem.name)
	case Struct:
		parts := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			parts[i] = f.Name + ": " + f.Type.name
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case Fn:
		return "fn" + TypeList(t.Params) + " -> " + TypeList(t.Results)
	case Cell:
		return "cell<" + t.Elem.name + ">"
	case Vec:
		return fmt.Sprintf("<%d x %s>", t.Len, t.Elem.name)
	case Invalid:
		return "invalid"
	}
	return scalarNames[t.Kind]
}

// TypeList is the text form of a parenthesised list of types.
func TypeList(ts []*Type) string {
	parts := make([]string, len(ts))
	for i, t := range ts {
		parts[i] = t.name
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// IsScalar reports a bool or number.
func (t *Type) IsScalar() bool { return t.Kind >= Bool && t.Kind <= F64 }

// IsFloat reports f32, f64.
func (t *Type) IsFloat() bool { return t.Kind == F32 || t.Kind == F64 }

// IsInt reports the integer scalars.
func (t *Type) IsInt() bool { return t.Kind >= I8 && t.Kind <= U64 }

// IsSigned reports the signed integer scalars.
func (t *Type) IsSigned() bool { return t.Kind >= I8 && t.Kind <= I64 }

// IsUnsigned reports the unsigned integer scalars.
func (t *Type) IsUnsigned() bool { return t.Kind >= U8 && t.Kind <= U64 }

// Scalar is the type itself, or the element type of a vector: what one lane holds.
func (t *Type) Scalar() *Type {
	if t.Kind == Vec {
		return t.Elem
	}
	return t
}

// WithScalar is t with its scalar replaced: a vector stays a vector of as many lanes.
func (t *Type) WithScalar(s *Type) *Type {
	if t.Kind == Vec {
		return VecOf(s, t.Len)
	}
	return s
}

// Bits is the width of a scalar in bits (Bool: 8, as in memory).
func (t *Type) Bits() int { return 8 * scalarSizes[t.Kind] }

// Size is the size in memory in bytes, as the Go compiler lays it out.
func (t *Type) Size() int {
	switch t.Kind {
	case Slice:
		return 24
	case Array:
		return t.Len * t.Elem.Size()
	case Struct:
		return t.layout(len(t.Fields))
	case Vec:
		return t.Len * t.Elem.Size()
	case Fn: // in memory at the source level only, where interpreters have it
		return 8
	case Cell, Invalid:
		panic("ir: no size: " + t.String())
	}
	return scalarSizes[t.Kind]
}

// Align is the alignment in memory, as the Go compiler has it.
func (t *Type) Align() int {
	switch t.Kind {
	case Slice, Fn:
		return 8
	case Array:
		return t.Elem.Align()
	case Struct:
		a := 1
		for _, f := range t.Fields {
			a = max(a, f.Type.Align())
		}
		return a
	}
	return scalarSizes[t.Kind]
}

// Offset is the byte offset of field i of a struct.
func (t *Type) Offset(i int) int { return t.layout(i) }

// layout is the offset of field i, or the size of the struct for i = len(Fields).
func (t *Type) layout(i int) int {
	off := 0
	for k, f := range t.Fields {
		off = roundUp(off, f.Type.Align())
		if k == i {
			return off
		}
		off += f.Type.Size()
	}
	// Go pads a struct that ends in a zero-size field, lest its address points behind the object.
	if n := len(t.Fields); n > 0 && off > 0 && t.Fields[n-1].Type.Size() == 0 {
		off++
	}
	return roundUp(off, t.Align())
}

func roundUp(n, a int) int { return (n + a - 1) / a * a }

// PathType is the type reached from t by path: a step >= 0 selects a struct's field, -1 indexes an array.
// It is nil where the path does not fit.
func PathType(t *Type, path []int64) *Type {
	for _, p := range path {
		switch {
		case p < 0 && t.Kind == Array:
			t = t.Elem
		case p >= 0 && t.Kind == Struct && int(p) < len(t.Fields):
			t = t.Fields[p].Type
		default:
			return nil
		}
	}
	return t
}

// PathLayout is where path leads inside a t in memory: a constant byte offset, and the byte stride of each array index in turn.
func PathLayout(t *Type, path []int64) (offset int, strides []int) {
	for _, p := range path {
		if p < 0 {
			t = t.Elem
			strides = append(strides, t.Size())
		} else {
			offset += t.Offset(int(p))
			t = t.Fields[p].Type
		}
	}
	return offset, strides
}

// Leaves calls f for every non-aggregate component of t (scalars, slices, functions, cells) with its path, static array indices spelled out:
// a step is a field or element number.
func Leaves(t *Type, f func(path []int, leaf *Type)) {
	var walk func(t *Type, path []int)
	walk = func(t *Type, path []int) {
		switch t.Kind {
		case Struct:
			for i, fd := range t.Fields {
				walk(fd.Type, append(path[:len(path):len(path)], i))
			}
		case Array:
			for i := range t.Len {
				walk(t.Elem, append(path[:len(path):len(path)], i))
			}
		default:
			f(path, t)
		}
	}
	walk(t, nil)
}

// HoldsSlices reports a type of which some component is a slice: memory of such holds pointers.
func (t *Type) HoldsSlices() bool {
	found := false
	Leaves(t, func(_ []int, leaf *Type) { found = found || leaf.Kind == Slice })
	return found
}

// Units takes a type for numbers of one type that lie one behind the other: which they are, and how many; 0 if the type is something else.
func Units(t *Type) (unit *Type, n int) {
	switch {
	case t.Kind == Array:
		unit, n = Units(t.Elem)
		return unit, n * t.Len
	case t.Kind == Struct:
		for _, f := range t.Fields {
			of, k := Units(f.Type)
			if k == 0 || unit != nil && of != unit {
				return nil, 0
			}
			unit, n = of, n+k
		}
		return unit, n
	case t.IsScalar() && t != TBool:
		return t, 1
	}
	return nil, 0
}

// Recastable reports types of numbers alone, as which other numbers can be read and written.
func Recastable(t *Type) bool {
	some, only := false, true
	Leaves(t, func(_ []int, leaf *Type) { some, only = true, only && leaf.IsScalar() && leaf != TBool })
	return some && only
}

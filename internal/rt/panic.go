package rt

import (
	"errors"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unsafe"
)

// The functions in this file raise the very panics that Go's compiled code
// raises: same type (runtime.Error), same message. They do so by making the
// mistake themselves, on a slice of empty structs, which may have any length
// and occupies no memory.

// empty returns a slice of empty structs.
func empty(n, c int64) []struct{} {
	return unsafe.Slice((*struct{})(unsafe.Pointer(&zeroSized)), c)[:n]
}

var zeroSized struct{}

// PanicIndex panics as s[i] does when len(s) is n and i is out of range.
func PanicIndex(i, n int64) {
	_ = empty(n, n)[i]
	notReached()
}

// PanicIndexUint is PanicIndex for an index of an unsigned type.
func PanicIndexUint(i uint64, n int64) {
	_ = empty(n, n)[i]
	notReached()
}

// PanicSlice panics as s[lo:hi] does on a slice of capacity c when the bounds
// are out of range.
func PanicSlice(lo, hi, c int64) {
	_ = empty(c, c)[lo:hi]
	notReached()
}

// PanicSliceTail panics as s[lo:] does on a slice or array of length n and
// when lo is out of range.
func PanicSliceTail(lo, n int64) {
	_ = empty(n, n)[lo:]
	notReached()
}

// PanicSliceArray panics as s[lo:hi] does on an array of length n when the
// bounds are out of range.
func PanicSliceArray(lo, hi, n int64) {
	// Strings and arrays give the same messages: "with length", not "with
	// capacity".
	_ = string(make([]byte, n))[lo:hi]
	notReached()
}

// PanicSlice3 panics as s[lo:hi:max] does on a slice of capacity c when the
// bounds are out of range.
func PanicSlice3(lo, hi, max, c int64) {
	_ = empty(c, c)[lo:hi:max]
	notReached()
}

// PanicDivide panics as an integer division by zero does.
func PanicDivide() {
	var zero int64
	_ = 1 / zero
	notReached()
}

// PanicShift panics as a shift by a negative count does.
func PanicShift() {
	count := int64(-1)
	_ = 1 << count
	notReached()
}

// PanicMakeSlice panics as make([]T, n) does when n is negative or too large.
func PanicMakeSlice() {
	n := int64(-1)
	_ = make([]byte, n)
	notReached()
}

// panicMakeCap panics as make([]T, n, c) does when c is less than n or too large.
func panicMakeCap() {
	n, c := 2, 1
	_ = make([]byte, n, c)
	notReached()
}

// panicUnsafeSlice panics as unsafe.Slice(p, n) does when n is negative.
//
//go:noinline
//go:nocheckptr
func panicUnsafeSlice() {
	n := -1
	_ = unsafe.Slice(&zeroSized, n)
	notReached()
}

// panicUnsafeString panics as unsafe.String(p, n) does when n is negative.
//
//go:noinline
//go:nocheckptr
func panicUnsafeString() {
	n, b := -1, byte(0)
	_ = unsafe.String(&b, n)
	notReached()
}

// PanicNil panics as a use of a nil pointer does.
func PanicNil() {
	var p *int64
	_ = *p
	notReached()
}

// ErrPlain is what interpreted code panics with where the plain function has to be called: see border.ErrPlain.
var ErrPlain = errors.New("hone: the plain function has to be called")

// PanicValue panics with a value that compiled code describes: what is the
// name of a basic type, and words are its bits; or it is "string:" or "error:"
// and a text, or "overflow", "divide", "nil", "makecap", "toarray", "slice3", "unsafe.Slice" or "unsafe.String" for errors of
// package runtime, "stack" for a recursion that is too deep, "memory" where there is none, "made" for what a recipe makes,
// or "plain:" and a reason for [ErrPlain].
func PanicValue(what string, words Words) {
	kind, text, _ := strings.Cut(what, ":")
	switch w := words[0]; kind {
	case "plain":
		panic(ErrPlain)
	case "made":
		panic(Make(words))
	case "string":
		panic(text)
	case "error":
		panic(errors.New(text))
	case "overflow":
		bits.Div64(1, 0, 1)
	case "divide":
		PanicDivide()
	case "stack":
		if exceedStack(1) == 0 {
			break
		}
	case "memory":
		throw("out of memory")
	case "nil":
		PanicNil()
	case "makecap":
		panicMakeCap()
	case "unsafe.Slice":
		panicUnsafeSlice()
	case "unsafe.String":
		panicUnsafeString()
	case "toarray":
		panic(hiddenError{"cannot convert slice with length ", int64(words[0]), " to array or pointer to array with length ", int64(words[1])})
	case "slice3": // a[lo:hi:max] of an array, of which no array here has the length; nothing else than of a slice is told of a negative capacity
		if int64(w) < 0 {
			PanicSlice3(0, 0, int64(w), 0)
		}
		panic(hiddenError{"slice bounds out of range [::", int64(words[0]), "] with length ", int64(words[1])})
	case "complex64":
		panic(complex(float32from(w), float32from(words[1])))
	case "complex128":
		panic(complex(math.Float64frombits(w), math.Float64frombits(words[1])))
	default:
		if v := basicValue(kind, w); v != nil {
			panic(v)
		}
	}
	notReached()
}

// exceedStack ends the program as a recursion does that is too deep.
//
//go:noinline
func exceedStack(n int) int {
	if n == 0 {
		return n
	}
	return exceedStack(n+1) + n
}

// hiddenError is what package runtime panics with, in a type that it keeps to itself, where something is done to an array whose length no array here has: the
// conversion of a slice to a longer one, or slicing one up to a capacity beyond its end.
type hiddenError struct {
	what    string
	x       int64
	between string
	y       int64
}

func (hiddenError) RuntimeError() {}

func (e hiddenError) Error() string {
	return "runtime error: " + e.what + strconv.FormatInt(e.x, 10) + e.between + strconv.FormatInt(e.y, 10)
}

func float32from(w uint64) float32 { return math.Float32frombits(uint32(w)) }

// basicValue is the value of a basic type with these bits.
func basicValue(kind string, w uint64) any {
	switch kind {
	case "bool":
		return w&1 != 0
	case "int":
		return int(w)
	case "int8":
		return int8(w)
	case "int16":
		return int16(w)
	case "int32":
		return int32(w)
	case "int64":
		return int64(w)
	case "uint":
		return uint(w)
	case "uint8":
		return uint8(w)
	case "uint16":
		return uint16(w)
	case "uint32":
		return uint32(w)
	case "uint64":
		return w
	case "uintptr":
		return uintptr(w)
	case "float32":
		return float32from(w)
	case "float64":
		return math.Float64frombits(w)
	}
	return nil
}

// notReached reports a bug of ours: generated code asked for a panic though
// nothing was wrong.
func notReached() {
	panic("hone: internal error: compiled code reported a failed check that does not fail")
}

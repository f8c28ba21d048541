package rt

import "unsafe"

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

// PanicNil panics as a use of a nil pointer does.
func PanicNil() {
	var p *int64
	_ = *p
	notReached()
}

// notReached reports a bug of ours: generated code asked for a panic though
// nothing was wrong.
func notReached() {
	panic("hone: internal error: compiled code reported a failed check that does not fail")
}

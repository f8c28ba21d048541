package rt

import (
	"math"
	"math/bits"
	"runtime"
	"testing"
	"unsafe"
)

// caught returns what f panics with.
func caught(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}

// TestPanics compares our panics with those of plain Go.
func TestPanics(t *testing.T) {
	for _, i := range []int64{-1, 0, 5, 6, 100, math.MinInt64, math.MaxInt64} {
		for _, n := range []int{0, 5} {
			if i < 0 || i >= int64(n) {
				same(t, func() { _ = make([]float64, n)[i] }, func() { PanicIndex(i, int64(n)) })
			}
			if uint64(i) >= uint64(n) {
				same(t, func() { _ = make([]float64, n)[uint64(i)] }, func() { PanicIndexUint(uint64(i), int64(n)) })
			}
			if i < 0 || i > int64(n) {
				same(t, func() { _ = make([]float64, n)[i:] }, func() { PanicSliceTail(i, int64(n)) })
				same(t, func() { _ = make([]float64, n)[:i] }, func() { PanicSlice(0, i, int64(n)) })
			}
		}
	}
	var a [10]int32
	s := a[:5]
	for _, b := range [][3]int64{
		{0, 11, 10}, {4, 3, 10}, {-1, 3, 10}, {11, 12, 12}, {0, -5, 10}, {0, 3, 11}, {0, 6, 5}, {7, 6, 6}, {-2, 6, 6}, {1, 2, -3},
	} {
		lo, hi, limit := b[0], b[1], b[2]
		if lo < 0 || lo > hi || hi > 10 {
			same(t, func() { _ = s[lo:hi] }, func() { PanicSlice(lo, hi, 10) })
			same(t, func() { _ = a[lo:hi] }, func() { PanicSliceArray(lo, hi, 10) })
		}
		if lo < 0 || lo > hi || hi > limit || limit > 10 {
			same(t, func() { _ = s[lo:hi:limit] }, func() { PanicSlice3(lo, hi, limit, 10) })
		}
	}
	zero, minus := 0, -1
	same(t, func() { _ = 1 / zero }, PanicDivide)
	same(t, func() { _ = 1 % zero }, PanicDivide)
	same(t, func() { _ = 1 << minus }, PanicShift)
	same(t, func() { _ = make([]float64, minus) }, PanicMakeSlice)
	same(t, func() { var p *float64; _ = *p }, PanicNil)
}

// TestPanicValue compares the values that programs panic with.
func TestPanicValue(t *testing.T) {
	f, g := math.Float32bits(1.5), math.Float64bits(-2.5)
	for _, c := range []struct {
		what  string
		words Words
		want  any
	}{
		{"string:a:b", Words{}, "a:b"}, {"string:", Words{}, ""},
		{"int", Words{^uint64(0)}, -1}, {"int8", Words{200}, int8(-56)}, {"int16", Words{^uint64(1)}, int16(-2)},
		{"int32", Words{7}, int32(7)}, {"int64", Words{7}, int64(7)}, {"uint", Words{7}, uint(7)}, {"uint8", Words{^uint64(0)}, uint8(255)},
		{"uint16", Words{7}, uint16(7)}, {"uint32", Words{7}, uint32(7)}, {"uint64", Words{7}, uint64(7)}, {"uintptr", Words{7}, uintptr(7)},
		{"bool", Words{1}, true}, {"float32", Words{uint64(f)}, float32(1.5)}, {"float64", Words{g}, -2.5},
		{"complex64", Words{uint64(f), uint64(f)}, complex64(1.5 + 1.5i)}, {"complex128", Words{g, 0}, complex(-2.5, 0)},
	} {
		if got := caught(func() { PanicValue(c.what, c.words) }); got != c.want {
			t.Errorf("%s: %T %v, want %T %v", c.what, got, got, c.want, c.want)
		}
	}
	if err, ok := caught(func() { PanicValue("error:no", Words{}) }).(error); !ok || err.Error() != "no" {
		t.Error("errors.New")
	}
	same(t, func() { bits.Div64(3, 0, 3) }, func() { PanicValue("overflow", Words{}) })
	small := 0
	same(t, func() { _ = make([]int32, 1, small) }, func() { PanicValue("makecap", Words{}) })
	same(t, func() { sliceOf(-3) }, func() { PanicValue("unsafe.Slice", Words{}) })
	same(t, func() { stringOf(-3) }, func() { PanicValue("unsafe.String", Words{}) })
	same(t, func() { bits.Div64(3, 0, 0) }, func() { PanicValue("divide", Words{}) })
	for _, limit := range []int64{9, 1 << 40, -1, -1 << 63} {
		same(t, func() { _ = new([8]int)[1:2:limit] }, func() { PanicValue("slice3", Words{uint64(limit), 8}) })
	}
	same(t, func() { _ = [4]int(make([]int, small)) }, func() { PanicValue("toarray", Words{0, 4}) })
}

func same(t *testing.T, plain, ours func()) {
	t.Helper()
	want, ok := caught(plain).(runtime.Error)
	if !ok {
		t.Fatal("plain Go does not panic")
	}
	got, ok := caught(ours).(runtime.Error)
	if !ok {
		t.Errorf("no runtime.Error; want %q", want)
	} else if got.Error() != want.Error() {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPanicWithoutCause(t *testing.T) {
	for _, f := range []func(){
		func() { PanicIndex(3, 4) },
		func() { PanicIndexUint(3, 4) },
		func() { PanicSlice(1, 4, 4) },
		func() { PanicSliceTail(4, 4) },
		func() { PanicSliceArray(0, 4, 4) },
		func() { PanicSlice3(0, 3, 4, 4) },
	} {
		if v, ok := caught(f).(string); !ok {
			t.Errorf("got %v, want a report of an internal error", v)
		}
	}
}

// Under the race detector the checks of pointers would end the program.
//
//go:noinline
//go:nocheckptr
func sliceOf(n int) []byte { return unsafe.Slice(new(byte), n) }

//go:noinline
//go:nocheckptr
func stringOf(n int) string { return unsafe.String(new(byte), n) }

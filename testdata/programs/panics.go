package programs

import (
	"errors"
	"math/bits"
	"math/cmplx"
	"math/rand"
	"slices"

	"github.com/hone-go/hone"
)

// Calls of panic.

// squareRoots refuses some numbers; the panic is the first one in order of the indices.
func squareRoots(x []float64, limit float64) []float64 {
	out := make([]float64, len(x))
	for i := range hone.Parallel(len(x)) {
		if x[i] < -limit {
			panic("too small")
		}
		out[i] = x[i] * 2
	}
	return out
}

var SquareRoots = hone.Func(squareRoots)

// checked panics in a function called by others, with values of several types.
func checked(x int32, kind int) int32 {
	switch {
	case x%7 != 3:
		return x / 2
	case kind == 0:
		panic(x)
	case kind == 1:
		panic(float32(x) / 2)
	case kind == 2:
		panic(errors.New("seven"))
	case kind == 3:
		panic(complex(float64(x), 1))
	case kind == 4:
		panic(x > 0)
	case kind == 5:
		panic('x')
	case kind == 6:
		panic(nil)
	}
	return -x
}

func panicKinds(x []int32, kind int, all bool) (sum int32) {
	if all {
		return hone.Sum(len(x), func(i int) int32 { return checked(x[i], kind) })
	}
	for _, v := range x {
		sum += checked(v, kind)
	}
	return sum
}

var PanicKinds = hone.Func(panicKinds)

// neverReached has a panic at the end, as functions do that can't end otherwise.
func neverReached(x []uint8) int {
	for i, v := range x {
		if v > 250 {
			return i
		}
		if i > 300 && v == 0 {
			break
		}
	}
	if len(x) < 10 {
		return -1
	}
	panic("no large byte")
}

var NeverReached = hone.Func(neverReached)

// wideQuotients divide 128 bits by 64.
func wideQuotients(hi, lo, y []uint64) (quo, rem []uint64) {
	n := len(hi)
	quo, rem = make([]uint64, n), make([]uint64, n)
	for i := range hone.Parallel(n) {
		quo[i], _ = bits.Div64(hi[i]%(y[i]|1), lo[i], y[i])
		rem[i] = bits.Rem64(hi[i], lo[i], y[i])
	}
	return
}

func wideQuotients32(hi, lo, y []uint32) (quo, rem []uint32) {
	n := len(hi)
	quo, rem = make([]uint32, n), make([]uint32, n)
	for i := range hone.Parallel(n) {
		quo[i], rem[i] = bits.Div32(hi[i], lo[i], y[i])
		rem[i] += bits.Rem32(lo[i], hi[i], y[i])
	}
	return
}

var (
	WideQuotients   = hone.Func(wideQuotients)
	WideQuotients32 = hone.Func(wideQuotients32)
)

// extremesOf calls functions of package slices that panic for empty slices.
func extremesOf(x []int) (int, int) { return slices.Min(x), slices.Max(x) }

var ExtremesOf = hone.Func(extremesOf)

// complexPowers has a panic that is not reached in cmplx.Pow.
func complexPowers(x, y []complex128) []complex128 {
	return hone.Build(len(x), func(i int) complex128 { return cmplx.Pow(x[i], y[i]) })
}

var ComplexPowers = hone.Func(complexPowers)

// lastFails and firstFails have a loop that may fail behind another one, and in front of it: what the one stores is there, what the other one would
// isn't.
func lastFails(x []int, d []int32) {
	for i := range hone.Parallel(len(x)) {
		x[i] = i + 1
	}
	for i := range hone.Parallel(len(x)) {
		x[i] += 1000 / int(d[i])
	}
}

func firstFails(x []int, d []int32) {
	for i := range hone.Parallel(len(x)) {
		x[i] += 1000 / int(d[i])
	}
	for i := range hone.Parallel(len(x)) {
		x[i]++
	}
}

var LastFails, FirstFails = hone.Func(lastFails), hone.Func(firstFails)

// failingRows has plain loops along rows that store before they fail: of the row that does, nothing behind that element.
func failingRows(y []int32, d []int16, w, h int) {
	for r := range hone.Parallel(h) {
		for c := range w {
			y[r*w+c] = int32(c) + 5
			y[r*w+c] = 1000 / int32(d[r*w+c])
		}
	}
}

var FailingRows = hone.Func(failingRows)

// storesBetween fails in a Build that is read behind a loop that stores.
func storesBetween(x []int, d []int32) int {
	t := hone.Build(len(d), func(i int) int { return 1000 / int(d[i]) })
	for i := range hone.Parallel(len(x)) {
		x[i]++
	}
	return hone.Sum(len(t), func(i int) int { return t[i] })
}

var StoresBetween = hone.Func(storesBetween)

// saysWhich panics either way, with something else.
func saysWhich(x []int32, b bool) (s int32) {
	for i := range x {
		if i == 9 {
			if b {
				panic("the ninth, and b")
			} else {
				panic("the ninth")
			}
		}
		s += x[i]
	}
	return s
}

var SaysWhich = hone.Func(saysWhich)

// untilNext compares the next index, which may be behind the end from the beginning: then it goes on until an index fails.
func untilNext(x []int32, b uint8) (s int32) {
	n := int(b)
	for i := 0; i+1 != n; i++ {
		s += x[i]
		x[i] = s
	}
	return s
}

var UntilNext = hone.Func(untilNext)

// shiftedByLeast shifts by the least integer, before it stores something else there.
func shiftedByLeast(x []int, n int) {
	by := -9223372036854775808
	for i := range hone.Parallel(n) {
		x[i] = n << by
	}
	for i := range hone.Parallel(n) {
		x[i] = n
	}
}

var ShiftedByLeast = hone.Func(shiftedByLeast)

func init() {
	add("ShiftedByLeast", shiftedByLeast, ShiftedByLeast, args(i64s, size), upTo(40))
	few := func(v int32) gen {
		return func(r *rand.Rand, n int) any {
			s := i32s(r, n).([]int32)
			for i := range s {
				if s[i]%7 == 3 && r.Intn(40) > 0 {
					s[i] = v
				}
			}
			return s
		}
	}
	add("SquareRoots", squareRoots, SquareRoots, args(f64s, one(between(9.0, 12))))
	add("PanicKinds", panicKinds, PanicKinds, args(few(8), one(between(0, 7)), one(anyBool)))
	add("NeverReached", neverReached, NeverReached, args(u8s))
	add("WideQuotients", wideQuotients, WideQuotients, args(u64s, u64s, u64s))
	add("WideQuotients32", wideQuotients32, WideQuotients32, args(vec(between[uint32](0, 5)), u32s, vec(between[uint32](4, 90000))))
	add("ExtremesOf", extremesOf, ExtremesOf, args(i64s))
	add("ComplexPowers", complexPowers, ComplexPowers, args(vec(smallC128), vec(smallC128)), tol(1e-13))
	add("LastFails", lastFails, LastFails, args(i64s, seldomZero(nearly(i32s))))
	add("FirstFails", firstFails, FirstFails, args(i64s, seldomZero(nearly(i32s))))
	add("FailingRows", failingRows, FailingRows, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		return []any{i32s(r, w*h), seldomZero(i16s)(r, w*h), w, h}
	}, upTo(150))
	add("SaysWhich", saysWhich, SaysWhich, args(i32s, one(anyBool)))
	add("UntilNext", untilNext, UntilNext, args(i32s, one(between[uint8](0, 20))))
	add("StoresBetween", storesBetween, StoresBetween, args(i64s, seldomZero(i32s)))
}

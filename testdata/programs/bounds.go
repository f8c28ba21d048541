package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Programs that panic, or may: the panic has to be plain Go's, with the same numbers in its message.

// readAt reads out of bounds at some place of a loop: in the beginning, in the middle or at the end.
func readAt(x []float64, n, from int) []float64 {
	return hone.Build(n, func(i int) float64 { return x[i+from] })
}

var ReadAt = hone.Func(readAt)

// writeAt writes out of bounds.
func writeAt(x []int32, n, from, step int) {
	for i := range hone.Parallel(n) {
		x[from+i*step] = int32(i)
	}
}

var WriteAt = hone.Func(writeAt)

// readIf reads out of bounds where a condition holds.
func readIf(x []float32, want []bool, ahead int) []float32 {
	out := make([]float32, len(want))
	for i := range hone.Parallel(len(want)) {
		if want[i] {
			out[i] = x[i+ahead]
		}
	}
	return out
}

var ReadIf = hone.Func(readIf)

// protected tests the index itself before it reads.
func protected(x []int, at []int) []int {
	return hone.Build(len(at), func(i int) int {
		if k := at[i]; k >= 0 && k < len(x) {
			return x[k]
		}
		return -1
	})
}

var Protected = hone.Func(protected)

// protectedUint tests it with a single comparison of unsigned numbers.
func protectedUint(x []int, at []int) []int {
	return hone.Build(len(at), func(i int) int {
		if k := uint(at[i]); k < uint(len(x)) {
			return x[k]
		}
		return -1
	})
}

var ProtectedUint = hone.Func(protectedUint)

// unsignedIndex has indices of unsigned types, with the message's number unsigned.
func unsignedIndex(x []uint8, a []uint8, b []uint64) []uint8 {
	return hone.Build(len(a), func(i int) uint8 { return x[a[i]] ^ x[b[i]] })
}

var UnsignedIndex = hone.Func(unsignedIndex)

// wraparound computes indices in narrow types that overflow.
func wraparound(x []int16, d uint8) []int16 {
	return hone.Build(len(x), func(i int) int16 { return x[uint8(i)+d] })
}

var Wraparound = hone.Func(wraparound)

// nested reads out of bounds in an inner loop.
func nested(x []float64, begin, end []int) []float64 {
	out := make([]float64, len(begin))
	for i := range hone.Parallel(len(begin)) {
		for j := begin[i]; j < end[i]; j++ {
			out[i] += x[j]
		}
	}
	return out
}

var Nested = hone.Func(nested)

// twoKinds can fail in several ways in one iteration; the first counts.
func twoKinds(x []int, at []int, d []int) []int {
	out := make([]int, len(at))
	for i := range hone.Parallel(len(at)) {
		out[i] = x[i] / d[i]
		out[i] += x[at[i]]
		out[i] <<= d[i]
	}
	return out
}

var TwoKinds = hone.Func(twoKinds)

// afterStores fails after earlier iterations and earlier statements have stored.
func afterStores(x, y []int32, at []int) {
	for i := range hone.Parallel(len(at)) {
		y[i] = x[i] + 1
		y[i] += x[at[i]]
	}
}

var AfterStores = hone.Func(afterStores)

// arrayIndex indexes an array with what a slice holds.
func arrayIndex(k []int, u []uint8) []float32 {
	weights := [7]float32{1, 2, 4, 8, 16, 32, 64}
	return hone.Build(len(k), func(i int) float32 { return weights[k[i]&7] + weights[u[i]&7] })
}

var ArrayIndex = hone.Func(arrayIndex)

// localIndex indexes an array on the stack that is written before.
func localIndex(k []int, n int) []int {
	return hone.Build(len(k), func(i int) int {
		var a [20]int
		for j := range n {
			a[j] = j * i
		}
		return a[k[i]]
	})
}

var LocalIndex = hone.Func(localIndex)

// slicing has slice expressions that are out of range.
func slicing(x []int, lo, hi int) (int, []int) {
	y := x[lo:hi]
	return len(x[:hi]) + len(x[lo:]) + len(y), y
}

var Slicing = hone.Func(slicing)

// slicing3 does so with a third index.
func slicing3(x []int, lo, hi, most int) []int { return x[lo:hi:most] }

var Slicing3 = hone.Func(slicing3)

// slicingInside cuts rows in a parallel loop.
func slicingInside(x []float64, at []int, width int) []float64 {
	out := make([]float64, len(at))
	for i := range hone.Parallel(len(at)) {
		row := x[at[i] : at[i]+width]
		for j := range row {
			out[i] += row[j] * float64(j)
		}
	}
	return out
}

var SlicingInside = hone.Func(slicingInside)

// negativeLength makes slices of a length that may be negative.
func negativeLength(n int, x []float64) []float64 {
	out := make([]float64, n)
	for i := range hone.Parallel(n) {
		out[i] = x[i]
	}
	return out
}

var NegativeLength = hone.Func(negativeLength)

// negativeBuild does so with Build.
func negativeBuild(n int) []int { return hone.Build(n, func(i int) int { return i * i }) }

var NegativeBuild = hone.Func(negativeBuild)

// sumBeyond fails in a reduction.
func sumBeyond(x, y []float32) float32 {
	return hone.Sum(len(x), func(i int) float32 { return x[i] * y[i] })
}

var SumBeyond = hone.Func(sumBeyond)

// nestedSum fails in a reduction inside a parallel loop.
func nestedSum(m []float64, x []float64, cols int) []float64 {
	return hone.Build(len(x), func(i int) float64 {
		return hone.Sum(cols, func(j int) float64 { return m[i*cols+j] * x[j] })
	})
}

var NestedSum = hone.Func(nestedSum)

// hostIndex fails between parallel loops; the second must not run.
func hostIndex(x []int, at int) int {
	for i := range hone.Parallel(len(x)) {
		x[i]++
	}
	v := x[at]
	for i := range hone.Parallel(len(x)) {
		x[i] += v
	}
	return x[0] / (v - 3)
}

var HostIndex = hone.Func(hostIndex)

// plane reads beyond a plane in a 2-D loop: in its last row, or at the end of each.
func plane(x []uint8, h, w, dy, dx int) []int32 {
	out := make([]int32, h*w)
	for i, j := range hone.Parallel2(h, w) {
		out[i*w+j] = int32(x[(i+dy)*w+j+dx])
	}
	return out
}

var Plane = hone.Func(plane)

// unread panics though nobody uses what is read.
func unread(x []int, n int) int {
	s := 0
	for i := range hone.Parallel(n) {
		_ = x[i]
	}
	for i := range n {
		if x[i] > 0 {
			s++
		}
	}
	return s
}

var Unread = hone.Func(unread)

// hugeIndex computes indices that overflow.
func hugeIndex(x []float64, factor int) []float64 {
	return hone.Build(len(x), func(i int) float64 { return x[i*factor] })
}

var HugeIndex = hone.Func(hugeIndex)

// sequentialSum fails in a loop of the host program.
func sequentialSum(x []float64, n int) (s float64) {
	for i := 0; i < n; i++ {
		s += x[i]
	}
	return s
}

var SequentialSum = hone.Func(sequentialSum)

// breakBefore leaves the inner loop before it would fail.
func breakBefore(x []int32, stop []int) []int32 {
	out := make([]int32, len(stop))
	for i := range hone.Parallel(len(stop)) {
		for j := 0; ; j++ {
			if j == stop[i] {
				break
			}
			out[i] += x[j]
		}
	}
	return out
}

var BreakBefore = hone.Func(breakBefore)

type cell struct {
	A int
	B float64
	C int
}

// orderOfPanics has two reasons to panic in each statement. Go leaves open which comes first; the Go compiler goes from left to right,
// and takes the right side of an assignment before the left one's index. (It makes exceptions for divisions on the left side.)
func orderOfPanics(a, b []int, p []cell, i, x, j, which int) int {
	r := 0
	switch which {
	case 0:
		a[b[i]] = b[j]
	case 1:
		p[0] = cell{A: b[j], C: i / x}
	case 2:
		r = b[j] + i/x
	case 3:
		r = i/x + b[j]
	case 4:
		a[i/x] += b[j]
	case 5:
		a[j] += i / x
	case 6:
		p, q := b[j], i/x
		r = p + q
	case 7:
		a[j], a[i] = 1, 2
	case 8:
		a[j], x = 1, b[i]
		r = x
	case 9:
		if b[j] > 3 == (i/x > 2) {
			r = 5
		}
	case 10:
		r = b[j] << (i / x)
	case 11:
		r = min(b[j], i/x)
	case 12:
		return len(a[b[j] : i/x])
	case 13:
		pair := [2]int{b[j], i / x}
		r = pair[i&1]
	case 14:
		r = p[j].C*a[i] + i/x
	case 15:
		a[i] = i / x
	}
	return r
}

var OrderOfPanics = hone.Func(orderOfPanics)

// pastEnd and pastEndParts load from parts of a slice that there may not be: the loads are worth moving out of the loop, which runs seldom.
func pastEnd(y []int, z []int8, v, n int) {
	for t := range hone.Parallel(n & 3) {
		z[t] = int8(y[v:][y[v]&7])
	}
}

func pastEndParts(y []int, z []int8, u, v, n int) {
	for t := range hone.Parallel(n & 3) {
		s := int8(0)
		for k := range n {
			if k > 2 {
				s += int8(y[u:v:n][v:][1] + k)
			}
		}
		z[t] = s
	}
}

var PastEnd, PastEndParts = hone.Func(pastEnd), hone.Func(pastEndParts)

func init() {
	near := func(r *rand.Rand, n int) any { return n + r.Intn(12) - 8 }
	add("PastEnd", pastEnd, PastEnd, args(i64s, fixed(3, i8s), near, size), upTo(300))
	add("PastEndParts", pastEndParts, PastEndParts, args(i64s, fixed(3, i8s), near, near, size), upTo(300))
	off := one(between(-2, 3))
	add("ReadAt", readAt, ReadAt, args(plus(1, f64s), size, off))
	add("WriteAt", writeAt, WriteAt, args(plus(2, times(2, i32s)), size, off,
		one(func(r *rand.Rand) int { return []int{-1, 1, 2}[r.Intn(3)] }))) // a step of 0 would have all iterations store to one element
	add("ReadIf", readIf, ReadIf, args(f32s, bools, one(between(0, 2))))
	add("Protected", protected, Protected, args(i64s, astray))
	add("ProtectedUint", protectedUint, ProtectedUint, args(i64s, astray))
	add("UnsignedIndex", unsignedIndex, UnsignedIndex, args(fixed(251, u8s), seldomAbove(250), u64Below(251)))
	add("Wraparound", wraparound, Wraparound, args(i16s, one(whole[uint8])))
	add("Nested", nested, Nested, args(f64s, indices, astray), upTo(2000))
	add("TwoKinds", twoKinds, TwoKinds, args(i64s, astray, seldomZero(seldomNegative)))
	add("AfterStores", afterStores, AfterStores, args(i32s, nearly(i32s), astray))
	add("ArrayIndex", arrayIndex, ArrayIndex, args(vec(between(0, 7)), seldomAbove(6)))
	add("LocalIndex", localIndex, LocalIndex, args(seldomOut(20), one(between(0, 22))), upTo(5000))
	add("Slicing", slicing, Slicing, args(i64s, index, index))
	add("Slicing3", slicing3, Slicing3, args(i64s, index, index, plus(2, index)))
	add("SlicingInside", slicingInside, SlicingInside, args(plus(4, f64s), astray, one(between(-1, 6))))
	add("NegativeLength", negativeLength, NegativeLength, args(one(between(-2, 10)), f64s))
	add("NegativeBuild", negativeBuild, NegativeBuild, args(one(between(-2, 100))))
	add("SumBeyond", sumBeyond, SumBeyond, args(f32s, nearly(f32s)))
	add("NestedSum", nestedSum, NestedSum, args(times(5, nearly(f64s)), f64s, one(between(3, 7))))
	add("HostIndex", hostIndex, HostIndex, args(i64s, plus(1, index)))
	add("Plane", plane, Plane, args(square(u8s), size, size, one(between(-1, 2)), one(between(-1, 2))), upTo(150))
	add("Unread", unread, Unread, args(nearly(i64s), size))
	add("HugeIndex", hugeIndex, HugeIndex, args(f64s, one(whole[int])))
	add("SequentialSum", sequentialSum, SequentialSum, args(nearly(f64s), size))
	few, at := one(between(0, 3)), one(between(-1, 4))
	add("OrderOfPanics", orderOfPanics, OrderOfPanics, args(fixed(3, i64s), fixed(3, i64s), fixed(3, someCells), at, few, at, one(between(0, 16))))
	add("BreakBefore", breakBefore, BreakBefore, args(i32s, seldomOut(40)), upTo(5000))
}

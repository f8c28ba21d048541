package programs

import "github.com/hone-go/hone"

// Sums, products and extremes along the rows of matrices, in Go's order: each row may have a lane.

// laneRowDots multiplies a matrix with a vector; rows are sub-slices.
func laneRowDots(y, a, x []float32, m, n int) {
	for i := range hone.Parallel(m) {
		row := a[i*n : i*n+n]
		s := float32(0)
		for j, v := range row {
			s += v * x[j]
		}
		y[i] = s
	}
}

var LaneRowDots = hone.Func(laneRowDots)

// laneRowMoments has two sums of the same row, and begins inside of it.
func laneRowMoments(mean, dev, a []float64, m, n int) {
	for i := range m {
		s, q := 0.0, 0.0
		for j := 1; j < n-1; j++ {
			v := a[i*n+j]
			s += v
			q += v * v
		}
		mean[i], dev[i] = s, q-s*s
	}
}

var LaneRowMoments = hone.Func(laneRowMoments)

// laneRowPairs has rows of two matrices of different types, the second one from its end on.
func laneRowPairs(y []float32, a []float32, b []uint8, m, n, skip int) {
	for i := range hone.Parallel(m) {
		s := float32(1)
		for j := 0; j < n; j++ {
			s = s*0.5 + a[i*n+j]*float32(b[i*n+j+skip])
		}
		y[i] = s
	}
}

var LaneRowPairs = hone.Func(laneRowPairs)

// laneRowHashes mixes bytes, which has an order.
func laneRowHashes(y []uint32, a []uint8, m, n int) {
	for i := range hone.Parallel(m) {
		h := uint32(2166136261)
		for j := range n {
			h = (h ^ uint32(a[i*n+j])) * 16777619
		}
		y[i] = h
	}
}

var LaneRowHashes = hone.Func(laneRowHashes)

// laneRowDiffs has neighbours in the row, of 16 bits, and the column below.
func laneRowDiffs(y []int, a []int16, w []int, m, n int) {
	for i := range hone.Parallel(m) {
		d := i
		for j := range n - 1 {
			d = d*3 - int(a[i*n+j+1]-a[i*n+j])>>(w[j]&3)
		}
		y[i] = d
	}
}

var LaneRowDiffs = hone.Func(laneRowDiffs)

// laneRowPlanes sums rows in planes, to a bound that is computed.
func laneRowPlanes(y, a []float32, m, n, k int) {
	for z := range hone.Parallel(m) {
		for i := range n {
			s := float32(0)
			for j := k / 2; j < min(k, n); j++ {
				s += a[(z*n+i)*n+j] / float32(j+1)
			}
			y[z*n+i] = s
		}
	}
}

var LaneRowPlanes = hone.Func(laneRowPlanes)

// laneRowScaled goes through each row twice.
func laneRowScaled(y, a, b []float64, m, n int) {
	for i := range hone.Parallel(m) {
		top := -1.0
		for _, v := range a[i*n : (i+1)*n] {
			top = top*0.25 + v
		}
		s := 0.0
		for k, v := range a[i*n : (i+1)*n] {
			s += (v - top) * b[(n-1)*m+i-k]
		}
		y[i] = s
	}
}

var LaneRowScaled = hone.Func(laneRowScaled)

// laneRowTops has the greatest element of each row, whose order makes no difference: lanes are along the rows.
func laneRowTops(y, a []float32, m, n int) {
	for i := range m {
		top := a[i*n]
		for j := range n {
			top = max(top, a[i*n+j])
		}
		y[i] = top
	}
}

var LaneRowTops = hone.Func(laneRowTops)

// laneRowMixes mixes words of 64 bits, which AVX2 multiplies in many steps.
func laneRowMixes(y, a []uint64, m, n int) {
	for i := range m {
		h := uint64(7)
		for j := range n {
			h = h*31 + a[i*n+j]
		}
		y[i] = h
	}
}

var LaneRowMixes = hone.Func(laneRowMixes)

func init() {
	add("LaneRowDots", laneRowDots, LaneRowDots, args(f32s, square(f32s), f32s, size, size), upTo(200), fmaTol(-1))
	add("LaneRowMoments", laneRowMoments, LaneRowMoments, args(f64s, f64s, square(f64s), size, size), upTo(200), fmaTol(-1))
	add("LaneRowPairs", laneRowPairs, LaneRowPairs, args(f32s, square(f32s), plus(3, square(u8s)), size, size, one(between(0, 4))), upTo(150), fmaTol(-1))
	add("LaneRowHashes", laneRowHashes, LaneRowHashes, args(u32s, square(u8s), size, size), upTo(200))
	add("LaneRowDiffs", laneRowDiffs, LaneRowDiffs, args(i64s, square(i16s), i64s, size, size), upTo(150))
	add("LaneRowScaled", laneRowScaled, LaneRowScaled, args(f64s, square(f64s), plus(9, square(f64s)), size, size), upTo(150), fmaTol(-1))
	add("LaneRowPlanes", laneRowPlanes, LaneRowPlanes, args(square(f32s), sized(func(n int) int { return n * n * n }, f32s), size, size, one(between(0, 30))), upTo(30), fmaTol(-1))
	add("LaneRowTops", laneRowTops, LaneRowTops, args(f32s, square(f32s), size, size), upTo(200))
	add("LaneRowMixes", laneRowMixes, LaneRowMixes, args(u64s, square(u64s), size, size), upTo(200))
}

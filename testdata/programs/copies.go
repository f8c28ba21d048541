package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Copies and clears, of parts that may overlap, in all kinds of places.

// copyInside moves a part of a slice onto another.
func copyInside(x []uint8, to, from, n int) int {
	return copy(x[to:], x[from:from+n])
}

var CopyInside = hone.Func(copyInside)

// copyRows copies rows in parallel, the first and the last ones, and computes the others.
func copyRows(out, in []uint8, w, h int) {
	for y := range hone.Parallel(h) {
		row, dst := in[y*w:][:w], out[y*w:][:w]
		if y == 0 || y == h-1 {
			copy(dst, row)
			continue
		}
		up, down := in[(y-1)*w:][:w], in[(y+1)*w:][:w]
		for x := range dst {
			dst[x] = row[x] + up[x] - down[x]
		}
	}
}

var CopyRows = hone.Func(copyRows)

// copyShifted copies rows and clears their ends, and says how much it copied.
func copyShifted(out, in []int32, n []int, w, h, by int) {
	for y := range hone.Parallel(h) {
		row := out[y*w : (y+1)*w]
		n[y] = copy(row, in[y*w+by:(y+1)*w])
		clear(row[n[y]:])
	}
}

var CopyShifted = hone.Func(copyShifted)

// copyAlong shifts rows in themselves, one way and the other.
func copyAlong(x []int16, w, h, by int) {
	for y := range hone.Parallel(h) {
		row := x[y*w : (y+1)*w]
		if y%2 == 0 {
			copy(row[by:], row)
		} else {
			copy(row, row[by:])
		}
	}
}

var CopyAlong = hone.Func(copyAlong)

// copySmear copies what an earlier copy has written, in a plain loop.
func copySmear(x []float32, w int) (sum float32) {
	if w == 0 {
		return -1
	}
	for len(x) > 2*w {
		sum += x[0]
		copy(x[w:2*w], x)
		x = x[w:]
	}
	return sum
}

var CopySmear = hone.Func(copySmear)

// copyPixels copies four bytes at a time.
func copyPixels(out, in []uint8) {
	for i := range hone.Parallel(len(in) / 4) {
		copy(out[4*i:4*i+4], in[4*i:4*i+4])
		out[4*i+3] = 255
	}
}

var CopyPixels = hone.Func(copyPixels)

// copySwaps turns neighbours around, through each other.
func copySwaps(x []uint16) {
	for i := 0; i+3 <= len(x); i += 3 {
		copy(x[i+1:i+3], x[i:i+2])
	}
}

var CopySwaps = hone.Func(copySwaps)

type copied struct {
	a uint8
	b float64
	c [2]int16
}

// copyRecords copies structs, inside one slice or from one to another.
func copyRecords(x, y []copied, to, from int) int {
	n := copy(x[to:], x[from:])
	for i := range hone.Parallel(2) {
		half := len(y) / 2
		copy(y[i*half:(i+1)*half], x)
	}
	return n
}

var CopyRecords = hone.Func(copyRecords)

// copyMade fills what it returns by copying.
func copyMade(x []int, n int) []int {
	s := make([]int, n)
	copy(s[copy(s, x):], x)
	for i := range hone.Parallel(n) {
		s[i] *= 2
	}
	return s
}

var CopyMade = hone.Func(copyMade)

func init() {
	inside := func(r *rand.Rand, n int) (int, int) {
		a := r.Intn(n + 1)
		return a, r.Intn(n - a + 1)
	}
	add("CopyInside", copyInside, CopyInside, func(r *rand.Rand, n int) []any {
		from, k := inside(r, n)
		return []any{u8s(r, n), r.Intn(n + 1), from, k + r.Intn(9)/8}
	})
	add("CopyRows", copyRows, CopyRows, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		return []any{u8s(r, w*h), u8s(r, w*h-r.Intn(9)/8), w, h}
	}, upTo(100))
	add("CopyShifted", copyShifted, CopyShifted, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		return []any{i32s(r, w*h), i32s(r, w*h), i64s(r, h), w, h, r.Intn(w + 1)}
	}, upTo(100))
	add("CopyAlong", copyAlong, CopyAlong, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		return []any{i16s(r, w*h), w, h, r.Intn(w+1) + r.Intn(9)/8}
	}, upTo(100))
	add("CopySmear", copySmear, CopySmear, args(f32s, func(r *rand.Rand, n int) any { return 1 + r.Intn(n/4+2) }))
	add("CopyPixels", copyPixels, CopyPixels, args(nearly(times(4, u8s)), times(4, u8s)))
	add("CopySwaps", copySwaps, CopySwaps, args(u16s))
	records := vec(func(r *rand.Rand) copied {
		return copied{uint8(r.Uint32()), tame[float64](r), [2]int16{int16(r.Uint32()), int16(r.Uint32())}}
	})
	add("CopyRecords", copyRecords, CopyRecords, func(r *rand.Rand, n int) []any {
		return []any{records(r, n), records(r, r.Intn(n+1)), r.Intn(n + 1), r.Intn(n + 1)}
	})
	add("CopyMade", copyMade, CopyMade, args(i64s, func(r *rand.Rand, n int) any { return r.Intn(2*n + 2) }))
}

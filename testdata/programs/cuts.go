package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Slices that each iteration cuts for itself: pixels, windows, rows, parts of parts. Some cuts are out of range, in the middle of a loop.

// cutPixels scales three of four components by the last.
func cutPixels(out, in []uint8) {
	for i := range hone.Parallel(len(in) / 4) {
		s, d := in[4*i:4*i+4], out[4*i:4*i+4:4*i+4]
		for c := range 3 {
			d[c] = uint8((uint32(s[c])*uint32(s[3]) + 127) / 255)
		}
		d[3] = s[3]
	}
}

var CutPixels = hone.Func(cutPixels)

// cutSteps does so in a plain loop.
func cutSteps(out, in []uint8) {
	for i := 0; i <= len(in)-4; i += 4 {
		s := in[i : i+4 : i+4]
		d := out[i : i+4 : i+4]
		d[0], d[1], d[2], d[3] = s[3], s[2], s[1], s[0]^255
	}
}

var CutSteps = hone.Func(cutSteps)

func cutTotal(s []float32) (t float32) {
	for _, v := range s {
		t += v
	}
	return t
}

// cutWindows hands windows of any length to a function.
func cutWindows(out, in []float32, from, n int) {
	for i := range hone.Parallel(len(out)) {
		out[i] = cutTotal(in[i+from : i+from+n])
	}
}

var CutWindows = hone.Func(cutWindows)

// cutPlainWindows does so in a plain loop, with a fixed length.
func cutPlainWindows(out, in []float32, from int) {
	for i := range out {
		s := in[i+from : i+from+5]
		out[i] = s[0] - 2*s[1] + 4*s[2] - 2*s[3] + s[4]
	}
}

var CutPlainWindows = hone.Func(cutPlainWindows)

// cutRows cuts rows, and parts of these.
func cutRows(out, in []int32, w, h int) {
	for y := 1; y < h-1; y++ {
		row, up, down := in[y*w:(y+1)*w], in[(y-1)*w:y*w], in[(y+1)*w:][:w]
		to := out[y*w : (y+1)*w]
		for x := 1; x < w-1; x++ {
			a := row[x-1 : x+2]
			to[x] = a[0] + a[1] + a[2] + up[x] + down[x]
		}
	}
}

var CutRows = hone.Func(cutRows)

// cutBehind cuts what is behind the slices' lengths, where there is capacity.
func cutBehind(out, in []int64, n int) {
	for i := range hone.Parallel(n) {
		s, d := in[i:i+2], out[i:i+1]
		d[0] = s[0] + s[1]
	}
}

var CutBehind = hone.Func(cutBehind)

// cutInside moves a slice's elements inside it, one part into another.
func cutInside(x []int32, to, from, n int) {
	d, s := x[to:to+n], x[from:from+n:from+n]
	for i := range d {
		d[i] = s[i] + 1
	}
}

var CutInside = hone.Func(cutInside)

// cutChosen cuts one of two.
func cutChosen(out, a, b []float64, cond []bool) {
	for i := range hone.Parallel(len(cond)) {
		s := a
		if cond[i] {
			s = b
		}
		t := s[i : i+2]
		out[i] = t[0] * t[1]
	}
}

var CutChosen = hone.Func(cutChosen)

// cutWhere cuts under conditions on the index, and on data.
func cutWhere(out, in []uint16, cond []bool) {
	for i := range hone.Parallel(len(out)) {
		v := uint16(1)
		if i >= 2 && i < len(in)-2 {
			for _, x := range in[i-2 : i+3] {
				v += x
			}
		}
		if cond[i] {
			s := in[i : i+2]
			v ^= s[1]
		}
		out[i] = v
	}
}

var CutWhere = hone.Func(cutWhere)

// cutSparse takes its rows' bounds from data, which need not be in order.
func cutSparse(out []float64, at []int, x []float64) {
	for i := range hone.Parallel(len(at) - 1) {
		sum := 0.0
		for _, v := range x[at[i]:at[i+1]] {
			sum += v
		}
		out[i] = sum
	}
}

var CutSparse = hone.Func(cutSparse)

// cutSums adds up what is in parts, as a declared sum.
func cutSums(in []int32, k int) int32 {
	return hone.Sum(len(in)/4, func(i int) int32 {
		s := in[4*i+k:][:4]
		return s[0] - s[1] + s[2]*s[3]
	})
}

var CutSums = hone.Func(cutSums)

// behind has capacity for twice as many.
func behind(r *rand.Rand, n int) any {
	s := make([]int64, 2*max(n, 0))
	for i := range s {
		s[i] = r.Int63()
	}
	return s[:max(n, 0)]
}

func init() {
	small := func(r *rand.Rand, _ int) any { return r.Intn(8) - r.Intn(2) }
	add("CutPixels", cutPixels, CutPixels, args(nearly(times(4, u8s)), times(4, u8s)))
	add("CutSteps", cutSteps, CutSteps, args(nearly(times(4, u8s)), times(4, u8s)))
	add("CutWindows", cutWindows, CutWindows, args(f32s, plus(12, f32s), small, small))
	add("CutPlainWindows", cutPlainWindows, CutPlainWindows, args(f32s, plus(9, f32s), small))
	add("CutRows", cutRows, CutRows, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		return []any{i32s(r, w*h-r.Intn(5)/4), i32s(r, w*h-r.Intn(5)/4), w, h}
	}, upTo(100))
	add("CutBehind", cutBehind, CutBehind, args(behind, behind, sized(func(n int) int { return 2*n - 1 }, nearly(size))))
	add("CutInside", cutInside, CutInside, func(r *rand.Rand, n int) []any {
		k := r.Intn(n/2 + 1)
		return []any{i32s(r, n), r.Intn(n - k + 1), r.Intn(n - k + 1), k + r.Intn(8)/7}
	})
	add("CutChosen", cutChosen, CutChosen, args(f64s, nearly(plus(1, f64s)), nearly(plus(1, f64s)), bools))
	add("CutWhere", cutWhere, CutWhere, args(u16s, nearly(plus(3, u16s)), bools))
	add("CutSparse", cutSparse, CutSparse, func(r *rand.Rand, n int) []any {
		at := make([]int, n+1)
		for i := range n {
			at[i+1] = at[i] + r.Intn(5)
		}
		x := f64s(r, at[n])
		if n > 0 && r.Intn(3) == 0 {
			at[r.Intn(n)] += r.Intn(20) - 10
		}
		return []any{f64s(r, n), at, x}
	})
	add("CutSums", cutSums, CutSums, args(times(4, i32s), func(r *rand.Rand, _ int) any { return r.Intn(5) / 4 }))
}

package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Windows that float arithmetic places, cut off at the borders, to the last element inclusive: that a begin and an index from there on are never beyond the end has to be seen
// as both vary.

// resampledRows weighs what is around places that are delta apart.
func resampledRows(dst, src []float32, w, n, rows int, delta, radius float64) {
	for y := 0; y < rows; y++ {
		for x := 0; x < n; x++ {
			at := (float64(x)+0.5)*delta - 0.5
			first, last := int(at-radius+0.5), int(at+radius)
			if first < 0 {
				first = 0
			}
			if last >= w {
				last = w - 1
			}
			sum, all := float32(0), float32(0)
			for k := first; k <= last; k++ {
				f := float32(float64(k) - at)
				sum += src[y*w+k] * f
				all += f
			}
			dst[y*n+x] = sum + all
		}
	}
}

// resampledDown does so from row to row.
func resampledDown(dst, src []uint8, w, h, n int, delta, radius float64) {
	for y := 0; y < n; y++ {
		at := float64(y) * delta
		first, last := int(at-radius), int(at+radius)
		if first < 0 {
			first = 0
		}
		if last > h-1 {
			last = h - 1
		}
		for x := 0; x < w; x++ {
			sum := 0
			for k := first; k <= last; k++ {
				sum += int(src[k*w+x])
			}
			dst[y*w+x] = uint8(sum / max(1, last-first+1))
		}
	}
}

// cappedUnsigned takes what is below 0 for large, as it is without a sign, and is out of range then.
func cappedUnsigned(out, table []float64, from int) {
	for i := range out {
		out[i] = 2 * table[int(min(uint64(i+from), 100))+5]
	}
}

// leastUnsigned does so for what is greater.
func leastUnsigned(out, table []float64, from int) {
	for i := range out {
		out[i] = 2 * table[int(max(uint64(i+from), 3))+9]
	}
}

var (
	ResampledRows  = hone.Func(resampledRows)
	ResampledDown  = hone.Func(resampledDown)
	CappedUnsigned = hone.Func(cappedUnsigned)
	LeastUnsigned  = hone.Func(leastUnsigned)
)

func init() {
	place := func(r *rand.Rand, w, n int) (delta, radius float64) {
		delta = float64(w) / float64(max(n, 1))
		radius = max(delta, 1)
		if r.Intn(6) == 0 { // out of range now and then
			return delta * 1.5, radius
		}
		return delta, radius
	}
	add("ResampledRows", resampledRows, ResampledRows, func(r *rand.Rand, size int) []any {
		w, n := 1+r.Intn(60), 1+r.Intn(60)
		rows := size / max(w, n)
		delta, radius := place(r, w, n)
		return []any{f32s(r, rows*n), f32s(r, rows*w-r.Intn(10)/9), w, n, rows, delta, radius}
	})
	add("ResampledDown", resampledDown, ResampledDown, func(r *rand.Rand, size int) []any {
		w := 1 + r.Intn(60)
		h, n := 1+r.Intn(size/w+1), 1+r.Intn(size/w+1)
		delta, radius := place(r, h, n)
		return []any{u8s(r, w*n), u8s(r, max(0, w*h-r.Intn(10)/9)), w, h, n, delta, radius}
	})
	capped := func(r *rand.Rand, n int) []any {
		return []any{f64s(r, min(n, 90)), f64s(r, []int{50, 120, 200}[r.Intn(3)]), r.Intn(12) - 8}
	}
	add("CappedUnsigned", cappedUnsigned, CappedUnsigned, capped)
	add("LeastUnsigned", leastUnsigned, LeastUnsigned, capped)
}

package main

import "github.com/hone-go/hone"

// escape counts the steps for which the orbit of 0 under z*z + c stays within the circle of radius 2,
// up to limit. The conversions look idle, but they keep a compiler from fusing a product with the
// addition behind it (Go specification, "Floating-point operators"). So every compiler has to round
// alike, and counts are the same everywhere.
func escape(cr, ci float64, limit int) int {
	zr, zi := 0.0, 0.0
	for n := range limit {
		r2, i2 := float64(zr*zr), float64(zi*zi)
		if r2+i2 > 4 {
			return n
		}
		zi = float64(2*zr*zi) + ci
		zr = r2 - i2 + cr
	}
	return limit
}

// rows returns the counts of the rows lo to hi-1 of a picture of the whole set, w by h pixels.
func rows(w, h, limit, lo, hi int) []int32 {
	scale := max(2.75/float64(w), 2.5/float64(h))
	left := -0.7 - float64(float64(w-1)*0.5*scale)
	top := -float64(float64(h-1) * 0.5 * scale)
	count := make([]int32, (hi-lo)*w)
	for y, x := range hone.Parallel2(hi-lo, w) {
		cr := left + float64(float64(x)*scale)
		ci := top + float64(float64(lo+y)*scale)
		count[y*w+x] = int32(escape(cr, ci, limit))
	}
	return count
}

// Rows is rows, compiled by hone if the program is run through it.
var Rows = hone.Func(rows)

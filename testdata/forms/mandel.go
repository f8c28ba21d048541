package forms

import (
	"github.com/hone-go/hone"
)

// After how many steps, up to a limit, z*z + c leaves the circle of radius 2, for the points of a rectangle.

func mandelParallel2(out []int32, w, h, limit int) {
	for py, px := range hone.Parallel2(h, w) {
		cx, cy := -2+3*float32(px)/float32(w), -1+2*float32(py)/float32(h)
		x, y := float32(0), float32(0)
		n := 0
		for n < limit && !(x*x+y*y > 4) {
			x, y = x*x-y*y+cx, 2*x*y+cy
			n++
		}
		out[py*w+px] = int32(n)
	}
}

// mandelBreak counts in an int32.
//
// Differs: what it stores needs no conversion.
func mandelBreak(out []int32, w, h, limit int) {
	for py := range hone.Parallel(h) {
		for px := range w {
			cx, cy := -2+3*float32(px)/float32(w), -1+2*float32(py)/float32(h)
			var x, y float32
			n := int32(0)
			for ; n < int32(limit); n++ {
				xx, yy := x*x, y*y
				if xx+yy > 4 {
					break
				}
				y = 2*x*y + cy
				x = xx - yy + cx
			}
			out[py*w+px] = n
		}
	}
}

// escape says after how many steps c leaves.
func escape(cx, cy float32, limit int) int32 {
	x, y := float32(0), float32(0)
	for n := range limit {
		if x*x+y*y > 4 {
			return int32(n)
		}
		x, y = x*x-y*y+cx, 2*x*y+cy
	}
	return int32(limit)
}

// mandelHelper knows the last result.
//
// Differs: below zero the limit is what it gives.
func mandelHelper(out []int32, w, h, limit int) {
	for y, x := range hone.Parallel2(h, w) {
		out[y*w+x] = escape(-2+3*float32(x)/float32(w), -1+2*float32(y)/float32(h), limit)
	}
}

// mandelDivMod has one index.
//
// Differs: below zero the limit is what it gives.
func mandelDivMod(out []int32, w, h, limit int) {
	for i := range hone.Parallel(w * h) {
		out[i] = escape(-2+3*float32(i%w)/float32(w), -1+2*float32(i/w)/float32(h), limit)
	}
}

func mandelBare(out []int32, w, h, limit int) {
	for py := 0; py < h; py++ {
		for px := 0; px < w; px++ {
			cx := -2 + 3*float32(px)/float32(w)
			cy := -1 + 2*float32(py)/float32(h)
			x, y, n := float32(0), float32(0), 0
			for !(x*x+y*y > 4) && n < limit {
				t := x*x - y*y + cx
				y = 2*x*y + cy
				x = t
				n++
			}
			out[py*w+px] = int32(n)
		}
	}
}

// mandelBareHelper has rows.
//
// Differs: below zero the limit is what it gives.
func mandelBareHelper(out []int32, w, h, limit int) {
	for py := range h {
		row := out[py*w : (py+1)*w]
		for px := range row {
			row[px] = escape(-2+3*float32(px)/float32(w), -1+2*float32(py)/float32(h), limit)
		}
	}
}

// A z is a complex number.
type z32 struct{ re, im float32 }

func (z z32) squarePlus(c z32) z32 { return z32{z.re*z.re - z.im*z.im + c.re, 2*z.re*z.im + c.im} }
func (z z32) outside() bool        { return z.re*z.re+z.im*z.im > 4 }

func mandelStruct(out []int32, w, h, limit int) {
	for py, px := range hone.Parallel2(h, w) {
		c := z32{-2 + 3*float32(px)/float32(w), -1 + 2*float32(py)/float32(h)}
		var z z32
		n := 0
		for ; n < limit && !z.outside(); n++ {
			z = z.squarePlus(c)
		}
		out[py*w+px] = int32(n)
	}
}

var (
	mandelParallel2Honed  = hone.Func(mandelParallel2)
	mandelBreakHoned      = hone.Func(mandelBreak)
	mandelHelperHoned     = hone.Func(mandelHelper)
	mandelDivModHoned     = hone.Func(mandelDivMod)
	mandelStructHoned     = hone.Func(mandelStruct)
	mandelBareHoned       = hone.Func(mandelBare)
	mandelBareHelperHoned = hone.Func(mandelBareHelper)
)

func init() {
	add(pictures, mandelParallel2, mandelBreak, mandelHelper, mandelDivMod, mandelStruct, mandelBare, mandelBareHelper)
}

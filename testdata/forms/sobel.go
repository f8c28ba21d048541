package forms

import (
	"github.com/hone-go/hone"
)

// Sobel's operator on a grey picture, |gx| + |gy| up to 255; beyond the edges the picture goes on as at the edge.

func abs[T int | int32 | int16](x T) T {
	if x < 0 {
		return -x
	}
	return x
}

func sobelMinMax(out, in []uint8, w, h int) {
	for y, x := range hone.Parallel2(h, w) {
		l, r := max(x-1, 0), min(x+1, w-1)
		u, d := max(y-1, 0)*w, min(y+1, h-1)*w
		m := y * w
		gx := int(in[u+r]) + 2*int(in[m+r]) + int(in[d+r]) - int(in[u+l]) - 2*int(in[m+l]) - int(in[d+l])
		gy := int(in[d+l]) + 2*int(in[d+x]) + int(in[d+r]) - int(in[u+l]) - 2*int(in[u+x]) - int(in[u+r])
		out[m+x] = uint8(min(abs(gx)+abs(gy), 255))
	}
}

func clampIndex(i, n int) int {
	if i < 0 {
		return 0
	}
	if i >= n {
		return n - 1
	}
	return i
}

// sobelHelper sums in another order than the first form.
func sobelHelper(out, in []uint8, w, h int) {
	at := func(x, y int) int32 { return int32(in[clampIndex(y, h)*w+clampIndex(x, w)]) }
	for y := range hone.Parallel(h) {
		for x := range w {
			gx := at(x+1, y-1) + 2*at(x+1, y) + at(x+1, y+1) - at(x-1, y-1) - 2*at(x-1, y) - at(x-1, y+1)
			gy := at(x-1, y+1) + 2*at(x, y+1) + at(x+1, y+1) - at(x-1, y-1) - 2*at(x, y-1) - at(x+1, y-1)
			g := abs(gx) + abs(gy)
			if g > 255 {
				g = 255
			}
			out[y*w+x] = uint8(g)
		}
	}
}

var sobelX = [3][3]int32{{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}}
var sobelY = [3][3]int32{{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}}

// sobelTaps sums in another order than the first form.
func sobelTaps(out, in []uint8, w, h int) {
	for y, x := range hone.Parallel2(h, w) {
		var gx, gy int32
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				yy, xx := min(max(y+dy, 0), h-1), min(max(x+dx, 0), w-1)
				p := int32(in[yy*w+xx])
				gx += sobelX[dy+1][dx+1] * p
				gy += sobelY[dy+1][dx+1] * p
			}
		}
		out[y*w+x] = uint8(min(abs(gx)+abs(gy), 255))
	}
}

func sobelBareRows(out, in []uint8, w, h int) {
	for y := 0; y < h; y++ {
		m := in[y*w : (y+1)*w]
		u, d := m, m
		if y > 0 {
			u = in[(y-1)*w : y*w]
		}
		if y < h-1 {
			d = in[(y+1)*w : (y+2)*w]
		}
		dst := out[y*w : (y+1)*w]
		for x := range dst {
			l, r := x-1, x+1
			if x == 0 {
				l = 0
			}
			if x == w-1 {
				r = x
			}
			gx := int(u[r]) + 2*int(m[r]) + int(d[r]) - int(u[l]) - 2*int(m[l]) - int(d[l])
			gy := int(d[l]) + 2*int(d[x]) + int(d[r]) - int(u[l]) - 2*int(u[x]) - int(u[r])
			dst[x] = uint8(min(abs(gx)+abs(gy), 255))
		}
	}
}

// sobelPixel is one pixel, whose neighbours are in these columns and rows.
func sobelPixel(in []uint8, l, x, r, u, m, d int) uint8 {
	gx := int(in[u+r]) + 2*int(in[m+r]) + int(in[d+r]) - int(in[u+l]) - 2*int(in[m+l]) - int(in[d+l])
	gy := int(in[d+l]) + 2*int(in[d+x]) + int(in[d+r]) - int(in[u+l]) - 2*int(in[u+x]) - int(in[u+r])
	return uint8(min(abs(gx)+abs(gy), 255))
}

// sobelBareSplit writes the borders of rows out.
//
// Differs: what is done at the borders stands beside the interior, in the same rows.
func sobelBareSplit(out, in []uint8, w, h int) {
	for y := 0; y < h; y++ {
		u, m, d := max(y-1, 0)*w, y*w, min(y+1, h-1)*w
		out[m] = sobelPixel(in, 0, 0, min(1, w-1), u, m, d)
		for x := 1; x < w-1; x++ {
			out[m+x] = sobelPixel(in, x-1, x, x+1, u, m, d)
		}
		out[m+w-1] = sobelPixel(in, max(w-2, 0), w-1, w-1, u, m, d)
	}
}

func sobelBareSwitch(out, in []uint8, w, h int) {
	clamp := func(v, hi int) int {
		switch {
		case v < 0:
			return 0
		case v > hi:
			return hi
		default:
			return v
		}
	}
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			out[y*w+x] = sobelPixel(in, clamp(x-1, w-1), x, clamp(x+1, w-1), clamp(y-1, h-1)*w, y*w, clamp(y+1, h-1)*w)
		}
	}
}

// A grey is a picture.
type grey struct {
	pix  []uint8
	w, h int
}

func (g grey) at(x, y int) int {
	return int(g.pix[min(max(y, 0), g.h-1)*g.w+min(max(x, 0), g.w-1)])
}

func sobelStruct(to, from []uint8, w, h int) {
	out, in := grey{to, w, h}, grey{from, w, h}
	for y, x := range hone.Parallel2(in.h, in.w) {
		gx := in.at(x+1, y-1) + 2*in.at(x+1, y) + in.at(x+1, y+1) - in.at(x-1, y-1) - 2*in.at(x-1, y) - in.at(x-1, y+1)
		gy := in.at(x-1, y+1) + 2*in.at(x, y+1) + in.at(x+1, y+1) - in.at(x-1, y-1) - 2*in.at(x, y-1) - in.at(x+1, y-1)
		out.pix[y*out.w+x] = uint8(min(abs(gx)+abs(gy), 255))
	}
}

var (
	sobelMinMaxHoned     = hone.Func(sobelMinMax)
	sobelHelperHoned     = hone.Func(sobelHelper)
	sobelTapsHoned       = hone.Func(sobelTaps)
	sobelStructHoned     = hone.Func(sobelStruct)
	sobelBareRowsHoned   = hone.Func(sobelBareRows)
	sobelBareSplitHoned  = hone.Func(sobelBareSplit)
	sobelBareSwitchHoned = hone.Func(sobelBareSwitch)
)

func init() {
	add(byteGrids, sobelMinMax, sobelHelper, sobelTaps, sobelStruct, sobelBareRows, sobelBareSplit, sobelBareSwitch)
}

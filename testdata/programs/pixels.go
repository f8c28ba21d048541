package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Pixels: pictures as people filter, scale, convert and label them.

// median3x3 sorts nine neighbours with exchanges by a closure.
func median3x3(img []uint8, w, h int, out []uint8) {
	for y, x := range hone.Parallel2(h, w) {
		if y == 0 || y == h-1 || x == 0 || x == w-1 {
			out[y*w+x] = img[y*w+x]
			continue
		}
		var p [9]uint8
		k := 0
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				p[k] = img[(y+dy)*w+x+dx]
				k++
			}
		}
		s := func(i, j int) { p[i], p[j] = min(p[i], p[j]), max(p[i], p[j]) }
		s(1, 2)
		s(4, 5)
		s(7, 8)
		s(0, 1)
		s(3, 4)
		s(6, 7)
		s(1, 2)
		s(4, 5)
		s(7, 8)
		s(0, 3)
		s(5, 8)
		s(4, 7)
		s(3, 6)
		s(1, 4)
		s(2, 5)
		s(4, 7)
		s(4, 2)
		s(6, 4)
		s(4, 2)
		out[y*w+x] = p[4]
	}
}

var Median3x3 = hone.Func(median3x3)

// dither spreads the error of two levels to the right and below, in place, row by row.
func dither(img []int16, w int) {
	if w <= 0 {
		return
	}
	h := len(img) / w
	for y := 0; y < h; y++ {
		row := img[y*w : (y+1)*w]
		var below []int16
		if y+1 < h {
			below = img[(y+1)*w : (y+2)*w]
		}
		for x, v := range row {
			q := int16(0)
			if v > 127 {
				q = 255
			}
			row[x] = q
			e := v - q
			if x+1 < w {
				row[x+1] += e * 7 >> 4
			}
			if len(below) > 0 {
				if x > 0 {
					below[x-1] += e * 3 >> 4
				}
				below[x] += e * 5 >> 4
				if x+1 < w {
					below[x+1] += e >> 4
				}
			}
		}
	}
}

var Dither = hone.Func(dither)

// bilinear scales with fixed point, the centres of pixels in place, clamped.
func bilinear(src []uint8, sw, sh int, dst []uint8, dw, dh int) {
	at := func(x, y int) int32 {
		x = min(max(x, 0), sw-1)
		y = min(max(y, 0), sh-1)
		return int32(src[y*sw+x])
	}
	for y := 0; y < dh; y++ {
		sy := (2*y+1)*sh*128/dh - 128
		y0, fy := sy>>8, int32(sy&255)
		for x := 0; x < dw; x++ {
			sx := (2*x+1)*sw*128/dw - 128
			x0, fx := sx>>8, int32(sx&255)
			top := at(x0, y0)*(256-fx) + at(x0+1, y0)*fx
			bot := at(x0, y0+1)*(256-fx) + at(x0+1, y0+1)*fx
			dst[y*dw+x] = uint8((top*(256-fy) + bot*fy + 1<<15) >> 16)
		}
	}
}

var Bilinear = hone.Func(bilinear)

// yuv420 makes words of colours of planes of which two have half the rows and columns.
func yuv420(yp, up, vp []uint8, w, h int, out []uint32) {
	clamp := func(v int32) uint32 {
		if v < 0 {
			return 0
		}
		if v > 255 {
			return 255
		}
		return uint32(v)
	}
	cw := (w + 1) / 2
	for j := range h {
		yr := yp[j*w:][:w]
		ur := up[j/2*cw:][:cw]
		vr := vp[j/2*cw:][:cw]
		or := out[j*w:][:w]
		for i := range yr {
			c := int32(yr[i]) - 16
			d := int32(ur[i/2]) - 128
			e := int32(vr[i>>1]) - 128
			r := clamp((298*c + 409*e + 128) >> 8)
			g := clamp((298*c - 100*d - 208*e + 128) >> 8)
			b := clamp((298*c + 516*d + 128) >> 8)
			or[i] = r | g<<8 | b<<16 | 0xff<<24
		}
	}
}

var Yuv420 = hone.Func(yuv420)

// integralBox makes means over boxes from sums over all that is above and to the left.
func integralBox(img []uint8, w, h, r int) []uint8 {
	if w <= 0 || h <= 0 || len(img) < w*h {
		return nil
	}
	sum := make([]uint32, (w+1)*(h+1))
	for y := 1; y <= h; y++ {
		var row uint32
		for x := 1; x <= w; x++ {
			row += uint32(img[(y-1)*w+x-1])
			sum[y*(w+1)+x] = sum[(y-1)*(w+1)+x] + row
		}
	}
	out := make([]uint8, w*h)
	for y := range h {
		y0, y1 := max(y-r, 0), min(y+r+1, h)
		for x := range w {
			x0, x1 := max(x-r, 0), min(x+r+1, w)
			s := sum[y1*(w+1)+x1] - sum[y0*(w+1)+x1] - sum[y1*(w+1)+x0] + sum[y0*(w+1)+x0]
			area := uint32((y1 - y0) * (x1 - x0))
			out[y*w+x] = uint8((s + area/2) / area)
		}
	}
	return out
}

var IntegralBox = hone.Func(integralBox)

// distanceL1 goes down and up to find how far the next set pixel is.
func distanceL1(img []bool, w int, d []int32) {
	if w < 1 {
		return
	}
	h := len(img) / w
	const far = 1 << 20
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			i := y*w + x
			if img[i] {
				d[i] = 0
				continue
			}
			m := int32(far)
			if y > 0 {
				m = min(m, d[i-w]+1)
			}
			if x > 0 {
				m = min(m, d[i-1]+1)
			}
			d[i] = m
		}
	}
	for y := h - 1; y >= 0; y-- {
		for x := w - 1; x >= 0; x-- {
			i := y*w + x
			if y < h-1 && d[i+w]+1 < d[i] {
				d[i] = d[i+w] + 1
			}
			if x < w-1 && d[i+1]+1 < d[i] {
				d[i] = d[i+1] + 1
			}
		}
	}
}

var DistanceL1 = hone.Func(distanceL1)

// bayer makes up the colours that a sensor has not seen, mirrored at the borders.
func bayer(raw []uint16, w, h int, out []uint32) {
	px := func(x, y int) uint32 {
		if x < 0 {
			x = -x
		}
		if y < 0 {
			y = -y
		}
		if x >= w {
			x = 2*w - 2 - x
		}
		if y >= h {
			y = 2*h - 2 - y
		}
		return uint32(raw[y*w+x])
	}
	for y, x := range hone.Parallel2(h, w) {
		cross := (px(x-1, y) + px(x+1, y) + px(x, y-1) + px(x, y+1)) / 4
		diag := (px(x-1, y-1) + px(x+1, y-1) + px(x-1, y+1) + px(x+1, y+1)) / 4
		hor, ver := (px(x-1, y)+px(x+1, y))/2, (px(x, y-1)+px(x, y+1))/2
		c := px(x, y)
		var r, g, b uint32
		switch y&1<<1 | x&1 {
		case 0:
			r, g, b = c, cross, diag
		case 1:
			r, g, b = hor, c, ver
		case 2:
			r, g, b = ver, c, hor
		case 3:
			r, g, b = diag, cross, c
		}
		out[y*w+x] = r>>8<<16 | g>>8<<8 | b>>8
	}
}

var Bayer = hone.Func(bayer)

// seam finds the way from top to bottom that costs least.
func seam(e []float32, w int, back []int8, path []int32) float32 {
	if w < 1 || len(e) < w {
		return 0
	}
	h := len(e) / w
	cost := make([]float32, w)
	next := make([]float32, w)
	copy(cost, e[:w])
	for y := 1; y < h; y++ {
		for x := 0; x < w; x++ {
			best, d := cost[x], int8(0)
			if x > 0 && cost[x-1] < best {
				best, d = cost[x-1], -1
			}
			if x+1 < w && cost[x+1] < best {
				best, d = cost[x+1], 1
			}
			next[x] = best + e[y*w+x]
			back[y*w+x] = d
		}
		cost, next = next, cost
	}
	at := 0
	for x, c := range cost {
		if c < cost[at] {
			at = x
		}
	}
	total := cost[at]
	for y := h - 1; y >= 0; y-- {
		path[y] = int32(at)
		if y > 0 {
			at += int(back[y*w+at])
		}
	}
	return total
}

var Seam = hone.Func(seam)

func paeth(a, b, c uint8) uint8 {
	p := int(a) + int(b) - int(c)
	abs := func(x int) int {
		if x < 0 {
			return -x
		}
		return x
	}
	pa, pb, pc := abs(p-int(a)), abs(p-int(b)), abs(p-int(c))
	if pa <= pb && pa <= pc {
		return a
	} else if pb <= pc {
		return b
	}
	return c
}

// pngUnfilter undoes what was done to rows ahead of compression, each by its own filter.
func pngUnfilter(data []uint8, w, bpp int) (bad int) {
	if w < 1 || bpp < 1 {
		return -1
	}
	var prev []uint8
	for len(data) >= w+1 {
		kind, row := data[0], data[1:w+1]
		data = data[w+1:]
		switch kind % 6 {
		case 0:
		case 1:
			for i := bpp; i < w; i++ {
				row[i] += row[i-bpp]
			}
		case 2:
			for i := range prev {
				row[i] += prev[i]
			}
		case 3:
			for i := range row {
				var l, u int
				if i >= bpp {
					l = int(row[i-bpp])
				}
				if len(prev) > 0 {
					u = int(prev[i])
				}
				row[i] += uint8((l + u) / 2)
			}
		case 4:
			for i := range row {
				var a, b, c uint8
				if i >= bpp {
					a = row[i-bpp]
				}
				if len(prev) > 0 {
					b = prev[i]
					if i >= bpp {
						c = prev[i-bpp]
					}
				}
				row[i] += paeth(a, b, c)
			}
		default:
			bad++
		}
		prev = row
	}
	return bad
}

var PngUnfilter = hone.Func(pngUnfilter)

func init() {
	add("Median3x3", median3x3, Median3x3, args(u8s, side, side, u8s))
	add("Dither", dither, Dither, args(vec(between[int16](0, 256)), one(between(-1, 40))))
	add("Bilinear", bilinear, Bilinear, args(u8s, side, side, times(2, u8s), func(r *rand.Rand, n int) any { return root(n) + 3 }, func(r *rand.Rand, n int) any { return max(root(n)-2, 0) }))
	add("Yuv420", yuv420, Yuv420, args(u8s, u8s, nearly(u8s), side, side, nearly(u32s)))
	add("IntegralBox", integralBox, IntegralBox, args(u8s, side, side, one(between(0, 9))))
	add("DistanceL1", distanceL1, DistanceL1, args(bools, one(between(0, 70)), nearly(i32s)), upTo(1000))
	add("Bayer", bayer, Bayer, args(u16s, side, side, u32s))
	add("Seam", seam, Seam, args(f32s, one(between(0, 50)), i8s, nearly(i32s)))
	add("PngUnfilter", pngUnfilter, PngUnfilter, args(u8s, one(between(0, 70)), one(between(0, 5))))
}

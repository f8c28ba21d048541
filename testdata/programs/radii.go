package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Filters with a radius that is known only when they are called: how far the borders reach is known ahead of the loops, but not when they are compiled.

// radiusDilate leaves out what is outside of the image, and of a disk.
func radiusDilate(img []uint8, w, h, r int) []uint8 {
	out := make([]uint8, w*h)
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			best := img[y*w+x]
			for dy := -r; dy <= r; dy++ {
				yy := y + dy
				if yy < 0 || yy >= h {
					continue
				}
				for dx := -r; dx <= r; dx++ {
					xx := x + dx
					if xx < 0 || xx >= w || dx*dx+dy*dy > r*r {
						continue
					}
					if v := img[yy*w+xx]; v > best {
						best = v
					}
				}
			}
			out[y*w+x] = best
		}
	}
	return out
}

// radiusMean counts how many there are.
func radiusMean(out, in []float32, w, h, r int) {
	for y := range hone.Parallel(h) {
		for x := range w {
			s, n := float32(0), 0
			for j := y - r; j <= y+r; j++ {
				for i := x - r; i <= x+r; i++ {
					if j >= 0 && j < h && i >= 0 && i < w {
						s += in[j*w+i]
						n++
					}
				}
			}
			out[y*w+x] = s / float32(n)
		}
	}
}

// radiusClamped clamps, with the kernel in a slice.
func radiusClamped(out, in []int32, kernel []int32, w, h int) {
	r := len(kernel) / 2
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			s := int32(0)
			for k, c := range kernel {
				s += c * in[y*w+min(max(x+k-r, 0), w-1)]
			}
			out[y*w+x] = s
		}
	}
}

// radiusWrapped goes around.
func radiusWrapped(out, in []int32, w, h, r int) {
	for y := range h {
		for x := range w {
			s := int32(0)
			for d := -r; d <= r; d++ {
				s = s*3 + in[y*w+(x+d+w)%w]
			}
			out[y*w+x] = s
		}
	}
}

// radiusKept leaves the border as it is.
func radiusKept(out, in []int32, w, h, r int) {
	for y := range h {
		for x := range w {
			if x < r || y < r || x >= w-r || y >= h-r {
				out[y*w+x] = -in[y*w+x]
				continue
			}
			s := int32(0)
			for d := -r; d < r; d++ {
				s += in[(y+d)*w+x-d] * int32(d)
			}
			out[y*w+x] = s
		}
	}
}

// radiusFar takes what is so far to the right, or nothing.
func radiusFar(out, in []int32, w, h, by int) {
	for y := range hone.Parallel(h) {
		for x := range w {
			v := int32(-1)
			if x+by < w && x+by >= 0 {
				v = in[y*w+x+by]
			}
			out[y*w+x] = v
		}
	}
}

// radiusRows takes a window of rows alone, of an odd number; where that is said to be from the last index on, the plain loop has its own ideas.
func radiusRows(out, in []int32, w, h, r int) {
	for y := range h {
		for x := range w {
			s := int32(0)
			for j := y - r; j < y+r+1; j++ {
				if uint(j) < uint(h) {
					s = s*5 + in[j*w+x]
				}
			}
			out[y*w+x] = s
		}
	}
}

// radiusBehind begins and ends far away, where integers end: the window is what is left of that.
func radiusBehind(out, in []int32, w, h, by int) {
	for y := range hone.Parallel(h) {
		for x := range w {
			s := int32(0)
			for i := x + by; i <= x+by+2; i++ {
				if i >= 0 && i < w {
					s += in[y*w+i] + 3
				} else {
					s -= int32(i - by)
				}
			}
			out[y*w+x] = s
		}
	}
}

// radiusClipped begins and ends its windows inside of the image.
func radiusClipped(out, in []float32, w, h, r int) {
	for y := range h {
		for x := range w {
			s, n := float32(0), 0
			for j := max(0, y-r); j < min(h, y+r+1); j++ {
				for i := max(0, x-r); i < min(w, x+r+1); i++ {
					s += in[j*w+i]
					n++
				}
			}
			out[y*w+x] = s / float32(n)
		}
	}
}

// radiusClippedIf says so by ifs, and up to the last one.
func radiusClippedIf(out, in []int32, w, h, r int) {
	for y := range h {
		y0, y1 := y-r, y+r
		if y0 < 0 {
			y0 = 0
		}
		if y1 >= h {
			y1 = h - 1
		}
		for x := range w {
			x0, x1 := x-r, x+r
			if x0 < 0 {
				x0 = 0
			}
			if x1 > w-1 {
				x1 = w - 1
			}
			s := int32(0)
			for j := y0; j <= y1; j++ {
				for i := x0; i <= x1; i++ {
					s = s*3 ^ in[j*w+i]*int32(i-x0+1)
				}
			}
			out[y*w+x] = s / int32((y1-y0+1)*(x1-x0+1)|1)
		}
	}
}

// radiusClippedBehind is clipped far away, or where integers end, and asymmetric.
func radiusClippedBehind(out, in []int32, w, h, by int) {
	for y := range hone.Parallel(h) {
		for x := range w {
			s := int32(7)
			for i := max(x+by-1, 0); i <= min(x+by+2, w-1); i++ {
				s = s*5 + in[y*w+i]
			}
			for i := max(x-by, 1); i < min(x-by+4, w); i++ {
				s = s*7 + in[y*w+i] - int32(i-x)
			}
			out[y*w+x] = s
		}
	}
}

// radiusLeaving can't do nothing in some of its iterations: it goes on with the next, or leaves.
func radiusLeaving(out, in []int32, w, h, r int) {
	for y := range hone.Parallel(h) {
		for x := range w {
			s := int32(0)
			for i := max(x-r, 0); i < min(x+r, w); i++ {
				if in[y*w+i] == 3 {
					continue
				}
				if in[y*w+i] < -90 {
					break
				}
				s = s*3 + in[y*w+i]
			}
			out[y*w+x] = s
		}
	}
}

var (
	RadiusClipped       = hone.Func(radiusClipped)
	RadiusClippedIf     = hone.Func(radiusClippedIf)
	RadiusClippedBehind = hone.Func(radiusClippedBehind)
	RadiusLeaving       = hone.Func(radiusLeaving)
	RadiusRows          = hone.Func(radiusRows)
	RadiusBehind        = hone.Func(radiusBehind)
	RadiusDilate        = hone.Func(radiusDilate)
	RadiusMean          = hone.Func(radiusMean)
	RadiusClamped       = hone.Func(radiusClamped)
	RadiusWrapped       = hone.Func(radiusWrapped)
	RadiusKept          = hone.Func(radiusKept)
	RadiusFar           = hone.Func(radiusFar)
)

// radiusArgs adds a radius: a small one, one as large as the image, or one near the ends of what there is.
func radiusArgs(args func(r *rand.Rand, n int) []any, far bool) func(r *rand.Rand, n int) []any {
	return func(r *rand.Rand, n int) []any {
		by := r.Intn(5) - 1
		switch r.Intn(8) {
		case 0:
			by = r.Intn(n + 1)
		case 1:
			if far {
				by = []int{math.MaxInt - 100 - r.Intn(200), math.MinInt + r.Intn(50), -r.Intn(n + 1)}[r.Intn(3)]
			}
		}
		return append(args(r, n), by)
	}
}

func init() {
	add("RadiusDilate", radiusDilate, RadiusDilate, radiusArgs(nestArgs[uint8](u8s, 1, 2), false), upTo(80))
	add("RadiusMean", radiusMean, RadiusMean, radiusArgs(nestArgs[float32](f32s, 2, 2), false), upTo(80))
	add("RadiusClamped", radiusClamped, RadiusClamped, func(r *rand.Rand, n int) []any {
		args := nestArgs[int32](i32s, 2, 2)(r, n)
		return append(args[:2:2], i32s(r, r.Intn(9)), args[2], args[3])
	}, upTo(200))
	add("RadiusWrapped", radiusWrapped, RadiusWrapped, radiusArgs(nestArgs[int32](i32s, 2, 2), false), upTo(150))
	add("RadiusKept", radiusKept, RadiusKept, radiusArgs(nestArgs[int32](i32s, 2, 2), true), upTo(150))
	add("RadiusClipped", radiusClipped, RadiusClipped, radiusArgs(nestArgs[float32](f32s, 2, 2), false), upTo(80))
	add("RadiusClippedIf", radiusClippedIf, RadiusClippedIf, radiusArgs(nestArgs[int32](i32s, 2, 2), false), upTo(80))
	add("RadiusClippedBehind", radiusClippedBehind, RadiusClippedBehind, radiusArgs(nestArgs[int32](i32s, 2, 2), true), upTo(150))
	add("RadiusLeaving", radiusLeaving, RadiusLeaving, radiusArgs(nestArgs[int32](i32s, 2, 2), false), upTo(150))
	add("RadiusRows", radiusRows, RadiusRows, radiusArgs(nestArgs[int32](i32s, 2, 2), false), upTo(100))
	add("RadiusBehind", radiusBehind, RadiusBehind, radiusArgs(nestArgs[int32](i32s, 2, 2), true), upTo(100))
	add("RadiusFar", radiusFar, RadiusFar, radiusArgs(nestArgs[int32](i32s, 2, 2), true), upTo(200))
}

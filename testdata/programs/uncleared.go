package programs

import "github.com/hone-go/hone"

// Slices that are made, stored to by loops, and given away. Most need not be cleared: of others something is left that is 0.

// uncleared stores all of it, row by row, point by point.
func unclearedRows(src []uint8, w, h int) []uint8 {
	w, h = (w&15)+1, (h&15)+1
	dst := make([]uint8, 4*w*h)
	stride := 4 * w
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			i, j := y*stride+4*x, (y*stride+4*(w-1-x))%(len(src)+1)
			v := uint8(j)
			if j < len(src) {
				v = src[j]
			}
			dst[i], dst[i+1], dst[i+2], dst[i+3] = v, ^v, 7, uint8(i)
		}
	}
	return dst
}

var UnclearedRows = hone.Func(unclearedRows)

// unclearedGap has a stride that may be longer than rows, or shorter.
func unclearedGap(src []float64, w, h, more int) []float64 {
	w, h = w&15, h&15
	stride := w + more&3
	dst := make([]float64, stride*h)
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			dst[y*stride+x] = float64(x - y + len(src))
		}
	}
	return dst
}

var UnclearedGap = hone.Func(unclearedGap)

// unclearedSize is of a length that loops know nothing of.
func unclearedSize(src []int32, n, w, h int) []int32 {
	n, w, h = n&255, w&15, h&15
	dst := make([]int32, n)
	if w*h > n {
		return dst
	}
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			dst[y*w+x] = int32(n - len(src))
		}
	}
	return dst
}

var UnclearedSize = hone.Func(unclearedSize)

// unclearedNegative has extents that may be below 0 both, so that their product isn't.
func unclearedNegative(w, h int) []int16 {
	w, h = w%9, h%9
	n := w * h
	if n < 0 {
		return nil
	}
	dst := make([]int16, n)
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			dst[y*w+x] = int16(y<<8 + x)
		}
	}
	return dst
}

var UnclearedNegative = hone.Func(unclearedNegative)

// unclearedDown goes through rows from the last one.
func unclearedDown(w, h int, up bool) []uint16 {
	w, h = w&15, h&15
	dst := make([]uint16, w*h)
	first, step := 0, w
	if up {
		first, step = (h-1)*w, -w
	}
	for y := h; y > 0; y-- {
		for x := 0; x < w; x++ {
			dst[first+(h-y)*step+x] = uint16(x*y + 1)
		}
	}
	return dst
}

var UnclearedDown = hone.Func(unclearedDown)

// unclearedInPlace copies rows, changes them, and looks a little further than it has come, or not.
func unclearedInPlace(src []uint8, w, h, ahead int) []uint8 {
	w, h = (w&15)+1, h&15
	ahead &= 3
	dst := make([]uint8, 4*w*h)
	if 4*w*h > len(src) {
		return dst
	}
	for y := 0; y < h; y++ {
		copy(dst[4*y*w:4*(y+1)*w], src[4*y*w:])
		for x := 0; x < w; x++ {
			d := dst[4*(y*w+x):]
			d[0], d[1] = 255-d[0], d[2]+1
			if k := ahead + 2; k < len(d) {
				d[3] += d[k]
			}
		}
	}
	return dst
}

var UnclearedInPlace = hone.Func(unclearedInPlace)

// unclearedWays stores all of it in one case, a part in another, and nothing in a third.
func unclearedWays(src []float32, way, w int) (out, sum []float32) {
	w = w & 31
	h := len(src)
	out = make([]float32, w*h)
	switch way % 3 {
	case 0:
		for y, v := range src {
			for x := 0; x < w; x++ {
				out[y*w+x] = v + float32(x)
			}
		}
	case 1:
		for y, v := range src {
			for x := 0; x < w; x += 2 {
				out[y*w+x] = v
			}
		}
	}
	sum = make([]float32, h)
	for y := range sum {
		for x := 0; x < w; x++ {
			sum[y] += out[y*w+x]
		}
	}
	return out, sum
}

var UnclearedWays = hone.Func(unclearedWays)

// unclearedParts stores to both parts of a number, in nests of their own or one, which needs all of it to be stored.
func unclearedParts(re, im []float64, w int) []complex128 {
	w = w&7 + 1
	h := min(len(re), len(im)) / w
	out := make([]complex128, h*w)
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			out[y*w+x] = complex(re[y*w+x], im[y*w+x])
		}
	}
	return out
}

var UnclearedParts = hone.Func(unclearedParts)

// unclearedBoth does so with two ways of which each stores to a whole row.
func unclearedBoth(src []uint8, w, h int) []uint8 {
	w, h = w&7+1, h&7
	out := make([]uint8, w*h)
	for y := 0; y < h; y++ {
		if w == 2 {
			out[2*y] = uint8(len(src))
			out[2*y+1] = 3
		} else {
			for x := 0; x < w; x++ {
				out[y*w+x] = uint8(x + y)
			}
		}
	}
	return out
}

var UnclearedBoth = hone.Func(unclearedBoth)

// unclearedEither leaves a row out now and then.
func unclearedEither(src []uint8, w int) []uint8 {
	w = w&7 + 1
	out := make([]uint8, w*len(src))
	for y, v := range src {
		if v > 100 {
			for x := 0; x < w; x++ {
				out[y*w+x] = v
			}
		}
	}
	return out
}

var UnclearedEither = hone.Func(unclearedEither)

// unclearedStop leaves a row early.
func unclearedStop(src []uint8, w int) []uint8 {
	w = w&7 + 1
	out := make([]uint8, w*len(src))
	for y, v := range src {
		for x := 0; x < w; x++ {
			if int(v)&7 == x {
				break
			}
			out[y*w+x] = v
		}
	}
	return out
}

var UnclearedStop = hone.Func(unclearedStop)

// unclearedParallel3 has three dimensions that are declared.
func unclearedParallel3(a []int32, d, h int) []int32 {
	d, h = d&3+1, h&3+1
	w := len(a)
	out := make([]int32, d*h*w)
	for z, y := range hone.Parallel2(d, h) {
		for x := range w {
			out[(z*h+y)*w+x] = a[x] + int32(y-z)
		}
	}
	return out
}

var UnclearedParallel3 = hone.Func(unclearedParallel3)

// unclearedThree has rows that differ by what is in between: three loops to a row.
func unclearedBorders(a []int32, r int) []int32 {
	r = r & 3
	w, h := 9, len(a)
	out := make([]int32, w*h)
	for y := 0; y < h; y++ {
		for x := 0; x < r; x++ {
			out[y*w+x] = -1
		}
		for x := r; x < w; x++ {
			out[y*w+x] = a[y]
		}
	}
	return out
}

var UnclearedBorders = hone.Func(unclearedBorders)

// unclearedOverlap has rows that overlap, so that as much is stored as there is, but not all of it.
func unclearedOverlap(src []int32, w, h, less int) []int32 {
	w, h = w&7+4, h&7
	stride := w - less&3
	out := make([]int32, w*h)
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			out[y*stride+x] = int32(len(src) - x*y)
		}
	}
	return out
}

var UnclearedOverlap = hone.Func(unclearedOverlap)

// unclearedRework goes over each row again, and looks at what is further on: in this row, or in one that is not stored yet.
func unclearedRework(w, h, ahead int) []int32 {
	w, h, ahead = w&7+1, h&15, ahead&7
	out := make([]int32, w*h)
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			out[y*w+x] = int32(y - x)
		}
		for x := 0; x < w-2; x++ {
			if k := y*w + x + ahead; k < len(out) {
				out[y*w+x] += 3 * out[k]
			}
		}
	}
	return out
}

var UnclearedRework = hone.Func(unclearedRework)

func init() {
	count := one(between(-20, 40))
	add("UnclearedRows", unclearedRows, UnclearedRows, args(u8s, count, count))
	add("UnclearedGap", unclearedGap, UnclearedGap, args(f64s, count, count, count))
	add("UnclearedSize", unclearedSize, UnclearedSize, args(i32s, one(between(0, 260)), count, count))
	add("UnclearedNegative", unclearedNegative, UnclearedNegative, args(count, count))
	add("UnclearedDown", unclearedDown, UnclearedDown, args(count, count, one(anyBool)))
	add("UnclearedInPlace", unclearedInPlace, UnclearedInPlace, args(u8s, count, count, count))
	add("UnclearedWays", unclearedWays, UnclearedWays, args(f32s, one(between(0, 5)), count), upTo(100))
	add("UnclearedParts", unclearedParts, UnclearedParts, args(f64s, f64s, count))
	add("UnclearedBoth", unclearedBoth, UnclearedBoth, args(u8s, count, count))
	add("UnclearedEither", unclearedEither, UnclearedEither, args(u8s, count))
	add("UnclearedStop", unclearedStop, UnclearedStop, args(u8s, count))
	add("UnclearedParallel3", unclearedParallel3, UnclearedParallel3, args(i32s, count, count))
	add("UnclearedOverlap", unclearedOverlap, UnclearedOverlap, args(i32s, count, count, count))
	add("UnclearedRework", unclearedRework, UnclearedRework, args(count, count, count))
	add("UnclearedBorders", unclearedBorders, UnclearedBorders, args(i32s, count))
}

package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops in steps that two bounds end, counters beside loops in steps, and ends that come towards each other in rows of which nobody knows how long they are.

// twoBoundsFours blends colours of four bytes each, as far as both slices go.
func twoBoundsFours(dst, src []uint8) (at int) {
	i := 0
	for ; i+4 <= len(dst) && i+4 <= len(src); i += 4 {
		s, d := src[i:i+4:i+4], dst[i:i+4:i+4]
		a := uint32(s[3])
		for c := range d[:3] {
			d[c] = uint8((uint32(s[c])*a + uint32(d[c])*(255-a) + 127) / 255)
		}
		d[3] = uint8(a + uint32(d[3])*(255-a)/255)
	}
	return i
}

var TwoBoundsFours = hone.Func(twoBoundsFours)

// twoBoundsCut cuts both slices at the front, three bytes at a time.
func twoBoundsCut(out, in []uint8) (left, room int) {
	for len(in) >= 3 && len(out) >= 3 {
		out[0], out[1], out[2] = in[2]/2, in[0]+in[1], in[1]^in[0]
		in, out = in[3:], out[3:]
	}
	return len(in), len(out)
}

var TwoBoundsCut = hone.Func(twoBoundsCut)

// twoBoundsAny has bounds that may be anything, and tells which it was that ended the loop.
func twoBoundsAny(out []int, m, n int) (at, how int) {
	i := 0
	for {
		if i >= m {
			return i, 1
		}
		if i+5 > n {
			return i, 2
		}
		out[i/3] += i
		i += 3
	}
}

var TwoBoundsAny = hone.Func(twoBoundsAny)

// twoBoundsDown does so downwards.
func twoBoundsDown(out []int, from, m, n int) (at, how int) {
	for i := from; i >= m; i -= 7 {
		if i-2 < n {
			return i, 2
		}
		out[(i-m)/7] = i
		at = i
	}
	return at, 1
}

var TwoBoundsDown = hone.Func(twoBoundsDown)

// halfCounted halves a picture, with a counter for what is stored.
func halfCounted(out, in []uint8, w, h int) int {
	k := 0
	for y := 0; y+1 < h; y += 2 {
		for x := 0; x < w; x += 2 {
			a, b := in[y*w+x], in[(y+1)*w+x]
			out[k] = uint8((uint16(a) + uint16(b) + 1) >> 1)
			k++
		}
	}
	return k
}

var HalfCounted = hone.Func(halfCounted)

// thirdCounted has steps of three both ways, from where one likes.
func thirdCounted(out, in []float32, from, w, h int) int {
	k := from
	for y := from; y < h; y += 3 {
		for x := from; x < w; x += 3 {
			out[k] = in[y*w+x] * 2
			k += 2
		}
		k++
	}
	return k
}

var ThirdCounted = hone.Func(thirdCounted)

// quarterTurned counts up what it stores while it goes down columns.
func quarterTurned(out, in []uint32, w, h int) {
	k := 0
	for x := 0; x < w; x++ {
		for y := h - 1; y >= 0; y-- {
			out[k] = in[y*w+x]
			k++
		}
	}
}

var QuarterTurned = hone.Func(quarterTurned)

// endsSwapped mirrors a picture, row by row.
func endsSwapped(p []uint32, w, h int) {
	for y := range h {
		row := p[y*w : y*w+w]
		for i, j := 0, len(row)-1; i < j; i, j = i+1, j-1 {
			row[i], row[j] = row[j], row[i]
		}
	}
}

var EndsSwapped = hone.Func(endsSwapped)

// endsFrom has ends that may be anywhere.
func endsFrom(p []int, from, to int) (n int) {
	for i, j := from, to; i <= j; i, j = i+1, j-1 {
		p[i], p[j] = p[j]+1, p[i]-1
		n += i - j
	}
	return n
}

var EndsFrom = hone.Func(endsFrom)

// endsNumbered has ends that lie near to each other, wherever that is.
func endsNumbered(from, far int) (n, last int) {
	for i, j := from, from+far; i < j; i, j = i+1, j-1 {
		n++
		last = i ^ j
	}
	return n, last
}

var EndsNumbered = hone.Func(endsNumbered)

// cutPast cuts the front off as often as another slice has elements, as many as there may be or more.
func cutPast(times []float64, q []int32, j int32) int32 {
	sum := int32(0)
	for range times {
		sum = j
		q = q[2:]
	}
	return sum + int32(len(q))
}

var CutPast = hone.Func(cutPast)

// anyBound is mostly a small number, and else one at an end of all there are.
func anyBound(r *rand.Rand, n int) any {
	switch r.Intn(10) {
	case 0:
		return -1<<63 + r.Intn(3)
	case 1:
		return 1<<63 - 1 - r.Intn(3)
	}
	return r.Intn(n+8) - 4
}

func init() {
	add("CutPast", cutPast, CutPast, func(r *rand.Rand, n int) []any {
		return []any{make([]float64, n), make([]int32, max(0, 2*n-r.Intn(3)-r.Intn(2)*r.Intn(n+1))), int32(r.Intn(9))}
	})
	add("TwoBoundsFours", twoBoundsFours, TwoBoundsFours, args(times(4, u8s), times(4, nearly(u8s))), upTo(300))
	add("TwoBoundsCut", twoBoundsCut, TwoBoundsCut, args(nearly(u8s), u8s), upTo(700))
	add("TwoBoundsAny", twoBoundsAny, TwoBoundsAny, args(i64s, anyBound, anyBound), upTo(300))
	add("TwoBoundsDown", twoBoundsDown, TwoBoundsDown, args(i64s, size, one(between(-40, 40)), one(between(-40, 40))), upTo(300))
	add("HalfCounted", halfCounted, HalfCounted, args(square(u8s), square(nearly(u8s)), size, size), upTo(90))
	add("ThirdCounted", thirdCounted, ThirdCounted, args(square(f32s), square(f32s), one(between(-1, 4)), size, size), upTo(60))
	add("QuarterTurned", quarterTurned, QuarterTurned, args(square(u32s), square(nearly(u32s)), size, size), upTo(60))
	add("EndsSwapped", endsSwapped, EndsSwapped, args(square(nearly(u32s)), size, size), upTo(60))
	add("EndsNumbered", endsNumbered, EndsNumbered, args(anyBound, one(between(-3, 20))), upTo(300))
	add("EndsFrom", endsFrom, EndsFrom, args(i64s, one(between(-1, 9)), anyBound), upTo(300))
}

package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// A buffer for a line, made ahead of the loop, that each iteration overwrites bit by bit before it reads of it, or doesn't quite.

// lineQuads gathers a column of points of four bytes, with stores at steps of four.
func lineQuads(pix []uint8, w, h int) []int32 {
	out, line := make([]int32, w), make([]uint8, h*4)
	for x := 0; x < w; x++ {
		for y := 0; y < h; y++ {
			j, i := y*4, (y*w+x)*4
			line[j] = pix[i]
			line[j+1] = pix[i+1]
			line[j+2] = pix[i+2]
			line[j+3] = pix[i+3]
		}
		s := int32(0)
		for i, v := range line {
			s += int32(v)*int32(i+1) - s>>3
		}
		out[x] = s
	}
	return out
}

var LineQuads = hone.Func(lineQuads)

// lineTriples leaves one of four as it was: what the column before has left there is read.
func lineTriples(pix []uint8, w, h int) []int32 {
	out, line := make([]int32, w), make([]uint8, h*4)
	for x := 0; x < w; x++ {
		for y := 0; y < h; y++ {
			j, i := y*4, (y*w+x)*4
			line[j] = pix[i]
			line[j+1] = pix[i+1]
			line[j+2] += pix[i+2]
			line[j+3] = pix[i+3]
		}
		for _, v := range line {
			out[x] += int32(v)
		}
	}
	return out
}

var LineTriples = hone.Func(lineTriples)

// lineGaps doesn't come to one of four at all.
func lineGaps(pix []uint8, w, h int) []int32 {
	out, line := make([]int32, w), make([]uint8, h*4)
	for i := range line {
		line[i] = uint8(i)
	}
	for x := 0; x < w; x++ {
		for y := 0; y < h; y++ {
			line[y*4] = pix[y*w+x]
			line[y*4+1] = pix[y*w+x] ^ 1
			line[y*4+3] = pix[y*w+x] ^ 3
		}
		for i := 0; i < len(line); i += 2 {
			out[x] += int32(line[i])
		}
		line[2%max(h*4, 1)]++
	}
	return out
}

var LineGaps = hone.Func(lineGaps)

// lineEither fills the line in one of two ways, as is right for its width.
func lineEither(pix []uint8, w, h int) []int32 {
	size := w * 4
	out, line := make([]int32, h), make([]uint8, size)
	for y := 0; y < h; y++ {
		if i := y * size; size == 4 {
			s := pix[i : i+4 : i+4]
			line[0], line[1], line[2], line[3] = s[3], s[2], s[1], s[0]
		} else {
			copy(line, pix[i:i+size])
		}
		for i, v := range line {
			out[y] += int32(v) << (i & 7)
		}
	}
	return out
}

var LineEither = hone.Func(lineEither)

// lineNeither does so for the wrong width.
func lineNeither(pix []uint8, w, h int) []int32 {
	size := w * 4
	out, line := make([]int32, h), make([]uint8, size)
	for y := 0; y < h; y++ {
		if i := y * size; size >= 4 && size < 20 {
			line[0], line[1], line[2], line[3] = pix[i+3], pix[i+2], pix[i+1], pix[i]
		} else {
			copy(line, pix[i:i+size])
		}
		for i := range line {
			out[y] += int32(line[i]) << (i & 7)
			line[i]++
		}
	}
	return out
}

var LineNeither = hone.Func(lineNeither)

// lineOtherwise has the two ways the wrong way round.
func lineOtherwise(pix []uint8, w, h int) []int32 {
	size := w * 4
	out, line := make([]int32, h), make([]uint8, size)
	for y := 0; y < h; y++ {
		if i := y * size; size == 4 {
			copy(line, pix[i:i+size])
		} else {
			line[0], line[1], line[2], line[3] = pix[i+3], pix[i+2], pix[i+1], pix[i]
		}
		for i, v := range line {
			out[y] += int32(v) << (i & 7)
			line[i] = v + 1
		}
	}
	return out
}

var LineOtherwise = hone.Func(lineOtherwise)

// linePadded has what is beyond both ends be as at the ends.
func linePadded(x []float32, w, h, r int) []float32 {
	out, line := make([]float32, w*h), make([]float32, w+2*r)
	for y := 0; y < h; y++ {
		row := x[y*w : (y+1)*w]
		for i := 0; i < r; i++ {
			line[i] = row[0]
		}
		for i := 0; i < w; i++ {
			line[r+i] = row[i]
		}
		for i := 0; i < r; i++ {
			line[r+w+i] = row[w-1]
		}
		for i := 0; i < w; i++ {
			s := float32(0)
			for k := 0; k <= 2*r; k++ {
				s = s*0.5 + line[i+k]
			}
			out[y*w+i] = s
		}
	}
	return out
}

var LinePadded = hone.Func(linePadded)

// lineHalfPadded fills one end, and the other once and for all; the middle is a bit short.
func lineHalfPadded(x []float32, w, h, r int) []float32 {
	out, line := make([]float32, h), make([]float32, w+2*r)
	for y := 0; y < h; y++ {
		for i := 0; i < w; i++ {
			line[r+i] = x[y*w+i]
		}
		for i := 0; i < r; i++ {
			line[i] = x[y*w]
		}
		s := float32(0)
		for i, v := range line {
			s += v * float32(i)
			line[i] = v + 1
		}
		out[y] = s
	}
	return out
}

var LineHalfPadded = hone.Func(lineHalfPadded)

// linePoints fills fields in one loop each.
func linePoints(x []int16, w, h int) []int16 {
	type point struct{ a, b int16 }
	out, line := make([]int16, h), make([]point, w)
	for y := 0; y < h; y++ {
		for i := range line {
			line[i].a = x[y*w+i]
		}
		for i := w - 1; i >= 0; i-- {
			line[i].b = x[y*w+w-1-i] * 3
		}
		for i := 1; i < w; i++ {
			out[y] = out[y]*5 + line[i].a - line[i-1].b
		}
	}
	return out
}

var LinePoints = hone.Func(linePoints)

// linePointsPartly fills one of two fields.
func linePointsPartly(x []int16, w, h int) []int16 {
	type point struct{ a, b int16 }
	out, line := make([]int16, h), make([]point, w)
	for y := 0; y < h; y++ {
		for i := range line {
			line[i].a = x[y*w+i]
		}
		for i := 1; i < w; i++ {
			line[i].b += line[i].a
			out[y] = out[y]*5 + line[i].a - line[i-1].b
		}
	}
	return out
}

var LinePointsPartly = hone.Func(linePointsPartly)

// lineWrapped is lineQuads with what goes through all of the line known to have four elements: for heights below 0 a length may be that, too, since it wraps around.
func lineWrapped(pix []uint8, w, h int) []int32 {
	out, line := make([]int32, w), make([]uint8, h*4)
	for x := 0; x < w; x++ {
		for y := 0; y < h; y++ {
			line[y*4] = pix[x]
			line[y*4+1] = pix[x] + 1
			line[y*4+2] = pix[x] + 2
			line[y*4+3] = pix[x] + 3
		}
		for i := range line {
			out[x] += int32(line[i]) * int32(i+1)
			line[i] += uint8(out[x]) + 1
		}
	}
	return out
}

var LineWrapped = hone.Func(lineWrapped)

func init() {
	quads := func(r *rand.Rand, n int) []any {
		h := 1 + r.Intn(root(n/4)+1)
		w := n / 4 / h
		x := vec(whole[uint8])(r, w*h*4+r.Intn(3)).([]uint8)
		if r.Intn(4) == 0 {
			x = x[:max(len(x)-3, 0)]
		}
		return []any{x, w, h}
	}
	add("LineQuads", lineQuads, LineQuads, quads)
	add("LineTriples", lineTriples, LineTriples, quads)
	add("LineGaps", lineGaps, LineGaps, quads)
	add("LineEither", lineEither, LineEither, func(r *rand.Rand, n int) []any {
		in := quads(r, n)
		if r.Intn(2) == 0 {
			in[1] = 1
		}
		return in
	})
	add("LineOtherwise", lineOtherwise, LineOtherwise, quads)
	add("LineNeither", lineNeither, LineNeither, func(r *rand.Rand, n int) []any {
		in := quads(r, n)
		in[1] = min(in[1].(int), r.Intn(6))
		return in
	})
	padded := func(r *rand.Rand, n int) []any {
		h := 1 + r.Intn(root(n)+1)
		w := n / h
		x := vec(tame[float32])(r, w*h).([]float32)
		if r.Intn(4) == 0 {
			x = x[:max(len(x)-1, 0)]
		}
		return []any{x, w, h, r.Intn(6) - r.Intn(2)}
	}
	add("LinePadded", linePadded, LinePadded, padded)
	add("LineHalfPadded", lineHalfPadded, LineHalfPadded, padded)
	points := func(r *rand.Rand, n int) []any {
		h := 1 + r.Intn(root(n)+1)
		return []any{vec(whole[int16])(r, n/h*h), n / h, h}
	}
	add("LinePoints", linePoints, LinePoints, points)
	add("LinePointsPartly", linePointsPartly, LinePointsPartly, points)
	add("LineWrapped", lineWrapped, LineWrapped, func(r *rand.Rand, n int) []any {
		w := r.Intn(200)
		h := r.Intn(root(n) + 1)
		switch r.Intn(3) {
		case 0:
			h = math.MinInt/2 + 1 // 4*h is 4
		case 1:
			h = math.MinInt/4 + 2
		}
		return []any{vec(whole[uint8])(r, w), w, h}
	})
}

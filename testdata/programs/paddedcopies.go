package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Pictures that are copied into the middle of larger ones, row by row, and read there. Copies go to the end of the shorter of two slices, which may be the one that is cut off
// somewhere: then the rows that are copied are not as long as they seem.

// paddedBlur copies rows up to the end of the padded picture, if need be.
func paddedBlur(out, in []int32, w, h int) {
	pw := w + 2
	pad := make([]int32, pw*(h+2))
	for y := range h {
		copy(pad[(y+1)*pw+1:], in[y*w:(y+1)*w])
	}
	for y := range h {
		for x := range w {
			sum := int32(0)
			for j := range 3 {
				for i := range 3 {
					sum += int32(j+2*i+1) * pad[(y+j)*pw+x+i]
				}
			}
			out[y*w+x] = sum
		}
	}
}

// paddedShort has a padded picture that may be too short for the last rows, or end before they begin.
func paddedShort(out, in []uint8, w, h, short int) {
	pw := w + 2
	pad := make([]uint8, max(pw*(h+2)-short, 0))
	for y := 0; y < h; y++ {
		copy(pad[(y+1)*pw+1:], in[y*w:(y+1)*w])
	}
	for y := 0; y < h-1; y++ {
		for x := 0; x < w; x++ {
			if k := (y+1)*pw + x; k+2 < len(pad) {
				out[y*w+x] = pad[k] ^ pad[k+1]>>1 ^ pad[k+2]>>2
			}
		}
	}
}

// paddedFrom copies from what is cut off, to rows.
func paddedFrom(out, in []int32, w, h, skip int) {
	for y := range h {
		copy(out[y*w:y*w+w], in[y*w+skip:])
	}
}

// paddedTurns has rows that overlap: what one copies the next one overwrites, from an element that is nowhere else.
func paddedTurns(out, in []int32, w, h, pitch int) {
	for y := range h {
		copy(out[y*pitch:], in[y*w:(y+1)*w])
	}
}

// paddedRemains has windows that end at the border, most of them before their time.
func paddedRemains(out, in []int32, w, h int) {
	for y := range h {
		row := in[y*w : (y+1)*w]
		for x := 0; x < min(len(row)-y, w-1); x++ {
			out[y*w+x] = row[x+y] + int32(x)
		}
	}
}

// paddedDeclared copies in parallel, in place.
func paddedDeclared(pic []float32, w, h int) {
	pw := w + 4
	pad := make([]float32, pw*(h+4))
	for y := range hone.Parallel(h) {
		copy(pad[(y+2)*pw+2:], pic[y*w:(y+1)*w])
	}
	for y, x := range hone.Parallel2(h, w) {
		at := (y+2)*pw + x + 2
		pic[y*w+x] = max(pad[at-2*pw], pad[at-2], pad[at], pad[at+2], pad[at+2*pw])
	}
}

// paddedSteps is read in another order, and in part.
func paddedSteps(out, in []int32, w, h int) {
	pw := w + 3
	pad := make([]int32, pw*(h+3))
	for y, x := range hone.Parallel2(h, w) {
		pad[(y+1)*pw+x+1] = in[y*w+x]
	}
	for x := range hone.Parallel(w) {
		last := int32(0)
		for y := 0; y < h; y += 2 {
			last = last>>1 + pad[y*pw+x] - pad[(y+2)*pw+x+2]
			out[y*w+x] = last
		}
	}
}

var (
	PaddedBlur     = hone.Func(paddedBlur)
	PaddedShort    = hone.Func(paddedShort)
	PaddedFrom     = hone.Func(paddedFrom)
	PaddedTurns    = hone.Func(paddedTurns)
	PaddedRemains  = hone.Func(paddedRemains)
	PaddedDeclared = hone.Func(paddedDeclared)
	PaddedSteps    = hone.Func(paddedSteps)
)

func init() {
	extents := func(g func(r *rand.Rand, n int) []any, w int) func(r *rand.Rand, n int) []any { // now and then both are negative, with a product that is not
		return func(r *rand.Rand, n int) []any {
			in := g(r, n)
			if r.Intn(6) == 0 {
				in[w], in[w+1] = -1-r.Intn(6), -1-r.Intn(6)
			}
			return in
		}
	}
	and := func(g func(r *rand.Rand, n int) []any, more func(r *rand.Rand, in []any) any) func(r *rand.Rand, n int) []any {
		return func(r *rand.Rand, n int) []any {
			in := g(r, n)
			return append(in, more(r, in))
		}
	}
	ints, bytes := sameSlice(nestArgs[int32](i32s, 2, 2)), sameSlice(nestArgs[uint8](u8s, 2, 2))
	few := func(r *rand.Rand, in []any) any { return r.Intn(4) * r.Intn(8) }
	add("PaddedBlur", paddedBlur, PaddedBlur, extents(ints, 2), upTo(150))
	add("PaddedShort", paddedShort, PaddedShort, and(extents(bytes, 2), few), upTo(150))
	add("PaddedFrom", paddedFrom, PaddedFrom, and(ints, few), upTo(150))
	add("PaddedTurns", paddedTurns, PaddedTurns, and(ints, func(r *rand.Rand, in []any) any { return in[2].(int) + r.Intn(5) - 3 }), upTo(150))
	add("PaddedRemains", paddedRemains, PaddedRemains, ints, upTo(150))
	add("PaddedDeclared", paddedDeclared, PaddedDeclared, extents(nestArgs[float32](f32s, 1, 2), 1), upTo(150))
	add("PaddedSteps", paddedSteps, PaddedSteps, extents(ints, 2), upTo(150))
}

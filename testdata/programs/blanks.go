package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Blanks: temporaries of which a stage stores some elements, and later ones read the others, too, which are zero.

// blanksInterior stores the interior, with borders that are wide and different on each side; then all is read, along the elements and along rows.
func blanksInterior(out, in []uint8, w, h int) {
	a := make([]uint8, w*h)
	for y, x := range hone.Parallel2(h-3, w-5) {
		i := (y+2)*w + x + 3
		a[i] = in[i-1]/2 + in[i+w]/2 + 1
	}
	b := make([]uint8, w*h)
	for i := range hone.Parallel(w * h) {
		b[i] = a[i]*2 + 1
	}
	for y, x := range hone.Parallel2(h-2, w) {
		out[y*w+x] = b[y*w+x] + a[(y+1)*w+x] + 3*b[(y+2)*w+x]
	}
}

var BlanksInterior = hone.Func(blanksInterior)

// blanksRows stores from a column of each row on, in a loop inside.
func blanksRows(out, in []float64, w, h int) {
	a := make([]float64, w*h)
	for y := range hone.Parallel(h - 1) {
		for x := 2; x < w-1; x++ {
			a[y*w+x] = in[y*w+x] + in[(y+1)*w+x]
		}
	}
	for y, x := range hone.Parallel2(h-2, w) {
		out[y*w+x] = a[y*w+x] + a[(y+2)*w+x]
	}
}

var BlanksRows = hone.Func(blanksRows)

// blanksSome stores under a condition.
func blanksSome(out, in []int32, w, h int) {
	a := make([]int32, w*h)
	for y, x := range hone.Parallel2(h-2, w-2) {
		i := (y+1)*w + x + 1
		if v := in[i-w] - in[i+w]; v > 0 {
			a[i] = v
		}
	}
	for y, x := range hone.Parallel2(h-1, w) {
		out[y*w+x] = a[y*w+x] + 2*a[(y+1)*w+x]
	}
}

var BlanksSome = hone.Func(blanksSome)

// blanksOther stores to every other element of a row.
func blanksOther(out, in []int32, w, h int) {
	a := make([]int32, w*h)
	for y, x := range hone.Parallel2(h, w/2) {
		a[y*w+2*x] = in[y*w+x] + 1
	}
	for y, x := range hone.Parallel2(h-1, w) {
		out[y*w+x] = a[y*w+x] + 2*a[(y+1)*w+x]
	}
}

var BlanksOther = hone.Func(blanksOther)

// blanksTwice stores the interior, and then the first elements of rows, which it has looked at before.
func blanksTwice(out, in []int32, w, h int) {
	a := make([]int32, w*h)
	for y, x := range hone.Parallel2(h-2, w-2) {
		i := (y+1)*w + x + 1
		a[i] = in[i-1] - in[i+1]
	}
	for y, x := range hone.Parallel2(h, 1) {
		i := y*w + x
		a[i] = 7 + a[i]
	}
	for y, x := range hone.Parallel2(h-1, w) {
		out[y*w+x] = a[y*w+x] + 2*a[(y+1)*w+x]
	}
}

var BlanksTwice = hone.Func(blanksTwice)

// blanksOwn adds to what is there, which is zero.
func blanksOwn(out, in []int32, w, h int) {
	a := make([]int32, w*h)
	for y, x := range hone.Parallel2(h-2, w-2) {
		i := (y+1)*w + x + 1
		a[i] += in[i-1] - in[i+1]
		a[i] += in[i]
	}
	for y, x := range hone.Parallel2(h-1, w) {
		out[y*w+x] = a[y*w+x] + 2*a[(y+1)*w+x]
	}
}

var BlanksOwn = hone.Func(blanksOwn)

// blanksPlanes stores the interior of a space.
func blanksPlanes(out, in []float32, d, h, w int) {
	a := make([]float32, d*h*w)
	for z := range hone.Parallel(d - 2) {
		for y := range h - 2 {
			for x := range w - 2 {
				i := ((z+1)*h+y+1)*w + x + 1
				a[i] = in[i-1] + in[i+1]
			}
		}
	}
	for z := range hone.Parallel(d - 1) {
		for y := range h {
			for x := range w {
				i := (z*h+y)*w + x
				out[i] = a[i] - a[i+h*w]
			}
		}
	}
}

var BlanksPlanes = hone.Func(blanksPlanes)

// blanksOne has what the interior holds not be zero but one elsewhere.
func blanksOne(out, in []int32, w, h int) {
	a := make([]int32, w*h)
	for i := range hone.Parallel(w * h) {
		a[i] = 1
	}
	for y, x := range hone.Parallel2(h-2, w-2) {
		i := (y+1)*w + x + 1
		a[i] = in[i-1] - in[i+1]
	}
	for y, x := range hone.Parallel2(h-1, w) {
		out[y*w+x] = a[y*w+x] + 2*a[(y+1)*w+x]
	}
}

var BlanksOne = hone.Func(blanksOne)

// blanksStep stores to every other element in a loop inside.
func blanksStep(out, in []int32, w, h int) {
	a := make([]int32, w*h)
	for y := range hone.Parallel(h) {
		for x := 0; x < w-1; x += 2 {
			a[y*w+x] = in[y*w+x] + 1
		}
	}
	for y, x := range hone.Parallel2(h-1, w) {
		out[y*w+x] = a[y*w+x] + 2*a[(y+1)*w+x]
	}
}

var BlanksStep = hone.Func(blanksStep)

// blanksFirst stores to one element of some rows.
func blanksFirst(out, in []int32, w, h int) {
	a := make([]int32, w*h)
	for y := range hone.Parallel(h) {
		if v := in[y*w]; v > 0 {
			a[y*w] = v
		}
	}
	for y, x := range hone.Parallel2(h-1, w) {
		out[y*w+x] = a[y*w+x] + 2*a[(y+1)*w+x]
	}
}

var BlanksFirst = hone.Func(blanksFirst)

// blanksLate looks at what is zero yet before it stores.
func blanksLate(out, in []int32, w, h int) {
	a, b := make([]int32, w*h), make([]int32, w*h)
	for y, x := range hone.Parallel2(h-1, w-1) {
		i := y*w + x
		b[i] = in[i] + a[i+1]
	}
	for y, x := range hone.Parallel2(h-2, w-2) {
		i := (y+1)*w + x + 1
		a[i] = b[i-w] - in[i]
	}
	for y, x := range hone.Parallel2(h-1, w) {
		out[y*w+x] = a[y*w+x] + 2*b[(y+1)*w+x]
	}
}

var BlanksLate = hone.Func(blanksLate)

// blanksGrey is a picture as strangers have it: loops that are not said to be parallel, in functions that make what they give.
type blanksGrey struct {
	pix  []int32
	w, h int
}

func blanksAcross(g *blanksGrey) *blanksGrey {
	o := &blanksGrey{make([]int32, g.w*g.h), g.w, g.h}
	for y := 1; y < g.h-1; y++ {
		for x := 1; x < g.w-1; x++ {
			o.pix[y*g.w+x] = g.pix[y*g.w+x+1] - g.pix[(y-1)*g.w+x-1]
		}
	}
	return o
}

func blanksDown(g *blanksGrey) *blanksGrey {
	o := &blanksGrey{make([]int32, g.w*g.h), g.w, g.h}
	for y := 1; y < g.h-1; y++ {
		for x := 1; x < g.w-1; x++ {
			o.pix[y*g.w+x] = g.pix[(y+1)*g.w+x] - g.pix[(y-1)*g.w+x]
		}
	}
	return o
}

func blanksTimes(a, b *blanksGrey) *blanksGrey {
	o := &blanksGrey{make([]int32, a.w*a.h), a.w, a.h}
	for i := range o.pix {
		o.pix[i] = a.pix[i]*b.pix[i] + 1
	}
	return o
}

func blanksPlain(out, in []int32, w, h int) {
	g := &blanksGrey{in, w, h}
	x, y := blanksAcross(g), blanksDown(g)
	xx, xy := blanksAcross(blanksTimes(x, x)), blanksDown(blanksTimes(x, y))
	for i := range out {
		out[i] = xx.pix[i] - xy.pix[i] + in[i]/2
	}
}

var BlanksPlain = hone.Func(blanksPlain)

func init() {
	add("BlanksPlain", blanksPlain, BlanksPlain, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(150))
	add("BlanksLate", blanksLate, BlanksLate, nestArgs[int32](i32s, 2, 2), upTo(150))
	add("BlanksStep", blanksStep, BlanksStep, nestArgs[int32](i32s, 2, 2), upTo(150))
	add("BlanksFirst", blanksFirst, BlanksFirst, func(r *rand.Rand, n int) []any {
		w, h := 1+r.Intn(n+1), r.Intn(n+1)
		return []any{i32s(r, w*h), i32s(r, w*h), w, h}
	}, upTo(150))
	add("BlanksInterior", blanksInterior, BlanksInterior, nestArgs[uint8](u8s, 2, 2), upTo(150))
	add("BlanksRows", blanksRows, BlanksRows, nestArgs[float64](f64s, 2, 2), upTo(150))
	add("BlanksSome", blanksSome, BlanksSome, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(150))
	add("BlanksOther", blanksOther, BlanksOther, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		room := func() int { return max(w*h-r.Intn(2)*r.Intn(3), 0) }
		return []any{i32s(r, room()), i32s(r, room()), w, h}
	}, upTo(150))
	add("BlanksTwice", blanksTwice, BlanksTwice, nestArgs[int32](i32s, 2, 2), upTo(150))
	add("BlanksOwn", blanksOwn, BlanksOwn, nestArgs[int32](i32s, 2, 2), upTo(150))
	add("BlanksPlanes", blanksPlanes, BlanksPlanes, nestArgs[float32](f32s, 2, 3), upTo(30))
	add("BlanksOne", blanksOne, BlanksOne, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(150))
}

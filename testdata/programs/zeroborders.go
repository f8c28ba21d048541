package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Temporaries of which a part is stored, once each, and all is read, or more than that: elsewhere they are zero, as they were made.

// zeroBordersLine sums neighbourhoods of the interior, and goes through all in a line.
func zeroBordersLine(out, in []int32, w, h int) {
	s := make([]int32, w*h)
	for y, x := range hone.Parallel2(h-2, w-2) {
		i := (y+1)*w + x + 1
		s[i] = in[i-w-1] + in[i-w] + in[i-w+1] + in[i-1] + in[i]*in[i] + in[i+1] + in[i+w-1] + in[i+w] + in[i+w+1]
	}
	for i := range hone.Parallel(w * h) {
		out[i] = in[i] - s[i]*s[i]
	}
}

var ZeroBordersLine = hone.Func(zeroBordersLine)

// zeroBordersWhere has two of them, and conditions tell the interior.
func zeroBordersWhere(out []float32, in []float32, w, h int) {
	gx, gy := make([]float32, w*h), make([]float32, w*h)
	for y := range hone.Parallel(h) {
		for x := range w {
			if y > 0 && y < h-1 && x > 0 && x < w-1 {
				gx[y*w+x] = in[y*w+x+1] - in[y*w+x-1]
				gy[y*w+x] = in[(y+1)*w+x] - in[(y-1)*w+x]
			}
		}
	}
	for y := range hone.Parallel(h) {
		for x := range w {
			out[y*w+x] = gx[y*w+x]*gx[y*w+x] + gy[y*w+x]*gy[y*w+x]
		}
	}
}

var ZeroBordersWhere = hone.Func(zeroBordersWhere)

// zeroBordersPlain is all in plain loops; the first rows are stored, and the last loop begins in the middle.
func zeroBordersPlain(out, in []int16, w, h int) {
	t := make([]int16, w*h)
	for y := 0; y < h-2; y++ {
		for x := 2; x < w; x++ {
			t[y*w+x] = in[y*w+x]*in[y*w+x-2] ^ in[(y+2)*w+x]
		}
	}
	for y := 1; y < h; y++ {
		for x := 0; x < w-1; x++ {
			out[y*w+x] = t[y*w+x] | in[y*w+x]&3
		}
	}
}

var ZeroBordersPlain = hone.Func(zeroBordersPlain)

// zeroBordersStructs has them in a struct, of which the second loop is a row ahead.
func zeroBordersStructs(out, in []int32, w, h int) {
	edges := make([]edgePair, w*h)
	for y, x := range hone.Parallel2(h-1, w-1) {
		edges[y*w+x] = edgePair{int16(in[y*w+x+1] - in[y*w+x]), in[(y+1)*w+x] - in[y*w+x]}
	}
	for y, x := range hone.Parallel2(h-1, w) {
		e := edges[(y+1)*w+x]
		out[y*w+x] = int32(e.along) * e.across
	}
}

var ZeroBordersStructs = hone.Func(zeroBordersStructs)

// zeroBordersBeyond reads beyond the ends of rows, where the next one begins, of which all but the first element is stored.
func zeroBordersBeyond(out, in []int32, w, h int) {
	t := make([]int32, w*h)
	for y, x := range hone.Parallel2(h, w-1) {
		t[y*w+x+1] = in[y*w+x]*5 ^ in[y*w+x+1]
	}
	for y, x := range hone.Parallel2(h-1, w) {
		out[y*w+x] = t[y*w+x+3] + 1
	}
}

var ZeroBordersBeyond = hone.Func(zeroBordersBeyond)

// zeroBordersSpread reads the first column in each column: it would be computed again for each.
func zeroBordersSpread(out, in []int32, w, h int) {
	t := make([]int32, w*h)
	for y, x := range hone.Parallel2(h-1, w) {
		t[y*w+x] = ((in[y*w+x]^3)*in[y*w+x] + 7) ^ in[(y+1)*w+x]>>2
	}
	for y, x := range hone.Parallel2(h, w) {
		out[y*w+x] = t[y*w] - in[y*w+x]
	}
}

var ZeroBordersSpread = hone.Func(zeroBordersSpread)

// zeroBordersProducts stores products that are rounded, and adds to them.
func zeroBordersProducts(out, a, b []float64, w, h int) {
	t := make([]float64, w*h)
	for y, x := range hone.Parallel2(h-2, w-2) {
		t[(y+1)*w+x+1] = a[y*w+x] * b[y*w+x+1]
	}
	for y, x := range hone.Parallel2(h, w) {
		out[y*w+x] = t[y*w+x] + a[y*w+x]
	}
}

var ZeroBordersProducts = hone.Func(zeroBordersProducts)

// zeroBordersRunning sums up rows of what the first computes, one after the other.
func zeroBordersRunning(out, in []int32, w, h int) {
	t := make([]int32, w*h)
	for y, x := range hone.Parallel2(h-2, w-2) {
		i := (y+1)*w + x + 1
		t[i] = in[i-w] ^ in[i+w]*3 + in[i-1] ^ in[i+1]*5
	}
	for y := range hone.Parallel(h) {
		s := int32(0)
		for x := range w {
			s = s*3 ^ t[y*w+x]
			out[y*w+x] = s
		}
	}
}

var ZeroBordersRunning = hone.Func(zeroBordersRunning)

// productAcross multiplies matrices, and transposes the product: where that is read no loop goes along what the sums load.
func productAcross(out, a, b []int32, n, m int) {
	t := make([]int32, n*m)
	for i, j := range hone.Parallel2(n, m) {
		s := int32(0)
		for k := range n {
			s += a[i*n+k] * b[k*m+j]
		}
		t[i*m+j] = s
	}
	for j, i := range hone.Parallel2(m, n) {
		out[j*n+i] = t[i*m+j]
	}
}

var ProductAcross = hone.Func(productAcross)

func init() {
	add("ZeroBordersLine", zeroBordersLine, ZeroBordersLine, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(120))
	add("ZeroBordersWhere", zeroBordersWhere, ZeroBordersWhere, sameSlice(nestArgs[float32](f32s, 2, 2)), upTo(120), fmaTol(1e-4))
	add("ZeroBordersPlain", zeroBordersPlain, ZeroBordersPlain, sameSlice(nestArgs[int16](i16s, 2, 2)), upTo(120))
	add("ZeroBordersStructs", zeroBordersStructs, ZeroBordersStructs, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(120))
	add("ZeroBordersBeyond", zeroBordersBeyond, ZeroBordersBeyond, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(120))
	add("ZeroBordersSpread", zeroBordersSpread, ZeroBordersSpread, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(120))
	add("ZeroBordersRunning", zeroBordersRunning, ZeroBordersRunning, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(120))
	add("ProductAcross", productAcross, ProductAcross, func(r *rand.Rand, size int) []any {
		n, m := r.Intn(root(size)+1), r.Intn(root(size)+1)
		short := func(n int) any { return i32s(r, max(n-r.Intn(9)/8, 0)) }
		return []any{short(n * m), short(n * n), short(n * m), n, m}
	}, upTo(400))
	add("ZeroBordersProducts", zeroBordersProducts, ZeroBordersProducts, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		short := func() int { return max(w*h-r.Intn(2)*r.Intn(3), 0) }
		return []any{f64s(r, short()), f64s(r, short()), f64s(r, short()), w, h}
	}, upTo(120), fmaTol(1e-6))
}

package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops over several dimensions, one of which counts rows and planes, or pixels and channels, in one go.

// dividedCube is a stencil on a cube; one index goes over planes and rows, whose number is a difference.
func dividedCube(b, a []float32, n int) {
	s := n * n
	for p, x := range hone.Parallel2((n-2)*(n-2), n-2) {
		z, y := p/(n-2), p%(n-2)
		i := (z+1)*s + (y+1)*n + x + 1
		b[i] = a[i] + 0.5*(a[i-1]+a[i+1]-a[i-n]-a[i+n]+a[i-s]+a[i+s])
	}
}

// dividedSome has as many rows as it is told to, perhaps not whole planes of them, nor planes of any rows; the index is also used as it is.
func dividedSome(out, in []int32, rows, w, by int) {
	for p, x := range hone.Parallel2(rows, w) {
		v := int32(p/by)*3 - int32(p%by)
		if p%by > 0 {
			v += in[(p-1)*w+x]
		}
		out[p*w+x] = v ^ in[p*w+x]
	}
}

// dividedBoth divides both of its indices.
func dividedBoth(out []uint16, in []uint16, h, w int) {
	for y, x := range hone.Parallel2(h, w*40) {
		out[(y*w+x/40)*40+x%40] = in[y*w*40+x] + uint16(y%2*x/40)
	}
}

// dividedSum is a sum over two dimensions of which one is divided.
func dividedSum(in []int, n, m, w int) int {
	total := 0
	for p := range (n + 1) * (m + 1) {
		for x := range w {
			total += in[p*w+x] * (p/(m+1) - p%(m+1))
		}
	}
	return total
}

// dividedWrap comes round from the last row to the first.
func dividedWrap(out, in []float64, h, d, w int) {
	n := h * d
	for p, x := range hone.Parallel2(n, w) {
		out[p*w+x] = in[(p+d)%n*w+x] - in[(p+n-d)%n*w+x] + float64(p/d)
	}
}

var (
	DividedCube = hone.Func(dividedCube)
	DividedSome = hone.Func(dividedSome)
	DividedBoth = hone.Func(dividedBoth)
	DividedSum  = hone.Func(dividedSum)
	DividedWrap = hone.Func(dividedWrap)
)

func init() {
	add("DividedCube", dividedCube, DividedCube, func(r *rand.Rand, n int) []any {
		n = [...]int{-3, 0, 1, 2, 3, 4, 7, 19, 35}[r.Intn(9)]
		return []any{nearly(f32s)(r, n*n*max(n, 0)), nearly(f32s)(r, n*n*max(n, 0)), n}
	}, upTo(60))
	add("DividedSome", dividedSome, DividedSome, func(r *rand.Rand, n int) []any {
		planes, by, w := r.Intn(5), r.Intn(7)-1, r.Intn(40)
		rows := planes*by + r.Intn(3)/2
		size := max(rows, 0) * w
		return []any{nearly(i32s)(r, size), nearly(i32s)(r, size), rows, w, by}
	}, upTo(60))
	add("DividedBoth", dividedBoth, DividedBoth, func(r *rand.Rand, n int) []any {
		h, w := r.Intn(6), r.Intn(4)
		return []any{nearly(u16s)(r, h*w*40), nearly(u16s)(r, h*w*40), h, w}
	}, upTo(60))
	add("DividedSum", dividedSum, DividedSum, func(r *rand.Rand, n int) []any {
		k, m, w := r.Intn(6)-1, r.Intn(40)-1, r.Intn(40)
		return []any{nearly(i64s)(r, (k+1)*(m+1)*w), k, m, w}
	}, upTo(60))
	add("DividedWrap", dividedWrap, DividedWrap, func(r *rand.Rand, n int) []any {
		h, d, w := r.Intn(5), r.Intn(5), r.Intn(40)
		return []any{nearly(f64s)(r, h*d*w), nearly(f64s)(r, h*d*w), h, d, w}
	}, upTo(60))
}

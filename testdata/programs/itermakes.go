package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// rowScratch has each iteration make memory of one size, all of which it fills.
func rowScratch(x []float64, rows, cols int) []float64 {
	out := make([]float64, rows)
	for r := range hone.Parallel(rows) {
		t := make([]float64, cols)
		row := x[r*cols : (r+1)*cols]
		for i := range t {
			t[i] = row[i] * row[i]
		}
		s := 0.0
		for i := 1; i < cols; i++ {
			s += t[i] - t[i-1]*0.5
		}
		out[r] = s
	}
	return out
}

var RowScratch = hone.Func(rowScratch)

// rowScratchPlain is that by a plain loop.
func rowScratchPlain(x []float64, rows, cols int) []float64 {
	out := make([]float64, rows)
	for r := 0; r < rows; r++ {
		t := make([]float64, cols)
		copy(t, x[r*cols:(r+1)*cols])
		for i := 1; i < cols; i++ {
			t[i] = t[i]*0.5 + t[i-1]
		}
		for _, v := range t {
			out[r] += v
		}
	}
	return out
}

var RowScratchPlain = hone.Func(rowScratchPlain)

// rowCounts counts, in memory that begins with zeros.
func rowCounts(x []uint8, cols int) []int {
	rows := len(x) / max(cols, 1)
	out := make([]int, rows)
	for r := 0; r < rows; r++ {
		h := make([]int, 256)
		for _, v := range x[r*cols : (r+1)*cols] {
			h[v]++
		}
		best := 0
		for k, c := range h {
			if c > h[best] {
				best = k
			}
		}
		out[r] = best
	}
	return out
}

var RowCounts = hone.Func(rowCounts)

func sumsUpTo(x []float32) []float32 {
	p := make([]float32, len(x)+1)
	for i, v := range x {
		p[i+1] = p[i] + v
	}
	return p
}

// sumsOfRagged has a helper make what is as long as the row at hand.
func sumsOfRagged(rows [][]float32) []float32 {
	out := make([]float32, len(rows))
	for r := range hone.Parallel(len(rows)) {
		p := sumsUpTo(rows[r])
		for i := 2; i < len(p); i++ {
			out[r] = max(out[r], p[i]-p[i-2])
		}
	}
	return out
}

var SumsOfRagged = hone.Func(sumsOfRagged)

// sizesFromData asks memory for sizes, of which one may be negative, and stores something before.
func sizesFromData(sizes []int16, out []int64) {
	for i := range hone.Parallel(len(sizes)) {
		t := make([]int16, sizes[i])
		for k := range t {
			t[k] = int16(k * i)
		}
		s := int64(0)
		for k := len(t) - 1; k >= 0; k -= 3 {
			s += int64(t[k])
		}
		out[i] = s
	}
}

var SizesFromData = hone.Func(sizesFromData)

// partsFilled fills a part, and sees zeros behind; two slices, and more of it in a loop inside.
func partsFilled(x []int32, w int) []int32 {
	out := make([]int32, len(x))
	h := len(x) / max(w, 1)
	for y := range hone.Parallel(h) {
		out[y*w] = int32(y)
		a := make([]int32, w+3)
		for i := 0; i < w; i++ {
			a[i] = x[y*w+i]
		}
		for i := 1; i < w; i++ {
			b := make([]struct{ p, q int32 }, i%4+1)
			b[i%len(b)].p = a[i-1]
			b[0].q += a[i+2]
			out[y*w+i] = b[len(b)-1].p + b[0].q
		}
	}
	return out
}

var PartsFilled = hone.Func(partsFilled)

// partsOfPoints has iterations over two dimensions.
func partsOfPoints(out []float32, h, w int) {
	for y, x := range hone.Parallel2(h, w) {
		t := make([]float32, (x+2*y)%9)
		for i := range t {
			t[i] = float32(i*x - y)
		}
		s := float32(len(t))
		for i := range t {
			s += t[len(t)-1-i] * float32(i)
		}
		out[y*w+x] = s
	}
}

var PartsOfPoints = hone.Func(partsOfPoints)

// shortScratch may fail on the way, behind rows that are done.
func shortScratch(x []int, out []int, n int) {
	for r := 0; r < len(out); r++ {
		t := make([]int, n)
		for i, v := range x {
			t[i] = v + r
		}
		s := 0
		for i := range t {
			s += t[i] ^ s<<1
		}
		out[r] = s
	}
}

var ShortScratch = hone.Func(shortScratch)

// scratchOutside overwrites one buffer in each row, and hands nothing on.
func scratchOutside(x []float64, rows, cols int) []float64 {
	out, t := make([]float64, rows), make([]float64, cols)
	for r := 0; r < rows; r++ {
		for i := range t {
			t[i] = x[r*cols+i] * 0.25
		}
		s := 0.0
		for i := 1; i < cols; i++ {
			s += t[i]*t[i-1] + s*0.5
		}
		out[r] = s
	}
	return out
}

var ScratchOutside = hone.Func(scratchOutside)

// scratchHandedOn overwrites all but one element, which the next row sees.
func scratchHandedOn(x []float64, rows, cols int) []float64 {
	out, t := make([]float64, rows), make([]float64, cols)
	for r := 0; r < rows; r++ {
		for i := 0; i < cols-1; i++ {
			t[i] = x[r*cols+i] * 0.25
		}
		for i := 1; i < cols; i++ {
			t[i] += t[i-1]
			out[r] += t[i]
		}
	}
	return out
}

var ScratchHandedOn = hone.Func(scratchHandedOn)

// scratchKept gives the buffer as the last row has left it.
func scratchKept(x []int32, rows, cols int) (out, t []int32) {
	out, t = make([]int32, rows), make([]int32, cols)
	for r := 0; r < rows; r++ {
		for i := range t {
			t[i] = x[r*cols+i] * 3
		}
		for i := 1; i < cols; i++ {
			out[r] ^= t[i] - t[i-1]
		}
	}
	return out, t
}

var ScratchKept = hone.Func(scratchKept)

// scratchReadLater reads the buffer behind the loop, and in a loop around it ahead.
func scratchReadLater(x []int32, rows, cols int) []int32 {
	out, t := make([]int32, rows), make([]int32, cols)
	for k := 0; k < 2; k++ {
		for i, v := range t {
			out[i%rows] += v
		}
		for r := 0; r < rows; r++ {
			for i := range t {
				t[i] = x[r*cols+i] * 3
			}
			for i := 1; i < cols; i++ {
				out[r] ^= t[i] - t[i-1]
			}
		}
	}
	for i, v := range t {
		out[i%rows] -= v
	}
	return out
}

var ScratchReadLater = hone.Func(scratchReadLater)

// scratchReadFirst reads what the row before has left.
func scratchReadFirst(x []int32, rows, cols int) []int32 {
	out, t := make([]int32, rows), make([]int32, cols)
	for r := 0; r < rows; r++ {
		for i := range t {
			t[i] = t[i]*7 + x[r*cols+i]
		}
		for i := range t {
			out[r] += t[i]
		}
	}
	return out
}

var ScratchReadFirst = hone.Func(scratchReadFirst)

func init() {
	add("RowScratch", rowScratch, RowScratch, rowsScratched(tame[float64]))
	add("RowScratchPlain", rowScratchPlain, RowScratchPlain, rowsScratched(tame[float64]))
	add("ScratchOutside", scratchOutside, ScratchOutside, rowsScratched(tame[float64]))
	add("ScratchHandedOn", scratchHandedOn, ScratchHandedOn, rowsScratched(tame[float64]))
	add("ScratchKept", scratchKept, ScratchKept, rowsScratched(whole[int32]))
	add("ScratchReadLater", scratchReadLater, ScratchReadLater, rowsScratched(whole[int32]))
	add("ScratchReadFirst", scratchReadFirst, ScratchReadFirst, rowsScratched(whole[int32]))
	add("RowCounts", rowCounts, RowCounts, args(vec(between[uint8](0, 5)), one(between(0, 40))))
	add("SumsOfRagged", sumsOfRagged, SumsOfRagged, args(raggedTable(root, tame[float32])))
	add("SizesFromData", sizesFromData, SizesFromData, func(r *rand.Rand, n int) []any {
		sizes := vec(between[int16](0, 300))(r, root(n)).([]int16)
		if len(sizes) > 0 && r.Intn(4) == 0 {
			sizes[r.Intn(len(sizes))] = -1
		}
		return []any{sizes, make([]int64, len(sizes)-r.Intn(2)*min(len(sizes), 1))}
	})
	add("PartsFilled", partsFilled, PartsFilled, args(vec(whole[int32]), one(between(1, 20))))
	add("PartsOfPoints", partsOfPoints, PartsOfPoints, func(r *rand.Rand, n int) []any {
		h := 1 + r.Intn(root(n)+1)
		return []any{nearly(f32s)(r, n), h, n / h}
	})
	add("ShortScratch", shortScratch, ShortScratch, func(r *rand.Rand, n int) []any {
		x := vec(whole[int])(r, root(n)).([]int)
		return []any{x, make([]int, root(n)), len(x) + r.Intn(6) - 1}
	})
}

// rowsScratched gives rows times cols elements, or nearly as many.
func rowsScratched[T any](of func(r *rand.Rand) T) func(r *rand.Rand, n int) []any {
	return func(r *rand.Rand, n int) []any {
		rows := 1 + r.Intn(root(n)+1)
		cols := n / rows
		x := vec(of)(r, rows*cols).([]T)
		if r.Intn(4) == 0 {
			x = x[:len(x)-min(1, len(x))]
		}
		return []any{x, rows, cols}
	}
}

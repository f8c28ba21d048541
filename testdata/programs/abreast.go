package programs

import (
	"math"

	"github.com/hone-go/hone"
)

// Sums in Go's order of the rows of a matrix, between loops along these that don't wait for anything: several rows are summed up side by side.

// sharedRows divides each row by its sum, over the largest element.
func sharedRows(out, in []float64, w int) {
	if w <= 0 {
		return
	}
	h := len(in) / w
	for y := 0; y < h; y++ {
		top := in[y*w]
		for x := 1; x < w; x++ {
			if in[y*w+x] > top {
				top = in[y*w+x]
			}
		}
		sum := 0.0
		for x := 0; x < w; x++ {
			out[y*w+x] = longTerm(in[y*w+x] - top)
			sum += out[y*w+x]
		}
		for x := 0; x < w; x++ {
			out[y*w+x] /= sum
		}
	}
}

func meanOf(row []float64) (m float64) {
	for _, v := range row {
		m += v
	}
	return m / float64(len(row))
}

func deviation(row []float64, m float64) (s float64) {
	for _, v := range row {
		s += (v - m) * (v - m)
	}
	return math.Sqrt(s/float64(len(row)) + 1e-9)
}

// standardRows has helpers for rows as sub-slices; where all of a row is the same it is not touched.
func standardRows(x []float64, w int) {
	if w <= 0 {
		return
	}
	for len := len(x) / w; len > 0; len-- {
		row := x[(len-1)*w:][:w]
		m := meanOf(row)
		s := deviation(row, m)
		if s < 1e-4 {
			row[0] = m
		}
		flat := s < 1e-3
		for i := range row {
			if !flat {
				row[i] = (row[i] - m) / s
			}
		}
	}
}

// rowsApart is a matrix whose rows are some elements apart.
type rowsApart struct {
	w, stride int
	data      []float32
}

func (a *rowsApart) row(y int) []float32 { return a.data[y*a.stride : y*a.stride+a.w] }

// normalRows divides by the rows' norms, and stores these.
func normalRows(data, norms []float32, w, more int) {
	if w <= 0 || more < 0 {
		return
	}
	a := &rowsApart{w, w + more, data}
	for y := range hone.Parallel(min(len(norms), len(data)/a.stride)) {
		row := a.row(y)
		q := float32(0)
		for _, v := range row {
			q += v * v
		}
		norms[y] = float32(math.Sqrt(float64(q)))
		for i := range row {
			row[i] /= norms[y] + 1
		}
	}
}

// rowsOfAnyLength sums up rows of slices, each as long as it is, and takes the sum from all of a row.
func rowsOfAnyLength(rows [][]float64, sums []float64) {
	for y := range hone.Parallel(min(len(rows), len(sums))) {
		s := 0.0
		for i, v := range rows[y] {
			s = s*0.75 + v*float64(i)
		}
		sums[y] = s
	}
}

// untilDiagonal sums up rows as far as the diagonal, beside what goes along all of them.
func untilDiagonal(out, in []float64, w int) {
	if w <= 0 {
		return
	}
	for y := range hone.Parallel(min(len(out)/w, len(in)/w, w)) {
		s, q := 0.0, 1.0
		for x := 0; x <= y; x++ {
			s, q = q+in[y*w+x], s*0.5
		}
		for x := range w {
			out[y*w+x] = in[y*w+x]*s - q
		}
	}
}

// runningRows keeps the sums so far, and scales them by the last one.
func runningRows(out, in []int32, w int) {
	if w <= 0 {
		return
	}
	rows := min(len(out), len(in)) / w
	for y := 0; y < rows; y++ {
		h := int32(y)
		for x := 0; x < w; x++ {
			h = h*31 + in[y*w+x]
			out[y*w+x] = h
		}
		for x := 0; x < w; x++ {
			out[y*w+x] ^= h
		}
	}
}

var (
	SharedRows      = hone.Func(sharedRows)
	StandardRows    = hone.Func(standardRows)
	NormalRows      = hone.Func(normalRows)
	RowsOfAnyLength = hone.Func(rowsOfAnyLength)
	UntilDiagonal   = hone.Func(untilDiagonal)
	RunningRows     = hone.Func(runningRows)
)

func init() {
	small := vec(between(-3.0, 3))
	add("SharedRows", sharedRows, SharedRows, args(small, small, one(between(-1, 40))))
	add("StandardRows", standardRows, StandardRows, args(small, one(between(-1, 40))))
	add("NormalRows", normalRows, NormalRows, args(f32s, f32s, one(between(-1, 20)), one(between(-1, 5))))
	add("RowsOfAnyLength", rowsOfAnyLength, RowsOfAnyLength, args(raggedTable(root, between(-3.0, 3)), small))
	add("UntilDiagonal", untilDiagonal, UntilDiagonal, args(small, small, one(between(-1, 12))))
	add("RunningRows", runningRows, RunningRows, args(i32s, i32s, one(between(-1, 20))))
}

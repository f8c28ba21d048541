// Package flat has functions with structs and pointers at their borders, and the same with numbers and slices.
package flat

import (
	"image"

	"github.com/hone-go/hone"
)

type matrix struct {
	name       string
	rows, cols int
	data       []float64
}

func (m *matrix) at(i, j int) float64     { return m.data[i*m.cols+j] }
func (m *matrix) set(i, j int, v float64) { m.data[i*m.cols+j] = v }

func (m *matrix) mul(a, b *matrix) {
	for i := range m.rows {
		for j := range m.cols {
			s := 0.0
			for k := range a.cols {
				s += a.at(i, k) * b.at(k, j)
			}
			m.set(i, j, s)
		}
	}
}

// label has a use for what compiled code has none for.
func (m *matrix) label() string { return m.name }

var _ = (*matrix).label

func mulFlat(rows, cols int, data []float64, arows, acols int, a []float64, brows, bcols int, b []float64) {
	for i := range rows {
		for j := range cols {
			s := 0.0
			for k := range acols {
				s += a[i*acols+k] * b[k*bcols+j]
			}
			data[i*cols+j] = s
		}
	}
}

type general struct {
	Rows, Cols, Stride int
	Data               []float64
}

func gemv(a general, x, y []float64) {
	for i := range a.Rows {
		s := 0.0
		for j := range a.Cols {
			s += a.Data[i*a.Stride+j] * x[j]
		}
		y[i] = s
	}
}

func gemvFlat(rows, cols, stride int, data, x, y []float64) {
	for i := range rows {
		s := 0.0
		for j := range cols {
			s += data[i*stride+j] * x[j]
		}
		y[i] = s
	}
}

func invert(dst, src *image.RGBA) {
	for y := range src.Rect.Max.Y - src.Rect.Min.Y {
		for x := range 4 * (src.Rect.Max.X - src.Rect.Min.X) {
			dst.Pix[y*dst.Stride+x] = 255 - src.Pix[y*src.Stride+x]
		}
	}
}

func invertFlat(dst []uint8, dstride int, _ image.Rectangle, src []uint8, stride int, r image.Rectangle) {
	for y := range r.Max.Y - r.Min.Y {
		for x := range 4 * (r.Max.X - r.Min.X) {
			dst[y*dstride+x] = 255 - src[y*stride+x]
		}
	}
}

var (
	Mul        = hone.Func((*matrix).mul)
	MulFlat    = hone.Func(mulFlat)
	Gemv       = hone.Func(gemv)
	GemvFlat   = hone.Func(gemvFlat)
	Invert     = hone.Func(invert)
	InvertFlat = hone.Func(invertFlat)
)

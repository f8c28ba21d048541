package main

import (
	"errors"
	"image"
	"math"

	"github.com/hone-go/hone"
)

// An axis says what the new pixels of a row (or column) are made of: pixel i is the sum of the old ones from first[i] on, times weights[i].
type axis struct {
	first   []int
	weights [][]float32
}

var errSize = errors.New("a picture has to have pixels")

// newAxis is for rows of old pixels that become rows of new ones. Where there are fewer, each is made of more.
func newAxis(old, new int) (*axis, error) {
	if old < 1 || new < 1 {
		return nil, errSize
	}
	a := &axis{first: make([]int, 0, new), weights: make([][]float32, 0, new)}
	scale := float64(old) / float64(new)
	wide := max(scale, 1)
	for i := range new {
		center := (float64(i)+0.5)*scale - 0.5
		first := max(int(math.Ceil(center-2*wide)), 0)
		last := min(int(math.Floor(center+2*wide)), old-1)
		sum := 0.0
		var row []float32
		for k := first; k <= last; k++ {
			w := cubic((float64(k) - center) / wide)
			row = append(row, float32(w))
			sum += w
		}
		for k := range row {
			row[k] /= float32(sum)
		}
		a.first = append(a.first, first)
		a.weights = append(a.weights, row)
	}
	return a, nil
}

// cubic is the kernel of Catmull and Rom's splines.
func cubic(x float64) float64 {
	x = math.Abs(x)
	switch {
	case x < 1:
		return 1 + x*x*(1.5*x-2.5)
	case x < 2:
		return 2 + x*(-4+x*(2.5-0.5*x))
	}
	return 0
}

// A pixel has a share of each of the four colours, transparency counted in.
type pixel struct{ r, g, b, a float32 }

func (p *pixel) add(q pixel, w float32) {
	p.r += w * q.r
	p.g += w * q.g
	p.b += w * q.b
	p.a += w * q.a
}

func level(v float32) uint8 { return uint8(min(max(v+0.5, 0), 255)) }

// resize makes dst of src, in the size that dst has: along the rows first, then along the columns.
func resize(dst, src *image.RGBA) error {
	across, err := newAxis(src.Rect.Dx(), dst.Rect.Dx())
	if err != nil {
		return err
	}
	down, err := newAxis(src.Rect.Dy(), dst.Rect.Dy())
	if err != nil {
		return err
	}
	w, h := dst.Rect.Dx(), src.Rect.Dy()
	rows := make([][]pixel, h) // of the new width
	for y := range rows {
		rows[y] = make([]pixel, w)
		for x := range rows[y] {
			at := y*src.Stride + 4*across.first[x]
			for _, f := range across.weights[x] {
				s := src.Pix[at : at+4 : at+4]
				rows[y][x].add(pixel{float32(s[0]), float32(s[1]), float32(s[2]), float32(s[3])}, f)
				at += 4
			}
		}
	}
	for y := range dst.Rect.Dy() {
		for x := range w {
			var p pixel
			for k, f := range down.weights[y] {
				p.add(rows[down.first[y]+k][x], f)
			}
			d := dst.Pix[y*dst.Stride+4*x:]
			d[0], d[1], d[2], d[3] = level(p.r), level(p.g), level(p.b), level(p.a)
		}
	}
	return nil
}

// Resize is resize, compiled by hone if the program is run through it.
var Resize = hone.Func(resize)

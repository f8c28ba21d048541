package language

import (
	"image"

	"github.com/hone-go/hone"
)

// Interface values at the border.

// borderAsked asks for the types itself.
func borderAsked(s shape, x []float64) {
	var by float64
	switch s := s.(type) {
	case square:
		by = s.side
	case *circle:
		by = s.r
	case nil, notShape: // not a type that it could be
		by = 1
	}
	for i := range x {
		x[i] *= by
	}
}

type notShape interface{ no() }

var BorderAsked = hone.Func(borderAsked)

// borderAskedBehind has others ask, behind a field.
func borderAskedBehind(m image.Image, sum []int) {
	r := &reader{from: m}
	for i := range sum {
		sum[i] += r.at(i)
	}
}

type reader struct{ from image.Image }

func (r *reader) at(i int) int {
	switch m := r.from.(type) {
	case *image.Gray:
		return int(m.Pix[i])
	case *image.Alpha:
		return int(m.Pix[i])
	}
	return 0
}

var BorderAskedBehind = hone.Func(borderAskedBehind)

// borderCalled is called with the types.
func borderCalled(s, or shape, x []float64) {
	by := 0.0
	if s != nil {
		by = s.area()
	}
	for i := range x {
		x[i] *= by + or.area()
	}
}

var BorderCalled = hone.Func(borderCalled)

var _ = func(x []float64, unknown shape) {
	BorderCalled.Call(nil, square{2}, x)
	BorderCalled.Call(square{2}, &circle{2}, x)
	BorderCalled.Call(&circle{2}, square{3}, x)
	BorderCalled.Call(unknown, square{3}, x)
}

// borderGives gives interface values.
func borderGives(s shape, x float64) (shape, any) {
	if p, ok := s.(*pole); ok {
		p.height += x
		return p, p.area()
	}
	return square{x}, square{x}.area()
}

type pole struct{ height float64 }

func (p *pole) area() float64 { return p.height }

var BorderGives = hone.Func(borderGives)

func (s square) plus(t shape) float64 {
	if u, ok := t.(square); ok {
		return s.side + u.side
	}
	return s.side
}

func borderMethod(s square, t shape) float64 { return s.plus(t) }

var BorderMethod = hone.Func(borderMethod)

var BorderMethodItself = hone.Func(square.plus)

// borderUnasked might get anything.
func borderUnasked(s shape) float64 { // want "this parameter is a language.shape"
	return s.area()
}

var BorderUnasked = hone.Func(borderUnasked)

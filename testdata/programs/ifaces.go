package programs

import (
	"image"
	"image/color"

	"github.com/hone-go/hone"
)

// Interface values, whose dynamic types are known.

// figure has methods with value and with pointer receivers among its kinds.
type figure interface {
	area() float64
	scaled(k float64) figure
}

type sidedFigure interface {
	figure
	sides() (a, b float64)
}

type box2 struct{ w, h float64 }

func (b box2) area() float64           { return b.w * b.h }
func (b box2) scaled(k float64) figure { return box2{b.w * k, b.h * k} }
func (b box2) sides() (x, y float64)   { return b.w, b.h }

type discFigure struct{ r float64 }

func (d *discFigure) area() float64           { return 3 * d.r * d.r }
func (d *discFigure) scaled(k float64) figure { return &discFigure{d.r * k} }
func (d *discFigure) grow()                   { d.r++ }

// edgedFigure gets its methods from an interface value that is embedded.
type edgedFigure struct {
	figure
	edge float64
}

func (f edgedFigure) area() float64 { return f.figure.area() + f.edge }

type dotsFigure int

func (n dotsFigure) area() float64           { return float64(n) / 4 }
func (n dotsFigure) scaled(k float64) figure { return n * dotsFigure(k) }

// measured asks for what a value is in each of the ways there are.
func measured(f figure) float64 {
	if f == nil {
		return -1
	}
	sum := f.area()
	if s, ok := f.(sidedFigure); ok && sum < 100 {
		a, b := s.sides()
		sum += a + b
	} else if _, ok := f.(*discFigure); !ok {
		sum--
	}
	switch f := f.(type) {
	case box2:
		sum += f.w
	case *discFigure, edgedFigure:
		sum += f.scaled(2).area()
	case nil:
		return 0
	default:
		area := f.area
		sum += area() + f.(dotsFigure).area()
	}
	return sum
}

func figures(out, a, b []float64) {
	for i := range out {
		if i >= len(a) || i >= len(b) {
			return
		}
		x := box2{a[i], b[i]}
		d := &discFigure{b[i]}
		var f figure = x
		x.w = 7 // the copy in f stays
		out[i] = measured(f) + measured(d) + measured(dotsFigure(i&15)) + measured(edgedFigure{d, a[i]}) + measured(nil) + x.w
		var g figure = d
		d.grow()
		out[i] += g.area()
		if g == figure(d) && f != g && f == figure(box2{a[i], b[i]}) {
			out[i]++
		}
	}
}

var Figures = hone.Func(figures)

// source holds an image, as imaging's scanner does.
type pixelSource struct {
	of   image.Image
	w, h int
}

func newPixelSource(m image.Image) *pixelSource {
	return &pixelSource{of: m, w: m.Bounds().Dx(), h: m.Bounds().Dy()}
}

func (s *pixelSource) row(y int, dst []uint8) {
	switch m := s.of.(type) {
	case *image.NRGBA:
		copy(dst, m.Pix[y*m.Stride:y*m.Stride+4*s.w])
	case *image.Gray:
		for x := range s.w {
			dst[4*x] = m.Pix[y*m.Stride+x]
		}
	case *image.Paletted: // slices of interface values are not compiled
		for x := range s.w {
			r, _, _, _ := m.Palette[m.Pix[y*m.Stride+x]].RGBA()
			dst[4*x] = uint8(r)
		}
	default:
		for x := range s.w {
			r, g, b, a := s.of.At(x, y).RGBA()
			dst[4*x], dst[4*x+1], dst[4*x+2], dst[4*x+3] = uint8(r), uint8(g), uint8(b), uint8(a)
		}
	}
}

func pixelRows(out []uint8, grey []uint8, w int) int {
	w = w&7 + 1
	h := len(grey) / (4 * w)
	sum := 0
	rect := image.Rect(0, 0, w, h)
	a := newPixelSource(&image.Gray{Pix: grey, Stride: w, Rect: rect})
	b := newPixelSource(&image.NRGBA{Pix: grey, Stride: 4 * w, Rect: rect})
	c := newPixelSource(&image.RGBA{Pix: grey, Stride: 4 * w, Rect: rect})
	for y := 0; y < h && 4*w <= len(out); y++ {
		a.row(y, out)
		sum += int(out[0])
		b.row(y, out)
		sum += int(out[len(out)-1])
		c.row(y, out)
		sum += int(out[0]) + a.h + b.w
	}
	return sum
}

var PixelRows = hone.Func(pixelRows)

// The order in which operands become interface values.

func takes(a any, b int) int {
	switch a := a.(type) {
	case box2:
		return int(a.w)*3 + b
	case int:
		return a*5 + b
	case [1]float64:
		return int(a[0]) + b
	}
	return b
}

func boxedInOrder(n int) int {
	v := box2{float64(n & 7), 1}
	k := n & 3
	arr := [1]float64{2}
	change := func() int {
		v.w++
		k++
		arr[0]++
		return 1
	}
	sum := takes(v, change())
	sum = sum*7 + takes(k, change())
	sum = sum*7 + takes(arr, change())
	return sum*7 + takes(any(v), change())
}

var BoxedInOrder = hone.Func(boxedInOrder)

// theFigure is never assigned.
var theFigure figure = box2{3, 4}

// theKind may be, by a function that nobody calls.
var theKind sidedFigure = box2{1, 2}

func setTheKind(s sidedFigure) { theKind = s }

func ofPackage(out []float64, k float64) {
	s := theKind
	for i := range out {
		a, b := s.sides()
		out[i] = theFigure.scaled(k+float64(i)).area() + a - b
	}
}

var OfPackage = hone.Func(ofPackage)

func greyColumn(m *image.NRGBA, x int) (sum uint32) {
	for y := range m.Rect.Dy() {
		r, g, b, a := m.At(x, y).RGBA()
		c, ok := m.At(x, y).(color.NRGBA)
		if !ok {
			panic("no NRGBA")
		}
		sum += r + g + b + a + uint32(c.A)
	}
	return sum
}

func greys(pix []uint8, x int) uint32 {
	return greyColumn(&image.NRGBA{Pix: pix, Stride: 16, Rect: image.Rect(0, 0, 4, len(pix)/16)}, x&3)
}

var Greys = hone.Func(greys)

// converted uses the models of package color, which are package variables that hold pointers to functions.
func converted(m, out *image.RGBA, k uint8) int {
	n := 0
	b := m.Bounds().Intersect(out.Rect)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)
			c.A |= k
			out.Set(x, y, c)
			g := out.ColorModel().Convert(color.Gray{c.R})
			r, _, _, _ := g.RGBA()
			n += int(r) + int(color.GrayModel.Convert(c).(color.Gray).Y)
		}
	}
	return n
}

func convertedAll(pix, to []uint8, k uint8) int {
	rect := image.Rect(0, 0, 3, min(len(pix), len(to))/12)
	return converted(&image.RGBA{Pix: pix, Stride: 12, Rect: rect}, &image.RGBA{Pix: to, Stride: 12, Rect: rect}, k)
}

var ConvertedAll = hone.Func(convertedAll)

// fixedFigure is what nothing stores to by a pointer.
type fixedFigure struct{ w, h float64 }

func (f *fixedFigure) area() float64           { return f.w * f.h }
func (f *fixedFigure) scaled(k float64) figure { return &fixedFigure{f.w * k, f.h} }

func newFixed(w, h float64) figure { return &fixedFigure{w, h} }

var theFixed, thePointed = newFixed(2, 3), &fixedFigure{4, 5}

func ofFixed(out []float64) {
	for i := range out {
		out[i] = theFixed.area() + areaOf(thePointed) + theFixed.scaled(float64(i)).area()
		if i == 20 {
			out[i] = areaOf(theFixed.(dotsFigure))
		}
		if i == 19 && len(out)&1 != 0 {
			out[i] = box2Of(nil).w
		}
	}
}

func areaOf(f figure) float64 { return f.area() }

func box2Of(x any) box2 { return x.(box2) }

var OfFixed = hone.Func(ofFixed)

func init() {
	add("ConvertedAll", convertedAll, ConvertedAll, args(vec(whole[uint8]), vec(whole[uint8]), one(whole[uint8])))
	add("OfFixed", ofFixed, OfFixed, args(vec(tame[float64])))
	add("Figures", figures, Figures, args(vec(tame[float64]), vec(tame[float64]), vec(tame[float64])))
	add("PixelRows", pixelRows, PixelRows, args(fixed(32, vec(whole[uint8])), vec(whole[uint8]), size))
	add("BoxedInOrder", boxedInOrder, BoxedInOrder, args(size))
	add("OfPackage", ofPackage, OfPackage, args(vec(tame[float64]), one(tame[float64])))
	add("Greys", greys, Greys, args(vec(whole[uint8]), size))
}

package language

import (
	"image"
	"image/color"
	"math"

	"github.com/hone-go/hone"
)

// Interface values.

type shape interface{ area() float64 }

type square struct{ side float64 }

func (s square) area() float64 { return s.side * s.side }

type circle struct{ r float64 }

func (c *circle) area() float64 { return 3 * c.r * c.r }

func twice(s shape) float64 { return 2 * s.area() } // want "this parameter is a language.shape"

func makeShape(x float64) shape { return &circle{x} }

type holder struct {
	shape
	of shape
	n  int
}

func hold(s shape) *holder { return &holder{shape: s, of: s} } // want "this parameter is a language.shape"

func interfaceValues(x float64) float64 {
	var s shape = square{x}
	c := &circle{x}
	var late shape
	late = c
	sum := twice(s) + twice(c) + twice(late)
	s = square{sum}
	h := hold(makeShape(x))
	f := s.area
	if late != nil && s != late && late == shape(c) {
		sum++
	}
	return sum + h.area() + h.of.area() + s.area() + f()
}

func typeAssertions(x float64) float64 {
	var s shape = square{x}
	sum := s.(square).side
	if x < 0 {
		sum += float64(s.(number16))
	}
	if c, ok := s.(*circle); ok {
		sum += c.r + float64(len(map[int]int{}))
	}
	if q, ok := s.(interface{ side() float64 }); ok || q != nil {
		return q.side()
	}
	if q, ok := s.(square); ok && q.side > 0 {
		sum++
	}
	return sum
}

func typeSwitch(n int) int {
	switch x := any(n).(type) {
	case string:
		println(x)
	case int, uint:
		n += x.(int)
	}
	return n
}

func commaOk(n int) int {
	_, ok := any(n).(int)
	if ok {
		return 1
	}
	return n
}

type number16 int16

func (n number16) area() float64 { return float64(n) }

// keptShape is assigned nowhere.
var keptShape shape = square{3}

// movedShape is.
var movedShape shape = square{3}

func moveShape() { movedShape = square{4} } // want "package variable movedShape may change"

var pointedShape shape = &circle{2}

func interfaceVariable() float64 { return keptShape.area() }

func interfaceVariableChanged() float64 {
	moveShape()
	return movedShape.area() // want "package variable movedShape may change"
}

func interfaceVariablePointer() float64 {
	return pointedShape.area()
}

type shrinking struct{ r float64 }

func (c *shrinking) area() float64 { c.r--; return c.r }

var shrinkingShape shape = &shrinking{2}

func interfaceVariableStored() float64 {
	return shrinkingShape.area() // want "what is computed when the program starts"
}

func interfaceParameter(
	s shape, // want "this parameter is a language.shape: .* hone a function that has the type in use there"
) float64 {
	return twice(s)
}

var InterfaceParameter = hone.Func(interfaceParameter)

func interfaceResult(x float64) shape {
	return makeShape(x)
}

var InterfaceResult = hone.Func(interfaceResult)

func interfaceTwice(x float64) float64 {
	var s shape = square{x}
	if x > 0 {
		s = &circle{x} // want "this holds language.square, and gets .language.circle here"
	}
	return s.area()
}

func either(x float64) shape {
	if x > 0 {
		return square{x}
	}
	return &circle{x} // want "result 1 holds .language.circle here, and language.square at"
}

func interfaceResults(x float64) float64 { return either(x).area() }

func interfaceBranches(x float64) float64 {
	var s shape
	if x > 0 {
		s = square{x}
	} else {
		s = square{1}
	}
	return s.area()
}

func interfaceNilLater(x float64) (sum float64) {
	var s, r shape // want "[sr] is nil here, and something else later"
	if x > 0 {
		s = square{x} // want "s may be nil when it is used"
	}
	for range 2 {
		if r == nil {
			r = square{x} // want "r may be nil when it is used"
		}
	}
	return s.area()
}

func interfacesNested(x float64) float64 { return nest(square{x}, 3) }

func nest(s shape, n int) float64 { // want "this parameter is a language.shape"
	if n == 0 {
		return s.area()
	}
	return nest(holder{shape: s}, n-1) // want "interface values in interface values are compiled up to a depth of 8 only"
}

func interfaceNil(x float64) float64 {
	var s shape
	return s.area() + x
}

// interfaceNilArguments: what the arguments panic with comes first.
func interfaceNilArguments(x []float64, i int) float64 {
	var s interface {
		of(x float64, n int) float64
	}
	x[0]++
	return s.of(x[i], len(x)/i)
}

// interfaceFieldNil has a field that is set for one kind only, and asked where that is not known.
func interfaceFieldNil(kind int, x []float64) float64 {
	p := newPicked(square{2}, kind)
	sum := 0.0
	for i := range x {
		x[i]++
		sum += p.at(x[i])
	}
	return sum
}

type picked struct {
	kind  int
	side  float64
	other shape
	more  interface {
		scaled(x float64) (shape, float64)
	}
}

func newPicked(s shape, kind int) *picked { // want "this parameter is a language.shape"
	switch s := s.(type) {
	case square:
		return &picked{kind: kind, side: s.side}
	}
	return &picked{other: s}
}

func (p *picked) at(x float64) float64 {
	switch p.kind {
	case 0:
		return p.side * x
	case 1:
		s, y := p.more.scaled(10 / math.Trunc(x))
		return s.area() * y
	}
	return p.other.area() * x
}

// interfaceFieldGiven has options that callers may leave out.
func interfaceFieldGiven(x float64) float64 {
	given := options{by: 2}
	return withOptions(x, nil) + withOptions(x, &given) + withOptions(x, new(options))
}

type options struct {
	of shape
	by float64
}

func withOptions(x float64, o *options) float64 {
	var by options
	if o != nil {
		by = *o
	}
	if by.of != nil { // want "this field is a language.shape"
		return by.of.area() * x // want "this field is a language.shape"
	}
	return by.by + x
}

func interfaceFails(x float64) float64 {
	return shape(square{x}).(interface{ radius() float64 }).radius() // want "this type assertion fails, which is not compiled: it is a language.square"
}

func interfacesInSlices(x float64) (sum float64) {
	for _, s := range []shape{square{x}, &circle{x}} { // want "slices of interface values are not compiled"
		sum += s.area()
	}
	return sum
}

func interfaceFunctions(c color.Gray) float64 {
	f := func(s shape) float64 { // want "functions with interface values as parameters or results are compiled as values where they are declared functions"
		return s.area()
	}
	return f(square{1})
}

func callShape(f func(s shape) float64, x float64) float64 { return f(square{x}) } // want "this parameter is a func"

func interfaceFunctionKnown(x float64) float64 { return callShape(twice, x) }

func interfaceFieldLater(x float64) float64 {
	h := &holder{n: 1}
	h.of = square{x}      // want "this field is a language.shape"
	return h.shape.area() // want "this field is a language.shape"
}

func imageAt(m *image.RGBA, x, y int) uint32 {
	r, _, _, _ := m.At(x, y).RGBA()
	return r
}

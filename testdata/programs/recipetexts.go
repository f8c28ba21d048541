package programs

import (
	"errors"
	"fmt"
	"image"
	"math/rand"
	"strconv"

	"github.com/hone-go/hone"
)

// Errors and panics with strings that helpers are told, and errors in others.

func noFewer(name string, n, least int) error {
	if n < least {
		return fmt.Errorf("%s: %d, must be at least "+strconv.Itoa(least), name, n)
	}
	return nil
}

func mustDivide(what string, n, by int) {
	if by == 0 || n%by != 0 {
		panic("texts: " + what + " of " + strconv.Itoa(n) + " in parts of " + fmt.Sprint(by))
	}
}

func inParts(x []int32, by int) (sum int32, err error) {
	kind := "shares"
	if err := noFewer("elements", len(x), 3); err != nil {
		return -1, fmt.Errorf("inParts: %w", err)
	}
	if err = noFewer(kind[:len(kind)-1], by, -2); err != nil {
		return 0, errors.Join(errOfParts, err)
	}
	mustDivide("parts", len(x), by)
	for _, v := range x {
		sum += v
	}
	if sum < 0 {
		err = partsError("negative")
	}
	if err != nil && by == 1 {
		panic("leaving with " + err.Error())
	}
	return sum, err
}

var errOfParts = errors.New("of parts")

type partsError string

func (e partsError) Error() string { return "parts: " + string(e) }

var InParts = hone.Func(inParts)

// newPixels makes an image, or panics as package image does.
func newPixels(w, h int) (n int, first uint8) {
	m := image.NewNRGBA(image.Rectangle{Max: image.Point{X: w << 40, Y: h}})
	for i := range m.Pix {
		m.Pix[i] = uint8(i)
	}
	g := image.NewGray(image.Rect(0, 0, h&3, 2))
	return len(m.Pix) + len(g.Pix), 3
}

var NewPixels = hone.Func(newPixels)

// dynamicText has a string that nobody knows ahead.
func dynamicText(name string, n int) int {
	if n < 0 {
		panic("bad " + name)
	}
	return n + len(name)
}

var DynamicText = hone.Func(dynamicText)

// fallbackText has one that may be a constant of its own.
func fallbackText(name string, n int) int {
	if len(name) > 3 {
		name = "long"
	}
	if n < 0 {
		panic("bad " + name)
	}
	return n + len(name)
}

var FallbackText = hone.Func(fallbackText)

type textField string

type setting struct {
	name  textField
	least int
	unit  string
}

// elements leaves with parts of strings that it was called with: as an error, from the host, from a loop and from iterations of a parallel one.
func (s *setting) elements(x []float64, at int) (sum float64, err error) {
	if err := s.enough(len(x)); err != nil {
		return 0, fmt.Errorf("elements: %w", err)
	}
	if at < 0 {
		panic(fmt.Sprintf("%s: no element %d %s", s.name, at, s.unit))
	}
	for i, v := range x {
		if i > at && v < 0 {
			panic("after " + strconv.Itoa(i) + " " + s.unit[len(s.unit)/2:])
		}
		sum += v
	}
	for i := range hone.Parallel(len(x)) {
		if x[i] > 40 {
			panic(&tooLargeText{i, s.unit})
		}
		x[i]++
	}
	if at > 2 {
		err = fmt.Errorf("%q of %v %s, %s", s.name, sum, s.unit[:len(s.unit)/3], "in all")
	}
	return sum, err
}

func (s *setting) enough(n int) error {
	if n < s.least {
		return errors.New("too few: " + s.unit)
	}
	return nil
}

type tooLargeText struct {
	at   int
	unit string
}

var Elements = hone.Func((*setting).elements)

func randomText(r *rand.Rand) string {
	text := make([]byte, r.Intn(9))
	for i := range text {
		text[i] = "abc\"\xffz"[r.Intn(6)]
	}
	return string(text)
}

func aSetting(r *rand.Rand, n int) any {
	return &setting{textField(randomText(r)), r.Intn(3), randomText(r)}
}

func init() {
	add("InParts", inParts, InParts, args(i32s, one(between(-3, 4))))
	add("NewPixels", newPixels, NewPixels, args(one(between(-1, 1)), one(between(-1, 3))))
	add("DynamicText", dynamicText, DynamicText, args(one(randomText), one(between(-1, 3))))
	add("FallbackText", fallbackText, FallbackText, args(constant("x"), one(between(-1, 3))), plain("known at compile time"))
	add("Elements", (*setting).elements, Elements, args(aSetting, f64s, one(between(-1, 5))))
}

package language

import (
	"image"
	"sync"

	"github.com/hone-go/hone"
)

// What may be at the border of a honed function. The functions here are honed, by variables of their names; those of other files are
// translated as functions that are called by compiled code.

type dense struct {
	rows, cols int
	data       []float64
	names      map[string]int
	mu         sync.Mutex
	any        any
	next       *dense
	view       *vec3
}

type ofSlices[T any] struct {
	parts [2][]T
	one   struct{ s []T }
}

func borderStruct(m struct {
	n int
	s []float64
}, p ofSlices[int32]) (q ofSlices[int32], n int) {
	p.one.s = p.parts[0][m.n:]
	return p, len(m.s)
}

var BorderStruct = hone.Func(borderStruct)

func borderPointer(m *dense, img *image.Gray, block *[64]int32, x *float64) float64 {
	m.rows++
	block[3] += int32(img.Pix[img.Stride])
	*x = m.data[m.cols]
	return m.view.x
}

var BorderPointer = hone.Func(borderPointer)

func borderCompared(a, b *dense, x *float64) bool {
	return a == b || a != b && a.rows == b.rows && *x > 0
}

var BorderCompared = hone.Func(borderCompared)

func borderReceiver(m *dense, k float64) { m.scale(k) }

func (m *dense) scale(k float64) {
	for i := range m.data {
		m.data[i] *= k
	}
}

var BorderReceiver = hone.Func((*dense).scale)

func borderUnused(m dense, p *dense) int { return m.rows + p.cols }

var BorderUnused = hone.Func(borderUnused)

func borderUsed(m *dense) (n int) {
	n = len(m.names)                // want "maps are compiled only where"
	_ = m.any                       // want "this field is a any"
	return n + m.next.rows + m.cols // want "recursive types such as language.dense are not compiled"
}

var BorderUsed = hone.Func(borderUsed)

type matrix64 struct {
	n int
	s []float64
}

func borderMade(n int) *matrix64 { return &matrix64{n, make([]float64, n)} }

var BorderMade = hone.Func(borderMade)

func borderGivenBack(m *matrix64) *matrix64 {
	m.n++
	return m
}

var BorderGivenBack = hone.Func(borderGivenBack)

func borderPointers(n int) (*matrix64, *matrix64) { // want "result 2: several pointers are not compiled as results"
	return &matrix64{n: n}, &matrix64{n: n}
}

var BorderPointers = hone.Func(borderPointers)

func borderOpaque(m *dense) dense { // want "what package sync or a channel guards may be shared"
	return *m
}

var BorderOpaque = hone.Func(borderOpaque)

func borderRows(
	rows []*vec3, // want "slices of pointers are not compiled"
) float64 {
	return rows[0].x
}

var BorderRows = hone.Func(borderRows)

func borderFunc(
	f func(int) int, // want "parameter 1 of type func.int. int: functions can't be passed to or from compiled code"
) int {
	return f(1)
}

var BorderFunc = hone.Func(borderFunc)

func borderReplaced(m *matrix64, x float64) {
	m.s = append(m.s, x)
}

var BorderReplaced = hone.Func(borderReplaced)

func borderKept(m *dense) { // want "parameter 1: view is assigned to: only numbers, arrays of them, and slices behind a pointer can be in compiled code"
	m.view = &vec3{}
}

var BorderKept = hone.Func(borderKept)

type titled struct {
	title string
	n     int
}

func borderText(t *titled, s string) { // want "title is assigned to: a string behind a pointer can't be in compiled code"
	t.title = s[1:]
	t.n++
}

var BorderText = hone.Func(borderText)

func borderVariadic(xs ...float64) float64 { return xs[0] }

var BorderVariadic = hone.Func(borderVariadic)

func generic[T int | float64](p *T, by T) T {
	*p += by
	return *p
}

var BorderGeneric = hone.Func(generic[float64])

type person struct {
	name  string
	age   int
	knows *person
	tags  map[string]bool
	pay   []float64
	names []string
}

type team struct {
	all   []person
	names []string
	lead  int
}

func borderHidden(ps []person, t *team) (older []person, total float64) {
	for i := range ps {
		p := &ps[i]
		p.age++
		for _, x := range p.pay {
			total += x
		}
	}
	last := t.all[t.lead]
	last.age += len(last.pay)
	return ps[1:], total + float64(last.age)
}

var BorderHidden = hone.Func(borderHidden)

func borderHiddenUsed(ps []person, t *team) int {
	n := len(ps[0].name)          // want "strings inside slices can't be passed to or from compiled code"
	_ = ps[0].knows               // want "pointers inside slices can't be passed to or from compiled code"
	_ = t.names                   // want "strings inside slices can't be passed to or from compiled code"
	_ = person{age: 1, tags: nil} // want "values of type map.string.bool inside slices can't be passed to or from compiled code"
	return n
}

var BorderHiddenUsed = hone.Func(borderHiddenUsed)

func borderHiddenStored(ps []person, p *person) (int, []person) {
	ps[0], ps[1] = ps[1], ps[0] // want "elements with fields that can't be passed to compiled code, such as strings and pointers, are not made, nor stored as a whole"
	*p = ps[0]                  // want "elements with fields that can't be passed"
	more := make([]person, 3)   // want "elements with fields that can't be passed"
	n := copy(ps, ps[1:])       // want "elements with fields that can't be passed"
	return len(more) + n, ps
}

var BorderHiddenStored = hone.Func(borderHiddenStored)

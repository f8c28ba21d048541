// Package forms is a folder of computations in many forms: a file for each computation, with a function for each way in which people write it. A test compiles
// them and compares the nests of loops that they become, in canonical form: all have to be the same as those of the first function in the file. A function that
// can't be says why in its comment, in a paragraph that begins with "Differs:"; the test fails, too, if it has become the same.
//
// To add one: write the function, make it a variable with hone.Func, and add it to the list at the end of its file.
package forms

import (
	"math/rand"
	"path/filepath"
	"runtime"
)

// Kernel is one computation.
type Kernel struct {
	File   string // that has its forms
	Inputs func(r *rand.Rand) []any
	Forms  []any // the plain functions
}

// Kernels lists all computations.
var Kernels []Kernel

func add(inputs func(r *rand.Rand) []any, forms ...any) {
	_, file, _, _ := runtime.Caller(1)
	Kernels = append(Kernels, Kernel{filepath.Base(file), inputs, forms})
}

func floats(r *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = r.Float32()*2 - 1
	}
	return x
}

// grids are two grids, and their size.
func grids(r *rand.Rand) []any {
	w, h := 3+r.Intn(40), 3+r.Intn(20)
	return []any{floats(r, w*h), floats(r, w*h), w, h}
}

func bytes(r *rand.Rand, n int) []uint8 {
	x := make([]uint8, n)
	for i := range x {
		x[i] = uint8(r.Intn(256))
	}
	return x
}

func byteGrids(r *rand.Rand) []any {
	w, h := 3+r.Intn(40), 3+r.Intn(20)
	return []any{bytes(r, w*h), bytes(r, w*h), w, h}
}

func pixels(r *rand.Rand) []any {
	n := r.Intn(100)
	return []any{bytes(r, 4*n), bytes(r, 4*n)}
}

// matrixVector has whole numbers, whose sums are the same in any order.
func matrixVector(r *rand.Rand) []any {
	m, n := 1+r.Intn(20), 1+r.Intn(40)
	whole := func(n int) []float32 {
		x := floats(r, n)
		for i := range x {
			x[i] = float32(r.Intn(19) - 9)
		}
		return x
	}
	return []any{whole(m), whole(m * n), whole(n), m, n}
}

func pictures(r *rand.Rand) []any {
	w, h := 1+r.Intn(40), 1+r.Intn(20)
	return []any{make([]int32, w*h), w, h, 1 + r.Intn(40)}
}

func square(r *rand.Rand) []any {
	n := 1 + r.Intn(20)
	x := make([]float64, n*n)
	for i := range x {
		x[i] = r.Float64() - .5
	}
	return []any{make([]float64, n*n), x, n}
}

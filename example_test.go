package hone_test

import (
	"fmt"
	"iter"
	"math"

	"github.com/hone-go/hone"
)

// axpy returns a*x + y, element by element. x and y must be equally long.
func axpy(a float64, x, y []float64) []float64 {
	z := make([]float64, len(x))
	for i := range hone.Parallel(len(x)) {
		z[i] = a*x[i] + y[i]
	}
	return z
}

var Axpy = hone.Func(axpy)

func ExampleFunc() {
	fmt.Println(Axpy.Call(10, []float64{1, 2, 3}, []float64{0.5, 0.25, 0}))
	// Output: [10.5 20.25 30]
}

func ExampleFn_Status() {
	if s := Axpy.Status(); s.Compiled {
		fmt.Println("compiled for", s.Target)
	} else {
		fmt.Println("plain Go because", s.Reason)
	}
}

func ExampleParallel() {
	squares := make([]int, 5)
	for i := range hone.Parallel(len(squares)) {
		squares[i] = i * i
	}
	fmt.Println(squares)
	// Output: [0 1 4 9 16]
}

func ExampleParallel2() {
	const h, w = 2, 3
	table := make([]int, h*w)
	for y, x := range hone.Parallel2(h, w) {
		table[y*w+x] = 10*y + x
	}
	fmt.Println(table)
	// Output: [0 1 2 10 11 12]
}

func ExampleRange() {
	for i := range hone.Range(3, 6) {
		fmt.Print(i, " ")
	}
	// Output: 3 4 5
}

func ExampleStep() {
	for i := range hone.Step(0, 10, 4) {
		fmt.Print(i, " ")
	}
	for i := range hone.Step(3, 0, -1) {
		fmt.Print(i, " ")
	}
	// Output: 0 4 8 3 2 1
}

func ExampleUnroll() {
	coefficients := [4]float64{1, 1, 0.5, 1.0 / 6}
	poly := func(x float64) float64 {
		y := 0.0
		for i := range hone.Unroll(0, 4) {
			y = y*x + coefficients[3-i]
		}
		return y
	}
	fmt.Printf("%.4f\n", poly(0.1))
	// Output: 1.1052
}

func ExampleHide() {
	// Without Hide, x*3 would be compiled as a multiplication by the constant 3.
	scale := hone.Hide(3)
	x := []int{1, 2, 3}
	fmt.Println(hone.Sum(len(x), func(i int) int { return x[i] * scale }))
	// Output: 18
}

func ExampleBuild() {
	roots := hone.Build(4, func(i int) float64 { return math.Sqrt(float64(i)) })
	fmt.Printf("%.3f\n", roots)
	// Output: [0.000 1.000 1.414 1.732]
}

func ExampleSum() {
	x, y := []float32{1, 2, 3}, []float32{4, 5, 6}
	dot := hone.Sum(len(x), func(i int) float32 { return x[i] * y[i] })
	fmt.Println(dot)
	// Output: 32
}

func ExampleProduct() {
	fmt.Println(hone.Product(10, func(i int) int { return i + 1 }))
	// Output: 3628800
}

func ExampleMin() {
	x := []float64{3, 1, 2}
	fmt.Println(hone.Min(len(x), func(i int) float64 { return x[i] }))
	fmt.Println(hone.Min(0, func(i int) float64 { return x[i] }))
	// Output:
	// 1
	// +Inf
}

func ExampleMax() {
	x := []int32{3, 1, 2}
	fmt.Println(hone.Max(len(x), func(i int) int32 { return x[i] }))
	// Output: 3
}

// A reduction of pairs finds the largest element and where it is.
func ExampleReduce() {
	type best struct {
		value float64
		at    int
	}
	x := []float64{2, 7, 1, 8, 2, 8}
	b := hone.Reduce(len(x), best{math.Inf(-1), -1},
		func(a, b best) best {
			if b.value > a.value || b.value == a.value && b.at < a.at {
				return b
			}
			return a
		},
		func(i int) best { return best{x[i], i} })
	fmt.Println(b.at, b.value)
	// Output: 3 8
}

// Any function of the shape of iter.Seq is a generator; in compiled code it
// costs nothing.
func ExampleParallel_generator() {
	even := func(n int) iter.Seq[int] {
		return func(yield func(int) bool) {
			for i := range hone.Range(0, n) {
				if i%2 == 0 && !yield(i) {
					return
				}
			}
		}
	}
	sum := 0
	for i := range even(10) {
		sum += i
	}
	fmt.Println(sum)
	// Output: 20
}

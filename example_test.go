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

func ExampleParallel3() {
	vol := make([]int, 2*2*2)
	for i := range hone.Parallel3(2, 2, 2) {
		z, y, x := i[0], i[1], i[2]
		vol[(z*2+y)*2+x] = 100*z + 10*y + x
	}
	fmt.Println(vol)
	// Output: [0 1 10 11 100 101 110 111]
}

func ExampleBuild2() {
	fmt.Println(hone.Build2(2, 3, func(y, x int) int { return y * x }))
	// Output: [0 0 0 0 1 2]
}

func ExampleBuild3() {
	fmt.Println(hone.Build3(1, 2, 2, func(z, y, x int) int { return z + 2*y + x }))
	// Output: [0 1 2 3]
}

func add(a, b int) int { return a + b }

func ExampleScan() {
	x := []int{1, 2, 3, 4}
	fmt.Println(hone.Scan(len(x), 0, add, func(i int) int { return x[i] }))
	// Output: [1 3 6 10]
}

// Where the parts of a joined slice begin, and how long it is.
func ExampleScanExclusive() {
	parts := []string{"ab", "", "cde"}
	fmt.Println(hone.ScanExclusive(len(parts), 0, add, func(i int) int { return len(parts[i]) }))
	// Output: [0 2 2] 5
}

func ExampleScanRight() {
	x := []int{1, 4, 2, 3}
	most := func(a, b int) int { return max(a, b) }
	fmt.Println(hone.ScanRight(len(x), math.MinInt, most, func(i int) int { return x[i] }))
	// Output: [4 4 3 3]
}

func ExampleScanRightExclusive() {
	x := []int{1, 2, 3, 4}
	fmt.Println(hone.ScanRightExclusive(len(x), 0, add, func(i int) int { return x[i] }))
	// Output: [9 7 4 0] 10
}

func ExampleScanInto() {
	x := []int{1, 2, 3, 4}
	total := hone.ScanInto(x, 0, add, func(i int) int { return x[i] })
	fmt.Println(x, total)
	// Output: [1 3 6 10] 10
}

func ExampleKeep() {
	x := []float64{4, -1, 9}
	fmt.Println(hone.Keep(len(x), func(i int) (float64, bool) { return math.Sqrt(x[i]), x[i] >= 0 }))
	// Output: [2 3]
}

func ExampleKeepIndices() {
	x := []int{3, 0, 0, 5}
	fmt.Println(hone.KeepIndices(len(x), func(i int) bool { return x[i] != 0 }))
	// Output: [0 3]
}

func ExampleKeepInto() {
	x, dst := []int{3, 0, 0, 5}, make([]int, 10)
	n := hone.KeepInto(dst, len(x), func(i int) (int, bool) { return x[i], x[i] != 0 })
	fmt.Println(dst[:n])
	// Output: [3 5]
}

func ExamplePartition() {
	x := []int{1, 2, 3, 4, 5}
	fmt.Println(hone.Partition(len(x), func(i int) (int, bool) { return x[i], x[i]%2 == 0 }))
	// Output: [2 4 1 3 5] 2
}

func ExampleHistogram() {
	text := "abracadabra"
	fmt.Println(hone.Histogram(len(text), 4, 0, add, func(i int) (int, int) { return int(text[i]-'a') & 3, 1 }))
	// Output: [5 4 1 1]
}

// The inverse of a permutation.
func ExampleScatter() {
	p := []int{2, 0, 1}
	q := make([]int, len(p))
	hone.Scatter(q, len(p), func(i int) (int, int) { return p[i], i })
	fmt.Println(q)
	// Output: [1 2 0]
}

func ExampleScatterReduce() {
	account, amount := []int{0, 2, 0}, []int{5, -3, 7}
	balance := []int{100, 100, 100}
	hone.ScatterReduce(balance, len(account), add, func(i int) (int, int) { return account[i], amount[i] })
	fmt.Println(balance)
	// Output: [112 100 97]
}

func ExampleArgMin() {
	x := []float64{3, 1, 2, 1}
	fmt.Println(hone.ArgMin(len(x), func(i int) float64 { return x[i] }))
	// Output: 1
}

func ExampleArgMax() {
	x := []float64{3, 1, 2, 3}
	fmt.Println(hone.ArgMax(len(x), func(i int) float64 { return x[i] }))
	// Output: 0
}

func ExampleCount() {
	x := []int{3, 0, 0, 5}
	fmt.Println(hone.Count(len(x), func(i int) bool { return x[i] == 0 }))
	// Output: 2
}

func ExampleAny() {
	x := []int{3, 0, 0, 5}
	fmt.Println(hone.Any(len(x), func(i int) bool { return x[i] > 4 }), hone.All(len(x), func(i int) bool { return x[i] > 0 }))
	// Output: true false
}

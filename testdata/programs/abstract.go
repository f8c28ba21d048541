package programs

import (
	"iter"

	"github.com/hone-go/hone"
)

// Abstractions that the partial evaluator takes away: functions as values, generics, generators, methods, recursion.

// mapped, zipped and composed are a small library of higher-order functions.
func mapped[S, T any](x []S, f func(S) T) []T {
	return hone.Build(len(x), func(i int) T { return f(x[i]) })
}

func zipped[S, T, R any](x []S, y []T, f func(S, T) R) []R {
	return hone.Build(min(len(x), len(y)), func(i int) R { return f(x[i], y[i]) })
}

func composed[A, B, C any](f func(A) B, g func(B) C) func(A) C {
	return func(a A) C { return g(f(a)) }
}

func iterated[T any](n int, f func(T) T) func(T) T {
	return func(x T) T {
		for range n {
			x = f(x)
		}
		return x
	}
}

// library uses it.
func library(x []float32, y []int32, k int) ([]float64, []bool) {
	widen := func(v float32) float64 { return float64(v) }
	double := func(v float64) float64 { return v * 2 }
	a := mapped(x, composed(widen, composed(double, iterated(3, double))))
	b := zipped(a, mapped(y, iterated(k, func(v int32) int32 { return v*3 + 1 })), func(p float64, q int32) bool { return p > float64(q) })
	return a, b
}

var Library = hone.Func(library)

// capture changes variables that a literal captured.
func capture(x []int) (sum, calls int) {
	add := func(v int) {
		sum += v
		calls++
	}
	for i := range x {
		if x[i] > 0 {
			add(x[i] % 100)
		}
		if calls > 30 {
			break
		}
	}
	add(5)
	add = func(v int) { sum -= v } // another one, but known here
	add(3)
	return sum, calls
}

var Capture = hone.Func(capture)

// unknownFunction calls one of two functions: which one depends on the input.
func unknownFunction(x []int) (sum int) {
	f := func(v int) int { return v * 2 }
	if len(x) > 3 {
		f = func(v int) int { return v - 1 }
	}
	for _, v := range x {
		sum += f(v)
	}
	return sum
}

var UnknownFunction = hone.Func(unknownFunction)

// captureInside has literals that change variables of one iteration.
func captureInside(x []float64) []float64 {
	out := make([]float64, len(x))
	for i := range hone.Parallel(len(x)) {
		acc, n := 0.0, 0
		push := func(v float64) bool {
			acc = acc*0.5 + v
			n++
			return n < 5
		}
		for v := x[i]; push(v); v -= 1.25 {
			if v < 0 {
				push(v * v)
			}
		}
		out[i] = acc + float64(n)
	}
	return out
}

var CaptureInside = hone.Func(captureInside)

// counter is a generator with state outside of the loop body; pairs, evens and taken are generators on generators.
func counter(lo, hi, step int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := lo; i < hi; i += step {
			if !yield(i) {
				return
			}
		}
	}
}

func filtered(seq iter.Seq[int], keep func(int) bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		for v := range seq {
			if keep(v) && !yield(v) {
				return
			}
		}
	}
}

func taken(seq iter.Seq[int], n int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		k := 0
		for v := range seq {
			if k >= n || !yield(k, v) {
				return
			}
			k++
		}
	}
}

// generators uses them in a sequential program.
func generators(n, most int) (sum, last int) {
	for k, v := range taken(filtered(counter(0, n, 3), func(v int) bool { return v%4 != 1 }), most) {
		if v == 60 {
			continue
		}
		if v > 500 {
			break
		}
		sum, last = sum+k*v, v
	}
	return sum, last
}

var Generators = hone.Func(generators)

// generatorsInside uses them in the iterations of a parallel loop.
func generatorsInside(x []int32) []int32 {
	return hone.Build(len(x), func(i int) int32 {
		s := int32(0)
		for k, v := range taken(filtered(counter(0, 40, 1+i%3), func(v int) bool { return int32(v)&x[i] == 0 }), 6) {
			if k == 4 && s > 30 {
				return -s
			}
			s += int32(v)
		}
		return s
	})
}

var GeneratorsInside = hone.Func(generatorsInside)

// tiled runs over a rectangle in tiles, in parallel over tiles.
func tiled(h, w, size int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for ty, tx := range hone.Parallel2((h+size-1)/size, (w+size-1)/size) {
			for y := ty * size; y < min(ty*size+size, h); y++ {
				for x := tx * size; x < min(tx*size+size, w); x++ {
					if !yield(y, x) {
						return
					}
				}
			}
		}
	}
}

func tileTranspose(a []float32, h, w int) []float32 {
	out := make([]float32, h*w)
	for y, x := range tiled(h, w, 8) {
		out[x*h+y] = a[y*w+x]
	}
	return out
}

var TileTranspose = hone.Func(tileTranspose)

// rowMajor is a parallel generator of the user's: rows in parallel, columns in order.
func rowMajor(h, w int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for y := range hone.Parallel(h) {
			for x := range w {
				if !yield(y, x) {
					return
				}
			}
		}
	}
}

func gradient(h, w int) []uint8 {
	out := make([]uint8, h*w)
	for y, x := range rowMajor(h, w) {
		if x == y {
			continue
		}
		out[y*w+x] = uint8(x*255/w) ^ uint8(y*255/h)
	}
	return out
}

var Gradient = hone.Func(gradient)

// power is unfolded for known exponents.
//
//hone:filter known(n)
func power[T number](x T, n int) T {
	switch {
	case n == 0:
		return 1
	case n%2 == 1:
		return x * power(x, n-1)
	}
	h := power(x, n/2)
	return h * h
}

func powers(x []float64, k []int32) ([]float64, []int32) {
	return mapped(x, func(v float64) float64 { return power(v, 5) - power(v, 2) }),
		mapped(k, func(v int32) int32 { return power(v, 13) })
}

var Powers = hone.Func(powers)

// fibonacci is recursive without end in sight: a loop with a stack of its own.
func fibonacci(n int) int {
	if n < 2 {
		return n
	}
	return fibonacci(n-1) + fibonacci(n-2)
}

func fibonaccis(n int) int { return fibonacci(min(n%30, 16)) }

var Fibonaccis = hone.Func(fibonaccis)

// treeSum unfolds a recursion over a range of known length.
//
//hone:filter known(n)
func treeSum(n int, f func(int) float64) float64 {
	if n == 1 {
		return f(0)
	}
	h := n / 2
	return treeSum(h, f) + treeSum(n-h, func(i int) float64 { return f(h + i) })
}

func treeSums(x []float64) []float64 {
	return hone.Build(len(x)/7, func(i int) float64 { return treeSum(7, func(j int) float64 { return x[7*i+j] }) })
}

var TreeSums = hone.Func(treeSums)

// convolve unrolls its weights and leaves out those that are 0.
func convolve(x []float32) []float32 {
	weights := [5]float32{-1, 2, 0, 2, 1}
	return hone.Build(max(len(x)-4, 0), func(i int) float32 {
		s := float32(0)
		for k := range hone.Unroll(0, 5) {
			if weights[k] != 0 {
				s += weights[k] * x[i+k]
			}
		}
		return s
	})
}

var Convolve = hone.Func(convolve)

// unrolled leaves an unrolled loop early.
func unrolled(x []int) []int {
	out := make([]int, len(x))
	for i := range hone.Parallel(len(x)) {
		v := x[i]
		for k := range hone.Unroll(-2, 4) {
			if v&7 == k {
				break
			}
			if v&1 == 0 {
				v /= 2
				continue
			}
			v += k
		}
		out[i] = v
	}
	return out
}

var Unrolled = hone.Func(unrolled)

// hidden keeps the partial evaluator from knowing.
func hidden(x []float64) []float64 {
	n := hone.Hide(3)
	return hone.Build(len(x), func(i int) float64 {
		s := 0.0
		for k := range hone.Hide(4) {
			s += x[i] * float64(k+n)
		}
		return power(s, 2) + hone.Hide(0.5)
	})
}

var Hidden = hone.Func(hidden)

// ranges uses Range and Step, up and down.
func ranges(n, step int) (up, down []int) {
	up, down = make([]int, max(n, 0)), make([]int, max(n, 0))
	for i := range hone.Range(1, n-1) {
		up[i] = up[i-1] + i
	}
	for i := range hone.Step(n-1, -1, -2) {
		down[i] = i * i
	}
	for i := range hone.Step(0, n, step) {
		down[i]++
	}
	return up, down
}

var Ranges = hone.Func(ranges)

// Types of the user's own: named, generic, with embedded structs.
type (
	celsius        float64
	pair[A, B any] struct {
		First  A
		Second B
	}
	counted struct {
		pair[float64, int]
		Hits uint8
	}
	matrix[T number] struct {
		Data       []T
		Rows, Cols int
	}
)

func (c celsius) fahrenheit() celsius { return c*9/5 + 32 }

func (p pair[A, B]) swap() pair[B, A] { return pair[B, A]{p.Second, p.First} }

func (m matrix[T]) at(i, j int) T            { return m.Data[i*m.Cols+j] }
func (m *matrix[T]) set(i, j int, v T)       { m.Data[i*m.Cols+j] = v }
func (m matrix[T]) row(i int) []T            { return m.Data[i*m.Cols : (i+1)*m.Cols] }
func newMatrix[T number](r, c int) matrix[T] { return matrix[T]{make([]T, r*c), r, c} }

// kelvins uses a type with a method.
func kelvins(t []celsius) []celsius {
	return mapped(t, func(c celsius) celsius { return c.fahrenheit() - 273.15 })
}

var Kelvins = hone.Func(kelvins)

// pairs uses generic structs.
func pairs(x []float64) []pair[int, float64] {
	return mapped(x, func(v float64) pair[int, float64] { return pair[float64, int]{v, int(v)}.swap() })
}

var Pairs = hone.Func(pairs)

// embedded reaches through embedded structs.
func embedded(c []counted) float64 {
	for i := range hone.Parallel(len(c)) {
		c[i].Hits++
		c[i].First += float64(c[i].Hits)
		c[i].pair.Second = -c[i].Second
	}
	return hone.Sum(len(c), func(i int) float64 { return c[i].swap().Second })
}

var Embedded = hone.Func(embedded)

// product2 multiplies matrices of a generic type.
func product2(a, b []float64, n int) []float64 {
	x, y, z := matrix[float64]{a, n, n}, matrix[float64]{b, n, n}, newMatrix[float64](n, n)
	for i, j := range hone.Parallel2(n, n) {
		s := 0.0
		for k, v := range x.row(i) {
			s += v * y.at(k, j)
		}
		z.set(i, j, s)
	}
	return z.Data
}

var Product2 = hone.Func(product2)

// cplx is a complex number; complexes uses its methods as values.
type cplx struct{ Re, Im float32 }

func (a cplx) times(b cplx) cplx { return cplx{a.Re*b.Re - a.Im*b.Im, a.Re*b.Im + a.Im*b.Re} }
func (a cplx) plus(b cplx) cplx  { return cplx{a.Re + b.Re, a.Im + b.Im} }

func complexes(a, b []cplx) []cplx {
	op := cplx.times
	out := zipped(a, b, op)
	for i := range hone.Parallel(len(out)) {
		f := out[i].plus
		out[i] = f(cplx{1, -1})
	}
	return out
}

var Complexes = hone.Func(complexes)

// least packs arguments in a slice.
func least(first float64, more ...float64) float64 {
	for _, v := range more {
		first = min(first, v)
	}
	return first
}

func variadic(x, y []float64) []float64 {
	low := least(1, x[0], 3)
	return hone.Build(len(x), func(i int) float64 { return least(x[i]) + least(low) - least(y[i], x...) })
}

// variadicInside makes a slice in every iteration, which is gone with the loop over its elements.
func variadicInside(x, y []float64) []float64 {
	return hone.Build(len(x), func(i int) float64 { return least(x[i], y[i]) })
}

var (
	Variadic       = hone.Func(variadic)
	VariadicInside = hone.Func(variadicInside)
)

// pointers passes variables by reference.
func pointers(x []int) (int, int) {
	a, b := 1, 0
	bump := func(p *int, by int) {
		*p += by
	}
	swap := func(p, q *int) { *p, *q = *q, *p }
	for _, v := range x {
		bump(&a, v%10)
		if a > b {
			swap(&a, &b)
		}
	}
	return a, b
}

var Pointers = hone.Func(pointers)

// callsHoned calls another honed function.
func callsHoned(x, y []float64) float64 {
	return DotF64.Call(x, y) + Pi.Call(10)
}

var CallsHoned = hone.Func(callsHoned)

// Literal is given as a function literal.
var Literal = hone.Func(func(x []int, k int) []int {
	return mapped(x, func(v int) int { return v ^ k })
})

// evaluationOrder shows in which order operands are evaluated and assignments made.
func evaluationOrder(x []int) (int, int) {
	n := 0
	next := func() int { n++; return n }
	a := next() + 10*next() + 100*next()
	var y [3]int
	i := 0
	i, y[i] = 2, 7
	y[1], y[2] = y[0], next()
	p, q := next(), n
	if len(x) > 2 {
		j := 0
		j, x[j] = 1, x[1]
		x[j], j = j, 5
		x[2] += j
	}
	return a + y[0]*1000 + y[1]*10000 + y[2]*100000 + i, p*10 + q
}

var EvaluationOrder = hone.Func(evaluationOrder)

func init() {
	add("Library", library, Library, args(f32s, i32s, one(between(0, 5))))
	add("Capture", capture, Capture, args(i64s))
	add("UnknownFunction", unknownFunction, UnknownFunction, args(i64s))
	add("CaptureInside", captureInside, CaptureInside, args(f64s), chaotic)
	add("Generators", generators, Generators, args(size, one(between(0, 300))))
	add("GeneratorsInside", generatorsInside, GeneratorsInside, args(i32s), upTo(5000))
	add("TileTranspose", tileTranspose, TileTranspose, args(square(f32s), size, size), upTo(150))
	add("Gradient", gradient, Gradient, args(sized(root, size), sized(root, size)))
	add("Powers", powers, Powers, args(f64s, i32s), fmaTol(1e-6))
	add("Fibonaccis", fibonaccis, Fibonaccis, args(size))
	add("TreeSums", treeSums, TreeSums, args(f64s))
	add("Convolve", convolve, Convolve, args(f32s))
	add("Unrolled", unrolled, Unrolled, args(i64s))
	add("Hidden", hidden, Hidden, args(f64s), fmaTol(1e-8))
	add("Ranges", ranges, Ranges, args(size, one(between(-1, 7))))
	add("Kelvins", kelvins, Kelvins, args(vec(tame[celsius])))
	add("Pairs", pairs, Pairs, args(wild64s))
	add("Embedded", embedded, Embedded, args(someCounted))
	add("Product2", product2, Product2, args(square(f64s), square(f64s), size), upTo(64), fmaTol(1e-8))
	add("Complexes", complexes, Complexes, args(someCplx, someCplx))
	add("Variadic", variadic, Variadic, args(f64s, f64s), upTo(300))
	add("VariadicInside", variadicInside, VariadicInside, args(f64s, f64s))
	add("Pointers", pointers, Pointers, args(i64s))
	add("CallsHoned", callsHoned, CallsHoned, args(f64s, f64s))
	add("Literal", Literal.Call, Literal, args(i64s, one(whole[int])))
	add("EvaluationOrder", evaluationOrder, EvaluationOrder, args(i64s))
}

package programs

import (
	"math"
	"math/cmplx"
	"math/rand"

	"github.com/hone-go/hone"
)

// Complex numbers.

type complexNumber interface{ ~complex64 | ~complex128 }

// complexFields is arithmetic with all special values of the parts.
func complexFields[T complexNumber](a, b []T) (sum, diff, product, quotient, neg []T) {
	n := len(a)
	sum, diff, product, quotient, neg = make([]T, n), make([]T, n), make([]T, n), make([]T, n), make([]T, n)
	for i := range hone.Parallel(n) {
		x, y := a[i], b[i]
		sum[i], diff[i], product[i], quotient[i], neg[i] = x+y, x-y, x*y, x/y, -x
	}
	return
}

var (
	FieldsC64  = hone.Func(complexFields[complex64])
	FieldsC128 = hone.Func(complexFields[complex128])
)

// complexEqual compares, also with constants, and in structs and arrays.
func complexEqual(a, b []complex64) []int {
	return hone.Build(len(a), func(i int) int {
		n := 0
		if a[i] == b[i] {
			n++
		}
		if a[i] != 1+2i {
			n += 2
		}
		type pair struct{ z [2]complex64 }
		if (pair{[2]complex64{a[i], b[i]}}) == (pair{[2]complex64{b[i], a[i]}}) {
			n += 4
		}
		return n
	})
}

var ComplexEqual = hone.Func(complexEqual)

// complexParts takes numbers apart and puts them together, in both precisions.
func complexParts(z []complex128, w []complex64, x []float32) (re []float64, im []float32, wide []complex128, narrow []complex64) {
	n := len(z)
	re, im = make([]float64, n), make([]float32, n)
	wide, narrow = make([]complex128, n), make([]complex64, n)
	swap := func(z complex64) (re, im float32) { return imag(z), real(z) }
	for i := range hone.Parallel(n) {
		re[i] = real(z[i]) + 1
		im[i] = imag(w[i]) * x[i]
		wide[i] = complex128(w[i]) + complex(1, re[i])
		narrow[i] = complex64(z[i])*complex(x[i], -1) + complex(swap(w[i])) - 2
		narrow[i]++
	}
	return
}

var ComplexParts = hone.Func(complexParts)

// juliaSteps counts the steps in which z -> z*z + c leaves a circle.
func juliaSteps(w, h int, c complex128) []uint16 {
	const limit = 60
	out := make([]uint16, w*h)
	for y, x := range hone.Parallel2(h, w) {
		z := complex(float64(x)*3/float64(w)-1.5, float64(y)*2/float64(h)-1)
		n := 0
		for n < limit && real(z)*real(z)+imag(z)*imag(z) < 4 {
			z = z*z + c
			n++
		}
		out[y*w+x] = uint16(n)
	}
	return out
}

var JuliaSteps = hone.Func(juliaSteps)

// fourier is the discrete transform as its definition has it.
func fourier(x []complex128) []complex128 {
	n := len(x)
	return hone.Build(n, func(k int) complex128 {
		return hone.Sum(n, func(j int) complex128 {
			return x[j] * cmplx.Rect(1, -2*math.Pi*float64(k*j%n)/float64(n))
		})
	})
}

var Fourier = hone.Func(fourier)

// complexReductions are all kinds of reductions of complex numbers.
func complexReductions[T complexNumber](x, y []T) (sum, product, dot, largest T) {
	n := len(x)
	sum = hone.Sum(n, func(i int) T { return x[i] })
	product = hone.Product(n, func(i int) T { return x[i] + 1 })
	dot = hone.Sum(min(n, len(y)), func(i int) T { return x[i] * y[i] })
	largest = hone.Reduce(n, 0, func(a, b T) T {
		if size2(complex128(b)) > size2(complex128(a)) {
			return b
		}
		return a
	}, func(i int) T { return x[i] - y[i] })
	return
}

func size2(z complex128) float64 { return real(z)*real(z) + imag(z)*imag(z) }

var (
	ReductionsC64  = hone.Func(complexReductions[complex64])
	ReductionsC128 = hone.Func(complexReductions[complex128])
)

// biquad is a filter with complex poles: state runs through a sequential loop, inside structs and arrays.
type biquad struct {
	gain  float32
	poles [2]complex64
	state [2]complex128
}

func (b *biquad) step(x float64) float64 {
	for i := range b.state {
		b.state[i] = complex128(b.poles[i])*b.state[i] + complex(x, 0)
	}
	return float64(b.gain) * real(b.state[0]+b.state[1])
}

func filterBank(filters []biquad, x []float64) []float64 {
	out := make([]float64, len(filters))
	for i := range hone.Parallel(len(filters)) {
		f := filters[i]
		s := 0.0
		for _, v := range x {
			s += f.step(v)
		}
		filters[i].state = f.state
		out[i] = s
	}
	return out
}

var FilterBank = hone.Func(filterBank)

// complexHorner is a polynomial with coefficients in an array, at an index only known at run time.
func complexHorner(coeffs [5]complex64, z []complex64, at []int) []complex64 {
	out := make([]complex64, len(z))
	for i := range hone.Parallel(len(z)) {
		var powers [3]complex64
		powers[0], powers[1] = 1, z[i]
		powers[2] = powers[1] * powers[1]
		p := coeffs[4]
		for k := 3; k >= 0; k-- {
			p = p*z[i] + coeffs[k]
		}
		out[i] = p / powers[at[i]%3]
	}
	return out
}

var ComplexHorner = hone.Func(complexHorner)

// butterfly is an in-place butterfly, as a step of a fast transform.
func butterfly(x []complex64, half int) {
	if half <= 0 || 2*half > len(x) {
		return
	}
	for i := range hone.Parallel(half) {
		a, b := x[i], x[i+half]
		x[i], x[i+half] = a+b, (a-b)*1i
	}
}

var Butterfly = hone.Func(butterfly)

// complexLoop carries numbers around a sequential loop, with labels and early ends.
func complexLoop(x []complex128) (z complex128, n int) {
	z = 1
outer:
	for i, v := range x {
		for k := range 3 {
			switch z *= v; {
			case size2(z) > 1e6:
				z = complex(1/real(z), 0)
				continue outer
			case k == 2 && imag(z) == 0:
				break outer
			}
		}
		n = i
	}
	return z, n
}

var ComplexLoop = hone.Func(complexLoop)

// complexFunctions are those of package math/cmplx, as their Go source has them.
func complexFunctions(x, y []complex128) [][2]complex128 { return complexTable(x, y) }

func complexTable(x, y []complex128) [][2]complex128 {
	return hone.Build(len(x), func(i int) [2]complex128 {
		z, w := x[i], y[i]
		r, theta := cmplx.Polar(z)
		a := cmplx.Exp(z) + cmplx.Sqrt(w) + cmplx.Conj(z) + complex(r, theta) + complex(cmplx.Abs(w), cmplx.Phase(w))
		b := cmplx.Log(z) + cmplx.Sin(z) + cmplx.Cos(w) + cmplx.Tanh(z)
		return [2]complex128{a, b}
	})
}

var ComplexFunctions = hone.Func(complexFunctions)

// complexInverse are the inverse functions.
func complexInverse(x []complex128) []complex128 {
	return hone.Build(len(x), func(i int) complex128 {
		z := x[i]
		return cmplx.Asin(z) + cmplx.Acos(z) + cmplx.Atan(z) + cmplx.Sinh(z) + cmplx.Cosh(z) + cmplx.Tan(z) + cmplx.Log10(z) +
			cmplx.Asinh(z) + cmplx.Acosh(z) + cmplx.Atanh(z)
	})
}

var ComplexInverse = hone.Func(complexInverse)

// complexSpecial asks for infinities and NaNs.
func complexSpecial(x []complex128) []complex128 {
	return hone.Build(len(x), func(i int) complex128 {
		switch {
		case cmplx.IsNaN(x[i]):
			return cmplx.Inf()
		case cmplx.IsInf(x[i]):
			return cmplx.NaN()
		}
		return cmplx.Conj(x[i])
	})
}

var ComplexSpecial = hone.Func(complexSpecial)

func wildC128(r *rand.Rand) complex128 { return complex(wild[float64](r), wild[float64](r)) }
func wildC64(r *rand.Rand) complex64   { return complex(wild[float32](r), wild[float32](r)) }
func tameC128(r *rand.Rand) complex128 { return complex(tame[float64](r), tame[float64](r)) }
func tameC64(r *rand.Rand) complex64   { return complex(tame[float32](r), tame[float32](r)) }

// span is a pair of numbers, to be worked on at once.
type span struct{ Lo, Hi int64 }

// throughNarrower converts pairs to what does not hold them, and back.
func throughNarrower(z []complex128, t []complex128, s []span) {
	n := min(len(z), len(t), len(s)) &^ 1
	for i := range hone.Parallel(n) {
		j := i ^ 1
		z[j] = t[j] - complex128(complex64(z[j]))
		t[j] = complex(float64(int32(real(t[j]))), float64(int32(imag(t[j]))))
		s[j] = span{s[j].Lo*3 - int64(int32(s[j].Lo)), s[j].Hi*5 - int64(int32(s[j].Hi))}
	}
}

var ThroughNarrower = hone.Func(throughNarrower)

// smallC128 are numbers of about 1, for products of many.
func smallC128(r *rand.Rand) complex128 { return tameC128(r) / 20 }
func smallC64(r *rand.Rand) complex64   { return tameC64(r) / 20 }

func aBiquad(r *rand.Rand) biquad {
	return biquad{float32(r.Float64()), [2]complex64{smallC64(r), smallC64(r)}, [2]complex128{smallC128(r), smallC128(r)}}
}

func init() {
	add("FieldsC64", complexFields[complex64], FieldsC64, args(vec(wildC64), vec(wildC64)), chaotic)
	add("FieldsC128", complexFields[complex128], FieldsC128, args(vec(wildC128), vec(wildC128)), chaotic)
	add("ComplexEqual", complexEqual, ComplexEqual, args(vec(wildC64), vec(wildC64)))
	add("ComplexParts", complexParts, ComplexParts, args(vec(wildC128), vec(wildC64), wild32s))
	add("JuliaSteps", juliaSteps, JuliaSteps, args(sized(root, size), sized(root, size), one(smallC128)), chaotic)
	add("Fourier", fourier, Fourier, args(vec(tameC128)), upTo(300), tol(1e-10))
	add("ReductionsC64", complexReductions[complex64], ReductionsC64, args(vec(smallC64), nearly(vec(smallC64))))
	add("ReductionsC128", complexReductions[complex128], ReductionsC128, args(vec(smallC128), nearly(vec(smallC128))))
	add("FilterBank", filterBank, FilterBank, args(vec(aBiquad), fixed(20, f64s)))
	add("ComplexHorner", complexHorner, ComplexHorner, args(one(func(r *rand.Rand) (c [5]complex64) {
		for i := range c {
			c[i] = smallC64(r)
		}
		return c
	}), vec(smallC64), indices))
	add("Butterfly", butterfly, Butterfly, args(vec(wildC64), sized(func(n int) int { return n / 2 }, size)))
	add("ComplexLoop", complexLoop, ComplexLoop, args(vec(tameC128)), chaotic)
	add("ComplexFunctions", complexFunctions, ComplexFunctions, args(vec(smallC128), vec(smallC128)), tol(1e-13))
	add("ComplexInverse", complexInverse, ComplexInverse, args(vec(smallC128)), tol(1e-12))
	add("ThroughNarrower", throughNarrower, ThroughNarrower, args(vec(tameC128), vec(tameC128), vec(func(r *rand.Rand) span {
		return span{whole[int64](r), whole[int64](r)}
	})))
	add("ComplexSpecial", complexSpecial, ComplexSpecial, args(vec(wildC128)))
}

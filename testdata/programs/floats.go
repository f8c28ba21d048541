package programs

import (
	"math"

	"github.com/hone-go/hone"
)

// Floating-point arithmetic and the functions of package math.

// fields is arithmetic with all its special values.
func fields[T float](a, b []T) (sum, diff, product, quotient []T) {
	n := len(a)
	sum, diff, product, quotient = make([]T, n), make([]T, n), make([]T, n), make([]T, n)
	for i := range hone.Parallel(n) {
		x, y := a[i], b[i]
		sum[i], diff[i], product[i], quotient[i] = x+y, x-y, x*y, x/y
	}
	return sum, diff, product, quotient
}

var (
	FieldsF32 = hone.Func(fields[float32])
	FieldsF64 = hone.Func(fields[float64])
)

// saxpy is the classic: y = a*x + y, in place.
func saxpy(a float32, x, y []float32) {
	for i := range hone.Parallel(len(x)) {
		y[i] += a * x[i]
	}
}

var Saxpy = hone.Func(saxpy)

// negations tells -x from 0-x, and constants from their negations.
func negations(x []float64) (neg, minus, absent []float64) {
	n := len(x)
	neg, minus, absent = make([]float64, n), make([]float64, n), make([]float64, n)
	zero := 0.0
	for i := range hone.Parallel(n) {
		neg[i] = -x[i]
		minus[i] = 0 - x[i]
		absent[i] = x[i] + -zero
	}
	return neg, minus, absent
}

var Negations = hone.Func(negations)

// identities are expressions that look as if they could be simplified, but not for all floats.
func identities(x, y []float64) []float64 {
	return hone.Build(len(x), func(i int) float64 {
		v, w := x[i], y[i]
		s := v + 0
		s += (v - v) * 1
		if v != v || w == w && w-w != 0 {
			s += w * 0
		}
		return s/1 + (v*2)/2 - (v+w-w)*0.5
	})
}

var Identities = hone.Func(identities)

// rounding is all that rounds.
func rounding(x []float64) (floor, ceil, trunc, even, away []float64) {
	n := len(x)
	floor, ceil, trunc, even, away = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range hone.Parallel(n) {
		v := x[i]
		floor[i], ceil[i], trunc[i] = math.Floor(v), math.Ceil(v), math.Trunc(v)
		even[i], away[i] = math.RoundToEven(v), math.Round(v)
	}
	return
}

var Rounding = hone.Func(rounding)

// rounding32 rounds float32 through float64, as one has to in Go.
func rounding32(x []float32) (floor, root, abs []float32) {
	n := len(x)
	floor, root, abs = make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range hone.Parallel(n) {
		floor[i] = float32(math.Floor(float64(x[i])))
		root[i] = float32(math.Sqrt(float64(x[i])))
		abs[i] = float32(math.Abs(float64(x[i])))
	}
	return floor, root, abs
}

var Rounding32 = hone.Func(rounding32)

// signs handles the sign of a number apart from its magnitude.
func signs(x, y []float64) (copied []float64, negative, nan, inf []bool) {
	n := len(x)
	copied, negative, nan, inf = make([]float64, n), make([]bool, n), make([]bool, n), make([]bool, n)
	for i := range hone.Parallel(n) {
		copied[i] = math.Copysign(x[i], y[i])
		negative[i] = math.Signbit(x[i])
		nan[i] = math.IsNaN(x[i])
		inf[i] = math.IsInf(x[i], 1) || math.IsInf(y[i], -1) || math.IsInf(x[i]+y[i], 0)
	}
	return
}

var Signs = hone.Func(signs)

// extremes compares package math's functions with the builtins.
func extremes(x, y []float64) (a, b, c, d []float64) {
	n := len(x)
	a, b, c, d = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range hone.Parallel(n) {
		a[i], b[i] = math.Max(x[i], y[i]), math.Min(x[i], y[i])
		c[i], d[i] = max(x[i], y[i]), min(x[i], y[i], 1)
	}
	return
}

var Extremes = hone.Func(extremes)

// fused asks for fused multiplication and addition, and for the contrary.
func fused(x, y, z []float64) (one, two []float64) {
	n := len(x)
	one, two = make([]float64, n), make([]float64, n)
	for i := range hone.Parallel(n) {
		one[i] = math.FMA(x[i], y[i], z[i])
		two[i] = float64(x[i]*y[i]) + z[i]
	}
	return one, two
}

var Fused = hone.Func(fused)

// fastInverseRoot is 1/sqrt(x) as in Quake III Arena: a guess by integer arithmetic on the bits and Newton's method.
func fastInverseRoot(x []float32) []float32 {
	return hone.Build(len(x), func(i int) float32 {
		y := math.Float32frombits(0x5f3759df - math.Float32bits(x[i])>>1)
		for range 2 {
			y *= 1.5 - 0.5*x[i]*y*y
		}
		return y
	})
}

var FastInverseRoot = hone.Func(fastInverseRoot)

// takeApart splits a number into fraction and exponent by its bits.
func takeApart(x []float64) (fraction []float64, exponent []int) {
	n := len(x)
	fraction, exponent = make([]float64, n), make([]int, n)
	for i := range hone.Parallel(n) {
		bits := math.Float64bits(x[i])
		exponent[i] = int(bits>>52&0x7ff) - 1023
		fraction[i] = math.Float64frombits(bits&^(0x7ff<<52) | 1023<<52)
	}
	return fraction, exponent
}

var TakeApart = hone.Func(takeApart)

// total maps floats to integers that order as the floats do, with -0 before 0.
func total(x []float32) []int32 {
	return hone.Build(len(x), func(i int) int32 {
		b := int32(math.Float32bits(x[i]))
		return b ^ int32(uint32(b>>31)>>1)
	})
}

var Total = hone.Func(total)

// elementary calls elementary functions of one argument where they are defined.
func elementary(x []float64) (a, b, c, d, e []float64) {
	n := len(x)
	a, b, c, d, e = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range hone.Parallel(n) {
		v := x[i]
		a[i] = math.Exp(-v) + math.Log(v) + math.Log1p(v) + math.Expm1(v/10)
		b[i] = math.Sin(v) + math.Cos(v)*math.Tanh(v)
		c[i] = math.Atan(v) - math.Erf(v) + math.Erfc(v)
		d[i] = math.Log2(v) + math.Log10(v) + math.Exp2(v)
		e[i] = math.Pow(v, 1.75) + math.Atan2(v, 3-v)
	}
	return
}

var Elementary = hone.Func(elementary)

// elementaryWild calls them with everything.
func elementaryWild(x, y []float64) (exp, log, pow, atan2, erf []float64) {
	n := len(x)
	exp, log, pow, atan2, erf = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range hone.Parallel(n) {
		exp[i], log[i] = math.Exp(x[i]), math.Log(x[i])
		pow[i], atan2[i], erf[i] = math.Pow(x[i], y[i]), math.Atan2(x[i], y[i]), math.Erf(x[i])
	}
	return
}

var ElementaryWild = hone.Func(elementaryWild)

// single calls elementary functions for float32.
func single(x []float32) (a, b []float32) {
	n := len(x)
	a, b = make([]float32, n), make([]float32, n)
	for i := range hone.Parallel(n) {
		v := float64(x[i])
		a[i] = float32(math.Exp(-v)) + float32(math.Sin(v))
		b[i] = float32(math.Log(v)) * float32(math.Cos(v))
	}
	return a, b
}

var Single = hone.Func(single)

// fromSource calls functions of package math that are compiled from its own source.
func fromSource(x, y []float64) (hypot, cbrt, sinh []float64) {
	n := len(x)
	hypot, cbrt, sinh = make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range hone.Parallel(n) {
		hypot[i] = math.Hypot(x[i], y[i])
		cbrt[i] = math.Cbrt(x[i])
		sinh[i] = math.Sinh(x[i] / 8)
	}
	return
}

var FromSource = hone.Func(fromSource)

// horner evaluates a polynomial with coefficients from a slice, another with constant ones.
func horner(x, coef []float64) (dynamic, fixed []float64) {
	n := len(x)
	dynamic, fixed = make([]float64, n), make([]float64, n)
	for i := range hone.Parallel(n) {
		p := 0.0
		for j := len(coef) - 1; j >= 0; j-- {
			p = p*x[i] + coef[j]
		}
		dynamic[i] = p
		q := 0.0
		for _, c := range [...]float64{1. / 120, 1. / 24, 1. / 6, 0.5, 1, 1} {
			q = q*x[i] + c
		}
		fixed[i] = q
	}
	return dynamic, fixed
}

var Horner = hone.Func(horner)

// heron computes square roots by iteration until they don't change any more, for at most 60 steps.
func heron(x []float64) (root []float64, steps []int32) {
	root, steps = make([]float64, len(x)), make([]int32, len(x))
	for i := range hone.Parallel(len(x)) {
		y, n := x[i], int32(0)
		for n < 60 {
			next := (y + x[i]/y) / 2
			n++
			if next == y {
				break
			}
			y = next
		}
		root[i], steps[i] = y, n
	}
	return root, steps
}

var Heron = hone.Func(heron)

// halvings has a loop condition on floats.
func halvings(x []float32) []int16 {
	return hone.Build(len(x), func(i int) int16 {
		n := int16(0)
		for v := x[i]; v > 0.01 && n < 200; v /= 2 {
			n++
		}
		return n
	})
}

var Halvings = hone.Func(halvings)

// kahan adds with compensation, which no compiler may simplify away.
func kahan(x []float64) (sum, compensation float64) {
	for _, v := range x {
		y := v - compensation
		t := sum + y
		compensation = (t - sum) - y
		sum = t
	}
	return sum, compensation
}

var Kahan = hone.Func(kahan)

// twoSum adds without error: s + e is exactly a + b (D. Knuth, TAOCP 2, 4.2.2).
func twoSum(a, b []float32) (s, e []float32) {
	s, e = make([]float32, len(a)), make([]float32, len(a))
	for i := range hone.Parallel(len(a)) {
		x, y := a[i], b[i]
		sum := x + y
		z := sum - x
		s[i], e[i] = sum, (x-(sum-z))+(y-z)
	}
	return s, e
}

var TwoSum = hone.Func(twoSum)

// precisions goes back and forth between float32 and float64.
func precisions(a []float32, b []float64) ([]float32, []float64) {
	p, q := make([]float32, len(a)), make([]float64, len(a))
	for i := range hone.Parallel(len(a)) {
		wide := float64(a[i]) * b[i]
		narrow := float32(wide) + a[i]
		p[i] = narrow / float32(b[i])
		q[i] = wide - float64(narrow)
	}
	return p, q
}

var Precisions = hone.Func(precisions)

// negatedFused has sums of products that are zero be negated: the signs of the zeros are seen in what they divide.
func negatedFused(x []float64) []float64 {
	y := make([]float64, len(x))
	for i := range hone.Parallel(len(x)) {
		a := float64(i%3 - 1)
		y[i] = 1 / -math.FMA(a, a, a) * -math.FMA(a, x[i], -x[i])
	}
	return y
}

var NegatedFused = hone.Func(negatedFused)

// fromZero takes numbers that are not negative from zero: the signs of the differences are seen in what they divide.
func fromZero(x []uint8, y []float32) []float32 {
	z := make([]float32, len(x))
	for i := range hone.Parallel(len(x)) {
		z[i] = 1/(0-float32(x[i])) + float32(math.Copysign(1, 0-math.Abs(float64(y[i]))))
	}
	return z
}

var FromZero = hone.Func(fromZero)

func init() {
	add("FromZero", fromZero, FromZero, args(u8s, wild32s))
	add("NegatedFused", negatedFused, NegatedFused, args(wild64s))
	add("FieldsF32", fields[float32], FieldsF32, args(wild32s, wild32s))
	add("FieldsF64", fields[float64], FieldsF64, args(wild64s, wild64s))
	add("Saxpy", saxpy, Saxpy, args(f32, f32s, nearly(f32s)))
	add("Negations", negations, Negations, args(wild64s))
	add("Identities", identities, Identities, args(wild64s, wild64s))
	add("Rounding", rounding, Rounding, args(wild64s))
	add("Rounding32", rounding32, Rounding32, args(wild32s))
	add("Signs", signs, Signs, args(wild64s, wild64s))
	add("Extremes", extremes, Extremes, args(wild64s, wild64s))
	add("Fused", fused, Fused, args(wild64s, wild64s, wild64s))
	add("FastInverseRoot", fastInverseRoot, FastInverseRoot, args(pos32s))
	add("TakeApart", takeApart, TakeApart, args(wild64s))
	add("Total", total, Total, args(wild32s))
	add("Elementary", elementary, Elementary, args(pos64s), tol(1e-13))
	add("ElementaryWild", elementaryWild, ElementaryWild, args(vec(normal), vec(normal)), tol(1e-11))
	add("Single", single, Single, args(pos32s), tol(1e-5))
	add("FromSource", fromSource, FromSource, args(wild64s, wild64s), tol(1e-13))
	add("Horner", horner, Horner, args(unit64s, vec(tame[float64])), upTo(2000))
	add("Heron", heron, Heron, args(wild64s), chaotic)
	add("Halvings", halvings, Halvings, args(wild32s))
	add("Kahan", kahan, Kahan, args(wild64s))
	add("TwoSum", twoSum, TwoSum, args(wild32s, wild32s))
	add("Precisions", precisions, Precisions, args(f32s, f64s), chaotic)
}

package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// The elementary functions, at special values and in the rare paths.

// hyperbolic are the hyperbolic functions and their inverses.
func hyperbolic(x []float64) (sinh, cosh, tanh, asinh, acosh, atanh []float64) {
	n := len(x)
	sinh, cosh, tanh = make([]float64, n), make([]float64, n), make([]float64, n)
	asinh, acosh, atanh = make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range hone.Parallel(n) {
		v := x[i]
		sinh[i], cosh[i], tanh[i] = math.Sinh(v), math.Cosh(v), math.Tanh(v)
		asinh[i], acosh[i], atanh[i] = math.Asinh(v), math.Acosh(v), math.Atanh(v)
	}
	return
}

var Hyperbolic = hone.Func(hyperbolic)

// hyperbolic32 are the same in float32.
func hyperbolic32(x []float32) (sinh, cosh, tanh, asinh, acosh, atanh []float32) {
	n := len(x)
	sinh, cosh, tanh = make([]float32, n), make([]float32, n), make([]float32, n)
	asinh, acosh, atanh = make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range hone.Parallel(n) {
		v := float64(x[i])
		sinh[i], cosh[i], tanh[i] = float32(math.Sinh(float64(x[i]))), float32(math.Cosh(float64(x[i]))), float32(math.Tanh(float64(x[i])))
		asinh[i], acosh[i], atanh[i] = float32(math.Asinh(v)), float32(math.Acosh(v)), float32(math.Atanh(float64(x[i])))
	}
	return
}

var Hyperbolic32 = hone.Func(hyperbolic32)

// circular are the inverse trigonometric functions, and sine and cosine together.
func circular(x []float64) (asin, acos, atan, sin, cos []float64) {
	n := len(x)
	asin, acos, atan, sin, cos = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range hone.Parallel(n) {
		asin[i], acos[i], atan[i] = math.Asin(x[i]), math.Acos(x[i]), math.Atan(x[i])
		sin[i], cos[i] = math.Sincos(x[i])
	}
	return
}

var Circular = hone.Func(circular)

// circular32 are the same in float32.
func circular32(x []float32) (asin, acos, sin []float32) {
	n := len(x)
	asin, acos, sin = make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range hone.Parallel(n) {
		asin[i], acos[i] = float32(math.Asin(float64(x[i]))), float32(math.Acos(float64(x[i])))
		sin[i] = float32(math.Sin(float64(x[i])))
	}
	return
}

var Circular32 = hone.Func(circular32)

// roots are the cube root and the hypotenuse.
func roots(x, y []float64) (cbrt, hypot []float64) {
	n := len(x)
	cbrt, hypot = make([]float64, n), make([]float64, n)
	for i := range hone.Parallel(n) {
		cbrt[i], hypot[i] = math.Cbrt(x[i]), math.Hypot(x[i], y[i])
	}
	return
}

var Roots = hone.Func(roots)

// roots32 are the same in float32.
func roots32(x, y []float32) (cbrt, hypot []float32) {
	n := len(x)
	cbrt, hypot = make([]float32, n), make([]float32, n)
	for i := range hone.Parallel(n) {
		cbrt[i], hypot[i] = float32(math.Cbrt(float64(x[i]))), float32(math.Hypot(float64(x[i]), float64(y[i])))
	}
	return
}

var Roots32 = hone.Func(roots32)

// remainders are exact, however large the quotient.
func remainders(x, y []float64) (mod, rem []float64) {
	n := len(x)
	mod, rem = make([]float64, n), make([]float64, n)
	for i := range hone.Parallel(n) {
		mod[i], rem[i] = math.Mod(x[i], y[i]), math.Remainder(x[i], y[i])
	}
	return
}

var Remainders = hone.Func(remainders)

// remainders32 are the same in float32.
func remainders32(x, y []float32) (mod, rem []float32) {
	n := len(x)
	mod, rem = make([]float32, n), make([]float32, n)
	for i := range hone.Parallel(n) {
		mod[i], rem[i] = float32(math.Mod(float64(x[i]), float64(y[i]))), float32(math.Remainder(float64(x[i]), float64(y[i])))
	}
	return
}

var Remainders32 = hone.Func(remainders32)

// apart takes numbers apart.
func apart(x []float64) (frac []float64, exp []int, whole, rest, logb []float64, ilogb []int) {
	n := len(x)
	frac, exp, whole, rest, logb, ilogb = make([]float64, n), make([]int, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]int, n)
	for i := range hone.Parallel(n) {
		frac[i], exp[i] = math.Frexp(x[i])
		whole[i], rest[i] = math.Modf(x[i])
		logb[i], ilogb[i] = math.Logb(x[i]), math.Ilogb(x[i])
	}
	return
}

var Apart = hone.Func(apart)

// together makes numbers of fractions and exponents, and finds their neighbours.
func together(x, y []float64, e []int) (scaled, next, diff []float64) {
	n := len(x)
	scaled, next, diff = make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range hone.Parallel(n) {
		scaled[i] = math.Ldexp(x[i], e[i])
		next[i], diff[i] = math.Nextafter(x[i], y[i]), math.Dim(x[i], y[i])
	}
	return
}

var Together = hone.Func(together)

// neighbours32 must not take the next float64, rounded to float32, for the next float32.
func neighbours32(x, y []float32) (next, none, whole []float32) {
	n := len(x)
	next, none, whole = make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range hone.Parallel(n) {
		next[i] = math.Nextafter32(x[i], y[i])
		none[i] = float32(math.Nextafter(float64(x[i]), float64(y[i])))
		whole[i] = float32(math.Round(float64(x[i]))) + float32(math.Logb(float64(y[i])))
	}
	return
}

var Neighbours32 = hone.Func(neighbours32)

// gammas are the gamma function, its logarithm, and the inverse error functions.
func gammas(x []float64) (gamma, lgamma []float64, sign []int, inv, cinv []float64) {
	n := len(x)
	gamma, lgamma, sign, inv, cinv = make([]float64, n), make([]float64, n), make([]int, n), make([]float64, n), make([]float64, n)
	for i := range hone.Parallel(n) {
		gamma[i] = math.Gamma(x[i])
		lgamma[i], sign[i] = math.Lgamma(x[i])
		inv[i], cinv[i] = math.Erfinv(x[i]), math.Erfcinv(x[i])
	}
	return
}

var Gammas = hone.Func(gammas)

// gammas32 are the same in float32.
func gammas32(x []float32) (gamma, inv []float32) {
	n := len(x)
	gamma, inv = make([]float32, n), make([]float32, n)
	for i := range hone.Parallel(n) {
		gamma[i], inv[i] = float32(math.Gamma(float64(x[i]))), float32(math.Erfinv(float64(x[i])))
	}
	return
}

var Gammas32 = hone.Func(gammas32)

// gammaArgs are in reach of the gamma function, often small integers or special.
func gammaArgs[T float](r *rand.Rand) T {
	switch r.Intn(5) {
	case 0:
		return T([...]float64{0, math.Inf(1), math.Inf(-1), math.NaN(), 171.5, 172, 1000, -200.5, 1, 2}[r.Intn(10)])
	case 1:
		return T(r.Intn(30) - 15)
	case 2:
		return T(r.Float64() * 2)
	}
	return T(r.Float64()*200 - 30)
}

// nearOne are arguments of inverse functions: mostly in [-1, 1], often special.
func nearOne[T float](r *rand.Rand) T {
	switch r.Intn(4) {
	case 0:
		return wild[T](r)
	case 1:
		return T([...]float64{0, 1, -1, 0.5, -0.5, 1e-9, 1 - 1e-7, 1e-7 - 1, 1.5}[r.Intn(9)])
	}
	return between[T](-1, 1)(r)
}

func init() {
	add("Hyperbolic", hyperbolic, Hyperbolic, args(vec(wild[float64])), tol(1e-15))
	add("Hyperbolic32", hyperbolic32, Hyperbolic32, args(vec(wild[float32])), tol(3e-7))
	add("Circular", circular, Circular, args(vec(nearOne[float64])), tol(1e-13))
	add("Circular32", circular32, Circular32, args(vec(nearOne[float32])), tol(3e-7))
	add("Gammas", gammas, Gammas, args(vec(gammaArgs[float64])), tol(1e-13))
	add("Gammas32", gammas32, Gammas32, args(vec(gammaArgs[float32])), tol(3e-7))
	add("Roots", roots, Roots, args(vec(wild[float64]), vec(wild[float64])), tol(1e-15))
	add("Roots32", roots32, Roots32, args(vec(wild[float32]), vec(wild[float32])), tol(3e-7))
	add("Remainders", remainders, Remainders, args(vec(wild[float64]), vec(wild[float64])))
	add("Remainders32", remainders32, Remainders32, args(vec(wild[float32]), vec(wild[float32])))
	add("Apart", apart, Apart, args(vec(wild[float64])))
	add("Together", together, Together, args(vec(wild[float64]), vec(wild[float64]), vec(between(-2300, 2300))))
	add("Neighbours32", neighbours32, Neighbours32, args(vec(wild[float32]), vec(wild[float32])))
}

package main

import (
	"math"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/vmath"
)

// The loops below differ in nothing but the function. Each is honed for float64 and for float32; the plain forms of the same loops are what
// package math is timed with.

var (
	forExp = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Exp(x[i])
		}
	})
	forExp32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Exp(float64(x[i])))
		}
	})
	forExp2 = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Exp2(x[i])
		}
	})
	forExp232 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Exp2(float64(x[i])))
		}
	})
	forExp10 = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = vmath.Exp10(x[i])
		}
	})
	forExp1032 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = vmath.Exp1032(x[i])
		}
	})
	forExpm1 = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Expm1(x[i])
		}
	})
	forExpm132 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Expm1(float64(x[i])))
		}
	})
	forLog = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Log(x[i])
		}
	})
	forLog32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Log(float64(x[i])))
		}
	})
	forLog2 = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Log2(x[i])
		}
	})
	forLog232 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Log2(float64(x[i])))
		}
	})
	forLog10 = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Log10(x[i])
		}
	})
	forLog1032 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Log10(float64(x[i])))
		}
	})
	forLog1p = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Log1p(x[i])
		}
	})
	forLog1p32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Log1p(float64(x[i])))
		}
	})
	forSin = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Sin(x[i])
		}
	})
	forSin32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Sin(float64(x[i])))
		}
	})
	forCos = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Cos(x[i])
		}
	})
	forCos32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Cos(float64(x[i])))
		}
	})
	forTan = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Tan(x[i])
		}
	})
	forTan32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Tan(float64(x[i])))
		}
	})
	forAsin = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Asin(x[i])
		}
	})
	forAsin32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Asin(float64(x[i])))
		}
	})
	forAcos = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Acos(x[i])
		}
	})
	forAcos32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Acos(float64(x[i])))
		}
	})
	forAtan = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Atan(x[i])
		}
	})
	forAtan32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Atan(float64(x[i])))
		}
	})
	forSinh = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Sinh(x[i])
		}
	})
	forSinh32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Sinh(float64(x[i])))
		}
	})
	forCosh = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Cosh(x[i])
		}
	})
	forCosh32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Cosh(float64(x[i])))
		}
	})
	forTanh = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Tanh(x[i])
		}
	})
	forTanh32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Tanh(float64(x[i])))
		}
	})
	forAsinh = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Asinh(x[i])
		}
	})
	forAsinh32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Asinh(float64(x[i])))
		}
	})
	forAcosh = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Acosh(x[i])
		}
	})
	forAcosh32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Acosh(float64(x[i])))
		}
	})
	forAtanh = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Atanh(x[i])
		}
	})
	forAtanh32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Atanh(float64(x[i])))
		}
	})
	forCbrt = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Cbrt(x[i])
		}
	})
	forCbrt32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Cbrt(float64(x[i])))
		}
	})
	forSqrt = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Sqrt(x[i])
		}
	})
	forSqrt32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Sqrt(float64(x[i])))
		}
	})
	forErf = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Erf(x[i])
		}
	})
	forErf32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Erf(float64(x[i])))
		}
	})
	forErfc = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Erfc(x[i])
		}
	})
	forErfc32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Erfc(float64(x[i])))
		}
	})
	forErfinv = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Erfinv(x[i])
		}
	})
	forErfinv32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Erfinv(float64(x[i])))
		}
	})
	forErfcinv = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Erfcinv(x[i])
		}
	})
	forErfcinv32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Erfcinv(float64(x[i])))
		}
	})
	forGamma = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Gamma(x[i])
		}
	})
	forGamma32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Gamma(float64(x[i])))
		}
	})
	forRound = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Round(x[i])
		}
	})
	forRound32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Round(float64(x[i])))
		}
	})
	forLogb = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Logb(x[i])
		}
	})
	forLogb32 = hone.Func(func(x, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Logb(float64(x[i])))
		}
	})
	forPow = hone.Func(func(x, z, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Pow(x[i], z[i])
		}
	})
	forPow32 = hone.Func(func(x, z, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Pow(float64(x[i]), float64(z[i])))
		}
	})
	forAtan2 = hone.Func(func(x, z, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Atan2(x[i], z[i])
		}
	})
	forAtan232 = hone.Func(func(x, z, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Atan2(float64(x[i]), float64(z[i])))
		}
	})
	forHypot = hone.Func(func(x, z, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Hypot(x[i], z[i])
		}
	})
	forHypot32 = hone.Func(func(x, z, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Hypot(float64(x[i]), float64(z[i])))
		}
	})
	forMod = hone.Func(func(x, z, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Mod(x[i], z[i])
		}
	})
	forMod32 = hone.Func(func(x, z, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Mod(float64(x[i]), float64(z[i])))
		}
	})
	forRemainder = hone.Func(func(x, z, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i] = math.Remainder(x[i], z[i])
		}
	})
	forRemainder32 = hone.Func(func(x, z, y []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i] = float32(math.Remainder(float64(x[i]), float64(z[i])))
		}
	})
	forSincos = hone.Func(func(x, y, w []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i], w[i] = math.Sincos(x[i])
		}
	})
	forSincos32 = hone.Func(func(x, y, w []float32) {
		for i := range hone.Parallel(len(x)) {
			y[i], w[i] = vmath.Sincos32(x[i])
		}
	})
	forLgamma = hone.Func(func(x, y []float64) {
		for i := range hone.Parallel(len(x)) {
			y[i], _ = math.Lgamma(x[i])
		}
	})
)

// A function is one row of the report.
type function struct {
	name  string
	c     string // its name in C, "" if there is none
	usual span   // arguments that it is timed with
	whole span   // its domain; of functions of two arguments the second one's
	f64   loops[float64]
	f32   loops[float32]
	two   bool
}

type span struct{ lo, hi float64 }

// arrays are arguments and results.
type arrays[T float32 | float64] struct{ x, z, y, w []T }

// loops are the ways to compute a function over arrays.
type loops[T float32 | float64] struct {
	honed, plain func(*arrays[T])
}

var inf = math.Inf(1)

func single(name, c string, usual, whole span, f func(float64) float64, h64 *hone.Fn[func(x, y []float64)], h32 *hone.Fn[func(x, y []float32)]) *function {
	return &function{name: name, c: c, usual: usual, whole: whole,
		f64: loops[float64]{
			func(a *arrays[float64]) { h64.Call(a.x, a.y) },
			func(a *arrays[float64]) {
				for i, x := range a.x {
					a.y[i] = f(x)
				}
			}},
		f32: loops[float32]{
			func(a *arrays[float32]) { h32.Call(a.x, a.y) },
			func(a *arrays[float32]) {
				for i, x := range a.x {
					a.y[i] = float32(f(float64(x)))
				}
			}},
	}
}

func double(name, c string, usual, whole span, f func(x, z float64) float64, h64 *hone.Fn[func(x, z, y []float64)], h32 *hone.Fn[func(x, z, y []float32)]) *function {
	return &function{name: name, c: c, usual: usual, whole: whole, two: true,
		f64: loops[float64]{
			func(a *arrays[float64]) { h64.Call(a.x, a.z, a.y) },
			func(a *arrays[float64]) {
				for i, x := range a.x {
					a.y[i] = f(x, a.z[i])
				}
			}},
		f32: loops[float32]{
			func(a *arrays[float32]) { h32.Call(a.x, a.z, a.y) },
			func(a *arrays[float32]) {
				for i, x := range a.x {
					a.y[i] = float32(f(float64(x), float64(a.z[i])))
				}
			}},
	}
}

var functions = []*function{
	single("Exp", "exp", span{-20, 20}, span{-10000, 10000}, math.Exp, forExp, forExp32),
	single("Exp2", "exp2", span{-20, 20}, span{-20000, 20000}, math.Exp2, forExp2, forExp232),
	single("Exp10", "exp10", span{-20, 20}, span{-1e4, 1e4}, func(x float64) float64 { return math.Pow(10, x) }, forExp10, forExp1032),
	single("Expm1", "expm1", span{-20, 20}, span{-10000, 10000}, math.Expm1, forExpm1, forExpm132),
	single("Log", "log", span{0.1, 1000}, span{0, inf}, math.Log, forLog, forLog32),
	single("Log2", "log2", span{0.1, 1000}, span{0, inf}, math.Log2, forLog2, forLog232),
	single("Log10", "log10", span{0.1, 1000}, span{0, inf}, math.Log10, forLog10, forLog1032),
	single("Log1p", "log1p", span{-0.9, 1000}, span{-1, inf}, math.Log1p, forLog1p, forLog1p32),
	single("Sin", "sin", span{-30, 30}, span{-inf, inf}, math.Sin, forSin, forSin32),
	single("Cos", "cos", span{-30, 30}, span{-inf, inf}, math.Cos, forCos, forCos32),
	single("Tan", "tan", span{-30, 30}, span{-inf, inf}, math.Tan, forTan, forTan32),
	single("Asin", "asin", span{-1, 1}, span{-1, 1}, math.Asin, forAsin, forAsin32),
	single("Acos", "acos", span{-1, 1}, span{-1, 1}, math.Acos, forAcos, forAcos32),
	single("Atan", "atan", span{-10, 10}, span{-inf, inf}, math.Atan, forAtan, forAtan32),
	single("Sinh", "sinh", span{-20, 20}, span{-1000, 1000}, math.Sinh, forSinh, forSinh32),
	single("Cosh", "cosh", span{-20, 20}, span{-1000, 1000}, math.Cosh, forCosh, forCosh32),
	single("Tanh", "tanh", span{-3, 3}, span{-100, 100}, math.Tanh, forTanh, forTanh32),
	single("Asinh", "asinh", span{-100, 100}, span{-inf, inf}, math.Asinh, forAsinh, forAsinh32),
	single("Acosh", "acosh", span{1, 100}, span{1, inf}, math.Acosh, forAcosh, forAcosh32),
	single("Atanh", "atanh", span{-1, 1}, span{-1, 1}, math.Atanh, forAtanh, forAtanh32),
	single("Cbrt", "cbrt", span{-1000, 1000}, span{-inf, inf}, math.Cbrt, forCbrt, forCbrt32),
	single("Sqrt", "sqrt", span{0, 1000}, span{0, inf}, math.Sqrt, forSqrt, forSqrt32),
	single("Erf", "erf", span{-4, 4}, span{-10, 10}, math.Erf, forErf, forErf32),
	single("Erfc", "erfc", span{-4, 6}, span{-10, 30}, math.Erfc, forErfc, forErfc32),
	single("Erfinv", "", span{-1, 1}, span{-1, 1}, math.Erfinv, forErfinv, forErfinv32),
	single("Erfcinv", "", span{0, 2}, span{0, 2}, math.Erfcinv, forErfcinv, forErfcinv32),
	single("Gamma", "tgamma", span{-20, 100}, span{-190, 180}, math.Gamma, forGamma, forGamma32),
	single("Round", "round", span{-1e+06, 1e+06}, span{-1e+18, 1e+18}, math.Round, forRound, forRound32),
	single("Logb", "logb", span{-1e+06, 1e+06}, span{-inf, inf}, math.Logb, forLogb, forLogb32),
	double("Pow", "pow", span{0.1, 10}, span{-20, 20}, math.Pow, forPow, forPow32),
	double("Atan2", "atan2", span{-10, 10}, span{-10, 10}, math.Atan2, forAtan2, forAtan232),
	double("Hypot", "hypot", span{-10, 10}, span{-10, 10}, math.Hypot, forHypot, forHypot32),
	double("Mod", "fmod", span{-1e+06, 1e+06}, span{0.1, 10}, math.Mod, forMod, forMod32),
	double("Remainder", "remainder", span{-1e+06, 1e+06}, span{0.1, 10}, math.Remainder, forRemainder, forRemainder32),
	{name: "Sincos", c: "sincos", usual: span{-30, 30}, whole: span{-inf, inf},
		f64: loops[float64]{
			func(a *arrays[float64]) { forSincos.Call(a.x, a.y, a.w) },
			func(a *arrays[float64]) {
				for i, x := range a.x {
					a.y[i], a.w[i] = math.Sincos(x)
				}
			}},
		f32: loops[float32]{
			func(a *arrays[float32]) { forSincos32.Call(a.x, a.y, a.w) },
			func(a *arrays[float32]) {
				for i, x := range a.x {
					sin, cos := math.Sincos(float64(x))
					a.y[i], a.w[i] = float32(sin), float32(cos)
				}
			}}},
	{name: "Lgamma", c: "lgamma", usual: span{0, 100}, whole: span{0, inf},
		f64: loops[float64]{
			func(a *arrays[float64]) { forLgamma.Call(a.x, a.y) },
			func(a *arrays[float64]) {
				for i, x := range a.x {
					a.y[i], _ = math.Lgamma(x)
				}
			}}},
}

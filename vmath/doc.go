// Package vmath holds elementary functions in plain Go, written so that a compiler can
// turn every call into straight-line vector code: hone's does, and uses them in place of
// package math's in what it compiles. They have package math's special cases, are right
// over the whole range (subnormal numbers and huge angles included), and can be called as
// ordinary functions.
//
// Names are those of package math, for float64; those for float32 end in 32.
//
// # Accuracy and cost
//
// The table gives the greatest error in units in the last place, over millions of arguments
// held against higher precision by the tests.
//
//	         ulp              ulp
//	Exp       1.1    Exp32       1
//	Exp10     1.1    Exp1032   0.6
//	Exp2        1    Exp232    1.1
//	Expm1     1.3    Expm132   1.3
//	Log       1.3    Log32       1
//	Log2      1.3    Log232    1.5
//	Log10     1.8    Log1032   1.1
//	Log1p     1.2    Log1p32   1.2
//	Pow       1.1    Pow32     0.6
//	Sin       1.2    Sin32     1.4
//	Cos       1.2    Cos32     1.4
//	Sincos    1.2    Sincos32  1.4
//	Tan       1.7    Tan32     1.9
//	Asin      1.2    Asin32    1.3
//	Acos      1.2    Acos32    1.3
//	Atan      1.4    Atan32    1.6
//	Atan2     1.8    Atan232   1.7
//	Sinh      1.3    Sinh32    1.5
//	Cosh      1.2    Cosh32    1.4
//	Tanh      0.9    Tanh32    1.1
//	Asinh     1.2    Asinh32   0.6
//	Acosh     1.4    Acosh32   0.6
//	Atanh     1.2    Atanh32   0.6
//	Cbrt      0.6    Cbrt32    0.7
//	Hypot       1    Hypot32   0.6
//	Erf       1.3    Erf32     1.3
//	Erfc      1.9    Erfc32    1.6
//	Erfinv    1.3    Erfinv32  0.6
//	Erfcinv   1.3    Erfcinv32 0.6
//	Gamma     1.6    Gamma32   0.6
//	Lgamma    1.9
//
// Functions that are not listed are exact, or correctly rounded.
//
// The float64 functions compute the same bits everywhere: where a product is added to
// something it is either in an explicit [math.FMA] or rounded before. Float32 has no such
// operation in Go; there a compiler may fuse or not, and the bounds hold either way.
//
// # How they are written
//
// Code here stays within what becomes vector code without branches: local variables,
// constants, tables of 8, 16 or 32 constants (looked up by a permutation of a register),
// bit operations, and if statements whose bodies are cheap enough to be computed always.
// The exceptions are paths that hardly any argument takes, in an if of their own, which
// vector code skips when no lane needs it: subnormal or overflowing results, angles of
// 2**30 and more.
//
// A function consists of a reduction to a small interval, a minimax polynomial there, and
// a reconstruction (Muller, Elementary Functions, 3rd ed., 2016). Two habits save instructions:
// adding 1.5·2**52 rounds to an integer and leaves it in the low bits, where shifts make an
// exponent of it; and erf and erfc are piecewise polynomials whose coefficients
// come from tables, so that one short evaluation serves all intervals.
//
// The coefficients come from internal/gen, which computes them with Remez's algorithm in
// multiple precision; nothing is copied from other libraries.
package vmath

//go:generate go run ./internal/gen

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
// held against higher precision by the tests, and the vector instructions of one call as
// counted in the source, with a fused multiply-add, a table lookup or a comparison each one
// instruction. Rare paths are not counted.
//
//	         ulp  instr.                ulp  instr.
//	Exp       1.1     18      Exp32        1     16
//	Exp2        1     17      Exp232     1.1     15
//	Expm1     1.3     28      Expm132    1.3     23
//	Log       1.9     26      Log32        1     24
//	Log2      1.8     26      Log232     1.9     22
//	Log10       2     26      Log1032    1.1     29
//	Log1p     2.1     42      Log1p32    1.2     39
//	Pow       1.1     72      Pow32      1.2     79
//	Sin       1.7     22      Sin32      2.2     21
//	Cos       1.7     22      Cos32      2.2     21
//	Tan       1.9     57      Tan32      1.9     27
//	Tanh      1.3     47      Tanh32     1.1     27
//	Atan      1.5     33      Atan32     1.6     22
//	Atan2     1.5     47      Atan232    1.7     36
//	Erf       1.3     39      Erf32      1.3     27
//	Erfc      2.1     71      Erfc32     2.1     52
//
// Sqrt, Abs, Floor, Ceil, Trunc, Max, Min and Copysign are exact, Sqrt correctly rounded.
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
// exponent of it; and erf, erfc, tanh and tan are piecewise polynomials whose coefficients
// come from tables, so that one short evaluation serves all intervals.
//
// The coefficients come from internal/gen, which computes them with Remez's algorithm in
// multiple precision; nothing is copied from other libraries.
package vmath

//go:generate go run ./internal/gen

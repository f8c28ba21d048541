// Package vmath holds elementary functions in plain Go, written so that a compiler can
// turn every call into straight-line vector code: hone's does, and uses them in place of
// package math's in what it compiles. They have package math's special cases, are right
// over the whole range (subnormal numbers and huge angles included), and can be called as
// ordinary functions.
//
// Names are those of package math, for float64; those for float32 end in 32.
//
// # Accuracy and speed
//
// The first column is the greatest error in units in the last place, held against higher precision by the tests over
// random and hard arguments of all magnitudes. The others were measured by bench/vmath: the errors of package math and
// of glibc over 40000 arguments of all magnitudes (>99: also where special values are not the same, such as for
// subnormal numbers), and the time that an element of a loop over arrays in the cache takes one core - compiled by hone
// for AVX-512 and for AVX2, with package math, and in C with glibc's vector functions for AVX-512 and for AVX2 or, where
// it has none, its scalar ones. (AMD EPYC, Go 1.26.8, glibc 2.36.)
//
//	             error in ulp             ns per element
//	              vmath   math  glibc     AVX-512    AVX2    math   glibc glibc AVX2
//	Exp             1.1    1.3    2.5        0.23    0.52    5.46    0.46       0.63
//	Exp32             1    0.5    2.4        0.11    0.21    5.96    0.19       0.26
//	Exp2              1    1.1    1.0        0.22    0.49   12.57    0.56       1.12
//	Exp232          1.1    0.5    1.0        0.10    0.19   12.58    0.16       0.22
//	Exp10           1.1    6.6    1.1        0.25    0.66   47.23    0.41       0.77
//	Exp1032         0.6    0.5    3.8        0.25    0.54   45.36    0.19       0.39
//	Expm1           1.3    0.8    1.8        0.56    1.07    9.02    0.51       0.79
//	Expm132         1.3    0.5    2.2        0.16    0.31   28.45    0.18       0.44
//	Log             1.3    >99    1.1        0.32    0.79    6.10    0.56       0.85
//	Log32             1    0.5    3.4        0.15    0.30    6.81    0.19       0.25
//	Log2            1.3   19.1    1.3        0.39    0.83    9.51    0.41       0.92
//	Log232          1.5    0.5    1.2        0.14    0.26   10.02    0.16       0.27
//	Log10           1.8    >99    1.0        0.33    0.85    6.60    0.40       0.95
//	Log1032         1.1    0.5    2.2        0.18    0.35    7.17    0.15       0.30
//	Log1p           1.2    0.7    1.5        0.63    1.38    9.99    0.48       1.33
//	Log1p32         1.2    0.5    1.4        0.31    0.52   10.34    0.23       0.39
//	Sin             1.2    >99    2.9        0.59    1.06    5.64    0.44       0.61
//	Sin32           1.4    0.5    1.7        0.21    0.47   12.87    0.18       0.24
//	Cos             1.2    >99    3.4        0.60    1.15    9.70    0.56       0.96
//	Cos32           1.4    0.5    1.7        0.21    0.44   16.03    0.18       0.25
//	Tan             1.7    >99    3.0        1.07    1.82    9.25    0.68       0.85
//	Tan32           1.9    0.5    2.7        0.21    0.45   14.01    0.21       0.42
//	Asin            1.2    5.3    2.3        0.49    1.09    7.34    0.58       1.09
//	Asin32          1.3    0.5    2.8        0.20    0.36   16.63    0.24       0.31
//	Acos            1.2    >99    1.6        0.47    0.97   11.50    0.70       1.22
//	Acos32          1.3    0.5    1.8        0.16    0.30    8.28    0.23       0.37
//	Atan            1.4    1.1    1.3        0.76    1.53    4.93    0.56       0.91
//	Atan32          1.6    0.5    1.4        0.18    0.38    9.37    0.21       0.33
//	Sinh            1.3    2.9    1.7        0.61    1.30   11.10    0.91       1.02
//	Sinh32          1.5    0.5    1.2        0.29    0.57   24.45    0.27       0.40
//	Cosh            1.2    1.7    1.9        0.59    1.14    7.83    0.45       1.04
//	Cosh32          1.4    0.5    2.2        0.26    0.48    8.25    0.20       0.30
//	Tanh            0.9    1.4    1.2        0.75    1.52    8.88    0.90       1.76
//	Tanh32          1.1    0.5    1.4        0.18    0.33   17.65    0.20       0.54
//	Asinh           1.2    1.3    1.0        0.92    2.03   14.11    1.13       4.02
//	Asinh32         0.6    0.5    0.6        0.71    1.64   25.79    0.41       1.30
//	Acosh           1.4    1.2    0.6        0.84    1.86   11.91    1.24       3.79
//	Acosh32         0.6    0.5    0.7        0.63    1.47   13.07    0.56       0.93
//	Atanh           1.2    1.5    1.2        0.92    2.08   12.45    0.68       3.38
//	Atanh32         0.6    0.5    1.5        0.65    1.44   20.61    0.27       0.83
//	Cbrt            0.6    0.7    1.8        0.60    1.22    8.20    0.43       1.29
//	Cbrt32          0.7    0.5    1.9        0.27    0.48   33.55    0.15       0.82
//	Sqrt            0.5    0.5    0.5        0.24    0.48    1.82    0.24       0.45
//	Sqrt32          0.5    0.5    >99        0.08    0.15    5.58    0.04       0.06
//	Erf             1.3    0.9    1.8        0.47    1.77   18.95    0.86       0.92
//	Erf32           1.3    0.5    4.0        0.18    0.34   20.17    0.37       0.38
//	Erfc            1.9    2.9    1.4        1.14    3.03   19.85    1.09       1.26
//	Erfc32          1.6    0.5    1.4        0.49    0.96   20.76    0.71       0.51
//	Erfinv          1.3      -      -        1.36    4.24    8.91       -          -
//	Erfinv32        0.6      -      -        1.48    4.46   12.64       -          -
//	Erfcinv         1.3      -      -        1.30    4.08    8.66       -          -
//	Erfcinv32       0.6      -      -        1.45    4.49   13.90       -          -
//	Gamma           1.6   63.6    4.2        3.62    7.30   47.46   67.32      65.61
//	Gamma32         0.6    0.5    5.1        3.77    7.60   65.49   22.79      22.95
//	Round             0      0      0        0.09    0.18    1.57    0.06       0.13
//	Round32           0      0      0        0.04    0.09    4.10    0.03       0.04
//	Logb              0      0      0        0.17    0.33    1.76    1.22       1.83
//	Logb32            0      0      0        0.09    0.17    1.75    1.23       1.47
//	Pow             1.1    >99    1.0        1.22    2.71   52.81    2.12       4.89
//	Pow32           0.6    0.5    0.7        0.81    1.66   70.96    1.20       2.58
//	Atan2           1.8    >99    1.9        0.82    1.82    8.29    0.74       1.34
//	Atan232         1.7    0.5    2.6        0.39    0.63   18.09    0.44       0.59
//	Hypot             1    1.7    1.1        0.28    0.49    3.32    0.29       0.62
//	Hypot32         0.6    0.5    1.1        0.28    0.49   14.25    0.15       0.22
//	Mod               0      0      0        0.32    0.46  108.02    7.93       7.61
//	Mod32             0      0      0        0.50    0.60  110.24    7.62       7.58
//	Remainder         0      0      0        0.51    0.86  114.63    8.20       8.21
//	Remainder32       0      0      0        0.73    1.03  115.99    8.22       8.42
//	Sincos          1.2    >99    2.9        0.61    1.24    6.98    0.40       0.66
//	Sincos32        1.4    0.5    1.7        0.25    0.59   23.91    0.18       0.24
//	Lgamma          1.9    >99    2.1        4.04    9.27   12.47    7.44       7.01
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

package ddfn

import "math"

var twoOverSqrtPi = Of(2).Div(Pi.Sqrt())

// Erf returns the error function (Abramowitz and Stegun 7.1.6).
func Erf(x float64) D {
	if math.Abs(x) > 6.2 {
		return Of(math.Copysign(1, x))
	}
	x2 := Of(x).Mul(Of(x))
	term, sum := Of(x), Of(x)
	two := x2.Scale(1)
	for n := 3.0; math.Abs(term.Hi) > 0x1p-110*math.Abs(sum.Hi); n += 2 {
		term = term.Mul(two).Div(Of(n))
		sum = sum.Add(term)
	}
	return sum.Mul(Exp(x2.Neg())).Mul(twoOverSqrtPi)
}

// ErfcScaled returns y and n with erfc x = y 2**n.
func ErfcScaled(x float64) (y D, n int) {
	if x < 2.2 {
		return Of(1).Sub(Erf(x)), 0
	}
	// Abramowitz and Stegun 7.1.14, evaluated from the far end.
	terms := 20 + int(700/(x*x))
	f := Of(x)
	for k := terms; k >= 1; k-- {
		f = Of(x).Add(Of(float64(k) / 2).Div(f))
	}
	e, n := ExpScaled(Of(x).Mul(Of(x)).Neg())
	return e.Div(f).Mul(twoOverSqrtPi).Scale(-1), n
}

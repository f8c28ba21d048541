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

// Erfinv returns the inverse of Erf: a step of Newton's method from float64's.
func Erfinv(x float64) D {
	if math.Abs(x) > 0.5 {
		y := Erfcinv(1 - math.Abs(x)) // exact
		if x < 0 {
			return y.Neg()
		}
		return y
	}
	y := math.Erfinv(x)
	slope := twoOverSqrtPi.Mul(Exp(Of(y).Mul(Of(y)).Neg()))
	return Of(y).Sub(Erf(y).Sub(Of(x)).Div(slope))
}

// Erfcinv returns the inverse of Erfc.
func Erfcinv(x float64) D {
	y := math.Erfcinv(x)
	if x < 1e-16 { // math.Erfcinv takes 1 - x
		y = math.Sqrt(-math.Log(x))
		for range 40 {
			c, n := ErfcScaled(y)
			y -= (math.Log(x) - math.Log(c.Hi) - float64(n)*math.Ln2) / (2*y + 1/y)
		}
	}
	for range 6 {
		c, n := ErfcScaled(y)
		e, k := ExpScaled(Of(y).Mul(Of(y)).Neg())
		slope := twoOverSqrtPi.Mul(e).Scale(k - n)
		f, m := math.Frexp(x)
		d := c.Sub(Of(f).Scale(m - n)).Div(slope)
		next := Of(y).Add(d)
		if math.Abs(d.Hi) < 1e-12*math.Abs(y) {
			// What Newton's method neglects: half the square times the second derivative.
			return next.Add(Of(y * d.Hi * d.Hi))
		}
		y = next.Hi
	}
	return Of(y)
}

package ddfn

import "math"

// Sinh returns the hyperbolic sine of x as y 2**n.
func Sinh(x D) (y D, n int) {
	if x.Hi < 0 {
		y, n = Sinh(x.Neg())
		return y.Neg(), n
	}
	if x.Hi > 50 {
		y, n = ExpScaled(x)
		return y, n - 1
	}
	e := Expm1(x)
	return e.Add(e.Div(e.Add(Of(1)))).Scale(-1), 0
}

// Cosh returns the hyperbolic cosine of x as y 2**n.
func Cosh(x D) (y D, n int) {
	if x.Hi < 0 {
		x = x.Neg()
	}
	if x.Hi > 50 {
		y, n = ExpScaled(x)
		return y, n - 1
	}
	e := Exp(x)
	return e.Add(Of(1).Div(e)).Scale(-1), 0
}

// Asinh returns the inverse hyperbolic sine.
func Asinh(x float64) D {
	a := math.Abs(x)
	var y D
	if a > 0x1p60 {
		y = Log(Of(a)).Add(Ln2)
	} else {
		x2 := Of(a).Mul(Of(a))
		s := x2.Add(Of(1)).Sqrt()
		y = Log1p(Of(a).Add(x2.Div(s.Add(Of(1)))))
	}
	if x < 0 {
		return y.Neg()
	}
	return y
}

// Acosh returns the inverse hyperbolic cosine of x > 1.
func Acosh(x float64) D {
	if x > 0x1p60 {
		return Log(Of(x)).Add(Ln2)
	}
	t := Of(x).Sub(Of(1))
	return Log1p(t.Add(t.Mul(t.Add(Of(2))).Sqrt()))
}

// Atanh returns the inverse hyperbolic tangent.
func Atanh(x float64) D {
	if x < 0 {
		return Atanh(-x).Neg()
	}
	return Log1p(Of(2 * x).Div(Of(1).Sub(Of(x)))).Scale(-1)
}

// Cbrt returns the cube root of x as y 2**n: a step of Newton's method from float64's.
func Cbrt(x float64) (y D, n int) {
	f, e := math.Frexp(x)
	for e%3 != 0 {
		f /= 2
		e++
	}
	g := Of(math.Cbrt(f))
	g2 := g.Mul(g)
	return g.Sub(g2.Mul(g).Sub(Of(f)).Div(g2.Mul(Of(3)))), e / 3
}

// Hypot returns sqrt(x²+y²) as r 2**n.
func Hypot(x, y float64) (r D, n int) {
	_, e := math.Frexp(max(math.Abs(x), math.Abs(y)))
	p, q := Of(math.Ldexp(x, -e)), Of(math.Ldexp(y, -e))
	return p.Mul(p).Add(q.Mul(q)).Sqrt(), e
}

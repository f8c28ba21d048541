package ddfn

import "math"

// SinCos returns the sine and cosine of x, |x| < 2**40.
func SinCos(x D) (sin, cos D) {
	k := math.RoundToEven(x.Hi / (Pi.Hi / 2))
	r := x
	for _, p := range [3]float64{Pi.Hi / 2, Pi.Lo / 2, piThird / 2} {
		hi := float64(k * p)
		r = r.Sub(D{hi, math.FMA(k, p, -hi)})
	}
	r2 := r.Mul(r).Neg()
	s, c := Of(1), Of(1)
	for n := 30; n >= 2; n -= 2 {
		s = Of(1).Add(s.Mul(r2).Mul(inverse[n]).Mul(inverse[n+1]))
		c = Of(1).Add(c.Mul(r2).Mul(inverse[n]).Mul(inverse[n-1]))
	}
	s = s.Mul(r)
	switch int64(k) & 3 {
	case 1:
		return c, s.Neg()
	case 2:
		return s.Neg(), c.Neg()
	case 3:
		return c.Neg(), s
	}
	return s, c
}

// Tan returns the tangent of x, |x| < 2**40.
func Tan(x D) D {
	s, c := SinCos(x)
	return s.Div(c)
}

// Atan returns the arctangent: a float64 approximation a, and what the tangent of
// the difference says: atan x = a + atan((x - tan a)/(1 + x tan a)).
func Atan(x D) D {
	a := math.Atan(x.Hi)
	if math.Abs(x.Hi) < 1e-12 {
		return x.Sub(x.Mul(x).Mul(x).Mul(inverse[3]))
	}
	s, c := SinCos(Of(a))
	d := x.Mul(c).Sub(s).Div(c.Add(x.Mul(s)))
	return Of(a).Add(d)
}

// Asin returns the arcsine for |x| < 1.
func Asin(x float64) D {
	return Atan(Of(x).Div(Of(1).Sub(Of(x)).Mul(Of(1).Add(Of(x))).Sqrt()))
}

// Acos returns the arccosine for |x| < 1.
func Acos(x float64) D {
	return Atan(Of(1).Sub(Of(x)).Div(Of(1).Add(Of(x))).Sqrt()).Scale(1)
}

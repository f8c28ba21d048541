package ddfn

import "math"

// bernoulli holds B(2), B(4), ...
var bernoulli = [...]D{
	ratio(1, 6), ratio(-1, 30), ratio(1, 42), ratio(-1, 30), ratio(5, 66), ratio(-691, 2730), ratio(7, 6), ratio(-3617, 510),
	ratio(43867, 798), ratio(-174611, 330), ratio(854513, 138), ratio(-236364091, 2730),
}

func ratio(p, q float64) D { return Of(p).Div(Of(q)) }

var halfLog2Pi = Log(Pi.Scale(1)).Scale(-1)

// lgamma returns log(Γ(x)) for x > 0 by Stirling's series, less the logarithm of a product.
func lgamma(x D) (y, product D) {
	product = Of(1)
	for x.Hi < 45 {
		product = product.Mul(x)
		x = x.Add(Of(1))
	}
	y = x.Sub(Of(0.5)).Mul(Log(x)).Sub(x).Add(halfLog2Pi)
	inv := Of(1).Div(x)
	inv2 := inv.Mul(inv)
	for i, b := range bernoulli {
		n := float64(2 * (i + 1))
		y = y.Add(b.Mul(inv).Div(Of(n * (n - 1))))
		inv = inv.Mul(inv2)
	}
	return y, product
}

// Gamma returns Γ(x) as y 2**n.
func Gamma(x float64) (y D, n int) {
	if x > 0 {
		l, p := lgamma(Of(x))
		y, n = ExpScaled(l)
		return y.Div(p), n
	}
	// π/(sin(πx) Γ(1-x))
	l, p := lgamma(Of(1).Sub(Of(x)))
	k := math.RoundToEven(x)
	s, _ := SinCos(Pi.Mul(Of(x - k)))
	if math.Mod(k, 2) != 0 {
		s = s.Neg()
	}
	y, n = ExpScaled(l.Neg())
	return y.Mul(p).Mul(Pi).Div(s), n
}

// Lgamma returns log(|Γ(x)|).
func Lgamma(x float64) D {
	if x > 0 {
		l, p := lgamma(Of(x))
		return l.Sub(Log(p))
	}
	y, n := Gamma(x)
	if y.Hi < 0 {
		y = y.Neg()
	}
	return Log(y).Add(mulLn2(n))
}

// Package ddfn computes elementary functions in double-double arithmetic, good to about
// 95 bits: fast enough to judge millions of results of package vmath. Its own tests hold
// it against multiple precision.
package ddfn

import "math"

// A D is the unevaluated sum Hi + Lo, |Lo| <= ulp(Hi)/2.
type D struct{ Hi, Lo float64 }

// Of returns x as a D.
func Of(x float64) D { return D{x, 0} }

// twoSum returns a+b and its rounding error (Knuth).
func twoSum(a, b float64) D {
	s := a + b
	t := s - a
	return D{s, (a - (s - t)) + (b - t)}
}

func fastTwoSum(a, b float64) D {
	s := a + b
	return D{s, b - (s - a)}
}

// Add returns a + b.
func (a D) Add(b D) D {
	s := twoSum(a.Hi, b.Hi)
	t := twoSum(a.Lo, b.Lo)
	s = fastTwoSum(s.Hi, s.Lo+t.Hi)
	return fastTwoSum(s.Hi, s.Lo+t.Lo)
}

// Sub returns a - b.
func (a D) Sub(b D) D { return a.Add(D{-b.Hi, -b.Lo}) }

// Mul returns a b.
func (a D) Mul(b D) D {
	p := float64(a.Hi * b.Hi)
	e := math.FMA(a.Hi, b.Hi, -p)
	e = math.FMA(a.Hi, b.Lo, math.FMA(a.Lo, b.Hi, e))
	return fastTwoSum(p, e)
}

// Div returns a / b.
func (a D) Div(b D) D {
	q := a.Hi / b.Hi
	r := a.Sub(b.Mul(Of(q)))
	q2 := r.Hi / b.Hi
	r = r.Sub(b.Mul(Of(q2)))
	return fastTwoSum(q, q2).Add(Of(r.Hi / b.Hi))
}

// Neg returns -a.
func (a D) Neg() D { return D{-a.Hi, -a.Lo} }

// Scale returns a 2**n.
func (a D) Scale(n int) D { return D{math.Ldexp(a.Hi, n), math.Ldexp(a.Lo, n)} }

// Sqrt returns the square root of a.
func (a D) Sqrt() D {
	if a.Hi == 0 {
		return a
	}
	s := math.Sqrt(a.Hi)
	r := a.Sub(Of(s).Mul(Of(s)))
	return fastTwoSum(s, r.Hi/(2*s))
}

// Constants, each as a sum of two float64 (Pi and Ln2 also have a third part, for reductions).
var (
	Ln2  = D{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}
	Pi   = D{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53}
	Ln10 = D{0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53}
)

const (
	ln2Third = 0x1.7b57a079a1934p-111
	piThird  = -0x1.f1976b7ed8fbcp-109
)

// inverse holds 1/n.
var inverse = func() (t [64]D) {
	for n := 1; n < len(t); n++ {
		t[n] = Of(1).Div(Of(float64(n)))
	}
	return t
}()

// ExpScaled returns y and n with e**x = y 2**n, y near 1.
func ExpScaled(x D) (y D, n int) {
	k := math.Round(x.Hi / Ln2.Hi)
	r := x.Sub(Of(k).Mul(Of(Ln2.Hi))).Sub(Of(k).Mul(Of(Ln2.Lo))).Sub(Of(k * ln2Third))
	e := expm1Small(r)
	return Of(1).Add(e), int(k)
}

// expm1Small returns e**r - 1 for |r| < 0.4.
func expm1Small(r D) D {
	const halvings = 5
	r = r.Scale(-halvings)
	s := inverse[13]
	for n := 12; n >= 1; n-- { // 1/n (1 + r s)
		s = Of(1).Add(r.Mul(s)).Mul(inverse[n])
	}
	s = s.Mul(r)
	for range halvings {
		s = s.Mul(s).Add(s.Scale(1)) // (1+s)² - 1
	}
	return s
}

// Exp returns e**x where that is a normal number.
func Exp(x D) D {
	y, n := ExpScaled(x)
	return y.Scale(n)
}

// Expm1 returns e**x - 1.
func Expm1(x D) D {
	if math.Abs(x.Hi) < 0.3 {
		return expm1Small(x)
	}
	return Exp(x).Sub(Of(1))
}

// Log returns the natural logarithm of x > 0, x normal.
func Log(x D) D {
	f, e := math.Frexp(x.Hi)
	if f < math.Sqrt2/2 {
		e--
	}
	m := x.Scale(-e)
	d := m.Sub(Of(1))
	if math.Abs(d.Hi) < 0.01 {
		return atanhLog(d).Add(mulLn2(e))
	}
	y := Of(math.Log(m.Hi))
	for range 2 {
		ey := Exp(y)
		y = y.Add(m.Sub(ey).Scale(1).Div(m.Add(ey)))
	}
	return y.Add(mulLn2(e))
}

func mulLn2(e int) D {
	return Ln2.Mul(Of(float64(e))).Add(Of(float64(e) * ln2Third))
}

// atanhLog returns log(1+d) = 2 atanh(d/(2+d)) for small d.
func atanhLog(d D) D {
	s := d.Div(d.Add(Of(2)))
	s2 := s.Mul(s)
	p := inverse[23]
	for n := 21; n >= 1; n -= 2 {
		p = p.Mul(s2).Add(inverse[n])
	}
	return p.Mul(s).Scale(1)
}

// Log1p returns log(1+x).
func Log1p(x D) D {
	if math.Abs(x.Hi) < 0.009 {
		return atanhLog(x)
	}
	return Log(x.Add(Of(1)))
}

// Tanh returns the hyperbolic tangent.
func Tanh(x D) D {
	if x.Hi > 40 {
		return Of(1)
	}
	if x.Hi < -40 {
		return Of(-1)
	}
	e := Expm1(x.Scale(1))
	return e.Div(e.Add(Of(2)))
}

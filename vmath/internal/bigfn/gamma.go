package bigfn

import "math/big"

// bernoulli returns B(2), B(4), ..., B(2n), by their recurrence.
func bernoulli(n int) []*big.Rat {
	b := []*big.Rat{big.NewRat(1, 1), big.NewRat(-1, 2)}
	for m := int64(2); m <= int64(2*n); m++ {
		s := new(big.Rat)
		c := big.NewInt(1) // binomial(m+1, k)
		for k := range m {
			s.Add(s, new(big.Rat).Mul(b[k], new(big.Rat).SetInt(c)))
			c.Mul(c, big.NewInt(m+1-k))
			c.Quo(c, big.NewInt(k+1))
		}
		b = append(b, s.Quo(s.Neg(s), big.NewRat(m+1, 1)))
	}
	var even []*big.Rat
	for k := 2; k <= 2*n; k += 2 {
		even = append(even, b[k])
	}
	return even
}

var bernoulliCache = bernoulli(60)

// Bernoulli returns the numbers B(2), B(4), ...
func Bernoulli() []*big.Rat { return bernoulliCache[:30] }

// Lgamma returns the logarithm of the gamma function of x > 0: Stirling's series where it is good to the precision
// asked for, which must not exceed 400 bits, and the recurrence below.
func Lgamma(prec uint, x *big.Float) *big.Float {
	p := prec + guard + 32
	z := num(p).Set(x)
	product := New(p, 1)
	for limit := New(p, 60); z.Cmp(limit) < 0; z.Add(z, New(p, 1)) {
		product.Mul(product, z)
	}
	y := LgammaTail(p, z)
	l := Log(p, z)
	y.Add(y, num(p).Mul(num(p).Sub(z, New(p, 0.5)), l))
	y.Sub(y, z)
	twoPi := Pi(p)
	h := Log(p, twoPi.Add(twoPi, twoPi))
	y.Add(y, h.SetMantExp(h, -1))
	return y.Sub(y, Log(p, product)).SetPrec(prec)
}

// LgammaTail returns the sum of B(2n)/(2n (2n-1) x**(2n-1)), for x >= 60 if it is to be good to 400 bits.
func LgammaTail(prec uint, x *big.Float) *big.Float {
	p := prec
	inv := num(p).Quo(New(p, 1), x)
	inv2 := num(p).Mul(inv, inv)
	sum := New(p, 0)
	for i, b := range bernoulliCache {
		n := int64(2 * (i + 1))
		t := num(p).SetRat(b)
		t.Quo(t, num(p).SetInt64(n*(n-1)))
		t.Mul(t, inv)
		if sum.Sign() != 0 && tiny(t, sum, p) {
			break
		}
		sum.Add(sum, t)
		inv.Mul(inv, inv2)
	}
	return sum
}

// Gamma returns the gamma function of any x but 0 and the negative integers.
func Gamma(prec uint, x *big.Float) *big.Float {
	p := prec + guard
	if x.Sign() > 0 {
		return Exp(prec, Lgamma(p+16, x))
	}
	// π/(sin(πx) Γ(1-x))
	p += 1100 // for x next to an integer
	px := num(p).Mul(Pi(p), x)
	s := Sin(p, px)
	y := num(p).Sub(New(p, 1), x)
	s.Mul(s, Exp(prec+guard, Lgamma(prec+guard+16, y)))
	return num(prec+guard).Quo(Pi(p), s).SetPrec(prec)
}

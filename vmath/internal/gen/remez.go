package main

import (
	"fmt"
	"math"
	"math/big"
)

// prec is the working precision in bits; the systems solved lose about 100 of them.
const prec = 256

func bf(x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }
func nw() *big.Float          { return new(big.Float).SetPrec(prec) }

func add(a, b *big.Float) *big.Float { return nw().Add(a, b) }
func sub(a, b *big.Float) *big.Float { return nw().Sub(a, b) }
func mul(a, b *big.Float) *big.Float { return nw().Mul(a, b) }
func quo(a, b *big.Float) *big.Float { return nw().Quo(a, b) }

func toF(x *big.Float) float64 { f, _ := x.Float64(); return f }

// A fit asks for the polynomial Σ c[i] x**powers[i] that minimises the maximum
// over [lo, hi] of |weight(x) (Σ c[i] x**powers[i] - f(x))|.
type fit struct {
	f, weight func(x *big.Float) *big.Float
	lo, hi    *big.Float
	powers    []int
	single    bool // round the coefficients to float32
	relative  bool // weight is 1/|f|
}

// grid holds the sampled problem: Chebyshev nodes, so that no endpoint (often a
// removable singularity) is ever evaluated.
type grid struct {
	x, f, w []*big.Float
	pow     [][]*big.Float // pow[i][j] = x[j]**powers[i]
}

func (p *fit) sample(powers []int) *grid {
	m := 48 * (len(powers) + 2)
	g := &grid{pow: make([][]*big.Float, len(powers))}
	mid, rad := add(p.lo, p.hi), sub(p.hi, p.lo)
	mid.SetMantExp(mid, -1)
	rad.SetMantExp(rad, -1)
	for j := range m {
		t := -math.Cos((float64(j) + 0.5) * math.Pi / float64(m))
		x := add(mid, mul(rad, bf(t)))
		g.x = append(g.x, x)
		y := p.f(x)
		g.f = append(g.f, y)
		if p.relative {
			g.w = append(g.w, quo(bf(1), nw().Abs(y)))
		} else {
			g.w = append(g.w, p.weight(x))
		}
		for i, n := range powers {
			g.pow[i] = append(g.pow[i], ipow(x, n))
		}
	}
	return g
}

func ipow(x *big.Float, n int) *big.Float {
	y := bf(1)
	for range n {
		y.Mul(y, x)
	}
	return y
}

// solve returns rounded coefficients and the weighted error of the polynomial they make.
// The better of two ways: rounding them all at once, or one after the other, lowest power
// first, fitting the others anew after each so that they absorb its error. (The second one
// fails where the rounding error exceeds that of the fit, or where 0 lies inside the interval
// and the monomials left, all zero there, violate Haar's condition.)
func (p *fit) solve() (c []float64, maxErr float64) {
	g := p.sample(p.powers)
	free := make([]int, len(p.powers))
	for i := range free {
		free[i] = i
	}
	at := make([]float64, len(free))
	rest := append([]*big.Float(nil), g.f...)
	take := func(c []float64, i int, x *big.Float) {
		c[i] = toF(x)
		if p.single {
			f, _ := x.Float32()
			c[i] = float64(f)
		}
		for j := range rest {
			rest[j] = sub(rest[j], mul(bf(c[i]), g.pow[i][j]))
		}
	}
	best := g.remez(rest, free)
	for i := range free {
		take(at, i, best[i])
	}
	atErr := g.worst(rest)
	if p.lo.Sign() < 0 && p.hi.Sign() > 0 {
		return at, atErr
	}
	one := make([]float64, len(free))
	rest = append(rest[:0], g.f...)
	for i := range free {
		take(one, i, g.remez(rest, free[i:])[0])
	}
	if oneErr := g.worst(rest); oneErr < atErr {
		return one, oneErr
	}
	return at, atErr
}

// worst returns the greatest weighted value of rest.
func (g *grid) worst(rest []*big.Float) (most float64) {
	for j, r := range rest {
		most = max(most, math.Abs(toF(mul(r, g.w[j]))))
	}
	return most
}

// remez is the exchange algorithm (Remez 1934; Cheney, Introduction to Approximation
// Theory, ch. 3) on the grid, for the monomials numbered by free.
func (g *grid) remez(f []*big.Float, free []int) []*big.Float {
	n, m := len(free), len(g.x)
	ref := make([]int, n+1)
	for i := range ref {
		ref[i] = i * (m - 1) / n // the grid is Chebyshev-distributed already
	}
	var best []*big.Float
	least := math.Inf(1)
	for range 25 {
		c, level := g.level(f, free, ref)
		e := make([]float64, m)
		peak := 0.0
		for j := range e {
			r := nw().Neg(f[j])
			for i, k := range free {
				r.Add(r, mul(c[i], g.pow[k][j]))
			}
			e[j] = toF(mul(r, g.w[j]))
			peak = max(peak, math.Abs(e[j]))
		}
		if peak < least {
			best, least = c, peak
		}
		ref = alternation(e, n+1)
		if ref == nil || peak <= level*1.001 {
			break
		}
	}
	return best
}

// level solves Σ c[i] x**p(i) + (-1)**k E/w(x) = f(x) at the n+1 reference points.
func (g *grid) level(f []*big.Float, free, ref []int) (c []*big.Float, level float64) {
	n := len(free)
	a := make([][]*big.Float, n+1)
	for k, j := range ref {
		row := make([]*big.Float, n+2)
		for i, p := range free {
			row[i] = nw().Set(g.pow[p][j])
		}
		row[n] = quo(bf(1-2*float64(k&1)), g.w[j])
		row[n+1] = nw().Set(f[j])
		a[k] = row
	}
	x := gauss(a)
	return x[:n], math.Abs(toF(x[n]))
}

// gauss solves the system of augmented rows by elimination with partial pivoting.
func gauss(a [][]*big.Float) []*big.Float {
	n := len(a)
	for i := range n {
		piv := i
		for r := i + 1; r < n; r++ {
			if nw().Abs(a[r][i]).Cmp(nw().Abs(a[piv][i])) > 0 {
				piv = r
			}
		}
		a[i], a[piv] = a[piv], a[i]
		if a[i][i].Sign() == 0 {
			panic(fmt.Sprint("singular system, size ", n))
		}
		for r := i + 1; r < n; r++ {
			q := quo(a[r][i], a[i][i])
			for col := i; col <= n; col++ {
				a[r][col].Sub(a[r][col], mul(q, a[i][col]))
			}
		}
	}
	x := make([]*big.Float, n)
	for i := n - 1; i >= 0; i-- {
		s := a[i][n]
		for col := i + 1; col < n; col++ {
			s.Sub(s, mul(a[i][col], x[col]))
		}
		x[i] = quo(s, a[i][i])
	}
	return x
}

// alternation picks n extrema of e with alternating signs, the largest it can; nil if there are fewer.
func alternation(e []float64, n int) []int {
	var ext []int
	for j := range e {
		if e[j] == 0 {
			continue
		}
		if len(ext) > 0 && (e[ext[len(ext)-1]] > 0) == (e[j] > 0) {
			if math.Abs(e[j]) > math.Abs(e[ext[len(ext)-1]]) {
				ext[len(ext)-1] = j
			}
			continue
		}
		ext = append(ext, j)
	}
	for len(ext) > n {
		if math.Abs(e[ext[0]]) < math.Abs(e[ext[len(ext)-1]]) {
			ext = ext[1:]
		} else {
			ext = ext[:len(ext)-1]
		}
	}
	if len(ext) < n {
		return nil
	}
	return ext
}

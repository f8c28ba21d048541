package main

import (
	"fmt"
	"math"
	"math/big"
)

// erfScale and erfShift map [0, erfEnd] to y in [1.125, 2.25], whose top mantissa
// bits number eight intervals: seven of one width and a last one of twice that.
const (
	erfMax   = 5.9375
	erfEnd   = 5.94 // just beyond, so that erfMax itself falls in the last interval
	erfScale = 1.125 / erfEnd
	erfShift = 1.125
	erfDeg   = 14
)

// pieces is a piecewise polynomial: coefficient tables by degree.
type pieces struct {
	centre []float64
	coef   [][]float64 // coef[degree][interval]
	err    float64
}

func genErf(f *file) {
	q := pieces{centre: make([]float64, 8), coef: make([][]float64, erfDeg+1)}
	for d := range q.coef {
		q.coef[d] = make([]float64, 8)
	}
	lo := 0.0
	for y := erfShift; y < 2.25; {
		next := y + 0.125
		if y >= 2 {
			next = y + 0.25
		}
		hi := (next - erfShift) / erfScale
		i := math.Float64bits(y) >> 49 & 7
		q.erfPiece(int(i), lo, hi)
		y, lo = next, hi
	}
	f.constant("erf(x) is 1 to the last bit for x >= erfMax.", "erfMax", erfMax)
	f.constant("The intervals of erf are numbered by the top three mantissa bits of erfScale x + erfShift.", "erfScale", erfScale)
	f.constant("See erfScale.", "erfShift", erfShift)
	f.table("erfCentre holds the points that erf is expanded at.", "erfCentre", "float64", q.centre)
	for d, c := range q.coef {
		f.table(fmt.Sprintf("erfC%d holds the coefficients of t**%d; "+errText(q.err)+".", d, d), fmt.Sprintf("erfC%d", d), "float64", c)
	}
}

// erfPiece fits erf on [lo, hi]; the first piece has the form x P(x), so that it is
// good relative to small x too.
func (q *pieces) erfPiece(i int, lo, hi float64) {
	c := math.Float64frombits(math.Float64bits((lo+hi)/2) &^ (1<<40 - 1))
	p := fit{powers: seq(0, erfDeg)}
	p.f = func(t *big.Float) *big.Float { return erf(add(t, bf(c))) }
	p.weight = func(t *big.Float) *big.Float { return quo(bf(1), erf(add(t, bf(c)))) }
	if lo == 0 {
		c = 0
		p.powers = seq(0, erfDeg-1)
		p.f = func(t *big.Float) *big.Float { return quo(erf(t), t) }
		p.weight = func(t *big.Float) *big.Float { return quo(t, erf(t)) }
	}
	p.lo, p.hi = bf(lo-c), bf(hi-c)
	co, e := p.solve()
	if lo == 0 {
		co = append([]float64{0}, co...)
	}
	q.centre[i] = c
	q.err = max(q.err, e)
	for d, v := range co {
		q.coef[d][i] = v
	}
}

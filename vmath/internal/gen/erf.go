package main

import (
	"fmt"
	"math"
	"math/big"
	"sync"

	"github.com/hone-go/hone/vmath/internal/bigfn"
)

// erfScale and erfShift map [0, erfEnd] to y in [1.125, 2.25], whose top mantissa
// bits number eight intervals: seven of one width and a last one of twice that.
// Those of erfc are numbered by one mantissa bit of a y in [2, 32].
const (
	erfMax   = 5.9375
	erfEnd   = 5.94 // just beyond, so that erfMax itself falls in the last interval
	erfShift = 1.125
	erfScale = 1.125 / erfEnd
	erfDeg   = 14

	erfcMax   = 27.25
	erfcEnd   = 27.3
	erfcShift = 2
	erfcScale = 30 / erfcEnd
	erfcDeg   = 18
)

// pieces is a polynomial on each of eight intervals, numbered by the three bits of
// y = scale x + shift from bit on.
type pieces struct {
	name         string
	scale, shift float64
	bit          int
	f            func(*big.Float) *big.Float
	single       bool    // float32
	first        float64 // y where the intervals begin; 0: shift
	rough        bool    // f takes long to compute: centres of 2**-4 ulp will do
	odd          bool    // f(0) = 0: the first piece is x P(x), good relative to small x too
	unit         bool    // and given as x + x (P(x) - 1), which keeps the rounding errors of P small
	centre       []float64
	coef         [][]float64 // coef[degree][interval]
	mu           sync.Mutex
	err          float64
}

func genErf(f *file) {
	f.constant("erf(x) is 1 to the last bit for x >= erfMax.", "erfMax", erfMax)
	q := &pieces{name: "erf", scale: erfScale, shift: erfShift, bit: 49, f: erf, odd: true}
	q.fit(erfDeg)
	q.emit(f)

	f.constant("erfc(x) underflows to 0 for x >= erfcMax.", "erfcMax", erfcMax)
	q = &pieces{name: "erfc", scale: erfcScale, shift: erfcShift, bit: 51, f: erfcx}
	q.fit(erfcDeg)
	q.emit(f)
}

// genErfinv writes erfinv(x)/x, which serves erfcinv as well, as a function of w = -log(1-x²) up to erfinvFar, of which no
// polynomial in w converges from 2π on, and then of sqrt(w).
func genErfinv(f *file) {
	const far, end = 6.25, 27.4
	ratio := func(w *big.Float) *big.Float {
		return quo(bigfn.ErfinvTail(prec, w), sqrt(nw().Neg(expm1(nw().Neg(w)))))
	}
	f.constant("From here on erfinv(x)/x is a function of sqrt(w), not of w.", "erfinvFar", far)
	near := &pieces{name: "erfinvNear", scale: 1 / 6.26, shift: 1, bit: 49, f: ratio, rough: true}
	near.fit(10)
	near.emit(f)

	scale := 30 / (end - math.Sqrt(far))
	q := &pieces{name: "erfinv", scale: scale, shift: 2 - scale*math.Sqrt(far), first: 2, bit: 51, rough: true}
	q.f = func(t *big.Float) *big.Float { return ratio(mul(t, t)) }
	q.fit(16)
	q.emit(f)
}

func (q *pieces) fit(deg int) {
	const n = 8
	q.centre = make([]float64, n)
	q.coef = make([][]float64, deg+1)
	for d := range q.coef {
		q.coef[d] = make([]float64, n)
	}
	first := q.shift
	if q.first > 0 {
		first = q.first
	}
	b := math.Float64bits(first)
	lo := (first - q.shift) / q.scale
	var wg sync.WaitGroup
	for range n {
		next := (b>>q.bit + 1) << q.bit
		hi := (math.Float64frombits(next) - q.shift) / q.scale
		i, from := int(b>>q.bit)&(n-1), lo
		wg.Go(func() { q.piece(i, from, hi, deg) })
		b, lo = next, hi
	}
	wg.Wait()
}

func (q *pieces) piece(i int, lo, hi float64, deg int) {
	var c float64
	p := fit{powers: seq(0, deg), single: q.single}
	if lo == 0 && q.odd {
		p.powers = seq(0, deg-1)
		one := bf(0)
		if q.unit {
			one = bf(1)
		}
		p.f = func(t *big.Float) *big.Float { return sub(quo(q.f(t), t), one) }
		p.weight = func(t *big.Float) *big.Float { return quo(t, q.f(t)) }
	} else {
		c = q.accurate((lo + hi) / 2)
		p.f = func(t *big.Float) *big.Float { return q.f(add(t, bf(c))) }
		p.relative = true
	}
	p.lo, p.hi = bf(lo-c), bf(hi-c)
	co, e := p.solve()
	if len(p.powers) == deg {
		co = append([]float64{0}, co...)
	}
	q.centre[i] = c
	q.mu.Lock()
	defer q.mu.Unlock()
	q.err = max(q.err, e)

	for d, v := range co {
		q.coef[d][i] = v
	}
}

// accurate returns a point near x, of few bits, where f comes within 2**-9 ulp of a
// machine number, so that rounding f there costs next to nothing (Gal and Bachelis; see newLogTable).
func (q *pieces) accurate(x float64) float64 {
	step, near := 0x1p-30, 0x1p-62
	if q.rough {
		near = 0x1p-57
	}
	if q.single {
		step, near = 0x1p-14, 0x1p-33
	}
	for c := math.Round(x/step) * step; ; c += step {
		v := toF(q.f(bf(c)))
		if q.single && math.Abs(v-float64(float32(v))) < v*near {
			return c
		}
		if !q.single && math.Abs(toF(sub(q.f(bf(c)), bf(v)))) < v*near {
			return c
		}
	}
}

func (q *pieces) typ() string {
	if q.single {
		return "float32"
	}
	return "float64"
}

func (q *pieces) emit(f *file) {
	if q.unit {
		first := (math.Float64bits(q.shift)>>q.bit + 1) << q.bit
		f.constant(fmt.Sprintf("In the first interval of %[1]s, where %[1]sScale |x| + %[1]sShift is less than %[1]sFirst, the coefficient of degree 1 is to be increased by 1.", q.name),
			q.name+"First", math.Float64frombits(first))
	}
	f.constant(fmt.Sprintf("The intervals of %s are numbered by three bits of %sScale |x| + %sShift.", q.name, q.name, q.name), q.name+"Scale", q.scale)
	f.constant("See "+q.name+"Scale.", q.name+"Shift", q.shift)
	f.table(q.name+"Centre holds the points of the expansions.", q.name+"Centre", q.typ(), q.centre)
	for d, c := range q.coef {
		name := fmt.Sprintf("%sC%d", q.name, d)
		f.table(fmt.Sprintf("%s holds the coefficients of degree %d (all together: %s).", name, d, errText(q.err)), name, q.typ(), c)
	}
}

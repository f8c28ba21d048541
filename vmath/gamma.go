package vmath

import "math"

// The gamma function is Stirling's formula beyond 8. Below, Γ(a) = Γ(a+8)/(a(a+1)...(a+7)), and for negative x
// Γ(x) = -π/(a sin(πa) Γ(a)) with a = -x. Everything is in two parts, so that the roundings add up to little more
// than that of the result.

const stirlingMin = 8

// stirling returns the logarithm of Γ(z+zl) to base 2 as a sum, for z >= 8 and |zl| below an ulp of z.
func stirling(z, zl float64) (hi, lo float64) {
	h, l := powLog2(z, expBias)
	m := z - 0.5
	p := float64(m * h)
	pl := math.FMA(m, h, -p) + float64(m*l)
	q := float64(z * log2e)
	ql := math.FMA(z, log2e, -q) + float64(z*log2eLo)
	s := p - q
	sl := p - s - q
	hi = s + stirlingC
	sl += s - hi + stirlingC
	i := 1 / z
	w := float64(i * i)
	t := math.FMA(stirlingC6, w, stirlingC5)
	t = math.FMA(t, w, stirlingC4)
	t = math.FMA(t, w, stirlingC3)
	t = math.FMA(t, w, stirlingC2)
	t = math.FMA(t, w, stirlingC1)
	t = math.FMA(t, w, stirlingC0)
	// The derivative is about log2(z) - log2(e) (1/(2z) + 1/(12z²)).
	d := h - math.FMA(i, log2e/12, log2e/2)*i
	lo = math.FMA(t, i, math.FMA(zl, d, stirlingCLow)) + (sl + (pl - ql))
	s = hi + lo
	return s, lo - (s - hi)
}

// gammaParts returns e and r with Γ(x) = 2**(±e) r, where the sign is that of x, each as a sum, for |x| <= most.
func gammaParts(x, most float64) (e, el, r, rl float64) {
	a := math.Abs(x)
	z, zl := a, 0.0
	if z > most {
		z = most
	}
	small := a < stirlingMin
	if small {
		z = a + 8
		zl = 8 - z + a
	}
	e, el = stirling(z, zl)

	// The product of a+1 to a+7: v = a(a+7), v+6 = (a+1)(a+6), v+10 = (a+2)(a+5), v+12 = (a+3)(a+4).
	t, tl := z-1, zl
	v := float64(a * t)
	vl := math.FMA(a, t, -v) + float64(a*tl)
	p, pl := timesSum(t, tl, v, vl, 6)
	p, pl = timesSum(p, pl, v, vl, 10)
	p, pl = timesSum(p, pl, v, vl, 12)
	if !small {
		p, pl = 1, 0
	}

	n, nl, d, dl := 1.0, 0.0, p, pl
	if small {
		d = float64(a * p)
		dl = math.FMA(a, p, -d) + float64(a*pl)
	}
	if x < 0 {
		d, dl = sinPi(a)
		n = float64(pi1 * p)
		nl = math.FMA(pi1, p, -n) + math.FMA(pi1, pl, float64(pi2*p))
		if !small {
			n = float64(pi1 / a)
			nl = (math.FMA(-n, a, pi1) + pi2) / a
		}
		d, dl = -d, -dl
	}
	i := 1 / d
	q := float64(n * i)
	ql := (math.FMA(-q, d, n) + math.FMA(-q, dl, nl)) * i
	r = q + ql
	return e, el, r, q - r + ql
}

// timesSum returns (p+pl)(v+vl+c).
func timesSum(p, pl, v, vl, c float64) (hi, lo float64) {
	s, sl := twoSum(v, c)
	sl += vl
	hi = float64(p * s)
	return hi, math.FMA(p, s, -hi) + math.FMA(p, sl, float64(pl*s))
}

// sinPi returns sin(πa) for a >= 0 as a sum.
func sinPi(a float64) (hi, lo float64) {
	k := math.RoundToEven(a + a)
	f := math.FMA(k, -0.5, a)
	r := float64(f * pi1)
	e := math.FMA(f, pi1, -r) + float64(f*pi2)
	u, v := sinCos(r, e)
	s, c := r+u, 1+v
	hi, lo = s, r-s+u
	h := math.Float64bits(k - 4*math.Floor(k*0.25) + magic)
	if h&1 != 0 {
		hi, lo = c, 1-c+v
	}
	if h&2 != 0 {
		hi, lo = -hi, -lo
	}
	return hi, lo
}

// Gamma returns the gamma function of x, with an error of at most 1.6 ulp.
func Gamma(x float64) float64 {
	e, el, r, rl := gammaParts(x, 200)
	if x < 0 {
		e, el = -e, -el
	}
	// 2**(e+el) = 2**n (1 + w)
	n := e + magic
	d := e - (n - magic)
	f := d + el
	el += d - f
	g := float64(f * ln2Hi)
	gl := math.FMA(f, ln2Hi, -g) + math.FMA(f, ln2Lo, float64(el*ln2Hi))
	z := float64(g * g)
	w := g + math.FMA(z, expm1Core(g, z), gl)
	k := int64(math.Float64bits(n) - magicBits)
	y := (r + math.FMA(r, w, rl)) * pow2(k>>1) * pow2(k-k>>1)
	if math.Abs(x) < 0x1p-60 {
		y = 1 / x
	}
	if x < 0 && math.Trunc(x) == x || x != x {
		y = nan()
	}
	return y
}

// Lgamma returns the logarithm of |Γ(x)| and the sign of Γ(x), with an error of at most 1.9 ulp; for negative x,
// next to where the logarithm is 0, of at most 2**-52.
func Lgamma(x float64) (lgamma float64, sign int) {
	a := math.Abs(x)
	e, el, r, rl := gammaParts(x, 0x1p100)
	if x < 0 {
		e, el = -e, -el
	}
	sign = 1
	if r < 0 || x < 0 && x > -0x1p-60 {
		sign = -1
	}
	i := 1 / r
	h, l := powLog2(math.Abs(r), expBias)
	s, sl := twoSum(e, h)
	sl += l + math.FMA(float64(rl*i), log2e, el)
	lgamma = math.FMA(s, ln2Hi, math.FMA(s, ln2Lo, float64(sl*ln2Hi)))

	d := x - 1
	if x > 1.5 {
		d = x - 2
	}
	if math.Abs(d) < 0x1p-5 {
		lgamma = lgammaNear(d, x > 1.5)
	}
	if !(a > 0x1p-60 && a < 0x1p100) {
		l := Log(a)
		lgamma = -l
		if a > 1 {
			lgamma = a * (l - 1)
		}
		if !(a < inf()) {
			lgamma = x
		}
	}
	if x < 0 && math.Trunc(x) == x && a < inf() {
		lgamma, sign = inf(), 1
	}
	return lgamma, sign
}

// lgammaNear returns log(Γ(1+d)), or log(Γ(2+d)) if two, for |d| < 2**-5: a Taylor series.
func lgammaNear(d float64, two bool) float64 {
	one := func(a, b float64) float64 {
		if two {
			return b
		}
		return a
	}
	p := math.FMA(one(lgammaOne11, lgammaTwo11), d, one(lgammaOne10, lgammaTwo10))
	p = math.FMA(p, d, one(lgammaOne9, lgammaTwo9))
	p = math.FMA(p, d, one(lgammaOne8, lgammaTwo8))
	p = math.FMA(p, d, one(lgammaOne7, lgammaTwo7))
	p = math.FMA(p, d, one(lgammaOne6, lgammaTwo6))
	p = math.FMA(p, d, one(lgammaOne5, lgammaTwo5))
	p = math.FMA(p, d, one(lgammaOne4, lgammaTwo4))
	p = math.FMA(p, d, one(lgammaOne3, lgammaTwo3))
	p = math.FMA(p, d, one(lgammaOne2, lgammaTwo2))
	return math.FMA(one(lgammaOne1, lgammaTwo1), d, float64(p*d*d))
}

// Gamma32 returns the gamma function of x, with an error of at most 0.6 ulp, computed in float64.
func Gamma32(x float32) float32 { return float32(Gamma(float64(x))) }

// Lgamma32 is Lgamma for float32.
func Lgamma32(x float32) (lgamma float32, sign int) {
	y, sign := Lgamma(float64(x))
	return float32(y), sign
}

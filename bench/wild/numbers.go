package main

import (
	"encoding/base32"
	"image/color"
	"math"
	"math/cmplx"
	"unicode/utf16"

	"github.com/hone-go/hone"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geo"
	"github.com/paulmach/orb/project"
	"golang.org/x/crypto/ripemd160"
	"golang.org/x/crypto/twofish"
	"golang.org/x/crypto/xtea"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate"
	"gonum.org/v1/gonum/interp"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/num/dual"
	"gonum.org/v1/gonum/optimize/functions"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Functions of a number, of text and of blocks that nobody had tried when they were chosen.

func distNormalCDF(out, x []float64) {
	d := distuv.Normal{Mu: 0.5, Sigma: 2}
	for i, v := range x {
		out[i] = d.CDF(v)
	}
}

func distNormalQuantile(out, x []float64) {
	d := distuv.Normal{Mu: 0.5, Sigma: 2}
	for i, v := range x {
		out[i] = d.Quantile(v)
	}
}

func gammaIncReg(out, x []float64) {
	for i, v := range x {
		out[i] = mathext.GammaIncReg(2.5, v)
	}
}

func regIncBeta(out, x []float64) {
	for i, v := range x {
		out[i] = mathext.RegIncBeta(2.5, 1.5, v)
	}
}

func mathGamma(out, x []float64) {
	for i, v := range x {
		out[i] = math.Gamma(v)
	}
}

func mathJ0(out, x []float64) {
	for i, v := range x {
		out[i] = math.J0(v)
	}
}

func complexSqrt(out, x []complex128) {
	for i, v := range x {
		out[i] = cmplx.Sqrt(v)
	}
}

func dualNumbers(out, x []dual.Number) {
	for i, v := range x {
		out[i] = dual.Mul(dual.Sin(v), dual.Exp(v))
	}
}

func rosenbrockGrad(g, x []float64) { functions.ExtendedRosenbrock{}.Grad(g, x) }

func piecewiseLinear(p *interp.PiecewiseLinear, out, x []float64) {
	for i, v := range x {
		out[i] = p.Predict(v)
	}
}

func dctTransform(d *fourier.DCT, dst, x []float64) []float64 { return d.Transform(dst, x) }

func xteaBlocks(c *xtea.Cipher, dst, src []byte) {
	for i := 0; i+8 <= len(src); i += 8 {
		c.Encrypt(dst[i:i+8], src[i:i+8])
	}
}

func twofishBlocks(c *twofish.Cipher, dst, src []byte) {
	for i := 0; i+16 <= len(src); i += 16 {
		c.Encrypt(dst[i:i+16], src[i:i+16])
	}
}

func ripemd(b []byte) []byte {
	h := ripemd160.New()
	h.Write(b)
	return h.Sum(nil)
}

func fixedProducts(out, a, b []fixed.Int26_6) {
	for i, v := range a {
		out[i] = v.Mul(b[i])
	}
}

func yCbCrToRGB(out, in [][3]uint8) {
	for i, v := range in {
		r, g, b := color.YCbCrToRGB(v[0], v[1], v[2])
		out[i] = [3]uint8{r, g, b}
	}
}

func base32Encode(e *base32.Encoding, dst, src []byte) { e.Encode(dst, src) }

func utf16Runes(s []uint16) []rune { return utf16.Decode(s) }

func geoBearings(out []float64, a, b []orb.Point) {
	for i, p := range a {
		out[i] = geo.Bearing(p, b[i])
	}
}

func toMercator(l orb.LineString) orb.LineString {
	return project.LineString(l, project.WGS84.ToMercator)
}

var (
	honedNormalCDF      = hone.Func(distNormalCDF)
	honedNormalQuantile = hone.Func(distNormalQuantile)
	honedGammaIncReg    = hone.Func(gammaIncReg)
	honedRegIncBeta     = hone.Func(regIncBeta)
	honedGamma          = hone.Func(mathGamma)
	honedJ0             = hone.Func(mathJ0)
	honedComplexSqrt    = hone.Func(complexSqrt)
	honedDual           = hone.Func(dualNumbers)
	honedRosenbrock     = hone.Func(rosenbrockGrad)
	honedPiecewise      = hone.Func(piecewiseLinear)
	honedDCT            = hone.Func(dctTransform)
	honedXTEA           = hone.Func(xteaBlocks)
	honedTwofish        = hone.Func(twofishBlocks)
	honedRipemd         = hone.Func(ripemd)
	honedFixed          = hone.Func(fixedProducts)
	honedToRGB          = hone.Func(yCbCrToRGB)
	honedBase32         = hone.Func(base32Encode)
	honedUTF16          = hone.Func(utf16Runes)
	honedBearings       = hone.Func(geoBearings)
	honedMercator       = hone.Func(toMercator)

	jensenShannon = hone.Func(stat.JensenShannon)
	kendall       = hone.Func(stat.Kendall)
	simpsons      = hone.Func(integrate.Simpsons)
	nearestIdx    = hone.Func(floats.NearestIdx)
)

// mapped is an entry of a function that gives a number for each of 20000 between two.
func mapped(name, module string, honed *hone.Fn[func(out, x []float64)], plain func(out, x []float64), lo, hi, tolerance float64) *entry {
	return &entry{name: name, module: module, honed: honed, tolerance: tolerance, open: func() instance {
		x, out := uniform(1, 20000, lo, hi), make([]float64, 20000)
		return instance{
			plain:   func() { plain(out, x) },
			honed:   func() { honed.Call(out, x) },
			results: func() []any { return []any{out} },
		}
	}}
}

// ofTwo is an entry of a function that gives a number for two slices.
func ofTwo(name string, honed *hone.Fn[func(x, y []float64) float64], plain func(x, y []float64) float64, tolerance float64) *entry {
	return &entry{name: name, module: gonumModule, honed: honed, tolerance: tolerance, open: func() instance {
		x, y := uniform(1, 20001, 0.01, 1), uniform(2, 20001, 0.01, 1)
		for i := range x {
			x[i] += 2 * float64(i)
		}
		var d float64
		return instance{
			plain:   func() { d = plain(x, y) },
			honed:   func() { d = honed.Call(x, y) },
			results: func() []any { return []any{d} },
		}
	}}
}

// inBlocks is an entry of a cipher that encrypts 8192 bytes.
func inBlocks[C any](name string, honed *hone.Fn[func(c *C, dst, src []byte)], plain func(c *C, dst, src []byte), key func(key []byte) (*C, error)) *entry {
	return &entry{name: name, module: xCryptoModule, honed: honed, open: func() instance {
		c, err := key(bytesOf(1, 16))
		if err != nil {
			panic(err)
		}
		src, dst := bytesOf(2, 8192), make([]byte, 8192)
		return instance{
			plain:   func() { plain(c, dst, src) },
			honed:   func() { honed.Call(c, dst, src) },
			results: func() []any { return []any{dst} },
		}
	}}
}

var ofNumbers = []*entry{
	mapped("gonum/stat/distuv Normal.CDF", gonumModule, honedNormalCDF, distNormalCDF, -5, 5, 1e-12),
	mapped("gonum/stat/distuv Normal.Quantile", gonumModule, honedNormalQuantile, distNormalQuantile, 0.001, 0.999, 1e-12),
	mapped("gonum/mathext GammaIncReg", gonumModule, honedGammaIncReg, gammaIncReg, 0.01, 9, 1e-10),
	mapped("gonum/mathext RegIncBeta", gonumModule, honedRegIncBeta, regIncBeta, 0.01, 0.99, 1e-10),
	mapped("math Gamma", "", honedGamma, mathGamma, 0.01, 20, 1e-12),
	mapped("math J0", "", honedJ0, mathJ0, 0.01, 20, 1e-10),
	ofTwo("gonum/stat JensenShannon", jensenShannon, stat.JensenShannon, 1e-12),
	ofTwo("gonum/integrate Simpsons", simpsons, integrate.Simpsons, 0),
	{name: "gonum/stat Kendall", module: gonumModule, honed: kendall, open: func() instance {
		x, y := normal(1, 600), normal(2, 600)
		var d float64
		return instance{
			plain:   func() { d = stat.Kendall(x, y, nil) },
			honed:   func() { d = kendall.Call(x, y, nil) },
			results: func() []any { return []any{d} },
		}
	}},
	{name: "gonum/floats NearestIdx", module: gonumModule, honed: nearestIdx, open: func() instance {
		x := normal(3, 20000)
		var k int
		return instance{
			plain:   func() { k = floats.NearestIdx(x, 0.3) },
			honed:   func() { k = nearestIdx.Call(x, 0.3) },
			results: func() []any { return []any{k} },
		}
	}},
	{name: "gonum/interp PiecewiseLinear.Predict", module: gonumModule, honed: honedPiecewise, tolerance: 1e-13, open: func() instance {
		knots, p := make([]float64, 100), &interp.PiecewiseLinear{}
		floats.Span(knots, 0, 1)
		if err := p.Fit(knots, normal(4, 100)); err != nil {
			panic(err)
		}
		x, out := uniform(5, 20000, -0.1, 1.1), make([]float64, 20000)
		return instance{
			plain:   func() { piecewiseLinear(p, out, x) },
			honed:   func() { honedPiecewise.Call(p, out, x) },
			results: func() []any { return []any{out} },
		}
	}},
	{name: "gonum/num/dual Sin, Exp, Mul", module: gonumModule, honed: honedDual, tolerance: 1e-12, open: func() instance {
		a, b := uniform(6, 5000, -3, 3), uniform(7, 5000, -3, 3)
		x, out := make([]dual.Number, 5000), make([]dual.Number, 5000)
		for i := range x {
			x[i] = dual.Number{Real: a[i], Emag: b[i]}
		}
		return instance{
			plain:   func() { dualNumbers(out, x) },
			honed:   func() { honedDual.Call(out, x) },
			results: func() []any { return []any{out} },
		}
	}},
	{name: "gonum/optimize/functions ExtendedRosenbrock.Grad", module: gonumModule, honed: honedRosenbrock, open: func() instance {
		x, g := uniform(8, 20000, -2, 2), make([]float64, 20000)
		return instance{
			plain:   func() { rosenbrockGrad(g, x) },
			honed:   func() { honedRosenbrock.Call(g, x) },
			results: func() []any { return []any{g} },
		}
	}},
	{name: "gonum/dsp/fourier DCT.Transform", module: gonumModule, honed: honedDCT, tolerance: 1e-12, open: func() instance {
		d, x, out := fourier.NewDCT(1025), uniform(9, 1025, -1, 1), make([]float64, 1025)
		return instance{
			plain:   func() { dctTransform(d, out, x) },
			honed:   func() { honedDCT.Call(d, out, x) },
			results: func() []any { return []any{out} },
		}
	}},
	{name: "math/cmplx Sqrt", honed: honedComplexSqrt, tolerance: 1e-12, open: func() instance {
		a, b := uniform(10, 5000, -3, 3), uniform(11, 5000, -3, 3)
		x, out := make([]complex128, 5000), make([]complex128, 5000)
		for i := range x {
			x[i] = complex(a[i], b[i])
		}
		return instance{
			plain:   func() { complexSqrt(out, x) },
			honed:   func() { honedComplexSqrt.Call(out, x) },
			results: func() []any { return []any{out} },
		}
	}},
	inBlocks("x/crypto/xtea Cipher.Encrypt", honedXTEA, xteaBlocks, xtea.NewCipher),
	inBlocks("x/crypto/twofish Cipher.Encrypt", honedTwofish, twofishBlocks, twofish.NewCipher),
	{name: "x/crypto/ripemd160 Write, Sum", module: xCryptoModule, honed: honedRipemd, open: func() instance {
		b := bytesOf(3, 8192)
		var sum []byte
		return instance{
			plain:   func() { sum = ripemd(b) },
			honed:   func() { sum = honedRipemd.Call(b) },
			results: func() []any { return []any{sum} },
		}
	}},
	{name: "x/image/math/fixed Int26_6.Mul", module: xImageModule, honed: honedFixed, open: func() instance {
		p, q := uniform(12, 10000, -1e5, 1e5), uniform(13, 10000, -1e5, 1e5)
		a, b, out := make([]fixed.Int26_6, 10000), make([]fixed.Int26_6, 10000), make([]fixed.Int26_6, 10000)
		for i := range a {
			a[i], b[i] = fixed.Int26_6(p[i]), fixed.Int26_6(q[i])
		}
		return instance{
			plain:   func() { fixedProducts(out, a, b) },
			honed:   func() { honedFixed.Call(out, a, b) },
			results: func() []any { return []any{out} },
		}
	}},
	{name: "image/color YCbCrToRGB", honed: honedToRGB, open: func() instance {
		in, out, b := make([][3]uint8, 20000), make([][3]uint8, 20000), bytesOf(4, 60000)
		for i := range in {
			in[i] = [3]uint8(b[3*i:])
		}
		return instance{
			plain:   func() { yCbCrToRGB(out, in) },
			honed:   func() { honedToRGB.Call(out, in) },
			results: func() []any { return []any{out} },
		}
	}},
	{name: "encoding/base32 Encoding.Encode", honed: honedBase32, open: func() instance {
		src, dst := bytesOf(5, 10000), make([]byte, 16000)
		return instance{
			plain:   func() { base32Encode(base32.StdEncoding, dst, src) },
			honed:   func() { honedBase32.Call(base32.StdEncoding, dst, src) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "unicode/utf16 Decode", honed: honedUTF16, open: func() instance {
		var s []uint16
		for _, c := range text(6, 10000) {
			s = utf16.AppendRune(s, rune(c)<<(c&3*4))
		}
		var r []rune
		return instance{
			plain:   func() { r = utf16Runes(s) },
			honed:   func() { r = honedUTF16.Call(s) },
			results: func() []any { return []any{r} },
		}
	}},
	{name: "orb/geo Bearing", module: orbModule, honed: honedBearings, tolerance: 1e-12, open: func() instance {
		a, b, out := pointsOf(14), pointsOf(15), make([]float64, 5000)
		return instance{
			plain:   func() { geoBearings(out, a, b) },
			honed:   func() { honedBearings.Call(out, a, b) },
			results: func() []any { return []any{out} },
		}
	}},
	{name: "orb/project LineString, ToMercator", module: orbModule, honed: honedMercator, tolerance: 1e-10, open: func() instance {
		l := orb.LineString(pointsOf(16))
		line := orb.LineString(cloned(l))
		return instance{
			plain:   func() { toMercator(line) },
			honed:   func() { honedMercator.Call(line) },
			reset:   func() { copy(line, l) },
			once:    true,
			results: func() []any { return []any{line} },
		}
	}},
}

// pointsOf are 5000 places on earth.
func pointsOf(seed uint64) []orb.Point {
	lon, lat := uniform(2*seed, 5000, -180, 180), uniform(2*seed+1, 5000, -80, 80)
	p := make([]orb.Point, len(lon))
	for i := range p {
		p[i] = orb.Point{lon[i], lat[i]}
	}
	return p
}

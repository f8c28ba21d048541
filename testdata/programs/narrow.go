package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Programs on bytes and 16-bit numbers, as people write them: with int for what lies between.

func satAdd(d, a, b []uint8) {
	for i := range hone.Parallel(len(d)) {
		s := int(a[i]) + int(b[i])
		if s > 255 {
			s = 255
		}
		d[i] = uint8(s)
	}
}

func brighten(d, a, b []uint8, w int) {
	for i := range hone.Parallel(len(d)) {
		d[i] = uint8((int(a[i])*w + 128) >> 8)
	}
}

func brightenClamped(d, a, b []uint8, w int) {
	for i := range hone.Parallel(len(d)) {
		v := (int(a[i])*w + 128) >> 8
		d[i] = uint8(min(max(v, 0), 255))
	}
}

func greyOf(d, r, g, b []uint8) {
	for i := range hone.Parallel(len(d)) {
		d[i] = uint8((19595*uint32(r[i]) + 38470*uint32(g[i]) + 7471*uint32(b[i]) + 1<<15) >> 16)
	}
}

func alphaBlend(d, a, b, al []uint8) {
	for i := range hone.Parallel(len(d)) {
		w := int(al[i])
		d[i] = uint8((int(a[i])*w + int(b[i])*(255-w) + 127) / 255)
	}
}

func threshold(d, a []uint8, t uint8) {
	for i := range hone.Parallel(len(d)) {
		if a[i] > t {
			d[i] = 255
		} else {
			d[i] = 0
		}
	}
}

func above(d []bool, a []uint8, t uint8) {
	for i := range hone.Parallel(len(d)) {
		d[i] = a[i] > t
	}
}

func mixAudio(d, a, b []int16) {
	for i := range hone.Parallel(len(d)) {
		s := int32(a[i]) + int32(b[i])
		if s > 32767 {
			s = 32767
		}
		if s < -32768 {
			s = -32768
		}
		d[i] = int16(s)
	}
}

func mixGains(d, a, b []int16, g, h int) {
	for i := range hone.Parallel(len(d)) {
		s := (int(a[i])*g + int(b[i])*h) >> 15
		d[i] = int16(min(max(s, -32768), 32767))
	}
}

func scaleBytes(d, a []uint8, k float32) {
	for i := range hone.Parallel(len(d)) {
		d[i] = uint8(float32(a[i])*k + 0.5)
	}
}

func dotBytes(a, b []int8) int32 {
	return hone.Sum(len(a), func(i int) int32 { return int32(a[i]) * int32(b[i]) })
}

func countTrue(m []bool) int {
	return hone.Sum(len(m), func(i int) int {
		if m[i] {
			return 1
		}
		return 0
	})
}

func countBytes(a []uint8, c uint8) int {
	return hone.Sum(len(a), func(i int) int {
		if a[i] == c {
			return 1
		}
		return 0
	})
}

func sumBytes(a []uint8) int {
	return hone.Sum(len(a), func(i int) int { return int(a[i]) })
}

func loudest(a []int16) int16 {
	return hone.Reduce(len(a), -32768, func(x, y int16) int16 { return max(x, y) }, func(i int) int16 { return a[i] })
}

func darkest(a []uint8) int {
	return hone.Reduce(len(a), 255, func(x, y int) int { return min(x, y) }, func(i int) int { return int(a[i]) })
}

func absDiff(d, a, b []uint8) {
	for i := range hone.Parallel(len(d)) {
		x := int(a[i]) - int(b[i])
		if x < 0 {
			x = -x
		}
		d[i] = uint8(x)
	}
}

func average(d, a, b []uint8) {
	for i := range hone.Parallel(len(d)) {
		d[i] = uint8((int(a[i]) + int(b[i]) + 1) >> 1)
	}
}

func shiftBytes(d, a, b []uint8) {
	for i := range hone.Parallel(len(d)) {
		d[i] = a[i] << (b[i] & 7)
	}
}

func shiftWords(d, a, b []int16) {
	for i := range hone.Parallel(len(d)) {
		d[i] = a[i] >> (uint16(b[i]) & 15)
	}
}

func tenthU8(d, a []uint8) {
	for i := range hone.Parallel(len(d)) {
		d[i] = a[i] / 10
	}
}

func hundredthI16(d, a []int16) {
	for i := range hone.Parallel(len(d)) {
		d[i] = a[i] / 100
	}
}

func ratioU8(d, a, b []uint8) {
	for i := range hone.Parallel(len(d)) {
		d[i] = a[i] / b[i]
	}
}

func ratioI16(d, a, b []int16) {
	for i := range hone.Parallel(len(d)) {
		d[i] = a[i] / b[i]
	}
}

func thousandthI64(d, a []int64) {
	for i := range hone.Parallel(len(d)) {
		d[i] = a[i] / 1000
	}
}

func digitU64(d, a []uint64) {
	for i := range hone.Parallel(len(d)) {
		d[i] = a[i] % 10
	}
}

func absBytes(d, a []int8) {
	for i := range hone.Parallel(len(d)) {
		x := a[i]
		if x < 0 {
			x = -x
		}
		d[i] = x
	}
}

func absLongs(d, a []int64) {
	for i := range hone.Parallel(len(d)) {
		x := a[i]
		if x < 0 {
			x = -x
		}
		d[i] = x
	}
}

func upperCase(d, a []uint8) {
	for i := range hone.Parallel(len(d)) {
		c := a[i]
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		d[i] = c
	}
}

func toBytes(d []uint8, a []float32) {
	for i := range hone.Parallel(len(d)) {
		d[i] = uint8(min(max(a[i]*255+0.5, 0), 255))
	}
}

// inTwo stores in bytes and in 16 bits what it computes in 32.
func inTwo(d []uint8, e []int8, f []int16, g []uint16, x []int32, y []float32) {
	for i := range hone.Parallel(min(len(d), len(e), len(f), len(g), len(x), len(y))) {
		v := x[i]*5 - 3
		d[i] = uint8(v >> 3)
		e[i] = int8(min(max(v, -128), 127))
		f[i] = int16(uint32(v) * 40503 >> 16)
		g[i] = uint16(min(max(y[i], 0), 65535))
	}
}

// lowAndHigh reads bytes between storing others, and stores what they come of as it is.
func lowAndHigh(low, high, other []uint8, x []uint32) {
	for i := range hone.Parallel(min(len(low), len(high), len(other), len(x))) {
		v := x[i] ^ x[i]>>7
		low[i] = uint8(v)
		v += uint32(other[i])
		high[i] = uint8(v >> 24)
		x[i] = v
	}
}

// tints are bytes of 16 bits, three of them.
func tints(r, g, b []uint8, c []uint16) {
	for i := range hone.Parallel(min(len(r), len(g), len(b), len(c))) {
		r[i], g[i], b[i] = uint8(c[i]>>11*33>>2), uint8(c[i]>>5&63*65>>4), uint8(c[i]&31*33>>2)
	}
}

func smooth(d, a []uint8) {
	for i := range hone.Parallel(len(d) - 2) {
		d[i+1] = uint8((int(a[i]) + 2*int(a[i+1]) + int(a[i+2]) + 2) / 4)
	}
}

func sumAbsDiff(a, b []uint8) int {
	return hone.Sum(len(a), func(i int) int {
		x := int(a[i]) - int(b[i])
		if x < 0 {
			x = -x
		}
		return x
	})
}

func dotUnsigned(a, b []uint8) int {
	return hone.Sum(len(a), func(i int) int { return int(a[i]) * int(b[i]) })
}

// contrast mixes bytes with floats and wide sums.
func contrast(d, a []uint8, mean int, gain float32) {
	for i := range hone.Parallel(len(d)) {
		x := float32(int(a[i])-mean)*gain + float32(mean)
		d[i] = uint8(min(max(int32(x), 0), 255))
	}
}

// counters is a loop with a count of its own in each lane.
func counters(d []uint8, a []uint16) {
	for i := range hone.Parallel(len(d)) {
		n, x := 0, a[i]
		for x != 0 && n < 20 {
			x &= x - 1
			n++
		}
		d[i] = uint8(n)
	}
}

// palette looks bytes up, at computed places.
func palette(d []uint8, a []uint8, table []uint8) {
	for i := range hone.Parallel(len(d)) {
		d[i] = table[(int(a[i])+int(a[i])>>1)&255]
	}
}

// spans compares narrow numbers with wide ones.
func spans(d []bool, a []uint8, b []int16, lo, hi int) {
	for i := range hone.Parallel(len(d)) {
		x := int(a[i]) - int(b[i])
		d[i] = x >= lo && x < hi || x == 3*lo
	}
}

// steps has a loop in each lane and much to do behind it.
func steps(d []uint8, e []int32, f []float32, a []int64) {
	for i := range hone.Parallel(len(a)) {
		n := 0
		for n < int(a[i]&15) {
			n += 2
		}
		x := n*9 ^ 5
		x = (x + x>>1) ^ x*3
		x = (x + x>>2) ^ x*7
		x = (x + x>>3) ^ n
		d[i], e[i], f[i] = uint8(x), int32(x), float32(x)
	}
}

// escapes counts up to a limit from outside.
func escapes(d []int32, x []float32, limit int) {
	for i := range hone.Parallel(len(x)) {
		n, z := 0, x[i]
		for n < limit && z < 100 {
			z = z*z + x[i]
			n++
		}
		d[i] = int32(n)
	}
}

// pulls sums over all elements in each, by way of indices that are checked.
func pulls(d []float32, pos []struct{ X, Y float32 }, m []float32) {
	for i := range hone.Parallel(len(pos)) {
		d[i] = hone.Sum(len(pos), func(j int) float32 {
			x := pos[j].X - pos[i].X
			return m[j] * x / (x*x + 1)
		})
	}
}

// gains has factors that are small, or not.
func gains(d, a, b []int16, g, h int) {
	for i := range hone.Parallel(len(d)) {
		s := (int(a[i])*g + int(b[i])*h) >> 15
		d[i] = int16(min(max(s, -32768), 32767))
	}
}

// farthest finds the largest of few small values, or what it began with.
func farthest(a []int16, center int) int {
	return hone.Reduce(len(a), math.MinInt, func(x, y int) int { return max(x, y) }, func(i int) int {
		x := int(a[i]) - center
		return max(x, -x)
	})
}

var (
	SatAdd          = hone.Func(satAdd)
	Brighten        = hone.Func(brighten)
	BrightenClamped = hone.Func(brightenClamped)
	GreyOf          = hone.Func(greyOf)
	AlphaBlend      = hone.Func(alphaBlend)
	Threshold       = hone.Func(threshold)
	Above           = hone.Func(above)
	MixAudio        = hone.Func(mixAudio)
	MixGains        = hone.Func(mixGains)
	ScaleBytes      = hone.Func(scaleBytes)
	DotBytes        = hone.Func(dotBytes)
	CountTrue       = hone.Func(countTrue)
	CountBytes      = hone.Func(countBytes)
	SumBytes        = hone.Func(sumBytes)
	Loudest         = hone.Func(loudest)
	Darkest         = hone.Func(darkest)
	AbsDiff         = hone.Func(absDiff)
	Average         = hone.Func(average)
	ShiftBytes      = hone.Func(shiftBytes)
	ShiftWords      = hone.Func(shiftWords)
	TenthU8         = hone.Func(tenthU8)
	HundredthI16    = hone.Func(hundredthI16)
	RatioU8         = hone.Func(ratioU8)
	RatioI16        = hone.Func(ratioI16)
	ThousandthI64   = hone.Func(thousandthI64)
	DigitU64        = hone.Func(digitU64)
	AbsBytes        = hone.Func(absBytes)
	AbsLongs        = hone.Func(absLongs)
	UpperCase       = hone.Func(upperCase)
	ToBytes         = hone.Func(toBytes)
	InTwo           = hone.Func(inTwo)
	LowAndHigh      = hone.Func(lowAndHigh)
	Tints           = hone.Func(tints)
	Smooth          = hone.Func(smooth)
	SumAbsDiff      = hone.Func(sumAbsDiff)
	DotUnsigned     = hone.Func(dotUnsigned)
	Contrast        = hone.Func(contrast)
	Counters        = hone.Func(counters)
	Palette         = hone.Func(palette)
	Spans           = hone.Func(spans)
	Steps           = hone.Func(steps)
	Escapes         = hone.Func(escapes)
	Pulls           = hone.Func(pulls)
	Gains           = hone.Func(gains)
	Farthest        = hone.Func(farthest)
)

// raise adds up what is greater than the sum as yet: a loop around bytes, with several registers of them at a time.
func raise(out, in []uint8, k int) {
	for i := range out {
		s := out[i]
		for j := 0; j < k; j++ {
			if in[i+j] > s {
				s += in[i+j]
			}
		}
		out[i] = s
	}
}

var Raise = hone.Func(raise)

func init() {
	add("Raise", raise, Raise, func(r *rand.Rand, n int) []any { // often whole registers
		k := r.Intn(9)
		if r.Intn(2) == 0 {
			n = 128 * r.Intn(8)
		}
		return []any{u8s(r, n), u8s(r, n+k), k}
	})
	add("Steps", steps, Steps, args(u8s, i32s, f32s, vec(whole[int64])))
	add("Escapes", escapes, Escapes, args(i32s, f32s, one(between(-5, 60))), chaotic)
	add("Pulls", pulls, Pulls, args(f32s, vec(func(r *rand.Rand) struct{ X, Y float32 } {
		return struct{ X, Y float32 }{r.Float32(), r.Float32()}
	}), nearly(f32s)), upTo(300), fmaTol(1e-3))
	add("Gains", gains, Gains, args(i16s, i16s, i16s, one(whole[int]), one(between(-32767, 32768))))
	add("Farthest", farthest, Farthest, args(i16s, one(between(-70000, 70000))))
	add("SatAdd", satAdd, SatAdd, args(u8s, u8s, u8s))
	add("Brighten", brighten, Brighten, args(u8s, u8s, u8s, one(between(-70000, 70000))))
	add("BrightenClamped", brightenClamped, BrightenClamped, args(u8s, u8s, u8s, one(between(-70000, 70000))))
	add("GreyOf", greyOf, GreyOf, args(u8s, u8s, u8s, u8s))
	add("AlphaBlend", alphaBlend, AlphaBlend, args(u8s, u8s, u8s, u8s))
	add("Threshold", threshold, Threshold, args(u8s, u8s, one(whole[uint8])))
	add("Above", above, Above, args(bools, u8s, one(whole[uint8])))
	add("MixAudio", mixAudio, MixAudio, args(i16s, i16s, i16s))
	add("MixGains", mixGains, MixGains, args(i16s, i16s, i16s, one(between(-70000, 70000)), one(between(-70000, 70000))))
	add("ScaleBytes", scaleBytes, ScaleBytes, args(u8s, u8s, one(between[float32](-3, 3))))
	add("DotBytes", dotBytes, DotBytes, args(i8s, i8s))
	add("CountTrue", countTrue, CountTrue, args(bools))
	add("CountBytes", countBytes, CountBytes, args(u8s, one(whole[uint8])))
	add("SumBytes", sumBytes, SumBytes, args(u8s))
	add("Loudest", loudest, Loudest, args(i16s))
	add("Darkest", darkest, Darkest, args(u8s))
	add("AbsDiff", absDiff, AbsDiff, args(u8s, u8s, u8s))
	add("Average", average, Average, args(u8s, u8s, u8s))
	add("ShiftBytes", shiftBytes, ShiftBytes, args(u8s, u8s, u8s))
	add("ShiftWords", shiftWords, ShiftWords, args(i16s, i16s, i16s))
	add("TenthU8", tenthU8, TenthU8, args(u8s, u8s))
	add("HundredthI16", hundredthI16, HundredthI16, args(i16s, i16s))
	add("RatioU8", ratioU8, RatioU8, args(u8s, u8s, seldomZero(u8s)))
	add("RatioI16", ratioI16, RatioI16, args(i16s, i16s, seldomZero(i16s)))
	add("ThousandthI64", thousandthI64, ThousandthI64, args(vec(whole[int64]), vec(whole[int64])))
	add("DigitU64", digitU64, DigitU64, args(u64s, u64s))
	add("AbsBytes", absBytes, AbsBytes, args(i8s, i8s))
	add("AbsLongs", absLongs, AbsLongs, args(vec(whole[int64]), vec(whole[int64])))
	add("UpperCase", upperCase, UpperCase, args(u8s, u8s))
	add("ToBytes", toBytes, ToBytes, args(u8s, wild32s))
	add("InTwo", inTwo, InTwo, args(u8s, i8s, i16s, u16s, i32s, wild32s))
	add("LowAndHigh", lowAndHigh, LowAndHigh, args(u8s, u8s, u8s, vec(whole[uint32])))
	add("Tints", tints, Tints, args(u8s, u8s, u8s, u16s))
	add("Smooth", smooth, Smooth, args(u8s, u8s))
	add("SumAbsDiff", sumAbsDiff, SumAbsDiff, args(u8s, u8s))
	add("DotUnsigned", dotUnsigned, DotUnsigned, args(u8s, u8s))
	add("Contrast", contrast, Contrast, args(u8s, u8s, one(between(-300, 300)), one(between[float32](-3, 3))), chaotic)
	add("Counters", counters, Counters, args(u8s, u16s))
	add("Palette", palette, Palette, args(u8s, u8s, sized(func(int) int { return 256 }, u8s)))
	add("Spans", spans, Spans, args(bools, u8s, i16s, one(between(-300, 300)), one(between(-300, 300))))
}

package programs

import "github.com/hone-go/hone"

// Long bodies that touch what is a vector's length away: i+8, i+16, ... is also where the loop goes on.

// long32 takes sixty dependent steps.
func long32(v float32) float32 {
	for range hone.Unroll(0, 60) {
		v = float32(v*v) - 0.75
	}
	return v
}

// aheadLoads loads at the next index of every vector length.
func aheadLoads(x, y []float32) {
	for i := range hone.Parallel(len(x) - 64) {
		y[i] = long32(x[i+8]) + x[i+16] + x[i+32] + x[i+64]
	}
}

var AheadLoads = hone.Func(aheadLoads)

// aheadStores stores there.
func aheadStores(x, y []float32) {
	for i := range hone.Parallel(len(x)) {
		y[i+16] = long32(x[i])
	}
}

var AheadStores = hone.Func(aheadStores)

func aheadStores8(x, y []float32) {
	for i := range hone.Parallel(len(x)) {
		y[i+8] = long32(x[i])
	}
}

var AheadStores8 = hone.Func(aheadStores8)

// aheadIndex asks whether there is a next vector, as the loop itself does.
func aheadIndex(x, y []int32) {
	n := len(x)
	for i := range hone.Parallel(n) {
		v := x[i]
		for range hone.Unroll(0, 60) {
			v = v*v - 7
		}
		if i+16 < n && i+8 < n {
			v += x[i+16] - x[i+8]
		}
		y[i] = v
	}
}

var AheadIndex = hone.Func(aheadIndex)

// box25 and fir33 are filters without and with coefficients, their taps written out.
func box25(x, y []float32) {
	for i := range hone.Parallel(len(y) - 24) {
		s := float32(0)
		for k := range 25 {
			s += x[i+k]
		}
		y[i] = s
	}
}

var Box25 = hone.Func(box25)

func fir33(x, c, y []float64) {
	for i := range hone.Parallel(len(y) - 32) {
		s := 0.0
		for k := range 33 {
			s += float64(x[i+k] * c[k])
		}
		y[i] = s
	}
}

var Fir33 = hone.Func(fir33)

// fir34 is the same in small integers.
func fir34(x, c, y []int16) {
	for i := range hone.Parallel(len(y) - 33) {
		s := int16(0)
		for k := range 34 {
			s += x[i+k] * c[k]
		}
		y[i] = s
	}
}

var Fir34 = hone.Func(fir34)

func init() {
	add("AheadLoads", aheadLoads, AheadLoads, args(nearly(f32s), f32s), upTo(1000))
	add("AheadStores", aheadStores, AheadStores, args(f32s, plus(16, nearly(f32s))), upTo(1000))
	add("AheadStores8", aheadStores8, AheadStores8, args(f32s, plus(8, nearly(f32s))), upTo(1000))
	add("AheadIndex", aheadIndex, AheadIndex, args(i32s, nearly(i32s)), upTo(1000))
	add("Box25", box25, Box25, args(nearly(f32s), f32s), upTo(1000))
	add("Fir33", fir33, Fir33, args(nearly(f64s), times(33, f64s), f64s), upTo(1000))
	add("Fir34", fir34, Fir34, args(nearly(i16s), times(34, i16s), i16s), upTo(1000))
}

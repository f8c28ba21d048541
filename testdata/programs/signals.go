package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Signals: what is counted, filtered, resampled and decoded, sample by sample and in blocks.

// zeroCrossings counts changes of sign in each block; the last may be short.
func zeroCrossings(x []int16, block int, out []uint16) {
	if block < 1 {
		return
	}
	blocks := (len(x) + block - 1) / block
	if blocks > len(out) {
		blocks = len(out)
	}
	for b := range hone.Parallel(blocks) {
		lo, hi := b*block, min((b+1)*block, len(x))
		var c uint16
		for i := lo + 1; i < hi; i++ {
			if (x[i-1] < 0) != (x[i] < 0) {
				c++
			}
		}
		out[b] = c
	}
}

var ZeroCrossings = hone.Func(zeroCrossings)

// slopes8 counts in short rows what goes up, what goes down, what stays, and what jumps, in counters of all widths.
func slopes8(x []int8, out []int64) {
	for r := range hone.Parallel(len(out)) {
		var up uint8
		var down int16
		var flat, jumps int64
		flags := int32(0)
		for i := 8*r + 1; i < 8*r+8; i++ {
			d := x[i] - x[i-1]
			if d > 0 {
				up++
				if d > 20 {
					jumps += 3
				}
			} else if d < 0 {
				down--
				flags |= 2
			} else {
				flat--
				flags ^= 1
			}
		}
		out[r] = int64(up)<<48 + int64(down)<<32 + flat<<16 + jumps + int64(flags)
	}
}

var Slopes8 = hone.Func(slopes8)

// fixedFir filters samples of 16 bits with coefficients of as many, rounds and saturates.
func fixedFir(x []int16, taps []int16, out []int16) (sat int) {
	n := len(x) - len(taps) + 1
	for i := 0; i < n; i++ {
		acc := int32(1 << 14)
		for k, t := range taps {
			acc += int32(x[i+k]) * int32(t)
		}
		acc >>= 15
		if acc > math.MaxInt16 {
			acc = math.MaxInt16
			sat++
		}
		if acc < math.MinInt16 {
			acc = math.MinInt16
			sat++
		}
		out[i] = int16(acc)
	}
	return
}

var FixedFir = hone.Func(fixedFir)

// viterbi finds the most likely states behind observations, with back pointers.
func viterbi(obs []uint8, trans, emit []float32, k int, path []uint8) float32 {
	n := len(obs)
	if k < 1 || k > 16 || n == 0 {
		return 0
	}
	var score, next [16]float32
	back := make([]uint8, n*k)
	for s := range k {
		score[s] = emit[s*8+int(obs[0]&7)]
	}
	for t := 1; t < n; t++ {
		o := int(obs[t] & 7)
		for s := 0; s < k; s++ {
			best, arg := float32(math.Inf(-1)), 0
			for p := 0; p < k; p++ {
				if v := score[p] + trans[p*k+s]; v > best {
					best, arg = v, p
				}
			}
			next[s] = best + emit[s*8+o]
			back[t*k+s] = uint8(arg)
		}
		score = next
	}
	at := 0
	for s := range k {
		if score[s] > score[at] {
			at = s
		}
	}
	best := score[at]
	for t := n - 1; t >= 0; t-- {
		path[t] = uint8(at)
		at = int(back[t*k+at])
	}
	return best
}

var Viterbi = hone.Func(viterbi)

type biq struct{ b0, b1, b2, a1, a2 float64 }

type biqState struct{ z1, z2 float64 }

func (f biq) tick(s *biqState, x float64) float64 {
	y := f.b0*x + s.z1
	s.z1 = f.b1*x - f.a1*y + s.z2
	s.z2 = f.b2*x - f.a2*y
	return y
}

// biquadsStereo has two filters of second order in a row for each of two interleaved channels.
func biquadsStereo(x []float64, out []float64) (peak float64) {
	lo := biq{0.2, 0.4, 0.2, -0.5, 0.3}
	hi := biq{0.7, -1.4, 0.7, -0.3, 0.2}
	for ch := 0; ch < 2; ch++ {
		var s1, s2 biqState
		for i := ch; i < len(x); i += 2 {
			v := lo.tick(&s1, x[i])
			v = hi.tick(&s2, v)
			if a := math.Abs(v); a > peak {
				peak = a
			}
			out[i] = v
		}
	}
	return
}

var BiquadsStereo = hone.Func(biquadsStereo)

// polyphase resamples by l/m, with the coefficients laid out phase by phase.
func polyphase(x []float32, taps []float32, l, m int, out []float32) {
	if l < 1 || m < 1 {
		return
	}
	per := len(taps) / l
	for n := range hone.Parallel(len(out)) {
		t := n * m
		phase := t % l
		base := t / l
		var acc float32
		for k := 0; k < per; k++ {
			idx := base - k
			if idx < 0 || idx >= len(x) {
				continue
			}
			acc += taps[phase*per+k] * x[idx]
		}
		out[n] = acc
	}
}

var Polyphase = hone.Func(polyphase)

// goertzel gives the power of a signal at some frequencies.
func goertzel(x []float64, coeffs []float64, power []float64) {
	for b := range hone.Parallel(len(coeffs)) {
		var s0, s1, s2 float64
		c := coeffs[b]
		for _, v := range x {
			s0 = v + c*s1 - s2
			s2, s1 = s1, s0
		}
		power[b] = s1*s1 + s2*s2 - c*s1*s2
	}
}

var Goertzel = hone.Func(goertzel)

// levinson predicts linearly, up to order 16, in local arrays that are walked from both ends.
func levinson(r []float64, order int) (a [17]float64, e float64) {
	if order > 16 || order >= len(r) {
		return
	}
	e = r[0]
	a[0] = 1
	for i := 1; i <= order; i++ {
		acc := r[i]
		for j := 1; j < i; j++ {
			acc += a[j] * r[i-j]
		}
		if e == 0 {
			break
		}
		k := -acc / e
		for lo, hi := 1, i-1; lo <= hi; lo, hi = lo+1, hi-1 {
			t := a[lo] + k*a[hi]
			a[hi] += k * a[lo]
			a[lo] = t
		}
		a[i] = k
		e *= 1 - k*k
	}
	return
}

var Levinson = hone.Func(levinson)

var imaStep = [16]int32{7, 9, 12, 16, 21, 28, 37, 50, 66, 88, 118, 157, 209, 279, 373, 499}

var imaIndex = [8]int8{-1, -1, -1, -1, 2, 4, 6, 8}

// adpcm decodes channels of four bits a sample, whose steps adapt.
func adpcm(src []uint8, per int, out []int16) {
	if per < 1 {
		return
	}
	for ch := range hone.Parallel(len(src) / per) {
		var pred int32
		var idx int8
		for i := 0; i < per; i++ {
			b := src[ch*per+i]
			for half := 0; half < 2; half++ {
				n := b & 15
				b >>= 4
				step := imaStep[idx]
				diff := step >> 3
				if n&1 != 0 {
					diff += step >> 2
				}
				if n&2 != 0 {
					diff += step >> 1
				}
				if n&4 != 0 {
					diff += step
				}
				if n&8 != 0 {
					diff = -diff
				}
				pred = max(-32768, min(32767, pred+diff))
				idx = min(max(idx+imaIndex[n&7], 0), 15)
				out[(ch*per+i)*2+half] = int16(pred)
			}
		}
	}
}

var Adpcm = hone.Func(adpcm)

type mat2 [2][2]float64

func (a mat2) mul(b mat2) (c mat2) {
	for i := range 2 {
		for j := range 2 {
			for k := range 2 {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return
}

func (a mat2) t() mat2 { return mat2{{a[0][0], a[1][0]}, {a[0][1], a[1][1]}} }

// kalman filters series with matrices that are values.
func kalman(z []float64, n int, q, r float64, out []float64) {
	if n < 1 {
		return
	}
	f := mat2{{1, 1}, {0, 1}}
	for s := range hone.Parallel(len(z) / n) {
		x := [2]float64{z[s*n], 0}
		p := mat2{{1, 0}, {0, 1}}
		for i, m := range z[s*n : (s+1)*n] {
			x = [2]float64{x[0] + x[1], x[1]}
			p = f.mul(p).mul(f.t())
			p[0][0] += q
			p[1][1] += q
			k0, k1 := p[0][0]/(p[0][0]+r), p[1][0]/(p[0][0]+r)
			y := m - x[0]
			x[0] += k0 * y
			x[1] += k1 * y
			p = mat2{{1 - k0, 0}, {-k1, 1}}.mul(p)
			out[s*n+i] = x[0]
		}
	}
}

var Kalman = hone.Func(kalman)

func init() {
	add("ZeroCrossings", zeroCrossings, ZeroCrossings, args(i16s, one(between(0, 70)), u16s))
	add("Slopes8", slopes8, Slopes8, args(nearly(times(8, i8s)), vec(whole[int64])))
	add("FixedFir", fixedFir, FixedFir, args(i16s, func(r *rand.Rand, n int) any { return vec(whole[int16])(r, 1+r.Intn(20)) }, i16s))
	add("Viterbi", viterbi, Viterbi, args(u8s, fixed(256, f32s), fixed(128, f32s), one(between(0, 18)), nearly(u8s)), upTo(1000))
	add("BiquadsStereo", biquadsStereo, BiquadsStereo, args(f64s, nearly(f64s)), upTo(1000))
	add("Polyphase", polyphase, Polyphase, args(f32s, fixed(24, f32s), one(between(1, 5)), one(between(1, 5)), f32s), upTo(9000))
	add("Goertzel", goertzel, Goertzel, args(f64s, fixed(37, vec(between(-2.0, 2.0))), fixed(37, f64s)), fmaTol(1e-1))
	add("Levinson", levinson, Levinson, args(plus(1, pos64s), one(between(0, 17))), chaotic)
	add("Adpcm", adpcm, Adpcm, args(u8s, one(between(0, 40)), times(2, i16s)))
	add("Kalman", kalman, Kalman, args(f64s, one(between(0, 40)), constant(0.1), constant(2.0), nearly(f64s)), upTo(1000))
}

package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Signals: what is counted, filtered and resampled, sample by sample and in blocks.

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

// fixedFir: Q15 with rounding and saturation.
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

// viterbi with back pointers.
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

func init() {
	add("ZeroCrossings", zeroCrossings, ZeroCrossings, args(i16s, one(between(0, 70)), u16s))
	add("Slopes8", slopes8, Slopes8, args(nearly(times(8, i8s)), vec(whole[int64])))
	add("FixedFir", fixedFir, FixedFir, args(i16s, func(r *rand.Rand, n int) any { return vec(whole[int16])(r, 1+r.Intn(20)) }, i16s))
	add("Viterbi", viterbi, Viterbi, args(u8s, fixed(256, f32s), fixed(128, f32s), one(between(0, 18)), nearly(u8s)))
}

package programs

import "github.com/hone-go/hone"

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

func init() {
	add("ZeroCrossings", zeroCrossings, ZeroCrossings, args(i16s, one(between(0, 70)), u16s))
	add("Slopes8", slopes8, Slopes8, args(nearly(times(8, i8s)), vec(whole[int64])))
}

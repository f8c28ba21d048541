package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// gainCopySixteen copies a few bytes here and there: that is what the runtime does as fast, wherever they begin.
func gainCopySixteen(dst, src []uint8, at []uint16) {
	for _, k := range at {
		i := int(k) % 512
		copy(dst[i:i+16], src[i:i+16])
	}
}

var GainCopySixteen = hone.Func(gainCopySixteen)

// gainCopyRemoved moves the rest down for each that is removed.
func gainCopyRemoved(x []int16) []int16 {
	for i := 0; i < len(x); {
		if x[i]&1 != 0 {
			x = append(x[:i], x[i+1:]...)
		} else {
			i++
		}
	}
	return x
}

var GainCopyRemoved = hone.Func(gainCopyRemoved)

// gainCopyWithin moves elements of small arrays up.
func gainCopyWithin(b [][8]int32, k int) {
	k &= 7
	for i := range b {
		copy(b[i][k:], b[i][:8-k])
	}
}

var GainCopyWithin = hone.Func(gainCopyWithin)

// gainCopyComputed does the same, but computes what it stores.
func gainCopyComputed(b [][64]float32, a float32) {
	for i := range b {
		for j := range b[i] {
			b[i][j] = b[i][j]*a + 1
		}
	}
}

var GainCopyComputed = hone.Func(gainCopyComputed)

func init() {
	eights := vec(func(r *rand.Rand) (v [8]int32) {
		for i := range v {
			v[i] = int32(r.Intn(100) - 50)
		}
		return v
	})
	longs := vec(func(r *rand.Rand) (v [64]float32) {
		for i := range v {
			v[i] = float32(r.Intn(100) - 50)
		}
		return v
	})
	add("GainCopySixteen", gainCopySixteen, GainCopySixteen, func(r *rand.Rand, n int) []any {
		at := make([]uint16, n)
		for i := range at {
			at[i] = uint16(r.Intn(max(n, 1)))
		}
		src := make([]uint8, n+16-r.Intn(8)/7)
		for i := range src {
			src[i] = uint8(r.Uint32())
		}
		dst := src // some copies overlap
		if r.Intn(2) == 0 {
			dst = make([]uint8, len(src))
		} else if len(src) > 3 {
			dst = src[3:]
		}
		return []any{dst, src, at}
	})
	add("GainCopyRemoved", gainCopyRemoved, GainCopyRemoved, args(vec(func(r *rand.Rand) int16 { return int16(r.Intn(40)) })))
	add("GainCopyWithin", gainCopyWithin, GainCopyWithin, args(eights, one(func(r *rand.Rand) int { return r.Intn(8) })))
	add("GainCopyComputed", gainCopyComputed, GainCopyComputed, args(longs, constant(float32(1.5))))
}

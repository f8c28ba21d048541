package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// maskedShifts shifts by counts that cannot be too large, one element after the other.
func maskedShifts(x []uint64, y []int32, z []uint8) (a uint64, b int64, c uint32, d int32, e uint8, f int64) {
	a, b, c, d, e, f = 1, -1, 1, -1<<30, 200, 1<<60
	for i, v := range x {
		w, s := y[i], z[i]
		a = a<<(v&63) ^ v>>(v%64) ^ a>>(v>>58)
		b = b>>(w&63) + int64(w)<<(s&31) + b<<(min(s, 63)) ^ int64(v)
		c = c<<(v&31) ^ c>>(uint32(w)%32) + c<<(v&63)
		d = d>>(s&31) ^ d<<(v>>59) + w>>(uint8(w)&63)
		e = e<<(s&7) ^ e>>(v&31) ^ s<<(v&15) + uint8(v)
		f = f>>(uint32(w)>>26) ^ f<<(uint16(v)>>10) ^ int64(v)>>(v&62)
	}
	return a, b, c, d, e, f
}

var MaskedShifts = hone.Func(maskedShifts)

// bitSet has one bit for each of 64 places, in words.
func bitSet(set []uint64, places []int32) (found int) {
	for _, p := range places {
		w, m := p>>6, uint64(1)<<(p&63)
		if set[w]&m != 0 {
			found++
		}
		set[w] |= m
	}
	return found
}

var BitSet = hone.Func(bitSet)

func init() {
	add("MaskedShifts", maskedShifts, MaskedShifts, func(r *rand.Rand, n int) []any {
		x, y, z := make([]uint64, n), make([]int32, n), make([]uint8, n)
		for i := range x {
			x[i], y[i], z[i] = r.Uint64(), int32(r.Uint32()), uint8(r.Uint32())
		}
		return []any{x, y, z}
	})
	add("BitSet", bitSet, BitSet, func(r *rand.Rand, n int) []any {
		places := make([]int32, n)
		for i := range places {
			places[i] = int32(r.Intn(n * 8))
		}
		return []any{make([]uint64, (n*8+63)/64), places}
	})
}

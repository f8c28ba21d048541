package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Tables of bytes, which a byte selects from: as codecs and palettes have them.

var (
	laws   = lawsOf(256)
	levels = [100]int8{3: 7, 50: -3, 98: 1, 99: 100}
	nibble = [16]uint8{5, 9, 1, 200, 3, 8, 255, 0, 12, 77, 78, 79, 80, 1, 1, 2}
	sixBit = lawsOf(64)
	isWord = [128]bool{'a': true, 'b': true, 'z': true, '_': true, '9': true}
)

func lawsOf(n int) (t [256]uint8) {
	for i := range n {
		t[i] = uint8(i*i>>3) ^ 0x55
	}
	return t
}

// transcode is the plain form: one slice in, a new one out.
func transcode(x []uint8) []uint8 {
	out := make([]uint8, len(x))
	for i := 0; i < len(out); i++ {
		out[i] = laws[x[i]]
	}
	return out
}

// transcodeInPlace looks up what it has computed of two bytes.
func transcodeInPlace(x, key []uint8) {
	for i, k := range key {
		if i >= len(x) {
			break
		}
		x[i] = laws[x[i]^k] + 1
	}
}

// leveled has a table that is no power of two, whose end is checked, and which is signed.
func leveled(dst []int8, x []uint8) {
	for i := range dst {
		dst[i] = levels[x[i]]
	}
}

// nibbles has two small tables beside numbers of other widths.
func nibbles(dst []int32, x []uint8) {
	for i, v := range x {
		dst[i] += int32(nibble[v&15]) - int32(sixBit[v>>2])
	}
}

// wordBytes counts by a table of bools, and by one index that is wide.
func wordBytes(x []uint8, at []uint32) (n, sum int) {
	for _, v := range x {
		if v < 128 && isWord[v] {
			n++
		}
	}
	for _, i := range at {
		sum += int(laws[i&255])
	}
	return n, sum
}

var (
	Transcode        = hone.Func(transcode)
	TranscodeInPlace = hone.Func(transcodeInPlace)
	Leveled          = hone.Func(leveled)
	Nibbles          = hone.Func(nibbles)
	WordBytes        = hone.Func(wordBytes)
)

func init() {
	add("Transcode", transcode, Transcode, func(r *rand.Rand, n int) []any { return []any{uints8(r, n)} })
	add("TranscodeInPlace", transcodeInPlace, TranscodeInPlace, func(r *rand.Rand, n int) []any { return []any{uints8(r, n), uints8(r, n+r.Intn(3))} })
	add("Leveled", leveled, Leveled, func(r *rand.Rand, n int) []any {
		x := uints8(r, n)
		for i := range x {
			if x[i] %= 100; r.Intn(2000) == 0 {
				x[i] += 100
			}
		}
		return []any{make([]int8, n), x}
	})
	add("Nibbles", nibbles, Nibbles, func(r *rand.Rand, n int) []any { return []any{make([]int32, n), uints8(r, n)} })
	add("WordBytes", wordBytes, WordBytes, func(r *rand.Rand, n int) []any {
		at := make([]uint32, n)
		for i := range at {
			at[i] = r.Uint32()
		}
		return []any{uints8(r, n), at}
	})
}

func uints8(r *rand.Rand, n int) []uint8 {
	x := make([]uint8, n)
	for i := range x {
		x[i] = uint8(r.Intn(256))
	}
	return x
}

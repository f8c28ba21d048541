package programs

import (
	"math/bits"
	"math/rand"

	"github.com/hone-go/hone"
)

// Package math/bits.

// bitCounts counts in all widths.
func bitCounts(a []uint8, b []uint16, c []uint32, d []uint64) (leading, trailing, ones, lens []uint8) {
	n := len(a)
	leading, trailing, ones, lens = make([]uint8, 4*n), make([]uint8, 4*n), make([]uint8, 4*n), make([]uint8, 4*n)
	for i := range hone.Parallel(n) {
		put := func(k, l, t, o, m int) {
			leading[k*n+i], trailing[k*n+i], ones[k*n+i], lens[k*n+i] = uint8(l), uint8(t), uint8(o), uint8(m)
		}
		put(0, bits.LeadingZeros8(a[i]), bits.TrailingZeros8(a[i]), bits.OnesCount8(a[i]), bits.Len8(a[i]))
		put(1, bits.LeadingZeros16(b[i]), bits.TrailingZeros16(b[i]), bits.OnesCount16(b[i]), bits.Len16(b[i]))
		put(2, bits.LeadingZeros32(c[i]), bits.TrailingZeros32(c[i]), bits.OnesCount32(c[i]), bits.Len32(c[i]))
		put(3, bits.LeadingZeros64(d[i]), bits.TrailingZeros64(d[i]), bits.OnesCount64(d[i]), bits.Len64(d[i]))
	}
	return
}

var BitCounts = hone.Func(bitCounts)

// bitCounts8 and its kin have lanes of one width only.
func bitCounts8(a []uint8) (out []uint8) {
	return hone.Build(len(a), func(i int) uint8 {
		return uint8(bits.LeadingZeros8(a[i])) + 10*uint8(bits.TrailingZeros8(a[i])) ^ uint8(bits.OnesCount8(a[i]))<<4 ^ bits.Reverse8(a[i])
	})
}

func bitCounts16(a []uint16) (out []uint16) {
	return hone.Build(len(a), func(i int) uint16 {
		return uint16(bits.LeadingZeros16(a[i])) + 20*uint16(bits.TrailingZeros16(a[i])) ^ uint16(bits.OnesCount16(a[i]))<<9 ^
			bits.Reverse16(a[i]) + bits.ReverseBytes16(a[i])
	})
}

func bitCounts32(a []uint32) (out []uint32) {
	return hone.Build(len(a), func(i int) uint32 {
		return uint32(bits.LeadingZeros32(a[i])) + 100*uint32(bits.TrailingZeros32(a[i])) ^ uint32(bits.OnesCount32(a[i]))<<20 ^
			bits.Reverse32(a[i]) + bits.ReverseBytes32(a[i])
	})
}

func bitCounts64(a []uint64) (out []uint64) {
	return hone.Build(len(a), func(i int) uint64 {
		return uint64(bits.LeadingZeros64(a[i])) + 100*uint64(bits.TrailingZeros64(a[i])) ^ uint64(bits.OnesCount64(a[i]))<<20 ^
			bits.Reverse64(a[i]) + bits.ReverseBytes64(a[i])
	})
}

var (
	BitCounts8  = hone.Func(bitCounts8)
	BitCounts16 = hone.Func(bitCounts16)
	BitCounts32 = hone.Func(bitCounts32)
	BitCounts64 = hone.Func(bitCounts64)
)

// machineBits are the functions for uint.
func machineBits(a, b []uint, k []int) (out []uint) {
	return hone.Build(len(a), func(i int) uint {
		hi, lo := bits.Mul(a[i], b[i])
		sum, carry := bits.Add(hi, lo, uint(i&1))
		diff, borrow := bits.Sub(sum, b[i], carry)
		n := bits.LeadingZeros(a[i]) + bits.TrailingZeros(b[i]) + bits.OnesCount(a[i]^b[i]) + bits.Len(diff)
		return bits.RotateLeft(diff, k[i]) ^ bits.Reverse(hi) + bits.ReverseBytes(lo) + borrow + uint(n)
	})
}

var MachineBits = hone.Func(machineBits)

// rotations turn by constants, by one count for all and by one for each, to the left and to the right.
func rotations8(a []uint8, k []int, by int) []uint8 {
	return hone.Build(len(a), func(i int) uint8 {
		return bits.RotateLeft8(a[i], 3) ^ bits.RotateLeft8(a[i], k[i]) + bits.RotateLeft8(a[i], -by) ^ (a[i]<<7 | a[i]>>1)
	})
}

func rotations16(a []uint16, k []int8, by int) []uint16 {
	return hone.Build(len(a), func(i int) uint16 {
		return bits.RotateLeft16(a[i], 3) ^ bits.RotateLeft16(a[i], int(k[i])) + bits.RotateLeft16(a[i], -by) ^ bits.RotateLeft16(a[i], 8)
	})
}

func rotations32(a []uint32, k []uint32, by int) []uint32 {
	return hone.Build(len(a), func(i int) uint32 {
		x := a[i]
		return bits.RotateLeft32(x, 3) ^ bits.RotateLeft32(x, int(k[i])) + bits.RotateLeft32(x, by) ^ bits.RotateLeft32(x, -8) + (x<<5 ^ x>>27)
	})
}

func rotations64(a []uint64, k []int, by int) []uint64 {
	return hone.Build(len(a), func(i int) uint64 {
		x := a[i]
		return bits.RotateLeft64(x, 33) ^ bits.RotateLeft64(x, k[i]) + bits.RotateLeft64(x, by) ^ bits.RotateLeft64(x, 16) + (x>>60 + x<<4)
	})
}

var (
	Rotations8  = hone.Func(rotations8)
	Rotations16 = hone.Func(rotations16)
	Rotations32 = hone.Func(rotations32)
	Rotations64 = hone.Func(rotations64)
)

// products are 64-bit and 128-bit ones.
func products(a, b []uint32, x, y []uint64) (hi32 []uint32, hi, lo []uint64) {
	n := len(a)
	hi32, hi, lo = make([]uint32, n), make([]uint64, n), make([]uint64, n)
	for i := range hone.Parallel(n) {
		h, l := bits.Mul32(a[i], b[i])
		hi32[i] = h ^ l
		hi[i], lo[i] = bits.Mul64(x[i], y[i])
	}
	return
}

var Products = hone.Func(products)

// wideSum adds numbers of 128 bits, sequentially.
func wideSum(x, y []uint64) (hi, lo uint64, b32 uint32) {
	for i, v := range x {
		var carry uint64
		lo, carry = bits.Add64(lo, v, 0)
		hi, _ = bits.Add64(hi, y[i], carry)
		d, borrow := bits.Sub32(uint32(v), uint32(y[i]), b32&1)
		s, c := bits.Add32(d, uint32(lo), borrow)
		b32 ^= s + c
	}
	return
}

var WideSum = hone.Func(wideSum)

// wideSums does the same element by element.
func wideSums(x, y []uint64) (hi, lo []uint64) {
	n := len(x)
	hi, lo = make([]uint64, n), make([]uint64, n)
	for i := range hone.Parallel(n) {
		l, c := bits.Add64(x[i], y[i], 0)
		h, b := bits.Sub64(x[i]>>1, y[i], c)
		lo[i], hi[i] = l, h+b
	}
	return
}

var WideSums = hone.Func(wideSums)

// hamming is the number of bits that differ.
func hamming(a, b []uint64) int {
	return hone.Sum(min(len(a), len(b)), func(i int) int { return bits.OnesCount64(a[i] ^ b[i]) })
}

func hamming8(a, b []uint8) int {
	return hone.Sum(len(a), func(i int) int { return bits.OnesCount8(a[i] ^ b[i]) })
}

var (
	Hamming  = hone.Func(hamming)
	Hamming8 = hone.Func(hamming8)
)

// wyHashes mixes with products of 128 bits.
func wyHashes(keys []uint64, seed uint64) []uint64 {
	mix := func(a, b uint64) uint64 {
		hi, lo := bits.Mul64(a, b)
		return hi ^ lo
	}
	out := make([]uint64, len(keys))
	for i, k := range keys {
		out[i] = mix(mix(k^0xa0761d6478bd642f, seed^0xe7037ed1a0b428db), k<<32|k>>32)
	}
	return out
}

var WyHashes = hone.Func(wyHashes)

// md5Rounds are four steps of MD5 on many states.
func md5Rounds(states [][4]uint32, words []uint32) {
	for i := range hone.Parallel(min(len(states), len(words))) {
		s := states[i]
		a, b, c, d := s[0], s[1], s[2], s[3]
		w := words[i]
		a = b + bits.RotateLeft32((((c^d)&b)^d)+a+w+0xd76aa478, 7)
		d = a + bits.RotateLeft32((((b^c)&a)^c)+d+w+0xe8c7b756, 12)
		c = d + bits.RotateLeft32((((a^b)&d)^b)+c+w+0x242070db, 17)
		b = c + bits.RotateLeft32((((d^a)&c)^a)+b+w+0xc1bdceee, 22)
		states[i] = [4]uint32{s[0] + a, s[1] + b, s[2] + c, s[3] + d}
	}
}

var MD5Rounds = hone.Func(md5Rounds)

// blockSums reads all words of elements of 64 bytes, some of them backwards, and writes some of their words.
func blockSums(blocks [][16]uint32) (sums []uint32, out [][16]uint32) {
	n := len(blocks)
	sums, out = make([]uint32, n), make([][16]uint32, n)
	for i := range hone.Parallel(n) {
		sum := uint32(0)
		for k := range hone.Unroll(0, 16) {
			sum = sum*31 + blocks[i][k] ^ blocks[n-1-i][15-k]
		}
		sums[i] = sum
		out[i][3], out[i][4], out[i][15] = sum, ^sum, blocks[i][7]
	}
	return sums, out
}

var BlockSums = hone.Func(blockSums)

// bitmapSteps visits the bits that are set, in a divergent loop.
func bitmapSteps(m []uint32) []int32 {
	return hone.Build(len(m), func(i int) int32 {
		n := int32(0)
		for v := m[i]; v != 0; v &= v - 1 {
			n = n*3 + int32(bits.TrailingZeros32(v))
		}
		return n
	})
}

var BitmapSteps = hone.Func(bitmapSteps)

func init() {
	add("BitCounts", bitCounts, BitCounts, args(u8s, u16s, u32s, u64s))
	add("BitCounts8", bitCounts8, BitCounts8, args(u8s))
	add("BitCounts16", bitCounts16, BitCounts16, args(u16s))
	add("BitCounts32", bitCounts32, BitCounts32, args(u32s))
	add("BitCounts64", bitCounts64, BitCounts64, args(u64s))
	add("MachineBits", machineBits, MachineBits, args(vec(whole[uint]), vec(whole[uint]), i64s))
	add("Rotations8", rotations8, Rotations8, args(u8s, i64s, one(whole[int])))
	add("Rotations16", rotations16, Rotations16, args(u16s, i8s, one(whole[int])))
	add("Rotations32", rotations32, Rotations32, args(u32s, u32s, one(whole[int])))
	add("Rotations64", rotations64, Rotations64, args(u64s, i64s, one(whole[int])))
	add("Products", products, Products, args(u32s, u32s, u64s, u64s))
	add("WideSum", wideSum, WideSum, args(u64s, u64s))
	add("WideSums", wideSums, WideSums, args(u64s, u64s))
	add("Hamming", hamming, Hamming, args(u64s, nearly(u64s)))
	add("Hamming8", hamming8, Hamming8, args(u8s, nearly(u8s)))
	add("WyHashes", wyHashes, WyHashes, args(u64s, one(whole[uint64])))
	add("MD5Rounds", md5Rounds, MD5Rounds, args(vec(func(r *rand.Rand) [4]uint32 {
		return [4]uint32{r.Uint32(), r.Uint32(), r.Uint32(), r.Uint32()}
	}), u32s))
	add("BlockSums", blockSums, BlockSums, args(vec(func(r *rand.Rand) (b [16]uint32) {
		for i := range b {
			b[i] = r.Uint32()
		}
		return b
	})))
	add("BitmapSteps", bitmapSteps, BitmapSteps, args(u32s))
}

package programs

import (
	"math/bits"
	"math/rand"

	"github.com/hone-go/hone"
)

// Words that are put together from bytes, and numbers of several words.

// fnvWords hashes four bytes at a time, and the rest one by one.
func fnvWords(p []byte) (h uint32) {
	h = 2166136261
	for len(p) >= 4 {
		h = (h ^ uint32(p[0]) ^ uint32(p[1])<<8 ^ uint32(p[2])<<16 ^ uint32(p[3])<<24) * 16777619
		p = p[4:]
	}
	for _, c := range p {
		h = (h ^ uint32(c)) * 16777619
	}
	return h
}

func littleEndian64(p []byte) uint64 {
	_ = p[7]
	return uint64(p[0]) | uint64(p[1])<<8 | uint64(p[2])<<16 | uint64(p[3])<<24 | uint64(p[4])<<32 | uint64(p[5])<<40 | uint64(p[6])<<48 | uint64(p[7])<<56
}

// mixWords takes eight bytes at any place; the last ones fail.
func mixWords(p []byte, at []uint8) (h uint64) {
	for _, i := range at {
		h = bits.RotateLeft64(h^littleEndian64(p[i:])*0x9E3779B185EBCA87, 31) * 0xC2B2AE3D27D4EB4F
	}
	return
}

// bigEndian reads words whose highest byte comes first, in lanes. It fails where p is too short.
func bigEndian(w []uint32, h []int16, p []byte) {
	for i := range hone.Parallel(len(w)) {
		w[i] = uint32(p[4*i])<<24 | uint32(p[4*i+1])<<16 | uint32(p[4*i+2])<<8 | uint32(p[4*i+3])
	}
	for i := range h {
		h[i] = int16(p[2*i])<<8 + int16(p[2*i+1])
	}
}

// byteWindows reads overlapping words, of which parts are needed by themselves.
func byteWindows(out []uint64, p []byte) {
	for i := range hone.Parallel(min(len(out), max(0, len(p)-7))) {
		v := uint64(p[i]) | uint64(p[i+1])<<8 | uint64(p[i+2])<<16 | uint64(p[i+3])<<24
		out[i] = v*2654435761 + uint64(p[i+2]) ^ uint64(p[i+7])<<8 ^ uint64(p[i+6])
	}
}

// halfPairs joins halves, every second one of them, and some that hang over.
func halfPairs(out []uint32, x []uint16) {
	for i := range min(len(out), len(x)/3) {
		out[i] = uint32(x[3*i]) + uint32(x[3*i+1])<<16 ^ uint32(x[3*i+2])<<20
	}
}

// byteRecords takes records of eight bytes apart: two of their words lie at multiples of their size, one doesn't.
func byteRecords(a []uint32, b, c []uint16, d []uint8, p []byte) {
	for i := range hone.Parallel(min(len(a), len(b), len(c), len(d), len(p)/8)) {
		a[i] = uint32(p[8*i+4]) | uint32(p[8*i+5])<<8 | uint32(p[8*i+6])<<16 | uint32(p[8*i+7])<<24
		b[i] = uint16(p[8*i+2]) | uint16(p[8*i+3])<<8
		c[i] = uint16(p[8*i+1]) | uint16(p[8*i])<<8
		d[i] = p[8*i+5]
	}
	for i := range hone.Parallel(min(len(b), len(d), len(p)/8)) {
		b[i] += uint16(p[8*i+1]) | uint16(p[8*i+2])<<8
		d[i] ^= p[8*i+3]
	}
}

// swapping stores between the bytes of a word that it reads.
func swapping(p []byte) (s uint32) {
	for i := 0; i+3 < len(p); i += 2 {
		lo := uint32(p[i]) | uint32(p[i+1])<<8
		p[i+2]++
		s += lo | uint32(p[i+2])<<16 | uint32(p[i+3])<<24
		p[i] = byte(s)
	}
	return
}

// strangers are no words: signed bytes, bits that overlap, bits that are cut off, bytes that come twice.
func strangers(out []int32, p []byte, q []int8) {
	for i := range min(len(out), len(p)-1, len(q)-1) {
		a := int32(q[i]) | int32(q[i+1])<<8
		b := int32(p[i])<<4 + int32(p[i+1])<<10
		c := int32(int16(p[i])<<12|int16(p[i+1])<<8) + int32(p[i+1])<<28
		out[i] = a ^ b<<3 ^ c ^ (int32(p[i]) + int32(p[i+1])<<8 + int32(p[i]))
	}
}

var (
	FNVWords    = hone.Func(fnvWords)
	MixWords    = hone.Func(mixWords)
	BigEndian   = hone.Func(bigEndian)
	ByteWindows = hone.Func(byteWindows)
	ByteRecords = hone.Func(byteRecords)
	HalfPairs   = hone.Func(halfPairs)
	Swapping    = hone.Func(swapping)
	Strangers   = hone.Func(strangers)
)

// longSum, longDifference and longProduct work on numbers of any length, as package math/big does.
func longSum(z, x, y []uint64) (c uint64) {
	for i := range z {
		z[i], c = bits.Add64(x[i], y[i], c)
	}
	return
}

func longDifference(z, x, y []uint) (c uint) {
	for i := 0; i < len(z) && i < len(x) && i < len(y); i++ {
		z[i], c = bits.Sub(x[i], y[i], c)
	}
	return
}

func longProduct(z, x []uint64, y, r uint64) (c uint64) {
	c = r
	for i := range min(len(z), len(x)) {
		hi, lo := bits.Mul64(x[i], y)
		var cc uint64
		lo, cc = bits.Add64(lo, z[i], 0)
		hi += cc
		lo, cc = bits.Add64(lo, c, 0)
		c, z[i] = hi+cc, lo
	}
	return
}

// fixedSums add and subtract numbers of four words, modulo 2^255-19 nearly.
func fixedSums(z, x, y [][4]uint64) {
	for i := range z {
		a, b := x[i], y[i]
		var r [4]uint64
		var c uint64
		r[0], c = bits.Add64(a[0], b[0], 0)
		r[1], c = bits.Add64(a[1], b[1], c)
		r[2], c = bits.Add64(a[2], b[2], c)
		r[3], c = bits.Add64(a[3], b[3], c)
		r[0], c = bits.Add64(r[0], 38*c, 0)
		r[1], c = bits.Add64(r[1], 0, c)
		r[2], c = bits.Add64(r[2], 0, c)
		r[3] += c
		var u [4]uint64
		u[0], c = bits.Sub64(r[0], b[1], 1)
		u[1], c = bits.Sub64(r[1], b[2], c)
		u[2], c = bits.Sub64(r[2], b[3], c)
		u[3] = r[3] - b[0] - c
		z[i] = u
	}
}

// longFibonacci counts in numbers of n words of 32 bits.
func longFibonacci(a, b []uint32, steps int) (carries uint32) {
	n := min(len(a), len(b))
	for range steps {
		var c uint32
		for i := range n {
			s := uint32(0)
			s, c = bits.Add32(a[i], b[i], c)
			a[i], b[i] = b[i], s
		}
		carries += c
	}
	return
}

// chained has carries that are used as numbers, out of order and by both sides.
func chained(x, y []uint64) (s, d uint64) {
	for i := range min(len(x), len(y)) {
		l, c := bits.Add64(x[i], y[i], s&1)
		h, b := bits.Sub64(x[i], y[i], c)
		m, e := bits.Add64(l, h, b)
		s += m*3 + c - b
		d ^= h - e
		if c != b {
			d, e = bits.Add64(d, ^d, e)
			s -= e
		}
		s, _ = bits.Add64(s, 0, c)
	}
	return
}

var (
	LongSum        = hone.Func(longSum)
	LongDifference = hone.Func(longDifference)
	LongProduct    = hone.Func(longProduct)
	FixedSums      = hone.Func(fixedSums)
	LongFibonacci  = hone.Func(longFibonacci)
	Chained        = hone.Func(chained)
)

// limb is often one for which a carry goes on.
func limb(r *rand.Rand) uint64 {
	if r.Intn(3) > 0 {
		return uint64(r.Intn(3) - 1)
	}
	return r.Uint64()
}

func limbs(r *rand.Rand) (a [4]uint64) {
	for i := range a {
		a[i] = limb(r)
	}
	return
}

func init() {
	add("FNVWords", fnvWords, FNVWords, args(u8s))
	add("MixWords", mixWords, MixWords, args(u8s, u8s))
	add("BigEndian", bigEndian, BigEndian, args(u32s, i16s, sized(func(n int) int { return 4*n - n/60 }, u8s)))
	add("ByteWindows", byteWindows, ByteWindows, args(u64s, u8s))
	add("HalfPairs", halfPairs, HalfPairs, args(u32s, u16s))
	add("ByteRecords", byteRecords, ByteRecords, args(u32s, u16s, u16s, u8s, sized(func(n int) int { return 8*n + 5 }, u8s)))
	add("Swapping", swapping, Swapping, args(u8s))
	add("Strangers", strangers, Strangers, args(i32s, u8s, i8s))
	add("LongSum", longSum, LongSum, args(vec(limb), vec(limb), vec(limb)))
	add("LongDifference", longDifference, LongDifference, args(vec(whole[uint]), vec(whole[uint]), vec(whole[uint])))
	add("LongProduct", longProduct, LongProduct, args(vec(limb), vec(limb), one(limb), one(limb)))
	add("FixedSums", fixedSums, FixedSums, args(vec(limbs), vec(limbs), vec(limbs)))
	add("LongFibonacci", longFibonacci, LongFibonacci, args(u32s, u32s, one(between(0, 40))))
	add("Chained", chained, Chained, args(vec(limb), vec(limb)))
}

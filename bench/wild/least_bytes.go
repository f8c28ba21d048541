package main

import (
	"errors"
	"math"
	"math/bits"

	"github.com/holiman/uint256"
	"github.com/hone-go/hone"
)

// Bytes and words with the least change: what packages of the standard library and pointers do is written out, tables and strings are slices.

func word32(b []byte, i int) uint32 {
	return uint32(b[i]) | uint32(b[i+1])<<8 | uint32(b[i+2])<<16 | uint32(b[i+3])<<24
}

func word64(b []byte, i int) uint64 { return uint64(word32(b, i)) | uint64(word32(b, i+4))<<32 }

const (
	xx1 uint64 = 11400714785074694791
	xx2 uint64 = 14029467366897019727
	xx3 uint64 = 1609587929392839161
	xx4 uint64 = 9650029242287828579
)

func xxRound(acc, x uint64) uint64 { return bits.RotateLeft64(acc+x*xx2, 31) * xx1 }

// leastXX is xxHash of a multiple of 32 bytes.
func leastXX(b []byte) uint64 {
	first := xx1
	v1, v2, v3, v4 := first+xx2, xx2, uint64(0), -first
	for i := 0; i+32 <= len(b); i += 32 {
		v1, v2 = xxRound(v1, word64(b, i)), xxRound(v2, word64(b, i+8))
		v3, v4 = xxRound(v3, word64(b, i+16)), xxRound(v4, word64(b, i+24))
	}
	h := bits.RotateLeft64(v1, 1) + bits.RotateLeft64(v2, 7) + bits.RotateLeft64(v3, 12) + bits.RotateLeft64(v4, 18)
	h = (h^xxRound(0, v1))*xx1 + xx4
	h = (h^xxRound(0, v2))*xx1 + xx4
	h = (h^xxRound(0, v3))*xx1 + xx4
	h = (h^xxRound(0, v4))*xx1 + xx4
	h += uint64(len(b))
	h = (h ^ h>>33) * xx2
	h = (h ^ h>>29) * xx3
	return h ^ h>>32
}

// leastMurmur is MurmurHash3 of a multiple of 4 bytes.
func leastMurmur(b []byte) uint32 {
	h := uint32(0)
	for i := 0; i+4 <= len(b); i += 4 {
		h ^= bits.RotateLeft32(word32(b, i)*0xcc9e2d51, 15) * 0x1b873593
		h = bits.RotateLeft32(h, 13)*5 + 0xe6546b64
	}
	h ^= uint32(len(b))
	h = (h ^ h>>16) * 0x85ebca6b
	h = (h ^ h>>13) * 0xc2b2ae35
	return h ^ h>>16
}

// leastMetro is MetroHash64 of a multiple of 32 bytes.
func leastMetro(b []byte, seed uint64) uint64 {
	const k0, k1, k2, k3 = 0xd6d018f5, 0xa2aa033b, 0x62992fc1, 0x30bc5b29
	h := (seed + k2) * k0
	v0, v1, v2, v3 := h, h, h, h
	for i := 0; i+32 <= len(b); i += 32 {
		v0 = bits.RotateLeft64(v0+word64(b, i)*k0, -29) + v2
		v1 = bits.RotateLeft64(v1+word64(b, i+8)*k1, -29) + v3
		v2 = bits.RotateLeft64(v2+word64(b, i+16)*k2, -29) + v0
		v3 = bits.RotateLeft64(v3+word64(b, i+24)*k3, -29) + v1
	}
	v2 ^= bits.RotateLeft64((v0+v3)*k0+v1, -37) * k1
	v3 ^= bits.RotateLeft64((v1+v2)*k1+v0, -37) * k0
	v0 ^= bits.RotateLeft64((v0+v2)*k0+v3, -37) * k1
	v1 ^= bits.RotateLeft64((v1+v3)*k1+v2, -37) * k0
	h += v0 ^ v1
	h = (h ^ bits.RotateLeft64(h, -28)) * k0
	return h ^ bits.RotateLeft64(h, -29)
}

func murmurMix(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// leastMurmurWide is the one with 128 bits, of a multiple of 16 bytes.
func leastMurmurWide(b []byte) (uint64, uint64) {
	const c1, c2 = 0x87c37b91114253d5, 0x4cf5ad432745937f
	var h1, h2 uint64
	for i := 0; i+16 <= len(b); i += 16 {
		h1 ^= bits.RotateLeft64(word64(b, i)*c1, 31) * c2
		h1 = (bits.RotateLeft64(h1, 27)+h2)*5 + 0x52dce729
		h2 ^= bits.RotateLeft64(word64(b, i+8)*c2, 33) * c1
		h2 = (bits.RotateLeft64(h2, 31)+h1)*5 + 0x38495ab5
	}
	h1 ^= uint64(len(b))
	h2 ^= uint64(len(b))
	h1 += h2
	h2 += h1
	h1, h2 = murmurMix(h1), murmurMix(h2)
	h1 += h2
	return h1, h1 + h2
}

func leastAdler32(b []byte) uint32 {
	s1, s2 := uint32(1), uint32(0)
	for len(b) > 0 {
		n := min(len(b), 5552) // so many don't overflow
		for _, x := range b[:n] {
			s1 += uint32(x)
			s2 += s1
		}
		s1, s2, b = s1%65521, s2%65521, b[n:]
	}
	return s2<<16 | s1
}

func leastFNV(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, x := range b {
		h = (h ^ uint64(x)) * 1099511628211
	}
	return h
}

func leastCRC32(table []uint32, b []byte) uint32 {
	c := ^uint32(0)
	for _, x := range b {
		c = table[byte(c)^x] ^ c>>8
	}
	return ^c
}

func leastCRC64(table []uint64, b []byte) uint64 {
	c := ^uint64(0)
	for _, x := range b {
		c = table[byte(c)^x] ^ c>>8
	}
	return ^c
}

func quarter(a, b, c, d uint32) (uint32, uint32, uint32, uint32) {
	a += b
	d = bits.RotateLeft32(d^a, 16)
	c += d
	b = bits.RotateLeft32(b^c, 12)
	a += b
	d = bits.RotateLeft32(d^a, 8)
	c += d
	return a, bits.RotateLeft32(b^c, 7), c, d
}

// leastChaCha encrypts whole blocks, the first with counter 0.
func leastChaCha(dst, src, key, nonce []byte) {
	j := [16]uint32{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}
	for i := range 8 {
		j[4+i] = word32(key, 4*i)
	}
	for i := range 3 {
		j[13+i] = word32(nonce, 4*i)
	}
	for block := range hone.Parallel(len(src) / 64) {
		x := j
		x[12] = uint32(block)
		for range 10 {
			x[0], x[4], x[8], x[12] = quarter(x[0], x[4], x[8], x[12])
			x[1], x[5], x[9], x[13] = quarter(x[1], x[5], x[9], x[13])
			x[2], x[6], x[10], x[14] = quarter(x[2], x[6], x[10], x[14])
			x[3], x[7], x[11], x[15] = quarter(x[3], x[7], x[11], x[15])
			x[0], x[5], x[10], x[15] = quarter(x[0], x[5], x[10], x[15])
			x[1], x[6], x[11], x[12] = quarter(x[1], x[6], x[11], x[12])
			x[2], x[7], x[8], x[13] = quarter(x[2], x[7], x[8], x[13])
			x[3], x[4], x[9], x[14] = quarter(x[3], x[4], x[9], x[14])
		}
		for i := range hone.Unroll(0, 16) {
			k := x[i] + j[i]
			if i == 12 {
				k += uint32(block)
			}
			p := 64*block + 4*i
			k ^= word32(src, p)
			dst[p], dst[p+1], dst[p+2], dst[p+3] = byte(k), byte(k>>8), byte(k>>16), byte(k>>24)
		}
	}
}

func salsaQuarter(a, b, c, d uint32) (uint32, uint32, uint32, uint32) {
	b ^= bits.RotateLeft32(a+d, 7)
	c ^= bits.RotateLeft32(b+a, 9)
	d ^= bits.RotateLeft32(c+b, 13)
	return a ^ bits.RotateLeft32(d+c, 18), b, c, d
}

// leastSalsa makes blocks by Salsa20/8, each from in with another first byte.
func leastSalsa(out, in []byte) {
	var j [16]uint32
	for i := range 16 {
		j[i] = word32(in, 4*i)
	}
	for block := range hone.Parallel(len(out) / 64) {
		first := j[0]&^0xff | uint32(byte(j[0])+byte(block))
		x := j
		x[0] = first
		for range 4 {
			x[0], x[4], x[8], x[12] = salsaQuarter(x[0], x[4], x[8], x[12])
			x[5], x[9], x[13], x[1] = salsaQuarter(x[5], x[9], x[13], x[1])
			x[10], x[14], x[2], x[6] = salsaQuarter(x[10], x[14], x[2], x[6])
			x[15], x[3], x[7], x[11] = salsaQuarter(x[15], x[3], x[7], x[11])
			x[0], x[1], x[2], x[3] = salsaQuarter(x[0], x[1], x[2], x[3])
			x[5], x[6], x[7], x[4] = salsaQuarter(x[5], x[6], x[7], x[4])
			x[10], x[11], x[8], x[9] = salsaQuarter(x[10], x[11], x[8], x[9])
			x[15], x[12], x[13], x[14] = salsaQuarter(x[15], x[12], x[13], x[14])
		}
		for i := range hone.Unroll(0, 16) {
			k := x[i] + j[i]
			if i == 0 {
				k = x[0] + first
			}
			p := 64*block + 4*i
			out[p], out[p+1], out[p+2], out[p+3] = byte(k), byte(k>>8), byte(k>>16), byte(k>>24)
		}
	}
}

func lessSalsaBlocks(out []byte, in *[64]byte) {
	leastSalsaBlocks.Call(out, in[:])
	in[0] += byte(len(out) / 64)
}

func leastMul256(z, x, y []uint256.Int) {
	for i := range hone.Parallel(len(z)) {
		a, b := x[i], y[i]
		var p uint256.Int
		for j := range hone.Unroll(0, 4) {
			carry := uint64(0)
			for k := range hone.Unroll(0, 4-j) {
				hi, lo := bits.Mul64(a[k], b[j])
				lo, c := bits.Add64(lo, p[k+j], 0)
				hi += c
				p[k+j], c = bits.Add64(lo, carry, 0)
				carry = hi + c
			}
		}
		z[i] = p
	}
}

func leastAdd256(z, x []uint256.Int) {
	for i := range hone.Parallel(len(z)) {
		a, b := z[i], x[i]
		var c uint64
		for j := range hone.Unroll(0, 4) {
			a[j], c = bits.Add64(a[j], b[j], c)
		}
		z[i] = a
	}
}

func leastCommon(x, y []uint64) int {
	return hone.Sum(len(x), func(i int) int { return bits.OnesCount64(x[i] & y[i]) })
}

func leastUnite(x, y []uint64) {
	for i, v := range y {
		x[i] |= v
	}
}

// leastEdits is the distance of two texts.
func leastEdits(a, b []rune) int {
	row := make([]int, len(a)+1)
	for i := range row {
		row[i] = i
	}
	for j, r := range b {
		diagonal := row[0]
		row[0] = j + 1
		for i, q := range a {
			d := diagonal
			diagonal = row[i+1]
			if q != r {
				d = min(d, row[i], diagonal) + 1
			}
			row[i+1] = d
		}
	}
	return row[len(a)]
}

func leastSubsequence(a, b []rune) int {
	w := len(b) + 1
	best := make([]int, (len(a)+1)*w)
	for i, q := range a {
		for j, r := range b {
			if q == r {
				best[(i+1)*w+j+1] = best[i*w+j] + 1
			} else {
				best[(i+1)*w+j+1] = max(best[(i+1)*w+j], best[i*w+j+1])
			}
		}
	}
	return best[len(a)*w+len(b)]
}

func leastJaro(a, b []rune) float32 {
	reach := max(len(a), len(b))/2 - 1
	inA, inB := make([]bool, len(a)), make([]bool, len(b))
	n := 0
	for i, q := range a {
		for j := max(0, i-reach); j < min(len(b), i+reach+1); j++ {
			if q == b[j] && !inB[j] {
				inA[i], inB[j] = true, true
				n++
				break
			}
		}
	}
	if n == 0 {
		return 0
	}
	moved, j := float32(0), 0
	for i, q := range a {
		if inA[i] {
			for !inB[j] {
				j++
			}
			if q != b[j] {
				moved++
			}
			j++
		}
	}
	m := float32(n)
	return (m/float32(len(a)) + m/float32(len(b)) + (m-moved/2)/m) / 3
}

// leastRunes counts letters of UTF-8, and bytes that are none, as Unicode's table of well-formed sequences has them.
func leastRunes(b []byte) int {
	n := 0
	for i := 0; i < len(b); n++ {
		c := b[i]
		i++
		more, low, high := 0, byte(0x80), byte(0xbf)
		switch {
		case c < 0xc2 || c > 0xf4:
		case c < 0xe0:
			more = 1
		case c < 0xf0:
			more = 2
			if c == 0xe0 {
				low = 0xa0
			} else if c == 0xed {
				high = 0x9f
			}
		default:
			more = 3
			if c == 0xf0 {
				low = 0x90
			} else if c == 0xf4 {
				high = 0x8f
			}
		}
		if more == 0 || i+more > len(b) || b[i] < low || b[i] > high {
			continue
		}
		ok := true
		for k := 1; k < more; k++ {
			ok = ok && b[i+k]&0xc0 == 0x80
		}
		if ok {
			i += more
		}
	}
	return n
}

func leastUnpack(dst []float64, src []byte) {
	for i := range hone.Parallel(len(dst)) {
		dst[i] = math.Float64frombits(bits.ReverseBytes64(word64(src, 8*i)))
	}
}

func leastPack(dst []byte, src []uint32) {
	for i := range hone.Parallel(len(src)) {
		x := src[i]
		dst[4*i], dst[4*i+1], dst[4*i+2], dst[4*i+3] = byte(x), byte(x>>8), byte(x>>16), byte(x>>24)
	}
}

// leastToBase64 and leastOfBase64 are for a multiple of 3 bytes.
func leastToBase64(dst, src, digits []byte) {
	for i := range hone.Parallel(len(src) / 3) {
		v := uint32(src[3*i])<<16 | uint32(src[3*i+1])<<8 | uint32(src[3*i+2])
		dst[4*i], dst[4*i+1] = digits[v>>18], digits[v>>12&63]
		dst[4*i+2], dst[4*i+3] = digits[v>>6&63], digits[v&63]
	}
}

func leastOfBase64(dst, src, values []byte) bool {
	bad := byte(0)
	for i := range len(src) / 4 {
		a, b, c, d := values[src[4*i]], values[src[4*i+1]], values[src[4*i+2]], values[src[4*i+3]]
		bad |= a | b | c | d
		dst[3*i], dst[3*i+1], dst[3*i+2] = a<<2|b>>4, b<<4|c>>2, c<<6|d
	}
	return bad < 64
}

func hexDigit(x byte) byte {
	if x < 10 {
		return '0' + x
	}
	return 'a' + x - 10
}

func leastToHex(dst, src []byte) {
	for i := range hone.Parallel(len(src)) {
		dst[2*i], dst[2*i+1] = hexDigit(src[i]>>4), hexDigit(src[i]&15)
	}
}

func hexValue(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	}
	return 255
}

func leastOfHex(dst, src []byte) bool {
	bad := byte(0)
	for i := range dst {
		a, b := hexValue(src[2*i]), hexValue(src[2*i+1])
		bad |= a | b
		dst[i] = a<<4 | b
	}
	return bad < 16
}

func leastSearch(dst []int, in, x []float64) {
	for k := range hone.Parallel(len(x)) {
		lo, hi := 0, len(in)
		for lo < hi {
			if m := (lo + hi) / 2; in[m] < x[k] {
				lo = m + 1
			} else {
				hi = m
			}
		}
		dst[k] = lo
	}
}

var (
	leastXXHash      = hone.Func(leastXX)
	leastMurmur32    = hone.Func(leastMurmur)
	leastMurmur128   = hone.Func(leastMurmurWide)
	leastMetro64     = hone.Func(leastMetro)
	leastAdler       = hone.Func(leastAdler32)
	leastFNV64a      = hone.Func(leastFNV)
	leastCRC32Update = hone.Func(leastCRC32)
	leastCRC64Update = hone.Func(leastCRC64)
	leastChaChaXOR   = hone.Func(leastChaCha)
	leastSalsaBlocks = hone.Func(leastSalsa)
	leastProducts256 = hone.Func(leastMul256)
	leastSums256     = hone.Func(leastAdd256)
	leastBitsCommon  = hone.Func(leastCommon)
	leastBitsUnion   = hone.Func(leastUnite)
	leastLevenshtein = hone.Func(leastEdits)
	leastLCS         = hone.Func(leastSubsequence)
	leastJaroOf      = hone.Func(leastJaro)
	leastRuneCount   = hone.Func(leastRunes)
	leastFloats      = hone.Func(leastUnpack)
	leastInts        = hone.Func(leastPack)
	leastBase64      = hone.Func(leastToBase64)
	leastUnbase64    = hone.Func(leastOfBase64)
	leastHex         = hone.Func(leastToHex)
	leastUnhex       = hone.Func(leastOfHex)
	leastSearchAll   = hone.Func(leastSearch)
)

// base64Values are those of digits; 255 is none.
var base64Values = func() []byte {
	v := make([]byte, 256)
	for i := range v {
		v[i] = 255
	}
	for i, c := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" {
		v[c] = byte(i)
	}
	return v
}()

func lessUnbase64(dst, src []byte) (int, error) {
	if !leastUnbase64.Call(dst, src, base64Values) {
		return 0, errors.New("no digit")
	}
	return len(dst), nil
}

func lessUnhex(dst, src []byte) (int, error) {
	if !leastUnhex.Call(dst, src) {
		return 0, errors.New("no digit")
	}
	return len(dst), nil
}

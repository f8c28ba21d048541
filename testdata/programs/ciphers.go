package programs

import (
	"math/bits"
	"math/rand"

	"github.com/hone-go/hone"
)

// Ciphers: rounds over words, remainders of polynomials, and games of bits.

// sip hashes messages of some words by rounds of a closure.
func sip(k0, k1 uint64, msgs []uint64, per int, out []uint64) {
	if per < 1 {
		return
	}
	for m := range hone.Parallel(len(msgs) / per) {
		v0, v1, v2, v3 := k0^0x736f6d6570736575, k1^0x646f72616e646f6d, k0^0x6c7967656e657261, k1^0x7465646279746573
		round := func() {
			v0 += v1
			v1 = bits.RotateLeft64(v1, 13) ^ v0
			v0 = bits.RotateLeft64(v0, 32)
			v2 += v3
			v3 = bits.RotateLeft64(v3, 16) ^ v2
			v0 += v3
			v3 = bits.RotateLeft64(v3, 21) ^ v0
			v2 += v1
			v1 = bits.RotateLeft64(v1, 17) ^ v2
			v2 = bits.RotateLeft64(v2, 32)
		}
		for _, w := range msgs[m*per : (m+1)*per] {
			v3 ^= w
			round()
			round()
			v0 ^= w
		}
		v2 ^= 0xff
		for range 4 {
			round()
		}
		out[m] = v0 ^ v1 ^ v2 ^ v3
	}
}

var Sip = hone.Func(sip)

// chacha makes blocks of a stream from a key and a counter.
func chacha(key [8]uint32, nonce [3]uint32, out []uint32) {
	qr := func(s *[16]uint32, a, b, c, d int) {
		s[a] += s[b]
		s[d] = bits.RotateLeft32(s[d]^s[a], 16)
		s[c] += s[d]
		s[b] = bits.RotateLeft32(s[b]^s[c], 12)
		s[a] += s[b]
		s[d] = bits.RotateLeft32(s[d]^s[a], 8)
		s[c] += s[d]
		s[b] = bits.RotateLeft32(s[b]^s[c], 7)
	}
	for blk := range hone.Parallel(len(out) / 16) {
		init := [16]uint32{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, key[0], key[1], key[2], key[3], key[4], key[5], key[6], key[7], uint32(blk), nonce[0], nonce[1], nonce[2]}
		s := init
		for range 10 {
			qr(&s, 0, 4, 8, 12)
			qr(&s, 1, 5, 9, 13)
			qr(&s, 2, 6, 10, 14)
			qr(&s, 3, 7, 11, 15)
			qr(&s, 0, 5, 10, 15)
			qr(&s, 1, 6, 11, 12)
			qr(&s, 2, 7, 8, 13)
			qr(&s, 3, 4, 9, 14)
		}
		for i, v := range s {
			out[blk*16+i] = v + init[i]
		}
	}
}

var Chacha = hone.Func(chacha)

func gfMul(a, b uint8) (p uint8) {
	for b != 0 {
		if b&1 != 0 {
			p ^= a
		}
		hi := a & 0x80
		a <<= 1
		if hi != 0 {
			a ^= 0x1d
		}
		b >>= 1
	}
	return
}

// gfParity makes parity bytes over a field of 256 elements.
func gfParity(data []uint8, gen []uint8, per int, out []uint8) {
	k := len(gen)
	if per < 1 {
		return
	}
	for m := 0; m+per <= len(data) && (m/per+1)*k <= len(out); m += per {
		par := out[m/per*k:][:k]
		clear(par)
		for _, d := range data[m : m+per] {
			if k == 0 {
				break
			}
			f := d ^ par[0]
			copy(par, par[1:])
			par[k-1] = 0
			for j := range par {
				par[j] ^= gfMul(f, gen[j])
			}
		}
	}
}

var GfParity = hone.Func(gfParity)

// crcRows divides rows bit by bit.
func crcRows(data []uint8, w int, out []uint16) {
	if w < 1 {
		return
	}
	for r := range hone.Parallel(len(data) / w) {
		crc := uint16(0xffff)
		for _, b := range data[r*w : r*w+w] {
			crc ^= uint16(b) << 8
			for range 8 {
				if crc&0x8000 != 0 {
					crc = crc<<1 ^ 0x1021
				} else {
					crc <<= 1
				}
			}
		}
		out[r] = crc
	}
}

var CrcRows = hone.Func(crcRows)

// lifeBits plays Life on 64 cells at once, by adders of bits.
func lifeBits(g []uint64, w int, out []uint64) {
	if w < 1 {
		return
	}
	h := len(g) / w
	if h == 0 {
		return
	}
	row := func(y, x int) (l, c, r uint64) {
		if y < 0 || y >= h {
			return
		}
		c = g[y*w+x]
		l, r = c<<1, c>>1
		if x > 0 {
			l |= g[y*w+x-1] >> 63
		}
		if x < w-1 {
			r |= g[y*w+x+1] << 63
		}
		return
	}
	for y, x := range hone.Parallel2(h, w) {
		var s0, s1, s2 uint64
		add := func(b uint64) {
			c0 := s0 & b
			s0 ^= b
			c1 := s1 & c0
			s1 ^= c0
			s2 |= c1
		}
		l, c, r := row(y-1, x)
		add(l)
		add(c)
		add(r)
		l, me, r := row(y, x)
		add(l)
		add(r)
		l, c, r = row(y+1, x)
		add(l)
		add(c)
		add(r)
		out[y*w+x] = s1 &^ s2 & (s0 | me)
	}
}

var LifeBits = hone.Func(lifeBits)

func init() {
	add("Sip", sip, Sip, args(one(whole[uint64]), one(whole[uint64]), u64s, one(between(0, 9)), nearly(u64s)))
	add("Chacha", chacha, Chacha, args(func(r *rand.Rand, n int) any { return [8]uint32{r.Uint32(), 1, r.Uint32(), 3, 4, r.Uint32()} }, constant([3]uint32{1, 2, 3}), u32s), upTo(9000))
	add("GfParity", gfParity, GfParity, args(u8s, func(r *rand.Rand, n int) any { return vec(whole[uint8])(r, r.Intn(20)) }, one(between(0, 40)), u8s), upTo(1000))
	add("CrcRows", crcRows, CrcRows, args(u8s, one(between(0, 40)), u16s))
	add("LifeBits", lifeBits, LifeBits, args(u64s, one(between(0, 9)), nearly(u64s)), upTo(1000))
}

package programs

import (
	"math"
	"math/bits"
	"math/rand"

	"github.com/hone-go/hone"
)

// Columns: what databases and decoders do with bits and bytes.

// bitsToIndices writes down the places of bits.
func bitsToIndices(words []uint64, out []uint32) (n int) {
	for i, w := range words {
		for w != 0 {
			t := w & -w
			out[n] = uint32(i<<6 + bits.TrailingZeros64(w))
			n++
			w ^= t
		}
	}
	return n
}

var BitsToIndices = hone.Func(bitsToIndices)

// packBools makes bits of comparisons, the last ones of a part of a byte.
func packBools(v []int32, lo, hi int32, out []uint8) {
	for b := range out {
		var w uint8
		for j := range 8 {
			i := b*8 + j
			if i >= len(v) {
				break
			}
			if v[i] >= lo && v[i] < hi {
				w |= 1 << j
			}
		}
		out[b] = w
	}
}

var PackBools = hone.Func(packBools)

// dictDecode looks codes up that may stand for nothing.
func dictDecode[K ~uint8 | ~uint16, V any](codes []K, dict []V, null V, out []V, valid []bool) {
	for i, c := range codes {
		if c == 255 {
			out[i] = null
			valid[i] = false
			continue
		}
		out[i] = dict[c]
		valid[i] = true
	}
}

type pairIF struct {
	A int32
	B float32
}

var DictDecodePair = hone.Func(dictDecode[uint16, pairIF])

// unpack11 cuts fields of 11 bits out of words.
func unpack11(src []uint64, out []uint16) {
	const w = 11
	for i := range out {
		bit := uint(i) * w
		k, off := bit/64, bit%64
		v := src[k] >> off
		if off+w > 64 {
			v |= src[k+1] << (64 - off)
		}
		out[i] = uint16(v & (1<<w - 1))
	}
}

var Unpack11 = hone.Func(unpack11)

// unpackW cuts out fields of any width, in parallel.
func unpackW(src []uint32, w uint, out []uint32) {
	if w > 32 {
		return
	}
	mask := uint32(1<<w - 1)
	for i := range hone.Parallel(len(out)) {
		bit := uint(i) * w
		k, off := bit>>5, bit&31
		v := src[k] >> off
		if off+w > 32 {
			v |= src[k+1] << (32 - off)
		}
		out[i] = v & mask
	}
}

var UnpackW = hone.Func(unpackW)

// deltaFor sums up differences in blocks that have a base and a scale.
func deltaFor(base []int64, deltas []uint8, scale []uint8, out []int64) {
	for b, start := 0, 0; start < len(deltas); b, start = b+1, start+128 {
		end := start + 128
		if end > len(deltas) {
			end = len(deltas)
		}
		v := base[b]
		for i := start; i < end; i++ {
			v += int64(deltas[i]) << (scale[b] & 7)
			out[i] = v
		}
	}
}

var DeltaFor = hone.Func(deltaFor)

// hashProbe looks keys up in an open table.
func hashProbe(keys []uint32, tab []uint32, vals []int32, out []int32) (misses int) {
	if len(tab) == 0 {
		return -1
	}
	size := 1 << (bits.Len(uint(len(tab))) - 1)
	mask := uint32(size - 1)
	for i, k := range keys {
		h := k * 2654435761 >> 7 & mask
		found := int32(-1)
		for probe := 0; probe < size; probe++ {
			t := tab[h]
			if t == 0 {
				break
			}
			if t == k {
				found = vals[h]
				break
			}
			h = (h + 1) & mask
		}
		if found < 0 {
			misses++
		}
		out[i] = found
	}
	return misses
}

var HashProbe = hone.Func(hashProbe)

// bloom asks a filter with three hashes, until one says no.
func bloom(keys []uint64, filter []uint64, out []bool) {
	n := uint64(len(filter)) * 64
	if n == 0 {
		return
	}
	test := func(h uint64) bool { return filter[h/64]>>(h%64)&1 != 0 }
	for i := range hone.Parallel(len(keys)) {
		h1 := keys[i] * 0x9e3779b97f4a7c15
		h2 := bits.RotateLeft64(h1, 31) ^ keys[i]
		ok := true
		for j := uint64(0); j < 3 && ok; j++ {
			ok = test((h1 + j*h2) % n)
		}
		out[i] = ok
	}
}

var Bloom = hone.Func(bloom)

// lzDecode copies what came before, byte by byte, over itself.
func lzDecode(src []uint8, dst []uint8) (n int) {
	i := 0
	for i < len(src) {
		c := src[i]
		i++
		if c < 128 {
			for k := 0; k <= int(c&15); k++ {
				dst[n] = src[i]
				n++
				i++
			}
			continue
		}
		l, d := int(c&31)+3, int(src[i])+1
		i++
		for range l {
			dst[n] = dst[n-d]
			n++
		}
	}
	return n
}

var LzDecode = hone.Func(lzDecode)

// myers has the distances from a pattern in the bits of two words.
func myers(pat, text []uint8, out []uint8) (least int) {
	m := len(pat)
	if m == 0 || m > 64 {
		return -1
	}
	var peq [256]uint64
	for i, c := range pat {
		peq[c] |= 1 << i
	}
	pv, mv := ^uint64(0), uint64(0)
	score := m
	least = m
	for j, c := range text {
		eq := peq[c]
		xv := eq | mv
		xh := (eq&pv + pv ^ pv) | eq
		ph := mv | ^(xh | pv)
		mh := pv & xh
		if ph>>(m-1)&1 != 0 {
			score++
		} else if mh>>(m-1)&1 != 0 {
			score--
		}
		ph = ph<<1 | 1
		mh <<= 1
		pv = mh | ^(xv | ph)
		mv = ph & xv
		out[j] = uint8(score)
		if score < least {
			least = score
		}
	}
	return
}

var Myers = hone.Func(myers)

func fewBytes(r *rand.Rand) uint8 { return uint8(r.Intn(3)) }

func anyPairs(r *rand.Rand) pairIF { return pairIF{int32(r.Intn(100)), r.Float32()} }

// wideRows take all or some columns of rows of 4, 8 and 16 numbers.
func wideRows(out []uint32, sums []float64, a [][16]uint32, b [][8]float32, c [][4]int32, d [][4]float64, e [][8]uint64) {
	for i := range hone.Parallel(min(len(out), len(sums), len(a), len(b), len(c), len(d), len(e))) {
		h := uint32(1)
		for k := range hone.Unroll(0, 16) {
			h = h*31 + a[i][k]
		}
		for k := range hone.Unroll(0, 4) {
			h = h*31 + math.Float32bits(b[i][2*k+1])
		}
		out[i] = h ^ uint32(c[i][0]-3*c[i][3]+5*c[i][2])
		sums[i] = d[i][0] - d[i][1] + 2*d[i][2] - d[i][3] + float64(e[i][1]-e[i][6])
	}
}

var WideRows = hone.Func(wideRows)

// fewColumns take two of four, in order and backwards.
func fewColumns(x, y []int32, c [][4]int32) {
	n := min(len(x), len(y), len(c))
	for i := range hone.Parallel(n) {
		x[i] = c[i][1] - c[i][2]
		y[i] = c[n-1-i][0] * c[n-1-i][3]
	}
}

var FewColumns = hone.Func(fewColumns)

func rowsOf4[T any](f func(r *rand.Rand) T) gen {
	return vec(func(r *rand.Rand) [4]T { return [4]T{f(r), f(r), f(r), f(r)} })
}

func init() {
	add("WideRows", wideRows, WideRows, args(vec(whole[uint32]), f64s, vec(func(r *rand.Rand) (row [16]uint32) {
		for k := range row {
			row[k] = r.Uint32()
		}
		return row
	}), vec(func(r *rand.Rand) (row [8]float32) {
		for k := range row {
			row[k] = r.Float32()
		}
		return row
	}), rowsOf4(whole[int32]), rowsOf4(between(-1000.0, 1000.0)), vec(func(r *rand.Rand) (row [8]uint64) {
		for k := range row {
			row[k] = r.Uint64() >> 40
		}
		return row
	})), fmaTol(1e-9))
	add("FewColumns", fewColumns, FewColumns, args(i32s, i32s, rowsOf4(whole[int32])))
	add("BitsToIndices", bitsToIndices, BitsToIndices, args(u64s, times(30, u32s)), upTo(300))
	add("PackBools", packBools, PackBools, args(i32s, one(whole[int32]), one(whole[int32]), sized(func(n int) int { return n/8 + 1 }, u8s)))
	add("DictDecodePair", dictDecode[uint16, pairIF], DictDecodePair, args(vec(between[uint16](0, 300)), fixed(299, vec(anyPairs)), one(anyPairs), vec(anyPairs), bools))
	add("Unpack11", unpack11, Unpack11, args(u64s, times(5, u16s)))
	add("UnpackW", unpackW, UnpackW, args(u32s, one(between[uint](0, 34)), u32s))
	add("DeltaFor", deltaFor, DeltaFor, args(sized(func(n int) int { return n/128 + 1 }, vec(whole[int64])), u8s, sized(func(n int) int { return n/128 + 1 }, u8s), nearly(vec(whole[int64]))))
	add("HashProbe", hashProbe, HashProbe, args(vec(between[uint32](0, 300)), fixed(600, vec(between[uint32](0, 300))), fixed(600, i32s), nearly(i32s)), upTo(1000))
	add("Bloom", bloom, Bloom, args(u64s, nearly(u64s), nearly(bools)), upTo(1000))
	add("LzDecode", lzDecode, LzDecode, args(u8s, times(9, u8s)), upTo(300))
	add("Myers", myers, Myers, args(func(r *rand.Rand, n int) any { return vec(fewBytes)(r, r.Intn(66)) }, vec(fewBytes), nearly(u8s)))
}

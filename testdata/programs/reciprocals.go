package programs

import (
	"math"
	"math/bits"
	"math/rand"

	"github.com/hone-go/hone"
)

// Divisions of unsigned words by what is the same all the time, and of two words by one.

func placesOfHashes(x, y []uint64, m uint64) {
	for i := range x {
		h := x[i] * 0xff51afd7ed558ccd
		y[i] = (h ^ h>>33) % m
	}
}

func quotientsOf(x, y []uint64, d uint64) {
	for i := range hone.Parallel(len(x)) {
		y[i] = x[i]/d + x[i]%d
	}
}

// bloomFinds counts the keys that a Bloom filter may have.
func bloomFinds(keys, set []uint64, k int, m uint64) (n int) {
	for _, key := range keys {
		h, step := key*0x9e3779b97f4a7c15, key*0xc4ceb9fe1a85ec53|1
		found := true
		for range k {
			b := h % m
			if set[b>>6]>>(b&63)&1 == 0 {
				found = false
				break
			}
			h += step
		}
		if found {
			n++
		}
	}
	return n
}

// powersModulo hands on what it divides.
func powersModulo(x []uint64, e, m uint64) {
	for i, b := range x {
		r := uint64(1)
		for k := e; k > 0; k >>= 1 {
			if k&1 == 1 {
				r = r * b % m
			}
			b = b * b % m
		}
		x[i] = r
	}
}

// divideWords divides a large number by a word.
func divideWords(x []uint64, d uint64) (rem uint64) {
	for i := len(x) - 1; i >= 0; i-- {
		x[i], rem = bits.Div64(rem, x[i], d)
	}
	return rem
}

func productsModulo(x, y []uint64, m uint64) {
	for i := range x {
		hi, lo := bits.Mul64(x[i], y[i])
		y[i] = bits.Rem64(hi, lo, m)
	}
}

// wordQuotients have any operands: those that a quotient has no room for, and zeros, which panic.
func wordQuotients(hi, lo, y []uint64, last uint64) {
	for i := range hi {
		hi[i], lo[i] = bits.Div64(hi[i]%last, lo[i], y[i])
	}
}

func uintQuotients(hi, lo []uint, y uint) (s uint) {
	for i := range hi {
		q, r := bits.Div(hi[i]%y, lo[i], y)
		s += q ^ r - bits.Rem(lo[i], hi[i], y)
	}
	return s
}

var (
	PlacesOfHashes = hone.Func(placesOfHashes)
	QuotientsOf    = hone.Func(quotientsOf)
	BloomFinds     = hone.Func(bloomFinds)
	PowersModulo   = hone.Func(powersModulo)
	DivideWords    = hone.Func(divideWords)
	ProductsModulo = hone.Func(productsModulo)
	WordQuotients  = hone.Func(wordQuotients)
	UintQuotients  = hone.Func(uintQuotients)
)

// divisor is any word, now and then none that one can divide by.
func divisor(r *rand.Rand) uint64 {
	switch r.Intn(8) {
	case 0:
		return [...]uint64{0, 1, 2, 3, 641, math.MaxUint32, 1 << 32, math.MaxInt64, 1 << 63, 1<<63 + 1, math.MaxUint64 - 1, math.MaxUint64}[r.Intn(12)]
	case 1:
		return uint64(1 + r.Intn(100))
	}
	return r.Uint64()>>r.Intn(64) | 1
}

func init() {
	word := vec(whole[uint64])
	add("PlacesOfHashes", placesOfHashes, PlacesOfHashes, args(word, nearly(word), one(divisor)))
	add("QuotientsOf", quotientsOf, QuotientsOf, args(word, word, one(divisor)))
	add("BloomFinds", bloomFinds, BloomFinds, args(word, vec(whole[uint64]), one(between(0, 6)), func(r *rand.Rand, n int) any { return uint64(64*n - r.Intn(min(n, 2)+1)) }))
	add("PowersModulo", powersModulo, PowersModulo, args(word, one(whole[uint64]), one(divisor)), upTo(1000))
	add("DivideWords", divideWords, DivideWords, args(word, one(divisor)))
	add("ProductsModulo", productsModulo, ProductsModulo, args(word, nearly(word), one(divisor)))
	large := vec(func(r *rand.Rand) uint64 {
		if r.Intn(1000) == 0 {
			return divisor(r)
		}
		return r.Uint64() | 1<<63
	})
	add("WordQuotients", wordQuotients, WordQuotients, args(word, word, large, one(divisor)))
	words := vec(whole[uint])
	add("UintQuotients", uintQuotients, UintQuotients, args(words, words, one(func(r *rand.Rand) uint { return uint(divisor(r)) })))
}

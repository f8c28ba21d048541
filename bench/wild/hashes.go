package main

import (
	"hash/adler32"
	"hash/crc32"
	"hash/crc64"
	"hash/fnv"
	"math/big"

	"github.com/bits-and-blooms/bitset"
	"github.com/cespare/xxhash/v2"
	"github.com/dgryski/go-metro"
	"github.com/holiman/uint256"
	"github.com/hone-go/hone"
	"github.com/spaolacci/murmur3"
	"golang.org/x/crypto/blake2b"
	"golang.org/x/crypto/blowfish"
	"golang.org/x/crypto/chacha20"
	"golang.org/x/crypto/salsa20/salsa"
)

const (
	xxhashModule  = "github.com/cespare/xxhash/v2"
	murmurModule  = "github.com/spaolacci/murmur3"
	metroModule   = "github.com/dgryski/go-metro"
	xCryptoModule = "golang.org/x/crypto"
	bitsetModule  = "github.com/bits-and-blooms/bitset"
	uint256Module = "github.com/holiman/uint256"
)

func fnv64a(b []byte) uint64 {
	h := fnv.New64a()
	h.Write(b)
	return h.Sum64()
}

var (
	xxhash64     = hone.Func(xxhash.Sum64)
	murmur32     = hone.Func(murmur3.Sum32)
	murmur128    = hone.Func(murmur3.Sum128)
	metro64      = hone.Func(metro.Hash64)
	adler        = hone.Func(adler32.Checksum)
	crc32Update  = hone.Func(crc32.Update)
	crc64Update  = hone.Func(crc64.Update)
	honedFNV64a  = hone.Func(fnv64a)
	blake2b256   = hone.Func(blake2b.Sum256)
	chachaStream = hone.Func((*chacha20.Cipher).XORKeyStream)
)

// sum is an entry of a hash of 64 KB.
func sum[T any](name, module string, honed *hone.Fn[func([]byte) T], plain func([]byte) T, least func([]byte) T, of ...status) *entry {
	return &entry{name: name, module: module, honed: honed, least: of, open: func() instance {
		b := bytesOf(1, 65536)
		var out T
		return instance{
			plain:   func() { out = plain(b) },
			honed:   func() { out = honed.Call(b) },
			least:   func() { out = least(b) },
			results: func() []any { return []any{out} },
		}
	}}
}

var ofHashes = []*entry{
	sum("xxhash Sum64", xxhashModule, xxhash64, xxhash.Sum64, called(leastXXHash), leastXXHash),
	sum("murmur3 Sum32", murmurModule, murmur32, murmur3.Sum32, called(leastMurmur32), leastMurmur32),
	sum("hash/adler32 Checksum", "", adler, adler32.Checksum, called(leastAdler), leastAdler),
	sum("hash/fnv New64a, Write, Sum64", "", honedFNV64a, fnv64a, called(leastFNV64a), leastFNV64a),
	{name: "murmur3 Sum128", module: murmurModule, honed: murmur128, least: []status{leastMurmur128}, open: func() instance {
		b := bytesOf(2, 65536)
		var h1, h2 uint64
		return instance{
			plain:   func() { h1, h2 = murmur3.Sum128(b) },
			honed:   func() { h1, h2 = murmur128.Call(b) },
			least:   func() { h1, h2 = leastMurmur128.Call(b) },
			results: func() []any { return []any{h1, h2} },
		}
	}},
	{name: "go-metro Hash64", module: metroModule, honed: metro64, least: []status{leastMetro64}, open: func() instance {
		b := bytesOf(3, 65536)
		var h uint64
		return instance{
			plain:   func() { h = metro.Hash64(b, 7) },
			honed:   func() { h = metro64.Call(b, 7) },
			least:   func() { h = leastMetro64.Call(b, 7) },
			results: func() []any { return []any{h} },
		}
	}},
	{name: "hash/crc32 Update, Koopman", honed: crc32Update, least: []status{leastCRC32Update}, open: func() instance {
		b, t := bytesOf(4, 65536), crc32.MakeTable(crc32.Koopman)
		var h uint32
		return instance{
			plain:   func() { h = crc32.Update(0, t, b) },
			honed:   func() { h = crc32Update.Call(0, t, b) },
			least:   func() { h = leastCRC32Update.Call(t[:], b) },
			results: func() []any { return []any{h} },
		}
	}},
	{name: "hash/crc64 Update, ECMA", honed: crc64Update, least: []status{leastCRC64Update}, open: func() instance {
		b, t := bytesOf(5, 65536), crc64.MakeTable(crc64.ECMA)
		var h uint64
		return instance{
			plain:   func() { h = crc64.Update(0, t, b) },
			honed:   func() { h = crc64Update.Call(0, t, b) },
			least:   func() { h = leastCRC64Update.Call(t[:], b) },
			results: func() []any { return []any{h} },
		}
	}},
}

func salsaBlocks(out []byte, in *[64]byte) {
	var block [64]byte
	for i := 0; i+64 <= len(out); i += 64 {
		salsa.Core208(&block, in)
		copy(out[i:], block[:])
		in[0]++
	}
}

func blowfishBlocks(c *blowfish.Cipher, dst, src []byte) {
	for i := 0; i+8 <= len(src); i += 8 {
		c.Encrypt(dst[i:], src[i:])
	}
}

var (
	honedSalsaBlocks    = hone.Func(salsaBlocks)
	honedBlowfishBlocks = hone.Func(blowfishBlocks)
)

var ofCrypto = []*entry{
	sum("x/crypto/blake2b Sum256", xCryptoModule, blake2b256, blake2b.Sum256, nil),
	{name: "x/crypto/chacha20 Cipher.XORKeyStream", module: xCryptoModule, honed: chachaStream, least: []status{leastChaChaXOR}, open: func() instance {
		src, dst := bytesOf(6, 65536), make([]byte, 65536)
		key, nonce := bytesOf(7, 32), bytesOf(8, 12)
		var c *chacha20.Cipher
		return instance{
			plain: func() { c.XORKeyStream(dst, src) },
			honed: func() { chachaStream.Call(c, dst, src) },
			least: func() { leastChaChaXOR.Call(dst, src, key, nonce) },
			reset: func() {
				var err error
				if c, err = chacha20.NewUnauthenticatedCipher(key, nonce); err != nil {
					panic(err)
				}
			},
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "x/crypto/salsa20/salsa Core208", module: xCryptoModule, honed: honedSalsaBlocks, least: []status{leastSalsaBlocks}, open: func() instance {
		out := make([]byte, 65536)
		var in [64]byte
		return instance{
			plain:   func() { salsaBlocks(out, &in) },
			honed:   func() { honedSalsaBlocks.Call(out, &in) },
			least:   func() { lessSalsaBlocks(out, &in) },
			reset:   func() { copy(in[:], bytesOf(9, 64)) },
			results: func() []any { return []any{out, in} },
		}
	}},
	{name: "x/crypto/blowfish Cipher.Encrypt", module: xCryptoModule, honed: honedBlowfishBlocks, open: func() instance {
		src, dst := bytesOf(10, 65536), make([]byte, 65536)
		c, err := blowfish.NewCipher(bytesOf(11, 16))
		if err != nil {
			panic(err)
		}
		return instance{
			plain:   func() { blowfishBlocks(c, dst, src) },
			honed:   func() { honedBlowfishBlocks.Call(c, dst, src) },
			results: func() []any { return []any{dst} },
		}
	}},
}

func products256(z, x, y []uint256.Int) {
	for i := range z {
		z[i].Mul(&x[i], &y[i])
	}
}

func sums256(z, x []uint256.Int) {
	for i := range z {
		z[i].Add(&z[i], &x[i])
	}
}

var (
	honedProducts256 = hone.Func(products256)
	honedSums256     = hone.Func(sums256)
	bitsetCommon     = hone.Func((*bitset.BitSet).IntersectionCardinality)
	bitsetUnion      = hone.Func((*bitset.BitSet).InPlaceUnion)
)

func ints256(seed uint64, n int) []uint256.Int {
	z, w := make([]uint256.Int, n), wordsOf(seed, 4*n)
	for i := range z {
		z[i] = uint256.Int(w[4*i : 4*i+4])
	}
	return z
}

var ofBits = []*entry{
	{name: "uint256 Int.Mul", module: uint256Module, honed: honedProducts256, least: []status{leastProducts256}, open: func() instance {
		x, y := ints256(1, 5000), ints256(2, 5000)
		z := make([]uint256.Int, len(x))
		return instance{
			plain:   func() { products256(z, x, y) },
			honed:   func() { honedProducts256.Call(z, x, y) },
			least:   func() { leastProducts256.Call(z, x, y) },
			results: func() []any { return []any{z} },
		}
	}},
	{name: "uint256 Int.Add", module: uint256Module, honed: honedSums256, least: []status{leastSums256}, open: func() instance {
		z0, x := ints256(3, 5000), ints256(4, 5000)
		z := cloned(z0)
		return instance{
			plain:   func() { sums256(z, x) },
			honed:   func() { honedSums256.Call(z, x) },
			least:   func() { leastSums256.Call(z, x) },
			reset:   func() { copy(z, z0) },
			results: func() []any { return []any{z} },
		}
	}},
	{name: "bitset IntersectionCardinality", module: bitsetModule, honed: bitsetCommon, least: []status{leastBitsCommon}, open: func() instance {
		a, b := bitset.From(wordsOf(5, 15625)), bitset.From(wordsOf(6, 15625))
		var n uint
		return instance{
			plain:   func() { n = a.IntersectionCardinality(b) },
			honed:   func() { n = bitsetCommon.Call(a, b) },
			least:   func() { n = uint(leastBitsCommon.Call(a.Words(), b.Words())) },
			results: func() []any { return []any{n} },
		}
	}},
	{name: "bitset InPlaceUnion", module: bitsetModule, honed: bitsetUnion, least: []status{leastBitsUnion}, open: func() instance {
		w := wordsOf(7, 15625)
		a, b := bitset.From(cloned(w)), bitset.From(wordsOf(8, 15625))
		return instance{
			plain:   func() { a.InPlaceUnion(b) },
			honed:   func() { bitsetUnion.Call(a, b) },
			least:   func() { leastBitsUnion.Call(a.Words(), b.Words()) },
			reset:   func() { copy(a.Words(), w) },
			results: func() []any { return []any{a.Words()} },
		}
	}},
}

var (
	bigMul = hone.Func((*big.Int).Mul)
	bigAdd = hone.Func((*big.Int).Add)
)

func bigInt(seed uint64, n int) *big.Int { return new(big.Int).SetBytes(bytesOf(seed, 8*n)) }

var ofBig = []*entry{
	{name: "math/big Int.Mul", honed: bigMul, least: []status{leastBigMul}, open: func() instance {
		x, y, z := bigInt(1, 200), bigInt(2, 200), new(big.Int)
		room := make([]big.Word, 400)
		return instance{
			plain:   func() { z.Mul(x, y) },
			honed:   func() { bigMul.Call(z, x, y) },
			least:   func() { leastBigMul.Call(room, x.Bits(), y.Bits()); z.SetBits(room) },
			results: func() []any { return []any{z.Bytes()} },
		}
	}},
	{name: "math/big Int.Add", honed: bigAdd, least: []status{leastBigAdd}, open: func() instance {
		x, y, z := bigInt(3, 1000), bigInt(4, 1000), new(big.Int)
		room := make([]big.Word, 1001)
		return instance{
			plain:   func() { z.Add(x, y) },
			honed:   func() { bigAdd.Call(z, x, y) },
			least:   func() { leastBigAdd.Call(room, x.Bits(), y.Bits()); z.SetBits(room) },
			results: func() []any { return []any{z.Bytes()} },
		}
	}},
}

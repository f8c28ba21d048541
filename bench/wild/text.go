package main

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
	"github.com/golang/snappy"
	"github.com/hbollon/go-edlib"
	"github.com/hone-go/hone"
)

const (
	levenshteinModule = "github.com/agnivade/levenshtein"
	edlibModule       = "github.com/hbollon/go-edlib"
	snappyModule      = "github.com/golang/snappy"
)

var (
	levenshteinDistance = hone.Func(levenshtein.ComputeDistance)
	edlibLCS            = hone.Func(edlib.LCS)
	edlibJaro           = hone.Func(edlib.JaroSimilarity)
	runeCount           = hone.Func(utf8.RuneCount)
)

// pair is an entry of two texts.
func pair[T any](name, module string, honed *hone.Fn[func(a, b string) T], plain func(a, b string) T, n int, least func(a, b string) T, of ...status) *entry {
	return &entry{name: name, module: module, honed: honed, least: of, open: func() instance {
		a, b := string(text(1, n)), string(text(2, n))
		var out T
		return instance{
			plain:   func() { out = plain(a, b) },
			honed:   func() { out = honed.Call(a, b) },
			least:   func() { out = least(a, b) },
			results: func() []any { return []any{out} },
		}
	}}
}

var ofText = []*entry{
	pair("levenshtein ComputeDistance", levenshteinModule, levenshteinDistance, levenshtein.ComputeDistance, 200, func(a, b string) int { return leastLevenshtein.Call([]rune(a), []rune(b)) }, leastLevenshtein),
	pair("go-edlib LCS", edlibModule, edlibLCS, edlib.LCS, 200, func(a, b string) int { return leastLCS.Call([]rune(a), []rune(b)) }, leastLCS),
	pair("go-edlib JaroSimilarity", edlibModule, edlibJaro, edlib.JaroSimilarity, 200, func(a, b string) float32 { return leastJaroOf.Call([]rune(a), []rune(b)) }, leastJaroOf),
	{name: "unicode/utf8 RuneCount", honed: runeCount, least: []status{leastRuneCount}, open: func() instance {
		b := text(3, 65536)
		for i := 0; i+1 < len(b); i += 23 {
			copy(b[i:], "é")
		}
		var n int
		return instance{
			plain:   func() { n = utf8.RuneCount(b) },
			honed:   func() { n = runeCount.Call(b) },
			least:   func() { n = leastRuneCount.Call(b) },
			results: func() []any { return []any{n} },
		}
	}},
}

func unpackFloats(dst []float64, src []byte) {
	for i := range dst {
		dst[i] = math.Float64frombits(binary.BigEndian.Uint64(src[8*i:]))
	}
}

func packInts(dst []byte, src []uint32) {
	for i, x := range src {
		binary.LittleEndian.PutUint32(dst[4*i:], x)
	}
}

var (
	honedUnpackFloats = hone.Func(unpackFloats)
	honedPackInts     = hone.Func(packInts)
	base64Encode      = hone.Func((*base64.Encoding).Encode)
	base64Decode      = hone.Func((*base64.Encoding).Decode)
	hexEncode         = hone.Func(hex.Encode)
	hexDecode         = hone.Func(hex.Decode)
	snappyEncode      = hone.Func(snappy.Encode)
)

var ofEncoding = []*entry{
	{name: "encoding/binary BigEndian.Uint64", honed: honedUnpackFloats, least: []status{leastFloats}, open: func() instance {
		src, dst := bytesOf(1, 80000), make([]float64, 10000)
		return instance{
			plain:   func() { unpackFloats(dst, src) },
			honed:   func() { honedUnpackFloats.Call(dst, src) },
			least:   func() { leastFloats.Call(dst, src) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "encoding/binary LittleEndian.PutUint32", honed: honedPackInts, least: []status{leastInts}, open: func() instance {
		src, dst := make([]uint32, 10000), make([]byte, 40000)
		for i, w := range wordsOf(2, len(src)) {
			src[i] = uint32(w >> 32)
		}
		return instance{
			plain:   func() { packInts(dst, src) },
			honed:   func() { honedPackInts.Call(dst, src) },
			least:   func() { leastInts.Call(dst, src) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "encoding/base64 Encoding.Encode", honed: base64Encode, least: []status{leastBase64}, open: func() instance {
		src, digits := bytesOf(3, 49152), []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
		dst := make([]byte, base64.StdEncoding.EncodedLen(len(src)))
		return instance{
			plain:   func() { base64.StdEncoding.Encode(dst, src) },
			honed:   func() { base64Encode.Call(base64.StdEncoding, dst, src) },
			least:   func() { leastBase64.Call(dst, src, digits) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "encoding/base64 Encoding.Decode", honed: base64Decode, least: []status{leastUnbase64}, open: func() instance {
		src := []byte(base64.StdEncoding.EncodeToString(bytesOf(4, 49152)))
		dst := make([]byte, 49152)
		var n int
		var err error
		return instance{
			plain:   func() { n, err = base64.StdEncoding.Decode(dst, src) },
			honed:   func() { n, err = base64Decode.Call(base64.StdEncoding, dst, src) },
			least:   func() { n, err = lessUnbase64(dst, src) },
			results: func() []any { return []any{dst, n, err} },
		}
	}},
	{name: "encoding/hex Encode", honed: hexEncode, least: []status{leastHex}, open: func() instance {
		src, dst := bytesOf(5, 32768), make([]byte, 65536)
		var n int
		return instance{
			plain: func() { n = hex.Encode(dst, src) },
			honed: func() { n = hexEncode.Call(dst, src) },
			least: func() {
				leastHex.Call(dst, src)
				n = len(dst)
			},
			results: func() []any { return []any{dst, n} },
		}
	}},
	{name: "encoding/hex Decode", honed: hexDecode, least: []status{leastUnhex}, open: func() instance {
		src, dst := []byte(hex.EncodeToString(bytesOf(6, 32768))), make([]byte, 32768)
		var n int
		var err error
		return instance{
			plain:   func() { n, err = hex.Decode(dst, src) },
			honed:   func() { n, err = hexDecode.Call(dst, src) },
			least:   func() { n, err = lessUnhex(dst, src) },
			results: func() []any { return []any{dst, n, err} },
		}
	}},
	{name: "snappy Encode", module: snappyModule, honed: snappyEncode, open: func() instance {
		src := text(7, 65536)
		dst := make([]byte, snappy.MaxEncodedLen(len(src)))
		var out []byte
		return instance{
			plain:   func() { out = snappy.Encode(dst, src) },
			honed:   func() { out = snappyEncode.Call(dst, src) },
			results: func() []any { return []any{out} },
		}
	}},
}

// A trade is what sorting by a key is tried on.
type trade struct {
	at    int64
	price float64
	lots  int32
}

func sortTrades(t []trade) {
	slices.SortFunc(t, func(a, b trade) int { return int(a.at - b.at) })
}

func sortTradesOld(t []trade) { sort.Slice(t, func(i, j int) bool { return t[i].at < t[j].at }) }

func searchAll(dst []int, in, x []float64) {
	for i, x := range x {
		dst[i] = sort.SearchFloat64s(in, x)
	}
}

var (
	honedSortTrades    = hone.Func(sortTrades)
	honedSortTradesOld = hone.Func(sortTradesOld)
	honedSearchAll     = hone.Func(searchAll)
	honedSortFloats    = hone.Func(sort.Float64s)
)

// sorted is an entry of trades in no order.
func sorted(name string, honed *hone.Fn[func([]trade)], plain func([]trade), least func([]trade), of ...status) *entry {
	return &entry{name: name, honed: honed, least: of, open: func() instance {
		t0, price := make([]trade, 10000), walk(1, 10000)
		for i, w := range wordsOf(2, len(t0)) {
			t0[i] = trade{int64(w >> 24), price[i], int32(i % 100)}
		}
		t := cloned(t0)
		return instance{
			plain:   func() { plain(t) },
			honed:   func() { honed.Call(t) },
			least:   func() { least(t) },
			reset:   func() { copy(t, t0) },
			once:    true,
			results: func() []any { return []any{t} },
		}
	}}
}

var ofSort = []*entry{
	sorted("slices SortFunc", honedSortTrades, sortTrades, nil),
	sorted("sort Slice", honedSortTradesOld, sortTradesOld, nil),
	{name: "sort Float64s", honed: honedSortFloats, open: func() instance {
		x0 := normal(3, 20000)
		x := cloned(x0)
		return instance{
			plain:   func() { sort.Float64s(x) },
			honed:   func() { honedSortFloats.Call(x) },
			reset:   func() { copy(x, x0) },
			once:    true,
			results: func() []any { return []any{x} },
		}
	}},
	{name: "sort SearchFloat64s", honed: honedSearchAll, least: []status{leastSearchAll}, open: func() instance {
		in, x := normal(4, 10000), normal(5, 10000)
		sort.Float64s(in)
		dst := make([]int, len(x))
		return instance{
			plain:   func() { searchAll(dst, in, x) },
			honed:   func() { honedSearchAll.Call(dst, in, x) },
			least:   func() { leastSearchAll.Call(dst, in, x) },
			results: func() []any { return []any{dst} },
		}
	}},
}

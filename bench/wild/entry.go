package main

import (
	"runtime/debug"
	"strings"

	"github.com/hone-go/hone"
)

// An entry is a hot function of a library.
type entry struct {
	name   string // import path and name of the function, or of what is called in the loop that it is measured in
	module string // the module that it is from; "" for the standard library

	// honed is the function as it stands. Where it can't be named from outside the library, or takes one point at a time, it is
	// a function of this program that calls it and does nothing else.
	honed status

	// least is the same job with the least change that the guide suggests, in honed functions of this program; none where nothing
	// is to be changed.
	least []status

	// tolerance of numbers, relative and below 1 absolute: elementary functions have errors of their own in compiled code. 0: the
	// same bits. leastTolerance is that of the least change, where that declares a reduction.
	tolerance, leastTolerance float64

	open func() instance // with its inputs, always the same ones
}

// A status is a honed function.
type status interface{ Status() hone.Status }

// An instance is an entry with inputs.
type instance struct {
	plain, honed, least func()

	// reset makes inputs that calls have changed what they were; it may be nil. Where calls in a row are another job than one, once is set.
	reset func()
	once  bool

	// results are all that a call gives and all that it has changed.
	results func() []any
}

// entries are all, by library.
func entries() []*entry {
	var all []*entry
	for _, of := range [][]*entry{
		ofBLAS, ofFloats, ofStat, ofDSP, ofMat,
		ofTalib, ofStats, ofGoDSP,
		ofImaging, ofBild, ofResize, ofXImage, ofImage, ofImageHash,
		ofGeo, ofOrb, ofGeohash, ofColorful, ofGG,
		ofHashes, ofCrypto, ofBits,
		ofText, ofEncoding, ofSort, ofBig, ofNumbers,
	} {
		all = append(all, of...)
	}
	return all
}

// serial are those of which each step needs the result of the one before, as long as the bits stay the same: no lanes and no cores can help.
var serial = map[string]bool{
	"gonum/floats CumSum": true, "montanaflynn/stats CumulativeSum": true,
	"go-talib Sma": true, "go-talib Ema": true, "go-talib Rsi": true, "go-talib Macd": true, "go-talib Atr": true, "go-talib Correl": true,
	"go-talib BBands": true, "go-talib LinearReg": true, "go-talib HtTrendline": true,
	"xxhash Sum64": true, "murmur3 Sum32": true, "murmur3 Sum128": true, "go-metro Hash64": true, "hash/fnv New64a, Write, Sum64": true,
	"hash/adler32 Checksum": true, "hash/crc32 Update, Koopman": true, "hash/crc64 Update, ECMA": true, "x/crypto/blake2b Sum256": true,
	"go-edlib JaroSimilarity": true, "unicode/utf8 RuneCount": true, "snappy Encode": true, "math/big Int.Add": true,
	"x/crypto/ripemd160 Write, Sum": true,
	"gonum/stat Histogram":          true, "x/image/vector Rasterizer.Draw": true,
}

// version is that of the entry's module in this build.
func (e *entry) version() string {
	if e.module == "" {
		return "std"
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == e.module {
				v, _, _ := strings.Cut(m.Version, "-0.") // a revision without a release
				v, _, _ = strings.Cut(v, "-2")
				return v
			}
		}
	}
	return "?"
}

// outcome is what became of honed functions, the first of which stays plain Go decides.
type outcome struct {
	kind   string // compiled, gains nothing, refused
	reason string
}

const (
	compiled = "compiled"
	nothing  = "stays plain"
	refused  = "refused"
)

func outcomeOf(of ...status) outcome {
	for _, f := range of {
		s := f.Status()
		switch {
		case s.Compiled:
		case strings.Contains(s.Reason, "nothing to gain"):
			return outcome{nothing, s.Reason}
		default:
			return outcome{refused, s.Reason}
		}
	}
	return outcome{kind: compiled}
}

// called is the Call of a honed function. (It isn't to be copied before the program is initialised.)
func called[A, R any](f *hone.Fn[func(A) R]) func(A) R {
	return func(a A) R { return f.Call(a) }
}

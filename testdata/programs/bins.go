package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Each bin of a histogram says what it holds: elements whose key is its index.

func binCounts(bins []int32, in []uint8) {
	for k := range hone.Parallel(len(bins)) {
		bins[k] = hone.Sum(len(in), func(i int) int32 {
			if int(in[i]) == k {
				return 1
			}
			return 0
		})
	}
}

// binBytes compares in bytes, which several bins may have.
func binBytes(bins []int64, in []uint8, signed []int8) {
	for k := range hone.Parallel(len(bins)) {
		bins[k] = hone.Sum(len(in), func(i int) int64 {
			if in[i] == uint8(k) {
				return int64(i)
			}
			return 0
		}) - hone.Sum(len(signed), func(i int) int64 {
			if signed[i] != int8(k) {
				return 0
			}
			return 3
		})
	}
}

// binSums adds floats, zeros of both signs among them.
func binSums(sums []float64, label []int16, w []float64) {
	w = w[:len(label)]
	for k := range hone.Parallel(len(sums)) {
		sums[k] = hone.Sum(len(label), func(i int) float64 {
			if int(label[i]) == k {
				return w[i]
			}
			return 0
		})
	}
}

// binProducts has what is added depend on the bin as well, and looks at all weights, of which there may be too few.
func binProducts(sums []float32, label []int32, w, gain []float32) {
	gain = gain[:len(sums)]
	for k := range hone.Parallel(len(sums)) {
		g := gain[k]
		sums[k] = hone.Sum(len(label), func(i int) float32 {
			if v := w[i]; label[i] == int32(k) {
				return v + g
			}
			return 0
		})
	}
}

// binMeans has several reductions for a bin.
func binMeans(out []int, label []uint16, v []int32) {
	v = v[:len(label)]
	for k := range hone.Parallel(len(out)) {
		n := hone.Sum(len(label), func(i int) int {
			if int(label[i]) == k+0 {
				return 1
			}
			return 0
		})
		sum := hone.Sum(len(label), func(i int) int {
			if int(label[i]) == k {
				return int(v[i])
			}
			return 0
		})
		out[k] = sum / max(n, 1)
	}
}

// binLargest takes some elements only, and begins with what is none.
func binLargest(out []int16, label []int, v []int16, marks []uint8) {
	n := min(len(label), len(v), len(marks))
	for k := range hone.Parallel(len(out)) {
		out[k] = hone.Max(n, func(i int) int16 {
			if label[i] == k && marks[i] > 99 {
				return v[i]
			}
			return math.MinInt16
		})
	}
}

// binOthers gives something for elements of other bins, too.
func binOthers(out []int32, label []uint8) {
	for k := range hone.Parallel(len(out)) {
		out[k] = hone.Sum(len(label), func(i int) int32 {
			if int(label[i]) == k {
				return 1
			}
			return 2
		})
	}
}

// binBelow counts what is below.
func binBelow(out []int32, label []uint8) {
	for k := range hone.Parallel(len(out)) {
		out[k] = hone.Sum(len(label), func(i int) int32 {
			if int(label[i]) <= k {
				return 1
			}
			return 0
		})
	}
}

// binAgain clears its bin first, which may be too few.
func binAgain(out, counts []int32, label []uint8) {
	for k := range hone.Parallel(len(out)) {
		counts[k] = -1
		out[k] = hone.Sum(len(label), func(i int) int32 {
			if int(label[i]) == k {
				return 1 + int32(i&1)
			}
			return 0
		})
	}
}

// binRounds does so several times, each with bins of the one before.
func binRounds(bins []int32, in []uint8, rounds int) int32 {
	total := int32(0)
	for t := range rounds {
		for k := range hone.Parallel(len(bins)) {
			bins[k] ^= hone.Reduce(len(in), 0, func(a, b int32) int32 { return a ^ b }, func(i int) int32 {
				if int(in[i])+t == k {
					return int32(i) + bins[k]
				}
				return 0
			})
		}
		total += bins[t%max(len(bins), 1)]
	}
	return total
}

var (
	BinCounts   = hone.Func(binCounts)
	BinBytes    = hone.Func(binBytes)
	BinSums     = hone.Func(binSums)
	BinProducts = hone.Func(binProducts)
	BinMeans    = hone.Func(binMeans)
	BinLargest  = hone.Func(binLargest)
	BinOthers   = hone.Func(binOthers)
	BinBelow    = hone.Func(binBelow)
	BinAgain    = hone.Func(binAgain)
	BinRounds   = hone.Func(binRounds)
)

func init() {
	count := func(r *rand.Rand) int { return []int{0, 1, 15, 16, 17, 40, 128, 129, 256, 257, 300}[r.Intn(11)] }
	bins := func(g gen) gen { return func(r *rand.Rand, n int) any { return g(r, count(r)) } }
	exact := vec(func(r *rand.Rand) float64 {
		return []float64{0, math.Copysign(0, -1), 1 << 30, 1, 0.5, -3, 2, -7}[r.Intn(8)] // sums that no order makes other ones of
	})
	few := upTo(300)

	add("BinCounts", binCounts, BinCounts, args(bins(i32s), u8s), few)
	add("BinBytes", binBytes, BinBytes, args(bins(vec(whole[int64])), u8s, nearly(i8s)), few)
	add("BinSums", binSums, BinSums, args(bins(f64s), vec(between[int16](-5, 60)), exact), few)
	add("BinProducts", binProducts, BinProducts, func(r *rand.Rand, n int) []any {
		k := count(r)
		return []any{f32s(r, k), vec(between[int32](-3, 40))(r, n), nearly(f32s)(r, n), f32s(r, k)}
	}, few)
	add("BinMeans", binMeans, BinMeans, args(bins(i64s), vec(between[uint16](0, 300)), i32s), few)
	add("BinLargest", binLargest, BinLargest, args(bins(i16s), vec(between(-9, 90)), i16s, u8s), few)
	add("BinOthers", binOthers, BinOthers, args(bins(i32s), u8s), few)
	add("BinBelow", binBelow, BinBelow, args(bins(i32s), u8s), few)
	add("BinAgain", binAgain, BinAgain, func(r *rand.Rand, n int) []any {
		k := count(r)
		return []any{i32s(r, k), nearly(i32s)(r, k), u8s(r, n)}
	}, few)
	add("BinRounds", binRounds, BinRounds, args(bins(i32s), u8s, one(between(0, 5))), few)
}

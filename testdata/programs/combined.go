package programs

import (
	"math"
	"math/bits"

	"github.com/hone-go/hone"
)

// Combined: functions of package hone side by side, behind and inside each other.

type mm struct {
	lo, hi float64
	at     int
}

// statsSideBySide reduces one range in five ways, one of them by structs.
func statsSideBySide(x []float64, w []uint8) (s float64, n int, most uint8, e mm, anyNaN bool) {
	k := len(x)
	s = hone.Sum(k, func(i int) float64 { return x[i] * float64(w[i]) })
	n = hone.Count(k, func(i int) bool { return w[i]&1 == 0 })
	most = hone.Max(k, func(i int) uint8 { return w[i] })
	e = hone.Reduce(k, mm{math.Inf(1), math.Inf(-1), -1}, func(a, b mm) mm {
		r := a
		if b.lo < a.lo {
			r.lo, r.at = b.lo, b.at
		}
		r.hi = max(a.hi, b.hi)
		return r
	}, func(i int) mm { return mm{x[i], x[i], i} })
	anyNaN = hone.Any(k, func(i int) bool { return x[i] != x[i] })
	return
}

var StatsSideBySide = hone.Func(statsSideBySide)

type aff struct{ a, b uint32 }

// affineScan composes maps from either end.
func affineScan(a, b []uint32) ([]aff, aff, []aff) {
	op := func(f, g aff) aff { return aff{f.a * g.a, g.a*f.b + g.b} }
	id := aff{1, 0}
	s := hone.Scan(len(a), id, op, func(i int) aff { return aff{a[i], b[i]} })
	r, t := hone.ScanRightExclusive(len(a), id, func(f, g aff) aff { return op(f, g) }, func(i int) aff { return aff{a[i], b[i]} })
	return s, t, r
}

var AffineScan = hone.Func(affineScan)

type stretch struct{ best, pre, suf, all int64 }

// maxSubarray finds the largest sum of a stretch, as a reduction.
func maxSubarray(x []int32) stretch {
	id := stretch{math.MinInt32, math.MinInt32, math.MinInt32, 0}
	return hone.Reduce(len(x), id, func(a, b stretch) stretch {
		return stretch{
			best: max(a.best, b.best, a.suf+b.pre),
			pre:  max(a.pre, a.all+b.pre),
			suf:  max(b.suf, b.all+a.suf),
			all:  a.all + b.all,
		}
	}, func(i int) stretch { v := int64(x[i] % 1000); return stretch{v, v, v, v} })
}

var MaxSubarray = hone.Func(maxSubarray)

// keepIntoHalf keeps into both halves of a slice, which may have too little room.
func keepIntoHalf(x []int16, out []int16, m int16) int {
	half := len(out) / 2
	n := hone.KeepInto(out[:half], len(x), func(i int) (int16, bool) { return x[i] * 2, x[i]%4 == m })
	k := hone.KeepInto(out[half:], len(x), func(i int) (int16, bool) { return -x[i], x[i]%4 == -m })
	return n*1000 + k
}

var KeepIntoHalf = hone.Func(keepIntoHalf)

type bin struct {
	n   int32
	sum float32
	top uint16
}

// histStructs has structs as bins.
func histStructs(v []float32, k []uint16, bins int) []bin {
	if bins < 1 {
		return nil
	}
	op := func(a, b bin) bin { return bin{a.n + b.n, a.sum + b.sum, max(a.top, b.top)} }
	return hone.Histogram(len(v), bins, bin{}, op, func(i int) (int, bin) {
		return int(k[i]) % bins, bin{1, v[i], k[i]}
	})
}

var HistStructs = hone.Func(histStructs)

// build3 divides in a volume, and may fail in the middle.
func build3(d, h, w int, k []int8) []int32 {
	return hone.Build3(d, h, w, func(z, y, x int) int32 {
		t := int32(z*100+y*10+x) % 37
		return t / int32(k[(z*h+y)*w+x])
	})
}

var Build3 = hone.Func(build3)

// rankPull sums up, pulls from neighbours and compares, some times.
func rankPull(off []int, col []int32, deg []int32, rank []float64, iters int) float64 {
	n := len(off) - 1
	if n <= 0 || n > len(rank) || n > len(deg) {
		return -1
	}
	next := make([]float64, n)
	delta := 0.0
	for range iters {
		dangling := hone.Sum(n, func(v int) float64 {
			if deg[v] == 0 {
				return rank[v]
			}
			return 0
		})
		for v := range hone.Parallel(n) {
			s := 0.0
			for _, u := range col[off[v]:off[v+1]] {
				s += rank[int(u)%n] / float64(max(deg[int(u)%n], 1))
			}
			next[v] = 0.15/float64(n) + 0.85*(s+dangling/float64(n))
		}
		delta = hone.Sum(n, func(v int) float64 { return math.Abs(next[v] - rank[v]) })
		copy(rank, next)
		if delta < 1e-12 {
			break
		}
	}
	return delta
}

var RankPull = hone.Func(rankPull)

// bitonic sorts by exchanges at distances that halve.
func bitonic(x []int32) {
	n := 1 << (bits.Len(uint(len(x))) - 1)
	if len(x) == 0 {
		return
	}
	for k := 2; k <= n; k <<= 1 {
		for j := k >> 1; j > 0; j >>= 1 {
			for i := range hone.Parallel(n) {
				l := i ^ j
				if l > i {
					up := i&k == 0
					if (x[i] > x[l]) == up {
						x[i], x[l] = x[l], x[i]
					}
				}
			}
		}
	}
}

var Bitonic = hone.Func(bitonic)

// suffixRanks ranks suffixes by counting, with prefixes that double.
func suffixRanks(s []uint8) []int32 {
	n := len(s)
	rank := hone.Build(n, func(i int) int32 { return int32(s[i]) })
	for k := 1; k < n; k *= 2 {
		key := hone.Build(n, func(i int) int64 {
			second := int64(-1)
			if i+k < n {
				second = int64(rank[i+k])
			}
			return int64(rank[i])<<32 | (second + 1)
		})
		next := hone.Build(n, func(i int) int32 {
			return int32(hone.Count(n, func(j int) bool { return key[j] < key[i] }))
		})
		done := hone.All(n, func(i int) bool { return next[i] == rank[i] })
		copy(rank, next)
		if done {
			break
		}
	}
	return rank
}

var SuffixRanks = hone.Func(suffixRanks)

func init() {
	add("StatsSideBySide", statsSideBySide, StatsSideBySide, args(wild64s, nearly(u8s)), chaotic, upTo(9000))
	add("AffineScan", affineScan, AffineScan, args(u32s, u32s), upTo(9000))
	add("MaxSubarray", maxSubarray, MaxSubarray, args(i32s))
	add("KeepIntoHalf", keepIntoHalf, KeepIntoHalf, args(i16s, i16s, one(between[int16](0, 4))), upTo(9000))
	add("HistStructs", histStructs, HistStructs, args(f32s, nearly(u16s), one(between(0, 300))), upTo(9000))
	add("Build3", build3, Build3, args(one(between(0, 5)), one(between(0, 9)), sized(func(n int) int { return n / 32 }, size), seldomZero(i8s)))
	add("RankPull", rankPull, RankPull, args(offsets, indices32, vec(between[int32](0, 4)), unit64s, one(between(0, 5))))
	add("Bitonic", bitonic, Bitonic, args(i32s))
	add("SuffixRanks", suffixRanks, SuffixRanks, args(vec(fewBytes)), upTo(300))
}

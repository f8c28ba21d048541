package programs

import (
	"math/rand"
	"slices"
	"sort"

	"github.com/hone-go/hone"
)

// Binary searches in parallel and in plain loops, of which it is known that no place is out of range.

// halvingPlaces looks each up with package sort.
func halvingPlaces(dst []int, in, x []float64) {
	for i, v := range x {
		dst[i] = sort.SearchFloat64s(in, v)
	}
}

// halvingSegments are closed ranges, with a sign.
func halvingSegments(dst []int32, ends []int32, x []int32) {
	for i, v := range x {
		lo, hi := 0, len(ends)-1
		for lo <= hi {
			mid := (lo + hi) / 2
			if ends[mid] < v {
				lo = mid + 1
			} else {
				hi = mid - 1
			}
		}
		dst[i] = int32(lo)
	}
}

// halvingBeyond looks further than there are elements, if n is more.
func halvingBeyond(dst []int, in []uint16, x []uint16, n int) {
	for i, v := range x {
		lo, hi := 0, n
		for lo < hi {
			mid := lo + (hi-lo)/2
			if in[mid] <= v {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		dst[i] = lo
	}
}

var (
	HalvingPlaces   = hone.Func(halvingPlaces)
	HalvingSegments = hone.Func(halvingSegments)
	HalvingBeyond   = hone.Func(halvingBeyond)
)

func init() {
	add("HalvingPlaces", halvingPlaces, HalvingPlaces, func(r *rand.Rand, n int) []any {
		in := make([]float64, r.Intn(100))
		for i := range in {
			in[i] = r.Float64()
		}
		if r.Intn(8) > 0 {
			slices.Sort(in)
		}
		return []any{make([]int, max(0, n-r.Intn(9)/8)), in, f64s(r, n)}
	})
	add("HalvingSegments", halvingSegments, HalvingSegments, func(r *rand.Rand, n int) []any {
		ends := make([]int32, r.Intn(100))
		for i := range ends {
			ends[i] = int32(3*i - 50 + r.Intn(9)/8)
		}
		return []any{make([]int32, n), ends, vec(between[int32](-60, 260))(r, n)}
	})
	add("HalvingBeyond", halvingBeyond, HalvingBeyond, func(r *rand.Rand, n int) []any {
		in := make([]uint16, r.Intn(100))
		for i := range in {
			in[i] = uint16(5 * i)
		}
		return []any{make([]int, n), in, vec(between[uint16](0, 400))(r, n), len(in) + r.Intn(12)/11*r.Intn(3) - r.Intn(9)/8}
	})
}

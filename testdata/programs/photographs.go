package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Photographs: how libraries go over the bytes of pictures.

// threeOfFour leaves the fourth byte of each pixel out, and says where each pixel lies in both.
func threeOfFour(dst, src []byte) {
	for i := 0; i+3 < len(src); i += 4 {
		j := i / 4 * 3
		dst[j], dst[j+1], dst[j+2] = src[i]^src[i+3], src[i+1], src[i+2]
	}
}

var ThreeOfFour = hone.Func(threeOfFour)

// meansOfPairs averages pairs of 16 bits, and counts on at the end of each.
func meansOfPairs(dst, src []uint16) {
	for i := 1; i < len(src); i += 2 {
		dst[i>>1] = uint16((uint32(src[i-1]) + uint32(src[i]) + uint32(i&1)) / 2)
	}
}

var MeansOfPairs = hone.Func(meansOfPairs)

// sixths goes in steps that two divisors divide.
func sixths(dst []int32, src []int32) (sum int32) {
	for i := 7; i < len(src); i += 6 {
		dst[i/3] = src[i] + int32(i%2)
		sum += int32(i % 3)
	}
	return sum
}

var Sixths = hone.Func(sixths)

func init() {
	add("ThreeOfFour", threeOfFour, ThreeOfFour, func(r *rand.Rand, n int) []any {
		short := 0
		if r.Intn(4) == 0 {
			short = r.Intn(4)
		}
		src := vec(between[uint8](0, 255))(r, 4*n+r.Intn(4))
		dst := vec(between[uint8](0, 255))(r, max(3*n-short, 0))
		return []any{dst, src}
	})
	add("MeansOfPairs", meansOfPairs, MeansOfPairs, func(r *rand.Rand, n int) []any {
		return []any{vec(between[uint16](0, 65535))(r, max(n-r.Intn(8)/7, 0)), vec(between[uint16](0, 65535))(r, 2*n)}
	})
	add("Sixths", sixths, Sixths, func(r *rand.Rand, n int) []any {
		return []any{vec(between[int32](-99, 99))(r, 2*n+r.Intn(3)), vec(between[int32](-99, 99))(r, 6*n)}
	})
}

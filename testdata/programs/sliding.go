package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Sums of windows of integers, which go from one window to the next.

// windowMeans may panic in any iteration.
func windowMeans(out, in []int32) {
	for i := range hone.Parallel(len(out)) {
		sum := int32(0)
		for j := range 13 {
			sum += in[i+j]
		}
		out[i] = sum / 13
	}
}

// windowOfBytes widens, in a plain loop.
func windowOfBytes(out, in []uint8) {
	for i := 0; i <= len(in)-12; i++ {
		sum := 4
		for j := i; j < i+12; j++ {
			sum += int(in[j])
		}
		out[i] = uint8(sum / 12)
	}
}

// windowEnergy has windows of a length that nobody knows.
func windowEnergy(out []int64, x []int32, k int) {
	for i := range hone.Parallel(len(x) - max(k, 0)) {
		out[i] = hone.Sum(k, func(j int) int64 { return int64(x[i+j]) * int64(x[i+j]) })
	}
}

// windowCounts counts, and takes what is in front of the window from what is behind.
func windowCounts(above, ahead []uint16, x, y []uint16, limit uint16) {
	for i := 10; i < len(x)-10; i++ {
		n, difference := uint16(0), uint16(0)
		for d := -10; d <= 10; d++ {
			if x[i+d] > limit {
				n++
			}
		}
		for d := 1; d <= 10; d++ {
			difference += x[i+d] ^ y[i+d]
		}
		above[i], ahead[i] = n, difference
	}
}

// windowEven takes every other one, and some twice.
func windowEven(out, x []uint32) {
	for i := range hone.Parallel(min(len(out), len(x)/2-10)) {
		s := x[2*i+20] + 7
		for j := range 10 {
			s += x[2*i+2*j]
		}
		out[i] = s + x[2*i] + x[2*i+2] + x[2*i+4]
	}
}

// windowInts has sums that 32 bits don't hold, and divides them.
func windowInts(out, rest []int, in []int32, d int) {
	for i := 0; i <= len(in)-11; i++ {
		sum := 0
		for _, v := range in[i : i+11] {
			sum += int(v)
		}
		out[i] = sum/11 + sum/d
		rest[i] = sum % -1000
	}
}

// windowSquares adds up squares of a size that nobody knows.
func windowSquares(out, in []int32, w, h, r int) {
	for y := r; y < h-r; y++ {
		for x := r; x < w-r; x++ {
			s := int32(0)
			for dy := -r; dy <= r; dy++ {
				for dx := -r; dx <= r; dx++ {
					s += in[(y+dy)*w+x+dx]
				}
			}
			out[y*w+x] = s
		}
	}
}

var (
	WindowSquares = hone.Func(windowSquares)
	WindowInts    = hone.Func(windowInts)
	WindowMeans   = hone.Func(windowMeans)
	WindowOfBytes = hone.Func(windowOfBytes)
	WindowEnergy  = hone.Func(windowEnergy)
	WindowCounts  = hone.Func(windowCounts)
	WindowEven    = hone.Func(windowEven)
)

func init() {
	longer := func(by int) func(n int) int { return func(n int) int { return n + by } }
	add("WindowMeans", windowMeans, WindowMeans, args(i32s, sized(longer(12), i32s)))
	add("WindowInts", windowInts, WindowInts, args(vec(whole[int]), nearly(vec(whole[int])), i32s, func(r *rand.Rand, _ int) any { return []int{25, -7, 1, r.Int(), r.Intn(3)}[r.Intn(5)] }))
	add("WindowSquares", windowSquares, WindowSquares, func(r *rand.Rand, n int) []any {
		w := 1 + r.Intn(min(n, 300)+1)
		return []any{nearly(i32s)(r, n), i32s(r, n), w, n / w, r.Intn(12)}
	}, upTo(20000))
	add("WindowOfBytes", windowOfBytes, WindowOfBytes, overOrBeside[uint8](args(nearly(wholes[uint8]()), wholes[uint8]())))
	add("WindowEnergy", windowEnergy, WindowEnergy, args(nearly(wholes[int64]()), i32s, one(between(-1, 60))))
	add("WindowCounts", windowCounts, WindowCounts, args(nearly(wholes[uint16]()), nearly(wholes[uint16]()), wholes[uint16](), nearly(wholes[uint16]()), func(r *rand.Rand, _ int) any { return uint16(r.Intn(1 << 16)) }))
	add("WindowEven", windowEven, WindowEven, args(wholes[uint32](), wholes[uint32]()))
}

package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Sums over windows that slide: what comes in is added, what goes out is taken away, and what is stored is asked for in between.

func slidingMeans[T int8 | uint8 | int16 | int32 | uint32 | int64](out, in []T, k int) {
	if k < 1 || k > len(in) {
		return
	}
	sum := T(0)
	for i := 0; i < k-1; i++ {
		sum += in[i]
	}
	for i := range out {
		sum += in[i+k-1]
		out[i] = sum / T(3)
		sum -= in[i]
	}
}

// slidingWide sums in int, and gives what it has when it ends.
func slidingWide(out, in []uint8, least int) int {
	sum := 0
	for i, v := range in {
		sum += int(v)
		if i < len(out) {
			out[i] = uint8(sum >> 1)
		}
		if int(v) < least {
			sum ^= 1
		}
		sum -= 7
	}
	return sum
}

func slidingBits(out, in []uint16) {
	acc := uint16(0)
	for i, v := range in {
		acc ^= v
		out[i] = acc
		acc ^= v >> 3
	}
}

// slidingRows does so in each row of a picture, for three columns.
func slidingRows(out, in []uint8, w, h int) {
	for y := 1; y < h-1; y++ {
		a, b, c := in[(y-1)*w:y*w], in[y*w:(y+1)*w], in[(y+1)*w:(y+2)*w]
		column := func(x int) int { return int(a[x]) + int(b[x]) + int(c[x]) }
		if w < 3 {
			continue
		}
		l, m := column(0), column(1)
		for x := 1; x < w-1; x++ {
			r := column(x + 1)
			out[y*w+x] = uint8((l + m + r + 4) / 9)
			l, m = m, r
		}
	}
}

// lastOfTwo carries narrow values in int, with one that has another sign, and gives them.
func lastOfTwo(out []int16, in []int8) (int, int) {
	a, b := -300, 255
	for i, v := range in {
		out[i] = int16(a - b)
		a, b = b, int(v)&127
	}
	return a, b
}

var (
	SlidingMeansI8, SlidingMeansU8   = hone.Func(slidingMeans[int8]), hone.Func(slidingMeans[uint8])
	SlidingMeansI16, SlidingMeansI32 = hone.Func(slidingMeans[int16]), hone.Func(slidingMeans[int32])
	SlidingMeansU32, SlidingMeansI64 = hone.Func(slidingMeans[uint32]), hone.Func(slidingMeans[int64])
	SlidingWide                      = hone.Func(slidingWide)
	SlidingBits                      = hone.Func(slidingBits)
	SlidingRows                      = hone.Func(slidingRows)
	LastOfTwo                        = hone.Func(lastOfTwo)
)

func init() {
	add("SlidingMeansI8", slidingMeans[int8], SlidingMeansI8, overOrBeside[int8](args(shorter(wholes[int8](), 6), wholes[int8](), constant(7))))
	add("SlidingMeansU8", slidingMeans[uint8], SlidingMeansU8, overOrBeside[uint8](args(shorter(wholes[uint8](), 24), wholes[uint8](), constant(25))))
	add("SlidingMeansI16", slidingMeans[int16], SlidingMeansI16, overOrBeside[int16](args(shorter(wholes[int16](), 2), wholes[int16](), constant(3))))
	add("SlidingMeansI32", slidingMeans[int32], SlidingMeansI32, overOrBeside[int32](args(shorter(i32s, 24), i32s, constant(25))))
	add("SlidingMeansU32", slidingMeans[uint32], SlidingMeansU32, overOrBeside[uint32](args(shorter(wholes[uint32](), 8), wholes[uint32](), constant(9))))
	add("SlidingMeansI64", slidingMeans[int64], SlidingMeansI64, overOrBeside[int64](args(shorter(wholes[int64](), 1), wholes[int64](), constant(1))))
	add("SlidingWide", slidingWide, SlidingWide, overOrBeside[uint8](args(nearly(u8s), u8s, constant(100))))
	add("SlidingBits", slidingBits, SlidingBits, overOrBeside[uint16](args(nearly(wholes[uint16]()), wholes[uint16]())))
	add("SlidingRows", slidingRows, SlidingRows, args(square(u8s), square(u8s), size, size), upTo(150))
	add("LastOfTwo", lastOfTwo, LastOfTwo, args(nearly(wholes[int16]()), wholes[int8]()))
}

// shorter is so many elements shorter, perhaps by a few less or more.
func shorter(g gen, by int) gen {
	return func(r *rand.Rand, n int) any {
		d := by
		if r.Intn(3) == 0 {
			d += r.Intn(3) - 1
		}
		return g(r, max(0, n-d))
	}
}

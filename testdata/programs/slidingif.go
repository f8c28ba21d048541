package programs

import "github.com/hone-go/hone"

// Sums of windows that slide, with a condition for what leaves them and one for the first that is whole: the first iterations are others than the rest.

const slidingIfWindow = 25

func slidingIfMeans(out, in []int32) {
	var sum int32
	for i, v := range in {
		sum += v
		if i >= slidingIfWindow {
			sum -= in[i-slidingIfWindow]
		}
		if i >= slidingIfWindow-1 {
			out[i-slidingIfWindow+1] = sum / slidingIfWindow
		}
	}
}

var SlidingIfMeans = hone.Func(slidingIfMeans)

// slidingIfFull keeps the part of a window that there is, and what it adds up to in the end.
func slidingIfFull(out, in []int) (sum int) {
	for i := 0; i < len(in); i++ {
		if i > 6 {
			sum -= in[i-7]
		}
		sum += in[i]
		if i < 6 {
			out[i] = sum / int(i+1)
			continue
		}
		out[i] = sum / 7
	}
	return sum
}

var SlidingIfFull = hone.Func(slidingIfFull)

// slidingIfBytes starts with the whole window at once, and counts from where it is told to.
func slidingIfBytes(out []uint16, in []uint8, from int) (last uint16) {
	sum := uint16(0)
	for i := from; i < len(in); i++ {
		if i >= 63 {
			sum -= uint16(in[i-63])
		}
		if i != 0 {
			sum += uint16(in[i])
		}
		out[i] = sum
	}
	return sum
}

var SlidingIfBytes = hone.Func(slidingIfBytes)

// slidingIfFilter carries a float and takes its second and third values as they are.
func slidingIfFilter(out, in []float64) float64 {
	y := 0.0
	for i, v := range in {
		if i < 3 {
			y = v
		} else {
			y = 0.5*y + 0.25*(v+in[i-3])
		}
		out[i] = y
	}
	return y
}

var SlidingIfFilter = hone.Func(slidingIfFilter)

func init() {
	add("SlidingIfMeans", slidingIfMeans, SlidingIfMeans, args(i32s, i32s))
	add("SlidingIfFull", slidingIfFull, SlidingIfFull, args(i64s, i64s))
	add("SlidingIfBytes", slidingIfBytes, SlidingIfBytes, args(vec(whole[uint16]), u8s, one(between(-1, 70))))
	add("SlidingIfFilter", slidingIfFilter, SlidingIfFilter, args(f64s, f64s))
}

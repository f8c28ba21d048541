package ir

import "math"

// Reach is what a reach gives: i + n*step, or hi where that is beyond hi, or where that is no int64 or n*step or -n*step is none. n is not negative.
func Reach(i, n, hi, step int64) int64 {
	if step == 1 && i < hi { // mostly
		if left := uint64(hi) - uint64(i); uint64(n) >= left {
			return hi
		}
		return i + n
	}
	size := uint64(step)
	if step < 0 {
		size = -size
	}
	if uint64(n) > math.MaxInt64/size {
		return hi
	}
	switch end := i + n*step; {
	case step > 0 && i < end && end < hi, step < 0 && end < i && hi < end:
		return end
	}
	return hi
}

package programs

import "github.com/hone-go/hone"

// Loads that a condition guards which is looked at together with what they give, and that are then loaded again: if x > 0 && in[x-1] < m { m = in[x-1] }.

// guardedErode has the least of nine, in two passes.
func guardedErode(out, in []uint8, w, h int) {
	tmp := make([]uint8, w*h)
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			m := in[y*w+x]
			if x > 0 && in[y*w+x-1] < m {
				m = in[y*w+x-1]
			}
			if x < w-1 && in[y*w+x+1] < m {
				m = in[y*w+x+1]
			}
			tmp[y*w+x] = m
		}
	}
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			m := tmp[y*w+x]
			if y > 0 && tmp[(y-1)*w+x] < m {
				m = tmp[(y-1)*w+x]
			}
			if y < h-1 && tmp[(y+1)*w+x] < m {
				m = tmp[(y+1)*w+x]
			}
			out[y*w+x] = m
		}
	}
}

var GuardedErode = hone.Func(guardedErode)

// guardedOr stays away from borders, or from where the neighbour is large: the other arm of such a condition.
func guardedOr(out, in []int32, w, h int) {
	for y := range h {
		for x := range w {
			i := y*w + x
			if x < 2 || in[i-2] > 9 {
				out[i] = -in[i]
			} else {
				out[i] = in[i-2] + in[i]
			}
			if !(y == 0 || in[i-w] < 0) {
				out[i] ^= in[i-w]
			}
		}
	}
}

var GuardedOr = hone.Func(guardedOr)

// guardedOut has a condition that doesn't guard the second load: it may be out of range where the first isn't looked at.
func guardedOut(out, in []int32, w, h int) {
	for y := range h {
		for x := range w {
			i := y*w + x
			if x > 0 && in[i-1] > 3 || y&3 == 1 {
				out[i] = in[i-1]
			}
			if y > 1 || x > 0 && in[i-1] > 0 {
				out[i] += in[i-w-1]
			}
		}
	}
}

var GuardedOut = hone.Func(guardedOut)

func init() {
	add("GuardedErode", guardedErode, GuardedErode, args(square(u8s), square(nearly(u8s)), size, size), upTo(90))
	add("GuardedOr", guardedOr, GuardedOr, args(square(i32s), square(nearly(i32s)), size, size), upTo(90))
	add("GuardedOut", guardedOut, GuardedOut, args(square(i32s), square(nearly(i32s)), size, size), upTo(90))
}

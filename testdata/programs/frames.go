package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Stencils of two and three dimensions with borders of all kinds and widths: the inner part goes several rows at a time, apart from the frame around it. Sizes
// are such that there may be no inner part, or no grid; slices may be too short.

// frameZero has another value in the frame, whose sides differ.
func frameZero(out, in []float32, w, h int) {
	for y, x := range hone.Parallel2(h, w) {
		if x < 1 || y < 2 || x >= w-3 || y == h-1 {
			out[y*w+x] = -1
			continue
		}
		i := y*w + x
		out[i] = in[i-2*w] + in[i-w] + in[i] + in[i+w] - in[i-1]*in[i+3]
	}
}

// frameKept leaves the frame alone.
func frameKept(out, in []float32, w, h int) {
	for y := range h {
		for x := range w {
			if y > 0 && y < h-1 && 0 < x && x < w-1 {
				out[y*w+x] = in[(y-1)*w+x] + in[y*w+x] + in[(y+1)*w+x] - in[y*w+x-1]*in[y*w+x+1]
			}
		}
	}
}

// frameClamped clamps in both directions by a neighbourhood that is not symmetric.
func frameClamped(out, in []int32, w, h int) {
	for y, x := range hone.Parallel2(h, w) {
		s := int32(0)
		for dy := -1; dy <= 2; dy++ {
			for dx := -2; dx <= 1; dx++ {
				s = s*3 + in[min(max(y+dy, 0), h-1)*w+max(0, min(x+dx, w-1))]
			}
		}
		out[y*w+x] = s
	}
}

// frameAround wraps around, by a remainder one way and by a condition the other.
func frameAround(out, in []int32, w, h int) {
	for y, x := range hone.Parallel2(h, w) {
		right := x + 1
		if right == w {
			right = 0
		}
		out[y*w+x] = in[(y+h-1)%h*w+x] ^ in[y*w+x] + in[(y+1)%h*w+x] + 3*in[(y+2)%h*w+x] - in[y*w+right]
	}
}

// frameRows has borders above and below only; frameColumns at the sides only.
func frameRows(out, in []float64, w, h int) {
	for y, x := range hone.Parallel2(h, w) {
		out[y*w+x] = in[max(y-1, 0)*w+x] + in[y*w+x] + in[min(y+1, h-1)*w+x]
	}
}

func frameColumns(out, in []float64, w, h int) {
	for y, x := range hone.Parallel2(h-2, w) {
		s := in[y*w+x] - in[(y+1)*w+max(x-1, 0)] + in[(y+1)*w+x] + in[(y+2)*w+x]
		if x < w-1 {
			s += in[(y+1)*w+x+1]
		} else {
			s *= 2
		}
		out[y*w+x] = s
	}
}

// frameCube does so in three dimensions.
func frameCube(out, in []float64, n int) {
	for p := range n {
		for y := range n {
			for x := range n {
				i := (p*n+y)*n + x
				if x == 0 || y == 0 || p == 0 || x == n-1 || y == n-1 || p == n-1 {
					out[i] = in[i]
				} else {
					out[i] = in[i-1] + in[i+1] + in[i-n] + in[i+n] + in[i-n*n] - in[i+n*n]
				}
			}
		}
	}
}

// frameWide has borders that may be as wide as the grid, one condition in the middle, one between the indices, and remainders by something else.
func frameWide(out, in []int32, w, h, r int) {
	for y, x := range hone.Parallel2(h, w) {
		v := in[y*w+x]
		if x >= r && y < h-r {
			v += 2
		}
		if x != r {
			v *= 3
		}
		if y < x {
			v ^= 5
		}
		if y > 0 {
			v -= in[(y-1)*w+x] ^ in[(y-1)*w+(x+w-1)%w]
		}
		if y < h-1 {
			v -= in[(y+1)*w+x]
		}
		if r > 0 {
			v += int32((x+r-1)%r + y%r)
		}
		out[y*w+x] = v
	}
}

// frameTold has a condition that tells the frame from the inner part, and long bodies for both.
func frameTold(out, in []int32, w, h int) {
	for y, x := range hone.Parallel2(h, w) {
		s := int32(0)
		if y < 2 || x < 1 || y >= h-1 || x >= w-2 {
			for dy := -2; dy <= 1; dy++ {
				for dx := -1; dx <= 2; dx++ {
					if v, u := y+dy, x+dx; v >= 0 && v < h && u >= 0 && u < w {
						s = s*5 + in[v*w+u]
					}
				}
			}
			out[y*w+x] = -s
			continue
		}
		for dy := range hone.Unroll(0, 4) {
			for dx := range hone.Unroll(0, 4) {
				s = s*3 + in[(y+dy-2)*w+x+dx-1]
			}
		}
		out[y*w+x] = s
	}
}

// frameHalfTold has conditions that hold in a part of the frame only: it is wider than one says, and another says nothing about the right.
func frameHalfTold(out, in []int32, w, h int) {
	for y, x := range hone.Parallel2(h, w) {
		s := int32(0)
		for dy := -2; dy <= 2; dy++ {
			for dx := -2; dx <= 2; dx++ {
				s = s*3 + in[min(max(y+dy, 0), h-1)*w+min(max(x+dx, 0), w-1)]
			}
		}
		if y < 1 || y >= h-1 || x < 1 || x >= w-1 {
			s += 1000
		}
		if !(y >= 2 && y < h-2 && x >= 2) {
			s ^= 77
		}
		if y >= 2 && y < h-2 && x >= 2 && x < w-2 {
			s -= in[y*w+x-2] * 7
		}
		out[y*w+x] = s
	}
}

var (
	FrameZero    = hone.Func(frameZero)
	FrameKept    = hone.Func(frameKept)
	FrameClamped = hone.Func(frameClamped)
	FrameAround  = hone.Func(frameAround)
	FrameRows    = hone.Func(frameRows)
	FrameColumns = hone.Func(frameColumns)
	FrameCube    = hone.Func(frameCube)
	FrameWide    = hone.Func(frameWide)

	FrameTold     = hone.Func(frameTold)
	FrameHalfTold = hone.Func(frameHalfTold)
)

func init() {
	size := func(r *rand.Rand, n int) (w, h int) {
		w, h = 1+r.Intn(n+2), 1+r.Intn(9)
		switch r.Intn(12) {
		case 0:
			w = -r.Intn(3)
		case 1:
			h = -r.Intn(3)
		case 2:
			w, h = h, w
		}
		return w, h
	}
	cells := func(r *rand.Rand, w, h int) int { // mostly enough
		n := max(w, 0) * max(h, 0)
		if r.Intn(8) == 0 {
			n = max(n-1-r.Intn(w*w+1), 0)
		}
		return n
	}
	floats := func(r *rand.Rand, n int) []float32 {
		s := make([]float32, n)
		for i := range s {
			s[i] = float32(r.Intn(200)-100) / 4
		}
		return s
	}
	doubles := func(r *rand.Rand, n int) []float64 {
		s := make([]float64, n)
		for i := range s {
			s[i] = float64(r.Intn(200)-100) / 4
		}
		return s
	}
	ints := func(r *rand.Rand, n int) []int32 {
		s := make([]int32, n)
		for i := range s {
			s[i] = r.Int31()
		}
		return s
	}
	float := func(r *rand.Rand, n int) []any {
		w, h := size(r, n)
		return []any{floats(r, cells(r, w, h)), floats(r, cells(r, w, h)), w, h}
	}
	whole := func(r *rand.Rand, n int) []any {
		w, h := size(r, n)
		return []any{ints(r, cells(r, w, h)), ints(r, cells(r, w, h)), w, h}
	}
	double := func(r *rand.Rand, n int) []any {
		w, h := size(r, n)
		return []any{doubles(r, cells(r, w, h)), doubles(r, cells(r, w, h)), w, h}
	}
	add("FrameZero", frameZero, FrameZero, float, upTo(1000))
	add("FrameKept", frameKept, FrameKept, float, upTo(1000))
	add("FrameClamped", frameClamped, FrameClamped, whole, upTo(1000))
	add("FrameAround", frameAround, FrameAround, whole, upTo(1000))
	add("FrameTold", frameTold, FrameTold, whole, upTo(1000))
	add("FrameHalfTold", frameHalfTold, FrameHalfTold, whole, upTo(1000))
	add("FrameRows", frameRows, FrameRows, double, upTo(1000))
	add("FrameColumns", frameColumns, FrameColumns, double, upTo(1000))
	add("FrameCube", frameCube, FrameCube, func(r *rand.Rand, n int) []any {
		n = r.Intn(min(n, 20) + 2)
		return []any{doubles(r, cells(r, n*n, n)), doubles(r, n*n*n), n}
	}, upTo(1000))
	add("FrameWide", frameWide, FrameWide, func(r *rand.Rand, n int) []any { return append(whole(r, n), r.Intn(12)-2) }, upTo(1000))
}

// framedStages hands a temporary on from one loop with a frame to others: what they read of it begins with their own rows, not with those of the inner part.
func framedStages(out, in []float32, w, h int) {
	if w <= 0 || h <= 0 || len(in) < w*h || len(out) < w*h {
		return
	}
	t := make([]float32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		if y >= 1 && y < h-1 && x >= 1 && x < w-1 {
			t[y*w+x] = in[y*w+x+1] - in[y*w+x-1] + in[(y+1)*w+x]*in[(y-1)*w+x]
		}
	}
	for y, x := range hone.Parallel2(h, w) {
		if y >= 2 && y < h-2 && x >= 2 && x < w-2 {
			s := float32(0)
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					s += t[(y+dy)*w+x+dx]
				}
			}
			out[y*w+x] = s
		}
	}
}

// framedEverywhere does so with loops that store something else in the frame.
func framedEverywhere(out, in []float32, w, h int) {
	if w <= 0 || h <= 0 || len(in) < w*h || len(out) < w*h {
		return
	}
	t := make([]float32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		if y < 1 || y >= h-1 || x < 1 || x >= w-1 {
			t[y*w+x] = -in[y*w+x]
		} else {
			t[y*w+x] = in[(y-1)*w+x-1] + in[(y-1)*w+x] + in[(y-1)*w+x+1] + in[y*w+x-1] + in[y*w+x+1] + in[(y+1)*w+x-1] + in[(y+1)*w+x] + in[(y+1)*w+x+1]
		}
	}
	for y, x := range hone.Parallel2(h, w) {
		s := float32(0)
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				if v, u := y+dy, x+dx; v >= 0 && v < h && u >= 0 && u < w {
					s += t[v*w+u]
				}
			}
		}
		out[y*w+x] = s
	}
}

var (
	FramedStages     = hone.Func(framedStages)
	FramedEverywhere = hone.Func(framedEverywhere)
)

func init() {
	small := one(between(0, 24))
	grid := sized(func(n int) int { return n + 24*24 }, f32s)
	add("FramedStages", framedStages, FramedStages, args(grid, grid, small, small))
	add("FramedEverywhere", framedEverywhere, FramedEverywhere, args(grid, grid, small, small))
}

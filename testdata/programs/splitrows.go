package programs

import "github.com/hone-go/hone"

// Rows that a programmer has split by hand: what is at the ends beside loops of its own, and the rows above and below under a condition.

func splitRowsAt(in []int32, x, y, w, h int) int32 {
	sum := int32(0)
	for j := -2; j <= 2; j++ {
		for i := -2; i <= 2; i++ {
			if yy, xx := y+j, x+i; yy >= 0 && yy < h && xx >= 0 && xx < w {
				sum = sum*3 + in[yy*w+xx]
			}
		}
	}
	return sum
}

// splitRowsLoops has loops for all parts of a row.
func splitRowsLoops(out, in []int32, w, h int) {
	for y := 0; y < h; y++ {
		if y < 2 || y >= h-2 || w < 4 {
			for x := 0; x < w; x++ {
				out[y*w+x] = splitRowsAt(in, x, y, w, h)
			}
			continue
		}
		for x := 0; x < 2; x++ {
			out[y*w+x] = splitRowsAt(in, x, y, w, h)
		}
		for x := 2; x < w-2; x++ {
			sum := int32(0)
			for j := -2; j <= 2; j++ {
				for i := -2; i <= 2; i++ {
					sum = sum*3 + in[(y+j)*w+x+i]
				}
			}
			out[y*w+x] = sum
		}
		for x := w - 2; x < w; x++ {
			out[y*w+x] = splitRowsAt(in, x, y, w, h)
		}
	}
}

var SplitRowsLoops = hone.Func(splitRowsLoops)

// splitRowsNarrow has no condition for pictures that are narrower than both borders: there the ranges overlap, or begin before the row does.
func splitRowsNarrow(out, in []int32, w, h, r int) {
	lo, hi := r, w-r
	for y := 1; y < h-1; y++ {
		for x := 0; x < lo; x++ {
			out[y*w+x] += in[y*w+x] + 1
		}
		for x := lo; x < hi; x++ {
			out[y*w+x] += in[(y-1)*w+x] + 3*in[y*w+x] + in[(y+1)*w+x]
		}
		for x := hi; x < w; x++ {
			out[y*w+x] += in[y*w+x] - 1
		}
	}
}

var SplitRowsNarrow = hone.Func(splitRowsNarrow)

// splitRowsEnds stores the ends first, in a parallel loop.
func splitRowsEnds(out, in []int32, w, h int) {
	for y := range hone.Parallel(h) {
		row, o := in[y*w:(y+1)*w], out[y*w:(y+1)*w]
		if y == 0 || y == h-1 {
			for x := range o {
				o[x] = -row[x]
			}
			continue
		}
		up, down := in[(y-1)*w:y*w], in[(y+1)*w:(y+2)*w]
		o[0], o[w-1] = row[w-1]+up[0], row[0]-down[w-1]
		for x := 1; x < w-1; x++ {
			o[x] = row[x-1] + 2*row[x] + row[x+1] + up[x-1] + up[x] + up[x+1] - down[x-1] - down[x] - down[x+1]
		}
	}
}

var SplitRowsEnds = hone.Func(splitRowsEnds)

// splitRowsWaits reads at the right end what the loop has just stored beside it.
func splitRowsWaits(out, in []int32, w, h int) {
	for y := 1; y < h-1; y++ {
		out[y*w] = in[y*w]
		for x := 1; x < w-1; x++ {
			out[y*w+x] = in[y*w+x-1] + in[y*w+x] + in[y*w+x+1] + in[(y-1)*w+x-1] + in[(y-1)*w+x] + in[(y+1)*w+x] + in[(y+1)*w+x+1]
		}
		out[y*w+w-1] = out[y*w+w-2] + in[y*w+w-1]
	}
}

var SplitRowsWaits = hone.Func(splitRowsWaits)

// splitRowsGap leaves out an element.
func splitRowsGap(out, in []int32, w, h int) {
	for y := 1; y < h-1; y++ {
		out[y*w] = in[y*w]
		for x := 2; x < w-1; x++ {
			out[y*w+x] = in[y*w+x-1] + in[y*w+x] + in[y*w+x+1] + in[(y-1)*w+x-1] + in[(y-1)*w+x] + in[(y+1)*w+x] + in[(y+1)*w+x+1]
		}
	}
}

var SplitRowsGap = hone.Func(splitRowsGap)

// splitRowsInside leaves out the rows above and below.
func splitRowsInside(out, in []float32, w, h int) {
	for y := 0; y < h; y++ {
		if y == 0 || y == h-1 {
			continue
		}
		for x := 1; x < w-1; x++ {
			out[y*w+x] = in[y*w+x-1] + in[y*w+x] + in[y*w+x+1] + in[(y-1)*w+x] + in[(y+1)*w+x]
		}
	}
}

var SplitRowsInside = hone.Func(splitRowsInside)

// splitRowsLine has one row only.
func splitRowsLine(out, in []float64, n int) {
	out[0] = in[0]
	for i := 1; i < n-1; i++ {
		out[i] = (in[i-1] + in[i] + in[i+1]) / 3
	}
	out[n-1] = in[n-1]
}

var SplitRowsLine = hone.Func(splitRowsLine)

func init() {
	add("SplitRowsLoops", splitRowsLoops, SplitRowsLoops, nestArgs[int32](i32s, 2, 2), upTo(100))
	add("SplitRowsNarrow", splitRowsNarrow, SplitRowsNarrow, nestArgs[int32](i32s, 2, 3), upTo(50))
	add("SplitRowsEnds", splitRowsEnds, SplitRowsEnds, nestArgs[int32](i32s, 2, 2), upTo(150))
	add("SplitRowsWaits", splitRowsWaits, SplitRowsWaits, nestArgs[int32](i32s, 2, 2), upTo(150))
	add("SplitRowsGap", splitRowsGap, SplitRowsGap, nestArgs[int32](i32s, 2, 2), upTo(150))
	add("SplitRowsInside", splitRowsInside, SplitRowsInside, nestArgs[float32](f32s, 2, 2), upTo(150))
	add("SplitRowsLine", splitRowsLine, SplitRowsLine, nestArgs[float64](f64s, 2, 1), upTo(1000))
}

package programs

import "github.com/hone-go/hone"

// Convolutions whose rows a programmer has split by hand, as it is done to have no conditions in the inner part.

var splitTaps = [5][5]float32{{1, 4, 7, 4, 1}, {4, 16, 26, 16, 4}, {7, 26, 41, 26, 7}, {4, 16, 26, 16, 4}, {1, 4, 7, 4, 1}}

func splitConvSafe(in []float32, w, h, x, y int) float32 {
	sum := float32(0)
	for j := 0; j < 5; j++ {
		for i := 0; i < 5; i++ {
			if yy, xx := y+j-2, x+i-2; yy >= 0 && yy < h && xx >= 0 && xx < w {
				sum += splitTaps[j][i] * in[yy*w+xx]
			}
		}
	}
	return sum
}

func splitConvInner(in []float32, w, x, y int) float32 {
	sum := float32(0)
	for j := range splitTaps {
		for i, k := range splitTaps[j] {
			sum += k * in[(y+j-2)*w+x+i-2]
		}
	}
	return sum
}

// splitConv leaves to the borders' function the rows above and below, and all of a narrow picture.
func splitConv(out, in []float32, w, h int) {
	for y := 0; y < h; y++ {
		if y < 2 || y >= h-2 || w < 4 {
			for x := 0; x < w; x++ {
				out[y*w+x] = splitConvSafe(in, w, h, x, y)
			}
			continue
		}
		for x := 0; x < 2; x++ {
			out[y*w+x] = splitConvSafe(in, w, h, x, y)
		}
		for x := 2; x < w-2; x++ {
			out[y*w+x] = splitConvInner(in, w, x, y)
		}
		for x := w - 2; x < w; x++ {
			out[y*w+x] = splitConvSafe(in, w, h, x, y)
		}
	}
}

var SplitConv = hone.Func(splitConv)

// splitConvParallel does the ends of rows first, one by one, and asks for nothing: the ranges of a narrow picture overlap.
func splitConvParallel(out, in []float32, w, h int) {
	for y := range hone.Parallel(h) {
		row := out[y*w : (y+1)*w]
		if y < 2 || y >= h-2 {
			for x := range row {
				row[x] = splitConvSafe(in, w, h, x, y)
			}
			continue
		}
		row[0] = splitConvSafe(in, w, h, 0, y)
		row[1] = splitConvSafe(in, w, h, 1, y)
		row[w-2] = splitConvSafe(in, w, h, w-2, y)
		row[w-1] = splitConvSafe(in, w, h, w-1, y)
		for x := 2; x < w-2; x++ {
			row[x] = splitConvInner(in, w, x, y)
		}
	}
}

var SplitConvParallel = hone.Func(splitConvParallel)

func init() {
	add("SplitConv", splitConv, SplitConv, nestArgs[float32](f32s, 2, 2), upTo(60))
	add("SplitConvParallel", splitConvParallel, SplitConvParallel, nestArgs[float32](f32s, 2, 2), upTo(60))
}

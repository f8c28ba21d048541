package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Stages as plain loops, or that go down the columns of what the one before has written row by row. They may be run side by side like those of parallel loops, where nothing
// else tells the difference.

// plainStagesBlur blurs along the rows, then across them.
func plainStagesBlur(out, in []int32, w, h int) {
	tmp := make([]int32, w*h)
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			tmp[y*w+x] = in[y*w+max(x-1, 0)] + 2*in[y*w+x] + in[y*w+min(x+1, w-1)]
		}
	}
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			out[y*w+x] = tmp[max(y-1, 0)*w+x] + 2*tmp[y*w+x] + tmp[min(y+1, h-1)*w+x]
		}
	}
}

var PlainStagesBlur = hone.Func(plainStagesBlur)

// plainStagesInPlace writes to what it reads.
func plainStagesInPlace(pic []int32, w, h int) {
	tmp := make([]int32, w*h)
	for y := 1; y < h-1; y++ {
		for x := 0; x < w; x++ {
			tmp[y*w+x] = pic[(y-1)*w+x] + pic[y*w+x] + pic[(y+1)*w+x]
		}
	}
	for y := range h {
		for x := 1; x < w-1; x++ {
			pic[y*w+x] = tmp[y*w+x-1] ^ tmp[y*w+x] ^ tmp[y*w+x+1]
		}
	}
}

var PlainStagesInPlace = hone.Func(plainStagesInPlace)

// plainStagesRows has rows as slices.
func plainStagesRows(out, in []int32, w, h int) int32 {
	tmp := make([]int32, w*h)
	for y := range h {
		src, dst := in[y*w:(y+1)*w], tmp[y*w:(y+1)*w]
		for x := range dst {
			dst[x] = src[max(x-1, 0)] - src[x]
		}
	}
	for y := range h {
		up, row, dst := tmp[max(y-1, 0)*w:][:w], tmp[y*w:(y+1)*w], out[y*w:(y+1)*w]
		for x := range dst {
			dst[x] += up[x] * row[x]
		}
	}
	if len(tmp) == 0 {
		return 0
	}
	return tmp[len(tmp)-1]
}

var PlainStagesRows = hone.Func(plainStagesRows)

// stagesColumns goes down the columns, from below.
func stagesColumns(out, in []int32, w, h int) {
	tmp := make([]int32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		tmp[y*w+x] = in[y*w+x] * int32(x+1)
	}
	for x := range hone.Parallel(w) {
		for y := range h {
			out[y*w+x] = tmp[y*w+x] - tmp[min(y+1, h-1)*w+x]
		}
	}
}

var StagesColumns = hone.Func(stagesColumns)

// stagesColumnsWait needs the element above in the same column.
func stagesColumnsWait(out, in []int32, w, h int) {
	tmp := make([]int32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		tmp[y*w+x] = in[y*w+x] * int32(x+1)
	}
	for x := range hone.Parallel(w) {
		for y := 1; y < h; y++ {
			out[y*w+x] = out[(y-1)*w+x]>>1 + tmp[y*w+x]
		}
	}
}

var StagesColumnsWait = hone.Func(stagesColumnsWait)

// plainStagesColumns has both, and rows that are not as long as those of the temporary are apart.
func plainStagesColumns(out, in []int32, w, h, n int) {
	tmp := make([]int32, (w+1)*h)
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			tmp[y*(w+1)+x+1] = in[y*w+x]
		}
	}
	for x := 0; x < min(w, n); x++ {
		for y := h - 1; y >= 1; y-- {
			out[y*w+x] = tmp[y*(w+1)+x] + tmp[(y-1)*(w+1)+x+1]
		}
	}
}

var PlainStagesColumns = hone.Func(plainStagesColumns)

// plainStagesLine smooths a line twice.
func plainStagesLine(out, in []float32, n int) {
	tmp := make([]float32, n)
	for i := 1; i < n-1; i++ {
		tmp[i] = in[i-1] + in[i] + in[i+1]
	}
	for i := 2; i < n-2; i++ {
		out[i] = tmp[i-1] + tmp[i] + tmp[i+1]
	}
}

var PlainStagesLine = hone.Func(plainStagesLine)

func init() {
	extents := func(g func(r *rand.Rand, n int) []any, w int) func(r *rand.Rand, n int) []any { // now and then both are negative, with a product that is not
		return func(r *rand.Rand, n int) []any {
			in := g(r, n)
			if r.Intn(6) == 0 {
				in[w], in[w+1] = -1-r.Intn(4), -1-r.Intn(4)
			}
			return in
		}
	}
	grid := func(slices int) func(r *rand.Rand, n int) []any {
		inputs := nestArgs[int32](i32s, slices, 2)
		if slices > 1 {
			inputs = sameSlice(inputs)
		}
		return extents(inputs, slices)
	}
	add("PlainStagesBlur", plainStagesBlur, PlainStagesBlur, grid(2), upTo(150))
	add("PlainStagesInPlace", plainStagesInPlace, PlainStagesInPlace, grid(1), upTo(150))
	add("PlainStagesRows", plainStagesRows, PlainStagesRows, grid(2), upTo(150))
	add("StagesColumns", stagesColumns, StagesColumns, grid(2), upTo(150))
	add("StagesColumnsWait", stagesColumnsWait, StagesColumnsWait, grid(2), upTo(150))
	add("PlainStagesColumns", plainStagesColumns, PlainStagesColumns, func(r *rand.Rand, n int) []any {
		return append(grid(2)(r, n), r.Intn(n+2)-1)
	}, upTo(150))
	add("PlainStagesLine", plainStagesLine, PlainStagesLine, sameSlice(args(nearly(f32s), nearly(f32s), size)))
}

package programs

import "github.com/hone-go/hone"

// Alongside: loops along a row that read the same, one behind the other, over the same range or nearly.

// alongsideTwo has two that store to different slices.
func alongsideTwo(a, b, in []int32, w, h int) {
	for y := range hone.Parallel(h - 2) {
		for x := 1; x < w-1; x++ {
			a[y*w+x] = in[y*w+x-1] + in[(y+1)*w+x] + in[(y+2)*w+x+1]
		}
		for x := 1; x < w-1; x++ {
			b[y*w+x] = in[y*w+x+1] - in[(y+1)*w+x]*in[(y+2)*w+x-1]
		}
	}
}

var AlongsideTwo = hone.Func(alongsideTwo)

// alongsideAfter has the second read what the first stores further on in the row.
func alongsideAfter(a, b, in []int32, w, h int) {
	for y := range hone.Parallel(h - 2) {
		for x := 1; x < w-1; x++ {
			a[y*w+x] = in[y*w+x-1] + in[(y+1)*w+x] + in[(y+2)*w+x+1]
		}
		for x := 1; x < w-1; x++ {
			b[y*w+x] = in[y*w+x+1] - in[(y+1)*w+x] + a[y*w+x+1]
		}
	}
}

var AlongsideAfter = hone.Func(alongsideAfter)

// alongsideOver has the second store over what the first has read further on.
func alongsideOver(a, b, in []int32, w, h int) {
	for y := range hone.Parallel(h - 2) {
		for x := 1; x < w-1; x++ {
			a[y*w+x] = in[y*w+x-1] + in[(y+1)*w+x] + b[y*w+x-1]
		}
		for x := 1; x < w-1; x++ {
			b[y*w+x] = in[y*w+x+1] - in[(y+1)*w+x]
		}
	}
}

var AlongsideOver = hone.Func(alongsideOver)

// alongsideThree has a range that begins elsewhere between two of one range.
func alongsideThree(a, b, in []int32, w, h int) {
	for y := range hone.Parallel(h - 2) {
		for x := range w {
			a[y*w+x] = in[y*w+x] + in[(y+1)*w+x] + in[(y+2)*w+x]
		}
		for x := range w {
			b[y*w+x] = in[y*w+x] - in[(y+1)*w+x] + in[(y+2)*w+x]
		}
		for x := 1; x < w; x++ {
			b[y*w+x] ^= in[y*w+x-1] + in[(y+1)*w+x-1]
		}
	}
}

var AlongsideThree = hone.Func(alongsideThree)

func init() {
	add("AlongsideTwo", alongsideTwo, AlongsideTwo, nestArgs[int32](i32s, 3, 2), upTo(150))
	add("AlongsideAfter", alongsideAfter, AlongsideAfter, nestArgs[int32](i32s, 3, 2), upTo(150))
	add("AlongsideOver", alongsideOver, AlongsideOver, nestArgs[int32](i32s, 3, 2), upTo(150))
	add("AlongsideThree", alongsideThree, AlongsideThree, nestArgs[int32](i32s, 3, 2), upTo(150))
}

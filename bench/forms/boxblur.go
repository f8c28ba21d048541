package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// A box blur of bytes, 3 by 3, rounded; the border is copied.

func boxblurIf(out, in []uint8, w, h int) {
	for y, x := range hone.Parallel2(h, w) {
		i := y*w + x
		if x == 0 || y == 0 || x == w-1 || y == h-1 {
			out[i] = in[i]
		} else {
			sum := 4
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					sum += int(in[i+dy*w+dx])
				}
			}
			out[i] = uint8(sum / 9)
		}
	}
}

func boxblurCopyFirst(out, in []uint8, w, h int) {
	copy(out, in)
	for y, x := range hone.Parallel2(h-2, w-2) {
		i := (y+1)*w + x + 1
		sum := uint16(in[i-w-1]) + uint16(in[i-w]) + uint16(in[i-w+1]) + uint16(in[i-1]) + uint16(in[i]) + uint16(in[i+1]) +
			uint16(in[i+w-1]) + uint16(in[i+w]) + uint16(in[i+w+1])
		out[i] = uint8((sum + 4) / 9)
	}
}

func boxblurRows(out, in []uint8, w, h int) {
	for y := range hone.Parallel(h) {
		row := in[y*w:][:w]
		dst := out[y*w:][:w]
		if y == 0 || y == h-1 {
			copy(dst, row)
			continue
		}
		up, down := in[(y-1)*w:][:w], in[(y+1)*w:][:w]
		dst[0], dst[w-1] = row[0], row[w-1]
		for x := 1; x < w-1; x++ {
			sum := 0
			for _, r := range [3]int{x - 1, x, x + 1} {
				sum += int(up[r]) + int(row[r]) + int(down[r])
			}
			dst[x] = uint8((sum + 4) / 9)
		}
	}
}

func boxblurBare(out, in []uint8, w, h int) {
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			if y < 1 || y > h-2 || x < 1 || x > w-2 {
				out[y*w+x] = in[y*w+x]
				continue
			}
			sum := uint32(4)
			for j := y - 1; j <= y+1; j++ {
				for i := x - 1; i <= x+1; i++ {
					sum += uint32(in[j*w+i])
				}
			}
			out[y*w+x] = uint8(sum / 9)
		}
	}
}

func boxblurBareSliding(out, in []uint8, w, h int) {
	copy(out, in)
	for y := 1; y < h-1; y++ {
		a, b, c := in[(y-1)*w:y*w], in[y*w:(y+1)*w], in[(y+1)*w:(y+2)*w]
		dst := out[y*w : (y+1)*w]
		column := func(x int) int { return int(a[x]) + int(b[x]) + int(c[x]) }
		if w < 3 {
			continue
		}
		l, m := column(0), column(1)
		for x := 1; x < w-1; x++ {
			r := column(x + 1)
			dst[x] = uint8((l + m + r + 4) / 9)
			l, m = m, r
		}
	}
}

func boxblurBareSeparable(out, in []uint8, w, h int) {
	sums := make([]uint16, w*h)
	for y := 1; y < h-1; y++ {
		for x := 0; x < w; x++ {
			i := y*w + x
			sums[i] = uint16(in[i-w]) + uint16(in[i]) + uint16(in[i+w])
		}
	}
	for i, v := range in {
		out[i] = v
	}
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			i := y*w + x
			out[i] = uint8((sums[i-1] + sums[i] + sums[i+1] + 4) / 9)
		}
	}
}

func boxblurDivMod(out, in []uint8, w, h int) {
	for i := range hone.Parallel(w * h) {
		switch x, y := i%w, i/w; {
		case x == 0, x == w-1, y == 0, y == h-1:
			out[i] = in[i]
		default:
			sum := int32(4)
			for _, r := range [3]int{i - w, i, i + w} {
				sum += int32(in[r-1]) + int32(in[r]) + int32(in[r+1])
			}
			out[i] = uint8(sum / 9)
		}
	}
}

var (
	boxblurIfHoned            = hone.Func(boxblurIf)
	boxblurCopyFirstHoned     = hone.Func(boxblurCopyFirst)
	boxblurRowsHoned          = hone.Func(boxblurRows)
	boxblurDivModHoned        = hone.Func(boxblurDivMod)
	boxblurBareHoned          = hone.Func(boxblurBare)
	boxblurBareSlidingHoned   = hone.Func(boxblurBareSliding)
	boxblurBareSeparableHoned = hone.Func(boxblurBareSeparable)
)

var boxblur = kernel{
	name:   "boxblur",
	about:  "3 by 3 box blur of bytes, the border copied",
	cache:  []int{501, 397},
	memory: []int{4999, 3001},
	tiny:   []int{7, 6},
	odd:    [][]int{{1, 1}, {2, 3}, {67, 19}, {150, 7}},
	exact:  true,
	open: func(size []int) *instance {
		w, h := size[0], size[1]
		in, out := noisyBytes(10, w*h), rig.Aligned[uint8](w*h)
		call := func(f func(out, in []uint8, w, h int)) { f(out, in, w, h) }
		return &instance{
			input:  [][]byte{in},
			reset:  wiped(out),
			output: func() []byte { return rig.Snapshot(out) },
			check:  same[uint8](0),
			forms: []form{
				marked("border by if", boxblurIfHoned, boxblurIf, call),
				marked("copy, then interior", boxblurCopyFirstHoned, boxblurCopyFirst, call),
				marked("rows as sub-slices", boxblurRowsHoned, boxblurRows, call),
				marked("i%w, switch", boxblurDivModHoned, boxblurDivMod, call),
				bare("border by if, plain loops", boxblurBareHoned, boxblurBare, call),
				bare("sliding columns", boxblurBareSlidingHoned, boxblurBareSliding, call),
				bare("columns first", boxblurBareSeparableHoned, boxblurBareSeparable, call),
			},
		}
	},
}

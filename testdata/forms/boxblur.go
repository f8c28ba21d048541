package forms

import (
	"github.com/hone-go/hone"
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

// boxblurRows copies the borders of rows in the same loop.
//
// Differs: what is done at the borders stands beside the interior, in the same rows.
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

// boxblurBareSliding takes sums of columns along.
//
// Differs: it does less work, one column after the other.
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

// boxblurBareSeparable sums columns first.
//
// Differs: the sums of columns are kept, and read again.
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

func init() {
	add(byteGrids, boxblurIf, boxblurCopyFirst, boxblurRows, boxblurDivMod, boxblurBare, boxblurBareSliding, boxblurBareSeparable)
}

package programs

import (
	"image"
	"math/rand"

	"github.com/hone-go/hone"
)

// Images whose rows are as far apart as the ends of a rectangle, which is smaller than that of another one that is gone over with it.

// sumsAround adds up what is around the points of a padded image.
func sumsAround(pix []uint8, r image.Rectangle, pad int) []uint8 {
	padded := image.Rect(0, 0, r.Dx()+2*pad, r.Dy()+2*pad)
	dst := image.NewGray(r)
	w, h, stride := padded.Dx(), padded.Dy(), padded.Dx()
	for y := pad; y < h-pad; y++ {
		for x := pad; x < w-pad; x++ {
			sum := 0
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					sum += int(pix[(y+dy)*stride+x+dx])
				}
			}
			dst.Pix[(y-pad)*dst.Stride+x-pad] = uint8(sum / 9)
		}
	}
	return dst.Pix
}

// rectangleRows copies rows of a rectangle into another, which may be narrower: then rows overlap.
func rectangleRows(dst, src []int32, left, right, from, to, h int) {
	w, n := right-left, to-from
	for y := 0; y < h; y++ {
		for x := 0; x < n; x++ {
			dst[y*w+x] += src[y*n+x] + int32(y)
		}
	}
}

var (
	SumsAround    = hone.Func(sumsAround)
	RectangleRows = hone.Func(rectangleRows)
)

func init() {
	add("SumsAround", sumsAround, SumsAround, func(r *rand.Rand, n int) []any {
		w := 1 + r.Intn(70)
		h := n/w + 1
		x, y, pad := r.Intn(5)-2, r.Intn(5)-2, 1+r.Intn(2)
		return []any{u8s(r, (w+2*pad)*(h+2*pad)-r.Intn(20)/19), image.Rect(x, y, x+w, y+h), pad}
	})
	add("RectangleRows", rectangleRows, RectangleRows, func(r *rand.Rand, n int) []any {
		w, left, from := 1+r.Intn(70), r.Intn(9)-4, r.Intn(9)-4
		wide := max(0, w+r.Intn(7)-2)
		h := n / w
		return []any{i32s(r, wide*h+w), i32s(r, w*h), left, left + wide, from, from + w, h}
	})
}

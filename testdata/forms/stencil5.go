package forms

import "github.com/hone-go/hone"

// The 5-point stencil on the interior of a grid; the border of out stays as it is.

func stencil5Parallel2(out, in []float32, w, h int) {
	for y, x := range hone.Parallel2(h-2, w-2) {
		i := (y+1)*w + x + 1
		out[i] = 0.2 * (in[i] + in[i-1] + in[i+1] + in[i-w] + in[i+w])
	}
}

func stencil5RowsInner(out, in []float32, w, h int) {
	for r := range hone.Parallel(h - 2) {
		y := r + 1
		for x := 1; x < w-1; x++ {
			out[y*w+x] = 0.2 * (in[y*w+x] + in[y*w+x-1] + in[y*w+x+1] + in[(y-1)*w+x] + in[(y+1)*w+x])
		}
	}
}

func stencil5If(out, in []float32, w, h int) {
	for y, x := range hone.Parallel2(h, w) {
		if y == 0 || y == h-1 || x == 0 || x == w-1 {
			continue
		}
		i := y*w + x
		out[i] = 0.2 * (in[i] + in[i-1] + in[i+1] + in[i-w] + in[i+w])
	}
}

func stencil5Switch(out, in []float32, w, h int) {
	for y := range hone.Parallel(h) {
		for x := range w {
			switch {
			case y == 0, y == h-1:
			case x == 0, x == w-1:
			default:
				i := y*w + x
				out[i] = 0.2 * (in[i] + in[i-1] + in[i+1] + in[i-w] + in[i+w])
			}
		}
	}
}

func stencil5DivMod(out, in []float32, w, h int) {
	for i := range hone.Parallel(w * h) {
		y, x := i/w, i%w
		if y > 0 && y < h-1 && x > 0 && x < w-1 {
			out[i] = 0.2 * (in[i] + in[i-1] + in[i+1] + in[i-w] + in[i+w])
		}
	}
}

func stencil5RowsDown(out, in []float32, w, h int) {
	for r := range hone.Parallel(h - 2) {
		y := r + 1
		for x := w - 2; x > 0; x-- {
			out[y*w+x] = 0.2 * (in[y*w+x] + in[y*w+x-1] + in[y*w+x+1] + in[(y-1)*w+x] + in[(y+1)*w+x])
		}
	}
}

func stencil5Bare(out, in []float32, w, h int) {
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			i := y*w + x
			out[i] = 0.2 * (in[i] + in[i-1] + in[i+1] + in[i-w] + in[i+w])
		}
	}
}

func stencil5BareRows(out, in []float32, w, h int) {
	for y := 1; y < h-1; y++ {
		up, mid, down := in[(y-1)*w:y*w], in[y*w:(y+1)*w], in[(y+1)*w:(y+2)*w]
		dst := out[y*w : (y+1)*w]
		for x := 1; x < len(mid)-1; x++ {
			dst[x] = 0.2 * (mid[x] + mid[x-1] + mid[x+1] + up[x] + down[x])
		}
	}
}

func stencil5BareDown(out, in []float32, w, h int) {
	for y := h - 2; y >= 1; y-- {
		for x := w - 2; x >= 1; x-- {
			i := y*w + x
			out[i] = 0.2 * (in[i] + in[i-1] + in[i+1] + in[i-w] + in[i+w])
		}
	}
}

func stencil5BareInt32(out, in []float32, w, h int) {
	ww, hh := int32(w), int32(h)
	for y := int32(1); y < hh-1; y++ {
		for x := int32(1); x < ww-1; x++ {
			i := y*ww + x
			out[i] = 0.2 * (in[i] + in[i-1] + in[i+1] + in[i-ww] + in[i+ww])
		}
	}
}

// A grid32 is a grid as somebody who likes types has it.
type grid32 struct {
	w, h int
	v    []float32
}

func (g grid32) at(x, y int) float32 { return g.v[y*g.w+x] }

func stencil5BareStruct(to, from []float32, w, h int) {
	out, in := grid32{w, h, to}, grid32{w, h, from}
	for y := 1; y <= in.h-2; y++ {
		for x := 1; x <= in.w-2; x++ {
			out.v[y*out.w+x] = 0.2 * (in.at(x, y) + in.at(x-1, y) + in.at(x+1, y) + in.at(x, y-1) + in.at(x, y+1))
		}
	}
}

func stencil5BareContinue(out, in []float32, w, h int) {
	for i := range w * h {
		x := i % w
		y := i / w
		if x < 1 || x >= w-1 {
			continue
		}
		if y < 1 || y >= h-1 {
			continue
		}
		out[i] = 0.2 * (in[i] + in[i-1] + in[i+1] + in[i-w] + in[i+w])
	}
}

var (
	stencil5Parallel2Honed    = hone.Func(stencil5Parallel2)
	stencil5RowsInnerHoned    = hone.Func(stencil5RowsInner)
	stencil5IfHoned           = hone.Func(stencil5If)
	stencil5SwitchHoned       = hone.Func(stencil5Switch)
	stencil5DivModHoned       = hone.Func(stencil5DivMod)
	stencil5RowsDownHoned     = hone.Func(stencil5RowsDown)
	stencil5BareHoned         = hone.Func(stencil5Bare)
	stencil5BareRowsHoned     = hone.Func(stencil5BareRows)
	stencil5BareDownHoned     = hone.Func(stencil5BareDown)
	stencil5BareInt32Honed    = hone.Func(stencil5BareInt32)
	stencil5BareStructHoned   = hone.Func(stencil5BareStruct)
	stencil5BareContinueHoned = hone.Func(stencil5BareContinue)
)

func init() {
	add(grids, stencil5Parallel2, stencil5RowsInner, stencil5If, stencil5Switch, stencil5DivMod, stencil5RowsDown, stencil5Bare, stencil5BareRows, stencil5BareDown, stencil5BareInt32, stencil5BareStruct, stencil5BareContinue)
}

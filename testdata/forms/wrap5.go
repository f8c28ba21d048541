package forms

import (
	"github.com/hone-go/hone"
)

// The 5-point stencil on a torus: neighbours beyond an edge are those at the opposite edge.

func wrap5Modulo(out, in []float32, w, h int) {
	for y, x := range hone.Parallel2(h, w) {
		left, right := (x+w-1)%w, (x+1)%w
		up, down := (y+h-1)%h, (y+1)%h
		out[y*w+x] = 0.5*in[y*w+x] + 0.125*(in[y*w+left]+in[y*w+right]+in[up*w+x]+in[down*w+x])
	}
}

func wrap5If(out, in []float32, w, h int) {
	for y, x := range hone.Parallel2(h, w) {
		left, right, up, down := x-1, x+1, y-1, y+1
		if left < 0 {
			left = w - 1
		}
		if right == w {
			right = 0
		}
		if up < 0 {
			up += h
		}
		if down >= h {
			down -= h
		}
		out[y*w+x] = 0.5*in[y*w+x] + 0.125*(in[y*w+left]+in[y*w+right]+in[up*w+x]+in[down*w+x])
	}
}

func wrapIndex(i, n int) int { return (i + n) % n }

func wrap5Helper(out, in []float32, w, h int) {
	for y := range hone.Parallel(h) {
		for x := range w {
			out[y*w+x] = 0.5*in[y*w+x] +
				0.125*(in[y*w+wrapIndex(x-1, w)]+in[y*w+wrapIndex(x+1, w)]+in[wrapIndex(y-1, h)*w+x]+in[wrapIndex(y+1, h)*w+x])
		}
	}
}

func wrap5Closure(out, in []float32, w, h int) {
	at := func(x, y int) float32 {
		if x < 0 {
			x += w
		} else if x >= w {
			x -= w
		}
		if y < 0 {
			y += h
		} else if y >= h {
			y -= h
		}
		return in[y*w+x]
	}
	for y, x := range hone.Parallel2(h, w) {
		out[y*w+x] = 0.5*at(x, y) + 0.125*(at(x-1, y)+at(x+1, y)+at(x, y-1)+at(x, y+1))
	}
}

// wrap5BareSplit writes the borders of rows out.
//
// Differs: what is done at the borders stands beside the interior, in the same rows.
func wrap5BareSplit(out, in []float32, w, h int) {
	for y := 0; y < h; y++ {
		up, down := y-1, y+1
		if y == 0 {
			up = h - 1
		}
		if y == h-1 {
			down = 0
		}
		m, u, d := in[y*w:(y+1)*w], in[up*w:(up+1)*w], in[down*w:(down+1)*w]
		o := out[y*w : (y+1)*w]
		o[0] = 0.5*m[0] + 0.125*(m[w-1]+m[1%w]+u[0]+d[0])
		for x := 1; x < w-1; x++ {
			o[x] = 0.5*m[x] + 0.125*(m[x-1]+m[x+1]+u[x]+d[x])
		}
		o[w-1] = 0.5*m[w-1] + 0.125*(m[(w-1+w-1)%w]+m[0]+u[w-1]+d[w-1])
	}
}

func wrap5Bare(out, in []float32, w, h int) {
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			out[y*w+x] = 0.5*in[y*w+x] + 0.125*(in[y*w+(x+w-1)%w]+in[y*w+(x+1)%w]+in[((y+h-1)%h)*w+x]+in[((y+1)%h)*w+x])
		}
	}
}

func wrap5BareSwitch(out, in []float32, w, h int) {
	for y := 0; y < h; y++ {
		up, down := (y+h-1)%h*w, (y+1)%h*w
		for x := 0; x < w; x++ {
			var left, right int
			switch x {
			case 0:
				left, right = w-1, 1%w
			case w - 1:
				left, right = w-2, 0
			default:
				left, right = x-1, x+1
			}
			out[y*w+x] = 0.5*in[y*w+x] + 0.125*(in[y*w+left]+in[y*w+right]+in[up+x]+in[down+x])
		}
	}
}

// wrap5DivMod has one index; its rows above and below are remainders by w*h.
func wrap5DivMod(out, in []float32, w, h int) {
	n := w * h
	for i := range hone.Parallel(n) {
		x := i % w
		left, right := i-1, i+1
		if x == 0 {
			left = i + w - 1
		}
		if x == w-1 {
			right = i - w + 1
		}
		out[i] = 0.5*in[i] + 0.125*(in[left]+in[right]+in[(i+n-w)%n]+in[(i+w)%n])
	}
}

// wrap5BareTable looks neighbours up.
func wrap5BareTable(out, in []float32, w, h int) {
	left, right := make([]int, w), make([]int, w)
	for x := range w {
		left[x], right[x] = (x+w-1)%w, (x+1)%w
	}
	for y := range h {
		row := in[y*w:][:w]
		up, down := in[(y+h-1)%h*w:][:w], in[(y+1)%h*w:][:w]
		dst := out[y*w:][:w]
		for x := range row {
			dst[x] = 0.5*row[x] + 0.125*(row[left[x]]+row[right[x]]+up[x]+down[x])
		}
	}
}

var (
	wrap5ModuloHoned     = hone.Func(wrap5Modulo)
	wrap5IfHoned         = hone.Func(wrap5If)
	wrap5HelperHoned     = hone.Func(wrap5Helper)
	wrap5ClosureHoned    = hone.Func(wrap5Closure)
	wrap5DivModHoned     = hone.Func(wrap5DivMod)
	wrap5BareSplitHoned  = hone.Func(wrap5BareSplit)
	wrap5BareHoned       = hone.Func(wrap5Bare)
	wrap5BareSwitchHoned = hone.Func(wrap5BareSwitch)
	wrap5BareTableHoned  = hone.Func(wrap5BareTable)
)

func init() {
	add(grids, wrap5Modulo, wrap5If, wrap5Helper, wrap5Closure, wrap5DivMod, wrap5BareSplit, wrap5Bare, wrap5BareSwitch, wrap5BareTable)
}

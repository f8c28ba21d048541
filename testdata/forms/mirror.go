package forms

import "github.com/hone-go/hone"

// A row filter of three taps with the image mirrored at its borders: before column 0 comes column 1, behind the last the one before it.

func mirrorIf(out, in []float32, w, h int) {
	for y, x := range hone.Parallel2(h, w) {
		l, r := x-1, x+1
		if l < 0 {
			l = -l
		}
		if r >= w {
			r = 2*(w-1) - r
		}
		out[y*w+x] = in[y*w+l] + 2*in[y*w+x] + in[y*w+r]
	}
}

func mirrorAbs(i, n int) int {
	if i < 0 {
		i = -i
	}
	if i > n-1 {
		i = 2*n - 2 - i
	}
	return i
}

func mirrorHelper(out, in []float32, w, h int) {
	for y, x := range hone.Parallel2(h, w) {
		out[y*w+x] = in[y*w+mirrorAbs(x-1, w)] + 2*in[y*w+x] + in[y*w+mirrorAbs(x+1, w)]
	}
}

func mirrorSwitch(out, in []float32, w, h int) {
	for y := range hone.Parallel(h) {
		for x := range w {
			i := y*w + x
			l, r := i-1, i+1
			switch x {
			case 0:
				l = i + 1
			case w - 1:
				r = i - 1
			}
			out[i] = in[l] + 2*in[i] + in[r]
		}
	}
}

func mirrorBare(out, in []float32, w, h int) {
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			l, r := x-1, x+1
			if x == 0 {
				l = 1
			}
			if x == w-1 {
				r = w - 2
			}
			out[y*w+x] = in[y*w+l] + 2*in[y*w+x] + in[y*w+r]
		}
	}
}

func mirrorBareRows(out, in []float32, w, h int) {
	for y := range h {
		src, dst := in[y*w:(y+1)*w], out[y*w:(y+1)*w]
		for x := range w {
			dst[x] = src[mirrorAbs(x-1, w)] + 2*src[x] + src[mirrorAbs(x+1, w)]
		}
	}
}

func mirrorBareDivMod(out, in []float32, w, h int) {
	for i := range w * h {
		x, row := i%w, i/w*w
		out[i] = in[row+mirrorAbs(x-1, w)] + 2*in[i] + in[row+mirrorAbs(x+1, w)]
	}
}

func mirrorBareDown(out, in []float32, w, h int) {
	for y := h - 1; y >= 0; y-- {
		for x := w - 1; x >= 0; x-- {
			out[y*w+x] = in[y*w+mirrorAbs(x-1, w)] + 2*in[y*w+x] + in[y*w+mirrorAbs(x+1, w)]
		}
	}
}

func mirrorBareMin(out, in []float32, w, h int) {
	for y := range h {
		for x := range w {
			out[y*w+x] = in[y*w+max(x-1, 1-x)] + 2*in[y*w+x] + in[y*w+min(x+1, 2*w-3-x)]
		}
	}
}

func mirrorClosure(out, in []float32, w, h int) {
	at := func(y, x int) float32 {
		switch {
		case x < 0:
			return in[y*w-x]
		case x >= w:
			return in[y*w+2*w-2-x]
		}
		return in[y*w+x]
	}
	for y, x := range hone.Parallel2(h, w) {
		out[y*w+x] = at(y, x-1) + 2*at(y, x) + at(y, x+1)
	}
}

var (
	mirrorIfHoned         = hone.Func(mirrorIf)
	mirrorHelperHoned     = hone.Func(mirrorHelper)
	mirrorSwitchHoned     = hone.Func(mirrorSwitch)
	mirrorBareHoned       = hone.Func(mirrorBare)
	mirrorBareRowsHoned   = hone.Func(mirrorBareRows)
	mirrorBareDivModHoned = hone.Func(mirrorBareDivMod)
	mirrorBareDownHoned   = hone.Func(mirrorBareDown)
	mirrorBareMinHoned    = hone.Func(mirrorBareMin)
	mirrorClosureHoned    = hone.Func(mirrorClosure)
)

func init() {
	add(grids, mirrorIf, mirrorHelper, mirrorSwitch, mirrorBare, mirrorBareRows, mirrorBareDivMod, mirrorBareDown, mirrorBareMin, mirrorClosure)
}

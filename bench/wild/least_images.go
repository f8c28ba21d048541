package main

import (
	"image"
	"math"

	"github.com/anthonynsimon/bild/blend"
	"github.com/anthonynsimon/bild/clone"
	"github.com/hone-go/hone"
)

// Images with the least change: loops over their bytes, Pix, in place of the images, hone.Parallel in place of goroutines.

func leastInvertPix(dst, src []byte) {
	for i := range hone.Parallel(len(src) / 4) {
		p := 4 * i
		dst[p], dst[p+1], dst[p+2], dst[p+3] = 255-src[p], 255-src[p+1], 255-src[p+2], src[p+3]
	}
}

func leastLookupPix(dst, src, table []byte) {
	for i := range hone.Parallel(len(src) / 4) {
		p := 4 * i
		dst[p], dst[p+1], dst[p+2], dst[p+3] = table[src[p]], table[src[p+1]], table[src[p+2]], src[p+3]
	}
}

// rounded is x as a byte, or the nearest there is.
func rounded(x float64) uint8 {
	v := int64(x + 0.5)
	if v > 255 {
		return 255
	}
	return uint8(max(v, 0))
}

// leastBlurPix takes weighted sums along lines of n points, step bytes apart; lines are lineStep bytes apart.
func leastBlurPix(dst, src []byte, lines, lineStep, n, step int, kernel []float64) {
	radius := len(kernel) - 1
	for line, i := range hone.Parallel2(lines, n) {
		var r, g, b, a, sum float64
		for j := max(i-radius, 0); j <= min(i+radius, n-1); j++ {
			k := i - j
			if k < 0 {
				k = -k
			}
			p := line*lineStep + j*step
			w := kernel[k]
			sum += w
			wa := float64(src[p+3]) * w
			r += float64(src[p]) * wa
			g += float64(src[p+1]) * wa
			b += float64(src[p+2]) * wa
			a += wa
		}
		if a != 0 {
			inv := 1 / a
			p := line*lineStep + i*step
			dst[p], dst[p+1], dst[p+2], dst[p+3] = rounded(r*inv), rounded(g*inv), rounded(b*inv), rounded(a/sum)
		}
	}
}

func leastTurnPix(dst, src []byte, w, h int) {
	for y, x := range hone.Parallel2(w, h) {
		d, s := 4*(y*h+x), 4*(x*w+w-1-y)
		dst[d], dst[d+1], dst[d+2], dst[d+3] = src[s], src[s+1], src[s+2], src[s+3]
	}
}

func leastCountPix(pix []byte) []int {
	return hone.Histogram(len(pix)/4, 256, 0, func(a, b int) int { return a + b }, func(i int) (int, int) {
		y := 0.299*float32(pix[4*i]) + 0.587*float32(pix[4*i+1]) + 0.114*float32(pix[4*i+2])
		return int(y + 0.5), 1
	})
}

// taps say which points make a point of a line that is resampled: those from begin on, weighted.
type taps struct {
	begin, first []int // of each point; first is that of its weights, and has one more
	weights      []float64
}

// leastResamplePix makes lines of as many points as begin has.
func leastResamplePix(dst, src []byte, lines, dstLine, dstStep, srcLine, srcStep int, begin, first []int, weights []float64) {
	for line, i := range hone.Parallel2(lines, len(begin)) {
		var r, g, b, a float64
		p := line*srcLine + begin[i]*srcStep
		for _, w := range weights[first[i]:first[i+1]] {
			wa := float64(src[p+3]) * w
			r += float64(src[p]) * wa
			g += float64(src[p+1]) * wa
			b += float64(src[p+2]) * wa
			a += wa
			p += srcStep
		}
		if a != 0 {
			inv := 1 / a
			d := line*dstLine + i*dstStep
			dst[d], dst[d+1], dst[d+2], dst[d+3] = rounded(r*inv), rounded(g*inv), rounded(b*inv), rounded(a)
		}
	}
}

var (
	leastInvert    = hone.Func(leastInvertPix)
	leastLookup    = hone.Func(leastLookupPix)
	leastBlur      = hone.Func(leastBlurPix)
	leastTurn      = hone.Func(leastTurnPix)
	leastCount     = hone.Func(leastCountPix)
	leastResampled = hone.Func(leastResamplePix)
)

func lessInvert(m *image.NRGBA) *image.NRGBA {
	out := image.NewNRGBA(m.Rect)
	leastInvert.Call(out.Pix, m.Pix)
	return out
}

func lessGamma(m *image.NRGBA) *image.NRGBA {
	var table [256]byte
	for i := range table {
		table[i] = rounded(255 * math.Pow(float64(i)/255, 1/1.8))
	}
	out := image.NewNRGBA(m.Rect)
	leastLookup.Call(out.Pix, m.Pix, table[:])
	return out
}

func lessBlur(m *image.NRGBA) *image.NRGBA {
	const sigma = 2.0
	kernel := make([]float64, int(math.Ceil(3*sigma))+1)
	for i := range kernel {
		x := float64(i)
		kernel[i] = math.Exp(-(x*x)/(2*sigma*sigma)) / (sigma * math.Sqrt(2*math.Pi))
	}
	w, h := m.Rect.Dx(), m.Rect.Dy()
	half, out := image.NewNRGBA(m.Rect), image.NewNRGBA(m.Rect)
	leastBlur.Call(half.Pix, m.Pix, h, m.Stride, w, 4, kernel)
	leastBlur.Call(out.Pix, half.Pix, w, 4, h, m.Stride, kernel)
	return out
}

func lessRotate90(m *image.NRGBA) *image.NRGBA {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	out := image.NewNRGBA(image.Rect(0, 0, h, w))
	leastTurn.Call(out.Pix, m.Pix, w, h)
	return out
}

func lessHistogram(m *image.NRGBA) (out [256]float64) {
	for i, n := range leastCount.Call(m.Pix) {
		out[i] = float64(n) / float64(len(m.Pix)/4)
	}
	return out
}

// lanczos says which of n points make each of m, by a filter of three lobes.
func lanczos(m, n int) (t taps) {
	sinc := func(x float64) float64 {
		if x == 0 {
			return 1
		}
		return math.Sin(math.Pi*x) / (math.Pi * x)
	}
	step := float64(n) / float64(m)
	scale := max(step, 1)
	reach := math.Ceil(3 * scale)
	t.first = []int{0}
	for i := range m {
		at := (float64(i)+0.5)*step - 0.5
		from, to := max(int(math.Ceil(at-reach)), 0), min(int(math.Floor(at+reach)), n-1)
		t.begin = append(t.begin, from)
		sum := 0.0
		for j := from; j <= to; j++ {
			w := 0.0
			if x := math.Abs((float64(j) - at) / scale); x < 3 {
				w = sinc(x) * sinc(x/3)
			}
			sum += w
			t.weights = append(t.weights, w)
		}
		for k := t.first[i]; k < len(t.weights); k++ {
			t.weights[k] /= sum
		}
		t.first = append(t.first, len(t.weights))
	}
	return t
}

func lessImagingResize(m *image.NRGBA) *image.NRGBA {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	half, out := image.NewNRGBA(image.Rect(0, 0, 400, h)), image.NewNRGBA(image.Rect(0, 0, 400, 300))
	x, y := lanczos(400, w), lanczos(300, h)
	leastResampled.Call(half.Pix, m.Pix, h, half.Stride, 4, m.Stride, 4, x.begin, x.first, x.weights)
	leastResampled.Call(out.Pix, half.Pix, 400, 4, out.Stride, 4, half.Stride, y.begin, y.first, y.weights)
	return out
}

func leastGreyPix(dst, src []byte) {
	for i := range hone.Parallel(len(src) / 4) {
		p := 4 * i
		k := uint8(0.3*float64(src[p]) + 0.6*float64(src[p+1]) + 0.1*float64(src[p+2]) + 0.5)
		dst[p], dst[p+1], dst[p+2], dst[p+3] = k, k, k, src[p+3]
	}
}

func leastFlipPix(dst, src []byte, w, h int) {
	for y, x := range hone.Parallel2(h, w) {
		d, s := 4*(y*w+x), 4*(y*w+w-1-x)
		dst[d], dst[d+1], dst[d+2], dst[d+3] = src[s], src[s+1], src[s+2], src[s+3]
	}
}

func leastThresholdPix(dst, src []byte, level byte) {
	for i := range hone.Parallel(len(dst)) {
		r, g, b, a := src[4*i], src[4*i+1], src[4*i+2], src[4*i+3]
		grey := uint8(float64(r)*0.3 + float64(g)*0.6 + float64(b)*0.1)
		dst[i] = 0
		if grey >= level || r|g|b|a == 0 {
			dst[i] = 255
		}
	}
}

// leastWeighPix weighs a neighbourhood; src has a border of half the kernel.
func leastWeighPix(dst, src []byte, w, h int, kernel []float64, kw, kh int, keepAlpha bool) {
	srcW := w + kw/2*2
	for y, x := range hone.Parallel2(h, w) {
		var r, g, b, a float64
		for ky := range kh {
			for kx := range kw {
				k := kernel[ky*kw+kx]
				p := 4 * ((y+ky)*srcW + x + kx)
				r += float64(src[p]) * k
				g += float64(src[p+1]) * k
				b += float64(src[p+2]) * k
				a += float64(src[p+3]) * k
			}
		}
		d := 4 * (y*w + x)
		dst[d], dst[d+1], dst[d+2] = truncated(r), truncated(g), truncated(b)
		if keepAlpha {
			dst[d+3] = src[4*((y+kh/2)*srcW+x+kw/2)+3]
		} else {
			dst[d+3] = truncated(a)
		}
	}
}

func truncated(x float64) uint8 { return uint8(math.Max(math.Min(x, 255), 0)) }

func unit(x float64) float64 { return min(max(x, 0), 1) }

func leastMultiplyPix(dst, bg, fg []byte) {
	for i := range hone.Parallel(len(dst) / 4) {
		p := 4 * i
		alpha, below := float64(fg[p+3])/255, float64(bg[p+3])/255
		for c := range 3 {
			b := float64(bg[p+c]) / 255
			f := unit(b * (float64(fg[p+c]) / 255))
			dst[p+c] = uint8(unit(f*alpha+(1-alpha)*b) * 255)
		}
		dst[p+3] = uint8(unit(below+alpha) * 255)
	}
}

// leastTentPix makes lines of n points of lines of m, by a filter of the shape of a tent.
func leastTentPix(dst, src []byte, lines, n, dstLine, dstStep, m, srcLine, srcStep int) {
	step := float64(m) / float64(n)
	scale := max(step, 1)
	reach := math.Ceil(scale)
	for line, i := range hone.Parallel2(lines, n) {
		at := (float64(i)+0.5)*step - 0.5
		var r, g, b, a, sum float64
		for j := max(int(at-reach+0.5), 0); j <= min(int(at+reach), m-1); j++ {
			w := 0.0
			if x := math.Abs((float64(j) - at) / scale); x < 1 {
				w = 1 - x
			}
			p := line*srcLine + j*srcStep
			r += float64(src[p]) * w
			g += float64(src[p+1]) * w
			b += float64(src[p+2]) * w
			a += float64(src[p+3]) * w
			sum += w
		}
		d := line*dstLine + i*dstStep
		dst[d], dst[d+1] = uint8(min(max(r/sum+0.5, 0), 255)), uint8(min(max(g/sum+0.5, 0), 255))
		dst[d+2], dst[d+3] = uint8(min(max(b/sum+0.5, 0), 255)), uint8(min(max(a/sum+0.5, 0), 255))
	}
}

var (
	leastGrey      = hone.Func(leastGreyPix)
	leastFlip      = hone.Func(leastFlipPix)
	leastThreshold = hone.Func(leastThresholdPix)
	leastWeigh     = hone.Func(leastWeighPix)
	leastMultiply  = hone.Func(leastMultiplyPix)
	leastTent      = hone.Func(leastTentPix)
)

func lessGrayscale(m *image.RGBA) *image.RGBA {
	out := image.NewRGBA(m.Rect)
	leastGrey.Call(out.Pix, m.Pix)
	return out
}

func lessBrightness(m *image.RGBA) *image.RGBA {
	var table [256]byte
	for i := range table {
		table[i] = uint8(min(float64(i)*1.25, 255))
	}
	out := image.NewRGBA(m.Rect)
	leastLookup.Call(out.Pix, m.Pix, table[:])
	return out
}

func lessBox(m *image.RGBA) *image.RGBA {
	kernel := make([]float64, 49)
	for i := range kernel {
		kernel[i] = 1.0 / 49
	}
	out := image.NewRGBA(m.Rect)
	leastWeigh.Call(out.Pix, clone.Pad(m, 3, 3, clone.EdgeExtend).Pix, m.Rect.Dx(), m.Rect.Dy(), kernel, 7, 7, false)
	return out
}

func lessSobel(m *image.RGBA) *image.RGBA {
	padded := clone.Pad(m, 1, 1, clone.EdgeExtend)
	squared := func(kernel []float64) *image.RGBA {
		out := image.NewRGBA(m.Rect)
		leastWeigh.Call(out.Pix, padded.Pix, m.Rect.Dx(), m.Rect.Dy(), kernel, 3, 3, true)
		leastMultiply.Call(out.Pix, out.Pix, out.Pix)
		return out
	}
	return blend.Add(squared([]float64{-1, 0, 1, -2, 0, 2, -1, 0, 1}), squared([]float64{1, 2, 1, 0, 0, 0, -1, -2, -1}))
}

func lessFlipH(m *image.RGBA) *image.RGBA {
	out := image.NewRGBA(m.Rect)
	leastFlip.Call(out.Pix, m.Pix, m.Rect.Dx(), m.Rect.Dy())
	return out
}

func lessBildResize(m *image.RGBA) *image.RGBA {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	half, out := image.NewRGBA(image.Rect(0, 0, 400, h)), image.NewRGBA(image.Rect(0, 0, 400, 300))
	leastTent.Call(half.Pix, m.Pix, h, 400, half.Stride, 4, w, m.Stride, 4)
	leastTent.Call(out.Pix, half.Pix, 400, 300, 4, out.Stride, h, 4, half.Stride)
	return out
}

func lessThreshold(m *image.RGBA) *image.Gray {
	out := image.NewGray(m.Rect)
	leastThreshold.Call(out.Pix, m.Pix, 128)
	return out
}

func lessMultiply(a, b *image.RGBA) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, a.Rect.Dx(), a.Rect.Dy()))
	leastMultiply.Call(out.Pix, a.Pix, b.Pix)
	return out
}

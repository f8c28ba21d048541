package main

import (
	"image"
	"image/color"
	"math"

	"github.com/hone-go/hone"
)

// More images with the least change: see least_images.go.

// leastFixedPix makes lines of n points of lines of m, with weights that are whole numbers, from begin on.
func leastFixedPix(dst, src []byte, lines, n, dstLine, dstStep, m, srcLine, srcStep int, weights []int16, begin []int, count int) {
	for line, i := range hone.Parallel2(lines, n) {
		var r, g, b, a, sum int32
		for k := range count {
			w := int32(weights[i*count+k])
			p := line*srcLine + min(max(begin[i]+k, 0), m-1)*srcStep
			r += w * int32(src[p])
			g += w * int32(src[p+1])
			b += w * int32(src[p+2])
			a += w * int32(src[p+3])
			sum += w
		}
		d := line*dstLine + i*dstStep
		dst[d], dst[d+1] = uint8(min(max(r/sum, 0), 255)), uint8(min(max(g/sum, 0), 255))
		dst[d+2], dst[d+3] = uint8(min(max(b/sum, 0), 255)), uint8(min(max(a/sum, 0), 255))
	}
}

func leastNearestPix(dst, src []byte, w, h, srcW, srcH int) {
	for y, x := range hone.Parallel2(h, w) {
		s := 4 * ((2*y+1)*srcH/(2*h)*srcW + (2*x+1)*srcW/(2*w))
		d := 4 * (y*w + x)
		dst[d], dst[d+1], dst[d+2], dst[d+3] = src[s], src[s+1], src[s+2], src[s+3]
	}
}

// between is where the middle of point i of n is in m points: between two of them, so far from the first.
func between(i, n, m int) (from, to int, far float64) {
	at := float64((float64(i)+0.5)*(float64(m)/float64(n))) - 0.5
	switch from = int(at); {
	case at < 0:
		return 0, 0, 0
	case from+1 > m-1:
		return m - 1, m - 1, 1
	}
	return from, from + 1, at - float64(from)
}

// leastBilinearPix mixes four points; src is opaque.
func leastBilinearPix(dst, src []byte, w, h, srcW, srcH int) {
	for y, x := range hone.Parallel2(h, w) {
		y0, y1, down := between(y, h, srcH)
		x0, x1, right := between(x, w, srcW)
		for c := range 4 {
			p00, p10 := float64(src[4*(y0*srcW+x0)+c])*0x101, float64(src[4*(y0*srcW+x1)+c])*0x101
			p01, p11 := float64(src[4*(y1*srcW+x0)+c])*0x101, float64(src[4*(y1*srcW+x1)+c])*0x101
			above := float64((1-right)*p00) + float64(right*p10)
			below := float64((1-right)*p01) + float64(right*p11)
			dst[4*(y*w+x)+c] = uint8(uint32(float64((1-down)*above)+float64(down*below)) >> 8)
		}
	}
}

// leastAcross resamples rows of points to numbers from 0 to 1; scale is that of each point's sum.
func leastAcross(dst []float64, src []byte, srcW, h int, begin, first []int, weights, scale []float64) {
	w := len(begin)
	for y, x := range hone.Parallel2(h, w) {
		var r, g, b, a float64
		p := 4 * (y*srcW + begin[x])
		for _, f := range weights[first[x]:first[x+1]] {
			r += float64(float64(uint32(src[p])*0x101) * f)
			g += float64(float64(uint32(src[p+1])*0x101) * f)
			b += float64(float64(uint32(src[p+2])*0x101) * f)
			a += float64(float64(uint32(src[p+3])*0x101) * f)
			p += 4
		}
		d, s := 4*(y*w+x), scale[x]/0xffff
		dst[d], dst[d+1], dst[d+2], dst[d+3] = r*s, g*s, b*s, a*s
	}
}

// top8 are the highest 8 bits of a number from 0 to 1 in 16.
func top8(x float64) uint8 { return uint8(min(max(int32(float64(0xffff*x)+0.5), 0), 0xffff) >> 8) }

func leastDown(dst []byte, src []float64, w int, begin, first []int, weights, scale []float64) {
	for y, x := range hone.Parallel2(len(begin), w) {
		var r, g, b, a float64
		p := 4 * (begin[y]*w + x)
		for _, f := range weights[first[y]:first[y+1]] {
			r += float64(src[p] * f)
			g += float64(src[p+1] * f)
			b += float64(src[p+2] * f)
			a += float64(src[p+3] * f)
			p += 4 * w
		}
		r, g, b = min(r, a), min(g, a), min(b, a)
		d, s := 4*(y*w+x), scale[y]
		dst[d], dst[d+1], dst[d+2], dst[d+3] = top8(r*s), top8(g*s), top8(b*s), top8(a*s)
	}
}

var (
	leastFixed    = hone.Func(leastFixedPix)
	leastNearest  = hone.Func(leastNearestPix)
	leastBilinear = hone.Func(leastBilinearPix)
	leastAcrossed = hone.Func(leastAcross)
	leastDowned   = hone.Func(leastDown)
)

// fixedTaps are the weights, in 256ths, and where they begin, of lines of n points made of lines of m.
func fixedTaps(n, m, reach int, filter func(float64) float64) (weights []int16, begin []int, count int) {
	scale := float64(m) / float64(n)
	count = reach * int(max(math.Ceil(scale), 1))
	for i := range n {
		at := scale*(float64(i)+0.5) - 0.5
		from := int(at) - count/2 + 1
		begin = append(begin, from)
		at -= float64(from)
		for k := range count {
			weights = append(weights, int16(filter((at-float64(k))*min(1/scale, 1))*256))
		}
	}
	return weights, begin, count
}

func lessResize(m *image.RGBA, reach int, filter func(float64) float64) *image.RGBA {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	half, out := image.NewRGBA(image.Rect(0, 0, 400, h)), image.NewRGBA(image.Rect(0, 0, 400, 300))
	weights, begin, count := fixedTaps(400, w, reach, filter)
	leastFixed.Call(half.Pix, m.Pix, h, 400, half.Stride, 4, w, m.Stride, 4, weights, begin, count)
	weights, begin, count = fixedTaps(300, h, reach, filter)
	leastFixed.Call(out.Pix, half.Pix, 400, 300, 4, out.Stride, h, 4, half.Stride, weights, begin, count)
	return out
}

func lessResizeBilinear(m *image.RGBA) *image.RGBA {
	return lessResize(m, 2, func(x float64) float64 { return max(1-math.Abs(x), 0) })
}

func lessResizeLanczos(m *image.RGBA) *image.RGBA {
	sinc := func(x float64) float64 {
		if x = math.Abs(x) * math.Pi; x >= 1.220703e-4 {
			return math.Sin(x) / x
		}
		return 1
	}
	return lessResize(m, 6, func(x float64) float64 {
		if x <= -3 || x >= 3 {
			return 0
		}
		return sinc(x) * sinc(x*0.3333333333333333)
	})
}

func lessScaleApprox(dst, src *image.RGBA) {
	leastBilinear.Call(dst.Pix, src.Pix, dst.Rect.Dx(), dst.Rect.Dy(), src.Rect.Dx(), src.Rect.Dy())
}

func lessScaleNearest(dst, src *image.RGBA) {
	leastNearest.Call(dst.Pix, src.Pix, dst.Rect.Dx(), dst.Rect.Dy(), src.Rect.Dx(), src.Rect.Dy())
}

// catmullRom says which of n points make each of m by Catmull and Rom's cubic, and what their sum has to be multiplied by.
func catmullRom(m, n int) (t taps, scale []float64) {
	step := float64(n) / float64(m)
	reach, narrow := 2*max(step, 1), min(1/step, 1)
	t.first = []int{0}
	for i := range m {
		at := float64((float64(i)+0.5)*step) - 0.5
		sum, begun := 0.0, false
		for j := max(int(math.Floor(at-reach)), 0); j < min(int(math.Ceil(at+reach)), n); j++ {
			x, w := math.Abs((at-float64(j))*narrow), 0.0
			switch {
			case x >= 2:
				continue
			case x < 1:
				w = float64((float64(1.5*x)-2.5)*x*x) + 1
			default:
				w = float64((float64(float64(float64(-0.5*x)+2.5)*x)-4)*x) + 2
			}
			if !begun {
				t.begin, begun = append(t.begin, j), true
			}
			sum += w
			t.weights = append(t.weights, w)
		}
		t.first, scale = append(t.first, len(t.weights)), append(scale, 1/sum)
	}
	return t, scale
}

func lessScaleCatmullRom(dst, src *image.RGBA) {
	w, h, srcW, srcH := dst.Rect.Dx(), dst.Rect.Dy(), src.Rect.Dx(), src.Rect.Dy()
	half := make([]float64, 4*w*srcH)
	x, sx := catmullRom(w, srcW)
	y, sy := catmullRom(h, srcH)
	leastAcrossed.Call(half, src.Pix, srcW, srcH, x.begin, x.first, x.weights, sx)
	leastDowned.Call(dst.Pix, half, w, y.begin, y.first, y.weights, sy)
}

// high is bits 16 to 23 of x; 0 where it is negative, 255 where it is too large.
func high(x int32) uint8 {
	if uint32(x)&0xff000000 == 0 {
		return uint8(x >> 16)
	}
	return uint8(^(x >> 31))
}

func leastToYCbCr(dst, src []byte) {
	for i := range hone.Parallel(len(src) / 4) {
		r, g, b := int32(src[4*i]), int32(src[4*i+1]), int32(src[4*i+2])
		dst[3*i] = uint8((19595*r + 38470*g + 7471*b + 1<<15) >> 16)
		dst[3*i+1] = high(-11056*r - 21712*g + 32768*b + 257<<15)
		dst[3*i+2] = high(32768*r - 27440*g - 5328*b + 257<<15)
	}
}

// leastOfYCbCr has one Cb and Cr for four points.
func leastOfYCbCr(dst, ys, cbs, crs []byte, w, h, yStride, cStride int) {
	for y, x := range hone.Parallel2(h, w) {
		l := int32(ys[y*yStride+x]) * 0x10101
		cb, cr := int32(cbs[y/2*cStride+x/2])-128, int32(crs[y/2*cStride+x/2])-128
		d := 4 * (y*w + x)
		dst[d], dst[d+1], dst[d+2], dst[d+3] = high(l+91881*cr), high(l-22554*cb-46802*cr), high(l+116130*cb), 255
	}
}

func leastOverPix(dst, src []byte) {
	for i := range hone.Parallel(len(src) / 4) {
		below := (0xffff - uint32(src[4*i+3])*0x101) * 0x101
		for c := range 4 {
			dst[4*i+c] = uint8((uint32(dst[4*i+c])*below/0xffff + uint32(src[4*i+c])*0x101) >> 8)
		}
	}
}

func leastPremultiply(dst []color.RGBA, src []color.NRGBA) {
	for i := range hone.Parallel(len(src)) {
		c := src[i]
		a := uint32(c.A)
		dst[i] = color.RGBA{
			R: uint8(uint32(c.R) * 0x101 * a / 0xff >> 8), G: uint8(uint32(c.G) * 0x101 * a / 0xff >> 8),
			B: uint8(uint32(c.B) * 0x101 * a / 0xff >> 8), A: c.A,
		}
	}
}

func leastLuma(dst, src []byte) {
	for i := range hone.Parallel(len(dst)) {
		dst[i] = uint8((19595*uint32(src[4*i]) + 38470*uint32(src[4*i+1]) + 7471*uint32(src[4*i+2]) + 1<<15) >> 16)
	}
}

var (
	leastYCbCrs     = hone.Func(leastToYCbCr)
	leastRGBOfYCbCr = hone.Func(leastOfYCbCr)
	leastOver       = hone.Func(leastOverPix)
	leastShaded     = hone.Func(leastPremultiply)
	leastGrayAt     = hone.Func(leastLuma)
)

func lessRGBOfYCbCr(dst *image.RGBA, src *image.YCbCr) {
	leastRGBOfYCbCr.Call(dst.Pix, src.Y, src.Cb, src.Cr, dst.Rect.Dx(), dst.Rect.Dy(), src.YStride, src.CStride)
}

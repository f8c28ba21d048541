package forms

import (
	"github.com/hone-go/hone"
)

// Pixels of four bytes, red, green, blue and alpha, are multiplied by alpha: (c*a + 127) / 255.

func rgbaIndex(out, in []uint8) {
	for i := range hone.Parallel(len(in) / 4) {
		a := uint32(in[4*i+3])
		out[4*i] = uint8((uint32(in[4*i])*a + 127) / 255)
		out[4*i+1] = uint8((uint32(in[4*i+1])*a + 127) / 255)
		out[4*i+2] = uint8((uint32(in[4*i+2])*a + 127) / 255)
		out[4*i+3] = in[4*i+3]
	}
}

func rgbaSlices(out, in []uint8) {
	for i := range hone.Parallel(len(in) / 4) {
		s, d := in[4*i:4*i+4], out[4*i:4*i+4]
		a := int(s[3])
		d[0] = uint8((int(s[0])*a + 127) / 255)
		d[1] = uint8((int(s[1])*a + 127) / 255)
		d[2] = uint8((int(s[2])*a + 127) / 255)
		d[3] = s[3]
	}
}

func premultiply(dst, src []uint8) {
	a := uint16(src[3])
	for c := 0; c < 3; c++ {
		dst[c] = uint8((uint16(src[c])*a + 127) / 255)
	}
	dst[3] = src[3]
}

func rgbaHelper(out, in []uint8) {
	for i := range hone.Parallel(len(in) / 4) {
		premultiply(out[4*i:4*i+4:4*i+4], in[4*i:4*i+4:4*i+4])
	}
}

func rgbaBareStep(out, in []uint8) {
	for i := 0; i+3 < len(in); i += 4 {
		r, g, b, a := uint32(in[i]), uint32(in[i+1]), uint32(in[i+2]), uint32(in[i+3])
		out[i] = uint8((r*a + 127) / 255)
		out[i+1] = uint8((g*a + 127) / 255)
		out[i+2] = uint8((b*a + 127) / 255)
		out[i+3] = uint8(a)
	}
}

func rgbaBare3Index(out, in []uint8) {
	for i := 0; i <= len(in)-4; i += 4 {
		s := in[i : i+4 : i+4]
		d := out[i : i+4 : i+4]
		a := uint32(s[3])
		for c := range 3 {
			d[c] = uint8((uint32(s[c])*a + 127) / 255)
		}
		d[3] = s[3]
	}
}

// A pixel is four bytes.
type pixel struct{ r, g, b, a uint8 }

func (p pixel) premultiplied() pixel {
	scale := func(c uint8) uint8 { return uint8((uint32(c)*uint32(p.a) + 127) / 255) }
	return pixel{scale(p.r), scale(p.g), scale(p.b), p.a}
}

// rgbaBareBytes goes by bytes.
//
// Differs: not yet the same: alpha is loaded for each of the other bytes, between stores that might be to the same slice.
func rgbaBareBytes(out, in []uint8) {
	for i, v := range in {
		if i%4 == 3 {
			out[i] = v
		} else {
			out[i] = uint8((uint32(v)*uint32(in[i|3]) + 127) / 255)
		}
	}
}

var (
	rgbaIndexHoned      = hone.Func(rgbaIndex)
	rgbaSlicesHoned     = hone.Func(rgbaSlices)
	rgbaHelperHoned     = hone.Func(rgbaHelper)
	rgbaBareStepHoned   = hone.Func(rgbaBareStep)
	rgbaBare3IndexHoned = hone.Func(rgbaBare3Index)
	rgbaBareBytesHoned  = hone.Func(rgbaBareBytes)
)

func init() {
	add(pixels, rgbaIndex, rgbaSlices, rgbaHelper, rgbaBareStep, rgbaBare3Index, rgbaBareBytes)
}

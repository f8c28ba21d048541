package main

import (
	"unsafe"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
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

func rgbaStructs(out, in []pixel) {
	for i := range hone.Parallel(len(in)) {
		out[i] = in[i].premultiplied()
	}
}

func rgbaBareStructs(out, in []pixel) {
	for i, p := range in {
		a := uint32(p.a)
		out[i].r = uint8((uint32(p.r)*a + 127) / 255)
		out[i].g = uint8((uint32(p.g)*a + 127) / 255)
		out[i].b = uint8((uint32(p.b)*a + 127) / 255)
		out[i].a = p.a
	}
}

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
	rgbaIndexHoned       = hone.Func(rgbaIndex)
	rgbaSlicesHoned      = hone.Func(rgbaSlices)
	rgbaHelperHoned      = hone.Func(rgbaHelper)
	rgbaStructsHoned     = hone.Func(rgbaStructs)
	rgbaBareStepHoned    = hone.Func(rgbaBareStep)
	rgbaBare3IndexHoned  = hone.Func(rgbaBare3Index)
	rgbaBareStructsHoned = hone.Func(rgbaBareStructs)
	rgbaBareBytesHoned   = hone.Func(rgbaBareBytes)
)

var rgba = kernel{
	name:   "rgba",
	about:  "pixels of four bytes multiplied by their alpha",
	cache:  []int{50021},
	memory: []int{5000011},
	tiny:   []int{9},
	odd:    [][]int{{0}, {1}, {19}, {131}},
	exact:  true,
	open: func(size []int) *instance {
		n := size[0]
		in, out := noisyBytes(12, 4*n), rig.Aligned[uint8](4*n)
		call := func(f func(out, in []uint8)) { f(out, in) }
		pixels := func(s []uint8) []pixel { return unsafe.Slice((*pixel)(unsafe.Pointer(unsafe.SliceData(s))), n) }
		structs := func(f func(out, in []pixel)) { f(pixels(out), pixels(in)) }
		return &instance{
			input:  [][]byte{in},
			reset:  wiped(out),
			output: func() []byte { return rig.Snapshot(out) },
			check:  same[uint8](0),
			forms: []form{
				marked("4*i", rgbaIndexHoned, rgbaIndex, call),
				marked("s[4*i:4*i+4]", rgbaSlicesHoned, rgbaSlices, call),
				marked("helper on s[4*i:4*i+4:4*i+4]", rgbaHelperHoned, rgbaHelper, call),
				marked("structs with method", rgbaStructsHoned, rgbaStructs, structs),
				bare("step of 4", rgbaBareStepHoned, rgbaBareStep, call),
				bare("s[i:i+4:i+4], loop over channels", rgbaBare3IndexHoned, rgbaBare3Index, call),
				bare("structs, bare", rgbaBareStructsHoned, rgbaBareStructs, structs),
				bare("byte by byte", rgbaBareBytesHoned, rgbaBareBytes, call),
			},
		}
	},
}

package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// blurInt blurs a grey picture by the binomial kernel 1 4 6 4 1, first along the rows into 16 bits, then
// along the columns. The border of out stays as it is.
func blurInt(out, in []uint8, w, h int) {
	rows := make([]uint16, w*h)
	for y, x := range hone.Parallel2(h, w-4) {
		i := y*w + x + 2
		rows[i] = uint16(in[i-2]) + 4*uint16(in[i-1]) + 6*uint16(in[i]) + 4*uint16(in[i+1]) + uint16(in[i+2])
	}
	for y, x := range hone.Parallel2(h-4, w-4) {
		i := (y+2)*w + x + 2
		sum := rows[i-2*w] + 4*rows[i-w] + 6*rows[i] + 4*rows[i+w] + rows[i+2*w]
		out[i] = uint8((sum + 128) >> 8)
	}
}

var blurIntHoned = hone.Func(blurInt)

var blurWorkload = workload{
	name:     "blur",
	about:    "binomial blur of a grey picture in two stages, uint8 by way of uint16",
	item:     "pixel",
	params:   []string{"w", "h"},
	defaults: []int{4096, 4096},
	tiny:     []int{8, 8},
	peers:    append(python("blur.py", ""), peerSource{file: "blur.c"}),
	open:     openBlur,
}

// blurPlain is the same in Go without hone, for the rows [lo, hi) of the interior. It keeps the five rows
// that it needs in a small buffer.
func blurPlain(out, in []uint8, w, lo, hi int) {
	var rows [5][]uint16
	for k := range rows {
		rows[k] = make([]uint16, w)
	}
	for y := lo; y < hi+4; y++ {
		row, src := rows[y%5], in[y*w:][:w]
		for x := 2; x < len(src)-2; x++ {
			row[x] = uint16(src[x-2]) + 4*uint16(src[x-1]) + 6*uint16(src[x]) + 4*uint16(src[x+1]) + uint16(src[x+2])
		}
		if y < lo+4 {
			continue
		}
		r0, r1, r2, r3, r4 := rows[(y+1)%5], rows[(y+2)%5], rows[(y+3)%5], rows[(y+4)%5], row
		dst := out[(y-2)*w:][:w]
		for x := 2; x < len(dst)-2; x++ {
			dst[x] = uint8((r0[x] + 4*r1[x] + 6*r2[x] + 4*r3[x] + r4[x] + 128) >> 8)
		}
	}
}

func openBlur(size []int) *instance {
	w, h := size[0], size[1]
	in, out := rig.Aligned[uint8](w*h), rig.Aligned[uint8](w*h)
	rnd := rig.Noise(4)
	for i := range in {
		in[i] = uint8(rnd.Bits())
	}
	return &instance{
		items:  w * h,
		bytes:  2 * w * h,
		input:  [][]byte{rig.Raw(in)},
		forget: func() { clear(out) },
		plain:  func() { blurPlain(out, in, w, 0, h-4) },
		cores:  func() { inBands(h-4, func(lo, hi int) { blurPlain(out, in, w, lo, hi) }) },
		honed:  func() { blurIntHoned.Call(out, in, w, h) },
		output: func() []byte { return rig.Snapshot(out) },
		status: func() honedStatus { return statusOf(blurIntHoned) },
		check:  func(want, got []byte) (string, error) { return rig.SameAs[uint8](want, got, 0) },
	}
}

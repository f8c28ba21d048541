package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// luma is the brightness of a colour as package image/color has it: 16-bit components, weights in 65536ths.
func luma(r, g, b uint8) uint8 {
	r16, g16, b16 := uint32(r)*0x101, uint32(g)*0x101, uint32(b)*0x101
	return uint8((19595*r16 + 38470*g16 + 7471*b16 + 1<<15) >> 24)
}

// grey turns the pixels of an image.RGBA into those of an image.Gray.
func grey(out, rgba []uint8) {
	for i := range hone.Parallel(len(out)) {
		out[i] = luma(rgba[4*i], rgba[4*i+1], rgba[4*i+2])
	}
}

var greyHoned = hone.Func(grey)

var greyWorkload = workload{
	name:     "grey",
	about:    "RGBA picture to grey, uint8",
	item:     "pixel",
	params:   []string{"n"},
	defaults: []int{16 << 20},
	tiny:     []int{16},
	peers:    append(python("grey.py", ""), peerSource{file: "grey.c"}),
	open:     openGrey,
}

// greyPlain is the loop as one writes it in Go without hone.
func greyPlain(out, rgba []uint8) {
	for i := range out {
		p := rgba[4*i:][:4]
		out[i] = luma(p[0], p[1], p[2])
	}
}

func openGrey(size []int) *instance {
	n := size[0]
	rgba, out := rig.Aligned[uint8](4*n), rig.Aligned[uint8](n)
	rnd := rig.Noise(8)
	for i := range rgba {
		rgba[i] = uint8(rnd.Bits())
	}
	small := min(n, 16)
	return &instance{
		items:      n,
		bytes:      5 * n,
		input:      [][]byte{rig.Raw(rgba)},
		forget:     func() { clear(out) },
		plain:      func() { greyPlain(out, rgba) },
		cores:      func() { inBands(n, func(lo, hi int) { greyPlain(out[lo:hi], rgba[4*lo:4*hi]) }) },
		honed:      func() { greyHoned.Call(out, rgba) },
		output:     func() []byte { return rig.Snapshot(out) },
		status:     func() honedStatus { return statusOf(greyHoned) },
		check:      func(want, got []byte) (string, error) { return rig.SameAs[uint8](want, got, 0) },
		smallPlain: func() { greyPlain(out[:small], rgba[:4*small]) },
		smallHoned: func() { greyHoned.Call(out[:small], rgba[:4*small]) },
	}
}

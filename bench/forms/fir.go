package main

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// A filter of 16 coefficients over a signal: out[i] is the sum of k[j]*in[i+j].

func firTaps(out, in, k []float32) {
	for i := range hone.Parallel(len(out)) {
		sum := float32(0)
		for j := range 16 {
			sum += k[j] * in[i+j]
		}
		out[i] = sum
	}
}

func firAnyLength(out, in, k []float32) {
	for i := range hone.Parallel(len(out)) {
		sum := float32(0)
		for j, c := range k {
			sum += c * in[i+j]
		}
		out[i] = sum
	}
}

func firSlices(out, in, k []float32) {
	for i := range hone.Parallel(len(out)) {
		window := in[i : i+16]
		sum := float32(0)
		for j, v := range window {
			sum += k[j] * v
		}
		out[i] = sum
	}
}

func firDeclared(out, in, k []float32) {
	for i := range hone.Parallel(len(out)) {
		out[i] = hone.Sum(len(k), func(j int) float32 { return k[j] * in[i+j] })
	}
}

func firBare(out, in, k []float32) {
	for i := 0; i < len(out); i++ {
		var sum float32
		for j := 0; j < len(k); j++ {
			sum += k[j] * in[i+j]
		}
		out[i] = sum
	}
}

func firBareHelper(out, in, k []float32) {
	for i := range out {
		out[i] = dot32(k, in[i:i+len(k)])
	}
}

func firBareShift(out, in, k []float32) {
	for i := range out {
		out[i] = 0
	}
	for j, c := range k {
		for i, v := range in[j : j+len(out)] {
			out[i] += c * v
		}
	}
}

func firBareUnrolled(out, in, k []float32) {
	k = k[:16]
	for i := range out {
		s := in[i : i+16 : i+16]
		sum := k[0] * s[0]
		for j := 1; j < 16; j++ {
			sum += k[j] * s[j]
		}
		out[i] = sum
	}
}

var (
	firTapsHoned         = hone.Func(firTaps)
	firAnyLengthHoned    = hone.Func(firAnyLength)
	firSlicesHoned       = hone.Func(firSlices)
	firDeclaredHoned     = hone.Func(firDeclared)
	firBareHoned         = hone.Func(firBare)
	firBareHelperHoned   = hone.Func(firBareHelper)
	firBareShiftHoned    = hone.Func(firBareShift)
	firBareUnrolledHoned = hone.Func(firBareUnrolled)
)

var fir = kernel{
	name:   "fir",
	about:  "16 coefficients over a signal, float32",
	cache:  []int{70001},
	memory: []int{5000011},
	tiny:   []int{9},
	odd:    [][]int{{1}, {19}, {4099}},
	exact:  true,
	open: func(size []int) *instance {
		n := size[0]
		rnd := rig.Noise(21)
		in, k, out := rig.Noisy[float32](&rnd, n+15, -1, 1), rig.Noisy[float32](&rnd, 16, -1, 1), rig.Aligned[float32](n)
		call := func(f func(out, in, k []float32)) { f(out, in, k) }
		return &instance{
			input:  [][]byte{rig.Raw(in), rig.Raw(k)},
			reset:  wiped(out),
			output: func() []byte { return rig.Snapshot(out) },
			check:  near[float32](1e-5),
			forms: []form{
				marked("16 taps", firTapsHoned, firTaps, call),
				marked("any number of taps", firAnyLengthHoned, firAnyLength, call),
				marked("in[i:i+16]", firSlicesHoned, firSlices, call),
				marked("hone.Sum", firDeclaredHoned, firDeclared, call).otherBits("declared sum"),
				bare("plain loops", firBareHoned, firBare, call),
				bare("helper on in[i:i+n]", firBareHelperHoned, firBareHelper, call),
				bare("taps outermost", firBareShiftHoned, firBareShift, call),
				bare("in[i:i+16:i+16]", firBareUnrolledHoned, firBareUnrolled, call),
			},
		}
	},
}

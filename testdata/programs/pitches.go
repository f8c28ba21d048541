package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Pitches: stages that go through temporaries row by row, at places in a row or beyond its ends. Where all are in their rows these can be further apart.

// pitchesBeyond reads one element behind the end of each row, which is the first of the next.
func pitchesBeyond(out, in []int32, w, h int) {
	a := make([]int32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		i := y*w + x
		a[i] = in[i] * 3
	}
	for y, x := range hone.Parallel2(h-1, w) {
		i := y*w + x
		out[i] = a[i] - 2*a[i+1] + a[i+w]
	}
}

var PitchesBeyond = hone.Func(pitchesBeyond)

// pitchesBefore reads one element before the begin of each row, which is the last of the one before.
func pitchesBefore(out, in []int32, w, h int) {
	a := make([]int32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		i := y*w + x
		a[i] = in[i] * 3
	}
	for y, x := range hone.Parallel2(h-1, w) {
		i := (y+1)*w + x
		out[i] = a[i] - 2*a[i-1] + a[i-w]
	}
}

var PitchesBefore = hone.Func(pitchesBefore)

// pitchesMixed has temporaries of different elements, whose rows are read the other way round and from the row behind.
func pitchesMixed(out []float64, in []uint8, w, h int) {
	a, b := make([]uint8, w*h), make([]float64, w*h)
	for y, x := range hone.Parallel2(h, w) {
		i := y*w + x
		a[i] = in[i]/2 + 1
	}
	for i := range hone.Parallel(w * h) {
		b[i] = float64(a[i]) * .5
	}
	for y, x := range hone.Parallel2(h-1, w) {
		out[y*w+x] = b[(y+1)*w+x] + b[y*w+w-1-x] + float64(a[(y+1)*w+w-1-x])
	}
}

var PitchesMixed = hone.Func(pitchesMixed)

// pitchesLen compares with the length of the temporary, which is what the program has made.
func pitchesLen(out, in []int32, w, h int) {
	a := make([]int32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		i := y*w + x
		a[i] = in[i] + int32(len(a))
	}
	for y, x := range hone.Parallel2(h, w) {
		i := y*w + x
		v := a[i] * int32(cap(a))
		if i+w < len(a) {
			v += a[i+w]
		}
		out[i] = v
	}
}

var PitchesLen = hone.Func(pitchesLen)

const pitchesWidth = 24

// pitchesKnown has rows of a known length, two of which one stage does at a time.
func pitchesKnown(out, in []float32, h int) {
	a := make([]float32, pitchesWidth*h)
	for y := range hone.Parallel(h) {
		for x := range pitchesWidth {
			a[y*pitchesWidth+x] = in[y*pitchesWidth+x] * 2
		}
	}
	for y, x := range hone.Parallel2(h-2, pitchesWidth-3) {
		i := y*pitchesWidth + x
		out[i] = a[i+1] + a[i+pitchesWidth+2] - a[i+2*pitchesWidth+3]
	}
}

var PitchesKnown = hone.Func(pitchesKnown)

// pitchesColours has three elements to a place, and a stage along all of them.
func pitchesColours(out, in []uint16, w, h int) {
	a, b := make([]uint16, w*h*3), make([]uint16, w*h*3)
	for i := range hone.Parallel(w * h * 3) {
		a[i] = in[i] >> 1
	}
	for y, x := range hone.Parallel2(h, w-1) {
		for c := range 3 {
			i := y*(w*3) + x*3 + c
			b[i] = a[i] + a[i+3]
		}
	}
	for y, x := range hone.Parallel2(h-1, w) {
		for c := range 3 {
			i := y*(w*3) + x*3 + c
			out[i] = b[i] + b[i+w*3]
		}
	}
}

var PitchesColours = hone.Func(pitchesColours)

// pitchesAlong has a stage along all elements that reads beside its own, beyond the ends of rows.
func pitchesAlong(out, in []int32, w, h int) {
	a, b := make([]int32, w*h), make([]int32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		i := y*w + x
		a[i] = in[i] * 3
	}
	for i := range hone.Parallel(w*h - 1) {
		b[i] = a[i+1] - a[i]
	}
	for y, x := range hone.Parallel2(h-1, w) {
		i := y*w + x
		out[i] = b[i] + 2*b[i+w]
	}
}

var PitchesAlong = hone.Func(pitchesAlong)

// pitchesHidden has what a row is clamped to computed beside the number of rows, among so much else that both become results of a kernel: that the one is below the other
// isn't seen behind it.
func pitchesHidden(marks []bool, in []float64) float32 {
	const w = 23
	n := len(marks)
	rest := make([]float32, n)
	rest[uint(1%n)%uint(len(rest))] = 0
	h := n / w
	a := hone.Build(h, func(i int) uint8 { return uint8(in[1]) })
	b := make([]float32, h)
	for y, x := range hone.Parallel2(h, w) {
		taps := [4]float32{7, 0.5, 0.5, 1.5}
		sum := float32(0)
		for k := range 2 {
			for l := range 2 {
				sum += taps[l] * float32(a[min(y+k, h-1)*w])
			}
		}
		if sum > 0 {
			b[y+x] = 2.25
		}
	}
	return rest[n]
}

var PitchesHidden = hone.Func(pitchesHidden)

func init() {
	add("PitchesAlong", pitchesAlong, PitchesAlong, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(150))
	add("PitchesHidden", pitchesHidden, PitchesHidden, func(r *rand.Rand, n int) []any { return []any{make([]bool, r.Intn(n+1)), f64s(r, r.Intn(4))} }, upTo(90), fmaTol(1e-3))
	add("PitchesBeyond", pitchesBeyond, PitchesBeyond, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(150))
	add("PitchesBefore", pitchesBefore, PitchesBefore, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(150))
	add("PitchesMixed", pitchesMixed, PitchesMixed, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		return []any{f64s(r, max(w*h-r.Intn(2)*r.Intn(3), 0)), u8s(r, max(w*h-r.Intn(2)*r.Intn(3), 0)), w, h}
	}, upTo(150))
	add("PitchesLen", pitchesLen, PitchesLen, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(150))
	add("PitchesKnown", pitchesKnown, PitchesKnown, func(r *rand.Rand, n int) []any {
		h := r.Intn(n + 1)
		room := func() int { return max(h*pitchesWidth-r.Intn(2)*r.Intn(3), 0) }
		return []any{f32s(r, room()), f32s(r, room()), h}
	}, upTo(150), fmaTol(1e-3))
	add("PitchesColours", pitchesColours, PitchesColours, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		room := func() int { return max(w*h*3-r.Intn(2)*r.Intn(3), 0) }
		return []any{u16s(r, room()), u16s(r, room()), w, h}
	}, upTo(90))
}

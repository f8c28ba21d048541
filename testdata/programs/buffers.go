package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Buffers: loops over time whose buffers are chosen by the number of the step, or by what the loop counts.

func buffersStep(dst, src []float64, w, h int) {
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			i := y*w + x
			dst[i] = (src[i-w] + src[i+w] + src[i-1] + src[i+1]) / 4
		}
	}
}

// buffersArray has an array of them.
func buffersArray(a, b []float64, w, h, steps int) []float64 {
	h = max(h, 0)
	bufs := [2][]float64{a, b}
	for t := 0; t < steps; t++ {
		src, dst := bufs[t&1], bufs[1-t&1]
		buffersStep(dst, src, w, h)
	}
	return bufs[steps&1]
}

var BuffersArray = hone.Func(buffersArray)

// buffersChosen chooses them in an if, and counts from 1.
func buffersChosen(a, b []float64, w, h, steps int) {
	h = max(h, 0)
	for t := 1; t <= steps; t++ {
		src, dst := a, b
		if t%2 == 0 {
			src, dst = b, a
		}
		buffersStep(dst, src, w, h)
	}
}

var BuffersChosen = hone.Func(buffersChosen)

// buffersByTwo takes two steps at a time.
func buffersByTwo(a, b []float64, w, h, steps int) {
	h = max(h, 0)
	for t := 0; t < steps; t += 2 {
		buffersStep(b, a, w, h)
		buffersStep(a, b, w, h)
	}
}

var BuffersByTwo = hone.Func(buffersByTwo)

// buffersBranches has two copies of the step.
func buffersBranches(a, b []float64, w, h, steps int) {
	h = max(h, 0)
	for t := 0; t < steps; t++ {
		if t%2 == 0 {
			buffersStep(b, a, w, h)
		} else {
			buffersStep(a, b, w, h)
		}
	}
}

var BuffersBranches = hone.Func(buffersBranches)

// buffersTurned has a number for which is next.
func buffersTurned(a, b []float64, w, h, steps int) (int, []float64) {
	h = max(h, 0)
	bufs := [2][]float64{a, b}
	cur := 0
	for t := 0; t < steps; t++ {
		buffersStep(bufs[1-cur], bufs[cur], w, h)
		cur = 1 - cur
	}
	return cur, bufs[cur]
}

var BuffersTurned = hone.Func(buffersTurned)

// buffersThree takes turns among three.
func buffersThree(a, b, c []float64, w, h, steps int) {
	h = max(h, 0)
	bufs := [3][]float64{a, b, c}
	for t := 0; t < steps; t++ {
		p, q, n := bufs[t%3], bufs[(t+1)%3], bufs[(t+2)%3]
		for y := 1; y < h-1; y++ {
			for x := 1; x < w-1; x++ {
				i := y*w + x
				n[i] = 2*q[i] - p[i] + (q[i-w]+q[i+w]+q[i-1]+q[i+1]-4*q[i])/8
			}
		}
	}
}

var BuffersThree = hone.Func(buffersThree)

// buffersNow and then does more than else.
func buffersNow(a, b []float64, w, h, steps int) {
	h = max(h, 0)
	for t := 0; t < steps; t++ {
		buffersStep(b, a, w, h)
		if t%3 == 1 {
			buffersStep(a, b, w, h)
		}
		buffersStep(a, b, w, h)
	}
}

var BuffersNow = hone.Func(buffersNow)

func init() {
	steps := one(between(0, 9))
	grid := func(slices int) func(r *rand.Rand, n int) []any {
		inputs := sameSlice(nestArgs[float64](f64s, slices, 2))
		return func(r *rand.Rand, n int) []any { return append(inputs(r, n), steps(r, n)) }
	}
	add("BuffersArray", buffersArray, BuffersArray, grid(2), upTo(64))
	add("BuffersChosen", buffersChosen, BuffersChosen, grid(2), upTo(64))
	add("BuffersByTwo", buffersByTwo, BuffersByTwo, grid(2), upTo(64))
	add("BuffersBranches", buffersBranches, BuffersBranches, grid(2), upTo(64))
	add("BuffersTurned", buffersTurned, BuffersTurned, grid(2), upTo(64))
	add("BuffersThree", buffersThree, BuffersThree, grid(3), upTo(64))
	add("BuffersNow", buffersNow, BuffersNow, grid(2), upTo(64))
}

package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Sources: loops over time that do other things between their nests: read the strength of a source, add it to a point, note what a receiver hears.

// sourcesPoint adds to a point before each step. Where amp is too short it fails in the middle, behind steps that are done.
func sourcesPoint(a, b, amp []float64, w, h, src, steps int) []float64 {
	h = max(h, 0)
	for t := 0; t < steps; t++ {
		a[src] += amp[t]
		buffersStep(b, a, w, h)
		a, b = b, a
	}
	return a
}

var SourcesPoint = hone.Func(sourcesPoint)

// sourcesEverywhere has a strength in each step that all points take.
func sourcesEverywhere(a, b, q []float32, amp []float32, w, h, steps int) []float32 {
	h = max(h, 0)
	for t := 0; t < steps; t++ {
		s := amp[t]
		k := s / float32(t+1)
		for y := 1; y < h-1; y++ {
			for x := 1; x < w-1; x++ {
				i := y*w + x
				b[i] = (a[i-w]+a[i+w]+a[i-1]+a[i+1])/4 + s*q[i] - k
			}
		}
		b[0] = k
		a, b = b, a
	}
	return a
}

var SourcesEverywhere = hone.Func(sourcesEverywhere)

// sourcesHeld reads something ahead of what a step does to all points that it needs for one behind that.
func sourcesHeld(a, b []int, w []float64, i, l, steps int) {
	for t := 0; t < steps; t++ {
		by := 1
		if i == int(w[l]) {
			by = 2
		}
		copy(a, b)
		a[i] /= by
	}
}

var SourcesHeld = hone.Func(sourcesHeld)

// sourcesFields has two fields that take turns, a source in one and a receiver of both.
func sourcesFields(e, hx, hy []float64, trace []float64, w, h, src, rec, steps int) {
	h = max(h, 0)
	for t := 0; t < steps; t++ {
		for y := 0; y < h-1; y++ {
			for x := 0; x < w-1; x++ {
				i := y*w + x
				hx[i] -= 0.5 * (e[i+w] - e[i])
				hy[i] += 0.5 * (e[i+1] - e[i])
			}
		}
		for y := 1; y < h-1; y++ {
			for x := 1; x < w-1; x++ {
				i := y*w + x
				e[i] += 0.5 * (hy[i] - hy[i-1] - hx[i] + hx[i-w])
			}
		}
		e[src] += 1 / float64(1+t*t)
		trace[t] = e[rec] + hx[src]
	}
}

var SourcesFields = hone.Func(sourcesFields)

// sourcesCounted carries numbers from step to step.
func sourcesCounted(a, b []int64, w, h, src, steps int, seed uint32) ([]int64, uint32, float64) {
	h = max(h, 0)
	time := 0.0
	for range steps {
		for y := 1; y < h-1; y++ {
			for x := 1; x < w-1; x++ {
				i := y*w + x
				b[i] = a[i-w] + a[i+w] - a[i-1] ^ a[i+1]
			}
		}
		b[src] = int64(seed>>16) + int64(time)
		b[src+1] ^= b[src]
		seed = seed*1664525 + 1013904223
		time += 0.75
		a, b = b, a
	}
	return a, seed, time
}

var SourcesCounted = hone.Func(sourcesCounted)

// sourcesColours has points of two colours, and a value at the border in between, by the number of the step.
func sourcesColours(u []float64, amp []float64, w, h, src, steps int) {
	h = max(h, 0)
	for t := 1; t <= steps; t++ {
		for c := range 2 {
			for y := 1; y < h-1; y++ {
				for x := 1 + (y+c)%2; x < w-1; x += 2 {
					i := y*w + x
					u[i] = (u[i-w] + u[i+w] + u[i-1] + u[i+1]) / 4
				}
			}
			u[0] = amp[t] * float64(c)
		}
		if t%2 == 0 {
			u[src] = 0
		}
	}
}

var SourcesColours = hone.Func(sourcesColours)

// sourcesFeedback has a strength that follows from what steps have stored: these are taken one by one.
func sourcesFeedback(a, b []float64, w, h, src, steps int) []float64 {
	h = max(h, 0)
	for range steps {
		s := a[src]
		for y := 1; y < h-1; y++ {
			for x := 1; x < w-1; x++ {
				i := y*w + x
				b[i] = (a[i-w]+a[i+w]+a[i-1]+a[i+1])/4 + s
			}
		}
		a, b = b, a
	}
	return a
}

var SourcesFeedback = hone.Func(sourcesFeedback)

func init() {
	grid := func(slices int, inputs func(r *rand.Rand, n int) []any, more ...func(r *rand.Rand, size, steps int) any) func(r *rand.Rand, n int) []any {
		return func(r *rand.Rand, n int) []any {
			in := inputs(r, n)
			size := in[len(in)-1].(int) * in[len(in)-2].(int)
			steps := r.Intn(9)
			out := in[:slices:slices]
			last := in[slices:]
			for k, m := range more {
				v := m(r, size, steps)
				if k == 0 && v != nil {
					out = append(out, v)
				}
			}
			out = append(out, last...)
			for k, m := range more {
				if k > 0 {
					out = append(out, m(r, size, steps))
				}
			}
			return append(out, steps)
		}
	}
	none := func(*rand.Rand, int, int) any { return nil }
	amps := func(r *rand.Rand, _, steps int) any { return f64s(r, max(0, steps+1-r.Intn(5)/4*r.Intn(3))) }
	amps32 := func(r *rand.Rand, _, steps int) any { return f32s(r, max(0, steps+1-r.Intn(5)/4*r.Intn(3))) }
	at := func(r *rand.Rand, size, _ int) any { return r.Intn(size+2) - r.Intn(6)/5 }
	add("SourcesPoint", sourcesPoint, SourcesPoint, grid(2, sameSlice(nestArgs[float64](f64s, 2, 2)), amps, at), upTo(64))
	add("SourcesHeld", sourcesHeld, SourcesHeld, args(vec(whole[int]), vec(whole[int]), f64s, one(between(0, 8)), one(between(0, 8)), one(between(0, 6))), upTo(200))
	add("SourcesEverywhere", sourcesEverywhere, SourcesEverywhere, grid(3, sameSlice(nestArgs[float32](f32s, 3, 2)), amps32), upTo(64))
	add("SourcesFields", sourcesFields, SourcesFields, grid(3, nestArgs[float64](f64s, 3, 2), amps, at, at), upTo(64))
	add("SourcesColours", sourcesColours, SourcesColours, grid(1, nestArgs[float64](f64s, 1, 2), amps, at), upTo(64))
	add("SourcesFeedback", sourcesFeedback, SourcesFeedback, grid(2, nestArgs[float64](f64s, 2, 2), none, at), upTo(64))
	counted := grid(2, nestArgs[int64](vec(whole[int64]), 2, 2), none, at)
	add("SourcesCounted", sourcesCounted, SourcesCounted, func(r *rand.Rand, n int) []any { return append(counted(r, n), r.Uint32()) }, upTo(64))
}

package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Styles: indices, labels, values and results as they come.

// int16Wrap has an index that overflows.
func int16Wrap(x []uint8, w int16, out []uint8) {
	for i := int16(0); i < int16(len(out)&0x7fff); i++ {
		j := i * w
		if j < 0 {
			j = -j
		}
		out[i] = x[j]
	}
}

var Int16Wrap = hone.Func(int16Wrap)

// labelled goes on with rows and columns by labels from inside a switch.
func labelled(g []uint8, w int, out []int32) (rows int) {
	if w <= 0 {
		return
	}
rows:
	for y := 0; (y+1)*w <= len(g); y++ {
		var acc int32
	cols:
		for x := 0; x < w; x++ {
			switch c := g[y*w+x]; {
			case c == 0:
				continue rows
			case c < 10:
				continue cols
			case c < 20:
				break cols
			case c == 255:
				break rows
			case c > 200:
				acc -= int32(c)
				fallthrough
			default:
				acc += 3 * int32(c)
			}
			acc ^= int32(x)
		}
		out[y] = acc
		rows++
	}
	return
}

var Labelled = hone.Func(labelled)

type quad [4]float32

func (q quad) plus(r quad) quad {
	for i := range q {
		q[i] += r[i]
	}
	return q
}

func (q quad) times(s float32) quad {
	return quad{q[0] * s, q[1] * s, q[2] * s, q[3] * s}
}

func (q *quad) norm() {
	var s float32
	for _, v := range q {
		s += v * v
	}
	if s > 0 {
		s = 1 / float32(math.Sqrt(float64(s)))
	}
	for i := range q {
		q[i] *= s
	}
}

// quads blends and normalises values of four floats by methods.
func quads(a, b []quad, t float32, out []quad) {
	for i := range out {
		q := a[i].times(1 - t).plus(b[i].times(t))
		q.norm()
		out[i] = q
	}
}

var Quads = hone.Func(quads)

// copyOnWrite compares and exchanges arrays that are values.
func copyOnWrite(a [8]int32, n int, out []int32) [8]int32 {
	orig := a
	for i := range n {
		b := a
		b[i&7] ^= int32(i)
		if b == orig {
			b[0]++
		}
		a = b
		if i < len(out) {
			out[i] = a[(i+3)&7] - orig[i&7]
		}
		if i%5 == 4 {
			orig, a = a, orig
		}
	}
	return a
}

var CopyOnWrite = hone.Func(copyOnWrite)

func classify4(v float64) (kind int, a, b float64, ok bool) {
	if math.IsNaN(v) {
		return 0, 0, 0, false
	}
	if math.IsInf(v, 0) {
		return 1, math.Copysign(1, v), 0, true
	}
	if v == 0 {
		return 2, 1 / v, v, true
	}
	f, e := math.Frexp(v)
	return 3, f, float64(e), true
}

// resultsMany has a helper with four results and returns from everywhere.
func resultsMany(x []float64, kinds []int, p, q []float64) (bad int) {
	for i := range hone.Parallel(len(x)) {
		k, a, b, ok := classify4(x[i])
		if !ok {
			kinds[i] = -1
			continue
		}
		kinds[i], p[i], q[i] = k, a, b
	}
	for i := range kinds {
		if kinds[i] < 0 {
			bad++
		}
	}
	return
}

var ResultsMany = hone.Func(resultsMany)

func anyQuad(r *rand.Rand) (q quad) {
	for i := range q {
		q[i] = tame[float32](r)
	}
	return
}

func init() {
	add("Int16Wrap", int16Wrap, Int16Wrap, args(plus(20000, u8s), one(between[int16](-7, 40)), u8s))
	add("Labelled", labelled, Labelled, args(vec(func(r *rand.Rand) uint8 {
		if r.Intn(3000) == 0 {
			return 255
		}
		if r.Intn(60) == 0 {
			return uint8(r.Intn(21))
		}
		return uint8(10 + r.Intn(240))
	}), one(between(0, 30)), nearly(i32s)))
	add("Quads", quads, Quads, args(vec(anyQuad), nearly(vec(anyQuad)), f32, vec(anyQuad)), upTo(1000))
	add("CopyOnWrite", copyOnWrite, CopyOnWrite, args(constant([8]int32{1, 2, 3, -1, 5, 7, 9, 11}), size, nearly(i32s)))
	add("ResultsMany", resultsMany, ResultsMany, args(wild64s, i64s, f64s, nearly(f64s)), upTo(9000))
}

package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Stages: parallel loops that follow each other, with temporaries between them. They may be run side by side, a few rows of each at a time, where
// nothing else tells the difference.

// stagesBlur blurs a picture along its rows, then across them.
func stagesBlur(out, in []uint8, w, h int) {
	rows := make([]uint16, w*h)
	for y, x := range hone.Parallel2(h, w-2) {
		i := y*w + x + 1
		rows[i] = uint16(in[i-1]) + 2*uint16(in[i]) + uint16(in[i+1])
	}
	for y, x := range hone.Parallel2(h-2, w-2) {
		i := (y+1)*w + x + 1
		out[i] = uint8((rows[i-w] + 2*rows[i] + rows[i+w] + 8) >> 4)
	}
}

var StagesBlur = hone.Func(stagesBlur)

// stagesBorder reads the borders, too, which stay zero.
func stagesBorder(out, in []int32, w, h int) {
	dx, dy := make([]int32, w*h), make([]int32, w*h)
	for y, x := range hone.Parallel2(h-2, w-2) {
		i := (y+1)*w + x + 1
		dx[i], dy[i] = in[i+1]-in[i-1], in[i+w]-in[i-w]
	}
	xx, xy := make([]int32, w*h), make([]int32, w*h)
	for i := range hone.Parallel(w * h) {
		xx[i], xy[i] = dx[i]*dx[i], dx[i]*dy[i]
	}
	sum := make([]int32, w*h)
	for y, x := range hone.Parallel2(h-2, w-2) {
		i := (y+1)*w + x + 1
		s := int32(0)
		for k := range hone.Unroll(-1, 2) {
			r := i + k*w
			s += xx[r-1] + 3*xy[r] + xx[r+1]
		}
		sum[i] = s
	}
	for i := range hone.Parallel(w * h) {
		if sum[i]-xx[i] > 1000 {
			out[i] = 1
		} else {
			out[i] = in[i] / 2
		}
	}
}

var StagesBorder = hone.Func(stagesBorder)

// stagesLine is a chain of loops of one dimension that reach to and fro.
func stagesLine(out, in []float32, n int) {
	a, b := make([]float32, n), make([]float32, n)
	for i := range hone.Parallel(n) {
		a[i] = in[i] * 2
	}
	for i := range hone.Parallel(n - 5) {
		b[i+2] = a[i+5] - a[i]
	}
	for i := range hone.Parallel(n) {
		a[i] = a[i] + b[i]
	}
	for i := range hone.Parallel(n - 40) {
		out[i+20] = a[i]*b[i+40] - b[i]*a[i+40]
	}
}

var StagesLine = hone.Func(stagesLine)

// stagesSpace has planes in the place of rows.
func stagesSpace(out, in []float32, d, h, w int) {
	t := make([]float32, d*h*w)
	for z, y := range hone.Parallel2(d, h) {
		for x := range w {
			i := (z*h+y)*w + x
			t[i] = in[i] * in[i]
		}
	}
	for z := range hone.Parallel(d - 2) {
		for y := range h - 2 {
			for x := range w - 2 {
				i := ((z+1)*h+y+1)*w + x + 1
				out[i] = t[i-1] + t[i+1] + t[i-w] + t[i+w] + t[i-h*w] + t[i+h*w] - 6*t[i]
			}
		}
	}
}

var StagesSpace = hone.Func(stagesSpace)

// stagesFar reaches three rows ahead, and several stages add up.
func stagesFar(out, in []int, w, h int) {
	a, b, c := make([]int, w*h), make([]int, w*h), make([]int, w*h)
	for y, x := range hone.Parallel2(h, w) {
		a[y*w+x] = in[y*w+x] * 3
	}
	for y, x := range hone.Parallel2(h-3, w) {
		b[y*w+x] = a[(y+3)*w+x] - a[y*w+x]
	}
	for y, x := range hone.Parallel2(h-3, w) {
		c[(y+3)*w+x] = b[y*w+x] + y
	}
	for y, x := range hone.Parallel2(h-4, w) {
		out[y*w+x] = c[(y+4)*w+x] + a[y*w+x]
	}
}

var StagesFar = hone.Func(stagesFar)

// stagesAgain reads in the last stage what another one has written that is no temporary.
func stagesAgain(out, copied, in []int32, w, h int) {
	t := make([]int32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		t[y*w+x] = in[y*w+x] + 1
	}
	for y, x := range hone.Parallel2(h-1, w) {
		copied[y*w+x] = t[y*w+x] * t[(y+1)*w+x]
	}
	for y, x := range hone.Parallel2(h-2, w) {
		out[y*w+x] = copied[(y+1)*w+x] - t[y*w+x]
	}
}

var StagesAgain = hone.Func(stagesAgain)

// stagesTwo has two outputs at different distances, and returns a temporary.
func stagesTwo(out, more []float64, in []float64, w, h int) []float64 {
	a, b := make([]float64, w*h), make([]float64, w*h)
	for y, x := range hone.Parallel2(h, w) {
		a[y*w+x] = in[y*w+x] + 1
	}
	for y, x := range hone.Parallel2(h-1, w) {
		more[y*w+x] = a[y*w+x] - a[(y+1)*w+x]
	}
	for y, x := range hone.Parallel2(h, w) {
		b[y*w+x] = a[y*w+x] * 2
	}
	for y, x := range hone.Parallel2(h-2, w-2) {
		out[y*w+x+1] = b[(y+2)*w+x] + b[(y+2)*w+x+2]
	}
	return b
}

var StagesTwo = hone.Func(stagesTwo)

type pairOf struct {
	v float32
	n int32
}

// stagesStructs has structs in its temporaries, and rows upside down in its input.
func stagesStructs(out, in []float32, w, h int) {
	t := make([]pairOf, w*h)
	for y, x := range hone.Parallel2(h, w) {
		v := in[(h-1-y)*w+x]
		t[y*w+x] = pairOf{v * v, int32(x - y)}
	}
	for y, x := range hone.Parallel2(h-1, w) {
		p, q := t[y*w+x], t[(y+1)*w+x]
		if p.n > q.n+3 {
			p.v = -p.v
		}
		out[y*w+x] = p.v + q.v
	}
}

var StagesStructs = hone.Func(stagesStructs)

// stagesTaps has counted loops in its stages.
func stagesTaps(out, in []int32, w, h int) {
	t := make([]int32, w*h)
	for y, x := range hone.Parallel2(h, w-6) {
		s := int32(0)
		for k := range 7 {
			s += in[y*w+x+k] * int32(k)
		}
		t[y*w+x] = s
	}
	for y, x := range hone.Parallel2(h-6, w-6) {
		s := int32(0)
		for k := range 7 {
			s += t[(y+k)*w+x] * int32(7-k)
		}
		out[y*w+x] = s
	}
}

var StagesTaps = hone.Func(stagesTaps)

// stagesRepeat runs its stages several times over.
func stagesRepeat(a []int32, w, h, n int) {
	for range n {
		t := make([]int32, w*h)
		for y, x := range hone.Parallel2(h, w) {
			t[y*w+x] = a[y*w+x] ^ int32(x)
		}
		u := make([]int32, w*h)
		for y, x := range hone.Parallel2(h-2, w) {
			u[(y+1)*w+x] = t[y*w+x] + t[(y+2)*w+x]
		}
		for i := range hone.Parallel(w * h) {
			a[i] = u[i]
		}
	}
}

var StagesRepeat = hone.Func(stagesRepeat)

// stagesBeside has a loop between its stages that has nothing to do with them.
func stagesBeside(out, other, in []int32, w, h int) {
	t := make([]int32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		t[y*w+x] = in[y*w+x] * 5
	}
	for i := range hone.Parallel(len(other)) {
		other[i] = in[i%max(len(in), 1)] + 1
	}
	for y, x := range hone.Parallel2(h-1, w) {
		out[y*w+x] = t[(y+1)*w+x] - t[y*w+x]
	}
}

var StagesBeside = hone.Func(stagesBeside)

// stagesMirror reads its temporary from the other end.
func stagesMirror(out, in []uint16, n int) {
	t, u := make([]uint16, n), make([]uint16, n)
	for i := range hone.Parallel(n) {
		t[i] = in[i] + 1
	}
	for i := range hone.Parallel(n) {
		u[i] = t[n-1-i]
	}
	for i := range hone.Parallel(n - 1) {
		out[i] = u[i] * u[i+1]
	}
}

var StagesMirror = hone.Func(stagesMirror)

// stagesBand has stages whose rows are plain loops, from lo to hi and over some taps, either of which may be empty.
func stagesBand(out, in []int32, w, h, lo, hi, taps int) {
	t := make([]int32, w*h)
	for y := range hone.Parallel(h) {
		for x := lo; x < hi; x++ {
			t[y*w+x] = 2 * in[y*w+x]
		}
	}
	u := make([]int32, w*h)
	for y, x := range hone.Parallel2(h-2, w) {
		s := in[y*w+x]
		for k := range taps {
			s += t[(y+k)*w+x]
		}
		u[y*w+x] = s
	}
	for y := range hone.Parallel(h) {
		for x := 1; x < w-1; x++ {
			out[y*w+x] = u[y*w+x-1] ^ u[y*w+x+1]
		}
	}
}

var StagesBand = hone.Func(stagesBand)

// stagesClamped has rows whose bounds are clamped, so that no index needs a check; those of an empty row may be anywhere.
func stagesClamped(out, in []int16, w, h, lo, hi int) {
	if w < 1 || h < 1 || len(in) < w*h || len(out) < w*h {
		return
	}
	t := make([]int16, w*h)
	lo, hi = max(lo, 0), min(hi, w)
	for y := range hone.Parallel(h) {
		for x := lo; x < hi; x++ {
			t[y*w+x] = in[y*w+x] + 1
		}
	}
	for y, x := range hone.Parallel2(h-1, w) {
		out[y*w+x] = t[y*w+x] - 3*t[(y+1)*w+x]
	}
}

var StagesClamped = hone.Func(stagesClamped)

// stagesWhole has stages over all of a picture, whose borders are zero by a condition; what the data choose is stored, in the last one, by either way of a choice.
func stagesWhole(out, in []int32, w, h int) {
	dx, dy := make([]int32, w*h), make([]int32, w*h)
	for y, x := range hone.Parallel2(h, w) {
		i := y*w + x
		var u, v int32
		if y >= 1 && y < h-1 && x >= 1 && x < w-1 {
			u, v = in[i+1]-in[i-1], in[i+w]-in[i-w]
		}
		dx[i], dy[i] = u, v
	}
	for y, x := range hone.Parallel2(h, w) {
		i := y*w + x
		s := int32(0)
		if y >= 2 && y < h-1 && x >= 1 && x < w-2 {
			s = dx[i-w-1] + 3*dx[i-w] + dx[i+2] - dy[i-2*w]*dy[i] + dy[i+w-1]
		}
		if s > 1000 {
			out[i] = s
		} else {
			out[i] = in[i] / 2
		}
	}
}

var StagesWhole = hone.Func(stagesWhole)

// bands are pictures of all widths, often narrow ones, with columns from lo to hi in them, or none.
func bands(elem gen, taps bool) func(r *rand.Rand, n int) []any {
	return func(r *rand.Rand, n int) []any {
		w, h := r.Intn(min(n, 4)+1), r.Intn(n+1)
		if r.Intn(2) == 0 {
			w = r.Intn(n + 1)
		}
		lo, hi := r.Intn(w+1), r.Intn(w+1)
		switch r.Intn(12) {
		case 0:
			lo = 1 << (20 + r.Intn(43))
		case 1:
			hi = -1 << (20 + r.Intn(44))
		case 2:
			lo, hi = math.MaxInt, math.MinInt
		}
		out := []any{elem(r, w*h), elem(r, max(w*h-r.Intn(12)/11, 0)), w, h, lo, hi}
		if taps {
			out = append(out, r.Intn(4))
		}
		return out
	}
}

// sameSlice makes the second slice the first in some cases: every stage has independent iterations all the same.
func sameSlice(inputs func(r *rand.Rand, n int) []any) func(r *rand.Rand, n int) []any {
	return func(r *rand.Rand, n int) []any {
		out := inputs(r, n)
		if r.Intn(4) == 0 {
			out[1] = out[0]
		}
		return out
	}
}

func init() {
	add("StagesBlur", stagesBlur, StagesBlur, sameSlice(nestArgs[uint8](u8s, 2, 2)), upTo(150))
	add("StagesBorder", stagesBorder, StagesBorder, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(150))
	add("StagesWhole", stagesWhole, StagesWhole, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(150))
	add("StagesLine", stagesLine, StagesLine, sameSlice(args(nearly(f32s), nearly(f32s), size)), fmaTol(1e-2))
	add("StagesSpace", stagesSpace, StagesSpace, nestArgs[float32](f32s, 2, 3), upTo(30), fmaTol(1e-3))
	add("StagesFar", stagesFar, StagesFar, sameSlice(nestArgs[int](i64s, 2, 2)), upTo(150))
	add("StagesAgain", stagesAgain, StagesAgain, nestArgs[int32](i32s, 3, 2), upTo(150))
	add("StagesTwo", stagesTwo, StagesTwo, sameSlice(nestArgs[float64](f64s, 3, 2)), upTo(150))
	add("StagesStructs", stagesStructs, StagesStructs, nestArgs[float32](f32s, 2, 2), upTo(150), chaotic)
	add("StagesTaps", stagesTaps, StagesTaps, sameSlice(nestArgs[int32](i32s, 2, 2)), upTo(120))
	add("StagesRepeat", stagesRepeat, StagesRepeat, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		return []any{i32s(r, max(w*h-r.Intn(2)*r.Intn(3), 0)), w, h, r.Intn(4)}
	}, upTo(120))
	add("StagesBeside", stagesBeside, StagesBeside, nestArgs[int32](i32s, 3, 2), upTo(150))
	add("StagesMirror", stagesMirror, StagesMirror, sameSlice(args(nearly(u16s), nearly(u16s), size)))
	add("StagesBand", stagesBand, StagesBand, bands(i32s, true), upTo(120))
	add("StagesClamped", stagesClamped, StagesClamped, bands(i16s, false), upTo(120))
}

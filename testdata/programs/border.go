package programs

import (
	"image"
	"math"
	"math/rand"
	"sync"

	"github.com/hone-go/hone"
)

// What may be at the border of a honed function: structs with slices in them, pointers, receivers.

type matrixOf struct {
	rows, cols int
	data       []float64
}

func (m *matrixOf) at(i, j int) float64     { return m.data[i*m.cols+j] }
func (m *matrixOf) set(i, j int, v float64) { m.data[i*m.cols+j] = v }

// mul is written with small methods.
func (m *matrixOf) mul(a, b *matrixOf) {
	for i := range m.rows {
		for j := range m.cols {
			s := 0.0
			for k := range a.cols {
				s += a.at(i, k) * b.at(k, j)
			}
			m.set(i, j, s)
		}
	}
}

var MatrixMul = hone.Func((*matrixOf).mul)

// scaled gives its receiver back.
func (m *matrixOf) scaled(by float64) *matrixOf {
	for i := range m.data {
		m.data[i] *= by
	}
	return m
}

var MatrixScaled = hone.Func((*matrixOf).scaled)

// transposed makes a matrixOf.
func (m *matrixOf) transposed() *matrixOf {
	t := &matrixOf{rows: m.cols, cols: m.rows, data: make([]float64, m.rows*m.cols)}
	for i := range m.rows {
		for j := range m.cols {
			t.set(j, i, m.at(i, j))
		}
	}
	return t
}

var MatrixTransposed = hone.Func((*matrixOf).transposed)

// denseGeneral is how gonum's blas64 has it.
type denseGeneral struct {
	Rows, Cols, Stride int
	Data               []float64
}

func gemv(alpha float64, a denseGeneral, x []float64, beta float64, y []float64) {
	for i := range a.Rows {
		row := a.Data[i*a.Stride : i*a.Stride+a.Cols]
		s := 0.0
		for j, v := range row {
			s += v * x[j]
		}
		y[i] = alpha*s + beta*y[i]
	}
}

var GeneralMulVec = hone.Func(gemv)

// plus takes structs of slices and gives one.
func (m matrixOf) plus(o matrixOf) matrixOf {
	sum := make([]float64, len(m.data))
	for i, v := range m.data {
		sum[i] = v + o.data[i]
	}
	m.data = sum
	return m
}

var MatrixPlus = hone.Func(matrixOf.plus)

// planarOf has slices in an array and in structs in structs.
type planarOf[T any] struct {
	named struct {
		luma []T
		w    int
	}
	chroma [2][]T
}

func (p planarOf[T]) width() int { return p.named.w }

func mixPlanes(p planarOf[float32], out []float32) (n int, last [2]float32) {
	for i, v := range p.named.luma {
		out[i] = v + p.chroma[0][i]*0.5 + p.chroma[1][i]*0.25
	}
	n = p.width()
	return n, [2]float32{out[0], p.chroma[1][n]}
}

var PlanesMixed = hone.Func(mixPlanes)

// A box filter on the standard library's images.
func boxRGBA(dst, src *image.RGBA) {
	w, h := src.Rect.Max.X-src.Rect.Min.X, src.Rect.Max.Y-src.Rect.Min.Y
	for y := 1; y < h-1; y++ {
		for x := 4; x < 4*w-4; x++ {
			s := 0
			for k := -1; k <= 1; k++ {
				at := (y+k)*src.Stride + x
				s += int(src.Pix[at-4]) + int(src.Pix[at]) + int(src.Pix[at+4])
			}
			dst.Pix[y*dst.Stride+x] = uint8(s / 9)
		}
	}
}

var BoxRGBA = hone.Func(boxRGBA)

func greyImage(dst *image.Gray, src *image.RGBA) {
	for y := range src.Rect.Max.Y - src.Rect.Min.Y {
		for x := range src.Rect.Max.X - src.Rect.Min.X {
			p := src.Pix[y*src.Stride+4*x : y*src.Stride+4*x+3]
			dst.Pix[y*dst.Stride+x] = uint8((19595*uint32(p[0]) + 38470*uint32(p[1]) + 7471*uint32(p[2]) + 1<<15) >> 16)
		}
	}
}

var GreyImage = hone.Func(greyImage)

// idctRows transforms the rows of a block in place.
func idctRows(b *[64]int32, scale *[64]int32) {
	for y := range 8 {
		for k := range 4 {
			p, q := b[8*y+k]*scale[8*y+k], b[8*y+7-k]*scale[8*y+7-k]
			b[8*y+k], b[8*y+7-k] = p+q, (p*181-q*59)>>7
		}
	}
}

var IdctRows = hone.Func(idctRows)

// tallies is changed in a loop, which may panic in between.
type tallies struct {
	n        int
	sum      float64
	least    float32
	bins     [16]uint16
	seen     bool
	unused   map[string]int
	mu       sync.Mutex
	children []*tallies
	z        complex128
}

func (t *tallies) add(x []float32, bin []int) {
	for i, v := range x {
		t.n++
		t.sum += float64(v)
		if !t.seen || v < t.least {
			t.least, t.seen = v, true
		}
		t.bins[bin[i]]++
		t.z += complex(float64(v), 1)
	}
}

var TallyAdd = hone.Func((*tallies).add)

// movedTally has two pointers, which may be the same, to structs, of which it assigns to parts.
func movedTally(p, q *tallies, k float64) float64 {
	p.sum = q.sum*k + 1
	p.n, q.n = q.n+1, p.n+2
	q.bins[p.n&15] += p.bins[3]
	return p.sum + q.sum
}

var TallyMoved = hone.Func(movedTally)

// gained reads a number by one pointer that may lead into a slice, or an array, that it stores to.
func gained(gain *float64, x []float64, a *[8]float64) (s float64) {
	for i := range x {
		x[i] = x[i]**gain + 1
	}
	for i := range a {
		a[i] += *gain
		s += a[i]
	}
	return s
}

var Gained = hone.Func(gained)

// endsAndMean has results by pointers, of which some may be the same.
func endsAndMean(x []int, lo, hi *int, mean *float64) {
	*lo, *hi = x[0], x[0]
	s := 0
	for _, v := range x {
		*lo, *hi = min(*lo, v), max(*hi, v)
		s += v
	}
	*mean = float64(s) / float64(len(x))
}

var GivenByPointers = hone.Func(endsAndMean)

// denseLayer has pointers in a struct.
type denseLayer struct {
	w     *matrixOf
	bias  []float64
	next  *denseLayer
	apply func(float64) float64
}

func (l *denseLayer) forward(x, y []float64) {
	for i := range y {
		s := l.bias[i]
		for k, v := range x {
			s += l.w.at(i, k) * v
		}
		y[i] = max(s, 0)
	}
	l.w.rows++
}

var LayerForward = hone.Func((*denseLayer).forward)

// literal is honed as a function literal, with a method of an embedded struct, and any number of arguments.
type scaledMatrix struct {
	matrixOf
	scale float64
}

var FramedSum = hone.Func(func(f *scaledMatrix, rows ...int) (s float64) {
	for _, r := range rows {
		for j := range f.cols {
			s += f.at(r, j) * f.scale
		}
	}
	return s
})

func framedSum(f *scaledMatrix, rows ...int) (s float64) {
	for _, r := range rows {
		for j := range f.cols {
			s += f.at(r, j) * f.scale
		}
	}
	return s
}

// delayLine has a position, an array and a table of its own.
type delayLine struct {
	pos  uint8
	buf  [32]float32
	taps [3]float32
}

func (r *delayLine) filter(x, y []float32) {
	for i, v := range x {
		r.buf[r.pos&31] = v
		s := float32(0)
		for k, t := range r.taps {
			s += t * r.buf[(r.pos-uint8(k))&31]
		}
		y[i] = s
		r.pos++
	}
}

var RingFilter = hone.Func((*delayLine).filter)

// A stack that grows and shrinks.
type stackOf struct {
	items []int
	most  int
}

func (s *stackOf) push(v int) {
	s.items = append(s.items, v)
	s.most = max(s.most, len(s.items))
}

func (s *stackOf) pop() int {
	v := s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return v
}

// balanced pushes what is positive and takes off what isn't, from an empty stack, too.
func balanced(s *stackOf, x []int) (sum int) {
	for _, v := range x {
		if v >= 0 {
			s.push(v)
		} else {
			sum += s.pop() * v
		}
	}
	return sum
}

var StackBalanced = hone.Func(balanced)

// pushAll appends in a loop that may panic.
func (s *stackOf) pushAll(x []int, at []int) {
	for _, i := range at {
		s.items = append(s.items, x[i]*2)
	}
}

var StackPushAll = hone.Func((*stackOf).pushAll)

// swapped has two buffers change places, as steps in time do.
type buffers struct {
	now, next []float64
	steps     int
}

func (b *buffers) advance(n int) {
	for range n {
		for i := 1; i < len(b.now)-1; i++ {
			b.next[i] = (b.now[i-1] + b.now[i] + b.now[i+1]) / 3
		}
		b.now, b.next = b.next, b.now
		b.steps++
	}
}

var BuffersAdvance = hone.Func((*buffers).advance)

// resized makes room by need, and cuts off.
func (m *matrixOf) resized(rows, cols int) {
	if n := rows * cols; n <= cap(m.data) {
		m.data = m.data[:n]
	} else {
		m.data = make([]float64, n)
	}
	m.rows, m.cols = rows, cols
	for i := range m.data {
		m.data[i] = float64(i)
	}
}

var MatrixResized = hone.Func((*matrixOf).resized)

// doubledArray stores to an array behind a pointer in a parallel loop.
func doubledArray(a *[1000]float32, x []float32) {
	for i := range hone.Parallel(1000) {
		a[i] = a[i]*2 + x[i%len(x)]
	}
}

var SharedArray = hone.Func(doubledArray)

func anyMatrix(r *rand.Rand, n int) *matrixOf {
	n = max(n, 1)
	m := &matrixOf{rows: n, cols: n, data: make([]float64, n*n)}
	for i := range m.data {
		m.data[i] = tame[float64](r)
	}
	if r.Intn(5) == 0 {
		m.data = m.data[:len(m.data)-1]
	}
	return m
}

// someMatrices are k pointers, some the same or nil.
func someMatrices(r *rand.Rand, n, k int) []any {
	out := make([]any, k)
	for i := range out {
		out[i] = anyMatrix(r, n)
		switch {
		case i > 0 && r.Intn(4) == 0:
			out[i] = out[r.Intn(i)]
		case r.Intn(10) == 0:
			out[i] = (*matrixOf)(nil)
		}
	}
	return out
}

func anyRGBA(r *rand.Rand, n int) *image.RGBA {
	m := image.NewRGBA(image.Rect(1, 2, 1+max(n, 1), 2+max(n, 1)))
	for i := range m.Pix {
		m.Pix[i] = uint8(r.Intn(256))
	}
	if r.Intn(4) == 0 {
		return m.SubImage(image.Rect(2, 2, n/2, n)).(*image.RGBA)
	}
	return m
}

func anyTally(r *rand.Rand) *tallies {
	t := &tallies{n: r.Intn(100), sum: tame[float64](r), least: tame[float32](r), seen: r.Intn(2) == 0, unused: map[string]int{"a": 1}, z: 1i}
	t.children = []*tallies{nil, {n: 3}}
	t.mu.Lock() // nobody minds
	for i := range t.bins {
		t.bins[i] = uint16(r.Intn(1 << 16))
	}
	return t
}

func init() {
	add("MatrixMul", (*matrixOf).mul, MatrixMul, func(r *rand.Rand, n int) []any { return someMatrices(r, n, 3) }, upTo(40))
	add("MatrixScaled", (*matrixOf).scaled, MatrixScaled, func(r *rand.Rand, n int) []any {
		return append(someMatrices(r, n, 1), tame[float64](r))
	}, upTo(100))
	add("MatrixTransposed", (*matrixOf).transposed, MatrixTransposed, func(r *rand.Rand, n int) []any { return someMatrices(r, n, 1) }, upTo(100))
	add("GeneralMulVec", gemv, GeneralMulVec, func(r *rand.Rand, n int) []any {
		g := denseGeneral{n, n, n + r.Intn(3), f64s(r, n*(n+3)).([]float64)}
		return []any{tame[float64](r), g, f64s(r, n), 0.5, f64s(r, n)}
	}, upTo(60))
	add("MatrixPlus", matrixOf.plus, MatrixPlus, func(r *rand.Rand, n int) []any {
		return []any{*anyMatrix(r, n), *anyMatrix(r, n)}
	}, upTo(100))
	add("PlanesMixed", mixPlanes, PlanesMixed, func(r *rand.Rand, n int) []any {
		var p planarOf[float32]
		p.named.luma, p.named.w = f32s(r, n).([]float32), r.Intn(n+1)
		p.chroma = [2][]float32{f32s(r, n).([]float32), f32s(r, n+r.Intn(2)).([]float32)}
		out := f32s(r, n).([]float32)
		if r.Intn(3) == 0 {
			p.chroma[1] = out
		}
		return []any{p, out}
	})
	add("BoxRGBA", boxRGBA, BoxRGBA, func(r *rand.Rand, n int) []any {
		dst, src := anyRGBA(r, n), anyRGBA(r, n)
		if r.Intn(4) == 0 {
			src = dst
		}
		return []any{dst, src}
	}, upTo(100))
	add("GreyImage", greyImage, GreyImage, func(r *rand.Rand, n int) []any {
		src := anyRGBA(r, n)
		return []any{image.NewGray(image.Rect(0, 0, src.Rect.Dx(), src.Rect.Dy()-r.Intn(9)/8)), src}
	}, upTo(100))
	add("IdctRows", idctRows, IdctRows, func(r *rand.Rand, n int) []any {
		s := i32s(r, 100).([]int32)
		b := (*[64]int32)(s)
		switch r.Intn(4) {
		case 0:
			return []any{b, b}
		case 1:
			return []any{b, (*[64]int32)(s[17:])}
		}
		return []any{b, (*[64]int32)(i32s(r, 64).([]int32))}
	}, upTo(20))
	add("TallyAdd", (*tallies).add, TallyAdd, func(r *rand.Rand, n int) []any {
		bin := make([]int, n)
		for i := range bin {
			bin[i] = r.Intn(16)
		}
		if n > 0 && r.Intn(3) == 0 {
			bin[r.Intn(n)] = 16
		}
		return []any{anyTally(r), f32s(r, n), bin}
	})
	add("TallyMoved", movedTally, TallyMoved, func(r *rand.Rand, n int) []any {
		p, q := anyTally(r), anyTally(r)
		switch r.Intn(4) {
		case 0:
			q = p
		case 1:
			q = nil
		}
		return []any{p, q, tame[float64](r)}
	}, upTo(20))
	add("Gained", gained, Gained, func(r *rand.Rand, n int) []any {
		x := f64s(r, n+8).([]float64)
		a := (*[8]float64)(x[r.Intn(n+1):])
		switch r.Intn(4) {
		case 0:
			return []any{&x[r.Intn(len(x))], x, new([8]float64)}
		case 1:
			return []any{&a[3], x, new([8]float64)}
		case 2:
			return []any{new(tame[float64](r)), x[:r.Intn(len(x))], a}
		}
		return []any{new(tame[float64](r)), x, new([8]float64)}
	})
	add("GivenByPointers", endsAndMean, GivenByPointers, func(r *rand.Rand, n int) []any {
		x := i64s(r, n).([]int)
		lo, hi := new(int), new(7)
		switch r.Intn(4) {
		case 0:
			lo = hi
		case 1:
			if n > 0 {
				hi = &x[r.Intn(n)]
			}
		}
		return []any{x, lo, hi, new(float64)}
	})
	add("LayerForward", (*denseLayer).forward, LayerForward, func(r *rand.Rand, n int) []any {
		l := &denseLayer{w: anyMatrix(r, n), bias: f64s(r, n).([]float64), next: &denseLayer{}, apply: math.Abs}
		if r.Intn(5) == 0 {
			l.w = nil
		}
		return []any{l, f64s(r, n), f64s(r, n)}
	}, upTo(60))
	add("FramedSum", framedSum, FramedSum, func(r *rand.Rand, n int) []any {
		rows := []int{0, max(n-1, 0), n / 2, n}
		return []any{&scaledMatrix{*anyMatrix(r, n), 0.5}, rows[:r.Intn(5)]}
	}, upTo(60))
	add("RingFilter", (*delayLine).filter, RingFilter, func(r *rand.Rand, n int) []any {
		g := &delayLine{pos: uint8(r.Intn(256)), taps: [3]float32{0.5, 0.25, 2}}
		y := f32s(r, n)
		if r.Intn(3) == 0 {
			y = g.buf[3:29]
		}
		return []any{g, f32s(r, n), y}
	})
	signs := func(r *rand.Rand, n int) []int {
		x := make([]int, n)
		for i := range x {
			x[i] = r.Intn(20) - 7 - 6*r.Intn(2)*r.Intn(2)
		}
		return x
	}
	add("StackBalanced", balanced, StackBalanced, func(r *rand.Rand, n int) []any {
		return []any{&stackOf{items: i64s(r, r.Intn(8)).([]int)}, signs(r, n)}
	})
	add("StackPushAll", (*stackOf).pushAll, StackPushAll, func(r *rand.Rand, n int) []any {
		s, x := &stackOf{items: i64s(r, n).([]int)}, i64s(r, n).([]int)
		if r.Intn(4) == 0 {
			x = s.items
		}
		at := make([]int, n)
		for i := range at {
			at[i] = r.Intn(n)
		}
		if n > 0 && r.Intn(3) == 0 {
			at[r.Intn(n)] = n
		}
		return []any{s, x, at}
	})
	add("BuffersAdvance", (*buffers).advance, BuffersAdvance, func(r *rand.Rand, n int) []any {
		b := &buffers{now: f64s(r, n).([]float64), next: f64s(r, n-r.Intn(9)/8).([]float64)}
		if r.Intn(8) == 0 {
			b.next = b.now
		}
		return []any{b, r.Intn(6)}
	})
	add("MatrixResized", (*matrixOf).resized, MatrixResized, func(r *rand.Rand, n int) []any {
		return append(someMatrices(r, n, 1), r.Intn(n+2), r.Intn(n+2)-r.Intn(2))
	}, upTo(60))
	add("SharedArray", doubledArray, SharedArray, func(r *rand.Rand, n int) []any {
		a := new([1000]float32)
		for i := range a {
			a[i] = tame[float32](r)
		}
		return []any{a, f32s(r, n)}
	})
}

// borderFactors slices an array behind a pointer, reads it and stores to it.
type borderFactors struct {
	real    []float64
	factors [15]int
	few     [3]int32
}

func factorSum(xs []int) (s int) {
	for _, x := range xs {
		s += x
	}
	return s
}

func (t *borderFactors) scaled(seq []float64, k int) float64 {
	copy(t.real, seq)
	f := t.factors[:]
	g := t.few[1:]
	f[k&15]++
	g[0] += int32(k)
	for i := range t.real {
		t.real[i] *= float64(factorSum(f)) + float64(g[i&1])
	}
	return float64(factorSum(t.factors[2:9]))
}

// BorderFactors is for the corpus.
var BorderFactors = hone.Func((*borderFactors).scaled)

func init() {
	add("BorderFactors", (*borderFactors).scaled, BorderFactors, func(r *rand.Rand, n int) []any {
		t := &borderFactors{real: make([]float64, n)}
		for i := range t.factors {
			t.factors[i] = r.Intn(9)
		}
		return []any{t, f64s(r, n), r.Intn(30)}
	})
}

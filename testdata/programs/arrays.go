package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Arrays: local arrays of more components than registers hold, as values: assigned, compared, passed, returned, ranged over, within structs and
// arrays. What each does with a large one is what plain Go does with it, and takes the compiler no longer than with a small one.

const manyBytes = 3000

type manyRecord struct {
	n     int
	bytes [manyBytes]uint8
	s     int64
}

// arraysCopy: one begins as a copy of the other.
func arraysCopy(x []uint8) {
	var a [manyBytes]uint8
	for i := range x {
		a[i%manyBytes] += x[i]
	}
	c := a
	for i := range x {
		c[int(x[i])*7]++
		a[i%manyBytes] ^= c[i*3%manyBytes]
	}
	for i := range x {
		x[i] = a[i%manyBytes] + c[int(x[i])*7]
	}
}

var ArraysCopy = hone.Func(arraysCopy)

// arraysRecord: structs that hold arrays, assigned whole and in part.
func arraysRecord(x []uint8, out []int64) {
	r := manyRecord{n: len(x)}
	r.bytes[5] = 3
	q := r
	for i := range x {
		q.bytes[x[i]]++
		q.s += int64(x[i])
	}
	r.bytes = q.bytes
	q.bytes[0]++
	p := q
	q = manyRecord{s: 4}
	for i := range out {
		out[i] = int64(r.bytes[i%manyBytes]) + int64(p.bytes[i%manyBytes])<<8 + int64(q.bytes[i%manyBytes]) + r.s + p.s + q.s + int64(r.n)
	}
}

var ArraysRecord = hone.Func(arraysRecord)

func manyAdd(a [manyBytes]uint8, x []uint8) [manyBytes]uint8 {
	for i, v := range x {
		a[i%manyBytes] += v
	}
	return a
}

func manyOr(c bool, a, b [manyBytes]uint8) [manyBytes]uint8 {
	if c {
		return a
	}
	b[1]++
	return b
}

// manyFirst changes what its other parameter was copied from.
func manyFirst(a [manyBytes]uint8, p *[manyBytes]uint8) uint8 {
	p[0]++
	return a[0] + 2*p[0]
}

// arraysCalls: helpers get copies and give values.
func arraysCalls(x []uint8, c bool) {
	var a [manyBytes]uint8
	b := manyAdd(a, x)
	d := manyAdd(manyAdd(b, x), x)
	e := manyOr(c, b, d)
	f := manyFirst(e, &e)
	a, b = b, a
	b, d = d, b
	for i := range x {
		x[i] = a[i%manyBytes] + 3*b[i%manyBytes] + 5*d[i%manyBytes] + 7*e[i%manyBytes] + f
	}
}

var ArraysCalls = hone.Func(arraysCalls)

// arraysChosen: which value it is depends on data.
func arraysChosen(x []uint8, out []uint8) {
	var a, b [manyBytes]uint8
	for i, v := range x {
		b[i%manyBytes] = v
		if v > 200 {
			a = b
			a[7] = 9
		} else if v > 100 {
			a, b = b, a
		}
	}
	if len(x) > 5 {
		b = [manyBytes]uint8{1: 4, manyBytes - 1: x[3]}
	}
	for i := range out {
		out[i] = a[i%manyBytes] + 3*b[i%manyBytes]
		if i%9 == 8 {
			a = [manyBytes]uint8{}
		}
	}
}

var ArraysChosen = hone.Func(arraysChosen)

// arraysRange ranges over copies.
func arraysRange(x []uint8) {
	var a [manyBytes]uint8
	for i := range x {
		a[i%manyBytes] = x[i]
	}
	s := uint8(0)
	for i, v := range a {
		s = s*3 + v
		a[(i+1)%manyBytes] = s
	}
	for i, v := range &a {
		a[(i+1)%manyBytes] += v
	}
	for i := range x {
		x[i] = a[i%manyBytes]
	}
}

var ArraysRange = hone.Func(arraysRange)

// arraysEqual compares them.
func arraysEqual(x, y []uint8, out []bool) {
	var a, b manyRecord
	for i := range min(len(x), len(y)) {
		a.bytes[i%manyBytes] = x[i]
		b.bytes[i%manyBytes] = y[i]
	}
	for i := range out {
		switch i % 4 {
		case 0:
			out[i] = a == b
		case 1:
			out[i] = a.bytes != b.bytes
			a = b
		case 2:
			out[i] = a == b && a.bytes[3] == 0
			a.bytes[manyBytes-1]++
		case 3:
			out[i] = a.bytes == b.bytes || b == manyRecord{}
		}
	}
}

var ArraysEqual = hone.Func(arraysEqual)

type manyPoint struct {
	x, y float32
	k    [3]int16
}

// arraysNested: arrays of arrays and of structs, rows of them.
func arraysNested(x []uint8, out []float32) {
	var a, b [40][400]uint8
	var p [300]manyPoint
	for i, v := range x {
		a[i%40][v]++
		p[v].x += float32(v)
		p[i%300].k[i%3]++
	}
	b = a
	b[3] = a[7]
	a[0], a[1] = a[1], b[3]
	row := b[5]
	row[9]++
	b[6] = row
	q := p
	for i := range x {
		q[i%300].y++
		p[1] = q[i%300]
	}
	p, q = q, p
	for i := range out {
		out[i] = float32(a[i%40][i%256]) + 2*float32(b[i%7][i%400]) + p[i%300].x + p[i%256].y + q[1].y + float32(q[i%300].k[i%3])
	}
}

var ArraysNested = hone.Func(arraysNested)

// arraysInLoops: each iteration has its own.
func arraysInLoops(x, out []uint8) {
	for i := range out {
		var a [manyBytes]uint8
		a[i%manyBytes] = 5
		a[7] += 1
		b := a
		for _, v := range x {
			b[v]++
		}
		out[i] = b[i%256] + a[i%256]*16
	}
	for i := range hone.Parallel(len(out)) {
		var a [400]uint8
		a[out[i]] = 5
		b := a
		b[i%400]++
		for k := range b {
			a[k] += b[k] * 2
		}
		out[i] = a[out[i]] + b[i%400]
	}
}

var ArraysInLoops = hone.Func(arraysInLoops)

// arraysLarge: more than kernels have room for, in a loop.
func arraysLarge(x []int32) int32 {
	s := int32(0)
	for k := range 3 {
		var a [1 << 13]int32
		for i, v := range x {
			a[uint32(v)%(1<<13)]++
			a[i] += v
		}
		c := a
		for i := range x {
			c[i] += int32(k)
		}
		a, c = c, a
		for i, v := range x {
			s = s*3 + a[i] - 2*c[uint32(v)%(1<<13)]
		}
	}
	return s
}

var ArraysLarge = hone.Func(arraysLarge)

var manySquares = [600]uint32{1, 4, 9, 16, 25, 36, 49, 64, 81, 100}

// arraysTable: a table that nobody assigns to, and copies of it that are.
func arraysTable(x []uint32) {
	t := manySquares
	for i, v := range x {
		t[v%600] += uint32(i)
	}
	u := [600]uint32{}
	if len(x) > 3 {
		u = manySquares
	}
	v := manySquares
	if len(x) > 9 {
		v = t
	}
	for i := range x {
		x[i] = manySquares[i%600] + 2*t[i%600] + 3*u[i%600] + 5*v[i%600]
	}
}

var ArraysTable = hone.Func(arraysTable)

func init() {
	add("ArraysCopy", arraysCopy, ArraysCopy, args(u8s))
	add("ArraysRecord", arraysRecord, ArraysRecord, args(u8s, vec(whole[int64])))
	add("ArraysCalls", arraysCalls, ArraysCalls, args(u8s, one(anyBool)))
	add("ArraysChosen", arraysChosen, ArraysChosen, args(u8s, u8s), upTo(300))
	add("ArraysRange", arraysRange, ArraysRange, args(u8s))
	add("ArraysEqual", arraysEqual, ArraysEqual, equalOrNot, upTo(100))
	add("ArraysNested", arraysNested, ArraysNested, args(u8s, f32s))
	add("ArraysInLoops", arraysInLoops, ArraysInLoops, args(u8s, u8s), upTo(70))
	add("ArraysLarge", arraysLarge, ArraysLarge, args(i32s), upTo(40))
	add("ArraysTable", arraysTable, ArraysTable, args(u32s))
}

// equalOrNot makes two slices that are often equal.
func equalOrNot(r *rand.Rand, n int) []any {
	x := make([]uint8, max(n, 0))
	for i := range x {
		x[i] = uint8(r.Int())
	}
	y := append([]uint8(nil), x...)
	if len(y) > 0 && r.Intn(2) == 0 {
		y[r.Intn(len(y))]++
	}
	return []any{x, y, make([]bool, max(n, 0))}
}

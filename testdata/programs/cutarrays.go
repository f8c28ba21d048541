package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Slices of arrays, arrays of slices' elements, and nil.

// windowed takes each window through an array of its own.
func windowed(x []float32, k int) []float32 {
	out := make([]float32, len(x))
	for i := range hone.Parallel(len(x)) {
		var w [5]float32
		n := copy(w[:], x[i:])
		s := w[k&1 : n]
		for j := range s {
			s[j] = 2*s[j] + w[0]
		}
		for _, v := range w[:] {
			out[i] += v
		}
	}
	return out
}

var Windowed = hone.Func(windowed)

type ringBuffer struct {
	name  uint8
	slots [8]int
	at    int
}

func (r *ringBuffer) push(v int) {
	r.slots[r.at&7] = v
	r.at++
}

func (r *ringBuffer) newest(n int) []int {
	to := min(r.at, 8)
	return r.slots[max(0, to-n):to]
}

// ringCuts sums what a method gives of a field.
func ringCuts(x []int, n int) (sum int) {
	var r ringBuffer
	for _, v := range x {
		r.push(v)
		for k, v := range r.newest(n & 7) {
			sum += (k + 1) * v
		}
	}
	whole := r.slots[:]
	whole[3]++
	r.slots[4] += whole[3]
	copy(whole[1:], whole)
	return sum + r.slots[4]*whole[4] + len(whole[2:5:6])*cap(whole[2:5:6])
}

var RingCuts = hone.Func(ringCuts)

// returnedCut gives away a part of a variable, and goes on changing it.
func returnedCut(x []int) ([]int, int) {
	var a [6]int
	s := a[1:4]
	for i, v := range x {
		a[i%6] += v
	}
	t := append(s, 7)
	return t, a[4] + len(s) + cap(t)
}

var ReturnedCut = hone.Func(returnedCut)

// carriedCuts moves through arrays with slices, keeps the ones of iterations before, and chooses between two.
func carriedCuts(x []int, other bool) (sum int) {
	a, b := [4]int{1, 2, 3, 4}, [3]int{5, 6, 7}
	s := a[:]
	if other {
		s = b[:]
	}
	for len(s) > 0 {
		sum = 3*sum + s[0]
		s = s[1:]
	}
	var old []int
	for i, v := range x {
		c := [3]int{v, i, v + i}
		if old != nil {
			sum += old[v&1] + c[2]
		}
		old = c[:]
		old[1] += 2
	}
	return sum
}

var CarriedCuts = hone.Func(carriedCuts)

// storedOutside stores to an array from a parallel loop.
func storedOutside(x []int) (sum int) {
	var a [64]int
	s := a[:]
	for i := range hone.Parallel(min(len(x), len(s))) {
		s[i] = x[i] * 2
	}
	for i, v := range a {
		sum += i * v
	}
	return sum
}

var StoredOutside = hone.Func(storedOutside)

// large arrays lie in memory anyway.
func largeCut(x []float64, k int) (sum float64) {
	var a [300]float64
	n := copy(a[k:], x)
	s := a[:n]
	for i := range s {
		s[i] += float64(i)
	}
	for _, v := range a {
		sum += v
	}
	return sum
}

var LargeCut = hone.Func(largeCut)

type quadWord [4]uint32

func (q *quadWord) mix(k uint32) {
	for i := range q {
		q[i] ^= q[(i+1)&3]<<1 + k
	}
}

// blocksOf reads and changes arrays in slices; the last may be too short.
func blocksOf(x []uint32, k uint32) (sum uint32) {
	for i := 0; i < len(x); i += 4 {
		p := (*[4]uint32)(x[i:])
		p[1] += p[0]
		q := quadWord(x[i:])
		q.mix(k)
		*(*[4]uint32)(x[i:]) = q
		for j, v := range p[1:] {
			sum += v << j
		}
		(*quadWord)(p[:]).mix(1)
	}
	return sum
}

var BlocksOf = hone.Func(blocksOf)

type identified struct {
	id   int
	data []int8
}

// nilness tells which slices are nil.
func nilness(s []int, t []int8, k int) (bits int, keep []int, all []int8) {
	note := func(b bool) {
		bits = bits << 1
		if b {
			bits |= 1
		}
	}
	note(s == nil)
	note(nil != t)
	note(s[:0] == nil)
	note(s[len(s):] == nil)
	note(append([]int(nil), s...) == nil)
	note(make([]int, k&1) == nil)
	note([]int{} == nil)
	var a identified
	note(a.data == nil)
	a.data = t
	note(a.data == nil)
	b := a
	if k > 1 {
		b.data = nil
	}
	note(b.data != nil)
	for i, v := range s {
		if v > 0 {
			keep = append(keep, i)
		}
	}
	note(keep == nil)
	u := hone.Keep(len(s), func(i int) (int, bool) { return i, s[i] > 5 })
	note(u == nil)
	for u != nil {
		bits += len(u)
		if u = u[len(u)/2:]; len(u) < 2 {
			u = nil
		}
	}
	var c [4]int8
	note(c[:0] == nil)
	if t != nil {
		all = c[:copy(c[:], t)]
	}
	return bits, keep, all
}

var Nilness = hone.Func(nilness)

// perhapsNil reads slices only where they are there.
func perhapsNil(x, y []float64) []float64 {
	out := make([]float64, len(x))
	for i := range x {
		if y != nil {
			out[i] = x[i] * y[i]
		} else {
			out[i] = x[i]
		}
	}
	return out
}

var PerhapsNil = hone.Func(perhapsNil)

func init() {
	add("Windowed", windowed, Windowed, args(vec(tame[float32]), one(between(0, 5))))
	add("RingCuts", ringCuts, RingCuts, args(vec(between(-9, 9)), one(between(0, 9))))
	add("ReturnedCut", returnedCut, ReturnedCut, args(vec(between(-9, 9))))
	add("CarriedCuts", carriedCuts, CarriedCuts, args(vec(between(-9, 9)), one(anyBool)))
	add("StoredOutside", storedOutside, StoredOutside, args(vec(between(-9, 9))))
	add("LargeCut", largeCut, LargeCut, args(vec(tame[float64]), one(between(0, 300))))
	add("BlocksOf", blocksOf, BlocksOf, args(vec(whole[uint32]), one(whole[uint32])))
	add("Nilness", nilness, Nilness, args(perhaps(between(-9, 9)), perhaps(whole[int8]), one(between(0, 3))))
	add("PerhapsNil", perhapsNil, PerhapsNil, args(vec(tame[float64]), perhaps(tame[float64])))
}

// perhaps is g, or nil.
func perhaps[T any](elem func(r *rand.Rand) T) gen {
	g := vec(elem)
	return func(r *rand.Rand, n int) any {
		if r.Intn(3) == 0 {
			return []T(nil)
		}
		return g(r, n)
	}
}

package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Package variables that never change: slices of constants, ragged ones, computed ones, reached by pointers and slices.

var (
	Offsets     = [][]int{{-1, 1}, {-2, 0, 2}, {}, {3}}
	crcTable    = crcTableOf(0xedb88320)
	taps        = []float64{0.25, 0.5, 0.25}
	wideTaps    = []float64{0.1, 0.2, 0.4, 0.2, 0.1}
	stagesFixed = []stageFixed{
		{gain: 2, taps: []float64{1, -1}},
		{gain: 3, taps: nil, limits: [2]float64{-1, 1}},
		{gain: 0.5, taps: []float64{0.5, 0.25, 0.125}},
	}
	grid3 = [2][][]int32{{{1}, {2, 3}}, {{4, 5, 6}, nil, {7}}}
)

type stageFixed struct {
	gain   float64
	taps   []float64
	limits [2]float64
}

func (s *stageFixed) apply(x []float64, i int) (sum float64) {
	for k, t := range s.taps {
		if i+k < len(x) {
			sum += t * x[i+k]
		}
	}
	return sum*s.gain + s.limits[1]
}

func crcTableOf(poly uint32) (t [256]uint32) {
	for i := range t {
		c := uint32(i)
		for range 8 {
			if c&1 == 1 {
				c = c>>1 ^ poly
			} else {
				c >>= 1
			}
		}
		t[i] = c
	}
	return t
}

func update(crc uint32, tab *[256]uint32, p []byte) uint32 {
	crc = ^crc
	for _, v := range p {
		crc = tab[byte(crc)^v] ^ crc>>8
	}
	return ^crc
}

func crcOf(p []byte) uint32 { return update(0, &crcTable, p) }

var CrcOf = hone.Func(crcOf)

func rowsGathered(x []int, kinds []uint8) []int {
	out := make([]int, len(x))
	for i := range hone.Parallel(min(len(x), len(kinds))) {
		row := Offsets[kinds[i]]
		for _, d := range row {
			if j := i + d; 0 <= j && j < len(x) {
				out[i] += x[j]
			}
		}
		out[i] += len(row) * cap(row)
	}
	return out
}

var RowsGathered = hone.Func(rowsGathered)

// tapsChosen takes one of two tables.
func tapsChosen(x []float64, wide bool) []float64 {
	w := taps
	if wide {
		w = wideTaps
	}
	out := make([]float64, len(x))
	for i := range hone.Parallel(max(0, len(x)-len(w)+1)) {
		for k, t := range w {
			out[i] += t * x[i+k]
		}
	}
	return out
}

var TapsChosen = hone.Func(tapsChosen)

func staged(x []float64, k int) float64 {
	sum := 0.0
	for i := range x {
		s := &stagesFixed[(i+k)%3]
		sum += s.apply(x, i)
		if s.taps != nil && i == k {
			sum -= s.taps[1]
		}
	}
	for i := range stagesFixed {
		sum += stagesFixed[i].apply(x, 0)
	}
	return sum
}

var Staged = hone.Func(staged)

func deep(a, b, c []uint8) (sum int32) {
	for i := range min(len(a), len(b), len(c)) {
		sum = sum*3 + grid3[a[i]&1][b[i]][c[i]]
	}
	part := grid3[1][:2]
	return sum + part[0][2] + int32(len(part[1]))
}

var Deep = hone.Func(deep)

func init() {
	add("CrcOf", crcOf, CrcOf, args(vec(whole[byte])))
	add("RowsGathered", rowsGathered, RowsGathered, args(vec(between(-9, 9)), rareAbove(3)))
	add("TapsChosen", tapsChosen, TapsChosen, args(vec(tame[float64]), one(anyBool)))
	add("Staged", staged, Staged, args(vec(tame[float64]), one(between(0, 5))))
	add("Deep", deep, Deep, args(vec(between[uint8](0, 2)), rareAbove(1), rareAbove(0)))
}

// rareAbove are numbers up to limit, and rarely a greater one.
func rareAbove(limit uint8) gen {
	return func(r *rand.Rand, n int) any {
		s := vec(func(r *rand.Rand) uint8 { return uint8(r.Intn(int(limit) + 1)) })(r, n).([]uint8)
		if len(s) > 0 && r.Intn(3) == 0 {
			s[r.Intn(len(s))] += 1 + uint8(r.Intn(2))
		}
		return s
	}
}

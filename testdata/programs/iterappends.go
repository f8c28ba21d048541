package programs

import (
	"math/rand"
	"slices"

	"github.com/hone-go/hone"
)

// Iterations that append to slices of their own.

// appendedMedian sorts what is valid around each element, stores ahead of it, and has a slice of its own for what isn't.
func appendedMedian(x, out []float64, w int) {
	for i := range hone.Parallel(len(x)) {
		out[i] = -1
		var s, other []float64
		for j := max(0, i-w); j < min(len(x), i+w+1); j++ {
			if x[j] >= 0 {
				s = append(s, x[j])
			} else {
				other = append(other, -x[j], x[j])
			}
		}
		slices.Sort(s)
		for _, v := range other {
			out[i] += v
		}
		if len(s) > 0 {
			out[i] += s[len(s)/2]
		}
	}
}

// appendedMedianPlain is like it by a plain loop, with one slice for all iterations.
func appendedMedianPlain(x, out []float64, w int) {
	var s []float64
	for i := range x {
		s = s[:0]
		for j := max(0, i-w); j < min(len(x), i+w+1); j++ {
			if x[j] >= 0 {
				s = append(s, x[j])
			}
		}
		slices.Sort(s)
		if len(s) > 0 {
			out[i] = s[len(s)/2]
		}
	}
}

type floodSpot struct {
	x, y int16
	d    int32
}

// appendedFlood has a stack of structs that begins with one, and shrinks and grows; it may fail on the way.
func appendedFlood(img []uint8, w int, from, out []int) {
	h := len(img) / max(w, 1)
	for i := range hone.Parallel(len(from)) {
		seen := make([]bool, len(img))
		todo := []floodSpot{{int16(from[i] % w), int16(from[i] / w), 1}}
		n := 0
		for len(todo) > 0 {
			p := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if p.x < 0 || p.y < 0 || int(p.x) >= w || int(p.y) >= h {
				continue
			}
			at := int(p.y)*w + int(p.x)
			if seen[at] || img[at] != img[from[i]] {
				continue
			}
			seen[at] = true
			n += int(p.d)
			todo = append(todo, floodSpot{p.x + 1, p.y, p.d}, floodSpot{p.x - 1, p.y, p.d + 1}, floodSpot{p.x, p.y + 1, p.d})
		}
		out[i] = n
	}
}

func pushed(s []int32, v int32) []int32 {
	if v&1 == 0 {
		return append(s, v)
	}
	return append(s, v, -v)
}

// appendedByHelper appends in a helper that gives the slice back, and all of others.
func appendedByHelper(rows [][]int32, out []int64) {
	for i := range hone.Parallel(len(out)) {
		s := make([]int32, 0, 3)
		for d := -1; d <= 1; d++ {
			if i+d >= 0 && i+d < len(rows) {
				s = append(s, rows[i+d]...)
			}
		}
		for k := range int32(4) {
			s = pushed(s, k+int32(len(s)))
		}
		t := append([]int32(nil), s[len(s)/2:]...)
		for k := range t {
			t[k] += s[k]
		}
		slices.Sort(s)
		s = slices.Compact(s)
		for k, v := range s {
			out[i] += int64(k) * int64(v)
		}
		for _, v := range t {
			out[i] ^= int64(v)
		}
	}
}

// appendedAndCut shares elements: what is appended to a part of a slice is in the slice, which is longer.
func appendedAndCut(x []int32, w int, out []int32) {
	for i := range hone.Parallel(len(out)) {
		var s []int32
		for _, v := range x[i*w : i*w+w] {
			s = append(s, v)
			if v < 0 && len(s) > 2 {
				s = append(s[:len(s)-2], 7)
			}
		}
		for k, v := range s {
			out[i] += int32(k+1) * v
		}
	}
}

// appendedRuns lists the runs of each row.
func appendedRuns(img []uint8, w int, out []int) {
	for y := 0; y < len(out); y++ {
		row := img[y*w : y*w+w]
		var ends []int
		var of []uint8
		for x := 0; x < w; {
			e := x + 1
			for e < w && row[e] == row[x] {
				e++
			}
			ends, of = append(ends, e), append(of, row[x])
			x = e
		}
		for k, e := range ends {
			out[y] += e * int(of[k])
		}
	}
}

// appendedIfAny appends to nothing, if at all: whether there is room is no question, and what decides is the program's.
func appendedIfAny(x []int32, w int, out []int32) {
	for i := range out {
		var s []int32
		if i > 0 {
			s = append(s, x[i*w])
		}
		if w > 2 {
			s = s[:min(len(s), int(x[i*w]))]
		}
		out[i] += int32(len(s))
		for _, v := range s {
			out[i] += v
		}
	}
}

// appendedAndMore begins with one, to which another may come, before a loop appends; what is found lies nowhere afterwards.
func appendedAndMore(x []int32, w int, out []int32) {
	for i := range hone.Parallel(len(out)) {
		s := []int32{x[i*w]}
		s = slices.Insert(s, 0, 3)
		if x[i*w] > 3 {
			s = append(s, 2, x[i*w]-1)
		}
		for _, v := range x[i*w : i*w+w] {
			s = append(s, v)
			if v < 0 {
				s = nil
			}
			if v == 7 {
				s = s[:len(s)/2]
			}
		}
		for k, v := range s {
			out[i] += int32(k+1) * v
		}
	}
}

// appendedAnywhere puts elements in, and takes them out, at places that are within by a remainder.
func appendedAnywhere(x []int32, w int, out []int32) {
	for i := range hone.Parallel(len(out)) {
		var s []int32
		for k, v := range x[i*w : i*w+w] {
			s = slices.Insert(s, int(uint(v)%uint(len(s)+1)), v, int32(k))
			lo := int(uint(k*5) % uint(len(s)+1))
			s = slices.Delete(s, lo, min(lo+2, len(s)))
			if v == 3 {
				s = s[:int(uint(k)%uint(len(s)+1))]
			}
		}
		for k, v := range s {
			out[i] = out[i]*3 + int32(k+1)*v
		}
	}
}

// appendedBefore cuts what is new to as many as there were in the one before: behind its end are zeros, and beyond its room nothing.
func appendedBefore(x []int32, w int, out []int32) {
	for i := range out {
		s := make([]int32, 0, 8)
		k := 0
		for _, v := range x[i*w : i*w+w] {
			for _, u := range s[:k] {
				out[i] += u
			}
			k = len(s)
			s = make([]int32, 0, 8)
			s = append(s, v)
			if v == 2 {
				s = append(s, 10, 20, 30)
			}
		}
	}
}

// appendedToNone asks whether parts are nil: they are if the slice is, empty or not.
func appendedToNone(x []int32, w int, out []int32) {
	var s []int32
	for i := range out {
		s = s[:0]
		if s == nil {
			s = append(s, x[i*w], 5)
		}
		for _, v := range s {
			out[i] = 2 * v
		}
		var t []int32
		for _, v := range x[i*w : i*w+w] {
			if v > 3 {
				t = append(t, v)
			}
			if t[:0] == nil {
				out[i]++
			}
			if t[:len(t)/2] == nil {
				out[i] += 100
			}
		}
		out[i] += int32(len(t))
	}
}

// appendedToLess asks whether what has been cut in one of two ways is nil.
func appendedToLess(x []int32, w int, out []int32) {
	for i := range hone.Parallel(len(out)) {
		s := make([]int32, 0, w)
		if x[i*w] > 3 {
			s = append(s, x[i*w])
		}
		for k, v := range x[i*w : i*w+w] {
			lo := int(uint(v) % uint(len(s)+1))
			if v > 6 { // fails where there is none
				s = append(s[:lo], s[lo+1:]...)
			}
			if s == nil || v == 4 {
				if len(s) > 1 {
					s = s[:len(s)-2]
				} else if v < 2 {
					s = nil
				}
			}
			t := s[:len(s)/2]
			if v == 5 {
				t = s[:0]
			}
			if t == nil {
				out[i] += int32(k)
				s = append(s, v, 3)
			}
		}
		out[i] += int32(len(s))
	}
}

var (
	AppendedMedian      = hone.Func(appendedMedian)
	AppendedMedianPlain = hone.Func(appendedMedianPlain)
	AppendedFlood       = hone.Func(appendedFlood)
	AppendedByHelper    = hone.Func(appendedByHelper)
	AppendedAndCut      = hone.Func(appendedAndCut)
	AppendedRuns        = hone.Func(appendedRuns)
	AppendedIfAny       = hone.Func(appendedIfAny)
	AppendedAndMore     = hone.Func(appendedAndMore)
	AppendedAnywhere    = hone.Func(appendedAnywhere)
	AppendedBefore      = hone.Func(appendedBefore)
	AppendedToNone      = hone.Func(appendedToNone)
	AppendedToLess      = hone.Func(appendedToLess)
)

func init() {
	around := func(r *rand.Rand, n int) []any {
		x := vec(tame[float64])(r, n).([]float64)
		return []any{x, make([]float64, len(x)), r.Intn(12)}
	}
	add("AppendedMedian", appendedMedian, AppendedMedian, around)
	add("AppendedMedianPlain", appendedMedianPlain, AppendedMedianPlain, around)
	add("AppendedFlood", appendedFlood, AppendedFlood, func(r *rand.Rand, n int) []any {
		img := vec(between[uint8](0, 2))(r, n).([]uint8)
		from := make([]int, r.Intn(9))
		for i := range from {
			from[i] = r.Intn(len(img) + 1) // the last is too large
		}
		return []any{img, 1 + r.Intn(root(n)+1), from, make([]int, len(from))}
	})
	add("AppendedByHelper", appendedByHelper, AppendedByHelper, func(r *rand.Rand, n int) []any {
		rows := make([][]int32, root(n)+1)
		for i := range rows {
			rows[i] = vec(between[int32](-50, 50))(r, r.Intn(root(n)+2)).([]int32)
		}
		return []any{rows, make([]int64, len(rows))}
	})
	perRow := func(r *rand.Rand, n int) []any {
		x := vec(between[int32](-9, 20))(r, n).([]int32)
		w := r.Intn(root(n) + 2)
		rows := root(n)
		if w > 0 {
			rows = len(x)/w + r.Intn(8)/7 // one too many, now and then
		}
		return []any{x, w, make([]int32, rows)}
	}
	add("AppendedAndCut", appendedAndCut, AppendedAndCut, perRow)
	add("AppendedIfAny", appendedIfAny, AppendedIfAny, perRow)
	add("AppendedAndMore", appendedAndMore, AppendedAndMore, perRow)
	add("AppendedAnywhere", appendedAnywhere, AppendedAnywhere, perRow)
	add("AppendedBefore", appendedBefore, AppendedBefore, perRow)
	add("AppendedToNone", appendedToNone, AppendedToNone, perRow)
	add("AppendedToLess", appendedToLess, AppendedToLess, perRow)
	add("AppendedRuns", appendedRuns, AppendedRuns, func(r *rand.Rand, n int) []any {
		img := vec(between[uint8](0, 2))(r, n).([]uint8)
		w := 1 + r.Intn(root(n)+1)
		return []any{img, w, make([]int, len(img)/w)}
	})
}

package programs

import (
	"math/rand"
	"slices"
	"sort"

	"github.com/hone-go/hone"
)

// Iterations that do with slices of their own what packages sort and slices are for.

type iterPair struct {
	key int32
	at  float64
}

// iterSortedBy sorts structs, many of which are equal, by a literal that captures the slice.
func iterSortedBy(x []int32, w int, out []float64) {
	for i := range hone.Parallel(len(out)) {
		var s []iterPair
		for k, v := range x[i*w : i*w+w] {
			if v > 0 {
				s = append(s, iterPair{v % 5, float64(k)})
			}
		}
		sort.Slice(s, func(a, b int) bool { return s[a].key < s[b].key })
		for k, p := range s {
			out[i] += float64(k) * p.at
		}
	}
}

// iterSortedNothing sorts what is empty all along, of no memory: a null pointer that is indexed.
func iterSortedNothing(x []int8, hidden uint8) {
	for i := range hone.Parallel(len(x)) {
		var s []int8
		if complex(float64(hidden), 3) == complex(float64(hidden), -7) {
			s = append(s, x[i])
		}
		slices.Sort(s)
		if len(x) > -8 {
			s = s[:0]
		}
		slices.Sort(s)
		s = append(s, int8(i))
		slices.Reverse(s)
		s = append(s, x[i])
		if len(s) > 1 {
			x[i] = s[1]
		}
		x[i] += int8(len(s))
	}
}

// iterInserted keeps a slice sorted.
func iterInserted(x []int32, w int, out []float64) {
	for i := range hone.Parallel(len(out)) {
		var s []int32
		for _, v := range x[i*w : i*w+w] {
			at, found := slices.BinarySearch(s, v)
			switch {
			case !found:
				s = slices.Insert(s, at, v)
			case v < 3:
				s = slices.Insert(s, at/2, -v, s[0], v)
				slices.Sort(s)
			}
		}
		for k, v := range s {
			out[i] += float64(k) * float64(v)
		}
	}
}

// iterDeleted takes elements out, which may fail.
func iterDeleted(x []int32, w int, out []float64) {
	for i := range hone.Parallel(len(out)) {
		s := append([]int32{}, x[i*w:i*w+w]...)
		for len(s) > 3 {
			k := slices.Index(s, slices.Max(s))
			s = slices.Delete(s, k, k+2)
		}
		if len(s) > 1 {
			s = append(s[:1], s[2:]...)
		}
		for k, v := range s {
			out[i] += float64(k+1) * float64(v)
		}
	}
}

// iterNil asks whether there is anything, also of what was emptied, and of copies of it.
func iterNil(x []int32, w int, out []float64) {
	for i := range hone.Parallel(len(out)) {
		var s []int32
		for _, v := range x[i*w : i*w+w] {
			switch {
			case v > 4:
				s = append(s, v)
			case v < 0:
				s = s[:0]
			}
		}
		t := slices.Clone(s)
		t = append(t, x[:w%2]...)
		if s == nil {
			out[i] = 1
		}
		if t == nil {
			out[i] += 2
		}
		out[i] += float64(4*len(s) + 100*len(t))
	}
}

// iterNilOnly has none that is emptied.
func iterNilOnly(x []int32, w int, out []float64) {
	for i := range hone.Parallel(len(out)) {
		var s []int32
		for _, v := range x[i*w : i*w+w] {
			if v > 15 {
				s = append(s, v)
			}
		}
		if s == nil {
			out[i] = -1
			continue
		}
		out[i] = float64(s[0])
	}
}

// iterStable sorts what is distinct, backwards, in another order.
func iterStable(x []int32, w int, out []float64) {
	for i := range hone.Parallel(len(out)) {
		s := append([]int32(nil), x[i*w:i*w+w]...)
		slices.Sort(s)
		s = slices.Compact(s)
		slices.Reverse(s)
		t := slices.Clone(s)
		slices.SortStableFunc(t, func(a, b int32) int { return int(a%3) - int(b%3) })
		if slices.Equal(s, t) {
			out[i] = 1
		}
		for k, v := range t {
			out[i] += float64(k+1) * float64(v)
		}
	}
}

// iterMade begins with an element that is made, in a plain loop.
func iterMade(x []int32, w int, out []float64) {
	for i := range out {
		var s []int32
		s = append(s, int32(i%7))
		for n := 0; len(s) > 0 && n < w; n++ {
			v := s[len(s)-1]
			s = s[:len(s)-1]
			if x[i*w+n] > v {
				s = append(s, v+1, v)
			}
			out[i] += float64(v)
		}
	}
}

var (
	IterSortedBy      = hone.Func(iterSortedBy)
	IterSortedNothing = hone.Func(iterSortedNothing)
	IterInserted      = hone.Func(iterInserted)
	IterDeleted       = hone.Func(iterDeleted)
	IterNil           = hone.Func(iterNil)
	IterNilOnly       = hone.Func(iterNilOnly)
	IterStable        = hone.Func(iterStable)
	IterMade          = hone.Func(iterMade)
)

func init() {
	perRow := func(r *rand.Rand, n int) []any {
		x := vec(between[int32](-9, 20))(r, n).([]int32)
		w := r.Intn(root(n) + 2)
		rows := root(n)
		if w > 0 {
			rows = len(x)/w + r.Intn(8)/7 // one too many, now and then
		}
		return []any{x, w, make([]float64, rows)}
	}
	add("IterSortedBy", iterSortedBy, IterSortedBy, perRow)
	add("IterSortedNothing", iterSortedNothing, IterSortedNothing, func(r *rand.Rand, n int) []any {
		return []any{vec(between[int8](-100, 100))(r, n), uint8(r.Intn(200))}
	})
	add("IterInserted", iterInserted, IterInserted, perRow)
	add("IterDeleted", iterDeleted, IterDeleted, perRow)
	add("IterNil", iterNil, IterNil, perRow)
	add("IterNilOnly", iterNilOnly, IterNilOnly, perRow)
	add("IterStable", iterStable, IterStable, perRow)
	add("IterMade", iterMade, IterMade, perRow)
}

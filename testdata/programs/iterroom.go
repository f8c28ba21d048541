package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Iterations that store something, and then make a slice only now and then: those that don't make it mustn't ask for its memory, of which there may not be so much.

// roomWherePart makes slices in branches and a loop that are known ahead.
func roomWherePart(x, out []float64, n, most int) {
	for i := range hone.Parallel(len(x)) {
		out[i] = x[i]
		if n < most {
			for k := i; k < 3; k++ {
				t := make([]float64, n)
				for k := range t {
					t[k] = float64(k)
				}
				for k := 1; k < n; k++ {
					t[k] += t[k-1] * 0.5
					out[i] += t[k]
				}
			}
		} else if i&1 == 0 {
			t := make([]int16, most)
			for k := range t {
				t[k] += int16(k)
			}
			for k := range t {
				out[i] += float64(t[k])
			}
		}
	}
}

// roomForRow makes one as long as a row, if there is that row.
func roomForRow(x, out []float64, n int) {
	for i := range hone.Parallel(len(out)) {
		out[i] = 1
		row := x[i*n : i*n+n]
		t := make([]float64, n)
		for k := range t {
			t[k] = row[k] * 2
		}
		for k := 1; k < n; k++ {
			t[k] += t[k-1]
			out[i] -= t[k]
		}
	}
}

// roomForRowPlain is that by a plain loop.
func roomForRowPlain(x, out []float64, n int) {
	for i := 0; i < len(out); i++ {
		out[i] = 1
		row := x[i*n : i*n+n]
		t := make([]float64, n)
		for k := range t {
			t[k] = row[k] * 2
		}
		for k := 1; k < n; k++ {
			t[k] += t[k-1]
			out[i] -= t[k]
		}
	}
}

// roomForFew makes one where data say so, as long as what there is.
func roomForFew(x, out []float64) {
	for i := range hone.Parallel(len(out)) {
		out[i] = 1
		if x[i] > 0 {
			t := make([]float64, len(x)-1)
			for k := range t {
				t[k] = x[k] * float64(i)
			}
			for k := 1; k < len(t); k++ {
				t[k] += t[k-1]
				out[i] += t[k]
			}
		}
	}
}

// roomForAny is of any length: nobody can ask for it ahead.
func roomForAny(x, out []float64, n int) {
	for i := range x {
		out[i] = x[i]
		if x[i] > 1e300 {
			t := make([]float64, n)
			for k := range t {
				t[k] = float64(k)
			}
			out[i] += t[i%n]
		}
	}
}

var (
	RoomWherePart   = hone.Func(roomWherePart)
	RoomForRow      = hone.Func(roomForRow)
	RoomForRowPlain = hone.Func(roomForRowPlain)
	RoomForFew      = hone.Func(roomForFew)
	RoomForAny      = hone.Func(roomForAny)
)

func init() {
	tooMuch := func(r *rand.Rand, n int) int { // more than there is memory for, now and then
		if r.Intn(3) == 0 {
			return 1 << 44
		}
		return n
	}
	add("RoomWherePart", roomWherePart, RoomWherePart, func(r *rand.Rand, n int) []any {
		x := vec(tame[float64])(r, root(n)).([]float64)
		return []any{x, make([]float64, len(x)), tooMuch(r, r.Intn(100)), r.Intn(100)}
	})
	rows := func(r *rand.Rand, n int) []any {
		rows := 1 + r.Intn(root(n)+1)
		x := vec(tame[float64])(r, n).([]float64)
		return []any{x, make([]float64, rows), tooMuch(r, n/rows)}
	}
	add("RoomForRow", roomForRow, RoomForRow, rows)
	add("RoomForRowPlain", roomForRowPlain, RoomForRowPlain, rows)
	add("RoomForFew", roomForFew, RoomForFew, func(r *rand.Rand, n int) []any {
		x := vec(tame[float64])(r, root(n)).([]float64)
		return []any{x, make([]float64, len(x))}
	})
	add("RoomForAny", roomForAny, RoomForAny, func(r *rand.Rand, n int) []any {
		x := vec(between[float64](-9, 9))(r, n).([]float64)
		return []any{x, make([]float64, n), tooMuch(r, n)}
	})
}

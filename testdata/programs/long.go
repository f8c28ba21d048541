package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Programs in which one piece of machine code could run for long: the tests run them for so long that the garbage collector would notice.

// findHash is a sequential loop with a return out of it.
func findHash(x []uint32, rounds int, key uint32) int {
	h := uint32(1)
	for i := range rounds {
		h = h*31 + x[i%len(x)]
		if h == key {
			return i
		}
	}
	return -1
}

var FindHash = hone.Func(findHash)

// recurrences has few iterations, each of which takes long.
func recurrences(x []float64, rounds int) []float64 {
	out := make([]float64, len(x))
	for i := range hone.Parallel(len(x)) {
		v := x[i]
		for range rounds {
			v = v*0.999 + 0.5
		}
		out[i] = v
	}
	return out
}

var Recurrences = hone.Func(recurrences)

// untilSmall has loops of which nobody knows how long they take.
func untilSmall(x []float64, factor float64) []int {
	out := make([]int, len(x))
	for i := range hone.Parallel(len(x)) {
		n := 0
		for v := x[i]; v > 1; v *= factor {
			n++
		}
		out[i] = n
	}
	return out
}

var UntilSmall = hone.Func(untilSmall)

// nestedLoops is a function without parallel loops.
func nestedLoops(x []int32, rounds int) (s int32) {
	for i := range rounds {
		for j := range rounds {
			s += x[(i^j)%len(x)] * s
		}
	}
	return s
}

var NestedLoops = hone.Func(nestedLoops)

// longRows has rows that take long, in vectors.
func longRows(m []float32, rows, width, rounds int) {
	for r := range hone.Parallel(rows) {
		for range rounds {
			for c := range width {
				m[r*width+c] = m[r*width+c]*0.5 + 1
			}
		}
	}
}

var LongRows = hone.Func(longRows)

// manySums are reductions in sequence inside of a loop.
func manySums(x []float64, rounds int) (s float64) {
	for range rounds {
		s = s/2 + hone.Sum(len(x), func(i int) float64 { return x[i] })
	}
	return s
}

var ManySums = hone.Func(manySums)

func init() {
	few := one(between(0, 50))
	add("FindHash", findHash, FindHash, args(vec(whole[uint32]), few, constant(uint32(7))))
	add("Recurrences", recurrences, Recurrences, args(f64s, few))
	add("UntilSmall", untilSmall, UntilSmall, args(f64s, constant(0.5)))
	add("NestedLoops", nestedLoops, NestedLoops, args(plus(1, i32s), few), upTo(1000))
	add("LongRows", longRows, LongRows, args(times(8, f32s), constant(8), size, one(func(r *rand.Rand) int { return r.Intn(5) })))
	add("ManySums", manySums, ManySums, args(f64s, few), upTo(1000))
}

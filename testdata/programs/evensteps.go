package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Even steps: lanes whose elements lie at steps that are known when a function is called, as those of lines of pictures and of columns, and weights by distance.

// weighedByDistance weighs the points of lines, of any direction; the weights are by how far they are.
func weighedByDistance(dst, src []byte, lines, lineStep, n, step int, weights []float64) {
	for line, i := range hone.Parallel2(lines, n) {
		var light, all float64
		for j := max(i-len(weights)+1, 0); j < min(i+len(weights), n); j++ {
			d := i - j
			if d < 0 {
				d = -d
			}
			p := line*lineStep + j*step
			w := weights[d] * float64(src[p+1])
			light += w * float64(src[p])
			all += w
		}
		if all != 0 {
			p := line*lineStep + i*step
			dst[p], dst[p+1] = uint8(int(light/all)), src[p+1]
		}
	}
}

var WeighedByDistance = hone.Func(weighedByDistance)

func farApart(a, b int) int {
	if a > b {
		return a - b
	}
	return b - a
}

// spreadBy is one window of sums over both directions, its weights in a table of distances.
func spreadBy(out, in []float32, w int, table []float32, side int) {
	for y := side; y < len(in)/w-side; y++ {
		for x := side; x < w-side; x++ {
			sum := float32(0)
			for v := y - side; v <= y+side; v++ {
				for u := x - side; u <= x+side; u++ {
					sum += in[v*w+u] * table[farApart(v, y)*(side+1)+farApart(x, u)]
				}
			}
			out[y*w+x] = sum
		}
	}
}

var SpreadBy = hone.Func(spreadBy)

// evenStepped copies elements at one step to elements at another, of each size.
func evenStepped[T any](dst, src []T, n, to, from int, change func(T) T) {
	for i := range hone.Parallel(n) {
		dst[i*to] = change(src[i*from])
	}
}

func steppedWide(dst, src []float64, n, to, from int) {
	evenStepped(dst, src, n, to, from, func(v float64) float64 { return 2*v + 1 })
}

func steppedSingles(dst, src []float32, n, to, from int) {
	evenStepped(dst, src, n, to, from, func(v float32) float32 { return 2*v + 1 })
}

func steppedWords(dst, src []int16, n, to, from int) {
	evenStepped(dst, src, n, to, from, func(v int16) int16 { return v*v - 1 })
}

func steppedBytes(dst, src []uint8, n, to, from int) {
	evenStepped(dst, src, n, to, from, func(v uint8) uint8 { return v ^ v<<3 })
}

func steppedBools(dst, src []bool, n, to, from int) {
	evenStepped(dst, src, n, to, from, func(v bool) bool { return !v })
}

// farFields are elements of structs in arrays, which lie at steps that are known, but far.
func farFields(out []int32, in [][40]int32, k int) {
	for i := range hone.Parallel(len(out)) {
		out[i] = in[i][k]*in[i][3] + in[i][39]
	}
}

// downAndUp goes through a matrix by its columns, backwards, half of it.
func downAndUp(out, in []float64, h, w, col int) {
	for i := range hone.Parallel(h / 2) {
		out[i<<1] = in[(h-1-i)*w+col] - in[(i*2)*w+col]
	}
}

var (
	SteppedWide    = hone.Func(steppedWide)
	SteppedSingles = hone.Func(steppedSingles)
	SteppedWords   = hone.Func(steppedWords)
	SteppedBytes   = hone.Func(steppedBytes)
	SteppedBools   = hone.Func(steppedBools)
	FarFields      = hone.Func(farFields)
	DownAndUp      = hone.Func(downAndUp)
)

// steppedArgs are two slices, mostly long enough, and how far their elements are from each other.
func steppedArgs[T any](elem func(r *rand.Rand) T) func(r *rand.Rand, n int) []any {
	return func(r *rand.Rand, n int) []any {
		to, from := 1+r.Intn(4), r.Intn(5)
		slice := func(step int) any { return vec(elem)(r, max((n-1)*step+1-r.Intn(9)/8, 0)) }
		return []any{slice(to), slice(from), n, to, from}
	}
}

func init() {
	add("WeighedByDistance", weighedByDistance, WeighedByDistance, func(r *rand.Rand, n int) []any {
		lines, long := r.Intn(5), r.Intn(n+1)
		lineStep, step := 2*long, 2
		if r.Intn(2) == 0 {
			lineStep, step = 2, 2*lines
		}
		size := max(2*lines*long-r.Intn(9)/8, 0)
		return []any{vec(between[uint8](0, 255))(r, size), vec(between[uint8](0, 255))(r, size), lines, lineStep, long, step, vec(tame[float64])(r, r.Intn(5))}
	}, upTo(100), chaotic)
	add("SpreadBy", spreadBy, SpreadBy, func(r *rand.Rand, n int) []any {
		w, h, side := 1+r.Intn(n+1), r.Intn(9), r.Intn(3)
		return []any{vec(tame[float32])(r, w*h), vec(tame[float32])(r, w*h), w, vec(tame[float32])(r, max((side+1)*(side+1)-r.Intn(9)/8, 0)), side}
	}, upTo(100), fmaTol(1e-3))
	add("SteppedWide", steppedWide, SteppedWide, steppedArgs(tame[float64]), upTo(200), fmaTol(1e-9))
	add("SteppedSingles", steppedSingles, SteppedSingles, steppedArgs(tame[float32]), upTo(200), fmaTol(1e-3))
	add("SteppedWords", steppedWords, SteppedWords, steppedArgs(between[int16](-300, 300)), upTo(200))
	add("SteppedBytes", steppedBytes, SteppedBytes, steppedArgs(between[uint8](0, 255)), upTo(200))
	add("SteppedBools", steppedBools, SteppedBools, steppedArgs(func(r *rand.Rand) bool { return r.Intn(2) == 0 }), upTo(200))
	add("FarFields", farFields, FarFields, func(r *rand.Rand, n int) []any {
		in := vec(func(r *rand.Rand) (row [40]int32) {
			for k := range row {
				row[k] = int32(r.Intn(1000))
			}
			return row
		})(r, max(n-r.Intn(9)/8, 0))
		return []any{make([]int32, n), in, r.Intn(41)}
	}, upTo(100))
	add("DownAndUp", downAndUp, DownAndUp, func(r *rand.Rand, n int) []any {
		w, h := 1+r.Intn(6), n
		return []any{vec(tame[float64])(r, h), vec(tame[float64])(r, max(w*h-r.Intn(9)/8, 0)), h, w, r.Intn(w)}
	}, upTo(200))
}

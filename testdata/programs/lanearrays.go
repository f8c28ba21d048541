package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Arrays of an iteration that are kilobytes for all lanes together.

// butterflies transforms lines of 64 numbers, the elements of a line step apart, by sums and differences of ever shorter parts.
func butterflies(x []float64, lines, lineStep, step int) []float64 {
	out := make([]float64, len(x))
	for line := range hone.Parallel(lines) {
		var a, b [64]float64
		for i := range a {
			a[i] = x[line*lineStep+i*step]
		}
		for size := 64; size > 1; size /= 2 {
			for at := 0; at < 64; at += size {
				for i := range size / 2 {
					p, q := a[at+i], a[at+size-1-i]
					b[at+i], b[at+size/2+i] = p+q, (p-q)*float64(i+1)
				}
			}
			a = b
		}
		for i, v := range a {
			out[line*lineStep+i*step] = v
		}
	}
	return out
}

var Butterflies = hone.Func(butterflies)

// runRanks is the place of each element in its own run of up to 400, by counting.
func runRanks(x []uint8) []uint16 {
	out := make([]uint16, len(x))
	for run := range hone.Parallel((len(x) + 399) / 400) {
		var counts [256]uint16
		part := x[run*400 : min(run*400+400, len(x))]
		for _, v := range part {
			counts[v]++
		}
		sum := uint16(0)
		for i, n := range counts {
			counts[i] = sum
			sum += n
		}
		for i, v := range part {
			out[run*400+i] = counts[v]
			counts[v]++
		}
	}
	return out
}

var RunRanks = hone.Func(runRanks)

func init() {
	add("Butterflies", butterflies, Butterflies, func(r *rand.Rand, n int) []any {
		x := times(64, vec(tame[float64]))(r, n)
		switch r.Intn(4) {
		case 0: // columns
			return []any{x, n, 1, n}
		case 1:
			lines := r.Intn(41)
			return []any{x, lines, 1, lines + r.Intn(3)}
		}
		return []any{x, n, 64, 1}
	}, upTo(300))
	add("RunRanks", runRanks, RunRanks, args(vec(whole[uint8])))
}

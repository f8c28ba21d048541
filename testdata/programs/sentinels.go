package programs

import (
	"io"
	"math/rand"
	"sort"

	"github.com/hone-go/hone"
)

// Errors that are package variables of the standard library, given and compared.

// sentinelBlocks sums blocks that begin with their length, as readers of formats do.
func sentinelBlocks(data []uint8, out []int32) (n int, err error) {
	for len(data) > 0 {
		size := int(data[0] & 15)
		if size > len(data)-1 {
			err = io.ErrUnexpectedEOF
			break
		}
		if n == len(out) {
			return n, io.ErrShortBuffer
		}
		var sum int32
		for _, b := range data[1 : 1+size] {
			sum += int32(b)
		}
		out[n] = sum
		n++
		data = data[1+size:]
	}
	if err == io.ErrUnexpectedEOF && n == 0 {
		err = io.EOF
	}
	return n, err
}

var SentinelBlocks = hone.Func(sentinelBlocks)

// trimmedSorted appends what is kept to a slice that the function makes, behind a loop that the host runs in pieces.
func trimmedSorted(data []float64) []float64 {
	sort.Float64s(data)
	low, high := data[len(data)/4], data[len(data)*3/4]
	out := make([]float64, 0, len(data))
	for _, x := range data {
		if x >= low && x <= high {
			out = append(out, x)
		}
	}
	return out
}

var TrimmedSorted = hone.Func(trimmedSorted)

func init() {
	add("SentinelBlocks", sentinelBlocks, SentinelBlocks, args(vec(func(r *rand.Rand) uint8 { return uint8(r.Intn(12)) }), i32s), upTo(200))
	add("TrimmedSorted", trimmedSorted, TrimmedSorted, args(f64s))
}

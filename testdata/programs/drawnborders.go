package programs

import (
	"fmt"
	"math/rand"

	"github.com/hone-go/hone"
)

// Programs that random ones about borders have been made smaller to.

type tagged struct {
	A []float32
	N int
}

// taggedGivenBack returns a pointer, but for where it panics with what is made there.
func taggedGivenBack(p *tagged, i int) *tagged {
	if i > 3 {
		panic(fmt.Errorf("%x", i))
	}
	p.N += i
	return p
}

var TaggedGivenBack = hone.Func(taggedGivenBack)

// taggedFound does so in a loop, with a function among the values that follow.
func taggedFound(x []int32, t int32) int32 {
	by := func(v int32) int32 { return v - t }
	for i, v := range x {
		if v == t {
			if i > 5 {
				panic(fmt.Sprintf("at %d", i))
			}
			by = func(v int32) int32 { return v + t }
			return by(v)
		}
	}
	return by(int32(len(x)))
}

var TaggedFound = hone.Func(taggedFound)

// rowsFilledBeside goes through all of a slice beside each row: the rows are no steps of time of it.
func rowsFilledBeside(b []uint8, rows [][]uint16, a uint16) {
	for y, row := range rows {
		for k := range b {
			b[k] = uint8(y)
		}
		for x := range row {
			rows[y][x] += a
		}
	}
}

var RowsFilledBeside = hone.Func(rowsFilledBeside)

// clampedColumn is a stage of one column, whose rows the next reads clamped.
func clampedColumn(x []bool, y []float64, w int) []float32 {
	h := len(x) / 23
	low := hone.Build(h, func(i int) uint8 { return uint8(y[1]) })
	out := make([]float32, h+23)
	for i, j := range hone.Parallel2(h, 23) {
		v := float32(0)
		for k := range 2 {
			v += 7 * float32(low[min(i+k, h-1)])
		}
		if v > 0 && j == w {
			out[i+j] = v
		}
	}
	return out
}

var ClampedColumn = hone.Func(clampedColumn)

func init() {
	add("ClampedColumn", clampedColumn, ClampedColumn, args(bools, plus(2, vec(tame[float64])), one(between(0, 22))))
	add("TaggedGivenBack", taggedGivenBack, TaggedGivenBack, func(r *rand.Rand, n int) []any {
		return []any{&tagged{make([]float32, n), n}, r.Intn(6)}
	})
	add("TaggedFound", taggedFound, TaggedFound, args(vec(between[int32](0, 20)), one(between[int32](0, 20))))
	add("RowsFilledBeside", rowsFilledBeside, RowsFilledBeside, args(u8s, raggedTable(root, whole[uint16]), one(whole[uint16])))
}

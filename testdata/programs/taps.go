package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Filters as loops of a few iterations: they are written out.

var tapsWeights = [5][5]float32{
	{.0030, .0133, .0219, .0133, .0030},
	{.0133, .0596, .0983, .0596, .0133},
	{.0219, .0983, .1621, .0983, .0219},
	{.0133, .0596, .0983, .0596, .0133},
	{.0030, .0133, .0219, .0133, .0030},
}

// tapsTable takes its coefficients from a table.
func tapsTable(out, in []float32, w, h int) {
	for y, x := range hone.Parallel2(h-4, w-4) {
		sum := float32(0)
		for dy := 0; dy < 5; dy++ {
			for dx := 0; dx < 5; dx++ {
				sum += float32(tapsWeights[dy][dx] * in[(y+dy)*w+x+dx])
			}
		}
		out[(y+2)*w+x+2] = sum
	}
}

var TapsTable = hone.Func(tapsTable)

// tapsSlice takes them from a slice, last ones first, and skips some.
func tapsSlice(out []int32, in []uint8, c []int16, w, h int) {
	for y, x := range hone.Parallel2(h-2, w-4) {
		sum := int32(0)
		for dy := 2; dy >= 0; dy-- {
			for dx := 4; dx >= 0; dx -= 2 {
				if c[5*dy+dx] > 0 {
					sum += int32(c[5*dy+dx]) * int32(in[(y+dy)*w+x+dx])
				}
			}
		}
		out[(y+1)*w+x+2] = sum
	}
}

var TapsSlice = hone.Func(tapsSlice)

// tapsArray fills an array of its own, and looks at it twice.
func tapsArray(out, in []uint8, w, h int) {
	for y, x := range hone.Parallel2(h-2, w-2) {
		var p [9]uint8
		for k := range p {
			p[k] = in[(y+k/3)*w+x+k%3]
		}
		least, most := p[0], p[0]
		for _, v := range p {
			least, most = min(least, v), max(most, v)
		}
		n := 0
		for _, v := range p {
			if v == least {
				n++
			}
		}
		out[(y+1)*w+x+1] = most - least + uint8(n)
	}
}

var TapsArray = hone.Func(tapsArray)

func init() {
	add("TapsTable", tapsTable, TapsTable, nestArgs[float32](f32s, 2, 2), upTo(150), fmaTol(1e-3))
	add("TapsSlice", tapsSlice, TapsSlice, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(n+1), r.Intn(n+1)
		return []any{i32s(r, w*h), u8s(r, w*h), i16s(r, max(15-r.Intn(20)/19, 0)), w, h}
	}, upTo(150))
	add("TapsArray", tapsArray, TapsArray, nestArgs[uint8](u8s, 2, 2), upTo(150))
}

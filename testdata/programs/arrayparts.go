package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Slices of arrays up to capacities that are no constants, as transforms of blocks have them.

type tile [64]int32

// rowsOfTile takes the rows of a tile as slices of their own, so that one check does for all of a row.
func rowsOfTile(t *tile) {
	for y := range 8 {
		x := t[y*8 : y*8+8 : y*8+8]
		x[0], x[7] = x[0]+x[7], x[0]-x[7]
		x[1], x[6] = x[1]+x[6], x[1]-x[6]
		x[2], x[5] = x[2]+x[5], x[2]-x[5]
		x[3], x[4] = (x[3]+x[4])>>1, x[3]*x[4]
	}
}

// tilesByRows has each tile in a variable.
func tilesByRows(ts []tile) {
	for i, t := range ts {
		rowsOfTile(&t)
		ts[i] = t
	}
}

// tilesByHand does it without a function, and up to the end of what is left.
func tilesByHand(ts []tile) {
	for i := range ts {
		t := ts[i]
		for y := 0; y < 64; y += 8 {
			x := t[y:][:8:8]
			for k := range 4 {
				x[k], x[7-k] = x[k]+x[7-k], x[k]^x[7-k]
			}
		}
		ts[i] = t
	}
}

// sumUpTo has bounds from outside.
func sumUpTo(t tile, lo, hi, limit int) (int, int32) {
	s := t[lo:hi:limit]
	sum := int32(0)
	for _, v := range s {
		sum += v
	}
	return cap(s), sum
}

// headsUpTo has them from a loop, and one of them may be wrong behind stores.
func headsUpTo(dst []int32, limits []uint8) {
	var t tile
	for i := range t {
		t[i] = int32(i * i)
	}
	for i, n := range limits {
		dst[i] = t[: n/2 : n][n/4]
	}
}

var (
	TilesByRows = hone.Func(tilesByRows)
	TilesByHand = hone.Func(tilesByHand)
	SumUpTo     = hone.Func(sumUpTo)
	HeadsUpTo   = hone.Func(headsUpTo)
)

func init() {
	tiles := func(r *rand.Rand, n int) []any {
		ts := make([]tile, n/16)
		for i := range ts {
			for k := range ts[i] {
				ts[i][k] = int32(r.Uint32())
			}
		}
		return []any{ts}
	}
	add("TilesByRows", tilesByRows, TilesByRows, tiles)
	add("TilesByHand", tilesByHand, TilesByHand, tiles)
	add("SumUpTo", sumUpTo, SumUpTo, func(r *rand.Rand, n int) []any {
		return []any{tile{3: 1, 60: 5}, r.Intn(70) - 2, r.Intn(70), r.Intn(70) - 2}
	})
	add("HeadsUpTo", headsUpTo, HeadsUpTo, func(r *rand.Rand, n int) []any {
		limits := make([]uint8, n)
		for i := range limits {
			if limits[i] = uint8(4 + r.Intn(61)); r.Intn(1000) == 0 {
				limits[i] = uint8(r.Intn(256))
			}
		}
		return []any{make([]int32, n), limits}
	})
}

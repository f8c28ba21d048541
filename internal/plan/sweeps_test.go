package plan

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hone-go/hone/internal/rt"
)

// TestSweepsOrder: each turn does every row and column once, when the turn before is done with all that is within reach, and the one behind has done nothing of that. The
// bands that threads share, and the gaps, may have their turns in any order.
func TestSweepsOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	defer rt.SetThreads(rt.SetThreads(1))
	bands, tiles := 0, 0
	for range 1500 {
		rt.SetThreads(1 + r.IntN(4))
		in := space{rows: 1 + r.Int64N(60), columns: 1 + r.Int64N(20), reach: r.Int64N(4), across: r.Int64N(4) - 1, bytes: 1 << r.IntN(5), unit: 1 + r.Int64N(3)}
		times := 1 + r.Int64N(12)
		s := &sweep{of: &sweeps{turns: make([]turn, times)}, in: in, tile: in.tile(times, 1<<(6+r.IntN(8)), int64(max(r.IntN(12)-6, 0)))}
		done := make([]int, in.rows*in.columns) // turns
		each := func(turn int, rows, columns [2]int64) int64 {
			for y := rows[0]; y < rows[1]; y++ {
				for x := columns[0]; x < columns[1]; x++ {
					if done[y*in.columns+x] != turn {
						t.Fatalf("%+v, tile %+v: turn %d does row %d, column %d, where %d are done", in, s.tile, turn, y, x, done[y*in.columns+x])
					}
				}
			}
			across := in.across
			if across < 0 {
				across = in.columns
			}
			for y := max(0, rows[0]-in.reach); y < min(in.rows, rows[1]+in.reach); y++ {
				for x := max(0, columns[0]-across); x < min(in.columns, columns[1]+across); x++ {
					if n := done[y*in.columns+x]; n != turn && n != turn+1 {
						t.Fatalf("%+v, tile %+v: turn %d does rows %v, columns %v, where %d are done in row %d, column %d", in, s.tile, turn, rows, columns, n, y, x)
					}
				}
			}
			for y := rows[0]; y < rows[1]; y++ {
				for x := columns[0]; x < columns[1]; x++ {
					done[y*in.columns+x]++
				}
			}
			return 0
		}
		if s.tile.columns < in.columns {
			tiles++
		}
		for left := times; left > 0; left -= s.tile.turns {
			s.tile.turns = min(s.tile.turns, left)
			s.bands = in.bands(s.tile.turns)
			if s.bands > 1 && s.tile.turns > 1 {
				bands++
			}
			for _, gaps := range []bool{false, true} {
				n := s.bands
				if gaps {
					n--
				}
				for _, k := range r.Perm(int(n)) {
					from, to := s.band(int64(k), gaps)
					s.wave(from, to, each)
				}
			}
			s.first += s.tile.turns
		}
		if slices.Min(done) != int(times) || slices.Max(done) != int(times) {
			t.Fatalf("%+v, tile %+v: %d to %d turns, not %d", in, s.tile, slices.Min(done), slices.Max(done), times)
		}
	}
	if bands < 50 || tiles < 50 {
		t.Errorf("only %d sweeps in bands, and %d in tiles of columns", bands, tiles)
	}
}

// TestSweepsTile: tiles fit the cache, rows are taken apart where only that lets several turns share it, and the last turns are no rest.
func TestSweepsTile(t *testing.T) {
	const cache = 1 << 20
	for _, c := range []struct {
		in    space
		times int64
		want  tile
	}{
		{space{rows: 4096, columns: 1, reach: 1, across: -1, bytes: 65536, unit: 1}, 100, tile{13, 1, 1}},
		{space{rows: 4096, columns: 1, reach: 1, across: -1, bytes: 65536, unit: 1}, 16, tile{8, 1, 1}},
		{space{rows: 4096, columns: 1, reach: 1, across: -1, bytes: cache, unit: 1}, 16, tile{1, 1, 1}},
		{space{rows: 4096, columns: 1, reach: 1, across: -1, bytes: 100, unit: 3}, 16, tile{16, 165, 1}},
		{space{rows: 318, columns: 318, reach: 1, across: 1, bytes: 5120, unit: 1}, 24, tile{6, 1, 14}},
		{space{rows: 318, columns: 318, reach: 1, across: -1, bytes: 5120, unit: 1}, 24, tile{1, 1, 318}},
		{space{rows: 300, columns: 10, reach: 0, across: 0, bytes: 5120, unit: 1}, 24, tile{12, 1, 10}},
	} {
		if got := c.in.tile(c.times, cache, 0); got != c.want {
			t.Errorf("%+v, %d times: %+v, not %+v", c.in, c.times, got, c.want)
		}
	}
}

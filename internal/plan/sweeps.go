package plan

import (
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// sweeps is a number of range kernels that take turns, as the steps of a simulation do. Several turns are taken in one sweep over the memory: of a tile of rows, and of
// columns where rows are long, each turn follows the one before as closely as it may, so that the second finds in the cache what the first has left there (skewed
// tiles: Wonnacott, "Using Time Skewing to Eliminate Idle Time due to Memory Bandwidth and Network Limitations", IPDPS 2000). Threads take bands of rows, of which
// each turn does fewer on either side, by as many as turns reach, and then the gaps between these (split tiling: Krishnamoorthy et al., "Effective Automatic
// Parallelization of Stencil Computations", PLDI 2007; Grosser et al., "Split Tiling for GPUs", GPGPU-6, 2013). docs/ir.md has the meaning of the operands.
type sweeps struct {
	times, reach, across, bytes int32 // words
	cache, steps, wanted        int64
	turns                       []turn
	params                      int // words of all turns' parameter blocks
}

// turn is a kernel of these.
type turn struct {
	*call
	n, per, columns, unit int32 // words
	row, column           int32
	step                  int64 // of those that the turns are
	block                 int   // where its parameters begin among all
	stepped               []stepped
}

// stepped is a parameter that has a value of its own in each step, an element of a slice.
type stepped struct {
	word int   // of the parameters
	ptr  int32 // slot
	typ  *ir.Type
}

// sweeps compiles the op.
func (c *compiler) sweeps(o *ir.Op) {
	word := func(i int) int32 { return c.use(o.Args[i]).word }
	x := &sweeps{times: word(0), reach: word(1), across: word(2), bytes: word(3), cache: o.Ints[0], steps: o.Ints[1], wanted: o.Ints[2]}
	for _, in := range o.Regions[0].Ops {
		if in.Kind != ir.OpTurn {
			continue
		}
		a := in.Args
		word := func(i int) int32 { return c.use(a[i]).word }
		t := turn{n: word(0), per: word(1), columns: word(2), unit: word(3), row: word(4), column: word(5), step: in.Ints[0], block: x.params}
		args := a[6:]
		t.call = c.callOf(in, args)
		at := 0
		for i, p := range t.kernel.Params {
			switch {
			case p.Kind == ir.Slice:
				at += 2
			case args[i].Type.Kind == ir.Slice:
				t.stepped = append(t.stepped, stepped{t.block + at, c.use(args[i]).ptr, p})
			}
			at++
		}
		x.turns = append(x.turns, t)
		x.params += t.fail + FailWords
	}
	c.p.block = max(c.p.block, x.params)
	c.p.sweeps = append(c.p.sweeps, x)
	c.emit(step{op: opSweeps, imm: int64(len(c.p.sweeps) - 1)})
}

// space is what the turns go through: rows of columns. What one turn does in a row and a column may touch what another does up to reach rows and across columns
// further on, or before.
type space struct {
	rows, columns int64
	reach, across int64 // across < 0: as many as there are
	bytes         int64 // of a column of a row
	unit          int64 // rows that are best done together
}

// tile is how many turns are taken in a sweep, and how many rows and columns of each at a time.
type tile struct{ turns, rows, columns int64 }

const (
	mostTurns  = 16 // in a sweep: memory is no limit by then
	leastPiece = 64 // the cache holds as many of the pieces between which kernels are called
)

// tile chooses the tile for which the least memory is touched for each turn, of those that fit the cache; of those with so many turns, if some are wanted.
func (s space) tile(times, cache, wanted int64) tile {
	best, least := tile{max(wanted, 1), s.strip(s.columns, cache), s.columns}, 1.0
	first, last := int64(2), min(times, mostTurns)
	if wanted > 0 {
		first, last = wanted, wanted
	}
	try := func(t tile, cost float64) {
		if cost += 0.002 * float64(t.turns); t.columns > 0 && cost < least {
			best, least = t, cost
		}
	}
	for turns := first; turns <= last; turns++ {
		if strip := s.strip(s.columns, cache); ((turns+1)*s.reach+strip)*s.columns*s.bytes <= cache {
			try(tile{turns, strip, s.columns}, 1/float64(turns))
		}
		if s.across < 0 {
			continue
		}
		edge := (turns + 1) * s.across // is there for two tiles
		columns := min(cache/(((turns+1)*s.reach+s.unit)*max(s.bytes, 1))-edge, s.columns)
		if columns > edge/2 {
			try(tile{turns, s.unit, columns}, (1+float64(edge)/float64(columns))/float64(turns))
		}
	}
	sweeps := (times + best.turns - 1) / best.turns
	best.turns = (times + sweeps - 1) / sweeps
	return best
}

// strip is how many rows of so many columns are done at a time: they are worth a call.
func (s space) strip(columns, cache int64) int64 {
	return roundUp(cache/leastPiece/max(columns*s.bytes, 1), s.unit)
}

// bands is how many bands of rows threads share: each is wider than what its neighbours leave to the gaps.
func (s space) bands(turns int64) int64 {
	if rt.Threads() == 1 {
		return 1
	}
	return max(min(s.rows/(4*turns*max(s.reach, 1)), int64(4*rt.Threads())), 1)
}

// sweep is one that is going on.
type sweep struct {
	of    *sweeps
	in    space
	tile  tile
	first int64 // turn
	bands int64
}

// sweeps runs them.
func (f *Frame) sweeps(x *sweeps) {
	w := f.words
	times := int64(w[x.times])
	f.sweep = sweep{of: x, in: space{reach: int64(w[x.reach]), across: int64(w[x.across]), bytes: int64(w[x.bytes]), unit: 1}}
	s := &f.sweep
	for k := range x.turns {
		t := &x.turns[k]
		t.kernel.ready()
		f.packAt(t.block, t.params)
		rows, columns := t.extents(w)
		s.in.rows, s.in.columns, s.in.unit = max(s.in.rows, int64(w[t.row])+rows), max(s.in.columns, int64(w[t.column])+columns), max(s.in.unit, int64(w[t.unit]))
	}
	if s.in.rows == 0 {
		return
	}
	turns := (x.wanted*int64(len(x.turns)) + x.steps - 1) / x.steps
	s.tile = s.in.tile(times, x.cache, min(turns, times))
	for left := times; left > 0; left -= s.tile.turns {
		s.tile.turns = min(s.tile.turns, left)
		s.bands = s.in.bands(s.tile.turns)
		for _, n := range []int64{s.bands, s.bands - 1} {
			f.gaps = n < s.bands
			if status, _, _ := rt.For(n, 1, 1, f.sweepBody); status != 0 { // the guard has made sure that no check fails
				panic("hone: internal error: a check failed in sweeps")
			}
		}
		s.first += s.tile.turns
	}
	f.sweep = sweep{}
}

// extents are the numbers of rows and columns of a turn.
func (t *turn) extents(w []uint64) (rows, columns int64) {
	n, columns := int64(w[t.n]), int64(w[t.columns])
	row := int64(w[t.per]) * columns
	return (n + row - 1) / row, columns
}

// part does its part of the sweep in bands lo to hi, or in the gaps behind them.
func (f *Frame) part(lo, hi int64) (status int64) {
	s := &f.sweep
	m := bandMemories.Get().(*bandMemory)
	if len(m.params) < s.of.params {
		m.params = make([]uint64, s.of.params)
	}
	copy(m.params, f.block[:s.of.params])
	for k := lo; k < hi && status == 0; k++ {
		from, to := s.band(k, f.gaps)
		status = s.wave(from, to, func(turn int, rows, columns [2]int64) int64 {
			t := &s.of.turns[turn%len(s.of.turns)]
			t.at(f, m.params, int64(turn/len(s.of.turns))*s.of.steps+t.step)
			return t.piece(m.params, f.words, rows, columns)
		})
	}
	bandMemories.Put(m)
	return status
}

// band gives the borders of a band, or of the gap behind it.
func (s *sweep) band(k int64, gap bool) (from, to slope) {
	border := func(k int64) int64 { return s.in.rows * k / s.bands }
	if gap {
		return slope{border(k + 1), -s.in.reach}, slope{border(k + 1), s.in.reach}
	}
	from, to = slope{border(k), s.in.reach}, slope{border(k + 1), -s.in.reach}
	if k == 0 {
		from.by = 0
	}
	if k == s.bands-1 {
		to.by = 0
	}
	return from, to
}

// slope is a border that moves from turn to turn.
type slope struct{ at, by int64 }

func (b slope) of(turn int64) int64 { return b.at + turn*b.by }

// wave takes the turns of a sweep for the rows from one slope to another, tile by tile: each turn is done as many rows and columns behind the one before it as it
// may touch of what that does.
func (s *sweep) wave(from, to slope, piece func(turn int, rows, columns [2]int64) int64) int64 {
	last := s.tile.turns - 1
	across := max(s.in.across, 0)
	begin := min(from.at, from.of(last)+last*s.in.reach)
	end := max(to.at, to.of(last)+last*s.in.reach)
	for q := int64(0); q < s.in.columns+last*across; q += s.tile.columns {
		for p := begin; p < end; p += s.tile.rows {
			for k := range s.tile.turns {
				rows := [2]int64{max(from.of(k), p-k*s.in.reach), min(to.of(k), p+s.tile.rows-k*s.in.reach)}
				columns := [2]int64{max(0, q-k*across), min(s.in.columns, q+s.tile.columns-k*across)}
				if rows[0] >= rows[1] || columns[0] >= columns[1] {
					continue
				}
				if status := piece(int(s.first+k), rows, columns); status != 0 {
					return status
				}
			}
		}
	}
	return 0
}

// at gives the parameters of a turn the values that they have in a step.
func (t *turn) at(f *Frame, params []uint64, step int64) {
	for _, p := range t.stepped {
		params[p.word] = readWord(unsafe.Add(f.ptrs[p.ptr], step*int64(p.typ.Size())), p.typ)
	}
}

// readWord is a scalar in memory as kernels are given it.
func readWord(p unsafe.Pointer, t *ir.Type) uint64 {
	switch howFor(t) {
	case asI8:
		return uint64(*(*int8)(p))
	case asI16:
		return uint64(*(*int16)(p))
	case asI32:
		return uint64(*(*int32)(p))
	case asByte:
		return uint64(*(*uint8)(p))
	case asU16:
		return uint64(*(*uint16)(p))
	case asU32:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

// piece does rows and columns of a turn, as far as it has such.
func (t *turn) piece(params, w []uint64, rows, columns [2]int64) (status int64) {
	n, per := int64(w[t.n]), int64(w[t.per])
	height, width := t.extents(w)
	row, column := int64(w[t.row]), int64(w[t.column])
	lo, hi := min(max(rows[0]-row, 0), height), min(max(rows[1]-row, 0), height)
	left, right := min(max(columns[0]-column, 0), width), min(max(columns[1]-column, 0), width)
	if left == right || lo == hi {
		return 0
	}
	if left == 0 && right == width { // whole rows lie side by side
		left, right, lo, hi = lo*width, hi*width, 0, min(hi-lo, 1)
	}
	block := unsafe.Pointer(unsafe.SliceData(params[t.block:]))
	var stack *rt.Stack
	for ; lo < hi && status == 0; lo++ {
		status = t.kernel.invoke(block, min((lo*width+left)*per, n), min((lo*width+right)*per, n), false, &stack)
	}
	return status
}

package simd

import "github.com/hone-go/hone/internal/ir"

// AVX2 has no instruction that takes even or odd elements out of two registers in order: it shuffles inside of 16 bytes, and moves halves. Rows of a power of two columns are transposed
// with one move of halves for each register, and after that inside of 16 bytes: three instructions for a column of 32 bits, two for one of 64. (Parting even and odd ones takes two
// instructions for each of two to four steps.)

// transposes reports columns that are to be had so: for one alone it would be more.
func (e *emitter) transposes(x *interleaving, wanted []bool) bool {
	n := 0
	for _, w := range wanted {
		if w {
			n++
		}
	}
	return e.opt.Machine.RegisterBytes == 32 && x.lanes*int(x.unit) == 32 && x.unit >= 4 && x.row >= 4 && isPowerOfTwo(x.row) && !x.down && n > 1
}

// transpose fills in the columns that are wanted.
func (e *emitter) transpose(x *interleaving, registers []*ir.Value, wanted []bool, out []*ir.Value) {
	t := &transposition{e, x, registers, map[[3]int]*ir.Value{}}
	for c := range wanted {
		if wanted[c] {
			out[c] = t.column(c)
		}
	}
}

// transposition makes what it needs once. Of a row, a piece is what half a register holds of it; the register of piece q has in its upper half the piece of the row that is half the
// lanes farther on.
type transposition struct {
	e         *emitter
	x         *interleaving
	registers []*ir.Value
	made      map[[3]int]*ir.Value
}

func (t *transposition) once(key [3]int, make func() *ir.Value) *ir.Value {
	if t.made[key] == nil {
		t.made[key] = make()
	}
	return t.made[key]
}

// pieces is the register with piece q of all.
func (t *transposition) pieces(q int) *ir.Value {
	return t.once([3]int{q, 0, 0}, func() *ir.Value {
		per := t.x.lanes / 2
		p := t.x.pattern(func(i int) int { return i/per*t.x.lanes + q%2*per + i%per })
		return t.e.shuffle(p, t.registers[q/2], t.registers[q/2+len(t.registers)/2])
	})
}

// column gives a column out of its rows: elements of 32 bits from four pieces, of 64 bits from two.
func (t *transposition) column(c int) *ir.Value {
	per := t.x.lanes / 2
	group, inRow := c/per, t.x.row/per
	piece := func(row int) *ir.Value { return t.pieces(row*inRow + group) }
	if per == 2 {
		return t.e.unpack(per, piece(0), piece(1), c%2)
	}
	upper := c % 4 / 2
	pair := func(row int) *ir.Value {
		return t.once([3]int{group, row, 1 + upper}, func() *ir.Value { return t.e.unpack(per, piece(row), piece(row+2), upper) })
	}
	return t.e.unpack(per, pair(0), pair(1), c%2)
}

package simd

import (
	"math/bits"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// Where each lane has a row of its own, neighbours in the rows are loaded 16 bytes (or as many as a vector has) at a time, a piece of each row, and transposed inside of these: four loads and two
// shuffles for a column of sixteen 32-bit numbers, where a gather loads all sixteen. (The halving shuffles are those of a matrix transposition by perfect shuffles: Stone, "Parallel
// processing with the perfect shuffle", IEEE Transactions on Computers, 1971.)

// maxPiece is how many bytes are loaded of a row at a time at most: of that all registers can be put together without shuffles across them.
const maxPiece = 16

// InPiece is how many elements of so many bytes are loaded of a row at a time, where a register has so many lanes.
func InPiece(size, lanes int) int { return min(maxPiece/size, lanes) }

// rowLoads are loads of neighbours in the rows of lanes.
type rowLoads struct {
	index   linear   // of the first
	members []*ir.Op // by their places
	vals    []*ir.Value
	open    bool // more may come
}

// findRows finds loads of neighbours in the same straight-line code, all of a piece: s.rows has them. A register has so many lanes.
func (s *shapes) findRows(r *ir.Region, lanes int) {
	var found []*rowLoads
	for _, o := range r.Ops {
		switch {
		case o.Kind == ir.OpLoad && s.inRows(o):
			found = s.addToRows(found, o, lanes)
		case o.Kind.Has(ir.Writes), o.Kind.Has(ir.Check), len(o.Regions) > 0:
			for _, g := range found {
				g.open = false
			}
		}
		for _, in := range o.Regions {
			s.findRows(in, lanes)
		}
	}
	for _, g := range found {
		if n := len(g.members); n == cap(g.members) && n > 1 {
			for _, o := range g.members {
				s.rows[o] = g
			}
		}
	}
}

// inRows reports a load of numbers at places of which nobody knows here how far they are apart.
func (s *shapes) inRows(o *ir.Op) bool {
	t := o.Results[0].Type
	return t.IsScalar() && t != ir.TBool && t.Size() < maxPiece && len(o.Ints) == 0 && o.Args[0].Type.Elem == t &&
		!s.Private(o.Args[0]) && s.Of(o.Args[0]).IsUniform() && s.Of(o.Args[1]).Varying && isWide(o.Args[1].Type)
}

// addToRows adds a load to the group that waits for it, or begins one.
func (s *shapes) addToRows(found []*rowLoads, o *ir.Op, lanes int) []*rowLoads {
	at := linearOf(o.Args[1])
	for _, g := range found {
		if first := g.members[0]; g.open && first.Args[0] == o.Args[0] && first.Results[0].Type == o.Results[0].Type && g.index.sameTerms(&at) {
			if at.konst == g.index.konst+int64(len(g.members)) && len(g.members) < cap(g.members) {
				g.members = append(g.members, o)
				return found
			}
		}
	}
	return append(found, &rowLoads{index: at, members: append(make([]*ir.Op, 0, InPiece(o.Results[0].Type.Size(), lanes)), o), open: true})
}

// rowLoad gives what a member loads; the first loads all. It is nil if lanes are not at even steps, or other lanes are on than the first of a tail: each is loaded for itself then.
func (e *emitter) rowLoad(o *ir.Op) *ir.Value {
	if e.lanes == nil || e.sh.rows[o] == nil {
		return nil
	}
	g := e.sh.rows[o]
	if o == g.members[0] {
		g.vals = e.columns(g)
	}
	if g.vals == nil {
		return nil
	}
	return g.vals[slices.Index(g.members, o)]
}

// columns loads the pieces of all lanes, and transposes them.
func (e *emitter) columns(g *rowLoads) []*ir.Value {
	o := g.members[0]
	m := e.mask()
	if m != nil && (e.lanes.tail.mask != m || e.mayBeEmpty()) {
		return nil
	}
	at, ok := e.evenOffset(o)
	if !ok {
		return nil
	}
	t := e.vec(o.Results[0].Type)
	width := len(g.members)
	base := e.addU(e.slice(o.Args[0]).ptr.u, at.first)
	registers := make([]*ir.Value, width)
	for k := range registers { // register k has the rows k, k+width, ...
		row, args := e.b.Int(int64(k)), []*ir.Value{nil, e.scaled(at.step, int64(width))}
		if m != nil {
			row = e.b.Binary(ir.OpMin, row, e.b.Binary(ir.OpSub, e.lanes.tail.left, e.b.Int(1)))
			args = append(args, e.places(k, width))
		}
		args[0] = e.addU(base, e.b.Binary(ir.OpMul, at.step, row))
		l := e.b.Op(ir.OpGather, args, t)
		l.Ints = []int64{1, 0, int64(width)}
		registers[k] = l.Result()
	}
	e.noteOnce(o, "%d loads of neighbours in the row of each lane: pieces of %d bytes, transposed", width, width*o.Results[0].Type.Size())
	return e.perfectShuffles(registers)
}

// places is how many of the rows k, k+width, ... there are among those that are left; at least one.
func (e *emitter) places(k, width int) *ir.Value {
	n := e.b.Binary(ir.OpAdd, e.lanes.tail.left, e.b.Int(int64(width-1-k)))
	n = e.b.Binary(ir.OpShr, n, e.b.Const(ir.TU64, uint64(bits.TrailingZeros(uint(width)))))
	return e.b.Binary(ir.OpMax, n, e.b.Int(1))
}

// perfectShuffles transposes the elements of as many registers as there are in 16 bytes, in each 16 bytes.
func (e *emitter) perfectShuffles(x []*ir.Value) []*ir.Value {
	per := len(x)
	for n := per; n > 1; n /= 2 {
		next := make([]*ir.Value, per)
		for i := range per / 2 {
			next[2*i] = e.unpack(per, x[i], x[i+per/2], 0)
			next[2*i+1] = e.unpack(per, x[i], x[i+per/2], 1)
		}
		x = next
	}
	return x
}

// unpack has elements of a and b take turns inside of groups of so many: those of the lower or the upper half of each group.
func (e *emitter) unpack(per int, a, b *ir.Value, upper int) *ir.Value {
	p := make([]int64, e.kernel.Lanes)
	for i := range p {
		p[i] = int64(i%2*len(p) + i/per*per + upper*per/2 + i%per/2)
	}
	return e.shuffle(p, a, b)
}

package x86

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// Numbers of several words: a sum of two words and a carry, and the carry that it leaves, are one ADC (SBB for differences). Where the next word
// follows with nothing between that changes the flags, the carry doesn't leave them.

// wordSum is x + y + c or x - y - c; c is nil for the lowest word. As a key, what can be exchanged is in the order of its numbers.
type wordSum struct {
	kind    ir.OpKind // add or sub
	x, y, c *ir.Value
}

func (w wordSum) key() wordSum {
	swap := func(a, b **ir.Value) {
		if *b == nil || *a != nil && (*a).ID > (*b).ID {
			*a, *b = *b, *a
		}
	}
	swap(&w.y, &w.c)
	if w.kind == ir.OpAdd {
		swap(&w.x, &w.y)
		swap(&w.y, &w.c)
	}
	return w
}

// carrying is what one instruction computes: the sum, the carry for the next word, or both.
type carrying struct {
	wordSum
	sum, out *ir.Op
}

// flagged is a carry that is in the flags.
type flagged struct {
	v     *ir.Value
	block *block
	at    int // what has been emitted since may have changed the flags
}

func isCarry(v *ir.Value) bool {
	return v.Def != nil && (v.Def.Kind == ir.OpCarry || v.Def.Kind == ir.OpBorrow)
}

// findCarries finds the sums that go with carries.
func (s *selector) findCarries(r *ir.Region) {
	var found map[wordSum]*carrying
	for _, o := range r.Ops {
		for _, in := range o.Regions {
			s.findCarries(in)
		}
		if o.Kind != ir.OpCarry && o.Kind != ir.OpBorrow {
			continue
		}
		w := wordSum{ir.OpAdd, o.Args[0], o.Args[1], o.Args[2]}
		if o.Kind == ir.OpBorrow {
			w.kind = ir.OpSub
		}
		if c, ok := w.c.IsConst(); ok && c == 0 {
			w.c = nil
		}
		if found == nil {
			found = map[wordSum]*carrying{}
		}
		found[w.key()] = &carrying{wordSum: w, out: o}
		s.carryings[o] = found[w.key()]
	}
	for _, o := range r.Ops {
		if (o.Kind == ir.OpAdd || o.Kind == ir.OpSub) && (o.Results[0].Type == ir.TU64 || o.Results[0].Type == ir.TU32) {
			s.sumWithCarry(o, found)
		}
	}
}

// sumWithCarry notes a sum that goes with a carry among those that were found, or takes one in.
func (s *selector) sumWithCarry(o *ir.Op, found map[wordSum]*carrying) {
	p, q := o.Args[0], o.Args[1]
	ways := []struct {
		w     wordSum
		inner *ir.Value // summed up first
	}{{w: wordSum{o.Kind, p, q, nil}}}
	if d := p.Def; d != nil && d.Kind == o.Kind && d.Parent == o.Parent {
		ways = append(ways, ways[0])
		ways[1].w, ways[1].inner = wordSum{o.Kind, d.Args[0], d.Args[1], q}, p
	}
	if d := q.Def; d != nil && d.Kind == ir.OpAdd && d.Parent == o.Parent {
		ways = append(ways, ways[0])
		ways[len(ways)-1].w, ways[len(ways)-1].inner = wordSum{o.Kind, p, d.Args[0], d.Args[1]}, q
	}
	for _, way := range ways {
		var cut []*ir.Op
		var terms [3]term
		for i, v := range []**ir.Value{&way.w.x, &way.w.y, &way.w.c} {
			terms[i].v = *v
			if c := cutOff(*v); c != nil {
				terms[i] = term{c, true}
				if s.users[(*v).ID].n == 1 && (*v).Def.Parent == o.Parent {
					cut = append(cut, (*v).Def)
				}
				*v = c
			}
		}
		g := found[way.w.key()]
		alone := way.inner != nil && s.users[way.inner.ID].n == 1
		if g == nil && alone {
			g = way.w.last()
		}
		if g == nil || g.sum != nil || !g.adds(terms) {
			continue
		}
		g.sum = o
		s.carryings[o] = g
		if alone {
			cut = append(cut, way.inner.Def)
		}
		for _, c := range cut {
			s.cover(c)
		}
		return
	}
}

// cutOff is v if x is min(v, 1), which is how a sum takes in a carry.
func cutOff(x *ir.Value) *ir.Value {
	if x == nil || x.Def == nil || x.Def.Kind != ir.OpMin {
		return nil
	}
	if bits, ok := x.Def.Args[1].IsConst(); !ok || bits != 1 {
		return nil
	}
	return x.Def.Args[0]
}

// term is what a sum adds: a value, or cut off, whether it is anything but 0.
type term struct {
	v   *ir.Value
	cut bool
}

// asWord reports that the term is all of v.
func (t term) asWord(v *ir.Value) bool { return t.v == v && (!t.cut || isBit(v)) }

// asCarry reports that the term is whether v is anything but 0.
func (t term) asCarry(v *ir.Value) bool { return t.v == v && (t.cut || v == nil || isBit(v)) }

// isBit reports a value that is 0 or 1.
func isBit(v *ir.Value) bool {
	bits, ok := v.IsConst()
	return isCarry(v) || ok && bits <= 1
}

// adds reports that the sum of these is that of two words and a carry: of the same value, one may be meant as a word and one as a carry.
func (w wordSum) adds(ts [3]term) bool {
	orders := [][3]int{{0, 1, 2}, {0, 2, 1}}
	if w.kind == ir.OpAdd {
		orders = append(orders, [][3]int{{1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}...)
	}
	for _, at := range orders {
		if ts[at[0]].asWord(w.x) && ts[at[1]].asWord(w.y) && ts[at[2]].asCarry(w.c) {
			return true
		}
	}
	return false
}

// last is a sum that takes a carry in and leaves none; nil if it is none.
func (w wordSum) last() *carrying {
	switch {
	case isCarry(w.c):
	case isCarry(w.y):
		w.y, w.c = w.c, w.y
	case w.kind == ir.OpAdd && isCarry(w.x):
		w.x, w.c = w.c, w.x
	default:
		return nil
	}
	return &carrying{wordSum: w}
}

// withCarry lowers a sum that goes with carries, and reports whether o was part of one.
func (s *selector) withCarry(o *ir.Op) bool {
	g := s.carryings[o]
	if g == nil {
		return false
	}
	if s.ops[o.ID].done {
		s.ops[o.ID].done = false
		return true
	}
	for _, other := range []*ir.Op{g.sum, g.out} {
		if other != nil && other != o {
			s.ops[other.ID].done = true
		}
	}
	s.add(g)
	return true
}

// add emits a sum with its carries.
func (s *selector) add(g *carrying) {
	ops := [2]asm.Op{asm.ADD, asm.ADC}
	if g.kind == ir.OpSub {
		ops = [2]asm.Op{asm.SUB, asm.SBB}
	}
	x, y := g.x, g.y
	if _, ok := x.IsConst(); ok && g.kind == ir.OpAdd {
		x, y = y, x
	}
	size := uint8(x.Type.Size())
	a, b, zero, op := s.get(x), s.operand(y), vreg(0), ops[0]
	if g.out != nil {
		zero = s.intConst(0)
	}
	if g.c != nil {
		op = ops[1]
		s.carryIn(g.c)
	}
	d := s.gop2(op, size, a, b)
	if g.sum != nil {
		s.set(g.sum.Results[0], d)
	}
	if g.out == nil {
		return
	}
	s.last().flags = true
	// Whoever needs the carry in a register finds it there; where nobody does, this is taken out again. It changes no flags.
	out := s.gpr()
	s.emit(inst{op: asm.SETcc(asm.Cond(ccB)), size: 1, tie: tieSrc, args: [5]arg{rg(out), rg(zero)}})
	s.set(g.out.Results[0], out)
	s.flagged = flagged{g.out.Results[0], s.b, len(s.emitted)}
}

// carryIn puts a carry into the flags, where it may be still.
func (s *selector) carryIn(c *ir.Value) {
	if s.isFlagged(c) {
		return
	}
	in, zero := s.get(c), s.intConst(0)
	s.emit(inst{op: asm.CMP, size: uint8(c.Type.Size()), role: roleUse, args: [5]arg{rg(zero), rg(in)}})
}

// isFlagged reports whether the carry flag is v.
func (s *selector) isFlagged(v *ir.Value) bool {
	if v == nil || s.flagged.v != v || s.flagged.block != s.b {
		return false
	}
	for i := s.flagged.at; i < len(s.emitted); i++ {
		if !s.emitted[i].keepsFlags() {
			return false
		}
	}
	return true
}

// addFlag is a sum or difference of x and a carry that is in the flags; 0 if it is in none.
func (s *selector) addFlag(o *ir.Op, size uint8) vreg {
	x, c := o.Args[0], o.Args[1]
	if o.Kind == ir.OpAdd && isCarry(x) {
		x, c = c, x
	}
	if !isCarry(c) || size != uint8(c.Type.Size()) || !s.isFlagged(c) {
		return 0
	}
	a := s.get(x)
	if !s.isFlagged(c) {
		return 0
	}
	op := asm.ADC
	if o.Kind == ir.OpSub {
		op = asm.SBB
	}
	return s.gop2(op, size, a, im(0))
}

// keepsFlags reports an instruction known to leave the flags alone. What stands for constants, and what the register allocator adds, are moves.
func (in *inst) keepsFlags() bool {
	switch in.op {
	case asm.MOV, asm.MOVZXB, asm.MOVZXW, asm.MOVSXB, asm.MOVSXW, asm.MOVSXD, asm.LEA, asm.NOT, asm.BSWAP, asm.SHLX, asm.SHRX, asm.SARX, asm.RORX,
		opCopy, opRemat, opNop:
		return true
	}
	return asm.SETO <= in.op && in.op <= asm.CMOVG
}

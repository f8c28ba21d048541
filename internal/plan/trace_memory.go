package plan

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/ir"
)

// floatSteps are what steps of their own do with float64, from opAddF on.
var floatSteps = [...]scalarOp{
	{ir.OpAdd, ir.TF64, ir.TF64}, {ir.OpSub, ir.TF64, ir.TF64}, {ir.OpMul, ir.TF64, ir.TF64}, {ir.OpDiv, ir.TF64, ir.TF64},
}

// check adds a guard for a check: the program itself makes panics.
func (x *tracer) check(st *step, s *state) bool {
	a, b := x.word(s, st.a), symbol{}
	if st.op != opCheckPanic && st.op != opCheckDiv && st.op != opCheckShift && st.op != opCheckMake {
		b = x.word(s, st.b)
	}
	switch st.op {
	case opCheckPanic:
		return x.holds(a)
	case opCheckDiv:
		return x.holds(x.binary(opNe, a, constant(0)))
	case opCheckShift:
		if st.imm != 0 {
			return false
		}
		return x.holds(x.binary(opLe, constant(0), a))
	case opCheckMake:
		return x.holds(x.binary(opBelow, a, constant(ir.MaxMake+1)))
	case opCheckSlice:
		n := x.word(s, st.c)
		return x.upTo(a, b) && x.upTo(b, n) && (st.sub != 2 || x.upTo(n, x.word(s, st.d)))
	}
	return x.holds(x.binary(opBelow, a, b))
}

// upTo adds a guard that a is at most b, unsigned.
func (x *tracer) upTo(a, b symbol) bool { return !x.dirty && x.assume(x.binary(opBelow, b, a), false) }

// memory follows a step that has to do with memory.
func (x *tracer) memory(st *step, s *state) bool {
	switch st.op {
	case opScratch:
		return x.scratch(st, s)
	case opMake, opMakeAsIs:
		return x.make(st, s)
	case opIsNil:
		s.words[st.dst] = x.binary(opEq, s.ptrs[st.a], constant(0))
	case opLoad:
		w, ok := x.fetch(st, s, 0, kindOf(st.sub))
		s.words[st.dst] = w
		return ok
	case opLoadSlice:
		ptr, okP := x.fetch(st, s, 0, loadWord)
		n, okN := x.fetch(st, s, 8, loadWord)
		c, okC := x.fetch(st, s, 16, loadWord)
		s.ptrs[st.c], s.words[st.dst], s.words[st.dst+1] = ptr, n, c
		return okP && okN && okC && x.narrow(n, span{0, math.MaxInt64}) && x.narrow(c, span{0, math.MaxInt64})
	case opSlice:
		lo := x.word(s, st.d)
		n, c := x.binary(opSub, x.word(s, st.e), lo), x.binary(opSub, x.word(s, st.f), lo)
		by := x.binary(opMul, lo, constant(uint64(st.imm)))
		if !by.constant() || by.w.bits != 0 { // as in Go: no pointer to behind an object
			by = x.lazily(expr{op: opSelect, a: c, b: by, c: constant(0)})
		}
		s.ptrs[st.b], s.words[st.dst], s.words[st.dst+1] = x.binary(opAdd, s.ptrs[st.c], by), n, c
	}
	return true
}

// scratch has a word or a few of the room be scratch memory: those of which it isn't known how long they are hold something for each block, of which there is one.
func (x *tracer) scratch(st *step, s *state) bool {
	n := x.word(s, st.a)
	if !n.constant() {
		if !x.blocks(n) || !x.holds(x.binary(opEq, n, constant(1))) {
			return false
		}
		n = constant(1)
	}
	words := (n.w.bits*uint64(st.imm) + 7) / 8
	if n.w.bits > fewWords || words > fewWords {
		return false
	}
	s.ptrs[st.b] = symbol{kind: known, w: wordOf{from: addressWord, base: scratchBase, offset: 8 * uintptr(x.words)}}
	s.words[st.dst], s.words[st.dst+1] = n, n
	x.words += int(max(words, 1))
	return true
}

// blocks reports whether n looks like a number of blocks: it is that of something else, divided by much.
func (x *tracer) blocks(n symbol) bool {
	if n.kind != lazy {
		return false
	}
	switch e := &x.exprs[n.expr]; {
	case e.op == opScalar2 && e.scalar.kind == ir.OpShr:
		return e.b.constant() && e.b.w.bits > 6
	case e.op == opDiv:
		return e.b.constant() && e.b.w.bits > 64
	}
	return false
}

// make has Go make a slice, which has to be among the results: there the collector knows of it.
func (x *tracer) make(st *step, s *state) bool {
	most := uint64(ir.MaxMake)
	if st.imm > 0 {
		most /= uint64(st.imm)
	}
	n := x.word(s, st.a)
	if !x.holds(x.binary(opBelow, n, constant(most+1))) {
		return false
	}
	w, ok := x.need(n)
	s.ptrs[st.b] = symbol{kind: known, w: wordOf{from: loadWord, base: madeBase, offset: 8 * uintptr(len(x.made))}}
	s.words[st.dst], s.words[st.dst+1] = n, n
	x.ops = append(x.ops, traceOp{do: makes, op: st.op, a: w, imm: st.imm, dst: len(x.made)})
	x.made = append(x.made, 0)
	return ok
}

// fetch loads a word: now, as it may be another one later.
func (x *tracer) fetch(st *step, s *state, more int64, as wordKind) (symbol, bool) {
	ptr, okP := x.need(s.ptrs[st.a])
	ix, okI := x.need(x.word(s, st.b))
	if !okP || !okI || st.f > 0 || st.imm+more > math.MaxInt32/2 || ix.from == constWord && int64(ix.bits) > math.MaxInt32/4/max(int64(st.d), 1) {
		return symbol{}, false
	}
	to := temporary(x.temps)
	x.ops = append(x.ops, traceOp{do: fetch, a: ptr, b: ix, imm: st.imm + more, stride: int64(st.d), as: as, dst: x.temps})
	x.temps++
	return symbol{kind: known, w: to}, true
}

// makeLate has slices made where they are first needed: what is asked before may lead another way, on which they would be made again.
func (x *tracer) makeLate() {
	var waiting, ops []traceOp
	for _, o := range x.ops {
		if o.do == makes {
			waiting = append(waiting, o)
			continue
		}
		if slices.ContainsFunc(waiting, func(m traceOp) bool { return o.needs(m.dst) }) {
			if o.call != nil {
				o.makes = waiting
			} else {
				ops = append(ops, waiting...)
			}
			waiting = nil
		}
		ops = append(ops, o)
	}
	x.ops = append(ops, waiting...)
}

// needs reports whether an op looks at the pointer to a slice that is made.
func (o *traceOp) needs(made int) bool {
	return slices.ContainsFunc(append([]wordOf{o.a, o.b, o.c}, o.ins...), func(w wordOf) bool { return w.base == madeBase && int(w.offset/8) == made })
}

package plan

import (
	"math"
	"math/bits"

	"github.com/hone-go/hone/internal/ir"
)

// What a trace assumes says something about numbers: where there are more than 32768 elements there are five blocks at the least, so that a trace that assumes
// one block is not one.

// span is what a word, as a signed number, lies between.
type span struct{ lo, hi int64 }

var (
	anything = span{math.MinInt64, math.MaxInt64}
	truth    = span{0, 1}
)

// fact is what is known of a symbol, beside what follows from what it is.
type fact struct {
	of symbol
	in span
}

func (s span) and(t span) span { return span{max(s.lo, t.lo), min(s.hi, t.hi)} }

func (s span) natural() bool { return s.lo >= 0 }

// span is what x knows of a symbol.
func (x *tracer) span(s symbol) span {
	r := anything
	switch {
	case s.constant():
		return span{int64(s.w.bits), int64(s.w.bits)}
	case s.kind == lazy:
		r = x.exprs[s.expr].span
	case s.kind == known && s.w.from >= load8 && s.w.from <= load32:
		r = span{0, 1<<(8*s.w.from.bytes()) - 1}
	}
	for _, f := range x.facts {
		if f.of == s {
			r = r.and(f.in)
		}
	}
	return r
}

// narrow adds a fact. It reports false if that can't be.
func (x *tracer) narrow(s symbol, in span) bool {
	was := x.span(s)
	if in = in.and(was); in != was && !s.constant() {
		x.facts = append(x.facts, fact{s, in})
	}
	return in.lo <= in.hi
}

// word is what a slot holds: a constant, if only one is left.
func (x *tracer) word(s *state, k int32) symbol {
	w := s.words[k]
	if w.kind == unknown || w.constant() {
		return w
	}
	if r := x.span(w); r.lo == r.hi {
		return constant(uint64(r.lo))
	}
	return w
}

// follows adds what an outcome of a comparison says. It reports false if there can't be that outcome.
func (x *tracer) follows(op opcode, a, b symbol, outcome bool) bool {
	s, t := x.span(a), x.span(b)
	switch {
	case (op == opEq) == outcome && (op == opEq || op == opNe):
		return x.narrow(a, t) && x.narrow(b, s)
	case op == opEq || op == opNe:
		return x.narrow(a, s.without(t)) && x.narrow(b, t.without(s))
	case op == opLt && outcome, op == opBelow && outcome && s.natural() && t.natural():
		return x.less(a, b, 1)
	case op == opBelow && outcome && t.natural():
		return x.narrow(a, span{0, t.hi - 1})
	case op == opLe && outcome:
		return x.less(a, b, 0)
	case op == opLt, op == opBelow && s.natural() && t.natural():
		return x.less(b, a, 0)
	case op == opLe:
		return x.less(b, a, 1)
	}
	return true
}

// less says that a+by <= b.
func (x *tracer) less(a, b symbol, by int64) bool {
	s, t := x.span(a), x.span(b)
	if t.hi < math.MinInt64+by || s.lo > math.MaxInt64-by {
		return false
	}
	return x.narrow(a, span{math.MinInt64, t.hi - by}) && x.narrow(b, span{s.lo + by, math.MaxInt64})
}

// without leaves out a number at the edge.
func (s span) without(t span) span {
	if t.lo == t.hi && t.lo == s.lo && s.lo < s.hi {
		s.lo++
	} else if t.lo == t.hi && t.lo == s.hi && s.lo < s.hi {
		s.hi--
	}
	return s
}

// spanOf is what follows from what an expression is.
func (x *tracer) spanOf(e *expr) span {
	a, b := x.span(e.a), anything
	if operands(e.op) > 1 {
		b = x.span(e.b)
	}
	switch e.op {
	case opAdd:
		if lo, hi := a.lo+b.lo, a.hi+b.hi; (lo < a.lo) == (b.lo < 0) && (hi < a.hi) == (b.hi < 0) {
			return span{lo, hi}
		}
	case opSub:
		if lo, hi := a.lo-b.hi, a.hi-b.lo; (lo > a.lo) == (b.hi < 0) && (hi > a.hi) == (b.lo < 0) {
			return span{lo, hi}
		}
	case opMul:
		if high, hi := bits.Mul64(uint64(a.hi), uint64(b.hi)); a.natural() && b.natural() && high == 0 && int64(hi) >= 0 {
			return span{a.lo * b.lo, int64(hi)}
		}
	case opDiv:
		if b.lo > 0 && b.lo == b.hi {
			return span{a.lo / b.lo, a.hi / b.lo}
		}
	case opMin:
		return span{min(a.lo, b.lo), min(a.hi, b.hi)}
	case opMax:
		return span{max(a.lo, b.lo), max(a.hi, b.hi)}
	case opAnd:
		switch {
		case a.natural() && b.natural():
			return span{0, min(a.hi, b.hi)}
		case a.natural():
			return span{0, a.hi}
		case b.natural():
			return span{0, b.hi}
		}
	case opSelect:
		c := x.span(e.c)
		return span{min(b.lo, c.lo), max(b.hi, c.hi)}
	case opLt, opLe, opEq, opNe, opBelow:
		return outcomes(e.op, a, b)
	case opScalar1, opScalar2, opScalar3:
		return e.scalar.span(a, b)
	}
	return anything
}

// outcomes are those of a comparison.
func outcomes(op opcode, a, b span) span {
	yes, no := span{1, 1}, span{0, 0}
	apart := a.hi < b.lo || b.hi < a.lo
	switch {
	case op == opBelow && !(a.natural() && b.natural()):
	case (op == opLt || op == opBelow) && a.hi < b.lo, op == opLe && a.hi <= b.lo, op == opNe && apart:
		return yes
	case (op == opLt || op == opBelow) && a.lo >= b.hi, op == opLe && a.lo > b.hi, op == opEq && apart:
		return no
	}
	return truth
}

// span is what a scalar op gives, of these operands.
func (s *scalarOp) span(a, b span) span {
	switch {
	case s.rt == ir.TBool:
		return truth
	case s.kind == ir.OpShr && b.lo == b.hi && b.natural() && (s.t == ir.TI64 || s.t == ir.TU64 && a.natural()):
		return span{a.lo >> b.lo, a.hi >> b.lo}
	}
	return anything
}

package plan

import (
	"math"
	"slices"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// Most calls of most programs go one way: a check of the lengths holds, one kernel is started, the loop whose pieces it does has one piece. That way
// is found ahead, by running the program with symbols for the arguments, and is kept as a trace: comparisons on which it depends become
// guards, what is computed of constants alone is not there any more, nor are moves. A call then needs no frame. Where a guard fails, the program
// is run as it stands: so nothing may have been stored by then, as kernels do that aren't pure. (Compare V. Bala and others, "Dynamo: a transparent dynamic
// optimization system", PLDI 2000, whose fragments are entered and left like this.)

// traceOp is one step of a trace as it is found.
type traceOp struct {
	do      traceKind
	op      opcode // of compute and guard
	want    bool   // of guard
	dst     int    // of compute: the temporary
	a, b, c wordOf
	imm     int64
	scalar  *scalarOp
	as      wordKind // of fetch
	stride  int64

	call  *call
	makes []traceOp // what has to be made first
	ins   []wordOf
	outs  []result
	once  []trips // if all are so few the kernel is over at once; nil: it isn't known
}

// trips is a number of iterations and how many there may be.
type trips struct {
	n    wordOf
	most int64
}

type traceKind uint8

const (
	compute traceKind = iota // temporary dst = op of a, b and c
	fetch                    // temporary dst = the word of kind as at pointer a, and imm and b times stride behind that
	makes                    // made slice dst = a elements of imm bytes
	guard                    // op of a and b is as wanted
	reaches                  // b steps of imm from a on lead to c
	start                    // a kernel
	piece1                   // one that does the iterations from a to b of a loop
	launch                   // a range kernel, over a iterations that cost b, and c at the most, if that is brief

	apart // of stops only: memory behind pointers does not overlap
	give  // likewise: results that are slices
	fails // likewise: error imm, of the words from dst on
)

// wordOf is where a word comes from.
type wordOf struct {
	from   wordKind
	base   uint8 // behind which pointer; 0: in the struct of all arguments
	offset uintptr
	bits   uint64
}

// Bases that are no pointers.
const (
	tempBase    = 0xff // of temporaries, whose offset is 8 times their number
	scratchBase = 0xfc // of scratch memory, of which a word or a few are enough
	madeBase    = 0xfb // of pointers to what is made, whose offset is 8 times its number: they are among the results
)

type wordKind uint8

const (
	constWord wordKind = iota
	addressWord
	loadWord // 64 bits; the others are extended to these
	load8
	load16
	load32
	load8Signed
	load16Signed
	load32Signed
)

// result is a word behind the parameters of a kernel, and the temporary that it becomes.
type result struct {
	word int
	as   wordKind
	temp int
}

const (
	traceSteps = 400 // that are tried to find a trace
	mergeSteps = 40  // of them, to see whether two ways lead to the same
	traceWords = 512 // of programs for which that is tried
)

// symbol is what a slot holds.
type symbol struct {
	kind symbolKind
	w    wordOf // of known ones
	expr int    // number of one that hasn't been computed yet
}

type symbolKind uint8

const (
	unknown symbolKind = iota
	known
	lazy // computed where it is needed
)

// expr is what a lazy symbol stands for.
type expr struct {
	op      opcode
	a, b, c symbol
	scalar  *scalarOp
	span    span
	at      int // the temporary, if it has been computed, or -1
}

// tracer looks for a trace.
type tracer struct {
	p      *Program
	b      *border.Layout
	ops    []traceOp
	outs   []output
	exprs  []expr
	facts  []fact
	temps  int
	words  int // of scratch memory
	failed []failure
	made   []uintptr // where among the results what is made goes; 0, or one more than the offset
	piece  [2]wordOf // the range of the loop's piece that comes next
	budget int
	calls  int
	dirty  bool // a kernel that stores to memory that isn't scratch has been started
}

// state is what is in the slots.
type state struct{ words, ptrs []symbol }

func (s *state) clone() *state { return &state{slices.Clone(s.words), slices.Clone(s.ptrs)} }

func constant(bits uint64) symbol {
	return symbol{kind: known, w: wordOf{from: constWord, bits: bits}}
}

func (s symbol) constant() bool { return s.kind == known && s.w.from == constWord }

// findGate gives the gate of p's trace, or nil.
func findGate(p *Program, b *border.Layout) *Gate {
	if len(b.Made) > 0 || len(p.words) > traceWords || len(p.calls) == 0 || slices.ContainsFunc(p.calls, func(x *call) bool { return len(x.arenas) > 0 }) {
		return nil
	}
	s := &state{words: make([]symbol, len(p.words)), ptrs: make([]symbol, p.ptrs)}
	for _, k := range p.constants {
		s.words[k] = constant(p.words[k])
	}
	x := &tracer{p: p, b: b, budget: traceSteps}
	x.arguments(s)
	outs, ok := x.run(0, s)
	if !ok || x.calls == 0 || !x.results(outs) {
		return nil
	}
	g, err := x.encode()
	if err != nil {
		return nil
	}
	return g
}

// arguments sets the slots of parameters.
func (x *tracer) arguments(s *state) {
	for _, l := range append(slices.Clip(x.b.Args), x.b.Behind...) {
		to := x.p.params[l.Param]
		w := wordOf{from: kindOf(l.Size), base: l.Base, offset: l.Offset}
		if !l.IsSlice() {
			s.words[to.word] = symbol{kind: known, w: w}
			continue
		}
		w.from = loadWord
		s.ptrs[to.ptr] = symbol{kind: known, w: w}
		w.offset += 8
		s.words[to.word] = x.length(w)
		if l.Size == 0 {
			w.offset += 8
		}
		s.words[to.word+1] = x.length(w) // of a string that is its length, too
	}
	for _, m := range x.b.Memory {
		to := x.p.params[m.Param]
		s.ptrs[to.ptr] = symbol{kind: known, w: wordOf{from: addressWord, base: m.Base, offset: m.Offset}}
		s.words[to.word] = constant(uint64(m.Len))
		s.words[to.word+1] = constant(uint64(m.Len))
	}
}

// length is a word that is not negative.
func (x *tracer) length(w wordOf) symbol {
	s := symbol{kind: known, w: w}
	x.narrow(s, span{0, math.MaxInt64})
	return s
}

// run goes on from a step to the end, and gives what the slots hold there.
func (x *tracer) run(pc int, s *state) (*state, bool) {
	for ; ; pc++ {
		if x.budget--; x.budget < 0 {
			return nil, false
		}
		st := &x.p.steps[pc]
		switch st.op {
		case opReturn:
			return s, true
		case opJump:
			pc = int(st.imm) - 1
		case opJumpNot:
			cond := x.word(s, st.a)
			if cond.constant() {
				if cond.w.bits == 0 {
					pc = int(st.imm) - 1
				}
				continue
			}
			if x.dirty {
				return x.both(pc, s)
			}
			if x.calls > 0 { // which result it is may be so either way, and that a loop of which all is done is left
				before := x.here()
				x.budget = min(x.budget, mergeSteps)
				outs, ok := x.both(pc, s)
				if used := min(before.budget, mergeSteps) - x.budget; ok {
					x.budget = before.budget - used
					return outs, true
				}
				x.back(&before)
				x.budget = before.budget
			}
			return x.either(pc, s)
		default:
			if !x.step(st, s) {
				return nil, false
			}
		}
	}
}

// either assumes one outcome of a condition, such that there is a trace.
func (x *tracer) either(pc int, s *state) (*state, bool) {
	st := &x.p.steps[pc]
	for _, outcome := range []bool{true, false} {
		before := x.here()
		next := pc + 1
		if !outcome {
			next = int(st.imm)
		}
		if x.assume(x.word(s, st.a), outcome) {
			if outs, ok := x.run(next, s.clone()); ok && x.calls > 0 {
				return outs, true
			}
		}
		x.back(&before)
	}
	return nil, false
}

// here is what has been found so far.
func (x *tracer) here() tracer {
	before := *x
	x.exprs = slices.Clone(x.exprs)
	return before
}

// back forgets what has been found since.
func (x *tracer) back(before *tracer) {
	budget := x.budget
	*x = *before
	x.budget = budget
}

// both goes both ways behind a kernel: they have to lead to the end with nothing to do but to choose between results.
func (x *tracer) both(pc int, s *state) (*state, bool) {
	st := &x.p.steps[pc]
	n := len(x.ops)
	one, ok := x.run(pc+1, s.clone())
	if !ok || len(x.ops) != n {
		return nil, false
	}
	other, ok := x.run(int(st.imm), s.clone())
	if !ok || len(x.ops) != n {
		return nil, false
	}
	for _, l := range x.b.Results {
		k := x.p.results[l.Param]
		if l.IsSlice() {
			if one.words[k.word] != other.words[k.word] || one.words[k.word+1] != other.words[k.word+1] || one.ptrs[k.ptr] != other.ptrs[k.ptr] {
				return nil, false
			}
		} else if !x.choose(s.words[st.a], one, other, k.word) {
			return nil, false
		}
	}
	for i := range x.b.Errors {
		for k := range len(rt.Words{}) {
			if !x.choose(s.words[st.a], one, other, x.p.results[int(x.b.Errors[i].Param)+k].word) {
				return nil, false
			}
		}
	}
	return one, true
}

// choose has a slot of one hold what it does on both ways.
func (x *tracer) choose(cond symbol, one, other *state, slot int32) bool {
	a, b := one.words[slot], other.words[slot]
	if a != b {
		one.words[slot] = x.lazily(expr{op: opSelect, a: cond, b: a, c: b})
	}
	return one.words[slot].kind != unknown
}

// assume adds a guard for a condition.
func (x *tracer) assume(cond symbol, outcome bool) bool {
	if cond.constant() {
		return (cond.w.bits != 0) == outcome
	}
	if cond.kind == lazy && x.exprs[cond.expr].at < 0 {
		switch e := x.exprs[cond.expr]; e.op {
		case opLt, opLe, opEq, opNe, opBelow:
			a, okA := x.need(e.a)
			b, okB := x.need(e.b)
			x.ops = append(x.ops, traceOp{do: guard, op: e.op, want: outcome, a: a, b: b})
			return okA && okB && x.follows(e.op, e.a, e.b, outcome)
		}
	}
	w, ok := x.need(cond)
	x.ops = append(x.ops, traceOp{do: guard, op: opNe, want: outcome, a: w, b: wordOf{from: constWord}})
	return ok && x.follows(opNe, cond, constant(0), outcome)
}

// holds adds a guard for a condition that has to hold.
func (x *tracer) holds(cond symbol) bool { return !x.dirty && x.assume(cond, true) }

// need makes sure that a word is there, and says where.
func (x *tracer) need(s symbol) (wordOf, bool) {
	if s.kind != lazy {
		return s.w, s.kind == known
	}
	e := x.exprs[s.expr]
	if e.at >= 0 {
		return temporary(e.at), true
	}
	o, ok := traceOp{do: compute, op: e.op, scalar: e.scalar}, true
	for i, in := range []symbol{e.a, e.b, e.c} {
		if i >= operands(e.op) {
			break
		}
		w, there := x.need(in)
		ok = ok && there && (w.from != addressWord || e.op != opAdd && e.op != opSub && e.op != opLongest) // what is asked about may move the stack that is there: no number is kept of it
		*[]*wordOf{&o.a, &o.b, &o.c}[i] = w
	}
	if !ok {
		return wordOf{}, false
	}
	o.dst = x.temps
	x.temps++
	x.ops = append(x.ops, o)
	x.exprs[s.expr].at = o.dst
	return temporary(o.dst), true
}

func operands(op opcode) int {
	switch op {
	case opScalar1:
		return 1
	case opSelect, opScalar3, opLongest:
		return 3
	}
	return 2
}

func temporary(k int) wordOf { return wordOf{from: loadWord, base: tempBase, offset: 8 * uintptr(k)} }

// step follows a step that is no jump.
func (x *tracer) step(st *step, s *state) bool {
	a := func() symbol { return x.word(s, st.a) }
	b := func() symbol { return x.word(s, st.b) }
	switch st.op {
	case opMove:
		s.words[st.dst] = a()
	case opMovePtr:
		s.ptrs[st.dst] = s.ptrs[st.a]
	case opAdd, opSub, opMul, opMin, opMax, opAnd, opOr, opLt, opLe, opEq, opNe, opDiv:
		s.words[st.dst] = x.binary(st.op, a(), b())
	case opAddF, opSubF, opMulF, opDivF:
		s.words[st.dst] = x.lazily(expr{op: opScalar2, a: a(), b: b(), scalar: &floatSteps[st.op-opAddF]})
	case opSelect:
		switch cond := a(); {
		case cond.constant() && cond.w.bits == 0:
			s.words[st.dst] = s.words[st.c]
		case cond.constant():
			s.words[st.dst] = s.words[st.b]
		default:
			s.words[st.dst] = x.lazily(expr{op: opSelect, a: cond, b: b(), c: x.word(s, st.c)})
		}
	case opScalar1, opScalar2, opScalar3:
		s.words[st.dst] = x.lazily(expr{op: st.op, a: a(), b: b(), c: x.word(s, st.c), scalar: &x.p.scalars[st.imm]})
	case opThreads: // where that is needed there is no trace
		s.words[st.dst] = symbol{}
	case opCheckPanic, opCheckIndex, opCheckIndexU, opCheckDiv, opCheckShift, opCheckSlice, opCheckMake:
		return x.check(st, s)
	case opPace:
		n, last := a(), b()
		if !n.constant() || !last.constant() || last.w.bits != 0 {
			s.words[st.dst], s.words[st.c] = symbol{}, symbol{}
			break
		}
		next, t := pace(int64(n.w.bits), 0)
		s.words[st.dst], s.words[st.c] = constant(uint64(next)), constant(uint64(t))
	case opReach:
		return x.reach(st, s)
	case opSelectSlice:
		cond := x.word(s, st.d)
		if !cond.constant() {
			return false
		}
		from, ptr := st.a, st.c
		if cond.w.bits == 0 {
			from, ptr = st.e, st.f
		}
		s.words[st.dst], s.words[st.dst+1], s.ptrs[st.b] = s.words[from], s.words[from+1], s.ptrs[ptr]
	case opScratch, opMake, opMakeAsIs, opLoad, opLoadSlice, opSlice, opIsNil:
		return x.memory(st, s)
	case opRun, opLaunch:
		return x.start(st, s)
	default:
		return false
	}
	return true
}

// binary computes what is known now, and keeps the rest for later.
func (x *tracer) binary(op opcode, a, b symbol) symbol {
	if a.constant() && b.constant() && (op != opDiv || b.w.bits != 0) {
		return constant(evaluate(op, a.w.bits, b.w.bits, 0))
	}
	if a.kind == known && a == b {
		switch op {
		case opLt, opNe, opSub:
			return constant(0)
		case opLe, opEq:
			return constant(1)
		case opMin, opMax, opAnd, opOr:
			return a
		}
	}
	if b.constant() && b.w.bits == 0 && (op == opAdd || op == opSub) {
		return a
	}
	if a.constant() && a.w.bits == 0 && op == opAdd {
		return b
	}
	if a.kind == known && a.w.from == addressWord && b.constant() && op == opAdd && b.w.bits < math.MaxInt32/2 {
		a.w.offset += uintptr(b.w.bits)
		return a
	}
	return x.lazily(expr{op: op, a: a, b: b})
}

// lazily keeps an expression for where it is needed, unless there is only one value that it can have.
func (x *tracer) lazily(e expr) symbol {
	for _, in := range []symbol{e.a, e.b, e.c}[:operands(e.op)] {
		if in.kind == unknown {
			return symbol{}
		}
	}
	if e.span = x.spanOf(&e); e.span.lo == e.span.hi {
		return constant(uint64(e.span.lo))
	}
	e.at = -1
	x.exprs = append(x.exprs, e)
	return symbol{kind: lazy, expr: len(x.exprs) - 1}
}

// reach assumes that the first piece of a loop is all of it.
func (x *tracer) reach(st *step, s *state) bool {
	a, okA := x.need(x.word(s, st.a))
	b, okB := x.need(x.word(s, st.b))
	c, okC := x.need(x.word(s, st.c))
	if x.dirty || !okA || !okB || !okC {
		s.words[st.dst] = symbol{} // if it is needed there is no trace
		return true
	}
	x.ops = append(x.ops, traceOp{do: reaches, a: a, b: b, c: c, imm: st.imm})
	x.piece = [2]wordOf{a, c}
	s.words[st.dst] = s.words[st.c]
	return true
}

// start adds the start of a kernel.
func (x *tracer) start(st *step, s *state) bool {
	call := x.p.calls[st.imm]
	k := call.kernel
	if call.attempt || k.Call != nil || k.Late != nil || k.Entry == 0 || call.words() > manyWords {
		return false
	}
	o := traceOp{do: start, call: call}
	if st.op == opRun && k.Loops && !x.bounds(&o, s, st.sub != 0) {
		return false
	}
	if st.op == opRun && x.piece != [2]wordOf{} {
		o.do, o.a, o.b = piece1, x.piece[0], x.piece[1]
		x.piece = [2]wordOf{}
	}
	if st.op == opLaunch {
		n, okN := x.need(x.word(s, st.a))
		cost, okC := x.need(x.word(s, st.c))
		worst, okW := x.need(x.word(s, st.d))
		if x.dirty || !okN || !okC || !okW { // whether it is brief has to be asked before anything is stored
			return false
		}
		o.do, o.a, o.b, o.c = launch, n, cost, worst
	}
	stores := false
	for j, m := range call.params {
		from := symbol{}
		if m.how == asPointer {
			from = s.ptrs[m.slot]
			stores = stores || k.stores(j) && from.w.base != scratchBase && from.w.base != madeBase
		} else {
			from = x.word(s, m.slot)
		}
		w, ok := x.need(from)
		if ok {
			w, ok = w.extended(m.how)
		}
		if !ok {
			return false
		}
		o.ins = append(o.ins, w)
	}
	for j, m := range call.results {
		if j < len(k.Fixed) && k.Fixed[j].Is {
			s.words[m.slot] = constant(k.Fixed[j].Bits)
			continue
		}
		o.outs = append(o.outs, result{len(call.params) + j, resultKind(m.how), x.temps})
		s.words[m.slot] = symbol{kind: known, w: temporary(x.temps)}
		x.temps++
	}
	x.ops = append(x.ops, o)
	x.calls++
	x.dirty = x.dirty || stores || k.stores(-1)
	return true
}

// extended is a word as kernels have it: signed ones are sign-extended there.
func (w wordOf) extended(as how) (wordOf, bool) {
	var to wordKind
	switch as {
	case asI8:
		to = load8Signed
	case asI16:
		to = load16Signed
	case asI32:
		to = load32Signed
	default:
		return w, true
	}
	if w.from == constWord {
		f := Frame{words: []uint64{w.bits}, block: make([]uint64, 1)}
		f.pack([]marshal{{0, as}})
		w.bits = f.block[0]
		return w, true
	}
	w.from = to // of the same memory, whose lowest byte comes first
	return w, true
}

// resultKind is how a result is loaded from behind the parameters, where its upper part may be rubbish.
func resultKind(as how) wordKind {
	switch as {
	case asI8, asByte:
		return load8
	case asI16, asU16:
		return load16
	case asI32, asU32:
		return load32
	}
	return loadWord
}

func kindOf(size uint8) wordKind {
	switch size {
	case 1:
		return load8
	case 2:
		return load16
	case 4:
		return load32
	}
	return loadWord
}

// words is how many words its parameter block has, with as many for failure as its checks write: three, or as many as the check has operands.
func (x *call) words() int {
	most := 0
	for _, s := range x.kernel.Sites {
		switch s.Kind {
		case ir.OpCheckSlice:
			most = max(most, 4)
		case ir.OpCheckPanic:
			most = FailWords
		default:
			most = max(most, 3)
		}
	}
	return x.fail + most
}

// whole reports whether n steps from i on lead to hi: all of a loop is in its first piece.
func whole(i, n, hi uint64, step int64) bool {
	if step == 1 && int64(i) < int64(hi) {
		return hi-i <= n
	}
	return ir.Reach(int64(i), int64(n), int64(hi), step) == int64(hi)
}

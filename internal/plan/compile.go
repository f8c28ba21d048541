package plan

import (
	"math"
	"reflect"

	"github.com/hone-go/hone/internal/ir"
)

// step is one instruction. Fields that hold slots are named for their usual role; run has the details.
type step struct {
	op           opcode
	sub          uint8 // size of an access in bytes; code of check.slice
	dst, a, b, c int32
	d, e, f      int32
	imm          int64
}

type opcode uint8

const (
	opMove    opcode = iota // word dst = word a
	opMovePtr               // pointer dst = pointer a

	opAdd // 64-bit integers
	opSub
	opMul
	opDiv // the divisor is not 0
	opMin
	opMax
	opAnd // of words: bools, too
	opOr
	opLt
	opLe
	opEq
	opNe
	opAddF // float64
	opSubF
	opMulF
	opDivF
	opSelect  // dst = a ? b : c
	opScalar1 // dst = scalars[imm](a, b, c)
	opScalar2
	opScalar3
	opTable   // dst = tables[imm][a]
	opAddress // word dst = pointer a
	opIsNil   // word dst = whether pointer a is nil

	opJump    // to imm
	opJumpNot // to imm unless a
	opForInit // dst = a; to c unless dst < b (or > for a negative step imm)
	opForNext // dst += imm and to c, unless that reaches b

	opCheckIndex // a, b
	opCheckIndexU
	opCheckDiv
	opCheckShift // imm: bits to shift out above the operand
	opCheckSlice // a, b, c, d; sub: the code
	opCheckMake
	opCheckPanic

	opProcs       // word dst = ir.Procs(imm)
	opThreads     // word dst = the number of threads
	opPace        // words dst, c = length of the next piece, and the time
	opReach       // word dst = where word b steps of imm from word a on lead, at the most to word c
	opMake        // slice (dst, b), a elements of imm bytes
	opMakeAsIs    // likewise, not cleared
	opMakeTyped   // slice (dst, b), a elements, of type types[imm]
	opStack       // slice (dst, b): stack c, of elements of imm bytes
	opScratch     // slice (dst, b) in buffer c, a elements of imm bytes
	opCopy        // c elements, imm bytes each, from b to a
	opCopyTyped   // likewise, elements of a slice of type types[imm]
	opSlice       // slice (dst, b) = slice (a, c)[d:e], capacity from f-th word on; imm: bytes per element
	opSelectSlice // slice (dst, b) = d ? (a, c) : (e, f)
	opLoad        // word dst = sub bytes at pointer a + b*d + imm, and f pairs of index and stride at args[e]
	opStore       // likewise, stores word dst
	opLoadSlice   // slice (dst, c) = the header there
	opStoreSlice  // likewise, stores slice (dst, c)

	opForeign  // foreign[imm]
	opLaunch   // calls[imm], n a, unit b, cost c, worst d
	opRun      // calls[imm]; sub: it may take long
	opPipeline // pipelines[imm]
	opSweeps   // sweeps[imm]
	opRelay    // relays[imm]
	opReturn

	opBelow   // of traces only: unsigned
	opLongest // likewise: see longest; a is the pointer, b where to begin, c the number behind the last
)

// scalarOp is an operation that has no step of its own.
type scalarOp struct {
	kind  ir.OpKind
	t, rt *ir.Type
}

type compiler struct {
	p       *Program
	kernels map[string]*Kernel
	env     map[*ir.Value]slot
	consts  map[uint64]int32
	targets map[*ir.Op]*target
	nilPtr  int32  // a pointer slot that stays nil; -1: none yet
	bound   int    // the furthest place that a label is bound to
	pos     ir.Pos // of the op being compiled
}

func (c *compiler) function(f *ir.Func) {
	c.nilPtr = -1
	for _, p := range f.Body.Params {
		c.p.params = append(c.p.params, c.define(p))
	}
	for _, t := range f.Results {
		c.p.results = append(c.p.results, c.fresh(t))
	}
	c.region(f.Body, nil)
	c.emit(step{op: opReturn})
	for _, k := range c.p.calls {
		c.p.block = max(c.p.block, k.fail+FailWords)
	}
}

func (c *compiler) emit(s step) int {
	c.p.steps, c.p.places = append(c.p.steps, s), append(c.p.places, c.pos)
	return len(c.p.steps) - 1
}

func (c *compiler) word() int32 {
	c.p.words = append(c.p.words, 0)
	return int32(len(c.p.words) - 1)
}

func (c *compiler) pointer() int32 {
	c.p.ptrs++
	return int32(c.p.ptrs - 1)
}

// fresh is a new slot for a value of type t.
func (c *compiler) fresh(t *ir.Type) slot {
	switch {
	case t.Kind == ir.Slice:
		s := slot{word: c.word(), ptr: c.pointer()}
		c.word()
		return s
	case t.IsScalar():
		return slot{word: c.word(), ptr: -1}
	}
	bad("a value of type %s", t)
	return slot{}
}

func (c *compiler) define(v *ir.Value) slot {
	s := c.fresh(v.Type)
	c.env[v] = s
	return s
}

func (c *compiler) use(v *ir.Value) slot {
	s, ok := c.env[v]
	if !ok {
		bad("an operand is used before it is defined")
	}
	return s
}

func (c *compiler) constant(bits uint64) int32 {
	s, ok := c.consts[bits]
	if !ok {
		s = c.word()
		c.p.words[s] = bits
		c.consts[bits] = s
	}
	return s
}

// region compiles the ops of r; owner is the op that takes what it yields.
func (c *compiler) region(r *ir.Region, owner *ir.Op) {
	for _, o := range r.Ops {
		c.op(o, owner)
	}
}

func (c *compiler) op(o *ir.Op, owner *ir.Op) {
	c.pos = o.Pos
	switch o.Kind {
	case ir.OpConst:
		c.env[o.Results[0]] = slot{c.constant(o.Bits), -1}
	case ir.OpZero:
		c.zero(o)
	case ir.OpBitcast, ir.OpFence:
		c.env[o.Results[0]] = c.use(o.Args[0])
	case ir.OpLen:
		c.env[o.Results[0]] = slot{c.use(o.Args[0]).word, -1}
	case ir.OpCap:
		c.env[o.Results[0]] = slot{c.use(o.Args[0]).word + 1, -1}
	case ir.OpAddress:
		c.emit(step{op: opAddress, a: c.use(o.Args[0]).ptr, dst: c.define(o.Results[0]).word})
	case ir.OpIsNil:
		c.emit(step{op: opIsNil, a: c.use(o.Args[0]).ptr, dst: c.define(o.Results[0]).word})
	case ir.OpSelect:
		c.selectOp(o)
	case ir.OpTable:
		a := c.use(o.Args[0])
		c.p.tables = append(c.p.tables, o.Table())
		c.emit(step{op: opTable, dst: c.define(o.Results[0]).word, a: a.word, imm: int64(len(c.p.tables) - 1)})
	case ir.OpCheckIndex, ir.OpCheckDiv, ir.OpCheckShift, ir.OpCheckSlice, ir.OpCheckMake, ir.OpCheckPanic:
		c.check(o)
	case ir.OpArena:
		c.zero(o) // a launch gives its kernel another
	case ir.OpMake, ir.OpAlloca, ir.OpScratch, ir.OpStack, ir.OpSlice, ir.OpLoad, ir.OpStore, ir.OpMove:
		c.memory(o)
	case ir.OpProcs:
		c.emit(step{op: opProcs, dst: c.define(o.Results[0]).word, imm: o.Ints[0]})
	case ir.OpThreads:
		c.emit(step{op: opThreads, dst: c.define(o.Results[0]).word})
	case ir.OpPace:
		a, b := c.use(o.Args[0]), c.use(o.Args[1])
		c.emit(step{op: opPace, a: a.word, b: b.word, dst: c.define(o.Results[0]).word, c: c.define(o.Results[1]).word})
	case ir.OpReach:
		i, n, hi := c.use(o.Args[0]), c.use(o.Args[1]), c.use(o.Args[2])
		c.emit(step{op: opReach, a: i.word, b: n.word, c: hi.word, imm: o.Ints[0], dst: c.define(o.Results[0]).word})
	case ir.OpIf, ir.OpBlock, ir.OpLoop, ir.OpFor:
		c.control(o)
	case ir.OpYield, ir.OpBreak, ir.OpContinue, ir.OpReturn:
		c.leave(o, owner)
	case ir.OpLaunch, ir.OpRun:
		c.start(o)
	case ir.OpForeign:
		c.foreign(o)
	case ir.OpPipeline:
		c.pipeline(o)
	case ir.OpSweeps:
		c.sweeps(o)
	case ir.OpRelay:
		c.relay(o)
	default:
		if !ir.CanEval(o.Kind) {
			bad("op %s in a host program", o.Kind)
		}
		c.scalar(o)
	}
}

func (c *compiler) zero(o *ir.Op) {
	t := o.Results[0].Type
	if t.Kind != ir.Slice {
		c.env[o.Results[0]] = slot{c.constant(0), -1}
		return
	}
	s := slot{ptr: c.nilPointer(), word: c.word()} // two zero words, never written
	c.word()
	c.env[o.Results[0]] = s
}

// nilPointer is a pointer slot that stays nil.
func (c *compiler) nilPointer() int32 {
	if c.nilPtr < 0 {
		c.nilPtr = c.pointer()
	}
	return c.nilPtr
}

// fast are the scalar ops with a step of their own, for i64 (and where signs don't matter u64).
var fast = map[ir.OpKind]opcode{
	ir.OpAdd: opAdd, ir.OpSub: opSub, ir.OpMul: opMul, ir.OpEq: opEq, ir.OpNe: opNe, ir.OpAnd: opAnd, ir.OpOr: opOr,
}

// fastSigned are those for i64 alone.
var fastSigned = map[ir.OpKind]opcode{ir.OpDiv: opDiv, ir.OpMin: opMin, ir.OpMax: opMax, ir.OpLt: opLt, ir.OpLe: opLe}

var fastFloat = map[ir.OpKind]opcode{ir.OpAdd: opAddF, ir.OpSub: opSubF, ir.OpMul: opMulF, ir.OpDiv: opDivF}

// scalar compiles an op that ir.EvalScalar defines.
func (c *compiler) scalar(o *ir.Op) {
	var s step
	for i, dst := range []*int32{&s.a, &s.b, &s.c} {
		if i < len(o.Args) {
			*dst = c.use(o.Args[i]).word
		}
	}
	t, rt := o.Args[0].Type, o.Results[0].Type
	s.op = opScalar1 + opcode(len(o.Args)-1)
	switch {
	case t == ir.TI64 && (o.Kind == ir.OpGt || o.Kind == ir.OpGe):
		s.a, s.b = s.b, s.a
		s.op = opLt
		if o.Kind == ir.OpGe {
			s.op = opLe
		}
	case t == ir.TI64 && fastSigned[o.Kind] != 0:
		s.op = fastSigned[o.Kind]
	case t == ir.TI64 || t == ir.TU64 || t == ir.TBool:
		if k, ok := fast[o.Kind]; ok {
			s.op = k
		}
	case t == ir.TF64:
		if k, ok := fastFloat[o.Kind]; ok {
			s.op = k
		}
	}
	if s.op >= opScalar1 && s.op <= opScalar3 {
		c.p.scalars = append(c.p.scalars, scalarOp{o.Kind, t, rt})
		s.imm = int64(len(c.p.scalars) - 1)
	}
	s.dst = c.define(o.Results[0]).word
	c.emit(s)
}

func (c *compiler) selectOp(o *ir.Op) {
	t := o.Results[0].Type
	if t.Kind != ir.Slice {
		cond, x, y := c.use(o.Args[0]), c.use(o.Args[1]), c.use(o.Args[2])
		c.emit(step{op: opSelect, a: cond.word, b: x.word, c: y.word, dst: c.define(o.Results[0]).word})
		return
	}
	cond, x, y := c.use(o.Args[0]), c.use(o.Args[1]), c.use(o.Args[2])
	dst := c.define(o.Results[0])
	c.emit(step{op: opSelectSlice, dst: dst.word, b: dst.ptr, d: cond.word, a: x.word, c: x.ptr, e: y.word, f: y.ptr})
}

func (c *compiler) check(o *ir.Op) {
	var s step
	for i, dst := range []*int32{&s.a, &s.b, &s.c, &s.d} {
		if i < len(o.Args) {
			*dst = c.use(o.Args[i]).word
		}
	}
	switch o.Kind {
	case ir.OpCheckIndex:
		s.op = opCheckIndex
		if o.Args[0].Type == ir.TU64 {
			s.op = opCheckIndexU
		}
	case ir.OpCheckDiv:
		s.op = opCheckDiv
	case ir.OpCheckShift:
		s.op = opCheckShift
		s.imm = int64(64 - o.Args[0].Type.Bits())
	case ir.OpCheckSlice:
		s.op, s.sub = opCheckSlice, uint8(o.Ints[0])
	case ir.OpCheckMake:
		s.op = opCheckMake
	case ir.OpCheckPanic:
		s.op, s.imm = opCheckPanic, int64(len(c.p.panics))
		with := make([]int32, 0, len(o.Args)-1)
		for _, a := range o.Args[1:] {
			with = append(with, c.use(a).word)
		}
		_, plain := ir.LeavesFor(o)
		c.p.panics = append(c.p.panics, leaving{o.Sym(), with, plain})
	}
	c.emit(s)
}

func (c *compiler) memory(o *ir.Op) {
	var in [3]slot
	for i, a := range o.Args[:min(3, len(o.Args))] {
		in[i] = c.use(a)
	}
	switch o.Kind {
	case ir.OpMake, ir.OpAlloca, ir.OpScratch:
		dst := c.define(o.Results[0])
		if o.Results[0].Type.Elem.HoldsSlices() {
			c.makeTyped(o, in[0], dst)
			return
		}
		s := step{op: opMake, dst: dst.word, b: dst.ptr, a: in[0].word, imm: int64(o.Results[0].Type.Elem.Size())}
		switch o.Kind {
		case ir.OpMake:
			if o.Mode == ir.Uncleared {
				s.op = opMakeAsIs
			}
		case ir.OpAlloca:
			s.op, s.a = opMake, c.constant(uint64(o.Ints[0]))
		case ir.OpScratch:
			s.op, s.c = opScratch, int32(c.p.scratches)
			c.p.scratches++
		}
		c.emit(s)
	case ir.OpStack:
		dst := c.define(o.Results[0])
		c.emit(step{op: opStack, dst: dst.word, b: dst.ptr, c: int32(len(c.p.stacks)), imm: int64(o.Results[0].Type.Elem.Size())})
		c.p.stacks = append(c.p.stacks, len(o.Ints) > 0)
	case ir.OpSlice:
		s := step{op: opSlice, a: in[0].word, c: in[0].ptr, d: in[1].word, e: in[2].word, f: in[0].word + 1,
			imm: int64(o.Args[0].Type.Elem.Size())}
		if len(o.Args) == 4 {
			s.f = c.use(o.Args[3]).word
		}
		dst := c.define(o.Results[0])
		s.dst, s.b = dst.word, dst.ptr
		c.emit(s)
	case ir.OpMove:
		if t := o.Args[0].Type.Elem; t.HoldsSlices() {
			c.emit(step{op: opCopyTyped, a: in[0].ptr, b: in[1].ptr, c: in[2].word, imm: c.goType(t)})
			return
		}
		c.emit(step{op: opCopy, a: in[0].ptr, b: in[1].ptr, c: in[2].word, imm: int64(o.Args[0].Type.Elem.Size())})
	case ir.OpLoad, ir.OpStore:
		c.access(o, in)
	}
}

// makeTyped compiles an op that makes memory which holds slices: the garbage collector has to know where.
func (c *compiler) makeTyped(o *ir.Op, n, dst slot) {
	s := step{op: opMakeTyped, dst: dst.word, b: dst.ptr, a: n.word}
	switch o.Kind {
	case ir.OpAlloca:
		s.a = c.constant(uint64(o.Ints[0]))
	case ir.OpScratch:
		bad("scratch of %s", o.Results[0].Type.Elem)
	}
	s.imm = c.goType(o.Results[0].Type.Elem)
	c.emit(s)
}

// goType is the number of the Go type of slices of t.
func (c *compiler) goType(t *ir.Type) int64 {
	c.p.types = append(c.p.types, reflect.SliceOf(ir.GoType(t)))
	return int64(len(c.p.types) - 1)
}

func (c *compiler) access(o *ir.Op, in [3]slot) {
	elem := o.Args[0].Type.Elem
	leaf := ir.PathType(elem, o.Ints)
	if leaf == nil || !leaf.IsScalar() && leaf.Kind != ir.Slice {
		bad("%s of a %s", o.Kind, leaf)
	}
	offset, strides := ir.PathLayout(elem, o.Ints)
	extra := o.Args[2:]
	s := step{op: opLoad, sub: uint8(leaf.Size()), a: in[0].ptr, b: in[1].word, imm: int64(offset)}
	if o.Kind == ir.OpStore {
		s.op, s.dst, s.c, extra = opStore, in[2].word, in[2].ptr, o.Args[3:]
	}
	if elem.Size() > math.MaxInt32 {
		bad("elements of %d bytes", elem.Size())
	}
	s.d = int32(elem.Size())
	s.e, s.f = int32(len(c.p.args)), int32(len(extra))
	for i, x := range extra {
		if strides[i] > math.MaxInt32 {
			bad("elements of %d bytes", strides[i])
		}
		c.p.args = append(c.p.args, c.use(x).word, int32(strides[i]))
	}
	if o.Kind == ir.OpLoad {
		dst := c.define(o.Results[0])
		s.dst, s.c = dst.word, dst.ptr
	}
	if leaf.Kind == ir.Slice {
		s.op += opLoadSlice - opLoad
	}
	c.emit(s)
}

package plan

import (
	"errors"
	"math"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/x86/asm"
)

// Gate is the machine code of a trace. It takes the arguments to the kernels' parameter blocks, and results from there, and tells by a status other than 0
// that there is something for Go to do: see [rt.Chain].
type Gate struct {
	entry   uint64
	scratch int // as much as the kernel needs that needs the most
	words   int // of its room: see gateEncoder
	stops   []stop
	slices  []move    // results that are slices, which Go stores: the garbage collector is told
	label   *rt.Label // of a kernel that is known to need it from the begin on, or nil
	who     int       // the word that says which stop's kernel has been started last
	args    int       // the first word of what is asked about
	code    *rt.Code
}

// stop is where Go is asked about an op of the trace.
type stop struct {
	do     traceKind
	op     opcode
	scalar *scalarOp
	imm    int64
	dst    int // the word for what is computed
	call   *call
}

// What a gate returns; less than asks are questions.
const (
	gateDone  = -1 - iota
	gateOther // this call goes another way, and nothing has been done that can't be done again
	gateAsks
)

// gateEncoder makes the code of a trace. The room is, from the word behind its first one on: the parameter block of the kernel that is next, temporaries, what
// Go is asked about, the number of the kernel, and pointers.
type gateEncoder struct {
	asm.Assembler
	x       *tracer
	g       *Gate
	temps   int
	bases   int
	scratch int
	last    int             // the last op that starts a kernel
	results map[int]wordOf  // of this one, by their temporaries: they are left where they are
	loaded  [gateBases]bool // which pointers are in their registers now
	other   asm.Label
	err     error
}

const (
	gateRoom, gateIn, gateOut = asm.RDI, asm.RSI, asm.RDX // as rt.Chain has them
	gateBases                 = 8                         // pointers that have registers, from gateBase on
	gateBase                  = asm.R8
	roomBase                  = 0xfe // of words in the room
)

var errGate = errors.New("plan: this trace has no gate")

// encode makes the gate of the trace that has been found. There is none if it needs more room than there is.
func (x *tracer) encode() (*Gate, error) {
	e := &gateEncoder{x: x, g: &Gate{}, last: -1, results: map[int]wordOf{}}
	words, asks := 0, 0
	x.makeLate()
	for i, o := range x.ops {
		if o.call != nil {
			words = max(words, o.call.words())
			e.g.scratch = max(e.g.scratch, o.call.kernel.Scratch)
			e.last = i
		}
		if (o.do != start || len(o.makes) > 0) && o.do != guard && o.do != fetch && !(o.do == compute && computes(&o)) {
			asks = 3
		}
	}
	e.temps = words
	e.g.args = e.temps + x.temps
	e.g.who = e.g.args + asks
	e.bases = e.g.who + 1
	e.scratch = e.bases + len(x.b.Pointers)
	if e.g.words = e.scratch + x.words; e.g.words > manyWords {
		return nil, errGate
	}
	for j, r := range x.ops[e.last].outs {
		e.results[r.temp] = wordOf{from: r.as, base: roomBase, offset: 8 * uintptr(x.ops[e.last].outs[j].word)}
	}
	e.other = e.NewLabel()
	e.pointers()
	for i := range x.ops {
		e.step(i)
	}
	e.end()
	code, err := e.Finish()
	if err = errors.Join(e.err, err); err != nil {
		return nil, err
	}
	if e.g.code, err = rt.NewCode(code); err != nil {
		return nil, err
	}
	e.g.code.Label(x.p.Name+".gate", 0, len(code))
	e.g.entry = uint64(e.g.code.Entry(0))
	return e.g, nil
}

// pointers loads the pointers behind which arguments are.
func (e *gateEncoder) pointers() {
	for i, p := range e.x.b.Pointers {
		r := asm.RAX
		if i < gateBases {
			r = gateBase + asm.Reg(i)
		}
		e.load(r, wordOf{from: loadWord, base: p.Base, offset: p.Offset})
		e.RR(asm.TEST, 8, r, r)
		e.Jcc(asm.CondE, e.other)
		e.MR(asm.MOV, 8, e.word(e.bases+i), r)
		if i < gateBases {
			e.loaded[i] = true
		}
	}
	if e.x.b.MayOverlap() {
		e.ask(stop{do: apart})
	}
}

// word is a word of the room.
func (e *gateEncoder) word(k int) asm.Mem { return asm.At(gateRoom, 8*int32(k)) }

func (e *gateEncoder) temporary(k int) asm.Mem { return e.word(e.temps + k) }

// load loads a word to a register that is none of those of pointers.
func (e *gateEncoder) load(r asm.Reg, w wordOf) {
	if w.from == constWord {
		e.MovImm(r, int64(w.bits))
		return
	}
	w = e.resolve(w)
	e.loadAs(r, w.from, e.place(r, w))
}

func (e *gateEncoder) loadAs(r asm.Reg, as wordKind, at asm.Mem) {
	switch as {
	case addressWord:
		e.RM(asm.LEA, 8, r, at)
	case load8:
		e.RM(asm.MOVZXB, 4, r, at)
	case load16:
		e.RM(asm.MOVZXW, 4, r, at)
	case load32:
		e.RM(asm.MOV, 4, r, at)
	case load8Signed:
		e.RM(asm.MOVSXB, 8, r, at)
	case load16Signed:
		e.RM(asm.MOVSXW, 8, r, at)
	case load32Signed:
		e.RM(asm.MOVSXD, 8, r, at)
	default:
		e.RM(asm.MOV, 8, r, at)
	}
}

// resolve says where a temporary is.
func (e *gateEncoder) resolve(w wordOf) wordOf {
	if w.base != tempBase {
		return w
	}
	result, left := e.results[int(w.offset/8)]
	if !left {
		w.base, w.offset = roomBase, w.offset+8*uintptr(e.temps)
		return w
	}
	if result.from.bytes() < w.from.bytes() { // else it is that, or a part, extended in another way
		w.from = result.from
	}
	w.base, w.offset = result.base, result.offset
	return w
}

// bytes is how much is loaded.
func (as wordKind) bytes() int {
	switch as {
	case load8, load8Signed:
		return 1
	case load16, load16Signed:
		return 2
	case load32, load32Signed:
		return 4
	}
	return 8
}

// place is where a word is; r is for the pointer behind which that is, if it has no register.
func (e *gateEncoder) place(r asm.Reg, w wordOf) asm.Mem {
	if w.offset > math.MaxInt32/2 {
		e.err = errGate
		return asm.At(gateRoom, 0)
	}
	offset := int32(w.offset)
	switch k := int(w.base) - 1; {
	case w.base == 0:
		return asm.At(gateIn, offset)
	case w.base == roomBase:
		return asm.At(gateRoom, offset)
	case w.base == scratchBase:
		return asm.At(gateRoom, 8*int32(e.scratch)+offset)
	case w.base == madeBase:
		return asm.At(gateOut, int32(e.x.made[offset/8])-1)
	case k < gateBases:
		at := gateBase + asm.Reg(k)
		if !e.loaded[k] {
			e.RM(asm.MOV, 8, at, e.word(e.bases+k))
			e.loaded[k] = true
		}
		return asm.At(at, offset)
	default:
		e.RM(asm.MOV, 8, r, e.word(e.bases+k))
		return asm.At(r, offset)
	}
}

// step encodes an op of the trace.
func (e *gateEncoder) step(i int) {
	o := &e.x.ops[i]
	switch o.do {
	case compute:
		e.compute(o)
	case fetch:
		e.fetch(o)
	case makes:
		e.makes(o)
	case guard:
		e.compare(o.a, o.b)
		cond := condOf(o.op)
		if o.want {
			cond = cond.Not()
		}
		e.Jcc(cond, e.other)
	case reaches:
		e.reaches(o)
	default:
		e.start(i, o)
	}
}

// compare sets the flags.
func (e *gateEncoder) compare(a, b wordOf) {
	e.load(asm.RAX, a)
	if c := int64(b.bits); b.from == constWord && c == int64(int32(c)) {
		e.RI(asm.CMP, 8, asm.RAX, c)
		return
	}
	e.load(asm.RCX, b)
	e.RR(asm.CMP, 8, asm.RAX, asm.RCX)
}

func condOf(op opcode) asm.Cond {
	switch op {
	case opLt:
		return asm.CondL
	case opLe:
		return asm.CondLE
	case opEq:
		return asm.CondE
	case opBelow:
		return asm.CondB
	}
	return asm.CondNE
}

// simple are the ops of two operands that are one instruction.
var simple = map[opcode]asm.Op{opAdd: asm.ADD, opSub: asm.SUB, opMul: asm.IMUL, opAnd: asm.AND, opOr: asm.OR}

func (e *gateEncoder) compute(o *traceOp) {
	switch o.op {
	case opAdd, opSub, opMul, opAnd, opOr:
		e.load(asm.RAX, o.a)
		e.load(asm.RCX, o.b)
		e.RR(simple[o.op], 8, asm.RAX, asm.RCX)
	case opMin, opMax:
		e.load(asm.RCX, o.b)
		e.load(asm.RAX, o.a)
		e.RR(asm.CMP, 8, asm.RAX, asm.RCX)
		cond := asm.CondG
		if o.op == opMax {
			cond = asm.CondL
		}
		e.RR(asm.CMOVcc(cond), 8, asm.RAX, asm.RCX)
	case opLt, opLe, opEq, opNe, opBelow:
		e.compare(o.a, o.b)
		e.Op(asm.SETcc(condOf(o.op)), 1, asm.R(asm.RAX))
		e.RR(asm.MOVZXB, 4, asm.RAX, asm.RAX)
	case opSelect:
		e.load(asm.RBX, o.a)
		e.load(asm.RAX, o.b)
		e.load(asm.RCX, o.c)
		e.RR(asm.TEST, 8, asm.RBX, asm.RBX)
		e.RR(asm.CMOVcc(asm.CondE), 8, asm.RAX, asm.RCX)
	case opDiv:
		e.load(asm.RAX, o.a)
		e.load(asm.RCX, o.b)
		e.divide(true, false)
	default: // which take long anyway
		if o.scalar != nil && e.scalar(o) {
			break
		}
		e.ask(stop{do: compute, op: o.op, scalar: o.scalar, dst: e.temps + o.dst}, o.a, o.b, o.c)
		return
	}
	e.MR(asm.MOV, 8, e.temporary(o.dst), asm.RAX)
}

// computes reports whether an op is computed in machine code.
func computes(o *traceOp) bool {
	if o.scalar == nil {
		return o.op != opLongest
	}
	e := &gateEncoder{x: &tracer{}, g: &Gate{}}
	return e.scalar(&traceOp{op: o.op, scalar: o.scalar})
}

// fetch loads a word from memory.
func (e *gateEncoder) fetch(o *traceOp) {
	e.load(asm.RAX, o.a)
	at := asm.At(asm.RAX, int32(o.imm+int64(o.b.bits)*o.stride))
	if o.b.from != constWord {
		e.load(asm.RCX, o.b)
		stride := o.stride
		if stride > 8 || ir.Log2(uint64(stride)) < 0 {
			e.RRI(asm.IMUL, 8, asm.RCX, asm.RCX, stride)
			stride = 1
		}
		at = asm.AtIndex(asm.RAX, asm.RCX, uint8(stride), int32(o.imm))
	}
	e.loadAs(asm.RAX, o.as, at)
	e.MR(asm.MOV, 8, e.temporary(o.dst), asm.RAX)
}

// reaches is whole.
func (e *gateEncoder) reaches(o *traceOp) {
	by := int64(o.b.bits) * o.imm
	if o.b.from != constWord || o.b.bits > math.MaxInt32 || by != int64(int32(by)) {
		e.ask(stop{do: reaches, imm: o.imm}, o.a, o.b, o.c)
		return
	}
	beyond, short, end := asm.CondLE, asm.CondL, e.NewLabel()
	if o.imm < 0 {
		beyond, short = asm.CondGE, asm.CondG
	}
	e.load(asm.RAX, o.a)
	e.load(asm.RCX, o.c) // before the jump: what is loaded with it is then there on both ways
	e.RM(asm.LEA, 8, asm.RBX, asm.At(asm.RAX, int32(by)))
	e.RR(asm.CMP, 8, asm.RBX, asm.RAX)
	e.Jcc(beyond, end) // there is no such number
	e.RR(asm.CMP, 8, asm.RBX, asm.RCX)
	e.Jcc(short, e.other)
	e.Bind(end)
}

// ask has Go look at some words. What is loaded then is not any more.
func (e *gateEncoder) ask(s stop, words ...wordOf) {
	for i, w := range words {
		e.load(asm.RAX, w)
		e.MR(asm.MOV, 8, e.word(e.g.args+i), asm.RAX)
	}
	next := e.NewLabel()
	e.next(next)
	e.MovImm(asm.RAX, int64(gateAsks-len(e.g.stops)))
	e.Op(asm.RET, 0)
	e.Bind(next)
	e.g.stops = append(e.g.stops, s)
	e.loaded = [gateBases]bool{}
}

// next has Chain go on at a label.
func (e *gateEncoder) next(l asm.Label) {
	e.RM(asm.LEA, 8, asm.RAX, asm.Mem{Label: l})
	e.MR(asm.MOV, 8, e.word(-1), asm.RAX)
}

// start encodes the start of a kernel.
func (e *gateEncoder) start(i int, o *traceOp) {
	fast, after := e.NewLabel(), e.NewLabel()
	if o.do == launch {
		e.brief(o)
	}
	for k := range o.makes {
		e.makes(&o.makes[k])
	}
	if o.do == launch {
		e.load(asm.RAX, o.a)
		e.MR(asm.MOV, 8, e.word(e.g.args), asm.RAX)
		e.RR(asm.TEST, 8, asm.RAX, asm.RAX)
		e.Jcc(asm.CondLE, after)
	}
	if o.call.kernel.Loops {
		e.name(o, fast)
	}
	e.Bind(fast)
	for k, w := range o.ins {
		e.load(asm.RAX, w)
		e.MR(asm.MOV, 8, e.word(k), asm.RAX)
	}
	e.Op(asm.MOV, 4, asm.M(e.word(e.g.who)), asm.Imm(int64(len(e.g.stops))))
	e.g.stops = append(e.g.stops, stop{do: start, call: o.call})
	e.next(after)
	e.RR(asm.XOR, 4, asm.RSI, asm.RSI)
	e.RR(asm.XOR, 4, asm.RDX, asm.RDX)
	if o.do == launch {
		e.RM(asm.MOV, 8, asm.RDX, e.word(e.g.args))
	}
	e.MovImm(asm.RAX, int64(o.call.kernel.Entry))
	e.Op(asm.JMP, 8, asm.R(asm.RAX))
	e.Bind(after)
	e.loaded = [gateBases]bool{}
	if i == e.last {
		return
	}
	for _, r := range o.outs {
		e.load(asm.RAX, wordOf{from: r.as, base: roomBase, offset: 8 * uintptr(r.word)})
		e.MR(asm.MOV, 8, e.temporary(r.temp), asm.RAX)
	}
}

// name has Go give a kernel its name in profiles, unless it is over soon: then it is started at fast.
func (e *gateEncoder) name(o *traceOp, fast asm.Label) {
	switch {
	case o.do == launch:
		e.RI(asm.CMP, 8, asm.RAX, shortLoop)
		e.Jcc(asm.CondLE, fast)
		e.cheap(o, fast)
	case o.do == piece1:
		e.load(asm.RCX, o.b)
		e.load(asm.RAX, o.a)
		e.RR(asm.SUB, 8, asm.RCX, asm.RAX)
		e.RI(asm.CMP, 8, asm.RCX, shortLoop)
		e.Jcc(asm.CondLE, fast)
	case o.once == nil && len(e.g.stops) == 0: // nothing has been asked about
		e.g.label = o.call.kernel.Label
		return
	case o.once == nil:
	case len(o.once) == 0:
		return
	default:
		named := e.NewLabel()
		for i, t := range o.once {
			e.compare(t.n, wordOf{from: constWord, bits: uint64(t.most)})
			if i < len(o.once)-1 {
				e.Jcc(asm.CondA, named)
			} else {
				e.Jcc(asm.CondBE, fast)
			}
		}
		e.Bind(named)
	}
	e.ask(stop{do: start, call: o.call})
}

// brief asks about a launch that may be worth a thought.
func (e *gateEncoder) brief(o *traceOp) {
	fast := e.NewLabel()
	e.load(asm.RAX, o.a)
	e.RR(asm.TEST, 8, asm.RAX, asm.RAX)
	e.Jcc(asm.CondLE, fast)
	e.cheap(o, fast)
	e.ask(stop{do: launch, call: o.call}, o.a, o.b, o.c)
	e.Bind(fast)
}

// cheap goes to fast if the launch of RAX iterations is brief, whatever has been measured.
func (e *gateEncoder) cheap(o *traceOp, fast asm.Label) {
	ask := e.NewLabel()
	e.load(asm.RCX, o.c)
	e.RI(asm.CMP, 8, asm.RAX, briefOps)
	e.Jcc(asm.CondG, ask)
	e.RR(asm.IMUL, 8, asm.RAX, asm.RCX)
	e.RI(asm.CMP, 8, asm.RAX, briefCost)
	e.Jcc(asm.CondBE, fast)
	e.Bind(ask)
}

// makes has Go make a slice.
func (e *gateEncoder) makes(o *traceOp) {
	e.ask(stop{do: makes, op: o.op, imm: o.imm, dst: int(e.x.made[o.dst]) - 1}, o.a)
}

// end stores the results.
func (e *gateEncoder) end() {
	for _, o := range e.x.outs {
		if o.size == sliceSize {
			e.g.slices = append(e.g.slices, move{o.from.base, o.from.offset, o.offset})
			continue
		}
		e.load(asm.RAX, o.from)
		e.MR(asm.MOV, int(o.size), asm.At(gateOut, int32(o.offset)), asm.RAX)
	}
	for _, f := range e.x.failed {
		e.failure(&f)
	}
	if len(e.g.slices) > 0 {
		e.ask(stop{do: give})
	}
	e.MovImm(asm.RAX, gateDone)
	e.Op(asm.RET, 0)
	e.Bind(e.other)
	e.MovImm(asm.RAX, gateOther)
	e.Op(asm.RET, 0)
}

// failure stores the words of an error, if there is one, and has Go make it.
func (e *gateEncoder) failure(f *failure) {
	none := e.NewLabel()
	e.load(asm.RAX, f.words[0])
	e.RR(asm.TEST, 8, asm.RAX, asm.RAX)
	e.Jcc(asm.CondE, none)
	for k, w := range f.words {
		e.load(asm.RAX, w)
		e.MR(asm.MOV, 8, e.word(e.scratch+f.at+k), asm.RAX)
	}
	e.ask(stop{do: fails, imm: int64(f.of), dst: e.scratch + f.at})
	e.Bind(none)
}

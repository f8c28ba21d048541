package plan

import (
	"math/rand/v2"
	"runtime"
	"unsafe"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// Where a call goes the way that most calls of a program go (trace) no frame is needed: parameter blocks are filled from the arguments where they are,
// on the stack. What is done here takes as long as all the rest of a short call, so it is straight code over tables, without branches that depend
// on what words are.

// Room for the words of a parameter block and for temporaries, and for the pointers behind which words are. It is cleared for each call, which
// takes longer the more there is.
const (
	fewWords, fewBases       = 16, 4
	someWords, someBases     = 32, 8
	directWords, directBases = 48, 32
)

// Bound is a program with the places of its parameters.
type Bound struct {
	p *Program
	b *border.Layout
	t *trace // the way that most calls go, or nil
}

// Bind prepares calls with arguments at these places.
func (p *Program) Bind(b *border.Layout) *Bound { return &Bound{p: p, b: b, t: findTrace(p, b)} }

// Direct reports whether calls of the usual kind need no frame.
func (d *Bound) Direct() bool { return d.t != nil }

// trace is what is done in such a call.
type trace struct {
	ops    []directOp
	outs   []move // results, to the struct of all of them
	consts []uint64
	memory int // the number of the base that is the room for a block and temporaries
	size   size
	lone   *lone // all that it is, or nil
}

// size is how much room a trace needs.
type size uint8

const (
	few size = iota
	some
	many
)

// lone is one kernel with few parameters, none of which is behind a pointer.
type lone struct {
	call  *call
	loads []move
	more  []widening
	outs  []move
}

// directOp is one step.
type directOp struct {
	do   traceKind
	op   opcode // of compute and guard
	want bool   // of guard
	dst  uintptr
	imm  int64

	scalar *scalarOp // of compute, if it isn't one that steps have

	a ref
	b ref
	c ref

	more  []widening // words that are needed for it first, and aren't there as they are
	call  *call
	loads []move     // parameters
	outs  []widening // results, to temporaries
}

// ref is where a word of 8 bytes is.
type ref struct {
	base   uintptr // 8 times the number of the pointer that it is behind
	offset uintptr
}

// move is a word that is copied to a place in the room, or to the results.
type move struct {
	from ref
	to   uintptr
	size uint8 // there; sliceSize: it is a slice
}

const sliceSize = 24

// widening is a word that is less in memory, or an address.
type widening struct {
	move
	as wordKind
}

// Call runs the program with the arguments in a struct at in, and stores the results to one at out. It reports false if the plain function
// has to be called. Neither in nor out escapes; what in leads to does, so that machine code has it in the heap.
func (d *Bound) Call(in, out unsafe.Pointer) bool {
	t := d.t
	switch {
	case t == nil:
		return d.p.Call(d.b, in, out)
	case t.lone != nil:
		t.lone.run(in, out)
		return true
	case t.size == few:
		return d.few(in, out)
	case t.size == some:
		return d.some(in, out)
	}
	return d.many(in, out)
}

func (l *lone) run(in, out unsafe.Pointer) {
	var words [fewWords]uint64
	block := unsafe.Pointer(&words)
	for i := range l.loads {
		w := &l.loads[i]
		*(*uint64)(unsafe.Add(block, w.to)) = *(*uint64)(unsafe.Add(in, w.from.offset))
	}
	for i := range l.more {
		w := &l.more[i]
		*(*uint64)(unsafe.Add(block, w.to)) = w.as.load(unsafe.Add(in, w.from.offset))
	}
	k := l.call.kernel
	if status := rt.Call(k.Entry, k.Scratch, block, 0, 0); status != 0 {
		l.call.failed(status, block)
	}
	runtime.KeepAlive(in)
	for i := range l.outs {
		if w := &l.outs[i]; w.size == 8 {
			*(*uint64)(unsafe.Add(out, w.to)) = *(*uint64)(unsafe.Add(block, w.from.offset))
		} else {
			store(unsafe.Add(out, w.to), w.size, *(*uint64)(unsafe.Add(block, w.from.offset)))
		}
	}
}

func (d *Bound) few(in, out unsafe.Pointer) bool {
	var room [fewWords]uint64
	var bases [fewBases]unsafe.Pointer
	bases[0], bases[d.t.memory&(fewBases-1)] = in, unsafe.Pointer(&room)
	return d.follow(in, out, bases[:])
}

func (d *Bound) some(in, out unsafe.Pointer) bool {
	var room [someWords]uint64
	var bases [someBases]unsafe.Pointer
	bases[0], bases[d.t.memory&(someBases-1)] = in, unsafe.Pointer(&room)
	return d.follow(in, out, bases[:])
}

func (d *Bound) many(in, out unsafe.Pointer) bool {
	var room [directWords]uint64
	var bases [directBases]unsafe.Pointer
	bases[0], bases[d.t.memory&(directBases-1)] = in, unsafe.Pointer(&room)
	return d.follow(in, out, bases[:])
}

func (d *Bound) follow(in, out unsafe.Pointer, bases []unsafe.Pointer) bool {
	if len(d.b.Pointers) > 0 && !d.b.Follow(in, bases) {
		return false
	}
	t := d.t
	memory := bases[t.memory]
	at := unsafe.Pointer(unsafe.SliceData(bases))
	*(*unsafe.Pointer)(unsafe.Add(at, 8*t.memory+8)) = unsafe.Pointer(unsafe.SliceData(t.consts))
	if !t.follow(at, memory) {
		return d.p.Call(d.b, in, out)
	}
	runtime.KeepAlive(in)
	for i := range t.outs {
		w := &t.outs[i]
		if w.size == sliceSize { // the garbage collector is told
			*(*sliceHeader)(unsafe.Add(out, w.to)) = *(*sliceHeader)(w.from.pointer(at))
		} else {
			store(unsafe.Add(out, w.to), w.size, w.from.get(at))
		}
	}
	return true
}

// follow runs the trace. It reports false, and has done nothing that can't be done again, if this call goes another way.
func (t *trace) follow(at, memory unsafe.Pointer) bool {
	for i := range t.ops {
		o := &t.ops[i]
		for j := range o.more {
			w := &o.more[j]
			*(*uint64)(unsafe.Add(memory, w.to)) = w.as.load(w.from.pointer(at))
		}
		n, short := int64(0), false
		switch o.do {
		case compute:
			*(*uint64)(unsafe.Add(memory, o.dst)) = o.evaluate(o.a.get(at), o.b.get(at), o.c.get(at))
			continue
		case guard:
			if compare(o.op, o.a.get(at), o.b.get(at)) != o.want {
				return false
			}
			continue
		case reaches:
			if !whole(o.a.get(at), o.b.get(at), o.c.get(at), o.imm) {
				return false
			}
			continue
		case launch:
			n = int64(o.a.get(at))
			if !o.call.brief(n, int64(o.b.get(at)), int64(o.c.get(at))) {
				return false
			}
			short = n <= shortLoop
		case piece1:
			short = o.b.get(at)-o.a.get(at) <= shortLoop
		}
		for j := range o.loads {
			w := &o.loads[j]
			*(*uint64)(unsafe.Add(memory, w.to)) = w.from.get(at)
		}
		k := o.call.kernel
		var status int64
		if k.Loops && !short {
			status = k.labelled(memory, n)
		} else {
			status = rt.Call(k.Entry, k.Scratch, memory, 0, n)
		}
		if status != 0 {
			o.call.failed(status, memory)
		}
		for j := range o.outs {
			r := &o.outs[j]
			*(*uint64)(unsafe.Add(memory, r.to)) = r.as.load(unsafe.Add(memory, r.from.offset))
		}
	}
	return true
}

func (r *ref) pointer(at unsafe.Pointer) unsafe.Pointer {
	return unsafe.Add(*(*unsafe.Pointer)(unsafe.Add(at, r.base)), r.offset)
}

func (r *ref) get(at unsafe.Pointer) uint64 { return *(*uint64)(r.pointer(at)) }

// shortLoop is how many iterations of a loop are done too soon for profiles to need the name of their kernel: to tell the runtime takes as long.
const shortLoop = 64

// labelled calls the machine code with its name for profiles.
func (k *Kernel) labelled(block unsafe.Pointer, n int64) int64 {
	if k.Label.Attach() {
		defer k.Label.Detach() // after a fault, too
	}
	return rt.Call(k.Entry, k.Scratch, block, 0, n)
}

// failed panics as the check that has failed would have.
//
//go:noinline
func (x *call) failed(status int64, block unsafe.Pointer) {
	var words [FailWords]uint64
	copy(words[:], unsafe.Slice((*uint64)(unsafe.Add(block, 8*x.fail)), x.words()-x.fail))
	x.raise(status, words)
}

// brief reports whether a launch over n iterations is known to be brief. Now and then it says no, so that the launch is measured.
func (x *call) brief(n, cost, worst int64) bool {
	ratio := x.ratio.load()
	estimate := float64(n) * max(float64(cost), 1) / 1000
	time := estimate * ratio
	return n > 0 && estimate <= x.longest.load() && time < watchLess*briefTime && (time < briefTime || !worthFork(time)) &&
		!x.careful(float64(n)*float64(worst)/1000*ratio) && rand.Uint32()%watchOne(time) != 0
}

func (as wordKind) load(p unsafe.Pointer) uint64 {
	switch as {
	case addressWord:
		return uint64(uintptr(p))
	case load8:
		return uint64(*(*uint8)(p))
	case load16:
		return uint64(*(*uint16)(p))
	case load32:
		return uint64(*(*uint32)(p))
	case load8Signed:
		return uint64(*(*int8)(p))
	case load16Signed:
		return uint64(*(*int16)(p))
	case load32Signed:
		return uint64(*(*int32)(p))
	}
	return *(*uint64)(p)
}

func (o *directOp) evaluate(a, b, c uint64) uint64 {
	switch x := o.scalar; o.op {
	case opScalar1:
		return ir.EvalScalar1(x.kind, x.t, x.rt, a)
	case opScalar2:
		return ir.EvalScalar2(x.kind, x.t, a, b)
	case opScalar3:
		return ir.EvalScalar3(x.kind, x.t, a, b, c)
	}
	return evaluate(o.op, a, b, c)
}

// evaluate computes an op of a trace.
func evaluate(op opcode, a, b, c uint64) uint64 {
	switch op {
	case opAdd:
		return a + b
	case opSub:
		return a - b
	case opMul:
		return a * b
	case opDiv:
		return uint64(int64(a) / int64(b))
	case opMin:
		return uint64(min(int64(a), int64(b)))
	case opMax:
		return uint64(max(int64(a), int64(b)))
	case opAnd:
		return a & b
	case opOr:
		return a | b
	case opSelect:
		if a != 0 {
			return b
		}
		return c
	}
	return bit(compare(op, a, b))
}

func compare(op opcode, a, b uint64) bool {
	switch op {
	case opLt:
		return int64(a) < int64(b)
	case opLe:
		return int64(a) <= int64(b)
	case opEq:
		return a == b
	case opBelow:
		return a < b
	}
	return a != b
}

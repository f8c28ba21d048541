package plan

import (
	"math/rand/v2"
	"runtime"
	"unsafe"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// Where a call goes the way that most calls of a program go (trace) no frame is needed: machine code (gate) fills parameter blocks from the arguments where
// they are, in a room on the stack. That is cleared for each call, which takes longer the larger it is.
const (
	fewWords  = 32
	someWords = 48
	manyWords = 80
)

// Room is that of most gates. The first word is for rt.Chain.
type Room [1 + fewWords]uint64

// Bound is a program with the places of its parameters.
type Bound struct {
	p     *Program
	b     *border.Layout
	small *Gate // if the room is a Room
	gate  *Gate // or nil
	tries tries // of a program that may find that the plain function has to be called
}

// Bind prepares calls with arguments at these places.
func (p *Program) Bind(b *border.Layout) *Bound {
	d := &Bound{p: p, b: b, gate: findGate(p, b)}
	if d.gate != nil && d.gate.words <= fewWords && d.gate.label == nil && !p.leaves {
		d.small = d.gate
	}
	return d
}

// Direct reports whether calls of the usual kind need no frame.
func (d *Bound) Direct() bool { return d.gate != nil }

// move is a slice among the results that is one of the arguments.
type move struct {
	base     uint8 // behind which pointer
	from, to uintptr
}

// Small is the gate if its room is a Room, or nil. Its Begin, and if that doesn't give Done, Finish, are what Call does, but save calls of Go functions.
func (d *Bound) Small() *Gate { return d.small }

// Done is what Begin gives for a call that is over.
const Done = gateDone

// Begin is all of most calls. It is small enough to be inlined. Neither in nor out escapes.
func (g *Gate) Begin(room *Room, in, out unsafe.Pointer) (status int64) {
	room[0] = g.entry
	return rt.Chain(g.scratch, unsafe.Pointer(room), in, out)
}

// Finish goes on after Begin. It reports false if the plain function has to be called.
func (d *Bound) Finish(status int64, room *Room, in, out unsafe.Pointer) bool {
	return d.finish(status, room[:], in, out)
}

// Call runs the program with the arguments in a struct at in, and stores the results to one at out. It reports false if the plain function
// has to be called. Neither in nor out escapes; what in leads to does, so that machine code has it in the heap.
func (d *Bound) Call(in, out unsafe.Pointer) bool {
	if !d.p.leaves {
		return d.call(in, out)
	}
	if !d.tries.worth() {
		return false
	}
	called := d.call(in, out)
	d.tries.note(called)
	return called
}

func (d *Bound) call(in, out unsafe.Pointer) bool {
	switch {
	case d.gate == nil:
		return d.p.Call(d.b, in, out)
	case d.gate.words <= fewWords:
		return d.few(in, out)
	case d.gate.words <= someWords:
		return d.some(in, out)
	}
	return d.many(in, out)
}

func (d *Bound) few(in, out unsafe.Pointer) bool {
	var room Room
	status := d.gate.begin(room[:], in, out)
	return status == gateDone || d.finish(status, room[:], in, out)
}

func (d *Bound) some(in, out unsafe.Pointer) bool {
	var room [1 + someWords]uint64
	status := d.gate.begin(room[:], in, out)
	return status == gateDone || d.finish(status, room[:], in, out)
}

func (d *Bound) many(in, out unsafe.Pointer) bool {
	var room [1 + manyWords]uint64
	status := d.gate.begin(room[:], in, out)
	return status == gateDone || d.finish(status, room[:], in, out)
}

// begin begins, with a name for profiles if it has one.
func (g *Gate) begin(room []uint64, in, out unsafe.Pointer) (status int64) {
	room[0] = g.entry
	if g.label != nil {
		return g.labelled(g.label, room, in, out)
	}
	return g.chain(room, in, out)
}

// chain goes on where the room says.
func (g *Gate) chain(room []uint64, in, out unsafe.Pointer) (status int64) {
	status = rt.Chain(g.scratch, unsafe.Pointer(unsafe.SliceData(room)), in, out)
	runtime.KeepAlive(g)
	return status
}

// finish does what the gate leaves to Go until the call is done.
func (d *Bound) finish(status int64, room []uint64, in, out unsafe.Pointer) bool {
	g := d.gate
	for status != gateDone {
		if status > 0 {
			x := g.stops[room[1+g.who]].call
			if x.leaves(status) {
				return false
			}
			x.failed(status, unsafe.Pointer(&room[1]))
		}
		if status == gateOther {
			return d.p.Call(d.b, in, out)
		}
		s := &g.stops[gateAsks-status]
		switch s.do {
		case compute:
			args := room[1+g.args:]
			room[1+s.dst] = s.evaluate(args[0], args[1], args[2])
		case reaches:
			if args := room[1+g.args:]; !whole(args[0], args[1], args[2], s.imm) {
				return d.p.Call(d.b, in, out)
			}
		case launch:
			args := room[1+g.args:]
			if !s.call.brief(int64(args[0]), int64(args[1]), int64(args[2])) {
				return d.p.Call(d.b, in, out)
			}
		case start, piece1:
			status = g.labelled(s.call.kernel.Label, room, in, out)
			continue
		case makes:
			*(*unsafe.Pointer)(unsafe.Add(out, s.dst)) = allocate(room[1+g.args], s.imm, s.op)
		case apart:
			var bases border.Bases
			if !d.b.Follow(in, bases[:]) {
				return false
			}
		case fails:
			d.b.Errors[s.imm].Set(out, rt.Words(room[1+s.dst:]))
		case give:
			d.give(in, out)
			return true
		}
		status = g.chain(room, in, out)
	}
	return true
}

// give stores the results that are slices among the arguments.
func (d *Bound) give(in, out unsafe.Pointer) {
	for i := range d.gate.slices {
		w := &d.gate.slices[i]
		from := in
		if w.base > 0 {
			from = d.b.Given(in, uint64(w.base))
		}
		*(*sliceHeader)(unsafe.Add(out, w.to)) = *(*sliceHeader)(unsafe.Add(from, w.from))
	}
}

// shortLoop is how many iterations of a loop are done too soon for profiles to need the name of their kernel: to tell the runtime takes as long.
const shortLoop = 64

// A launch that takes at the most so many picoseconds, by the compiler's estimate, of so many iterations, is over before anything could be gained by thinking about it, be it
// that it takes ten times as long.
const (
	briefCost = 64_000
	briefOps  = 1 << 20
)

// labelled goes on with a name for profiles.
func (g *Gate) labelled(l *rt.Label, room []uint64, in, out unsafe.Pointer) (status int64) {
	if l.Attach() {
		defer l.Detach() // after a fault, too
	}
	return g.chain(room, in, out)
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
	return n > 0 && estimate <= x.longest.load() && time < watchLess*briefTime && !x.worthFork(estimate, time) &&
		!x.careful(float64(n)*float64(worst)/1000*ratio) && rand.Uint32()%watchOne(time) != 0
}

func (s *stop) evaluate(a, b, c uint64) uint64 {
	switch x := s.scalar; s.op {
	case opScalar1:
		return ir.EvalScalar1(x.kind, x.t, x.rt, a)
	case opScalar2:
		return ir.EvalScalar2(x.kind, x.t, a, b)
	case opScalar3:
		return ir.EvalScalar3(x.kind, x.t, a, b, c)
	}
	return evaluate(s.op, a, b, c)
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
	case opLongest:
		return uint64(longest(pointerIn(&a), int64(c), int64(b), int64(c)))
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

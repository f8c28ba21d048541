package eval

import (
	"fmt"
	"strings"
	"unsafe"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// Value is what the interpreter computes with. Scalars are in Bits (canonical); Ref holds a Slice, an *Aggregate, a *Closure, a *Var.
type Value struct {
	Bits uint64
	Ref  any
}

// Slice is a slice in Go memory.
type Slice struct {
	Ptr      unsafe.Pointer
	Len, Cap int
}

// ZeroValue is the zero value of a type.
func ZeroValue(t *ir.Type) Value { return zeroValue(t) }

// NewVar is a variable with a value, as a pointer to it.
func NewVar(v Value) Value { return Value{Ref: &Var{v: clone(v)}} }

// Content is what a variable holds.
func (v *Var) Content() Value { return clone(v.v) }

// Elem is element i, of type t, also of those behind the slice's end.
func (s Slice) Elem(i int, t *ir.Type) Value { return readMemory(unsafe.Add(s.Ptr, i*t.Size()), t) }

// Aggregate is a struct or array value.
type Aggregate struct{ Elems []Value }

// Closure is a function value.
type Closure struct {
	code *fcode
	caps []Value
}

// Var is a variable: what a cell is.
type Var struct {
	v      Value
	t      *ir.Type
	made   uint64  // of the watcher: when
	at     uintptr // and where
	shared bool    // components of it are *inMemory, see cellAt

	address uint64 // where it lies, 0 if that is not told
}

// Interp interprets the functions of a module, at the source, residual and loops levels. It serves one goroutine at a time.
type Interp struct {
	g *program

	// Late makes calls that panic do so with a *Panic, which says what else memory may hold.
	Late bool
	late lateRun

	// Steps bounds how many regions a call may run, if it is not 0. A make counts as one for each 64 bytes. Calls in each other are bounded, too.
	Steps int64
	steps int64 // of this call
	deep  int   // calls in each other

	watch *watcher // nil: iterations are not watched

	// Native, if not nil, answers calls of functions that the module doesn't have.
	Native  func(sym string, args []Value) ([]Value, bool)
	layouts map[layoutKey]*border.Layout // of Call

	// Stored, if not nil, is told each store to a slice, for tests.
	Stored func(at unsafe.Pointer, bytes int)
}

// New prepares a module for interpretation.
func New(m *ir.Module) *Interp { return &Interp{g: newProgram(m)} }

// Run calls a function of a module. It panics as Go does where the program does.
func Run(m *ir.Module, fn string, args ...Value) ([]Value, error) { return New(m).Run(fn, args...) }

// Run calls a function.
func (x *Interp) Run(fn string, args ...Value) ([]Value, error) {
	c := x.g.code(fn)
	if c == nil {
		return nil, fmt.Errorf("eval: no function %s", fn)
	}
	if len(args) != len(c.params) {
		return nil, fmt.Errorf("eval: %s takes %d arguments, not %d", fn, len(c.params), len(args))
	}
	x.start()
	defer x.finish()
	return x.call(c, nil, args), nil
}

// iframe is an activation of a function or lambda.
type iframe struct {
	slots   []Value
	out     []Value          // what the last terminator carried
	scratch map[*ocode]Slice // buffers that live until the function returns
	stacks  map[*ocode]*rt.Reserve
	outputs map[*ocode]output // of the multis that run
}

// flow says how a region was left.
type flow struct {
	kind   ir.OpKind // OpYield, OpReturn, OpBreak, OpContinue
	target int
}

func (x *Interp) call(c *fcode, caps, args []Value) []Value {
	fr := &iframe{slots: make([]Value, c.slots)}
	for i, id := range c.params {
		fr.slots[id] = args[i]
	}
	for i, k := range c.caps {
		fr.slots[k.inner] = caps[i]
	}
	if x.deep++; x.Steps > 0 && x.deep > deepest {
		panic(endless)
	}
	x.region(fr, c.body)
	x.deep--
	return fr.out
}

// closure calls a function value.
func (x *Interp) closure(f Value, args ...Value) []Value {
	c, ok := f.Ref.(*Closure)
	if !ok || c == nil {
		rt.PanicNil()
	}
	return x.call(c.code, c.caps, args)
}

func (fr *iframe) bind(ids []int, vs []Value) {
	for i, id := range ids {
		fr.slots[id] = vs[i]
	}
}

// args copies the operands.
func (fr *iframe) args(ids []int) []Value {
	vs := make([]Value, len(ids))
	for i, id := range ids {
		vs[i] = fr.slots[id]
	}
	return vs
}

// Endless reports the panic of an interpreter that has come to the end of its Steps.
func Endless(p any) bool { return p == endless }

const endless = "eval: too many steps"

// deepest is how many calls in each other fit on a stack of Go, of at most a gigabyte, by far.
const deepest = 100_000

// step counts what is done.
func (x *Interp) step(n int64) {
	if x.steps += n; x.Steps > 0 && x.steps > x.Steps {
		panic(endless)
	}
}

func (x *Interp) region(fr *iframe, rc *rcode) flow {
	x.step(1)
	for i := range rc.ops {
		o := &rc.ops[i]
		switch o.kind {
		case ir.OpYield, ir.OpReturn, ir.OpBreak, ir.OpContinue:
			out := fr.out[:0]
			for _, id := range o.args {
				out = append(out, fr.slots[id])
			}
			fr.out = out
			return flow{o.kind, o.target}
		case ir.OpIf, ir.OpBlock, ir.OpLoop, ir.OpFor, ir.OpPipeline, ir.OpSweeps, ir.OpRelay:
			if f := x.control(fr, o); f.kind != ir.OpYield {
				return f
			}
			fr.bind(o.res, fr.out)
		default:
			x.op(fr, o)
		}
	}
	panic("eval: region without an end")
}

// control runs an op with regions in line. OpYield means: go on behind it, with fr.out as its results.
func (x *Interp) control(fr *iframe, o *ocode) flow {
	var f flow
	switch o.kind {
	case ir.OpIf:
		arm := 0
		if fr.slots[o.args[0]].Bits == 0 {
			arm = 1
		}
		f = x.region(fr, o.regions[arm])
	case ir.OpBlock, ir.OpPipeline: // of a pipeline stage after stage is as good as strip after strip
		f = x.region(fr, o.regions[0])
	case ir.OpFor:
		f = x.forLoop(fr, o)
	case ir.OpRelay:
		fr.out = x.relay(fr, o)
		return flow{kind: ir.OpYield}
	case ir.OpSweeps: // of the orders that are as good, turn after turn
		turns := o.regions[0].ops
		turns = turns[:len(turns)-1]
		for t := range int64(fr.slots[o.args[0]].Bits) {
			turn := &turns[t%int64(len(turns))]
			x.turn(fr, turn, t/int64(len(turns))*o.op.Ints[1]+turn.op.Ints[0])
		}
		fr.out = fr.out[:0]
		return flow{kind: ir.OpYield}
	default:
		fr.out = append(fr.out[:0], fr.args(o.args)...)
		for f = (flow{ir.OpContinue, o.target}); f.kind == ir.OpContinue && f.target == o.target; {
			fr.bind(o.regions[0].params, fr.out)
			f = x.region(fr, o.regions[0])
		}
	}
	if f.kind == ir.OpBreak && f.target == o.target {
		f.kind = ir.OpYield
	}
	return f
}

func (x *Interp) forLoop(fr *iframe, o *ocode) flow {
	a := fr.args(o.args)
	i, hi, step := int64(a[0].Bits), int64(a[1].Bits), o.op.Ints[0]
	fr.out = append(fr.out[:0], a[2:]...)
	params := o.regions[0].params
	for step > 0 && i < hi || step < 0 && i > hi {
		fr.slots[params[0]] = Value{Bits: uint64(i)}
		fr.bind(params[1:], fr.out)
		if f := x.region(fr, o.regions[0]); f.kind != ir.OpYield && !(f.kind == ir.OpContinue && f.target == o.target) {
			return f
		}
		next := i + step
		if (next > i) != (step > 0) { // past the end of the integers
			break
		}
		i = next
	}
	return flow{ir.OpYield, -1}
}

// op runs an op that is neither a terminator nor control flow.
func (x *Interp) op(fr *iframe, o *ocode) {
	s := fr.slots
	if k := o.kind; k >= ir.OpAdd && k <= ir.OpBitcast && k != ir.OpSelect {
		t, rt := o.op.Args[0].Type, o.op.Results[0].Type
		var bits uint64
		switch len(o.args) {
		case 1:
			bits = ir.EvalScalar1(k, t, rt, s[o.args[0]].Bits)
		case 2:
			if (k == ir.OpDiv || k == ir.OpRem) && t.IsInt() && s[o.args[1]].Bits == 0 {
				panic("eval: division by zero without a check")
			}
			bits = ir.EvalScalar2(k, t, s[o.args[0]].Bits, s[o.args[1]].Bits)
		default:
			bits = ir.EvalScalar3(k, t, s[o.args[0]].Bits, s[o.args[1]].Bits, s[o.args[2]].Bits)
		}
		s[o.res[0]] = Value{Bits: bits}
		return
	}
	switch o.kind {
	case ir.OpConst:
		s[o.res[0]] = Value{Bits: o.op.Bits}
	case ir.OpZero:
		s[o.res[0]] = zeroValue(o.op.Results[0].Type)
	case ir.OpSelect:
		if s[o.args[0]].Bits != 0 {
			s[o.res[0]] = s[o.args[1]]
		} else {
			s[o.res[0]] = s[o.args[2]]
		}
	case ir.OpRunning:
		s[o.res[0]] = s[o.args[1]]
		if k := o.op.Joined(); k != ir.OpInvalid {
			s[o.res[0]] = Value{Bits: ir.EvalScalar2(k, o.op.Args[0].Type, s[o.args[0]].Bits, s[o.args[1]].Bits)}
		}
	case ir.OpTable:
		s[o.res[0]] = Value{Bits: o.op.Table()[s[o.args[0]].Bits]}
	case ir.OpStream, ir.OpStart: // change nothing that can be seen
	case ir.OpPace:
		s[o.res[0]], s[o.res[1]] = Value{Bits: 3}, Value{Bits: 1} // any length will do
	case ir.OpReach:
		s[o.res[0]] = Value{Bits: uint64(ir.Reach(int64(s[o.args[0]].Bits), int64(s[o.args[1]].Bits), int64(s[o.args[2]].Bits), o.op.Ints[0]))}
	case ir.OpStatic:
		s[o.res[0]] = Value{}
		if o.op.Args[0].Type.Kind == ir.Slice && (len(o.op.Ints) == 0 || o.op.Ints[0] == 1) {
			text := s[o.args[0]].Ref.(Slice)
			s[o.res[0]].Bits = rt.RegisterText(string(unsafe.Slice((*byte)(text.Ptr), text.Len)))
		}
	case ir.OpKnown:
		s[o.res[0]] = Value{Bits: 1}
	case ir.OpThreads:
		s[o.res[0]] = Value{Bits: 1}
		if x.watch != nil { // what is declared parallel is to be seen
			s[o.res[0]].Bits = 2
		}
	case ir.OpProcs:
		s[o.res[0]] = Value{Bits: uint64(ir.Procs(o.op.Ints[0]))}
	case ir.OpHide:
		s[o.res[0]] = s[o.args[0]]
	case ir.OpCheckIndex, ir.OpCheckDiv, ir.OpCheckShift, ir.OpCheckSlice, ir.OpCheckMake, ir.OpCheckPanic, ir.OpCheckRoom:
		runCheck(fr, o)
	case ir.OpStruct, ir.OpArray, ir.OpExtract, ir.OpInsert, ir.OpCell, ir.OpCellAt, ir.OpGet, ir.OpSet, ir.OpView, ir.OpPart, ir.OpRecast, ir.OpSame:
		x.aggregate(fr, o)
	case ir.OpStore:
		p, t := element(fr, o, o.args[3:]), o.op.Args[2].Type
		x.watch.stores(fr, o, p, t, s[o.args[2]])
		x.store(p, t, s[o.args[2]])
	case ir.OpMove:
		x.move(fr, o)
	case ir.OpBlank: // ahead of all stages
		w := s[o.args[0]].Ref.(Slice)
		clear(unsafe.Slice((*byte)(w.Ptr), w.Len*o.op.Args[0].Type.Elem.Size()))
	case ir.OpLen, ir.OpCap, ir.OpIsNil, ir.OpAddress, ir.OpMake, ir.OpSlice, ir.OpLoad, ir.OpAlloca, ir.OpScratch, ir.OpArena, ir.OpStack, ir.OpWindow, ir.OpApart:
		x.memory(fr, o)
	case ir.OpLambda, ir.OpFuncRef, ir.OpCall, ir.OpCallSym, ir.OpUnroll, ir.OpLaunch, ir.OpStage, ir.OpTurn, ir.OpRun:
		x.function(fr, o)
	case ir.OpForeign:
		fr.bind(o.res, x.foreign(o.op, fr.args(o.args)))
	case ir.OpCollect:
		x.give(fr, o)
	case ir.OpReduce, ir.OpKeep:
		if o.op.Parent.Parent != nil && o.op.Parent.Parent.Kind == ir.OpMulti {
			x.give(fr, o)
			return
		}
		x.pattern(fr, o)
	case ir.OpCompact:
		x.compact(fr, o)
	case ir.OpParFor, ir.OpBuild, ir.OpMulti, ir.OpBlockReduce:
		x.pattern(fr, o)
	default:
		panic(fmt.Sprintf("eval: %s can't be interpreted", o.kind))
	}
}

func (x *Interp) function(fr *iframe, o *ocode) {
	s := fr.slots
	switch o.kind {
	case ir.OpLambda:
		c := &Closure{o.lambda, make([]Value, len(o.lambda.caps))}
		for i, k := range o.lambda.caps {
			c.caps[i] = s[k.outer]
		}
		s[o.res[0]] = Value{Ref: c}
	case ir.OpFuncRef:
		s[o.res[0]] = Value{Ref: &Closure{code: x.named(o.op.Sym())}}
	case ir.OpCall:
		fr.bind(o.res, x.closure(s[o.args[0]], fr.args(o.args[1:])...))
	case ir.OpCallSym, ir.OpRun:
		if x.Native != nil {
			if rs, ok := x.Native(o.op.Sym(), fr.args(o.args)); ok {
				fr.bind(o.res, rs)
				return
			}
		}
		fr.bind(o.res, x.call(x.named(o.op.Sym()), nil, fr.args(o.args)))
	case ir.OpUnroll:
		for i := int64(s[o.args[0]].Bits); i < int64(s[o.args[1]].Bits); i++ {
			if x.closure(s[o.args[2]], Value{Bits: uint64(i)})[0].Bits == 0 {
				break
			}
		}
	case ir.OpLaunch:
		if len(o.res) > 0 {
			s[o.res[0]] = Value{Bits: x.attempt(o, fr.args(o.args))}
			break
		}
		x.launch(o, fr.args(o.args), 4)
	case ir.OpStage:
		x.stage(o, fr.args(o.args))
	}
}

// stage runs a stage of a pipeline, row by row where these are further apart in windows than its kernel has them.
func (x *Interp) stage(o *ocode, a []Value) {
	n, per, skip := int64(a[0].Bits), int64(a[1].Bits), int64(a[4].Bits)
	if skip == 0 {
		x.launch(o, a, 5)
		return
	}
	k := x.named(o.op.Sym())
	for lo := int64(0); lo < n; lo += per {
		args := append([]Value{{Bits: uint64(lo)}, {Bits: uint64(min(lo+per, n))}}, a[5:]...)
		for i, v := range o.op.Args[5:] {
			if v.Def == nil || v.Def.Kind != ir.OpWindow {
				continue
			}
			s := args[2+i].Ref.(Slice)
			s.Ptr = unsafe.Add(s.Ptr, int(lo/per*skip)*v.Type.Elem.Size())
			args[2+i].Ref = s
		}
		x.call(k, nil, args)
	}
}

// attempt runs a range kernel from which a failed check is no panic, and reports, as a bool, that there was none. What is behind the middle comes first: whoever makes
// an attempt has to put that back.
func (x *Interp) attempt(o *ocode, a []Value) (done uint64) {
	deep := x.deep
	defer func() {
		if p := recover(); p != nil {
			if msg, ok := p.(string); ok && (Endless(p) || strings.HasPrefix(msg, "eval: ")) {
				panic(p)
			}
			done, x.deep = 0, deep
		}
	}()
	k, n := x.named(o.op.Sym()), int64(a[0].Bits)
	arenas := newArenas(o.op)
	for _, strip := range [][2]int64{{n / 2, n}, {0, n / 2}} {
		if strip[0] < strip[1] {
			arenas.run(x, k, strip[0], strip[1], a[4:])
		}
	}
	return 1
}

// launch runs a range kernel in two strips, so that what depends on the strips shows.
func (x *Interp) launch(o *ocode, a []Value, first int) {
	k := x.named(o.op.Sym())
	n := int64(a[0].Bits)
	strip := (n + 1) / 2
	arenas := newArenas(o.op)
	for lo := int64(0); lo < n; lo += strip {
		arenas.run(x, k, lo, min(lo+strip, n), a[first:])
	}
}

// turn runs a turn of sweeps in a step: what its kernel takes as a scalar, and the turn has a slice of, is that step's.
func (x *Interp) turn(fr *iframe, o *ocode, step int64) {
	a := fr.args(o.args)
	params := x.named(o.op.Sym()).fn.Body.Params[2:]
	for i, p := range params {
		s, ok := a[6+i].Ref.(Slice)
		if ok && p.Type.Kind != ir.Slice {
			a[6+i] = readMemory(unsafe.Add(s.Ptr, int(step)*p.Type.Size()), p.Type)
		}
	}
	x.launch(o, a, 6)
}

// relay runs a relay: the first stage, what is handed on, and the second.
func (x *Interp) relay(fr *iframe, o *ocode) (out []Value) {
	stages, a := o.regions[0].ops, fr.args(o.args)
	x.stage(&stages[0], fr.args(stages[0].args))
	for k, kind := range ir.RelayKinds(o.op) {
		t, n := o.op.Results[k].Type, len(o.op.Results)
		at, sums, places := a[2+k], a[2+n+k].Ref.(Slice), a[2+2*n+k].Ref.(Slice)
		for r := range int(a[0].Bits) {
			writeMemory(unsafe.Add(places.Ptr, r*t.Size()), t, at)
			sum := readMemory(unsafe.Add(sums.Ptr, r*t.Size()), t)
			at = Value{Bits: ir.EvalScalar2(kind, t, at.Bits, sum.Bits)}
		}
		out = append(out, at)
	}
	x.stage(&stages[1], fr.args(stages[1].args))
	return out
}

func (x *Interp) named(name string) *fcode {
	c := x.g.code(name)
	if c == nil {
		panic("eval: no function " + name)
	}
	return c
}

func runCheck(fr *iframe, o *ocode) {
	if o.kind == ir.OpCheckPanic {
		var words rt.Words
		for i, id := range o.args[1:] {
			words[i] = fr.slots[id].Bits
		}
		if fr.slots[o.args[0]].Bits == 0 {
			rt.PanicValue(o.op.Sym(), words)
		}
		return
	}
	a := [4]int64{}
	for i, id := range o.args {
		a[i] = ir.SignExtend(o.op.Args[i].Type, fr.slots[id].Bits)
	}
	switch o.kind {
	case ir.OpCheckIndex:
		if uint64(a[0]) >= uint64(a[1]) {
			if o.op.Args[0].Type == ir.TU64 {
				rt.PanicIndexUint(uint64(a[0]), a[1])
			}
			rt.PanicIndex(a[0], a[1])
		}
	case ir.OpCheckDiv:
		if a[0] == 0 {
			rt.PanicDivide()
		}
	case ir.OpCheckShift:
		if a[0] < 0 {
			rt.PanicShift()
		}
	case ir.OpCheckMake:
		if uint64(a[0]) > ir.MaxMake {
			rt.PanicMakeSlice()
		}
	case ir.OpCheckRoom:
		if uint64(a[0]) > uint64(a[1]) {
			panic(&noRoom{o.op.Ints[0], a[0], a[2]})
		}
	case ir.OpCheckSlice:
		checkSlice(o.op.Ints[0], a)
	}
}

func checkSlice(code int64, a [4]int64) {
	ok := 0 <= a[0] && a[0] <= a[1] && a[1] <= a[2]
	switch code {
	case 0:
		if !ok {
			rt.PanicSlice(a[0], a[1], a[2])
		}
	case 1:
		if !ok {
			rt.PanicSliceArray(a[0], a[1], a[2])
		}
	default:
		if !ok || a[2] > a[3] {
			rt.PanicSlice3(a[0], a[1], a[2], a[3])
		}
	}
}

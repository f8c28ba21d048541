// Package simd lowers kernels from the loops level to the lanes level: slices become addresses, checks become branches, and the body of a
// loop in lanes becomes explicit vectors and masks (SPMD on SIMD, as in ISPC: Pharr & Mark, "ispc: A SPMD Compiler for High-Performance
// CPU Programming", InPar 2012). A loop in lanes is emitted as a vector loop, a masked vector tail, and a scalar loop that takes over at
// the first vector in which a check fails, so that the exact panic is raised; it runs no iteration otherwise.
package simd

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
)

// Site is a check that stayed in a kernel; status s of a kernel means that Sites[s-1] failed.
type Site struct {
	Kind  ir.OpKind
	Code  int64  // check.slice: which form
	Uns   bool   // check.index: the index is unsigned
	Panic string // check.panic: what with
	Pos   ir.Pos
}

// Options tell what machine to emit for.
type Options struct {
	Machine      *machine.Desc
	ScratchBytes int // room for allocas
	Scalar       bool
}

// Kernel is a kernel on its way from the loops level to the lanes level, and there. Whoever is done with its function, and with all ops in it, may Release it.
type Kernel struct {
	Func  *ir.Func
	Sites []Site
	Lanes int // elements side by side in one register
	Width int // iterations of the kernel's range done at a time; 1 where its lanes run along something else, 0 if that isn't known
	Notes []ir.Note

	borders map[*ir.Op]*borders // of loops in lanes that have some, once they have been looked for
}

// NewKernel begins with a kernel of the loops level, which is consumed.
func NewKernel(f *ir.Func) *Kernel { return &Kernel{Func: f, Width: oneByOne(f)} }

// lval is what a scalar of the loops level has become. Uniform values have u; integers with a stride have u for lane 0; others have v.
type lval struct {
	u      *ir.Value
	stride int64
	v      *ir.Value
}

func (x lval) isUniform() bool { return x.v == nil && x.stride == 0 }

// slice3 is a slice taken apart.
type slice3 struct{ ptr, len, cap lval }

// variable is one of the emission itself: a mask or a value that grows lane by lane as lanes leave. It goes through structured
// ops as an extra result where it changes inside.
type variable struct {
	typ *ir.Type
	val *ir.Value // nil: not yet defined
}

type emitter struct {
	opt    *Options
	b      *ir.Builder
	env    map[*ir.Value]lval
	slices map[*ir.Value]slice3
	allocs map[*ir.Value]*ir.Value // alloca -> address
	kernel *Kernel
	sites  map[*ir.Op]int
	far    *ir.Value // whether the streaming stores of the next loop in lanes go past the caches

	scopes    map[*ir.Op]*scope
	lanes     *lanesLoop // nil in scalar code
	variables []*variable
	cur       *variable // the active lanes; val nil: all of them
	none      bool      // no lane is active: the code that follows is dead on this path
	some      bool      // at least one lane is known to be active
	straight  bool      // inside the operation of a reduction: no branches
	over      lanesMask // the active lanes, and others that have not left yet: what they leave with may be overwritten
	depth     int       // how many varying branches and divergent blocks are around
	loops     []*scope
	sh        *shapes

	noted      map[noteKey]bool // what has been said
	bufferRoom int              // what is left of it for compacts
	spare      bool             // in the scalar loop for what a failed check left
}

// lanesLoop is the loop in lanes that is being emitted.
type lanesLoop struct {
	vl      int // lanes side by side, several registers wide
	hoisted map[*ir.Op]bool
	another bool // behind the vector there is another iteration
	streams streams
	runs    []*run      // what the loop carries
	accs    []*ir.Value // the registers of it, up to where the body has come
	bails   bool        // some check may fail
	bail    func()      // leaves for the scalar loop before the current vector
	waits   bool        // lanes of which a check may fail must not wait for others for ever
	tail    firstOnes   // those of the tail that is emitted
}

// firstOnes are the first lanes, as many as are left: the mask, and their number.
type firstOnes struct{ mask, left *ir.Value }

// scope is how exits to an op of the loops level are emitted.
type scope struct {
	op        *ir.Op // the op
	real      *ir.Op // what it became; nil for a divergent block
	divergent bool
	root      bool        // the loop in lanes itself: leaving it ends the lane's iteration
	extra     []*variable // variables that travel with every real exit
	left      *variable   // lanes that left by break; nil if nobody asks
	res       []*variable // values of lanes that left
	next      []*variable // values for the next iteration
	cont      *variable   // lanes that go on
	waited    *ir.Value   // iterations that there have been, if they are counted
	depth     int
}

type flow uint8

const (
	falls  flow = iota // reaches its end
	dead               // no lane is left on this path; no terminator was emitted
	closed             // a terminator was emitted
)

// Vectorise makes vectors of what is in lanes, several registers wide, and takes slices apart. The error is an ir.Limit if lanes are too much for this machine; any
// other says what is wrong with the kernel.
func Vectorise(k *Kernel, opt *Options) (err error) {
	defer func() {
		if r := recover(); r != nil {
			le, ok := r.(*ir.Limit)
			if !ok {
				panic(r)
			}
			err = le
		}
	}()
	f := k.Func
	out := ir.NewFunc(f.Name, nil, wordTypes(f.Results))
	out.OwnRoom()
	out.Kernel, out.Pos = f.Kernel, f.Pos
	k.Func = out
	e := &emitter{opt: opt, b: ir.NewBuilder(out.Body), env: make(map[*ir.Value]lval, f.Body.Values()), slices: map[*ir.Value]slice3{},
		allocs: map[*ir.Value]*ir.Value{}, kernel: k, sites: map[*ir.Op]int{}, scopes: map[*ir.Op]*scope{}, cur: &variable{}, bufferRoom: bufferRoomOf(f.Body)}
	for _, p := range f.Body.Params {
		if p.Type.Kind == ir.Slice {
			var w [3]lval
			for i, suffix := range []string{"ptr", "len", "cap"} {
				w[i] = lval{u: out.Body.AddParam(ir.TI64, p.Name+"."+suffix)}
			}
			e.slices[p] = slice3{w[0], w[1], w[2]}
			continue
		}
		e.env[p] = lval{u: out.Body.AddParam(p.Type, p.Name)}
	}
	e.region(f.Body)
	return nil
}

// oneByOne is how many iterations a loop over the kernel's range without lanes does at a time; 0: there is none.
func oneByOne(f *ir.Func) int {
	if f.Kernel != ir.RangeKernel {
		return 0
	}
	for _, o := range f.Body.Ops {
		if o.Kind == ir.OpFor && o.Mode != ir.InLanes && o.Args[0] == f.Body.Params[0] {
			return int(o.Ints[0])
		}
	}
	return 0
}

// fail gives up: the kernel should not look like this.
func (e *emitter) fail(o *ir.Op, format string, args ...any) {
	panic("simd: " + o.Pos.String() + ": " + fmt.Sprintf(format, args...))
}

func (e *emitter) note(pos ir.Pos, format string, args ...any) {
	e.noteOutcome(pos, ir.Remark, format, args...)
}

func (e *emitter) noteOutcome(pos ir.Pos, what ir.Outcome, format string, args ...any) {
	e.kernel.Notes = append(e.kernel.Notes, ir.Note{Pos: pos, Text: fmt.Sprintf(format, args...), What: what})
}

// wordTypes is a list of types with slices taken apart.
func wordTypes(ts []*ir.Type) []*ir.Type {
	var out []*ir.Type
	for _, t := range ts {
		if t.Kind == ir.Slice {
			out = append(out, ir.TI64, ir.TI64, ir.TI64)
		} else {
			out = append(out, t)
		}
	}
	return out
}

// region emits the ops of r. On falls, r ended in a yield, whose operands the caller handles.
func (e *emitter) region(r *ir.Region) (*ir.Op, flow) {
	for _, o := range r.Ops {
		e.b.Pos = o.Pos
		if o.Kind == ir.OpYield {
			return o, falls
		}
		if fl := e.op(o); fl != falls {
			return nil, fl
		}
	}
	return nil, falls
}

func (e *emitter) op(o *ir.Op) flow {
	switch o.Kind {
	case ir.OpIf:
		return e.ifOp(o)
	case ir.OpBlock:
		return e.block(o)
	case ir.OpLoop:
		return e.loop(o)
	case ir.OpBreak, ir.OpContinue:
		return e.exit(o)
	case ir.OpReturn:
		e.b.Return(e.words(o.Args)...)
		return closed
	case ir.OpFor:
		e.forLanes(o)
	case ir.OpBlockReduce:
		e.reduce(o)
	case ir.OpRunning:
		e.running(o)
	case ir.OpCompact:
		e.compact(o)
	case ir.OpCheckIndex, ir.OpCheckDiv, ir.OpCheckShift, ir.OpCheckSlice, ir.OpCheckMake, ir.OpCheckPanic, ir.OpCheckRoom:
		return e.check(o)
	case ir.OpLoad:
		e.load(o)
	case ir.OpStore:
		e.store(o)
	case ir.OpAlloca:
		e.alloca(o)
	case ir.OpLen:
		e.env[o.Result()] = e.slice(o.Args[0]).len
	case ir.OpCap:
		e.env[o.Result()] = e.slice(o.Args[0]).cap
	case ir.OpAddress:
		e.env[o.Result()] = lval{u: e.slice(o.Args[0]).ptr.u}
	case ir.OpIsNil:
		e.env[o.Result()] = lval{u: e.b.Compare(ir.OpEq, e.slice(o.Args[0]).ptr.u, e.b.Int(0))}
	case ir.OpSlice:
		e.sliceOp(o)
	case ir.OpApart:
		e.apart(o)
	case ir.OpStream:
		e.far = e.get(o.Args[0]).u
	case ir.OpZero:
		e.zero(o)
	case ir.OpSelect:
		e.selectOp(o)
	default:
		if !o.Kind.Has(ir.Lanewise) && o.Kind != ir.OpConst {
			e.fail(o, "%s in a kernel", o.Kind)
		}
		e.env[o.Result()] = e.lanewise(o)
	}
	return falls
}

// words are the values, slices taken apart, all uniform.
func (e *emitter) words(vs []*ir.Value) []*ir.Value {
	var out []*ir.Value
	for _, v := range vs {
		if v.Type.Kind == ir.Slice {
			s := e.slice(v)
			out = append(out, s.ptr.u, s.len.u, s.cap.u)
		} else {
			out = append(out, e.get(v).u)
		}
	}
	return out
}

func (e *emitter) get(v *ir.Value) lval {
	x, ok := e.env[v]
	if !ok {
		panic(fmt.Sprintf("simd: no value for %s %q defined by %v", v.Type, v.Name, v.Def))
	}
	return x
}

func (e *emitter) slice(v *ir.Value) slice3 {
	s, ok := e.slices[v]
	if !ok {
		panic(fmt.Sprintf("simd: no slice for %s %q", v.Type, v.Name))
	}
	return s
}

func (e *emitter) vec(t *ir.Type) *ir.Type { return ir.VecOf(t, e.lanes.vl) }

func (e *emitter) maskType() *ir.Type { return ir.MaskOf(e.lanes.vl) }

// toVec is x in all lanes.
func (e *emitter) toVec(x lval) *ir.Value {
	if x.v != nil {
		return x.v
	}
	t := e.vec(x.u.Type)
	if bits, ok := x.u.IsConst(); ok && x.stride == 0 {
		return e.b.Const(t, bits)
	}
	s := e.b.Op(ir.OpSplat, []*ir.Value{x.u}, t).Result()
	if x.stride == 0 {
		return s
	}
	return e.b.Binary(ir.OpAdd, s, e.ramp(x.u.Type, x.stride))
}

// ramp is stride * lane.
func (e *emitter) ramp(t *ir.Type, stride int64) *ir.Value {
	r := e.b.Op(ir.OpIota, nil, e.vec(t)).Result()
	if stride == 1 {
		return r
	}
	return e.b.Binary(ir.OpMul, r, e.b.Const(e.vec(t), uint64(stride)))
}

// lanewise emits arithmetic in the cheapest shape.
func (e *emitter) lanewise(o *ir.Op) lval {
	var room [4]lval // on the stack, as what follows
	var values [4]*ir.Value
	args, all := room[:0], true
	for _, a := range o.Args {
		x := e.get(a)
		args = append(args, x)
		all = all && x.isUniform()
	}
	t := o.Result().Type
	if all {
		us := values[:0]
		for _, a := range args {
			us = append(us, a.u)
		}
		e.tame(o, us)
		return lval{u: e.clone(o, t, us...)}
	}
	if x, ok := e.affine(o, args); ok {
		return x
	}
	vs := append(values[:0], o.Args...)
	for i, a := range args {
		switch {
		case o.Kind == ir.OpRotl && i == 1 && a.v == nil:
			vs[i] = e.rotationCount(a, t)
		case a.isUniform() && (o.Kind == ir.OpSelect && i == 0 || isShift(o.Kind) && i == 1):
			vs[i] = a.u // one for all lanes
		case o.Kind == ir.OpTable:
			vs[i] = e.tableIndex(o.Args[i], a)
		case e.wide() && e.sh.narrowOps[o]:
			vs[i] = e.narrowOperand(a)
		default:
			vs[i] = e.toVec(a)
		}
	}
	if o.Kind == ir.OpCarry || o.Kind == ir.OpBorrow {
		return lval{v: e.carry(o.Kind, vs[0], vs[1], vs[2])}
	}
	return lval{v: e.clone(o, e.vec(t), vs...)}
}

// rotationCount is a count that needs no vector yet, as wide as the lanes: it is taken modulo their width.
func (e *emitter) rotationCount(n lval, t *ir.Type) *ir.Value {
	if _, ok := n.u.IsConst(); ok && n.isUniform() {
		return n.u
	}
	n.u = e.b.Conv(n.u, e.unsignedOf(t))
	return e.toVec(n)
}

// unsignedOf is the unsigned integer type of t's width.
func (e *emitter) unsignedOf(t *ir.Type) *ir.Type {
	return map[int]*ir.Type{1: ir.TU8, 2: ir.TU16, 4: ir.TU32, 8: ir.TU64}[t.Size()]
}

func isShift(k ir.OpKind) bool { return k == ir.OpShl || k == ir.OpShr }

// tame keeps a scalar operation from trapping where no lane would have come to it: a division, a look into a table.
func (e *emitter) tame(o *ir.Op, us []*ir.Value) {
	if !e.mayBeEmpty() {
		return
	}
	switch {
	case (o.Kind == ir.OpDiv || o.Kind == ir.OpRem) && us[1].Type.IsInt():
		if bits, ok := us[1].IsConst(); ok && bits != 0 {
			return
		}
		t := us[1].Type
		zero := e.b.Compare(ir.OpEq, us[1], e.b.Const(t, 0))
		us[1] = e.b.Select(zero, e.b.Const(t, 1), us[1])
	case o.Kind == ir.OpTable:
		inside := e.b.Compare(ir.OpLt, e.scalarOps().unsigned(us[0]), e.b.Const(ir.TU64, uint64(len(o.Table()))))
		us[0] = e.b.Select(inside, us[0], e.b.Int(0))
	}
}

func (e *emitter) clone(o *ir.Op, t *ir.Type, args ...*ir.Value) *ir.Value {
	n := e.b.Op(o.Kind, args, t)
	n.SetAttributes(o)
	return n.Result()
}

// affine keeps the stride of integer arithmetic, as analysis has found it.
func (e *emitter) affine(o *ir.Op, args []lval) (lval, bool) {
	sh := e.sh.Of(o.Result())
	if sh.Varying {
		return lval{}, false
	}
	us := make([]*ir.Value, len(args))
	for i, a := range args {
		if a.v != nil {
			return lval{}, false
		}
		us[i] = a.u
	}
	return lval{u: e.clone(o, o.Result().Type, us...), stride: sh.Stride}, true
}

// Arithmetic on lvals that the emission itself needs.

func (e *emitter) addL(x, y lval) lval {
	if x.v == nil && y.v == nil {
		return lval{u: e.addU(x.u, y.u), stride: x.stride + y.stride}
	}
	return lval{v: e.b.Binary(ir.OpAdd, e.toVec(x), e.toVec(y))}
}

func (e *emitter) addU(x, y *ir.Value) *ir.Value {
	if c, ok := x.ConstInt(); ok && c == 0 {
		return y
	}
	if c, ok := y.ConstInt(); ok && c == 0 {
		return x
	}
	return e.b.Binary(ir.OpAdd, x, y)
}

func (e *emitter) subL(x, y lval) lval {
	if x.v == nil && y.v == nil {
		return lval{u: e.b.Binary(ir.OpSub, x.u, y.u), stride: x.stride - y.stride}
	}
	return lval{v: e.b.Binary(ir.OpSub, e.toVec(x), e.toVec(y))}
}

func (e *emitter) mulConst(x lval, c int64) lval {
	if c == 1 {
		return x
	}
	if x.v == nil {
		return lval{u: e.b.Binary(ir.OpMul, x.u, e.b.Const(x.u.Type, uint64(c))), stride: x.stride * c}
	}
	return lval{v: e.b.Binary(ir.OpMul, x.v, e.b.Const(x.v.Type, uint64(c)))}
}

// Masks.

// mask is the active lanes as a value; nil: all.
func (e *emitter) mask() *ir.Value {
	if e.none {
		return e.b.Const(e.maskType(), 0)
	}
	return e.cur.val
}

// maskValue is the active lanes, spelled out.
func (e *emitter) maskValue() *ir.Value {
	if m := e.mask(); m != nil {
		return m
	}
	return e.b.Const(e.maskType(), 1)
}

// mayBeEmpty reports a place where perhaps no lane is active.
func (e *emitter) mayBeEmpty() bool { return e.lanes != nil && !e.some && e.mask() != nil }

func (e *emitter) andMask(m, c *ir.Value) *ir.Value {
	if m == nil {
		return c
	}
	return e.b.Binary(ir.OpAnd, m, c)
}

func (e *emitter) andNotMask(m, c *ir.Value) *ir.Value {
	if m == nil {
		return e.b.Unary(ir.OpNot, c)
	}
	return e.b.Binary(ir.OpAndNot, m, c)
}

func (e *emitter) anyLane(m *ir.Value) *ir.Value {
	return e.b.Op(ir.OpAny, []*ir.Value{m}, ir.TBool).Result()
}

// lanesMask is a set of lanes; a nil mask is all of them.
type lanesMask struct {
	mask *ir.Value
	ok   bool
}

// blend is new in the active lanes, old in those that have left. The lanes in e.over, which are still to give their own value, get the
// new one as well where that saves working out exactly which lanes leave.
func (e *emitter) blend(s *variable, val *ir.Value) *ir.Value {
	m := e.mask()
	if e.over.ok {
		m = e.over.mask
	}
	if m == nil || s.val == nil {
		return val
	}
	return e.b.Select(m, val, s.val)
}

// merge adds the active lanes to a mask variable.
func (e *emitter) merge(s *variable) {
	switch {
	case s == nil:
	case s.val == nil || isFalse(s.val):
		s.val = e.maskValue()
	default:
		s.val = e.b.Binary(ir.OpOr, s.val, e.maskValue())
	}
}

func isFalse(v *ir.Value) bool { bits, ok := v.IsConst(); return ok && bits == 0 }

func (e *emitter) zeroOf(t *ir.Type) *ir.Value { return e.b.Const(t, 0) }

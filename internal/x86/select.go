package x86

import (
	"fmt"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/x86/asm"
)

// Instruction selection walks the regions in order. An op whose only use can take it in (a load that becomes a memory
// operand, a comparison that becomes a branch, a negation that becomes part of an FMA) is put off until that use comes.

// unsupported is what lowering panics with; lower turns it into an error.
type unsupported string

type selector struct {
	saturated  map[*ir.Op]saturation // ops that one instruction does together with those that are covered
	privates   map[*ir.Value]int32   // where private memory is in the scratch area
	carryings  map[*ir.Op]*carrying  // sums and carries that one instruction computes
	flagged    flagged
	f          *fn
	kernel     *ir.Func
	isa        ISA
	features   machine.Features
	lanes      int
	widest     int // bytes of the widest vector element
	b          *block
	vals       []val // by value ID
	users      []user
	ops        []opInfo // by op ID
	emitted    []inst   // of the current block
	frames     []*frame // of the ops around, the innermost one last
	loop       *loop
	listing    bool     // all positions are kept, not only the last one
	positions  []ir.Pos // 0 is none
	posIndex   map[ir.Pos]int32
	pos        int32
	paramWords int
	remats     map[rematKey]*remat
	sums       []*ir.Op           // see sum
	areas      []int32            // offsets in the scratch area for going through lanes
	maskScopes []map[maskKey]vreg // AVX2: masks converted to other widths, by region
}

// val is where a value is.
type val struct {
	reg   vreg
	width uint8  // AVX2 masks: bytes per lane
	later *ir.Op // not computed yet: its only use will see to it
}

// opInfo is what is known of an op.
type opInfo struct {
	epoch   int32 // how many ops that may write memory went before in the region
	covered bool  // it is lowered together with one that saturates
	done    bool  // it has been lowered together with an earlier one
}

// user is what is known of a value's uses.
type user struct {
	n       int
	op, was *ir.Op // the last two of them
}

// frame is an op with regions that is being lowered.
type frame struct {
	op      *ir.Op
	results []vreg
	params  []vreg // loop
	head    *block // loop
	exit    *block // nil: goes to yes or no as its result says
	yes, no *block
}

type rematKey struct {
	kind byte
	typ  *ir.Type
	bits uint64
	elem uint8
	size uint8
	text string
}

// lower selects instructions for the kernel.
func lower(k *ir.Func, isa ISA, opt Options) (f *fn, s *selector, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *ir.Limit:
			err = r
		case unsupported:
			err = fmt.Errorf("%s", string(r))
			if s != nil && s.pos > 0 {
				err = fmt.Errorf("%v: %s", s.positions[s.pos], string(r))
			}
		default:
			panic(r)
		}
	}()
	n, ops := k.NumberAll()
	m := scratches.Get().(*scratch)
	f, s = &m.fn, &m.selector
	f.isa, f.memory, f.pool = isa, m, &m.assembler
	s.begin(f, k, opt, n, ops)
	s.survey(k.Body, 1)
	if s.lanes*s.widest > isa.VectorBytes() {
		return nil, s, fmt.Errorf("%d lanes of %d bytes do not fit a vector register of %s", s.lanes, s.widest, isa)
	}
	if s.lanes&(s.lanes-1) != 0 || s.lanes > 64 {
		return nil, s, fmt.Errorf("%d lanes", s.lanes)
	}
	f.lanes = s.lanes
	s.findSaturated(k.Body)
	s.findPacked(k.Body)
	if s.carryings != nil {
		s.findCarries(k.Body)
	}
	s.start(s.newBlock())
	s.params()
	s.region(k.Body)
	s.end()
	return f, s, nil
}

// begin makes the selector ready for a kernel with so many values and ops.
func (s *selector) begin(f *fn, k *ir.Func, opt Options, values, ops int) {
	s.f, s.kernel, s.isa, s.features, s.listing, s.widest = f, k, f.isa, opt.Features, opt.Listing, 1
	s.vals, s.users, s.ops = zeros(s.vals, values), zeros(s.users, values), zeros(s.ops, ops)
	s.positions = append(s.positions, ir.Pos{})
	if s.remats == nil {
		s.remats = map[rematKey]*remat{}
	}
}

// reset makes the selector free for another kernel.
func (s *selector) reset() {
	clear(s.remats)
	*s = selector{vals: emptied(s.vals), users: emptied(s.users), ops: emptied(s.ops), emitted: s.emitted[:0], frames: emptied(s.frames),
		positions: emptied(s.positions), sums: emptied(s.sums[:cap(s.sums)]), maskScopes: emptied(s.maskScopes[:cap(s.maskScopes)]), remats: s.remats}
}

// survey counts uses, and finds the number of lanes and the widest element. Uses in a region that is expanded several times count so often, but those of what each
// expansion computes anew.
func (s *selector) survey(r *ir.Region, times int) {
	for _, p := range r.Params {
		s.surveyType(p.Type)
	}
	epoch := int32(0)
	for _, o := range r.Ops {
		s.ops[o.ID].epoch = epoch
		if o.Kind == ir.OpCarry || o.Kind == ir.OpBorrow {
			s.carryings = map[*ir.Op]*carrying{}
		}
		for _, a := range o.Args {
			u := &s.users[a.ID]
			u.n += times
			u.op, u.was = o, u.op
		}
		for _, v := range o.Results {
			s.surveyType(v.Type)
		}
		for _, in := range o.Regions {
			if o.Kind == ir.OpLaneReduce {
				s.survey(in, 2*times)
			} else {
				s.survey(in, times)
			}
		}
		if o.Kind.Has(ir.Writes) || len(o.Regions) > 0 {
			epoch++
		}
	}
	if times == 1 {
		return
	}
	for _, o := range r.Ops {
		for _, v := range o.Results {
			s.users[v.ID].n /= times
		}
	}
}

func (s *selector) surveyType(t *ir.Type) {
	if t.Kind != ir.Vec {
		return
	}
	s.lanes = t.Len
	if t.Elem != ir.TBool {
		s.widest = max(s.widest, t.Elem.Size())
	}
}

func fail(format string, args ...any) { panic(unsupported(fmt.Sprintf(format, args...))) }

func (s *selector) newBlock() *block { return &s.f.memory.blocks.take(1)[0] }

// start puts b behind the blocks so far and makes it the current one.
func (s *selector) start(b *block) {
	s.end()
	b.id = len(s.f.blocks)
	s.f.blocks = append(s.f.blocks, b)
	s.b = b
}

// end gives the current block its instructions, with room for the copies that twoAddress adds.
func (s *selector) end() {
	if s.b != nil {
		list, n := s.f.memory.insts.take(len(s.emitted)+ties(s.emitted)), len(s.emitted)
		copy(list, s.emitted)
		s.b.insts = list[:n]
	}
	s.emitted = s.emitted[:0]
}

func (s *selector) emit(in inst) {
	in.pos = s.pos
	s.emitted = append(withRoom(s.emitted), in)
}

// last is the instruction that was emitted last.
func (s *selector) last() *inst { return &s.emitted[len(s.emitted)-1] }

func (s *selector) jump(to *block) {
	more := s.f.newExtra()
	more.to[0] = to
	s.emit(inst{op: opJump, role: roleUse, more: more})
	s.b.succs = more.to[:1:1]
}

func (s *selector) branch(c flagCond, yes, no *block) {
	more := s.f.newExtra()
	more.cond, more.to = c, [2]*block{yes, no}
	s.emit(inst{op: opBranch, role: roleUse, more: more})
	s.b.succs = more.to[:]
}

// params takes the kernel's parameters: the range from registers, the rest from memory where and when they are needed.
func (s *selector) params() {
	ps := s.kernel.Body.Params
	if s.kernel.Kernel == ir.RangeKernel {
		lo, hi := s.f.newVreg(classGPR, 8), s.f.newVreg(classGPR, 8)
		s.emit(s.f.copyInst(0, copyPair{lo, phys(asm.RSI)}, copyPair{hi, phys(asm.RDX)}))
		s.vals[ps[0].ID].reg, s.vals[ps[1].ID].reg = lo, hi
		ps = ps[2:]
	}
	s.paramWords = len(ps)
	for i, p := range ps {
		if !p.Type.IsScalar() {
			fail("parameter of type %s", p.Type)
		}
		if s.users[p.ID].n > 0 {
			s.vals[p.ID].reg = s.materialize(s.paramRemat(p.Type, i))
		}
	}
}

func (s *selector) paramRemat(t *ir.Type, i int) *remat {
	m := mem{base: paramReg, disp: int32(8 * i)}
	if t.IsFloat() {
		return s.remat(rematKey{kind: 'p', typ: t, bits: uint64(i)}, func() remat {
			return remat{inst: inst{op: fop(asm.VMOVSS, t), mem: m, args: [5]arg{{}, memArg()}}, mem: m, fold: true, full: 8, class: classVec, size: 16}
		})
	}
	return s.remat(rematKey{kind: 'p', typ: t, bits: uint64(i)}, func() remat {
		return remat{inst: inst{op: asm.MOV, size: 8, mem: m, args: [5]arg{{}, memArg()}}, mem: m, fold: true, full: 8, class: classGPR, size: 8}
	})
}

// remat returns the one description of a value that can be had anywhere.
func (s *selector) remat(key rematKey, make func() remat) *remat {
	rm := s.remats[key]
	if rm == nil {
		rm = &s.f.memory.remats.take(1)[0]
		*rm = make()
		s.remats[key] = rm
	}
	return rm
}

// materialize puts the value of a remat into a fresh register.
func (s *selector) materialize(rm *remat) vreg {
	v := s.f.newVreg(rm.class, int(rm.size))
	s.f.info(v).remat = rm
	s.emit(inst{op: opRemat, args: [5]arg{rg(v)}, more: rm.extra()})
	return v
}

// region lowers the ops of r, to its terminator.
func (s *selector) region(r *ir.Region) {
	s.list(r.Ops)
}

// list lowers ops that follow one another in a region.
func (s *selector) list(ops []*ir.Op) {
	s.maskScopes = append(s.maskScopes, nil)
	waiting := len(s.sums)
	for i, o := range ops {
		s.setPos(o.Pos)
		if len(o.Regions) > 0 {
			s.flushSums(waiting, o)
		}
		switch {
		case s.decides(o, ops[i+1:]):
			s.vals[o.Results[0].ID] = val{later: o}
		case s.withCarry(o):
		case s.sum(o):
			s.vals[o.Results[0].ID] = val{later: o}
			s.sums = append(s.sums, o)
		case s.ops[o.ID].done:
			s.ops[o.ID].done = false
		case s.putOff(o):
			s.vals[o.Results[0].ID] = val{later: o}
		case s.comparesTwice(o):
			s.vals[o.Results[0].ID] = val{later: o}
		case s.splitMask(o):
		default:
			s.op(o)
		}
	}
	s.maskScopes = s.maskScopes[:len(s.maskScopes)-1]
	s.sums = s.sums[:waiting]
}

// sum reports an addition of a constant to an index. It waits until it is needed in a register: addresses take in
// the constant, and an induction variable that is incremented at the end of the loop needs no second register.
func (s *selector) sum(o *ir.Op) bool {
	if o.Kind != ir.OpAdd || o.Results[0].Type != ir.TI64 {
		return false
	}
	c, ok := o.Args[1].ConstInt()
	return ok && fits(c) && s.vals[o.Args[0].ID].reg != 0
}

// flushSums computes the sums that wait, before control flow splits: but for those that only one arm of that branch needs, where it leaves a loop perhaps.
func (s *selector) flushSums(from int, branch *ir.Op) {
	for _, o := range s.sums[from:] {
		if r := o.Results[0]; s.vals[r.ID].later == o && !s.neededIn(branch, r) {
			s.get(r)
		}
	}
	s.sums = s.sums[:from]
}

// neededIn reports that of v's uses one is in an arm of the branch, and all others, of which there is one at most, have been lowered: a comparison that
// waits for the branch may be computed in one arm of another only.
func (s *selector) neededIn(branch *ir.Op, v *ir.Value) bool {
	u := s.users[v.ID]
	alone := u.n == 1 || u.n == 2 && u.was.Parent == branch.Parent && u.was != branch && !s.waits(u.was)
	return branch.Kind == ir.OpIf && alone && u.op.Parent.Parent == branch
}

// waits reports an op that has been put off.
func (s *selector) waits(o *ir.Op) bool {
	return len(o.Results) == 1 && s.vals[o.Results[0].ID].later == o
}

func (s *selector) setPos(p ir.Pos) {
	if p.Line == 0 {
		return
	}
	if !s.listing {
		s.positions, s.pos = append(s.positions[:1], p), 1
		return
	}
	i, ok := s.posIndex[p]
	if !ok {
		if s.posIndex == nil {
			s.posIndex = map[ir.Pos]int32{}
		}
		i = int32(len(s.positions))
		s.positions = append(s.positions, p)
		s.posIndex[p] = i
	}
	s.pos = i
}

// putOff reports whether the op can wait for its only use. Constants always wait: they are made where they are needed.
func (s *selector) putOff(o *ir.Op) bool {
	if len(o.Results) != 1 || len(o.Regions) > 0 {
		return false
	}
	if o.Kind == ir.OpConst || s.ops[o.ID].covered {
		return true
	}
	u := s.users[o.Results[0].ID]
	if u.n == 0 {
		return o.Kind.Has(ir.Pure) || o.Kind.Has(ir.Reads) && !o.Kind.Has(ir.Writes) // dead
	}
	if u.n != 1 || u.op.Parent != o.Parent || !s.onlyHere(u.op) {
		return false
	}
	if isBitwise(o) && isBitwise(u.op) && s.isa == AVX512 {
		return true
	}
	switch o.Kind {
	case ir.OpMLoad:
		return len(u.op.Regions) == 0 && s.sameMemory(o, u.op)
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpFMA, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpMin, ir.OpMax:
		if o.Results[0].Type == ir.TBool {
			return isLogic(o) && (u.op.Kind == ir.OpIf || isLogic(u.op))
		}
		if load, _ := s.updated(o, u.op); load != nil || testsBits(o, u.op) || s.testsEither(o, u.op) {
			return true
		}
		return u.op.Kind == ir.OpSelect && u.op.Args[1] == o.Results[0] && (s.maskable(o) || s.countsLanes(o, u.op.Args[2])) && u.op.Args[0].Type != ir.TBool
	case ir.OpAndNot:
		return isLogic(o) && (u.op.Kind == ir.OpIf || isLogic(u.op))
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpAny, ir.OpAll, ir.OpNeg, ir.OpNot, ir.OpSplat:
		return true
	}
	return false
}

// onlyHere reports that an op is computed once, in its own region: what is lowered together with its users would take what it waits for into each of
// them, into the arms of a branch, say, of which the first would leave it in a register that the second never set.
func (s *selector) onlyHere(o *ir.Op) bool {
	for in := o.Parent; s.ops[o.ID].covered; {
		u := s.users[o.Results[0].ID]
		if u.n != 1 || u.op.Parent != in {
			return false
		}
		o = u.op
	}
	return true
}

// comparesTwice reports a comparison of scalars that two selects wait for: each makes it anew, which is less than to bring it to a register and back to
// flags or a mask. What it compares is computed here.
func (s *selector) comparesTwice(o *ir.Op) bool {
	if o.Kind < ir.OpEq || o.Kind > ir.OpGe || !o.Args[0].Type.IsScalar() || o.Args[0].Type == ir.TBool {
		return false
	}
	c := o.Results[0]
	u := s.users[c.ID]
	if u.n != 2 || u.was == nil || u.op == u.was {
		return false
	}
	for _, x := range []*ir.Op{u.op, u.was} {
		if x.Kind != ir.OpSelect || x.Args[0] != c || x.Parent != o.Parent || x.Results[0].Type == ir.TBool {
			return false
		}
	}
	for _, a := range o.Args {
		if _, ok := a.IsConst(); !ok {
			s.get(a)
		}
	}
	return true
}

// sameMemory reports whether memory is the same at o and where user is computed, which may itself wait for its only use.
func (s *selector) sameMemory(o, user *ir.Op) bool {
	for {
		if s.ops[o.ID].epoch != s.ops[user.ID].epoch && !s.keptFor(o, user) {
			return false
		}
		if !s.putOff(user) {
			return true
		}
		u := s.users[user.Results[0].ID]
		if u.n != 1 {
			return true // dead
		}
		user = u.op
	}
}

// isLogic reports an op on scalar bools that can be made control flow.
func isLogic(o *ir.Op) bool {
	switch o.Kind {
	case ir.OpAnd, ir.OpOr, ir.OpAndNot, ir.OpNot:
		return o.Results[0].Type == ir.TBool
	}
	return false
}

// late returns the op that computes v if it has been put off and is of the given kind, else nil.
func (s *selector) late(v *ir.Value, k ir.OpKind) *ir.Op {
	if o := s.vals[v.ID].later; o != nil && o.Kind == k {
		return o
	}
	return nil
}

// get returns the register that holds v.
func (s *selector) get(v *ir.Value) vreg {
	x := &s.vals[v.ID]
	if x.later != nil {
		o := x.later
		if o.Kind == ir.OpConst {
			return s.constant(v.Type, o.Bits)
		}
		*x = val{}
		s.op(o)
	}
	if s.vals[v.ID].reg == 0 {
		fail("value of %s is not there", v.Def.Kind)
	}
	return s.vals[v.ID].reg
}

// set says that the register holds v.
func (s *selector) set(v *ir.Value, r vreg) { s.vals[v.ID] = val{reg: r} }

// regFor makes a register for a value of type t.
func (s *selector) regFor(t *ir.Type) vreg {
	switch {
	case t.Kind == ir.Vec && t.Elem == ir.TBool:
		if s.isa == AVX512 {
			return s.f.newVreg(classMask, 8)
		}
		return s.f.newVreg(classVec, s.vecSize(s.maskWidth()))
	case t.Kind == ir.Vec:
		return s.f.newVreg(classVec, s.vecSize(t.Elem.Size()))
	case t.IsFloat():
		return s.f.newVreg(classVec, 16)
	case t.IsScalar():
		return s.f.newVreg(classGPR, 8)
	}
	fail("value of type %s", t)
	return 0
}

func (s *selector) regsFor(vs []*ir.Value) []vreg {
	out := s.f.memory.regs.take(len(vs))
	for i, v := range vs {
		out[i] = s.regFor(v.Type)
	}
	return out
}

// bind makes registers the places of values.
func (s *selector) bind(vs []*ir.Value, regs []vreg) {
	for i, v := range vs {
		s.vals[v.ID] = val{reg: regs[i], width: uint8(s.maskWidth())}
	}
}

// vecSize is the size of the register for vectors with elements of this many bytes.
func (s *selector) vecSize(elem int) int { return max(16, s.lanes*elem) }

// op lowers one op.
func (s *selector) op(o *ir.Op) {
	switch o.Kind {
	case ir.OpIf, ir.OpBlock, ir.OpLoop, ir.OpYield, ir.OpBreak, ir.OpContinue, ir.OpReturn, ir.OpFail, ir.OpUnreachable:
		s.control(o)
	case ir.OpMLoad, ir.OpMStore, ir.OpMStoreAll, ir.OpGather, ir.OpScatter, ir.OpPtr:
		s.memory(o)
	case ir.OpAny, ir.OpAll:
		s.set(o.Results[0], s.setcc(func() flagCond { return s.maskTest(o) }))
	case ir.OpCount:
		s.set(o.Results[0], s.count(o.Args[0]))
	case ir.OpCompress:
		s.compress(o)
	case ir.OpLaneReduce:
		s.laneReduce(o)
	case ir.OpTable:
		s.table(o)
	case ir.OpShuffle:
		s.shuffleOp(o)
	case ir.OpPack:
		s.pack(o)
	case ir.OpConv:
		s.conv(o)
	case ir.OpConst:
		s.set(o.Results[0], s.constant(o.Results[0].Type, o.Bits))
	default:
		if len(o.Results) != 1 {
			fail("%s is not for the code generator", o.Kind)
		}
		t := o.Results[0].Type
		operand := t
		if len(o.Args) > 0 {
			operand = o.Args[0].Type
		}
		switch {
		case o.Kind == ir.OpSplat || o.Kind == ir.OpIota:
			s.spread(o)
		case t.Kind == ir.Vec && t.Elem == ir.TBool:
			s.maskOp(o)
		case t.Kind == ir.Vec:
			s.vectorOp(o, operand)
		default:
			s.scalarOp(o, operand)
		}
	}
}

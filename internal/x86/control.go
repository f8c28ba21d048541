package x86

import (
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/x86/asm"
)

// control lowers ops with regions, and terminators.
func (s *selector) control(o *ir.Op) {
	switch o.Kind {
	case ir.OpIf:
		s.ifOp(o)
	case ir.OpBlock:
		fr := s.enter(o)
		s.region(o.Regions[0])
		s.leave(o, fr)
	case ir.OpLoop:
		s.loopOp(o)
	case ir.OpYield:
		fr := s.frame(o.Parent.Parent)
		if fr == nil || fr.head != nil {
			fail("yield outside if and block")
		}
		s.finish(fr, o.Args)
	case ir.OpBreak:
		s.finish(s.frame(o.Target), o.Args)
	case ir.OpContinue:
		fr := s.frame(o.Target)
		if fr.head == nil {
			fail("continue to what is no loop")
		}
		s.assign(fr.params, o.Args)
		s.jump(fr.head)
	case ir.OpReturn:
		for i, v := range o.Args {
			s.storeWord(s.paramWords+i, v)
		}
		s.exit(0)
	case ir.OpFail:
		for i, v := range o.Args {
			s.storeWord(s.failWord()+i, v)
		}
		for i := len(o.Args); i < 3; i++ {
			s.emit(inst{op: asm.MOV, size: 8, role: roleUse, mem: mem{base: paramReg, disp: int32(8 * (s.failWord() + i))}, args: [5]arg{memArg(), im(0)}})
		}
		s.b.cold = len(s.f.blocks) > 1
		s.exit(o.Ints[0])
	case ir.OpUnreachable:
		s.b.cold = len(s.f.blocks) > 1
		s.exit(0)
	}
}

func (s *selector) failWord() int { return s.paramWords + len(s.kernel.Results) }

// exit returns to the trampoline.
func (s *selector) exit(status int64) {
	rax := phys(asm.RAX)
	if status == 0 {
		s.emit(inst{op: asm.XOR, size: 4, idiom: true, args: [5]arg{rg(rax), rg(rax)}})
	} else {
		s.emit(inst{op: asm.MOV, size: 8, args: [5]arg{rg(rax), im(status)}})
	}
	s.emit(inst{op: opRet, role: roleUse, more: s.f.implicit([]vreg{rax}, nil)})
	s.b.succs = nil
}

// enter begins an op with regions.
func (s *selector) enter(o *ir.Op) *frame {
	fr := &s.f.memory.frames.take(1)[0]
	*fr = frame{op: o, results: s.regsFor(o.Results), exit: s.newBlock()}
	s.frames = append(s.frames, fr)
	return fr
}

// finish goes on behind an op with these results.
func (s *selector) finish(fr *frame, vs []*ir.Value) {
	if fr.exit == nil {
		s.branchOn(vs[0], fr.yes, fr.no)
		return
	}
	s.assign(fr.results, vs)
	s.jump(fr.exit)
}

// frame is that of an op around; nil if there is no such op.
func (s *selector) frame(o *ir.Op) *frame {
	for i := len(s.frames) - 1; i >= 0; i-- {
		if s.frames[i].op == o {
			return s.frames[i]
		}
	}
	return nil
}

// leave goes on behind it.
func (s *selector) leave(o *ir.Op, fr *frame) {
	s.frames = s.frames[:len(s.frames)-1]
	fr.exit.depth = s.depth()
	s.start(fr.exit)
	s.bind(o.Results, fr.results)
}

func (s *selector) depth() int {
	if s.loop == nil {
		return 0
	}
	return s.loop.depth
}

func (s *selector) ifOp(o *ir.Op) {
	fr := s.enter(o)
	s.arms(o)
	s.leave(o, fr)
}

// arms lowers what an if decides on, and its regions.
func (s *selector) arms(o *ir.Op) {
	yes, no := s.newBlock(), s.newBlock()
	s.branchOn(o.Args[0], yes, no)
	s.start(yes)
	s.region(o.Regions[0])
	s.start(no)
	s.region(o.Regions[1])
}

// decides reports an op whose result does nothing but decide which way the if behind it goes: a || b where b may not be looked at unless a fails. Where its
// regions end, control goes that way at once.
func (s *selector) decides(o *ir.Op, behind []*ir.Op) bool {
	if o.Kind != ir.OpIf && o.Kind != ir.OpBlock || len(o.Results) != 1 || o.Results[0].Type != ir.TBool || s.users[o.Results[0].ID].n != 1 {
		return false
	}
	for _, next := range behind {
		switch {
		case next.Kind == ir.OpConst:
		case next.Kind == ir.OpYield: // of a region whose end decides, too
			fr := s.frame(o.Parent.Parent)
			return fr != nil && fr.exit == nil
		default:
			return next.Kind == ir.OpIf && next.Args[0] == o.Results[0]
		}
	}
	return false
}

// branchOn goes to yes if v holds, else to no: operations on conditions become control flow.
func (s *selector) branchOn(v *ir.Value, yes, no *block) {
	if c, known := v.IsConst(); known {
		if c == 0 {
			yes = no
		}
		s.jump(yes)
		return
	}
	o := s.vals[v.ID].later
	if o != nil && len(o.Regions) > 0 {
		s.vals[v.ID] = val{}
		fr := &s.f.memory.frames.take(1)[0]
		*fr = frame{op: o, yes: yes, no: no}
		s.frames = append(s.frames, fr)
		if o.Kind == ir.OpIf {
			s.arms(o)
		} else {
			s.region(o.Regions[0])
		}
		s.frames = s.frames[:len(s.frames)-1]
		return
	}
	if o == nil || !isLogic(o) {
		s.branch(s.cond(v), yes, no)
		return
	}
	s.vals[v.ID] = val{}
	if o.Kind == ir.OpNot {
		s.branchOn(o.Args[0], no, yes)
		return
	}
	second := s.newBlock()
	if o.Kind == ir.OpOr {
		s.branchOn(o.Args[0], yes, second)
	} else {
		s.branchOn(o.Args[0], second, no)
	}
	s.start(second)
	s.maskScopes = append(s.maskScopes, nil) // what is made here is not there afterwards
	if o.Kind == ir.OpAndNot {
		yes, no = no, yes
	}
	s.branchOn(o.Args[1], yes, no)
	s.maskScopes = s.maskScopes[:len(s.maskScopes)-1]
}

func (s *selector) loopOp(o *ir.Op) {
	fr := s.enter(o)
	r := o.Regions[0]
	fr.params = s.regsFor(r.Params)
	s.assign(fr.params, o.Args)
	fr.head = s.newBlock()
	s.jump(fr.head)
	l := &s.f.memory.loops.take(1)[0]
	*l = loop{parent: s.loop, depth: s.depth() + 1, head: fr.head}
	s.f.loops = append(s.f.loops, l)
	s.loop = l
	s.start(fr.head)
	l.first = s.b.id
	s.bind(r.Params, fr.params)
	s.region(r)
	l.last = len(s.f.blocks) - 1
	s.loop = l.parent
	s.leave(o, fr)
}

// assign moves values to registers, all at once.
func (s *selector) assign(dst []vreg, vs []*ir.Value) {
	if len(dst) == 0 {
		return
	}
	for _, v := range vs { // sums last: they overwrite what they are made of, if nothing else reads that
		if o := s.vals[v.ID].later; o != nil && o.Kind == ir.OpMLoad {
			s.get(v)
		}
	}
	pairs := s.f.memory.pairs.take(len(dst))
	for i, v := range vs {
		pairs[i] = copyPair{dst[i], s.canonical(v)}
	}
	s.emit(s.f.parallel(s.pos, pairs))
}

// canonical returns the register of v in the form in which values pass between regions.
func (s *selector) canonical(v *ir.Value) vreg {
	if s.isa == AVX2 && v.Type.Kind == ir.Vec && v.Type.Elem == ir.TBool {
		return s.maskAs(v, s.maskWidth())
	}
	return s.get(v)
}

// storeWord writes a result or failure word.
func (s *selector) storeWord(i int, v *ir.Value) {
	m := mem{base: paramReg, disp: int32(8 * i)}
	if !v.Type.IsScalar() {
		fail("result of type %s", v.Type)
	}
	if v.Type.IsFloat() {
		op := asm.VMOVSD
		if v.Type == ir.TF32 {
			// The upper half of the word is zero, as in parameters.
			s.emit(inst{op: asm.MOV, size: 4, role: roleUse, mem: mem{base: paramReg, disp: m.disp + 4}, args: [5]arg{memArg(), im(0)}})
			op = asm.VMOVSS
		}
		s.emit(inst{op: op, role: roleUse, mem: m, args: [5]arg{memArg(), rg(s.get(v))}})
		return
	}
	if c, ok := v.IsConst(); ok {
		if n := ir.SignExtend(v.Type, c); n == int64(int32(n)) {
			s.emit(inst{op: asm.MOV, size: 8, role: roleUse, mem: m, args: [5]arg{memArg(), im(n)}})
			return
		}
	}
	s.emit(inst{op: asm.MOV, size: 8, role: roleUse, mem: m, args: [5]arg{memArg(), rg(s.extended(v, 8))}})
}

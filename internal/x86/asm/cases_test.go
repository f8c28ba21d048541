package asm

// cases enumerates the instructions of the golden file: for every form in every size and space the register
// classes (0-7, 8-15, 16-31) in every field, addressing modes, displacements about the limits of a
// compressed byte, masks and broadcasts. The choice is deterministic; the texts identify the instructions.
func cases() []Inst {
	var g caseGen
	for _, row := range table {
		if row == nil {
			continue
		}
		for i := range row.forms {
			for _, size := range formSizes(row.forms[i].spec) {
				g.form(row.op, &row.forms[i], size)
			}
		}
	}
	return g.out
}

// formSizes lists the values of Inst.Size for which a form exists.
func formSizes(s spec) []uint8 {
	var sizes []uint8
	if s&(gFix|gFix8|vFix|vFix1|eFix) != 0 {
		sizes = append(sizes, 0)
	}
	for _, x := range []struct {
		size uint8
		bits spec
	}{{1, g1}, {2, g2}, {4, g4 | vGPR | eGPR}, {8, g8 | vGPR | eGPR}, {16, v16 | e16}, {32, v32 | e32}, {64, e64}} {
		if s&x.bits != 0 {
			sizes = append(sizes, x.size)
		}
	}
	return sizes
}

type caseGen struct {
	n    int // varies the choices
	out  []Inst
	seen map[string]bool
}

// add keeps an instruction if it has an encoding and is new.
func (g *caseGen) add(in Inst) {
	if f, _ := match(&in); f == nil || in.gatherConflict() != "" {
		return
	}
	if g.seen == nil {
		g.seen = map[string]bool{}
	}
	if text := in.String(); !g.seen[text] {
		g.seen[text] = true
		g.out = append(g.out, in)
	}
}

// thorough lists operations for which all addresses are tried in all sizes: at least one per width of memory
// operand, encoding space and kind of instruction. The others take turns.
var thorough = map[Op]bool{
	MOV: true, ADD: true, LEA: true, MOVZXB: true, SHLX: true, VADDPS: true, VADDPD: true, VADDSD: true,
	VCVTDQ2PD: true, VPMOVZXBD: true, VPMOVZXBQ: true, VMOVDDUP: true, VPERMILPS: true, VGATHERDPD: true, VPGATHERQD: true,
	VPSCATTERDQ: true, VCOMPRESSPD: true, VPEXPANDB: true, VBROADCASTF64X4: true, VPSLLD: true, VPINSRW: true,
	VCMPPS: true, KMOVD: true, VCVTSI2SD: true,
}

func (g *caseGen) form(op Op, f *form, size uint8) {
	base := Inst{Op: op, Size: size}
	isEVEX, all := f.spec&anyE != 0, thorough[op]
	g.n++

	// Registers: all low, then each operand in turn from an upper class.
	g.add(g.fill(base, f, 0, -1, nil))
	for i := range f.args {
		classes := []int{8}
		if isEVEX {
			classes = []int{8, 16, 24}
			if !all {
				classes = classes[(g.n+i)%3:][:1]
			}
		}
		for _, from := range classes {
			if c := f.args[i] & cClass; c == cGPR && from == 8 || c == cVec || c == cVSIB && from != 8 {
				g.add(g.fill(base, f, from, i, nil))
			}
		}
	}
	if f.lay == lNone {
		return
	}

	n := 1
	if isEVEX {
		probe := g.fill(base, f, 0, -1, &Mem{Base: RAX})
		n = f.disp8(&probe)
	}
	mems := addresses(int32(n))
	step := 1
	if !all {
		step = 17
	}
	for i := g.n % step; i < len(mems); i += step {
		if !isEVEX || all {
			g.add(g.fill(base, f, 0, -1, &mems[i]))
		}
		if isEVEX { // with something that VEX has not
			g.add(g.fill(base, f, 16+i%16, i%2, &mems[i]))
		}
	}
	if isEVEX {
		g.evex(base, f, all)
	}
}

// evex adds masks and broadcasts.
func (g *caseGen) evex(base Inst, f *form, all bool) {
	mem := addresses(4)[g.n%12]
	k := KReg(1 + g.n%7)
	for i, in := range []Inst{g.fill(base, f, 0, -1, nil), g.fill(base, f, 16, 0, nil), g.fill(base, f, 0, -1, &mem)} {
		if all || (g.n+i)%3 == 0 {
			g.add(in.Masked(k))
		}
		if all || (g.n+i)%3 == 1 {
			g.add(in.Zeroed(k))
		}
	}
	for i := range SAE {
		if all || (g.n+int(i))%4 == 0 {
			g.add(g.fill(base, f, 0, -1, nil).Rounded(i + 1))
			g.add(g.fill(base, f, 16, 1, nil).Zeroed(k).Rounded(i + 1))
		}
	}
	g.add(g.fill(base, f, 0, -1, nil).Rounded(SAE))
	bcast := addresses(int32(f.elem()))
	step := 17
	if all {
		step = 3
	}
	for i := g.n % step; i < len(bcast); i += step {
		if m := bcast[i]; m.Base == NoReg && m.Index == NoReg {
			continue // the GNU assembler takes no broadcast of an absolute address in Intel syntax
		}
		in := g.fill(base, f, 16*(g.n&1), g.n%2, &bcast[i]).Broadcast()
		switch {
		case i%3 == 0:
			in = in.Masked(k)
		case i%3 == 1:
			in = in.Zeroed(k)
		}
		g.add(in)
	}
}

// fill gives the instruction operands: registers below 8, but operand special from those that begin at from,
// and mem, if not nil, where memory can stand. Memory that must be there is so without mem, too.
func (g *caseGen) fill(in Inst, f *form, from, special int, mem *Mem) Inst {
	for i, s := range f.args {
		num := (g.n + 3*i + 1) % 8
		if i == special {
			num += from
		}
		class := s & cClass
		isMem := class == cMem || class == cVSIB
		if s&cOrMem != 0 && (mem != nil || isMem) {
			m := Mem{Base: RBX, Disp: 64}
			if mem != nil {
				m = *mem
			}
			if class == cVSIB {
				m = vsib(m, num)
			}
			in.Args[i] = M(m)
			continue
		}
		in.Args[i] = g.operand(class, num, int(in.Size))
	}
	if f.spec&mkR != 0 {
		in.Mask = KReg(1 + g.n%7)
	}
	return in
}

// vsib makes the index of an address a vector.
func vsib(m Mem, num int) Mem {
	if m.Base == RIP {
		m.Base = R9
	}
	m.Index = Vec(num % 32)
	return m
}

func (g *caseGen) operand(class argSpec, num, size int) Arg {
	switch class {
	case cGPR:
		return R(GPR(num % 16))
	case cVec:
		return R(Vec(num % 32))
	case cMask:
		return R(KReg(num % 8))
	case cImm8:
		return Imm([]int64{3, 1, 7, 2}[g.n%4])
	case cImm8s:
		return Imm([]int64{-128, 127, 5, -1}[g.n%4])
	case cImm:
		if size == 1 {
			return Imm([]int64{-128, 255, 0x45}[g.n%3])
		} else if size == 2 {
			return Imm([]int64{-32768, 0x4567, 128}[g.n%3])
		}
		return Imm([]int64{-1 << 31, 0x456789, 128, -129}[g.n%4])
	case cImmU4:
		return Imm(0x89ABCDEF)
	case cImm8B:
		return Imm(0x123456789ABCDEF0)
	case cOne:
		return Imm(1)
	case cCL:
		return R(RCX)
	case cAcc:
		return R(RAX)
	}
	return Arg{}
}

// addresses lists addressing modes, and displacements about the limits of a byte that counts n.
func addresses(n int32) []Mem {
	return []Mem{
		At(RAX, 0), At(RSP, 0), At(RBP, 0), At(R12, 0), At(R13, 0), At(R9, 127*n),
		AtIndex(RBX, RCX, 4, 0), AtIndex(R8, R15, 8, 128*n), AtIndex(RBP, R12, 1, 0), AtIndex(R13, RBP, 2, -128*n),
		AtIndex(RSP, R13, 8, n), AtIndex(R12, RDI, 1, -129*n), {Base: RIP, Disp: 0x100}, {Base: RIP, Disp: -8 * n},
		AtIndex(NoReg, R10, 8, 0), AtIndex(NoReg, RSI, 4, n), {Disp: 0x1234}, {Disp: -64},
		At(RDI, n), At(RSI, -n), At(RDX, 127*n), At(RCX, 128*n), At(R10, -128*n), At(R11, -129*n), At(R14, n+1),
		At(RSP, 127*n), At(R12, 128*n), At(RBP, -n), At(R13, 1<<20), At(RAX, 127*n+n/2),
		AtIndex(NoReg, RBX, 1, n), AtIndex(NoReg, R9, 2, n), AtIndex(R15, RSP, 1, n),
	}
}

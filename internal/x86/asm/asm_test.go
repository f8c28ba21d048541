package asm

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"
)

func finish(t *testing.T, a *Assembler) []byte {
	t.Helper()
	code, err := a.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// pad emits n bytes of code.
func pad(a *Assembler, n int) {
	for range n {
		a.Op(NOP, 0)
	}
}

func TestJumpReach(t *testing.T) {
	for _, test := range []struct {
		op       Op
		backward bool
		between  int
		want     string
	}{
		{JMP, false, 0, "eb00"},
		{JMP, false, 127, "eb7f"},
		{JMP, false, 128, "e980000000"},
		{JNE, false, 127, "757f"},
		{JNE, false, 128, "0f8580000000"},
		{JMP, true, 0, "ebfe"},
		{JMP, true, 126, "eb80"},
		{JMP, true, 127, "e97cffffff"},
		{JLE, true, 126, "7e80"},
		{JLE, true, 127, "0f8e7bffffff"},
	} {
		var a Assembler
		l := a.NewLabel()
		var code []byte
		if test.backward {
			a.Bind(l)
			pad(&a, test.between)
			a.Op(test.op, 0, L(l))
			code = finish(t, &a)[test.between:]
		} else {
			a.Op(test.op, 0, L(l))
			pad(&a, test.between)
			a.Bind(l)
			code = finish(t, &a)
			code = code[:len(code)-test.between]
		}
		if got := hex.EncodeToString(code); got != test.want {
			t.Errorf("%s, backward %v, over %d bytes: %s, want %s", test.op, test.backward, test.between, got, test.want)
		}
	}
}

// TestJumpChain: a jump that grows pushes the target of another out of reach.
func TestJumpChain(t *testing.T) {
	var a Assembler
	l1, l2 := a.NewLabel(), a.NewLabel()
	a.Jmp(l1)        // reaches exactly while the next is short
	a.Jcc(CondE, l2) // does not reach
	pad(&a, 125)
	a.Bind(l1)
	pad(&a, 10)
	a.Bind(l2)
	code := finish(t, &a)
	if got, want := hex.EncodeToString(code[:11]), "e9830000000f8487000000"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAlign(t *testing.T) {
	for n := range 40 {
		var a Assembler
		a.KeepListing = true
		head, out := a.NewLabel(), a.NewLabel()
		a.Jcc(CondE, out)
		pad(&a, n)
		a.Align(32)
		a.Bind(head)
		a.RI(SUB, 8, RCX, 1)
		a.Jcc(CondNE, head)
		pad(&a, 90) // out is in reach of the first jump or not, as n has it
		a.Bind(out)
		a.Op(RET, 0)
		code := finish(t, &a)
		for _, l := range a.Listing() {
			if l.Label == head && (l.Off == 0 || l.Off%32 != 0) {
				t.Errorf("n %d: loop head at %d", n, l.Off)
			}
			if l.Label == out && code[l.Off] != 0xC3 {
				t.Errorf("n %d: label at %d of %x", n, l.Off, code)
			}
		}
		if code[0] == 0x74 && int(code[1])+2 != len(code)-1 {
			t.Errorf("n %d: short jump to %d of %d", n, code[1]+2, len(code)-1)
		} else if code[0] == 0x0F && int(binary.LittleEndian.Uint32(code[2:]))+6 != len(code)-1 {
			t.Errorf("n %d: long jump misses", n)
		}
	}
}

func TestNops(t *testing.T) {
	for n := range 30 {
		if got := len(appendNops(nil, n)); got != n {
			t.Errorf("%d bytes of NOPs, want %d", got, n)
		}
	}
}

func TestConst(t *testing.T) {
	var a Assembler
	one, two := a.Const64(1), a.Const64(2)
	if again := a.Const64(1); again != one {
		t.Errorf("equal constants differ: %v, %v", again, one)
	}
	wide := a.Const(bytes.Repeat([]byte{7}, 64), 64)
	small := a.Const32(0x12345678)
	skip := a.NewLabel()
	a.Jmp(skip)
	pad(&a, 200)
	a.Bind(skip)
	a.RM(MOV, 8, RAX, one)
	a.Emit(I(CMP, 8, M(two), Imm(0x1000))) // an immediate follows the displacement
	a.Emit(I(VADDPD, 64, R(X1), R(X20), M(two)).Broadcast())
	a.RM(VMOVUPS, 64, X3, wide)
	a.RM(VMOVUPS, 64, X3, wide.Add(32))
	a.Emit(I(VPSHUFD, 16, R(X3), M(wide), Imm(9)))
	a.RM(MOV, 4, RDX, small)
	code := finish(t, &a)
	if got, want := len(code), 320+64+8+8+4; got != want {
		t.Fatalf("%d bytes, want %d:\n%x", got, want, code)
	}
	// Offset of the displacement, offset of the instruction's end, data there.
	off := 5 + 200
	for _, test := range []struct {
		name     string
		len, at  int
		want     []byte
		constant int
	}{
		{"mov", 7, 3, []byte{1, 0, 0, 0, 0, 0, 0, 0}, 8},
		{"cmp", 11, 3, []byte{2, 0, 0, 0, 0, 0, 0, 0}, 8},
		{"vaddpd", 10, 6, []byte{2, 0, 0, 0, 0, 0, 0, 0}, 8},
		{"vmovups", 10, 6, bytes.Repeat([]byte{7}, 64), 64},
		{"vmovups+32", 10, 6, bytes.Repeat([]byte{7}, 32), 32},
		{"vpshufd", 9, 4, bytes.Repeat([]byte{7}, 16), 16},
		{"mov", 6, 2, []byte{0x78, 0x56, 0x34, 0x12}, 4},
	} {
		disp := int32(binary.LittleEndian.Uint32(code[off+test.at:]))
		target := off + test.len + int(disp)
		if target%test.constant != 0 || !bytes.HasPrefix(code[target:], test.want) {
			t.Errorf("%s reads %x, at %d", test.name, code[target:min(len(code), target+test.constant)], target)
		}
		off += test.len
	}
}

// TestLabelOperands covers what the golden file cannot: calls and addresses of labels.
func TestLabelOperands(t *testing.T) {
	var a Assembler
	l := a.NewLabel()
	a.Op(CALL, 0, L(l))
	a.RM(LEA, 8, RAX, Mem{Label: l})
	a.RM(LEA, 8, RAX, Mem{Label: l, Disp: 3})
	a.Bind(l)
	a.Op(CALL, 0, L(l))
	want := "e80e000000" + "488d0507000000" + "488d0503000000" + "e8fbffffff"
	if got := hex.EncodeToString(finish(t, &a)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		name string
		emit func(*Assembler)
		want string
	}{
		{"class", func(a *Assembler) { a.RRR(VADDPD, 32, X1, X2, RAX) }, "vaddpd ymm1, ymm2, rax: no encoding"},
		{"two memories", func(a *Assembler) { a.Op(MOV, 8, M(At(RAX, 0)), M(At(RCX, 8))) }, "mov [rax], [rcx+8]: no encoding"},
		{"size", func(a *Assembler) { a.RR(ADD, 16, RAX, RCX) }, "no encoding"},
		{"no size", func(a *Assembler) { a.RR(ADD, 0, RAX, RCX) }, "no encoding"},
		{"scalar size", func(a *Assembler) { a.RRR(VADDSD, 64, X1, X2, X3) }, "no encoding"},
		{"immediate", func(a *Assembler) { a.RI(ADD, 8, RAX, 1<<31) }, "no encoding"},
		{"immediate 8", func(a *Assembler) { a.RI(ADD, 1, RAX, 256) }, "no encoding"},
		{"VEX only, high register", func(a *Assembler) { a.Op(VBLENDVPD, 32, R(X1), R(X2), R(X3), R(X16)) }, "no encoding"},
		{"VEX only, 64", func(a *Assembler) { a.RRR(VPAND, 64, X1, X2, X3) }, "no encoding"},
		{"mask K0", func(a *Assembler) { a.Emit(I(VADDPD, 64, R(X1), R(X2), R(X3)).Masked(K0)) }, "no encoding"},
		{"mask class", func(a *Assembler) { a.Emit(I(VADDPD, 64, R(X1), R(X2), R(X3)).Masked(X1)) }, "no encoding"},
		{"zero without mask", func(a *Assembler) { a.Emit(Inst{Op: VADDPD, Size: 64, Zero: true, Args: [4]Arg{R(X1), R(X2), R(X3)}}) }, "no encoding"},
		{"zeroed store", func(a *Assembler) { a.Emit(I(VMOVUPD, 64, M(At(RAX, 0)), R(X3)).Zeroed(K1)) }, "no encoding"},
		{"zeroed compare", func(a *Assembler) { a.Emit(I(VCMPPD, 64, R(K2), R(X2), R(X3), Imm(1)).Zeroed(K1)) }, "no encoding"},
		{"masked GPR", func(a *Assembler) { a.Emit(I(ADD, 8, R(RAX), R(RCX)).Masked(K1)) }, "no encoding"},
		{"masked jump", func(a *Assembler) { l := a.NewLabel(); a.Bind(l); a.Emit(I(JMP, 0, L(l)).Masked(K1)) }, "no encoding"},
		{"broadcast of a register", func(a *Assembler) { a.Emit(I(VADDPD, 64, R(X1), R(X2), R(X3)).Broadcast()) }, "no encoding"},
		{"broadcast of bytes", func(a *Assembler) { a.Emit(I(VPADDB, 64, R(X1), R(X2), M(At(RAX, 0))).Broadcast()) }, "no encoding"},
		{"broadcast store", func(a *Assembler) { a.Emit(I(VMOVUPD, 64, M(At(RAX, 0)), R(X3)).Broadcast()) }, "no encoding"},
		{"RSP as index", func(a *Assembler) { a.RM(MOV, 8, RAX, AtIndex(RAX, RSP, 2, 0)) }, "no encoding"},
		{"scale", func(a *Assembler) { a.RM(MOV, 8, RAX, AtIndex(RAX, RCX, 3, 0)) }, "no encoding"},
		{"vector as base", func(a *Assembler) { a.RM(MOV, 8, RAX, At(X1, 0)) }, "no encoding"},
		{"vector as index", func(a *Assembler) { a.RM(MOV, 8, RAX, AtIndex(RAX, X1, 4, 0)) }, "no encoding"},
		{"RIP with index", func(a *Assembler) { a.RM(MOV, 8, RAX, AtIndex(RIP, RAX, 4, 0)) }, "no encoding"},
		{"RIP as register", func(a *Assembler) { a.RR(MOV, 8, RAX, RIP) }, "no encoding"},
		{"gather without mask", func(a *Assembler) { a.RM(VGATHERDPD, 64, X1, AtIndex(RAX, X2, 8, 0)) }, "no encoding"},
		{"gather without index", func(a *Assembler) { a.Emit(I(VGATHERDPD, 64, R(X1), M(At(RAX, 0))).Masked(K1)) }, "no encoding"},
		{"gather into its index", func(a *Assembler) {
			a.Emit(I(VGATHERDPD, 64, R(X2), M(AtIndex(RAX, X2, 8, 0))).Masked(K1))
		}, "vgatherdpd zmm2{k1}, qword ptr [rax+ymm2*8]: a gather's destination and index must differ"},
		{"gather by its index", func(a *Assembler) {
			a.Op(VGATHERDPD, 32, R(X1), M(AtIndex(RAX, X2, 8, 0)), R(X2))
		}, "a gather's mask must differ"},
		{"jump to a register of 4 bytes", func(a *Assembler) { a.Op(JE, 0, R(RAX)) }, "je rax: no encoding"},
		{"push of 4 bytes", func(a *Assembler) { a.Op(PUSH, 4, R(RAX)) }, "no encoding"},
		{"rounding of memory", func(a *Assembler) { a.Emit(I(VADDPD, 64, R(X1), R(X2), M(At(RAX, 0))).Rounded(RoundUp)) }, "no encoding"},
		{"rounding of 32 bytes", func(a *Assembler) { a.Emit(I(VADDPD, 32, R(X1), R(X2), R(X3)).Rounded(RoundUp)) }, "no encoding"},
		{"rounding of a comparison", func(a *Assembler) { a.Emit(I(VCMPPD, 64, R(K1), R(X2), R(X3), Imm(1)).Rounded(RoundUp)) }, "no encoding"},
		{"unknown rounding", func(a *Assembler) { a.Emit(I(VADDPD, 64, R(X1), R(X2), R(X3)).Rounded(9)) }, "no encoding"},
		{"rounding of an exact conversion", func(a *Assembler) { a.Emit(I(VCVTSI2SD, 4, R(X1), R(X2), R(RAX)).Rounded(RoundUp)) }, "no encoding"},
		{"too many operands", func(a *Assembler) { a.Op(RET, 0, R(RAX), R(RAX), R(RAX), R(RAX), R(RAX)) }, "(bad op): no encoding"},
		{"missing operand", func(a *Assembler) { a.RR(VADDPD, 64, X1, X2) }, "vaddpd zmm1, zmm2: no encoding"},
		{"operand too many", func(a *Assembler) { a.RRR(VMOVUPD, 64, X1, X2, X3) }, "no encoding"},
		{"label not bound", func(a *Assembler) { a.Jmp(a.NewLabel()) }, "label L1 is not bound"},
		{"label bound twice", func(a *Assembler) { l := a.NewLabel(); a.Bind(l); a.Bind(l) }, "label L1 bound twice"},
		{"label of nobody", func(a *Assembler) { a.Jmp(7) }, "label L7 is not this assembler's"},
		{"constant of nobody", func(a *Assembler) { a.RM(MOV, 8, RAX, Mem{Const: 9}) }, "constant C9 is not this assembler's"},
		{"alignment", func(a *Assembler) { a.Align(24) }, "alignment to 24 bytes"},
		{"constant's alignment", func(a *Assembler) { a.Const([]byte{1}, 128) }, "a constant aligned to 128 bytes"},
		{"unknown operation", func(a *Assembler) { a.Op(Op(60000), 8, R(RAX)) }, "(bad op) rax: no encoding"},
	} {
		var a Assembler
		test.emit(&a)
		code, err := a.Finish()
		if err == nil {
			t.Errorf("%s: no error but %x", test.name, code)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %q, want %q", test.name, err, test.want)
		}
	}
}

func TestManyErrors(t *testing.T) {
	var a Assembler
	for range 100 {
		a.RR(ADD, 0, RAX, RAX)
	}
	_, err := a.Finish()
	if err == nil || strings.Count(err.Error(), "\n") != maxErrors || !strings.HasSuffix(err.Error(), "and 80 more") {
		t.Errorf("error %v", err)
	}
}

func TestMovImm(t *testing.T) {
	for _, test := range []struct {
		v    int64
		want string
	}{
		{0, "b900000000"},
		{1 << 31, "b900000080"},
		{1<<32 - 1, "b9ffffffff"},
		{-1, "48c7c1ffffffff"},
		{-1 << 31, "48c7c100000080"},
		{1 << 32, "48b90000000001000000"},
		{-1<<31 - 1, "48b9ffffff7fffffffff"},
	} {
		var a Assembler
		a.MovImm(RCX, test.v)
		if got := hex.EncodeToString(finish(t, &a)); got != test.want {
			t.Errorf("%d: %s, want %s", test.v, got, test.want)
		}
	}
}

func TestListing(t *testing.T) {
	var a Assembler
	a.KeepListing = true
	head, exit := a.NewLabel(), a.NewLabel()
	a.SetPos(11)
	a.RR(XOR, 4, RCX, RCX)
	a.RR(TEST, 8, RDI, RDI)
	a.Jcc(CondLE, exit)
	a.Align(16)
	a.Bind(head)
	a.SetPos(12)
	a.Note("x[i]")
	a.Emit(I(VADDPD, 64, R(X0), R(X0), M(AtIndex(RSI, RCX, 8, 64))).Masked(K1))
	a.Emit(I(VMULPD, 64, R(X0), R(X0), M(a.Const64(0))).Broadcast())
	a.SetPos(13)
	a.RI(ADD, 8, RCX, 8)
	a.RR(CMP, 8, RCX, RDI)
	a.Jcc(CondL, head)
	a.Bind(exit)
	a.Op(RET, 0)
	finish(t, &a)
	want := `     0  	xor ecx, ecx
     2  	test rdi, rdi
     5  	jle L2
     7  	align 16
    10  L1:
    10  	vaddpd zmm0{k1}, zmm0, zmmword ptr [rsi+rcx*8+0x40] ; x[i]
    18  	vmulpd zmm0, zmm0, qword ptr [C1]{1to8}
    22  	add rcx, 8
    26  	cmp rcx, rdi
    29  	jl L1
    2b  L2:
    2b  	ret
`
	got := a.ListingText()
	squeeze := func(s string) string {
		for strings.Contains(s, "  ;") {
			s = strings.ReplaceAll(s, "  ;", " ;")
		}
		return s
	}
	if squeeze(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, l := range a.Listing() {
		if wantPos := map[Op]int32{XOR: 11, VADDPD: 12, RET: 13}[l.Inst.Op]; wantPos != 0 && l.Pos != wantPos {
			t.Errorf("%s at source position %d, want %d", l.String(), l.Pos, wantPos)
		}
	}
}

// TestReset: an assembler used again yields what a new one does.
func TestReset(t *testing.T) {
	emit := func(a *Assembler) {
		l := a.NewLabel()
		a.Jmp(l)
		a.RM(VMOVUPS, 32, X1, a.Const(make([]byte, 32), 32))
		a.Bind(l)
		a.Op(RET, 0)
	}
	var a Assembler
	emit(&a)
	want := finish(t, &a)
	a.RR(ADD, 0, RAX, RAX)
	a.Reset()
	emit(&a)
	if got := finish(t, &a); !bytes.Equal(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
}

func TestRegs(t *testing.T) {
	for _, test := range []struct {
		r    Reg
		size int
		want string
	}{
		{RAX, 8, "rax"}, {RAX, 4, "eax"}, {RAX, 2, "ax"}, {RAX, 1, "al"}, {RSP, 1, "spl"}, {RDI, 1, "dil"},
		{R8, 8, "r8"}, {R15, 4, "r15d"}, {R9, 2, "r9w"}, {R10, 1, "r10b"},
		{X0, 4, "xmm0"}, {X17, 32, "ymm17"}, {X31, 64, "zmm31"}, {K7, 8, "k7"}, {RIP, 8, "rip"},
	} {
		if got := test.r.sized(test.size); got != test.want {
			t.Errorf("%s of %d bytes: %s, want %s", test.r, test.size, got, test.want)
		}
	}
	for i := range 256 {
		r, classes := Reg(i), 0
		for _, is := range []bool{r.IsGPR(), r.IsVec(), r.IsMask()} {
			if is {
				classes++
			}
		}
		if classes > 1 {
			t.Errorf("%s has %d classes", r, classes)
		}
	}
	if GPR(15) != R15 || Vec(31) != X31 || KReg(7) != K7 || R15.Num() != 15 || X31.Num() != 31 || K7.Num() != 7 {
		t.Error("register numbers")
	}
}

// kernel emits about n instructions as a kernel has them.
func kernel(a *Assembler, n int) {
	loop, done := a.NewLabel(), a.NewLabel()
	a.RR(TEST, 8, RDI, RDI)
	a.Jcc(CondLE, done)
	a.Align(32)
	a.Bind(loop)
	for i := 0; i < n; i += 10 {
		x := Vec(i % 32)
		a.RM(VMOVUPD, 64, x, AtIndex(RSI, RCX, 8, int32(i)*64))
		a.RRM(VFMADD213PD, 64, x, X1, At(RDX, int32(i)))
		a.Emit(I(VADDPD, 64, R(x), R(X2), M(Mem{Base: RAX, Disp: 8})).Broadcast())
		a.RRRI(VCMPPD, 64, K1, x, X3, 1)
		a.Emit(I(VBLENDMPD, 64, R(x), R(X4), R(X5)).Masked(K1))
		a.RRR(VMULPD, 32, X1, X2, X3)
		a.RRI(VPSRLQ, 32, X1, X2, 52)
		a.Emit(I(VMOVUPD, 64, M(AtIndex(R8, RCX, 8, 0)), R(x)).Masked(K2))
		a.RI(ADD, 8, RCX, 8)
		a.Jcc(CondE, done)
	}
	a.RR(CMP, 8, RCX, RDI)
	a.Jcc(CondL, loop)
	a.Bind(done)
	a.Op(RET, 0)
}

func TestAllocs(t *testing.T) {
	var a Assembler
	kernel(&a, 1000)
	allocs := testing.AllocsPerRun(10, func() {
		a.Reset()
		kernel(&a, 1000)
	})
	if allocs > 0 {
		t.Errorf("%v allocations for 1000 instructions into buffers that are large enough", allocs)
	}
}

func BenchmarkKernel1000(b *testing.B) {
	var a Assembler
	for b.Loop() {
		a.Reset()
		kernel(&a, 1000)
		if _, err := a.Finish(); err != nil {
			b.Fatal(err)
		}
	}
}

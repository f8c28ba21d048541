package asm

import (
	"encoding/hex"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
)

var (
	seed  = flag.Uint64("seed", 1, "seed of the random instructions")
	count = flag.Int("count", 3000, "number of random instructions")
)

func needGAS(t *testing.T) {
	for _, tool := range []string{"as", "objdump"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("SKIPPED: not compared with the GNU assembler: %v", err)
		}
	}
}

// TestRandom compares random operand combinations with the GNU assembler.
func TestRandom(t *testing.T) {
	needGAS(t)
	g := randomGen{rand.New(rand.NewPCG(*seed, 0))}
	var ins []Inst
	var lines []string
	for len(ins) < *count {
		in := g.inst()
		if f, _ := match(&in); f == nil || in.gatherConflict() != "" || gasCannot(&in) {
			continue
		}
		ins = append(ins, in)
		lines = append(lines, in.String())
	}
	want := gas(t, lines)
	for i, in := range ins {
		got, err := assemble(in)
		if err != nil {
			t.Error(err)
		} else if hex.EncodeToString(got) != want[i] {
			t.Errorf("%s\n got %x\nwant %s (seed %d)", lines[i], got, want[i], *seed)
		}
	}
}

// gasCannot reports the few instructions that the GNU assembler encodes shorter, or for which it has no text in
// Intel syntax: an absolute address with something in braces behind it.
func gasCannot(in *Inst) bool {
	if m := in.mem(); m != nil && m.Base == NoReg && m.Index == NoReg && (in.Bcast || in.Mask != NoReg) {
		return true
	}
	// It knows the one-byte XCHG with the accumulator.
	return in.Op == XCHG && in.Size > 1 && (in.Args[0] == rax || in.Args[1] == rax)
}

type randomGen struct{ *rand.Rand }

func (g randomGen) inst() Inst {
	row := table[1+g.IntN(len(table)-1)]
	if len(row.forms) == 0 {
		return Inst{}
	}
	f := &row.forms[g.IntN(len(row.forms))]
	sizes := formSizes(f.spec)
	in := Inst{Op: row.op, Size: sizes[g.IntN(len(sizes))]}
	limit := 32
	if f.spec&anyE == 0 || g.IntN(3) == 0 {
		limit = 16
	}
	for i, s := range f.args {
		class := s & cClass
		if class == cMem || class == cVSIB || s&cOrMem != 0 && g.IntN(2) == 0 {
			in.Args[i] = M(g.mem(class, limit, f.disp8(&in)))
		} else {
			in.Args[i] = g.operand(class, limit, int(in.Size))
		}
	}
	if f.spec&mk != 0 && (g.IntN(3) == 0 || f.spec&mkR != 0) {
		in.Mask = KReg(1 + g.IntN(7))
		in.Zero = f.spec&mz != 0 && g.IntN(2) == 0
	}
	in.Bcast = f.spec&(bc4|bc8) != 0 && in.mem() != nil && g.IntN(2) == 0
	if in.mem() == nil && g.IntN(3) == 0 && (in.Size == 64 || f.spec&(eFix|eGPR) != 0) {
		if f.spec&sae != 0 {
			in.Round = SAE
		} else if f.spec&er != 0 || f.spec&er8 != 0 && in.Size == 8 {
			in.Round = RoundNearest + Round(g.IntN(4))
		}
	}
	return in
}

func (g randomGen) operand(class argSpec, limit, size int) Arg {
	bits := g.Uint64() >> g.IntN(64)
	switch class {
	case cGPR:
		return R(GPR(g.IntN(16)))
	case cVec:
		return R(Vec(g.IntN(limit)))
	case cMask:
		return R(KReg(g.IntN(8)))
	case cImm8:
		return Imm(int64(bits & 7))
	case cImm8s:
		return Imm(int64(int8(bits)))
	case cImm:
		return Imm(signExtend(int64(int32(bits)), size))
	case cImmU4:
		return Imm(int64(uint32(bits)))
	case cImm8B:
		return Imm(int64(bits))
	case cOne:
		return Imm(1)
	case cCL:
		return R(RCX)
	case cAcc:
		return R(RAX)
	}
	return Arg{}
}

// mem returns a random address; its displacement is often near a limit of a byte that counts n.
func (g randomGen) mem(class argSpec, limit, n int) Mem {
	m := Mem{Scale: 1 << g.IntN(4)}
	if g.IntN(8) != 0 {
		m.Base = GPR(g.IntN(16))
	}
	if class == cVSIB {
		m.Index = Vec(g.IntN(limit))
	} else if g.IntN(2) == 0 {
		m.Index = GPR(g.IntN(16))
	}
	switch g.IntN(4) {
	case 0:
		m.Disp = int32(n * (g.IntN(300) - 150))
	case 1:
		m.Disp = int32(g.IntN(300) - 150)
	case 2:
		m.Disp = int32(g.Uint32()) >> g.IntN(32)
	}
	return m
}

// TestRandomJumps compares the relaxation of random programs of jumps with the GNU assembler's.
func TestRandomJumps(t *testing.T) {
	needGAS(t)
	r := rand.New(rand.NewPCG(*seed, 1))
	for range 5 {
		var a Assembler
		var lines []string
		labels := make([]Label, 60)
		for i := range labels {
			labels[i] = a.NewLabel()
		}
		text := ""
		for _, l := range labels {
			a.Bind(l)
			text = fmt.Sprintf("%s:\n", l)
			for range 1 + r.IntN(12) {
				switch target := labels[r.IntN(len(labels))]; r.IntN(4) {
				case 0:
					a.Jmp(target)
					text += fmt.Sprintf("jmp %s", target)
				case 1:
					c := Cond(r.IntN(16))
					a.Jcc(c, target)
					text += fmt.Sprintf("j%s %s", c, target)
				default:
					in := I(ADD, 8, R(GPR(r.IntN(16))), Imm(int64(int32(r.Uint32())>>r.IntN(32))))
					a.Emit(in)
					text += in.String()
				}
				lines = append(lines, text)
				text = ""
			}
		}
		code := finish(t, &a)
		if got, want := hex.EncodeToString(code), strings.Join(gas(t, lines), ""); got != want {
			t.Fatalf("seed %d:\n%s\n got %s\nwant %s", *seed, strings.Join(lines, "\n"), got, want)
		}
	}
}

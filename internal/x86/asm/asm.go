package asm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Assembler collects instructions. The zero value is ready for use.
//
// Jumps to labels, and alignment, stay open until Finish, which knows all distances; the buffer holds the
// bytes between them ("raw" offsets below).
type Assembler struct {
	// KeepListing makes the assembler record what Listing returns. Set it before the first instruction.
	KeepListing bool

	buf    []byte
	gaps   []gap
	labels []place // of Label i+1; raw is -1 until bound
	fixups []fixup
	pool   pool
	starts []int32 // memory for relax
	lines  []Line
	pos    int32
	note   string
	errs   []error
	nerr   int
}

// place is a place in the code: a raw offset and the number of gaps before it.
type place struct{ raw, gaps int32 }

// gap is a jump to a label or an alignment.
type gap struct {
	raw    int32
	size   int32 // as far as known
	align  int32 // 0 for a jump
	target Label
	opcode byte // of the short jump
}

// fixup is a 4-byte field, relative to the end of its instruction, that comes after bytes behind it.
type fixup struct {
	at    place
	after int8
	cref  ConstRef
	label Label
}

const shortJump = 2 // bytes: opcode, rel8

// maxErrors bounds how many errors are kept with their texts.
const maxErrors = 20

// Reset empties the assembler and keeps its buffers.
func (a *Assembler) Reset() {
	clear(a.lines)
	*a = Assembler{
		KeepListing: a.KeepListing,
		buf:         a.buf[:0], gaps: a.gaps[:0], labels: a.labels[:0], fixups: a.fixups[:0], starts: a.starts, lines: a.lines[:0],
		pool: a.pool.emptied(),
	}
}

func (a *Assembler) here() place { return place{int32(len(a.buf)), int32(len(a.gaps))} }

func (a *Assembler) errorf(format string, args ...any) {
	a.nerr++
	if a.nerr <= maxErrors {
		a.errs = append(a.errs, fmt.Errorf(format, args...))
	}
}

// NewLabel returns a label, still to be bound.
func (a *Assembler) NewLabel() Label {
	a.labels = append(a.labels, place{raw: -1})
	return Label(len(a.labels))
}

// Bind makes l name the place of the next instruction.
func (a *Assembler) Bind(l Label) {
	if !a.known(l) {
		return
	}
	if a.labels[l-1].raw >= 0 {
		a.errorf("label %s bound twice", l)
		return
	}
	a.labels[l-1] = a.here()
	if a.KeepListing {
		a.line(Line{Label: l})
	}
}

func (a *Assembler) known(l Label) bool {
	if l < 1 || int(l) > len(a.labels) {
		a.errorf("label %s is not this assembler's", l)
		return false
	}
	return true
}

// Emit appends an instruction. One that has no encoding is an error of Finish.
func (a *Assembler) Emit(in Inst) { a.Add(&in) }

// Add is Emit of an instruction that it may change.
func (a *Assembler) Add(in *Inst) {
	if a.KeepListing {
		a.line(Line{Inst: *in})
	}
	if in.Args[0].Kind == ArgLabel && in.Op != CALL {
		a.jump(in)
		return
	}
	f, sp := match(in)
	if f == nil {
		a.errorf("%s: no encoding", in.String())
		return
	}
	if why := in.gatherConflict(); why != "" {
		a.errorf("%s: %s", in.String(), why)
		return
	}
	a.encode(in, f, sp)
}

// gatherConflict says which registers of a gather are the same that must differ (else the CPU raises #UD).
func (in *Inst) gatherConflict() string {
	if in.Args[1].Kind != ArgMem || !in.Args[1].Mem.Index.IsVec() {
		return ""
	}
	dst, index, mask := in.Args[0].Reg, in.Args[1].Mem.Index, in.Args[2]
	switch {
	case dst == index:
		return "a gather's destination and index must differ"
	case mask.Kind == ArgReg && (mask.Reg == dst || mask.Reg == index):
		return "a gather's mask must differ from its destination and index"
	}
	return ""
}

// plainJump reports whether the instruction, whose first operand is a label, is a jump and nothing else.
func (in *Inst) plainJump() bool {
	_, isCond := in.Op.jumpCond()
	return (isCond || in.Op == JMP) && in.Args[1].Kind == ArgNone && !in.needsEVEX()
}

// jump records a jump to a label.
func (a *Assembler) jump(in *Inst) {
	if !in.plainJump() {
		a.errorf("%s: no encoding", in.String())
		return
	}
	opcode := byte(0xEB)
	if c, ok := in.Op.jumpCond(); ok {
		opcode = 0x70 + byte(c)
	}
	if target := in.Args[0].Mem.Label; a.known(target) {
		a.gaps = append(a.gaps, gap{raw: int32(len(a.buf)), size: shortJump, target: target, opcode: opcode})
	}
}

// Align makes the next instruction start at a multiple of n bytes, a power of two of at most 64, by NOPs.
func (a *Assembler) Align(n int) {
	if n < 1 || n > poolAlign || n&(n-1) != 0 {
		a.errorf("alignment to %d bytes", n)
		return
	}
	if a.KeepListing {
		a.line(Line{Align: n})
	}
	a.gaps = append(a.gaps, gap{raw: int32(len(a.buf)), align: int32(n)})
}

// fixup records that the next four bytes are relative to a constant or a label.
func (a *Assembler) fixup(c ConstRef, l Label, after int) {
	if l != 0 && !a.known(l) {
		return
	}
	if c != 0 && int(c) > len(a.pool.entries) {
		a.errorf("constant %s is not this assembler's", c)
		return
	}
	a.fixups = append(a.fixups, fixup{a.here(), int8(after), c, l})
}

// Finish returns the code with its constants behind it. It is position-independent and expects to start at
// a multiple of 64 bytes. The slice is new; the assembler may be Reset and used again.
func (a *Assembler) Finish() ([]byte, error) {
	a.checkBound()
	if a.nerr > maxErrors {
		a.errs = append(a.errs, fmt.Errorf("and %d more", a.nerr-maxErrors))
		a.nerr = maxErrors
	}
	if len(a.errs) > 0 {
		return nil, errors.Join(a.errs...)
	}
	starts := a.relax()
	size := len(a.buf) + int(starts[len(a.gaps)])
	poolAt := size
	if len(a.pool.entries) > 0 {
		poolAt = roundUp(size, poolAlign)
	}
	out := a.fill(make([]byte, 0, poolAt+a.pool.place()), starts)
	for len(out) < poolAt {
		out = append(out, 0xCC) // int3
	}
	out = a.pool.append(out)
	if len(out) > math.MaxInt32 {
		return nil, errors.New("code of more than 2 GiB")
	}
	for _, f := range a.fixups {
		at := a.resolve(f.at, starts)
		var target int32
		if f.cref != 0 {
			target = int32(poolAt) + a.pool.entries[f.cref-1].off
		} else {
			target = a.resolve(a.labels[f.label-1], starts)
		}
		field := out[at : at+4]
		rel := int64(int32(binary.LittleEndian.Uint32(field))) + int64(target) - int64(at+4+int32(f.after))
		if rel != int64(int32(rel)) {
			return nil, fmt.Errorf("displacement of %d bytes does not fit", rel)
		}
		binary.LittleEndian.PutUint32(field, uint32(rel))
	}
	for i := range a.lines {
		l := &a.lines[i]
		l.Off = int(a.resolve(l.at, starts))
	}
	return out, nil
}

// checkBound reports the labels that are used and not bound.
func (a *Assembler) checkBound() {
	var reported []Label
	check := func(l Label) {
		if l != 0 && a.labels[l-1].raw < 0 && !slices.Contains(reported, l) {
			reported = append(reported, l)
			a.errorf("label %s is not bound", l)
		}
	}
	for i := range a.gaps {
		check(a.gaps[i].target)
	}
	for i := range a.fixups {
		check(a.fixups[i].label)
	}
}

// resolve returns the final offset of p. starts[i] is the total size of the gaps before gap i.
func (a *Assembler) resolve(p place, starts []int32) int32 { return p.raw + starts[p.gaps] }

// relax settles the sizes of all gaps: every jump starts short, and those that do not reach grow until none
// has to. Jumps only grow, so it ends; alignments follow along (Szymanski, "Assembling code for machines with
// span-dependent instructions", CACM 21(4), 1978).
func (a *Assembler) relax() []int32 {
	starts := slices.Grow(a.starts[:0], len(a.gaps)+1)[:len(a.gaps)+1]
	a.starts = starts
	for {
		var sum int32
		for i := range a.gaps {
			g := &a.gaps[i]
			starts[i] = sum
			if g.align != 0 {
				g.size = -(g.raw + sum) & (g.align - 1)
			}
			sum += g.size
		}
		starts[len(a.gaps)] = sum
		grown := false
		for i := range a.gaps {
			g := &a.gaps[i]
			if g.align != 0 || g.size != shortJump {
				continue
			}
			end := g.raw + starts[i] + g.size
			if rel := a.resolve(a.labels[g.target-1], starts) - end; rel != int32(int8(rel)) {
				g.size = 6
				if g.opcode == 0xEB {
					g.size = 5
				}
				grown = true
			}
		}
		if !grown {
			return starts
		}
	}
}

// fill appends the code with its gaps filled.
func (a *Assembler) fill(out []byte, starts []int32) []byte {
	raw := int32(0)
	for i := range a.gaps {
		g := &a.gaps[i]
		out = append(out, a.buf[raw:g.raw]...)
		raw = g.raw
		if g.align != 0 {
			out = appendNops(out, int(g.size))
			continue
		}
		rel := a.resolve(a.labels[g.target-1], starts) - int32(len(out)) - g.size
		switch g.size {
		case shortJump:
			out = append(out, g.opcode, byte(rel))
			continue
		case 5:
			out = append(out, 0xE9)
		default:
			out = append(out, 0x0F, g.opcode+0x10)
		}
		out = binary.LittleEndian.AppendUint32(out, uint32(rel))
	}
	return append(out, a.buf[raw:]...)
}

// nops are the recommended multi-byte NOPs (SDM vol. 2, NOP).
var nops = [...]string{
	"\x90",
	"\x66\x90",
	"\x0f\x1f\x00",
	"\x0f\x1f\x40\x00",
	"\x0f\x1f\x44\x00\x00",
	"\x66\x0f\x1f\x44\x00\x00",
	"\x0f\x1f\x80\x00\x00\x00\x00",
	"\x0f\x1f\x84\x00\x00\x00\x00\x00",
	"\x66\x0f\x1f\x84\x00\x00\x00\x00\x00",
}

func appendNops(out []byte, n int) []byte {
	for n > 0 {
		s := nops[min(n, len(nops))-1]
		out = append(out, s...)
		n -= len(s)
	}
	return out
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }

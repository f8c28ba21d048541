package asm

import (
	"fmt"
	"strconv"
	"strings"
)

// String returns the label's name in listings.
func (l Label) String() string { return "L" + strconv.Itoa(int(l)) }

// String returns the constant's name in listings.
func (c ConstRef) String() string { return "C" + strconv.Itoa(int(c)) }

// String returns the instruction in Intel syntax, as the GNU assembler reads it after
// ".intel_syntax noprefix" (but for constants and labels).
func (in Inst) String() string {
	f, _ := match(&in)
	if f == nil {
		f = &form{}
	}
	size := int(in.Size)
	if f.spec&gNoW != 0 {
		size = 4 // a zero-extending move is a move of four bytes
	}
	var b strings.Builder
	b.WriteString(in.mnemonic(f))
	rounding := roundNames[min(in.Round, SAE)]
	for i := range in.Args {
		a := &in.Args[i]
		if a.Kind == ArgNone {
			continue
		}
		if a.Kind == ArgImm {
			b.WriteString(rounding)
			rounding = ""
		}
		b.WriteString([]string{" ", ", "}[min(i, 1)])
		in.writeArg(&b, a, f.args[i], f, size)
		if i == 0 && in.Mask != NoReg {
			fmt.Fprintf(&b, "{%s}", in.Mask)
		}
		if i == 0 && in.Zero {
			b.WriteString("{z}")
		}
	}
	b.WriteString(rounding)
	return b.String()
}

var roundNames = [...]string{"", ", {rn-sae}", ", {rd-sae}", ", {ru-sae}", ", {rz-sae}", ", {sae}"}

func (in *Inst) mnemonic(f *form) string {
	name := in.Op.String()
	if f.spec&trim == 0 {
		return name
	}
	if short := strings.TrimRight(name, "0123456789"); short != name {
		return short
	}
	return name[:len(name)-1]
}

func (in *Inst) writeArg(b *strings.Builder, a *Arg, s argSpec, f *form, size int) {
	switch a.Kind {
	case ArgReg:
		w := size
		switch s & cClass {
		case cCL:
			w = 1
		case cGPR, cVec, cMask:
			w = s.regWidth(size)
		}
		b.WriteString(a.Reg.sized(w))
	case ArgMem:
		w := s.memWidth(size)
		if s == cNone {
			w = 0 // no form fits
		}
		if in.Bcast && w > 0 {
			e := f.elem()
			fmt.Fprintf(b, "%s%s{1to%d}", ptrNames[e], a.Mem.text(s.regWidth(size)), w/e)
			return
		}
		b.WriteString(ptrNames[w])
		b.WriteString(a.Mem.text(s.regWidth(size)))
		if in.Bcast {
			b.WriteString("{bcast}")
		}
	case ArgImm:
		b.WriteString(immText(a.Imm))
	case ArgLabel:
		b.WriteString(a.Mem.Label.String())
	}
}

var ptrNames = map[int]string{
	1: "byte ptr ", 2: "word ptr ", 4: "dword ptr ", 8: "qword ptr ",
	16: "xmmword ptr ", 32: "ymmword ptr ", 64: "zmmword ptr ",
}

func immText(v int64) string {
	switch {
	case v > -10 && v < 10:
		return strconv.FormatInt(v, 10)
	case v < 0:
		return "-0x" + strconv.FormatUint(-uint64(v), 16)
	default:
		return "0x" + strconv.FormatInt(v, 16)
	}
}

// String returns the address in Intel syntax.
func (m Mem) String() string { return m.text(16) }

// text returns the address; indexWidth is the width of a vector index.
func (m Mem) text(indexWidth int) string {
	m = m.shortest()
	var b strings.Builder
	b.WriteByte('[')
	term := func(s string) {
		if b.Len() > 1 && !strings.HasPrefix(s, "-") {
			b.WriteByte('+')
		}
		b.WriteString(s)
	}
	switch {
	case m.Const != 0:
		term(m.Const.String())
	case m.Label != 0:
		term(m.Label.String())
	}
	if m.Base != NoReg {
		term(m.Base.sized(8))
	}
	if m.Index != NoReg {
		w := 8
		if m.Index.IsVec() {
			w = indexWidth
		}
		term(m.Index.sized(w) + "*" + strconv.Itoa(int(m.Scale)))
	}
	if m.Disp != 0 || b.Len() == 1 {
		term(immText(int64(m.Disp)))
	}
	b.WriteByte(']')
	return b.String()
}

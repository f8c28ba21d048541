package plan

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"unsafe"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/x86/asm"
)

const (
	gateParams  = 3
	gateResults = 2
	gateMarker  = 0x5a // the last result, to tell that the gate was gone through
)

// mixCode is a kernel of three parameters: its results are a+2b+4c and a^b^c. It returns 1, and has b as a word of failure, if c is 99. It clobbers what it may.
func mixCode(t testing.TB) *Kernel {
	if _, err := rt.Detect(); err != nil {
		t.Skip("SKIPPED: machine code: ", err)
	}
	var a asm.Assembler
	fail := a.NewLabel()
	word := func(k int32) asm.Mem { return asm.At(asm.RDI, 8*k) }
	a.RM(asm.MOV, 8, asm.RAX, word(2))
	a.RI(asm.CMP, 8, asm.RAX, 99)
	a.Jcc(asm.CondE, fail)
	a.RM(asm.MOV, 8, asm.RCX, word(1))
	a.RM(asm.LEA, 8, asm.RDX, asm.AtIndex(asm.RCX, asm.RAX, 2, 0))
	a.RM(asm.MOV, 8, asm.RSI, word(0))
	a.RM(asm.LEA, 8, asm.RDX, asm.AtIndex(asm.RSI, asm.RDX, 2, 0))
	a.MR(asm.MOV, 8, word(3), asm.RDX)
	a.RR(asm.XOR, 8, asm.RAX, asm.RCX)
	a.RR(asm.XOR, 8, asm.RAX, asm.RSI)
	a.MR(asm.MOV, 8, word(4), asm.RAX)
	a.MovImm(asm.RAX, -1)
	for _, r := range []asm.Reg{asm.RBX, asm.RCX, asm.RDX, asm.RSI, asm.RDI, asm.R8, asm.R9, asm.R10, asm.R11, asm.R12, asm.R13, asm.R14, asm.R15} {
		a.RR(asm.MOV, 8, r, asm.RAX)
	}
	a.RR(asm.XOR, 4, asm.RAX, asm.RAX)
	a.Op(asm.RET, 0)
	a.Bind(fail)
	a.RM(asm.MOV, 8, asm.RCX, word(1))
	a.MR(asm.MOV, 8, word(5), asm.RCX)
	a.MovImm(asm.RAX, 1)
	a.Op(asm.RET, 0)
	bytes, err := a.Finish()
	if err != nil {
		t.Fatal(err)
	}
	code, err := rt.NewCode(bytes)
	if err != nil {
		t.Fatal(err)
	}
	return &Kernel{Name: "mix", Entry: code.Entry(0), Code: code, Sites: []Site{{Kind: ir.OpCheckPanic, Panic: "uint64"}}}
}

// drawnTrace draws traces, and follows them in Go.
type drawnTrace struct {
	*rand.Rand
	tracer
	kernel *Kernel
}

func (d *drawnTrace) word() wordOf {
	switch kind := wordKind(d.IntN(int(load32Signed) + 3)); {
	case kind > load32Signed || kind == addressWord: // addresses differ
		if d.temps > 0 {
			return temporary(d.IntN(d.temps))
		}
		fallthrough
	case kind == constWord:
		return wordOf{from: constWord, bits: []uint64{0, 1, 7, 99, 1 << 31, 1 << 63, d.Uint64()}[d.IntN(7)]}
	default:
		if d.temps > 0 && d.IntN(3) == 0 { // a part of a result, extended
			w := temporary(d.IntN(d.temps))
			w.from = max(kind, load8Signed)
			return w
		}
		base := d.IntN(len(d.b.Pointers) + 1)
		return wordOf{from: kind, base: uint8(base), offset: uintptr(8*len(d.b.Pointers)*btoi(base == 0) + 8*d.IntN(4))}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (d *drawnTrace) draw() {
	for range 1 + d.IntN(6) {
		o := traceOp{a: d.word(), b: d.word(), c: d.word(), imm: []int64{1, 1, 3, -1}[d.IntN(4)]}
		switch d.IntN(6) {
		case 4:
			d.fetch(&o)
		case 5:
			d.scalar(&o)
		case 0:
			o.do, o.op, o.dst = compute, []opcode{opAdd, opSub, opMul, opMin, opMax, opAnd, opOr, opLt, opLe, opEq, opNe, opSelect, opBelow, opScalar2}[d.IntN(14)], d.temps
			if o.op == opScalar2 { // which asks Go
				o.scalar = &scalarOp{kind: ir.OpMulHi, t: ir.TU64, rt: ir.TU64}
			}
			d.temps++
		case 1:
			o.do, o.op, o.want = guard, []opcode{opLt, opLe, opEq, opNe, opBelow}[d.IntN(5)], d.IntN(2) == 0
		case 2:
			o.do = reaches
			o.b.from, o.b.bits = constWord, []uint64{1, 60, 1 + uint64(d.IntN(1<<20)), 1 << 31, 1 << 62}[d.IntN(5)]
		default:
			d.start(&o)
		}
		d.ops = append(d.ops, o)
	}
	var o traceOp
	d.start(&o)
	d.ops = append(d.ops, o)
	if d.IntN(2) == 0 {
		d.ops = append(d.ops, traceOp{do: compute, op: opAdd, dst: d.temps, a: d.word(), b: d.word()})
		d.temps++
	}
	for at := range 6 {
		d.outs = append(d.outs, output{d.word(), []uint8{1, 2, 4, 8}[d.IntN(4)], 8 * uintptr(at)})
	}
	d.outs = append(d.outs, output{wordOf{bits: gateMarker}, 8, 48})
}

// fetch makes o load what is behind a pointer.
func (d *drawnTrace) fetch(o *traceOp) {
	if len(d.b.Pointers) == 0 {
		d.scalar(o)
		return
	}
	index := wordOf{from: constWord, bits: uint64(d.IntN(3))}
	if d.IntN(2) == 0 {
		d.ops = append(d.ops, traceOp{do: compute, op: opAnd, dst: d.temps, a: d.word(), b: wordOf{from: constWord, bits: 1}})
		index = temporary(d.temps)
		d.temps++
	}
	*o = traceOp{do: fetch, a: wordOf{from: loadWord, offset: 8 * uintptr(d.IntN(len(d.b.Pointers)))}, b: index, dst: d.temps}
	o.imm, o.stride, o.as = int64(d.IntN(9)), []int64{0, 1, 2, 3, 4, 7, 8}[d.IntN(7)], loadWord+wordKind(d.IntN(int(load32Signed-loadWord)+1))
	d.temps++
}

// scalar makes o an op on integers of any kind.
func (d *drawnTrace) scalar(o *traceOp) {
	t := gateTypes[1+d.IntN(8)]
	k := gateOps[d.IntN(len(gateOps))]
	for !k.of(t) {
		k = gateOps[d.IntN(len(gateOps))]
	}
	operand := func(t *ir.Type) wordOf {
		w := d.word()
		switch {
		case w.from == constWord:
			w.bits = ir.Canonical(t, w.bits)
		default:
			w.from = kindOf(uint8(t.Size()))
		}
		return w
	}
	*o = traceOp{do: compute, op: opScalar1 + opcode(k.args-1), dst: d.temps, a: operand(t), scalar: &scalarOp{kind: k.kind, t: t, rt: k.result(t)}}
	if o.b = operand(t); k.kind == ir.OpShl || k.kind == ir.OpShr {
		o.b = operand(ir.TU64)
		o.b.bits %= 70
	}
	if k.kind == ir.OpDiv || k.kind == ir.OpRem {
		o.b = wordOf{from: constWord, bits: max(ir.Canonical(t, d.Uint64()), 1)} // by 0 the gate has any number
	}
	d.temps++
}

// start makes o the start of the kernel, which now and then has loops, and a name.
func (d *drawnTrace) start(o *traceOp) {
	k := *d.kernel
	k.Loops = d.IntN(2) == 0
	o.do, o.call = []traceKind{start, piece1, launch}[d.IntN(3)], &call{prog: d.p, kernel: &k, fail: gateParams + gateResults}
	for range gateParams {
		o.ins = append(o.ins, d.word())
	}
	if o.do == launch { // has no results
		o.c.from, o.c.bits = constWord, []uint64{0, 100, briefCost / 64, briefCost + 1}[d.IntN(4)]
		return
	}
	if d.IntN(2) == 0 { // or it is told how long it takes, which makes no difference but to profiles
		o.once = []trips{}
		for range d.IntN(3) {
			o.once = append(o.once, trips{d.word(), int64(d.IntN(100))})
		}
	}
	for r := range gateResults {
		o.outs = append(o.outs, result{gateParams + r, []wordKind{loadWord, load8, load16, load32}[d.IntN(4)], d.temps})
		d.temps++
	}
}

// follow gives the results, or what a check fails with; other says that the call goes another way.
func (d *drawnTrace) follow(bases []unsafe.Pointer) (out [56]byte, failed string, other bool) {
	temps := make([]uint64, d.temps)
	get := func(w wordOf) uint64 {
		if w.from == constWord {
			return w.bits
		}
		at := unsafe.Pointer(unsafe.SliceData(temps))
		if w.base != tempBase {
			at = bases[w.base]
		}
		return loadAs(w.from, unsafe.Add(at, w.offset))
	}
	for _, o := range d.ops {
		a, b, c := get(o.a), get(o.b), get(o.c)
		switch o.do {
		case compute:
			temps[o.dst] = (&stop{op: o.op, scalar: o.scalar}).evaluate(a, b, c)
		case fetch:
			temps[o.dst] = loadAs(o.as, unsafe.Add(*(*unsafe.Pointer)(unsafe.Add(bases[0], o.a.offset)), o.imm+int64(b)*o.stride))
		case guard:
			other = compare(o.op, a, b) != o.want
		case reaches:
			other = !whole(a, b, c, o.imm)
		default:
			p, q, r := get(o.ins[0]), get(o.ins[1]), get(o.ins[2])
			if o.do == launch {
				if int64(a) <= 0 {
					continue
				}
				if other = a > briefOps || a*c > briefCost; other { // as nothing has been measured
					return out, "", true
				}
			}
			if r == 99 {
				return out, fmt.Sprint(q), false
			}
			if o.do == launch {
				continue
			}
			for i, v := range []uint64{p + 2*q + 4*r, p ^ q ^ r} {
				temps[o.outs[i].temp] = loadAs(o.outs[i].as, unsafe.Pointer(&v))
			}
		}
		if other {
			return out, "", true
		}
	}
	for _, o := range d.outs {
		v := get(o.from)
		copy(out[o.offset:], binary.LittleEndian.AppendUint64(nil, v)[:o.size])
	}
	return out, "", false
}

// loadAs is what a word of this kind is at p.
func loadAs(as wordKind, p unsafe.Pointer) uint64 {
	switch as {
	case load8:
		return uint64(*(*uint8)(p))
	case load16:
		return uint64(*(*uint16)(p))
	case load32:
		return uint64(*(*uint32)(p))
	case load8Signed:
		return uint64(*(*int8)(p))
	case load16Signed:
		return uint64(*(*int16)(p))
	case load32Signed:
		return uint64(*(*int32)(p))
	}
	return *(*uint64)(p)
}

// TestGates compares the machine code of drawn traces with what they say: words of all sizes from arguments, from behind pointers, also of more of these than there
// are registers for, from kernels and from what is computed, to parameters and results; arguments that come back as they are; ways that are left.
func TestGates(t *testing.T) {
	kernel := mixCode(t)
	rounds := 3000
	if testing.Short() {
		rounds = 800
	}
	done, left, checks := 0, 0, 0
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 9))
		pointers := r.IntN(12) * r.IntN(2)
		b := &border.Layout{}
		for i := range pointers {
			b.Pointers = append(b.Pointers, border.Pointer{Offset: 8 * uintptr(i)})
		}
		p := &Program{Name: "drawn", steps: []step{{op: opReturn}}}
		p.frames.New = func() any { return p.newFrame() }
		d := &drawnTrace{Rand: r, tracer: tracer{p: p, b: b}, kernel: kernel}
		d.draw()
		g, err := d.encode()
		if err != nil {
			t.Fatal(err)
		}
		bound := &Bound{p: p, b: b, gate: g}
		for range 8 {
			in := make([]unsafe.Pointer, pointers+4)
			bases := []unsafe.Pointer{unsafe.Pointer(&in[0])}
			small := []uint64{0, 1, 64, 99, 1 << 15, ^uint64(0), r.Uint64()}
			for i := range in {
				if i < pointers {
					in[i] = unsafe.Pointer(&[4]uint64{small[r.IntN(7)], r.Uint64(), small[r.IntN(7)], small[r.IntN(7)]})
					bases = append(bases, in[i])
				} else {
					*(*uint64)(unsafe.Pointer(&in[i])) = small[r.IntN(5)] | r.Uint64()&0x7f80 // no pointers
				}
			}
			want, failed, other := d.follow(bases)
			var got [56]byte
			text := ""
			func() {
				defer func() {
					if e := recover(); e != nil {
						text = fmt.Sprint(e)
					}
				}()
				bound.Call(unsafe.Pointer(&in[0]), unsafe.Pointer(&got))
			}()
			if got != want || text != failed {
				t.Fatalf("seed %d: %x %s, want %x %s", seed, got, text, want, failed)
			}
			done, left, checks = done+btoi(got[48] == gateMarker), left+btoi(other), checks+btoi(failed != "")
			runtime.KeepAlive(in)
		}
	}
	if t.Logf("%d calls done, %d left, %d checks failed", done, left, checks); done < 2*rounds || left < rounds/2 || checks < rounds/10 {
		t.Error("too few of a kind")
	}
}

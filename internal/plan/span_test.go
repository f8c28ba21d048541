package plan

import (
	"math/rand/v2"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// drawnSpans draws expressions over words whose values it has drawn, too.
type drawnSpans struct {
	*rand.Rand
	tracer
	values map[symbol]uint64
	all    []symbol
}

func (d *drawnSpans) value() int64 {
	return []int64{0, 1, -1, 5, 8191, 8192, 1 << 25, 1<<63 - 1, -1 << 63, d.Int64(), int64(d.Uint64()), int64(d.IntN(100))}[d.IntN(12)]
}

// leaf is a word of which something is known that holds.
func (d *drawnSpans) leaf() {
	v := d.value()
	s := symbol{kind: known, w: wordOf{from: loadWord, offset: 8 * uintptr(len(d.values))}}
	if d.IntN(3) == 0 {
		s.w.from = load8 + wordKind(d.IntN(3))
		v &= 1<<(8*s.w.from.bytes()) - 1
	}
	if d.IntN(2) == 0 {
		d.narrow(s, span{min(v, d.value()), max(v, d.value())})
	}
	d.add(s, uint64(v))
}

func (d *drawnSpans) add(s symbol, v uint64) {
	d.values[s] = v
	d.all = append(d.all, s)
}

func (d *drawnSpans) pick() symbol { return d.all[d.IntN(len(d.all))] }

// grow adds an expression.
func (d *drawnSpans) grow() {
	a, b, c := d.pick(), d.pick(), d.pick()
	x, y, z := d.values[a], d.values[b], d.values[c]
	op := []opcode{opAdd, opSub, opMul, opMin, opMax, opAnd, opOr, opLt, opLe, opEq, opNe, opBelow, opSelect, opScalar2, opDiv}[d.IntN(15)]
	switch op {
	case opScalar2:
		sh := &scalarOp{ir.OpShr, []*ir.Type{ir.TI64, ir.TU64}[d.IntN(2)], nil}
		sh.rt = sh.t
		n := uint64(d.IntN(70))
		d.add(d.lazily(expr{op: op, a: a, b: constant(n), scalar: sh}), ir.EvalScalar2(sh.kind, sh.t, x, n))
	case opSelect:
		d.add(d.lazily(expr{op: op, a: a, b: b, c: c}), evaluate(op, x, y, z))
	case opDiv:
		by := uint64(1 + d.IntN(9000))
		d.add(d.binary(op, a, constant(by)), evaluate(op, x, by, 0))
	default:
		d.add(d.binary(op, a, b), evaluate(op, x, y, 0))
	}
}

// TestSpans: what is thought to be known of a word holds for the values of drawn expressions; and so does what follows from how comparisons of them come out.
func TestSpans(t *testing.T) {
	exact := 0
	for seed := range 4000 {
		d := &drawnSpans{Rand: rand.New(rand.NewPCG(uint64(seed), 3)), values: map[symbol]uint64{}}
		d.add(constant(uint64(d.value())), 0)
		d.values[d.all[0]] = d.all[0].w.bits
		for range 4 {
			d.leaf()
		}
		holds := func(when string) {
			for s, v := range d.values {
				if r := d.span(s); int64(v) < r.lo || int64(v) > r.hi {
					t.Fatalf("seed %d, %s: %d is not in %d", seed, when, int64(v), r)
				}
				if s.kind == lazy && d.span(s) != anything {
					exact++
				}
			}
		}
		for range 12 {
			d.grow()
		}
		holds("expressions")
		for range 3 {
			a, b := d.pick(), d.pick()
			op := []opcode{opLt, opLe, opEq, opNe, opBelow}[d.IntN(5)]
			if !d.follows(op, a, b, compare(op, d.values[a], d.values[b])) {
				t.Fatalf("seed %d: what is so can't be", seed)
			}
			holds("a comparison")
		}
	}
	if exact < 10_000 {
		t.Error("little is known:", exact)
	}
}

// TestContradiction: assumptions that can't both hold are no trace.
func TestContradiction(t *testing.T) {
	x := &tracer{}
	n := x.length(wordOf{from: loadWord})
	if !x.assume(x.binary(opLt, constant(32768), n), true) {
		t.Fatal("more than 32768 elements can't be")
	}
	blocks := x.lazily(expr{op: opScalar2, a: x.binary(opAdd, x.binary(opMin, n, constant(1<<25)), constant(8191)), b: constant(13), scalar: &scalarOp{ir.OpShr, ir.TI64, ir.TI64}})
	if x.assume(x.binary(opEq, blocks, constant(1)), true) {
		t.Error("are one block")
	}
	if one := x.binary(opLt, blocks, constant(5)); !one.constant() || one.w.bits != 0 {
		t.Error("may be less than five")
	}
}

// TestStackAddress: what a gate asks Go for may move the stack, so that it keeps no number that an address there is part of, and no other address than one at a distance that it knows.
func TestStackAddress(t *testing.T) {
	var x tracer
	at := symbol{kind: known, w: wordOf{from: addressWord, base: scratchBase, offset: 8}}
	n := symbol{kind: known, w: wordOf{from: loadWord, base: 1}}
	if got, ok := x.need(x.binary(opAdd, at, constant(16))); !ok || got.from != addressWord || got.base != scratchBase || got.offset != 24 {
		t.Errorf("16 bytes behind an address: %+v, %v", got, ok)
	}
	for _, op := range []opcode{opAdd, opSub} {
		if _, ok := x.need(x.binary(op, at, n)); ok {
			t.Errorf("op %d: a number is kept of an address of the stack", op)
		}
		if _, ok := x.need(x.binary(op, n, n)); !ok && op == opAdd {
			t.Errorf("op %d: no sum of numbers", op)
		}
	}
	if len(x.ops) != 1 { // the sum
		t.Errorf("%d ops are computed, want 1", len(x.ops))
	}
}

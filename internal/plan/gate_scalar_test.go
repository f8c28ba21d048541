package plan

import (
	"math"
	"testing"
	"unsafe"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/ir"
)

// gateTypes are a truth value, integers and floats.
var gateTypes = []*ir.Type{ir.TBool, ir.TI8, ir.TI16, ir.TI32, ir.TI64, ir.TU8, ir.TU16, ir.TU32, ir.TU64, ir.TF32, ir.TF64}

// gateOp is an op that gates compute themselves.
type gateOp struct {
	kind ir.OpKind
	args int
	of   func(*ir.Type) bool
	to   *ir.Type // nil: that of the operands
}

func (k *gateOp) result(t *ir.Type) *ir.Type {
	if k.to != nil {
		return k.to
	}
	return t
}

func isInteger(t *ir.Type) bool { return t.IsSigned() || t.IsUnsigned() }
func isNumber(t *ir.Type) bool  { return t != ir.TBool }
func isFloat(t *ir.Type) bool   { return t.IsFloat() }
func isBits(t *ir.Type) bool    { return !t.IsFloat() }
func any1(*ir.Type) bool        { return true }

var gateOps = func() (ops []*gateOp) {
	add := func(args int, of func(*ir.Type) bool, to *ir.Type, kinds ...ir.OpKind) {
		for _, k := range kinds {
			ops = append(ops, &gateOp{k, args, of, to})
		}
	}
	add(2, isNumber, nil, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv)
	add(2, isInteger, nil, ir.OpRem, ir.OpMin, ir.OpMax, ir.OpShl, ir.OpShr)
	add(2, isBits, nil, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAndNot)
	add(2, isNumber, ir.TBool, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe)
	add(2, any1, ir.TBool, ir.OpEq, ir.OpNe)
	add(1, isNumber, nil, ir.OpNeg)
	add(1, isBits, nil, ir.OpNot)
	add(1, isFloat, nil, ir.OpAbs, ir.OpSqrt)
	for _, rt := range gateTypes[1:] {
		add(1, func(t *ir.Type) bool {
			return isInteger(t) && isInteger(rt) || rt.IsFloat() && t != ir.TU64 && t != ir.TBool
		}, rt, ir.OpConv)
	}
	return ops
}()

// gateValues are those of a type that are somewhere at an edge.
func gateValues(t *ir.Type) (vs []uint64) {
	switch {
	case t == ir.TBool:
		return []uint64{0, 1}
	case t.IsFloat():
		for _, x := range []float64{0, math.Copysign(0, -1), 1, -1.5, 3, 1e30, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(), math.SmallestNonzeroFloat64} {
			vs = append(vs, ir.FloatBits(t, x))
		}
		return vs
	}
	for _, x := range []uint64{0, 1, 2, 7, 100, 1<<7 - 1, 1 << 7, 1<<15 - 1, 1 << 15, 1<<31 - 1, 1 << 31, 1<<63 - 1, 1 << 63, ^uint64(0), ^uint64(1), 0x0123456789abcdef} {
		vs = append(vs, ir.Canonical(t, x))
	}
	return vs
}

// TestGateScalars: machine code computes what [ir.EvalScalar] does, of all types, with operands from arguments and constant ones; and does ask nobody.
func TestGateScalars(t *testing.T) {
	kernel := mixCode(t)
	for _, k := range gateOps {
		for _, typ := range gateTypes {
			if !k.of(typ) {
				continue
			}
			second := typ
			if k.kind == ir.OpShl || k.kind == ir.OpShr {
				second = ir.TU64
			}
			constants := gateValues(second)
			if second != typ {
				constants = []uint64{0, 1, 7, 8, 31, 32, 63, 64, 65, 1 << 32, ^uint64(0)}
			}
			if k.args == 1 {
				constants = constants[:1]
			}
			for i, y := range constants {
				if testing.Short() && i%3 != 0 {
					continue
				}
				for _, constant := range []bool{false, true} {
					checkGateScalar(t, kernel, k, typ, second, y, constant)
				}
			}
		}
	}
}

// checkGateScalar does so with one second operand and all first ones.
func checkGateScalar(t *testing.T, kernel *Kernel, k *gateOp, typ, second *ir.Type, y uint64, constant bool) {
	o := traceOp{do: compute, op: opScalar1 + opcode(k.args-1), scalar: &scalarOp{kind: k.kind, t: typ, rt: k.result(typ)},
		a: wordOf{from: kindOf(uint8(typ.Size()))}, b: wordOf{from: kindOf(uint8(second.Size())), offset: 8}}
	if constant {
		o.b = wordOf{from: constWord, bits: y}
	}
	if !computes(&o) {
		t.Fatalf("%s of %s: Go is asked", k.kind, typ)
	}
	p := &Program{Name: "scalar", steps: []step{{op: opReturn}}}
	p.frames.New = func() any { return p.newFrame() }
	x := &tracer{p: p, b: &border.Layout{}, temps: 1, outs: []output{{temporary(0), 8, 0}, {wordOf{bits: gateMarker}, 8, 8}}}
	x.ops = []traceOp{o, {do: start, call: &call{prog: p, kernel: kernel, fail: gateParams + gateResults}, ins: make([]wordOf, gateParams)}}
	g, err := x.encode()
	if err != nil {
		t.Fatal(err)
	}
	d := &Bound{p: p, b: x.b, gate: g}
	for _, v := range gateValues(typ) {
		in, out := [2]uint64{v, y}, [2]uint64{}
		if !d.Call(unsafe.Pointer(&in), unsafe.Pointer(&out)) || out[1] != gateMarker {
			t.Fatalf("%s of %s: not done", k.kind, typ)
		}
		if (k.kind == ir.OpDiv || k.kind == ir.OpRem) && isInteger(typ) && y == 0 {
			continue // anything, but not a fault
		}
		args := []uint64{v, y}[:k.args]
		want, rt := ir.EvalScalar(k.kind, typ, k.result(typ), args...), k.result(typ)
		if out[0] != want && !(rt.IsFloat() && math.IsNaN(ir.BitsFloat(rt, want)) && math.IsNaN(ir.BitsFloat(rt, out[0]))) {
			t.Errorf("%s of %s to %s, %#x: %#x, want %#x", k.kind, typ, rt, args, out[0], want)
		}
	}
}

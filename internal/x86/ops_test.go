package x86

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// edges are values of t that break things.
func edges(t *ir.Type) []uint64 {
	var out []uint64
	add := func(xs ...uint64) {
		for _, x := range xs {
			out = append(out, ir.Canonical(t, x))
		}
	}
	switch {
	case t == ir.TBool:
		return []uint64{0, 1}
	case t.IsFloat():
		for _, x := range []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 3, 7.25, -7.75, 100, 127, 128, 255, 256, -129, 32767.5, 65536, 1e9,
			2147483647, 2147483648, -2147483648, -2147483649, 4294967295, 4294967296, 9.2e18, 1<<51 - 0.5, 1<<51 + 1, 9223372036854775808, -9223372036854775808, 1.5e19, 18446744073709551616, 1e30,
			math.Inf(1), math.Inf(-1), math.NaN(), 1e-310, -1e-310, 1e-40, math.MaxFloat64, math.MaxFloat32, math.SmallestNonzeroFloat64, 0.1, 1.0 / 3} {
			add(ir.FloatBits(t, x))
		}
	default:
		top := uint64(1) << (t.Bits() - 1)
		// 1<<60 + 1<<36 + 1 and the like are next to halfway between two singles, and no doubles.
		add(0, 1, 2, 3, ^uint64(0), ^uint64(0)-1, top, top-1, top+1, 7, 10, 100, 0x55, 0xAAAAAAAAAAAAAAAA, 0x123456789ABCDEF0, 1<<60+1<<36+1, 1<<60+3<<36-1, -(1<<60+1<<36+1)&(1<<64-1), 1<<54+1<<30+1, 1<<63+1<<39+1, 1<<31-1, 1<<31, 1<<32-1, 1<<32, 1<<53+1, 1<<63-1, -7&(1<<64-1), 31, 32, 33, 63, 64)
	}
	return out
}

// tuples are all combinations of edges, padded to a multiple of 64.
func tuples(ts []*ir.Type, ok func([]uint64) bool) [][]uint64 {
	out := [][]uint64{nil}
	for _, t := range ts {
		var next [][]uint64
		es := edges(t)
		if len(ts) == 3 && len(es) > 14 {
			es = append(es[:8:8], es[len(es)-14:]...)
		}
		for _, p := range out {
			for _, e := range es {
				next = append(next, append(p[:len(p):len(p)], e))
			}
		}
		out = next
	}
	kept := out[:0]
	for _, p := range out {
		if ok == nil || ok(p) {
			kept = append(kept, p)
		}
	}
	for len(kept)%64 != 0 {
		kept = append(kept, kept[0])
	}
	return kept
}

func put(b []byte, t *ir.Type, i int, bits uint64) {
	var w [8]byte
	binary.LittleEndian.PutUint64(w[:], bits)
	copy(b[i*t.Size():(i+1)*t.Size()], w[:])
}

func getBits(b []byte, t *ir.Type, i int) uint64 {
	var w [8]byte
	copy(w[:], b[i*t.Size():(i+1)*t.Size()])
	return binary.LittleEndian.Uint64(w[:])
}

// same compares results; all NaNs are the same.
func same(t *ir.Type, a, b uint64) bool {
	if t.IsFloat() && math.IsNaN(ir.BitsFloat(t, a)) && math.IsNaN(ir.BitsFloat(t, b)) {
		return true
	}
	return a == b
}

type opCase struct {
	kind ir.OpKind
	args []*ir.Type
	res  *ir.Type
	ok   func([]uint64) bool
	// constants[i]: operand i is a constant, the i-th of every edge
	konst int // operand that is a constant, or -1
	bits  uint64
}

func (c opCase) String() string {
	s := c.kind.String()
	for i, a := range c.args {
		s += " " + a.String()
		if i == c.konst {
			s += "=" + ir.FormatConst(a, c.bits)
		}
	}
	return s + " -> " + c.res.String()
}

func vecName(t *ir.Type, lanes int) string {
	if lanes == 0 {
		return t.String()
	}
	return ir.VecOf(t, lanes).String()
}

// text is a kernel that applies the op to arrays; lanes 0: scalars.
func (c opCase) text(lanes int, countElem *ir.Type) string {
	var b strings.Builder
	b.WriteString("func @k(%lo: i64, %hi: i64")
	for i := range c.args {
		fmt.Fprintf(&b, ", %%p%d: i64", i)
	}
	b.WriteString(", %r: i64) -> () kernel=range {\n  loop ^l %lo (%i: i64) {\n    %c = lt %i, %hi : bool\n    if %c {\n")
	for i, t := range c.args {
		if i == c.konst {
			fmt.Fprintf(&b, "      %%a%d = const %s : %s\n", i, ir.FormatConst(t, c.bits), vecName(t, lanes))
			continue
		}
		fmt.Fprintf(&b, "      %%a%d = mload %%p%d, %%i <ints=[%d, 0]> : %s\n", i, i, t.Size(), vecName(t, lanes))
	}
	fmt.Fprintf(&b, "      %%v = %s ", c.kind)
	for i := range c.args {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%%a%d", i)
	}
	fmt.Fprintf(&b, " : %s\n      mstore %%r, %%i, %%v <ints=[%d, 0]>\n", vecName(c.res, lanes), c.res.Size())
	fmt.Fprintf(&b, "      %%s = const %d : i64\n      %%j = add %%i, %%s : i64\n      continue ^l %%j\n    } {\n      break ^l\n    }\n    return\n  }\n  return\n}\n", max(lanes, 1))
	return b.String()
}

func (c opCase) run(t *testing.T, isa ISA, lanes int, in [][]uint64) {
	t.Helper()
	text := c.text(lanes, nil)
	_, code := compileText(t, text, isa)
	k := load(t, code)
	n := len(in)
	var bufs [][]byte
	var params []uint64
	for i, a := range c.args {
		buf := make([]byte, n*a.Size())
		for j, p := range in {
			x := p[i]
			if i == c.konst {
				x = c.bits
			}
			put(buf, a, j, x)
		}
		bufs = append(bufs, buf)
		params = append(params, addr(buf))
	}
	out := make([]byte, n*c.res.Size())
	params = append(params, addr(out))
	if st, _ := k.call(0, int64(n), params...); st != 0 {
		t.Fatalf("%v %v x%d: status %d", isa, c, lanes, st)
	}
	_ = bufs
	for j, p := range in {
		q := append([]uint64(nil), p...)
		if c.konst >= 0 {
			q[c.konst] = c.bits
		}
		ot := c.args[0]
		if c.kind == ir.OpSelect {
			ot = c.args[1]
		}
		want := ir.EvalScalar(c.kind, ot, c.res, q...)
		if got := getBits(out, c.res, j); !same(c.res, got, want) {
			t.Fatalf("%v %v x%d: %x = %#x, want %#x\n%s\n%s", isa, c, lanes, q, got, want, text, listing(code))
		}
	}
}

// laneCounts lists 0 (scalar) and the numbers of lanes that fit.
func (c opCase) laneCounts(isa ISA) []int {
	out := []int{0}
	widest := c.res.Size()
	for _, a := range c.args {
		widest = max(widest, a.Size())
	}
	for l := 2; l*widest <= isa.VectorBytes(); l *= 2 {
		out = append(out, l)
	}
	return out
}

func allCases() []opCase {
	var out []opCase
	add := func(k ir.OpKind, res *ir.Type, args ...*ir.Type) {
		c := opCase{kind: k, args: args, res: res, konst: -1}
		if k == ir.OpDiv && res.IsInt() || k == ir.OpRem {
			c.ok = func(p []uint64) bool { return p[1] != 0 }
		}
		out = append(out, c)
	}
	for _, t := range ir.Scalars() {
		if t == ir.TBool {
			for _, k := range []ir.OpKind{ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAndNot, ir.OpEq, ir.OpNe} {
				add(k, t, t, t)
			}
			add(ir.OpNot, t, t)
			add(ir.OpSelect, t, t, t, t)
			continue
		}
		kinds := []ir.OpKind{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpMin, ir.OpMax}
		unary := []ir.OpKind{ir.OpNeg}
		if t.IsFloat() {
			kinds = append(kinds, ir.OpCopysign)
			unary = append(unary, ir.OpFence, ir.OpAbs, ir.OpSqrt, ir.OpFloor, ir.OpCeil, ir.OpTrunc, ir.OpRint)
			add(ir.OpFMA, t, t, t, t)
		} else {
			kinds = append(kinds, ir.OpRem, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAndNot, ir.OpMulHi)
			unary = append(unary, ir.OpNot, ir.OpClz, ir.OpCtz, ir.OpPopcnt, ir.OpBswap, ir.OpBitrev)
			if t == ir.TU64 {
				add(ir.OpDivLong, t, t, t, t)
				add(ir.OpRemLong, t, t, t, t)
			}
			add(ir.OpRotl, t, t, ir.TU64)
			add(ir.OpShl, t, t, ir.TU64)
			add(ir.OpShr, t, t, ir.TU64)
		}
		for _, k := range kinds {
			add(k, t, t, t)
		}
		for _, k := range unary {
			add(k, t, t)
		}
		for _, k := range []ir.OpKind{ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe} {
			add(k, ir.TBool, t, t)
		}
		add(ir.OpSelect, t, ir.TBool, t, t)
		for _, u := range ir.Scalars() {
			if u == ir.TBool {
				continue
			}
			if u != t {
				add(ir.OpConv, u, t)
			}
			if u.Size() == t.Size() {
				add(ir.OpBitcast, u, t)
			}
		}
	}
	return out
}

func TestOps(t *testing.T) {
	for _, c := range allCases() {
		in := tuples(c.args, c.ok)
		for _, isa := range isas(t) {
			for _, lanes := range c.laneCounts(isa) {
				t.Run(fmt.Sprintf("%v/%v/%d", isa, c, lanes), func(t *testing.T) {
					withFeatures(isa, func() { c.run(t, isa, lanes, in) })
				})
			}
		}
	}
}

// TestConstantOperands runs the ops that treat constants specially with every edge as constant.
func TestConstantOperands(t *testing.T) {
	special := map[ir.OpKind]bool{ir.OpDiv: true, ir.OpRem: true, ir.OpMul: true, ir.OpShl: true, ir.OpShr: true, ir.OpRotl: true, ir.OpMin: true, ir.OpMax: true,
		ir.OpSub: true, ir.OpLt: true, ir.OpEq: true, ir.OpSelect: true, ir.OpAnd: true, ir.OpAndNot: true, ir.OpXor: true}
	for _, c := range allCases() {
		if !special[c.kind] {
			continue
		}
		in := tuples(c.args, c.ok)
		if len(in) > 384 {
			in = in[:384]
		}
		for _, isa := range isas(t) {
			counts := c.laneCounts(isa)
			counts = []int{0, counts[len(counts)/2], counts[len(counts)-1]}
			for i := range c.args {
				for _, x := range edges(c.args[i]) {
					k := c
					k.konst, k.bits = i, x
					if c.ok != nil && i == 1 && x == 0 || c.kind == ir.OpSelect && i == 0 {
						continue
					}
					for _, lanes := range counts {
						k.run(t, isa, lanes, in)
					}
				}
			}
		}
	}
}

package opt

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestSingles computes random expressions of float32 and small integers in float64, makes float32, integers and conditions of them, and compares what the algebra leaves of
// that with what it was.
func TestSingles(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	narrowed := 0
	for range 3000 {
		f := ir.NewFunc("f", []*ir.Type{ir.TF32, ir.TF32, ir.TI16, ir.TU8, ir.TI32, ir.TF64}, []*ir.Type{ir.TF32})
		root := singleTree(rnd, f)
		before := f.Clone()
		for range 3 {
			Algebra(f)
		}
		if err := ir.VerifyFunc(f, ir.Residual); err != nil {
			t.Fatalf("%v\n%s", err, f)
		}
		if after := f.Body.Terminator().Args[0]; after.Def != nil && after.Def.Kind != root.Def.Kind {
			narrowed++
		}
		for range 40 {
			in := make([]uint64, len(f.Body.Params))
			for i, p := range f.Body.Params {
				in[i] = singleInput(rnd, p.Type)
			}
			want, got := valueOf(before.Body.Terminator().Args[0], in), valueOf(f.Body.Terminator().Args[0], in)
			x, y := math.Float32frombits(uint32(want)), math.Float32frombits(uint32(got))
			if want != got && (x == x || y == y) {
				t.Fatalf("of %x: %v, want %v\n%s\nwas\n%s", in, y, x, f, before)
			}
		}
	}
	if narrowed < 1000 {
		t.Errorf("only %d were simplified", narrowed)
	}
}

// singleTree fills f with a random expression and gives what it returns.
func singleTree(rnd *rand.Rand, f *ir.Func) *ir.Value {
	b := ir.NewBuilder(f.Body)
	p := f.Body.Params
	wide := []*ir.Value{b.Conv(p[0], ir.TF64), b.Conv(p[1], ir.TF64), b.Conv(p[2], ir.TF64), b.Conv(p[3], ir.TF64)}
	if rnd.IntN(6) == 0 {
		wide = append(wide, b.Conv(p[4], ir.TF64), p[5])
	}
	wide = append(wide, b.Conv(b.Binary(ir.OpMul, p[0], p[1]), ir.TF64))
	for range 2 {
		wide = append(wide, b.Float(ir.TF64, []float64{0, math.Copysign(0, -1), 1, 0.5, -3, math.Inf(1), 0.1, 1 << 24, 1e-40, float64(float32(1e-40))}[rnd.IntN(10)]))
	}
	pick := func() *ir.Value { return wide[rnd.IntN(len(wide))] }
	for range rnd.IntN(5) {
		var v *ir.Value
		switch k := rnd.IntN(9); {
		case k < 3:
			v = b.Unary([]ir.OpKind{ir.OpNeg, ir.OpAbs, ir.OpFloor, ir.OpCeil, ir.OpTrunc, ir.OpRint, ir.OpFence}[rnd.IntN(7)], pick())
		case k < 6:
			v = b.Binary([]ir.OpKind{ir.OpCopysign, ir.OpMin, ir.OpMax}[rnd.IntN(3)], pick(), pick())
		case k < 7:
			v = b.Select(b.Compare(ir.OpEq+ir.OpKind(rnd.IntN(6)), pick(), pick()), pick(), pick())
		default:
			continue
		}
		wide = append(wide, v)
	}
	v := pick()
	switch k := rnd.IntN(8); {
	case k > 5: // as of complex numbers
		p, q := b.Binary(ir.OpMul, v, pick()), b.Binary(ir.OpMul, pick(), b.Float(ir.TF64, []float64{0, math.Copysign(0, -1), 1}[rnd.IntN(3)]))
		if rnd.IntN(2) == 0 {
			p, q = q, p
		}
		v = b.Binary([]ir.OpKind{ir.OpAdd, ir.OpSub}[k-6], p, q)
	case k < 4:
		v = b.Binary([]ir.OpKind{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv}[k], v, pick())
	case k == 4:
		v = b.Unary(ir.OpSqrt, v)
	}
	switch rnd.IntN(4) {
	case 0:
		v = b.Conv(b.Conv(v, ir.TI64), ir.TF32)
	case 1:
		v = b.Select(b.Compare(ir.OpEq+ir.OpKind(rnd.IntN(6)), v, pick()), p[0], p[1])
	default:
		v = b.Conv(v, ir.TF32)
	}
	b.Op(ir.OpReturn, []*ir.Value{v})
	return v
}

func singleInput(rnd *rand.Rand, t *ir.Type) uint64 {
	switch t {
	case ir.TF32:
		x := []float32{0, float32(math.Copysign(0, -1)), 1, -1, 0.5, 2.5, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), math.MaxFloat32, math.SmallestNonzeroFloat32, 1e-38, 16777215}
		switch rnd.IntN(3) {
		case 0:
			return uint64(math.Float32bits(x[rnd.IntN(len(x))]))
		case 1:
			return uint64(math.Float32bits(rnd.Float32()*4 - 2))
		}
		return uint64(rnd.Uint32())
	case ir.TF64:
		return math.Float64bits(rnd.NormFloat64())
	}
	return ir.Canonical(t, rnd.Uint64()>>rnd.IntN(64))
}

// valueOf is what v is for these parameters.
func valueOf(v *ir.Value, in []uint64) uint64 {
	o := v.Def
	switch {
	case o == nil:
		return in[v.Index]
	case o.Kind == ir.OpConst:
		return o.Bits
	case o.Kind == ir.OpFence:
		return valueOf(o.Args[0], in)
	case o.Kind == ir.OpSelect:
		if valueOf(o.Args[0], in) != 0 {
			return valueOf(o.Args[1], in)
		}
		return valueOf(o.Args[2], in)
	}
	bits := make([]uint64, len(o.Args))
	for i, a := range o.Args {
		bits[i] = valueOf(a, in)
	}
	return ir.EvalScalar(o.Kind, o.Args[0].Type, v.Type, bits...)
}

package ir

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

type numeric interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

type integer interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// toBits gives the canonical bits of x and its type.
func toBits[T numeric](x T) uint64 {
	switch x := any(x).(type) {
	case int8:
		return uint64(uint8(x))
	case int16:
		return uint64(uint16(x))
	case int32:
		return uint64(uint32(x))
	case int64:
		return uint64(x)
	case uint8:
		return uint64(x)
	case uint16:
		return uint64(x)
	case uint32:
		return uint64(x)
	case uint64:
		return x
	case float32:
		return uint64(math.Float32bits(x))
	case float64:
		return math.Float64bits(x)
	}
	panic("no numeric")
}

func typeOf[T numeric]() *Type {
	var x T
	switch any(x).(type) {
	case int8:
		return TI8
	case int16:
		return TI16
	case int32:
		return TI32
	case int64:
		return TI64
	case uint8:
		return TU8
	case uint16:
		return TU16
	case uint32:
		return TU32
	case uint64:
		return TU64
	case float32:
		return TF32
	}
	return TF64
}

// interestingInts are limits of all widths, their neighbours, and random patterns.
func interestingInts() []uint64 {
	var xs []uint64
	for s := range 64 {
		p := uint64(1) << s
		xs = append(xs, p-1, p, p+1, -p, ^p)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		xs = append(xs, r.Uint64()>>r.IntN(64))
	}
	return append(xs, 3, 5, 7, 10, 100)
}

func interestingFloats() []float64 {
	inf := math.Inf(1)
	xs := []float64{0, math.Copysign(0, -1), 0.5, 1, 1.5, 2.5, 0.49999999999999994, math.Pi, inf, math.NaN(), math.MaxFloat64,
		math.SmallestNonzeroFloat64, math.MaxFloat32, math.SmallestNonzeroFloat32, 0x1p-126, 0x1p-1022, 1e-300, 1e300, 4503599627370497.5}
	for _, s := range []int{7, 8, 15, 16, 23, 24, 31, 32, 52, 53, 62, 63, 64, 65} {
		p := math.Ldexp(1, s)
		xs = append(xs, p, p-1, p-0.5, p+0.5, p+1, math.Nextafter(p, 0), math.Nextafter(p, inf),
			float64(math.Nextafter32(float32(p), 0)), float64(math.Nextafter32(float32(p), float32(inf))))
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		xs = append(xs, math.Ldexp(r.Float64(), r.IntN(140)-70))
	}
	for _, x := range xs {
		xs = append(xs, -x)
	}
	return xs
}

func ints[T integer]() []T {
	seen := map[T]bool{}
	var out []T
	for _, x := range interestingInts() {
		if v := T(x); !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}

func floats[T float32 | float64]() []T {
	var out []T
	for _, x := range interestingFloats() {
		out = append(out, T(x))
	}
	return out
}

// sameBits compares results, any NaN with any NaN.
func sameBits(t *Type, a, b uint64) bool {
	if t.IsFloat() && math.IsNaN(BitsFloat(t, a)) {
		return math.IsNaN(BitsFloat(t, b))
	}
	return a == b
}

func check(t *testing.T, k OpKind, typ, rt *Type, want uint64, args ...uint64) {
	if got := EvalScalar(k, typ, rt, args...); !sameBits(rt, got, want) {
		t.Helper()
		t.Errorf("%s %s -> %s %#x: got %#x, want %#x", k, typ, rt, args, got, want)
	}
}

func goBool(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// testOrder checks what all numbers have.
func testOrder[T numeric](t *testing.T, xs []T) {
	typ := typeOf[T]()
	for _, x := range xs {
		for _, y := range xs {
			a, b := toBits(x), toBits(y)
			check(t, OpAdd, typ, typ, toBits(x+y), a, b)
			check(t, OpSub, typ, typ, toBits(x-y), a, b)
			check(t, OpMul, typ, typ, toBits(x*y), a, b)
			check(t, OpEq, typ, TBool, goBool(x == y), a, b)
			check(t, OpNe, typ, TBool, goBool(x != y), a, b)
			check(t, OpLt, typ, TBool, goBool(x < y), a, b)
			check(t, OpLe, typ, TBool, goBool(x <= y), a, b)
			check(t, OpGt, typ, TBool, goBool(x > y), a, b)
			check(t, OpGe, typ, TBool, goBool(x >= y), a, b)
			check(t, OpMin, typ, typ, toBits(min(x, y)), a, b)
			check(t, OpMax, typ, typ, toBits(max(x, y)), a, b)
			check(t, OpSelect, typ, typ, a, 1, a, b)
			check(t, OpSelect, typ, typ, b, 0, a, b)
		}
		check(t, OpNeg, typ, typ, toBits(-x), toBits(x))
		check(t, OpFence, typ, typ, toBits(x), toBits(x))
		check(t, OpConv, typ, TI8, toBits(int8(x)), toBits(x))
		check(t, OpConv, typ, TI16, toBits(int16(x)), toBits(x))
		check(t, OpConv, typ, TI32, toBits(int32(x)), toBits(x))
		check(t, OpConv, typ, TI64, toBits(int64(x)), toBits(x))
		check(t, OpConv, typ, TU8, toBits(uint8(x)), toBits(x))
		check(t, OpConv, typ, TU16, toBits(uint16(x)), toBits(x))
		check(t, OpConv, typ, TU32, toBits(uint32(x)), toBits(x))
		check(t, OpConv, typ, TU64, toBits(uint64(x)), toBits(x))
		check(t, OpConv, typ, TF32, toBits(float32(x)), toBits(x))
		check(t, OpConv, typ, TF64, toBits(float64(x)), toBits(x))
	}
}

func testInt[T integer](t *testing.T) {
	typ := typeOf[T]()
	xs := ints[T]()
	testOrder(t, xs)
	for _, x := range xs {
		for _, y := range xs {
			a, b := toBits(x), toBits(y)
			if y != 0 {
				check(t, OpDiv, typ, typ, toBits(x/y), a, b)
				check(t, OpRem, typ, typ, toBits(x%y), a, b)
			}
			check(t, OpAnd, typ, typ, toBits(x&y), a, b)
			check(t, OpOr, typ, typ, toBits(x|y), a, b)
			check(t, OpXor, typ, typ, toBits(x^y), a, b)
			check(t, OpAndNot, typ, typ, toBits(x&^y), a, b)
		}
		check(t, OpNot, typ, typ, toBits(^x), toBits(x))
		for _, c := range []uint64{0, 1, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 1 << 32, 1 << 63, math.MaxUint64} {
			check(t, OpShl, typ, typ, toBits(x<<c), toBits(x), c)
			check(t, OpShr, typ, typ, toBits(x>>c), toBits(x), c)
			w := uint64(typ.Bits())
			check(t, OpRotl, typ, typ, toBits(x<<(c%w)|x>>((w-c%w)%w)&^(^T(0)<<(c%w))), toBits(x), c)
		}
		testBits(t, typ, toBits(x))
		for _, y := range xs {
			p := new(big.Int).Mul(bigInt(typ, toBits(x)), bigInt(typ, toBits(y)))
			p.Rsh(p, uint(typ.Bits()))
			hi := Canonical(typ, new(big.Int).And(p, new(big.Int).SetUint64(math.MaxUint64)).Uint64())
			check(t, OpMulHi, typ, typ, hi, toBits(x), toBits(y))
		}
	}
}

func bigInt(t *Type, x uint64) *big.Int {
	if t.IsSigned() {
		return big.NewInt(SignExtend(t, x))
	}
	return new(big.Int).SetUint64(x)
}

// testBits checks what looks at single bits, bit by bit.
func testBits(t *testing.T, typ *Type, x uint64) {
	w := typ.Bits()
	text := fmt.Sprintf("%0*b", w, x)
	check(t, OpClz, typ, typ, uint64(len(text)-len(strings.TrimLeft(text, "0"))), x)
	check(t, OpCtz, typ, typ, uint64(len(text)-len(strings.TrimRight(text, "0"))), x)
	check(t, OpPopcnt, typ, typ, uint64(strings.Count(text, "1")), x)
	var rev, swap uint64
	for i := range w {
		rev |= x >> i & 1 << (w - 1 - i)
	}
	for i := range w / 8 {
		swap |= x >> (8 * i) & 0xFF << (w - 8 - 8*i)
	}
	check(t, OpBitrev, typ, typ, rev, x)
	check(t, OpBswap, typ, typ, swap, x)
}

// run applies a float64 function to x, whatever x's type.
func run[T float32 | float64](f func(float64) float64, x T) uint64 { return toBits(T(f(float64(x)))) }

func testFloat[T float32 | float64](t *testing.T) {
	typ := typeOf[T]()
	xs := floats[T]()
	testOrder(t, xs)
	for _, x := range xs {
		for _, y := range xs {
			check(t, OpDiv, typ, typ, toBits(x/y), toBits(x), toBits(y))
			check(t, OpCopysign, typ, typ, toBits(T(math.Copysign(float64(x), float64(y)))), toBits(x), toBits(y))
		}
		check(t, OpAbs, typ, typ, run(math.Abs, x), toBits(x))
		check(t, OpSqrt, typ, typ, run(math.Sqrt, x), toBits(x))
		check(t, OpFloor, typ, typ, run(math.Floor, x), toBits(x))
		check(t, OpCeil, typ, typ, run(math.Ceil, x), toBits(x))
		check(t, OpTrunc, typ, typ, run(math.Trunc, x), toBits(x))
		check(t, OpRint, typ, typ, run(math.RoundToEven, x), toBits(x))
	}
	itype := TI64
	if typ == TF32 {
		itype = TI32
	}
	for _, x := range xs {
		check(t, OpBitcast, typ, itype, toBits(x), toBits(x))
	}
}

func TestScalarInts(t *testing.T) {
	t.Run("i8", testInt[int8])
	t.Run("i16", testInt[int16])
	t.Run("i32", testInt[int32])
	t.Run("i64", testInt[int64])
	t.Run("u8", testInt[uint8])
	t.Run("u16", testInt[uint16])
	t.Run("u32", testInt[uint32])
	t.Run("u64", testInt[uint64])
}

func TestScalarFloats(t *testing.T) {
	t.Run("f32", testFloat[float32])
	t.Run("f64", testFloat[float64])
}

func TestScalarBools(t *testing.T) {
	for x := range uint64(2) {
		check(t, OpNot, TBool, TBool, 1-x, x)
		for y := range uint64(2) {
			check(t, OpAnd, TBool, TBool, x&y, x, y)
			check(t, OpOr, TBool, TBool, x|y, x, y)
			check(t, OpXor, TBool, TBool, x^y, x, y)
			check(t, OpAndNot, TBool, TBool, x&^y, x, y)
			check(t, OpEq, TBool, TBool, goBool(x == y), x, y)
			check(t, OpNe, TBool, TBool, goBool(x != y), x, y)
		}
	}
}

// TestFMA32 compares the emulated single fused multiply-add with exact arithmetic.
func TestFMA32(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	pick := func() float32 {
		if r.IntN(2) == 0 {
			return float32(math.Ldexp(r.Float64()*2-1, r.IntN(60)-30))
		}
		return float32(1) + float32(r.IntN(5)-2)*0x1p-23*float32(r.IntN(3))
	}
	for range 200000 {
		x, y, z := pick(), pick(), pick()
		if r.IntN(3) == 0 {
			z = -x * y // heavy cancellation
		}
		exact := new(big.Float).SetPrec(400).Mul(big.NewFloat(float64(x)), big.NewFloat(float64(y)))
		exact.Add(exact, new(big.Float).SetPrec(400).SetFloat64(float64(z)))
		want, _ := exact.Float32()
		got := math.Float32frombits(uint32(EvalScalar3(OpFMA, TF32, toBits(x), toBits(y), toBits(z))))
		if got != want {
			t.Fatalf("fma(%v, %v, %v) = %v, want %v", x, y, z, got, want)
		}
	}
	inf := float32(math.Inf(1))
	for _, c := range [][4]float32{{inf, 1, 0, inf}, {inf, 1, -inf, float32(math.NaN())}, {0, inf, 1, float32(math.NaN())},
		{math.MaxFloat32, 2, 0, inf}, {math.MaxFloat32, 2, -math.MaxFloat32, math.MaxFloat32}, {1, 1, inf, inf}} {
		check(t, OpFMA, TF32, TF32, toBits(c[3]), toBits(c[0]), toBits(c[1]), toBits(c[2]))
	}
	minusZero := float32(math.Copysign(0, -1))
	check(t, OpFMA, TF32, TF32, toBits(minusZero), toBits(minusZero), toBits(float32(1)), toBits(minusZero))
	check(t, OpFMA, TF32, TF32, toBits(float32(0)), toBits(minusZero), toBits(float32(1)), toBits(float32(0)))
}

func TestCanEval(t *testing.T) {
	for k := OpKind(1); k < numOps; k++ {
		scalar := k.Has(Pure|Lanewise) && k != OpTable
		if CanEval(k) != scalar {
			t.Errorf("CanEval(%s) = %v", k, !scalar)
		}
	}
	for i := range 64 {
		if Log2(1<<i) != i {
			t.Errorf("Log2(1<<%d)", i)
		}
	}
	if Log2(0) != -1 || Log2(6) != -1 {
		t.Error(fmt.Sprint("Log2 of no power of two: ", Log2(0), Log2(6)))
	}
}

// TestDivisionOfTwoWords compares quotients and remainders of two words with those of large numbers.
func TestDivisionOfTwoWords(t *testing.T) {
	words := []uint64{0, 1, 2, 3, 10, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, 1<<63 + 1, math.MaxUint64 - 1, math.MaxUint64}
	big64 := func(x uint64) *big.Int { return new(big.Int).SetUint64(x) }
	for _, hi := range words {
		for _, lo := range words {
			n := new(big.Int).Add(new(big.Int).Lsh(big64(hi), 64), big64(lo))
			for _, y := range words {
				quotient, rest := new(big.Int), new(big.Int)
				if y != 0 {
					quotient.QuoRem(n, big64(y), rest)
				}
				if !quotient.IsUint64() {
					quotient.SetUint64(0)
				}
				check(t, OpDivLong, TU64, TU64, quotient.Uint64(), hi, lo, y)
				check(t, OpRemLong, TU64, TU64, rest.Uint64(), hi, lo, y)
			}
		}
	}
}

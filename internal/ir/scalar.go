package ir

import (
	"math"
	"math/bits"
)

// EvalScalar computes a pure scalar op on bits: the one definition of what these ops mean. t is the type of the operands (of the
// second for select, of the first for shifts), rt that of the result. Operands are canonical (see Canonical), and so is the result.
// Integer division by zero panics: a check must have gone before.
func EvalScalar(k OpKind, t, rt *Type, args ...uint64) uint64 {
	switch len(args) {
	case 1:
		return EvalScalar1(k, t, rt, args[0])
	case 2:
		return EvalScalar2(k, t, args[0], args[1])
	case 3:
		return EvalScalar3(k, t, args[0], args[1], args[2])
	}
	panic("ir: EvalScalar: " + k.String() + " is not a scalar op")
}

// CanEval reports whether EvalScalar computes this op.
func CanEval(k OpKind) bool { return k >= OpAdd && k <= OpBitcast }

// EvalScalar1 is EvalScalar for one operand.
func EvalScalar1(k OpKind, t, rt *Type, x uint64) uint64 {
	switch k {
	case OpConv:
		return convert(t, rt, x)
	case OpBitcast, OpFence:
		return x
	case OpNot:
		return Canonical(t, ^x)
	}
	if !t.IsFloat() {
		if k == OpNeg {
			return Canonical(t, -x)
		}
		return bitop(k, t, x)
	}
	// Sign bits are handled as bits, so that NaNs keep theirs and signalling ones stay so, as in Go.
	sign := uint64(1) << (t.Bits() - 1)
	switch k {
	case OpNeg:
		return x ^ sign
	case OpAbs:
		return x &^ sign
	}
	f := BitsFloat(t, x)
	switch k {
	case OpSqrt: // rounding the double root to single is exact: 53 >= 2*24+2 bits (Figueroa 1995)
		f = math.Sqrt(f)
	case OpFloor:
		f = math.Floor(f)
	case OpCeil:
		f = math.Ceil(f)
	case OpTrunc:
		f = math.Trunc(f)
	case OpRint:
		f = math.RoundToEven(f)
	default:
		panic("ir: EvalScalar: no unary " + k.String())
	}
	return FloatBits(t, f)
}

// EvalScalar2 is EvalScalar for two operands.
func EvalScalar2(k OpKind, t *Type, x, y uint64) uint64 {
	switch k {
	case OpEq, OpNe, OpLt, OpLe, OpGt, OpGe:
		return compareBits(k, t, x, y)
	case OpAnd:
		return x & y
	case OpOr:
		return x | y
	case OpXor:
		return x ^ y
	case OpAndNot:
		return x &^ y
	case OpCopysign:
		sign := uint64(1) << (t.Bits() - 1)
		return x&^sign | y&sign
	}
	switch t.Kind {
	case F32:
		return uint64(math.Float32bits(float32op(k, math.Float32frombits(uint32(x)), math.Float32frombits(uint32(y)))))
	case F64:
		return math.Float64bits(float64op(k, math.Float64frombits(x), math.Float64frombits(y)))
	}
	return Canonical(t, intop(k, t, x, y))
}

// EvalScalar3 is EvalScalar for three operands.
func EvalScalar3(k OpKind, t *Type, x, y, z uint64) uint64 {
	switch k {
	case OpSelect:
		if x != 0 {
			return y
		}
		return z
	case OpCarry:
		z = min(z, 1)
		return (x&y | (x|y)&^(x+y+z)) >> (t.Bits() - 1) & 1 // Hacker's Delight, 2-16
	case OpBorrow:
		z = min(z, 1)
		return (^x&y | ^(x^y)&(x-y-z)) >> (t.Bits() - 1) & 1
	case OpDivLong:
		if x >= z {
			return 0
		}
		q, _ := bits.Div64(x, y, z)
		return q
	case OpRemLong:
		if z == 0 {
			return 0
		}
		return bits.Rem64(x, y, z)
	case OpFMA:
		if t.Kind == F32 {
			return uint64(math.Float32bits(fma32(math.Float32frombits(uint32(x)), math.Float32frombits(uint32(y)), math.Float32frombits(uint32(z)))))
		}
		return math.Float64bits(math.FMA(math.Float64frombits(x), math.Float64frombits(y), math.Float64frombits(z)))
	}
	panic("ir: EvalScalar: no ternary " + k.String())
}

// fma32 is x*y+z rounded once. The product is exact in float64; the sum is rounded to odd there, which makes the second rounding
// harmless (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
func fma32(x, y, z float32) float32 {
	p := float64(x) * float64(y)
	c := float64(z)
	s := p + c
	if math.IsInf(s, 0) || math.IsNaN(s) {
		return float32(s)
	}
	bb := s - p
	err := (p - (s - bb)) + (c - bb) // Knuth's TwoSum: the exact error of the sum
	b := math.Float64bits(s)
	if err != 0 && b&1 == 0 {
		if (err > 0) == (s > 0) {
			b++
		} else {
			b--
		}
	}
	return float32(math.Float64frombits(b))
}

// float64op's conversions keep the Go compiler from fusing on machines where it would.
func float64op(k OpKind, x, y float64) float64 {
	switch k {
	case OpAdd:
		return float64(x + y)
	case OpSub:
		return float64(x - y)
	case OpMul:
		return float64(x * y)
	case OpDiv:
		return float64(x / y)
	case OpMin:
		return min(x, y)
	case OpMax:
		return max(x, y)
	}
	panic("ir: EvalScalar: no binary " + k.String() + " of floats")
}

func float32op(k OpKind, x, y float32) float32 {
	switch k {
	case OpAdd:
		return float32(x + y)
	case OpSub:
		return float32(x - y)
	case OpMul:
		return float32(x * y)
	case OpDiv:
		return float32(x / y)
	case OpMin:
		return min(x, y)
	case OpMax:
		return max(x, y)
	}
	panic("ir: EvalScalar: no binary " + k.String() + " of floats")
}

func intop(k OpKind, t *Type, x, y uint64) uint64 {
	sx, sy, signed := SignExtend(t, x), SignExtend(t, y), t.IsSigned()
	switch k {
	case OpAdd:
		return x + y
	case OpSub:
		return x - y
	case OpMul:
		return x * y
	case OpDiv:
		if signed {
			return uint64(sx / sy)
		}
		return x / y
	case OpRem:
		if signed {
			return uint64(sx % sy)
		}
		return x % y
	case OpShl:
		return x << y
	case OpShr:
		if signed {
			return uint64(sx >> y)
		}
		return x >> y
	case OpRotl:
		y %= uint64(t.Bits())
		return x<<y | x>>(uint64(t.Bits())-y)
	case OpMulHi:
		return mulHigh(t, x, y)
	case OpMin, OpMax:
		less := x < y
		if signed {
			less = sx < sy
		}
		if less == (k == OpMin) {
			return x
		}
		return y
	}
	panic("ir: EvalScalar: no binary " + k.String() + " of integers")
}

// bitop is an op of one operand that looks at single bits.
func bitop(k OpKind, t *Type, x uint64) uint64 {
	unused := 64 - t.Bits()
	switch k {
	case OpClz:
		return uint64(bits.LeadingZeros64(x) - unused)
	case OpCtz:
		return uint64(min(bits.TrailingZeros64(x), t.Bits()))
	case OpPopcnt:
		return uint64(bits.OnesCount64(x))
	case OpBswap:
		return bits.ReverseBytes64(x) >> unused
	case OpBitrev:
		return bits.Reverse64(x) >> unused
	}
	panic("ir: EvalScalar: " + k.String() + " of " + t.String())
}

// mulHigh is the upper half of the product, which is twice as wide as the operands.
func mulHigh(t *Type, x, y uint64) uint64 {
	sx, sy := SignExtend(t, x), SignExtend(t, y)
	if t.Bits() < 64 {
		return uint64(sx*sy) >> t.Bits() // the shift is unsigned; the bits that count are right
	}
	hi, _ := bits.Mul64(x, y)
	if t.IsSigned() { // as if the sign bits had the weight -1<<63 (Hacker's Delight, 8-3)
		hi -= uint64(sx>>63)&y + uint64(sy>>63)&x
	}
	return hi
}

func compareBits(k OpKind, t *Type, x, y uint64) uint64 {
	var lt, eq bool
	switch {
	case t.IsFloat():
		a, b := BitsFloat(t, x), BitsFloat(t, y)
		if math.IsNaN(a) || math.IsNaN(b) {
			return bit(k == OpNe)
		}
		lt, eq = a < b, a == b
	case t.IsSigned():
		lt, eq = SignExtend(t, x) < SignExtend(t, y), x == y
	default:
		lt, eq = x < y, x == y
	}
	switch k {
	case OpEq:
		return bit(eq)
	case OpNe:
		return bit(!eq)
	case OpLt:
		return bit(lt)
	case OpLe:
		return bit(lt || eq)
	case OpGt:
		return bit(!lt && !eq)
	}
	return bit(!lt)
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// convert is Go's numeric conversion.
func convert(t, rt *Type, x uint64) uint64 {
	switch {
	case t.IsFloat() && rt.IsFloat():
		if t == rt {
			return x
		}
		if t.Kind == F32 {
			return math.Float64bits(float64(math.Float32frombits(uint32(x))))
		}
		return uint64(math.Float32bits(float32(math.Float64frombits(x))))
	case t.IsFloat():
		return Canonical(rt, floatToInt(rt, BitsFloat(t, x)))
	case rt.Kind == F32:
		if t.IsSigned() {
			return uint64(math.Float32bits(float32(SignExtend(t, x))))
		}
		return uint64(math.Float32bits(float32(x)))
	case rt.Kind == F64:
		if t.IsSigned() {
			return math.Float64bits(float64(SignExtend(t, x)))
		}
		return math.Float64bits(float64(x))
	}
	return Canonical(rt, uint64(SignExtend(t, x)))
}

// floatToInt is the conversion of a float to integer type rt as plain Go does it on this machine, also where the language leaves the
// result open: out of range, amd64 gives the least integer, arm64 the nearest one.
func floatToInt(rt *Type, x float64) uint64 {
	switch rt.Kind {
	case I8:
		return uint64(int8(x))
	case I16:
		return uint64(int16(x))
	case I32:
		return uint64(int32(x))
	case I64:
		return uint64(int64(x))
	case U8:
		return uint64(uint8(x))
	case U16:
		return uint64(uint16(x))
	case U32:
		return uint64(uint32(x))
	}
	return uint64(x)
}

// Log2 is the exponent of a power of two, or -1.
func Log2(x uint64) int {
	if bits.OnesCount64(x) != 1 {
		return -1
	}
	return bits.TrailingZeros64(x)
}

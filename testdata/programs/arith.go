package programs

import "github.com/hone-go/hone"

// Arithmetic on all types of integers, lane by lane.

// ring uses the operations that wrap around and the bitwise ones.
func ring[T integer](a, b []T) (arithmetic, bitwise []T) {
	n := len(a)
	arithmetic, bitwise = make([]T, n), make([]T, n)
	for i := range hone.Parallel(n) {
		x, y := a[i], b[i]
		arithmetic[i] = x*y - (x+y)*3 + -x
		bitwise[i] = (x&y | ^x) ^ (y &^ 21)
	}
	return arithmetic, bitwise
}

var (
	RingI8  = hone.Func(ring[int8])
	RingI16 = hone.Func(ring[int16])
	RingI32 = hone.Func(ring[int32])
	RingI64 = hone.Func(ring[int64])
	RingU8  = hone.Func(ring[uint8])
	RingU16 = hone.Func(ring[uint16])
	RingU32 = hone.Func(ring[uint32])
	RingU64 = hone.Func(ring[uint64])
)

// boolean has bitwise functions of two, three and more operands, as hashes and bit boards are made of, some of which are used twice.
func boolean[T integer](a, b, c []T) (two, three, more []T) {
	n := len(a)
	two, three, more = make([]T, n), make([]T, n), make([]T, n)
	for i := range hone.Parallel(n) {
		x, y, z := a[i], b[i], c[i]
		two[i] = ^(x & y) &^ (y ^ 0x15)
		choose, majority, parity := x&y|^x&z, x&y^x&z^y&z, x^y^z
		three[i] = (choose + 0x5a) ^ (y ^ (x | ^z)) ^ majority
		more[i] = (choose^parity)&(parity|majority&^33) ^ (x &^ a[n-1-i])
	}
	return two, three, more
}

var (
	BooleanI8  = hone.Func(boolean[int8])
	BooleanU16 = hone.Func(boolean[uint16])
	BooleanU32 = hone.Func(boolean[uint32])
	BooleanI64 = hone.Func(boolean[int64])
)

// quotients panics where a divisor is zero.
func quotients[T integer](a, b []T) (q, r []T) {
	n := len(a)
	q, r = make([]T, n), make([]T, n)
	for i := range hone.Parallel(n) {
		q[i] = a[i] / b[i]
		r[i] = a[i] % b[i]
	}
	return q, r
}

var (
	QuotientsI8  = hone.Func(quotients[int8])
	QuotientsI16 = hone.Func(quotients[int16])
	QuotientsI32 = hone.Func(quotients[int32])
	QuotientsI64 = hone.Func(quotients[int])
	QuotientsU8  = hone.Func(quotients[uint8])
	QuotientsU16 = hone.Func(quotients[uint16])
	QuotientsU32 = hone.Func(quotients[uint32])
	QuotientsU64 = hone.Func(quotients[uint])
)

// guarded divides only where it may.
func guarded[T integer](a, b []T) []T {
	return hone.Build(len(a), func(i int) T {
		if b[i] != 0 {
			return a[i]/b[i] - a[i]%b[i]
		}
		return a[i]
	})
}

var (
	GuardedI32 = hone.Func(guarded[int32])
	GuardedI64 = hone.Func(guarded[int64])
	GuardedU8  = hone.Func(guarded[uint8])
	GuardedU64 = hone.Func(guarded[uint64])
)

// byConstants divides by numbers that are known, which compilers do by multiplication and shifts.
func byConstants[T integer](a []T) []T {
	out, unit := make([]T, len(a)), T(1)
	for i := range hone.Parallel(len(a)) {
		x := a[i]
		out[i] = x/7 + x%10*3 - x/16 + x%8 - x/unit + x%unit
	}
	return out
}

var (
	ByConstantsI8  = hone.Func(byConstants[int8])
	ByConstantsI32 = hone.Func(byConstants[int32])
	ByConstantsI64 = hone.Func(byConstants[int64])
	ByConstantsU32 = hone.Func(byConstants[uint32])
	ByConstantsU64 = hone.Func(byConstants[uint64])
)

// shifts shifts by counts of any size.
func shifts[T integer, C uint8 | uint32 | uint64](a []T, count []C) (left, right []T) {
	n := len(a)
	left, right = make([]T, n), make([]T, n)
	for i := range hone.Parallel(n) {
		left[i] = a[i] << count[i]
		right[i] = a[i] >> count[i]
	}
	return left, right
}

var (
	ShiftsI8  = hone.Func(shifts[int8, uint8])
	ShiftsI16 = hone.Func(shifts[int16, uint32])
	ShiftsI32 = hone.Func(shifts[int32, uint32])
	ShiftsI64 = hone.Func(shifts[int64, uint64])
	ShiftsU8  = hone.Func(shifts[uint8, uint64])
	ShiftsU16 = hone.Func(shifts[uint16, uint8])
	ShiftsU32 = hone.Func(shifts[uint32, uint8])
	ShiftsU64 = hone.Func(shifts[uint64, uint64])
)

// signedShifts panics where a count is negative.
func signedShifts(a []int32, count []int) []int32 {
	out := make([]int32, len(a))
	for i := range hone.Parallel(len(a)) {
		if a[i]&1 == 0 {
			out[i] = a[i] << count[i]
		} else {
			out[i] = a[i] >> count[i]
		}
	}
	return out
}

var SignedShifts = hone.Func(signedShifts)

// constantShifts shifts by known counts, also by the width and more.
func constantShifts(a []int32, b []uint64) []uint64 {
	more := 40
	out := make([]uint64, len(a))
	for i := range hone.Parallel(len(a)) {
		x, y := a[i], b[i]
		out[i] = uint64(x<<5) ^ uint64(x>>31) ^ uint64(x>>more) ^ y>>63 ^ y<<(more+24) ^ y<<1
	}
	return out
}

var ConstantShifts = hone.Func(constantShifts)

// ordering uses all comparisons, min and max.
func ordering[T number](a, b []T) (lo, hi []T, code []uint8) {
	n := len(a)
	lo, hi, code = make([]T, n), make([]T, n), make([]uint8, n)
	bit := func(c bool, v uint8) uint8 {
		if c {
			return v
		}
		return 0
	}
	for i := range hone.Parallel(n) {
		x, y := a[i], b[i]
		lo[i] = min(x, y, 100)
		hi[i] = max(x, y, 3)
		code[i] = bit(x == y, 1) + bit(x != y, 2) + bit(x < y, 4) + bit(x <= y, 8) + bit(x > y, 16) + bit(x >= y, 32)
	}
	return lo, hi, code
}

var (
	OrderingI8  = hone.Func(ordering[int8])
	OrderingI16 = hone.Func(ordering[int16])
	OrderingI32 = hone.Func(ordering[int32])
	OrderingI64 = hone.Func(ordering[int])
	OrderingU8  = hone.Func(ordering[uint8])
	OrderingU16 = hone.Func(ordering[uint16])
	OrderingU32 = hone.Func(ordering[uint32])
	OrderingU64 = hone.Func(ordering[uint64])
	OrderingF32 = hone.Func(ordering[float32])
	OrderingF64 = hone.Func(ordering[float64])
)

// convert converts to all types of numbers.
func convert[T number](x []T) (i8 []int8, i16 []int16, i32 []int32, i64 []int64, u8 []uint8, u16 []uint16, u32 []uint32, u64 []uint64,
	f32 []float32, f64 []float64) {
	n := len(x)
	i8, i16, i32, i64 = make([]int8, n), make([]int16, n), make([]int32, n), make([]int64, n)
	u8, u16, u32, u64 = make([]uint8, n), make([]uint16, n), make([]uint32, n), make([]uint64, n)
	f32, f64 = make([]float32, n), make([]float64, n)
	for i := range hone.Parallel(n) {
		v := x[i]
		i8[i], i16[i], i32[i], i64[i] = int8(v), int16(v), int32(v), int64(v)
		u8[i], u16[i], u32[i], u64[i] = uint8(v), uint16(v), uint32(v), uint64(v)
		f32[i], f64[i] = float32(v), float64(v)
	}
	return
}

var (
	ConvertI8  = hone.Func(convert[int8])
	ConvertI16 = hone.Func(convert[int16])
	ConvertI32 = hone.Func(convert[int32])
	ConvertI64 = hone.Func(convert[int])
	ConvertU8  = hone.Func(convert[uint8])
	ConvertU16 = hone.Func(convert[uint16])
	ConvertU32 = hone.Func(convert[uint32])
	ConvertU64 = hone.Func(convert[uint])
	ConvertF32 = hone.Func(convert[float32])
	ConvertF64 = hone.Func(convert[float64])
)

// logic computes with bools, in memory and as conditions.
func logic(a, b []bool, x []int32) (out []bool, count []int32) {
	n := len(a)
	out, count = make([]bool, n), make([]int32, n)
	for i := range hone.Parallel(n) {
		p, q := a[i], b[i]
		out[i] = (p && !q) != (x[i] > 0 || q) == p
		if out[i] && q {
			count[i]++
		}
		if !p {
			count[i] += 2
		}
	}
	return out, count
}

var Logic = hone.Func(logic)

// widths mixes types of several widths in one expression.
func widths(a []uint8, b []int16, c []float32, d []int64) []float64 {
	return hone.Build(len(a), func(i int) float64 {
		s := int32(a[i])*int32(b[i]) + int32(a[i]>>1)
		return float64(c[i])*float64(s) + float64(d[i]%1000)
	})
}

var Widths = hone.Func(widths)

// overflow wraps around in narrow arithmetic before it widens.
func overflow(a, b []uint8, c []int8) []int32 {
	out := make([]int32, len(a))
	for i := range hone.Parallel(len(a)) {
		sum := a[i] + b[i]
		c := c[i] * 3
		out[i] = int32(sum) + int32(c) + int32(uint16(a[i])<<8) + int32(-c)
	}
	return out
}

var Overflow = hone.Func(overflow)

// hash is an integer mixer (the finaliser of MurmurHash3, by Austin Appleby).
func hash(seed uint64, keys []uint64) []uint64 {
	return hone.Build(len(keys), func(i int) uint64 {
		h := keys[i] ^ seed
		h ^= h >> 33
		h *= 0xff51afd7ed558ccd
		h ^= h >> 33
		h *= 0xc4ceb9fe1a85ec53
		h ^= h >> 33
		return h
	})
}

var Hash = hone.Func(hash)

// xorshift runs a generator of random numbers some steps for every element.
func xorshift(state []uint32, steps int) []uint32 {
	out := make([]uint32, len(state))
	for i := range hone.Parallel(len(state)) {
		s := state[i]
		for range steps {
			s ^= s << 13
			s ^= s >> 17
			s ^= s << 5
		}
		out[i] = s
	}
	return out
}

var Xorshift = hone.Func(xorshift)

// assignments uses all assignment operators.
func assignments(x []int, y []uint16) int {
	n := 0
	for i, v := range x {
		v += 3
		v -= n
		v *= 5
		v ^= 0x55
		v |= 2
		v &= 0xffff
		v &^= 4
		v <<= 3
		v >>= y[i] & 7
		v %= 1001
		v /= 3
		n += v
		n++
		y[i]--
		y[i] *= uint16(n)
	}
	return n
}

var Assignments = hone.Func(assignments)

// detours converts integers through floats and narrower integers, which may lose something or not.
func detours(a []uint32, b []int64, c []int16) (p []int32, q []uint8, r []int64, s []uint64) {
	n := len(a)
	p, q, r, s = make([]int32, n), make([]uint8, n), make([]int64, n), make([]uint64, n)
	for i := range hone.Parallel(n) {
		p[i] = int32(float64(a[i]))
		q[i] = uint8(float32(b[i])) ^ uint8(int16(b[i]))
		r[i] = int64(float64(c[i])) + int64(int8(b[i])) + int64(float32(a[i]))
		s[i] = uint64(float64(b[i])) - uint64(int32(a[i])) - uint64(c[i])
	}
	return
}

var Detours = hone.Func(detours)

// wrapping compares differences and sums that wrap around.
func wrapping(a, b []uint32, c, d []int8) (p []uint32, q []int8, r []bool) {
	n := len(a)
	p, q, r = make([]uint32, n), make([]int8, n), make([]bool, n)
	for i := range hone.Parallel(n) {
		p[i] = max(a[i], b[i], a[i]-b[i])
		q[i] = min(c[i], c[i]-d[i]) + max(c[i]+100, c[i])
		r[i] = a[i]-1 < a[i] && c[i]+d[i] >= c[i] && a[i]/3*3 <= a[i]
	}
	return p, q, r
}

var Wrapping = hone.Func(wrapping)

// reciprocals divides truncated numbers by constants, outside of any loop.
func reciprocals(a uint64, b int64, more []uint32) (uint32, uint8, int32, uint64) {
	a, b = -a*max(a, 8), b*b+1
	for i, v := range more {
		a ^= uint64(v) << (i & 31)
	}
	return uint32(a) / 15 * uint32(a), uint8(a) / 7, int32(b) / 10 % 1000, a/10 + uint64(uint16(b)%1000)
}

var Reciprocals = hone.Func(reciprocals)

func init() {
	add("Detours", detours, Detours, args(u32s, vec(whole[int64]), i16s))
	add("Wrapping", wrapping, Wrapping, args(u32s, u32s, i8s, i8s))
	add("Reciprocals", reciprocals, Reciprocals, args(one(whole[uint64]), one(whole[int64]), u32s))
	add("BooleanI8", boolean[int8], BooleanI8, args(i8s, i8s, i8s))
	add("BooleanU16", boolean[uint16], BooleanU16, args(u16s, u16s, u16s))
	add("BooleanU32", boolean[uint32], BooleanU32, args(u32s, u32s, u32s))
	add("BooleanI64", boolean[int64], BooleanI64, args(vec(whole[int64]), vec(whole[int64]), vec(whole[int64])))
	add("RingI8", ring[int8], RingI8, args(i8s, i8s))
	add("RingI16", ring[int16], RingI16, args(i16s, i16s))
	add("RingI32", ring[int32], RingI32, args(i32s, i32s))
	add("RingI64", ring[int64], RingI64, args(vec(whole[int64]), vec(whole[int64])))
	add("RingU8", ring[uint8], RingU8, args(u8s, u8s))
	add("RingU16", ring[uint16], RingU16, args(u16s, u16s))
	add("RingU32", ring[uint32], RingU32, args(u32s, u32s))
	add("RingU64", ring[uint64], RingU64, args(u64s, u64s))

	add("QuotientsI8", quotients[int8], QuotientsI8, args(i8s, seldomZero(i8s)))
	add("QuotientsI16", quotients[int16], QuotientsI16, args(i16s, seldomZero(i16s)))
	add("QuotientsI32", quotients[int32], QuotientsI32, args(i32s, seldomZero(i32s)))
	add("QuotientsI64", quotients[int], QuotientsI64, args(i64s, seldomZero(i64s)))
	add("QuotientsU8", quotients[uint8], QuotientsU8, args(u8s, seldomZero(u8s)))
	add("QuotientsU16", quotients[uint16], QuotientsU16, args(u16s, seldomZero(u16s)))
	add("QuotientsU32", quotients[uint32], QuotientsU32, args(u32s, seldomZero(u32s)))
	add("QuotientsU64", quotients[uint], QuotientsU64, args(vec(whole[uint]), seldomZero(vec(whole[uint]))))
	add("GuardedI32", guarded[int32], GuardedI32, args(i32s, i32s))
	add("GuardedI64", guarded[int64], GuardedI64, args(vec(whole[int64]), vec(whole[int64])))
	add("GuardedU8", guarded[uint8], GuardedU8, args(u8s, u8s))
	add("GuardedU64", guarded[uint64], GuardedU64, args(u64s, u64s))
	add("ByConstantsI8", byConstants[int8], ByConstantsI8, args(i8s))
	add("ByConstantsI32", byConstants[int32], ByConstantsI32, args(i32s))
	add("ByConstantsI64", byConstants[int64], ByConstantsI64, args(vec(whole[int64])))
	add("ByConstantsU32", byConstants[uint32], ByConstantsU32, args(u32s))
	add("ByConstantsU64", byConstants[uint64], ByConstantsU64, args(u64s))

	add("ShiftsI8", shifts[int8, uint8], ShiftsI8, args(i8s, counts[uint8](10)))
	add("ShiftsI16", shifts[int16, uint32], ShiftsI16, args(i16s, counts[uint32](20)))
	add("ShiftsI32", shifts[int32, uint32], ShiftsI32, args(i32s, counts[uint32](40)))
	add("ShiftsI64", shifts[int64, uint64], ShiftsI64, args(vec(whole[int64]), counts[uint64](70)))
	add("ShiftsU8", shifts[uint8, uint64], ShiftsU8, args(u8s, counts[uint64](10)))
	add("ShiftsU16", shifts[uint16, uint8], ShiftsU16, args(u16s, counts[uint8](20)))
	add("ShiftsU32", shifts[uint32, uint8], ShiftsU32, args(u32s, counts[uint8](40)))
	add("ShiftsU64", shifts[uint64, uint64], ShiftsU64, args(u64s, counts[uint64](70)))
	add("SignedShifts", signedShifts, SignedShifts, args(i32s, seldomNegative))
	add("ConstantShifts", constantShifts, ConstantShifts, args(i32s, u64s))

	add("OrderingI8", ordering[int8], OrderingI8, args(i8s, i8s))
	add("OrderingI16", ordering[int16], OrderingI16, args(i16s, i16s))
	add("OrderingI32", ordering[int32], OrderingI32, args(i32s, i32s))
	add("OrderingI64", ordering[int], OrderingI64, args(i64s, i64s))
	add("OrderingU8", ordering[uint8], OrderingU8, args(u8s, u8s))
	add("OrderingU16", ordering[uint16], OrderingU16, args(u16s, u16s))
	add("OrderingU32", ordering[uint32], OrderingU32, args(u32s, u32s))
	add("OrderingU64", ordering[uint64], OrderingU64, args(u64s, u64s))
	add("OrderingF32", ordering[float32], OrderingF32, args(wild32s, wild32s))
	add("OrderingF64", ordering[float64], OrderingF64, args(wild64s, wild64s))

	add("ConvertI8", convert[int8], ConvertI8, args(i8s))
	add("ConvertI16", convert[int16], ConvertI16, args(i16s))
	add("ConvertI32", convert[int32], ConvertI32, args(i32s))
	add("ConvertI64", convert[int], ConvertI64, args(i64s))
	add("ConvertU8", convert[uint8], ConvertU8, args(u8s))
	add("ConvertU16", convert[uint16], ConvertU16, args(u16s))
	add("ConvertU32", convert[uint32], ConvertU32, args(u32s))
	add("ConvertU64", convert[uint], ConvertU64, args(vec(whole[uint])))
	add("ConvertF32", convert[float32], ConvertF32, args(wild32s))
	add("ConvertF64", convert[float64], ConvertF64, args(wild64s))

	add("Logic", logic, Logic, args(bools, bools, i32s))
	add("Widths", widths, Widths, args(u8s, i16s, f32s, vec(whole[int64])))
	add("Overflow", overflow, Overflow, args(u8s, u8s, i8s))
	add("Hash", hash, Hash, args(one(whole[uint64]), u64s))
	add("Xorshift", xorshift, Xorshift, args(u32s, one(between(-2, 20))))
	add("Assignments", assignments, Assignments, args(i64s, u16s))
}

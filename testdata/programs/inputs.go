package programs

import (
	"math"
	"math/rand"
	"slices"
)

// gen makes one argument for a call of size n.
type gen func(r *rand.Rand, n int) any

// args makes a Case's Inputs of a generator for each parameter.
func args(gens ...gen) func(r *rand.Rand, n int) []any {
	return func(r *rand.Rand, n int) []any {
		vs := make([]any, len(gens))
		for i, g := range gens {
			vs[i] = g(r, n)
		}
		return vs
	}
}

// number is any type of numbers.
type number interface {
	integer | float
}

type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

type float interface{ ~float32 | ~float64 }

// vec is a slice of n elements. An empty one may be nil, and there may be some capacity behind.
func vec[T any](elem func(r *rand.Rand) T) gen {
	return func(r *rand.Rand, n int) any {
		if n <= 0 && r.Intn(2) == 0 {
			return []T(nil)
		}
		s := make([]T, max(n, 0), max(n, 0)+r.Intn(2)*r.Intn(5))
		for i := range s {
			s[i] = elem(r)
		}
		return s
	}
}

// one is a single value.
func one[T any](elem func(r *rand.Rand) T) gen {
	return func(r *rand.Rand, n int) any { return elem(r) }
}

// constant is always v.
func constant[T any](v T) gen {
	return func(*rand.Rand, int) any { return v }
}

// sized is g at another size.
func sized(size func(n int) int, g gen) gen {
	return func(r *rand.Rand, n int) any { return g(r, size(n)) }
}

// times is g at k times the size.
func times(k int, g gen) gen { return sized(func(n int) int { return k * n }, g) }

// plus is g at a size larger by d.
func plus(d int, g gen) gen { return sized(func(n int) int { return n + d }, g) }

// square is g at the size's square.
func square(g gen) gen { return sized(func(n int) int { return n * n }, g) }

// nearly is g at the size, or seldom at one less, for programs that read out of bounds then.
func nearly(g gen) gen {
	return func(r *rand.Rand, n int) any {
		if n > 0 && r.Intn(3) == 0 {
			n -= 1 + r.Intn(min(n, 3))
		}
		return g(r, n)
	}
}

// size is n itself.
func size(_ *rand.Rand, n int) any { return n }

// index is a number below n, indices a slice of n such.
func index(r *rand.Rand, n int) any { return r.Intn(max(n, 1)) }

func indices(r *rand.Rand, n int) any {
	return vec(func(r *rand.Rand) int { return r.Intn(max(n, 1)) })(r, n)
}

func indices32(r *rand.Rand, n int) any {
	return vec(func(r *rand.Rand) int32 { return int32(r.Intn(max(n, 1))) })(r, n)
}

// astray are indices of which one may be out of range, or none.
func astray(r *rand.Rand, n int) any {
	s := indices(r, n).([]int)
	if len(s) > 0 && r.Intn(2) == 0 {
		s[r.Intn(len(s))] = [...]int{-1, n, n + 1, math.MinInt, math.MaxInt, 1 << 40}[r.Intn(6)]
	}
	return s
}

// permutation is one of 0, ..., n-1.
func permutation(r *rand.Rand, n int) any { return r.Perm(max(n, 0)) }

// between is a number in [lo, hi).
func between[T number](lo, hi T) func(r *rand.Rand) T {
	return func(r *rand.Rand) T { return lo + T(r.Float64()*float64(hi-lo)) }
}

// tame are numbers of moderate size, often whole.
func tame[T float](r *rand.Rand) T {
	if r.Intn(4) == 0 {
		return T(r.Intn(21) - 10)
	}
	return T(r.Float64()*20 - 10)
}

// wild are all kinds of floats, with a weakness for special values.
func wild[T float](r *rand.Rand) T {
	var zero T
	switch r.Intn(8) {
	case 0:
		return T([...]float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 0.5, -0.5, 1.5, 2.5,
			math.MaxInt32, math.MinInt32, math.MaxInt64, math.MinInt64, math.MaxUint32, math.MaxUint64, 1 << 52, 1<<53 + 2,
			math.MaxFloat64, math.SmallestNonzeroFloat64, math.MaxFloat32, math.SmallestNonzeroFloat32, 0x1p-1022, 0x1p-126}[r.Intn(25)])
	case 1:
		if _, single := any(zero).(float32); single {
			return T(math.Float32frombits(r.Uint32()))
		}
		return T(math.Float64frombits(r.Uint64()))
	case 2:
		return T(math.Ldexp(r.Float64()-0.5, r.Intn(140)-70))
	case 3:
		return T(r.Intn(2001)-1000) / 2
	}
	return tame[T](r)
}

// whole are all kinds of integers, with a weakness for extreme ones.
func whole[T integer](r *rand.Rand) T {
	var top T = 1
	for top<<1 > top {
		top <<= 1
	}
	switch r.Intn(5) {
	case 0:
		low := top << 1 // for signed types their smallest value, for others 0
		return [...]T{0, 1, 2, low, low + 1, low - 1, low - 2, top, top - 1}[r.Intn(9)]
	case 1, 2:
		return T(r.Uint64())
	}
	return T(r.Intn(41)) - 20
}

// normal are wild numbers without very small and very large ones, for which Go's own math.Log and math.Atan2 are off on amd64.
func normal(r *rand.Rand) float64 {
	switch v := wild[float64](r); {
	case math.Abs(v) < 0x1p-300:
		return 0
	case math.Abs(v) > 0x1p300:
		return math.Inf(1)
	default:
		return v
	}
}

func anyBool(r *rand.Rand) bool { return r.Intn(2) == 0 }

// The usual arguments.
var (
	f64  = one(tame[float64])
	f32  = one(tame[float32])
	f64s = vec(tame[float64])
	f32s = vec(tame[float32])

	wild64s = vec(wild[float64])
	wild32s = vec(wild[float32])

	unit64s = vec(between[float64](0, 1))
	pos64s  = vec(between(0.1, 10.0))
	pos32s  = vec(between[float32](0.1, 10))

	i64s  = vec(whole[int])
	i32s  = vec(whole[int32])
	i16s  = vec(whole[int16])
	i8s   = vec(whole[int8])
	u64s  = vec(whole[uint64])
	u32s  = vec(whole[uint32])
	u16s  = vec(whole[uint16])
	u8s   = vec(whole[uint8])
	bools = vec(anyBool)
)

// seldomZero is a slice g without zeros, or perhaps with one.
func seldomZero(g gen) gen {
	return func(r *rand.Rand, n int) any {
		s := g(r, n)
		switch s := s.(type) {
		case []int8:
			fewZeros(r, s)
		case []int16:
			fewZeros(r, s)
		case []int32:
			fewZeros(r, s)
		case []int:
			fewZeros(r, s)
		case []uint8:
			fewZeros(r, s)
		case []uint16:
			fewZeros(r, s)
		case []uint32:
			fewZeros(r, s)
		case []uint:
			fewZeros(r, s)
		}
		return s
	}
}

func fewZeros[T integer](r *rand.Rand, s []T) {
	for i := range s {
		if s[i] == 0 {
			s[i] = 3
		}
	}
	if len(s) > 0 && r.Intn(3) == 0 {
		s[r.Intn(len(s))] = 0
	}
}

// counts are shift counts, most of them below limit.
func counts[T integer](limit int) gen {
	return vec(func(r *rand.Rand) T {
		if r.Intn(10) == 0 {
			return T(r.Uint64())
		}
		return T(r.Intn(limit))
	})
}

// seldomNegative are shift counts of which one may be negative.
func seldomNegative(r *rand.Rand, n int) any {
	s := vec(between(0, 40))(r, n).([]int)
	if len(s) > 0 && r.Intn(3) == 0 {
		s[r.Intn(len(s))] = -1 - r.Intn(100)
	}
	return s
}

// root is the side of a square with n elements, side the same as an argument.
func root(n int) int { return int(math.Sqrt(float64(n))) }

func side(_ *rand.Rand, n int) any { return root(n) }

// ascending is a sorted slice of small integers.
func ascending(r *rand.Rand, n int) any {
	s := indices(r, n).([]int)
	slices.Sort(s)
	return s
}

// offsets are ascending numbers from 0 to n that cut a slice of n elements into rows.
func offsets(r *rand.Rand, n int) any {
	s := make([]int, 1+n/3)
	for i := range s {
		s[i] = r.Intn(n + 1)
	}
	s[0], s[len(s)-1] = 0, n
	slices.Sort(s)
	return s
}

// seldomOut are indices in [0, n), but perhaps for one.
func seldomOut(n int) gen {
	return func(r *rand.Rand, k int) any {
		s := vec(between(0, n))(r, k).([]int)
		if len(s) > 0 && r.Intn(3) == 0 {
			s[r.Intn(len(s))] = n + r.Intn(3)
		}
		return s
	}
}

// seldomAbove are bytes up to limit, but perhaps for one.
func seldomAbove(limit uint8) gen {
	return func(r *rand.Rand, k int) any {
		s := vec(between(0, limit))(r, k).([]uint8)
		if len(s) > 0 && r.Intn(3) == 0 {
			s[r.Intn(len(s))] = limit + 1
		}
		return s
	}
}

// u64Below are indices of type uint64, one of which may be huge.
func u64Below(n uint64) gen {
	return func(r *rand.Rand, k int) any {
		s := vec(between(0, n))(r, k).([]uint64)
		if len(s) > 0 && r.Intn(4) == 0 {
			s[r.Intn(len(s))] = 1<<63 + 5
		}
		return s
	}
}

// indicesUnder are indices below the size divided by k.
func indicesUnder(k int) gen {
	return func(r *rand.Rand, n int) any {
		return vec(func(r *rand.Rand) int32 { return int32(r.Intn(max(n/k, 1))) })(r, n)
	}
}

// brackets is a program for Interpreter, with brackets that may match or not.
func brackets(r *rand.Rand, n int) any {
	s := vec(func(r *rand.Rand) uint8 { return "><+++--.,"[r.Intn(9)] })(r, n).([]uint8)
	for range n / 6 {
		i := r.Intn(n)
		j := i + r.Intn(n-i)
		s[i], s[j] = '[', ']'
	}
	return s
}

// fixed is g at a fixed size.
func fixed(n int, g gen) gen { return sized(func(int) int { return n }, g) }

// table is a slice of rows, all of one length: each by itself, or next to each other in one slice, with room for others or not.
func table[T any](height, width func(n int) int, elem func(r *rand.Rand) T) gen {
	return func(r *rand.Rand, n int) any {
		h, w := height(n), width(n)
		all := vec(elem)(r, h*w).([]T)
		rows := make([][]T, h, h+r.Intn(2))
		for i, way := range slices.Repeat([]int{r.Intn(3)}, h) {
			switch rows[i] = all[i*w : (i+1)*w]; way {
			case 0:
				rows[i] = slices.Clone(rows[i])
			case 1:
				rows[i] = rows[i][:w:w]
			}
		}
		return rows
	}
}

// raggedTable is a slice of rows of any lengths, or none, some of which may be the same.
func raggedTable[T any](height func(n int) int, elem func(r *rand.Rand) T) gen {
	return func(r *rand.Rand, n int) any {
		rows := make([][]T, height(n))
		for i := range rows {
			switch r.Intn(8) {
			case 0:
			case 1:
				rows[i] = rows[r.Intn(i+1)]
			default:
				rows[i] = vec(elem)(r, r.Intn(height(n)+1)).([]T)
			}
		}
		return rows
	}
}

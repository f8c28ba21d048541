package progen

// prelude is what the functions use besides package hone: types, methods, generic functions, generators.
const prelude = `
type pt struct {
	A int32
	B float64
	C uint8
}

func (p pt) total() float64 { return float64(p.A) + p.B - float64(p.C) }

func (p *pt) bump(d int32) {
	p.A += d
	if p.C++; p.C > 100 {
		p.B = -p.B
	}
}

type nest struct {
	P  pt
	W  [3]int16
	F  float32
	OK bool
}

type duo[S, T any] struct {
	X S
	Y T
}

func (d duo[S, T]) swap() duo[T, S] { return duo[T, S]{d.Y, d.X} }

// tiny has narrow fields, and such that lie askew.
type tiny struct {
	A int8
	B [2]uint16
	Z complex64
	C uint8
}

// top is the largest of some numbers.
func top[T int | int32 | float64](a ...T) T { return slices.Max(a) }

// mulHigh is the upper half of a product.
func mulHigh(a, b uint64) uint64 {
	hi, _ := bits.Mul64(a, b)
	return hi
}

// choose is a conditional expression.
func choose[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}

// twice composes a function with itself.
func twice[T any](f func(T) T) func(T) T { return func(x T) T { return f(f(x)) } }

// repeat applies a function n times.
//
//hone:filter known(n)
func repeat[T any](n int, x T, f func(T) T) T {
	if n <= 0 {
		return x
	}
	return repeat(n-1, f(x), f)
}

// count is a generator, filtered one on generators, pairs one of two values.
func count(lo, hi, step int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := lo; i < hi; i += step {
			if !yield(i) {
				return
			}
		}
	}
}

func filtered(seq iter.Seq[int], keep func(int) bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		for v := range seq {
			if keep(v) && !yield(v) {
				return
			}
		}
	}
}

func pairs(n, m int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i := range n {
			for j := i; j < m; j++ {
				if !yield(i, j) {
					return
				}
			}
		}
	}
}

// best is what reductions over structs combine.
type best struct {
	At    int
	Value float64
}

func better(a, b best) best {
	if b.Value > a.Value || b.Value == a.Value && b.At < a.At {
		return b
	}
	return a
}

// lower takes the last of equal ones.
func lower(a, b best) best {
	switch {
	case b.Value < a.Value:
		return b
	case b.Value == a.Value && a.At < b.At:
		return b
	}
	return a
}

// upper has what is no number win over what comes before.
func upper(a, b best) best {
	if a.Value > b.Value || a.Value == b.Value && a.At < b.At {
		return a
	}
	return b
}

// firstGreatest looks for the greatest value, then for its place.
func firstGreatest(n, none int, f func(i int) float64) int {
	top := hone.Max(n, f)
	return hone.Min(n, func(i int) int {
		if f(i) == top {
			return i
		}
		return none
	})
}

// lastLeast looks for the least, and for its last place.
func lastLeast(n, none int, f func(i int) int32) int {
	least := hone.Min(n, f)
	return int(least) ^ int(hone.Max(n, func(i int) int16 {
		if f(i) != least {
			return int16(none)
		}
		return int16(i)
	}))
}

// tallied has bins that each say what they hold.
func tallied(n, bins int, key func(i int) int32, f func(i int) int32) int {
	out := make([]int32, bins)
	for k := range hone.Parallel(bins) {
		out[k] = hone.Sum(n, func(i int) int32 {
			if key(i) == int32(k) {
				return f(i)
			}
			return 0
		})
	}
	sum := int32(0)
	for k, v := range out {
		sum = sum*3 + v ^ int32(k)
	}
	return int(sum)
}

// placed puts what it keeps in places that it has counted.
func placed(n int, keep func(i int) bool, f func(i int) int32) int {
	place, out := make([]int16, n), make([]int32, n)
	count := int16(0)
	for i := range place {
		place[i] = count
		if keep(i) {
			count++
		}
	}
	for i := range hone.Parallel(n) {
		if keep(i) {
			out[place[i]] = f(i)
		}
	}
	sum := int32(count)
	for k, v := range out {
		sum = sum*3 + v ^ int32(k)
	}
	return int(sum)
}

// stat is what reductions over structs of several numbers combine.
type stat struct {
	N   int32
	Lo  int16
	Hi  uint8
	Sum int64
	Top float32
}

func merged(a, b stat) stat {
	return stat{a.N + b.N, min(a.Lo, b.Lo), max(a.Hi, b.Hi), a.Sum + b.Sum, max(a.Top, b.Top)}
}

// used keeps imports in use.
func used(seq iter.Seq[int]) float64 { return math.Abs(float64(hone.Sum(3, func(i int) int { return i }))) }
`

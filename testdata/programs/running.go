package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops that carry sums, products, least and greatest values, which they ask for on the way: inclusive or exclusive, of all elements or some, beside checks that fail.

func runningSums[T number](out, in []T) (s T) {
	for i, v := range in {
		s += v
		out[i] = s
	}
	return s
}

func runningProducts[T number](out, in []T) (p T) {
	p = 1
	for i := 0; i < len(in); i++ {
		p *= in[i]
		out[i] = p
	}
	return p
}

func runningMost[T integer](out, in []T, m T) T {
	for i, v := range in {
		m = max(m, v)
		out[i] = m
	}
	return m
}

func runningLeast[T integer](out, in []T, m T) T {
	for i := range in {
		if in[i] < m {
			m = in[i]
		}
		out[i] = m
	}
	return m
}

func runningBits[T integer](out, in []T) (x T) {
	o, a := T(0), ^T(0)
	for i, v := range in {
		x ^= v
		o |= v & 21
		a &= v | 10
		out[i] = x - o*a
	}
	return x + o + a
}

// sumsBefore gives each element the sum of those before it.
func sumsBefore[T number](out, in []T, s T) T {
	for i := range in {
		out[i] = s
		s += in[i]
	}
	return s
}

// startsOf replaces counts by where they start.
func startsOf[T integer](counts []T) (at T) {
	for i, c := range counts {
		counts[i] = at
		at += c
	}
	return at
}

// mostBefore tells the greatest before each.
func mostBefore[T integer](out, in []T, m T) {
	for i, v := range in {
		out[i] = m
		m = max(m, v)
	}
}

// sumsInPlace adds each element to the next.
func sumsInPlace[T number](x []T) {
	for i := 1; i < len(x); i++ {
		x[i] += x[i-1]
	}
}

// ranked numbers those that are above t, and counts the others.
func ranked(out []int32, in []float32, t float32) (above, others int32) {
	for i, v := range in {
		if v > t {
			above++
			out[i] = above
		} else {
			others--
			out[i] = others
		}
	}
	return above, others
}

// windowSums are those of the last k elements.
func windowSums[T number](out, in []T, k int) {
	var s T
	for i := range in {
		s += in[i]
		if i >= k {
			s -= in[i-k]
		}
		out[i] = s
	}
}

// balance is the running sum and the least it comes to.
func balance(out []int64, in []int32) (sum, least int64) {
	for i, v := range in {
		sum += int64(v)
		least = min(least, sum)
		out[i] = sum - least
	}
	return sum, least
}

// countsAlong stores something and counts something else.
func countsAlong(out []uint8, in []uint8, t uint8) (n int, bits uint8) {
	for i, v := range in {
		if v >= t {
			n++
		}
		bits |= v
		out[i] = v ^ t
	}
	return n, bits
}

// sumsUntilZero divides by what it sums up.
func sumsUntilZero(out, in []int32, d []int32) (s int32) {
	for i, v := range in {
		s += v
		out[i] = s / d[i]
	}
	return s
}

// sumsThenLookUp adds up what it finds elsewhere, which may not be there.
func sumsThenLookUp(out, in, table []int32) (s int32) {
	for i, v := range in {
		s += table[v&63]
		out[i] = s
	}
	return s
}

// sumsOfRows are those along each row, and down the columns.
func sumsOfRows(out []int32, in []uint8, w int) {
	if w < 1 {
		return
	}
	for y := 0; y < len(in)/w; y++ {
		s := int32(0)
		for x := 0; x < w; x++ {
			s += int32(in[y*w+x])
			v := s
			if y > 0 {
				v += out[(y-1)*w+x]
			}
			out[y*w+x] = v
		}
	}
}

// rowsInParallel does so for each row on its own.
func rowsInParallel(out, in []int64, w int) {
	if w < 1 {
		return
	}
	for y := range hone.Parallel(min(len(in), len(out)) / w) {
		s := int64(y)
		for x := range w {
			out[y*w+x] = s
			s += in[y*w+x] * 3
		}
	}
}

// doubles adds a sum to itself.
func doubles(out, in []uint32) (s uint32) {
	s = 1
	for i, v := range in {
		s += s ^ v
		out[i] = s
	}
	return s
}

// stopsAdding adds as long as the sum is small.
func stopsAdding(out, in []uint16) (s uint16) {
	for i, v := range in {
		if s < 3000 {
			s += v & 255
		}
		out[i] = s
	}
	return s
}

// crossed hands sums to and fro: each adds the other as it was.
func crossed(out, in []int32) (a, b int32) {
	for i, v := range in {
		a, b = a+b+v, b+v
		out[i] = a
	}
	return a, b
}

// secondSums are sums of sums.
func secondSums(out, in []int32) (s, t int32) {
	for i, v := range in {
		s += v
		t += s
		out[i] = t
	}
	return s, t
}

// whereItWas stores at a place that it counts, and reads one.
func whereItWas(out, in []int32) (n int) {
	for i := range in {
		n += int(in[i] & 1)
		out[i] = in[n%len(in)]
	}
	return n
}

// differences are those to the element before.
func differences[T number](out, in []T, before T) T {
	for i, v := range in {
		out[i] = v - before
		before = v
	}
	return before
}

// longestRun is that of equal elements.
func longestRun[T number](x []T) (best int) {
	run := 0
	for i := 1; i < len(x); i++ {
		if x[i] == x[i-1] {
			run++
			best = max(best, run)
		} else {
			run = 0
		}
	}
	return best
}

// smoothed takes the last two elements into account.
func smoothed(out, in []float32) {
	var a, b float32
	for i, v := range in {
		out[i] = (a + 2*b + v) * 0.25
		a, b = b, v
	}
}

// changes marks where a sign changes, and counts them.
func changes(out []bool, in []float64) (n int) {
	up := false
	for i, v := range in {
		now := v > 0
		out[i] = now != up
		if now != up {
			n++
		}
		up = now
	}
	return n
}

// countedWords are runs of what is no space.
func countedWords(text []byte) (n, longest int) {
	in, first := false, 0
	for i, c := range text {
		if c < 100 {
			in = false
		} else if !in {
			in = true
			n++
		}
		if !in {
			first = i
		}
	}
	return n, first
}

// stepsRun marks where an element differs from the last by more than t.
func stepsRun(out, in []uint8, t uint8) {
	if len(in) == 0 {
		return
	}
	p := in[0]
	for i, v := range in {
		d := v - p
		if v < p {
			d = p - v
		}
		out[i] = 0
		if d > t {
			out[i] = 255
		}
		p = v
	}
}

// pastPlaces hands the index on, twice.
func pastPlaces(out []int, in []float32) (a, b int) {
	for i, v := range in {
		out[i] = a - 2*b + int(v)
		a, b = b, i
	}
	return a, b
}

var (
	CountedWords, StepsRun, PastPlaces            = hone.Func(countedWords), hone.Func(stepsRun), hone.Func(pastPlaces)
	RunningSumsI8, RunningSumsU16, RunningSumsI32 = hone.Func(runningSums[int8]), hone.Func(runningSums[uint16]), hone.Func(runningSums[int32])
	RunningSumsI64, RunningSumsF32                = hone.Func(runningSums[int64]), hone.Func(runningSums[float32])
	RunningProductsU8, RunningProductsI64         = hone.Func(runningProducts[uint8]), hone.Func(runningProducts[int64])
	RunningProductsI32                            = hone.Func(runningProducts[int32])
	RunningMostU8, RunningMostI16, RunningMostI64 = hone.Func(runningMost[uint8]), hone.Func(runningMost[int16]), hone.Func(runningMost[int64])
	RunningLeastI8, RunningLeastU32               = hone.Func(runningLeast[int8]), hone.Func(runningLeast[uint32])
	RunningBitsU64, RunningBitsI16, RunningBitsU8 = hone.Func(runningBits[uint64]), hone.Func(runningBits[int16]), hone.Func(runningBits[uint8])
	SumsBeforeU32, SumsBeforeI16, SumsBeforeF64   = hone.Func(sumsBefore[uint32]), hone.Func(sumsBefore[int16]), hone.Func(sumsBefore[float64])
	StartsOfInt, StartsOfU32                      = hone.Func(startsOf[int]), hone.Func(startsOf[uint32])
	MostBeforeI32, MostBeforeU8                   = hone.Func(mostBefore[int32]), hone.Func(mostBefore[uint8])
	SumsInPlaceI32, SumsInPlaceU8                 = hone.Func(sumsInPlace[int32]), hone.Func(sumsInPlace[uint8])
	Ranked, WindowSumsI32, WindowSumsU64          = hone.Func(ranked), hone.Func(windowSums[int32]), hone.Func(windowSums[uint64])
	Balance, CountsAlong                          = hone.Func(balance), hone.Func(countsAlong)
	SumsUntilZero, SumsThenLookUp                 = hone.Func(sumsUntilZero), hone.Func(sumsThenLookUp)
	SumsOfRows, RowsInParallel                    = hone.Func(sumsOfRows), hone.Func(rowsInParallel)
	Doubles, StopsAdding, Crossed, SecondSums     = hone.Func(doubles), hone.Func(stopsAdding), hone.Func(crossed), hone.Func(secondSums)
	WhereItWas                                    = hone.Func(whereItWas)
	DifferencesI32, DifferencesF64, DifferencesU8 = hone.Func(differences[int32]), hone.Func(differences[float64]), hone.Func(differences[uint8])
	LongestRunU8, LongestRunI64                   = hone.Func(longestRun[uint8]), hone.Func(longestRun[int64])
	Smoothed, Changes                             = hone.Func(smoothed), hone.Func(changes)
)

// overOrBeside makes the first slice the second in some cases, or lets them overlap.
func overOrBeside[T any](inputs func(r *rand.Rand, n int) []any) func(r *rand.Rand, n int) []any {
	return func(r *rand.Rand, n int) []any {
		in := inputs(r, n)
		x := in[1].([]T)
		switch at := r.Intn(min(len(x), 5) + 1); r.Intn(5) {
		case 0:
			in[0] = x
		case 1:
			in[0] = x[at:]
		case 2:
			in[0], in[1] = x[:len(x)-at], x[at:]
		}
		return in
	}
}

// wholes are any integers of a type.
func wholes[T integer]() gen { return vec(whole[T]) }

// few are integers of which many are equal.
func few[T number](r *rand.Rand) T { return T(r.Intn(20) / 19) }

func init() {
	add("RunningSumsI8", runningSums[int8], RunningSumsI8, overOrBeside[int8](args(nearly(wholes[int8]()), wholes[int8]())))
	add("RunningSumsU16", runningSums[uint16], RunningSumsU16, overOrBeside[uint16](args(nearly(wholes[uint16]()), wholes[uint16]())))
	add("RunningSumsI32", runningSums[int32], RunningSumsI32, overOrBeside[int32](args(nearly(i32s), i32s)))
	add("RunningSumsI64", runningSums[int64], RunningSumsI64, overOrBeside[int64](args(nearly(wholes[int64]()), wholes[int64]())))
	add("RunningSumsF32", runningSums[float32], RunningSumsF32, overOrBeside[float32](args(nearly(wild32s), wild32s)))
	add("RunningProductsU8", runningProducts[uint8], RunningProductsU8, overOrBeside[uint8](args(nearly(wholes[uint8]()), wholes[uint8]())))
	add("RunningProductsI32", runningProducts[int32], RunningProductsI32, overOrBeside[int32](args(nearly(i32s), i32s)))
	add("RunningProductsI64", runningProducts[int64], RunningProductsI64, overOrBeside[int64](args(nearly(wholes[int64]()), wholes[int64]())))
	add("RunningMostU8", runningMost[uint8], RunningMostU8, overOrBeside[uint8](args(nearly(wholes[uint8]()), wholes[uint8](), constant(uint8(3)))))
	add("RunningMostI16", runningMost[int16], RunningMostI16, overOrBeside[int16](args(nearly(wholes[int16]()), wholes[int16](), one(whole[int16]))))
	add("RunningMostI64", runningMost[int64], RunningMostI64, overOrBeside[int64](args(nearly(wholes[int64]()), wholes[int64](), one(whole[int64]))))
	add("RunningLeastI8", runningLeast[int8], RunningLeastI8, overOrBeside[int8](args(nearly(wholes[int8]()), wholes[int8](), constant(int8(100)))))
	add("RunningLeastU32", runningLeast[uint32], RunningLeastU32, overOrBeside[uint32](args(nearly(wholes[uint32]()), wholes[uint32](), constant(^uint32(0)))))
	add("RunningBitsU64", runningBits[uint64], RunningBitsU64, overOrBeside[uint64](args(nearly(wholes[uint64]()), wholes[uint64]())))
	add("RunningBitsI16", runningBits[int16], RunningBitsI16, overOrBeside[int16](args(nearly(wholes[int16]()), wholes[int16]())))
	add("RunningBitsU8", runningBits[uint8], RunningBitsU8, overOrBeside[uint8](args(nearly(wholes[uint8]()), wholes[uint8]())))
	add("SumsBeforeU32", sumsBefore[uint32], SumsBeforeU32, overOrBeside[uint32](args(nearly(wholes[uint32]()), wholes[uint32](), one(whole[uint32]))))
	add("SumsBeforeI16", sumsBefore[int16], SumsBeforeI16, overOrBeside[int16](args(nearly(wholes[int16]()), wholes[int16](), one(whole[int16]))))
	add("SumsBeforeF64", sumsBefore[float64], SumsBeforeF64, overOrBeside[float64](args(nearly(f64s), f64s, constant(0.5))))
	add("StartsOfInt", startsOf[int], StartsOfInt, args(vec(whole[int])))
	add("StartsOfU32", startsOf[uint32], StartsOfU32, args(wholes[uint32]()))
	add("MostBeforeI32", mostBefore[int32], MostBeforeI32, overOrBeside[int32](args(nearly(i32s), i32s, one(whole[int32]))))
	add("MostBeforeU8", mostBefore[uint8], MostBeforeU8, overOrBeside[uint8](args(nearly(wholes[uint8]()), wholes[uint8](), constant(uint8(9)))))
	add("SumsInPlaceI32", sumsInPlace[int32], SumsInPlaceI32, args(i32s))
	add("SumsInPlaceU8", sumsInPlace[uint8], SumsInPlaceU8, args(wholes[uint8]()))
	add("Ranked", ranked, Ranked, args(nearly(i32s), wild32s, constant(float32(0))))
	add("WindowSumsI32", windowSums[int32], WindowSumsI32, overOrBeside[int32](args(nearly(i32s), i32s, one(between(-1, 90)))))
	add("WindowSumsU64", windowSums[uint64], WindowSumsU64, overOrBeside[uint64](args(nearly(wholes[uint64]()), wholes[uint64](), one(between(0, 9)))))
	add("Balance", balance, Balance, args(nearly(wholes[int64]()), i32s))
	add("CountsAlong", countsAlong, CountsAlong, overOrBeside[uint8](args(nearly(wholes[uint8]()), wholes[uint8](), one(whole[uint8]))))
	add("SumsUntilZero", sumsUntilZero, SumsUntilZero, args(nearly(i32s), i32s, nearly(vec(func(r *rand.Rand) int32 { return int32(r.Intn(400)) }))))
	add("SumsThenLookUp", sumsThenLookUp, SumsThenLookUp, args(nearly(i32s), i32s, sized(func(n int) int { return 64 - n%7/6 }, i32s)))
	add("SumsOfRows", sumsOfRows, SumsOfRows, args(nearly(i32s), wholes[uint8](), one(between(0, 200))))
	add("RowsInParallel", rowsInParallel, RowsInParallel, args(nearly(wholes[int64]()), wholes[int64](), one(between(0, 200))))
	add("Doubles", doubles, Doubles, overOrBeside[uint32](args(nearly(wholes[uint32]()), wholes[uint32]())))
	add("StopsAdding", stopsAdding, StopsAdding, args(nearly(wholes[uint16]()), wholes[uint16]()))
	add("Crossed", crossed, Crossed, overOrBeside[int32](args(nearly(i32s), i32s)))
	add("SecondSums", secondSums, SecondSums, overOrBeside[int32](args(nearly(i32s), i32s)))
	add("WhereItWas", whereItWas, WhereItWas, overOrBeside[int32](args(nearly(i32s), i32s)))
	add("DifferencesI32", differences[int32], DifferencesI32, overOrBeside[int32](args(nearly(i32s), i32s, one(whole[int32]))))
	add("DifferencesF64", differences[float64], DifferencesF64, overOrBeside[float64](args(nearly(f64s), f64s, constant(0.5))))
	add("DifferencesU8", differences[uint8], DifferencesU8, overOrBeside[uint8](args(nearly(wholes[uint8]()), wholes[uint8](), one(whole[uint8]))))
	add("LongestRunU8", longestRun[uint8], LongestRunU8, args(vec(few[uint8])))
	add("LongestRunI64", longestRun[int64], LongestRunI64, args(vec(few[int64])))
	add("Smoothed", smoothed, Smoothed, overOrBeside[float32](args(nearly(f32s), f32s)), fmaTol(1e-3))
	add("Changes", changes, Changes, args(nearly(vec(func(r *rand.Rand) bool { return r.Intn(2) == 0 })), f64s))
	add("CountedWords", countedWords, CountedWords, args(wholes[uint8]()))
	add("StepsRun", stepsRun, StepsRun, overOrBeside[uint8](args(nearly(wholes[uint8]()), wholes[uint8](), one(whole[uint8]))))
	add("PastPlaces", pastPlaces, PastPlaces, args(nearly(vec(whole[int])), f32s))
}

package programs

import (
	"math"
	"math/rand"
	"slices"

	"github.com/hone-go/hone"
)

// Loops that have to run in order, from which lanes and cores gain nothing, and some that are like them.

func gainRunning(out, x []int32) {
	s := int32(0)
	for i := range min(len(out), len(x)) {
		s += x[i]
		out[i] = s
	}
}

func gainSearch(x []int32, v int32) int {
	lo, hi := 0, len(x)
	for lo < hi {
		if m := int(uint(lo+hi) / 2); x[m] < v {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

func gainMerge(out, a, b []int32) int {
	i, j, n := 0, 0, 0
	for n < len(out) && i < len(a) && j < len(b) {
		if b[j] < a[i] {
			out[n] = b[j]
			j++
		} else {
			out[n] = a[i]
			i++
		}
		n++
	}
	return n
}

// gainDigits divides a long number by a small one again and again, with a new number each time: the host does the outer loop.
func gainDigits(z []uint32) (out []uint32) {
	z = z[:min(len(z), 40)]
	for len(z) > 0 {
		q, r := make([]uint32, len(z)), uint32(0)
		for i := len(z) - 1; i >= 0; i-- {
			t := uint64(r)<<32 | uint64(z[i])
			q[i] = uint32(t / 1e9)
			r = uint32(t % 1e9)
		}
		for len(q) > 0 && q[len(q)-1] == 0 {
			q = q[:len(q)-1]
		}
		z, out = q, append(out, r)
	}
	return out
}

func gainSteps(n uint32) (steps int) {
	for n %= 1000; n > 1 && steps < 500; steps++ {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
	}
	return steps
}

// gainKept keeps some: bits are found in lanes.
func gainKept(out, x []int32, v int32) (n int) {
	if len(out) < len(x) {
		return 0
	}
	for _, a := range x {
		if a < v {
			out[n] = a
			n++
		}
	}
	return n
}

// gainClosure has a function as value.
func gainClosure(out, x []int32) {
	s := int32(0)
	each := func(f func(i int)) {
		for i := range min(len(out), len(x)) {
			f(i)
		}
	}
	each(func(i int) {
		s += x[i]
		out[i] = s
	})
}

func gainSumOf[T int32 | float64](x []T) T {
	s := T(0)
	for _, a := range x {
		s = s*3 + a
	}
	return s
}

// gainGeneric has type parameters.
func gainGeneric(x []int32) int32 { return gainSumOf(x) }

//hone:filter known(n)
func gainPowerOf(x uint32, n int) uint32 {
	if n == 0 {
		return 1
	}
	return x * gainPowerOf(x, n-1)
}

// gainPower has a call that is unfolded.
func gainPower(x uint32) uint32 { return gainPowerOf(x, 10) }

// gainDoubled is independent.
func gainDoubled(x []int32) {
	for i := range x {
		x[i] *= 2
	}
}

// gainMemory waits for what it has stored, unless that stays in a register.
func gainMemory(x, y []float64) {
	for i := 1; i < len(x); i++ {
		y[i] = y[i-1]*0.5 + x[i]
	}
}

// gainChecks sums up rows of any length: its checks are made once for each.
func gainChecks(start, column []int32, value, x, y []float64) {
	for r := range y {
		s := 0.0
		for k := start[r]; k < start[r+1]; k++ {
			s += value[k] * x[column[k]]
		}
		y[r] = s
	}
}

// gainWaits has checks that cost nothing beside what it waits for.
func gainWaits(x, y []float64) (s float64) {
	for i := range x {
		s += x[i] * y[i]
	}
	return s
}

// gainSorted sorts: of the searches inside nobody knows that they are long.
func gainSorted(x []float64) { slices.Sort(x) }

// gainScans looks behind each element for one like it, which is soon found or never, and copies what lies between, as Go does.
func gainScans(out, x []byte) (n int) {
	for i := 0; i < len(x); i++ {
		end := min(i+40, len(x))
		j := i + 1
		for j < end && x[j] != x[i] {
			j++
		}
		n += copy(out[min(n, len(out)):], x[i:j])
	}
	return n
}

// gainPoints goes along a line of points, which the Go compiler has in memory.
func gainPoints(line [][2]float64) (area float64) {
	at := func(i int) [2]float64 { return line[i] }
	for i := 1; i < len(line); i++ {
		p, q := at(i-1), at(i)
		area += p[0]*q[1] - p[1]*q[0]
	}
	return area
}

// gainLogs waits for a logarithm in each iteration.
func gainLogs(x []float64) (s float64) {
	for _, v := range x {
		s = math.Log(math.Abs(s+v) + 1)
	}
	return s
}

// gainNearly does a little in lanes, and much that isn't.
func gainNearly(out, x []float64) float64 {
	for i := range out {
		out[i] *= 0.5
	}
	s, t := 0.0, 1.0
	for i := range x {
		for j := range i {
			s, t = s*0.25+x[j]*t, t/(1+s*s)
		}
	}
	return s + t
}

var (
	GainRunning = hone.Func(gainRunning)
	GainSearch  = hone.Func(gainSearch)
	GainMerge   = hone.Func(gainMerge)
	GainSteps   = hone.Func(gainSteps)
	GainDigits  = hone.Func(gainDigits)
	GainKept    = hone.Func(gainKept)
	GainClosure = hone.Func(gainClosure)
	GainGeneric = hone.Func(gainGeneric)
	GainPower   = hone.Func(gainPower)
	GainDoubled = hone.Func(gainDoubled)
	GainMemory  = hone.Func(gainMemory)
	GainChecks  = hone.Func(gainChecks)
	GainWaits   = hone.Func(gainWaits)
	GainSorted  = hone.Func(gainSorted)
	GainScans   = hone.Func(gainScans)
	GainPoints  = hone.Func(gainPoints)
	GainLogs    = hone.Func(gainLogs)
	GainNearly  = hone.Func(gainNearly)
)

func init() {
	add("GainRunning", gainRunning, GainRunning, args(nearly(i32s), i32s))
	add("GainSearch", gainSearch, GainSearch, args(i32s, one(whole[int32])))
	add("GainMerge", gainMerge, GainMerge, args(nearly(i32s), i32s, nearly(i32s)))
	add("GainDigits", gainDigits, GainDigits, args(vec(whole[uint32])))
	add("GainSteps", gainSteps, GainSteps, args(one(whole[uint32])))
	add("GainKept", gainKept, GainKept, args(nearly(i32s), i32s, one(whole[int32])))
	add("GainClosure", gainClosure, GainClosure, args(nearly(i32s), i32s))
	add("GainGeneric", gainGeneric, GainGeneric, args(i32s))
	add("GainPower", gainPower, GainPower, args(one(whole[uint32])))
	add("GainDoubled", gainDoubled, GainDoubled, args(i32s))
	add("GainMemory", gainMemory, GainMemory, args(nearly(f64s), f64s))
	few := vec(between(-2.0, 2))
	add("GainSorted", gainSorted, GainSorted, args(f64s))
	add("GainScans", gainScans, GainScans, args(u8s, u8s))
	add("GainPoints", gainPoints, GainPoints, func(r *rand.Rand, n int) []any {
		line := make([][2]float64, n)
		for i := range line {
			line[i] = [2]float64{float64(r.Intn(9)), float64(r.Intn(9)) / 2}
		}
		return []any{line}
	})
	add("GainLogs", gainLogs, GainLogs, args(few), tol(1e-9))
	add("GainNearly", gainNearly, GainNearly, args(few, few))
	add("GainChecks", gainChecks, GainChecks, func(r *rand.Rand, n int) []any {
		start, column := []int32{0}, []int32{}
		for range n {
			for range r.Intn(4) {
				column = append(column, int32(r.Intn(n)))
			}
			start = append(start, int32(len(column)))
		}
		if n > 0 && r.Intn(4) == 0 {
			start[r.Intn(len(start))] = int32(r.Intn(2*len(column)+2)) - 1
		}
		value, x := make([]float64, len(column)), make([]float64, n)
		for _, s := range [][]float64{value, x} {
			for i := range s {
				s[i] = r.NormFloat64()
			}
		}
		return []any{start, column, value, x, make([]float64, n)}
	})
	add("GainWaits", gainWaits, GainWaits, args(nearly(f64s), f64s))
}

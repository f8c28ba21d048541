package programs

import "github.com/hone-go/hone"

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

var (
	GainRunning = hone.Func(gainRunning)
	GainSearch  = hone.Func(gainSearch)
	GainMerge   = hone.Func(gainMerge)
	GainSteps   = hone.Func(gainSteps)
	GainKept    = hone.Func(gainKept)
	GainClosure = hone.Func(gainClosure)
	GainGeneric = hone.Func(gainGeneric)
	GainPower   = hone.Func(gainPower)
	GainDoubled = hone.Func(gainDoubled)
)

func init() {
	add("GainRunning", gainRunning, GainRunning, args(nearly(i32s), i32s))
	add("GainSearch", gainSearch, GainSearch, args(i32s, one(whole[int32])))
	add("GainMerge", gainMerge, GainMerge, args(nearly(i32s), i32s, nearly(i32s)))
	add("GainSteps", gainSteps, GainSteps, args(one(whole[uint32])))
	add("GainKept", gainKept, GainKept, args(nearly(i32s), i32s, one(whole[int32])))
	add("GainClosure", gainClosure, GainClosure, args(nearly(i32s), i32s))
	add("GainGeneric", gainGeneric, GainGeneric, args(i32s))
	add("GainPower", gainPower, GainPower, args(one(whole[uint32])))
	add("GainDoubled", gainDoubled, GainDoubled, args(i32s))
}

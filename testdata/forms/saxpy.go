package forms

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// y = a*x + y over vectors, in all ways to count: y may be longer than x.

func saxpyParallel(y, x []float32, a float32) {
	for i := range hone.Parallel(len(x)) {
		y[i] += a * x[i]
	}
}

func saxpyRange(y, x []float32, a float32) {
	for i, v := range x {
		y[i] = a*v + y[i]
	}
}

func saxpyThreeClauses(y, x []float32, a float32) {
	for i := 0; i < len(x); i++ {
		y[i] = y[i] + a*x[i]
	}
}

func saxpyDown(y, x []float32, a float32) {
	for i := len(x) - 1; i >= 0; i-- {
		y[i] += x[i] * a
	}
}

func saxpyDownBehind(y, x []float32, a float32) {
	for i := len(x); i > 0; i-- {
		y[i-1] += x[i-1] * a
	}
}

func saxpyFromOne(y, x []float32, a float32) {
	for i := 1; i <= len(x); i++ {
		y[i-1] += x[i-1] * a
	}
}

func saxpyNotEqual(y, x []float32, a float32) {
	for i := 0; i != len(x); i++ {
		y[i] += a * x[i]
	}
}

func saxpyWhile(y, x []float32, a float32) {
	i := 0
	for {
		if i >= len(x) {
			break
		}
		y[i] += a * x[i]
		i++
	}
}

func saxpyCut(y, x []float32, a float32) {
	y = y[:len(x)]
	for i := range y {
		y[i] += a * x[i]
	}
}

func saxpyUint(y, x []float32, a float32) {
	n := uint(len(x))
	for i := uint(0); i < n; i++ {
		y[i] += a * x[i]
	}
}

func saxpyInt32(y, x []float32, a float32) {
	for i := int32(0); i < int32(len(x)); i++ {
		y[i] += a * x[i]
	}
}

func saxpyUint32(y, x []float32, a float32) {
	n := uint32(len(x))
	for i := uint32(0); i < n; i++ {
		y[i] += a * x[i]
	}
}

func saxpyClosure(y, x []float32, a float32) {
	at := func(i int) float32 { return a*x[i] + y[i] }
	set := func(i int, v float32) { y[i] = v }
	for i := range x {
		set(i, at(i))
	}
}

func saxpyShrinking(y, x []float32, a float32) {
	for len(x) > 0 {
		y[0] += a * x[0]
		x, y = x[1:], y[1:]
	}
}

func eachElement(n int, f func(i int)) {
	for i := 0; i < n; i++ {
		f(i)
	}
}

func saxpyHigherOrder(y, x []float32, a float32) {
	eachElement(len(x), func(i int) { y[i] += a * x[i] })
}

// saxpyIf ends where y does.
//
// Differs: the extent is the smaller of two lengths; where y is the shorter one the others panic.
func saxpyIf(y, x []float32, a float32) {
	for i := range y {
		if i < len(x) {
			y[i] += a * x[i]
		}
	}
}

// saxpyBreak ends where y does.
//
// Differs: the extent is the smaller of two lengths; where y is the shorter one the others panic.
func saxpyBreak(y, x []float32, a float32) {
	for i := range y {
		if i >= len(x) {
			break
		}
		y[i] += a * x[i]
	}
}

// saxpyTwoConditions ends where y does.
//
// Differs: the extent is the smaller of two lengths; where y is the shorter one the others panic.
func saxpyTwoConditions(y, x []float32, a float32) {
	for i, j := 0, 0; i < len(x) && j < len(y); i, j = i+1, j+1 {
		y[j] += a * x[i]
	}
}

// saxpyShrinkingBoth ends where y does.
//
// Differs: the extent is the smaller of two lengths; where y is the shorter one the others panic.
func saxpyShrinkingBoth(y, x []float32, a float32) {
	for len(x) > 0 && len(y) > 0 {
		y[0] += a * x[0]
		x, y = x[1:], y[1:]
	}
}

func vectors(r *rand.Rand) []any {
	n := r.Intn(100)
	return []any{floats(r, n+r.Intn(3)), floats(r, n), r.Float32()}
}

var (
	saxpyParallelHoned      = hone.Func(saxpyParallel)
	saxpyRangeHoned         = hone.Func(saxpyRange)
	saxpyThreeClausesHoned  = hone.Func(saxpyThreeClauses)
	saxpyDownHoned          = hone.Func(saxpyDown)
	saxpyDownBehindHoned    = hone.Func(saxpyDownBehind)
	saxpyFromOneHoned       = hone.Func(saxpyFromOne)
	saxpyNotEqualHoned      = hone.Func(saxpyNotEqual)
	saxpyWhileHoned         = hone.Func(saxpyWhile)
	saxpyCutHoned           = hone.Func(saxpyCut)
	saxpyUintHoned          = hone.Func(saxpyUint)
	saxpyInt32Honed         = hone.Func(saxpyInt32)
	saxpyUint32Honed        = hone.Func(saxpyUint32)
	saxpyClosureHoned       = hone.Func(saxpyClosure)
	saxpyShrinkingHoned     = hone.Func(saxpyShrinking)
	saxpyHigherOrderHoned   = hone.Func(saxpyHigherOrder)
	saxpyIfHoned            = hone.Func(saxpyIf)
	saxpyBreakHoned         = hone.Func(saxpyBreak)
	saxpyTwoConditionsHoned = hone.Func(saxpyTwoConditions)
	saxpyShrinkingBothHoned = hone.Func(saxpyShrinkingBoth)
)

func init() {
	add(vectors, saxpyParallel, saxpyRange, saxpyThreeClauses, saxpyDown, saxpyDownBehind, saxpyFromOne, saxpyNotEqual, saxpyWhile, saxpyCut, saxpyUint, saxpyInt32, saxpyUint32, saxpyClosure, saxpyShrinking, saxpyHigherOrder, saxpyIf, saxpyBreak, saxpyTwoConditions, saxpyShrinkingBoth)
}

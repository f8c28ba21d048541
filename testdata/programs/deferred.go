package programs

import (
	"math/rand"
	"sync"

	"github.com/hone-go/hone"
)

// Deferred calls.

// deferResults changes results behind their return.
func deferResults(x []int32, limit int32) (sum int64, count int) {
	defer func() { sum *= 2 }()
	if len(x) == 0 {
		return -1, -2
	}
	defer func(n int) { count += n; sum++ }(len(x))
	for i, v := range x {
		if v > limit {
			return sum, i
		}
		sum += int64(v)
	}
	count = 5
	return
}

var DeferResults = hone.Func(deferResults)

// deferOrder has calls in all orders, some of which are not made.
func deferOrder(a, b, c int) (trace int) {
	defer func() { trace = trace*10 + 1 }()
	if a > b {
		k := a
		defer func(k int) { trace = trace*10 + k&7 }(k)
		if b > c {
			return 3
		}
	} else if c > 0 {
		defer func(k, l int) { trace += k - l }(b*2, c)
	} else {
		return 4
	}
	a = 2*b + c
	defer func(old int) { trace = trace*10 + (old^a)&7 }(a)
	a++
	switch {
	case a&3 == 0:
		defer func() { trace++ }()
	case a&3 == 1:
		return 9
	}
	return trace + b&15
}

var DeferOrder = hone.Func(deferOrder)

// deferPanics panics with what is deferred still to do.
func deferPanics(x []int32, i int) (v int32) {
	var mu sync.Mutex
	mu.Lock()
	defer mu.Unlock()
	left := 3
	defer func() { left--; v += int32(left) }()
	x[0] = 7
	return x[i]
}

var DeferPanics = hone.Func(deferPanics)

// deferHelper defers in a function that loops call, and in literals.
func deferHelper(x []float64) (total float64) {
	for _, v := range x {
		total += deferHalf(v)
	}
	half := func(v float64) (r float64) {
		defer func() { r *= 0.25 }()
		return v
	}
	return half(total)
}

func deferHalf(v float64) (r float64) {
	defer func() { r *= 0.5 }()
	if v < 0 {
		return -v
	}
	return v
}

var DeferHelper = hone.Func(deferHelper)

func init() {
	add("DeferResults", deferResults, DeferResults, args(i32s, one(whole[int32])))
	small := one(func(r *rand.Rand) int { return r.Intn(20) - 8 })
	add("DeferOrder", deferOrder, DeferOrder, args(small, small, small))
	add("DeferPanics", deferPanics, DeferPanics, args(i32s, one(func(r *rand.Rand) int { return r.Intn(300) - 2 })))
	add("DeferHelper", deferHelper, DeferHelper, args(f64s))
}

package programs

import (
	"fmt"
	"sort"
	"strings"

	"github.com/hone-go/hone"
)

// Branches with what isn't compiled, in place of which the plain function is called.

// leaveIf counts what it finds in a map where there is much to find.
func leaveIf(x []int32, many bool) (n int) {
	if many {
		seen := map[int32]int{}
		for _, v := range x {
			seen[v]++
		}
		return len(seen)
	}
	for _, v := range x {
		if v > 3 {
			n++
		}
	}
	return n
}

var LeaveIf = hone.Func(leaveIf)

// leaveElse has the other branch so.
func leaveElse(x, y []float64, k float64) []float64 {
	if k > 0 {
		for i := range min(len(x), len(y)) {
			x[i] += k * y[i]
		}
	} else {
		sort.Sort(sort.Reverse(sort.Float64Slice(x)))
	}
	return x
}

var LeaveElse = hone.Func(leaveElse)

// leaveSwitch has clauses, of which two are so.
func leaveSwitch(x []float32, how uint8) []float32 {
	out := make([]float32, len(x))
	switch how & 7 {
	case 0:
		for i, v := range x {
			out[i] = 2*v + 1
		}
	case 1:
		pool := map[string]float32{fmt.Sprint(len(x)): 3}
		for i := range x {
			out[i] = pool[fmt.Sprint(i)]
		}
	case 2:
		leaveFill(out, x, strings.Repeat("x", len(x)))
	default:
		for i, v := range x {
			out[i] = v * v
		}
	}
	return out
}

func leaveFill(out, x []float32, by string) {
	for i := range out {
		out[i] = -x[i] + float32(by[i])
	}
}

var LeaveSwitch = hone.Func(leaveSwitch)

// leaveTail has it behind an if that returns.
func leaveTail(x []int64, workers int) (sum int64) {
	if len(x) == 0 {
		return -1
	}
	if workers <= 1 {
		for _, v := range x {
			sum += v & 7
		}
		return sum
	}
	sums := make(chan int64, 1)
	quit := make(chan bool)
	go func() {
		select {
		case sums <- int64(len(x)):
		case <-quit:
		}
	}()
	return <-sums
}

var LeaveTail = hone.Func(leaveTail)

// leaveHelper has it in a helper, behind a condition at the call: with a slice of its own filled before.
func leaveHelper(x []float64, by uint8) float64 {
	own := make([]float64, len(x))
	var first [2]float64
	if len(x) > 0 {
		first[0] = x[0]
	}
	if by == 3 {
		return leaveNamed(x, "name")
	}
	for i, v := range x {
		own[i] = v*v - first[0]
	}
	most := 0.0
	for _, v := range own {
		most = max(most, v)
	}
	return most
}

func leaveNamed(x []float64, by string) float64 {
	m := map[string]float64{}
	for i, v := range x {
		m[by+fmt.Sprint(i)] = v
	}
	return m["name1"] + float64(len(m))
}

var LeaveHelper = hone.Func(leaveHelper)

func init() {
	add("LeaveIf", leaveIf, LeaveIf, args(i32s, one(anyBool)))
	add("LeaveElse", leaveElse, LeaveElse, args(f64s, f64s, one(between(-1.0, 3.0))))
	add("LeaveSwitch", leaveSwitch, LeaveSwitch, args(f32s, one(whole[uint8])))
	add("LeaveTail", leaveTail, LeaveTail, args(vec(whole[int64]), one(between(0, 3))))
	add("LeaveHelper", leaveHelper, LeaveHelper, args(f64s, one(between[uint8](2, 5))))
}

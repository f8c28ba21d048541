package programs

import "github.com/hone-go/hone"

// Recurrences whose first elements are told apart by a condition in the loop.

func smoothedFrom(out, x []float64, a float64) {
	for i := range x {
		if i == 0 {
			out[i] = x[i]
		} else {
			out[i] = a*out[i-1] + x[i]
		}
	}
}

func runningTotals(out, x []int64) {
	for i := range x {
		out[i] = x[i]
		if i > 0 {
			out[i] += out[i-1]
		}
	}
}

// twoBefore needs two elements, and counts those without.
func twoBefore(out, x []int32) (firsts int) {
	for i, v := range x {
		if i < 2 {
			out[i] = v
			firsts++
			continue
		}
		out[i] = out[i-1] - 2*out[i-2] + v
	}
	return firsts
}

// rowsSmoothed begins anew in each row.
func rowsSmoothed(a []float32, w int) {
	for y := range hone.Parallel(len(a) / max(w, 1)) {
		for x := 0; x < w; x++ {
			if x != 0 {
				a[y*w+x] = 0.5*a[y*w+x] + 0.5*a[y*w+x-1]
			} else {
				a[y*w+x] *= 0.5
			}
		}
	}
}

// fromAnywhere has its first element in the middle of the loop, at its begin, or nowhere.
func fromAnywhere(out, x []int64, lo, hi int) {
	for i := lo; i < hi; i++ {
		if i <= 1 {
			out[i] = x[i]
		} else {
			out[i] = out[i-1]*3 + x[i]
		}
	}
}

// untilZero leaves the loop, or what is around it, on the way.
func untilZero(out, x []int64) (n int) {
	for i := range x {
		if i == 0 {
			out[i] = 1
		} else {
			out[i] = out[i-1] + x[i]
		}
		if out[i]&15 == 0 {
			return -n
		}
		if x[i] == 7 {
			break
		}
		n += i
	}
	return n
}

var (
	SmoothedFrom  = hone.Func(smoothedFrom)
	RunningTotals = hone.Func(runningTotals)
	TwoBefore     = hone.Func(twoBefore)
	RowsSmoothed  = hone.Func(rowsSmoothed)
	FromAnywhere  = hone.Func(fromAnywhere)
	UntilZero     = hone.Func(untilZero)
)

func init() {
	ints := vec(whole[int64])
	add("SmoothedFrom", smoothedFrom, SmoothedFrom, args(nearly(f64s), f64s, one(between(-1.0, 1.0))))
	add("RunningTotals", runningTotals, RunningTotals, args(nearly(ints), ints))
	add("TwoBefore", twoBefore, TwoBefore, args(nearly(i32s), i32s))
	add("RowsSmoothed", rowsSmoothed, RowsSmoothed, args(square(f32s), size), upTo(80))
	add("FromAnywhere", fromAnywhere, FromAnywhere, theEnds(ints, ints))
	add("UntilZero", untilZero, UntilZero, args(nearly(ints), ints))
}

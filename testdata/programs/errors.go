package programs

import (
	"errors"
	"fmt"
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Errors: functions that give errors, hand them on, and panic with values that compiled code can't hold.

var (
	errNothing = errors.New("no values")
	// ErrSizes is that of slices that don't match.
	ErrSizes error = &sizesError{}
)

type sizesError struct {
	Have, Want int
	where      string
}

func (e *sizesError) Error() string { return fmt.Sprint("have ", e.Have, ", want ", e.Want, e.where) }

type gradeError string

func (e gradeError) Error() string { return "grade " + string(e) }

type levelError uint8

func (e levelError) Error() string { return fmt.Sprint("level ", uint8(e)) }

// errorMean gives an error instead of a mean, or together with one.
func errorMean(x []float64) (mean float64, err error) {
	if len(x) == 0 {
		return math.NaN(), errNothing
	}
	bad := hone.Sum(len(x), func(i int) int {
		if x[i] != x[i] {
			return 1
		}
		return 0
	})
	mean = hone.Sum(len(x), func(i int) float64 { return x[i] }) / float64(len(x))
	if bad > 0 {
		err = fmt.Errorf("%d of %d are no numbers, %v", bad, len(x), bad == len(x))
	}
	return
}

var ErrorMean = hone.Func(errorMean)

// errorCovariance hands errors on, of several kinds, from functions and a function literal.
func errorCovariance(x, y, out []float64) (float64, int, error) {
	check := func(n int) error {
		switch {
		case n != len(y):
			return &sizesError{Have: len(y), Want: n, where: " (y)"}
		case n > 90:
			return gradeError("too many" + ", really")
		case len(out) < n:
			return levelError(n)
		}
		return nil
	}
	err := check(len(x))
	if err != nil {
		return 0, 1, err
	}
	mx, err := errorMean(x)
	if err == errNothing {
		return 0, 2, nil
	}
	my, err2 := errorMean(y)
	if err == nil {
		err = err2
	}
	for i := range hone.Parallel(len(x)) {
		out[i] = (x[i] - mx) * (y[i] - my)
	}
	return hone.Sum(len(x), func(i int) float64 { return out[i] }), 3, err
}

var ErrorCovariance = hone.Func(errorCovariance)

// errorFirst finds the error of the first element that has one, in a loop that is left.
func errorFirst(x []int32, out []int32, limit int8, share float32) (err error) {
	for i := range hone.Parallel(len(x)) {
		out[i] = x[i]*3 + int32(i)
	}
	for i, v := range x {
		switch {
		case v < 0 && v > -3:
			return ErrSizes
		case v%16 == 11:
			return fmt.Errorf("element %d: %w", i, errNothing)
		case int32(limit) == v:
			err = fmt.Errorf("%v %d %.3f", limit, v, share)
		}
	}
	return err
}

var ErrorFirst = hone.Func(errorFirst)

// errorPanics panics with values of several types, in parallel loops and outside.
func errorPanics(x, out []int32, n uint8, z complex64) int {
	if n == 3 {
		panic(errNothing)
	}
	if n == 4 {
		panic(&sizesError{int(n), len(x), "!"})
	}
	if n == 5 {
		panic(fmt.Sprintf("%d %v", n, z))
	}
	for i := range hone.Parallel(len(x)) {
		if x[i] == 77 {
			panic(fmt.Sprintf("x[%d] is %d", i, x[i]))
		}
		out[i] = x[i] - 1
	}
	err := errors.New("at the end")
	if n == 6 {
		err = levelError(n + 1)
	}
	if n >= 6 {
		panic(err)
	}
	return len(x)
}

var ErrorPanics = hone.Func(errorPanics)

// errorMany is one kernel, with as many numbers in its errors as there may be, of several types.
func errorMany(x []int32, a int8, b uint16, c float64) (sum int32, err error) {
	for i, v := range x {
		if v == 300 || v == int32(b) {
			return sum, fmt.Errorf("%d %d %d %d %v %t %g", i, v, a, b, c, v == 300, float32(c))
		}
		sum += v
		if sum < -4 {
			panic(fmt.Sprint(sum, a, b, c, i, len(x), "!", v))
		}
	}
	return sum, nil
}

var ErrorMany = hone.Func(errorMany)

func init() {
	longer := func(g gen) gen { return func(r *rand.Rand, n int) any { return g(r, n+3*r.Intn(2)) } }
	few := vec(func(r *rand.Rand) int32 { return int32(r.Intn(400) - 9) })
	holes := vec(func(r *rand.Rand) float64 {
		if r.Intn(300) == 0 {
			return math.NaN()
		}
		return r.NormFloat64()
	})
	add("ErrorMean", errorMean, ErrorMean, args(holes), fmaTol(1e-9))
	add("ErrorCovariance", errorCovariance, ErrorCovariance, args(holes, nearly(holes), longer(f64s)), upTo(120), fmaTol(1e-6))
	add("ErrorFirst", errorFirst, ErrorFirst, args(few, longer(i32s), one(func(r *rand.Rand) int8 { return int8(r.Intn(100)) }), one(func(r *rand.Rand) float32 { return r.Float32() })))
	add("ErrorMany", errorMany, ErrorMany, args(few, one(whole[int8]), one(func(r *rand.Rand) uint16 { return uint16(r.Intn(500)) }), one(func(r *rand.Rand) float64 { return r.NormFloat64() })))
	add("ErrorPanics", errorPanics, ErrorPanics, args(few, longer(i32s), one(func(r *rand.Rand) uint8 { return uint8(r.Intn(8)) }), one(func(r *rand.Rand) complex64 { return complex(r.Float32(), 2) })))
}

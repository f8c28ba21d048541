package overhead

import (
	"errors"

	"github.com/hone-go/hone"
)

// The functions here are small ones of the kinds that people write, and are called with little.

// largest is a reduction.
func largest(x []float64) float64 {
	m := x[0]
	for _, v := range x[1:] {
		if v > m {
			m = v
		}
	}
	return m
}

// Largest is largest.
var Largest = hone.Func(largest)

// extremes is two.
func extremes(x []float64) (lo, hi float64) {
	lo, hi = x[0], x[0]
	for _, v := range x {
		lo, hi = min(lo, v), max(hi, v)
	}
	return lo, hi
}

// Extremes is extremes.
var Extremes = hone.Func(extremes)

// occurs reads a string.
func occurs(s string, c byte) (n int) {
	for i := 0; i < len(s); i++ {
		if s[i] == c {
			n++
		}
	}
	return n
}

// Occurs is occurs.
var Occurs = hone.Func(occurs)

var errEmpty = errors.New("empty")

// mean may fail.
func mean(x []float64, least float64) (float64, error) {
	if len(x) == 0 {
		return 0, errEmpty
	}
	s := 0.0
	for _, v := range x {
		s += v
	}
	if s < least {
		return s, errors.New("too little")
	}
	return s / float64(len(x)), nil
}

// Mean is mean.
var Mean = hone.Func(mean)

// variance has two sequential loops, of which the second needs the first's result.
func variance(x []float64) (m, v float64) {
	for _, a := range x {
		m += a
	}
	m /= float64(len(x))
	for _, a := range x {
		v += (a - m) * (a - m)
	}
	return m, v / float64(len(x))
}

// Variance is variance.
var Variance = hone.Func(variance)

// place has a loop of which it isn't known how long it takes.
func place(x []int, k int) int {
	lo, hi := 0, len(x)
	for lo < hi {
		if m := int(uint(lo+hi) >> 1); x[m] < k {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// Place is place.
var Place = hone.Func(place)

// backwards has a loop that goes down.
func backwards(c []float64, x float64) (y float64) {
	for i := len(c) - 1; i >= 0; i-- {
		y = y*x + c[i]
	}
	return y
}

// Backwards is backwards.
var Backwards = hone.Func(backwards)

// differences makes two results.
func differences(x []float64, by float64) (d []float64, s []float64, total float64) {
	d, s = make([]float64, max(len(x)-1, 0)), make([]float64, len(x))
	for i := range d {
		d[i] = x[i+1] - x[i]
	}
	for i := range s {
		s[i] = x[i] * by
	}
	return d, s, by
}

// Differences is differences.
var Differences = hone.Func(differences)

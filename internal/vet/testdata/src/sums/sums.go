package sums

import (
	"math"

	"github.com/hone-go/hone"
)

func dot(x, y []float64) float64 {
	s := 0.0
	for i := range x {
		s += x[i] * y[i]
	}
	return s
}

var Dot = hone.Func(dot) // want `sums.Dot: plain: nothing to gain: `

func norm(x []float32) (s float32) {
	for _, v := range x {
		s += v * v
	}
	return float32(math.Sqrt(float64(s)))
}

var Norm = hone.Func(norm) // want `sums.Norm: plain: nothing to gain: `

func counted(x []float64, n int) float64 {
	var s float64
	for i := 0; i < n; i++ {
		s += x[2*i] // every other one
	}
	return s
}

// Counted has a comment in its loop, which nobody's fix may lose.
var Counted = hone.Func(counted) // want `sums.Counted: plain: nothing to gain: `

func strided(x []float64, n int) float64 {
	var s float64
	for i := 0; i < n; i++ {
		s += x[2*i]
	}
	return s
}

var Strided = hone.Func(strided) // want `sums.Strided: plain: nothing to gain: `

// total adds up in a loop that is declared parallel, of integers: no rounding.
func total(x []int) int {
	t := 0 // want +2 `sums.Total: plain: t is assigned in a parallel loop`
	for i := range hone.Parallel(len(x)) {
		t += x[i]
	}
	return t
}

var Total = hone.Func(total)

func steps(n int) (k int) {
	for ; n > 1; k++ {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
	}
	return k
}

// Steps is no sum.
var Steps = hone.Func(steps) // want `sums.Steps: plain: nothing to gain: `

// decay reads what it adds to.
func decay(x []float64) (s float64) {
	for i := range x {
		s += x[i] - s/2
	}
	return s
}

var Decay = hone.Func(decay) // want `sums.Decay: plain: nothing to gain: `

// shared adds to what others see.
func shared(x []float64) float64 {
	var s float64
	p := &s
	for i := range x {
		s += x[i] * *p
	}
	return s
}

var Shared = hone.Func(shared) // want `sums.Shared: plain: nothing to gain: `

// nested has its sum inside of another loop, and one name for the slice and its elements.
func nested(x []float64, n int) (t float64) {
	for range n {
		s := 1.0
		for _, x := range x {
			s += x
		}
		t = s/2 + t
	}
	return t
}

var Nested = hone.Func(nested) // want `sums.Nested: plain: nothing to gain: `

// late leaves a part of its sum where a check fails.
func late(x []float64, n int) (s float64, done bool) {
	defer func() { done = true }() // want +2 `sums.Late: plain: s is assigned in a parallel loop`
	for i := range hone.Parallel(n) {
		s += x[i]
	}
	return s, true
}

var Late = hone.Func(late)

func effect(x float64) float64 { return x }

// effects calls what it does not know.
func effects(x []float64) (s float64) {
	for i := range x {
		s += effect(x[i])
	}
	return s
}

var Effects = hone.Func(effects) // want `sums.Effects: plain: nothing to gain: `

// growing goes as far as its sum.
func growing(x []float64) (s float64) {
	s = 1
	for i := 0; i < int(s); i++ {
		s += x[i]
	}
	return s
}

var Growing = hone.Func(growing) // want `sums.Growing: plain: nothing to gain: `

// whole adds up integers, which is done in lanes as it stands.
func whole(x []int) (s int) {
	for _, v := range x {
		s += v
	}
	return s
}

var Whole = hone.Func(whole)

// stuck has a second trouble: hone.Sum for the first would not help.
func stuck(x []float64) (s, last float64) { // want +2 `sums.Stuck: plain: s is assigned in a parallel loop`
	for i := range hone.Parallel(len(x)) {
		s += x[i]
	}
	for i := range hone.Parallel(len(x)) {
		last = x[i]
	}
	return s, last
}

var Stuck = hone.Func(stuck)

// captured adds to a variable of the function around it.
func captured(x []float64) (s float64) {
	add := func() { // want +2 `sums.Captured: plain: s is assigned in a parallel loop`
		for i := range hone.Parallel(len(x)) {
			s += x[i]
		}
	}
	add()
	return s
}

var Captured = hone.Func(captured)

// shadowed has another len.
func shadowed(x []float64, len float64) float64 {
	s := 0.0
	for i := range x {
		s += x[i]
	}
	return s * len
}

var Shadowed = hone.Func(shadowed) // want `sums.Shadowed: plain: nothing to gain: `

// named has no name for the index, and i is something else.
func named(x []float64, i float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v * i
	}
	return s
}

var Named = hone.Func(named) // want `sums.Named: plain: nothing to gain: `

// product is no sum.
func product(x []float64) float64 {
	s := 1.0
	for i := range x {
		s *= x[i]
	}
	return s
}

var Product = hone.Func(product) // want `sums.Product: plain: nothing to gain: `

// odd counts in other steps, and from elsewhere.
func odd(x []float64) (s, t float64) {
	for i := 1; i < len(x); i++ {
		s += x[i]
	}
	for i := 0; i <= len(x)-1; i++ {
		t += x[i]
	}
	return s, t
}

var Odd = hone.Func(odd) // want `sums.Odd: plain: nothing to gain: `

var Elsewhere = hone.Func(elsewhere) // want `sums.Elsewhere: plain: nothing to gain: `

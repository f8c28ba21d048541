package kernels

import (
	"github.com/hone-go/hone"

	"example.com/m/lib"
)

func scale(y, x []float64, a float64) {
	for i := range hone.Parallel(len(y)) {
		y[i] = a * x[i]
	}
}

// Scale is compiled: there is nothing to report.
var Scale = hone.Func(scale)

func talk(c chan int) { c <- 1 } // want `kernels.Talk: plain: `

var Talk = hone.Func(talk)

var Far = hone.Func(func(c chan int) { lib.Talk(c) }) // want `kernels.Far: plain: select is not compiled \(in example.com/m/lib.Talk, called at kernels.go:22:40\) \(.*lib.go:5:2\)`

func carry(x []float64) {
	for i := range hone.Parallel(len(x) - 1) {
		x[i+1] += x[i] // want `kernels.Carry: plain: x\[i\+1\], stored here by iteration 0, is loaded as x\[i\] by iteration 1`
	}
}

var Carry = hone.Func(carry)

func local() float64 {
	f := hone.Func(func(x float64) float64 { return x }) // want `plain: this hone.Func stays plain Go: only one that initialises a package variable`
	return f.Call(1)
}

//hone:msut // want `there is no directive //hone:msut; did you mean //hone:must\?`
var Half = hone.Func(func(y, x []float64) {
	for i := range y {
		y[i] = x[i] / 2
	}
})

// double doubles.
// hone:must // want `a directive has no space behind its //: //hone:must`
func double(y, x []float64) {
	for i := range y {
		y[i] = x[i] * 2
	}
}

var Double = hone.Func(double)

// helper has a filter of its own.
//
//hone:fliter known(n) // want `there is no directive //hone:fliter; did you mean //hone:filter\?`
func helper(n int) int { return n }

//hone:unheard // want `there is no directive //hone:unheard: there are //hone:filter and //hone:must`
var Unheard = hone.Func(double)

//hone:filtr // want `there is no directive //hone:filtr; did you mean //hone:filter\?`
var Filtered = hone.Func(double)

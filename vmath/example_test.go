package vmath_test

import (
	"fmt"
	"math"

	"github.com/hone-go/hone/vmath"
)

func ExampleExp() {
	fmt.Printf("%.4f %.4f %v\n", vmath.Exp(1), vmath.Exp(-1), vmath.Exp(1000))
	// Output: 2.7183 0.3679 +Inf
}

func ExampleErf() {
	// The normal distribution's cumulative probability at one standard deviation.
	fmt.Printf("%.6f\n", 0.5*(1+vmath.Erf(1/math.Sqrt2)))
	// Output: 0.841345
}

func ExampleSin() {
	fmt.Printf("%.6f %.6f\n", vmath.Sin(math.Pi/6), vmath.Sin(1e22))
	// Output: 0.500000 -0.852201
}

func ExampleLog1p() {
	x := 1e-18
	fmt.Println(vmath.Log(1+x), vmath.Log1p(x))
	// Output: 0 1e-18
}

func ExamplePow32() {
	fmt.Println(vmath.Pow32(2, 0.5), vmath.Pow32(-2, 3), vmath.Pow32(-2, 0.5))
	// Output: 1.4142135 -8 NaN
}

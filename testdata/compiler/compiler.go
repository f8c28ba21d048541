// Package compiler has the function that docs/compiler.md follows through the compiler.
package compiler

import "github.com/hone-go/hone"

// each stores what f makes of every element.
func each(out, x []float32, f func(v float32) float32) {
	for i, v := range x {
		out[i] = f(v)
	}
}

func rectify(out, x []float32, k float32) {
	each(out, x, func(v float32) float32 { return max(k*v, 0) })
}

// Rectify stores k times each element of x, or 0 where that is negative.
var Rectify = hone.Func(rectify)

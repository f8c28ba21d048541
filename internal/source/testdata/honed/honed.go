// Package honed has honed functions, good ones and others.
package honed

import (
	"time"

	"github.com/hone-go/hone"
)

func double(x float64) float64 { return 2 * x }

func each[T int | float32](s []T) {
	for i := range s {
		s[i]++
	}
}

type point struct{ x, y float64 }

func (p point) length2() float64    { return p.x*p.x + p.y*p.y }
func (p *point) move(dx float64)    { p.x += dx }
func (p point) in(q []point) bool   { return p == q[0] }
func later(f func(int) int) int     { return f(1) }
func rows(a [][]float64) float64    { return a[0][0] }
func wait() (n int, t time.Time)    { return 0, time.Now() }
func calls(n int) int               { return int(double(float64(n))) + helper(n) }
func helper(n int) int              { return len(time.Now().String()) + n }
func choose() func(float64) float64 { return double }

// Double is compiled.
var Double = hone.Func(double)

var (
	// Ints, Floats are instances.
	Ints, Floats = hone.Func(each[int]), hone.Func(each[float32])
	Length2      = hone.Func(point.length2)
	In           = (hone.Func[func(point, []point) bool](point.in))
	Square       = hone.Func(func(x int) int { return x * x })
	Move         = hone.Func((*point).move)
	Later        = hone.Func(later)
	Rows         = hone.Func(rows)
	Wait         = hone.Func(wait)
	Calls        = hone.Func(calls)
	Chosen       = hone.Func(choose())
)

var _ = hone.Func(double)

var table = []*hone.Fn[func(float64) float64]{hone.Func(double)}

func local() float64 { return hone.Func(double).Call(2) + table[0].Call(3) }

package overhead

import "github.com/hone-go/hone"

// The functions here give arguments back, on some ways, and take and give all kinds of them.

// within gives an argument back, in one way or another.
func within(x, lo, hi float64) float64 {
	if x < lo {
		return lo
	}
	if x > hi {
		return hi
	}
	return x
}

// Within is within.
var Within = hone.Func(within)

// turned has arguments of all sizes, and gives most of them back.
func turned(a int8, b uint16, c int32, d float32, e bool, f uint8, g int64, x []int16) ([]int16, int64, uint8, bool, float32, int32, uint16, int8) {
	if e {
		x[0] += int16(a)
		return x, g, f, !e, -d, c, b + 1, a
	}
	return x, g, f, e, d, c >> 1, b, -a
}

// Turned is turned.
var Turned = hone.Func(turned)

// above finds something, or gives an argument back.
func above(x []float64, limit float64, other int) (int, float64) {
	for i, v := range x {
		if v > limit {
			return i, v
		}
	}
	return other, limit
}

// Above is above.
var Above = hone.Func(above)

// sums has results of several sizes, one of which is an argument.
func sums(x []float64, y []float32, k int64, odd bool) (n int32, s float64, t float32, k2 int64, same bool) {
	if len(x) == 0 {
		return int32(len(y)), 0, 0, k, odd
	}
	for i := range x {
		s += x[i]
		if odd == (i%2 == 1) {
			t -= y[i]
			n++
		}
	}
	return n, s, t, k, odd
}

// Sums is sums.
var Sums = hone.Func(sums)

type cell struct {
	id     uint8
	at     [3]float64
	flags  struct{ up, down bool }
	values []float32
	weight float32
	next   *series
}

// moved has a struct of all kinds of things, by value.
func moved(c cell, by float64, i int) (float32, float64, bool, uint8) {
	if c.flags.up == c.flags.down {
		return c.weight, by, c.flags.down, c.id
	}
	c.next.value[i] += by * c.at[i%3]
	return c.values[i] * c.weight, c.at[2], c.flags.up, c.id + 1
}

// Moved is moved.
var Moved = hone.Func(moved)

// many has more arguments than there are registers, and two loops.
func many(a, b, c, d, e, f, g, h []float64, k float64, n int) (float64, int, []float64) {
	sum := hone.Sum(n, func(i int) float64 { return a[i]*b[i] + c[i]*d[i] })
	for i := range hone.Parallel(n) {
		e[i] = f[i]*sum + g[i]
	}
	return max(sum, k), n, h
}

// Many is many.
var Many = hone.Func(many)

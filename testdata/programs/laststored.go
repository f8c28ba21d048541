package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops that store to one place where a condition says so, and don't load it: what is there behind them is what was stored last, or what was there.

// lastNearest leaves the place of the nearest point to each query in memory all the while.
func lastNearest(out []int32, qx, qy, px, py []float32) {
	for q := range out {
		x, y := qx[q], qy[q]
		least := float32(5)
		for i := len(px) - 1; i >= 0; i-- {
			dx, dy := px[i]-x, py[i]-y
			if d := dx*dx + dy*dy; d <= least {
				least = d
				out[q] = int32(i)
			}
		}
	}
}

var LastNearest = hone.Func(lastNearest)

// lastKinds stores to three places of a row, in arms of choices in arms; some rows store nothing, and bytes, words and doubles are kept.
func lastKinds(kind []uint8, value []float64, at []int16, a []float32, m, n int) {
	for y := range hone.Parallel(m) {
		for x := range n {
			v := a[y*n+x]
			if v > 0.5 {
				if v > 0.9 {
					kind[y] = uint8(x)
				} else if v > 0.8 {
					kind[y] = 200
				}
				value[y] = float64(v) * 2
			} else if v < -0.9 {
				kind[y] = 100
				at[y] = int16(x)
			}
		}
	}
}

var LastKinds = hone.Func(lastKinds)

// lastOver has rows of which the stores may meet what is loaded, and the rows of a table that is short.
func lastOver(out, limit []int32, a []int32, n int) {
	for y := range out {
		for x := range n {
			if v := a[y+x]; v > limit[y] {
				out[y] = v + int32(x)
			}
		}
	}
}

var LastOver = hone.Func(lastOver)

// A lastSeen is what has been seen last.
type lastSeen struct {
	when int32
	what float32
	sum  float32
}

// lastFields keeps one field of a structure where a condition says so, and adds to another.
func lastFields(seen []lastSeen, a []float32, m, n int) {
	for y := range hone.Parallel(m) {
		for x := range n {
			v := a[x*m+y]
			seen[y].sum += v
			if v > 0.7 {
				seen[y].when = int32(x)
			}
			if v > 0.8 {
				seen[y].what = v
			}
		}
	}
}

var LastFields = hone.Func(lastFields)

// lastAsked asks for what has been stored, before and behind.
func lastAsked(out, sum []int32, a []int32, m, n int) {
	for y := range hone.Parallel(m) {
		for x := range n {
			if v := a[y*n+x]; v > 0 {
				out[y] = v
			} else {
				sum[y] += out[y]
			}
		}
	}
}

var LastAsked = hone.Func(lastAsked)

// lastCube stores in a loop in a loop, at a place of the outermost, and behind the inner one.
func lastCube(out, a []int, m, n int) {
	for y := range hone.Parallel(m) {
		for x := range n {
			for z := range 3 {
				if v := a[(y*n+x)%len(a)] + z; v&7 == 3 {
					out[y] = v
				}
			}
			if a[y*n+x] == 4 {
				out[y] = -1
			}
		}
	}
}

var LastCube = hone.Func(lastCube)

func init() {
	add("LastNearest", lastNearest, LastNearest, args(i32s, nearly(f32s), f32s, f32s, nearly(f32s)), upTo(700), fmaTol(-1))
	add("LastKinds", lastKinds, LastKinds, args(u8s, f64s, i16s, square(f32s), size, size), upTo(200))
	add("LastOver", lastOver, LastOver, args(i32s, i32s, nearly(plus(2, i32s)), one(between(0, 3))), upTo(700))
	add("LastFields", lastFields, LastFields, args(vec(func(r *rand.Rand) lastSeen { return lastSeen{what: tame[float32](r)} }), square(f32s), size, size), upTo(200))
	add("LastAsked", lastAsked, LastAsked, args(i32s, i32s, square(i32s), size, size), upTo(200))
	add("LastCube", lastCube, LastCube, args(i64s, square(i64s), size, size), upTo(200))
}

// Package spec has programs on which the partial evaluator is tested: they run as plain Go, interpreted, and specialised.
package spec

import (
	"github.com/hone-go/hone"
	"github.com/hone-go/hone/vmath"
)

// Functions as values.

func compose[A, B, C any](f func(A) B, g func(B) C) func(A) C {
	return func(x A) C { return g(f(x)) }
}

func Compose(x int) float64 {
	half := func(n int) float64 { return float64(n) / 2 }
	return compose(compose(func(n int) int { return n + 1 }, half), func(y float64) float64 { return y * y })(x)
}

func Curry(a, b, c int) int {
	add := func(x int) func(int) func(int) int {
		return func(y int) func(int) int { return func(z int) int { return x*100 + y*10 + z } }
	}
	return add(a)(b)(c)
}

type shape struct {
	area  func(float64) float64
	scale float64
}

func FunctionInStruct(x float64) float64 {
	s := shape{func(r float64) float64 { return 3 * r * r }, 2}
	t := s
	t.area = func(a float64) float64 { return s.area(a) - a }
	return t.area(x) * t.scale
}

func FunctionsInArray(x int, i int) int {
	fs := [3]func(int) int{
		func(n int) int { return n + 1 },
		func(n int) int { return n * 2 },
		func(n int) int { return -n },
	}
	for k := range hone.Unroll(0, 3) {
		x = fs[k](x)
	}
	return x
}

func CapturedByReference(n int) int {
	count := 0
	inc := func(by int) { count += by }
	for i := 0; i < n; i++ {
		inc(i)
		inc(1)
	}
	return count
}

func Counter(n int) (int, int) {
	counter := func(start int) (func() int, *int) {
		c := start
		return func() int { c++; return c }, &c
	}
	a, pa := counter(n)
	b, _ := counter(10)
	a()
	*pa *= 2
	b()
	return a(), b()
}

func Pointers(x, y int) (int, int) {
	swap := func(p, q *int) { *p, *q = *q, *p }
	if x > y {
		swap(&x, &y)
	}
	return x, y
}

func PointerAcrossIf(x int) int {
	a, b := 1, 2
	p := &a
	if x > 0 {
		*p = x
	} else {
		b = x
	}
	q := &b
	*q += *p
	return a*1000 + b
}

func CellFromBranch(x int) int {
	var f func() int
	if x == 3 {
		panicked := x
		_ = panicked
	}
	y := 5
	switch {
	case x < 0:
		return -1
	default:
		z := x * 2
		f = func() int { z++; return z + y }
	}
	y = 7
	f()
	return f()
}

// Generators.

func count(lo, hi int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := lo; i < hi; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

func evens(in func(func(int) bool)) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range in {
			if i%2 != 0 {
				continue
			}
			if !yield(i) {
				return
			}
		}
	}
}

func zip[T any](a, b []T) func(func(T, T) bool) {
	return func(yield func(T, T) bool) {
		for i := range min(len(a), len(b)) {
			if !yield(a[i], b[i]) {
				return
			}
		}
	}
}

func tile(h, w, size int) func(func(int, int) bool) {
	return func(yield func(int, int) bool) {
		for i := 0; i < h; i += size {
			for j := 0; j < w; j += size {
				for y := i; y < min(i+size, h); y++ {
					for x := j; x < min(j+size, w); x++ {
						if !yield(y, x) {
							return
						}
					}
				}
			}
		}
	}
}

func GeneratorSum(n int) int {
	s := 0
	for i := range count(0, n) {
		s += i * i
	}
	return s
}

func GeneratorOfGenerator(n int) int {
	s := 0
	for i := range evens(count(1, n)) {
		s = s*3 + i
	}
	return s
}

func GeneratorBreak(a []float64, x float64) (at int) {
	at = -1
	for i := range count(0, len(a)) {
		if a[i] > x {
			at = i
			break
		}
	}
	return at
}

func GeneratorReturn(a []float64, x float64) (int, float64) {
	for i := range count(0, len(a)) {
		if a[i] > x {
			return i, a[i]
		}
	}
	return -1, 0
}

func GeneratorZip(a, b []float64) (dot float64) {
	for x, y := range zip(a, b) {
		dot += x * y
	}
	return dot
}

func GeneratorTile(h, w int) int {
	s := 0
	for y, x := range tile(h, w, 3) {
		s = s*31 + y*100 + x
	}
	return s
}

func GeneratorsNested(n, m int) int {
	s := 0
outer:
	for i := range count(0, n) {
		for j := range count(0, m) {
			if i*j == 12 {
				continue outer
			}
			if i+j > 20 {
				break outer
			}
			if i*j == 35 {
				return s + 1000
			}
			s += i ^ j
		}
		s++
	}
	return s
}

// Control flow.

func classify(x float64) int {
	if x < 0 {
		return -1
	}
	if x == 0 {
		return 0
	}
	if x < 10 {
		return 1
	}
	return 2
}

func EarlyReturns(a []float64) int {
	n := 0
	for _, x := range a {
		n = n*3 + classify(x)
	}
	return n
}

func inside(x, lo, hi float64) bool { return x >= lo && x < hi }

func Conditions(x float64) (n int) {
	if inside(x, 0, 1) || inside(x, 5, 6) && !inside(x, 5.25, 5.5) {
		n = 1
	}
	//lint:ignore S1002 a comparison of bools
	if b := inside(x, 5, 9); b == true {
		n += 2
	}
	return n
}

func find(a []float64, x float64) int {
	for i, v := range a {
		if v == x {
			return i
		}
	}
	return -1
}

func SearchTwice(a []float64, x, y float64) int {
	i, j := find(a, x), find(a, y)
	if i < 0 || j < 0 {
		return -1
	}
	return i*100 + j
}

func PartialReturn(x, y int) int {
	f := func() int {
		r := y
		if x > 0 {
			if y > 3 {
				return 7
			}
			r += 2
		}
		for i := 0; i < y; i++ {
			if i*i > 20 {
				return r + i
			}
			r += i
		}
		return r
	}
	return f() + 1
}

func Switch(x int) (s int) {
	for i := 0; i < x; i++ {
		switch i % 5 {
		case 0:
			s += 1
		case 1, 2:
			if i > 10 {
				continue
			}
			s += 10
			fallthrough
		case 3:
			s += 100
			if s > 3000 {
				return s
			}
		default:
			s ^= 1
		}
	}
	return s
}

func Collatz(n int) (steps, top int) {
	x := n&63 + 1
	for x != 1 {
		if x&1 == 0 {
			x >>= 1
		} else {
			x = 3*x + 1
		}
		steps++
		top = max(top, x)
		if steps > 50 {
			break
		}
	}
	return
}

func NestedLoops(n int) int {
	a, b, c := 0, 1, 2
	for i := 0; i < n; i++ {
		for j := 0; j < i; j++ {
			for k := 0; k < 3; k++ {
				a, b, c = b, c, a+b+k
				if a%7 == 3 {
					break
				}
			}
			b ^= j
		}
		c++
	}
	return a + b*3 + c*5
}

func LoopInvariantStatic(n int) int {
	k, mode := 0, 2
	for i := 0; i < n; i++ {
		if mode == 2 {
			k += i
		} else {
			k -= i
		}
	}
	return k
}

func Endless(n int) int {
	i := 0
	for {
		i += 3
		if i > n {
			return i
		}
		if i*i > 500 {
			return -i
		}
	}
}

func OnceLoop(x int) int {
	for {
		if x > 2 {
			x *= 2
			break
		}
		//lint:ignore SA4004 that it runs once is what matters
		return x
	}
	return x + 1
}

// Arrays and structs.

type vec3 struct{ x, y, z float64 }

func (a vec3) add(b vec3) vec3        { return vec3{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a vec3) scale(s float64) vec3   { return vec3{a.x * s, a.y * s, a.z * s} }
func (a vec3) dot(b vec3) float64     { return a.x*b.x + a.y*b.y + a.z*b.z }
func (a *vec3) normalise(eps float64) { *a = a.scale(1 / (a.dot(*a) + eps)) }

func Vectors(a, b vec3, n int) (vec3, float64) {
	s := vec3{}
	for i := 0; i < n; i++ {
		s = s.add(a.scale(float64(i))).add(b)
		if i%3 == 0 {
			s.normalise(1)
		}
	}
	return s, s.dot(a)
}

func SmallArray(x [4]int, i int) (r [4]int) {
	r = x
	r[i&3] += 10
	r[(i+1)&3] *= x[(i+2)&3]
	return r
}

func Table(i int) int {
	t := [...]int{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4}
	return t[i%len(t)]
}

func Histogram(a []uint8) (best int) {
	var h [256]int
	for _, x := range a {
		h[x]++
	}
	for i := range h {
		if h[i] > h[best] {
			best = i
		}
	}
	return best
}

func Matrix(n int) float64 {
	var m [5][6]float64
	for i := 0; i < 5; i++ {
		for j := range 6 {
			m[i][j] = float64(i*j + n)
		}
	}
	c := m
	c[1][2] = 100
	s := 0.0
	for i := range m {
		for j := range m[i] {
			s = s*0.5 + m[i][j] - c[i][j]
		}
	}
	return s
}

// ArrayByTurns has an array that is small, but indexed by the turns of loops of which there may be any number; they will not be written out.
func ArrayByTurns(a []float64, k int) (s float64) {
	var c, d [12]float64
	for i := 0; i < k; i++ {
		c[i] += float64(i)
		d[i%12] -= c[i]
	}
	var e [9]int
	for i := 0; i < len(a); i++ {
		e[i&7+1] += i
	}
	s = float64(e[len(a)&7])
	for i := k; i > 0; i-- {
		s += d[i-1]
	}
	return s
}

// ArrayByFewTurns has loops that will be.
func ArrayByFewTurns(x float64) (s float64) {
	var c [12]float64
	for i := 0; i < 12; i++ {
		c[i] = x * float64(i)
	}
	n := 0
	for i := range 3 {
		for j := range 4 {
			s += c[n] * c[4*i+j]
			n++
		}
	}
	return s
}

// ArrayByParameter is indexed by what no loop counts, if a loop compares it.
func ArrayByParameter(a [12]float64, i, n int) (s float64) {
	for k := range n & 7 {
		if i < n {
			s += a[i&7] + float64(k)
		}
	}
	return s
}

func ArrayUnrolled(x float64) float64 {
	var c [20]float64
	for i := range hone.Unroll(0, 20) {
		c[i] = x * float64(i)
	}
	s := 0.0
	for i := range hone.Unroll(0, 20) {
		if i%3 == 1 {
			continue
		}
		s = s*x + c[i]
	}
	return s
}

func UnrollBreak(a []float64, x float64) int {
	for i := range hone.Unroll(0, 4) {
		if i < len(a) && a[i] > x {
			return i
		}
	}
	return -1
}

type particle struct {
	pos, vel vec3
	hits     [3]int32
	alive    bool
}

func Particles(dt float64, n int) (alive int, far vec3) {
	ps := make([]particle, n&7)
	for i := range ps {
		ps[i].vel = vec3{float64(i), 1, -1}
		ps[i].alive = i%2 == 0
	}
	for range 3 {
		for i := range ps {
			p := ps[i]
			ps[i].pos = p.pos.add(p.vel.scale(dt))
			ps[i].hits[i%3]++
		}
	}
	for _, p := range ps {
		if p.alive {
			alive += int(p.hits[0]) + 1
		}
		if p.pos.dot(p.pos) > far.dot(far) {
			far = p.pos
		}
	}
	return
}

// Recursion.

//hone:filter known(n)
func power(x float64, n int) float64 {
	switch {
	case n == 0:
		return 1
	case n%2 == 0:
		y := power(x, n/2)
		return y * y
	}
	return x * power(x, n-1)
}

func PowerKnown(x float64) float64 { return power(x, 13) }

func PowerUnknown(x float64, n int) float64 { return power(x, n&15) }

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func Fib(n int) int { return fib(n & 15) }

func isEven(n int) bool {
	if n == 0 {
		return true
	}
	return isOdd(n - 1)
}

func isOdd(n int) bool {
	if n == 0 {
		return false
	}
	return isEven(n - 1)
}

func MutualRecursion(n int) bool { return isEven(n & 31) }

func walk(lo, hi int, f func(int)) {
	if hi-lo < 1 {
		return
	}
	mid := (lo + hi) / 2
	walk(lo, mid, f)
	f(mid)
	walk(mid+1, hi, f)
}

func RecursionWithClosure(n, k int) (sum, last int) {
	walk(0, n&31, func(i int) {
		sum = sum*3 + i*k
		last = i
	})
	return
}

//hone:filter true
func always(n int, f func(int) int) int {
	if n == 0 {
		return 0
	}
	return f(n) + always(n-1, f)
}

func AlwaysUnfold(x int) int { return always(5, func(n int) int { return n * x }) }

// Patterns.

func ParallelMap(a []float64, k float64) []float64 {
	out := make([]float64, len(a))
	f := func(x float64) float64 { return x*k + 1 }
	for i := range hone.Parallel(len(a)) {
		y := f(a[i])
		if y < 0 {
			y = -y
		}
		out[i] = y
	}
	return out
}

func parallelRange(n int, body func(int)) {
	for i := range hone.Parallel(n) {
		body(i)
	}
}

func ParallelThroughFunction(a []int) []int {
	out := make([]int, len(a))
	parallelRange(len(a), func(i int) { out[i] = a[len(a)-1-i] * 2 })
	return out
}

func BuildStructs(n int) []vec3 {
	return hone.Build(n&63, func(i int) vec3 { return vec3{float64(i), 1, 2}.scale(0.5) })
}

func SumOfBuild(a []float64) float64 {
	sq := hone.Build(len(a), func(i int) float64 { return a[i] * a[i] })
	return hone.Sum(len(sq), func(i int) float64 { return sq[i] })
}

func ReduceStruct(a []float64) (int, float64) {
	type best struct {
		at int
		v  float64
	}
	b := hone.Reduce(len(a), best{-1, 0}, func(p, q best) best {
		if q.at >= 0 && (p.at < 0 || q.v > p.v) {
			return q
		}
		return p
	}, func(i int) best { return best{i, a[i]} })
	return b.at, b.v
}

func RowSums(m []float64, w int) []float64 {
	w = w&7 + 1
	return hone.Build(len(m)/w, func(y int) float64 {
		s := 0.0
		for x := range w {
			s += m[y*w+x]
		}
		return s
	})
}

func Blur(src []float64, w int) []float64 {
	w = w&7 + 1
	h := len(src) / w
	dst := make([]float64, w*h)
	at := func(y, x int) float64 { return src[min(max(y, 0), h-1)*w+min(max(x, 0), w-1)] }
	for y, x := range hone.Parallel2(h, w) {
		s := 0.0
		for dy := range hone.Unroll(-1, 2) {
			for dx := range hone.Unroll(-1, 2) {
				s += at(y+dy, x+dx)
			}
		}
		dst[y*w+x] = s / 9
	}
	return dst
}

func Hidden(x int) int { return hone.Hide(3)*x + hone.Hide(4) }

// Fill gives a struct of this package's random values.
func Fill(v any, random func() float64) { *v.(*vec3) = vec3{random(), random(), random()} }

func Elementary(x, y float64) (a, b, c, d, e float64) {
	return vmath.Sin(x * 1000), vmath.Exp(x), vmath.Pow(x, y), vmath.Erf(y), vmath.Atan2(x, y)
}

package language

import "math"

// The functions of this file are about the order in which things happen; plain Go's results are what counts.

func orderTuple(s []int, i, j int) int {
	s[i], s[j] = 1, 2 // the first is assigned even if the second panics
	return s[0]
}

func orderSwap(s []int, i int) int {
	i, s[i] = 2, 7
	s[i], i = i, 1
	return i
}

func orderRightFirst(s []int, i, d int) int {
	s[i] = 10 / d // division by zero comes before the index
	return s[0]
}

func orderOpAssign(s []int, i, d int) int {
	s[i] /= d // the index comes before the division
	return s[0]
}

func orderIndexThenIndex(s, t []int, i, j int) int { return s[i] - t[j]*s[j] }

func orderCalls(s []int) int {
	n := 0
	next := func() int { n++; s[n%len(s)] += n; return n }
	at := func() []int { n += 10; return s }
	s[next()%len(s)] = n + next()*n
	at()[next()%len(s)] += next() - n
	s[0], s[next()%3] = next(), n
	x, y := n, next()
	a := [3]int{n, next(), n}
	p := vec3{float64(n), float64(next()), float64(n)}
	t := []int{0, next(), n}
	z := n + s[1] + next() + s[1]
	b := n > 3 && next() > 2 || next() > 100
	if !b == (next() > 5) {
		z++
	}
	return x + 2*y + 3*a[0] + 5*a[1] + 7*a[2] + int(p.x+11*p.y+13*p.z) + 17*t[1] + 19*t[2] + 23*z + 29*n
}

func orderReturn(n int) (int, int, bool) {
	f := func() int { n *= 3; return n }
	return n, f(), n > 10 && f() > 20
}

func orderReturnNamed(n int) (a, b int) {
	a, b = n, n+1
	if n > 2 {
		return b, a
	}
	f := func() int { a = 100; return b }
	return a, f()
}

func (v *vec3) bump() float64 { v.x++; return v.x }

func orderMethod(n float64) float64 {
	v := vec3{n, 1, 2}
	r := v.x + v.bump()*v.x
	w := v
	r += v.dot(vec3{v.bump(), v.x, w.x})
	v.x += v.bump()
	return r + v.x*100
}

func orderSwitch(n int) int {
	k := 0
	next := func(v int) int { k = k*10 + v; return v }
	switch n + k {
	case next(1), next(2):
		k += 1000
	default:
		k += 2000
	case next(3):
		k += 3000
	}
	switch {
	case next(4) == n, n > 1 && next(5) == n+1:
		k++
	}
	return k
}

func orderRange(s []int) int {
	t := s
	n := 0
	for i, x := range t {
		t = t[:1]
		s[len(s)-1] = 50
		n += x * (i + 1)
	}
	var k [2]int
	i := 0
	for i, k[i] = range s[:2] {
		n += i
	}
	return n + i + k[0]*100 + k[1]*1000
}

func orderArrayCopy(n int) int {
	a := [3]int{1, 2, 3}
	b := a
	b[0] = n
	sum := 0
	for i, x := range a {
		a[(i+1)%3] = 10 * x
		sum += x
	}
	set := func() { a[1] = 7 }
	for _, x := range a {
		set()
		sum += x
	}
	p := &b
	for _, x := range p {
		p[2] = 5
		sum += x
	}
	c := [2][2]int{{1, 2}, {3, n}}
	row := c[1]
	c[1][0] = 8
	return sum + a[0] + b[0]*1000 + row[0]*10000 + c[1][0]*100000
}

func orderShadow(n int) int {
	x := n
	if x := x * 2; x > 5 {
		x := x + 1
		n = x
	} else {
		n = -x
	}
	for x := x; x < 3; x++ {
		n += x
	}
	return n*100 + x
}

func orderClosures(n int) int {
	var fs [5]func() int
	for i := 0; i < 5; i++ {
		fs[i] = func() int { i += 10; return i }
		if i == 2 {
			i += n
		}
	}
	sum := 0
	for _, k := range [2]int{0, 1} {
		sum += fs[k]()
	}
	return sum + fs[0]() + 100*fs[0]() + fs[1]()
}

func orderLoopCopies(n int) int {
	sum := 0
	last := func() int { return 0 }
	for i := 0; i < n; i++ {
		prev := last
		last = func() int { return i*i + n }
		sum += last() - prev()
		i := i * 2
		sum += i
	}
	return sum
}

func shifts(x int32, u uint8, n int, c uint64) int64 {
	a := int64(x<<c) + int64(x>>c)<<8 + int64(u<<c) + int64(u>>c)
	return a + int64(x)<<n + int64(u)>>uint(n)
}

func wraps(a int8, b uint16, c int32) int64 {
	a += 100
	b *= 3
	c -= math.MinInt32
	a = -a
	b = -b
	return int64(a) + int64(b)*1000 + int64(c)*7 + int64(^a) + int64(^b)
}

func division(a, b int32, c, d uint8) int32 {
	return a/b*10 + a%b + int32(c/d) + int32(c%d)
}

func floats(x, y float64) (bool, bool, bool, float64, float64, int64) {
	return x < y, x != y, !(x >= y), min(x, y), max(x, y), int64(math.Float64bits(-x))
}

func float32s(x, y float32) float32 {
	z := x*y + float32(float64(x)/3)
	return z - float32(int32(y))/7
}

func slicing(s []int, i, j, k int) int {
	t := s[i:j:k]
	u := t[1:cap(t)]
	u[0] = 99
	return len(t) + 10*cap(t) + 100*len(u) + 1000*s[i+1]
}

func makes(n int) int {
	s := make([]int32, n)
	for i := range s {
		s[i] = int32(i)
	}
	copy(s[1:], s)
	return len(s) + int(s[n/2])
}

func iterators(n int) (sum int) {
	evens := func(yield func(int, float64) bool) {
		for i := range n {
			if i%2 == 0 && !yield(i, float64(i)/2) {
				return
			}
		}
	}
	for i, x := range evens {
		for j := range count(n) {
			if j > i {
				break
			}
			if j == 5 {
				return sum + int(x)
			}
			sum += j
		}
	}
	f := func() int {
		for k := range count(n) {
			if k == 3 {
				return k * 1000
			}
		}
		return -1
	}
	return sum + f()
}

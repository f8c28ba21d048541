// Package language has a function for each row of docs/language.md. A line that is not compiled has a comment that says what the reason
// must be.
package language

func boolType(a, b bool) bool { return a && !b || a != b }

func intTypes(a int, b int8, c int16, d int32, e int64) int {
	return a + int(b) + int(c)*int(d) + int(e)
}

func uintTypes(a uint, b uint8, c uint16, d uint32, e uint64, f byte, r rune) uint64 {
	return uint64(a) ^ uint64(b)<<8 | uint64(c)&^uint64(d) + e + uint64(f) + uint64(r)
}

func floatTypes(a float32, b float64) float64 { return float64(a)*b - 0.5 }

func uintptrType(p uintptr) uintptr { return p>>1 + 1 }

func complexType(z complex128, w complex64, zs []complex64) (complex128, complex64) {
	const i = 1i
	zs[0] += w * 2
	zs[1]++
	z = -z*i + complex128(w)/complex(real(z), 2.5)
	if z != 0 && zs[0] == w {
		z -= 3
	}
	return z, complex(imag(w), float32(real(z)))
}

func stringType(
	s, t string,
) (int, string) {
	if s == t || s[1:] < "b" && t != "" {
		s = t
	}
	switch s {
	case "abc", "x":
		return int(s[0]), s[1:]
	case t[:1]:
		return 2, "two"
	}
	return len(s), s
}

func stringSum(s, t string) string {
	return s + t // want ". of these types is not compiled"
}

func stringValue(n int) int {
	s := "abc"
	names := []string{"a", s, s[1:]}
	if n > 0 {
		s = names[n&1]
	}
	v := struct{ name string }{s}
	w := v
	w.name = "ab"
	if v == w {
		n++
	}
	return n + len(s)
}

func constString(n int) int {
	const s = "abc"
	return n + len(s) + int(s[n])
}

type celsius float64

func (c celsius) kelvin() float64 { return float64(c) + 273.15 }

func namedType(x float64) float64 { return celsius(x).kelvin() }

type vec3 struct{ x, y, z float64 }

func (v vec3) dot(w vec3) float64 { return v.x*w.x + v.y*w.y + v.z*w.z }
func (v *vec3) scale(f float64)   { v.x *= f; v.y *= f; v.z *= f }
func (v *vec3) norm() float64     { return v.dot(*v) }
func (s *sphere) norm() float64   { return s.center.norm() }

type sphere struct {
	center vec3
	radius float64
	tags   [2]int
}

func structType(s sphere, t float64) sphere {
	s.center.x += t
	s.tags[1]++
	u := sphere{center: vec3{t, 2, 3}, radius: s.radius}
	u.center.z = s.center.x
	u.tags = s.tags
	return u
}

func structEqual(a, b sphere) bool { return a == b || a.tags != [2]int{1, 2} }

func arrayType(a [4]float64, i int) float64 {
	var b [4]float64
	b = a
	b[i] += a[3]
	c := [...]float64{3: 1, 0: b[i]}
	return b[0] + c[i&3] + float64(len(b))
}

func sliceType(s []float64, i int) float64 {
	t := s[1:i]
	u := s[:i:len(s)]
	return t[0] + u[0] + float64(cap(t))
}

func sliceOfSlices(rows int) int {
	m := make([][]int, rows)
	for i := range m {
		m[i] = make([]int, rows)
	}
	m[1][1] = 3
	return m[1][1] + len(m[0])
}

func slicesInSlices(rows [][]float64, of []sliced, pair [2][]int, i int) float64 {
	for j, x := range rows[i] {
		rows[0][j] += x * float64(len(of[i].values))
	}
	of[0].values[i] = pair[i&1][i]
	return rows[0][i] + of[i].weight
}

type sliced struct {
	weight float64
	values []int
}

func structOfSlices(s []vec3) float64 {
	type soa struct {
		x []float64
		n int
	}
	p := soa{n: len(s)}
	p.x = make([]float64, p.n)
	for i, v := range s {
		p.x[i] = v.x
	}
	s[0].y = p.x[1]
	return p.x[0]
}

func mapType(n int) int {
	m := map[int]int{} // want "maps are not compiled"
	m[n] = 1           // want "maps are compiled only where they are made by a literal of constant keys, and never change"
	return n
}

var sides = map[string]int{"triangle": 3, "square": 4, "hexagon": 6}

func constantMap(name string, n int) int {
	areas := map[int]float64{1: 0.5, 2: 2, 5: n0}
	k, ok := sides[name]
	if !ok {
		return len(sides)
	}
	return k + int(areas[n])
}

const n0 = 7.5

func chanType(c chan int) int {
	return <-c
}

type list struct {
	value int
	next  *list
}

func recursiveType(n int) int {
	l := list{value: n}
	return l.value + l.next.value // want "recursive types such as language.list are not compiled"
}

func pointerToVariable(a float64) float64 {
	v := vec3{a, a, a}
	p := &v
	p.x = 3
	(*p).y++
	v.scale(2)
	q := &vec3{x: 1}
	q.scale(a)
	n := new(int)
	*n = 4
	return v.x + p.norm() + q.x + float64(*n)
}

func pointerToElement(s []vec3, k int) float64 {
	p := &s[k]
	p.x += 1
	var q = &s[0].y
	*q *= 2
	s[1].scale(3)
	stretch(&s[1], *q)
	for i := range s {
		v := &s[i]
		v.z += v.norm()
	}
	return p.x + *q
}

func stretch(v *vec3, by float64) { v.y *= by }

func pointerToField(s sphere, all []sphere) float64 {
	s.center.scale(2)
	t := &s.tags
	t[1] = 5
	for i, v := range t {
		s.radius += float64(i * v)
	}
	c := &all[0].center
	c.scale(s.center.norm())
	all[0].tags[t[0]%2]++
	return s.radius + all[0].center.x
}

func pointerKept(s []vec3, by float64) *vec3 {
	p := &s[0]
	f := func(q *vec3) { q.x++ }
	f(&s[1])
	fill(&s[0], s)
	r := p
	for i := range s {
		if s[i].x > r.x {
			r = &s[i]
		}
	}
	r.times(by).times(by).y++
	v := *r
	return &v
}

func fill(v *vec3, s []vec3) { v.x = s[0].y }

func (v *vec3) times(by float64) *vec3 {
	v.scale(by)
	return v
}

func pointerReassigned(a, b float64) float64 {
	v, w := vec3{x: a}, vec3{x: b}
	p, q := &v, &w
	if a < b {
		p, q = q, p
	}
	q.y = p.x
	return v.y + 2*w.y
}

func nilPointer(s []vec3, x float64) float64 {
	var p *vec3
	for i := range s {
		if s[i].x == x {
			p = &s[i]
			break
		}
	}
	if p == nil || p == &s[0] {
		return -1
	}
	return p.y
}

func pointersInSlices(n int) int {
	ps := make([]*vec3, n) // want "slices of pointers are not compiled"
	return len(ps)
}

type pair[K, V any] struct {
	key   K
	value V
}

func (p pair[K, V]) swap() pair[V, K] { return pair[V, K]{p.value, p.key} }

func (p *pair[K, V]) setKey(k K) { p.key = k }

func genericType(n int) float64 {
	p := pair[int, float64]{n, 1.5}
	p.setKey(3)
	q := p.swap()
	return q.key + float64(q.value)
}

type base struct{ a, b int }

func (x base) sum() int        { return x.a + x.b }
func (x *base) add(n int)      { x.a += n }
func (x *base) double()        { x.add(x.a) }
func (x base) with(n int) base { x.b = n; return x }

type derived struct {
	base
	c int
}

type viaPointer struct{ *base }

func embedding(n int) int {
	d := derived{base{n, 2}, 3}
	d.a = 5
	b := base{1, n}
	b.double()
	v := viaPointer{&b}
	v.add(3)
	v.b = 7
	return d.sum() + d.with(4).b + d.c + v.sum() + b.a
}

func conversions(i int, f float64, g float32, u uint8) float64 {
	return float64(i) + float64(int32(f)) + float64(uint16(g)) + float64(int8(u)) + float64(celsius(f)) + float64(f*f)
}

func stringConversion(b []byte) int {
	s := string(b)
	b[0] = 'x'
	c := []byte(s)
	c[1]++
	sum := copy(b, "cd") + len(append(c, s...))
	for _, r := range []rune(s) {
		sum = 7*sum + int(r)
	}
	return sum + int(s[0]) + len(string([]byte("abc")))
}

func stringOfRunes(r []rune, n int) int {
	s := string(r)       // want "conversion of a ..rune to a string is not compiled"
	t := string(rune(n)) // want "conversion of a rune to a string is not compiled"
	return len(s) + len(t)
}

func sliceToArray(s []int) int {
	a := [4]int(s)
	p := (*[2]int)(s[1:])
	p[1] += a[3]
	*(*[1]int)(p[:]) = [1]int{7}
	return a[0] + p[0]
}

type buffered struct {
	buf [8]byte
	mat [2][2]float64
}

func (b *buffered) first(n int) []byte { return b.buf[:n] }

func sliceOfArray(s []byte, i int) int {
	var b buffered
	n := copy(b.buf[2:], s)
	p := &b.buf
	t := p[i:][:2:3]
	t[0] = b.first(3)[1]
	var a [300]float64
	a[:i][0] = 1
	return n + len(a[1:]) + int(b.buf[i])
}

func sliceOfPart(s []buffered, n int) int {
	b := s[1]
	t := s[0].buf[:n]
	u := b.mat[n&1][:]
	u[1] = 7
	copy(t[1:], s[1].buf[:])
	row := &s[1].mat[1]
	for i, v := range row[:1] {
		row[i+1] = v + 2
	}
	return len(t)<<8 + cap(t)<<4 + int(s[0].buf[2]) + int(b.mat[0][1]+b.mat[1][1]) + int(s[1].mat[1][1])
}

// sliceUpTo slices arrays up to capacities that are no constants.
func sliceUpTo(b buffered, lo, hi, limit int) int {
	t := b.buf[lo:hi:limit]
	t[0] = 7
	u := b.buf[1 : lo+1 : lo+1]
	u = append(u, 9) // elsewhere
	return len(t)*100 + cap(t)*10 + len(u)
}

func sliceUpToUnsigned(b [4]int32, limit uint8) int { return cap(b[:2:limit]) }

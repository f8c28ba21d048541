package language

import "github.com/hone-go/hone"

// The functions of this file are about the operands of one statement: which of two that fail panics, and what those see that stand to the left of a
// call with effects. Plain Go's results are what counts.

// operandPanics has a statement for each form, in which several operands may fail.
func operandPanics(form int, x, y, z []int, i, j, k, d int) int {
	v := 0
	arr := [4]int{1, 2, 3, 4}
	vs := []vec3{{1, 2, 3}, {4, 5, 6}}
	switch form {
	case 0:
		x[i] += min(v, y[j])
	case 1:
		x[0] = x[i] - max(v, y[j])
	case 2:
		x[i], y[j] = y[j], x[i]
	case 3:
		x[min(i, y[j])] = z[k]
	case 4:
		x[y[j]] = z[k]
	case 5:
		x[y[j]+1] = z[k]
	case 6:
		x[y[j]+1] += z[k]
	case 7:
		x[y[j]] += z[k] / d
	case 8:
		v = x[i] / d * y[j]
	case 9:
		v = x[i] + len(y[j:])
	case 10:
		v = x[i] + copy(x, y[j:])
	case 11:
		v = x[i] + len(make([]int, j-7))
	case 12:
		v = x[i] + int(real(complex(float64(y[j]), 1)))
	case 13:
		v = x[i] + [2]int{y[j], z[k]}[d]
	case 14:
		v = x[i] + int(vec3{x: float64(y[j])}.x)
	case 15:
		x[i], v, z[k] = y[j], z[d], 5
	case 16:
		x[i], z[y[j]] = 1, 2
	case 17:
		x[y[i]], z[y[j]] = 1, 2
	case 18:
		x[i], v = 7, 8/d
	case 19:
		v, x[i] = y[j], 7/d
	case 20:
		x, x[i] = y[j:], 3
	case 21:
		arr[i], arr[j] = arr[j], arr[i]
	case 22:
		arr[x[i]], v = y[j], z[k]
	case 23:
		x[i], y[j] = orderTwo(z[k])
	case 24:
		x[y[i]], z[y[j]] = orderTwo(d)
	case 25:
		v = orderOne(x[i], y[j]) + z[k]
	case 26:
		v = z[k] + orderOne(x[i], 1)
	case 27:
		if z[k] > 0 && x[i] > y[j] {
			v = 1
		}
	case 28:
		v = z[k]
		if x[i] > y[j] && z[k] > 0 || x[j] > 0 {
			v = 1
		}
	case 29:
		v = x[i] << d
		v += y[j] << (d - 1)
	case 30:
		v = x[i] + x[j:k][d]
	case 31:
		v = x[y[i]:][z[k]]
	case 32:
		v = len(x[i:][y[j]:z[k]:5])
	case 33:
		x[i]++
		vs[i].x, vs[j].y = vs[j].y, vs[k].x
	case 34:
		for v, x[i] = range y[j:] {
			v += 2
		}
	case 35:
		switch x[i] {
		case y[j], z[k]:
			v = 3
		case 1 / d:
			v = 4
		}
	case 36:
		for t := x[i]; t < y[j]; t += 1 + z[k] {
			v += t
		}
	case 37:
		v = arr[x[i]] - arr[j]*vs[k].at(d)
	case 38:
		vs[i] = vec3{float64(x[j]), float64(y[k]), 1}
	case 39:
		v = x[i] * int(math32Div(z[k], d))
	case 40:
		u, w := x[i], y[j]
		v = u - w
	case 41:
		w := x[i]
		w, v = y[j]+w, w/d
		v += w
	case 42:
		vs[i].x, vs[i].y = float64(y[j]), float64(z[k])
	case 43:
		_, v = x[i], y[j]
	}
	return v + x[0]*100 + y[1] + z[2] + arr[0]
}

func orderTwo(a int) (int, int) { return a + 1, a - 1 }

func orderOne(a, b int) int { return a*3 + b }

var OrderOne = hone.Func(orderOne)

func math32Div(a, b int) float32 { return float32(a / b) }

func (v vec3) at(i int) int { return [3]int{int(v.x), int(v.y), int(v.z)}[i] }

// operandPanicsLifted is about operands that are no calls and come first nevertheless.
func operandPanicsLifted(form int, x []int, zs, zt []complex128, ps []vec3, i, j, k int) (int, complex128) {
	switch form {
	case 0:
		return 0, zs[i] + zt[j]/zs[k]
	case 1:
		return 0, zs[i]*zt[j] - zt[k]
	case 2:
		if ps[i] == (vec3{float64(x[j]), 1, 2}) {
			return 1, zs[k]
		}
	case 3:
		if ps[i] == ps[j] && x[k] > 0 {
			return 2, 1
		}
	case 4:
		zs[i] /= zt[j]
		ps[j] = vec3{1, 2, float64(x[k])}
	case 5:
		ps[i], x[j] = vec3{float64(x[k]), 1, 2}, int(real(zt[j]))
	case 6:
		ps[x[i]] = vec3{float64(x[j]), float64(x[k]), 2}
	case 7:
		ps[vec3{x: ps[j].y}.index(0)], x[k] = ps[i], x[j]
	case 8:
		p := &ps[i]
		p.x, p.y = float64(x[j]), float64(x[k])
	case 9:
		n, p := x[j], &ps[i]
		p.x += float64(n + x[k])
	case 10:
		i, p := j, &ps[i]
		p.y += float64(x[i] + x[k])
	}
	return x[0], zs[0]
}

func (v vec3) index(i int) int { return int(v.x) + i }

// operandPanicsReturned is about results.
func operandPanicsReturned(x, y []int, i, j, d int) (a, b, c int) {
	if d == 3 {
		a = 2
		return x[i], a + y[j], 1
	}
	return x[i], y[j], 5 / d
}

// operandEffects has a statement for each form with a call that changes what stands to its left.
func operandEffects(form int, s []int) int {
	i, v := 0, 0
	d := make([]int, 4)
	a := [2]int{s[0], 1}
	z := complex(1, 2)
	inc := func() int { i++; s[i] += 10; z += 1; return i }
	next := func() int { s = s[1:]; d = d[1:]; return 1 }
	read := func() int { return d[0] }
	change := func() [2]int { b := a; a[0]++; return b }
	first := func(s []int, k int) int { return s[0]*10 + k }
	switch form {
	case 0:
		v = len(s[i:])*10 + inc()
	case 1:
		v = s[i:][0] + inc()
	case 2:
		v = s[1:][0] + next()
	case 3:
		v = first(s[i:], inc())
	case 4:
		v = copy(d, s) + next()
	case 5:
		v = copy(d, s)*10 + read()
	case 6:
		v = len(make([]int, i))*10 + inc()
	case 7:
		v = min(i, 10)*10 + inc()
	case 8:
		if a == change() {
			v = 1
		}
	case 9:
		v = s[i]*10 + inc()
	case 10:
		v = len(s)*10 + next()
	case 11:
		v = cap(d)*10 + next()
	case 12:
		v = int(real(z))*10 + inc()
	case 13:
		v = i*10 + inc() + max(i, 2)*1000 + inc()
	case 14:
		v = s[i : inc()+2][0] + len(s[i:])
	case 15:
		s[i] = inc()
	case 16:
		s[i] += inc()
	case 17:
		s[i], i = inc(), inc()+5
	case 18:
		i, s[i] = inc(), len(s)
	case 19:
		v = vec3{float64(i), float64(inc()), float64(len(s))}.at(1) + i
	case 20:
		v = *new(int) + inc()*a[min(i, 1)]
	case 21:
		d[i], v = orderTwo(inc())
	case 22:
		v = int(imag(complex(float64(i), float64(inc())))) + len(s[inc():])
	case 23:
		v = func(k int) int { return k*i + inc() }(i) + i
	case 24:
		v = OrderOne.Call(i, inc())
	case 25:
		for range [2][2]int{{1, 2}, {3, 4}}[min(inc(), s[0])] {
			v += len([2][2]int{}[min(inc(), 9)])
		}
	}
	return v + 100*i + 10000*s[0] + 100000*d[0] + len(s)
}

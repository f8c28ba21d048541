package programs

import (
	"iter"
	"math/rand"

	"github.com/hone-go/hone"
)

// Interface values wherever they may be: in recursion, closures, generic functions, embedded, nested, compared, named results.

type meter interface{ measure(by ...float64) float64 }

type ruler struct{ unit float64 }

func (r ruler) measure(by ...float64) float64 {
	for _, x := range by {
		r.unit += x
	}
	return r.unit
}

type callCounter struct{ n int }

func (c *callCounter) measure(by ...float64) float64 {
	c.n += len(by)
	return float64(c.n)
}

// doubled holds another.
type doubled struct{ meter }

func (d doubled) measure(by ...float64) float64 { return 2 * d.meter.measure(by...) }

// deepMeter is embedded by pointer, so that the methods of its interface value are promoted through it.
type deepMeter struct {
	*doubled
	name string
}

//hone:filter known(n)
func meterDown(m meter, n int) float64 {
	if n <= 0 {
		return m.measure()
	}
	return m.measure(1) + meterDown(m, n-1)
}

func pickMeter(x float64) (m meter, scale float64) {
	scale = x
	m = ruler{x}
	return
}

func both(x float64) (meter, any) { return doubled{&callCounter{1}}, x }

func kindOf[T any](x T) int {
	switch any(x).(type) {
	case float64:
		return 1
	case int, int8:
		return 2
	case string:
		return 3
	case []T:
		return 4
	case interface{ measure(...float64) float64 }:
		return 5
	}
	return 6
}

func eachMeter(a, b meter) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		if yield(a.measure()) {
			yield(b.measure(1, 2))
		}
	}
}

func dynamics(out, x []float64, s string) {
	for i := range min(len(out), len(x)) {
		c := &callCounter{i & 7}
		sum := meterDown(c, 3) + meterDown(doubled{c}, 2) + meterDown(doubled{doubled{ruler{x[i]}}}, 1)
		m, scale := pickMeter(x[i])
		sum += m.measure(scale)
		w, v := both(x[i])
		sum += w.measure(1, 2, 3) + v.(float64)
		d := deepMeter{&doubled{c}, s}
		sum += d.measure(x[i]) + areaLike(d)
		sum += float64(kindOf(x[i])*1000 + kindOf(i)*100 + kindOf(s)*10 + kindOf(c) + kindOf(int16(1)) + kindOf(d))

		var n any = i
		add := func(k int) { n = n.(int) + k }
		add(2)
		add(3)
		sum += float64(n.(int))
		for y := range eachMeter(m, c) {
			if y < 0 {
				continue
			}
			sum += y
		}
		if n == any(i+5) && n != any(int8(i)) && any(s) == any(s) && any([2]int{i, 1}) == any([2]int{i, 1}) {
			sum += 0.5
		}
		if meter(d.doubled) == meter(w.(doubled)) || meter(c) == m {
			sum = -1
		}
		if meter(ruler{x[i]}) == m { // not for NaN
			sum += 0.25
		}
		f := c.measure
		g := w.measure
		sum += f(1) + g(2)
		out[i] = sum + jumps(c, i)
	}
}

func areaLike(x any) float64 {
	if m, ok := x.(meter); ok {
		return m.measure()
	}
	return 0
}

// jumps leaves type switches in all ways.
func jumps(x any, n int) (sum float64) {
outer:
	for i := range 5 {
		switch x := x.(type) {
		case meter:
			if i == 1 {
				continue
			}
			if i == n&3 {
				break
			}
			if i == 4 {
				break outer
			}
			sum += x.measure() + 1
		case int:
			sum += float64(<-make(chan int) + x)
		}
		sum += 100
	}
	return sum
}

var Dynamics = hone.Func(dynamics)

// held is a struct with interface values, copied and changed.
type heldMeters struct {
	a meter
	b any
	n int
}

func (h heldMeters) swapped() heldMeters { return heldMeters{a: h.b.(meter), b: h.a, n: h.n + 1} }

func holders(out []float64) {
	for i := range out {
		h := heldMeters{ruler{1}, &callCounter{i & 3}, i}
		p := &h
		p.a = ruler{3}
		k := *p
		k.a = ruler{float64(i)}
		k.n--
		s := p.swapped().swapped()
		if s.a == h.a {
			out[i] = s.a.measure(1) + s.b.(*callCounter).measure(1) + float64(k.n+s.n) + k.a.measure() + h.a.measure()
		}
	}
}

var Holders = hone.Func(holders)

// late gives interface variables their values in branches.
func late(out []float64, x float64) {
	for i := range out {
		var m meter
		if i&1 == 0 {
			m = ruler{x}
		} else if i&2 == 0 {
			m = ruler{float64(i)}
		} else if i == 63 {
			panic("too many")
		} else {
			m = ruler{}
		}
		var n any
		switch i & 3 {
		case 1:
			n = 5
			if i > 7 {
				n = n.(int) + 1
			}
		case 2:
			out[i] = m.measure()
			continue
		default:
			n = i
		}
		var later meter
		later = m
		more := func(by float64) { later = ruler{by} }
		if m != nil && n != nil {
			more(m.measure(1))
			more(later.measure(2))
		}
		out[i] = m.measure(3) + float64(n.(int)) + later.measure()
	}
}

var Late = hone.Func(late)

func init() {
	add("Late", late, Late, args(vec(tame[float64]), one(tame[float64])))
	add("Dynamics", dynamics, Dynamics, args(vec(tame[float64]), vec(tame[float64]), one(func(r *rand.Rand) string { return "abcdef"[:r.Intn(6)] })))
	add("Holders", holders, Holders, args(vec(tame[float64])))
}

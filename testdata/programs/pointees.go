package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Pointers that are assigned again, compared, given back, and lead into slices, arrays and structs.

type wideInt [4]uint64

func (z *wideInt) add(x, y *wideInt) *wideInt {
	var carry uint64
	for i := range z {
		s := x[i] + y[i] + carry
		if s < x[i] || carry == 1 && s == x[i] {
			carry = 1
		} else {
			carry = 0
		}
		z[i] = s
	}
	return z
}

func (z *wideInt) twice(x *wideInt) *wideInt { return z.add(x, x) }

func (z *wideInt) isZero() bool { return *z == wideInt{} }

// chainedSums chains methods that give their receivers back, on elements of slices, with operands that are the results.
func chainedSums(xs []wideInt, k int) (wideInt, int) {
	zeros := 0
	var total wideInt
	for i := range xs {
		z := &xs[i]
		if z.add(z, &xs[k]).twice(z).isZero() {
			zeros++
		}
		total.add(&total, z).add(&total, &xs[len(xs)-1-i])
	}
	return total, zeros
}

var ChainedSums = hone.Func(chainedSums)

type planet struct {
	at    [2]float64
	count int
	next  struct{ left, right int32 }
}

func (n *planet) move(dx, dy float64) *planet {
	n.at[0] += dx
	n.at[1] += dy
	n.count++
	if n.count < 0 {
		panic("count")
	}
	return n
}

// nearestNode keeps a pointer to one of the elements, or to none.
func nearestNode(ns []planet, x, y float64) (count int, where [2]float64, found bool) {
	var best *planet
	least := 10.0
	for i := range ns {
		n := &ns[i]
		dx, dy := n.at[0]-x, n.at[1]-y
		if d := dx*dx + dy*dy; d < least || best == nil && d == least {
			best, least = n, d
		}
	}
	if best == nil {
		return 0, where, false
	}
	best.move(x, y).move(1, 1)
	p := &best.at
	p[1]++
	return best.count, *p, best != nil
}

var NearestNode = hone.Func(nearestNode)

// turnsOfTwo has two variables take turns.
func turnsOfTwo(a, b planet, steps int) (planet, planet, bool) {
	p, q := &a, &b
	for i := range steps {
		p.move(q.at[1], float64(i))
		if p.count%3 != 0 {
			p, q = q, p
		}
	}
	q.count += 10
	return *p, b, p == &a
}

var TurnsOfTwo = hone.Func(turnsOfTwo)

// amongPlaces chooses a place among some of different kinds.
func amongPlaces(ns []planet, m *planet, local planet, choice int) (planet, float64) {
	var none, p *planet
	switch choice & 3 {
	case 0:
		p = &ns[len(ns)/2]
	case 1:
		p = m
	case 2:
		p = &local
	}
	if choice < 0 && p == none {
		p = &planet{count: 5}
	}
	p.move(1, 2) // a nil pointer panics
	p.next.left, p.next.right = p.next.right, p.next.left
	return local, p.at[0] + m.at[1]
}

var AmongPlaces = hone.Func(amongPlaces)

type pairOfNodes struct {
	left, right planet
	rows        [3][2]planet
}

// insideOthers passes parts of what is behind a pointer on; a panic leaves what was stored.
func insideOthers(p *pairOfNodes, i int, dx float64) float64 {
	q := &p.rows[i]
	for k := range q {
		q[k].move(dx, float64(k))
	}
	exchangeNodes(&p.left, &q[1])
	exchangeNodes(&p.left, &p.right)
	p.right.move(1, 1)
	q[(i+1)%3].move(dx, dx)
	return p.left.at[0] + p.rows[0][1].at[1]
}

func exchangeNodes(a, b *planet) { *a, *b = *b, *a }

var InsideOthers = hone.Func(insideOthers)

// mergedBits picks the smaller by a function with two results that are pointers, as sets of bits do.
func mergedBits(a, b []uint64, lens [2]int) (n int) {
	x, y := &bitsOf{a, lens[0]}, &bitsOf{b, lens[1]}
	x, y = byLength(x, y)
	for i, w := range x.words {
		if i < len(y.words) {
			w &= y.words[i]
		}
		n += int(w & 1)
		x.words[i] = w
	}
	return n + x.length
}

type bitsOf struct {
	words  []uint64
	length int
}

func byLength(a, b *bitsOf) (short, long *bitsOf) {
	if a.length <= b.length {
		short, long = a, b
	} else {
		short, long = b, a
	}
	return
}

var MergedBits = hone.Func(mergedBits)

// spansOf reads and writes what slices begin with.
func spansOf(s []uint32, t []uint32, k int) (sum uint32) {
	p := (*[4]uint32)(s)
	if k > 2 {
		p = (*[4]uint32)(t)
	}
	for i := range p {
		p[i] += uint32(i)
		sum += p[i]
	}
	v := p[1:]
	v[0] = sum
	return sum + (*[2]uint32)(s)[1]
}

var SpansOf = hone.Func(spansOf)

// givenOrNil gives back what it got, something new, or nothing.
func givenOrNil(a, b *planet, k int) *planet {
	p := a
	if k&1 != 0 {
		p = b
	}
	if k&2 != 0 {
		n := *p
		p = n.move(1, 1)
	}
	if k&12 == 12 {
		p = nil
	}
	return p
}

var GivenOrNil = hone.Func(givenOrNil)

// apartByPointers has iterations store through pointers to their own elements.
func apartByPointers(ns []planet, by float64) []float64 {
	out := make([]float64, len(ns))
	for i := range hone.Parallel(len(ns)) {
		n, o := &ns[i], &out[i]
		m := n
		if by > 2 {
			m = &planet{at: [2]float64{by, by}}
		}
		*o = m.move(by, 1).at[0]
		*o += n.at[1]
	}
	return out
}

var ApartByPointers = hone.Func(apartByPointers)

// elementOf gives a pointer into a slice to Go.
func elementOf(ps []planet, i int) *planet { return &ps[i] }

var ElementOf = hone.Func(elementOf)

// samePlanet can't know.
func samePlanet(a, b *planet) bool { return a == b }

var SamePlanet = hone.Func(samePlanet)

// weights is a package variable that is a pointer, to what never changes.
var weights = &weighting{scale: [3]float64{1, 2, 4}, names: []byte("abc")}

type weighting struct {
	scale [3]float64
	names []byte
}

func (w *weighting) of(n *planet) float64 { return w.scale[uint(n.count)%3] * n.at[0] }

func weighed(ps []planet) (sum float64) {
	w := weights
	for i := range ps {
		sum += w.of(&ps[i]) + float64(weights.names[i%len(w.names)])
	}
	return sum
}

var Weighed = hone.Func(weighed)

func aPlanet(r *rand.Rand) (n planet) {
	n.at = [2]float64{tame[float64](r), tame[float64](r)}
	n.count = r.Intn(9)
	n.next.left, n.next.right = r.Int31(), r.Int31()
	return n
}

func twoPlanets(r *rand.Rand, n int) []*planet {
	a := aPlanet(r)
	out := []*planet{&a, &a}
	if n > 0 {
		b := aPlanet(r)
		out[1] = &b
	}
	return out
}

func init() {
	small := one(between(-9, 9))
	coord := one(between(-4.0, 4.0))
	add("ChainedSums", chainedSums, ChainedSums, args(vec(func(r *rand.Rand) (l wideInt) {
		for i := range l {
			l[i] = r.Uint64() >> (r.Intn(2) * 63)
		}
		return l
	}), func(r *rand.Rand, n int) any { return n/2 - r.Intn(8)/7*n }))
	add("NearestNode", nearestNode, NearestNode, args(vec(aPlanet), coord, coord), chaotic)
	add("TurnsOfTwo", turnsOfTwo, TurnsOfTwo, args(one(aPlanet), one(aPlanet), func(r *rand.Rand, n int) any { return n }), chaotic)
	add("AmongPlaces", amongPlaces, AmongPlaces, func(r *rand.Rand, n int) []any {
		return []any{vec(aPlanet)(r, n), twoPlanets(r, n)[0], aPlanet(r), r.Intn(20) - 10}
	})
	add("InsideOthers", insideOthers, InsideOthers, func(r *rand.Rand, n int) []any {
		p := &pairOfNodes{left: aPlanet(r), right: aPlanet(r)}
		for i := range p.rows {
			p.rows[i] = [2]planet{aPlanet(r), aPlanet(r)}
		}
		return []any{p, r.Intn(4), float64(r.Intn(9))}
	})
	add("MergedBits", mergedBits, MergedBits, args(u64s, u64s, one(func(r *rand.Rand) [2]int { return [2]int{r.Intn(3), r.Intn(3)} })))
	add("SpansOf", spansOf, SpansOf, args(u32s, u32s, small))
	add("GivenOrNil", givenOrNil, GivenOrNil, func(r *rand.Rand, n int) []any {
		ns := twoPlanets(r, n)
		return []any{ns[0], ns[1], r.Intn(16)}
	})
	add("ApartByPointers", apartByPointers, ApartByPointers, args(vec(aPlanet), coord))
	add("ElementOf", elementOf, ElementOf, args(vec(aPlanet), small), plain("a pointer to a part of something is not compiled as a result"))
	add("SamePlanet", samePlanet, SamePlanet, func(r *rand.Rand, n int) []any {
		ns := twoPlanets(r, n)
		return []any{ns[0], ns[1]}
	})
	add("Weighed", weighed, Weighed, args(vec(aPlanet)))
}

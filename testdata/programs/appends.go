package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Programs that append: to nil, to what has room and to what has none, in loops and in loops inside, in place, several elements, to several slices.

func appendAbove(x []float32, t float32) []float32 {
	var out []float32
	for _, v := range x {
		if v > t {
			out = append(out, v)
		}
	}
	return out
}

var AppendAbove = hone.Func(appendAbove)

// appendTo appends to what the caller has, who sees what fits.
func appendTo(out, x []int32, t int32) []int32 {
	for i, v := range x {
		if v > t {
			out = append(out, v*int32(i+1))
		}
	}
	return out
}

var AppendTo = hone.Func(appendTo)

func appendInPlace(x []float64) []float64 {
	kept := x[:0]
	for _, v := range x {
		if v >= 0 {
			kept = append(kept, v)
		}
	}
	return kept
}

var AppendInPlace = hone.Func(appendInPlace)

// appendRooted starts with what has room, and looks at how much that is when it has been enough.
func appendRooted(x []int64) ([]int64, int) {
	room := len(x)/2 + 1
	out := make([]int64, 1, room)
	for i := 0; i < len(x); i++ {
		if x[i]&1 == 0 {
			out = append(out, x[i])
		}
	}
	if len(out) > room {
		return out, 0
	}
	return out, cap(out[:1])
}

var AppendRooted = hone.Func(appendRooted)

func appendBoth(x []float32, t float32) (low, high []float32, at []int) {
	for i, v := range x {
		if v < t {
			low = append(low, v)
		} else {
			high = append(high, v)
			at = append(at, i)
		}
	}
	return low, high, at
}

var AppendBoth = hone.Func(appendBoth)

// appendAll maps.
func appendAll(x []float32, k float32) []float32 {
	out := []float32{}
	for _, v := range x {
		out = append(out, v*v+k)
	}
	return out
}

var AppendAll = hone.Func(appendAll)

// appendDownTo appends to what is given, two for each, from the last on.
func appendDownTo(out []uint16, x []uint8) []uint16 {
	for i := len(x) - 1; i >= 0; i-- {
		out = append(out, uint16(x[i])<<1, uint16(i))
	}
	return out
}

var AppendDownTo = hone.Func(appendDownTo)

// appendUntil leaves, by an index that leads nowhere or by a value.
func appendUntil(x []int32, ix []int, last int32) (out []int32) {
	for _, i := range ix {
		v := x[i]
		out = append(out, v)
		if v == last {
			return out
		}
	}
	return append(out, -1)
}

var AppendUntil = hone.Func(appendUntil)

// appendEdges finds where an image changes, by rows.
func appendEdges(img []uint8, w int) (xs, ys []int32) {
	for y := 0; y < len(img)/max(w, 1); y++ {
		row := img[y*w : y*w+w]
		for x := 1; x < w; x++ {
			if row[x] > row[x-1]+40 {
				xs = append(xs, int32(x))
				ys = append(ys, int32(y))
			}
		}
	}
	return xs, ys
}

var AppendEdges = hone.Func(appendEdges)

// appendReached visits a graph breadth first: what an iteration appends, later ones read.
func appendReached(start, to []int32, s int32) (order, dist []int32) {
	dist = make([]int32, len(start)-1)
	for i := range dist {
		dist[i] = -1
	}
	queue := []int32{s}
	dist[s] = 0
	for head := 0; head < len(queue); head++ {
		u := queue[head]
		for _, v := range to[start[u]:start[u+1]] {
			if dist[v] < 0 {
				dist[v] = dist[u] + 1
				queue = append(queue, v)
			}
		}
	}
	return queue, dist
}

var AppendReached = hone.Func(appendReached)

// appendFilled floods a picture from one place on, with a stack.
func appendFilled(img []uint8, w, at int) int {
	h := len(img) / w
	old, n := img[at], 0
	if old == 255 {
		return 0
	}
	stack := []int{at}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if img[p] != old {
			continue
		}
		img[p] = 255
		n++
		x, y := p%w, p/w
		if x > 0 {
			stack = append(stack, p-1)
		}
		if x+1 < w {
			stack = append(stack, p+1)
		}
		if y > 0 {
			stack = append(stack, p-w)
		}
		if y+1 < h {
			stack = append(stack, p+w)
		}
	}
	return n
}

var AppendFilled = hone.Func(appendFilled)

// appendVarints writes numbers as bytes.
func appendVarints(x []uint32) []byte {
	var out []byte
	for _, v := range x {
		for v >= 0x80 {
			out = append(out, byte(v)|0x80)
			v >>= 7
		}
		out = append(out, byte(v))
	}
	return out
}

var AppendVarints = hone.Func(appendVarints)

type spanOf struct {
	From, To int32
	Sum      float32
}

// appendSpans appends structs, and changes the last one.
func appendSpans(x []float32) []spanOf {
	var out []spanOf
	for i, v := range x {
		if n := len(out); n > 0 && (v < 0) == (out[n-1].Sum < 0) {
			out[n-1].To = int32(i)
			out[n-1].Sum += v
			continue
		}
		out = append(out, spanOf{int32(i), int32(i), v})
	}
	return out
}

var AppendSpans = hone.Func(appendSpans)

// appendJoined appends slices, of itself, too.
func appendJoined(a, b []int16, times int) []int16 {
	out := append([]int16(nil), a...)
	out = append(out, b...)
	for range times {
		out = append(out, out[:len(out)/2]...)
	}
	return out
}

var AppendJoined = hone.Func(appendJoined)

// appendShared appends twice to the same slice: the second overwrites what the first has appended, where there was room.
func appendShared(s []int32, x, y int32) (a, b []int32) {
	a = append(s, x)
	b = append(s, y, y+1)
	return a, b
}

var AppendShared = hone.Func(appendShared)

// appendRemoved removes an element, and puts it in elsewhere.
func appendRemoved(s []int64, i, j int) []int64 {
	v := s[i]
	s = append(s[:i], s[i+1:]...)
	s = append(s, 0)
	copy(s[j+1:], s[j:])
	s[j] = v
	return s
}

var AppendRemoved = hone.Func(appendRemoved)

type builder struct {
	buf   []float64
	total float64
}

func (b *builder) add(v float64) {
	b.buf = append(b.buf, v)
	b.total += v
}

// appendBuilt appends by a method, to a field.
func appendBuilt(x []float64, skip int) ([]float64, float64) {
	var b builder
	for i, v := range x {
		if i%3 != skip {
			b.add(v)
		}
	}
	return b.buf, b.total
}

var AppendBuilt = hone.Func(appendBuilt)

// appendHull is the upper hull of points by x: it takes back what it appended.
func appendHull(y []float64) []int {
	var hull []int
	for i := range y {
		for len(hull) >= 2 {
			a, b := hull[len(hull)-2], hull[len(hull)-1]
			if (y[b]-y[a])*float64(i-a) > (y[i]-y[a])*float64(b-a) {
				break
			}
			hull = hull[:len(hull)-1]
		}
		hull = append(hull, i)
	}
	return hull
}

var AppendHull = hone.Func(appendHull)

// appendMade makes slices with room, or fails.
func appendMade(n, c int) []int32 {
	s := make([]int32, n, c)
	for i := range s {
		s[i] = int32(i)
	}
	return append(s, int32(c))
}

var AppendMade = hone.Func(appendMade)

// appendPrimes looks at what it has appended.
func appendPrimes(n int) []int {
	var primes []int
next:
	for i := 2; i < n; i++ {
		for _, p := range primes {
			if p*p > i {
				break
			}
			if i%p == 0 {
				continue next
			}
		}
		primes = append(primes, i)
	}
	return primes
}

var AppendPrimes = hone.Func(appendPrimes)

// appendRoom looks at how much room there is.
func appendRoom(x []uint8) (out []uint8, grown int) {
	out = make([]uint8, 0, 16)
	for _, v := range x {
		if len(out) == cap(out) {
			grown++
			more := make([]uint8, len(out), 2*cap(out))
			copy(more, out)
			out = more
		}
		if v > 100 {
			out = append(out, v)
		}
	}
	return out, grown
}

var AppendRoom = hone.Func(appendRoom)

// appendRows appends slices, which the garbage collector has to see.
func appendRows(x []float64, w int) float64 {
	var rows [][]float64
	for y := 0; y+w <= len(x); y += w + 1 {
		if x[y] > 0 {
			rows = append(rows, x[y:y+w])
		}
	}
	sum := 0.0
	for _, row := range rows {
		sum += row[0]
	}
	return sum
}

var AppendRows = hone.Func(appendRows)

func init() {
	above := one(between[float32](0, 1))
	zeroToOne := func(r *rand.Rand) float32 { return r.Float32() }
	few := func(r *rand.Rand, n int) any { return r.Intn(4) }
	add("AppendAbove", appendAbove, AppendAbove, args(vec(zeroToOne), above))
	add("AppendTo", appendTo, AppendTo, args(roomy[int32], vec(between[int32](-50, 50)), one(between[int32](-60, 60))))
	add("AppendInPlace", appendInPlace, AppendInPlace, args(vec(wild[float64])))
	add("AppendRooted", appendRooted, AppendRooted, args(vec(between[int64](-50, 50))))
	add("AppendBoth", appendBoth, AppendBoth, args(vec(zeroToOne), above))
	add("AppendAll", appendAll, AppendAll, args(vec(tame[float32]), one(tame[float32])))
	add("AppendDownTo", appendDownTo, AppendDownTo, args(roomy[uint16], vec(between[uint8](0, 255))))
	add("AppendUntil", appendUntil, AppendUntil, args(vec(between[int32](0, 300)), astray, one(between[int32](0, 400))))
	add("AppendEdges", appendEdges, AppendEdges, args(square(vec(between[uint8](0, 255))), size), upTo(200))
	add("AppendReached", appendReached, AppendReached, func(r *rand.Rand, n int) []any {
		n = max(n, 1)
		start, to := make([]int32, n+1), []int32(nil)
		for u := range n {
			for range r.Intn(5) {
				to = append(to, int32(r.Intn(n)))
			}
			start[u+1] = int32(len(to))
		}
		return []any{start, to, int32(r.Intn(n))}
	})
	add("AppendFilled", appendFilled, AppendFilled, func(r *rand.Rand, n int) []any {
		w, h := 1+r.Intn(max(n, 1)), 1+r.Intn(max(n, 1))
		img := make([]uint8, w*h)
		for i := range img {
			img[i] = uint8(max(0, r.Intn(4)-2))
		}
		return []any{img, w, r.Intn(w * h)}
	}, upTo(60))
	add("AppendVarints", appendVarints, AppendVarints, args(vec(func(r *rand.Rand) uint32 { return r.Uint32() >> r.Intn(32) })))
	add("AppendSpans", appendSpans, AppendSpans, args(vec(tame[float32])))
	add("AppendJoined", appendJoined, AppendJoined, args(vec(between[int16](0, 100)), vec(between[int16](0, 100)), few))
	add("AppendShared", appendShared, AppendShared, args(roomy[int32], one(between[int32](0, 9)), one(between[int32](0, 9))))
	add("AppendRemoved", appendRemoved, AppendRemoved, args(plus(1, vec(between[int64](0, 99))), index, index))
	add("AppendBuilt", appendBuilt, AppendBuilt, args(vec(tame[float64]), few))
	add("AppendHull", appendHull, AppendHull, args(vec(tame[float64])), fmaTol(-1))
	add("AppendMade", appendMade, AppendMade, func(r *rand.Rand, n int) []any {
		switch r.Intn(6) {
		case 0:
			return []any{-1 - r.Intn(2), r.Intn(3)}
		case 1:
			return []any{n + 1 + r.Intn(2), n}
		case 2:
			return []any{r.Intn(n + 1), 1 << (47 + r.Intn(16))}
		case 3:
			return []any{1 << (47 + r.Intn(16)), 1 << (47 + r.Intn(16))}
		}
		return []any{r.Intn(n + 1), n}
	})
	add("AppendPrimes", appendPrimes, AppendPrimes, args(size), upTo(2000))
	add("AppendRows", appendRows, AppendRows, args(vec(tame[float64]), one(between(1, 9))))
	add("AppendRoom", appendRoom, AppendRoom, args(vec(between[uint8](0, 255))))
}

// roomy is a slice of a few elements with room for more.
func roomy[T number](r *rand.Rand, n int) any {
	s := make([]T, r.Intn(4), 4+r.Intn(max(n+n/2, 1)))
	if r.Intn(4) == 0 {
		return s[:len(s):len(s)]
	}
	return s
}

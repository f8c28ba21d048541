package programs

import (
	"cmp"
	"math"
	"math/rand"
	"slices"
	"sort"

	"github.com/hone-go/hone"
)

// Recursion that stays: functions that call themselves, and each other, as deep as the data has it.

// recurSum halves its slice; what is behind the first call needs the second half.
func recurSum(x []float64) float64 {
	if len(x) < 2 {
		if len(x) == 0 {
			return 0
		}
		return x[0]
	}
	m := len(x) / 2
	return recurSum(x[:m]) + recurSum(x[m:])
}

// recurDown goes as deep as there are elements, more than the first stack has room for.
func recurDown(x []int32, scale int32) int32 {
	if len(x) == 0 {
		return scale
	}
	k := x[0] * scale
	return recurDown(x[1:], scale+1) ^ k
}

// recurTail calls itself at its end only.
func recurTail(x []int64, at, acc int64) int64 {
	if at >= int64(len(x)) {
		return acc
	}
	if x[at]&1 == 0 {
		return recurTail(x, at+1, acc+x[at])
	}
	return recurTail(x, at+2, acc*3)
}

func ackermann(m, n int) int {
	switch {
	case m == 0:
		return n + 1
	case n == 0:
		return ackermann(m-1, 1)
	}
	return ackermann(m-1, ackermann(m, n-1))
}

func recurAckermann(n int) int { return ackermann(2, n%50) }

// recurEven and recurOdd call each other.
func recurEven(x []uint8) bool {
	if len(x) == 0 {
		return true
	}
	if x[0] > 200 {
		return false
	}
	return recurOdd(x[1:])
}

func recurOdd(x []uint8) bool {
	if len(x) == 0 {
		return false
	}
	return !recurEven(x[1:])
}

// The three functions of a grammar: sums of products of digits and brackets.
func recurExpr(s []uint8, at int) (v float64, next int, ok bool) {
	v, at, ok = recurTerm(s, at)
	for ok && at < len(s) && (s[at] == '+' || s[at] == '-') {
		op := s[at]
		var w float64
		w, at, ok = recurTerm(s, at+1)
		if op == '+' {
			v += w
		} else {
			v -= w
		}
	}
	return v, at, ok
}

func recurTerm(s []uint8, at int) (float64, int, bool) {
	v, at, ok := recurFactor(s, at)
	for ok && at < len(s) && s[at] == '*' {
		w, next, good := recurFactor(s, at+1)
		v, at, ok = v*w, next, good
	}
	return v, at, ok
}

func recurFactor(s []uint8, at int) (float64, int, bool) {
	if at >= len(s) {
		return 0, at, false
	}
	switch c := s[at]; {
	case '0' <= c && c <= '9':
		return float64(c - '0'), at + 1, true
	case c == '(':
		v, next, ok := recurExpr(s, at+1)
		if !ok || next >= len(s) || s[next] != ')' {
			return v, next, false
		}
		return v, next + 1, true
	case c == '-':
		v, next, ok := recurFactor(s, at+1)
		return -v, next, ok
	}
	return math.NaN(), at, false
}

func recurParse(s []uint8) (float64, int, bool) { return recurExpr(s, 0) }

// recurMerge sorts with a buffer.
func recurMerge[T cmp.Ordered](x, tmp []T) {
	if len(x) < 2 {
		return
	}
	m := len(x) / 2
	recurMerge(x[:m], tmp[:m])
	recurMerge(x[m:], tmp[m:])
	copy(tmp, x)
	i, j := 0, m
	for k := range x {
		if j >= len(x) || i < m && tmp[i] <= tmp[j] {
			x[k] = tmp[i]
			i++
		} else {
			x[k] = tmp[j]
			j++
		}
	}
}

// recurQuick sorts the smaller part first, in a loop.
func recurQuick(x []int32) {
	for len(x) > 8 {
		p := x[len(x)/2]
		i, j := 0, len(x)-1
		for i <= j {
			for x[i] < p {
				i++
			}
			for x[j] > p {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i++
				j--
			}
		}
		if j+1 < len(x)-i {
			recurQuick(x[:j+1])
			x = x[i:]
		} else {
			recurQuick(x[i:])
			x = x[:j+1]
		}
	}
	for i := 1; i < len(x); i++ {
		for j := i; j > 0 && x[j] < x[j-1]; j-- {
			x[j], x[j-1] = x[j-1], x[j]
		}
	}
}

func recurSorted(x []float64) { slices.Sort(x) }

func recurSortedFunc(x []int16) {
	slices.SortFunc(x, func(a, b int16) int { return cmp.Compare(b, a) })
}

type recurPair struct {
	key int8
	val float32
}

func recurSortedPairs(x []recurPair) {
	slices.SortStableFunc(x, func(a, b recurPair) int { return int(a.key) - int(b.key) })
}

func recurFloats(x []float64) float64 {
	sort.Float64s(x)
	if len(x) == 0 {
		return 0
	}
	return x[len(x)/2]
}

// queens counts placements, with a loop around the call and one inside.
func queens(row, n int, cols []int) int {
	if row == n {
		return 1
	}
	count := 0
next:
	for c := range n {
		for r := range row {
			if d := cols[r] - c; d == 0 || d == row-r || d == r-row {
				continue next
			}
		}
		cols[row] = c
		count += queens(row+1, n, cols)
	}
	return count
}

func recurQueens(n int, cols []int) int { return queens(0, n%8, cols) }

// A tree in a slice, nodes by index; two children.
type recurNode struct {
	left, right int32
	key         float32
}

func recurGrow(r *rand.Rand, n int) any {
	t := make([]recurNode, n)
	for i := range t {
		t[i] = recurNode{-1, -1, float32(r.Intn(1000))}
		if i == 0 {
			continue
		}
		for at := 0; ; {
			p := &t[at].left
			if r.Intn(2) == 0 {
				p = &t[at].right
			}
			if *p < 0 {
				*p = int32(i)
				break
			}
			at = int(*p)
		}
	}
	if n > 3 && r.Intn(4) == 0 {
		t[r.Intn(n)].right = int32(n + 5) // out of range
	}
	return t
}

func recurVisit(t []recurNode, i int32, visit func(k float32)) {
	if i < 0 {
		return
	}
	recurVisit(t, t[i].left, visit)
	visit(t[i].key)
	recurVisit(t, t[i].right, visit)
}

func recurTree(t []recurNode, out []float32) (n int, sum float32) {
	root := int32(0)
	if len(t) == 0 {
		root = -1
	}
	recurVisit(t, root, func(k float32) {
		out[n] = k
		n++
		sum += k
	})
	return n, sum
}

func (n recurNode) depth(t []recurNode) int {
	d := 0
	if n.left >= 0 {
		d = t[n.left].depth(t)
	}
	if n.right >= 0 {
		d = max(d, t[n.right].depth(t))
	}
	return d + 1
}

func recurDepth(t []recurNode) int {
	if len(t) == 0 {
		return 0
	}
	return t[0].depth(t)
}

// Children in a list: a loop around the call, left early.
func recurFind(first, next []int, at, want int) bool {
	if at == want {
		return true
	}
	for c := first[at]; c >= 0; c = next[c] {
		if recurFind(first, next, c, want) {
			return true
		}
	}
	return false
}

func recurLists(r *rand.Rand, n int) []any {
	first, next := make([]int, n+1), make([]int, n+1)
	for i := range first {
		first[i], next[i] = -1, -1
		if i > 0 {
			p := r.Intn(i)
			first[p], next[i] = i, first[p]
		}
	}
	return []any{first, next, 0, r.Intn(2*n + 1)}
}

// recurFill floods a picture, rows of it.
func recurFill(img [][]uint8, y, x int, from, to uint8) int {
	if y < 0 || y >= len(img) || x < 0 || x >= len(img[y]) || img[y][x] != from {
		return 0
	}
	row := img[y]
	row[x] = to
	n := 1 + recurFill(img, y-1, x, from, to) + recurFill(img, y+1, x, from, to)
	n += recurFill(img, y, x-1, from, to)
	if x+1 < len(row) {
		n += recurFill(img, y, x+1, from, to)
	}
	return n
}

// recurFFT is out of place, with strides.
func recurFFT(out, in []complex128, stride int) {
	n := len(out)
	if n <= 1 {
		if n == 1 {
			out[0] = in[0]
		}
		return
	}
	h := n / 2
	recurFFT(out[:h], in, 2*stride)
	recurFFT(out[h:], in[stride:], 2*stride)
	for k := range h {
		s, c := math.Sincos(-2 * math.Pi * float64(k) / float64(n))
		t := complex(c, s) * out[h+k]
		out[k], out[h+k] = out[k]+t, out[k]-t
	}
}

func recurTransform(out, in []complex128) {
	n := 1
	for 2*n <= min(len(in), len(out)) {
		n *= 2
	}
	if len(in) > 0 && len(out) > 0 {
		recurFFT(out[:n], in[:n], 1)
	}
}

// recurSimpson integrates adaptively.
func recurSimpson(f func(float64) float64, a, b, fa, fm, fb, eps float64, depth int) float64 {
	m := (a + b) / 2
	lm, rm := f((a+m)/2), f((m+b)/2)
	whole := (b - a) / 6 * (fa + 4*fm + fb)
	left, right := (m-a)/6*(fa+4*lm+fm), (b-m)/6*(fm+4*rm+fb)
	if d := left + right - whole; depth == 0 || math.Abs(d) < 15*eps {
		return left + right + d/15
	}
	return recurSimpson(f, a, m, fa, lm, fm, eps/2, depth-1) + recurSimpson(f, m, b, fm, rm, fb, eps/2, depth-1)
}

func recurIntegral(a, b float64) float64 {
	f := func(x float64) float64 { return x * x / (1 + x*x*x*x) }
	return recurSimpson(f, a, b, f(a), f((a+b)/2), f(b), 1e-9, 12)
}

// recurHanoi stores while it goes.
func recurHanoi(n int, from, to, by uint8, moves []uint8, at int) int {
	if n == 0 {
		return at
	}
	at = recurHanoi(n-1, from, by, to, moves, at)
	moves[at] = from<<4 | to
	return recurHanoi(n-1, by, to, from, moves, at+1)
}

func recurTowers(n int, moves []uint8) int { return recurHanoi(n%8, 1, 2, 3, moves, 0) }

// recurWords has frames of all types.
func recurWords(a int8, b uint16, c bool, d float32, e uint64, n int) (int8, uint16, bool, float32, uint64) {
	if n <= 0 {
		return a, b, c, d, e
	}
	p, q, r, s, t := recurWords(a+3, b*5, !c, d/2, e+uint64(n), n-1)
	if c {
		p, q = recurNarrow(p, q, n/2)
	}
	return p - a, q ^ b, r != c, s - d, t*e + 1
}

func recurNarrow(a int8, b uint16, n int) (int8, uint16) {
	if n == 0 {
		return a, b
	}
	x, y := recurNarrow(a-1, b+7, n-1)
	return x ^ a, y - b
}

func recurEverything(a int8, b uint16, c bool, d float32, e uint64, n int) (int8, uint16, bool, float32, uint64) {
	return recurWords(a, b, c, d, e, n%40)
}

// recurGreatest divides, and panics where it is asked for nothing.
func recurGreatest(x []int, y []int, out []int) {
	for i := range out {
		out[i] = recurGCD(x[i], y[i]) / x[i]
	}
}

func recurGCD(a, b int) int {
	if b == 0 {
		return a
	}
	return recurGCD(b, a%b)
}

// recurSwapped merges from one slice to the other, which take turns.
func recurSwapped(dst, src []float32) {
	if len(src) < 2 {
		return
	}
	m := len(src) / 2
	recurSwapped(src[:m], dst[:m])
	recurSwapped(src[m:], dst[m:])
	i, j := 0, m
	for k := range dst {
		if j >= len(src) || i < m && src[i] <= src[j] {
			dst[k] = src[i]
			i++
		} else {
			dst[k] = src[j]
			j++
		}
	}
}

func recurInTurns(x []float32, tmp []float32) {
	n := min(len(x), len(tmp))
	copy(tmp[:n], x)
	recurSwapped(x[:n], tmp[:n:n])
}

// recurCosines is a cosine transform with a buffer that takes turns with the data, parts of it, and capacities.
func recurCosines(in, tmp []float64, n int) {
	if n == 1 {
		in[0] += float64(cap(tmp[:1:2]))
		return
	}
	h := n / 2
	for i := range h {
		x, y := in[i], in[n-1-i]
		tmp[i], tmp[i+h] = x+y, (x-y)/float64(i+1)
	}
	recurCosines(tmp, in, h)
	recurCosines(tmp[h:], in, h)
	for i := range h - 1 {
		in[2*i], in[2*i+1] = tmp[i], tmp[i+h]+tmp[i+h+1]
	}
	in[n-2], in[n-1] = tmp[h-1], tmp[n-1]
}

func recurDCT(x []float64, tmp []float64) {
	n := 1
	for 2*n <= min(len(x), len(tmp)) {
		n *= 2
	}
	if n > 0 && len(x) > 0 && len(tmp) > 1 {
		recurCosines(x, tmp, n)
	}
}

// recurPerms has a function literal that calls itself, in a loop; the variables around it change and don't.
func recurPerms(n int, x []int) (total int) {
	a := x[:min(len(x), n%7)]
	var rec func(k int)
	rec = func(k int) {
		if k == len(a) {
			h := 0
			for _, v := range a {
				h = h*31 + v
			}
			total += h & 7
			return
		}
		for i := k; i < len(a); i++ {
			a[k], a[i] = a[i], a[k]
			rec(k + 1)
			a[k], a[i] = a[i], a[k]
		}
	}
	rec(0)
	return total
}

// recurSubsets has one that gives a result, and counts.
func recurSubsets(x []int32, want int32) (best int32, tried int) {
	x = x[:min(len(x), 10)]
	var try func(i int, sum int32) int32
	try = func(i int, sum int32) int32 {
		tried++
		if i == len(x) {
			if sum > want {
				return -1
			}
			return sum
		}
		return max(try(i+1, sum), try(i+1, sum+x[i]))
	}
	return try(0, 0), tried
}

// recurParallel calls what needs no stack in a parallel loop.
func recurParallel(x, y, out []int) {
	for i := range hone.Parallel(min(len(x), len(y), len(out))) {
		out[i] = recurGCD(x[i], y[i])
	}
}

// recurTwice calls the same function at two places.
func recurTwice(x, y []float64) (float64, float64) {
	a := recurSum(x)
	for i := range y {
		y[i] -= a
	}
	return a, recurSum(y)
}

// What has to stay a call, and why.

func recurStack(x [][]float64, out []float64) {
	for i := range hone.Parallel(min(len(x), len(out))) {
		out[i] = recurSum(x[i])
	}
}

func recurDoubled(x []int32) []int32 {
	if len(x) < 2 {
		return slices.Clone(x)
	}
	m := len(x) / 2
	a, b := recurDoubled(x[:m]), recurDoubled(x[m:])
	for i, v := range b {
		b[i] = v + a[0]
	}
	return append(a, b...)
}

func recurFresh(x []int32) []int32 { return recurDoubled(x) }

func recurDigits(x []uint8, n int) (sum int) {
	var at [10]int
	for i, v := range x {
		at[v%10] = i
	}
	if n > 0 && len(x) > 0 {
		sum = recurDigits(x[1:], n-1)
	}
	for i, p := range at {
		sum = sum*3 + p*i
	}
	return sum + at[n%10]
}

func recurArray(x []uint8) int { return recurDigits(x, len(x)%8) }

// recurRoot finds the root of a tree of a forest and has what it passes point there.
func recurRoot(parent []int32, x int32) int32 {
	if parent[x] != x {
		parent[x] = recurRoot(parent, parent[x])
	}
	return parent[x]
}

// recurUnite joins trees: a loop around recursions, which share a stack.
func recurUnite(parent []int32, edges [][2]int32) (joined int) {
	for _, e := range edges {
		a, b := recurRoot(parent, e[0]), recurRoot(parent, e[1])
		if a != b {
			parent[a] = b
			joined++
		}
	}
	return joined
}

// recurOuter has a recursion within each step of another: two stacks.
func recurOuter(x []int32, depth int32) int32 {
	if depth <= 0 || len(x) == 0 {
		return int32(len(x))
	}
	t := recurDown(x[:len(x)/2], depth)
	for i := range min(len(x), 3) {
		t = t*3 + recurOuter(x[i+1:], depth-1) - recurDown(x[:i], t)
	}
	return t
}

// recurFirst sorts indices by two keys, as cmp.Or compares: it makes a slice of what is compared each time.
func recurFirst(x []recurPair, k int) []int {
	at := make([]int, len(x))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(a, b int) int {
		return cmp.Or(-cmp.Compare(x[a].key, x[b].key), cmp.Compare(x[a].val, x[b].val))
	})
	return at[:min(k, len(at))]
}

var (
	RecurSum         = hone.Func(recurSum)
	RecurDown        = hone.Func(recurDown)
	RecurTail        = hone.Func(recurTail)
	RecurAckermann   = hone.Func(recurAckermann)
	RecurEven        = hone.Func(recurEven)
	RecurParse       = hone.Func(recurParse)
	RecurMergeF64    = hone.Func(recurMerge[float64])
	RecurMergeU8     = hone.Func(recurMerge[uint8])
	RecurQuick       = hone.Func(recurQuick)
	RecurSorted      = hone.Func(recurSorted)
	RecurSortedFunc  = hone.Func(recurSortedFunc)
	RecurSortedPairs = hone.Func(recurSortedPairs)
	RecurFloats      = hone.Func(recurFloats)
	RecurQueens      = hone.Func(recurQueens)
	RecurTree        = hone.Func(recurTree)
	RecurDepth       = hone.Func(recurDepth)
	RecurFind        = hone.Func(recurFind)
	RecurFill        = hone.Func(recurFill)
	RecurTransform   = hone.Func(recurTransform)
	RecurIntegral    = hone.Func(recurIntegral)
	RecurTowers      = hone.Func(recurTowers)
	RecurEverything  = hone.Func(recurEverything)
	RecurGreatest    = hone.Func(recurGreatest)
	RecurInTurns     = hone.Func(recurInTurns)
	RecurDCT         = hone.Func(recurDCT)
	RecurPerms       = hone.Func(recurPerms)
	RecurSubsets     = hone.Func(recurSubsets)
	RecurParallel    = hone.Func(recurParallel)
	RecurStack       = hone.Func(recurStack)
	RecurFresh       = hone.Func(recurFresh)
	RecurArray       = hone.Func(recurArray)
	RecurTwice       = hone.Func(recurTwice)
	RecurUnite       = hone.Func(recurUnite)
	RecurOuter       = hone.Func(recurOuter)
	RecurFirst       = hone.Func(recurFirst)
)

func init() {

	add("RecurSum", recurSum, RecurSum, args(vec(tame[float64])))
	add("RecurDown", recurDown, RecurDown, args(times(40, vec(whole[int32])), one(whole[int32])))
	add("RecurTail", recurTail, RecurTail, args(vec(whole[int64]), one(between[int64](-1, 3)), one(whole[int64])))
	add("RecurAckermann", recurAckermann, RecurAckermann, args(size))
	add("RecurEven", recurEven, RecurEven, args(seldom[uint8](7, whole[uint8])))
	add("RecurParse", recurParse, RecurParse, args(vec(func(r *rand.Rand) uint8 { return "0123((((()))+-*-"[r.Intn(16)] })))
	add("RecurMergeF64", recurMerge[float64], RecurMergeF64, args(vec(tame[float64]), nearly(vec(tame[float64]))))
	add("RecurMergeU8", recurMerge[uint8], RecurMergeU8, args(vec(whole[uint8]), nearly(vec(whole[uint8]))))
	add("RecurQuick", recurQuick, RecurQuick, args(vec(whole[int32])))
	add("RecurSorted", recurSorted, RecurSorted, args(vec(wild[float64])))
	add("RecurSortedFunc", recurSortedFunc, RecurSortedFunc, args(vec(whole[int16])))
	add("RecurSortedPairs", recurSortedPairs, RecurSortedPairs, args(vec(func(r *rand.Rand) recurPair { return recurPair{int8(r.Intn(20)), r.Float32()} })))
	add("RecurFloats", recurFloats, RecurFloats, args(vec(wild[float64])))
	add("RecurQueens", recurQueens, RecurQueens, args(size, fixed(7, vec(between(0, 7)))))
	add("RecurTree", recurTree, RecurTree, args(recurGrow, nearly(vec(tame[float32]))))
	add("RecurDepth", recurDepth, RecurDepth, args(recurGrow))
	add("RecurFind", recurFind, RecurFind, recurLists)
	add("RecurFill", recurFill, RecurFill, func(r *rand.Rand, n int) []any {
		img := make([][]uint8, root(n)+1)
		for y := range img {
			img[y] = make([]uint8, root(n)+r.Intn(2))
			for x := range img[y] {
				img[y][x] = uint8(min(r.Intn(4), 1))
			}
		}
		return []any{img, r.Intn(len(img)), r.Intn(root(n) + 1), uint8(1), uint8(2)}
	})
	add("RecurTransform", recurTransform, RecurTransform, args(vec(func(r *rand.Rand) complex128 { return 0 }), vec(func(r *rand.Rand) complex128 { return complex(r.Float64(), r.Float64()) })), tol(1e-9))
	add("RecurIntegral", recurIntegral, RecurIntegral, args(one(tame[float64]), one(tame[float64])))
	add("RecurTowers", recurTowers, RecurTowers, args(size, fixed(200, vec(whole[uint8]))))
	add("RecurEverything", recurEverything, RecurEverything, args(one(whole[int8]), one(whole[uint16]), one(anyBool), one(tame[float32]), one(whole[uint64]), size))
	add("RecurGreatest", recurGreatest, RecurGreatest, args(seldomZero(vec(between(-500, 500))), vec(between(-500, 500)), nearly(vec(between(0, 2)))))
	add("RecurInTurns", recurInTurns, RecurInTurns, args(vec(tame[float32]), vec(tame[float32])))
	add("RecurDCT", recurDCT, RecurDCT, args(vec(tame[float64]), nearly(vec(tame[float64]))))
	add("RecurPerms", recurPerms, RecurPerms, args(size, vec(between(0, 9))))
	add("RecurSubsets", recurSubsets, RecurSubsets, args(vec(between[int32](-5, 50)), one(between[int32](0, 100))))
	add("RecurParallel", recurParallel, RecurParallel, args(vec(between(-500, 500)), nearly(vec(between(-500, 500))), nearly(vec(whole[int]))))
	add("RecurStack", recurStack, RecurStack, args(table(root, root, tame[float64]), f64s))
	add("RecurFresh", recurFresh, RecurFresh, args(i32s), plain("behind the call it needs a slice"))
	add("RecurArray", recurArray, RecurArray, args(u8s))
	add("RecurTwice", recurTwice, RecurTwice, args(vec(tame[float64]), vec(tame[float64])))
	add("RecurUnite", recurUnite, RecurUnite, func(r *rand.Rand, n int) []any {
		parent, edges := make([]int32, n+1), make([][2]int32, n)
		for i := range parent {
			parent[i] = int32(max(i-r.Intn(3), 0)) // the first is n deep
		}
		for i := range edges {
			edges[i] = [2]int32{int32(r.Intn(n + 1)), int32(r.Intn(n + 1))}
		}
		return []any{parent, edges}
	})
	add("RecurOuter", recurOuter, RecurOuter, args(vec(whole[int32]), one(between[int32](-1, 4))))
	add("RecurFirst", recurFirst, RecurFirst, args(vec(func(r *rand.Rand) recurPair { return recurPair{int8(r.Intn(5)), r.Float32()} }), size))
}

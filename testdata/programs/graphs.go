package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Graphs as lists of edges and as compressed rows, sparse matrices, labels.

// edge goes from one vertex to another.
type edge struct{ From, To int32 }

// rowsOf makes compressed rows of a list of edges: row v is to[at[v]:at[v+1]].
func rowsOf(n int, edges []edge) (at []int, to []int32) {
	at = make([]int, n+1)
	for _, e := range edges {
		at[e.From+1]++
	}
	for v := range n {
		at[v+1] += at[v]
	}
	next := make([]int, n)
	copy(next, at)
	to = make([]int32, len(edges))
	for _, e := range edges {
		to[next[e.From]] = e.To
		next[e.From]++
	}
	return at, to
}

var RowsOf = hone.Func(rowsOf)

// degreesOf is the first half of rowsOf with the library's patterns.
func degreesOf(n int, edges []edge) ([]int, int) {
	add := func(a, b int) int { return a + b }
	degree := hone.Histogram(len(edges), n, 0, add, func(i int) (int, int) { return int(edges[i].From), 1 })
	return hone.ScanExclusive(n, 0, add, func(v int) int { return degree[v] })
}

var DegreesOf = hone.Func(degreesOf)

// csr is a sparse matrix in compressed rows.
type csr struct {
	Cols  int
	At    []int
	Col   []int32
	Value []float64
}

func (m csr) rows() int { return len(m.At) - 1 }

// row is the product of a row with a vector.
func (m csr) row(i int, x []float64) float64 {
	s := 0.0
	for k := m.At[i]; k < m.At[i+1]; k++ {
		s += m.Value[k] * x[m.Col[k]]
	}
	return s
}

// times is m*x.
func (m csr) times(x []float64) []float64 {
	return hone.Build(m.rows(), func(i int) float64 { return m.row(i, x) })
}

func (m csr) transposed() csr {
	at := make([]int, m.Cols+1)
	for _, c := range m.Col {
		at[c+1]++
	}
	for c := range m.Cols {
		at[c+1] += at[c]
	}
	t := csr{m.rows(), at, make([]int32, len(m.Col)), make([]float64, len(m.Col))}
	next := make([]int, m.Cols)
	copy(next, at)
	for i := range m.rows() {
		for k := m.At[i]; k < m.At[i+1]; k++ {
			p := next[m.Col[k]]
			next[m.Col[k]]++
			t.Col[p], t.Value[p] = int32(i), m.Value[k]
		}
	}
	return t
}

func raggedTimes(cols int, at []int, col []int32, value, x []float64) []float64 {
	return csr{cols, at, col, value}.times(x)
}

func transposeRows(cols int, at []int, col []int32, value []float64) ([]int, []int32, []float64) {
	t := csr{cols, at, col, value}.transposed()
	return t.At, t.Col, t.Value
}

var RaggedTimes = hone.Func(raggedTimes)
var TransposeRows = hone.Func(transposeRows)

// breadthFirst gives each vertex its distance from the first, and -1 where there is no way.
func breadthFirst(at []int, to []int32) []int32 {
	n := len(at) - 1
	level := make([]int32, n)
	for v := range level {
		level[v] = -1
	}
	frontier, next := make([]int32, 0, n), make([]int32, 0, n)
	if n > 0 {
		level[0] = 0
		frontier = frontier[:1]
		frontier[0] = 0
	}
	for d := int32(1); len(frontier) > 0; d++ {
		next = next[:0]
		for _, v := range frontier {
			for _, w := range to[at[v]:at[v+1]] {
				if level[w] < 0 {
					level[w] = d
					next = next[:len(next)+1]
					next[len(next)-1] = w
				}
			}
		}
		frontier, next = next, frontier
	}
	return level
}

// breadthFirstPull has each vertex without a level look for a neighbour of the last; edges go both ways.
func breadthFirstPull(at []int, to []int32) []int32 {
	n := len(at) - 1
	level := hone.Build(n, func(v int) int32 {
		if v == 0 {
			return 0
		}
		return -1
	})
	for d := int32(0); ; d++ {
		last := level
		level = hone.Build(n, func(v int) int32 {
			if last[v] >= 0 {
				return last[v]
			}
			for _, w := range to[at[v]:at[v+1]] {
				if last[w] == d {
					return d + 1
				}
			}
			return -1
		})
		if !hone.Any(n, func(v int) bool { return level[v] == d+1 }) {
			return level
		}
	}
}

var BreadthFirst = hone.Func(breadthFirst)
var BreadthFirstPull = hone.Func(breadthFirstPull)

// pageRank takes turns of the power method: out has the number of edges that leave a vertex, the rows those that enter it.
func pageRank(at []int, from []int32, out []int32, damping float64, turns int) []float64 {
	n := len(at) - 1
	rank := hone.Build(n, func(int) float64 { return 1 / float64(n) })
	for range turns {
		lost := hone.Sum(n, func(v int) float64 {
			if out[v] == 0 {
				return rank[v]
			}
			return 0
		})
		share := hone.Build(n, func(v int) float64 { return rank[v] / max(float64(out[v]), 1) })
		base := (1-damping)/float64(n) + damping*lost/float64(n)
		rank = hone.Build(n, func(v int) float64 {
			s := 0.0
			for _, w := range from[at[v]:at[v+1]] {
				s += share[w]
			}
			return base + damping*s
		})
	}
	return rank
}

var PageRank = hone.Func(pageRank)

// sameLabels counts each vertex' neighbours that have its label.
func sameLabels(at []int, to []int32, label []int32) []int32 {
	same := make([]int32, len(at)-1)
	for v := range hone.Parallel(len(same)) {
		for _, w := range to[at[v]:at[v+1]] {
			if label[w] == label[v] {
				same[v]++
			}
		}
	}
	return same
}

// leastLabels gives each vertex the least label around, and the number of neighbours that have a greater one, from sums over rows.
func leastLabels(at []int, to []int32, label []int32) ([]int32, []int) {
	least, greater := make([]int32, len(at)-1), make([]int, len(at)-1)
	for v := range hone.Parallel(len(least)) {
		m, n := label[v], 0
		for k := at[v]; k < at[v+1]; k++ {
			m = min(m, label[to[k]])
		}
		row := to[at[v]:at[v+1]]
		n = hone.Sum(len(row), func(k int) int {
			if label[row[k]] > m {
				return 1
			}
			return 0
		})
		least[v], greater[v] = m, n
	}
	return least, greater
}

var SameLabels = hone.Func(sameLabels)
var LeastLabels = hone.Func(leastLabels)

// hooked joins the trees of each edge's ends, the larger root under the smaller, and has each vertex point to its root.
func hooked(n int, edges []edge) []int32 {
	parent := make([]int32, n)
	for v := range parent {
		parent[v] = int32(v)
	}
	for _, e := range edges {
		a, b := e.From, e.To
		for parent[a] != a {
			parent[a] = parent[parent[a]]
			a = parent[a]
		}
		for parent[b] != b {
			parent[b] = parent[parent[b]]
			b = parent[b]
		}
		parent[max(a, b)] = min(a, b)
	}
	for v := range parent {
		parent[v] = parent[parent[v]]
	}
	return parent
}

var Hooked = hone.Func(hooked)

// smallestLabels spreads the smallest number of a component along its edges until nothing changes, and says how many turns it took.
func smallestLabels(n int, edges []edge) ([]int32, int) {
	label := hone.Build(n, func(v int) int32 { return int32(v) })
	smaller := func(a, b int32) int32 { return min(a, b) }
	for turns := 1; ; turns++ {
		next := make([]int32, n)
		copy(next, label)
		hone.ScatterReduce(next, len(edges), smaller, func(i int) (int, int32) { return int(edges[i].To), label[edges[i].From] })
		hone.ScatterReduce(next, len(edges), smaller, func(i int) (int, int32) { return int(edges[i].From), label[edges[i].To] })
		short := hone.Build(n, func(v int) int32 { return next[next[v]] })
		if hone.All(n, func(v int) bool { return short[v] == label[v] }) {
			return label, turns
		}
		label = short
	}
}

var SmallestLabels = hone.Func(smallestLabels)

// blobs labels the pixels of a binary image that touch, 0 where there is none, by turns of minima over neighbours.
func blobs(img []bool, w int) []int32 {
	h := len(img) / w
	at := func(l []int32, y, x int) int32 {
		if y < 0 || y >= h || x < 0 || x >= w || l[y*w+x] == 0 {
			return 1 << 30
		}
		return l[y*w+x]
	}
	label := make([]int32, h*w)
	for i := range hone.Parallel(h * w) {
		if img[i] {
			label[i] = int32(i + 1)
		}
	}
	for changed := true; changed; {
		next := make([]int32, h*w)
		for y, x := range hone.Parallel2(h, w) {
			if l := label[y*w+x]; l != 0 {
				next[y*w+x] = min(l, at(label, y-1, x), at(label, y+1, x), at(label, y, x-1), at(label, y, x+1))
			}
		}
		changed = hone.Any(h*w, func(i int) bool { return next[i] != label[i] })
		label = next
	}
	return label
}

var Blobs = hone.Func(blobs)

// skewed is a vertex below n, small ones much more often.
func skewed(r *rand.Rand, n int) int32 {
	f := r.Float64()
	return int32(f * f * f * float64(max(n, 1)))
}

// graphEdges are n edges of about n/2+1 vertices, some of which have none: chains, self loops, double edges.
func graphEdges(r *rand.Rand, n int) (int, []edge) {
	vertices := n/2 + 1
	s := make([]edge, n)
	for i := range s {
		s[i] = edge{skewed(r, vertices), int32(r.Intn(vertices))}
		if i > 0 && r.Intn(20) == 0 {
			s[i] = s[i-1]
		}
	}
	return vertices, s
}

// edgeList are the arguments of a program on a list of edges, one of which may seldom be astray.
func edgeList(r *rand.Rand, n int) []any {
	vertices, s := graphEdges(r, n)
	if n > 0 && r.Intn(6) == 0 {
		s[r.Intn(n)].To = int32(vertices) - int32(r.Intn(2))
	}
	return []any{vertices, s}
}

// bothWays are compressed rows of a graph whose edges go both ways.
func bothWays(r *rand.Rand, n int) []any {
	vertices, s := graphEdges(r, n)
	for _, e := range s {
		s = append(s, edge{e.To, e.From})
	}
	at, to := rowsOf(vertices, s)
	return []any{at, to}
}

// timesInPlace adds up in memory, by a counter that may wrap around.
func timesInPlace(y []float64, at []int, col []int32, value, x []float64) {
	for i := range y {
		y[i] = 0.5
		for k := int32(at[i]); k <= int32(at[i+1])-1; k++ {
			y[i] += value[k] * x[col[k]]
		}
	}
}

var TimesInPlace = hone.Func(timesInPlace)

// sparse are columns, rows and values of a matrix; a column may seldom be astray.
func sparse(r *rand.Rand, n int) []any {
	vertices, s := graphEdges(r, n)
	at, to := rowsOf(vertices, s)
	if n > 0 && r.Intn(6) == 0 {
		to[r.Intn(n)] = int32(vertices)
	}
	return []any{vertices, at, to, vec(tame[float64])(r, n)}
}

// labelledRows are compressed rows of a graph, a column of which may seldom be astray, with labels of the vertices. Some rows are long, most have a few columns.
func labelledRows(r *rand.Rand, n int) []any {
	a := sparse(r, n)
	label := make([]int32, a[0].(int))
	for v := range label {
		label[v] = int32(r.Intn(5) - 2)
	}
	return []any{a[1], a[2], label}
}

func init() {
	add("RowsOf", rowsOf, RowsOf, edgeList)
	add("DegreesOf", degreesOf, DegreesOf, edgeList)
	add("RaggedTimes", raggedTimes, RaggedTimes, func(r *rand.Rand, n int) []any {
		a := sparse(r, n)
		return append(a, vec(tame[float64])(r, a[0].(int)))
	})
	add("TimesInPlace", timesInPlace, TimesInPlace, func(r *rand.Rand, n int) []any {
		a := sparse(r, n)
		vertices := a[0].(int)
		y, x := vec(tame[float64])(r, vertices), vec(tame[float64])(r, vertices)
		if r.Intn(6) == 0 {
			x = y
		}
		return []any{y, a[1], a[2], a[3], x}
	})
	add("TransposeRows", transposeRows, TransposeRows, sparse)
	add("BreadthFirst", breadthFirst, BreadthFirst, bothWays)
	add("BreadthFirstPull", breadthFirstPull, BreadthFirstPull, bothWays, upTo(20000))
	add("PageRank", pageRank, PageRank, func(r *rand.Rand, n int) []any {
		vertices, s := graphEdges(r, n)
		at, from := rowsOf(vertices, s)
		out := make([]int32, vertices)
		for _, v := range from {
			out[v]++
		}
		return []any{at, from, out, 0.85, 1 + r.Intn(4)}
	})
	add("SameLabels", sameLabels, SameLabels, labelledRows)
	add("LeastLabels", leastLabels, LeastLabels, labelledRows)
	add("Hooked", hooked, Hooked, edgeList)
	add("SmallestLabels", smallestLabels, SmallestLabels, edgeList, upTo(20000))
	add("Blobs", blobs, Blobs, args(vec(anyBool), one(between(1, 40))), upTo(5000))
}

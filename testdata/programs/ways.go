package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Graphs: from lists of edges to rows of neighbours, and what goes from neighbour to neighbour.

// rowsFromEdges makes rows of targets of an unordered list of edges: a count, offsets, and places.
func rowsFromEdges(from, to []int32, offsets []int32, targets []int32) {
	for _, u := range from {
		offsets[u+1]++
	}
	for v := 1; v < len(offsets); v++ {
		offsets[v] += offsets[v-1]
	}
	at := make([]int32, len(offsets))
	copy(at, offsets)
	for e, u := range from {
		targets[at[u]] = to[e]
		at[u]++
	}
}

var RowsFromEdges = hone.Func(rowsFromEdges)

// rowsFromEdgesLibrary does it with a histogram, a scan, and a loop in order.
func rowsFromEdgesLibrary(from, to []int32, weight []float32, nodes int) (offsets, targets []int32, weights []float32) {
	add := func(a, b int32) int32 { return a + b }
	degree := hone.Histogram(len(from), nodes+1, 0, add, func(e int) (int, int32) { return int(from[e]), 1 })
	offsets, _ = hone.ScanExclusive(nodes+1, 0, add, func(v int) int32 { return degree[v] })
	next := hone.Build(nodes, func(v int) int32 { return offsets[v] })
	targets, weights = make([]int32, len(from)), make([]float32, len(from))
	for e := range from {
		u := from[e]
		targets[next[u]], weights[next[u]] = to[e], weight[e]
		next[u]++
	}
	return offsets, targets, weights
}

var RowsFromEdgesLibrary = hone.Func(rowsFromEdgesLibrary)

// flipRows transposes a sparse matrix in rows; what was sorted is sorted again.
func flipRows(offsets, cols []int32, values []float64, width int) (flipped, rows []int32, out []float64) {
	flipped = make([]int32, width+1)
	rows, out = make([]int32, len(cols)), make([]float64, len(cols))
	for _, c := range cols {
		flipped[c+1]++
	}
	for c := range width {
		flipped[c+1] += flipped[c]
	}
	next := make([]int32, width)
	for c := range next {
		next[c] = flipped[c]
	}
	for r := 0; r+1 < len(offsets); r++ {
		for k := offsets[r]; k < offsets[r+1]; k++ {
			c := cols[k]
			p := next[c]
			next[c]++
			rows[p] = int32(r)
			out[p] = values[k]
		}
	}
	return flipped, rows, out
}

var FlipRows = hone.Func(flipRows)

// componentsByEdges gives each node the least node that it is connected with, edge by edge until nothing changes.
func componentsByEdges(from, to []int32, label []int32) (rounds int) {
	for v := range label {
		label[v] = int32(v)
	}
	for changed := true; changed; {
		changed = false
		rounds++
		for e := range from {
			u, v := from[e], to[e]
			a, b := label[u], label[v]
			if a < b {
				label[v] = a
				changed = true
			} else if b < a {
				label[u] = b
				changed = true
			}
		}
		for v := range label {
			for label[v] != label[label[v]] {
				label[v] = label[label[v]]
			}
		}
	}
	return rounds
}

var ComponentsByEdges = hone.Func(componentsByEdges)

// componentsByRounds does it with the library, from one slice of labels into the other.
func componentsByRounds(from, to []int32, nodes int) (label []int32, parts int) {
	n := len(from)
	least := func(a, b int32) int32 { return min(a, b) }
	label = hone.Build(nodes, func(v int) int32 { return int32(v) })
	next := hone.Build(nodes, func(v int) int32 { return int32(v) })
	for {
		hone.ScatterReduce(next, n, least, func(e int) (int, int32) { return int(to[e]), label[from[e]] })
		hone.ScatterReduce(next, n, least, func(e int) (int, int32) { return int(from[e]), label[to[e]] })
		changed := hone.Any(nodes, func(v int) bool { return next[v] != label[v] })
		if !changed {
			break
		}
		for v := range hone.Parallel(nodes) {
			label[v] = next[next[v]]
		}
		for v := range hone.Parallel(nodes) {
			next[v] = label[v]
		}
	}
	return label, hone.Count(nodes, func(v int) bool { return label[v] == int32(v) })
}

var ComponentsByRounds = hone.Func(componentsByRounds)

// rootOf finds what stands for a set, and halves the way there.
func rootOf(parent []int32, x int32) int32 {
	for parent[x] != x {
		parent[x] = parent[parent[x]]
		x = parent[x]
	}
	return x
}

// blobsJoined labels what is set and connected in a binary image, in two passes with a forest of labels, and gives the size of each.
func blobsJoined(img []uint8, w int, label []int32) (sizes []int32, n int32) {
	h := len(img) / max(w, 1)
	parent := make([]int32, w*h/2+2)
	next := int32(1)
	for y := range h {
		for x := range w {
			i := y*w + x
			if img[i] == 0 {
				label[i] = 0
				continue
			}
			up, left := int32(0), int32(0)
			if y > 0 {
				up = label[i-w]
			}
			if x > 0 {
				left = label[i-1]
			}
			switch {
			case up == 0 && left == 0:
				parent[next] = next
				label[i] = next
				next++
			case up == 0:
				label[i] = left
			case left == 0:
				label[i] = up
			default:
				a, b := rootOf(parent, up), rootOf(parent, left)
				if a > b {
					a, b = b, a
				}
				parent[b] = a
				label[i] = a
			}
		}
	}
	dense := make([]int32, next)
	for l := int32(1); l < next; l++ {
		if r := rootOf(parent, l); r == l {
			n++
			dense[l] = n
		} else {
			dense[l] = dense[r]
		}
	}
	sizes = make([]int32, n+1)
	for i := range w * h {
		label[i] = dense[label[i]]
		sizes[label[i]]++
	}
	return sizes, n
}

var BlobsJoined = hone.Func(blobsJoined)

// blobsSpread labels the same by letting the least label spread until it stops.
func blobsSpread(img []uint8, w int) (label []int32, rounds int) {
	h := len(img) / max(w, 1)
	label = hone.Build(w*h, func(i int) int32 {
		if img[i] == 0 {
			return math.MaxInt32
		}
		return int32(i)
	})
	for {
		rounds++
		next := hone.Build2(h, w, func(y, x int) int32 {
			l := label[y*w+x]
			if l == math.MaxInt32 {
				return l
			}
			if y > 0 {
				l = min(l, label[(y-1)*w+x])
			}
			if y+1 < h {
				l = min(l, label[(y+1)*w+x])
			}
			if x > 0 {
				l = min(l, label[y*w+x-1])
			}
			if x+1 < w {
				l = min(l, label[y*w+x+1])
			}
			return l
		})
		if hone.All(len(next), func(i int) bool { return next[i] == label[i] }) {
			return label, rounds
		}
		label = next
	}
}

var BlobsSpread = hone.Func(blobsSpread)

// hopsFrom goes through a graph breadth first, from frontier to frontier.
func hopsFrom(offsets, targets []int32, start int32) (hops []int32, reached int) {
	n := len(offsets) - 1
	hops = make([]int32, n)
	for v := range hops {
		hops[v] = -1
	}
	front, next := make([]int32, n), make([]int32, n)
	hops[start] = 0
	front[0] = start
	size := 1
	for d := int32(1); size > 0; d++ {
		reached += size
		grown := 0
		for _, u := range front[:size] {
			for _, v := range targets[offsets[u]:offsets[u+1]] {
				if hops[v] < 0 {
					hops[v] = d
					next[grown] = v
					grown++
				}
			}
		}
		front, next = next, front
		size = grown
	}
	return hops, reached
}

var HopsFrom = hone.Func(hopsFrom)

// hopsPulled asks of each node that isn't reached whether a neighbour is, level by level.
func hopsPulled(offsets, sources []int32, start int) ([]int32, int) {
	n := len(offsets) - 1
	hops := hone.Build(n, func(v int) int32 {
		if v == start {
			return 0
		}
		return -1
	})
	for d := int32(0); ; d++ {
		next := hone.Build(n, func(v int) int32 {
			if hops[v] >= 0 {
				return hops[v]
			}
			for _, u := range sources[offsets[v]:offsets[v+1]] {
				if hops[u] == d {
					return d + 1
				}
			}
			return -1
		})
		grown := hone.Count(n, func(v int) bool { return next[v] == d+1 })
		if grown == 0 {
			break
		}
		hops = next
	}
	return hops, hone.Count(n, func(v int) bool { return hops[v] >= 0 })
}

var HopsPulled = hone.Func(hopsPulled)

// pageRanks pulls what sources give, as the library would have it; what has no targets gives to all.
func pageRanks(offsets, sources, degree []int32, rounds int) []float64 {
	n := len(degree)
	rank := hone.Build(n, func(int) float64 { return 1 / float64(n) })
	for range rounds {
		dangling := hone.Sum(n, func(v int) float64 {
			if degree[v] == 0 {
				return rank[v]
			}
			return 0
		})
		base := 0.15/float64(n) + 0.85*dangling/float64(n)
		share := hone.Build(n, func(v int) float64 { return rank[v] / float64(max(degree[v], 1)) })
		rank = hone.Build(n, func(v int) float64 {
			s := 0.0
			for k := offsets[v]; k < offsets[v+1]; k++ {
				s += share[sources[k]]
			}
			return base + 0.85*s
		})
	}
	return rank
}

var PageRanks = hone.Func(pageRanks)

// pageRanksPushed is it in plain loops over edges, until little changes.
func pageRanksPushed(from, to []int32, rank, next []float32) (rounds int) {
	degree := make([]int32, len(rank))
	for _, u := range from {
		degree[u]++
	}
	start := 1 / float32(len(rank))
	for v := range rank {
		rank[v] = start
	}
	for rounds < 5 {
		rounds++
		for v := range next {
			next[v] = 0.15 * start
		}
		for e, u := range from {
			next[to[e]] += 0.85 * rank[u] / float32(degree[u])
		}
		change := float32(0)
		for v, p := range next {
			d := p - rank[v]
			if d < 0 {
				d = -d
			}
			change += d
			rank[v] = p
		}
		if change < 1e-4 {
			break
		}
	}
	return rounds
}

var PageRanksPushed = hone.Func(pageRanksPushed)

// triangles counts them: of each edge to a larger node the neighbours that both have, whose rows are sorted.
func triangles(offsets, targets []int32) (n int64) {
	for u := 0; u+1 < len(offsets); u++ {
		row := targets[offsets[u]:offsets[u+1]]
		for _, v := range row {
			if v <= int32(u) {
				continue
			}
			other := targets[offsets[v]:offsets[v+1]]
			i, j := 0, 0
			for i < len(row) && j < len(other) {
				a, b := row[i], other[j]
				if a == b {
					if a > v {
						n++
					}
					i++
					j++
				} else if a < b {
					i++
				} else {
					j++
				}
			}
		}
	}
	return n
}

var Triangles = hone.Func(triangles)

// shortestWays relaxes edges until nothing changes, as Bellman and Ford did.
func shortestWays(from, to []int32, weight []float32, start int, nodes int) ([]float32, int) {
	dist := hone.Build(nodes, func(v int) float32 { return float32(math.Inf(1)) })
	dist[start] = 0
	rounds := 0
	for rounds < nodes {
		rounds++
		next := hone.Build(nodes, func(v int) float32 { return dist[v] })
		hone.ScatterReduce(next, len(from), func(a, b float32) float32 { return min(a, b) },
			func(e int) (int, float32) { return int(to[e]), dist[from[e]] + weight[e] })
		if hone.All(nodes, func(v int) bool { return next[v] == dist[v] }) {
			break
		}
		dist = next
	}
	return dist, rounds
}

var ShortestWays = hone.Func(shortestWays)

// someEdges are of a graph of many nodes with few neighbours and a few with many, with loops, double edges, and nodes without any. Now and then one leads
// nowhere.
func someEdges(r *rand.Rand, n int) (from, to []int32, nodes int) {
	nodes = max(n/[]int{1, 4, 16}[r.Intn(3)], 1)
	from, to = make([]int32, n), make([]int32, n)
	reach := r.Intn(2)
	for e := range from {
		from[e] = int32(float64(nodes) * math.Pow(r.Float64(), 2))
		to[e] = int32(r.Intn(nodes))
		if reach == 0 {
			to[e] = (from[e] + int32(r.Intn(3))) % int32(nodes)
		}
	}
	if n > 0 && r.Intn(12) == 0 {
		to[r.Intn(n)] = int32([]int{-1, nodes}[r.Intn(2)])
	}
	return from, to, nodes
}

// someRows is such a graph in rows; it is symmetric, and its rows are sorted.
func someRows(r *rand.Rand, n int) (offsets, targets []int32) {
	from, to, nodes := someEdges(r, n/2)
	rows := make([][]bool, 0)
	dense := nodes <= 500
	lists := make([][]int32, nodes)
	if dense {
		for range nodes {
			rows = append(rows, make([]bool, nodes))
		}
	}
	for e := range from {
		u, v := from[e], to[e]
		if v < 0 || int(v) >= nodes || dense && rows[u][v] {
			continue
		}
		if dense {
			rows[u][v], rows[v][u] = true, true
		}
		lists[u], lists[v] = append(lists[u], v), append(lists[v], u)
	}
	offsets = make([]int32, nodes+1)
	for u, l := range lists {
		if dense {
			for v, ok := range rows[u] {
				if ok {
					targets = append(targets, int32(v))
				}
			}
		} else {
			targets = append(targets, l...)
		}
		offsets[u+1] = int32(len(targets))
	}
	return offsets, targets
}

func init() {
	add("RowsFromEdges", rowsFromEdges, RowsFromEdges, func(r *rand.Rand, n int) []any {
		from, to, nodes := someEdges(r, n)
		if n > 0 && r.Intn(10) == 0 {
			from[r.Intn(n)] = int32(nodes)
		}
		return []any{from, to, make([]int32, nodes+1), make([]int32, n)}
	})
	add("RowsFromEdgesLibrary", rowsFromEdgesLibrary, RowsFromEdgesLibrary, func(r *rand.Rand, n int) []any {
		from, to, nodes := someEdges(r, n)
		return []any{from, to, f32s(r, n), nodes - r.Intn(8)/7}
	})
	add("FlipRows", flipRows, FlipRows, func(r *rand.Rand, n int) []any {
		offsets, targets := someRows(r, n)
		return []any{offsets, targets, f64s(r, len(targets)), len(offsets) - 1 - r.Intn(8)/7}
	})
	add("ComponentsByEdges", componentsByEdges, ComponentsByEdges, func(r *rand.Rand, n int) []any {
		from, to, nodes := someEdges(r, n)
		return []any{from, to, make([]int32, nodes)}
	})
	add("ComponentsByRounds", componentsByRounds, ComponentsByRounds, func(r *rand.Rand, n int) []any {
		from, to, nodes := someEdges(r, n)
		return []any{from, to, nodes}
	}, upTo(2000))
	image := func(r *rand.Rand, n int) ([]uint8, int) {
		w := []int{1, 2, 7, 16, 33, max(n, 1)}[r.Intn(6)]
		img, odds := make([]uint8, n), r.Intn(101)
		for i := range img {
			if r.Intn(100) < odds {
				img[i] = 255
			}
		}
		return img, w
	}
	add("BlobsJoined", blobsJoined, BlobsJoined, func(r *rand.Rand, n int) []any {
		img, w := image(r, n)
		return []any{img, w, make([]int32, max(n-r.Intn(8)/7, 0))}
	})
	add("BlobsSpread", blobsSpread, BlobsSpread, func(r *rand.Rand, n int) []any {
		img, w := image(r, n)
		return []any{img, w}
	}, upTo(300))
	rows := func(r *rand.Rand, n int) []any {
		offsets, targets := someRows(r, n)
		if len(targets) > 0 && r.Intn(12) == 0 {
			targets[r.Intn(len(targets))] = int32(len(offsets))
		}
		return []any{offsets, targets}
	}
	add("HopsFrom", hopsFrom, HopsFrom, func(r *rand.Rand, n int) []any {
		g := rows(r, n)
		return append(g, int32(r.Intn(len(g[0].([]int32)))))
	})
	add("HopsPulled", hopsPulled, HopsPulled, func(r *rand.Rand, n int) []any {
		g := rows(r, n)
		return append(g, r.Intn(len(g[0].([]int32))))
	}, upTo(2000))
	add("PageRanks", pageRanks, PageRanks, func(r *rand.Rand, n int) []any {
		g := rows(r, n)
		degree := make([]int32, len(g[0].([]int32))-1)
		for i := range degree {
			degree[i] = int32(r.Intn(6))
		}
		return append(g, degree, r.Intn(5))
	})
	add("PageRanksPushed", pageRanksPushed, PageRanksPushed, func(r *rand.Rand, n int) []any {
		from, to, nodes := someEdges(r, n)
		return []any{from, to, make([]float32, nodes), make([]float32, nodes)}
	}, chaotic)
	add("Triangles", triangles, Triangles, rows, upTo(2000))
	add("ShortestWays", shortestWays, ShortestWays, func(r *rand.Rand, n int) []any {
		from, to, nodes := someEdges(r, n)
		weight := make([]float32, n)
		for e := range weight {
			weight[e] = float32(r.Intn(100)) / 8
		}
		return []any{from, to, weight, r.Intn(nodes), nodes}
	}, upTo(1000))
}

package main

import (
	"math/bits"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// bfs gives each vertex its distance from the source, and -1 where there is no way. Vertex v has edges to
// to[at[v]:at[v+1]], and they go both ways. Where few vertices are as far as the last turn has come, their edges are followed;
// where many are, each vertex that has no distance yet looks for one of them, in bits, among its neighbours (Beamer et al.,
// "Direction-Optimizing Breadth-First Search", 2012).
//
// queue and next have room for all vertices, last and found a bit for each.
func bfs(at, to []int32, source int, far, queue, next []int32, last, found []uint64) {
	n := len(far)
	for v := range far {
		far[v] = -1
	}
	far[source] = 0
	queue[0] = int32(source)
	count, queued := 1, true
	for d := int32(0); count > 0; d++ {
		if count > n/32 {
			if queued {
				clear(last)
				for _, v := range queue[:count] {
					last[v>>6] |= 1 << (v & 63)
				}
			}
			for b := range hone.Parallel(len(found)) {
				reached := uint64(0)
				for v := 64 * b; v < min(64*b+64, n); v++ {
					if far[v] >= 0 {
						continue
					}
					for _, w := range to[at[v]:at[v+1]] {
						if last[w>>6]>>(w&63)&1 != 0 {
							far[v] = d + 1
							reached |= 1 << (v & 63)
							break
						}
					}
				}
				found[b] = reached
			}
			count, queued = hone.Sum(len(found), func(b int) int { return bits.OnesCount64(found[b]) }), false
			last, found = found, last
			continue
		}
		k := 0
		if !queued {
			for b, reached := range last {
				for ; reached != 0; reached &= reached - 1 {
					queue[k] = int32(64*b + bits.TrailingZeros64(reached))
					k++
				}
			}
			k = 0
		}
		for _, v := range queue[:count] {
			for _, w := range to[at[v]:at[v+1]] {
				if far[w] < 0 {
					far[w] = d + 1
					next[k] = w
					k++
				}
			}
		}
		queue, next = next, queue
		count, queued = k, true
	}
}

// pageRank takes turns of the power method over the edges that enter each vertex, those from from[at[v]:at[v+1]]; out has the
// number of those that leave it, and share is room.
func pageRank(at, from, out []int32, turns int, rank, share []float64) {
	const damping = 0.85
	n := len(rank)
	for v := range rank {
		rank[v] = 1 / float64(n)
	}
	for range turns {
		lost := hone.Sum(n, func(v int) float64 {
			if out[v] > 0 {
				return 0
			}
			return rank[v]
		})
		for v := range hone.Parallel(n) {
			share[v] = rank[v] / float64(max(out[v], 1))
		}
		base := (1 - damping + damping*lost) / float64(n)
		for v := range hone.Parallel(n) {
			lo, hi := int(at[v]), int(at[v+1])
			rank[v] = base + damping*hone.Sum(hi-lo, func(k int) float64 { return share[from[lo+k]] })
		}
	}
}

var (
	bfsHoned      = hone.Func(bfs)
	pageRankHoned = hone.Func(pageRank)
)

var (
	bfsUniformWorkload      = graphWorkload("bfs-uniform", "distances in a random graph of 16 edges per vertex", "bfs", false, openBFS)
	bfsPowerWorkload        = graphWorkload("bfs-powerlaw", "distances in a random graph of 16 edges per vertex, some of which have very many", "bfs", true, openBFS)
	pageRankUniformWorkload = graphWorkload("pagerank-uniform", "ten turns of PageRank in a random graph of 16 edges per vertex, float64", "pagerank", false, openPageRank)
	pageRankPowerWorkload   = graphWorkload("pagerank-powerlaw", "ten turns of PageRank in a random graph of 16 edges per vertex, some of which have very many, float64", "pagerank", true, openPageRank)
)

func graphWorkload(name, about, peer string, power bool, open func(at, to []int32) *instance) workload {
	return workload{
		name:     name,
		about:    about,
		item:     "edge",
		params:   []string{"vertices"},
		defaults: []int{1_000_000},
		tiny:     []int{4},
		peers:    append(python(peer+".py", ""), peerSource{file: peer + ".c"}),
		open:     func(size []int) *instance { return open(randomGraph(size[0], power)) },
	}
}

// randomGraph makes a graph of eight pairs of edges, there and back, per vertex. With power, some vertices have many: the k-th in an
// order of their own about (n/k)^(2/3) times as many as the last.
func randomGraph(n int, power bool) (at, to []int32) {
	rnd := rig.Noise(29)
	names := make([]int32, n)
	for v := range names {
		other := rnd.Below(v + 1)
		names[v], names[other] = names[other], int32(v)
	}
	end := func() int32 {
		f := rnd.Float()
		if power {
			f *= f * f
		}
		return names[int(f*float64(n))]
	}
	ends := make([]int32, 16*n)
	at, to = rig.Aligned[int32](n+1), rig.Aligned[int32](16*n)
	for i := range ends {
		ends[i] = end()
		at[ends[i]+1]++
	}
	for v := range n {
		at[v+1] += at[v]
	}
	next := make([]int32, n)
	copy(next, at)
	for i, v := range ends {
		to[next[v]] = ends[i^1]
		next[v]++
	}
	return at, to
}

// bfsPlain is the search as one writes it in Go without hone: all edges are followed.
func bfsPlain(at, to []int32, source int, far, queue []int32) {
	for v := range far {
		far[v] = -1
	}
	far[source] = 0
	queue = append(queue[:0], int32(source))
	for k := 0; k < len(queue); k++ {
		v := queue[k]
		for _, w := range to[at[v]:at[v+1]] {
			if far[w] < 0 {
				far[w] = far[v] + 1
				queue = append(queue, w)
			}
		}
	}
}

func openBFS(at, to []int32) *instance {
	n := len(at) - 1
	far, queue, next := rig.Aligned[int32](n), rig.Aligned[int32](n), rig.Aligned[int32](n)
	last, found := rig.Aligned[uint64]((n+63)/64), rig.Aligned[uint64]((n+63)/64)
	source := int(to[0])
	small := min(n, 1)
	return &instance{
		items:      len(to),
		bytes:      4 * (len(at) + len(to) + n),
		input:      [][]byte{rig.Raw(at), rig.Raw(to), rig.Raw([]int64{int64(source)})},
		forget:     func() { clear(far); far[source] = -1 },
		plain:      func() { bfsPlain(at, to, source, far, queue) },
		honed:      func() { bfsHoned.Call(at, to, source, far, queue, next, last, found) },
		output:     func() []byte { return rig.Snapshot(far) },
		status:     func() honedStatus { return statusOf(bfsHoned) },
		check:      func(want, got []byte) (string, error) { return rig.SameAs[int32](want, got, 0) },
		smallPlain: func() { bfsPlain(make([]int32, small+1), to[:0], 0, far[:small], queue) },
		smallHoned: func() {
			bfsHoned.Call(make([]int32, small+1), to[:0], 0, far[:small], queue, next, last[:small], found[:small])
		},
	}
}

// pageRankPlain are the loops as one writes them in Go without hone.
func pageRankPlain(at, from, out []int32, turns int, rank, share []float64) {
	const damping = 0.85
	n := float64(len(rank))
	for v := range rank {
		rank[v] = 1 / n
	}
	for range turns {
		lost := 0.0
		for v, r := range rank {
			if out[v] == 0 {
				lost += r
			}
			share[v] = r / float64(max(out[v], 1))
		}
		base := (1 - damping + damping*lost) / n
		for v := range rank {
			sum := 0.0
			for _, w := range from[at[v]:at[v+1]] {
				sum += share[w]
			}
			rank[v] = base + damping*sum
		}
	}
}

func openPageRank(at, from []int32) *instance {
	const turns = 10
	n := len(at) - 1
	out, rank, share := rig.Aligned[int32](n), rig.Aligned[float64](n), rig.Aligned[float64](n)
	for _, v := range from {
		out[v]++
	}
	none := make([]int32, 17)
	small := min(n, 16)
	return &instance{
		items:      turns * len(from),
		bytes:      turns * 4 * len(from),
		input:      [][]byte{rig.Raw(at), rig.Raw(from), rig.Raw(out)},
		forget:     func() { clear(rank) },
		plain:      func() { pageRankPlain(at, from, out, turns, rank, share) },
		honed:      func() { pageRankHoned.Call(at, from, out, turns, rank, share) },
		output:     func() []byte { return rig.Snapshot(rank) },
		status:     func() honedStatus { return statusOf(pageRankHoned) },
		check:      func(want, got []byte) (string, error) { return rig.CloseTo[float64](want, got, 1e-14) },
		smallPlain: func() { pageRankPlain(none[:small+1], from[:0], out[:small], 1, rank[:small], share) },
		smallHoned: func() { pageRankHoned.Call(none[:small+1], from[:0], out[:small], 1, rank[:small], share[:small]) },
	}
}

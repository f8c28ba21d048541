package x86

import (
	"math"
	"slices"
)

// queue has intervals in order: those over several blocks first, by length, then the local ones in program order. Those that are there at first are
// sorted; those that come back are a heap. Both hold what order gives.
type queue struct {
	sorted []uint64 // less those that have been taken
	heap   []uint64
	all    []uint64 // memory for sorted
}

// order is the interval's place in the queue, with its register in the low bits; no two have the same.
func (iv *interval) order() uint64 {
	if iv.local {
		return 1<<62 | uint64(iv.start())<<31 | uint64(iv.v)
	}
	return uint64(math.MaxInt32-(iv.end()-iv.start()))<<31 | uint64(iv.v)
}

// reset empties the queue.
func (q *queue) reset() { *q = queue{all: q.all[:0], heap: q.heap[:0]} }

// add notes an interval that is there at first; start is called after the last of them.
func (q *queue) add(iv *interval) { q.all = append(q.all, iv.order()) }

func (q *queue) start() {
	slices.Sort(q.all)
	q.sorted = q.all
}

func (q *queue) empty() bool { return len(q.sorted)+len(q.heap) == 0 }

func (q *queue) push(iv *interval) {
	q.heap = append(q.heap, iv.order())
	h := q.heap
	for i := len(h) - 1; i > 0 && h[i] < h[(i-1)/2]; i = (i - 1) / 2 {
		h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
	}
}

// pop removes the first interval, and returns its register.
func (q *queue) pop() vreg {
	const mask = 1<<31 - 1
	if h := q.heap; len(h) == 0 || len(q.sorted) > 0 && q.sorted[0] < h[0] {
		first := q.sorted[0]
		q.sorted = q.sorted[1:]
		return vreg(first & mask)
	}
	return vreg(q.popHeap() & mask)
}

func (q *queue) popHeap() uint64 {
	h := q.heap
	first, n := h[0], len(h)-1
	h[0] = h[n]
	for i := 0; ; {
		least := i
		for k := 2*i + 1; k <= 2*i+2 && k < n; k++ {
			if h[k] < h[least] {
				least = k
			}
		}
		if least == i {
			break
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
	q.heap = h[:n]
	return first
}

package main

import (
	"slices"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// byDigit moves each of n things to its place in the order of digits, those of the same digit in the order in which
// they are. Each part of them counts its digits; what the parts before have, and all have of the digits
// before, says where its own go. It returns where things of each digit begin, and where they end.
func byDigit(n int, digit func(i int) uint8, move func(i, at int)) (begins [257]int) {
	part := max((n+63)/64, 4096)
	parts := (n + part - 1) / part
	places := make([]int, 256*parts)
	for p := range hone.Parallel(parts) {
		var count [256]int
		for i := p * part; i < min((p+1)*part, n); i++ {
			count[digit(i)]++
		}
		for d, c := range count {
			places[d*parts+p] = c
		}
	}
	hone.ScanExclusiveInto(places, 0, func(a, b int) int { return a + b }, func(i int) int { return places[i] })
	for p := range hone.Parallel(parts) {
		var next [256]int
		for d := range next {
			next[d] = places[d*parts+p]
		}
		for i := p * part; i < min((p+1)*part, n); i++ {
			d := digit(i)
			move(i, next[d])
			next[d]++
		}
	}
	begins[256] = n
	for d := range 256 {
		begins[d] = places[d*parts]
	}
	return begins
}

// Keys fewer than this are in the caches as they are, and are sorted on one core.
const fewKeys = 1 << 16

// sortKeys parts keys by their highest digit, and then puts each part, which the caches hold, in order by the others.
func sortKeys[K uint32 | uint64](digits int, x, out, tmp []K) {
	if len(x) < fewKeys {
		sortPart(digits, x, out, tmp)
		return
	}
	shift := 8 * (digits - 1)
	begins := byDigit(len(x), func(i int) uint8 { return uint8(x[i] >> shift) }, func(i, at int) { tmp[at] = x[i] })
	for d := range hone.Parallel(256) {
		lo, hi := begins[d], begins[d+1]
		sortPart(digits-1, tmp[lo:hi], out[lo:hi], tmp[lo:hi])
	}
}

// sortPart puts fewer than 2^32 keys in order by so many digits, from the lowest. All are counted at once, and keys go to and fro so that the last pass
// brings them into out; x may be tmp if the digits are odd in number.
func sortPart[K uint32 | uint64](digits int, x, out, tmp []K) {
	var next [8][256]uint32
	for _, k := range x {
		for p := range hone.Unroll(0, digits) {
			next[p][uint8(k>>(8*p))]++
		}
	}
	from := x
	for p := range hone.Unroll(0, digits) {
		sum := uint32(0)
		for d, c := range next[p] {
			next[p][d] = sum
			sum += c
		}
		to := out
		if (digits-p)%2 == 0 {
			to = tmp
		}
		for _, k := range from {
			d := uint8(k >> (8 * p))
			to[next[p][d]] = k
			next[p][d]++
		}
		from = to
	}
}

func sort32(x, out, tmp []uint32) { sortKeys(4, x, out, tmp) }

func sort64(x, out, tmp []uint64) { sortKeys(8, x, out, tmp) }

// A table has keys, and what belongs to each.
type table struct{ keys, values []uint32 }

func (t table) part(lo, hi int) table { return table{t.keys[lo:hi], t.values[lo:hi]} }

// sortPairs sorts by the keys, and leaves rows of the same key in order.
func sortPairs(keys, values, outKeys, outValues, tmpKeys, tmpValues []uint32) {
	x, out, tmp := table{keys, values}, table{outKeys, outValues}, table{tmpKeys, tmpValues}
	if len(keys) < fewKeys {
		sortPartOfTable(4, x, out, tmp)
		return
	}
	begins := byDigit(len(keys), func(i int) uint8 { return uint8(keys[i] >> 24) }, func(i, at int) {
		tmp.keys[at] = keys[i]
		tmp.values[at] = values[i]
	})
	for d := range hone.Parallel(256) {
		lo, hi := begins[d], begins[d+1]
		sortPartOfTable(3, tmp.part(lo, hi), out.part(lo, hi), tmp.part(lo, hi))
	}
}

// sortPartOfTable is sortPart with what goes along.
func sortPartOfTable(digits int, x, out, tmp table) {
	var next [4][256]uint32
	for _, k := range x.keys {
		for p := range hone.Unroll(0, digits) {
			next[p][uint8(k>>(8*p))]++
		}
	}
	from := x
	for p := range hone.Unroll(0, digits) {
		sum := uint32(0)
		for d, c := range next[p] {
			next[p][d] = sum
			sum += c
		}
		to := out
		if (digits-p)%2 == 0 {
			to = tmp
		}
		for i, k := range from.keys {
			d := uint8(k >> (8 * p))
			at := next[p][d]
			to.keys[at], to.values[at] = k, from.values[i]
			next[p][d]++
		}
		from = to
	}
}

var (
	sort32Honed    = hone.Func(sort32)
	sort64Honed    = hone.Func(sort64)
	sortPairsHoned = hone.Func(sortPairs)
)

var (
	sort32Workload = sortWorkload("uint32", sort32Honed)
	sort64Workload = sortWorkload("uint64", sort64Honed)
)

var sortPairsWorkload = workload{
	name:     "sort-pairs",
	about:    "uint32 put in order, by digits, each with another that goes along",
	item:     "pair",
	params:   []string{"n"},
	defaults: []int{10_000_000},
	tiny:     []int{16},
	peers:    append(python("sort.py", ""), peerSource{file: "sort_pairs.c"}),
	open:     openSortPairs,
}

func sortWorkload[K uint32 | uint64](typ string, honed *hone.Fn[func(x, out, tmp []K)]) workload {
	return workload{
		name:     "sort-" + typ,
		about:    "random numbers put in order, by digits, " + typ,
		item:     "number",
		params:   []string{"n"},
		defaults: []int{10_000_000},
		tiny:     []int{16},
		goals:    map[rival]float64{byC: 1, byNumba: 1, bySlices: 4},
		peers:    append(python("sort.py", typ), peerSource{file: "sort_" + typ + ".c"}),
		open:     func(size []int) *instance { return openSort(size[0], honed) },
	}
}

// sortPlain is the sort by digits as one writes it in Go without hone.
func sortPlain[K uint32 | uint64](x, out, tmp []K, bits int) {
	from := x
	for shift := 0; shift < bits; shift += 16 {
		sortPassPlain(tmp, from, shift)
		sortPassPlain(out, tmp, shift+8)
		from = out
	}
}

func sortPassPlain[K uint32 | uint64](to, from []K, shift int) {
	var next [256]int
	for _, k := range from {
		next[uint8(k>>shift)]++
	}
	sum := 0
	for d, c := range next {
		next[d] = sum
		sum += c
	}
	for _, k := range from {
		d := uint8(k >> shift)
		to[next[d]] = k
		next[d]++
	}
}

func openSort[K uint32 | uint64](n int, honed *hone.Fn[func(x, out, tmp []K)]) *instance {
	rnd := rig.Noise(25)
	x, out, tmp := rig.Aligned[K](n), rig.Aligned[K](n), rig.Aligned[K](n)
	for i := range x {
		x[i] = K(rnd.Bits())
	}
	bits := 8 * len(rig.Raw(x)) / n
	small := min(n, 16)
	return &instance{
		items:  n,
		bytes:  2 * len(rig.Raw(x)),
		input:  [][]byte{rig.Raw(x)},
		forget: func() { clear(out) },
		plain:  func() { sortPlain(x, out, tmp, bits) },
		slices: func() {
			copy(out, x)
			slices.Sort(out)
		},
		honed:      func() { honed.Call(x, out, tmp) },
		output:     func() []byte { return rig.Snapshot(out) },
		status:     func() honedStatus { return statusOf(honed) },
		check:      func(want, got []byte) (string, error) { return rig.SameAs[K](want, got, 0) },
		smallPlain: func() { sortPlain(x[:small], out[:small], tmp[:small], bits) },
		smallHoned: func() { honed.Call(x[:small], out[:small], tmp[:small]) },
	}
}

// tablePassPlain is sortPassPlain with what goes along.
func tablePassPlain(to, from table, shift int) {
	var next [256]int
	for _, k := range from.keys {
		next[uint8(k>>shift)]++
	}
	sum := 0
	for d, c := range next {
		next[d] = sum
		sum += c
	}
	for i, k := range from.keys {
		d := uint8(k >> shift)
		to.keys[next[d]], to.values[next[d]] = k, from.values[i]
		next[d]++
	}
}

func sortPairsPlain(x, out, tmp table) {
	tablePassPlain(tmp, x, 0)
	tablePassPlain(out, tmp, 8)
	tablePassPlain(tmp, out, 16)
	tablePassPlain(out, tmp, 24)
}

// openSortPairs has keys that come twice and more often, so that the order of what is equal shows.
func openSortPairs(size []int) *instance {
	n := size[0]
	rnd := rig.Noise(26)
	some := func(n int) table { return table{rig.Aligned[uint32](n), rig.Aligned[uint32](n)} }
	x, out, tmp := some(n), some(n), some(n)
	for i := range n {
		x.keys[i], x.values[i] = uint32(rnd.Bits()), uint32(i)
		if i > 0 && rnd.Below(4) == 0 {
			x.keys[i] = x.keys[rnd.Below(i)]
		}
	}
	call := func(x, out, tmp table) {
		sortPairsHoned.Call(x.keys, x.values, out.keys, out.values, tmp.keys, tmp.values)
	}
	first := func(c table, n int) table { return table{c.keys[:n], c.values[:n]} }
	small := min(n, 16)
	smallX, smallOut, smallTmp := first(x, small), first(out, small), first(tmp, small)
	return &instance{
		items:      n,
		bytes:      16 * n,
		input:      [][]byte{rig.Raw(x.keys), rig.Raw(x.values)},
		forget:     func() { clear(out.keys); clear(out.values) },
		plain:      func() { sortPairsPlain(x, out, tmp) },
		honed:      func() { call(x, out, tmp) },
		output:     func() []byte { return rig.Snapshot(out.keys, out.values) },
		status:     func() honedStatus { return statusOf(sortPairsHoned) },
		check:      func(want, got []byte) (string, error) { return rig.SameAs[uint32](want, got, 0) },
		smallPlain: func() { sortPairsPlain(smallX, smallOut, smallTmp) },
		smallHoned: func() { call(smallX, smallOut, smallTmp) },
	}
}

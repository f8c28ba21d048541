package main

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/bench/internal/rig"
)

// groupTotal is what is known of a group.
type groupTotal struct {
	Sum   float64
	Count int
}

func (t groupTotal) plus(u groupTotal) groupTotal {
	return groupTotal{t.Sum + u.Sum, t.Count + u.Count}
}

// group adds up the values of each key, and counts them.
func group(keys []uint32, values []float64, totals []groupTotal) {
	copy(totals, hone.Histogram(len(keys), len(totals), groupTotal{}, groupTotal.plus, func(i int) (int, groupTotal) {
		return int(keys[i]), groupTotal{values[i], 1}
	}))
}

// groupMany is for more groups than a near cache has room for: rows are parted first by the leading bits of their keys, so
// that each part has few. They go to partedKeys and partedValues.
func groupMany(keys []uint32, values []float64, totals []groupTotal, partedKeys []uint32, partedValues []float64) {
	shift := max(bits.Len(uint(len(totals)-1)), 8) - 8
	begins := byDigit(len(keys), func(i int) uint8 { return uint8(keys[i] >> shift) }, func(i, at int) {
		partedKeys[at] = keys[i]
		partedValues[at] = values[i]
	})
	clear(totals)
	for p := range hone.Parallel(256) {
		for i := begins[p]; i < begins[p+1]; i++ {
			t := &totals[partedKeys[i]]
			t.Sum += partedValues[i]
			t.Count++
		}
	}
}

var (
	groupHoned     = hone.Func(group)
	groupManyHoned = hone.Func(groupMany)
)

// A grouping is a honed function that sums up and counts groups.
type grouping struct {
	call   func(keys []uint32, values []float64, totals []groupTotal)
	status func() honedStatus
}

// inTables and inParts are the honed functions for n rows.
func inTables(int) grouping {
	return grouping{groupHoned.Call, func() honedStatus { return statusOf(groupHoned) }}
}

func inParts(n int) grouping {
	partedKeys, partedValues := rig.Aligned[uint32](n), rig.Aligned[float64](n)
	return grouping{func(keys []uint32, values []float64, totals []groupTotal) {
		groupManyHoned.Call(keys, values, totals, partedKeys[:len(keys)], partedValues[:len(keys)])
	}, func() honedStatus { return statusOf(groupManyHoned) }}
}

var (
	groupFewWorkload  = groupWorkload("few", 1000, "hone.Histogram", inTables)
	groupManyWorkload = groupWorkload("many", 1_000_000, "rows parted by keys first", inParts)
)

func groupWorkload(name string, groups int, how string, honed func(n int) grouping) workload {
	return workload{
		name:     "group-" + name,
		about:    "sums of float64 and counts for each key, " + how,
		item:     "row",
		params:   []string{"n", "groups"},
		defaults: []int{10_000_000, groups},
		tiny:     []int{16, 16},
		peers:    append(python("group.py", ""), peerSource{file: "group.c"}, peerSource{file: "group_parted.c"}),
		open:     func(size []int) *instance { return openGroup(size[0], size[1], honed) },
	}
}

// groupPlain is the loop as one writes it in Go without hone.
func groupPlain(keys []uint32, values []float64, totals []groupTotal) {
	clear(totals)
	for i, k := range keys {
		totals[k].Sum += values[i]
		totals[k].Count++
	}
}

func openGroup(n, groups int, honed func(n int) grouping) *instance {
	rnd := rig.Noise(28)
	keys, values := rig.Aligned[uint32](n), rig.Noisy[float64](&rnd, n, 0, 1)
	for i := range keys {
		keys[i] = uint32(rnd.Below(groups))
	}
	totals := rig.Aligned[groupTotal](groups)
	small := min(n, 16)
	h := honed(n)
	return &instance{
		items:      n,
		bytes:      12*n + 16*groups,
		input:      [][]byte{rig.Raw(keys), rig.Raw(values)},
		forget:     func() { clear(totals) },
		plain:      func() { groupPlain(keys, values, totals) },
		honed:      func() { h.call(keys, values, totals) },
		output:     func() []byte { return rig.Snapshot(totals) },
		status:     h.status,
		check:      sameTotals,
		smallPlain: func() { groupPlain(keys[:small], values[:small], totals) },
		smallHoned: func() { h.call(keys[:small], values[:small], totals) },
	}
}

// sameTotals allows for the rounding of sums in another order.
func sameTotals(want, got []byte) (string, error) {
	w, g := rig.Cooked[groupTotal](want), rig.Cooked[groupTotal](got)
	if len(w) != len(g) {
		return "", fmt.Errorf("%d groups, not %d", len(g), len(w))
	}
	worst := 0.0
	for k := range w {
		d := math.Abs(w[k].Sum - g[k].Sum)
		if !(d <= 1e-9) || w[k].Count != g[k].Count {
			return "", fmt.Errorf("group %d is %v, not %v", k, g[k], w[k])
		}
		worst = max(worst, d)
	}
	return fmt.Sprintf("largest difference from plain Go %.1e", worst), nil
}

package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Plain loops that look up elements at places that are loaded. A key may be out of range, anywhere: what comes ahead of it has been stored then.

// A binned has how often, and how much.
type binned struct {
	count  uint32
	amount int
}

func (b *binned) add(amount int) {
	b.count++
	b.amount += amount
}

// binStructs counts in a slice of structs, by way of a method, from an offset on.
func binStructs(bins []binned, keys []uint16, amounts []int, first int) {
	for i, k := range keys {
		bins[int(k)+first].add(amounts[i])
	}
}

var BinStructs = hone.Func(binStructs)

// binDown counts from the last key to the first, and says how many keys were odd.
func binDown(bins []int16, keys []int32) (odd int) {
	for i := len(keys) - 1; i >= 0; i-- {
		k := keys[i]
		bins[k]++
		odd += int(k & 1)
	}
	return odd
}

var BinDown = hone.Func(binDown)

// binTwice counts each key, and the next, in two tables that may be the same.
func binTwice(a, b []uint64, keys []uint8, weight uint64) {
	for i := 0; i < len(keys)-1; i++ {
		a[keys[i]] += weight
		b[keys[i+1]] ^= weight + uint64(i)
	}
}

var BinTwice = hone.Func(binTwice)

type linked struct {
	next int32
	x    float32
}

// follow moves what cells hold to where they say, some of it several times, in place.
func follow(cells []linked) {
	for i := range cells {
		cells[cells[i].next].x = cells[i].x + 1
	}
}

var Follow = hone.Func(follow)

// dealOut puts values in order of their low digits, into slices that begin somewhere.
func dealOut(out, in []uint32, next []int) {
	for _, v := range in {
		d := v & 7
		at := next[d]
		out[at] = v
		next[d] = at + 1
	}
}

var DealOut = hone.Func(dealOut)

// gathered adds up, as an integer, what indices lead to, and keeps the last.
func gathered(x []int32, at []int, from, to int) (sum int64, last int32) {
	for i := from; i < to; i++ {
		last = x[at[i]]
		sum += int64(last)
	}
	return sum, last
}

var Gathered = hone.Func(gathered)

// copiedBins counts in bins that were made for it, one way or the other, and copies them.
func copiedBins(out []int32, keys []uint16, zeroed bool) {
	bins := make([]int32, len(out))
	if zeroed {
		for b := range bins {
			bins[b] = 0
		}
	} else {
		for b := range hone.Parallel(len(bins)) {
			bins[b] = int32(b)
		}
	}
	for _, k := range keys {
		bins[k]++
	}
	copy(out, bins)
}

var CopiedBins = hone.Func(copiedBins)

// copiedSome fills a part of what it has made and copies all.
func copiedSome(out []int32, some bool) {
	made := make([]int32, len(out))
	if some {
		for i := range made {
			made[i] = int32(3 * i)
		}
	} else if len(made) > 2 {
		made[2] = 1
	}
	copy(out, made)
}

var CopiedSome = hone.Func(copiedSome)

func init() {
	// below gives keys that are below n, but perhaps for one somewhere.
	below := func(r *rand.Rand, n, bins int) func() int {
		wrong := -1
		if r.Intn(4) == 0 && n > 0 {
			wrong = r.Intn(n)
		}
		i := -1
		return func() int {
			if i++; i == wrong {
				return bins + r.Intn(3)
			}
			return r.Intn(bins)
		}
	}
	add("BinStructs", binStructs, BinStructs, func(r *rand.Rand, n int) []any {
		bins, keys, first := make([]binned, 1+r.Intn(40)), make([]uint16, n), r.Intn(3)
		key := below(r, n, max(len(bins)-first, 1))
		for i := range keys {
			keys[i] = uint16(key())
		}
		return []any{bins, keys, i64s(r, n), first}
	})
	add("BinDown", binDown, BinDown, func(r *rand.Rand, n int) []any {
		bins, keys := make([]int16, 1+r.Intn(300)), make([]int32, n)
		key := below(r, n, len(bins))
		for i := range keys {
			keys[i] = int32(key())
		}
		return []any{bins, keys}
	})
	add("BinTwice", binTwice, BinTwice, func(r *rand.Rand, n int) []any {
		a := make([]uint64, 256)
		b := a
		if r.Intn(2) == 0 {
			b = make([]uint64, 200+r.Intn(57))
		}
		return []any{a, b, u8s(r, n), r.Uint64()}
	})
	add("Follow", follow, Follow, func(r *rand.Rand, n int) []any {
		cells := make([]linked, n)
		key := below(r, n, max(n, 1))
		for i := range cells {
			cells[i] = linked{int32(key()), float32(i)}
		}
		return []any{cells}
	})
	add("DealOut", dealOut, DealOut, func(r *rand.Rand, n int) []any {
		in, next := make([]uint32, n), make([]int, 8)
		var counts [8]int
		for i := range in {
			in[i] = r.Uint32()
			counts[in[i]&7]++
		}
		for d := 1; d < len(next); d++ {
			next[d] = next[d-1] + counts[d-1]
		}
		next[r.Intn(8)] += r.Intn(9) / 8 // one digit may have no room
		return []any{make([]uint32, n), in, next}
	})
	add("Gathered", gathered, Gathered, func(r *rand.Rand, n int) []any {
		places, at := 1+r.Intn(50), make([]int, n)
		key := below(r, n, places)
		for i := range at {
			at[i] = key()
		}
		from := r.Intn(n + 1)
		return []any{i32s(r, places), at, from, from + r.Intn(n-from+2)}
	})
	add("CopiedBins", copiedBins, CopiedBins, func(r *rand.Rand, n int) []any {
		bins, keys := 1+r.Intn(100), make([]uint16, n)
		key := below(r, n, bins)
		for i := range keys {
			keys[i] = uint16(key())
		}
		return []any{i32s(r, bins), keys, r.Intn(2) == 0}
	})
	add("CopiedSome", copiedSome, CopiedSome, func(r *rand.Rand, n int) []any {
		return []any{i32s(r, n), r.Intn(2) == 0}
	})
}

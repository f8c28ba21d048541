package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops that accumulate at computed indices: histograms and their kin. The compiler gives long ones several private tables.

// tally counts at indices that may be out of range.
func tally(keys []int, bins []uint32) {
	for _, k := range keys {
		bins[k]++
	}
}

var Tally = hone.Func(tally)

// tallyBytes counts at indices that are in range only if the table is long enough.
func tallyBytes(keys []uint8, bins []int) {
	for _, k := range keys {
		bins[k>>2]++
	}
}

var TallyBytes = hone.Func(tallyBytes)

// tallyDown goes from the end to the beginning.
func tallyDown(keys []uint8, bins []int) {
	for i := len(keys) - 1; i >= 0; i-- {
		bins[keys[i]>>2]++
	}
}

var TallyDown = hone.Func(tallyDown)

// tallyFrom counts from a place on, which may be ahead of the table.
func tallyFrom(keys []uint8, bins []int, from int) {
	for _, k := range keys {
		bins[int(k>>2)+from]++
	}
}

var TallyFrom = hone.Func(tallyFrom)

// tallyParts counts parts of the keys in parts of a table.
func tallyParts(keys []uint8, bins []uint32) {
	const parts = 3
	for p := range hone.Parallel(parts) {
		own := bins[64*p : 64*(p+1)]
		for _, k := range keys[len(keys)*p/parts : len(keys)*(p+1)/parts] {
			own[k>>2]++
		}
	}
}

var TallyParts = hone.Func(tallyParts)

// weigh adds numbers of the table's type, which may be the table itself.
func weigh(w, bins []int32, keys []uint8) {
	for i, v := range w {
		bins[keys[i]&15] += v
	}
}

func weighSelf(x []int32, keys []uint8) { weigh(x, x, keys) }

var (
	Weigh     = hone.Func(weigh)
	WeighSelf = hone.Func(weighSelf)
)

// channels counts in three tables that may be one.
func channels(px []uint8, t []uint16, a, b, c int) (int, int) {
	r, g := t[a:], t[b:]
	h := t[c : c+64]
	n := 0
	for i := range len(px) / 3 {
		n += int(px[3*i])
		r[px[3*i]&31]++
		g[px[3*i+1]&31]--
		h[px[3*i+2]&63] += 2
	}
	return n, len(px)
}

var Channels = hone.Func(channels)

// foldAt accumulates in all the ways that do not depend on the order.
func foldAt[T integer](x []T, keys []uint8) (least, most, all, some, odd, product [24]T) {
	for k := range least {
		least[k], most[k], all[k], product[k] = 100, 1, 127, 3
	}
	for i := range min(len(x), len(keys)) {
		k, v := keys[i]%24, x[i]
		least[k] = min(least[k], v)
		most[k] = max(v, most[k])
		all[k] &= v | 5
		some[k] |= v & 50
		odd[k] ^= v
		product[k] *= v | 1
	}
	return
}

var (
	FoldAtI8  = hone.Func(foldAt[int8])
	FoldAtU16 = hone.Func(foldAt[uint16])
	FoldAtI32 = hone.Func(foldAt[int32])
	FoldAtU64 = hone.Func(foldAt[uint64])
	FoldAtI64 = hone.Func(foldAt[int])
)

// spectrum counts floats in equal parts of a range, where a rounding error may lead out of it.
func spectrum(x []float32, lo, hi float32, bins []int64) (outside int) {
	scale := float32(len(bins)) / (hi - lo)
	for _, v := range x {
		if v >= lo && v <= hi {
			bins[int((v-lo)*scale)]++
		} else {
			outside++
		}
	}
	return outside
}

var Spectrum = hone.Func(spectrum)

// bandTables has each band count in an array of its own.
func bandTables(x []uint8) []int32 {
	const bands, size = 3, 32
	n := len(x)
	tables := make([]int32, bands*size)
	for b := range hone.Parallel(bands) {
		var t [size]int32
		for _, v := range x[n*b/bands : n*(b+1)/bands] {
			t[v%size]++
		}
		for i, v := range t {
			tables[b*size+i] = v
		}
	}
	return tables
}

var BandTables = hone.Func(bandTables)

// dice counts what a generator of random numbers draws.
func dice(seed uint32, n int) (bins [36]int, last uint32) {
	for range n {
		seed = seed*1664525 + 1013904223
		bins[seed>>8%36]++
	}
	return bins, seed
}

var Dice = hone.Func(dice)

type account struct {
	Count   int32
	Balance int64
	Flags   uint8
}

type booking struct {
	Account uint8
	Amount  int64
}

// book accumulates in the fields of structs, and divides.
func book(bookings []booking, accounts []account, parts []int64) {
	for i, b := range bookings {
		share := b.Amount / parts[i]
		accounts[b.Account].Count++
		accounts[b.Account].Balance -= share
		accounts[b.Account].Flags |= 1 << (b.Account & 7)
	}
}

var Book = hone.Func(book)

// label stores what it counts.
func label(x []int16, labels []uint8, bins []uint32) {
	for i, v := range x {
		l := uint8(v>>6) & 15
		labels[i] = l
		bins[l]++
	}
}

var Label = hone.Func(label)

// evens accumulates in every other entry of its tables. The rest may be another goroutine's, and must not be stored to.
func evens(keys []uint8, x, sum, least, product, all []int32) {
	for i, k := range keys {
		k, v := k&6, x[i]
		sum[k] -= v
		least[k] = min(least[k], v)
		product[k] *= v | 1
		all[k] &= v
	}
}

var Evens = hone.Func(evens)

// rarely counts nothing, unless a key is out of the ordinary. Where it doesn't, the table may be in memory that can't be written.
func rarely(keys []int16, bins []uint16) {
	for _, k := range keys {
		if k&0x3fff == 12345 {
			bins[k&7]++
		}
	}
}

var Rarely = hone.Func(rarely)

// otherwise uses a table in other ways too, and two that may be one in different ways: these stay as they are.
func otherwise(keys []uint8, a, b []int32) int32 {
	for i, k := range keys {
		a[k&7] += int32(i)
		b[k>>5] ^= int32(k)
	}
	s := int32(0)
	for _, k := range keys {
		a[k&7]++
		s += a[k&3]
		b[k&7] = b[k&7]*2 + 1
		if k == 77 {
			break
		}
	}
	return s
}

func otherwiseSelf(keys []uint8, a []int32) int32 { return otherwise(keys, a, a) }

var (
	Otherwise     = hone.Func(otherwise)
	OtherwiseSelf = hone.Func(otherwiseSelf)
)

// letters adds up the places of small letters, in a table that may be too short.
func letters(text []uint8, small []int32) {
	for i, c := range text {
		if 'a' <= c && c <= 'z' {
			small[c-'a'] += int32(i)
		}
	}
}

// marked adds up what is marked, and counts it.
func marked(keys []uint8, marks []int32, sums []uint32) (n int) {
	for i, k := range keys {
		if marks[i] > 0 {
			sums[k&7] += uint32(marks[i])
			n++
		}
	}
	return n
}

// splitAt counts numbers below zero, and others, by their last digits.
func splitAt(x []int16, below, above []int) {
	for _, v := range x {
		if v >= 0 {
			above[v&15]++
		} else {
			below[v&7]--
		}
	}
}

var (
	Letters = hone.Func(letters)
	Marked  = hone.Func(marked)
	SplitAt = hone.Func(splitAt)
)

// sumRows adds rows of a matrix that are numbered by keys: the columns are in lanes.
func sumRows(x []int32, keys []uint8, w int) []int32 {
	if w <= 0 {
		return nil
	}
	h := min(len(x)/w, len(keys))
	y := make([]int32, 8*w)
	for c := range hone.Parallel(w) {
		for r := range h {
			y[int(keys[r]&7)*w+c] += x[r*w+c]
		}
	}
	return y
}

var SumRows = hone.Func(sumRows)

func init() {
	bookings := vec(func(r *rand.Rand) booking { return booking{uint8(r.Intn(9)), int64(r.Intn(1000))} })
	accounts := vec(func(r *rand.Rand) account { return account{Count: int32(r.Intn(9))} })
	add("Tally", tally, Tally, args(seldomOut(20), fixed(20, u32s)))
	add("TallyBytes", tallyBytes, TallyBytes, args(seldomAbove(203), fixed(51, i64s)))
	add("TallyDown", tallyDown, TallyDown, args(seldomAbove(203), fixed(51, i64s)))
	add("TallyFrom", tallyFrom, TallyFrom, args(seldomAbove(203), fixed(63, i64s), one(between(-1, 12))))
	add("TallyParts", tallyParts, TallyParts, args(times(3, u8s), fixed(192, u32s)))
	add("Weigh", weigh, Weigh, args(i32s, fixed(16, i32s), nearly(u8s)))
	add("WeighSelf", weighSelf, WeighSelf, args(plus(16, i32s), plus(16, u8s)))
	add("Channels", channels, Channels, args(times(3, u8s), fixed(100, u16s), one(between(0, 40)), one(between(0, 69)), one(between(0, 36))))
	add("FoldAtI8", foldAt[int8], FoldAtI8, args(i8s, u8s))
	add("FoldAtU16", foldAt[uint16], FoldAtU16, args(u16s, u8s))
	add("FoldAtI32", foldAt[int32], FoldAtI32, args(i32s, u8s))
	add("FoldAtU64", foldAt[uint64], FoldAtU64, args(u64s, u8s))
	add("FoldAtI64", foldAt[int], FoldAtI64, args(i64s, u8s))
	add("Spectrum", spectrum, Spectrum, args(f32s, constant(float32(-5)), constant(float32(7)), fixed(30, vec(func(r *rand.Rand) int64 { return 0 }))))
	add("BandTables", bandTables, BandTables, args(u8s))
	add("Dice", dice, Dice, args(one(whole[uint32]), size))
	add("Book", book, Book, args(bookings, fixed(8, accounts), vec(func(r *rand.Rand) int64 { return int64(r.Intn(5000)) })))
	add("Label", label, Label, args(i16s, nearly(u8s), fixed(16, u32s)))
	add("Evens", evens, Evens, args(u8s, plus(1, i32s), fixed(7, i32s), fixed(8, i32s), fixed(7, i32s), fixed(9, i32s)))
	add("Rarely", rarely, Rarely, args(i16s, fixed(8, u16s)))
	add("Otherwise", otherwise, Otherwise, args(u8s, fixed(8, i32s), fixed(8, i32s)))
	add("OtherwiseSelf", otherwiseSelf, OtherwiseSelf, args(u8s, fixed(8, i32s)))
	add("Letters", letters, Letters, args(u8s, fixed(26, nearly(i32s))))
	add("Marked", marked, Marked, args(u8s, nearly(i32s), fixed(8, u32s)))
	add("SplitAt", splitAt, SplitAt, args(i16s, fixed(8, nearly(i64s)), fixed(16, i64s)))
	add("SumRows", sumRows, SumRows, args(times(30, i32s), u8s, one(between(0, 60))), upTo(1000))
}

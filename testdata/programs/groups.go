package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Groups, runs, depths and fields.

// sale is a row of a table.
type sale struct {
	Shop   uint16
	Pieces int32
	Price  float64
}

// groupTotal is what is known of a group.
type groupTotal struct {
	Count, Pieces int
	Turnover      float64
}

func (t groupTotal) plus(u groupTotal) groupTotal {
	return groupTotal{t.Count + u.Count, t.Pieces + u.Pieces, t.Turnover + u.Turnover}
}

// totalsByShop groups with one histogram of structs.
func totalsByShop(sales []sale, shops int) ([]groupTotal, []float64) {
	totals := hone.Histogram(len(sales), shops, groupTotal{}, groupTotal.plus, func(i int) (int, groupTotal) {
		s := sales[i]
		return int(s.Shop), groupTotal{1, int(s.Pieces), float64(s.Pieces) * s.Price}
	})
	return totals, hone.Build(shops, func(g int) float64 { return totals[g].Turnover / float64(totals[g].Count) })
}

var TotalsByShop = hone.Func(totalsByShop)

// groupedBy does so in a plain loop over columns.
func groupedBy(keys []uint8, values []float32) (count [256]int32, mean, lowest [256]float32) {
	for i, k := range keys {
		v := values[i]
		if count[k] == 0 || v < lowest[k] {
			lowest[k] = v
		}
		count[k]++
		mean[k] += v
	}
	for k, n := range count {
		if n > 0 {
			mean[k] /= float32(n)
		}
	}
	return count, mean, lowest
}

var GroupedBy = hone.Func(groupedBy)

// dearSales compacts structs.
func dearSales(sales []sale, limit float64) []sale {
	return hone.Keep(len(sales), func(i int) (sale, bool) { return sales[i], float64(sales[i].Pieces)*sales[i].Price >= limit })
}

var DearSales = hone.Func(dearSales)

// byteRuns encodes runs of bytes in a plain loop, as pairs of a length below 256 and a byte.
func byteRuns(out, in []uint8) int {
	n := 0
	for i := 0; i < len(in); {
		j := i + 1
		for j < len(in) && in[j] == in[i] && j-i < 255 {
			j++
		}
		out[n], out[n+1] = uint8(j-i), in[i]
		n += 2
		i = j
	}
	return n
}

// runsOut decodes them.
func runsOut(out, in []uint8) int {
	n := 0
	for i := 0; i+1 < len(in); i += 2 {
		run := out[n : n+int(in[i])]
		for k := range run {
			run[k] = in[i+1]
		}
		n += len(run)
	}
	return n
}

var ByteRuns = hone.Func(byteRuns)
var RunsOut = hone.Func(runsOut)

// run is a value and how often it comes.
type run struct {
	Value int32
	Times int
}

// runsAt encodes with the library's patterns.
func runsAt(x []int32) []run {
	heads := hone.KeepIndices(len(x), func(i int) bool { return i == 0 || x[i] != x[i-1] })
	return hone.Build(len(heads), func(j int) run {
		end := len(x)
		if j < len(heads)-1 {
			end = heads[j+1]
		}
		return run{x[heads[j]], end - heads[j]}
	})
}

// expanded decodes with a scan of the lengths: each run's head is put at its place, and the heads are spread by a running maximum.
func expanded(values []int32, times []uint8) []int32 {
	at, n := hone.ScanExclusive(len(values), 0, func(a, b int) int { return a + b }, func(i int) int { return int(times[i]) })
	heads := make([]int, n)
	for i := range values {
		if times[i] > 0 {
			heads[at[i]] = i
		}
	}
	from := hone.Scan(n, 0, func(a, b int) int { return max(a, b) }, func(i int) int { return heads[i] })
	return hone.Build(n, func(i int) int32 { return values[from[i]] })
}

var RunsAt = hone.Func(runsAt)
var Expanded = hone.Func(expanded)

// skyline are the places of what is higher than all before it, NaN never.
func skyline(x []float32) []int {
	before, _ := hone.ScanExclusive(len(x), -1e30, func(a, b float32) float32 {
		if b > a {
			return b
		}
		return a
	}, func(i int) float32 { return x[i] })
	return hone.KeepIndices(len(x), func(i int) bool { return x[i] > before[i] })
}

// skylinePlain does so in one loop.
func skylinePlain(out []int, x []float32) int {
	high, n := float32(-1e30), 0
	for i, v := range x {
		if v > high {
			high = v
			out[n] = i
			n++
		}
	}
	return n
}

var Skyline = hone.Func(skyline)
var SkylinePlain = hone.Func(skylinePlain)

// depths are how many brackets are open behind each byte, how many at most, and whether they match.
func depths(text []uint8) (depth []int32, deepest int32, match bool) {
	depth = hone.Scan(len(text), 0, func(a, b int32) int32 { return a + b }, func(i int) int32 {
		switch text[i] {
		case '[':
			return 1
		case ']':
			return -1
		}
		return 0
	})
	deepest = hone.Max(len(text), func(i int) int32 { return depth[i] })
	match = hone.All(len(text), func(i int) bool { return depth[i] >= 0 })
	if n := len(text); n > 0 {
		match = match && depth[n-1] == 0
	}
	return depth, deepest, match
}

// depthsPlain does so in one loop, up to the first that has no partner.
func depthsPlain(text []uint8) (deepest, at int) {
	depth := 0
	for i, c := range text {
		if c == '[' {
			depth++
			deepest = max(deepest, depth)
		} else if c == ']' {
			depth--
			if depth < 0 {
				return deepest, i
			}
		}
	}
	return deepest, -1
}

var Depths = hone.Func(depths)
var DepthsPlain = hone.Func(depthsPlain)

// linesOf are the begins of lines, and how many fields and how many digits each has.
func linesOf(text []uint8) (begins []int, fields, digits []int32) {
	begins = hone.KeepIndices(len(text), func(i int) bool { return i == 0 || text[i-1] == '\n' })
	fields, digits = make([]int32, len(begins)), make([]int32, len(begins))
	for l := range hone.Parallel(len(begins)) {
		end := len(text)
		if l+1 < len(begins) {
			end = begins[l+1]
		}
		f, d := int32(1), int32(0)
		for _, c := range text[begins[l]:end] {
			if c == ',' {
				f++
			} else if '0' <= c && c <= '9' {
				d++
			}
		}
		fields[l], digits[l] = f, d
	}
	return begins, fields, digits
}

var LinesOf = hone.Func(linesOf)

// numbersOf reads the whole numbers of a text, each from where its first digit is.
func numbersOf(text []uint8) []uint32 {
	digit := func(i int) bool { return i >= 0 && i < len(text) && text[i]-'0' < 10 }
	heads := hone.KeepIndices(len(text), func(i int) bool { return digit(i) && !digit(i-1) })
	return hone.Build(len(heads), func(j int) uint32 {
		v := uint32(0)
		for i := heads[j]; digit(i); i++ {
			v = 10*v + uint32(text[i]-'0')
		}
		return v
	})
}

var NumbersOf = hone.Func(numbersOf)

// inRuns are elements that often come several times.
func inRuns[T any](elem func(r *rand.Rand) T) gen {
	return func(r *rand.Rand, n int) any {
		s := vec(elem)(r, n).([]T)
		long := 1 + r.Intn(300)
		for i := 1; i < n; i++ {
			if r.Intn(long) != 0 {
				s[i] = s[i-1]
			}
		}
		return s
	}
}

func init() {
	table := vec(func(r *rand.Rand) sale { return sale{fewKeys[uint16](r), int32(r.Intn(20)), float64(r.Intn(1000)) / 4} })
	text := vec(func(r *rand.Rand) uint8 { return "0123456789,,\n ab"[r.Intn(16)] })
	add("TotalsByShop", totalsByShop, TotalsByShop, args(table, one(between(38, 60))))
	add("GroupedBy", groupedBy, GroupedBy, args(vec(fewKeys[uint8]), nearly(vec(wild[float32]))))
	add("DearSales", dearSales, DearSales, args(table, one(between(0.0, 4000.0))))
	add("ByteRuns", byteRuns, ByteRuns, args(plus(4, u8s), inRuns(whole[uint8])))
	add("RunsOut", runsOut, RunsOut, args(times(70, u8s), vec(whole[uint8])), upTo(20000))
	add("RunsAt", runsAt, RunsAt, args(inRuns(whole[int32])))
	add("Expanded", expanded, Expanded, args(vec(whole[int32]), nearly(vec(fewKeys[uint8]))))
	add("Skyline", skyline, Skyline, args(sortable(fewKeys[float32], wild[float32])))
	add("SkylinePlain", skylinePlain, SkylinePlain, args(nearly(vec(func(*rand.Rand) int { return -1 })), sortable(fewKeys[float32], wild[float32])))
	add("Depths", depths, Depths, args(brackets))
	add("DepthsPlain", depthsPlain, DepthsPlain, args(brackets))
	add("LinesOf", linesOf, LinesOf, args(text))
	add("NumbersOf", numbersOf, NumbersOf, args(text))
}

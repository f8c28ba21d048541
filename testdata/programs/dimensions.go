package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops over rows and columns that count in one go, and take rows and columns from there; and loops whose ranges depend on indices around them.

// dividedRows is a stencil with its border left as it is; rows may be short, or the last one not whole.
func dividedRows(out, in []float32, w int) {
	h := len(in) / w
	for i := range hone.Parallel(len(in)) {
		y, x := i/w, i%w
		if x == 0 || x == w-1 || y == 0 || y == h-1 {
			continue
		}
		out[i] = in[i-1] + in[i+1] - in[i-w] - in[i+w]
	}
}

// dividedPlain is one without annotation, and perhaps without a check that it would need.
func dividedPlain(out, in []int32, w, early int) {
	for i := range in {
		x := i % w
		if x < 1-early {
			continue
		}
		out[i] = in[i] - in[i-1] + int32(i/w)
	}
}

// dividedAsTold is told how many rows there are: as many, or fewer, or more.
func dividedAsTold(out, in []float32, w, h int) {
	for i := range in {
		x, y := i%w, i/w
		if x < 1 || x >= w-1 {
			continue
		}
		if y < 1 || y >= h-1 {
			continue
		}
		out[i] = in[i-1] + in[i+1] - in[i-w] - in[i+w]
	}
}

// dividedThrice has three dimensions.
func dividedThrice(out, in []float64, n, m int) {
	for i := range hone.Parallel(min(len(out), len(in))) {
		z, y, x := i/(n*m), i/n%m, i%n
		if y > 0 && x != n-1 {
			out[i] = in[z*(n*m)+(y-1)*n+x] + float64(x-z)*in[i+1]
		} else {
			out[i] = float64(i % (n * m))
		}
	}
}

// dividedProduct goes over rows whose number it knows; the product of that and their length may wrap around.
func dividedProduct(out, in []float32, w, h int) {
	for i := range w * h {
		if y, x := i/w, i%w; y < h-1 && x > 0 {
			out[i] = in[i+w] - in[i-1]
		}
	}
}

// dividedHuge divides by what wraps around.
func dividedHuge(out []int, w, by int) {
	for i := range hone.Parallel(len(out)) {
		out[i] = i/w + i/(w*by) - i%(w*by)
	}
}

// rowGains has rows of a constant length.
func rowGains(out, in []uint8, gain []int32) {
	for i := range hone.Parallel(len(in)) {
		out[i] = uint8(int32(in[i]) * gain[i%64] >> (8 + i/64%3))
	}
}

// belowDiagonal goes over what is below the diagonal, and copies it.
func belowDiagonal(a []float64, n, beyond int) {
	for i := range n {
		for j := 0; j < i; j++ {
			a[j*n+i+beyond] = a[i*n+j] * 2
		}
	}
}

// aboveDiagonal reads what is above.
func aboveDiagonal(out, a []float32, n int) {
	for i := range hone.Parallel(n) {
		s := float32(0)
		for j := i + 1; j < n; j++ {
			s += a[i*n+j]
		}
		for j := n - 1; j > i; j-- {
			s -= a[j*n+i] / 2
		}
		out[i] = s
	}
}

// cutOff leaves out the taps of a filter that are outside, by the loops' ranges or by continue.
func cutOff(out, in, k []float32, w, r int) {
	h := min(len(in), len(out)) / w
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			s := float32(0)
			for dy := max(-r, -y); dy <= min(r, h-1-y); dy++ {
				for dx := -r; dx <= r; dx++ {
					if x+dx < 0 || x+dx >= w {
						continue
					}
					s += k[(dy+r)*(2*r+1)+dx+r] * in[(y+dy)*w+x+dx]
				}
			}
			out[y*w+x] = s
		}
	}
}

// nearSum sums the neighbours, with loops whose ranges are around the indices.
func nearSum(out, in []int32, w int) {
	h := min(len(in), len(out)) / w
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			if y < 1 || y > h-2 || x < 1 || x > w-2 {
				out[y*w+x] = in[y*w+x]
				continue
			}
			s := int32(0)
			for j := y - 1; j <= y+1; j++ {
				for i := x - 1; i <= x+1; i++ {
					s += in[j*w+i]
				}
			}
			out[y*w+x] = s
		}
	}
}

// upToLast has bounds that are included, up to the greatest integer.
func upToLast(out, in []float32, w, last int) {
	h := len(in) / w
	for y := 0; y <= h-1; y++ {
		for x := 0; x <= last; x++ {
			out[y*w+x] = in[y*w+x] + 1
		}
	}
}

// turned chooses its neighbours at the ends.
func turned(out, in []int16, w int) {
	for i := range hone.Parallel(len(in)) {
		x := i % w
		left, right := i-1, i+1
		if x == 0 {
			left = i + w - 1
		}
		if x == w-1 {
			right = i - w + 1
		}
		out[i] = in[left] - in[right]
	}
}

var (
	DividedRows   = hone.Func(dividedRows)
	DividedPlain  = hone.Func(dividedPlain)
	DividedAsTold = hone.Func(dividedAsTold)
	DividedThrice = hone.Func(dividedThrice)
	DividedHuge   = hone.Func(dividedHuge)

	DividedProduct = hone.Func(dividedProduct)
	RowGains       = hone.Func(rowGains)
	BelowDiagonal  = hone.Func(belowDiagonal)
	AboveDiagonal  = hone.Func(aboveDiagonal)
	CutOff         = hone.Func(cutOff)
	NearSum        = hone.Func(nearSum)
	UpToLast       = hone.Func(upToLast)
	Turned         = hone.Func(turned)
)

// rowLength is one that is short, or not, or none at all.
func rowLength(r *rand.Rand, n int) any {
	return [...]int{1, 2, 3, 31, 32, 33, 40, 64, max(1, n/4), n, -3, 0}[r.Intn(12)]
}

// wholeRows is some elements, a multiple of what rowLength mostly gives.
func wholeRows(g gen) gen { return sized(func(n int) int { return n * 64 }, g) }

// torusPlaces has the rows around a place by remainders by the size of the grid: some rows on, some back, and places that are in other columns, or before the first.
func torusPlaces(in []int32, w, h int) []int32 {
	n := w * h
	out := make([]int32, max(n, 0))
	for i := range hone.Parallel(n) {
		x := i % w
		v := in[(i+w)%n] - 3*in[(i+n-w)%n] ^ in[(i+2*n+3*w)%n] + int32(x)
		v += in[(i+w-1)%n] - 5*in[(i+n-1)%n] + int32((i-w)%n) - 2*int32((i-2*w+n)%n)
		out[i] = v + int32((i+w)%(n+1))
	}
	return out
}

var TorusPlaces = hone.Func(torusPlaces)

func init() {
	add("TorusPlaces", torusPlaces, TorusPlaces, func(r *rand.Rand, n int) []any {
		w, h := r.Intn(80), r.Intn(6)
		switch r.Intn(8) {
		case 0:
			w, h = -w, -h
		case 1:
			h = -h
		}
		in := make([]int32, max(w*h-r.Intn(8)/7, 0))
		for i := range in {
			in[i] = r.Int31()
		}
		return []any{in, w, h}
	})
	width := one(between(1, 40))
	add("DividedRows", dividedRows, DividedRows, args(wholeRows(f32s), wholeRows(f32s), rowLength), upTo(60))
	add("DividedPlain", dividedPlain, DividedPlain, args(wholeRows(i32s), wholeRows(i32s), rowLength, one(between(-1, 2))), upTo(60))
	add("DividedAsTold", dividedAsTold, DividedAsTold, func(r *rand.Rand, n int) []any {
		w, rows := [...]int{3, 31, 32, 33, 40, 64}[r.Intn(6)], r.Intn(12)
		h := rows - r.Intn(4)
		switch r.Intn(8) {
		case 0:
			h = rows + r.Intn(3) // the last row has none below
		case 1:
			h = [...]int{-3, 0, math.MinInt, math.MaxInt}[r.Intn(4)]
		}
		return []any{f32s(r, w*rows), f32s(r, w*rows), w, h}
	}, upTo(60))
	add("DividedThrice", dividedThrice, DividedThrice, args(wholeRows(f64s), wholeRows(f64s), rowLength, one(between(0, 5))), upTo(60))
	add("DividedHuge", dividedHuge, DividedHuge, args(wholeRows(i64s), rowLength, func(r *rand.Rand, n int) any {
		return [...]int{1, 2, 3, math.MaxInt, 1 << 62, 1 << 58, math.MinInt, -1, 0}[r.Intn(9)]
	}), upTo(60))
	add("DividedProduct", dividedProduct, DividedProduct, func(r *rand.Rand, n int) []any {
		w, h := 1+r.Intn(40), r.Intn(9)
		more := 0
		switch r.Intn(4) {
		case 0:
			w = 64
		case 1:
			w, more = 64, 1<<58 // the product is 64*h all the same
		case 2:
			w = 32 + r.Intn(9)
		}
		return []any{f32s(r, w*h), nearly(f32s)(r, w*(h+1)), w, h + more}
	}, upTo(60))
	add("RowGains", rowGains, RowGains, args(wholeRows(u8s), wholeRows(u8s), atLeast(60, i32s)), upTo(60))
	add("BelowDiagonal", belowDiagonal, BelowDiagonal, args(square(f64s), index, one(between(0, 2))), upTo(60))
	add("AboveDiagonal", aboveDiagonal, AboveDiagonal, args(f32s, square(f32s), index), upTo(60))
	add("CutOff", cutOff, CutOff, args(f32s, nearly(f32s), atLeast(49, f32s), width, one(between(0, 4))))
	add("NearSum", nearSum, NearSum, args(i32s, nearly(i32s), width))
	add("UpToLast", upToLast, UpToLast, args(f32s, nearly(f32s), width, one(between(-2, 40))))
	add("Turned", turned, Turned, args(wholeRows(i16s), wholeRows(i16s), rowLength), upTo(60))
}

// narrowPlaces counts in types of fewer than 64 bits; places wrap around in them for wide rows.
func narrowPlaces(out, in []float32, w, h int) {
	ww, hh := int32(w), int32(h)
	for y := int32(1); y < hh-1; y++ {
		for x := int32(1); x < ww-1; x++ {
			i := y*ww + x
			out[i] = in[i-1] + in[i+1] + in[i-ww] + in[i+ww]
		}
	}
}

// narrowBytes has rows of which the places wrap around in 16 bits, and in unsigned ones below zero.
func narrowBytes(out, in []uint8, w uint16, h int16) {
	for y := int16(0); y < h; y++ {
		for x := uint16(0); x < w; x++ {
			out[uint16(y)*w+x] = in[int16(w)*y+int16(x)] ^ in[x-w+uint16(y)]
		}
	}
}

// downwards goes through rows and columns from the end.
func downwards(out, in []float64, w, h, from int) {
	for y := h - 1; y >= 1; y-- {
		for x := from; x > 0; x-- {
			out[y*w+x] = in[(y-1)*w+x] - in[y*w+x-1]
		}
	}
	for y := h - 1; y >= 1; y-- {
		for x := w - 1; x >= 1; x-- {
			out[y*w+x] += out[y*w+x-1]
		}
	}
}

var (
	NarrowPlaces = hone.Func(narrowPlaces)
	NarrowBytes  = hone.Func(narrowBytes)
	Downwards    = hone.Func(downwards)
)

func init() {
	rows := one(between(0, 9))
	add("NarrowPlaces", narrowPlaces, NarrowPlaces, args(f32s, nearly(f32s), func(r *rand.Rand, n int) any {
		return [...]int{1, 2, 3, 8, 33, n / 8, n / 4, 1 << 31, 1<<32 + 8, -8, 1<<31 - 1}[r.Intn(11)]
	}, rows))
	add("NarrowBytes", narrowBytes, NarrowBytes, args(wholeRows(u8s), wholeRows(u8s), func(r *rand.Rand, n int) any {
		return uint16([...]int{0, 1, 8, 40, 500, 1 << 13, 1 << 15, 1<<16 - 1}[r.Intn(8)])
	}, func(r *rand.Rand, n int) any { return int16(r.Intn(9) - 1) }), upTo(60))
	add("Downwards", downwards, Downwards, args(f64s, nearly(f64s), one(between(1, 40)), rows, one(between(-1, 40))))
}

// chosenRows has rows above and below that an if chooses, and neighbours likewise.
func chosenRows(out, in []uint8, w int) {
	h := len(in) / w
	for y := 0; y < h; y++ {
		m := in[y*w : (y+1)*w]
		up, down := m, m
		if y > 0 {
			up = in[(y-1)*w : y*w]
		}
		if y < h-1 {
			down = in[(y+1)*w : (y+2)*w]
		}
		dst := out[y*w : (y+1)*w]
		for x := range dst {
			l, r := x-1, x+1
			if x == 0 {
				l = 0
			}
			if x == w-1 {
				r = x
			}
			dst[x] = up[l] + down[r] ^ m[x]
		}
	}
}

// fewerColumns writes rows that are shorter than those it reads.
func fewerColumns(out, in []float32, w, h int) {
	ow := w - 2
	for y := range h - 1 {
		dst := out[y*ow:][:ow:ow]
		for x := range dst {
			dst[x] = 1
		}
		for j := range 2 {
			src := in[(y+j)*w:][:w:w]
			for x := range dst {
				dst[x] = dst[x] + src[x] - src[x+2]
			}
		}
	}
}

var (
	ChosenRows   = hone.Func(chosenRows)
	FewerColumns = hone.Func(fewerColumns)
)

func init() {
	add("ChosenRows", chosenRows, ChosenRows, args(u8s, nearly(u8s), one(between(1, 40))))
	add("FewerColumns", fewerColumns, FewerColumns, args(f32s, nearly(f32s), one(between(0, 40)), one(between(0, 9))))
}

// fours works on four at a time as long as there are four, then on the rest.
func fours(out, in []uint8, from int) {
	i := max(from, 0)
	for ; i+3 < len(in); i += 4 {
		a := uint32(in[i+3])
		out[i] = uint8(uint32(in[i]) * a / 255)
		out[i+1] = uint8(uint32(in[i+1]) * a / 255)
		out[i+2] = uint8(uint32(in[i+2]) * a / 255)
		out[i+3] = uint8(a)
	}
	for ; i < len(in); i++ {
		out[i] = in[i]
	}
}

var Fours = hone.Func(fours)

func init() { add("Fours", fours, Fours, args(u8s, nearly(u8s), one(between(-2, 9)))) }

// torusRows has one index; the rows above and below come round.
func torusRows(out, in []float32, w, h int) {
	n := w * h
	for i := range hone.Parallel(n) {
		out[i] = in[(i+n-w)%n] - 2*in[(i+w)%n] + in[i] + float32((i+3*w)/w)
	}
}

// torusBehind looks back without adding what keeps it from being negative.
func torusBehind(out, in []int32, w, h int) {
	n := w * h
	for i := range n {
		if k := (i - w) % n; k >= 0 {
			out[i] = in[k] + int32((i-w)/w)
		} else {
			out[i] = int32(k)
		}
	}
}

// groups reads at places that bits of the index give.
func groups(out, in []uint8) {
	for i := range out {
		out[i] = in[i|3] ^ in[i&^1] + in[i>>1] - in[i|4]
	}
}

// groupsBelow begins where there is nothing.
func groupsBelow(out, in []uint8, from int) {
	for i := from; i < len(out); i++ {
		if j := i | 7; j >= 0 {
			out[max(i, 0)] += in[j]
		}
	}
}

var (
	TorusRows   = hone.Func(torusRows)
	TorusBehind = hone.Func(torusBehind)
	Groups      = hone.Func(groups)
	GroupsBelow = hone.Func(groupsBelow)
)

func init() {
	torus := func(g gen) func(r *rand.Rand, n int) []any {
		return func(r *rand.Rand, n int) []any {
			w, h := 30+r.Intn(20), r.Intn(9)
			if r.Intn(4) == 0 {
				w = r.Intn(4)
			}
			return []any{nearly(g)(r, w*h), g(r, w*h), w, h}
		}
	}
	add("TorusRows", torusRows, TorusRows, torus(f32s), upTo(60))
	add("TorusBehind", torusBehind, TorusBehind, torus(i32s), upTo(60))
	add("Groups", groups, Groups, args(u8s, plus(7, u8s)))
	add("GroupsBelow", groupsBelow, GroupsBelow, args(u8s, plus(7, nearly(u8s)), one(between(-20, 2))))
}

// rowsDown goes through rows from their ends, in iterations that are independent; from may be anywhere.
func rowsDown(out, in []float32, w, h, from int) {
	for y := range hone.Parallel(h) {
		for x := from; x > 0; x-- {
			out[y*w+x] = in[y*w+x-1] - 2*in[y*w+x]
		}
		for x := w - 1; x >= 1; x-- {
			out[y*w+x] += in[y*w+x-1]
		}
	}
}

// rowsDownCarried can't be turned round: each column takes from the one that was there before.
func rowsDownCarried(a []int32, w, h int) {
	for y := range hone.Parallel(h) {
		for x := w - 2; x >= 0; x-- {
			a[y*w+x] += a[y*w+x+1]
		}
	}
}

var (
	RowsDown        = hone.Func(rowsDown)
	RowsDownCarried = hone.Func(rowsDownCarried)
)

func init() {
	add("RowsDown", rowsDown, RowsDown, func(r *rand.Rand, n int) []any {
		w, h := 1+r.Intn(60), r.Intn(9)
		return []any{nearly(f32s)(r, w*h), nearly(f32s)(r, w*h), w, h, r.Intn(w+2) - 1 - r.Intn(9)/8} // rows don't overlap
	}, upTo(60))
	add("RowsDownCarried", rowsDownCarried, RowsDownCarried, args(wholeRows(i32s), rowLength, one(between(0, 9))), upTo(60))
}

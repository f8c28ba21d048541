package programs

import "github.com/hone-go/hone"

// Accesses to memory in all their forms.

// gather reads through indices.
func gather(x []float64, at []int) []float64 {
	return hone.Build(len(at), func(i int) float64 { return x[at[i]] })
}

var Gather = hone.Func(gather)

// gather32 reads through indices of 32 bits, narrow elements.
func gather32(x []uint8, y []int16, at []int32) []int32 {
	return hone.Build(len(at), func(i int) int32 { return int32(x[at[i]]) + int32(y[at[i]]) })
}

var Gather32 = hone.Func(gather32)

// chase follows a chain of indices for some steps.
func chase(next []int, steps int) []int {
	out := make([]int, len(next))
	for i := range hone.Parallel(len(next)) {
		at := i
		for range steps {
			at = next[at]
		}
		out[i] = at
	}
	return out
}

var Chase = hone.Func(chase)

// scatter writes through a permutation.
func scatter(x []float32, to []int) []float32 {
	out := make([]float32, len(x))
	for i := range hone.Parallel(len(x)) {
		out[to[i]] = x[i] * 2
	}
	return out
}

var Scatter = hone.Func(scatter)

// scatterSome writes some of the elements, and updates others in place.
func scatterSome(x []int32, to []int, out []int32) {
	for i := range hone.Parallel(len(to)) {
		if x[i] > 0 {
			out[to[i]] = x[i]
		} else if x[i] < -5 {
			out[to[i]] -= x[i]
		}
	}
}

var ScatterSome = hone.Func(scatterSome)

// reverse reads backwards, reverseInPlace swaps.
func reverse(x []int16) []int16 {
	n := len(x)
	return hone.Build(n, func(i int) int16 { return x[n-1-i] })
}

func reverseInPlace(x []float64) {
	n := len(x)
	for i := range hone.Parallel(n / 2) {
		x[i], x[n-1-i] = x[n-1-i], x[i]
	}
}

var (
	Reverse        = hone.Func(reverse)
	ReverseInPlace = hone.Func(reverseInPlace)
)

// strided reads every third element, and writes every second.
func strided(x []float32, y []float32) {
	for i := range hone.Parallel(len(x) / 3) {
		y[2*i] = x[3*i] + x[3*i+2]
		y[2*i+1] = -x[3*i+1]
	}
}

var Strided = hone.Func(strided)

// everyNth strides by a number that is not known.
func everyNth(x []int, step int) []int {
	if step <= 0 {
		return nil
	}
	n := (len(x) + step - 1) / step
	out := make([]int, n)
	for i := range hone.Parallel(n) {
		out[i] = x[i*step] + step
	}
	return out
}

var EveryNth = hone.Func(everyNth)

// interleave packs pixels of three planes, deinterleave unpacks them.
func interleave(r, g, b []uint8) []uint8 {
	out := make([]uint8, 3*len(r))
	for i := range hone.Parallel(len(r)) {
		out[3*i], out[3*i+1], out[3*i+2] = r[i], g[i], b[i]
	}
	return out
}

func deinterleave(rgb []uint8) (r, g, b []uint8) {
	n := len(rgb) / 3
	r, g, b = make([]uint8, n), make([]uint8, n), make([]uint8, n)
	for i := range hone.Parallel(n) {
		r[i], g[i], b[i] = rgb[3*i], rgb[3*i+1], rgb[3*i+2]
	}
	return r, g, b
}

var (
	Interleave   = hone.Func(interleave)
	Deinterleave = hone.Func(deinterleave)
)

type vec3 struct{ X, Y, Z float64 }

func (a vec3) add(b vec3) vec3      { return vec3{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }
func (a vec3) scale(s float64) vec3 { return vec3{a.X * s, a.Y * s, a.Z * s} }
func (a vec3) dot(b vec3) float64   { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }
func (a *vec3) shift(d float64)     { a.X += d; a.Y -= d }
func (a vec3) cross(b vec3) vec3 {
	return vec3{a.Y*b.Z - a.Z*b.Y, a.Z*b.X - a.X*b.Z, a.X*b.Y - a.Y*b.X}
}
func mixed(a, b vec3, t float64) vec3 { return a.scale(1 - t).add(b.scale(t)) }

// motion moves points, an array of structs, in place.
func motion(pos []vec3, vel []vec3, dt float64) {
	for i := range hone.Parallel(len(pos)) {
		pos[i] = pos[i].add(vel[i].scale(dt))
		if pos[i].Y < 0 {
			pos[i].Y, vel[i].Y = -pos[i].Y, -vel[i].Y
		}
	}
}

var Motion = hone.Func(motion)

// geometry uses the methods, by value and by pointer.
func geometry(a, b []vec3, t float64) (dots []float64, mix []vec3) {
	dots, mix = make([]float64, len(a)), make([]vec3, len(a))
	for i := range hone.Parallel(len(a)) {
		c := a[i].cross(b[i])
		c.shift(t)
		dots[i] = c.dot(a[i])
		mix[i] = mixed(a[i], c, t)
	}
	return dots, mix
}

var Geometry = hone.Func(geometry)

// Types with padding, nesting and arrays inside.
type (
	sample struct {
		Tag   uint8
		Value float64
		Flags [3]bool
		Count int16
	}
	box struct {
		Lo, Hi vec3
		ID     int32
	}
	node struct {
		Child [4]int32
		Box   box
		W     [2][2]float32
	}
)

// retag changes some fields of structs in place and leaves others.
func retag(s []sample, by uint8) int {
	for i := range hone.Parallel(len(s)) {
		s[i].Tag += by
		if s[i].Flags[1] {
			s[i].Value = -s[i].Value
			s[i].Flags[2] = s[i].Tag > 128
		}
		s[i].Count++
	}
	return hone.Sum(len(s), func(i int) int { return int(s[i].Count) })
}

var Retag = hone.Func(retag)

// volumes reads nested structs, boxes writes them as a whole.
func volumes(b []box) []float64 {
	return hone.Build(len(b), func(i int) float64 {
		d := b[i].Hi.add(b[i].Lo.scale(-1))
		return d.X * d.Y * d.Z
	})
}

func boxes(center []vec3, radius []float64) []box {
	return hone.Build(len(center), func(i int) box {
		r := vec3{radius[i], radius[i], radius[i]}
		return box{Lo: center[i].add(r.scale(-1)), Hi: center[i].add(r), ID: int32(i)}
	})
}

var (
	Volumes = hone.Func(volumes)
	Boxes   = hone.Func(boxes)
)

// nodes works on structs with arrays in them, with known and with computed indices.
func nodes(tree []node, pick []uint8) ([]float32, []int32) {
	w, c := make([]float32, len(tree)), make([]int32, len(tree))
	for i := range hone.Parallel(len(tree)) {
		k := pick[i] & 3
		c[i] = tree[i].Child[k] + tree[i].Box.ID
		tree[i].W[k>>1][k&1] += 1
		w[i] = tree[i].W[0][1] * float32(tree[i].Box.Hi.Z)
		tree[i].Child[3-k] = -c[i]
	}
	return w, c
}

var Nodes = hone.Func(nodes)

// equalBoxes compares structs and arrays as a whole.
func equalBoxes(a, b []box, s []sample) []bool {
	return hone.Build(len(a), func(i int) bool {
		return a[i] == b[i] || s[i].Flags == [3]bool{true, false, true} || a[i].Lo != a[i].Hi && s[i].Tag == 7
	})
}

var EqualBoxes = hone.Func(equalBoxes)

// smallArray uses a local array with computed indices.
func smallArray(x []int32) []int32 {
	out := make([]int32, len(x))
	for i := range hone.Parallel(len(x)) {
		var bins [5]int32
		for k := range int32(12) {
			bins[(x[i]>>k&7)%5] += k
		}
		best := 0
		for k, b := range bins {
			if b > bins[best] {
				best = k
			}
		}
		out[i] = int32(best)*100 + bins[best]
	}
	return out
}

var SmallArray = hone.Func(smallArray)

// tableLookup reads constant tables.
func tableLookup(x []uint8) ([]uint8, []float32) {
	hex := [16]uint8{'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'}
	weight := [...]float32{0.5, 0.25, 0.125, -1}
	a, b := make([]uint8, 2*len(x)), make([]float32, len(x))
	for i := range hone.Parallel(len(x)) {
		a[2*i], a[2*i+1] = hex[x[i]>>4], hex[x[i]&15]
		b[i] = weight[x[i]%4] + primesTable[x[i]%8]
	}
	return a, b
}

var primesTable = [8]float32{2, 3, 5, 7, 11, 13, 17, 19}

var TableLookup = hone.Func(tableLookup)

// histogram counts bytes in a local array of the whole program.
func histogram(x []uint8) []int {
	var count [256]int
	for _, v := range x {
		count[v]++
	}
	out := make([]int, 256)
	for i := range out {
		out[i] = count[i]
	}
	return out
}

var Histogram = hone.Func(histogram)

// rowModes finds the most frequent byte of every row, with an array of counts for each iteration.
func rowModes(x []uint8, width int) []uint8 {
	if width < 1 {
		return nil
	}
	out := make([]uint8, len(x)/width)
	for r := range hone.Parallel(len(out)) {
		var count [256]uint16
		for c := range width {
			count[x[r*width+c]]++
		}
		best := 0
		for v := range 256 {
			if count[v] > count[best] {
				best = v
			}
		}
		out[r] = uint8(best)
	}
	return out
}

var RowModes = hone.Func(rowModes)

// medians sorts nine neighbours in a local array.
func medians(x []float32) []float32 {
	n := len(x)
	return hone.Build(n, func(i int) float32 {
		var w [9]float32
		for k := range w {
			w[k] = x[max(min(i+k-4, n-1), 0)]
		}
		for a := 1; a < 9; a++ {
			for b := a; b > 0 && w[b] < w[b-1]; b-- {
				w[b], w[b-1] = w[b-1], w[b]
			}
		}
		return w[4]
	})
}

var Medians = hone.Func(medians)

// windows works on parts of slices.
func windows(x []float64, lo, hi int) (sum float64, part []float64) {
	part = x[lo:hi]
	for i := range hone.Parallel(len(part)) {
		part[i] *= 2
	}
	head, tail := part[:len(part)/2], part[len(part)/2:]
	sum = hone.Sum(len(head), func(i int) float64 { return head[i] * tail[i] })
	return sum, tail
}

var Windows = hone.Func(windows)

// threeIndex limits the capacity.
func threeIndex(x []int, lo, hi, most int) ([]int, int) {
	y := x[lo:hi:most]
	return y, cap(y)*1000 + len(y)
}

var ThreeIndex = hone.Func(threeIndex)

// chunks adds up rows that are slices of a slice.
func chunks(x []int32, width int) []int32 {
	out := make([]int32, len(x)/width)
	for r := range hone.Parallel(len(out)) {
		row := x[r*width : (r+1)*width]
		for _, v := range row {
			out[r] += v
		}
	}
	return out
}

var Chunks = hone.Func(chunks)

// transpose is a 2-D loop with one access along and one across.
func transpose(x []float64, h, w int) []float64 {
	out := make([]float64, h*w)
	for i, j := range hone.Parallel2(h, w) {
		out[j*h+i] = x[i*w+j]
	}
	return out
}

var Transpose = hone.Func(transpose)

// border is a 2-D loop that treats the border apart.
func border(x []int32, h, w int) []int32 {
	out := make([]int32, h*w)
	for i, j := range hone.Parallel2(h, w) {
		v := x[i*w+j] * 4
		if i > 0 {
			v -= x[(i-1)*w+j]
		}
		if i < h-1 {
			v -= x[(i+1)*w+j]
		}
		if j > 0 {
			v -= x[i*w+j-1]
		}
		if j < w-1 {
			v -= x[i*w+j+1]
		}
		out[i*w+j] = v
	}
	return out
}

var Border = hone.Func(border)

// inPlace updates each element several times.
func inPlace(x []int) {
	for i := range hone.Parallel(len(x)) {
		x[i] += i
		x[i] *= 3
		if x[i]%2 == 0 {
			x[i]--
		}
	}
}

var InPlace = hone.Func(inPlace)

// mapTo works whether or not the two slices are the same one.
func mapTo(to, from []float32) {
	for i := range hone.Parallel(len(from)) {
		v := from[i]
		to[i] = v*v + 1
	}
}

var MapTo = hone.Func(mapTo)

// lastWins writes to one element from every iteration of a sequential loop.
func lastWins(x []float64, out []float64) {
	for i, v := range x {
		if v > 0 {
			out[i%len(out)] = v
		}
		out[0] += v
	}
}

var LastWins = hone.Func(lastWins)

// copies uses copy and clear, also on overlapping slices.
func copies(x []int32, k int) int {
	n := copy(x[min(k, len(x)):], x)
	if len(x) > 4 {
		clear(x[1:3])
	}
	y := make([]int32, k)
	return n + copy(y, x)
}

var Copies = hone.Func(copies)

// rows makes a slice of slices.
func rows(n int) []int {
	triangle := make([][]int, n)
	for i := range triangle {
		triangle[i] = make([]int, i+1)
		triangle[i][0], triangle[i][i] = 1, 1
		for j := 1; j < i; j++ {
			triangle[i][j] = triangle[i-1][j-1] + triangle[i-1][j]
		}
	}
	out := make([]int, n)
	for i := range hone.Parallel(n) {
		for _, v := range triangle[i] {
			out[i] = out[i]*3 + v
		}
	}
	return out
}

var Rows = hone.Func(rows)

// reversedTwice reads a built slice from the far end while it overwrites what the slice was built from.
func reversedTwice(x []float64) []float64 {
	n := len(x)
	t := make([]float64, n)
	for i := range hone.Parallel(n) {
		t[i] = x[i]
	}
	doubled := hone.Build(n, func(i int) float64 { return t[i] * 2 })
	for i := range hone.Parallel(n) {
		t[i] = doubled[n-1-i]
	}
	return t
}

var ReversedTwice = hone.Func(reversedTwice)

// views keeps slices in structs and arrays.
func views(x, y []float64) []float64 {
	type view struct {
		s      []float64
		weight float64
	}
	vs := [2]view{{x, 2}, {y, -0.5}}
	out := make([]float64, len(x))
	for i := range hone.Parallel(len(x)) {
		for _, v := range vs {
			out[i] += v.s[i] * v.weight
		}
		w := vs[i&1]
		out[i] += w.s[i]
	}
	return out
}

var Views = hone.Func(views)

// chosen selects between slices by a condition.
func chosen(a, b []int, first bool) int {
	s := a
	if !first {
		s = b
	}
	t := b
	if len(a) > len(b) {
		t = s[1:]
	}
	for i := range hone.Parallel(len(s)) {
		s[i] += i
	}
	return len(t) + hone.Sum(len(s), func(i int) int { return s[i] })
}

var Chosen = hone.Func(chosen)

// empties meets nil slices and lengths of zero everywhere.
func empties(x []float64, n int) (int, float64, []float64) {
	var none []float64
	a := make([]float64, 0)
	b := none[:0]
	for i := range hone.Parallel(len(none) + len(a) + len(b)) {
		x[i] = 1
	}
	m := n
	for range hone.Parallel(n - m) {
		x[0]++
	}
	s := hone.Sum(len(none), func(i int) float64 { return none[i] })
	return len(x[len(x):]) + cap(none), s, none
}

var Empties = hone.Func(empties)

// selfAssigned reads what it is about to overwrite, for conditions that are stored behind it.
func selfAssigned(s []sample, at, from int) {
	n := len(s)
	if n == 0 {
		return
	}
	at, from = at&0xff%n, from&0xff%n
	s[at] = sample{Value: s[from].Value + 1, Flags: [3]bool{s[at].Value == s[from].Value, s[from].Count > 3, s[at].Tag == 7}, Count: s[at].Count + 1}
	for i := range hone.Parallel(n) {
		v := s[i]
		s[i].Value = float64(v.Count)
		s[i].Count = int16(v.Tag)
		s[i].Flags[2] = v.Value < s[i].Value
	}
}

var SelfAssigned = hone.Func(selfAssigned)

// lateExtent overwrites a slice in a loop one extent of which is computed behind the slice's make.
func lateExtent(x []int32) []float64 {
	n := len(x)
	s := make([]float64, n)
	for y, c := range hone.Parallel2(n, 1) {
		sum := int32(0)
		for k := range 3 {
			for l := range 3 {
				sum += x[(k+l)%n]
			}
		}
		s[y+c] = float64(sum)
	}
	return hone.Build(n, func(i int) float64 { return s[n-1-i] / 2 })
}

var LateExtent = hone.Func(lateExtent)

func init() {
	add("LateExtent", lateExtent, LateExtent, args(i32s))
	add("SelfAssigned", selfAssigned, SelfAssigned, args(samples, one(between(0, 100)), one(between(0, 100))))
	add("Gather", gather, Gather, args(f64s, astray))
	add("Gather32", gather32, Gather32, args(u8s, nearly(i16s), indices32))
	add("Chase", chase, Chase, args(permutation, one(between(-1, 6))))
	add("Scatter", scatter, Scatter, args(f32s, permutation))
	add("ScatterSome", scatterSome, ScatterSome, args(i32s, permutation, nearly(i32s)))
	add("Reverse", reverse, Reverse, args(i16s))
	add("ReverseInPlace", reverseInPlace, ReverseInPlace, args(f64s))
	add("Strided", strided, Strided, args(f32s, nearly(f32s)))
	add("EveryNth", everyNth, EveryNth, args(i64s, one(between(0, 9))))
	add("Interleave", interleave, Interleave, args(u8s, u8s, u8s))
	add("Deinterleave", deinterleave, Deinterleave, args(u8s))
	add("Motion", motion, Motion, args(vec3s, vec3s, f64))
	add("Geometry", geometry, Geometry, args(vec3s, vec3s, f64), fmaTol(1e-6))
	add("Retag", retag, Retag, args(samples, one(whole[uint8])))
	add("Volumes", volumes, Volumes, args(someBoxes), fmaTol(1e-6))
	add("Boxes", boxes, Boxes, args(vec3s, pos64s))
	add("Nodes", nodes, Nodes, args(someNodes, u8s))
	add("EqualBoxes", equalBoxes, EqualBoxes, args(someBoxes, someBoxes, samples))
	add("SmallArray", smallArray, SmallArray, args(i32s))
	add("TableLookup", tableLookup, TableLookup, args(u8s))
	add("Histogram", histogram, Histogram, args(u8s))
	add("RowModes", rowModes, RowModes, args(u8s, one(between(0, 30))), upTo(5000))
	add("Medians", medians, Medians, args(f32s))
	add("Windows", windows, Windows, args(f64s, constant(0), size))
	add("ThreeIndex", threeIndex, ThreeIndex, args(i64s, index, size, size))
	add("Chunks", chunks, Chunks, args(i32s, one(between(0, 12))))
	add("Transpose", transpose, Transpose, args(square(f64s), size, size), upTo(200))
	add("Border", border, Border, args(square(i32s), size, size), upTo(200))
	add("InPlace", inPlace, InPlace, args(i64s))
	add("MapTo", mapTo, MapTo, sameTwice(f32s))
	add("LastWins", lastWins, LastWins, args(f64s, plus(1, f64s)))
	add("Copies", copies, Copies, args(i32s, one(between(0, 20))))
	add("Rows", rows, Rows, args(size), upTo(100))
	add("ReversedTwice", reversedTwice, ReversedTwice, args(f64s))
	add("Views", views, Views, args(f64s, f64s))
	add("Chosen", chosen, Chosen, args(plus(1, i64s), plus(2, i64s), one(anyBool)))
	add("Empties", empties, Empties, args(f64s, size))
}

package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Declared reductions and chains of patterns, which the compiler fuses.

// dot is the scalar product.
func dot[T number](x, y []T) T {
	return hone.Sum(len(x), func(i int) T { return x[i] * y[i] })
}

var (
	DotF32 = hone.Func(dot[float32])
	DotF64 = hone.Func(dot[float64])
	DotI8  = hone.Func(dot[int8])
	DotI16 = hone.Func(dot[int16])
	DotI32 = hone.Func(dot[int32])
	DotI64 = hone.Func(dot[int64])
	DotU8  = hone.Func(dot[uint8])
	DotU32 = hone.Func(dot[uint32])
)

// spread is the least and the largest element, spreadWild of floats with NaNs and signed zeros.
func spread[T number](x []T) (lo, hi T) {
	lo = hone.Min(len(x), func(i int) T { return x[i] })
	hi = hone.Max(len(x), func(i int) T { return x[i] })
	return lo, hi
}

var (
	SpreadF32 = hone.Func(spread[float32])
	SpreadF64 = hone.Func(spread[float64])
	SpreadI16 = hone.Func(spread[int16])
	SpreadI32 = hone.Func(spread[int32])
	SpreadI64 = hone.Func(spread[int64])
	SpreadU8  = hone.Func(spread[uint8])
	SpreadU64 = hone.Func(spread[uint64])
)

// product multiplies, in two types at once.
func product(x []int32, y []float64) (int32, float64) {
	return hone.Product(len(x), func(i int) int32 { return x[i] | 1 }), hone.Product(len(y), func(i int) float64 { return y[i] + 0.5 })
}

var Product = hone.Func(product)

// moments are several reductions over one range, some of which need the results of others.
func moments(x []float64) (mean, variance, skewness float64) {
	n := len(x)
	mean = hone.Sum(n, func(i int) float64 { return x[i] }) / float64(n)
	centred := func(i int) float64 { return x[i] - mean }
	m2 := hone.Sum(n, func(i int) float64 { return centred(i) * centred(i) })
	m3 := hone.Sum(n, func(i int) float64 { return centred(i) * centred(i) * centred(i) })
	variance = m2 / float64(n)
	return mean, variance, m3 / float64(n) / math.Pow(variance, 1.5)
}

var Moments = hone.Func(moments)

// argmax is a reduction over structs: the largest element and the first place of it.
func argmax(x []float64) (int, float64) {
	type candidate struct {
		at    int
		value float64
	}
	best := hone.Reduce(len(x), candidate{-1, math.Inf(-1)},
		func(a, b candidate) candidate {
			if b.value > a.value || b.value == a.value && b.at < a.at {
				return b
			}
			return a
		},
		func(i int) candidate { return candidate{i, x[i]} })
	return best.at, best.value
}

var Argmax = hone.Func(argmax)

// summary is a reduction over a struct with parts of different sizes.
func summary(x []float32) (count int32, sum float64, lo, hi float32, odd bool) {
	type part struct {
		n      int32
		sum    float64
		lo, hi float32
		odd    bool
	}
	inf := float32(math.Inf(1))
	p := hone.Reduce(len(x), part{lo: inf, hi: -inf},
		func(a, b part) part {
			return part{a.n + b.n, a.sum + b.sum, min(a.lo, b.lo), max(a.hi, b.hi), a.odd != b.odd}
		},
		func(i int) part { return part{1, float64(x[i]), x[i], x[i], true} })
	return p.n, p.sum, p.lo, p.hi, p.odd
}

var Summary = hone.Func(summary)

// oneBit combines bits and bools.
func oneBit(x []uint16) (uint16, bool, bool) {
	bits := hone.Reduce(len(x), 0, func(a, b uint16) uint16 { return a ^ b<<1 }, func(i int) uint16 { return x[i] })
	every := hone.Reduce(len(x), true, func(a, b bool) bool { return a && b }, func(i int) bool { return x[i] > 3 })
	some := hone.Reduce(len(x), false, func(a, b bool) bool { return a || b }, func(i int) bool { return x[i] == 9 })
	return bits, every, some
}

var OneBit = hone.Func(oneBit)

// unordered reduces by an operation that is neither associative nor has a neutral element: the canonical order shows.
func unordered(x []float64, y []int64) (float64, int64) {
	a := hone.Reduce(len(x), 1.5, func(a, b float64) float64 { return a*0.75 - b }, func(i int) float64 { return x[i] })
	b := hone.Reduce(len(y), 7, func(a, b int64) int64 { return a*31 + b }, func(i int) int64 { return y[i] })
	return a, b
}

var Unordered = hone.Func(unordered)

// affine composes affine functions, a reduction over an array.
func affine(a, b []float32) (float32, float32) {
	f := hone.Reduce(len(a), [2]float32{1, 0},
		func(f, g [2]float32) [2]float32 { return [2]float32{f[0] * g[0], f[0]*g[1] + f[1]} },
		func(i int) [2]float32 { return [2]float32{a[i], b[i]} })
	return f[0], f[1]
}

var Affine = hone.Func(affine)

// conditionalSum has control flow inside a reduction.
func conditionalSum(x []int32, group []uint8, want uint8) (sum, count int) {
	sum = hone.Sum(len(x), func(i int) int {
		if group[i] != want {
			return 0
		}
		v := int(x[i])
		for v > 100 {
			v /= 3
		}
		return v
	})
	count = hone.Sum(len(x), func(i int) int {
		if group[i] == want {
			return 1
		}
		return 0
	})
	return sum, count
}

var ConditionalSum = hone.Func(conditionalSum)

// matVec has a reduction inside a parallel loop.
func matVec(m, x []float64, rows, cols int) []float64 {
	return hone.Build(rows, func(i int) float64 {
		return hone.Sum(cols, func(j int) float64 { return m[i*cols+j] * x[j] })
	})
}

var MatVec = hone.Func(matVec)

// rowDistances compares each row of a with each of b: the rows of both are read again and again.
func rowDistances[T number](a, b []T, n int) []T {
	rows, cols := len(a)/max(n, 1), len(b)/max(n, 1)
	d := make([]T, rows*cols)
	for i, j := range hone.Parallel2(rows, cols) {
		d[i*cols+j] = hone.Sum(n, func(k int) T {
			x := a[i*n+k] - b[j*n+k]
			return x * x
		})
	}
	return d
}

var (
	RowDistancesF32 = hone.Func(rowDistances[float32])
	RowDistancesI8  = hone.Func(rowDistances[int8])
)

// rowBounds reduces each row to two values of different widths, and writes what it reads again as much as it can.
func rowBounds(m []float32, rows, cols int, weight []float32, least []int16, sum []float64) {
	for i := range hone.Parallel(rows) {
		scale := sum[i]
		s := hone.Sum(cols, func(j int) float64 { return float64(m[i*cols+j]) * float64(weight[j]) })
		sum[i] = s * scale
		least[i] = hone.Reduce(cols, 1<<14, func(a, b int16) int16 { return min(a, b) }, func(j int) int16 { return int16(m[i*cols+j] + weight[j]) })
	}
}

var RowBounds = hone.Func(rowBounds)

// shifted reduces inside a parallel loop by what is not associative, what is the same for all iterations: in the order of the indices.
func shifted(x, z []int) {
	for j := range hone.Parallel(len(z)) {
		z[j] = hone.Reduce(len(x), 3, func(a, b int) int { return a*10 + b }, func(i int) int { return x[i] + j })
	}
}

var Shifted = hone.Func(shifted)

// orders reduces rows, along memory, in the canonical order, and columns, in the order of the indices, in loops over the same range that share a slice.
func orders(x []int32, w int, rows, columns []int32) {
	less := func(a, b int32) int32 { return a*7 - b }
	for i := range hone.Parallel(w) {
		rows[i] = hone.Reduce(w, 1, less, func(j int) int32 { return x[i*w+j] })
	}
	for i := range hone.Parallel(w) {
		columns[i] = hone.Reduce(w, 2, less, func(j int) int32 { return x[j*w+i] }) + rows[i]
	}
}

var Orders = hone.Func(orders)

// orderInside reduces inside a reduction, and inside that once more.
func orderInside(x []int64, w int) int64 {
	less := func(a, b int64) int64 { return a*3 - b }
	return hone.Reduce(w, 1, less, func(i int) int64 {
		return hone.Reduce(w, 2, less, func(j int) int64 {
			return hone.Reduce(3, 5, less, func(k int) int64 { return x[i*w+j] >> k })
		})
	})
}

var OrderInside = hone.Func(orderInside)

// nearest has two reductions inside a parallel loop, one with a struct.
func nearest(px, py, qx, qy []float32) (at []int32, most []float32) {
	type hit struct {
		at int32
		d  float32
	}
	at, most = make([]int32, len(px)), make([]float32, len(px))
	for i := range hone.Parallel(len(px)) {
		dist := func(j int) float32 {
			dx, dy := px[i]-qx[j], py[i]-qy[j]
			return dx*dx + dy*dy
		}
		h := hone.Reduce(len(qx), hit{-1, math.MaxFloat32},
			func(a, b hit) hit {
				if b.d < a.d {
					return b
				}
				return a
			},
			func(j int) hit { return hit{int32(j), dist(j)} })
		at[i] = h.at
		most[i] = hone.Max(len(qx), dist)
	}
	return at, most
}

var Nearest = hone.Func(nearest)

// normalize divides by the norm: a reduction and its use.
func normalize(x []float32) []float32 {
	norm := math.Sqrt(float64(hone.Sum(len(x), func(i int) float32 { return x[i] * x[i] })))
	return hone.Build(len(x), func(i int) float32 { return x[i] / float32(norm) })
}

var Normalize = hone.Func(normalize)

// chain is a row of Builds that each read the one before.
func chain(x []float64) []float64 {
	n := len(x)
	a := hone.Build(n, func(i int) float64 { return x[i] + 1 })
	b := hone.Build(n, func(i int) float64 { return a[i] * a[i] })
	c := hone.Build(n, func(i int) float64 { return b[n-1-i] - a[i] })
	return hone.Build(n/2, func(i int) float64 { return c[2*i] + c[2*i+1] })
}

var Chain = hone.Func(chain)

// stencilChain blurs twice; the intermediate row is read three times.
func stencilChain(x []float32) []float32 {
	n := len(x)
	at := func(s []float32, i int) float32 { return s[max(0, min(i, n-1))] }
	a := hone.Build(n, func(i int) float32 { return (at(x, i-1) + at(x, i) + at(x, i+1)) / 3 })
	return hone.Build(n, func(i int) float32 { return (at(a, i-1) + at(a, i) + at(a, i+1)) / 3 })
}

var StencilChain = hone.Func(stencilChain)

// fusedSum sums what a Build makes, and returns that as well if asked to.
func fusedSum(x []int32, keep bool) (int, []int32) {
	sq := hone.Build(len(x), func(i int) int32 { return x[i] * x[i] })
	s := hone.Sum(len(sq), func(i int) int { return int(sq[i]) })
	if keep {
		return s, sq
	}
	return s, nil
}

var FusedSum = hone.Func(fusedSum)

// overwritten changes the source between a Build and its use, which forbids fusing them.
func overwritten(x []int) []int {
	n := len(x)
	a := hone.Build(n, func(i int) int { return x[i] * 2 })
	for i := range hone.Parallel(n) {
		x[i] = -1
	}
	b := hone.Build(n, func(i int) int { return a[i] + x[i] })
	if n > 0 {
		b[0] = 77
	}
	return hone.Build(n, func(i int) int { return b[i] + a[n-1-i] })
}

var Overwritten = hone.Func(overwritten)

// shared builds structs and reads only some of their fields.
func shared(x, y []float64) (float64, float64) {
	n := len(x)
	p := hone.Build(n, func(i int) vec3 { return vec3{x[i], y[i], x[i] * y[i]} })
	return hone.Sum(n, func(i int) float64 { return p[i].X - p[i].Z }), hone.Max(n, func(i int) float64 { return p[i].Z })
}

var Shared = hone.Func(shared)

// differentLengths fuses nothing that has another range.
func differentLengths(x []float32, k int) (float32, float32, float32) {
	n := len(x)
	a := hone.Sum(n, func(i int) float32 { return x[i] })
	b := hone.Sum(n-k, func(i int) float32 { return x[i] })
	c := hone.Sum(k, func(i int) float32 { return x[n-1-i] })
	return a, b, c
}

var DifferentLengths = hone.Func(differentLengths)

// countPrimes has a loop with exits inside a reduction.
func countPrimes(n int) int {
	return hone.Sum(n, func(i int) int {
		if i < 2 {
			return 0
		}
		for d := 2; d*d <= i; d++ {
			if i%d == 0 {
				return 0
			}
		}
		return 1
	})
}

var CountPrimes = hone.Func(countPrimes)

// pi integrates by the midpoint rule.
func pi(n int) float64 {
	h := 1 / float64(n)
	return 4 * h * hone.Sum(n, func(i int) float64 {
		x := (float64(i) + 0.5) * h
		return 1 / (1 + x*x)
	})
}

var Pi = hone.Func(pi)

// logSumExp is computed in the way that does not overflow.
func logSumExp(x []float64) float64 {
	m := hone.Max(len(x), func(i int) float64 { return x[i] })
	return m + math.Log(hone.Sum(len(x), func(i int) float64 { return math.Exp(x[i] - m) }))
}

var LogSumExp = hone.Func(logSumExp)

// sumOfStructs adds up 3-D points.
func sumOfStructs(p []vec3, mass []float64) vec3 {
	return hone.Reduce(len(p), vec3{}, vec3.add, func(i int) vec3 { return p[i].scale(mass[i]) })
}

var SumOfStructs = hone.Func(sumOfStructs)

// productSums adds up products, and finds the least of others.
func productSums(x, y []float64) (s struct{ XY, XX, Least float64 }) {
	type sums = struct{ XY, XX, Least float64 }
	return hone.Reduce(len(x), sums{Least: math.Inf(1)}, func(a, b sums) sums {
		return sums{a.XY + b.XY, b.XX + a.XX, min(a.Least, b.Least)}
	}, func(i int) sums { return sums{x[i] * y[i], x[i] * x[i], y[i] * y[i]} })
}

var ProductSums = hone.Func(productSums)

// sameProducts adds up, for each row, products of the same numbers, some of which don't change in the row.
func sameProducts(x, scale []float32) []float32 {
	return hone.Build(len(scale), func(i int) float32 {
		k := scale[i]
		s := hone.Sum(len(x), func(j int) float32 { return x[j] * x[j] })
		return s + hone.Sum(len(x), func(j int) float32 { return k * k }) - hone.Sum(len(x), func(j int) float32 { return k * x[j] })
	})
}

var SameProducts = hone.Func(sameProducts)

// raggedSums adds up rows of all lengths, as those of a sparse matrix.
func raggedSums[T number](x []T, at []int) []T {
	return hone.Build(len(at), func(i int) T {
		lo := i * 7 % len(at)
		return hone.Sum(min(i%137, len(at)-lo), func(k int) T { return x[at[lo+k]] * x[lo+k] })
	})
}

// sparseRows multiplies a matrix in compressed rows, whose columns have narrow numbers, by a vector.
func sparseRows[T, I number](start, column []I, value, x []T) []T {
	return hone.Build(max(len(start)-1, 0), func(r int) T {
		lo, hi := int(start[r]), int(start[r+1])
		return hone.Sum(hi-lo, func(k int) T { return value[lo+k] * x[int(column[lo+k])] })
	})
}

var (
	SparseRowsF64 = hone.Func(sparseRows[float64, int32])
	SparseRowsI64 = hone.Func(sparseRows[int64, uint32])
)

// rowStarts begins rows of up to 50 of n numbers, columnsOf are their columns, of which a few may not exist.
func rowStarts[I integer](r *rand.Rand, n int) any {
	s := []I{0}
	for at := 0; at < n; s = append(s, I(at)) {
		at = min(n, at+r.Intn(50))
	}
	return s
}

func columnsOf[I integer](r *rand.Rand, n int) any {
	c := make([]I, max(n, 0))
	for i := range c {
		c[i] = I(r.Intn(n))
	}
	if n > 0 && r.Intn(4) == 0 {
		c[r.Intn(n)] = I(n + r.Intn(3))
	}
	return c
}

var (
	RaggedSumsF32 = hone.Func(raggedSums[float32])
	RaggedSumsF64 = hone.Func(raggedSums[float64])
	RaggedSumsU8  = hone.Func(raggedSums[uint8])
	RaggedSumsI32 = hone.Func(raggedSums[int32])
)

// aboveLeast reads an element before a reduction, of nothing, and needs it after that.
func aboveLeast(up []bool, x []float32) {
	for i := range hone.Parallel(min(len(up), len(x))) {
		down := !up[i]
		if (down && !up[i]) != (x[i]/x[i] > hone.Min(0, func(int) float32 { return x[i] * x[i] })) {
			x[i] = 0
		}
	}
}

var AboveLeast = hone.Func(aboveLeast)

// neverStored counts for a store that never comes: of the loop nothing but checks is left.
func neverStored(p []uint32, w, h int) {
	for y := range hone.Parallel(h) {
		v := uint32(0)
		for x := range w {
			if p[y*w+x] > 3 {
				v++
			}
			if x < 0 {
				p[y*w+x] = v
			}
		}
	}
}

var NeverStored = hone.Func(neverStored)

func init() {
	add("AboveLeast", aboveLeast, AboveLeast, args(bools, f32s))
	add("DotF32", dot[float32], DotF32, args(f32s, f32s), fmaTol(1e-2))
	add("DotF64", dot[float64], DotF64, args(f64s, f64s))
	add("DotI8", dot[int8], DotI8, args(i8s, i8s))
	add("DotI16", dot[int16], DotI16, args(i16s, i16s))
	add("DotI32", dot[int32], DotI32, args(i32s, i32s))
	add("DotI64", dot[int64], DotI64, args(vec(whole[int64]), vec(whole[int64])))
	add("DotU8", dot[uint8], DotU8, args(u8s, u8s))
	add("DotU32", dot[uint32], DotU32, args(u32s, u32s))
	add("SpreadF32", spread[float32], SpreadF32, args(wild32s))
	add("SpreadF64", spread[float64], SpreadF64, args(wild64s))
	add("SpreadI16", spread[int16], SpreadI16, args(i16s))
	add("SpreadI32", spread[int32], SpreadI32, args(i32s))
	add("SpreadI64", spread[int64], SpreadI64, args(vec(whole[int64])))
	add("SpreadU8", spread[uint8], SpreadU8, args(u8s))
	add("SpreadU64", spread[uint64], SpreadU64, args(u64s))
	add("Product", product, Product, args(i32s, unit64s))
	add("Moments", moments, Moments, args(f64s), tol(1e-12), fmaTol(1e-8))
	add("Argmax", argmax, Argmax, args(wild64s))
	add("Summary", summary, Summary, args(wild32s))
	add("OneBit", oneBit, OneBit, args(u16s))
	add("Unordered", unordered, Unordered, args(f64s, vec(whole[int64])))
	add("Affine", affine, Affine, args(vec(between[float32](-1, 1)), f32s))
	add("ConditionalSum", conditionalSum, ConditionalSum, args(i32s, vec(between[uint8](0, 4)), one(between[uint8](0, 4))))
	add("MatVec", matVec, MatVec, args(square(f64s), f64s, size, size), upTo(200), fmaTol(1e-9))
	add("RowDistancesF32", rowDistances[float32], RowDistancesF32, args(f32s, f32s, one(func(r *rand.Rand) int { return r.Intn(90) })), fmaTol(1e-2))
	add("RowDistancesI8", rowDistances[int8], RowDistancesI8, args(i8s, i8s, one(func(r *rand.Rand) int { return r.Intn(90) })))
	add("RowBounds", rowBounds, RowBounds, args(square(f32s), size, func(r *rand.Rand, n int) any { return n + r.Intn(4)/3 }, f32s, i16s, f64s), upTo(200), fmaTol(1e-9))
	add("Shifted", shifted, Shifted, args(fixed(300, i64s), i64s), upTo(2000), chaotic)
	add("Orders", orders, Orders, args(square(i32s), size, i32s, i32s), upTo(200), chaotic)
	add("OrderInside", orderInside, OrderInside, args(square(vec(whole[int64])), size), upTo(200), chaotic)
	add("Nearest", nearest, Nearest, args(f32s, f32s, sized(root, f32s), sized(root, f32s)), chaotic)
	add("Normalize", normalize, Normalize, args(f32s))
	add("Chain", chain, Chain, args(f64s))
	add("StencilChain", stencilChain, StencilChain, args(f32s))
	add("FusedSum", fusedSum, FusedSum, args(i32s, one(anyBool)))
	add("Overwritten", overwritten, Overwritten, args(i64s))
	add("Shared", shared, Shared, args(f64s, f64s), fmaTol(1e-8))
	add("DifferentLengths", differentLengths, DifferentLengths, args(f32s, one(between(-1, 4))))
	add("CountPrimes", countPrimes, CountPrimes, args(size))
	add("Pi", pi, Pi, args(size))
	add("LogSumExp", logSumExp, LogSumExp, args(f64s), tol(1e-13))
	add("ProductSums", productSums, ProductSums, args(f64s, f64s), tol(1e-12), fmaTol(1e-9))
	add("SameProducts", sameProducts, SameProducts, args(f32s, f32s), upTo(300), fmaTol(1e-2))
	add("SparseRowsF64", sparseRows[float64, int32], SparseRowsF64, args(rowStarts[int32], columnsOf[int32], f64s, f64s), fmaTol(1e-9))
	add("SparseRowsI64", sparseRows[int64, uint32], SparseRowsI64, args(rowStarts[uint32], columnsOf[uint32], vec(whole[int64]), vec(whole[int64])))
	add("RaggedSumsF32", raggedSums[float32], RaggedSumsF32, args(f32s, indices), upTo(2000), fmaTol(1e-2))
	add("RaggedSumsF64", raggedSums[float64], RaggedSumsF64, args(f64s, indices), upTo(2000), fmaTol(1e-9))
	add("RaggedSumsU8", raggedSums[uint8], RaggedSumsU8, args(u8s, indices), upTo(2000))
	add("RaggedSumsI32", raggedSums[int32], RaggedSumsI32, args(i32s, astray), upTo(2000))
	add("SumOfStructs", sumOfStructs, SumOfStructs, args(vec3s, f64s), fmaTol(1e-8))
	add("NeverStored", neverStored, NeverStored, nestArgs[uint32](u32s, 1, 2), upTo(120))
}

package programs

import "github.com/hone-go/hone"

// Loops that accumulate in memory, in an order in which the sums don't stay in registers.

// byColumns is the product of a matrix and a vector, column by column.
func byColumns(y, a, x []float64, m, n int) {
	for i := range y {
		y[i] = 0
	}
	for j := 0; j < n; j++ {
		v := x[j]
		for i := 0; i < m; i++ {
			y[i] += a[i*n+j] * v
		}
	}
}

var ByColumns = hone.Func(byColumns)

// tapsOutside is a filter that goes over all of the image for each of its coefficients.
func tapsOutside(out, in, k []float32, w, h int) {
	for dy := range 3 {
		for dx := range 3 {
			f := k[3*dy+dx]
			for y := range h {
				from, to := in[(y+dy)*(w+2)+dx:], out[y*w:(y+1)*w]
				for x := range to {
					to[x] += f * from[x]
				}
			}
		}
	}
}

var TapsOutside = hone.Func(tapsOutside)

// clearedRows is a matrix product that clears each row ahead of adding to it.
func clearedRows(c, a, b []float32, m, l, n int) {
	for i := range hone.Parallel(m) {
		row := c[i*n : (i+1)*n]
		for j := range row {
			row[j] = 0
		}
		for k := range l {
			f, r := a[i*l+k], b[k*n:(k+1)*n]
			for j := range row {
				row[j] += f * r[j]
			}
		}
	}
}

var ClearedRows = hone.Func(clearedRows)

// addsFound adds to the element that it reads, perhaps.
func addsFound(c, a []float32, m, n int) {
	for k := 0; k < m; k++ {
		for j := 0; j < n; j++ {
			c[j] += c[k]*0.5 + a[k*n+j]
		}
	}
}

var AddsFound = hone.Func(addsFound)

// byRows is a matrix product with the transpose of the second matrix: both are gone through along their rows.
func byRows(c, a, t []float32, m, l, n int) {
	for i := range hone.Parallel(m) {
		r := a[i*l:][:l]
		for j := range n {
			sum := float32(0)
			for k, v := range t[j*l:][:l] {
				sum += v * r[k]
			}
			c[i*n+j] = sum
		}
	}
}

var ByRows = hone.Func(byRows)

// rowSums has sums of rows, of a number that is no multiple of what goes side by side.
func rowSums(lo, sum []float64, a []float64, m, n int) {
	for i := 0; i < m; i++ {
		s, p := 0.0, 1.0
		for j := 0; j < n; j++ {
			s += a[i*n+j]
			p = p*0.5 + a[i*n+j]
		}
		sum[i], lo[i] = s, p
	}
}

var RowSums = hone.Func(rowSums)

// rowExtremes keeps the largest number of each row, the place of the smallest and how many are as small, in memory, where a condition says so.
func rowExtremes(most, least []float32, at, count []int32, a []float32, m, n int) {
	for y := range hone.Parallel(m) {
		most[y], least[y] = a[y*n], a[y*n]
		for x := 1; x < n; x++ {
			if a[y*n+x] > most[y] {
				most[y] = a[y*n+x]
			}
			if v := a[y*n+x]; v < least[y] {
				least[y], at[y], count[y] = v, int32(x), 1
			} else if v == least[y] {
				count[y]++
			}
		}
	}
}

var RowExtremes = hone.Func(rowExtremes)

func init() {
	add("ByRows", byRows, ByRows, args(square(f32s), square(f32s), square(f32s), size, size, size), upTo(100), fmaTol(1e-2))
	add("RowExtremes", rowExtremes, RowExtremes, args(f32s, f32s, i32s, i32s, square(f32s), size, size), upTo(200))
	add("RowSums", rowSums, RowSums, args(f64s, f64s, square(f64s), size, size), upTo(200), fmaTol(1e-6))
	add("ByColumns", byColumns, ByColumns, args(f64s, square(f64s), f64s, size, size), upTo(200), fmaTol(1e-6))
	add("TapsOutside", tapsOutside, TapsOutside, args(square(f32s), sized(func(n int) int { return (n + 2) * (n + 2) }, f32s), sized(func(int) int { return 9 }, f32s), size, size), upTo(200), fmaTol(1e-2))
	add("ClearedRows", clearedRows, ClearedRows, args(square(f32s), square(f32s), square(f32s), size, size, size), upTo(100), fmaTol(1e-2))
	add("AddsFound", addsFound, AddsFound, args(f32s, square(f32s), size, size), upTo(30), fmaTol(1e-2))
}

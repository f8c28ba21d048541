package programs

import (
	"math"

	"github.com/hone-go/hone"
)

// Sums in Go's order of terms that take long to compute: these get lanes, the sums don't.

// longTerm is as long as an elementary function, and has the same bits everywhere but for FMA.
func longTerm(x float64) float64 {
	p := ((((x*0.1+0.7)*x-1.3)*x+0.2)*x - 2.5) / (x*x + 1)
	return math.Sqrt(p*p+0.5)*p - ((x-3)*x+1)/(p*p+2)
}

// orderedSums has two sums; it stores, and fails where out is too short.
func orderedSums(out, x []float64, c float64) (s, q float64) {
	for i, v := range x {
		t := longTerm(v - c)
		s += t
		out[i] = t
		q = q/2 + t*v
	}
	return
}

// orderedRows sums rows up, beside other loops along them and declared reductions.
func orderedRows(out, x []float64, sums []float64, w int) {
	if w <= 0 {
		return
	}
	for y := range hone.Parallel(len(x) / w) {
		top := hone.Max(w, func(i int) float64 { return x[y*w+i] })
		s := 0.0
		for i := range w {
			out[y*w+i] = longTerm(x[y*w+i] - top)
			s += out[y*w+i]
		}
		for i := range w {
			out[y*w+i] /= s
		}
		sums[y] = s
	}
}

// beside has plain loops beside a declared sum, whose order is the canonical one.
func beside(out, x []float32, w int) {
	if w <= 0 {
		return
	}
	for y := range hone.Parallel(len(x) / w) {
		for i := range w {
			out[y*w+i] = x[y*w+i]*x[y*w+i] + 1
		}
		s := hone.Sum(w, func(i int) float32 { return out[y*w+i] })
		for i := w - 1; i >= 0; i-- {
			out[y*w+i] = out[y*w+i]/s - x[y*w]
		}
	}
}

// pulled sums for each place what all the others contribute: the places may go side by side.
func pulled(out, x, m []float64) {
	for i, v := range x {
		s, q := 0.0, 0.0
		for j := range m {
			d := x[j] - v
			f := m[j] / (math.Sqrt(d*d+0.25) * (d*d + 0.25))
			s += d * f
			q += f
		}
		out[i] = s - q
	}
}

// overlappingTerms reads what it stored: out may be a part of x, a few elements on.
func overlappingTerms(x []float64, d int) (s float64) {
	if d < 0 || d > len(x) {
		return
	}
	out := x[d:]
	for i := range out {
		t := longTerm(x[i])
		out[i] = t
		s += t
	}
	return
}

// sideways has chains that are no sums: of bits, of the term before, of conditions; from 1 on.
func sideways(x []float64, k []uint32) (h uint32, last, rising float64) {
	last = 1
	for i := 1; i < len(x) && i < len(k); i++ {
		t := longTerm(x[i] * 0.5)
		h = (h ^ uint32(int32(t*1000)) ^ k[i]) * 16777619
		rising += (t - last) * float64(i)
		last = t
	}
	return
}

// sometimes takes some terms only, and looks a few up; the last ones may fail.
func sometimes(x, table []float64, at []uint8) (s float64) {
	for i, v := range x {
		t := 0.0
		if v > 0 {
			t = longTerm(v)
		} else {
			t = longTerm(table[at[i]&7] - v)
		}
		s = s*0.999 + t
	}
	return
}

// underConditions sums up in branches, and in a branch inside; of no term there is -0, which the sum began with.
func underConditions(x, y []float64) (s float64, n int) {
	s = math.Copysign(0, -1)
	for i, v := range x {
		if v > 0 {
			s += longTerm(longTerm(longTerm(v)))
			n++
			if i < len(y) && y[i] > v {
				s -= longTerm(y[i] * v)
			}
		}
	}
	return
}

// chosenTerms scales the sum in one branch, and takes another in the other.
func chosenTerms(x []float64, from float64) (s float64) {
	s = from
	for _, v := range x {
		if v > 0 {
			s = s*0.5 + longTerm(longTerm(longTerm(v)))
		} else if v < -2.5 {
			s = longTerm(v * v)
		}
	}
	return
}

// acrossColumns sums along columns: the lanes are better across them.
func acrossColumns(sums, x []float64, w int) {
	if w <= 0 {
		return
	}
	for c := range hone.Parallel(min(w, len(sums))) {
		s := 0.0
		for y := range len(x) / w {
			s += longTerm(x[y*w+c])
		}
		sums[c] = s
	}
}

var Pulled = hone.Func(pulled)

var (
	OrderedSums      = hone.Func(orderedSums)
	OrderedRows      = hone.Func(orderedRows)
	Beside           = hone.Func(beside)
	OverlappingTerms = hone.Func(overlappingTerms)
	Sideways         = hone.Func(sideways)
	Sometimes        = hone.Func(sometimes)
	AcrossColumns    = hone.Func(acrossColumns)
	UnderConditions  = hone.Func(underConditions)
	ChosenTerms      = hone.Func(chosenTerms)
)

func init() {
	small := vec(between(-3.0, 3))
	add("OrderedSums", orderedSums, OrderedSums, args(small, small, one(between(-1.0, 1))))
	add("OrderedRows", orderedRows, OrderedRows, args(small, small, small, one(between(-1, 40))))
	add("Beside", beside, Beside, args(f32s, f32s, one(between(-1, 40))))
	add("OverlappingTerms", overlappingTerms, OverlappingTerms, args(small, one(between(-1, 20))))
	add("Pulled", pulled, Pulled, args(small, small, small))
	add("Sideways", sideways, Sideways, args(small, u32s))
	add("Sometimes", sometimes, Sometimes, args(small, small, u8s))
	add("UnderConditions", underConditions, UnderConditions, args(small, small))
	add("ChosenTerms", chosenTerms, ChosenTerms, args(small, one(between(-1.0, 1))))
	add("AcrossColumns", acrossColumns, AcrossColumns, args(small, small, one(between(-1, 40))))
}

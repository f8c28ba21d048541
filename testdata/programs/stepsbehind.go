package programs

import "github.com/hone-go/hone"

// Loops that count in steps, behind which their counters go on.

// stepsFours does four at a time, and what is left one by one.
func stepsFours(y, x []float32, m int) {
	i := 0
	for ; i+4 <= m; i += 4 {
		y[i], y[i+1], y[i+2], y[i+3] = x[i]*2, x[i+1]*2, x[i+2]*2, x[i+3]*2
	}
	for ; i < m; i++ {
		y[i] = x[i] * 2
	}
}

var StepsFours = hone.Func(stepsFours)

// stepsRows has four rows at a time, as one writes it by hand.
func stepsRows(y, a, x []float32, m, n int) int {
	i := 0
	for ; i+3 < m; i += 4 {
		r0, r1, r2, r3 := a[i*n:][:n], a[(i+1)*n:][:n], a[(i+2)*n:][:n], a[(i+3)*n:][:n]
		var s0, s1, s2, s3 float32
		for j, v := range x[:n] {
			s0 += r0[j] * v
			s1 += r1[j] * v
			s2 += r2[j] * v
			s3 += r3[j] * v
		}
		y[i], y[i+1], y[i+2], y[i+3] = s0, s1, s2, s3
	}
	from := i
	for ; i < m; i++ {
		s := float32(0)
		for j, v := range x[:n] {
			s += a[i*n+j] * v
		}
		y[i] = s
	}
	return from*1000 + i
}

var StepsRows = hone.Func(stepsRows)

// stepsPlaces tells where counters are behind loops up and down, with and without iterations, left early or not.
func stepsPlaces(at []int, x []int, lo, hi int) {
	s, i := 0, lo
	for ; i < hi; i += 3 {
		s ^= i * 5
	}
	at[0], at[1] = i, s
	for i = hi; i > lo; i -= 7 {
		s += i
	}
	at[2], at[3] = i, s
	for i = lo; i <= hi; i += 5 {
		s = s*3 + i
	}
	at[4], at[5] = i, s
	for i = hi; i-2 >= lo; i -= 2 {
		s -= i * i
	}
	at[6], at[7] = i, s
	for i = lo; i+6 < hi; i += 6 {
		if uint(i) < uint(len(x)) && x[i]&3 == 0 {
			break
		}
		s += i
	}
	at[8], at[9] = i, s
}

var StepsPlaces = hone.Func(stepsPlaces)

func init() {
	add("StepsFours", stepsFours, StepsFours, args(f32s, nearly(f32s), size), upTo(700))
	add("StepsRows", stepsRows, StepsRows, args(f32s, square(f32s), f32s, size, size), upTo(100), fmaTol(-1))
	add("StepsPlaces", stepsPlaces, StepsPlaces, args(plus(10, i64s), i64s, one(between(-40, 40)), one(between(-40, 40))), upTo(50))
}

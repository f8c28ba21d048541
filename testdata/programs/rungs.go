package programs

import "github.com/hone-go/hone"

// Indices that are chosen by many conditions, one after the other, each of which may be on what those before have chosen: there are 2^n ways through them.
// rungsOfData climbs by what it has read.
func rungsOfData(out, a []int, at []uint8) {
	n := len(a)
	for i := range hone.Parallel(len(out)) {
		j := i
		if at[i]&1 == 0 {
			j += -1
		}
		if at[i]&2 == 0 {
			j += 0
		}
		if at[i]&4 == 0 {
			j += 1
		}
		if at[i]&8 == 0 {
			j += -1
		}
		if at[i]&16 == 0 {
			j += 0
		}
		if at[i]&32 == 0 {
			j += 1
		}
		if at[i]&64 == 0 {
			j += -1
		}
		if at[i]&128 == 0 {
			j += 0
		}
		if at[i]&1 == 0 {
			j += 1
		}
		if at[i]&2 == 0 {
			j += -1
		}
		if at[i]&4 == 0 {
			j += 0
		}
		if at[i]&8 == 0 {
			j += 1
		}
		if at[i]&16 == 0 {
			j += -1
		}
		if at[i]&32 == 0 {
			j += 0
		}
		if at[i]&64 == 0 {
			j += 1
		}
		if at[i]&128 == 0 {
			j += -1
		}
		if at[i]&1 == 0 {
			j += 0
		}
		if at[i]&2 == 0 {
			j += 1
		}
		if at[i]&4 == 0 {
			j += -1
		}
		if at[i]&8 == 0 {
			j += 0
		}
		if at[i]&16 == 0 {
			j += 1
		}
		if at[i]&32 == 0 {
			j += -1
		}
		if at[i]&64 == 0 {
			j += 0
		}
		if at[i]&128 == 0 {
			j += 1
		}
		if j >= 0 && j < n {
			out[i] = a[j] + out[i]
		}
	}
}

var RungsOfData = hone.Func(rungsOfData)

// rungsOfIndex compares what earlier comparisons have led to.
func rungsOfIndex(out, a []int, p int) {
	n := len(a)
	for i := range hone.Parallel(len(out)) {
		j := i
		if j < p+0 {
			j += -2
		}
		if j > p+1 {
			j += -1
		}
		if j <= p+4 {
			j += 0
		}
		if j >= p+9 {
			j += 1
		}
		if j < p+5 {
			j += 2
		}
		if j > p+3 {
			j += -2
		}
		if j <= p+3 {
			j += -1
		}
		if j >= p+5 {
			j += 0
		}
		if j < p+9 {
			j += 1
		}
		if j > p+4 {
			j += 2
		}
		if j <= p+1 {
			j += -2
		}
		if j >= p+0 {
			j += -1
		}
		if j < p+1 {
			j += 0
		}
		if j > p+4 {
			j += 1
		}
		if j <= p+9 {
			j += 2
		}
		if j >= p+5 {
			j += -2
		}
		if j < p+3 {
			j += -1
		}
		if j > p+3 {
			j += 0
		}
		if j <= p+5 {
			j += 1
		}
		if j >= p+9 {
			j += 2
		}
		if j < p+4 {
			j += -2
		}
		if j > p+1 {
			j += -1
		}
		if j <= p+0 {
			j += 0
		}
		if j >= p+1 {
			j += 1
		}
		j = max(0, min(j, n-1))
		out[i] = a[j] - 1
	}
}

var RungsOfIndex = hone.Func(rungsOfIndex)

// rungsOfEither does both, and may leave the slice.
func rungsOfEither(out, a []int32, at []int32, p int) int {
	s := 0
	for i := range out {
		j := i
		m := p
		if at[i] > 0 {
			j, m = j+-1, m+0
		} else if j > m {
			m++
		} else {
			j -= 0
		}
		if at[i] > 1 {
			j, m = j+0, m+1
		} else if j > m {
			m++
		} else {
			j -= 1
		}
		if at[i] > 2 {
			j, m = j+1, m+0
		} else if j > m {
			m++
		} else {
			j -= 0
		}
		if at[i] > 3 {
			j, m = j+-1, m+1
		} else if j > m {
			m++
		} else {
			j -= 1
		}
		if at[i] > 4 {
			j, m = j+0, m+0
		} else if j > m {
			m++
		} else {
			j -= 0
		}
		if at[i] > 5 {
			j, m = j+1, m+1
		} else if j > m {
			m++
		} else {
			j -= 1
		}
		if at[i] > 6 {
			j, m = j+-1, m+0
		} else if j > m {
			m++
		} else {
			j -= 0
		}
		if at[i] > 7 {
			j, m = j+0, m+1
		} else if j > m {
			m++
		} else {
			j -= 1
		}
		if at[i] > 8 {
			j, m = j+1, m+0
		} else if j > m {
			m++
		} else {
			j -= 0
		}
		if at[i] > 9 {
			j, m = j+-1, m+1
		} else if j > m {
			m++
		} else {
			j -= 1
		}
		if at[i] > 10 {
			j, m = j+0, m+0
		} else if j > m {
			m++
		} else {
			j -= 0
		}
		if at[i] > 11 {
			j, m = j+1, m+1
		} else if j > m {
			m++
		} else {
			j -= 1
		}
		if at[i] > 12 {
			j, m = j+-1, m+0
		} else if j > m {
			m++
		} else {
			j -= 0
		}
		if at[i] > 13 {
			j, m = j+0, m+1
		} else if j > m {
			m++
		} else {
			j -= 1
		}
		if at[i] > 14 {
			j, m = j+1, m+0
		} else if j > m {
			m++
		} else {
			j -= 0
		}
		if at[i] > 15 {
			j, m = j+-1, m+1
		} else if j > m {
			m++
		} else {
			j -= 1
		}
		out[i] = a[j]
		s += m
	}
	return s
}

var RungsOfEither = hone.Func(rungsOfEither)

func init() {
	add("RungsOfData", rungsOfData, RungsOfData, args(i64s, i64s, u8s), upTo(300))
	add("RungsOfIndex", rungsOfIndex, RungsOfIndex, args(i64s, plus(1, i64s), one(between(-3, 300))), upTo(300))
	add("RungsOfEither", rungsOfEither, RungsOfEither, args(i32s, i32s, i32s, one(between(-3, 300))), upTo(300))
}

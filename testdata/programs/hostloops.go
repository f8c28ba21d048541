package programs

import (
	"math"
	"math/rand"

	"github.com/hone-go/hone"
)

// Loops that the host goes through, since they make memory or hand slices on, around short ones that get neither lanes nor cores: that checks are made ahead of these,
// or that they load less, does not make up for running a kernel each time.

// gainStates finds the likeliest way through states (Viterbi).
func gainStates(seen []int, start []float64, trans, emit [][]float64) []int {
	n, s := len(seen), len(start)
	v := make([]float64, s)
	back := make([][]int, n)
	if n == 0 || s == 0 {
		return nil
	}
	for j := range v {
		v[j] = start[j] + emit[j][seen[0]]
	}
	for t := 1; t < n; t++ {
		next := make([]float64, s)
		back[t] = make([]int, s)
		for j := 0; j < s; j++ {
			best, from := math.Inf(-1), 0
			for i := 0; i < s; i++ {
				if p := v[i] + trans[i][j]; p > best {
					best, from = p, i
				}
			}
			next[j] = best + emit[j][seen[t]]
			back[t][j] = from
		}
		v = next
	}
	best := 0
	for j := range v {
		if v[j] > v[best] {
			best = j
		}
	}
	path := make([]int, n)
	for t := n - 1; t >= 0; t-- {
		path[t] = best
		if t > 0 {
			best = back[t][best]
		}
	}
	return path
}

// gainNumbers reads numbers from text.
func gainNumbers(s string) (out []int) {
	n, has, minus := 0, false, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= '0' && c <= '9' {
			n = n*10 + int(c-'0')
			has = true
			continue
		}
		if has {
			if minus {
				n = -n
			}
			out = append(out, n)
		}
		n, has, minus = 0, false, c == '-'
	}
	if has {
		out = append(out, n)
	}
	return out
}

// gainDistance is the distance of two texts, by two rows that change places (Levenshtein).
func gainDistance(a, b []int32) int {
	last, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i, x := range a {
		row[0] = i + 1
		for j, y := range b {
			c := last[j]
			if x != y {
				c++
			}
			if v := last[j+1] + 1; v < c {
				c = v
			}
			if v := row[j] + 1; v < c {
				c = v
			}
			row[j+1] = c
		}
		last, row = row, last
	}
	return last[len(b)]
}

var (
	GainStates   = hone.Func(gainStates)
	GainNumbers  = hone.Func(gainNumbers)
	GainDistance = hone.Func(gainDistance)
)

func init() {
	four := func(int) int { return 4 }
	add("GainStates", gainStates, GainStates, args(vec(between(0, 4)), fixed(4, f64s), table(four, four, tame[float64]), table(four, four, tame[float64])), upTo(150))
	add("GainNumbers", gainNumbers, GainNumbers, args(func(r *rand.Rand, n int) any {
		s := make([]byte, max(n, 0))
		for i := range s {
			s[i] = "0123456789 -,"[r.Intn(13)]
		}
		return string(s)
	}))
	add("GainDistance", gainDistance, GainDistance, args(vec(between[int32](0, 3)), vec(between[int32](0, 3))), upTo(150))
}

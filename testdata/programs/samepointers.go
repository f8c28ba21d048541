package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// Pointers that are passed and compared with each other: any of them may be one.

// ledger has what is only read, what is assigned, and a slice.
type ledger struct {
	rate  float64
	count int
	rows  []float64
}

// merge adds other to l, unless that is l itself, and counts in both.
func (l *ledger) merge(other, last *ledger) (same int) {
	if l == other {
		same |= 1
	}
	if other == last {
		same |= 2
	}
	if last != l {
		last.count++
	} else {
		same |= 4
	}
	l.count += other.count
	for i := range l.rows {
		if i < len(other.rows) && l != other {
			l.rows[i] += other.rate * other.rows[i]
		}
	}
	return same
}

func mergeLedgers(a, b, c *ledger) int { return a.merge(b, c) }

var MergeLedgers = hone.Func(mergeLedgers)

// turnsAbout calls itself with the pointers in turns, and tells how often they were one.
func turnsAbout(a, b *ledger, n int) int {
	if n <= 0 {
		return a.count
	}
	k := 0
	if a == b {
		k = 1
	} else {
		a.count += n
	}
	return k + turnsAbout(b, a, n-1) + turnsAbout(a, b, n-3)
}

var TurnsAbout = hone.Func(turnsAbout)

// pairOfLedgers has pointers among its fields.
type pairOfLedgers struct{ left, right *ledger }

// farther chooses by a comparison of pointers in a loop.
func farther(p *pairOfLedgers, l *ledger, x []float64) float64 {
	sum := 0.0
	for i, v := range x {
		if p.left == l && i%2 == 0 || p.right == l {
			sum += v * l.rate
		} else {
			sum -= v * p.left.rate
		}
	}
	return sum
}

var Farther = hone.Func(farther)

// ledgers are k pointers, of which some are one.
func ledgers(r *rand.Rand, n, k int) []*ledger {
	out := make([]*ledger, k)
	for i := range out {
		if i > 0 && r.Intn(3) == 0 {
			out[i] = out[r.Intn(i)]
			continue
		}
		out[i] = &ledger{tame[float64](r), r.Intn(9), vec(tame[float64])(r, n).([]float64)}
	}
	return out
}

func init() {
	add("MergeLedgers", mergeLedgers, MergeLedgers, func(r *rand.Rand, n int) []any {
		l := ledgers(r, n, 3)
		return []any{l[0], l[1], l[2]}
	}, chaotic)
	add("TurnsAbout", turnsAbout, TurnsAbout, func(r *rand.Rand, n int) []any {
		l := ledgers(r, 0, 2)
		return []any{l[0], l[1], min(n, 12)}
	})
	add("Farther", farther, Farther, func(r *rand.Rand, n int) []any {
		l := ledgers(r, 0, 3)
		return []any{&pairOfLedgers{l[0], l[1]}, l[2], vec(tame[float64])(r, n)}
	}, chaotic)
}

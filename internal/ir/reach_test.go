package ir_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestReach compares with numbers of any size.
func TestReach(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	some := func() int64 {
		switch r.IntN(4) {
		case 0:
			return []int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64, math.MaxInt64 - 1, 1 << 62, -1 << 62}[r.IntN(6)]
		case 1:
			return int64(r.Uint64())
		}
		return int64(r.IntN(40) - 20)
	}
	for range 100000 {
		i, hi, step := some(), some(), some()
		n := max(some(), 0)
		if step == 0 {
			step = 1
		}
		end := new(big.Int).Mul(big.NewInt(n), big.NewInt(step))
		if !new(big.Int).Abs(end).IsInt64() {
			continue
		}
		end.Add(end, big.NewInt(i))
		want := hi
		if d := end.Cmp(big.NewInt(hi)); n > 0 && (step > 0 && d < 0 || step < 0 && d > 0) {
			want = end.Int64()
		}
		if got := ir.Reach(i, n, hi, step); got != want && (step > 0 && i < hi || step < 0 && i > hi) && n > 0 {
			t.Fatalf("%d steps of %d from %d up to %d: %d, not %d", n, step, i, hi, got, want)
		}
	}
}

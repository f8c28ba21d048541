package plan

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestParallelMove puts random moves between slots into an order and carries them out: circles, and slots that go to several others.
func TestParallelMove(t *testing.T) {
	for seed := range uint64(20_000) {
		rnd := rand.New(rand.NewPCG(seed, 0))
		n := 1 + rnd.IntN(7)
		slots := make([]uint64, n)
		for i := range slots {
			slots[i] = uint64(i)
		}
		want := slices.Clone(slots)
		var moves [][2]int32
		for i, from := range rnd.Perm(n) {
			if rnd.IntN(3) == 0 {
				from = rnd.IntN(n)
			}
			if rnd.IntN(5) > 0 {
				moves = append(moves, [2]int32{int32(i), int32(from)})
				want[i] = slots[from]
			}
		}
		rnd.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		c := &compiler{p: &Program{words: slots}}
		c.parallelMove(opMove, moves, c.word)
		for _, s := range c.p.steps {
			c.p.words[s.dst] = c.p.words[s.a]
		}
		if got := c.p.words[:n]; !slices.Equal(got, want) {
			t.Fatalf("seed %d: %v gives %v, want %v, by %v", seed, moves, got, want, c.p.steps)
		}
		if extra := len(c.p.steps) - len(moves); extra > n/2 {
			t.Fatalf("seed %d: %v takes %d steps", seed, moves, len(c.p.steps))
		}
	}
}

//go:build !race

package overhead

import "testing"

// TestNoAllocation: a call allocates nothing but what it returns. (Under the race detector sync.Pool drops things at random.)
func TestNoAllocation(t *testing.T) {
	compiled(t)
	for _, k := range kinds {
		for range 10 {
			k.compiled()
		}
		if got := testing.AllocsPerRun(200, k.compiled); got > k.allocs {
			t.Errorf("%s: %v allocations, want %v", k.name, got, k.allocs)
		}
	}
}

//go:build !race

package plan

import (
	"strings"
	"testing"
	"unsafe"
)

// Under the race detector sync.Pool drops things at random.
func TestNoAllocation(t *testing.T) {
	threads(t, 2)
	p := program(t, strings.Replace(launchText, "COST", "1000", 1), incrementCode(t))
	for _, n := range []int{16, 200_000} {
		s := make([]float64, n)
		call := func() {
			f := p.Begin()
			f.SetSlice(0, unsafe.Pointer(unsafe.SliceData(s)), len(s), cap(s))
			f.SetWord(1, 1)
			p.Run(f)
			f.End()
		}
		call()
		if allocs := testing.AllocsPerRun(100, call); allocs > 0.1 {
			t.Errorf("n = %d: %v allocations", n, allocs)
		}
	}
}

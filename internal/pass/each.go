package pass

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/hone-go/hone/internal/ir"
)

// Each calls do for every kernel and its index, on as many cores as there are: kernels have no IR in common but types. The largest come
// first, so that none is left to run alone for long at the end. The error is that of the first kernel in the list that has one. Where
// stages are dumped the kernels take turns, in the list's order.
func (r *Runner) Each(kernels []*ir.Func, do func(i int, k *ir.Func) error) error {
	workers := min(runtime.GOMAXPROCS(0), len(kernels))
	if workers < 2 || r.Dump != nil {
		for i, k := range kernels {
			if err := do(i, k); err != nil {
				return err
			}
		}
		return nil
	}
	order, sizes, errs := make([]int, len(kernels)), make([]int, len(kernels)), make([]error, len(kernels))
	for i, k := range kernels {
		order[i] = i
		k.Body.Walk(func(*ir.Op) bool { sizes[i]++; return true })
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sizes[b], sizes[a]) })

	var next atomic.Int32
	var panicked atomic.Pointer[any]
	work := func() {
		defer func() {
			if v := recover(); v != nil {
				panicked.CompareAndSwap(nil, &v)
			}
		}()
		for n := next.Add(1) - 1; int(n) < len(order); n = next.Add(1) - 1 {
			i := order[n]
			errs[i] = do(i, kernels[i])
		}
	}
	var others sync.WaitGroup
	for range workers - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	if v := panicked.Load(); v != nil {
		panic(*v) // as if it had happened on this goroutine
	}
	return cmp.Or(errs...)
}

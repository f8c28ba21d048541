package overhead

import (
	"runtime"
	"sync"
	"testing"
)

// TestStacksStaySmall: a call of code that needs little memory of its own doesn't grow the goroutine's stack by much. The collector halves stacks
// of which little is in use, so that the first call after it would grow it again, which takes many times as long as the call.
func TestStacksStaySmall(t *testing.T) {
	compiled(t)
	Saxpy.Call(0.5, x, y)
	const count = 500
	stacks := func(call func()) int {
		var ready, done sync.WaitGroup
		ready.Add(count)
		done.Add(1)
		for range count {
			go func() {
				call()
				ready.Done()
				done.Wait()
			}()
		}
		ready.Wait()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		done.Done()
		return int(m.StackInuse)
	}
	without := stacks(func() {})
	with := stacks(func() {
		var x, y [4]float64
		Saxpy.Call(0.5, x[:], y[:])
	})
	each := (with - without) / count
	t.Logf("%d bytes of stack for a call", each)
	if each > 8<<10 {
		t.Errorf("%d bytes of stack for a call", each)
	}
}

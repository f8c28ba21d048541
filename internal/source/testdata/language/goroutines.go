package language

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/hone-go/hone"
)

// Goroutines, and what they share.

func goStmtJoined(out []int) {
	var wg sync.WaitGroup
	for i := range out {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = i
		}()
	}
	wg.Wait()
}

func goNamed(out []int) int {
	var wg sync.WaitGroup
	done := make(chan int)
	wg.Go(func() { out[0] = 1 })
	go goWorker(&wg, done, 3)
	wg.Wait()
	return <-done
}

func goWorker(wg *sync.WaitGroup, done chan<- int, n int) {
	wg.Add(1)
	defer wg.Done()
	done <- n
}

func goRunning(out []int) {
	n := 1
	go func() { out[0] = n }() // want "the function may return while this goroutine runs"
	n++
}

func syncTypes(n int) int64 {
	var mu sync.Mutex
	var rw sync.RWMutex
	var once sync.Once
	var sum atomic.Int64
	var set atomic.Bool
	mu.Lock()
	if !mu.TryLock() {
		sum.Add(int64(n))
	}
	mu.Unlock()
	rw.RLock()
	once.Do(func() { set.Store(true) })
	rw.RUnlock()
	var k int32
	atomic.AddInt32(&k, 2)
	return sum.Load() + int64(k)
}

func syncShared(n *int64) {
	atomic.AddInt64(n, 1) // want "atomic operations are compiled on variables of the function's own only"
}

func syncOthers() {
	var p sync.Pool
	p.Put(1) // want "not compiled"
}

type guarded struct {
	mu sync.Mutex
	n  int
}

func borderGuarded(g *guarded) int { // want "parameter 1: what package sync or a channel guards may be shared with goroutines that are not compiled"
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.n
}

var BorderGuarded = hone.Func(borderGuarded)

// borderUnguarded does not use the mutex.
func borderUnguarded(g *guarded) int { return g.n }

var BorderUnguarded = hone.Func(borderUnguarded)

func channelQueue(n int) (sum int) {
	c := make(chan int, n)
	for i := range n {
		c <- i
	}
	close(c)
	for i := range c {
		sum += i
	}
	_, ok := <-c
	if ok {
		sum++
	}
	return sum
}

func channelSlices(n int) {
	c := make([]chan int, n) // want "slices of channels are not compiled"
	close(c[0])
}

func channelOfFuncs() {
	c := make(chan func(), 1) // want "channels of func\(\) are not compiled"
	close(c)                  // want "channels of func\(\) are not compiled"
}

func processors() int { return runtime.GOMAXPROCS(0) + runtime.NumCPU() }

func processorsSet(n int) int {
	return runtime.GOMAXPROCS(n) // want "runtime.GOMAXPROCS.n. is compiled with constants n < 1"
}

func deferLocal(x []int) (n int) {
	var mu sync.Mutex
	mu.Lock()
	defer mu.Unlock()
	defer func(by int) { n += by }(len(x))
	if len(x) > 3 {
		defer func() { n *= 2 }()
		return x[3]
	}
	return 1
}

func deferLoop(x []int) (n int) {
	for range x {
		defer func() { n++ }() // want "defer in a loop is not compiled"
	}
	return n
}

func deferStore(x []int) {
	defer func() { x[0] = 1 }() // want "deferring this is not compiled"
	x[1] = 2
}

func deferCall(x []int) {
	defer copy(x, x[1:])        // want "deferring this is not compiled"
	defer deferLocal(x)         // want "deferring this is not compiled"
	defer func() { panic(1) }() // want "deferring this is not compiled"
}

func deferBlock(n int) (r int) {
	if n > 0 {
		k := n
		defer func() { r = k }() // want "deferring what uses k is not compiled"
	}
	return n
}

package rt

import (
	"io"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"sync"
	"testing"
	"time"
	"unsafe"
)

// countdown runs for hi cycles or so.
var countdown = []byte{
	0x48, 0x89, 0xd0, // mov rax, rdx
	0x48, 0xff, 0xc8, // loop: dec rax
	0x75, 0xfb, // jnz loop
	0xc3, // ret
}

func TestCallDetached(t *testing.T) {
	c := newCode(t, sumCode)
	nasty := newCode(t, nastyCode)
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			s := new(Stack)
			for r := range 300 {
				if at := CallDetached(nasty.Entry(0), nil, 0, ScratchBytes, s); at%64 != 0 || at != int64(uintptr(s.base())) {
					t.Errorf("scratch area at %#x", at)
				}
				data := make([]int64, 5000+g*100+r)
				for i := range data {
					data[i] = int64(i)
				}
				sum := new(int64)
				params := []unsafe.Pointer{unsafe.Pointer(&data[0]), unsafe.Pointer(sum)}
				n := int64(len(data))
				CallDetached(c.Entry(0), unsafe.Pointer(&params[0]), 0, n, s)
				if *sum != n*(n-1)/2 {
					t.Errorf("sum %d, want %d", *sum, n*(n-1)/2)
				}
			}
		})
	}
	wg.Wait()
	runtime.KeepAlive(c)
	runtime.KeepAlive(nasty)
}

// TestDetachedCollector: collections and other goroutines don't wait for code
// that takes a second, on as many goroutines as there are processors.
func TestDetachedCollector(t *testing.T) {
	c := newCode(t, countdown)
	// How many cycles are 50 ms?
	cycles := int64(1 << 20)
	for {
		start := time.Now()
		c.Call(0, nil, 0, cycles)
		if took := time.Since(start); took > 50*time.Millisecond {
			break
		}
		cycles *= 2
	}
	if err := pprof.StartCPUProfile(io.Discard); err == nil { // signals hit the code
		defer pprof.StopCPUProfile()
	}
	var wg sync.WaitGroup
	start := time.Now()
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() { CallDetached(c.Entry(0), nil, 0, 10*cycles, new(Stack)) })
	}
	time.Sleep(20 * time.Millisecond)
	collections := 0
	for time.Since(start) < 400*time.Millisecond {
		runtime.GC()
		collections++
	}
	if collections < 5 {
		t.Errorf("%d collections in %v", collections, time.Since(start))
	}
	wg.Wait()
	if took := time.Since(start); took < 400*time.Millisecond {
		t.Errorf("the code took only %v", took)
	}
	runtime.KeepAlive(c)
}

func TestDetachedDoesNotAllocate(t *testing.T) {
	c := newCode(t, codeRet)
	s := new(Stack)
	if n := testing.AllocsPerRun(100, func() { CallDetached(c.Entry(0), nil, 0, 1, s) }); n != 0 {
		t.Errorf("%v allocations per call", n)
	}
}

func BenchmarkCallDetached(b *testing.B) {
	c := newCode(b, codeRet)
	entry, s := c.Entry(0), new(Stack)
	for b.Loop() {
		CallDetached(entry, nil, 0, 1, s)
	}
	runtime.KeepAlive(c)
}

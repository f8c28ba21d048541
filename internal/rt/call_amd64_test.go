package rt

import (
	"io"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"sync"
	"testing"
	"time"
	"unsafe"
)

// Hand-encoded machine code for the tests.
var (
	codeRet = []byte{0x31, 0xc0, 0xc3} // xor eax, eax; ret

	// sumCode adds up the int64s p[lo:hi], p = params[0], and adds the sum to
	// *params[1] atomically.
	sumCode = []byte{
		0x48, 0x8b, 0x0f, // mov rcx, [rdi]
		0x31, 0xc0, // xor eax, eax
		0x48, 0x39, 0xd6, // loop: cmp rsi, rdx
		0x7d, 0x09, // jge done
		0x48, 0x03, 0x04, 0xf1, // add rax, [rcx+rsi*8]
		0x48, 0xff, 0xc6, // inc rsi
		0xeb, 0xf2, // jmp loop
		0x48, 0x8b, 0x4f, 0x08, // done: mov rcx, [rdi+8]
		0xf0, 0x48, 0x01, 0x01, // lock add [rcx], rax
		0x31, 0xc0, // xor eax, eax
		0xc3, // ret
	}

	// nastyCode fills hi bytes of its scratch area with ones, clobbers every
	// register that it may, and returns the address of the scratch area.
	nastyCode = []byte{
		0x48, 0x8d, 0x7c, 0x24, 0x08, // lea rdi, [rsp+8]
		0x49, 0x89, 0xf8, // mov r8, rdi
		0x48, 0x89, 0xd1, // mov rcx, rdx
		0x48, 0xc7, 0xc0, 0xff, 0xff, 0xff, 0xff, // mov rax, -1
		0xf3, 0xaa, // rep stosb
		0x48, 0x89, 0xc3, 0x48, 0x89, 0xc1, 0x48, 0x89, 0xc2, 0x48, 0x89, 0xc6, 0x48, 0x89, 0xc7, // mov rbx, rcx, rdx, rsi, rdi, rax
		0x49, 0x89, 0xc1, 0x49, 0x89, 0xc2, 0x49, 0x89, 0xc3, 0x49, 0x89, 0xc4, // mov r9 ... r12, rax
		0x49, 0x89, 0xc5, 0x49, 0x89, 0xc6, 0x49, 0x89, 0xc7, // mov r13, r14, r15, rax
		0x66, 0x45, 0x0f, 0x76, 0xff, // pcmpeqd xmm15, xmm15
		0x4c, 0x89, 0xc0, // mov rax, r8
		0xc3, // ret
	}
)

func newCode(t testing.TB, code []byte) *Code {
	t.Helper()
	if _, err := Detect(); err != nil {
		t.Skip("SKIPPED: machine code: ", err)
	}
	c, err := NewCode(code)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCallArguments(t *testing.T) {
	// imul rsi, rdx; add rsi, [rdi+8]; mov rax, rsi; ret
	c := newCode(t, []byte{0xcc, 0x48, 0x0f, 0xaf, 0xf2, 0x48, 0x03, 0x77, 0x08, 0x48, 0x89, 0xf0, 0xc3})
	params := [2]int64{0, 1000}
	if got := c.Call(1, unsafe.Pointer(&params), -7, 3); got != 979 {
		t.Errorf("got %d, want 979", got)
	}
	if got := Call(c.Entry(1), 0, unsafe.Pointer(&params), math.MinInt64, 1); got != math.MinInt64+1000 {
		t.Errorf("got %d", got)
	}
	runtime.KeepAlive(c)
}

// scratchSizes are some at the borders of what call tells apart.
var scratchSizes = []int{0, 1, 64, 256, 257, 2048, 2049, 16384, 16385, ScratchBytes}

// atDepths calls f at 32 depths of the stack, and all alignments that it can
// have; local is an address in the caller's frame. The frames of the two
// functions differ by 8 bytes, so that those of one are an odd multiple of it.
func atDepths(f func(local uintptr)) {
	oneWord(16, f)
	twoWords(16, f)
}

//go:noinline
func oneWord(n int, f func(local uintptr)) {
	var room [1]uintptr
	f(uintptr(unsafe.Pointer(&room)))
	if n > 1 {
		oneWord(n-1, f)
	}
	runtime.KeepAlive(&room)
}

//go:noinline
func twoWords(n int, f func(local uintptr)) {
	var room [2]uintptr
	f(uintptr(unsafe.Pointer(&room)))
	if n > 1 {
		twoWords(n-1, f)
	}
	runtime.KeepAlive(&room)
}

// TestCallClobbers runs code that destroys all that it may, at many stack
// depths and on fresh stacks, so that the prologue has to grow them.
func TestCallClobbers(t *testing.T) {
	c := newCode(t, nastyCode)
	for _, scratch := range scratchSizes {
		var aligned [8]bool
		var wg sync.WaitGroup
		for i := range 10 {
			wg.Go(func() {
				x, calls := 1.0, 0
				atDepths(func(local uintptr) {
					if i == 0 {
						aligned[local%64/8] = true
					}
					if at := Call(c.Entry(0), scratch, nil, 0, int64(scratch)); at%64 != 0 && scratch > 0 {
						t.Errorf("scratch area at %#x is not aligned", at)
					}
					var zero [4]float64 // cleared by way of X15
					x += zero[local&3] + 2
					calls++
				})
				if x != 1+2*float64(calls) || calls != 32 {
					t.Errorf("%d calls, x = %v", calls, x)
				}
			})
		}
		wg.Wait()
		if aligned != [8]bool{true, true, true, true, true, true, true, true} {
			t.Errorf("stacks were aligned as %v only", aligned)
		}
	}
	runtime.KeepAlive(c)
}

func TestCallDoesNotAllocate(t *testing.T) {
	c := newCode(t, codeRet)
	n := testing.AllocsPerRun(100, func() {
		var params [3]uint64
		c.Call(0, unsafe.Pointer(&params), 0, 1)
	})
	if n != 0 {
		t.Errorf("%v allocations per call", n)
	}
}

// forCode is For with code as its body.
func forCode(c *Code, params unsafe.Pointer, n, grain int64) (status, lo, hi int64) {
	return For(n, grain, grain, func(lo, hi int64) int64 { return c.Call(0, params, lo, hi) })
}

func TestForCode(t *testing.T) {
	c := newCode(t, sumCode)
	data := make([]int64, 100_000)
	var want int64
	for i := range data {
		data[i] = int64(i * i)
		want += data[i]
	}
	got := new(int64)
	params := []unsafe.Pointer{unsafe.Pointer(&data[0]), unsafe.Pointer(got)}
	if status, _, _ := forCode(c, unsafe.Pointer(&params[0]), int64(len(data)), 1000); status != 0 || *got != want {
		t.Errorf("status %d, sum %d, want %d", status, *got, want)
	}
	runtime.KeepAlive(c)
}

// TestGarbageCollection runs kernels on several goroutines while the collector
// is always on, code comes and goes, and stacks are grown, moved and shrunk.
func TestGarbageCollection(t *testing.T) {
	newCode(t, codeRet)
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	rounds := 300
	if testing.Short() {
		rounds = 30
	}
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for r := range rounds {
				c := newCode(t, sumCode)
				data := make([]int64, 5000+g*100+r)
				for i := range data {
					data[i] = int64(i)
				}
				sum := new(int64)
				params := []unsafe.Pointer{unsafe.Pointer(&data[0]), unsafe.Pointer(sum)}
				done := make(chan bool)
				go func() { // on a small stack
					c.Call(0, unsafe.Pointer(&params[0]), 0, int64(len(data)))
					forCode(c, unsafe.Pointer(&params[0]), int64(len(data)), 500)
					runtime.KeepAlive(c)
					close(done)
				}()
				<-done
				n := int64(len(data))
				if want := n * (n - 1); *sum != want {
					t.Errorf("sum %d, want %d", *sum, want)
				}
			}
		})
	}
	wg.Wait()
}

// TestProfile interrupts machine code with the profiler's signals, whose
// handler tries to walk the stack.
func TestProfile(t *testing.T) {
	c := newCode(t, []byte{
		0x48, 0x89, 0xd0, // mov rax, rdx
		0x48, 0xff, 0xc8, // loop: dec rax
		0x75, 0xfb, // jnz loop
		0xc3, // ret
	})
	if err := pprof.StartCPUProfile(io.Discard); err != nil {
		t.Skip("SKIPPED: no profile: ", err)
	}
	defer pprof.StopCPUProfile()
	for start := time.Now(); time.Since(start) < 100*time.Millisecond; {
		c.Call(0, nil, 0, 100_000) // long
		for range 1000 {
			c.Call(0, nil, 0, 1) // much time in the trampoline
		}
	}
}

func BenchmarkCall(b *testing.B) {
	c := newCode(b, codeRet)
	entry := c.Entry(0)
	var params [1]uint64
	b.ReportAllocs()
	for b.Loop() {
		Call(entry, 0, unsafe.Pointer(&params), 0, 1)
	}
	runtime.KeepAlive(c)
}

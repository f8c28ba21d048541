//go:build amd64 && (linux || darwin || freebsd)

package rt

import (
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"unsafe"
)

// readCode is mov rax, [rdi]; mov rax, [rax]; ret: it reads what params[0] points to.
var readCode = []byte{0x48, 0x8b, 0x07, 0x48, 0x8b, 0x00, 0xc3}

// unreadable gives the address of memory that can't be read.
func unreadable(t testing.TB) uintptr {
	m, err := mapMemory(pageSize)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.unmap)
	return m.addr()
}

// faultAddress calls f, which must panic because of a fault, and gives the fault's address.
func faultAddress(t testing.TB, f func()) (addr uintptr) {
	t.Helper()
	defer func() {
		// The panic may need more stack, and the collector look at what there is.
		runtime.GC()
		growStack(100)
		err, ok := recover().(interface {
			runtime.Error
			Addr() uintptr
		})
		if !ok {
			t.Errorf("no fault: %v", err)
			return
		}
		addr = err.Addr()
	}()
	f()
	return 0
}

//go:noinline
func growStack(depth int) (sum byte) {
	var room [512]byte
	room[depth] = 1
	if depth > 0 {
		sum = growStack(depth - 1)
	}
	return sum + room[depth]
}

// TestFault: code that faults panics, if that has been asked for, with every size of frame and every alignment of the stack, also on
// stacks that are as small as can be.
func TestFault(t *testing.T) {
	c := newCode(t, readCode)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	addr := unreadable(t)
	params := []uintptr{addr}
	for _, scratch := range scratchSizes {
		var aligned [8]bool
		done := make(chan bool)
		go func() {
			defer close(done)
			debug.SetPanicOnFault(true)
			atDepths(func(local uintptr) {
				aligned[local%64/8] = true
				x := 1.5
				got := faultAddress(t, func() { Call(c.Entry(0), scratch, unsafe.Pointer(&params[0]), 0, 0) })
				var zero [4]float64 // cleared by way of X15
				if got != addr || x+zero[local&3] != 1.5 {
					t.Errorf("fault at %#x, want %#x", got, addr)
				}
			})
		}()
		<-done
		if aligned != [8]bool{true, true, true, true, true, true, true, true} {
			t.Errorf("stacks were aligned as %v only", aligned)
		}
	}
	if !PanicsOnFault() {
		t.Error("the setting has changed")
	}
	runtime.KeepAlive(c)
}

// faultOnWorker has the second of two strips fault on a worker, while the first is in the caller's goroutine.
func faultOnWorker(t testing.TB, read func()) {
	begun := make(chan bool)
	For(2, 1, 1, func(lo, hi int64) int64 {
		if lo == 0 {
			<-begun
			return 0
		}
		close(begun)
		read()
		t.Error("no fault")
		return 0
	})
}

// TestFaultOnWorker: it panics in the goroutine that has called For, and the workers go on.
func TestFaultOnWorker(t *testing.T) {
	c := newCode(t, readCode)
	withThreads(t, 3)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	addr := unreadable(t)
	params := []uintptr{addr}
	for range 20 {
		got := faultAddress(t, func() { faultOnWorker(t, func() { c.Call(0, unsafe.Pointer(&params[0]), 0, 0) }) })
		if got != addr {
			t.Errorf("fault at %#x, want %#x", got, addr)
		}
	}
	if claimed := workers.claimed.Load(); claimed != 0 {
		t.Errorf("jobs %b were not freed", claimed)
	}
	TestForUsesWorkers(t)
}

// TestFaultIsFatal: without that setting the process ends, and says who has called, be it on the caller's goroutine, on a worker, or detached.
func TestFaultIsFatal(t *testing.T) {
	c := newCode(t, readCode)
	if how := os.Getenv("HONE_TEST_FAULT"); how != "" {
		withThreads(t, 2)
		params := []uintptr{unreadable(t)}
		callerOfFault(t, how, c, unsafe.Pointer(&params[0]))
		return
	}
	for _, how := range []string{"own", "worker", "detached"} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestFaultIsFatal$")
		cmd.Env = append(os.Environ(), "HONE_TEST_FAULT="+how)
		out, err := cmd.CombinedOutput()
		if text := string(out); err == nil || !strings.Contains(text, "rt.callerOfFault(") ||
			how != "detached" && !strings.Contains(text, "unexpected fault address") {
			t.Errorf("%s: %v\n%s", how, err, out)
		}
	}
}

//go:noinline
func callerOfFault(t *testing.T, how string, c *Code, params unsafe.Pointer) {
	switch how {
	case "own":
		c.Call(0, params, 0, 0)
	case "worker":
		faultOnWorker(t, func() { c.Call(0, params, 0, 0) })
	case "detached":
		CallDetached(c.Entry(0), params, 0, 0, new(Stack))
	}
}

//go:build amd64 && (linux || darwin || freebsd)

package plan

import (
	"os"
	"runtime/debug"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/hone-go/hone/internal/rt"
)

// TestFaultTakesLabel: a kernel that faults, on the caller's goroutine or a worker, does not leave its label behind.
func TestFaultTakesLabel(t *testing.T) {
	if _, err := rt.Detect(); err != nil {
		t.Skip("SKIPPED: machine code: ", err)
	}
	// mov rax, [rdi]; mov rax, [rax]; ret
	code, err := rt.NewCode([]byte{0x48, 0x8b, 0x07, 0x48, 0x8b, 0x00, 0xc3})
	if err != nil {
		t.Fatal(err)
	}
	page, err := unix.Mmap(-1, 0, os.Getpagesize(), unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Munmap(page) }()
	k := &Kernel{Name: "fault", Entry: code.Entry(0), Code: code, Label: rt.NewLabel("fault")}
	params := []unsafe.Pointer{unsafe.Pointer(unsafe.SliceData(page))}
	defer rt.SetThreads(rt.SetThreads(2))
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	both := make([]chan bool, 2)
	for i := range both {
		both[i] = make(chan bool)
	}
	rt.For(2, 1, 1, func(lo, hi int64) int64 {
		close(both[lo])
		<-both[1-lo] // two threads are at it
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no fault")
				}
			}()
			k.invoke(unsafe.Pointer(&params[0]), 0, 0, false, nil)
		}()
		if !k.Label.Attach() {
			t.Errorf("strip %d: there is a label", lo)
		}
		k.Label.Detach()
		return 0
	})
}

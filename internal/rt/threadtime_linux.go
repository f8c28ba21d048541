package rt

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// ThreadTime is how long a processor has worked for the present thread, in
// nanoseconds. It takes some 200 ns. The goroutine may be on another thread at
// the next reading if there is more than machine code in between.
func ThreadTime() int64 {
	var t unix.Timespec
	// A raw call: the scheduler need not know.
	unix.RawSyscall(unix.SYS_CLOCK_GETTIME, unix.CLOCK_THREAD_CPUTIME_ID, uintptr(unsafe.Pointer(&t)), 0)
	return t.Nano()
}

package rt

import "unsafe"

// A Stack is memory that machine code uses in place of the goroutine's stack
// (see [CallDetached]). It serves one call at a time.
type Stack struct {
	ended int64 // when the code returned
	mem   [slackBytes + ScratchBytes + 8 + 64]byte
}

const slackBytes = 64 // below the scratch area, for the return address

// base is the code's stack pointer before it is called. What is at base and
// above is the scratch area, 64-byte aligned, and behind it the saved pointer.
func (s *Stack) base() unsafe.Pointer {
	p := unsafe.Pointer(&s.mem)
	off := (slackBytes + 63 + uintptr(p)) &^ 63
	return unsafe.Add(p, off-uintptr(p))
}

// Ended is the time, as Now gives it, at which the last call's code returned;
// the goroutine may have had to wait since then.
func (s *Stack) Ended() int64 { return s.ended }

// CallDetached is [Call] for code that may run for long: the scheduler takes
// the goroutine for one that is in a system call. A garbage collection or
// another goroutine need not wait for it; when the code has returned the
// goroutine goes on as soon as there is a processor for it.
//
// It costs about 20 ns more than Call. Where all processors run such calls and
// these are short, the scheduler's watching them costs much more: a quarter of
// the time at 100 µs a call, 3% at 1 ms. So it is for calls that take
// milliseconds, or could.
//
// A fault in the code is fatal, whatever the goroutine has asked for.
//
// The code runs on s, which must be on the heap and stay reachable, and so must
// params: the goroutine's stack can't move in a system call, but it may be
// looked at by the collector, which knows nothing of machine code's frames.
func CallDetached(entry uintptr, params unsafe.Pointer, lo, hi int64, s *Stack) (status int64) {
	return callDetached(entry, params, lo, hi, s.base(), &s.ended)
}

// callDetached may not grow the stack between entersyscall and exitsyscall,
// nor return in between: hence nosplit, and a function of its own.
//
//go:nosplit
//go:noinline
func callDetached(entry uintptr, params unsafe.Pointer, lo, hi int64, base unsafe.Pointer, ended *int64) (status int64) {
	entersyscall()
	status = callOn(entry, params, lo, hi, base)
	*ended = nanotime()
	exitsyscall()
	return status
}

// Now is a monotonic clock in nanoseconds. The goroutine can't be preempted on
// the way to it: what is between two readings with only machine code in between
// is the time that this took.
//
//go:nosplit
func Now() int64 { return nanotime() }

// What every system call and every call of C does, and the clock. The runtime
// keeps these for other packages by name: see its comments on them.
//
//go:linkname entersyscall runtime.entersyscall
func entersyscall()

//go:linkname exitsyscall runtime.exitsyscall
func exitsyscall()

//go:linkname nanotime runtime.nanotime
func nanotime() int64

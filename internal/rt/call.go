package rt

import (
	"runtime"
	"unsafe"
)

// ScratchBytes is the size of the scratch area on the stack that machine code
// finds at [RSP+8] on entry.
const ScratchBytes = 16384

// Call runs the machine code at entry on the goroutine's own stack and returns
// its status. It costs about 2 ns and does not allocate.
//
// The calling convention, amd64:
//
//   - RDI = params, the address of 8-byte words whose meaning caller and code
//     agree on; RSI = lo; RDX = hi. All other general registers, all vector
//     and mask registers hold arbitrary values, but vector registers have
//     clean upper halves. The direction flag is clear; MXCSR is Go's (round to
//     nearest, denormals kept, exceptions masked).
//   - RSP+8 is 64-byte aligned. The ScratchBytes bytes at [RSP+8,
//     RSP+8+ScratchBytes) are the code's own, for spills and local arrays; they
//     are not cleared. The code may push at most 128 bytes below RSP, and may
//     write nothing above its scratch area.
//   - The code returns by RET, with RAX = status (0 means success; the rest is
//     for caller and code to agree on) and RSP as on entry. It must keep RBP,
//     so that perf and debuggers can walk the stack, and may clobber any other
//     register. It leaves the direction flag and MXCSR alone and has executed
//     VZEROUPPER if it used any vector register.
//
// What Go's runtime demands of code and caller:
//
//   - The goroutine can't be preempted while the code runs, and a garbage
//     collection has to wait for it: the work of one call should take about
//     100 µs at most, and code must never block.
//   - The code must not store Go pointers (there are no write barriers) and
//     must not fault: an access violation in it is fatal.
//   - params, and all memory whose addresses are among its words, must stay
//     reachable until Call returns (runtime.KeepAlive). params itself may be on
//     the stack, but memory that it refers to by address must be on the heap or
//     outside Go's memory: growing the stack in Call's prologue moves it.
//   - The *Code that entry belongs to must stay reachable too.
//
// The frame that Call needs makes the stack of a new goroutine grow to 32 KiB.
func Call(entry uintptr, params unsafe.Pointer, lo, hi int64) (status int64) {
	return call(entry, params, lo, hi)
}

// Call is [Call] with the code at offset off of c as its entry; it keeps c
// reachable.
func (c *Code) Call(off int, params unsafe.Pointer, lo, hi int64) (status int64) {
	status = call(c.Entry(off), params, lo, hi)
	runtime.KeepAlive(c)
	return status
}

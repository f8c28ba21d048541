package rt

import (
	"runtime"
	"unsafe"
)

// ScratchBytes is the size of the largest scratch area on the stack that
// machine code can have.
const ScratchBytes = 65536

// Call runs the machine code at entry, which needs scratch bytes of memory of
// its own, on the goroutine's stack and returns its status. It costs about 2 ns
// and does not allocate.
//
// The calling convention, amd64:
//
//   - RDI = params, the address of 8-byte words whose meaning caller and code
//     agree on; RSI = lo; RDX = hi. All other general registers, all vector
//     and mask registers hold arbitrary values, but vector registers have
//     clean upper halves. The direction flag is clear; MXCSR is Go's (round to
//     nearest, denormals kept, exceptions masked).
//   - The scratch bytes at [RSP+8, RSP+8+scratch), at most ScratchBytes, are
//     the code's own, for spills and local arrays; they are not cleared. If
//     there are any, RSP+8 is 64-byte aligned. The code may write nothing above
//     them.
//   - The code leaves RSP alone and writes nothing below it, nor what is at
//     RSP, its return address: it pushes nothing and calls nobody.
//   - The code returns by RET, with RAX = status (0 means success; the rest is
//     for caller and code to agree on). It must keep RBP, so that perf and
//     debuggers can walk the stack, and may clobber any other register. It
//     leaves the direction flag and MXCSR alone and has executed VZEROUPPER if
//     it used any vector register.
//
// What Go's runtime demands of code and caller:
//
//   - The goroutine can't be preempted while the code runs, and a garbage
//     collection has to wait for it: the work of one call should take about
//     100 µs at most, and code must never block.
//   - The code must not store Go pointers (there are no write barriers).
//   - params, and all memory whose addresses are among its words, must stay
//     reachable until Call returns (runtime.KeepAlive). params itself may be on
//     the stack, but memory that it refers to by address must be on the heap or
//     outside Go's memory: growing the stack in Call's prologue moves it.
//   - The *Code that entry belongs to must stay reachable too.
//
// A fault in the code, such as a read of memory that is not there, is what it
// is in a Go function that Call would call: a panic if the goroutine has asked
// for it (debug.SetPanicOnFault), or else the end of the process, with a stack
// that shows who called. On Windows, which asks the runtime about faults in
// code of Go's only, it is the end always.
//
// The largest scratch area makes the stack of a new goroutine grow to 32 KiB;
// there are smaller ones, up to 256 and up to 2048 bytes.
func Call(entry uintptr, scratch int, params unsafe.Pointer, lo, hi int64) (status int64) {
	return call(entry, scratch, params, lo, hi)
}

// Call is [Call] with the code at offset off of c as its entry, and the largest
// scratch area; it keeps c reachable.
func (c *Code) Call(off int, params unsafe.Pointer, lo, hi int64) (status int64) {
	status = call(c.Entry(off), ScratchBytes, params, lo, hi)
	runtime.KeepAlive(c)
	return status
}

// Chain runs pieces of machine code one after the other, until one returns a
// status other than 0, and returns that. The first word of room is the address
// of the first piece; each piece stores that of its successor there. (This is
// threaded code: J. R. Bell, "Threaded code", CACM 16(6), 1973.) A kernel among
// the pieces is entered by a jump: it returns to Chain, as if that had called it.
//
// All that is said of [Call] holds, but when a piece begins RDI is the address
// of the second word of room, RSI = in and RDX = out. So a kernel's parameters
// are there. scratch is as much as that piece needs that needs the most.
func Chain(scratch int, room, in, out unsafe.Pointer) (status int64) {
	return chain(scratch, room, in, out)
}

package rt

import (
	"fmt"
	"runtime"
	"runtime/debug"
	_ "unsafe" // for go:linkname
)

// PanicsOnFault reports whether the goroutine has asked for panics on faults
// (debug.SetPanicOnFault). Code that may then fault must not be called by
// [CallDetached]: Go's signal handler makes no panic in a system call.
func PanicsOnFault() bool {
	asked := debug.SetPanicOnFault(true)
	debug.SetPanicOnFault(asked)
	return asked
}

// checkFault ends the process if v is the panic of a fault on a worker and the
// present goroutine, for which the worker has worked, hasn't asked for one. On
// workers a fault is always a panic, so that it ends where it would have without
// them, and the stack that is printed is that of the caller.
func checkFault(v any) {
	fault, ok := v.(interface {
		runtime.Error
		Addr() uintptr
	})
	if ok && !PanicsOnFault() {
		print(fmt.Sprintf("unexpected fault address %#x\n", fault.Addr()))
		throw("fault")
	}
}

// throw ends the process as the runtime does it. The runtime keeps it for other
// packages by name: see its comment on it.
//
//go:linkname throw runtime.throw
func throw(s string)

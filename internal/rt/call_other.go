//go:build !amd64

package rt

import "unsafe"

// call is unreachable here: NewCode returns an error, so there is no entry.
func call(entry uintptr, scratch int, params unsafe.Pointer, lo, hi int64) (status int64) {
	panic("hone: no machine code on this CPU")
}

// chain is unreachable for the same reason.
func chain(scratch int, room, in, out unsafe.Pointer) (status int64) {
	panic("hone: no machine code on this CPU")
}

//go:nosplit
func callOn(entry uintptr, params unsafe.Pointer, lo, hi int64, base unsafe.Pointer) (status int64) {
	return -1 // unreachable, too
}

func pause(n int64) {}

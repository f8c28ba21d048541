//go:build !amd64

package rt

import "unsafe"

// call is unreachable here: NewCode returns an error, so there is no entry.
func call(entry uintptr, params unsafe.Pointer, lo, hi int64) (status int64) {
	panic("hone: no machine code on this CPU")
}

func pause(n int64) {}

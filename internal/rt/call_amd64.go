package rt

import "unsafe"

// call is the trampoline; see Call. params does not escape: the code it is
// handed to may not keep it.
//
//go:noescape
func call(entry uintptr, scratch int, params unsafe.Pointer, lo, hi int64) (status int64)

// What call becomes, by the size of the scratch area.

//lint:ignore U1000 call jumps there
//go:noescape
func call0(entry uintptr, scratch int, params unsafe.Pointer, lo, hi int64) (status int64)

//lint:ignore U1000 call jumps there
//go:noescape
func call256(entry uintptr, scratch int, params unsafe.Pointer, lo, hi int64) (status int64)

//lint:ignore U1000 call jumps there
//go:noescape
func call2048(entry uintptr, scratch int, params unsafe.Pointer, lo, hi int64) (status int64)

//lint:ignore U1000 call jumps there
//go:noescape
func call16384(entry uintptr, scratch int, params unsafe.Pointer, lo, hi int64) (status int64)

//lint:ignore U1000 call jumps there
//go:noescape
func call65536(entry uintptr, scratch int, params unsafe.Pointer, lo, hi int64) (status int64)

// chain is the trampoline of [Chain]; nothing escapes, as with call.
//
//go:noescape
func chain(scratch int, room, in, out unsafe.Pointer) (status int64)

// What chain becomes, by the size of the scratch area.

//lint:ignore U1000 chain jumps there
//go:noescape
func chain0(scratch int, room, in, out unsafe.Pointer) (status int64)

//lint:ignore U1000 chain jumps there
//go:noescape
func chain256(scratch int, room, in, out unsafe.Pointer) (status int64)

//lint:ignore U1000 chain jumps there
//go:noescape
func chain2048(scratch int, room, in, out unsafe.Pointer) (status int64)

//lint:ignore U1000 chain jumps there
//go:noescape
func chain16384(scratch int, room, in, out unsafe.Pointer) (status int64)

//lint:ignore U1000 chain jumps there
//go:noescape
func chain65536(scratch int, room, in, out unsafe.Pointer) (status int64)

// callOn is call on another stack; see Stack.base.
//
//go:noescape
func callOn(entry uintptr, params unsafe.Pointer, lo, hi int64, base unsafe.Pointer) (status int64)

// pause executes n PAUSE instructions.
//
//go:noescape
func pause(n int64)

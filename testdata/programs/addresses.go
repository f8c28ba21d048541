package programs

import (
	"unsafe"

	"github.com/hone-go/hone"
)

// Addresses: functions that ask where slices are, to do something else where they overlap.

// addressOffset is how many elements y[0] is behind x[0], as gonum has it.
func addressOffset(x, y []float64) int {
	if &x[0] == &y[0] {
		return 0
	}
	return int(uintptr(unsafe.Pointer(&y[0]))-uintptr(unsafe.Pointer(&x[0]))) / int(unsafe.Sizeof(float64(0)))
}

// shiftedCopy adds to y what is at the same place in x, from the end that isn't overtaken, and says how they overlap.
func shiftedCopy(x, y []float64) int {
	n := min(len(x), len(y))
	if n == 0 {
		return 0
	}
	off := addressOffset(x, y)
	if off > 0 && off < n {
		for i := n - 1; i >= 0; i-- {
			y[i] = x[i] + 1
		}
		return off
	}
	for i := range n {
		y[i] = x[i] + 1
	}
	if off < 0 && off > -n {
		return off
	}
	return 0
}

// overlapsAny is that of x/crypto.
func overlapsAny(x, y []byte) bool {
	return len(x) > 0 && len(y) > 0 &&
		uintptr(unsafe.Pointer(&x[0])) <= uintptr(unsafe.Pointer(&y[len(y)-1])) &&
		uintptr(unsafe.Pointer(&y[0])) <= uintptr(unsafe.Pointer(&x[len(x)-1]))
}

// inPlaceOnly panics where slices overlap and aren't the same.
func inPlaceOnly(dst, src []byte, k byte) int {
	if overlapsAny(dst, src) && &dst[0] != &src[0] {
		panic("buffers overlap")
	}
	for i, v := range src {
		dst[i] = v ^ k
	}
	return len(src)
}

// addressOfOwn asks about an array of its own, and memory that it makes.
func addressOfOwn(x []uint16) (n int) {
	var own [8]uint16
	made := make([]uint16, 8)
	for i := range own {
		own[i] = uint16(i)
		made[i] = uint16(i * i)
	}
	view := own[:]
	at := uintptr(unsafe.Pointer(&view[0]))
	n = int(uintptr(unsafe.Pointer(&view[5])) - at)
	if uintptr(unsafe.Pointer(&made[0])) == at {
		n++
	}
	for i := range x {
		x[i] += own[i&7] + made[i&7]
		own[i&7]++
	}
	return n
}

var (
	ShiftedCopy  = hone.Func(shiftedCopy)
	InPlaceOnly  = hone.Func(inPlaceOnly)
	AddressOfOwn = hone.Func(addressOfOwn)
)

func init() {
	add("ShiftedCopy", shiftedCopy, ShiftedCopy, args(f64s, f64s))
	add("InPlaceOnly", inPlaceOnly, InPlaceOnly, args(u8s, u8s, constant(byte(3))))
	add("AddressOfOwn", addressOfOwn, AddressOfOwn, args(vec(whole[uint16])))
}

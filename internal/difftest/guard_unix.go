//go:build unix

package difftest

import (
	"os"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

var pageSize = os.Getpagesize()

// mapGuarded maps size bytes, whole pages, between inaccessible ones, or gives nil.
func mapGuarded(size int) []byte {
	p, err := unix.MmapPtr(-1, 0, nil, uintptr(size+2*pageSize), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	all := unsafe.Slice((*byte)(p), size+2*pageSize)
	if unix.Mprotect(all[:pageSize], unix.PROT_NONE) != nil || unix.Mprotect(all[pageSize+size:], unix.PROT_NONE) != nil {
		return nil
	}
	return all[pageSize : pageSize+size : pageSize+size]
}

// unmapGuarded gives back what mapGuarded gave.
func unmapGuarded(b []byte) {
	// There is nothing to do about an error but to keep the memory.
	_ = unix.MunmapPtr(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), -pageSize), uintptr(len(b)+2*pageSize))
}

// protect forbids access to whole pages, or allows it again.
func protect(b []byte, forbid bool) bool {
	rights := unix.PROT_READ | unix.PROT_WRITE
	if forbid {
		rights = unix.PROT_NONE
	}
	return unix.Mprotect(b, rights) == nil
}

// cpuTime is what this process has used.
func cpuTime() time.Duration {
	var r unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

package main

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePages asks for large pages for the memory, as the C peers do for theirs (peers/peer.h): what is compared is code, and not how many
// entries of the TLB each side's memory takes.
func hugePages(p unsafe.Pointer, bytes int) {
	const page = 2 << 20
	skip := -uintptr(p) & (page - 1)
	if rest := bytes - int(skip); rest >= page {
		_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Add(p, skip)), rest&^(page-1)), unix.MADV_HUGEPAGE) // only a wish
	}
}

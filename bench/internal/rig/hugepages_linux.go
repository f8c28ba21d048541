package rig

import "golang.org/x/sys/unix"

// hugePages asks for large pages for the memory, as the C peers do for theirs (peer.h): what is
// compared is code, and not how many entries of the TLB each side's memory takes. What has been touched
// already is copied to large pages now, where Linux can do that. All of this is only a wish.
func hugePages(memory []byte) {
	_ = unix.Madvise(memory, unix.MADV_HUGEPAGE)
	_ = unix.Madvise(memory, unix.MADV_COLLAPSE)
}

//go:build unix

package difftest

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// guarded maps size bytes beside an inaccessible page, or gives nil.
func (m *Memory) guarded(size int) []byte {
	page := os.Getpagesize()
	inner := (size + page - 1) / page * page
	all, err := unix.Mmap(-1, 0, inner+2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	m.mapped = append(m.mapped, all)
	if unix.Mprotect(all[:page], unix.PROT_NONE) != nil || unix.Mprotect(all[page+inner:], unix.PROT_NONE) != nil {
		return nil
	}
	lo := page
	if m.Guard == GuardAfter {
		lo += inner - size
	}
	return all[lo : lo+size : lo+size]
}

// cpuTime is what this process has used.
func cpuTime() time.Duration {
	var r unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// Reset frees the copies. Outcomes that hold them are invalid from then on.
func (m *Memory) Reset() {
	for _, all := range m.mapped {
		// There is nothing to do about an error but to keep the memory.
		_ = unix.Munmap(all)
	}
	m.mapped = m.mapped[:0]
}

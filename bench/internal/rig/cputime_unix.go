//go:build unix

package rig

import (
	"syscall"
	"time"
)

// CPUTime is how long this process has run on all its threads, while others may have had the machine.
func CPUTime() (time.Duration, bool) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}

package rt

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync/atomic"
)

// maxThreads bounds HONE_THREADS, so that a slip of the finger does not start
// millions of goroutines.
const maxThreads = 1024

var threads atomic.Int32 // 0: not known yet

// Threads returns the number of goroutines that a loop may run on: HONE_THREADS
// if set, else GOMAXPROCS at the time of the first use.
func Threads() int {
	if n := threads.Load(); n > 0 {
		return int(n)
	}
	n, err := parseThreads(os.Getenv("HONE_THREADS"))
	if err != nil || n == 0 {
		n = min(runtime.GOMAXPROCS(0), maxThreads)
	}
	threads.CompareAndSwap(0, int32(n))
	return int(threads.Load())
}

// SetThreads changes what Threads returns and returns the old value. Loops that
// are running are not affected.
func SetThreads(n int) (old int) {
	old = Threads()
	threads.Store(int32(min(max(n, 1), maxThreads)))
	return old
}

// parseThreads reads a value of HONE_THREADS; 0 means that it is not set.
func parseThreads(s string) (int, error) {
	if s == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > maxThreads {
		return 0, fmt.Errorf("HONE_THREADS=%s: want a number from 1 to %d", s, maxThreads)
	}
	return n, nil
}

// CheckEnv returns an error if HONE_THREADS is set to something senseless;
// Threads then goes by GOMAXPROCS.
func CheckEnv() error {
	_, err := parseThreads(os.Getenv("HONE_THREADS"))
	return err
}

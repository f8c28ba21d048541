package rt

import (
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/hone-go/hone/internal/nearest"
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

// settings are the environment variables that compiled programs look at, behind
// HONE_, with the values that they may have where these are few.
var settings = map[string][]string{
	"ISA": {"avx2", "avx512"}, "FMA": {"on", "off"}, "PERF": {"1", "0"}, "VERIFY": {"1", "0"}, "RACE": {"report", "panic"},
	"THREADS": nil, "DUMP": nil, "SCHEDULE": nil, "RACE_FOUND": nil,
}

// CheckEnv returns an error if the environment sets something senseless, which
// nobody goes by: values that a setting can't have, and names that are nearly
// one of hone's settings.
func CheckEnv() error {
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		want := settings[name]
		if v := os.Getenv("HONE_" + name); v != "" && want != nil && !slices.Contains(want, v) {
			return fmt.Errorf("HONE_%s=%s: want %s%s", name, v, strings.Join(want, " or "), nearest.Hint(v, want))
		}
	}
	if _, err := parseThreads(os.Getenv("HONE_THREADS")); err != nil {
		return err
	}
	return misspelt(os.Environ())
}

// misspelt returns an error if the environment sets something that is nearly one of the settings.
func misspelt(environ []string) error {
	for _, v := range environ {
		name, _, _ := strings.Cut(v, "=")
		setting, ours := strings.CutPrefix(name, "HONE_")
		if _, known := settings[setting]; !ours || known {
			continue
		}
		if n := nearest.Of(setting, slices.Sorted(maps.Keys(settings))); n != "" {
			return fmt.Errorf("%s is no setting; did you mean HONE_%s?", name, n)
		}
	}
	return nil
}

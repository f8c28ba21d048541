// Package seeds is how tests that draw programs at random are told where to begin and how long to go on: HONE_SEED, a number, and
// HONE_RANDOM_TIME, as for time.ParseDuration. Such a test logs "N programs", which is what command campaign counts.
package seeds

import (
	"hash/fnv"
	"os"
	"strconv"
	"testing"
	"time"
)

// First is the seed that HONE_SEED gives, or 1.
func First() uint64 {
	seed, err := strconv.ParseUint(os.Getenv("HONE_SEED"), 10, 64)
	if err != nil {
		return 1
	}
	return seed
}

// Share reports whether a thing of this name is in one of so many shares of all: the seed says which, so that runs with other seeds, as those of CI
// are, come to the others.
func Share(name string, of uint64) bool { return Pick(name, of) == 0 }

// Pick is one of 0, ..., of-1 for a thing of this name, another one for each seed that follows.
func Pick(name string, of uint64) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return (h.Sum64() + First()) % of
}

// Range gives the first seed and the time, by default those given.
func Range(t testing.TB, first uint64, limit time.Duration) (uint64, time.Duration) {
	if text := os.Getenv("HONE_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		first = n
	}
	if text := os.Getenv("HONE_RANDOM_TIME"); text != "" {
		d, err := time.ParseDuration(text)
		if err != nil {
			t.Fatal(err)
		}
		limit = d
	}
	return first, limit
}

// Timed reports whether the environment sets a time: nobody chose then how many programs are drawn, nor which, and that few of them have
// what a test is about says nothing.
func Timed() bool { return os.Getenv("HONE_RANDOM_TIME") != "" }

// Each calls check for n seeds, or, if the environment sets a time, for so long. If one fails it names the seed.
func Each(t testing.TB, n int, check func(seed uint64)) {
	first, limit := Range(t, 0, 0)
	k := 0
	defer func() { // also if one fails
		if t.Failed() {
			t.Logf("seed %d", first+uint64(k))
		}
		t.Logf("%d programs", k)
	}()
	for start := time.Now(); limit == 0 && k < n || limit > 0 && time.Since(start) < limit; k++ {
		if check(first + uint64(k)); t.Failed() {
			break
		}
	}
}

// Package rig is what the programs that measure have in common: inputs, processes that compete, C peers, two revisions of hone.
package rig

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"
)

// A misuse is the fault of the command line.
type misuse struct{ error }

// Misuse marks an error as the fault of the command line.
func Misuse(err error) error { return misuse{err} }

// ExitStatus says what went wrong, if anything has, and returns what the program ends with.
func ExitStatus(program string, err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	fmt.Fprintf(stderr, "%s: %v\n", program, err)
	if errors.As(err, &misuse{}) {
		return 2
	}
	return 1
}

// Timed runs work reps times and returns the time of each.
func Timed(work func(), reps int) []time.Duration {
	times := make([]time.Duration, reps)
	for i := range times {
		t := time.Now()
		work()
		times[i] = time.Since(t)
	}
	return times
}

// Median is the middle one.
func Median[T cmp.Ordered](x []T) T {
	s := slices.Sorted(slices.Values(x))
	return s[len(s)/2]
}

// Scratch makes a directory for inputs and outputs, in memory if possible.
func Scratch() (string, error) {
	if dir, err := os.MkdirTemp("/dev/shm", "hone-bench-*"); err == nil {
		return dir, nil
	}
	return os.MkdirTemp("", "hone-bench-*")
}

// WriteParts writes all parts to one file.
func WriteParts(name string, parts [][]byte) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	for _, p := range parts {
		if _, err := file.Write(p); err != nil {
			file.Close()
			return err
		}
	}
	return file.Close()
}

//go:build !unix

package difftest

import "time"

// guarded gives nil: there are no guard pages here.
func (m *Memory) guarded(int) []byte { return nil }

// Reset frees the copies.
func (m *Memory) Reset() {}

var epoch = time.Now()

// cpuTime is the time that has passed, since there is nothing better here.
func cpuTime() time.Duration { return time.Since(epoch) }

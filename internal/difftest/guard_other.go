//go:build !unix

package difftest

import "time"

const pageSize = 4096

// mapGuarded gives nil: there are no guard pages here.
func mapGuarded(int) []byte { return nil }

func unmapGuarded([]byte) {}

func protect(b []byte, forbid bool) bool { return false }

var epoch = time.Now()

// cpuTime is the time that has passed, since there is nothing better here.
func cpuTime() time.Duration { return time.Since(epoch) }

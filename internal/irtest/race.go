//go:build race

package irtest

import "github.com/hone-go/hone/internal/rt"

// All iterations of a program may store one value to one place. Machine code does that out of the race detector's sight, the interpreter of
// kernels does not.
func init() { rt.SetThreads(1) }

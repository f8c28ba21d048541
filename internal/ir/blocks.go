package ir

import "runtime"

// Blocks is what check.panic names where a goroutine would have to wait for one that can't go on before it does (package fork). No such check is left in code that
// runs: where one can't be shown to hold, the function stays plain Go.
const Blocks = "string:hone: a goroutine would have to wait here"

// ForkPackage is the path of package fork.
const ForkPackage = "github.com/hone-go/hone/internal/fork"

// Procs is what OpProcs gives: for 0 runtime.GOMAXPROCS(0), for 1 runtime.NumCPU().
func Procs(which int64) int {
	if which == 1 {
		return runtime.NumCPU()
	}
	return runtime.GOMAXPROCS(0)
}

// Package rt runs machine code: it finds out what the CPU can do, keeps code
// in executable memory, calls it on the goroutine's own stack, spreads loops
// over worker goroutines, and raises Go's own panics on behalf of the code.
//
// It knows nothing of the compiler: machine code comes in as bytes and the
// calling convention (see [Call]) is all that the two share.
//
// Environment variables:
//
//	HONE_ISA=avx2|avx512   use this instruction set, not the widest there is
//	HONE_THREADS=n         run loops on at most n threads (default: GOMAXPROCS at first use)
//	HONE_PERF=1            list all code in /tmp/perf-PID.map, for Linux perf
package rt

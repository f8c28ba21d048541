// Package hone compiles ordinary Go functions into parallel, vectorised native
// code. A complete program:
//
//	package main
//
//	import (
//		"fmt"
//		"math"
//
//		"github.com/hone-go/hone"
//	)
//
//	// norm returns the Euclidean norm of x.
//	func norm(x []float64) float64 {
//		return math.Sqrt(hone.Sum(len(x), func(i int) float64 { return x[i] * x[i] }))
//	}
//
//	var Norm = hone.Func(norm)
//
//	func main() {
//		fmt.Println(Norm.Call([]float64{3, 4}), Norm.Status())
//	}
//
// # Library mode and compiled mode
//
// All functions of this package are plain Go, and a program that uses them
// builds and runs with the go command as it stands: [Fn].Call is then the
// plain function. This is library mode. With
//
//	go tool hone run .
//
// (or build, or test) Call is compiled at its first use, for the CPU at hand.
// With "go tool hone gen" the same can be had from the plain go command: it
// writes a file 0hone_gen.go to be committed. A function that can't be compiled
// stays plain Go, and [Fn.Status] says why.
//
// # What compiled code computes
//
// Compiled code computes what plain Go computes, including panics, which are
// raised in the caller's goroutine. There are three exceptions: a product and
// a sum may be fused into one operation, as the Go specification allows
// (HONE_FMA=off in the environment forbids it); the functions of package math
// are replaced by those of hone/vmath, with the error bounds stated there; and
// the iterations of [Parallel], [Parallel2] and [Parallel3] run in any order.
//
// # The order of reductions
//
// [Sum], [Product], [Min], [Max] and [Reduce] combine values in an order of
// their own, the canonical order, because the order from left to right can be
// neither vectorised nor made parallel. It depends only on the type and on n,
// not on the number of threads or the width of vectors, and is the same in
// library mode and in compiled mode. With floating-point numbers the results
// are therefore the same bits everywhere, though not those of a loop from left
// to right; they are usually more accurate.
//
// The canonical order for elements f(0), ..., f(n-1) of type T, operation op
// and initial value id:
//
//   - Let W be 256 divided by the size in bytes of the widest scalar in T: 32
//     for float64, 64 for float32 or for a struct of an int32 and a float32.
//     int, uint and uintptr count as 8 bytes on every platform, complex
//     numbers as two floating-point numbers. If T has other parts, such as
//     strings or pointers, or has no parts at all, W is 32.
//   - The indices are cut into blocks of 8192. Within a block that starts at b,
//     there are W partial results. Partial result j starts as id and takes the
//     elements b+j, b+j+W, b+j+2W, ... of the block in this order:
//     acc[j] = op(acc[j], f(i)).
//   - At the end of the block, for w = W/2, W/4, ..., 1, and for all j < w:
//     acc[j] = op(acc[j], acc[j+w]). Then acc[0] is the block's result.
//   - The results of the blocks are combined from left to right, r = op(r, s),
//     where r starts as the first block's result.
//   - If n <= 0 the result is id.
//
// A reduction inside an iteration of a parallel loop may in compiled mode
// combine from left to right instead, starting with id: the program decides
// that, not the machine, so it is the same on all of them. Floating-point
// results then differ in their last bits from library mode's, and those of an
// operation that isn't associative may be others altogether.
//
// [Scan] and its kin and [Histogram] have canonical orders of their own, which
// their comments state.
//
// In library mode a reduction calls f exactly once for every index, in increasing
// order. In compiled mode it may be called for indices beyond the first that
// panics, but the panic that is raised is the first.
//
// # Environment
//
//   - HONE=off: run plain Go. HONE=interp: run the reference interpreter.
//     HONE=race: run it, and report to standard error iterations of parallel
//     loops that are not independent of each other, as the race detector of Go
//     does goroutines. In tests the call panics after that, elsewhere the
//     program goes on; HONE_RACE=panic or HONE_RACE=report decides it. HONE=jit: generate machine code for this CPU, which is the default where
//     that is possible. HONE=c: have the system's C compiler compile, in
//     programs that import hone/target/c; it is also what these programs do by
//     themselves on CPUs for which hone generates no code, such as arm64.
//   - HONE_ISA=avx2 or avx512: generate code for this instruction set.
//   - HONE_THREADS=n: run on at most n threads (GOMAXPROCS by default).
//   - HONE_FMA=off: do not fuse products and sums.
//   - HONE_SCHEDULE=func:nest=steps;nest=steps: give loops other schedules
//     than the compiler chooses (docs/schedules.md).
package hone

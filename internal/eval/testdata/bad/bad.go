// Package bad has programs that can't be specialised; the comments say why.
package bad

import "github.com/hone-go/hone"

func AssignInParallel(a []int) (sum int) {
	for i := range hone.Parallel(len(a)) {
		sum += a[i] // want "sum is assigned in a parallel loop; iterations must be independent (use hone.Sum or hone.Reduce)"
	}
	return sum
}

func AssignThroughClosure(a []int) int {
	count := 0
	add := func(n int) {
		count = count + n // want "count is assigned in a parallel loop; iterations must be independent (use hone.Sum or hone.Reduce)"
	}
	for i := range hone.Parallel(len(a)) {
		if a[i] > 0 {
			add(1)
		}
	}
	return count
}

func AssignArrayInParallel(a []uint8) int {
	var h [256]int
	for i := range hone.Parallel(len(a)) {
		h[a[i]]++ // want "h is assigned in a parallel loop; iterations must be independent (use hone.Sum or hone.Reduce)"
	}
	return h[0]
}

func BreakParallel(a []int) {
	for i := range hone.Parallel(len(a)) { // want "a loop over hone.Parallel cannot be left early"
		if a[i] > 3 {
			break
		}
		a[i] = 3
	}
}

func ReturnFromParallel(a []int) int {
	for i := range hone.Parallel(len(a)) {
		if a[i] > 3 {
			return i // want "a loop over hone.Parallel cannot be left early"
		}
	}
	return 0
}

func StoreInBuild(a []int) []int {
	return hone.Build(len(a), func(i int) int {
		a[i]++ // want "a slice element is assigned in a function given to hone.Build, which must not have effects"
		return a[i]
	})
}

func AssignInSum(a []int) (int, int) {
	n := 0
	s := hone.Sum(len(a), func(i int) int {
		n++ // want "n is assigned in a function given to a reduction, which must not have effects"
		return a[i]
	})
	return s, n
}

func UnrollUnknown(n int) (s int) {
	for i := range hone.Unroll(0, n) { // want "the bounds of an unrolled loop are not known at compile time"
		s += i
	}
	return s
}

func FunctionInLoop(n int) int {
	f := func(x int) int { return x }
	for i := 0; i < n; i++ { // want "function value is not known at compile time: what it has captured changes from one iteration to the next"
		g := f
		f = func(x int) int { return g(x) + 1 }
	}
	return f(0)
}

func FunctionOfIteration(n int) int {
	f := func(x int) int { return x }
	for i := 0; i < n; i++ { // want "function value is not known at compile time: it has captured a variable that each iteration makes anew"
		k := i
		k++
		if i > 3 {
			f = func(x int) int { k++; return k + x }
		}
	}
	return f(0)
}

func FunctionInMemory(n int) int {
	fs := make([]func() int, n)
	for i := range fs {
		fs[i] = func() int { return i } // want "function value is not known at compile time"
	}
	return fs[n/2]()
}

//hone:filter true
func forever(n int) int {
	if n == 0 {
		return 0
	}
	return forever(n-1) + 1 // want "bad.forever is unfolded without end at compile time: its //hone:filter always holds"
}

func Unending(n int) int { return forever(n) }

func SelfCall(n int) int {
	var f func(n int, g func() int) int
	f = func(n int, g func() int) int {
		if n < 2 {
			return g()
		}
		return f(n-1, func() int { return g() + 1 }) // want "the recursive function github.com/hone-go/hone/internal/eval/testdata/bad.SelfCall.func is passed ever new function values"
	}
	return f(n, func() int { return 1 })
}

func NilFunction(n int) int {
	var f func(int) int
	return f(n) // want "call of a nil function"
}

type pair struct{ a, b int }

func PointerFromIteration(s []pair) int {
	p := &pair{}
	for i := range s { // want "pointer is not known at compile time: it leads to a variable that each iteration makes anew"
		q := pair{a: p.b, b: s[i].a}
		p = &q
	}
	return p.a
}

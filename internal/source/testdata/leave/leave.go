// Package leave has branches that aren't compiled. A comment stands where the plain function is called instead, and why it is.
package leave

import (
	"os"
	"strings"

	"github.com/hone-go/hone"
)

var counts = map[int]int{}

func count(n int) {
	counts[n]++ // refused: package variable counts may change
}

var (
	InIf          = hone.Func(inIf)
	InElse        = hone.Func(inElse)
	InElseIf      = hone.Func(inElseIf)
	InClause      = hone.Func(inClause)
	InTail        = hone.Func(inTail)
	Innermost     = hone.Func(innermost)
	TwoReasons    = hone.Func(twoReasons)
	TwoBranches   = hone.Func(twoBranches)
	InHelper      = hone.Func(inHelper)
	AtCall        = hone.Func(atCall)
	InCondition   = hone.Func(inCondition)
	Deferring     = hone.Func(deferring)
	Library       = hone.Func(library)
	BehindGuard   = hone.Func(behindGuard)
	WholeBody     = hone.Func(wholeBody)
	InLoop        = hone.Func(inLoop)
	InLiteral     = hone.Func(inLiteral)
	FromCondition = hone.Func(fromCondition)
	ManyBranches  = hone.Func(manyBranches)
)

func inIf(x []int, k int) {
	if k > 3 {
		k++ // plain: package variable counts may change
		count(k)
	}
	x[0] = k
}

func inElse(x []int, k int) {
	if k <= 3 {
		x[0] = k
	} else {
		count(k) // plain: package variable counts may change
	}
}

func inElseIf(x []int, k int) {
	if k <= 3 {
		x[0] = k
	} else if counts[k] > 2 { // plain: package variable counts may change
		x[0] = 1
	}
}

func inClause(x []int, k int) {
	switch k {
	case 1:
		x[0] = k
	case 2:
		count(k) // plain: package variable counts may change
	default:
		x[0] = -k
	}
}

func inTail(x []int, k int) int {
	if k <= 3 {
		x[0] = k
		return 1
	}
	k-- // plain: package variable counts may change
	count(k)
	return 2
}

func innermost(x []int, k int) {
	if k > 3 {
		x[0] = k
		if k > 5 {
			count(k) // plain: package variable counts may change
		}
		x[1] = k
	}
}

func twoReasons(x []int, k int) {
	if k > 3 {
		m := map[int]int{} // plain: maps are not compiled
		m[k]++
		count(k)
	}
	x[0] = k
}

func twoBranches(x []int, k int) {
	if k > 3 {
		count(k) // plain: package variable counts may change
	}
	if k < -3 {
		delete(counts, k) // plain: delete is not compiled
	}
	x[0] = k
}

func inHelper(x []int, k int) { x[0] = helped(k) }

func helped(k int) int {
	if k > 3 {
		count(k) // plain: package variable counts may change
	}
	return k
}

func atCall(x []int, k int) {
	if k > 3 {
		x[0] = unbranched(k) // plain: package variable counts may change
		return
	}
	x[0] = k
}

func unbranched(k int) int {
	count(k)
	return k
}

func inCondition(x []int, k int) {
	if k > 3 {
		if counts[k] > 2 { // plain: package variable counts may change
			x[0] = 1
		}
	}
	x[1] = k
}

func deferring(x []int, k int) {
	if k > 3 {
		defer count(k) // plain: deferring this is not compiled
	}
	x[0] = k
}

func library(x []int, k int) {
	if k > 3 {
		os.Stdout.WriteString(strings.Repeat("x", k)) // plain: *os.File.WriteString is not compiled
	}
	x[0] = k
}

func behindGuard(x []int, k int) int {
	if k > 3 {
		return 1
	}
	for i := range x { // plain: package variable counts may change
		x[i] = k
	}
	count(k)
	return 2
}

func wholeBody(x []int, k int) {
	count(k)
	x[0] = k
}

func inLoop(x []int, k int) {
	for i := range x {
		if x[i] > k {
			count(i)
		}
	}
}

func inLiteral(x []int, k int) {
	f := func(n int) {
		if n > k {
			count(n)
		}
	}
	f(x[0])
}

func fromCondition(x []int, k int) {
	if counts[k] > 3 { // refused: package variable counts may change
		x[0] = 1
	}
}

func manyBranches(x []int, k int) {
	switch k {
	case 1:
		x[0] = counts[1] // refused: package variable counts may change
	case 2:
		x[0] = counts[2] // refused: package variable counts may change
	case 3:
		x[0] = counts[3] // refused: package variable counts may change
	case 4:
		x[0] = counts[4] // refused: package variable counts may change
	case 5:
		x[0] = counts[5] // refused: package variable counts may change
	case 6:
		x[0] = counts[6] // refused: package variable counts may change
	case 7:
		x[0] = counts[7] // refused: package variable counts may change
	case 8:
		x[0] = counts[8] // refused: package variable counts may change
	case 9:
		x[0] = counts[9] // refused: package variable counts may change
	default:
		x[0] = 1
	}
}

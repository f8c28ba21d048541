package language

import "github.com/hone-go/hone"

// branchLeft has a branch with a map: where k isn't positive, the plain function is called.
func branchLeft(k, n int) (sum int) {
	if k <= 0 {
		seen := map[int]bool{}
		for i := range n {
			seen[i&3] = true
		}
		return len(seen)
	}
	for i := range n {
		sum += i * k
	}
	return sum
}

var BranchLeft = hone.Func(branchLeft)

// branchLeftInLoop has it where loops are around, or something has been done before (which is for the compiler to find).
func branchLeftInLoop(k, n int) (sum int) {
	for i := range n {
		if i > k {
			seen := map[int]int{} // want "maps are not compiled"
			seen[i] = k           // want "maps are compiled only where they are made by a literal of constant keys, and never change"
		}
		sum += i
	}
	return sum
}

var BranchLeftInLoop = hone.Func(branchLeftInLoop)

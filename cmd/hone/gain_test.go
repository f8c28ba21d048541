package main

import "testing"

// TestNothingToGain: what runs in order anyway stays plain Go, and is fine.
func TestNothingToGain(t *testing.T) {
	t.Setenv("HONE", "")
	dir := module(t, `
-- main.go --
package main

import (
	"fmt"

	"github.com/hone-go/hone"
)

func steps(n int) (k int) {
	for ; n > 1; k++ {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
	}
	return k
}

func double(x []int) {
	for i := range x {
		x[i] *= 2
	}
}

var (
	Steps  = hone.Func(steps)
	Double = hone.Func(double)
)

func main() {
	x := []int{1, 2}
	Double.Call(x)
	fmt.Println(Steps.Call(27), Steps.Status(), x, Double.Status())
}
`)
	const why = "plain: nothing to gain: no loop gets lanes or cores, and nothing is evaluated away"
	expect(t, hon(t, dir, "run", "."), 0, "111 plain Go: main.go:9:1: nothing to gain: no loop gets lanes or cores, and nothing is evaluated away [2 4] "+target(), "")
	got := hon(t, dir, "check")
	expect(t, got, 0, "main.go:27:11: main.Steps: "+why, "")
	expect(t, got, 0, "main.Double: compiled", "")
	expect(t, hon(t, dir, "explain", "Steps"), 0, "main.Steps: stays plain Go unless HONE=jit: nothing to gain", "")
	t.Setenv("HONE", "jit")
	expect(t, hon(t, dir, "run", "."), 0, "111 "+target(), "")
}

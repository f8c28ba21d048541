package main

import (
	"strings"
	"testing"
)

const raceProgram = `
-- main.go --
package main

import (
	"fmt"
	"os"

	"github.com/hone-go/hone"
)

// move copies, which is done in any order only if y is not a part of x.
func move(y, x []float64) {
	for i := range hone.Parallel(len(y)) {
		y[i] = x[i]
	}
}

var Move = hone.Func(move)

func talk(c chan int) { c <- 1 }

var Talk = hone.Func(talk)

func main() {
	x := []float64{1, 2, 3, 4, 5, 6}
	if len(os.Args) > 1 {
		Move.Call(x[2:], x)
	} else {
		Move.Call(x[:3], x[3:])
	}
	Talk.Call(make(chan int, 1))
	fmt.Println(x, Move.Status())
}
-- main_test.go --
package main

import "testing"

func TestMove(t *testing.T) {
	x := make([]float64, 6)
	Move.Call(x[1:], x)
}

func TestApart(t *testing.T) { Move.Call(make([]float64, 6), make([]float64, 6)) }
`

func TestRace(t *testing.T) {
	dir := module(t, raceProgram)
	t.Setenv("HONE", "race")
	const remark = " compiled for race: interpreted, and the iterations of its parallel loops compared\n"
	const plain = "hone: race: main.talk can't be checked, it is plain Go: main.go:"
	got := hon(t, dir, "run", ".")
	expect(t, got, 0, "[4 5 6 4 5 6]"+remark, plain)
	if strings.Contains(got.err, "iterations") {
		t.Error(got.err)
	}
	got = hon(t, dir, "run", ".", "overlap")
	expect(t, got, raceFound, "[1 2 1 2 1 2]"+remark, `hone: race: in main.move, two iterations of the parallel loop at main.go:12:17 touch x[2]
	iteration 0 stores: main.go:13:3 (as y)
	iteration 2 loads:  main.go:13:10
`)
	expect(t, got, raceFound, remark, plain)
	expect(t, run(t, dir, "go", "run", "."), 0, "plain Go", "hone: race: main.move can't be checked, it is plain Go: no generated code for it in this build")

	expect(t, hon(t, dir, "test", "-run=Apart", "./..."), 0, "ok", "stays plain Go")
	got = hon(t, dir, "test", "./...")
	expect(t, got, 1, "panic: hone: race: in example.com/m.move, two iterations of the parallel loop at main.go:12:17 touch x[1]", "stays plain Go")
	t.Setenv("HONE_RACE", "report")
	expect(t, hon(t, dir, "test", "-v"), 0, "iteration 1 loads:", "stays plain Go")
}

// TestDependence: what is certain to be no parallel loop stays plain Go, with both places.
func TestDependence(t *testing.T) {
	dir := module(t, `
-- main.go --
package main

import (
	"fmt"

	"github.com/hone-go/hone"
)

func carry(x []float64) {
	for i := range hone.Parallel(len(x) - 1) {
		x[i+1] += x[i]
	}
}

var Carry = hone.Func(carry)

func main() {
	x := []float64{1, 2, 3, 4}
	Carry.Call(x)
	fmt.Println(x)
}
`)
	const where, why = "main.go:11:3: ", "x[i+1], stored here by iteration 0, is loaded as x[i] by iteration 1 (main.go:11:13): the iterations of a parallel loop must be independent, these are 1 apart\n"
	expect(t, hon(t, dir, "check"), failure, where+"main.Carry: plain: "+why, "")
	expect(t, hon(t, dir, "explain", "Carry"), failure, "", where+"Carry stays plain Go: "+why)
	expect(t, hon(t, dir, "run", "."), 0, "[1 3 6 10]\n", where+"Carry stays plain Go: "+why)
	t.Setenv("HONE", "race")
	expect(t, hon(t, dir, "run", "."), 0, "[1 3 6 10]\n", "hone: race: main.carry can't be checked, it is plain Go: "+where+why)
}

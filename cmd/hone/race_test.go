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
	expect(t, hon(t, dir, "run", "."), raceFound, "[1 3 6 10]\n", `hone: race: in main.carry, two iterations of the parallel loop at main.go:10:17 touch x[1]
	iteration 0 stores: main.go:11:3
	iteration 1 loads:  main.go:11:13
`)
}

// TestRaceCaptured: variables from outside of the loop that iterations assign are refused at once, read or not.
func TestRaceCaptured(t *testing.T) {
	dir := module(t, `
-- main.go --
package main

import (
	"fmt"

	"github.com/hone-go/hone"
)

func sum(x []float64) float64 {
	var s float64
	for i := range hone.Parallel(len(x)) {
		s += x[i]
	}
	return s
}

func last(x []float64) (v float64) {
	for i := range hone.Parallel(len(x)) {
		v = x[i]
	}
	return v
}

func counts(x []float64) int {
	var c [4]int
	for i := range hone.Parallel(len(x)) {
		c[i&3]++
	}
	return c[1]
}

func read(x []float64) {
	s := 1.5
	s += x[0]
	for i := range hone.Parallel(len(x)) {
		t := s
		t += x[i]
		x[i] = t
	}
}

var Sum, Last, Counts, Read = hone.Func(sum), hone.Func(last), hone.Func(counts), hone.Func(read)

func main() {
	x := []float64{1, 2, 3, 4}
	Read.Call(x)
	fmt.Println(x, Sum.Call(x), Last.Call(x), Counts.Call(x))
}
`)
	places := []string{"main.go:12:3: main.Sum: plain: s", "main.go:19:3: main.Last: plain: v", "main.go:27:3: main.Counts: plain: c"}
	check := hon(t, dir, "check")
	t.Setenv("HONE", "race")
	watched := hon(t, dir, "run", ".")
	expect(t, watched, 0, "[3.5 4.5 5.5 6.5] 20 6.5 1\n", "can't be checked, it is plain Go")
	for _, p := range places {
		expect(t, check, failure, p+" is assigned in a parallel loop; iterations must be independent", "")
		place, rest, _ := strings.Cut(p, ": main.")
		name, variable, _ := strings.Cut(rest, ": plain: ")
		said := "hone: race: main." + strings.ToLower(name) + " can't be checked, it is plain Go: " + place + ": " + variable + " is assigned in a parallel loop"
		expect(t, watched, 0, "[3.5", said)
	}
	if strings.Contains(watched.err, "main.read") {
		t.Error(watched.err)
	}
}

// TestRaceMath watches loops that call functions of vmath, under its own name and under that of package math.
func TestRaceMath(t *testing.T) {
	dir := module(t, `
-- main.go --
package main

import (
	"fmt"
	"math"

	"github.com/hone-go/hone"
	"github.com/hone-go/hone/vmath"
)

func f(y, x []float64) {
	for i := range hone.Parallel(len(x)) {
		s, c := vmath.Sincos(x[i])
		y[i] = vmath.Exp(x[i]) + math.Pow(x[i], s) + vmath.Erf(c) + float64(vmath.Log32(float32(x[i])))
	}
}

func halves(y, x []float64) {
	for i := range hone.Parallel(len(x)) {
		y[i/2] = vmath.Exp(x[i])
	}
}

var F, Halves = hone.Func(f), hone.Func(halves)

func main() {
	x, y, z := []float64{0.5, 1, 2, 30}, make([]float64, 4), make([]float64, 4)
	F.Call(y, x)
	f(z, x)
	for i := range y {
		if math.Abs(y[i]-z[i]) > 1e-6*math.Abs(z[i]) {
			fmt.Println(y, z)
		}
	}
	Halves.Call(y, x)
	fmt.Println(y[0] == vmath.Exp(x[1]), F.Status())
}
`)
	t.Setenv("HONE", "race")
	got := hon(t, dir, "run", ".")
	expect(t, got, raceFound, "true compiled for race", `hone: race: in main.halves, two iterations of the parallel loop at main.go:19:17 touch y[0]
	iteration 0 stores: main.go:20:3
	iteration 1 stores: main.go:20:3
`)
	if strings.Contains(got.err, "main.f") {
		t.Error(got.err)
	}
}

package link

import (
	"os"
	"strings"
	"sync"
	"testing"
)

const scatterText = `
func @scatter(%x: []f64, %ix: []i64) -> () {
  %n = len %ix : i64
  %f = lambda : fn(i64) -> (bool) (%i: i64) {
    %k = load %ix, %i : i64 !"s.go":3:7
    %one = const 1.0 : f64
    %v = load %x, %k : f64 !"s.go":3:3
    %w = add %v, %one : f64
    store %x, %k, %w !"s.go":3:3
    %true = const true : bool
    return %true
  }
  parfor %n, %f !"s.go":2:17
  return
}
`

func scatter(x []float64, ix []int) {
	for i := range len(ix) {
		x[ix[i]]++
	}
}

// scatterFn does by hand what a generated file does.
func scatterFn() *honed[func([]float64, []int)] {
	fn := honedFunc(scatter)
	if e, plain := To(fn.Fn, NewUnit(unitFormat, scatterText), "scatter"); e != nil {
		fn.Call = func(x []float64, ix []int) {
			in := struct {
				x  []float64
				ix []int
			}{x, ix}
			var out struct{}
			if !Invoke(e, &in, &out) {
				plain(x, ix)
			}
		}
	}
	return fn
}

// said runs f and gives what it prints to standard error.
func said(t *testing.T, f func()) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	old := os.Stderr
	os.Stderr = w
	defer func() { os.Stderr = old }()
	f()
	w.Close()
	text := make([]byte, 1<<16)
	n, _ := r.Read(text) // 0 at the end of the file
	return string(text[:n])
}

const scatterRace = `hone: race: in github.com/hone-go/hone/link.scatter, two iterations of the parallel loop at s.go:2:17 touch x[4]
	iteration 1 stores: s.go:3:3
	iteration 3 loads:  s.go:3:3`

// TestRace is about the reports: internal/eval tests what is found.
func TestRace(t *testing.T) {
	t.Setenv("HONE", modeRace)
	t.Setenv("HONE_RACE", raceReport)
	races.seen = nil
	f := scatterFn()
	if s := f.Status(); !s.Compiled || s.Target != modeRace || s.Reason != raceRemark {
		t.Error(s)
	}
	x := make([]float64, 6)
	if text := said(t, func() { f.Call(x, []int{0, 4, 5}) }); text != "" {
		t.Error(text)
	}
	if text := said(t, func() { f.Call(x, []int{0, 4, 5, 4, 0}) }); text != scatterRace+"\n" {
		t.Error(text)
	}
	if text := said(t, func() { f.Call(x, []int{3, 3}) }); text != "" {
		t.Error("reported again:", text)
	}
	if x[4] != 3 || x[0] != 3 || x[3] != 2 {
		t.Error("results differ from plain Go's:", x)
	}

	t.Setenv("HONE_RACE", racePanic)
	f = scatterFn()
	for range 2 { // each call that has a race, although the places are known
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || err.Error() != scatterRace {
					t.Errorf("panics with %v", err)
				}
			}()
			f.Call(x, []int{0, 4, 5, 4})
		}()
	}
	if x[4] != 7 {
		t.Error("the call is not complete when it panics:", x)
	}
	f.Call(x, []int{0, 4, 5}) // no panic

	t.Setenv("HONE_RACE", "yes")
	f = scatterFn()
	if s := f.Status(); s.Reason != "HONE_RACE=yes: want report or panic" {
		t.Error(s)
	}
	t.Setenv("HONE_RACE", "")
	if action := raceAction(); action != racePanic {
		t.Errorf("in tests: %s", action)
	}
}

func TestRaceConcurrent(t *testing.T) {
	t.Setenv("HONE", modeRace)
	f := scatterFn()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			x := make([]float64, 6)
			f.Call(x, []int{0, 4, 5})
			if x[4] != 1 {
				t.Error(x)
			}
		})
	}
	wg.Wait()
}

// TestRaceUnwatched calls functions that HONE=race can do nothing for.
func TestRaceUnwatched(t *testing.T) {
	t.Setenv("HONE", modeRace)
	sum := honedFunc(func(x ...int) (s int) {
		for _, v := range x {
			s += v
		}
		return s
	})
	text := said(t, func() {
		if got := sum.Call(1, 2, 3) + sum.Call(); got != 6 {
			t.Error(got)
		}
	})
	if !strings.HasPrefix(text, "hone: race: github.com/hone-go/hone/link.TestRaceUnwatched.func1 can't be checked, it is plain Go: no generated code") ||
		strings.Count(text, "\n") != 1 {
		t.Error(text)
	}
	Reason(sum.Fn, "x.go:1:2: channels are not supported")
	if text := said(t, func() { sum.Call(1) }); text != "" {
		t.Error("said again:", text)
	}
	double := honedFunc(double)
	Reason(double.Fn, "x.go:1:2: because")
	if text := said(t, func() { double.Call(1) }); text != "hone: race: github.com/hone-go/hone/link.double can't be checked, it is plain Go: x.go:1:2: because\n" {
		t.Error(text)
	}
	f := linked("func @addPair(")
	text = said(t, func() { tryPair(t, f) })
	if !strings.HasPrefix(text, "hone: race: github.com/hone-go/hone/link.addPair can't be checked, it is plain Go: the code in ") {
		t.Error(text)
	}
}

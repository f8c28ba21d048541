package plan

import (
	"errors"
	"testing"
	"unsafe"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/ir"
)

// leavesOr gives what a program that may leave does: it reports whether the plain function has to be called.
func leavesOr(t *testing.T, p *Program, fn any, args ...any) (left bool) {
	t.Helper()
	defer func() {
		if e := recover(); e != nil {
			if err, ok := e.(error); !ok || !errors.Is(err, border.ErrPlain) {
				panic(e)
			}
			left = true
		}
	}()
	run(p, fn, args...)
	return false
}

// TestLeaves: the plain function has to be called where a check says so, of the host program or of a kernel, on one thread or several, and the frame is as good as
// new afterwards.
func TestLeaves(t *testing.T) {
	type fn = func([]float64, int) bool
	host := program(t, `func @f(%s: []f64, %n: i64) -> (bool) {
		%0 = const 3 : i64
		%ok = lt %n, %0 : bool
		check.panic @"plain:many" %ok
		return %ok
	}`)
	single := program(t, `func @f(%s: []f64, %n: i64) -> (bool) {
		run @k %n
		%0 = const true : bool
		return %0
	}`, &Kernel{Name: "k", Params: []*ir.Type{ir.TI64}, Leaves: true, Sites: []Site{{Kind: ir.OpCheckDiv}, {Kind: ir.OpCheckPanic, Panic: "plain:many"}},
		Call: func(params unsafe.Pointer, _, _ int64) int64 {
			if *(*int64)(params) >= 3 {
				return 2
			}
			return 0
		}})
	for name, p := range map[string]*Program{"host": host, "kernel": single} {
		for i := range 30 {
			n := i % 5
			if left := leavesOr(t, p, fn(nil), []float64{}, n); left != (n >= 3) {
				t.Errorf("%s: for %d the plain function is called: %v", name, n, left)
			}
		}
	}
	parallel := program(t, `func @f(%s: []f64, %n: i64) -> (bool) {
		%c = const 1000000 : i64
		%unit = const 1 : i64
		%z = const 0 : i64
		launch @k %n, %unit, %c, %c, %s
		%ok = ge %n, %z : bool
		return %ok
	}`, &Kernel{Name: "k", Params: sliceParam, Leaves: true, Sites: []Site{{Kind: ir.OpCheckPanic, Panic: "plain:many"}}, Call: func(params unsafe.Pointer, lo, hi int64) int64 {
		if unsafe.Slice(*(**float64)(params), hi)[lo] < 0 {
			return 1
		}
		return 0
	}})
	for _, n := range []int{1, 4} {
		threads(t, n)
		for i := range 10 {
			s := make([]float64, 100_000)
			if i%3 == 1 {
				for k := range s {
					s[k] = -1
				}
			}
			if left := leavesOr(t, parallel, fn(nil), s, len(s)); left != (i%3 == 1) {
				t.Errorf("%d threads, call %d: the plain function is called: %v", n, i, left)
			}
		}
	}
}

// TestTries: a program that leaves again and again is tried seldom, until it doesn't.
func TestTries(t *testing.T) {
	type fn = func([]float64, int) bool
	tried := 0
	p := program(t, `func @f(%s: []f64, %n: i64) -> (bool) {
		run @k %n
		%0 = const true : bool
		return %0
	}`, &Kernel{Name: "k", Params: []*ir.Type{ir.TI64}, Leaves: true, Sites: []Site{{Kind: ir.OpCheckPanic, Panic: "plain:many"}},
		Call: func(params unsafe.Pointer, _, _ int64) int64 {
			tried++
			return *(*int64)(params)
		}})
	calls := func(n int, leave func(i int) int) int {
		tried = 0
		for i := range n {
			leavesOr(t, p, fn(nil), []float64{}, leave(i))
		}
		return tried
	}
	if n := calls(10_000, func(i int) int { return i % 2 }); n != 10_000 {
		t.Errorf("of 10000 calls of which every second one leaves %d are tried", n)
	}
	if n := calls(64_000, func(int) int { return 1 }); n < 500 || n > 2000 {
		t.Errorf("of 64000 calls that all leave %d are tried", n)
	}
	calls(10_000, func(int) int { return 0 })
	if n := calls(1000, func(int) int { return 0 }); n != 1000 {
		t.Errorf("of 1000 calls after many that don't leave %d are tried", n)
	}
}

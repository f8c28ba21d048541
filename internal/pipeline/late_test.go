package pipeline

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pass"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
)

// recurrence is independent iterations only where x and y are apart.
const recurrence = `func @f(%x: []f64, %y: []f64, %n: i64) -> () {
  %0 = const 0 : i64
  %i = cell %0 : cell<i64>
  loop ^0 {
    %1 = get %i : i64
    %2 = lt %1, %n : bool
    if %2 {
      yield
    } {
      break ^0
    }
    %lx = len %x : i64
    check.index %1, %lx
    %u = load %x, %1 : f64
    %s = add %u, %u : f64
    %ly = len %y : i64
    check.index %1, %ly
    store %y, %1, %s
    %3 = const 1 : i64
    %4 = add %1, %3 : i64
    set %i, %4
    continue ^0
  }
  return
}`

type lateRun struct {
	t        *testing.T
	c        *Compiled
	asked    atomic.Int64
	mistakes []error
}

// compileLate compiles recurrence; module says what is there when it is asked for once more.
func compileLate(t *testing.T, module func() (*ir.Module, error), change func(o *Options)) *lateRun {
	t.Helper()
	isa, err := rt.Detect()
	if err != nil {
		t.Skip("SKIPPED: machine code: ", err)
	}
	r := &lateRun{t: t}
	opt := Options{ISA: isa, Gain: true, Late: &Late{
		Module:   func() (*ir.Module, error) { r.asked.Add(1); return module() },
		Mistakes: func(errs []error) { r.mistakes = append(r.mistakes, errs...) },
	}}
	if change != nil {
		change(&opt)
	}
	if r.c, err = Compile(ir.MustParse(recurrence), "f", opt); err != nil {
		t.Fatal(err)
	}
	return r
}

func again() (*ir.Module, error) { return ir.MustParse(recurrence), nil }

// call runs the function and gives what it panics with.
func (r *lateRun) call(x, y []float64, n int) (panicked any) {
	defer func() { panicked = recover() }()
	plan.CallReflect(r.c.Program, reflect.TypeFor[func(x, y []float64, n int64)](), []reflect.Value{reflect.ValueOf(x), reflect.ValueOf(y), reflect.ValueOf(int64(n))})
	return nil
}

// check runs it where the guard holds and where not, and compares with plain Go.
func (r *lateRun) check(overlap bool) error {
	x := make([]float64, 40)
	for i := range x {
		x[i] = float64(i%5 + 1)
	}
	y, n := make([]float64, 40), 40
	if overlap {
		y, n = x[1:], 39
	}
	want := append([]float64(nil), x...)
	for i := range n {
		if overlap {
			want[i+1] = 2 * want[i]
		} else {
			want[i] *= 2
		}
	}
	if v := r.call(x, y, n); v != nil {
		return fmt.Errorf("panic: %v", v)
	}
	got := y
	if overlap {
		got = x
	}
	if !reflect.DeepEqual(got, want) {
		return fmt.Errorf("overlap %v: %v, want %v", overlap, got, want)
	}
	return nil
}

// TestLate: kernels that stand in where a guard fails are compiled when that happens, once, whoever calls.
func TestLate(t *testing.T) {
	t.Setenv("HONE_VERIFY", "")
	r := compileLate(t, again, nil)
	all := compileLate(t, again, func(o *Options) { o.Late = nil })
	if a, b := len(r.c.Kernels), len(all.c.Kernels); a >= b || r.c.Bytes >= all.c.Bytes {
		t.Errorf("%d kernels of %d bytes at first, %d of %d in all", a, r.c.Bytes, b, all.c.Bytes)
	}
	if err := r.check(false); err != nil || r.asked.Load() != 0 {
		t.Errorf("where the guard holds: %v, lowered again %d times", err, r.asked.Load())
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for k := range 20 {
				if err := r.check(k%3 != 0); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	x, y := make([]float64, 10), make([]float64, 7)
	x[6] = 1
	if v := fmt.Sprint(r.call(x, y, 10)); v != "runtime error: index out of range [7] with length 7" || y[6] != 2 {
		t.Errorf("panic: %s; %v", v, y)
	}
	if n := r.asked.Load(); n != 1 || len(r.mistakes) != 0 {
		t.Errorf("lowered again %d times, mistakes %v", n, r.mistakes)
	}
}

// TestNothingWaits: nobody who wants to see all kernels, or all mistakes, has to wait for some.
func TestNothingWaits(t *testing.T) {
	for name, set := range map[string]func(o *Options){
		"dump":        func(o *Options) { o.Dump = func(string, string, func() string) {} },
		"HONE_DUMP":   func(*Options) { t.Setenv("HONE_DUMP", "nothing:at all") },
		"HONE_VERIFY": func(*Options) { t.Setenv("HONE_VERIFY", "1") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("HONE_VERIFY", "")
			t.Setenv("HONE_DUMP", "")
			r := compileLate(t, again, set)
			if err := r.check(true); err != nil || r.asked.Load() != 0 {
				t.Errorf("%v, lowered again %d times", err, r.asked.Load())
			}
		})
	}
}

// TestLateMistakes: where machine code can't be made any more the interpreter stands in, and the mistake is told; in tests it is a panic, at each call.
func TestLateMistakes(t *testing.T) {
	t.Setenv("HONE_VERIFY", "")
	passes := lanePasses
	defer func() { lanePasses = passes }()
	spoil := append(passes[:len(passes):len(passes)], pass.Pass{Name: "spoil", Run: func(*ir.Func) bool { panic("out of order") }})
	for _, verify := range []bool{false, true} {
		lanePasses = passes
		r := compileLate(t, again, func(o *Options) { o.Verify = verify })
		lanePasses = spoil
		for _, overlap := range []bool{true, false, true} {
			err := r.check(overlap)
			if bad := verify && overlap; (err != nil) != bad || bad && !strings.Contains(err.Error(), "internal error of the compiler: out of order") {
				t.Errorf("verify %v, overlap %v: %v", verify, overlap, err)
			}
		}
		x, y := make([]float64, 10), make([]float64, 7)
		if v := fmt.Sprint(r.call(x, y, 10)); !verify && v != "runtime error: index out of range [7] with length 7" {
			t.Errorf("panic: %s", v)
		}
		if n := len(r.mistakes); n != 0 == verify {
			t.Errorf("verify %v: mistakes %v", verify, r.mistakes)
		}
	}
	lanePasses = passes
	for text, module := range map[string]func() (*ir.Module, error){
		"not there":       func() (*ir.Module, error) { return nil, errors.New("not there") },
		"another one":     func() (*ir.Module, error) { return ir.MustParse(strings.ReplaceAll(recurrence, "f64", "f32")), nil },
		"index out of ra": again,
	} {
		r := compileLate(t, module, nil)
		for range 2 {
			if v := fmt.Sprint(r.call(make([]float64, 10), make([]float64, 7), 10)); !strings.Contains(v, text) {
				t.Errorf("panic: %s; want %s", v, text)
			}
		}
	}
}

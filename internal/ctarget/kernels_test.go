package ctarget_test

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/pipeline"
)

// batch compiles functions of the residual level and gives their runners, one of nil where a function is not for kernels.
func batch(t *testing.T, fs []*ir.Func) []difftest.Runner {
	t.Helper()
	c, err := difftest.Compiler("-O2")
	if err != nil {
		t.Skip("SKIPPED: ", err)
	}
	var sources []difftest.Source
	for i, f := range fs {
		f.Name = fmt.Sprintf("m.f%d", i)
		sources = append(sources, difftest.Source{Entry: f.Name, Func: f})
	}
	target := difftest.Batch("c", c, pipeline.Options{}, sources, nil, nil)
	runs := make([]difftest.Runner, len(fs))
	for i, f := range fs {
		if runs[i], err = target.Compile(nil, f.Name, irtest.FuncType(f)); err != nil {
			t.Errorf("%s: %v\n%s", f.Name, err, f)
		}
	}
	return runs
}

// TestKernels compares kernels that are difficult in one way or another with the interpreter, on memory that ends at pages which can't be
// touched.
func TestKernels(t *testing.T) {
	var fs []*ir.Func
	var kernels []irtest.Kernel
	for _, k := range irtest.Kernels(t) {
		if k.Level == ir.Residual {
			kernels = append(kernels, k)
			fs = append(fs, k.Module.Funcs[0])
		}
	}
	for i, run := range batch(t, fs) {
		k := kernels[i]
		reference := irtest.Residual(fs[i], nil)
		for _, n := range irtest.Extents {
			guard := &difftest.Memory{Guard: difftest.GuardAfter}
			args := k.Args(n, uint64(n))
			want := difftest.Run(reference, args, &difftest.Memory{})
			if d := difftest.Diff(want, difftest.Run(run, args, guard), 0); d != "" {
				t.Errorf("%s: n = %d: %s", k.Name, n, d)
				break
			}
			guard.Reset()
		}
	}
}

// TestRandom compares functions drawn at random with the interpreter. HONE_CTARGET_SEEDS says how many.
func TestRandom(t *testing.T) {
	n := uint64(60)
	if s := os.Getenv("HONE_CTARGET_SEEDS"); s != "" {
		var err error
		if n, err = strconv.ParseUint(s, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	var fs []*ir.Func
	for seed := range n {
		fs = append(fs, irtest.Random(irtest.NewChoices(irtest.Bytes(seed))), irtest.Mixed(irtest.NewChoices(irtest.Bytes(seed))))
	}
	for i, run := range batch(t, fs) {
		if err := irtest.Compare(fs[i], []string{"c"}, []difftest.Runner{run}, nil); err != nil {
			t.Errorf("seed %d: %v", i/2, err)
		}
	}
}

// TestPanics looks at the panics that a kernel raises, with the operands that they show.
func TestPanics(t *testing.T) {
	m := ir.MustParse(`func @f(%x: []f64, %at: i64, %d: i64, %how: i64) -> () {
  %n = len %x : i64
  multi %n (%i: i64) {
    %zero = const 0 : i64
    %one = const 1 : i64
    %a = eq %how, %zero : bool
    %j = add %i, %at : i64
    if %a {
      check.index %j, %n
      yield
    } {
      %b = eq %how, %one : bool
      if %b {
        check.div %d
        yield
      } {
        check.slice %j, %d, %n <ints=[0]>
        yield
      }
      yield
    }
    %f = conv %j : f64
    store %x, %i, %f
    yield
  }
  return
}`)
	f := m.Funcs[0]
	typ := reflect.TypeFor[func([]float64, int64, int64, int64)]()
	if got := irtest.FuncType(f); got != typ {
		t.Fatal(got)
	}
	run := batch(t, []*ir.Func{f})[0]
	reference := irtest.Residual(f, nil)
	for _, args := range [][]any{
		{make([]float64, 100), int64(0), int64(1), int64(0)},
		{make([]float64, 100), int64(50), int64(1), int64(0)},
		{make([]float64, 100), int64(-3), int64(1), int64(0)},
		{make([]float64, 100), int64(0), int64(0), int64(1)},
		{make([]float64, 100), int64(0), int64(20), int64(2)},
		{make([]float64, 100), int64(5), int64(101), int64(2)},
		{[]float64(nil), int64(5), int64(101), int64(2)},
	} {
		want := difftest.Run(reference, args, &difftest.Memory{})
		if d := difftest.Diff(want, difftest.Run(run, args, &difftest.Memory{}), 0); d != "" {
			t.Errorf("%v: %s", args[1:], d)
		}
	}
}

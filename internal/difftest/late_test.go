package difftest_test

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
)

// afterPanic stores in a loop before, in a parallel loop over rows with a parallel loop inside, whose iteration (1, 2) fails between two
// stores, and behind these.
const afterPanic = `
func @f(%x: []i32, %y: []f64, %z: []u8) -> () {
  %zero = const 0 : i64
  %one = const 1 : i64
  %two = const 2 : i64
  %four = const 4 : i64
  %six = const 6 : i64
  %a = const 7 : i32
  %b = const 8 : i32
  %c = const 0.5 : f64
  %d = const 3 : u8
  for %zero, %four <ints=[1]> (%k: i64) {
    store %z, %k, %d
    yield
  }
  multi %four (%i: i64) {
    multi %four (%j: i64) {
      %row = mul %i, %four : i64
      %at = add %row, %j : i64
      store %x, %at, %a
      %sub = sub %at, %six : i64
      check.div %sub
      store %x, %at, %b
      yield
    }
    store %y, %i, %c
    yield
  }
  store %z, %four, %d
  return
}
`

// TestLate: what memory may hold after a panic, and what not.
func TestLate(t *testing.T) {
	m, err := ir.Parse(afterPanic)
	if err != nil {
		t.Fatal(err)
	}
	typ := reflect.TypeFor[func([]int32, []float64, []uint8)]()
	run, err := difftest.Interpreted(m, "f", typ)
	if err != nil {
		t.Fatal(err)
	}
	args := []any{make([]int32, 16, 20), make([]float64, 4), make([]uint8, 5)}
	var mem difftest.Memory
	want := difftest.Run(run, args, &mem)
	if err, ok := want.Panic.(error); !ok || !strings.Contains(err.Error(), "divide by zero") {
		t.Fatal(want.Panic)
	}
	exact := func() ([]int32, []float64, []uint8) {
		return []int32{8, 8, 8, 8, 8, 8, 7, 15: 0, 19: 0}[:16], []float64{0.5, 3: 0}, []uint8{3, 3, 3, 3, 0}
	}
	outcome := func(change func(x []int32, y []float64, z []uint8)) difftest.Outcome {
		return difftest.Run(func(args []reflect.Value) []reflect.Value {
			x, y, z := exact()
			change(x, y, z)
			for i, s := range []any{x, y, z} {
				reflect.Copy(args[i].Slice(0, args[i].Cap()), reflect.ValueOf(s).Slice(0, args[i].Cap()))
			}
			panic(want.Panic)
		}, args, &mem)
	}
	for _, c := range []struct {
		name   string
		change func(x []int32, y []float64, z []uint8)
		want   string
	}{
		{"as it was left", func([]int32, []float64, []uint8) {}, ""},
		{"later iterations", func(x []int32, y []float64, _ []uint8) { x[7], x[8], x[15], y[3] = 8, 7, 8, 0.5 }, ""},
		{"an earlier iteration is missing", func(x []int32, _ []float64, _ []uint8) { x[3] = 7 }, "argument 0[3]"},
		{"the iteration that fails has gone on", func(x []int32, _ []float64, _ []uint8) { x[6] = 8 }, "argument 0[6]"},
		{"what it did is missing", func(x []int32, _ []float64, _ []uint8) { x[6] = 0 }, "argument 0[6]"},
		{"a value that nothing stores", func(x []int32, _ []float64, _ []uint8) { x[9] = 9 }, "argument 0[9]"},
		{"a float that nothing stores", func(_ []int32, y []float64, _ []uint8) { y[2] = 0.25 }, "argument 1[2]"},
		{"behind the inner loop", func(_ []int32, y []float64, _ []uint8) { y[1] = 0.5 }, "argument 1[1]"},
		{"behind the loop", func(_ []int32, _ []float64, z []uint8) { z[4] = 3 }, "argument 2[4]"},
		{"the loop before", func(_ []int32, _ []float64, z []uint8) { z[3] = 0 }, "argument 2[3]"},
		{"behind the length", func(x []int32, _ []float64, _ []uint8) { x[:20][18] = 1 }, "argument 0[18]"},
	} {
		got := outcome(c.change)
		if d := difftest.Diff(want, got, 0); (d == "") != (c.want == "") || !strings.Contains(d, c.want) {
			t.Errorf("%s: %q, want %q", c.name, d, c.want)
		}
		// The same by way of another run, whose memory is elsewhere and has more in it.
		other := outcome(func(x []int32, y []float64, _ []uint8) { x[8], x[9], x[10], y[2] = 8, 7, 7, 0.5 })
		other.Permit(&want)
		if d := difftest.Diff(other, got, 0); (d == "") != (c.want == "") || !strings.Contains(d, c.want) {
			t.Errorf("%s, compared with another run: %q, want %q", c.name, d, c.want)
		}
	}
}

// TestStray: stores beside a slice are seen on either side, in every kind of memory; at a page that can't be touched they fault.
func TestStray(t *testing.T) {
	for _, guard := range []int{difftest.NoGuard, difftest.GuardAfter, difftest.GuardBefore} {
		for _, i := range []int{-1, -20, 33, 50} {
			if guard == difftest.GuardAfter && i > 0 || guard == difftest.GuardBefore && i < 0 {
				continue
			}
			mem := &difftest.Memory{Guard: guard}
			got := difftest.Run(func(args []reflect.Value) []reflect.Value {
				*(*uint8)(unsafe.Add(args[0].UnsafePointer(), i)) = 1
				return nil
			}, []any{make([]uint8, 30, 33)}, mem)
			if got.Stray == "" {
				t.Errorf("guard %d: a store at %d is not seen", guard, i)
			}
			mem.Reset()
		}
	}
}

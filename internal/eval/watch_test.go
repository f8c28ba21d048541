package eval_test

import (
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
)

// watchRun runs @f on x, y of the same length and gives what is reported.
func watchRun(t *testing.T, body string, x, y []float64) []string {
	t.Helper()
	m, err := ir.Parse("func @f(%x: []f64, %y: []f64) -> () {\n" + body + "\nreturn\n}")
	if err != nil {
		t.Fatal(err)
	}
	var reports []string
	in := eval.New(m)
	in.Watch(func(r *eval.Race) { reports = append(reports, r.String()) }, false)
	slice := func(s []float64) eval.Value {
		return eval.Value{Ref: eval.Slice{Ptr: unsafe.Pointer(unsafe.SliceData(s)), Len: len(s), Cap: cap(s)}}
	}
	if _, err := in.Run("f", slice(x), slice(y)); err != nil {
		t.Fatal(err)
	}
	return reports
}

func TestWatch(t *testing.T) {
	const head = `
		%n = const 4 : i64
		%m = const 3 : i64
		%0 = const 0 : i64
		%1 = const 1 : i64
		%zero = const 0.0 : f64
		%two = const 2.0 : f64
	`
	long := make([]float64, 20)
	apart := make([]float64, 20)
	for _, c := range []struct {
		name, body string
		y          []float64
		want       []string
	}{
		{name: "own elements", body: `multi %n (%i: i64) {
			%v = load %x, %i : f64
			store %x, %i, %v
			yield
		}`},
		{name: "what runs in order on one thread", body: `%t = threads : i64
			%alone = eq %t, %1 : bool
			if %alone {
				yield
			} {
				multi %n (%i: i64) {
					%v = load %x, %i : f64 !"a.go":2:3
					%j = add %i, %1 : i64
					store %x, %j, %v !"a.go":2:9
					yield
				} !"a.go":1:7
				yield
			}`, want: []string{`two iterations of the parallel loop at a.go:1:7 touch x[1]
	iteration 0 stores: a.go:2:9
	iteration 1 loads:  a.go:2:3`}},
		{name: "the element before", body: `multi %n (%i: i64) {
			%v = load %x, %i : f64 !"a.go":2:3
			%j = add %i, %1 : i64
			store %x, %j, %v !"a.go":2:9
			yield
		} !"a.go":1:7`, want: []string{`two iterations of the parallel loop at a.go:1:7 touch x[1]
	iteration 0 stores: a.go:2:9
	iteration 1 loads:  a.go:2:3`}},
		{name: "other slices over the same memory", y: long[2:], body: `multi %n (%i: i64) {
			%v = load %x, %i : f64 !"a.go":2:3
			store %y, %i, %v !"a.go":2:9
			yield
		} !"a.go":1:7`, want: []string{`two iterations of the parallel loop at a.go:1:7 touch x[2]
	iteration 0 stores: a.go:2:9 (as y)
	iteration 2 loads:  a.go:2:3`}},
		{name: "one loop after the other", body: `multi %n (%i: i64) {
			store %x, %i, %two
			yield
		}
		multi %m (%h: i64) {
			%j = add %h, %1 : i64
			%v = load %x, %j : f64
			yield
		}`},
		{name: "the same value", body: `multi %n (%i: i64) {
			store %x, %0, %two
			yield
		}`},
		{name: "other values", body: `multi %n (%i: i64) {
			%v = conv %i : f64
			store %x, %0, %v !"a.go":2:9
			yield
		} !"a.go":1:7`, want: []string{`two iterations of the parallel loop at a.go:1:7 touch x[0]
	iteration 0 stores: a.go:2:9
	iteration 1 stores: a.go:2:9`}},
		{name: "the same value, and loaded", body: `multi %n (%i: i64) {
			store %x, %0, %zero !"a.go":2:9
			%v = load %x, %0 : f64 !"a.go":3:9
			yield
		} !"a.go":1:7`, want: []string{`two iterations of the parallel loop at a.go:1:7 touch x[0]
	iteration 0 loads:  a.go:3:9
	iteration 1 stores: a.go:2:9`, `two iterations of the parallel loop at a.go:1:7 touch x[0]
	iteration 0 stores: a.go:2:9
	iteration 1 loads:  a.go:3:9`}},
		{name: "two dimensions, in a plain loop", body: `for %0, %1 <ints=[1]> (%k: i64) {
			multi %n, %m (%i: i64, %j: i64) {
				%v = load %x, %i : f64 !"a.go":2:3
				store %x, %i, %v !"a.go":2:9
				yield
			} !"a.go":1:7
			yield
		}`, want: []string{`two iterations of the parallel loop at a.go:1:7 touch x[0]
	iteration (0, 0) loads:  a.go:2:3
	iteration (0, 1) stores: a.go:2:9`, `two iterations of the parallel loop at a.go:1:7 touch x[0]
	iteration (0, 0) stores: a.go:2:9
	iteration (0, 1) loads:  a.go:2:3`}},
		{name: "loops inside a loop, only the outer one not independent", body: `multi %n (%i: i64) {
			multi %m (%j: i64) {
				store %x, %j, %two
				yield
			}
			multi %m (%h: i64) {
				%k = sub %m, %h : i64
				%l = sub %k, %1 : i64
				%v = load %x, %l : f64 !"a.go":2:3
				yield
			}
			yield
		} !"a.go":1:7`, want: []string{`two iterations of the parallel loop at a.go:1:7 touch x[0]
	iteration 0 loads:  a.go:2:3
	iteration 1 stores: -`, `two iterations of the parallel loop at a.go:1:7 touch x[2]
	iteration 0 stores: -
	iteration 1 loads:  a.go:2:3`}},
		{name: "a variable outside", body: `%s = cell %zero : cell<f64>
		multi %n (%i: i64) {
			%own = cell %zero : cell<f64>
			set %own, %two
			%v = get %s : f64 !"a.go":2:3
			%w = add %v, %two : f64
			set %s, %w !"a.go":2:3
			yield
		} !"a.go":1:7`, want: []string{`two iterations of the parallel loop at a.go:1:7 touch s
	iteration 0 loads:  a.go:2:3
	iteration 1 stores: a.go:2:3`, `two iterations of the parallel loop at a.go:1:7 touch s
	iteration 0 stores: a.go:2:3
	iteration 1 loads:  a.go:2:3`, `two iterations of the parallel loop at a.go:1:7 touch s
	iteration 0 stores: a.go:2:3
	iteration 1 stores: a.go:2:3`}},
		{name: "the elements of an array outside", body: `%z = zero : [4]f64
		%s = cell %z : cell<[4]f64>
		multi %n (%i: i64) {
			set %s, %two, %i <path=[-1]>
			%v = get %s, %i <path=[-1]> : f64
			yield
		}
		multi %n (%h: i64) {
			%w = get %s : [4]f64 !"a.go":2:3
			set %s, %zero, %h <path=[-1]> !"a.go":3:3
			yield
		} !"a.go":1:7`, want: []string{`two iterations of the parallel loop at a.go:1:7 touch s
	iteration 0 stores: a.go:3:3
	iteration 1 loads:  a.go:2:3`, `two iterations of the parallel loop at a.go:1:7 touch s[1]
	iteration 0 loads:  a.go:2:3
	iteration 1 stores: a.go:3:3`}},
		{name: "slices made by iterations", body: `multi %n (%i: i64) {
			%s = make %n : []f64
			store %s, %0, %two
			%v = load %s, %0 : f64
			yield
		}`},
		{name: "elements of Build", body: `%b = multi %n : []f64 (%i: i64) {
			store %x, %0, %two !"a.go":2:9
			%v = load %x, %0 : f64 !"a.go":3:9
			collect %v
			yield
		} !"a.go":1:7`, want: []string{`two iterations of the parallel loop at a.go:1:7 touch x[0]
	iteration 0 loads:  a.go:3:9
	iteration 1 stores: a.go:2:9`, `two iterations of the parallel loop at a.go:1:7 touch x[0]
	iteration 0 stores: a.go:2:9
	iteration 1 loads:  a.go:3:9`}},
		{name: "a reduction that stores, and its operation", body: `%r = multi %n : f64 (%i: i64) {
			%v = conv %i : f64
			store %x, %i, %v !"a.go":2:9
			reduce %v, %zero (%a: f64, %b: f64) {
				%u = load %x, %1 : f64 !"a.go":3:9
				%w = add %a, %b : f64
				yield %w
			}
			yield
		} !"a.go":1:7`, want: []string{`two iterations of the parallel loop at a.go:1:7 touch x[1]
	iteration 1 stores: a.go:2:9
	iteration of the operation loads:  a.go:3:9`, `two iterations of the parallel loop at a.go:1:7 touch x[1]
	iteration of the operation loads:  a.go:3:9
	iteration 1 stores: a.go:2:9`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			clear(long)
			y := c.y
			if y == nil {
				y = apart
			}
			got := watchRun(t, head+c.body, long, y)
			slices.Sort(got)
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// TestWatchReused has iterations make memory that is collected: what the next ones get in its place is other memory.
func TestWatchReused(t *testing.T) {
	m, err := ir.Parse(`func @f() -> () {
		%n = const 20000 : i64
		%m = const 1000 : i64
		%0 = const 0 : i64
		%two = const 2.0 : f64
		multi %n (%i: i64) {
			%s = make %m : []f64
			%v = conv %i : f64
			store %s, %0, %v
			yield
		}
		return
	}`)
	if err != nil {
		t.Fatal(err)
	}
	x := eval.New(m)
	x.Watch(func(r *eval.Race) { t.Error(r) }, false)
	if _, err := x.Run("f"); err != nil {
		t.Fatal(err)
	}
}

// BenchmarkWatch compares the interpreter with itself when it watches.
func BenchmarkWatch(b *testing.B) {
	m, err := ir.Parse(`func @f(%x: []f64, %y: []f64) -> () {
		%n = len %x : i64
		multi %n (%i: i64) {
			%v = load %x, %i : f64
			%w = load %y, %i : f64
			%u = add %v, %w : f64
			store %x, %i, %u
			yield
		}
		return
	}`)
	if err != nil {
		b.Fatal(err)
	}
	x := make([]float64, 1<<20)
	y := make([]float64, 1<<20)
	arg := func(s []float64) eval.Value {
		return eval.Value{Ref: eval.Slice{Ptr: unsafe.Pointer(&s[0]), Len: len(s), Cap: len(s)}}
	}
	for _, watch := range []bool{false, true} {
		name := "plain"
		if watch {
			name = "watched"
		}
		b.Run(name, func(b *testing.B) {
			in := eval.New(m)
			if watch {
				in.Watch(func(r *eval.Race) { b.Error(r) }, false)
			}
			for b.Loop() {
				if _, err := in.Run("f", arg(x), arg(y)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(x)), "ns/iteration")
		})
	}
}

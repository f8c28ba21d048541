package pipeline_test

import (
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"unsafe"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
)

const polynomial = `
func @f(%x: []f64, %k: f64, %s: i8) -> (f64, i8) {
  %0 = const 0 : i64
  %n = len %x : i64
  check.index %0, %n
  %a = load %x, %0 : f64
  %b = mul %a, %k : f64
  %t = neg %s : i8
  %1 = const 1 : i64
  check.index %1, %n
  store %x, %1, %b
  return %b, %t
}
`

// polynomialOf is it with its border.
func polynomialOf(t testing.TB) (*plan.Program, *border.Layout) { return boundOf(t, polynomial) }

// boundOf compiles a function of that type.
func boundOf(t testing.TB, text string) (*plan.Program, *border.Layout) {
	return boundAs(t, text, "", reflect.TypeFor[func([]float64, float64, int8) (float64, int8)]())
}

func boundAs(t testing.TB, text, places string, typ reflect.Type) (*plan.Program, *border.Layout) {
	if _, err := rt.Detect(); err != nil {
		t.Skip("SKIPPED: no machine code here")
	}
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := pipeline.Compile(m, "f", pipeline.Options{ISA: rt.AVX2, Always: true, Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	b, err := border.New(places, c.Program.Params, c.Program.Results, typ)
	if err != nil {
		t.Fatal(err)
	}
	return c.Program, b
}

type polynomialIn struct {
	x []float64
	k float64
	s int8
}

type polynomialOut struct {
	b float64
	t int8
}

// TestDirect: a program that calls one kernel does so without a frame.
func TestDirect(t *testing.T) {
	p, b := polynomialOf(t)
	d := p.Bind(b)
	if !d.Direct() {
		t.Fatal("a frame is needed")
	}
	in, out := polynomialIn{[]float64{3, 0}, 2, -128}, polynomialOut{}
	if !d.Call(unsafe.Pointer(&in), unsafe.Pointer(&out)) || out != (polynomialOut{6, -128}) || in.x[1] != 6 {
		t.Errorf("%v, %v", out, in)
	}
	defer func() {
		if p, ok := recover().(error); !ok || p.Error() != "runtime error: index out of range [1] with length 1" {
			t.Errorf("panics with %v", p)
		}
	}()
	in.x = in.x[:1]
	d.Call(unsafe.Pointer(&in), unsafe.Pointer(&out))
}

const sequence = `
func @f(%x: []f64, %k: f64, %s: i8) -> (f64, i8) {
  %y0 = const 0 : f64
  %y = cell %y0 : cell<f64>
  %n = len %x : i64
  %0 = const 0 : i64
  loop ^0 %0 (%i: i64) {
    %more = lt %i, %n : bool
    if %more {
      yield
    } {
      break ^0
    }
    %v = load %x, %i : f64
    %c = get %y : f64
    %a = div %c, %k : f64
    %d = sub %v, %a : f64
    %b = max %d, %k : f64
    set %y, %b
    %1 = const 1 : i64
    %next = add %i, %1 : i64
    continue ^0 %next
  }
  %r = get %y : f64
  %t = neg %s : i8
  return %r, %t
}
`

const stores = `
func @f(%x: []f64, %k: f64, %s: i8) -> (f64, i8) {
  %n = len %x : i64
  %1 = const 1 : i64
  loop ^0 %1 (%i: i64) {
    %more = lt %i, %n : bool
    if %more {
      yield
    } {
      break ^0
    }
    %one = const 1 : i64
    %j = sub %i, %one : i64
    check.index %j, %n
    %u = load %x, %j : f64
    check.index %i, %n
    %v = load %x, %i : f64
    %a = mul %u, %k : f64
    %b = add %a, %v : f64
    store %x, %i, %b
    %next = add %i, %one : i64
    continue ^0 %next
  }
  return %k, %s
}
`

const total = `
func @f(%x: []f64, %k: f64, %s: i8) -> (f64, i8) {
  %n = len %x : i64
  %zero = const 0 : f64
  %add = lambda : fn(f64, f64) -> (f64) (%a: f64, %b: f64) {
    %c = add %a, %b : f64
    return %c
  }
  %of = lambda : fn(i64) -> (f64) (%i: i64) {
    check.index %i, %n
    %v = load %x, %i : f64
    %w = mul %v, %k : f64
    return %w
  }
  %r = reduce %n, %zero, %add, %of : f64
  %d = conv %n : f64
  %more = lt %r, %d : bool
  %t = if %more : f64 {
    yield %r
  } {
    yield %d
  }
  return %t, %s
}
`

const twice = `
func @f(%x: []f64, %k: f64, %s: i8) -> (f64, i8) {
  %n = len %x : i64
  %0 = const 0 : i64
  %1 = const 1 : i64
  %zero = const 0 : f64
  %y = cell %zero : cell<f64>
  loop ^0 %0 (%i: i64) {
    %more = lt %i, %n : bool
    if %more {
      yield
    } {
      break ^0
    }
    %v = load %x, %i : f64
    %c = get %y : f64
    %a = mul %c, %k : f64
    %d = add %a, %v : f64
    set %y, %d
    %next = add %i, %1 : i64
    continue ^0 %next
  }
  %m = get %y : f64
  loop ^1 %0 (%i2: i64) {
    %more2 = lt %i2, %n : bool
    if %more2 {
      yield
    } {
      break ^1
    }
    %v2 = load %x, %i2 : f64
    %c2 = get %y : f64
    %a2 = mul %c2, %m : f64
    %d2 = add %a2, %v2 : f64
    set %y, %d2
    %next2 = add %i2, %1 : i64
    continue ^1 %next2
  }
  %r = get %y : f64
  return %r, %s
}
`

// TestGates: a reduction of little goes through machine code from the begin to the end: no frame, and no question.
func TestGates(t *testing.T) {
	p, b := boundOf(t, total)
	g := p.Bind(b).Small()
	if g == nil {
		t.Fatal("no small gate")
	}
	for _, n := range []int{1, 2, 16, 60, 100_000} {
		in, want, got := polynomialIn{make([]float64, n), 0.5, 3}, polynomialOut{}, polynomialOut{}
		for i := range in.x {
			in.x[i] = float64(i % 7)
		}
		p.Call(b, unsafe.Pointer(&in), unsafe.Pointer(&want))
		var room plan.Room
		if status := g.Begin(&room, unsafe.Pointer(&in), unsafe.Pointer(&got)); (status == plan.Done) != (n < 1000) || n < 1000 && got != want {
			t.Errorf("%d elements: status %d, %v, want %v", n, status, got, want)
		}
	}
}

const mayFail = `
func @f(%x: []f64, %k: f64, %s: i8) -> (f64, i64, i64, i64, i64, i64, i64, i64, i64) {
  %0 = const 0 : i64
  %n = len %x : i64
  check.index %0, %n
  %a = load %x, %0 : f64
  %b = mul %a, %k : f64
  %7 = const 1234567 : i64
  %bad = lt %b, %k : bool
  %w = if %bad : i64 {
    yield %7
  } {
    yield %0
  }
  return %b, %w, %n, %0, %0, %0, %0, %0, %0
}
`

// TestErrors: an error that is nil is no reason for a frame, and one that isn't is made.
func TestErrors(t *testing.T) {
	rt.Register(1234567, func(w rt.Words) any { return fmt.Errorf("of %d", w[1]) })
	p, b := boundAs(t, mayFail, "0 1 2 -> 0 1!", reflect.TypeFor[func([]float64, float64, int8) (float64, error)]())
	d := p.Bind(b)
	if d.Small() == nil {
		t.Fatal("no small gate")
	}
	type result struct {
		b   float64
		err error
	}
	in, out, room := polynomialIn{[]float64{3, 4}, 2, 0}, result{}, plan.Room{}
	if status := d.Small().Begin(&room, unsafe.Pointer(&in), unsafe.Pointer(&out)); status != plan.Done || out != (result{6, nil}) {
		t.Errorf("status %d, %v", status, out)
	}
	in.x[0] = 0.5
	if out = (result{}); !d.Call(unsafe.Pointer(&in), unsafe.Pointer(&out)) || out.b != 1 || out.err == nil || out.err.Error() != "of 2" {
		t.Error(out)
	}
}

const flattened = `
func @f(%rows: [][]f64, %w: i64, %h: i64) -> ([]f64) {
  %n = mul %w, %h : i64
  check.make %n
  %all = make %n : []f64
  %0 = const 0 : i64
  %many = len %rows : i64
  %1 = const 1 : i64
  loop ^0 %0 (%y: i64) {
    %more = lt %y, %h : bool
    if %more {
      yield
    } {
      break ^0
    }
    check.index %y, %many
    %row = load %rows, %y : []f64
    %len = len %row : i64
    %at = mul %w, %y : i64
    loop ^1 %0 (%x: i64) {
      %more2 = lt %x, %w : bool
      if %more2 {
        yield
      } {
        break ^1
      }
      check.index %x, %len
      %v = load %row, %x : f64
      %to = add %at, %x : i64
      check.index %to, %n
      store %all, %to, %v
      %next2 = add %x, %1 : i64
      continue ^1 %next2
    }
    %next = add %y, %1 : i64
    continue ^0 %next
  }
  return %all
}
`

const doubled = `
func @f(%x: []f64) -> ([]f64) {
  %n = len %x : i64
  check.make %n
  %y = make %n : []f64
  %f = lambda : fn(i64) -> (bool) (%i: i64) {
    check.index %i, %n
    %v = load %x, %i : f64
    %w = add %v, %v : f64
    store %y, %i, %w
    %on = const true : bool
    return %on
  }
  parfor %n, %f
  return %y
}
`

// TestMadeOnce: a call that doesn't go the way of most has not made anything by then.
func TestMadeOnce(t *testing.T) {
	rows := make([][]float64, 40)
	for i := range rows {
		rows[i] = make([]float64, 200)
	}
	long := make([]float64, 4096)
	in := struct {
		rows [][]float64
		w, h int
	}{rows, 200, 40}
	for name, c := range map[string]struct {
		text string
		typ  reflect.Type
		in   unsafe.Pointer
	}{
		"rows":   {flattened, reflect.TypeFor[func([][]float64, int, int) []float64](), unsafe.Pointer(&in)},
		"launch": {doubled, reflect.TypeFor[func([]float64) []float64](), unsafe.Pointer(&long)},
	} {
		p, b := boundAs(t, c.text, "", c.typ)
		d := p.Bind(b)
		if !d.Direct() {
			t.Fatalf("%s: no gate", name)
		}
		out := new([]float64)
		var before, after runtime.MemStats
		d.Call(c.in, unsafe.Pointer(out))
		defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which forgets frames
		runtime.ReadMemStats(&before)
		for range 2000 { // some of the launches are measured, with a frame
			d.Call(c.in, unsafe.Pointer(out))
		}
		runtime.ReadMemStats(&after)
		if got := after.Mallocs - before.Mallocs; got > 2200 || len(*out) == 0 {
			t.Errorf("%s: %v allocations in 2000 calls, %d elements", name, got, len(*out))
		}
	}
}

// TestTraces: a call that goes the way of most calls gives what any other does, and those that don't go it do so, too. The pieces of the one loop may
// take long, since they have several iterations at least: it goes that way while its length says that it doesn't.
func TestTraces(t *testing.T) {
	for name, text := range map[string]string{"sequence": sequence, "stores": stores, "total": total, "twice": twice} {
		p, b := boundOf(t, text)
		d := p.Bind(b)
		if !d.Direct() {
			t.Errorf("%s: not direct", name)
		}
		for _, n := range []int{0, 1, 2, 63, 64, 65, 1000, 16384, 32768, 32769, 100_000} {
			var got, want [2]polynomialOut
			var xs [2][]float64
			for k := range xs {
				xs[k] = make([]float64, n)
				for i := range xs[k] {
					xs[k][i] = float64(i%7) - 3
				}
				in := polynomialIn{xs[k], 0.75, int8(n)}
				if k == 0 {
					p.Call(b, unsafe.Pointer(&in), unsafe.Pointer(&want[0]))
				} else if !d.Call(unsafe.Pointer(&in), unsafe.Pointer(&got[0])) {
					t.Fatal("the plain function is to be called")
				}
			}
			if got != want || !slices.Equal(xs[0], xs[1]) {
				t.Errorf("%s, %d elements: %v, want %v", name, n, got[0], want[0])
			}
		}
	}
}

func BenchmarkCall(b *testing.B) {
	p, l := polynomialOf(b)
	d := p.Bind(l)
	in, out := polynomialIn{[]float64{3, 0}, 2, -128}, polynomialOut{}
	b.Run("frame", func(b *testing.B) {
		for b.Loop() {
			p.Call(l, unsafe.Pointer(&in), unsafe.Pointer(&out))
		}
	})
	b.Run("direct", func(b *testing.B) {
		for b.Loop() {
			d.Call(unsafe.Pointer(&in), unsafe.Pointer(&out))
		}
	})
}

const twoMade = `
func @f(%x: []f64) -> ([]f64, []f64) {
  %n = len %x : i64
  check.make %n
  %y = make %n : []f64
  check.make %n
  %z = make %n : []f64
  %f = lambda : fn(i64) -> (bool) (%i: i64) {
    check.index %i, %n
    %v = load %x, %i : f64
    %w = add %v, %v : f64
    store %y, %i, %w
    %on = const true : bool
    return %on
  }
  parfor %n, %f
  %one = const 1 : i64
  %more = add %n, %one : i64
  %less = sub %more, %one : i64
  %g = lambda : fn(i64) -> (bool) (%i.1: i64) {
    check.index %i.1, %n
    %v.1 = load %x, %i.1 : f64
    %w.1 = mul %v.1, %v.1 : f64
    store %z, %i.1, %w.1
    %j = sub %less, %i.1 : i64
    %k = sub %j, %one : i64
    check.index %k, %n
    %u = load %y, %k : f64
    store %z, %i.1, %u
    %on.1 = const true : bool
    return %on.1
  }
  parfor %n, %g
  return %y, %z
}
`

const rowSums = `
func @f(%m: [][]f64, %k: f64) -> () {
  %n = len %m : i64
  %0 = const 0 : i64
  %1 = const 1 : i64
  loop ^0 %0 (%y: i64) {
    %more = lt %y, %n : bool
    if %more {
      yield
    } {
      break ^0
    }
    %r = load %m, %y : []f64
    %len = len %r : i64
    loop ^1 %0 (%x: i64) {
      %inside = lt %x, %len : bool
      if %inside {
        yield
      } {
        break ^1
      }
      %v = load %r, %x : f64
      %w = mul %v, %k : f64
      store %r, %x, %w
      %next2 = add %x, %1 : i64
      continue ^1 %next2
    }
    %next = add %y, %1 : i64
    continue ^0 %next
  }
  return
}
`

// TestDirectMade: two loops that fill slices that are made need no frame, though each may store past the caches.
func TestDirectMade(t *testing.T) {
	p, b := boundAs(t, twoMade, "", reflect.TypeFor[func([]float64) ([]float64, []float64)]())
	if !p.Bind(b).Direct() {
		t.Error("no gate")
	}
}

// TestDirectRows: nor do rows that are short, of which Go finds out; where one is long the program is run as it stands. Both give the same.
func TestDirectRows(t *testing.T) {
	p, b := boundAs(t, rowSums, "", reflect.TypeFor[func([][]float64, float64)]())
	d := p.Bind(b)
	if !d.Direct() {
		t.Fatal("no gate")
	}
	for _, lengths := range [][]int{{}, {0}, {3, 0, 17}, {2, 100_000, 1}, make([]int, 3000)} {
		in := struct {
			rows [][]float64
			k    float64
		}{make([][]float64, len(lengths)), 3}
		for i, n := range lengths {
			in.rows[i] = make([]float64, n+i%2)
			for j := range in.rows[i] {
				in.rows[i][j] = float64(i + j)
			}
		}
		if !d.Call(unsafe.Pointer(&in), nil) {
			t.Fatal("not called")
		}
		for i, r := range in.rows {
			for j, v := range r {
				if v != 3*float64(i+j) {
					t.Fatalf("%d rows: element %d of row %d is %v", len(lengths), j, i, v)
				}
			}
		}
	}
}

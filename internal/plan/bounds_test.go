package plan

import (
	"runtime"
	"testing"
	"unsafe"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/ir"
)

// TestBounds: whether kernels are over soon, for lengths and other parameters. The loops may be nested, count down, begin and end anywhere.
func TestBounds(t *testing.T) {
	const body = `{
      %v = load %x, %i : i64
      store %x, %i, %v
      yield
    }`
	for _, c := range []struct {
		name, text string
		soon, not  []uint64 // n and m, then the length of x
		unknown    bool
	}{
		{"one", `for %n, %m <ints=[1]> (%i: i64) ` + body, []uint64{5, 1000, 0}, []uint64{5, 100_000, 0}, false},
		{"down", `for %n, %m <ints=[-1]> (%i: i64) ` + body, []uint64{1000, ^uint64(0), 0}, []uint64{100_000, 5, 0}, false},
		{"none", `for %n, %m <ints=[1]> (%i: i64) ` + body, []uint64{3, 0, 0}, []uint64{0, 1 << 63, 0}, false},
		{"length", `%l = len %x : i64
    for %n, %l <ints=[1]> (%i: i64) ` + body, []uint64{0, 1 << 40, 100}, []uint64{0, 0, 100_000}, false},
		{"sum", `%l = add %n, %m : i64
    for %n, %l <ints=[1]> (%i: i64) ` + body, []uint64{1 << 30, 100, 0}, []uint64{0, 100_000, 0}, false},
		{"clamped", `%one = const 1 : i64
    %z = load %x, %one : i64
    %l = min %m, %z : i64
    for %n, %l <ints=[1]> (%i: i64) ` + body, []uint64{0, 100, 0}, []uint64{0, 100_000, 0}, false},
		{"nested", `for %n, %m <ints=[1]> (%j: i64) {
    for %n, %m <ints=[1]> (%i: i64) ` + body + `
      yield
    }`, []uint64{0, 30, 0}, []uint64{0, 1000, 0}, false},
		{"triangle", `for %n, %m <ints=[1]> (%j: i64) {
    for %n, %j <ints=[1]> (%i: i64) ` + body + `
      yield
    }`, []uint64{0, 30, 0}, []uint64{0, 1000, 0}, false},
		{"constant", `%k = const 4000 : i64
    %z = const 0 : i64
    for %n, %m <ints=[1]> (%j: i64) {
    for %z, %k <ints=[1]> (%i: i64) ` + body + `
      yield
    }`, nil, []uint64{0, 1, 0}, true},
		{"from memory", `%one = const 1 : i64
    %z = load %x, %one : i64
    for %n, %z <ints=[1]> (%i: i64) ` + body, nil, []uint64{0, 1, 0}, true},
		{"while", `loop ^0 {
      %one = const 1 : i64
      %z = load %x, %one : i64
      %c = lt %z, %n : bool
      if %c {
        break ^0
      } {
        yield
      }
      continue ^0
    }`, nil, []uint64{0, 1, 0}, true},
	} {
		m, err := ir.Parse("func @k(%x: []i64, %n: i64, %m: i64) -> () kernel=single {\n    " + c.text + "\n    return\n}")
		if err != nil {
			t.Fatal(c.name, err)
		}
		k := &Kernel{Bounds: BoundsOf(m.Funcs[0])}
		words := func(p []uint64) []uint64 { return []uint64{0, p[2], p[2], p[0], p[1]} }
		if k.Bounds.all == c.unknown {
			t.Errorf("%s: bounds of all loops: %v", c.name, k.Bounds.all)
		}
		if c.soon != nil && !k.soon(words(c.soon)) {
			t.Errorf("%s: with %d it is over soon", c.name, c.soon)
		}
		if k.soon(words(c.not)) {
			t.Errorf("%s: with %d it is not over soon", c.name, c.not)
		}
	}
}

// TestLongest: loops over the rows of a matrix are over soon where there are few rows, and none of those that they go over is long; of rows from elsewhere nothing is known.
func TestLongest(t *testing.T) {
	for _, c := range []struct {
		text    string
		lengths []int
		soon    bool
	}{
		{`load %m, %j : []i64`, []int{5, 0, 20}, true},
		{`load %m, %j : []i64`, []int{5, 0, 20, 100_000}, true}, // which isn't reached: there is one more than is gone over
		{`load %m, %j : []i64`, []int{5, 100_000, 20}, false},
		{`load %m, %j : []i64`, make([]int, 10_000), false},
		{`load %m, %k : []i64`, []int{5, 20, 100_000}, false},  // the next one
		{`load %m, %far : []i64`, []int{5, 20, 100_000}, true}, // none of those
	} {
		m, err := ir.Parse(`func @k(%m: [][]i64, %n: i64) -> () kernel=single {
  %0 = const 0 : i64
  %1 = const 1 : i64
  %2 = const 1000 : i64
  for %0, %n <ints=[1]> (%j: i64) {
    %k = add %j, %1 : i64
    %far = add %j, %2 : i64
    %r = ` + c.text + `
    %l = len %r : i64
    for %0, %l <ints=[1]> (%i: i64) {
      store %r, %i, %i
      yield
    }
    yield
  }
  return
}`)
		if err != nil {
			t.Fatal(err)
		}
		k := &Kernel{Bounds: BoundsOf(m.Funcs[0])}
		rows := make([][]int64, len(c.lengths))
		for i, n := range c.lengths {
			rows[i] = make([]int64, n)
		}
		n := len(rows)
		if c.soon && n > 3 {
			n = 2
		}
		words := []uint64{uint64(uintptr(unsafe.Pointer(unsafe.SliceData(rows)))), uint64(len(rows)), uint64(len(rows)), uint64(n)}
		if got := k.soon(words); !k.Bounds.all || got != c.soon {
			t.Errorf("%s, %d rows: soon %v (known %v), want %v", c.text, len(rows), got, k.Bounds.all, c.soon)
		}
		runtime.KeepAlive(rows)
	}
}

// TestSearchGate: a kernel that may take long, but not here, is started by the gate, and so is one behind which there are two ways to the end; where it takes long the
// program is run as it stands.
func TestSearchGate(t *testing.T) {
	k := mixCode(t)
	k.Name, k.Params, k.Results, k.Loops = "k", []*ir.Type{ir.TI64, ir.TI64, ir.TI64}, []*ir.Type{ir.TI64, ir.TI64}, true
	kernel, err := ir.Parse(`func @k(%a: i64, %b: i64, %c: i64) -> (i64, i64) kernel=single {
  %0 = const 0 : i64
  for %0, %a <ints=[1]> (%i: i64) {
    yield
  }
  return %a, %b
}`)
	if err != nil {
		t.Fatal(err)
	}
	k.Bounds = BoundsOf(kernel.Funcs[0])
	host, err := ir.Parse(`func @f(%a: i64, %b: i64, %c: i64) -> (i64) {
  %0, %1 = run @k %a, %b, %c <ints=[1]> : i64, i64
  %2 = const 40 : i64
  %3 = lt %2, %1 : bool
  if %3 {
    return %0
  } {
    yield
  }
  %4 = const -1 : i64
  return %4
}`)
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(host.Funcs[0], map[string]*Kernel{"k": k})
	if err != nil {
		t.Fatal(err)
	}
	frames := 0
	p.frames.New = func() any { frames++; return p.newFrame() }
	b := &border.Layout{}
	for i := range 3 {
		b.Args = append(b.Args, border.Leaf{Param: int32(i), Size: 8, Offset: 8 * uintptr(i)})
	}
	b.Results = []border.Leaf{{Size: 8}}
	d := p.Bind(b)
	for _, c := range []struct {
		a, b, c uint64
		want    int64
		frames  int
	}{
		{7, 1, 50, 7 + 2 + 200, 0},
		{7, 1, 2, -1, 0},
		{1 << 20, 1, 2, 1<<20 + 2 + 8, 1},
	} {
		in, out := [3]uint64{c.a, c.b, c.c}, int64(0)
		d.Call(unsafe.Pointer(&in), unsafe.Pointer(&out))
		if out != c.want || frames != c.frames {
			t.Errorf("%v: %d, with %d frames", c, out, frames)
		}
	}
}

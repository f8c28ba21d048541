package eval

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
)

// parse reads a module and verifies it. In these tests short regions may stand in one line.
func parse(t *testing.T, level ir.Level, src string) *ir.Module {
	t.Helper()
	src = strings.ReplaceAll(strings.ReplaceAll(src, "{ ", "{\n"), " }", "\n}")
	m, err := ir.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m, level); err != nil {
		t.Fatal(err)
	}
	return m
}

// goCall calls a function of a module as the Go function of type F.
func goCall[F any](m *ir.Module, fn string, args ...any) (results []any, failure string) {
	defer func() {
		if r := recover(); r != nil {
			failure = fmt.Sprint(r)
		}
	}()
	var vs []reflect.Value
	var in, out []reflect.Type // F's parameters are for readers: an int may be a uint64
	for _, a := range args {
		vs = append(vs, reflect.ValueOf(a))
		in = append(in, reflect.TypeOf(a))
	}
	for t := range reflect.TypeFor[F]().Outs() {
		out = append(out, t)
	}
	for _, r := range Call(m, fn, reflect.FuncOf(in, out, false), vs...) {
		results = append(results, r.Interface())
	}
	return results, ""
}

// TestPanics compares the panics of the checks with Go's own.
func TestPanics(t *testing.T) {
	caught := func(f func()) (msg string) {
		defer func() { msg = fmt.Sprint(recover()) }()
		f()
		return
	}
	m := parse(t, ir.Source, `
func @index(%s: []f32, %i: i64) -> (f32) {
  %n = len %s : i64
  check.index %i, %n
  %r = load %s, %i : f32
  return %r
}
func @unsigned(%s: []f32, %i: u64) -> (f32) {
  %n = len %s : i64
  check.index %i, %n
  %k = conv %i : i64
  %r = load %s, %k : f32
  return %r
}
func @div(%a: i32, %b: i32) -> (i32) {
  check.div %b
  %r = div %a, %b : i32
  return %r
}
func @shift(%a: i32, %b: i32) -> (i32) {
  check.shift %b
  %c = conv %b : u64
  %r = shl %a, %c : i32
  return %r
}
func @make(%n: i64) -> ([]f64) {
  check.make %n
  %r = make %n : []f64
  return %r
}
func @slice(%s: []f32, %lo: i64, %hi: i64) -> ([]f32) {
  %n = cap %s : i64
  check.slice %lo, %hi, %n <ints=[0]>
  %r = slice %s, %lo, %hi : []f32
  return %r
}
func @slice3(%s: []f32, %lo: i64, %hi: i64, %max: i64) -> ([]f32) {
  %n = cap %s : i64
  check.slice %lo, %hi, %max, %n <ints=[2]>
  %r = slice %s, %lo, %hi, %max : []f32
  return %r
}
func @array(%lo: i64, %hi: i64) -> () {
  %n = const 4 : i64
  check.slice %lo, %hi, %n <ints=[1]>
  return
}`)
	s := make([]float32, 3, 5)
	var four [4]byte
	type floats = func([]float32, int) float32
	for _, c := range []struct {
		call func() string
		same func()
	}{
		{func() string { _, e := goCall[floats](m, "index", s, 3); return e }, func() { i := 3; _ = s[i] }},
		{func() string { _, e := goCall[floats](m, "index", s, -1); return e }, func() { i := len(s) - 4; _ = s[i] }},
		{func() string { _, e := goCall[floats](m, "index", []float32(nil), 0); return e }, func() { i := 0; _ = s[:0][i] }},
		{func() string { _, e := goCall[floats](m, "unsigned", s, uint64(math.MaxUint64)); return e }, func() { i := uint64(len(s)) - 4; _ = s[i] }},
		{func() string { _, e := goCall[func(a, b int32) int32](m, "div", int32(1), int32(0)); return e }, func() { z := len(s) - 3; _ = 1 / z }},
		{func() string { _, e := goCall[func(a, b int32) int32](m, "shift", int32(1), int32(-2)); return e }, func() { z := len(s) - 5; _ = 1 << z }},
		{func() string { _, e := goCall[func(int) []float64](m, "make", -1); return e }, func() { z := len(s) - 5; _ = make([]float64, z) }},
		{func() string { _, e := goCall[func(int) []float64](m, "make", 1<<62); return e }, func() { z := 1 << (59 + len(s)); _ = make([]float64, z) }},
		{func() string { _, e := goCall[floats](m, "slice", s, 1, 6); return e }, func() { i := 6; _ = s[1:i] }},
		{func() string { _, e := goCall[floats](m, "slice", s, 4, 3); return e }, func() { i := 3; _ = s[4:i] }},
		{func() string { _, e := goCall[floats](m, "slice", s, -1, 3); return e }, func() { i := len(s) - 4; _ = s[i:3] }},
		{func() string { _, e := goCall[floats](m, "slice3", s, 1, 2, 6); return e }, func() { i := 6; _ = s[1:2:i] }},
		{func() string { _, e := goCall[floats](m, "slice3", s, 1, 4, 3); return e }, func() { i := 3; _ = s[1:4:i] }},
		{func() string { _, e := goCall[func(a, b int)](m, "array", 1, 5); return e }, func() { i := 5; _ = four[1:i] }},
		{func() string { _, e := goCall[func(a, b int)](m, "array", 3, 2); return e }, func() { i := 2; _ = four[3:i] }},
	} {
		if got, want := c.call(), caught(c.same); got != want {
			t.Errorf("panics with %q, must be %q", got, want)
		}
	}
	got, failure := goCall[func([]float32, int, int) []float32](m, "slice", s, 2, 5)
	if r, ok := got[0].([]float32); failure != "" || !ok || len(r) != 3 || cap(r) != 3 || &r[0] != &s[:5][2] {
		t.Errorf("slice gives %v, %s", got, failure)
	}
}

type inner struct {
	f float32
	k [3]int16
}

type outer struct {
	b  bool
	in [2]inner
	s  []uint8
	n  int
}

// TestMemory reads and writes components of elements that Go has laid out.
func TestMemory(t *testing.T) {
	m := parse(t, ir.Source, `
func @get(%s: []{b: bool, in: [2]{f: f32, k: [3]i16}, s: []u8, n: i64}, %i: i64, %j: i64, %k: i64) -> (i16, u8, {f: f32, k: [3]i16}) {
  %0 = load %s, %i, %j, %k <path=[1, -1, 1, -1]> : i16
  %1 = load %s, %i <path=[2]> : []u8
  %2 = load %1, %k : u8
  %3 = load %s, %i, %j <path=[1, -1]> : {f: f32, k: [3]i16}
  return %0, %2, %3
}
func @set(%s: []{b: bool, in: [2]{f: f32, k: [3]i16}, s: []u8, n: i64}, %i: i64, %j: i64, %k: i64) -> () {
  %0 = load %s, %j : {b: bool, in: [2]{f: f32, k: [3]i16}, s: []u8, n: i64}
  %1 = const -7 : i64
  %2 = insert %0, %1 <path=[3]> : {b: bool, in: [2]{f: f32, k: [3]i16}, s: []u8, n: i64}
  store %s, %i, %2
  %3 = const 9 : i16
  store %s, %j, %3, %j, %k <path=[1, -1, 1, -1]>
  return
}`)
	res, err := Specialize(m, "get", Options{})
	if err != nil {
		t.Fatal(err)
	}
	res2, err := Specialize(m, "set", Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, ms := range [][2]*ir.Module{{m, m}, {res, res2}} {
		s := []outer{{n: 1}, {b: true, in: [2]inner{{1, [3]int16{1, 2, 3}}, {2, [3]int16{4, 5, -6}}}, s: []uint8{7, 8, 9}, n: 5}}
		got, failure := goCall[func([]outer, int, int, int) (int16, uint8, inner)](ms[0], "get", s, 1, 1, 2)
		if failure != "" || !reflect.DeepEqual(got, []any{int16(-6), uint8(9), inner{2, [3]int16{4, 5, -6}}}) {
			t.Errorf("get gives %v, %s", got, failure)
		}
		want := []outer{s[1], s[1]}
		want[0].n = -7
		want[1].in[1].k[0] = 9
		if _, failure := goCall[func([]outer, int, int, int)](ms[1], "set", s, 0, 1, 0); failure != "" || !reflect.DeepEqual(s, want) {
			t.Errorf("set makes %v, %s, must be %v", s, failure, want)
		}
	}
}

// TestLoops runs a host function with kernels.
func TestLoops(t *testing.T) {
	m := parse(t, ir.Loops, `
func @host(%x: []f64) -> (f64, i64) {
  %n = len %x : i64
  %size = const 8192 : i64
  %one = const 1 : i64
  %k0 = add %n, %size : i64
  %k1 = sub %k0, %one : i64
  %blocks = div %k1, %size : i64
  %part = scratch %blocks : []f64
  launch @double %n, %one, %one, %one, %x
  launch @partial %blocks, %one, %one, %one, %x, %part
  %s = run @total %part : f64
  %down = run @countdown %n : i64
  return %s, %down
}
func @double(%lo: i64, %hi: i64, %x: []f64) -> () kernel=range {
  for %lo, %hi <ints=[1]> (%i: i64) {
    %v = load %x, %i : f64
    %w = add %v, %v : f64
    store %x, %i, %w
    yield
  }
  return
}
func @partial(%lo: i64, %hi: i64, %x: []f64, %part: []f64) -> () kernel=range {
  %size = const 8192 : i64
  %zero = const 0 : f64
  %n = len %x : i64
  for %lo, %hi <ints=[1]> (%b: i64) {
    %from = mul %b, %size : i64
    %end = add %from, %size : i64
    %to = min %end, %n : i64
    %r = blockreduce %from, %to, %zero <ints=[0, 1] mode=lanes> : f64 (%i: i64) {
      %v = load %x, %i : f64
      yield %v
    } (%p: f64, %q: f64) {
      %s = add %p, %q : f64
      yield %s
    }
    store %part, %b, %r
    yield
  }
  return
}
func @total(%part: []f64) -> (f64) kernel=single {
  %zero = const 0 : i64
  %one = const 1 : i64
  %n = len %part : i64
  %first = load %part, %zero : f64
  %r = for %one, %n, %first <ints=[1]> : f64 (%i: i64, %s: f64) {
    %v = load %part, %i : f64
    %t = add %s, %v : f64
    yield %t
  }
  return %r
}
func @countdown(%n: i64) -> (i64) kernel=single {
  %zero = const 0 : i64
  %stop = const 3 : i64
  %r = for ^l %n, %zero, %zero <ints=[-2]> : i64 (%i: i64, %c: i64) {
    %small = lt %i, %stop : bool
    if %small { break ^l %i } { yield }
    continue ^l %i
  }
  return %r
}`)
	x := make([]float64, 20001)
	for i := range x {
		x[i] = 1 / float64(i+1)
	}
	sum := reduceLikeHone(x)
	got, failure := goCall[func([]float64) (float64, int)](m, "host", x)
	if failure != "" || got[0] != 2*sum || got[1] != 1 {
		t.Errorf("host gives %v, %s, must be %v, 1", got, failure, 2*sum)
	}
}

// reduceLikeHone is a sum in the canonical order, written anew.
func reduceLikeHone(x []float64) float64 {
	total := 0.0
	for b := 0; b < len(x); b += 8192 {
		var acc [32]float64
		for i, v := range x[b:min(b+8192, len(x))] {
			acc[i%32] += v
		}
		for w := 16; w > 0; w /= 2 {
			for j := range w {
				acc[j] += acc[j+w]
			}
		}
		if b == 0 {
			total = acc[0]
		} else {
			total += acc[0]
		}
	}
	return total
}

// TestReduce runs the source and residual forms, with leaves of different sizes.
func TestReduce(t *testing.T) {
	m := parse(t, ir.Source, `
func @sum(%x: []f64) -> (f64) {
  %n = len %x : i64
  %zero = const 0 : f64
  %op = lambda : fn(f64, f64) -> (f64) (%a: f64, %b: f64) {
    %c = add %a, %b : f64
    return %c
  }
  %f = lambda : fn(i64) -> (f64) (%i: i64) {
    %v = load %x, %i : f64
    return %v
  }
  %r = reduce %n, %zero, %op, %f : f64
  return %r
}`)
	res, err := Specialize(m, "sum", Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, 2, 31, 32, 33, 8191, 8192, 8193, 20000} {
		x := make([]float64, n)
		for i := range x {
			x[i] = 1 / float64(i+1)
		}
		want := reduceLikeHone(x)
		for _, m := range []*ir.Module{m, res} {
			if got, _ := goCall[func([]float64) float64](m, "sum", x); got[0] != want {
				t.Errorf("sum of %d: %v, must be %v", n, got[0], want)
			}
		}
	}
	two := parse(t, ir.Residual, `
func @two(%n: i64) -> (i64, f32, i64) {
  %one = const 1 : i64
  %zf = const 0 : f32
  %z = const 0 : i64
  %a, %b, %c = multi %n, %n : i64, f32, i64 (%i: i64, %j: i64) {
    %k = add %i, %j : i64
    %l = add %k, %one : i64
    %f = conv %k : f32
    reduce %l, %one (%p: i64, %s: i64) {
      %v = mul %p, %s : i64
      yield %v
    }
    reduce %f, %i, %zf, %z (%q: f32, %r: i64, %t: f32, %u: i64) {
      %w = max %q, %t : f32
      %x = add %r, %u : i64
      yield %w, %x
    }
    yield
  }
  return %a, %b, %c
}`)
	got, failure := goCall[func(int) (int, float32, int)](two, "two", 3)
	if failure != "" || !reflect.DeepEqual(got, []any{1 * 2 * 3 * 2 * 3 * 4 * 3 * 4 * 5, float32(4), 9}) {
		t.Errorf("two gives %v, %s", got, failure)
	}
}

func word(p unsafe.Pointer) uint64 { return uint64(uintptr(p)) }

// TestLanes runs kernels of the lanes level.
func TestLanes(t *testing.T) {
	m := parse(t, ir.Lanes, `
func @scale(%lo: i64, %hi: i64, %a: i64, %n: i64, %idx: i64, %out: i64, %k: f32) -> (f32, i32) kernel=range {
  %four = const 4 : i64
  %zero = const 0 : <4 x f32>
  %kk = splat %k : <4 x f32>
  %lanes = iota : <4 x i64>
  %nn = splat %n : <4 x i64>
  %end, %acc = loop ^l %lo, %zero : i64, <4 x f32> (%i: i64, %sum: <4 x f32>) {
    %more = lt %i, %hi : bool
    if %more { yield } { break ^l %i, %sum }
    %ii = splat %i : <4 x i64>
    %at = add %ii, %lanes : <4 x i64>
    %h = splat %hi : <4 x i64>
    %on = lt %at, %h : <4 x bool>
    %j = mload %idx, %i, %on <ints=[4, 0]> : <4 x i32>
    %jj = conv %j : <4 x i64>
    %bad = ge %jj, %nn : <4 x bool>
    %badon = and %bad, %on : <4 x bool>
    %any = any %badon : bool
    if %any { fail %i <ints=[9]> } { yield }
    %v = gather %a, %j, %on <ints=[4, 0]> : <4 x f32>
    %w = mul %v, %kk : <4 x f32>
    mstore %out, %i, %w, %on <ints=[4, 0]>
    %s = add %sum, %w : <4 x f32>
    %next = add %i, %four : i64
    continue ^l %next, %s
  }
  %r = lanereduce %acc : f32 (%x: <4 x f32>, %y: <4 x f32>) {
    %z = add %x, %y : <4 x f32>
    yield %z
  }
  %minus = const -3 : i32
  %size = sub %hi, %lo : i64
  %limit = const 100 : i64
  %long = gt %size, %limit : bool
  if %long { fail %size, %n <ints=[7]> } { yield }
  return %r, %minus
}
func @scatter(%out: i64) -> (f64) kernel=single {
  %i = const 2 : <4 x i64>
  %lanes = iota : <4 x i64>
  %v = conv %lanes : <4 x f64>
  %three = const 3 : <4 x i64>
  %on = lt %lanes, %three : <4 x bool>
  %p = ptr <ints=[64]> : i64
  scatter %out, %i, %v, %on <ints=[8, 8]>
  %zero = const 0 : i64
  mstore %p, %zero, %v <ints=[8, 0]>
  %two = const 2 : i64
  %r = mload %p, %two <ints=[8, 8]> : f64
  return %r
}`)
	a := []float32{1, 2, 3, 4, 5, 6, 7, 8}
	idx := []int32{7, 0, 1, 2, 6, 5, 4}
	out := make([]float32, 8)
	params := func() []uint64 {
		return []uint64{word(unsafe.Pointer(&a[0])), 8, word(unsafe.Pointer(&idx[0])), word(unsafe.Pointer(&out[0])), uint64(math.Float32bits(10)), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	}
	k := NewKernel(m.Func("scale"))
	p := params()
	if status := k.Run(p, 1, 6); status != 0 {
		t.Fatalf("status %d", status)
	}
	if want := []float32{0, 10, 20, 30, 70, 60, 0, 0}; !reflect.DeepEqual(out, want) {
		t.Errorf("stores %v, must be %v", out, want)
	}
	if r := math.Float32frombits(uint32(p[5])); r != 190 || int64(p[6]) != -3 {
		t.Errorf("results %v, %d", r, int64(p[6]))
	}
	idx[5] = 8
	p = params()
	if status := k.Run(p, 0, 7); status != 9 || p[7] != 4 {
		t.Errorf("status %d, %v; must fail at 4", status, p[7:])
	}
	idx = make([]int32, 200)
	out = make([]float32, 200)
	p = params()
	if status := k.Run(p, 0, 200); status != 7 || p[7] != 200 || p[8] != 8 || p[9] != 0 {
		t.Errorf("status %d, %v; must fail check 7 with 200, 8", status, p[7:])
	}
	f := make([]float64, 5)
	p = []uint64{word(unsafe.Pointer(&f[0])), 0, 0, 0, 0, 0}
	if status := RunKernel(m.Func("scatter"), p, 0, 0); status != 0 || f[3] != 2 || math.Float64frombits(p[1]) != 3 {
		t.Errorf("status %d, stores %v, result %v", status, f, math.Float64frombits(p[1]))
	}
}

// TestEndless: a call that is bounded comes to an end, before the stack does where calls are in each other.
func TestEndless(t *testing.T) {
	m := parse(t, ir.Source, `
func @deep(%n: i64) -> (i64) {
  %one = const 1 : i64
  %k = add %n, %one : i64
  %r = callsym @deep %k : i64
  return %r
}
`)
	for _, steps := range []int64{1000, 1 << 40} {
		x := New(m)
		x.Steps = steps
		func() {
			defer func() {
				if p := recover(); !Endless(p) {
					t.Errorf("%d steps: %v", steps, p)
				}
			}()
			_, err := x.Run("deep", Value{})
			t.Errorf("%d steps: it has come to its end: %v", steps, err)
		}()
	}
}

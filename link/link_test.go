package link

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/hone-go/hone/internal/rt"
)

// linked does by hand what a generated file does.
func linked(text string) *honed[func([]float64, pairT) ([]float64, pairT)] {
	fn := honedFunc(addPair)
	u := NewUnit(unitFormat, text)
	if e, plain := To(fn.Fn, u, "addPair"); e != nil {
		fn.Call = func(a0 []float64, a1 pairT) ([]float64, pairT) {
			in := struct {
				a0 []float64
				a1 pairT
			}{a0, a1}
			var out struct {
				r0 []float64
				r1 pairT
			}
			if !Invoke(e, &in, &out) {
				return plain(a0, a1)
			}
			return out.r0, out.r1
		}
	}
	return fn
}

type pairT struct {
	a int8
	b [2]float32
}

// addPair returns x[1:], with p.a added to x[0], and p turned round.
func addPair(x []float64, p pairT) ([]float64, pairT) {
	x[0] += float64(p.a)
	return x[1:], pairT{-p.a, [2]float32{p.b[1], p.b[0]}}
}

const addPairText = `
func @addPair(%x: []f64, %p: {a: i8, b: [2]f32}) -> ([]f64, {a: i8, b: [2]f32}) {
  %0 = const 0 : i64
  %1 = const 1 : i64
  %n = len %x : i64
  check.index %0, %n
  %2 = load %x, %0 : f64
  %3 = extract %p <path=[0]> : i8
  %4 = conv %3 : f64
  %5 = add %2, %4 : f64
  store %x, %0, %5
  %c = cap %x : i64
  check.slice %1, %n, %c <ints=[0]>
  %6 = slice %x, %1, %n : []f64
  %7 = neg %3 : i8
  %8 = extract %p, %1 <path=[1, -1]> : f32
  %9 = extract %p, %0 <path=[1, -1]> : f32
  %10 = array %8, %9 : [2]f32
  %11 = struct %7, %10 : {a: i8, b: [2]f32}
  return %6, %11
}
`

func tryPair(t *testing.T, f *honed[func([]float64, pairT) ([]float64, pairT)]) {
	t.Helper()
	x := []float64{10, 20, 30}
	y, p := f.Call(x, pairT{-128, [2]float32{1.5, 2.5}})
	if x[0] != -118 || len(y) != 2 || cap(y) != 2 || &y[0] != &x[1] || p != (pairT{-128, [2]float32{2.5, 1.5}}) {
		t.Errorf("got %v, %v, %v", x, y, p)
	}
	defer func() {
		if e, ok := recover().(runtime.Error); !ok || e.Error() != "runtime error: index out of range [0] with length 0" {
			t.Errorf("panics with %v", e)
		}
	}()
	f.Call(nil, pairT{})
}

func TestLink(t *testing.T) {
	_, err := rt.Detect()
	t.Setenv("HONE", "")
	f := linked(addPairText)
	if tryPair(t, f); err == nil && !strings.HasPrefix(f.Status().Reason, "nothing to gain") {
		t.Errorf("%+v", f.Status())
	}
	t.Setenv("HONE", "jit")
	f = linked(addPairText)
	if s := f.Status(); s.Compiled != (err == nil) {
		t.Errorf("asked before the first call: %+v", s)
	}
	tryPair(t, f)
	f = linked(addPairText)
	tryPair(t, f)
	s := f.Status()
	if s.Compiled != (err == nil) || err == nil && (s.CompileTime <= 0 || s.Reason != "") || err != nil && s.Reason != err.Error() {
		t.Errorf("%+v", s)
	}
	for range 3 { // a frame that was lost to a panic does no harm
		tryPair(t, f)
	}
}

// TestLinkLeaves: where a branch isn't compiled the plain function is called, which Status says; and the interpreters, that don't know whether anything has been done by then, are not for such.
func TestLinkLeaves(t *testing.T) {
	text := strings.Replace(addPairText, "  %2 = load", "  %small = const 3 : i64\n  %few = lt %n, %small : bool\n  check.panic @\"plain:x.go:2:3: maps are not compiled\" %few !\"y.go\":1:2\n  %2 = load", 1)
	for _, mode := range []string{"jit", "interp", "race"} {
		t.Setenv("HONE", mode)
		f := linked(text)
		for range 40 {
			for n := range 5 {
				if n == 0 {
					continue
				}
				x := make([]float64, n)
				if y, _ := f.Call(x, pairT{a: 3}); x[0] != 3 || len(y) != n-1 {
					t.Errorf("%s: of %d elements %v, %v", mode, n, x, y)
				}
			}
		}
		s, want := f.Status(), "y.go:1:2: where control comes here the plain function is called: x.go:2:3: maps are not compiled"
		if _, err := rt.Detect(); mode == "jit" && err == nil && (!s.Compiled || s.Reason != want) || mode != "jit" && s.Compiled {
			t.Errorf("%s: %+v", mode, s)
		}
	}
}

func TestLinkEnvironment(t *testing.T) {
	t.Setenv("HONE", "interp")
	f := linked(addPairText)
	tryPair(t, f)
	tryPair(t, f)
	if s := f.Status(); !s.Compiled || s.Target != "interp" {
		t.Errorf("%+v", s)
	}
	for _, c := range []struct{ name, value, reason string }{
		{"HONE", "off", "HONE=off"},
		{"HONE", "c++", "HONE=c++: want off, jit, interp or race"},
		{"HONE_ISA", "sse2", "HONE_ISA=sse2: want avx2 or avx512"},
	} {
		t.Setenv("HONE", "jit")
		t.Setenv(c.name, c.value)
		f := linked(addPairText)
		tryPair(t, f)
		if s := f.Status(); s.Compiled || s.Reason != c.reason {
			t.Errorf("%+v, want %s", s, c.reason)
		}
	}
}

func TestLinkBadCode(t *testing.T) {
	if _, err := rt.Detect(); err != nil {
		t.Skip("SKIPPED: machine code: ", err)
	}
	for text, want := range map[string]string{
		"func @addPair(": "the code in 0hone_gen.go is damaged: ",
		"func @addPair(%x: []f64) -> () {\nreturn\n}": "it has 1 parameters, the function has 2",
		"func @other() -> () {\nreturn\n}":            "addPair",
	} {
		f := linked(text)
		tryPair(t, f)
		tryPair(t, f)
		if s := f.Status(); s.Compiled || !strings.Contains(s.Reason, want) {
			t.Errorf("%+v, want %s", s, want)
		}
	}
	f := honedFunc(func() {})
	u := NewUnit(unitFormat+1, "")
	e, _ := To(f.Fn, u, "x")
	var none struct{}
	if Invoke(e, &none, &none) || !strings.Contains(f.Status().Reason, "another version of hone") {
		t.Errorf("%+v", f.Status())
	}
	Reason(f.Fn, "x.go:1:2: because")
	if s := f.Status(); s.Compiled || s.Reason != "x.go:1:2: because" {
		t.Errorf("%+v", s)
	}
}

// TestLinkConcurrent makes the first calls at the same time.
func TestLinkConcurrent(t *testing.T) {
	f := linked(addPairText)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { tryPair(t, f) })
	}
	wg.Wait()
}

func BenchmarkLinkedCall(b *testing.B) {
	f := linked(addPairText)
	x := make([]float64, 16)
	b.ReportAllocs()
	for b.Loop() {
		f.Call(x, pairT{})
	}
	b.Log(fmt.Sprint(f.Status()))
}

// TestLinkStrings passes strings in and out, which share memory.
func TestLinkStrings(t *testing.T) {
	const text = `
func @tail(%k: i64, %s: []u8) -> ([]u8, i64) {
  %n = len %s : i64
  %c = cap %s : i64
  check.slice %k, %n, %n <ints=[1]>
  %t = slice %s, %k, %n, %n : []u8
  return %t, %c
}
`
	for _, mode := range []string{"jit", modeInterp} {
		t.Setenv("HONE", mode)
		fn := honedFunc(func(k int, s string) (string, int) { return "plain", 0 })
		e, _ := To(fn.Fn, NewUnit(unitFormat, text), "tail")
		call := func(k int, s string) (string, int) {
			in := struct {
				k int
				s string
			}{k, s}
			var out struct {
				t string
				n int
			}
			if !Invoke(e, &in, &out) {
				return "plain", len(s)
			}
			return out.t, out.n
		}
		s := "some text"
		tail, n := call(5, s)
		if fn.Status().Compiled && tail != "plain" && (tail != "text" || unsafe.StringData(tail) != unsafe.StringData(s[5:])) || n != len(s) {
			t.Errorf("%s: got %q, %d", mode, tail, n)
		}
		if tail, _ := call(0, ""); tail != "" && tail != "plain" {
			t.Errorf("%s: got %q of nothing", mode, tail)
		}
	}
}

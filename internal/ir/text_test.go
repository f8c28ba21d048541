package ir

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// samples returns the texts in testdata, by name.
func samples(t testing.TB) map[string]string {
	t.Helper()
	names, err := filepath.Glob("testdata/*.ir")
	if err != nil || len(names) == 0 {
		t.Fatalf("no testdata: %v", err)
	}
	texts := map[string]string{}
	for _, n := range names {
		b, err := os.ReadFile(n)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(filepath.Base(n), ".ir")] = string(b)
	}
	return texts
}

// roundTrip checks that printing and parsing are inverse to each other on m.
func roundTrip(t *testing.T, m *Module) {
	t.Helper()
	for _, positions := range []bool{false, true} {
		text := m.Text(positions)
		again, err := Parse(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if got := again.Text(positions); got != text {
			t.Fatalf("printed:\n%s\nparsed and printed again:\n%s", text, got)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for name, text := range samples(t) {
		t.Run(name, func(t *testing.T) {
			m, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			// The samples are written in the printer's form, but for comments.
			var lines []string
			for l := range strings.Lines(text) {
				if !strings.HasPrefix(strings.TrimSpace(l), "//") {
					lines = append(lines, l)
				}
			}
			if got, want := m.Text(true), strings.Join(lines, ""); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
			roundTrip(t, m)
		})
	}
}

// Of a module in which some functions are not needed, the rest is read as if all were.
func TestOutline(t *testing.T) {
	const text = `// made by hand
func @"main.(*T).m[int]"() -> (i64) {
  %0 = callsym @b : i64 !"x.go":3:4
  return %0
}
func @unused() -> (i64) {
  %0 = callsym @nowhere : i64
  return %0
}

func @a(%f: fn(i64) -> (i64)) -> () {
  %0 = funcref @"main.(*T).m[int]" : fn() -> (i64)
  %1 = callsym @a : i64 !"y.go":1:2
  return
}
func @b() -> (i64) filter () {
  %0 = callsym @c : bool
  yield %0
} {
  %0 = const 1 : i64 !"z.go":7:8
  return %0
}
func @c() -> (bool) {
  %0 = const true : bool
  return %0
}
`
	all, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	outline := NewOutline(text)
	m, err := outline.Parse("a")
	if err != nil {
		t.Fatal(err)
	}
	all.Funcs = slices.Delete(all.Funcs, 1, 2)
	if got, want := m.Text(true), all.Text(true); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if m, err := outline.Parse("c"); err != nil || len(m.Funcs) != 1 {
		t.Errorf("%v, %v", m, err)
	}
	if m, err := NewOutline("").Parse("c"); err != nil || len(m.Funcs) != 0 {
		t.Errorf("%v, %v", m, err)
	}
	if _, err := NewOutline("func @a() -> () {\n}\nfunc @b() -> () {\n  what\n}\n").Parse("b"); err == nil || !strings.HasPrefix(err.Error(), "4:") {
		t.Errorf("error %v, not on line 4", err)
	}
}

func TestConstantText(t *testing.T) {
	values := []uint64{0, 1, 2, 127, 128, 255, 1 << 15, 1<<15 - 1, 1 << 31, 1<<31 - 1, 1 << 63, 1<<63 - 1, math.MaxUint64,
		math.Float64bits(1.5), math.Float64bits(math.Copysign(0, -1)), math.Float64bits(math.Inf(-1)), math.Float64bits(math.NaN()),
		math.Float64bits(math.Pi), math.Float64bits(5e-324), 0x7ff0000000000001, uint64(math.Float32bits(0.1)), 0x7fc00000, 0x7f800001, 0xff800000}
	for _, typ := range Scalars() {
		for _, bits := range values {
			bits = Canonical(typ, bits)
			f := NewFunc("f", nil, []*Type{typ})
			b := NewBuilder(f.Body)
			b.Return(b.Const(typ, bits))
			m, err := Parse(f.String())
			if err != nil {
				t.Fatalf("%s: %v", f, err)
			}
			if got := m.Funcs[0].Body.Ops[0].Bits; got != bits {
				t.Errorf("%s %#x parsed back as %#x", typ, bits, got)
			}
		}
	}
}

func TestHints(t *testing.T) {
	f := NewFunc("main.(*T).m[int]", []*Type{TI64, TI64, TI64, TI64}, []*Type{TI64})
	for i, hint := range []string{"x", "x", "a.b", "3"} {
		f.Body.Params[i].Name = hint
	}
	NewBuilder(f.Body).Return(f.Body.Params[1])
	want := "func @\"main.(*T).m[int]\"(%x: i64, %x.1: i64, %a_b: i64, %0: i64) -> (i64) {\n  return %x.1\n}\n"
	if got := f.String(); got != want {
		t.Errorf("got %s want %s", got, want)
	}
	roundTrip(t, &Module{Funcs: []*Func{f}})
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"fun @f() -> () {\n}", `1:1: expected "func", found "fun"`},
		{"func f() -> () {\n}", `1:6: expected "@", found "f()"`},
		{"func @f() -> () {\n  foo\n}", `2:3: no op "foo"`},
		{"func @f() -> () {\n  return %a\n}", `2:10: %a is not defined`},
		{"func @f() -> () {\n  return %7\n}", `2:10: %7 is not defined`},
		{"func @f() -> () {\n  %a = const x : i64\n}", `2:14: no constant of type i64: x`},
		{"func @f() -> () {\n  %a = const 300 : u8\n}", `2:14: no constant of type u8: 300`},
		{"func @f() -> () {\n  %a = const 3 : foo\n}", `2:18: expected a type, found "foo"`},
		{"func @f(%a: i64) -> () {\n  %a = const 3 : i64\n}", `2:3: %a is defined twice`},
		{"func @f() -> () {\n  break ^x\n}", `2:10: no op around is named ^x`},
		{"func @f() -> () {\n  return return\n}", `2:10: expected the end of the line, found "return"`},
		{"func @f() -> () {\n  return\n", `3:1: a region is not closed`},
		{"func @f() -> () { return\n}", `1:19: expected the end of the line, found "return"`},
		{"func @f() -> () {\n  %a = iota <foo=3> : <4 x i32>\n}", `2:14: no attribute foo`},
		{"func @f() -> () {\n  %a = iota : <0 x i32>\n}", `2:15: no vector of 0 lanes of i32`},
		{"func @f() -> () kernel=x {\n}", `1:25: no kind of kernel: x`},
	} {
		_, err := Parse(c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := ParseFile("a.ir", "x"); err == nil || !strings.HasPrefix(err.Error(), "a.ir:1:1: ") {
		t.Errorf("got %v", err)
	}
}

func TestParseType(t *testing.T) {
	for _, s := range []string{"i64", "[]f32", "[3][4]u8", "{a: i64, b: []{c: f64}}", "{}", "fn(i64, fn() -> ()) -> (bool)", "cell<[2]i64>", "<8 x f64>"} {
		typ, err := ParseType(s)
		if err != nil || typ.String() != s {
			t.Errorf("%s: got %v, %v", s, typ, err)
		}
	}
	for _, s := range []string{"", "i65", "[]", "[-1]i64", "{a}", "i64 x", "<4 x []i64>"} {
		if typ, err := ParseType(s); err == nil {
			t.Errorf("%q: got %v", s, typ)
		}
	}
}

func FuzzRoundTrip(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse(text)
		if err != nil {
			return
		}
		// A parsed module need not be right, but it must print, print the same after another round, and verify without a crash.
		for _, level := range []Level{Source, Residual, Loops, Lanes} {
			_ = Verify(m, level)
		}
		for _, f := range m.Funcs {
			if strings.Contains(f.String(), "?") {
				return // a function with broken references has no text form
			}
		}
		roundTrip(t, m)
	})
}

func bigText(ops int) string {
	var b strings.Builder
	b.WriteString("func @f(%s: []{x: f64, y: f64}, %n: i64) -> (f64) {\n  %0 = const 0 : f64\n")
	for i := range ops {
		switch i % 4 {
		case 0:
			fmt.Fprintf(&b, "  %%%d = const 0.%d7 : f64 !\"a/b.go\":%d:3\n", i+1, i, i)
		case 1:
			fmt.Fprintf(&b, "  %%v.%d = load %%s, %%n <path=[1]> : f64 !%d:3\n  %%%d = neg %%v.%d : f64\n", i, i, i+1, i)
		default:
			fmt.Fprintf(&b, "  %%%d = mul %%%d, %%%d : f64 !%d:12\n", i+1, i, i/2, i)
		}
	}
	fmt.Fprintf(&b, "  return %%%d\n}\n", ops)
	return b.String()
}

func BenchmarkParse(b *testing.B) {
	text := bigText(3000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(text); err != nil {
			b.Fatal(err)
		}
	}
}

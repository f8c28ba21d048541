package plan

import (
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// program compiles the first function of text.
func program(t testing.TB, text string, kernels ...*Kernel) *Program {
	t.Helper()
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m, ir.Loops); err != nil {
		t.Fatal(err)
	}
	byName := map[string]*Kernel{}
	for _, k := range kernels {
		byName[k.Name] = k
	}
	p, err := New(m.Funcs[0], byName)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// run calls a program as if it had been made from a function of fn's type.
func run(p *Program, fn any, args ...any) []any {
	t := reflect.TypeOf(fn)
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		in[i] = reflect.ValueOf(a)
	}
	var out []any
	for _, v := range CallReflect(p, t, in) {
		out = append(out, v.Interface())
	}
	return out
}

func check(t *testing.T, got []any, want ...any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestArithmetic(t *testing.T) {
	p := program(t, `func @f(%a: i64, %b: i64, %x: f64, %y: f32, %c: i8) -> (i64, bool, bool, bool, f64, f32, i8, i64, i64) {
		%0 = add %a, %b : i64
		%1 = mul %0, %b : i64
		%2 = sub %1, %a : i64
		%3 = lt %a, %b : bool
		%4 = ge %a, %b : bool
		%5 = ne %a, %b : bool
		%6 = mul %x, %x : f64
		%7 = const 1.5 : f64
		%8 = div %6, %7 : f64
		%9 = add %8, %x : f64
		%10 = sub %9, %7 : f64
		%11 = add %y, %y : f32
		%12 = neg %c : i8
		%13 = select %3, %a, %b : i64
		%14 = conv %12 : i64
		return %2, %3, %4, %5, %10, %11, %12, %13, %14
	}`)
	type fn = func(int, int, float64, float32, int8) (int, bool, bool, bool, float64, float32, int8, int, int)
	check(t, run(p, fn(nil), 3, 5, 3.0, float32(1.25), int8(-128)), 37, true, false, true, 7.5, float32(2.5), int8(-128), 3, -128)
	check(t, run(p, fn(nil), -3, -5, -3.0, float32(1), int8(7)), 43, false, true, true, 1.5, float32(2), int8(-7), -5, -7)
}

func TestControl(t *testing.T) {
	gcd := program(t, `func @gcd(%a: i64, %b: i64) -> (i64) {
		%z = const 0 : i64
		%r = loop ^l %a, %b : i64 (%x: i64, %y: i64) {
			%end = eq %y, %z : bool
			if %end {
				break ^l %x
			} {
				yield
			}
			%m = rem %x, %y : i64
			continue ^l %y, %m
		}
		return %r
	}`)
	check(t, run(gcd, func(int, int) int { return 0 }, 84, 36), 12)
	check(t, run(gcd, func(int, int) int { return 0 }, 7, 0), 7)

	swaps := program(t, `func @swaps(%n: i64, %a: i64, %b: i64, %c: i64) -> (i64, i64, i64) {
		%z = const 0 : i64
		%x, %y, %w = for %z, %n, %a, %b, %c <ints=[1]> : i64, i64, i64 (%i: i64, %p: i64, %q: i64, %r: i64) {
			yield %q, %r, %p
		}
		return %x, %y, %w
	}`)
	type three = func(int, int, int, int) (int, int, int)
	for n, want := range [][]any{{1, 2, 3}, {2, 3, 1}, {3, 1, 2}, {1, 2, 3}} {
		check(t, run(swaps, three(nil), n, 1, 2, 3), want...)
	}
	check(t, run(swaps, three(nil), -5, 1, 2, 3), 1, 2, 3)

	exits := program(t, `func @exits(%n: i64) -> (i64) {
		%z = const 0 : i64
		%ten = const 10 : i64
		%six = const 6 : i64
		%r = block ^b : i64 {
			%s = for ^f %z, %n, %z <ints=[3]> : i64 (%i: i64, %sum: i64) {
				%big = gt %i, %ten : bool
				if %big {
					break ^b %i
				} {
					yield
				}
				%skip = eq %i, %six : bool
				if %skip {
					continue ^f %sum
				} {
					yield
				}
				%next = add %sum, %i : i64
				yield %next
			}
			%neg = lt %n, %z : bool
			if %neg {
				return %n
			} {
				yield
			}
			yield %s
		}
		return %r
	}`)
	for n, want := range map[int]int{-4: -4, 0: 0, 4: 3, 7: 3, 10: 12, 12: 12, 13: 12, 100: 12} {
		check(t, run(exits, func(int) int { return 0 }, n), want)
	}
}

// TestForRange runs loops whose index comes near the ends of its type.
func TestForRange(t *testing.T) {
	for _, step := range []string{"1", "7", "-1", "-7"} {
		p := program(t, `func @count(%lo: i64, %hi: i64) -> (i64, i64) {
			%z = const 0 : i64
			%one = const 1 : i64
			%n, %last = for %lo, %hi, %z, %lo <ints=[`+step+`]> : i64, i64 (%i: i64, %m: i64, %l: i64) {
				%n1 = add %m, %one : i64
				yield %n1, %i
			}
			return %n, %last
		}`)
		s := map[string]int{"1": 1, "7": 7, "-1": -1, "-7": -7}[step]
		for _, c := range [][2]int{{0, 0}, {0, 1}, {0, 14}, {0, 15}, {5, -20}, {-20, 5}, {math.MaxInt - 3, math.MaxInt}, {math.MinInt + 3, math.MinInt},
			{math.MaxInt - 10, math.MaxInt - 2}, {math.MaxInt - 2, math.MaxInt - 10}} {
			n, last := 0, c[0]
			for d := 0; ; d++ {
				i := c[0] + d*s
				if (s > 0) != (i > c[0]) && d > 0 || s > 0 && i >= c[1] || s < 0 && i <= c[1] {
					break
				}
				n, last = n+1, i
			}
			check(t, run(p, func(int, int) (int, int) { return 0, 0 }, c[0], c[1]), n, last)
		}
	}
}

func TestMemory(t *testing.T) {
	p := program(t, `func @f(%s: []i32, %i: i64, %lo: i64, %hi: i64) -> ([]i32, []i32, i64, i64, i32, i32) {
		%n = len %s : i64
		check.index %i, %n
		%x = load %s, %i : i32
		%y = neg %x : i32
		store %s, %i, %y
		%c = cap %s : i64
		check.slice %lo, %hi, %c <ints=[0]>
		%t = slice %s, %lo, %hi : []i32
		%m = len %t : i64
		%k = cap %t : i64
		check.make %m
		%new = make %m : []i32
		%z = const 0 : i64
		for %z, %m <ints=[1]> (%j: i64) {
			%v = load %t, %j : i32
			%v2 = add %v, %v : i32
			store %new, %j, %v2
			yield
		}
		%tab = table %z <table=[17, 18]> : i32
		return %t, %new, %m, %k, %y, %tab
	}`)
	type fn = func([]int32, int, int, int) ([]int32, []int32, int, int, int32, int32)
	s := make([]int32, 5, 8)
	copy(s, []int32{1, 2, 3, 4, 5})
	check(t, run(p, fn(nil), s, 2, 1, 5), []int32{2, -3, 4, 5}, []int32{4, -6, 8, 10}, 4, 7, int32(-3), int32(17))
	got := run(p, fn(nil), s, 0, 8, 8)
	check(t, got, []int32{}, []int32{}, 0, 0, int32(-1), int32(17))
	if got[0].([]int32) == nil || got[1].([]int32) == nil {
		t.Error("an empty slice has become nil")
	}
}

type pair struct {
	a    [2]uint16
	b    float64
	flag bool
}

func TestAggregates(t *testing.T) {
	const elem = "{a: [2]u16, b: f64, flag: bool}"
	p := program(t, `func @f(%a0: u16, %a1: u16, %b: f64, %flag: bool, %s: []`+elem+`, %i: i64, %k: i64) -> (u16, u16, f64, bool, u16) {
		%old = load %s, %i, %k <path=[0, -1]> : u16
		store %s, %i, %a0, %k <path=[0, -1]>
		store %s, %i, %b <path=[1]>
		store %s, %i, %flag <path=[2]>
		%back = load %s, %i <path=[1]> : f64
		%backflag = load %s, %i <path=[2]> : bool
		return %a1, %a0, %back, %backflag, %old
	}`)
	s := []pair{{}, {a: [2]uint16{7, 9}}}
	got := run(p, func(pair, []pair, int, int) (pair, uint16) { return pair{}, 0 }, pair{[2]uint16{1, 2}, 3.5, true}, s, 1, 1)
	check(t, got, pair{[2]uint16{2, 1}, 3.5, true}, uint16(9))
	if want := (pair{[2]uint16{7, 1}, 3.5, true}); s[1] != want {
		t.Errorf("got %v, want %v", s[1], want)
	}
}

func TestSlicesAsValues(t *testing.T) {
	p := program(t, `func @f(%s: []f64, %u: []f64, %n: i64) -> ([]f64, []f64, []f64) {
		%z = const 0 : i64
		%nil = zero : []f64
		%first = lt %z, %n : bool
		%sel = select %first, %s, %u : []f64
		%x, %y = for %z, %n, %s, %u <ints=[1]> : []f64, []f64 (%i: i64, %a: []f64, %b: []f64) {
			yield %b, %a
		}
		%r = if %first : []f64 {
			yield %x
		} {
			yield %nil
		}
		return %sel, %y, %r
	}`)
	type fn = func([]float64, []float64, int) ([]float64, []float64, []float64)
	a, b := []float64{1, 2, 3}, []float64{4}
	check(t, run(p, fn(nil), a, b, 0), b, b, []float64(nil))
	check(t, run(p, fn(nil), a, b, 1), a, a, b)
	check(t, run(p, fn(nil), a, b, 2), a, b, a)
}

// TestSlicesInMemory loads slices and stores them.
func TestSlicesInMemory(t *testing.T) {
	p := program(t, `func @f(%s: []{n: i32, rows: [2][]i64}, %i: i64, %k: i64) -> ([]i64) {
		%0 = const 0 : i64
		%1 = const 1 : i64
		%a = load %s, %i, %k <path=[1, -1]> : []i64
		%b = load %s, %0, %1 <path=[1, -1]> : []i64
		%two = const 2 : i64
		%part = slice %b, %1, %two : []i64
		store %s, %0, %a, %1 <path=[1, -1]>
		store %s, %i, %part, %k <path=[1, -1]>
		return %a
	}`)
	type record struct {
		n    int32
		rows [2][]int64
	}
	s := []record{{1, [2][]int64{{1}, {2, 3, 4}}}, {2, [2][]int64{make([]int64, 1, 7), nil}}}
	first := s[1].rows[0]
	got := run(p, func([]record, int, int) []int64 { return nil }, s, 1, 0)[0].([]int64)
	if &got[0] != &first[0] || cap(got) != 7 || &s[0].rows[1][0] != &first[0] || cap(s[0].rows[1]) != 7 {
		t.Errorf("loaded %v, stored %v", got, s[0].rows[1])
	}
	if part := s[1].rows[0]; len(part) != 1 || part[0] != 3 || cap(part) != 2 {
		t.Errorf("stored %v", part)
	}
}

// TestSlicesMade makes memory for slices, and copies what is in it: the garbage collector sees them there.
func TestSlicesMade(t *testing.T) {
	type record struct {
		n    int32
		rows [2][]int64
	}
	rows := program(t, `func @f(%s: []{n: i32, rows: [2][]i64}, %n: i64) -> ([]{n: i32, rows: [2][]i64}, [][]i64) {
		%m = make %n : []{n: i32, rows: [2][]i64}
		%h = make %n : [][]i64
		%0 = const 0 : i64
		%1 = const 1 : i64
		%two = const 2 : i64
		move %m, %s, %two
		%a = make %n : []i64
		store %a, %0, %n
		store %h, %0, %a
		%rest = slice %h, %1, %n : [][]i64
		move %rest, %h, %1
		return %m, %h
	}`)
	for range 100 {
		s := []record{{1, [2][]int64{{1}, {2, 3, 4}}}, {2, [2][]int64{{5}, nil}}}
		got := run(rows, func([]record, int) ([]record, [][]int64) { return nil, nil }, s, 3)
		s = nil
		runtime.GC()
		m, h := got[0].([]record), got[1].([][]int64)
		if len(m) != 3 || m[0].rows[1][2] != 4 || m[1].rows[0][0] != 5 || m[1].n != 2 || m[2].rows[0] != nil {
			t.Fatalf("copied: %v", m)
		}
		if len(h) != 3 || h[0][0] != 3 || &h[1][0] != &h[0][0] || h[2] != nil {
			t.Fatalf("made: %v", h)
		}
	}
}

func TestMakeSizes(t *testing.T) {
	for _, c := range []struct {
		elem string
		fn   any
	}{
		{"u8", func(int) []uint8 { return nil }}, {"i16", func(int) []int16 { return nil }}, {"f32", func(int) []float32 { return nil }},
		{"f64", func(int) []float64 { return nil }}, {"{a: [2]u16, b: f64, flag: bool}", func(int) []pair { return nil }}, {"{}", func(int) []struct{} { return nil }},
		{"{x: f32, y: f32, z: f32}", func(int) [][3]float32 { return nil }},
	} {
		p := program(t, "func @f(%n: i64) -> ([]"+c.elem+") {\n%m = make %n : []"+c.elem+"\nreturn %m\n}")
		for _, n := range []int{0, 1, 3, 1000} {
			got := reflect.ValueOf(run(p, c.fn, n)[0])
			if got.Len() != n || got.Cap() != n || got.IsNil() {
				t.Errorf("make([]%s, %d) has length %d, capacity %d", c.elem, n, got.Len(), got.Cap())
			}
			if n > 0 && got.Pointer()%uintptr(got.Type().Elem().Align()) != 0 {
				t.Errorf("make([]%s, %d) is at %#x", c.elem, n, got.Pointer())
			}
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"func @f(%n: i64) -> ([][]f64) {\n%s = scratch %n : [][]f64\nreturn %s\n}", "host program f: scratch of []f64"},
		{"func @f(%n: i64) -> () {\nlaunch @k %n, %n, %n, %n\nreturn\n}", "no kernel k"},
		{"func @f(%n: i64) -> () {\nlaunch @r %n, %n, %n, %n, %n\nreturn\n}", "arguments of r: (i64), must be (f64)"},
		{"func @f(%n: i64) -> () {\nrun @r %n\nreturn\n}", "arguments of r"},
		{"func @f() -> () {\n%p = ptr <ints=[8]> : i64\nreturn\n}", "op ptr in a host program"},
	} {
		m, err := ir.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		_, err = New(m.Funcs[0], map[string]*Kernel{"r": {Name: "r", Params: []*ir.Type{ir.TF64}}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.text, err, c.want)
		}
	}
}

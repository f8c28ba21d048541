package link

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// The types of TestLayouts.
type (
	ok8     = struct{ X, Y float32 }
	swapped struct{ Y, X float32 }
	nested  struct {
		A [2]struct {
			_ bool
			N int16
		}
		Z complex64
		B uint8
	}
	padded struct {
		N int32
		_ [0]int64
	}
)

// TestLayouts compares types of code with types of Go that they fit, and with others that differ in each part.
func TestLayouts(t *testing.T) {
	for _, c := range []struct {
		code string
		of   any
		want string // "": they fit
	}{
		{"[]{X: f32, Y: f32}", []ok8{}, ""},
		{"[]{X: f32, Y: {type: [1]u32}}", []ok8{}, ""},
		{"[]{X: f32, Y: {type: [2]u32}}", []ok8{}, "field Y of struct { X float32; Y float32 }: the code is for {type: [2]u32}, not for float32"},
		{"[]{X: f64, Y: f64}", []ok8{}, "field X of struct { X float32; Y float32 }: the code is for f64, not for float32"},
		{"[]{X: f32, Y: f32}", []swapped{}, "the code is for {X: f32, Y: f32}, not for link.swapped"},
		{"[]{X: f32}", []ok8{}, "the code is for {X: f32}, not for struct"},
		{"[]{X: f32, Y: f32, Z: f32}", []ok8{}, "the code is for"},
		{"{A: [2]{_: bool, N: i16}, Z: {re: f32, im: f32}, B: u8}", nested{}, ""},
		{"{A: [2]{_: bool, N: u16}, Z: {re: f32, im: f32}, B: u8}", nested{}, "field A of link.nested: field N of struct"},
		{"{A: [3]{_: bool, N: i16}, Z: {re: f32, im: f32}, B: u8}", nested{}, "field A of link.nested: the code is for [3]"},
		{"{A: [2]{_: bool, N: i16}, Z: {re: f64, im: f64}, B: u8}", nested{}, "field Z of link.nested: the code is for {re: f64"},
		{"{A: [2]{_: bool, N: i16}, Z: f64, B: u8}", nested{}, "field Z of link.nested: the code is for f64"},
		{"{N: i32, _: [0]i64}", padded{}, ""},
		{"{N: i64, _: [0]i64}", padded{}, "field N"},
		{"{N: i32, _: [0]i32}", padded{}, "the code is for"},
		{"{re: f64, im: f64}", complex128(0), ""},
		{"[]i64", []int{}, ""},
		{"[]u64", []uintptr{}, ""},
		{"[]u64", []int{}, "the code is for u64, not for int"},
		{"[]i32", []rune{}, ""},
		{"i64", []int64{}, "the code is for i64, not for []int64"},
		{"[]i64", [1]int64{}, "the code is for []i64, not for [1]int64"},
		{"[1]i64", []int64{}, "the code is for"},
		{"u8", "", "the code is for u8, not for string"},
		{"[]u8", "", ""},
		{"[]i8", "", "the code is for []i8, not for string"},
		{"[][]u8", []string{}, "the code is for [][]u8, not for []string"},
		{"{S: []u8}", struct{ S string }{}, "the code is for"},
		{"u8", true, "the code is for u8, not for bool"},
		{"bool", uint8(1), "the code is for bool, not for uint8"},
		{"{X: f32}", float32(1), "the code is for"},
	} {
		m := ir.MustParse("func @f(%x: " + c.code + ") -> () {\nreturn\n}")
		of := reflect.TypeOf(c.of)
		err := checkLayouts(m.Funcs[0], reflect.FuncOf([]reflect.Type{of}, nil, false))
		if got := fmt.Sprint(err); c.want == "" && err != nil || c.want != "" && !strings.Contains(got, "parameter 1: ") || !strings.Contains(got, c.want) && err != nil {
			t.Errorf("%s for %s: %v, want %q", c.code, of, err, c.want)
		}
		m = ir.MustParse("func @f(%x: " + c.code + ") -> (" + c.code + ") {\nreturn %x\n}")
		if err := checkLayouts(m.Funcs[0], reflect.FuncOf([]reflect.Type{of}, nil, false)); err == nil {
			t.Errorf("%s: a result too many is fine", c.code)
		}
	}
}

// TestOldLayout: code made before a change of a type stays unused, in whatever mode, so that nothing outside the slice is written.
func TestOldLayout(t *testing.T) {
	if _, err := rt.Detect(); err != nil {
		t.Skip("SKIPPED: ", err)
	}
	const fill = `
func @fill(%p: []{X: f64, Y: f64}) -> () {
  %n = len %p : i64
  %0 = const 0 : i64
  loop ^0 %0 (%i: i64) {
    %1 = lt %i, %n : bool
    if %1 {
      yield
    } {
      break ^0
    }
    %2 = const 1 : f64
    check.index %i, %n
    store %p, %i, %2 <path=[0]>
    %3 = const 1 : i64
    %4 = add %i, %3 : i64
    continue ^0 %4
  }
  return
}
`
	for _, mode := range []string{"jit", "interp"} {
		t.Setenv("HONE", mode)
		f := honedFunc(func(p []ok8) {})
		e, _ := To(f.Fn, NewUnit(unitFormat, fill), "fill")
		mem := make([]ok8, 8)
		in := struct{ a0 []ok8 }{mem[:4]}
		var out struct{}
		for range 2 {
			if Invoke(e, &in, &out) {
				t.Errorf("%s: the code runs", mode)
			}
		}
		for i, x := range mem {
			if x != (ok8{}) {
				t.Errorf("%s: element %d is %v", mode, i, x)
			}
		}
		if s := f.Status(); s.Compiled || !strings.Contains(s.Reason, "out of date (run `go tool hone gen`): parameter 1: field X") {
			t.Errorf("%s: %v", mode, s)
		}
	}
}

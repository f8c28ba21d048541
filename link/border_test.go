package link

import (
	"strings"
	"testing"
)

type series struct {
	name  string
	count int
	data  []float64
}

// double counts what it doubles.
func (s *series) double(gain *float64) *series {
	for i := range s.data {
		s.data[i] *= *gain
		s.count++
	}
	return s
}

// linkedPointer does by hand what a generated file does.
func linkedPointer(text string) *honed[func(*series, *float64) *series] {
	fn := honedFunc((*series).double)
	if e, plain := To(fn.Fn, NewUnit(unitFormat, text), "double.border"); e != nil {
		fn.Call = func(a0 *series, a1 *float64) *series {
			in := struct {
				a0 *series
				a1 *float64
			}{a0, a1}
			var out struct{ r0 *series }
			if !Invoke(e, &in, &out) {
				return plain(a0, a1)
			}
			return out.r0
		}
	}
	return fn
}

const doubleText = `
func @double.border(%data: []f64, %count: []i64, %gain: f64) -> (i64) border="0> 0*.data 0*.count&1 1> 1* -> 0@" {
  %lo = const 0 : i64
  %n = len %data : i64
  loop ^0 %lo (%i: i64) {
    %more = lt %i, %n : bool
    if %more {
      yield
    } {
      break ^0
    }
    %x = load %data, %i : f64
    %y = mul %x, %gain : f64
    store %data, %i, %y
    %c = load %count, %lo : i64
    %one = const 1 : i64
    %d = add %c, %one : i64
    store %count, %lo, %d
    %next = add %i, %one : i64
    continue ^0 %next
  }
  %which = const 1 : i64
  return %which
}
`

// TestBorder calls through pointers, and has the plain function called where one is nil, or leads to what the function stores to.
func TestBorder(t *testing.T) {
	for _, mode := range []string{"interp", ""} {
		t.Setenv("HONE", mode)
		f := linkedPointer(doubleText)
		s, gain := &series{name: "s", data: []float64{1, 2, 3}}, 2.0
		if got := f.Call(s, &gain); got != s || s.count != 3 || s.data[2] != 6 {
			t.Errorf("HONE=%s: %v, %v", mode, got, *s)
		}
		if got := f.Call(s, &s.data[0]); got != s || s.data[0] != 4 || s.data[1] != 16 || s.data[2] != 24 {
			t.Errorf("HONE=%s: the factor in the slice: %v", mode, *s)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("HONE=%s: no panic for a nil pointer", mode)
				}
			}()
			f.Call(nil, &gain)
		}()
	}
}

// TestBorderOutOfDate: code that was made for another struct is not run.
func TestBorderOutOfDate(t *testing.T) {
	for _, c := range [][3]string{
		{"0*.data", "0*.datum", "has no field datum"},
		{"0*.count&1", "0*.name&1", "the code is for i64, not for string"},
		{"0*.count&1", "0*.count&2", "the code is for an array of 2"},
	} {
		f := linkedPointer(strings.Replace(doubleText, c[0], c[1], 1))
		gain := 2.0
		s := f.Call(&series{data: []float64{1}}, &gain)
		if got := f.Status(); got.Compiled || !strings.HasPrefix(got.Reason, outOfDate) || !strings.Contains(got.Reason, c[2]) || s.data[0] != 2 {
			t.Errorf("%s: %v, %v", c[1], got, s)
		}
	}
}

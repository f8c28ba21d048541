package sched_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestPlaces has searches that differ in one thing, and looks at which of them the best key is found ahead of its place.
func TestPlaces(t *testing.T) {
	const text = `func @f(%%x: []f32, %%n: i64) -> (f32, %[6]s) {
  %%worst = const bits(%[5]s) : f32
  %%none = const 7 : %[6]s
  %%best, %%at = multi %%n : f32, %[6]s (%%i: i64) {
    %%v = load %%x, %%i : f32
    %%place = %[4]s : %[6]s
    reduce %%v, %%place, %%worst, %%none (%%a: f32, %%p: %[6]s, %%b: f32, %%q: %[6]s) {
      %%0 = eq %%a, %%b : bool
      %%1 = %[3]s : bool
      %%2 = and %%1, %%0 : bool
      %%3 = eq %%b, %%b : bool
      %%4 = %[2]s : bool
      %%5 = or %%4, %%2 : bool
      %%6 = select %%5, %%b, %%a : f32
      %%7 = select %%5, %%q, %%p : %[6]s
      yield %%6, %%7
    } (%%a.1: f32, %%p.1: %[6]s, %%b.1: f32, %%q.1: %[6]s) {
      %%8 = %[1]s : bool
      %%9 = select %%8, %%b.1, %%a.1 : f32
      %%10 = select %%8, %%q.1, %%p.1 : %[6]s
      yield %%9, %%10
    }
    yield
  }
  return %%best, %%at
}
`
	const low, nan = "0xff800000", "0x7fc00000"
	const whole = "add %i, %i"
	for _, c := range []struct {
		step, better, before, place, id, of string
		so                                  bool
	}{
		{"gt %b.1, %a.1", "gt %b, %a", "lt %q, %p", "copy", low, "i64", true},
		{"lt %a.1, %b.1", "lt %a, %b", "gt %p, %q", "copy", low, "i64", true},
		{"ge %b.1, %a.1", "gt %b, %a", "gt %q, %p", "copy", low, "i64", true},
		{"lt %b.1, %a.1", "lt %b, %a", "lt %q, %p", "conv", low, "i32", true},
		{"gt %b.1, %a.1", "lt %b, %a", "lt %q, %p", "copy", low, "i64", false},
		{"gt %b.1, %a.1", "gt %b, %a", "gt %q, %p", "copy", low, "i64", false},
		{"ge %b.1, %a.1", "gt %b, %a", "lt %q, %p", "copy", low, "i64", false},
		{"gt %b.1, %a.1", "ge %b, %a", "lt %q, %p", "copy", low, "i64", false},
		{"gt %b.1, %a.1", "gt %b, %a", "le %q, %p", "copy", low, "i64", false},
		{"gt %b.1, %a.1", "andnot %3, %1", "lt %q, %p", "copy", nan, "i64", false},
		{"gt %b.1, %a.1", "gt %b, %a", "lt %q, %p", whole, low, "i64", false},
		{"eq %b.1, %a.1", "gt %b, %a", "lt %q, %p", "copy", low, "i64", false},
	} {
		place, src := c.place, ""
		switch c.place {
		case "copy":
			src = strings.ReplaceAll(text, "    %%place = %[4]s : %[6]s\n", "")
			src = strings.ReplaceAll(src, "%%v, %%place", "%%v, %%i")
		case "conv":
			place, src = "conv %i", text
		default:
			src = text
		}
		src = fmt.Sprintf(src, c.step, c.better, c.before, place, c.id, c.of)
		src, _, _ = strings.Cut(src, "%!(EXTRA")
		m, err := ir.Parse(src)
		if err != nil {
			t.Fatalf("%v: %v\n%s", c, err, src)
		}
		if err := ir.Verify(m, ir.Residual); err != nil {
			t.Fatalf("%v: %v", c, err)
		}
		if got := strings.Contains(schedule(t, m.Funcs[0]), "the best is found first"); got != c.so {
			t.Errorf("%v: found first: %v", c, got)
		}
	}
}

package opt

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// parseFunc is the function that a text holds.
func parseFunc(t *testing.T, text string) *ir.Func {
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return m.Funcs[0]
}

// verified fails if f is not right.
func verified(t *testing.T, f *ir.Func) {
	if err := ir.Verify(&ir.Module{Funcs: []*ir.Func{f}}, ir.Residual); err != nil {
		t.Errorf("%v\n%v", err, f)
	}
}

// TestRanked: which reductions of a key and a place compare keys alone in their steps.
func TestRanked(t *testing.T) {
	const first = "%lt = lt %p1, %p0 : bool\n%eq = eq %k1, %k0 : bool\n%tie = and %eq, %lt : bool\n"
	const chosen = "%k = select %c, %k1, %k0 : f64\n%p = select %c, %p1, %p0 : i64\nyield %k, %p\n"
	const block = `%k, %p = block ^0 : f64, i64 {
		%less = lt %k1, %k0 : bool
		if %less {
			break ^0 %k1, %p1
		} {
			yield
		}
		%eq = eq %k1, %k0 : bool
		if %eq {
			%c = TIE %p1, %p0 : bool
			if %c {
				break ^0 %k1, %p1
			} {
				yield
			}
			yield
		} {
			yield
		}
		yield %k0, %p0
	}
	yield %k, %p
	`
	const index, begin = "%v = load %x, %i : f64\n%at = add %i, %zero : i64\n", "%begin = const bits(0xfff0000000000000) : f64\n%far = const 9223372036854775807 : i64\n"
	for _, c := range []struct {
		name, values, combine string
		want                  bool
	}{
		{"in one condition", index, first + "%gt = gt %k1, %k0 : bool\n%c = or %gt, %tie : bool\n" + chosen, true},
		{"by exits", index, strings.Replace(block, "TIE", "lt", 1), true},
		{"by exits, the last of equal ones", index, strings.Replace(block, "TIE", "gt", 1), true},
		{"a place that is not greater is as good", index, strings.Replace(block, "TIE", "le", 1), false},
		{"no tie", index, "%c = gt %k1, %k0 : bool\n" + chosen, false},
		{"what is no number wins", index, "%gt = gt %k0, %k1 : bool\n%lt = lt %p0, %p1 : bool\n%eq = eq %k1, %k0 : bool\n%tie = and %eq, %lt : bool\n%o = or %gt, %tie : bool\n%c = not %o : bool\n" + chosen, true},
		{"the least of what begins with the least", index, "%lt = lt %k0, %k1 : bool\n%le = lt %p0, %p1 : bool\n%eq = eq %k1, %k0 : bool\n%tie = and %eq, %le : bool\n%o = or %lt, %tie : bool\n%c = not %o : bool\n" + chosen, false},
		{"the place decides first", index, "%lt = lt %p1, %p0 : bool\n%e = eq %p1, %p0 : bool\n%gt = gt %k1, %k0 : bool\n%b = and %e, %gt : bool\n%c = or %lt, %b : bool\n" + chosen, false},
		{"the key of one with the place of the other", index, first + "%gt = gt %k1, %k0 : bool\n%c = or %gt, %tie : bool\n%k = select %c, %k1, %k0 : f64\n%p = select %c, %p0, %p1 : i64\nyield %k, %p\n", false},
		{"another key", index, first + "%gt = gt %k1, %k0 : bool\n%c = or %gt, %tie : bool\n%other = neg %k1 : f64\n%k = select %c, %other, %k0 : f64\n%p = select %c, %p1, %p0 : i64\nyield %k, %p\n", false},
		{"no index", "%v = load %x, %i : f64\n%at = mul %i, %n : i64\n", first + "%gt = gt %k1, %k0 : bool\n%c = or %gt, %tie : bool\n" + chosen, false},
		{"an index of another kind", "%v = load %x, %i : f64\n%at = sub %n, %i : i64\n", first + "%gt = gt %k1, %k0 : bool\n%c = or %gt, %tie : bool\n" + chosen, false},
	} {
		text := "func @f(%x: []f64, %n: i64, %zero: i64) -> (i64) {\n" + begin + "%key, %place = multi %n : f64, i64 (%i: i64) {\n" + c.values +
			"reduce %v, %at, %begin, %far (%k0: f64, %p0: i64, %k1: f64, %p1: i64) {\n" + c.combine + "}\nyield\n}\nreturn %place\n}\n"
		f := parseFunc(t, text)
		if got := Ranked(f); got != c.want {
			t.Errorf("%s: %v, want %v\n%s", c.name, got, c.want, text)
		}
		verified(t, f)
	}
}

// TestLocate: which reductions for a place are done by the one for the value that is there.
func TestLocate(t *testing.T) {
	for _, c := range []struct {
		name, key, between, chosen, kind, none string
		want                                   bool
	}{
		{"the first", "load %x, %i.1", "", "select %c, %i.1, %none : i64", "min", "9223372036854775807", true},
		{"the first, by another arm", "load %x, %i.1", "", "if %c : i64 {\nyield %i.1\n} {\nyield %none\n}", "min", "9223372036854775807", true},
		{"the last", "load %x, %i.1", "", "select %c, %i.1, %none : i64", "max", "-1", true},
		{"none may be a place", "load %x, %i.1", "", "select %c, %i.1, %none : i64", "min", "5", true}, // which the guard asks
		{"of other elements", "load %y, %i.1", "", "select %c, %i.1, %none : i64", "min", "9223372036854775807", false},
		{"of what has changed", "load %x, %i.1", "store %x, %n, %best", "select %c, %i.1, %none : i64", "min", "9223372036854775807", false},
		{"all but the place", "load %x, %i.1", "", "select %c, %none, %i.1 : i64", "min", "9223372036854775807", false},
		{"a sum of places", "load %x, %i.1", "", "select %c, %i.1, %none : i64", "add", "0", false},
	} {
		text := fmt.Sprintf(`func @f(%%x: []f64, %%y: []f64, %%n: i64) -> (i64) {
			%%least = const bits(0xfff0000000000000) : f64
			%%id = const %s : i64
			%%best = multi %%n : f64 (%%i: i64) {
				%%v = load %%x, %%i : f64
				reduce %%v, %%least (%%a: f64, %%b: f64) {
					%%m = max %%a, %%b : f64
					yield %%m
				}
				yield
			}
			%s
			%%at = multi %%n : i64 (%%i.1: i64) {
				%%w = %s : f64
				%%c = eq %%w, %%best : bool
				%%none = const %s : i64
				%%p = %s
				reduce %%p, %%id (%%a.1: i64, %%b.1: i64) {
					%%m.1 = %s %%a.1, %%b.1 : i64
					yield %%m.1
				}
				yield
			}
			return %%at
		}
`, c.none, c.between, c.key, c.none, c.chosen, c.kind)
		f := parseFunc(t, text)
		if got := Locate(f); got != c.want {
			t.Errorf("%s: %v, want %v\n%s", c.name, got, c.want, text)
		}
		verified(t, f)
	}
}

package opt_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
)

// periodicLoop draws a loop some of whose conditions look at the last part of its index, and that computes other things with the index and a constant; and loops
// that only look like that.
func periodicLoop(r *rand.Rand) string {
	one := func(n int) bool { return r.IntN(n) == 0 }
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	odd := r.IntN(2)
	oddly := func(n int) bool {
		if odd == 0 || !one(n) {
			return false
		}
		odd--
		return true
	}
	var lines []string
	n := 0
	op := func(format string, args ...any) string {
		n++
		lines = append(lines, fmt.Sprintf("%%v%d = ", n)+fmt.Sprintf(format, args...))
		return fmt.Sprintf("%%v%d", n)
	}
	constant := func(c int) string { return op("const %d : i64", c) }
	values := []string{"%i", "%w"}
	for range 1 + r.IntN(4) {
		c := pick("-1", "-2", "-4", "-7", "-8", "-9", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "15", "16", "60", "63", "64")
		switch kind := pick("div", "rem", "and", "andnot", "or", "xor", "shr", "div", "and", "sub", "shl"); kind {
		case "shr", "shl":
			values = append(values, op("%s %%i, %s : i64", kind, op("const %s : u64", pick(strings.TrimPrefix(c, "-"), strings.TrimPrefix(c, "-"), strings.TrimPrefix(c, "-"), "18446744073709551615"))))
		case "div", "rem":
			if c == "0" {
				lines = append(lines, "check.div "+constant(0)) // and what follows is never reached
			}
			fallthrough
		default:
			by := op("const %s : i64", c)
			if oddly(12) {
				by = "%w"
				if kind == "div" || kind == "rem" {
					by = op("or %%w, %s : i64", constant(1))
				}
			}
			x := "%i"
			if oddly(12) {
				x, by = by, "%i"
				if kind == "div" || kind == "rem" {
					by = op("or %%i, %s : i64", constant(1))
				}
			}
			values = append(values, op("%s %s, %s : i64", kind, x, by))
		}
	}
	acc := "%w"
	for _, v := range values {
		acc = op("add %s, %s : i64", op("mul %s, %s : i64", acc, constant(31)), v)
	}
	var conds []string
	for range 1 + r.IntN(2) {
		phase := ""
		switch r.IntN(3) {
		case 0:
			phase = op("and %%i, %s : i64", constant([]int{0, 1, 3, 7, 1, 3, 7, 8, 2, 15, 6}[r.IntN(11)]))
		case 1:
			if one(4) {
				phase = pick("%i", "%w")
				break
			}
			fallthrough
		default:
			phase = op("rem %%i, %s : i64", constant(1+r.IntN(9)))
		}
		to := constant(r.IntN(6) - 1)
		if oddly(6) {
			to = "%w"
		}
		kind := pick("eq", "ne", "lt", "le", "gt", "ge")
		if oddly(6) {
			phase, to = to, phase
		}
		conds = append(conds, op("%s %s, %s : bool", kind, phase, to))
		if one(3) {
			acc = op("add %s, %s : i64", acc, phase)
		}
	}
	for _, c := range conds {
		if one(2) {
			acc = op("select %s, %s, %s : i64", c, acc, pick("%i", "%w"))
			continue
		}
		arm := func() string {
			var in []string
			lines, in = nil, lines
			at := "%i"
			if one(4) {
				lines = append(lines, "check.index %i, %w")
			}
			switch {
			case one(3):
			case one(3):
				at = op("xor %%i, %s : i64", constant(1))
				lines = append(lines, "check.index "+at+", %len")
				fallthrough
			default:
				lines = append(lines, "store %x, "+at+", "+pick(acc, "%i", "%w"))
			}
			if oddly(8) {
				lines = append(lines, pick("for %z, %w <ints=[1]> (%q: i64) {\nstore %x, %q, %i\nyield\n}", "%al = alloca <ints=[4]> : []i64"))
			}
			in, lines = lines, in
			return strings.Join(in, "\n")
		}
		lines = append(lines, "if "+c+" {", arm(), "yield", "} {", arm(), "yield", "}")
	}
	if one(2) {
		lines = append(lines, "store %x, %i, "+acc)
	}
	kind, lo, hi, step := pick("for", "multi"), "%z", "%n", 1
	if oddly(8) {
		lo = pick("%w", "%one")
	}
	if oddly(8) {
		step = 1 + r.IntN(2)
	}
	exit := ""
	if oddly(6) {
		kind = "for"
		exit = "if " + conds[0] + " {\n" + pick("break ^l", "continue ^l", "return") + "\n} {\nyield\n}\n"
	}
	if one(2) {
		lines = append(lines, strings.TrimSuffix(exit, "\n"))
	} else {
		lines = append([]string{}, lines...)
		at := len(lines)
		lines = append(lines[:at:at], strings.TrimSuffix(exit, "\n"), "%vz = add %i, %one : i64", "%ok = lt %vz, %len : bool", "if %ok {\nstore %x, %vz, %w\nyield\n} {\nyield\n}")
		if kind == "multi" {
			lines = lines[:at]
		}
	}
	body := strings.Join(lines, "\n")
	head := "func @f(%x: []i64, %n: i64, %w: i64, %b: bool) -> () {\n%z = const 0 : i64\n%one = const 1 : i64\n%len = len %x : i64\n"
	switch {
	case kind == "multi" && oddly(10):
		return head + "%two = const 2 : i64\nmulti %n, %two (%i: i64, %j: i64) {\n" + body + "\nyield\n}\nreturn\n}\n"
	case kind == "multi":
		return head + "multi %n (%i: i64) {\n" + body + "\nyield\n}\nreturn\n}\n"
	case oddly(8):
		return head + fmt.Sprintf("%%s = for ^l %s, %s, %%w <ints=[%d]> : i64 (%%i: i64, %%w1: i64) {\n", lo, hi, step) + strings.ReplaceAll(strings.ReplaceAll(body, "break ^l", "break ^l %w"), "continue ^l", "continue ^l %w") +
			"\nyield %i\n}\nstore %x, %z, %s\nreturn\n}\n"
	}
	return head + fmt.Sprintf("for ^l %s, %s <ints=[%d]> (%%i: i64) {\n", lo, hi, step) + body + "\nyield\n}\nreturn\n}\n"
}

func isMulti(o *ir.Op) bool { return o.Kind == ir.OpMulti }

// TestPeriodsMean compares what such loops store, and how they fail, before and after.
func TestPeriodsMean(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	m := &meaning{
		pass: func(f *ir.Func) bool {
			parallel := f.Body.Contains(isMulti)
			changed := opt.Periods(f)
			if now := f.Body.Contains(isMulti); now != parallel {
				t.Errorf("parallel is %v, was %v:\n%s", now, parallel, f)
			}
			return changed
		},
		signature: reflect.TypeFor[func([]int, int, int, bool)](),
		arguments: func(r *rand.Rand) []any { return []any{make([]int, 24), r.IntN(25) - 2, r.IntN(24) - 3, true} },
		inputs:    4,
	}
	for range 2500 {
		m.check(t, periodicLoop(r), r)
	}
	m.enough(t, 500, 1000)
}

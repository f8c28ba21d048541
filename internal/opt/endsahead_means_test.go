package opt_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/opt"
)

// endingLoop draws a loop that stores, and may be left before its end: by a break or a return, under conditions on what it loads, in branches or not, with checks
// that fail now and then; and loops of which what is stored decides about the end, or that carry what is not known ahead.
func endingLoop(r *rand.Rand) string {
	one := func(n int) bool { return r.IntN(n) == 0 }
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	n := 0
	exit := func() string {
		n++
		return pick(fmt.Sprintf("%%s%d = add %%i, %%m : i64\nreturn %%s%d, %%v", n, n), "break ^f %m, %i", "break ^b %i, %v", "store %y, %z, %b\nreturn %m, %v")
	}
	leave := func(c string) string {
		arms := []string{exit(), "yield"}
		if one(2) {
			arms[0], arms[1] = arms[1], arms[0]
		}
		return "if " + c + " {\n" + arms[0] + "\n} {\n" + arms[1] + "\n}\n"
	}
	place := pick("%i", "%i", "%j", "%d")
	body := "%d = mul %i, %2 : i64\n%j = " + pick("add %i, %3", "sub %i, %3", "shl %i, %u1", "add %d, %one") + " : i64\n"
	body += "check.index " + place + ", %lx\n%v = load %x, " + place + " : f64\n"
	if one(3) {
		body += "check.index %i, %ly\n%w = load %y, %i : f64\n"
	} else {
		body += "check.index %i, %lx\n%w = load %x, %i : f64\n"
	}
	at := pick("%i", "%i", "%i", "%z")
	for range 1 + r.IntN(2) {
		n++
		c := fmt.Sprintf("%%c%d", n)
		body += c + " = " + pick("lt %v, %b", "eq %w, %b", "ne %v, %v", "lt %v, %b") + " : bool\n"
		switch r.IntN(5) {
		case 0: // in a branch
			n++
			g := fmt.Sprintf("%%g%d", n)
			body += g + " = lt %w, %five : bool\nif " + g + " {\n" + leave(c) + "yield\n} {\n" + pick("", "check.index %i, %ly\nstore %y, %i, %v\n", "check.index %k, %ly\n") + "yield\n}\n"
		case 1: // with what goes on, which comes of the arm
			out := exit()
			n++
			body += fmt.Sprintf("%%h%d = if %s : f64 {\n%s\n} {\n%%p%d = add %%v, %%w : f64\nyield %%p%d\n}\n", n, c, out, n, n)
			body += fmt.Sprintf("check.index %s, %%ly\nstore %%y, %s, %%h%d\n", at, at, n)
		case 2: // one result asked for by a condition, one not
			n++
			e := fmt.Sprintf("%%e%d", n)
			body += fmt.Sprintf("%%f%d, %%g%d = if %s : f64, f64 {\nyield %%v, %%w\n} {\nyield %%b, %%v\n}\n%s = lt %%f%d, %%b : bool\n", n, n, c, e, n) + leave(e)
		default:
			body += leave(c)
		}
	}
	switch r.IntN(8) {
	case 0:
		body += "%t = conv %w : i64\ncheck.index %t, %ly\nstore %y, %t, %v\n"
	case 1:
		body += "check.div %k\n"
	}
	body += "%sum = add %v, %w : f64\n"
	if one(4) {
		body += "%late = gt %w, %five : bool\n" + leave("%late")
	}
	body += "check.index %i, %ly\nstore %y, %i, %sum\n"
	if one(6) {
		body += "store %x, %i, %v\n"
	}
	next := pick("%up", "%up", "%m", "%down", "%of")
	if one(10) {
		next = "%i"
	}
	body += "%up = add %m, %one : i64\n%down = sub %m, %3 : i64\n%of = add %d, %3 : i64\nyield " + next + ", " + pick("%s", "%s", "%d", "%i") + "\n"
	lo := pick("%z", "%lo", "%one")
	return "func @f(%x: []f64, %y: []f64, %lo: i64, %k: i64, %n: i64, %b: f64) -> (i64, f64) {\n%z = const 0 : i64\n%one = const 1 : i64\n%2 = const 2 : i64\n%3 = const 3 : i64\n%u1 = const 1 : u64\n%five = const 5 : f64\n" +
		"%lx = len %x : i64\n%ly = len %y : i64\n" +
		"%r, %r2 = block ^b : i64, f64 {\n%q, %q2 = for ^f " + lo + ", %n, %k, %k <ints=[1]> : i64, i64 (%i: i64, %m: i64, %s: i64) {\n" + body + "}\n%q3 = add %q, %q2 : i64\nyield %q3, %b\n}\nreturn %r, %r2\n}\n"
}

// TestEndsAheadMeans compares what such loops give and store, and which check fails, before and after the end is looked for ahead.
func TestEndsAheadMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 92))
	m := &meaning{
		pass:      opt.EndsAhead,
		signature: reflect.TypeFor[func(x, y []float64, lo, k, n int64, b float64) (int64, float64)](),
		inputs:    8,
		arguments: func(r *rand.Rand) []any {
			x, y := make([]float64, []int{1400, 1400, 700, 330}[r.IntN(4)]), make([]float64, []int{700, 700, 400, 340}[r.IntN(4)])
			for i := range x {
				x[i] = 3
			}
			for i := range y {
				y[i] = 4
			}
			for range r.IntN(3) {
				x[r.IntN(len(x))], y[r.IntN(len(y))] = float64(r.IntN(9)), float64(r.IntN(9))
			}
			switch r.IntN(8) {
			case 0:
				y = x
			case 1:
				y = x[r.IntN(8):]
			}
			lo := []int64{0, 0, 1, 3, int64(r.IntN(700)), -2, 1 << 62}[r.IntN(7)]
			n := []int64{330, 500, 700, 700, 64, int64(r.IntN(900)), -1}[r.IntN(7)]
			return []any{x, y, lo, int64(r.IntN(9)), n, float64(r.IntN(4))}
		},
	}
	for range 1500 {
		m.check(t, endingLoop(r), r)
	}
	m.enough(t, 400, 1000)
}

package opt_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/opt"
)

// searchLoop draws a kernel's loop that ends early: by a return or a break, under conditions on what it loads, with checks that may fail before that; and loops that only look
// like that: they store, or carry what does not count.
func searchLoop(r *rand.Rand) string {
	one := func(n int) bool { return r.IntN(n) == 0 }
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	n := 0
	exit := func() string {
		n++
		return pick(fmt.Sprintf("%%s%d = add %%i, %%k : i64\nreturn %%s%d, %%v", n, n), "break ^f %m, %b", "break ^b %i, %v", "store %y, %z, %v\nreturn %m, %b")
	}
	body := "%v = load %x, %i : f64\n"
	if one(2) {
		body = pick("check.index %i, %len\n", "%c0 = lt %i, %k : bool\nif %c0 {\nyield\n} {\nbreak ^f %m, %v0\n}\n", "%j = add %i, %k : i64\ncheck.index %j, %len\n%w = load %y, %j : f64\n") + body
		body = strings.Replace(body, "%v0", "%b", 1)
	}
	if one(4) {
		body += "%t = conv %v : i64\ncheck.index %t, %len\n%u = load %y, %t : f64\n"
	} else {
		body += "%u = load %y, %i : f64\n"
	}
	if one(8) {
		body += pick("store %y, %i, %b\n", "check.div %k\n", "check.div %m\n")
	}
	for range 1 + r.IntN(2) {
		n++
		c := fmt.Sprintf("%%e%d", n)
		body += c + " = " + pick("eq %v, %b", "lt %b, %u", "gt %v, %u", "ne %u, %b") + " : bool\n"
		arms := []string{exit(), "yield"}
		if one(4) {
			n++
			arms[0] = fmt.Sprintf("%%d%d = lt %%u, %%v : bool\nif %%d%d {\n%s\n} {\nyield\n}\nyield", n, n, exit())
		}
		if one(2) {
			arms[0], arms[1] = arms[1], arms[0]
		}
		body += "if " + c + " {\n" + arms[0] + "\n} {\n" + arms[1] + "\n}\n"
	}
	step := pick("1", "1", "1", "2", "-1", "3", "-2")
	lo, hi := "%lo", "%n"
	if step[0] == '-' {
		lo, hi = hi, lo
	}
	next := pick("%up", "%up", "%m", "%down")
	if one(10) {
		next = "%i"
	}
	body += "%up = add %m, %one : i64\n%down = sub %m, %3 : i64\nyield " + next + ", " + pick("%s", "%s", "%s", "%s", "%v") + "\n"
	return "func @f(%x: []f64, %y: []f64, %lo: i64, %k: i64, %n: i64, %b: f64) -> (i64, f64) kernel=single {\n%z = const 0 : i64\n%one = const 1 : i64\n%3 = const 3 : i64\n%len = len %y : i64\n" +
		"%r, %r2 = block ^b : i64, f64 {\n%q, %q2 = for ^f " + lo + ", " + hi + ", %z, %b <ints=[" + step + "]> : i64, f64 (%i: i64, %m: i64, %s: f64) {\n" + body + "}\n%q3 = add %q, %one : i64\nyield %q3, %q2\n}\nreturn %r, %r2\n}\n"
}

// TestSearchMeans compares what such loops give and store, and which check fails, before and after.
func TestSearchMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(73, 74))
	m := &meaning{
		pass:      opt.Search,
		signature: reflect.TypeFor[func(x, y []float64, lo, k, n int64, b float64) (int64, float64)](),
		inputs:    6,
		arguments: func(r *rand.Rand) []any {
			x, y := make([]float64, 300), make([]float64, []int{300, 300, 290, 200, 70}[r.IntN(5)])
			for i := range x {
				x[i] = 3
			}
			for i := range y {
				y[i] = 3
			}
			for range r.IntN(4) {
				x[r.IntN(len(x))], y[r.IntN(len(y))] = float64(r.IntN(5)), float64(r.IntN(80))
			}
			return []any{x, y, int64(r.IntN(30)), int64(r.IntN(4)), int64([]int{r.IntN(8), 63, 64, 65, 200, 290, 300}[r.IntN(7)]), float64(3 + r.IntN(2))}
		},
	}
	for range 600 {
		m.check(t, searchLoop(r), r)
	}
	m.enough(t, 150, 300)
}

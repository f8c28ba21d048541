package opt_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/opt"
)

// siftedLoop draws a kernel's loop that does something under a condition and nothing else: it stores at the place that it carries, or at the index, under checks, takes sums
// and last values; and loops that only look like that: the condition depends on what the loop does, something happens otherwise, too, or behind it.
func siftedLoop(r *rand.Rand) string {
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
	ahead := "%v = load " + pick("%x", "%x", "%x", "%y") + ", %i : f64\n%u = load %w, %i : f64\n"
	cond := pick("lt %b, %v", "gt %v, %u", "le %u, %b", "ne %v, %b")
	switch {
	case oddly(6):
		cond = pick("lt %m, %k", "lt %s, %v")
	case oddly(6):
		ahead += "%a = and %m, %7 : i64\n%q = load %x, %a : f64\n"
		cond = "lt %q, %b"
	case one(4):
		ahead += "%a = and %i, %7 : i64\n%q = load " + pick("%x", "%y", "%w") + ", %a : f64\n"
		cond = "lt %q, %v"
	case one(4):
		ahead += "%q = add %m, %one : i64\n"
	}
	ahead += "%c = " + cond + " : bool\n"
	if one(4) {
		ahead = strings.Replace(ahead, "%c =", "%c0 =", 1) + "%d0 = lt %i, %k : bool\n%c = " + pick("and", "or") + " %c0, %d0 : bool\n"
	}
	if oddly(8) {
		ahead += pick("check.index %i, %k\n", "store %w, %i, %b\n", "%e = if %c : f64 {\nyield %u\n} {\nyield %v\n}\n")
	}
	values := pick("%v", "%u", "%b", "%s")
	does := ""
	if one(3) {
		does += "check.index %m, " + pick("%len", "%k") + "\n"
	} else {
		does += "check.index %m, %len\n"
	}
	does += "store " + pick("%y", "%y", "%y", "%w", "%x") + ", %m, " + values + "\n"
	if one(4) {
		does += "%g = load %y, %m : f64\nstore %y, %i, %g\n"
	}
	if one(4) {
		does += "%h = lt %u, %v : bool\nif %h {\nstore %y, %i, %u\nyield\n} {\nyield\n}\n"
	}
	if one(6) {
		does += "%bl = block ^b : f64 {\n%h1 = lt %u, %v : bool\nif %h1 {\nbreak ^b %u\n} {\nyield\n}\nyield %v\n}\nstore %y, %m, %bl\n"
	}
	if oddly(8) {
		does += pick("for %z, %k <ints=[1]> (%j: i64) {\nstore %y, %i, %b\nyield\n}\n", "%h2 = lt %u, %b : bool\nif %h2 {\nbreak ^f %m, %s\n} {\nyield\n}\n", "%h2 = lt %u, %b : bool\nif %h2 {\ncontinue ^f %m, %s\n} {\nyield\n}\n")
	}
	does += "%up = add %m, %one : i64\n%t = " + pick("add %s, %v", "sub %v, %s", "max %s, %u") + " : f64\n"
	first, second := "%up", pick("%t", "%t", "%s")
	kept := []string{"%m", "%s"}
	if oddly(8) {
		kept[r.IntN(2)] = ""
	}
	otherwise := ""
	if kept[0] == "" {
		kept[0] = pick("%i", "%k")
	}
	if kept[1] == "" {
		kept[1] = pick("%v", "%b")
	}
	switch {
	case oddly(8):
		otherwise = pick("store %y, %i, %b\n", "check.index %i, %k\n")
	case one(6):
		otherwise = "%five = const 5 : i64\n"
	}
	yields, types := []string{first, second}, []string{"i64", "f64"}
	next := []string{"%n0", "%n1"}
	if one(4) { // one is not carried through the branch
		yields, kept, types = yields[:1], kept[:1], types[:1]
		next[1] = "%s"
		if oddly(3) {
			next[1] = "%v"
		}
	}
	arms := []string{does + "yield " + strings.Join(yields, ", ") + "\n", otherwise + "yield " + strings.Join(kept, ", ") + "\n"}
	if one(3) {
		arms[0], arms[1] = arms[1], arms[0]
	}
	results := next[:len(yields)]
	body := ahead + strings.Join(results, ", ") + " = if %c : " + strings.Join(types, ", ") + " {\n" + arms[0] + "} {\n" + arms[1] + "}\n"
	switch {
	case oddly(10):
		body += pick("store %y, %i, %b\n", "%o = add %n0, %one : i64\n", "if %c {\nyield\n} {\nyield\n}\n")
	case one(8):
		body += "%six = const 6 : i64\n"
	}
	if oddly(12) {
		next[0] = "%i"
	}
	step, lo, hi := 1, "%z", "%n"
	if oddly(10) {
		step = 2
	}
	if one(4) {
		lo = "%k"
	}
	return "func @f(%x: []f64, %y: []f64, %w: []f64, %k: i64, %n: i64, %b: f64) -> (i64, f64) kernel=single {\n%z = const 0 : i64\n%one = const 1 : i64\n%7 = const 7 : i64\n%len = len %y : i64\n" +
		fmt.Sprintf("%%r, %%r2 = for ^f %s, %s, %%z, %%b <ints=[%d]> : i64, f64 (%%i: i64, %%m: i64, %%s: f64) {\n", lo, hi, step) + body + "yield " + strings.Join(next, ", ") + "\n}\nreturn %r, %r2\n}\n"
}

// TestSiftMeans compares what such loops give and store, and which check fails, before and after.
func TestSiftMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 72))
	m := &meaning{
		pass:      opt.Sift,
		signature: reflect.TypeFor[func(x, y, w []float64, k, n int64, b float64) (int64, float64)](),
		inputs:    4,
		arguments: func(r *rand.Rand) []any {
			all := make([]float64, 400)
			high := 1 + r.IntN(12) // how often the condition holds
			for i := range all {
				all[i] = float64(r.IntN(high + 2))
			}
			x, y, w := all[:130:130], all[130:260:260], all[260:390:390]
			switch r.IntN(6) {
			case 0:
				y = all[r.IntN(4):][:130:130]
			case 1:
				w = all[130+r.IntN(4):][:130:130]
			case 2:
				w = all[:130:130]
			}
			return []any{x, y, w, int64(r.IntN(130)), int64([]int{r.IntN(8), 63, 64, 65, 96, 127, 128}[r.IntN(7)]), float64(r.IntN(3))}
		},
	}
	for range 600 {
		m.check(t, siftedLoop(r), r)
	}
	m.enough(t, 150, 300)
}

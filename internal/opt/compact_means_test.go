package opt_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
)

// compactedLoop draws a kernel's loop that closes up what it keeps: by one counter or two, of one arm or both, with stores at the counters or a way behind; and
// loops that only look like that: the condition, or what is stored, depends on a counter or on what was stored, or a counter does not count.
func compactedLoop(r *rand.Rand) string {
	one := func(n int) bool { return r.IntN(n) == 0 }
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	odd := r.IntN(3) / 2
	oddly := func(n int) bool {
		if odd == 0 || !one(n) {
			return false
		}
		odd--
		return true
	}
	ahead := "%v = load " + pick("%x", "%x", "%x", "%y") + ", %i : f64\n"
	if one(4) {
		ahead = "%iz = add %i, " + pick("%k", "%z", "%one") + " : i64\ncheck.index %iz, %len\n%v = load %x, %iz : f64\n"
		ahead = strings.Replace(ahead, "check.index %iz, %len\n", "", 1)
	}
	if one(5) {
		ahead += "%iy = add %i, " + pick("%k", "%one", "%p") + " : i64\ncheck.index " + pick("%iy", "%i") + ", " + pick("%all", "%len") + "\n"
	}
	ahead += "%u = load " + pick("%w", "%w", "%x") + ", %i : f64\n"
	cond := pick("lt %b, %v", "gt %v, %u", "le %u, %b", "ne %v, %b")
	switch {
	case oddly(6):
		cond = pick("lt %m, %k", "lt %s, %m")
	case oddly(6):
		ahead += "%a = and %m, %7 : i64\n%q = load %x, %a : f64\n"
		cond = "lt %q, %b"
	case one(4):
		ahead += "%a = and %i, %7 : i64\n%q = load " + pick("%x", "%y", "%w") + ", %a : f64\n"
		cond = "lt %q, %v"
	}
	often := 4
	if one(3) {
		often = 2
	}
	for one(often) { // stored anyway
		at := pick("%m", "%s", fmt.Sprintf("%%m%d", len(ahead)))
		ahead += strings.ReplaceAll("%m0 = add %m, "+pick("%k", "%one")+" : i64\n", "%m0", fmt.Sprintf("%%m%d", len(ahead))) + "check.index " + at + ", %len\nstore " + pick("%y", "%y", "%w", "%x") + ", " + at + ", " + pick("%v", "%u") + "\n"
	}
	ahead += "%c = " + cond + " : bool\n"
	values := func() string { return pick("%v", "%u", "%b", "%v") }
	arms, next := [2][2]string{}, [2][2]string{{"%m", "%s"}, {"%m", "%s"}}
	number := 0
	name := func() string { number++; return fmt.Sprintf("%%t%d", number) }
	firstArm := r.IntN(2)
	for k, c := range []string{"%m", "%s"} {
		arm := firstArm ^ r.IntN(2)
		stores := 1
		if k == 1 {
			stores = r.IntN(3)
		}
		text := ""
		for range stores {
			at := c
			switch {
			case one(8):
				at = name()
				text += at + "k = add " + pick(c, c, "%i") + ", %k : i64\n" + at + " = " + pick("add", "add", "add", "sub", "mul") + " " + at + "k, %one : i64\n"
			case one(4):
				at = name()
				text += at + " = add " + pick(c+", %k", "%k, "+c, c+", %one") + " : i64\n"
			case oddly(8):
				at = pick("%i", "%k", "%m")
			}
			limit := pick("%len", "%len", "%len", "%k")
			if one(4) { // leaves where there is no room
				text += leavesFull(name(), at, limit, pick)
			}
			text += "check.index " + at + ", " + limit + "\n"
			v := values()
			if one(6) {
				text += "check.index %i, %all\n"
			}
			switch {
			case one(5):
				v = name()
				text += v + " = " + pick("add %v, %u", "div %v, %u", "max %u, %b") + " : f64\n"
			case one(5):
				v = name()
				e := name()
				text += e + " = and %i, %7 : i64\n" + v + " = load " + pick("%x", "%w") + ", " + e + " : f64\n"
			case one(5):
				v = name()
				text += v + " = load " + pick("%x", "%y") + ", %i : f64\n"
			case one(6):
				v = name()
				e := name()
				text += e + " = lt %u, %v : bool\n" + v + " = if " + e + " : f64 {\nyield %u\n} {\nyield %b\n}\n"
			case oddly(8):
				v = name()
				text += v + " = conv " + c + " : f64\n"
			}
			text += "store " + pick("%y", "%y", "%y", "%w", "%x") + ", " + at + ", " + v + "\n"
		}
		up := name()
		step := "%one"
		if oddly(8) {
			step = pick("%k", "%7", "%z")
		}
		text += up + " = add " + c + ", " + step + " : i64\n"
		next[arm][k] = up
		if oddly(10) {
			next[1-arm][k] = pick("%i", "%k")
		}
		if oddly(10) {
			text += pick("check.index %i, %k\n", "store %y, %i, %b\n", "%e9 = lt %u, %b : bool\nif %e9 {\nbreak ^f %m, %s\n} {\nyield\n}\n")
		}
		arms[k][arm] += text
	}
	body := ahead
	both := func(k int) string { return arms[0][k] + arms[1][k] + "yield " + next[k][0] + ", " + next[k][1] + "\n" }
	switch layout := r.IntN(6); layout {
	case 2: // one inside another
		inner := "%d = " + pick("lt %u, %v", "gt %b, %u") + " : bool\n%in0, %in1 = if %d : i64, i64 {\n" + both(0) + "} {\n" + both(1) + "}\nyield %in0, %in1\n"
		sides := [2]string{inner, pick("yield %m, %s\n", "%tw = load %w, %i : f64\nyield %m, %s\n")}
		side := r.IntN(2)
		body += "%n0, %n1 = if %c : i64, i64 {\n" + sides[side] + "} {\n" + sides[1-side] + "}\n"
	case 0, 1: // two branches, one behind the other or inside it
		first := r.IntN(2)
		cond := "%d = " + pick("lt %u, %v", "gt %b, %u", "ne %u, %b") + " : bool\n"
		switch {
		case one(4):
			cond = "%dv = load " + pick("%w", "%x", "%y") + ", %i : f64\n%d = lt %dv, %b : bool\n"
		case oddly(8):
			cond = "%d = lt " + pick("%m", "%s") + ", %k : bool\n"
		case layout == 0 && oddly(8):
			cond = fmt.Sprintf("%%d = lt %%n%d, %%k : bool\n", first)
		}
		body += behindOrInside(arms, next, first, layout == 1, r.IntN(2), cond)
	default:
		body += "%n0, %n1 = if %c : i64, i64 {\n" + both(0) + "} {\n" + both(1) + "}\n"
	}
	if one(8) { // no branch, and what counts is selected
		body = ahead
		for k, c := range []string{"%m", "%s"} {
			body += "check.index " + c + ", %len\nstore " + pick("%y", "%w") + ", " + c + ", " + pick("%v", "%u", "%b") + "\n"
			terms := pick("%one, %z", "%one, %z", "%z, %one", "%one, %7", "%z, %z")
			body += fmt.Sprintf("%%up%[1]d = select %%c, %[2]s : i64\n%%n%[1]d = add %[3]s : i64\n", k, terms, pick(c+fmt.Sprintf(", %%up%d", k), fmt.Sprintf("%%up%d, ", k)+c))
			if one(3) {
				body = strings.Replace(body, fmt.Sprintf("%%n%d = add %s, ", k, c), fmt.Sprintf("%%n%d = sub %s, ", k, c), 1)
			}
		}
	}
	if oddly(10) {
		body += pick("store %y, %i, %b\n", "check.index %i, %k\n")
	}
	step, lo, hi := 1, "%z", "%n"
	if oddly(10) {
		step = 2
	}
	if one(4) {
		lo = "%k"
	}
	if one(6) { // what is known is inside, too
		body = "%one1 = const 1 : i64\n%forty = const 40 : i64\n" + strings.ReplaceAll(strings.ReplaceAll(body, ", %one :", ", %one1 :"), "%m, %len", "%m, %forty")
	}
	params, begin := "%m: i64, %s: i64", [2]string{pick("%z", "%z", "%k"), pick("%z", "%p", "%p")}
	body += "yield %n0, %n1\n"
	for k, c := range []string{"%m", "%s"} {
		if one(8) {
			body = countedDown(r, body, c)
			params, begin[k] = strings.Replace(params, c+":", c+"d:", 1), pick("%len", "%len", "%p", "%k")
		}
	}
	return "func @f(%x: []f64, %y: []f64, %w: []f64, %k: i64, %p: i64, %room: i64, %n: i64, %b: f64) -> (i64, i64) kernel=single {\n%least = const -9223372036854775808 : i64\n%minus = const -1 : i64\n%z = const 0 : i64\n%one = const 1 : i64\n%7 = const 7 : i64\n%all = len %y : i64\n%len = min %all, %room : i64\n" +
		fmt.Sprintf("%%r, %%r2 = for ^f %s, %s, %s, %s <ints=[%d]> : i64, i64 (%%i: i64, %s) {\n", lo, hi, begin[0], begin[1], step, params) + body + "}\nreturn %r, %r2\n}\n"
}

// countedDown has what a counter still has left carried in its place.
func countedDown(r *rand.Rand, body, c string) string {
	lines := strings.SplitAfter(body, "\n")
	out := c + " = sub " + []string{"%len", "%len", "%all", "%k", "%one"}[r.IntN(5)] + ", " + c + "d : i64\n"
	for _, line := range lines {
		switch {
		case strings.HasPrefix(line, "yield") || strings.Contains(line, "break ^f"):
			line = regexp.MustCompile(c+`\b`).ReplaceAllString(line, c+"d")
		case strings.Contains(line, " = add "+c+", %one : i64") && !strings.Contains(line, "n = ") && r.IntN(12) > 0:
			line = strings.Replace(line, "add "+c+", %one ", "add "+c+"d, %minus ", 1)
		case strings.HasPrefix(line, "check.index "+c+", ") && r.IntN(2) == 0:
			line = "check.index " + []string{"%z", "%z", "%7", "%i", "%least"}[r.IntN(5)] + ", " + c + "d\n"
		}
		out += line
	}
	return out
}

// leavesFull leaves the loop unless at < limit, or nearly so, with names that begin with v.
func leavesFull(v, at, limit string, pick func(...string) string) string {
	stay, leave := "yield\n", v+"7 = const 7 : i64\n"+v+"8 = add %m, "+v+"7 : i64\n"+pick("return "+v+"8, %s\n", "return %i, %m\n", "break ^f %m, %s\n")
	cond := pick("lt "+at+", "+limit, "gt "+limit+", "+at, "le "+v+"n, "+limit, "ge "+limit+", "+v+"n", "le "+at+", "+limit, "ne "+at+", "+limit, "lt "+v+"n, "+limit)
	if pick("", "", "not") != "" {
		cond, stay, leave = pick("ge "+at+", "+limit, "gt "+v+"n, "+limit, "lt "+limit+", "+v+"n", "gt "+at+", "+limit), leave, stay
	}
	return v + "n = add " + at + ", %one : i64\n" + v + "f = " + cond + " : bool\nif " + v + "f {\n" + stay + "} {\n" + leave + "}\n"
}

// behindOrInside are two branches, each for one counter: the first on %c, the other on %d, behind the first or in a side of it.
func behindOrInside(arms, next [2][2]string, first int, inside bool, side int, cond string) string {
	second := 1 - first
	one := func(result, on string, k int) string {
		return fmt.Sprintf("%s = if %s : i64 {\n%syield %s\n} {\n%syield %s\n}\n", result, on, arms[k][0], next[0][k], arms[k][1], next[1][k])
	}
	if !inside {
		return one(fmt.Sprint("%n", first), "%c", first) + cond + one(fmt.Sprint("%n", second), "%d", second)
	}
	text := "%n0, %n1 = if %c : i64, i64 {\n"
	for k := range 2 {
		give := [2]string{"%m", "%s"}
		text += arms[first][k]
		if give[first] = next[k][first]; k == side {
			text += cond + one("%in", "%d", second)
			give[second] = "%in"
		}
		text += "yield " + give[0] + ", " + give[1] + "\n}"
		if k == 0 {
			text += " {\n"
		}
	}
	return text + "\n"
}

// TestCompactMeans compares what such loops give and store, and which check fails, before and after.
func TestCompactMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(81, 82))
	m := &meaning{
		pass:      opt.Compact,
		signature: reflect.TypeFor[func(x, y, w []float64, k, p, room, n int64, b float64) (int64, int64)](),
		inputs:    6,
		arguments: func(r *rand.Rand) []any {
			all := make([]float64, 600)
			high := 1 + r.IntN(12) // how often the condition holds
			for i := range all {
				all[i] = float64(r.IntN(high+2)) + float64(i)/1024
			}
			x, y, w := all[:150:150], all[150:300:300], all[300:450:450]
			switch r.IntN(8) {
			case 0:
				y = all[r.IntN(4):][:150:150]
			case 1:
				w = all[150+[]int{r.IntN(4), r.IntN(100)}[r.IntN(2)]:][:150:150]
			case 2:
				w = all[:150:150]
			case 3:
				y = x
			case 5:
				y, w = x, x
			}
			room := int64([]int{1000, 1000, r.IntN(150)}[r.IntN(3)])
			return []any{x, y, w, int64([]int{0, 1, 2, r.IntN(20), -1}[r.IntN(5)]), int64(r.IntN(140)), room, int64([]int{r.IntN(8), 63, 64, 96, 127, 128}[r.IntN(6)]), float64(r.IntN(3))}
		},
	}
	down := 0
	for range 3000 {
		if text := compactedLoop(r); m.check(t, text, r) && strings.Contains(text, "%minus :") {
			down++
		}
	}
	m.enough(t, 400, 800)
	if down < 40 {
		t.Errorf("only %d of these count down", down)
	}
}

// TestCompactLeaves: loops that look like compactions, and where something else would be in memory, or be given, than what they store and give.
func TestCompactLeaves(t *testing.T) {
	const load, cond, up = "%v = load %x, %i : f64\n", "%c = lt %b, %v : bool\n", "%u1 = add %m, %one : i64\n"
	// kept is a loop in which m counts under the condition: does is what is done then, before what goes ahead.
	kept := func(before, does, other string) string {
		return load + cond + before + "%n0, %n1 = if %c : i64, i64 {\n" + does + up + "%u2 = add %s, %one : i64\nyield %u1, %u2\n} {\n" + other + "yield %m, %s\n}\nyield %n0, %n1\n"
	}
	arms := func(first, second string) string {
		return load + cond + "%n0, %n1 = if %c : i64, i64 {\ncheck.index %m, %k\nstore %y, %m, %v\n" + up + "%u2 = add %s, %one : i64\nyield " + first +
			"\n} {\n%u3 = add %m, %one : i64\n%u4 = add %s, %7 : i64\nyield " + second + "\n}\nyield %n0, %n1\n"
	}
	for name, body := range map[string]string{
		"nothing odd": kept("%h = add %i, %one : i64\n%u = load %x, %h : f64\n", "check.index %m, %k\nstore %x, %m, %u\n", ""),
		"another's check fails behind what is stored anyway": load + "check.index %s, %k\nstore %w, %s, %v\ncheck.index %m, %k\nstore %y, %m, %v\n" + cond +
			"%n0, %n1 = if %c : i64, i64 {\n" + up + "yield %u1, %s\n} {\n%u2 = add %s, %one : i64\nyield %m, %u2\n}\nyield %n0, %n1\n",
		"a load behind the store":                       kept("", "check.index %m, %k\nstore %x, %m, %b\n%u = load %x, %i : f64\ncheck.index %s, %k\nstore %y, %s, %u\n", ""),
		"a load behind the index":                       kept("%h = add %m, %one : i64\n%u = load %x, %h : f64\n", "check.index %m, %k\nstore %y, %m, %u\n", ""),
		"a load at the counter":                         kept("", "%u = load %x, %m : f64\ncheck.index %m, %k\nstore %y, %m, %u\n", ""),
		"a load in larger steps":                        kept("%h = add %i, %i : i64\n%u = load %x, %h : f64\n", "check.index %m, %k\nstore %x, %m, %u\n", ""),
		"a load at one place":                           kept("%u = load %x, %k : f64\n", "check.index %m, %k\nstore %x, %m, %u\n", ""),
		"the counter is stored":                         kept("", "check.index %m, %k\nstore %o, %m, %m\n", ""),
		"what it will be is stored":                     kept("", "check.index %m, %k\n%h = add %m, %one : i64\nstore %o, %m, %h\n", ""),
		"bools are stored":                              kept("", "check.index %m, %k\nstore %q, %m, %c\n", ""),
		"the branch gives something else":               load + cond + "%n0, %n1, %e = if %c : i64, i64, f64 {\ncheck.index %m, %k\nstore %y, %m, %v\n" + up + "%u2 = add %s, %one : i64\nyield %u1, %u2, %v\n} {\nyield %m, %s, %b\n}\n%h = add %e, %v : f64\nyield %n0, %n1\n",
		"one counts always":                             load + cond + up + "%n1 = if %c : i64 {\ncheck.index %s, %k\nstore %y, %s, %v\n%u2 = add %s, %one : i64\nyield %u2\n} {\nyield %s\n}\nyield %u1, %n1\n",
		"counted under two conditions":                  load + cond + "%d = lt %v, %b : bool\n%n0, %n1 = if %c : i64, i64 {\ncheck.index %m, %k\nstore %y, %m, %v\n" + up + "%u2 = add %s, %one : i64\nyield %u1, %u2\n} {\nyield %m, %s\n}\n%n2 = if %d : i64 {\nyield %n1\n} {\nyield %s\n}\nyield %n0, %n2\n",
		"counted in a block":                            load + "%n0, %n1 = block : i64, i64 {\ncheck.index %m, %k\nstore %y, %m, %v\n" + up + "%u2 = add %s, %one : i64\nyield %u1, %u2\n}\nyield %n0, %n1\n",
		"nothing is stored":                             kept("", "check.index %m, %k\n", ""),
		"stored at the index":                           kept("", "check.index %i, %k\nstore %y, %i, %v\n", ""),
		"stored where it is not kept":                   kept("", "check.index %m, %k\nstore %y, %m, %v\n", "check.index %m, %k\nstore %w, %m, %v\n"),
		"checked where it is not kept":                  kept("", "check.index %m, %k\nstore %y, %m, %v\n", "check.index %m, %k\n"),
		"a bound that varies":                           kept("%h = add %i, %k : i64\n", "check.index %m, %h\nstore %y, %m, %v\n", ""),
		"an index's bound that varies":                  kept("%h = and %i, %k : i64\ncheck.index %i, %h\n", "check.index %m, %k\nstore %y, %m, %v\n", ""),
		"a check of what is loaded":                     kept("%h = load %o, %i : i64\ncheck.index %h, %k\n", "check.index %m, %k\nstore %y, %m, %v\n", ""),
		"a distance that varies":                        kept("", "%h = add %m, %i : i64\ncheck.index %h, %k\nstore %y, %h, %v\n", ""),
		"a distance of two counters":                    kept("", "%h = add %m, %s : i64\ncheck.index %h, %k\nstore %y, %h, %v\n", ""),
		"twice the counter":                             kept("", "%h = add %m, %m : i64\ncheck.index %h, %k\nstore %y, %h, %v\n", ""),
		"a store behind the branch":                     strings.Replace(kept("", "check.index %m, %k\nstore %y, %m, %v\n", ""), "yield %n0, %n1", "store %y, %i, %v\nyield %n0, %n1", 1),
		"a sum besides":                                 strings.Replace(kept("", "check.index %m, %k\nstore %y, %m, %v\n", ""), "yield %n0, %n1", "yield %n0, %i", 1),
		"the same as before":                            strings.Replace(kept("", "check.index %m, %k\nstore %y, %m, %v\n", ""), "yield %n0, %n1", "yield %n0, %s", 1),
		"exchanged":                                     strings.Replace(kept("", "check.index %m, %k\nstore %y, %m, %v\n", ""), "yield %n0, %n1", "yield %n1, %n0", 1),
		"given twice":                                   strings.Replace(kept("", "check.index %m, %k\nstore %y, %m, %v\n", ""), "yield %n0, %n1", "yield %n0, %n0", 1),
		"both arms count":                               arms("%u1, %u2", "%u3, %s"),
		"both arms count, and the other stores":         load + cond + "%n0, %n1 = if %c : i64, i64 {\n" + up + "yield %u1, %s\n} {\ncheck.index %m, %k\nstore %y, %m, %v\n%u3 = add %m, %one : i64\n%u4 = add %s, %one : i64\nyield %u3, %u4\n}\nyield %n0, %n1\n",
		"stored where it is not kept, in front":         load + cond + "%n0, %n1 = if %c : i64, i64 {\ncheck.index %m, %k\nstore %w, %m, %v\nyield %m, %s\n} {\ncheck.index %m, %k\nstore %y, %m, %v\n" + up + "%u2 = add %s, %one : i64\nyield %u1, %u2\n}\nyield %n0, %n1\n",
		"another's next":                                arms("%u2, %u2", "%m, %s"),
		"a load at one place that is computed":          kept("%h = add %k, %n : i64\n%u = load %x, %h : f64\n", "check.index %m, %k\nstore %x, %m, %u\n", ""),
		"a branch gives what the counter will be":       kept("", "%e = lt %i, %k : bool\n%h0 = add %m, %one : i64\n%h = if %e : i64 {\nyield %h0\n} {\nyield %z\n}\n%hf = conv %h : f64\ncheck.index %m, %k\nstore %y, %m, %hf\n", ""),
		"a branch ahead gives what the counter will be": kept("%e = lt %i, %k : bool\n%h0 = add %m, %one : i64\n%h = if %e : i64 {\nyield %h0\n} {\nyield %z\n}\n%hf = conv %h : f64\n", "check.index %m, %k\nstore %y, %m, %hf\n", ""),

		"a sum besides, of other things": load + cond + "%n0 = if %c : i64 {\ncheck.index %m, %k\nstore %y, %m, %v\n" + up + "yield %u1\n} {\nyield %m\n}\nyield %n0, %i\n",
		"nothing but what is known":      "%c1 = const 5 : i64\nyield %c1, %c1\n",
		"nothing":                        "yield %m, %s\n",
		"it ends":                        strings.Replace(kept("", "check.index %m, %k\nstore %y, %m, %v\n", ""), "yield %n0, %n1", "break ^f %n0, %n1", 1),
		"it ends where it is not kept":   strings.Replace(kept("", "check.index %m, %k\nstore %y, %m, %v\n", ""), "yield %m, %s", "break ^f %m, %s", 1),
		"a store in a branch ahead":      kept("%e = lt %i, %k : bool\nif %e {\nstore %w, %i, %v\nyield\n} {\nyield\n}\n", "check.index %m, %k\nstore %y, %m, %v\n", ""),
		"a branch gives the counter":     kept("%e = lt %i, %k : bool\n%h = if %e : i64 {\nyield %m\n} {\nyield %z\n}\n%hf = conv %h : f64\n", "check.index %m, %k\nstore %y, %m, %hf\n", ""),
		"a check of another kind":        kept("check.div %k\n", "check.index %m, %k\nstore %y, %m, %v\n", ""),
		"the counter is divided by":      kept("", "check.div %m\ncheck.index %m, %k\nstore %y, %m, %v\n", ""),
		"a multiple of the counter":      kept("", "%h = mul %m, %7 : i64\ncheck.index %h, %k\nstore %y, %h, %v\n", ""),
		"a distance before the counter":  kept("", "%h = sub %m, %one : i64\ncheck.index %h, %k\nstore %y, %h, %v\n", ""),
		"two distances":                  kept("", "%h = add %m, %k : i64\n%h2 = add %h, %7 : i64\ncheck.index %h2, %k\nstore %y, %h2, %v\n", ""),
		"a part of an element is stored": kept("", "check.index %m, %k\nstore %a, %m, %v, %one <path=[-1]>\n", ""),
		"stored anyway where another is": load + "check.index %m, %k\nstore %y, %m, %v\n" + cond + "%n0, %n1 = if %c : i64, i64 {\n" + up + "yield %u1, %s\n} {\ncheck.index %s, %k\nstore %y, %s, %v\n%u2 = add %s, %one : i64\nyield %m, %u2\n}\nyield %n0, %n1\n",
		"steps of more":                  arms("%u1, %s", "%m, %u4"),
		"no arm counts":                  arms("%u1, %s", "%m, %s"),
		"begun anew":                     arms("%u1, %u2", "%m, %z"),
	} {
		m, err := ir.Parse("func @f(%x: []f64, %y: []f64, %w: []f64, %a: [][2]f64, %o: []i64, %q: []bool, %k: i64, %n: i64, %b: f64) -> (i64, i64) kernel=single {\n" +
			"%z = const 0 : i64\n%one = const 1 : i64\n%7 = const 7 : i64\n" +
			"%r, %r2 = for ^f %z, %n, %z, %z <ints=[1]> : i64, i64 (%i: i64, %m: i64, %s: i64) {\n" + body + "}\nreturn %r, %r2\n}\n")
		if err != nil {
			t.Fatal(err)
		}
		if err := ir.Verify(m, ir.Loops); err != nil {
			t.Fatal(err)
		}
		if opt.Compact(m.Funcs[0]) != (name == "nothing odd") {
			t.Errorf("%s: changed, or not", name)
		}
	}
}

// TestCompactCounters: counters of all types, up to their limits, and two of which each has its place.
func TestCompactCounters(t *testing.T) {
	r := rand.New(rand.NewPCG(85, 86))
	m := &meaning{
		pass:      opt.Compact,
		signature: reflect.TypeFor[func(x, y, w []float64, k, n int64, b float64) (int64, int64)](),
		inputs:    12,
		arguments: func(r *rand.Rand) []any {
			x := make([]float64, 400)
			for i := range x {
				x[i] = float64(r.IntN(4))
			}
			return []any{x, make([]float64, 400), make([]float64, 400), []int64{0, 90, 120, 220, 32700, 65500, 1<<31 - 60, 1<<32 - 60, -1}[r.IntN(9)] + int64(r.IntN(30)), int64(r.IntN(400)), float64(r.IntN(5) - 1)}
		},
	}
	for _, typ := range []string{"i8", "u8", "i16", "u16", "i32", "u32", "u64"} {
		for _, does := range []string{
			"%p = conv %s : i64\n%q = sub %p, %k : i64\ncheck.index %q, %len\nstore %y, %q, %v",
			"%p = conv %s : i64\n%q = add %p, %less : i64\ncheck.index %q, %len\nstore %y, %q, %v",
			"%p = conv %s : i64\ncheck.index %p, %len\nstore %y, %p, %v\ncheck.index %m, %len\nstore %w, %m, %v",
			"%h = conv %s : f64\ncheck.index %m, %len\nstore %w, %m, %h",
		} {
			text := strings.ReplaceAll(`func @f(%x: []f64, %y: []f64, %w: []f64, %k: i64, %n: i64, %b: f64) -> (i64, i64) kernel=single {
%z = const 0 : i64
%one = const 1 : i64
%one1 = const 1 : TYPE
%len = len %y : i64
%less = sub %z, %k : i64
%s0 = conv %k : TYPE
%r, %r2 = for ^f %z, %n, %s0, %z <ints=[1]> : TYPE, i64 (%i: i64, %s: TYPE, %m: i64) {
%v = load %x, %i : f64
%c = lt %b, %v : bool
%n0, %n1 = if %c : TYPE, i64 {
`+does+`
%u1 = add %s, %one1 : TYPE
%u2 = add %m, %one : i64
yield %u1, %u2
} {
yield %s, %m
}
yield %n0, %n1
}
%r1 = conv %r : i64
return %r1, %r2
}
`, "TYPE", typ)
			m.check(t, text, r)
			// The other way round.
			for _, p := range [][2]string{{"(%i: i64, %s: " + typ + ", %m: i64)", "(%i: i64, %m: i64, %s: " + typ + ")"}, {"%s0, %z <", "%z, %s0 <"}, {": " + typ + ", i64 ", ": i64, " + typ + " "},
				{"%u1, %u2", "%u2, %u1"}, {"yield %s, %m", "yield %m, %s"}, {"conv %r :", "conv %r2 :"}, {"return %r1, %r2", "return %r1, %r"}} {
				text = strings.ReplaceAll(text, p[0], p[1])
			}
			m.check(t, text, r)
		}
	}
	m.enough(t, 24, 80)
}

// TestCompactAnyway: what is stored anyway, has no room any more, and fails, where all that is kept has come.
func TestCompactAnyway(t *testing.T) {
	r := rand.New(rand.NewPCG(89, 90))
	m := &meaning{
		pass:      opt.Compact,
		signature: reflect.TypeFor[func(x, y, w []float64, k, n int64) (int64, int64)](),
		inputs:    12,
		arguments: func(r *rand.Rand) []any {
			x, kept := make([]float64, 300), int64(0)
			for i := range 100 + r.IntN(100) {
				if x[i] = float64(r.IntN(2)); x[i] > 0 {
					kept++
				}
			}
			kept += int64(r.IntN(3) - 1)
			return []any{x, make([]float64, []int64{300, kept}[r.IntN(2)]), make([]float64, 300), kept, int64(200 + r.IntN(100))}
		},
	}
	for _, bound := range []string{"%len", "%least"} {
		m.check(t, "func @f(%x: []f64, %y: []f64, %w: []f64, %k: i64, %n: i64) -> (i64, i64) kernel=single {\n%z = const 0 : i64\n%one = const 1 : i64\n%zero = const 0.0 : f64\n%one1 = const 1.0 : f64\n%len = len %y : i64\n%least = min %k, %len : i64\n"+
			"%r, %q = for ^f %z, %n, %z, %z <ints=[1]> : i64, i64 (%i: i64, %m: i64, %s: i64) {\n%v = load %x, %i : f64\ncheck.index %m, "+bound+"\nstore %y, %m, %v\n%c = lt %zero, %v : bool\n"+
			"%n0, %n1 = if %c : i64, i64 {\n%u = add %m, %one : i64\nyield %u, %s\n} {\nstore %w, %s, %one1\n%u2 = add %s, %one : i64\nyield %m, %u2\n}\nyield %n0, %n1\n}\nreturn %r, %q\n}\n", r)
	}
	m.enough(t, 2, 4)
}

// TestCompactArms: what may be computed only where it is kept: what an arm of the branch loads, divides or looks up.
func TestCompactArms(t *testing.T) {
	r := rand.New(rand.NewPCG(87, 88))
	m := &meaning{
		pass:      opt.Compact,
		signature: reflect.TypeFor[func(x, y, w []float64, o []int64, n int64) int64](),
		inputs:    6,
		arguments: func(r *rand.Rand) []any {
			x, o := make([]float64, 300), make([]int64, 300)
			for i := range x {
				if x[i] = float64(r.IntN(3)); x[i] > 0 {
					o[i] = int64(1 + r.IntN(2))
				} else if r.IntN(2) == 0 {
					o[i] = 1000 * int64(r.IntN(2))
				}
			}
			return []any{x, make([]float64, 300), make([]float64, 300), o, int64(r.IntN(300))}
		},
	}
	for name, does := range map[string]string{
		"a load":              "%u = load %w, %q : f64",
		"a division":          "%d = div %i, %q : i64\n%u = conv %d : f64",
		"a remainder":         "%d = rem %i, %q : i64\n%u = conv %d : f64",
		"a table":             "%u = table %q <table=[1, 4613937818241073152, 0]> : f64",
		"a branch that loads": "%e = lt %z, %i : bool\n%u = if %e : f64 {\n%u1 = load %w, %q : f64\nyield %u1\n} {\nyield %v\n}",
		"nothing":             "%u = add %v, %v : f64",
	} {
		for _, arms := range []string{"%c = lt %zero, %v : bool\n%n0 = if %c : i64 {\nDOES\nyield %u1n\n} {\nyield %m\n}", "%c = le %v, %zero : bool\n%n0 = if %c : i64 {\nyield %m\n} {\nDOES\nyield %u1n\n}"} {
			body := strings.ReplaceAll(arms, "DOES", does+"\ncheck.index %m, %n\nstore %y, %m, %u\n%u1n = add %m, %one : i64")
			if !m.check(t, "func @f(%x: []f64, %y: []f64, %w: []f64, %o: []i64, %n: i64) -> (i64) kernel=single {\n%z = const 0 : i64\n%one = const 1 : i64\n%zero = const 0.0 : f64\n"+
				"%r = for ^f %z, %n, %z <ints=[1]> : i64 (%i: i64, %m: i64) {\n%v = load %x, %i : f64\n%q = load %o, %i : i64\n"+body+"\nyield %n0\n}\nreturn %r\n}\n", r) {
				t.Errorf("%s: stays", name)
			}
		}
	}
	m.enough(t, 12, 60)
}

// TestCompactWhere: which loops change, by where they stand and what they store.
func TestCompactWhere(t *testing.T) {
	loop := func(typ string) string {
		return "%r = for %z, %n, %z <ints=[1]> : i64 (%i: i64, %m: i64) {\n%v = load %x, %i : " + typ + "\n%c = lt %b, %v : bool\n%n0 = if %c : i64 {\nstore %y, %m, %v\n%u = add %m, %one : i64\nyield %u\n} {\nyield %m\n}\nyield %n0\n}\n"
	}
	text := func(typ, kernel, body string) string {
		return "func @f(%x: []" + typ + ", %y: []" + typ + ", %n: i64, %b: " + typ + ") -> (i64)" + kernel + " {\n%z = const 0 : i64\n%one = const 1 : i64\n" + body + "return %n\n}\n"
	}
	const single = " kernel=single"
	sum := "%q = for %z, %n, %z <ints=[1]> : i64 (%j: i64, %a: i64) {\n%t = add %a, %j : i64\nyield %t\n}\n"
	inside := func(head, end string) string { return head + loop("f32") + end }
	for name, c := range map[string]struct {
		text           string
		small, notWide bool // it changes; it doesn't where small elements stay
	}{
		"elements of four bytes":   {text("f32", single, loop("f32")), true, false},
		"elements of one byte":     {text("u8", single, loop("u8")), true, true},
		"elements of two bytes":    {text("i16", single, loop("i16")), true, true},
		"it is no kernel":          {text("f32", "", loop("f32")), false, false},
		"another loop behind":      {text("f32", single, loop("f32")+sum), true, false},
		"another loop ahead":       {text("f32", single, sum+loop("f32")), true, false},
		"nothing but another loop": {text("f32", single, sum), false, false},
		"it has lanes around it":   {text("f32", single, inside("for %z, %n <ints=[1] mode=lanes> (%l: i64) {\n", "yield\n}\n")), false, false},
		"a loop around it":         {text("f32", single, inside("for %z, %n <ints=[1]> (%l: i64) {\n", "yield\n}\n")), true, false},
		"a reduction is around it": {text("f32", single, inside("%h = blockreduce %z, %n, %n <ints=[0, 1]> : i64 (%l: i64) {\n", "yield %r\n} (%s: i64, %w: i64) {\nyield %s\n}\n")), false, false},
	} {
		for _, wide := range []bool{false, true} {
			m, err := ir.Parse(c.text)
			if err != nil {
				t.Fatalf("%v\n%s", err, c.text)
			}
			f, want, pass := m.Funcs[0], c.small && !(wide && c.notWide), opt.Compact
			if wide {
				pass = opt.CompactWide
			}
			if found := opt.Compacts(f.Body, !wide); f.Kernel != ir.NotKernel && found != want {
				t.Errorf("%s: finds %v", name, found)
			}
			if changed := pass(f); changed != want {
				t.Errorf("%s: says %v", name, changed)
			}
		}
	}
}

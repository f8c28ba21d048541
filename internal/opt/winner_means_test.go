package opt_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
)

// winnerLoop draws a loop that looks for the least or greatest, by one or several decisions, each a branch or a choice, and takes down with it where it was and what
// else was there; and loops that only look like that: something is decided otherwise, what is kept is asked for elsewhere, the decision has other consequences.
type winnerLoop struct {
	placeLoop
	path []decision
}

// decision is one on the way to what is taken.
type decision struct {
	cond   string
	holds  bool // it is taken where the condition holds
	branch bool // else a choice
}

// carried is a value that the loop carries.
type carriedValue struct{ param, typ, init, takes string }

// decide emits the decisions from the k-th on, for values of which each takes something, and gives what becomes of them.
func (c *winnerLoop) decide(k int, vars []carriedValue) (lines string, names []string) {
	if k == len(c.path) {
		for _, v := range vars {
			text, name := c.taken(v)
			lines += text
			names = append(names, name)
		}
		return lines, names
	}
	d := c.path[k]
	inner, inside := c.decide(k+1, vars)
	var kept []string
	outer := ""
	for _, v := range vars {
		c.n++
		switch {
		case c.one(8):
			outer += fmt.Sprintf("%%k%d = select %s, %s, %s : %s\n", c.n, c.pick("%m2", "%m1"), v.param, v.param, v.typ)
			kept = append(kept, fmt.Sprintf("%%k%d", c.n))
		case c.one(16):
			outer += fmt.Sprintf("%%k%d = if %%m2 : %s {\nyield %s\n} {\nyield %s\n}\n", c.n, v.typ, v.param, v.param)
			kept = append(kept, fmt.Sprintf("%%k%d", c.n))
		case c.oddly(12) && v.typ == "i64":
			kept = append(kept, c.pick("%i", "%a"))
		default:
			kept = append(kept, v.param)
		}
	}
	if d.branch {
		var types []string
		for _, v := range vars {
			c.n++
			names, types = append(names, fmt.Sprintf("%%t%d", c.n)), append(types, v.typ)
		}
		arms := []string{inner + "yield " + strings.Join(inside, ", ") + "\n", outer + "yield " + strings.Join(kept, ", ") + "\n"}
		if c.oddly(10) {
			arms[0] = "check.index %i, %len\n" + arms[0]
		}
		if !d.holds {
			arms[0], arms[1] = arms[1], arms[0]
		}
		return fmt.Sprintf("%s = if %s : %s {\n%s} {\n%s}\n", strings.Join(names, ", "), d.cond, strings.Join(types, ", "), arms[0], arms[1]), names
	}
	lines = inner + outer
	for k, v := range vars {
		c.n++
		name := fmt.Sprintf("%%t%d", c.n)
		yes, no := inside[k], kept[k]
		if !d.holds != c.oddly(20) {
			yes, no = no, yes
		}
		lines += fmt.Sprintf("%s = select %s, %s, %s : %s\n", name, d.cond, yes, no, v.typ)
		names = append(names, name)
	}
	return lines, names
}

// taken emits what a value takes.
func (c *winnerLoop) taken(v carriedValue) (text, name string) {
	if strings.HasPrefix(v.takes, "%") {
		return "", v.takes
	}
	c.n++
	name = fmt.Sprintf("%%w%d", c.n)
	return name + " = " + v.takes + " : " + v.typ + "\n", name
}

func (c *winnerLoop) draw(kernel bool) string {
	c.odd = c.r.IntN(3)
	key := carriedValue{"%best", "f64", "%b", "%v"}
	v := "%v"
	if c.oddly(6) {
		key.takes = "%v2"
	}
	if c.one(3) {
		key = carriedValue{"%best", "i64", "%k", "%u"}
		v = "%u"
	}
	step := []int{1, 1, -1}[c.r.IntN(3)]
	if c.oddly(20) {
		step = 2 * step
	}
	vars := []carriedValue{key}
	for _, t := range []carriedValue{{"%p", "i64", "%a", "%i"}, {"%q", "f64", "%b2", "load %w, %i"}, {"%o", "i64", "%a", c.pick("add %i, %1", "add %i, %1", "add %i, %1", "%cell")}, {"%e", "f64", "%b", "%v"}} {
		switch {
		case c.one(2):
			continue
		case c.oddly(12) && t.typ == "i64":
			t.takes = c.pick("add "+t.param+", %1", "%n", "%a", "%u")
		}
		vars = append(vars, t)
	}
	if c.one(4) { // the key need not come first
		c.r.Shuffle(len(vars), func(i, j int) { vars[i], vars[j] = vars[j], vars[i] })
	}
	// The comparison, and what else there is to decide.
	x, y := v, "%best"
	if c.one(2) {
		x, y = y, x
	}
	lines := fmt.Sprintf("%%c = %s %s, %s : bool\n", c.pick("lt", "le", "gt", "ge", "lt", "gt", "lt", "eq"), x, y)
	first := v == "%v" && c.one(3) // a key wins against NaN
	if first {
		nan := "%none = ne %best, %best : bool\n"
		if c.oddly(8) {
			nan = "%none = ne %v, %best : bool\n"
		}
		lines = strings.Replace(lines, "%c", "%better", 1) + nan + "%c = or " + c.pick("%better, %none", "%none, %better") + " : bool\n" +
			"%is = eq %v, %v : bool\n%isnt = ne %v, %v : bool\n"
	}
	lines += "%m1 = " + c.pick("lt %i, %a", "gt %v, %b2", "ge %u, %k") + " : bool\n%m2 = " + c.pick("gt %i, %a", "lt %v, %b2", "lt %u, %k") + " : bool\n"
	cond := "%c"
	switch c.r.IntN(8) {
	case 0:
		lines += "%d = and %m1, %c : bool\n"
		cond = "%d"
	case 1:
		lines += "%d = or %c, %m1 : bool\n"
		cond = "%d"
	case 2:
		lines += "%d = not %c : bool\n"
		cond = "%d"
	case 3:
		lines += "%d1 = " + c.pick("and", "or") + " %m1, %c : bool\n%d2 = " + c.pick("and %d1, %m2", "or %d1, %m2", "not %d1") + " : bool\n%d = " + c.pick("not %d2", "and %d2, %m2", "or %m1, %d2") + " : bool\n"
		cond = "%d"
	case 4:
		if c.oddly(2) {
			lines += "%d = xor %m1, %c : bool\n"
			cond = "%d"
		}
	}
	c.path = []decision{{cond, !c.one(4), c.one(2)}}
	if c.one(3) {
		other := decision{c.pick("%m1", "%m2"), c.one(2), c.one(2)}
		if c.one(2) {
			c.path = append(c.path, other)
		} else {
			c.path = append([]decision{other}, c.path...)
		}
	}
	if first && !c.oddly(4) {
		c.path = append([]decision{{"%is", true, c.one(2)}}, c.path...)
		if c.one(2) {
			c.path[0].cond, c.path[0].holds = "%isnt", false
		}
	}
	var names []string
	if c.one(2) { // together
		var text string
		text, names = c.decide(0, vars)
		lines += text
	} else {
		for _, v := range vars {
			was := c.path
			if c.oddly(12) {
				c.path = []decision{{c.pick("%m1", "%c"), c.one(2), c.one(2)}}
			}
			text, name := c.decide(0, []carriedValue{v})
			if v.typ == "i64" && v.takes == "%u" && v.param == "%best" && c.one(6) { // as integers are, where nothing else is decided
				text, name = fmt.Sprintf("%%extreme = %s %s : i64\n", c.pick("max", "min"), c.pick("%u, %best", "%best, %u")), []string{"%extreme"}
			}
			lines += text
			names = append(names, name...)
			c.path = was
		}
	}
	// What else is carried.
	if c.one(3) {
		t := carriedValue{"%s", "i64", "%a", c.pick("add %s, %u", "max %s, %i", "select %m1, %u, %s", "xor %u, %s")}
		switch {
		case c.oddly(3):
			t.takes = c.pick("select %c, %s, %u", "sub %u, %s", "add %s, %p", "select %c, %i, %s")
		}
		if strings.Contains(t.takes, "%p") && !hasParam(vars, "%p") {
			t.takes = "add %s, %i"
		}
		text, name := c.taken(t)
		lines, vars, names = lines+text, append(vars, t), append(names, name)
	}
	switch {
	case c.oddly(8):
		lines += "%x1 = " + c.pick("eq "+v+", %best", "lt %best, %best") + " : bool\n%x2 = select %x1, %i, %0 : i64\ncheck.index %x2, %len\n"
	case c.oddly(8):
		lines += "%x2 = select %c, %i, %0 : i64\ncheck.index %x2, %len\n"
	case c.oddly(10):
		lines += "store %w, %0, %v\n"
	case c.oddly(10) && !kernel:
		lines += "if %m2 {\nbreak ^f " + inits(vars) + "\n} {\nyield\n}\n"
	case c.oddly(10):
		lines += "check.index %i, %len\n"
	}
	var params, types, outs []string
	for k, v := range vars {
		params, types, outs = append(params, v.param+": "+v.typ), append(types, v.typ), append(outs, fmt.Sprintf("%%r%d", k))
	}
	lo, hi := "%0", "%n"
	if step < 0 {
		lo, hi = c.pick("%most", "%most", "%most", "%n"), c.pick("%minus", "%minus", "%minus", "%a")
		if c.oddly(4) {
			hi = "%minus2"
		}
	} else if c.oddly(8) || kernel && c.one(4) {
		lo = "%a"
	}
	kind := ""
	if kernel {
		kind = " kernel=single"
	}
	text := "func @f(%x: []f64, %w: []f64, %y: []i64, %a: i64, %k: i64, %n: i64, %b: f64, %b2: f64) -> (i64, i64, f64, f64)" + kind + " {\n" +
		"%0 = const 0 : i64\n%1 = const 1 : i64\n%minus = const -1 : i64\n%minus2 = const -2 : i64\n%7 = const 127 : i64\n%len = len %x : i64\n%large = const 1000 : i64\n%most = min %n, %large : i64\n" +
		fmt.Sprintf("%s = for ^f %s, %s, %s <ints=[%d]> : %s (%%i: i64, %s) {\n", strings.Join(outs, ", "), lo, hi, inits(vars), step, strings.Join(types, ", "), strings.Join(params, ", ")) +
		"%j = and %i, %7 : i64\n%v = load %x, %j : f64\n%v2 = load %x, %j : f64\n%u = load %y, %j : i64\n%u2 = add %u, %0 : i64\n%m3 = lt %u, %k : bool\n%cell = if %m3 : i64 {\nyield %i\n} {\n%z9 = add %u2, %1 : i64\nyield %z9\n}\n" + lines + "yield " + strings.Join(names, ", ") + "\n}\n"
	// What comes out: all of it.
	of := map[string][]string{}
	for k, t := range types {
		of[t] = append(of[t], outs[k])
	}
	var results []string
	for _, t := range []string{"i64", "i64", "f64", "f64"} {
		v := map[string]string{"i64": "%0", "f64": "%b"}[t]
		if len(of[t]) > 0 {
			v, of[t] = of[t][0], of[t][1:]
		}
		results = append(results, v)
	}
	for _, v := range of["i64"] {
		text += fmt.Sprintf("%%z%s = const 1000003 : i64\n%%y%s = mul %s, %%z%s : i64\n%%x%s = add %%y%s, %s : i64\n", v[1:], v[1:], results[1], v[1:], v[1:], v[1:], v)
		results[1] = "%x" + v[1:]
	}
	return text + "return " + strings.Join(results, ", ") + "\n}\n"
}

func hasParam(vars []carriedValue, p string) bool {
	for _, v := range vars {
		if v.param == p {
			return true
		}
	}
	return false
}

func inits(vars []carriedValue) string {
	var out []string
	for _, v := range vars {
		out = append(out, v.init)
	}
	return strings.Join(out, ", ")
}

// TestWinnersMean compares what such loops give before and after they have become reductions, in host programs and in kernels.
func TestWinnersMean(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	floats := []float64{0, math.Copysign(0, -1), 1, 2, 2, 3, -1, -2, math.Inf(1), math.Inf(-1), math.NaN()}
	integers := []int64{0, 1, 1, 2, 3, -1, -2, math.MaxInt64, math.MinInt64}
	long := false
	m := &meaning{
		signature: reflect.TypeFor[func(x, w []float64, y []int64, a, k, n int64, b, b2 float64) (int64, int64, float64, float64)](),
		inputs:    6,
		arguments: func(r *rand.Rand) []any {
			few := 2 + r.IntN(len(floats)-1)
			x, w, y := make([]float64, 128), make([]float64, 128), make([]int64, 128)
			for i := range x {
				x[i], w[i], y[i] = floats[r.IntN(few)], float64(i), integers[r.IntN(min(few, len(integers)))]
			}
			n := int64(r.IntN(9))
			if long && r.IntN(3) > 0 {
				n = 60 + int64(r.IntN(60))
			}
			return []any{x, w, y, int64(r.IntN(12) - 4), integers[r.IntN(len(integers))], n, floats[r.IntN(len(floats))], floats[r.IntN(len(floats))]}
		},
	}
	m.pass = opt.Accumulate
	for range 3000 {
		m.check(t, (&winnerLoop{placeLoop: placeLoop{r: r}}).draw(false), r)
	}
	// What is loaded ahead of the loop, and isn't there any more behind it.
	for range 4 {
		m.check(t, "func @f(%x: []f64, %w: []f64, %y: []i64, %a: i64, %k: i64, %n: i64, %b: f64, %b2: f64) -> (i64, i64, f64, f64) {\n%z = const 0 : i64\n%o = load %y, %z : i64\nstore %y, %z, %n\n"+
			"%r, %at = for %z, %n, %b, %a <ints=[1]> : f64, i64 (%i: i64, %best: f64, %p: i64) {\n%v = load %x, %i : f64\n%c = lt %best, %v : bool\n%s = select %c, %v, %best : f64\n"+
			"%u = add %i, %o : i64\n%t = select %c, %u, %p : i64\nyield %s, %t\n}\nreturn %at, %z, %r, %b\n}\n", r)
	}
	m.enough(t, 500, 3000)
	m.pass, m.inputs, long = opt.AccumulateInside, 3, true
	for range 500 {
		m.check(t, (&winnerLoop{placeLoop: placeLoop{r: r}}).draw(true), r)
	}
	m.enough(t, 550, 3200)
}

// TestAccumulateMeans compares what loops do that carry several values before and after those that may be have become reductions.
func TestAccumulateMeans(t *testing.T) {
	m := &meaning{
		pass:      func(f *ir.Func) bool { return opt.Accumulate(f) },
		signature: signature,
		inputs:    4,
		arguments: func(r *rand.Rand) []any { return arguments(r.Uint64()) },
	}
	r := rand.New(rand.NewPCG(43, 44))
	for seed := range uint64(3000) {
		m.checkFunc(t, carriedLoop(seed+1<<32), r)
	}
	m.enough(t, 300, 1000)
}

package opt_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/opt"
)

// placeLoop draws a loop that keeps a place and compares what is looked up there, and computed with it, with the same for the index; and loops that only look
// like that: what is computed differs in one op, one check is missing or stands elsewhere, the place is used otherwise, too.
type placeLoop struct {
	r     *rand.Rand
	odd   int // how many things may yet be unlike what is looked for
	n     int
	ops   []string // of the iteration, in order
	check []string // checks of the place that stand elsewhere
}

func (c *placeLoop) one(n int) bool { return c.r.IntN(n) == 0 }

func (c *placeLoop) pick(texts ...string) string { return texts[c.r.IntN(len(texts))] }

func (c *placeLoop) oddly(n int) bool {
	if c.odd == 0 || !c.one(n) {
		return false
	}
	c.odd--
	return true
}

// op emits an op, and gives its result.
func (c *placeLoop) op(format string, args ...any) string {
	c.n++
	v := fmt.Sprintf("%%v%d", c.n)
	c.ops = append(c.ops, v+" = "+fmt.Sprintf(format, args...))
	return v
}

// key is how a key is computed: of two, what one op gives has the same number in both.
type key struct {
	op   int
	of   []*key
	both bool // checks are made for the index and the place, else indices are made to fit
	odd  bool // it is computed otherwise for the place, in one respect
}

// nodes are the key and what it is computed of.
func (k *key) nodes() []*key {
	all := []*key{k}
	for _, o := range k.of {
		all = append(all, o.nodes()...)
	}
	return all
}

const (
	keyElement  = iota // of x
	keyGathered        // of x, where y says
	keyField           // of an element of z
	keyPart            // of an array in an element of z
	keyTable
	keyNegated
	keySum
	keyDifference
	keyProduct
	keyOutside
	keyConverted
	keyConstant
	keyTyped
	keyBranch // a choice by a branch
	keyLength // of a slice
	keyFixed  // an element that is the same for all
	keyInside // what does not depend on the index, but is computed in the loop
	keyKinds
)

func (c *placeLoop) key(depth int, checked bool) *key {
	k := &key{op: c.r.IntN(keyKinds), both: checked}
	if depth == 0 {
		k.op = c.r.IntN(keyTable + 1)
	}
	switch k.op {
	case keyNegated:
		k.of = []*key{c.key(depth-1, checked)}
	case keySum, keyDifference, keyProduct:
		k.of = []*key{c.key(depth-1, checked), c.key(depth-1, checked)}
	}
	return k
}

// looks reports a key that has to do with the place.
func (k *key) looks() bool {
	for _, o := range k.of {
		if o.looks() {
			return true
		}
	}
	return k.op <= keyTable || k.op == keyConverted || k.op == keyLength
}

// within gives an index of a slice of n elements, at least 8.
func (c *placeLoop) within(k *key, at, n string) string {
	if !k.both {
		return c.op("and %s, %%7 : i64", at)
	}
	text := fmt.Sprintf("check.index %s, %s", at, n)
	switch {
	case at == "%p" && c.oddly(12):
		c.check = append(c.check, text)
	case c.oddly(16):
	case c.oddly(24):
		c.op("lt %s, %s : bool", at, n)
	case c.oddly(24):
		c.ops = append(c.ops, text, text)
	default:
		c.ops = append(c.ops, text)
	}
	if c.oddly(24) {
		c.ops = append(c.ops, fmt.Sprintf("check.index %s, %%n", at))
	}
	return at
}

// compute emits the key for an index, or the place.
func (c *placeLoop) compute(k *key, at string) string {
	op, odd := k.op, k.odd && at == "%p"
	of := make([]string, 2)
	for i, o := range k.of {
		of[i] = c.compute(o, at)
	}
	for i := range of {
		if of[i] == "" {
			of[i] = "%b"
		}
	}
	if (op == keySum || op == keyProduct || op == keyDifference) && c.one(3) && (op != keyDifference || c.oddly(2)) {
		of[0], of[1] = of[1], of[0]
	}
	pick := func(usual string, others ...string) string {
		if odd {
			return c.pick(others...)
		}
		return usual
	}
	switch op {
	case keyElement:
		return c.op("load %s, %s : f64", pick("%x", "%w"), c.within(k, at, "%len"))
	case keyGathered:
		i := c.op("load %%y, %s : i64", c.within(k, at, "%leny"))
		return c.op("load %s, %s : f64", pick("%x", "%w"), c.within(k, i, "%len"))
	case keyField:
		return c.op("load %%z, %s <path=[%s]> : f64", c.within(k, at, "%lenz"), pick("0", "1"))
	case keyPart:
		if odd && c.one(2) {
			return c.op("load %%z, %s <path=[0]> : f64", c.within(k, at, "%lenz"))
		}
		return c.op("load %%z, %s, %s <path=[2, -1]> : f64", c.within(k, at, "%lenz"), pick("%0", "%1"))
	case keyTable:
		v := c.op("table %s <table=[%s]> : i32", c.op("and %s, %%7 : i64", at), pick("1, 5, 2, 7, 3, 1, 1, 2", "1, 4, 4, 8, 2, 1, 3, 0", "7, 2, 2, 1, 0, 5, 1, 4"))
		return c.op("conv %s : f64", v)
	case keyNegated:
		return c.op("%s %s : f64", pick("neg", "abs", "fence"), of[0])
	case keySum:
		return c.op("%s %s, %s : f64", pick("add", "sub", "mul", "max"), of[0], of[1])
	case keyDifference:
		return c.op("%s %s, %s : f64", pick("sub", "add", "mul", "min"), of[0], of[1])
	case keyProduct:
		return c.op("%s %s, %s : f64", pick("mul", "sub", "add", "max"), of[0], of[1])
	case keyOutside:
		return pick("%b", "%old")
	case keyConverted:
		wide := c.op("mul %s, %%50 : i64", at)
		return c.op("conv %s : f64", c.op("conv %s : %s", wide, pick("u8", "i8", "i16")))
	case keyFixed:
		if odd {
			return "%old"
		}
		return c.op("load %%x, %%0 : f64")
	case keyConstant:
		if odd && c.one(2) {
			return c.op("neg %%b : f64")
		}
		return c.op("const %s : f64", pick(c.pick("2", "0"), "3", "-1"))
	case keyTyped:
		return c.op("conv %s : f64", c.op("const %s", pick("-1 : i8", "255 : u8")))
	case keyBranch:
		return c.op("if %%t : f64 {\n%s\n} {\n%s\n}", pick("yield %b", "yield %old"), pick("yield %old", "yield %b"))
	case keyLength:
		s := c.op("slice %%x, %%0, %s%s : []f64", c.op("and %s, %%7 : i64", at), pick("", ", %7"))
		return c.op("conv %s : f64", c.op("cap %s : i64", s))
	}
	if odd && c.one(3) {
		return c.op("const 0 : f64")
	}
	return c.op("mul %s, %%b : f64", pick("%b", "%old"))
}

// draw gives a function's text.
func (c *placeLoop) draw() string {
	c.odd = c.r.IntN(3)
	checked := c.one(2)
	k := c.key(c.r.IntN(4), checked)
	for !k.looks() {
		k = c.key(2, checked)
	}
	if c.oddly(3) {
		all := k.nodes()
		all[c.r.IntN(len(all))].odd = true
	}
	step := []int{1, 1, 1, -1}[c.r.IntN(4)]
	lo, hi := "%0", "%n"
	if step < 0 {
		lo, hi = "%n", "%minus"
	}
	index, place := c.compute(k, "%i"), ""
	where, end := "", ""
	behind := c.oddly(6)
	if c.oddly(8) { // under a condition
		n := len(c.ops)
		place = c.compute(k, "%p")
		where = strings.Join(c.ops[n:], "\n")
		c.ops = c.ops[:n]
		where += "\n"
	} else {
		place = c.compute(k, "%p")
	}
	compare := c.pick("lt", "le", "gt", "ge", "lt", "gt", "eq", "ne")
	x, y := index, place
	if c.one(2) {
		x, y = y, x
	}
	cond := fmt.Sprintf("%%c = %s %s, %s : bool\n", compare, x, y)
	takes := "%i"
	if c.oddly(10) {
		takes = c.pick("%next", "%q", "%p")
	}
	value := func(v string) string {
		if v == "%next" {
			return "%next = add %i, %1 : i64\n"
		}
		return ""
	}
	decides := "%c"
	more := c.pick("lt %i, %a", "eq %q, %a", "gt "+index+", %b")
	switch {
	case c.one(4):
		decides = "%d"
		cond += "%m = " + more + " : bool\n%d = " + c.pick("and %c, %m", "or %c, %m", "or %m, %c", "and %m, %c") + " : bool\n"
	case c.one(4):
		decides = "%d"
		cond += "%d = not %c : bool\n"
	case c.oddly(10):
		decides = "%d"
		cond += "%d = " + c.pick("xor %c, %t", "eq %c, %t", "select %t, %t, %c", "select %c, %t, %c") + " : bool\n"
	case c.oddly(10):
		decides = "%d"
		cond += "%d = " + more + " : bool\n"
	}
	branch := func(cond, yes, no string) string {
		if c.oddly(10) {
			no = c.pick("%a", "%i")
		}
		v := c.pick("%t1", "%t1")
		if c.one(2) {
			yes, no = no, yes
		}
		if c.one(2) {
			return value(takes) + v + " = select " + cond + ", " + yes + ", " + no + " : i64\n"
		}
		in := func(w string) string {
			if w == takes {
				return value(takes) + "yield " + w
			}
			return "yield " + w
		}
		return v + " = if " + cond + " : i64 {\n" + in(yes) + "\n} {\n" + in(no) + "\n}\n"
	}
	decision := branch(decides, takes, "%p")
	if c.one(4) { // a decision of which both sides keep the place
		decision = strings.Replace(decision, "%t1", "%t0", 1) + "%m2 = " + more + " : bool\n" + c.pick("%t1 = select %m2, %t0, %p : i64\n", "%t1 = if %m2 : i64 {\nyield %t0\n} {\nyield %p\n}\n", "%t1 = if %m2 : i64 {\nyield %p\n} {\nyield %t0\n}\n")
	}
	carried, init, types, params, yields := "%r", "%a", "i64", "%p: i64", "%t1"
	if where == "" && c.one(2) {
		// Something else is carried: what is compared with, a number, another place.
		also := [][2]string{{"%q", "add %q, %1"}, {"%q", "select " + decides + ", %i, %q"}, {"%q", "select %c, %q, %i"}, {"%q", "add %p, %q"}, {"%q", "max %q, %p"}}[c.r.IntN(5)]
		if strings.Contains(also[1], "%p") && !c.oddly(3) {
			also[1] = "add %q, %i"
		}
		decision += "%q1 = " + also[1] + " : i64\n"
		carried, init, types, params, yields = carried+", %r2", init+", %a", types+", i64", params+", %q: i64", yields+", %q1"
	}
	early := ""
	switch {
	case c.oddly(12):
		early = "store %x, %0, %b\n"
	case c.oddly(12):
		early = "%e = gt %i, %a : bool\nif %e {\nbreak ^f " + init + "\n} {\nyield\n}\n"
	case c.oddly(12):
		early = "%e = gt %i, %a : bool\nif %e {\ncontinue ^f " + strings.Replace(init, "%a", "%p", 1) + "\n} {\nyield\n}\n"
	case c.oddly(12):
		early = "%pp = add %p, %i : i64\n%e = lt %pp, %n : bool\nif %e {\nreturn %a, %a\n} {\nyield\n}\n"
	case c.oddly(12):
		early = "check.index %p, %n\n"
	case c.oddly(12):
		early = "%e = gt %i, %a : bool\nif %e {\ncheck.index %p, %len\nyield\n} {\nyield\n}\n"
	case c.oddly(8):
		early = "%e = load %w, %0 : f64\n%e1 = lt " + place + ", %e : bool\n%e2 = select %e1, %p, %i : i64\ncheck.index %e2, %n\n"
	}
	if where != "" {
		decision = "%mw = " + more + " : bool\n" + "%t2 = if %mw : i64 {\n" + where + cond + decision + "yield %t1\n} {\nyield %p\n}\n"
		cond, yields = "", "%t2"
	}
	if behind {
		decision += strings.Join(c.check, "\n") + "\n"
		if c.one(3) && where == "" {
			decision += "if " + decides + " {\ncheck.index %p, %len\nyield\n} {\nyield\n}\n"
		}
	} else {
		cond = strings.Join(c.check, "\n") + "\n" + cond
	}
	if !strings.Contains(carried, "r2") {
		end = "%r2 = add %r, %0 : i64\n"
	}
	body := strings.Join(c.ops, "\n") + "\n" + early + cond + decision
	if early != "" && strings.HasPrefix(early, "%e = load") && where != "" {
		body = strings.Replace(body, early, "", 1)
	}
	if !strings.Contains(params, "%q") {
		body = strings.ReplaceAll(body, "%q", "%k")
	}
	return "func @f(%x: []f64, %w: []f64, %y: []i64, %z: []{a: f64, b: f64, c: [2]f64}, %a: i64, %k: i64, %n: i64, %b: f64, %t: bool) -> (i64, i64) {\n" +
		"%0 = const 0 : i64\n%1 = const 1 : i64\n%minus = const -1 : i64\n%7 = const 7 : i64\n%50 = const 50 : i64\n%len = len %x : i64\n%leny = len %y : i64\n%lenz = len %z : i64\n%old = load %x, %0 : f64\nstore %x, %0, %b\n" +
		fmt.Sprintf("%s = for ^f %s, %s, %s <ints=[%d]> : %s (%%i: i64, %s) {\n", carried, lo, hi, init, step, types, params) +
		body + "yield " + yields + "\n}\n" + end + "return %r, %r2\n}\n"
}

// element is what z has.
type element struct {
	A, B float64
	C    [2]float64
}

// TestCarryKeysMeans compares what such loops give, and which check fails, before and after.
func TestCarryKeysMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	m := &meaning{
		pass:      opt.CarryKeys,
		signature: reflect.TypeFor[func(x, w []float64, y []int64, z []element, a, k, n int64, b float64, t bool) (int64, int64)](),
		inputs:    8,
		arguments: func(r *rand.Rand) []any {
			x, w, y, z := make([]float64, 8+r.IntN(3)), make([]float64, 8), make([]int64, 8+r.IntN(3)), make([]element, 8+r.IntN(3))
			for i := range x {
				x[i] = float64(r.IntN(7) - 3)
			}
			for i := range w {
				w[i] = float64(r.IntN(7) - 3)
			}
			for i := range y {
				if y[i] = int64(r.IntN(8)); r.IntN(60) == 0 {
					y[i] = 12
				}
			}
			for i := range z {
				z[i] = element{float64(r.IntN(7) - 3), float64(r.IntN(7) - 3), [2]float64{float64(r.IntN(7) - 3), float64(r.IntN(7) - 3)}}
			}
			n := int64(r.IntN(9))
			if r.IntN(8) == 0 {
				n = int64(r.IntN(12) - 1)
			}
			a := int64(r.IntN(8))
			if r.IntN(6) == 0 {
				a = int64(r.IntN(14) - 2)
			}
			return []any{x, w, y, z, a, int64(r.IntN(8)), n, float64(r.IntN(5) - 2), r.IntN(2) == 0}
		},
	}
	for range 3000 {
		m.check(t, (&placeLoop{r: r}).draw(), r)
	}
	m.enough(t, 800, 5000)
}

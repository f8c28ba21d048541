package opt

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/analysis"
	"github.com/hone-go/hone/internal/ir"
)

// carriedLoop draws loops in which a variable goes up and down by what may or may not be known, as long as conditions hold that may be put together of others,
// stand before or behind the step, and leave the loop or let it go on.
type carriedLoop struct{ loopWriter }

// step draws what becomes of v: text that computes it, and its name.
func (c *carriedLoop) step(v string, depth int) (text, name string) {
	c.n++
	n := c.n
	small := func() string {
		if c.one(10) {
			return c.constant(c.edge())
		}
		return c.constant(uint64(c.r.IntN(7) - 2))
	}
	name = fmt.Sprintf("%%s%d", n)
	if depth == 0 {
		return "", v
	}
	x, from := c.step(v, depth-1)
	switch c.r.IntN(12) {
	case 0:
		return x + fmt.Sprintf("%s = sub %s, %s : T\n", name, from, small()), name
	case 1:
		return x + fmt.Sprintf("%s = add %s, %s : T\n", name, small(), from), name
	case 2:
		y, other := c.step(v, depth-1)
		return x + y + fmt.Sprintf("%s = select %%b, %s, %s : T\n", name, from, other), name
	case 3, 4:
		y, other := c.step(v, depth-1)
		return fmt.Sprintf("%s = if %%b : T {\n%syield %s\n} {\n%syield %s\n}\n", name, x, from, y, other), name
	case 5: // one arm leaves
		arms := []string{x + "yield " + from, "break ^l " + []string{v, "%q"}[c.r.IntN(2)]}
		if c.one(2) {
			arms[0], arms[1] = arms[1], arms[0]
		}
		return fmt.Sprintf("%s = if %%b : T {\n%s\n} {\n%s\n}\n", name, arms[0], arms[1]), name
	case 6:
		return x + fmt.Sprintf("%s = add %s, %%p : T\n", name, from), name
	case 7:
		return x + fmt.Sprintf("%s = sub %%p, %s : T\n", name, from), name
	case 8:
		return x + fmt.Sprintf("%s = %s %s, %s : T\n", name, []string{"mul", "xor", "and", "min", "max"}[c.r.IntN(5)], from, small()), name
	}
	return x + fmt.Sprintf("%s = add %s, %s : T\n", name, from, small()), name
}

// condition draws one about x.
func (c *carriedLoop) condition(x string) (text, name string) {
	c.n++
	n := c.n
	name = fmt.Sprintf("%%g%d", n)
	switch c.r.IntN(8) {
	case 0:
		a, of := c.condition(x)
		return a + fmt.Sprintf("%s = not %s : bool\n", name, of), name
	case 1, 2:
		a, of := c.condition(x)
		b, and := c.condition(x)
		if c.one(3) {
			b, and = "", "%b"
		}
		return a + b + fmt.Sprintf("%s = %s %s, %s : bool\n", name, []string{"and", "or", "andnot", "xor"}[c.r.IntN(4)], of, and), name
	}
	y := c.number("%q")
	if c.one(8) { // about something else
		x = c.number("%p")
	}
	if c.one(3) {
		x, y = y, x
	}
	return fmt.Sprintf("%s = %s %s, %s : bool\n", name, []string{"lt", "le", "gt", "ge", "lt", "gt", "eq", "ne"}[c.r.IntN(8)], x, y), name
}

// guard leaves the loop, or does not, by a condition on x.
func (c *carriedLoop) guard(x string) string {
	text, g := c.condition(x)
	arms := []string{"yield", "break ^l " + []string{x, "%v", "%q"}[c.r.IntN(3)]}
	if c.one(2) {
		arms[0], arms[1] = arms[1], arms[0]
	}
	return fmt.Sprintf("%sif %s {\n%s\n} {\n%s\n}\n", text, g, arms[0], arms[1])
}

func (c *carriedLoop) draw() string {
	body := ""
	if !c.one(3) {
		body += c.guard("%v")
	}
	text, next := c.step("%v", 1+c.r.IntN(3))
	body += text
	if c.one(2) {
		body += c.guard(next)
	}
	isFor := c.one(3)
	if c.one(3) { // goes on from an arm
		cond, g := c.condition([]string{"%v", next}[c.r.IntN(2)])
		other, name := c.step("%v", 1)
		arms := []string{"yield", other + "continue ^l " + name}
		if c.one(2) {
			arms[0], arms[1] = arms[1], arms[0]
		}
		body += fmt.Sprintf("%sif %s {\n%s\n} {\n%s\n}\n", cond, g, arms[0], arms[1])
	}
	if c.one(4) {
		body += c.guard([]string{"%v", next}[c.r.IntN(2)])
	}
	last := "continue ^l " + next
	if isFor && c.one(2) {
		last = "yield " + next
	}
	if c.one(20) {
		last = "break ^l " + next
	}
	init := c.number("%p")
	loop := "loop ^l " + init + " : T (%v: T)"
	if isFor {
		k := func() int64 {
			if c.one(8) {
				return int64(edges[c.r.IntN(len(edges))])
			}
			return int64(c.r.IntN(30) - 10)
		}
		lo, hi := fmt.Sprintf("const %d", k()), fmt.Sprintf("const %d", k())
		if c.one(6) {
			hi = "load %s, %0"
		}
		loop = fmt.Sprintf("%%lo = %s : i64\n%%hi = %s : i64\n%%r = for ^l %%lo, %%hi, %s <ints=[%d]> : T (%%i: i64, %%v: T)", lo, hi, init, []int64{1, 1, 2, -1, -3}[c.r.IntN(5)])
	} else {
		loop = "%r = " + loop
	}
	body = loop + " {\n" + body + last + "\n}\n%z = sub %r, %q : T\nreturn %z\n"
	all := "func @f(%p: T, %q: T, %b: bool, %s: []i64) -> ( T) {\n%0 = const 0 : i64\n" + c.head.String() + body + "}\n"
	return strings.ReplaceAll(all, " T", " "+c.t.String())
}

var edges = []int64{-1 << 63, -1<<63 + 1, -1 << 62, 1 << 62, 1<<63 - 2, 1<<63 - 1, 1 << 31, -1 << 31}

// nearLoop draws loops like carriedLoop whose variable comes by the numbers that it is compared with, so that a bound that is wrong by one is seen, or one that
// follows from the wrong part of a condition.
type nearLoop struct {
	loopWriter
	base int64 // where the variable begins, more or less
}

func (c *nearLoop) near(within int) string {
	return c.constant(uint64(c.base + int64(c.r.IntN(2*within+1)-within)))
}

// condition draws one about x, seldom about something else.
func (c *nearLoop) condition(x string, depth int) (text, name string) {
	c.n++
	name = fmt.Sprintf("%%g%d", c.n)
	if depth > 0 && c.one(2) {
		a, of := c.condition(x, depth-1)
		if c.one(4) {
			return a + fmt.Sprintf("%s = not %s : bool\n", name, of), name
		}
		b, and := "", "%b"
		if c.one(2) {
			b, and = c.condition(x, 0)
		}
		if c.one(2) {
			of, and = and, of
		}
		return a + b + fmt.Sprintf("%s = %s %s, %s : bool\n", name, []string{"and", "or", "andnot"}[c.r.IntN(3)], of, and), name
	}
	y := c.near(6)
	if c.one(6) {
		x = "%p"
	}
	if c.one(3) {
		x, y = y, x
	}
	return fmt.Sprintf("%s = %s %s, %s : bool\n", name, []string{"lt", "le", "gt", "ge"}[c.r.IntN(4)], x, y), name
}

// between draws a condition and an if, a loop or a loop of an if that may leave with x by it, or not at all.
func (c *nearLoop) between(x string) string {
	text, g := c.condition(x, 2)
	c.n++
	leave := []string{"break ^l " + x, "continue ^l " + x}[c.r.IntN(2)]
	arms := func(stay string) string {
		a := []string{stay, leave}
		if c.one(2) {
			a[0], a[1] = a[1], a[0]
		}
		return fmt.Sprintf("{\n%s\n} {\n%s\n}\n", a[0], a[1])
	}
	switch c.r.IntN(6) {
	case 0: // the condition is only carried
		return text + fmt.Sprintf("%%k%d = loop ^k %s : bool (%%w%d: bool) {\nbreak ^k %%w%d\n}\n", c.n, g, c.n, c.n)
	case 1: // goes on from within a loop that carries it
		return text + fmt.Sprintf("%%k%d = loop ^k %s : bool (%%w%d: bool) {\nif %%b {\nyield\n} {\n%s\n}\nbreak ^k %s\n}\n", c.n, g, c.n, leave, g)
	}
	return text + fmt.Sprintf("if %s ", g) + arms("yield")
}

func (c *nearLoop) draw() string {
	if bits := c.t.Bits(); bits < 64 && c.one(2) { // near the least or greatest
		c.base = []int64{analysis.TypeInterval(c.t).Lo, analysis.TypeInterval(c.t).Hi}[c.r.IntN(2)]
	}
	init := c.near(3)
	body := ""
	if c.one(2) {
		body += c.between("%v")
	}
	by := func() string { return c.constant(uint64(c.r.IntN(4))) }
	body += fmt.Sprintf("%%s = %s %%v, %s : T\n", []string{"add", "sub"}[c.r.IntN(2)], by())
	next := "%s"
	if c.one(4) {
		body += fmt.Sprintf("%%d = select %%b, %%s, %s : T\n", "%v")
		next = "%d"
	}
	if c.one(2) {
		body += c.between(next)
	}
	if text, g := c.condition([]string{"%v", next}[c.r.IntN(2)], 2); c.one(2) {
		arms := []string{"continue ^l " + next, "yield"}
		if c.one(2) {
			arms[0], arms[1] = arms[1], arms[0]
		}
		body += text + fmt.Sprintf("if %s {\n%s\n} {\n%s\n}\nbreak ^l %s\n", g, arms[0], arms[1], next)
	} else {
		body += "continue ^l " + next + "\n"
	}
	body = "%r = loop ^l " + init + " : T (%v: T) {\n" + body + "}\n%z = sub %r, %q : T\nreturn %z\n"
	all := "func @f(%p: T, %q: T, %b: bool, %s0: []i64) -> ( T) {\n" + c.head.String() + body + "}\n"
	return strings.ReplaceAll(all, " T", " "+c.t.String())
}

// withinBounds runs a function of a loop, and compares what its values are with the bounds that are found for them. It gives how many loops' variables have some.
func withinBounds(t *testing.T, f *ir.Func, runs int, arguments func() []uint64) (bounded int) {
	t.Helper()
	s := analysis.NewRanges()
	s.Exits = analysis.ExitsOf(f.Body)
	bounds := make([]analysis.Interval, f.Number())
	find := func(vs []*ir.Value) {
		for _, v := range vs {
			if v.Type.IsInt() {
				bounds[v.ID] = s.Of(v)
			}
		}
	}
	f.Body.Walk(func(o *ir.Op) bool {
		for _, in := range o.Regions {
			find(in.Params)
		}
		find(o.Results)
		if o.Kind == ir.OpLoop || o.Kind == ir.OpFor {
			if v := o.Regions[0].Params[len(o.Regions[0].Params)-1]; v.Type.IsInt() && bounds[v.ID] != analysis.TypeInterval(v.Type) {
				bounded++
			}
		}
		return true
	})
	for range runs {
		in := arguments()
		walk(f, in, 20, func(v *ir.Value, bits uint64) {
			if v.Owner == f.Body || !v.Type.IsInt() {
				return
			}
			b, n := bounds[v.ID], ir.SignExtend(v.Type, bits)
			if v.Type.Kind == ir.U64 && b == analysis.Everything {
				return
			}
			if n < b.Lo || n > b.Hi {
				t.Fatalf("with %x: %%%s is %d, which isn't within %d and %d\n%s", in, v.Name, n, b.Lo, b.Hi, f)
			}
		})
	}
	return bounded
}

// TestInduction: what loops carry, and what they give, is within the bounds that are found for it.
func TestInduction(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	bounded := 0
	for range 6000 {
		f := parse(t, (&carriedLoop{loopWriter{r: r, t: loopTypes[r.IntN(len(loopTypes))]}}).draw())
		c := loopWriter{r: r, t: f.Body.Params[0].Type}
		bounded += withinBounds(t, f, 5, func() []uint64 {
			return []uint64{ir.Canonical(c.t, c.edge()), ir.Canonical(c.t, c.edge()), uint64(r.IntN(2)), 0}
		})
	}
	if t.Logf("%d variables have bounds", bounded); bounded < 500 {
		t.Errorf("only %d variables have bounds", bounded)
	}
}

// TestInductionNear: the same for loops whose bounds are close.
func TestInductionNear(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	bounded := 0
	for range 12000 {
		c := &nearLoop{loopWriter: loopWriter{r: r, t: loopTypes[r.IntN(len(loopTypes))]}}
		f := parse(t, c.draw())
		bounded += withinBounds(t, f, 4, func() []uint64 {
			return []uint64{ir.Canonical(c.t, uint64(c.base+int64(r.IntN(13)-6))), 0, uint64(r.IntN(2)), 0}
		})
	}
	if t.Logf("%d variables have bounds", bounded); bounded < 4000 {
		t.Errorf("only %d variables have bounds", bounded)
	}
}

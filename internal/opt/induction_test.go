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

// TestInduction: what loops carry, and what they give, is within the bounds that are found for it.
func TestInduction(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	bounded := 0
	for range 6000 {
		f := parse(t, (&carriedLoop{loopWriter{r: r, t: loopTypes[r.IntN(len(loopTypes))]}}).draw())
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
				if p := o.Regions[0].Params; bounds[p[len(p)-1].ID] != analysis.TypeInterval(p[len(p)-1].Type) {
					bounded++
				}
			}
			return true
		})
		c := loopWriter{r: r, t: f.Body.Params[0].Type}
		for range 5 {
			in := []uint64{ir.Canonical(c.t, c.edge()), ir.Canonical(c.t, c.edge()), uint64(r.IntN(2)), 0}
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
	}
	if t.Logf("%d variables have bounds", bounded); bounded < 500 {
		t.Errorf("only %d variables have bounds", bounded)
	}
}

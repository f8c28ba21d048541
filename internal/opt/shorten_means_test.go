package opt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// guardedLoop draws a loop of 64-bit integers, up or down, whose iterations begin with a look at whether the index, or a counter that goes along (of type t), has
// come to a bound, and leave the block around it if so, in one of the ways there are: compared either way round, in either arm, at the edges of the type, with what
// may be done ahead of the guard, where it leaves, and behind the loop; and loops that only look like that.
type guardedLoop struct {
	loopWriter
	odd int // how many things may yet be unlike what is looked for
}

// oddly reports, once in n times, that something is to be odd.
func (c *guardedLoop) oddly(n int) bool {
	if c.odd == 0 || !c.one(n) {
		return false
	}
	c.odd--
	return true
}

// bounded is a number that is known to be small, as those have to be that are added to each other.
func (c *guardedLoop) bounded(p string) string {
	if c.oddly(6) {
		return c.number(p)
	}
	if c.one(3) {
		return c.constant(uint64(c.r.IntN(9) - 4))
	}
	lo, hi := c.constant(uint64(-c.r.IntN(9))), c.constant(uint64(c.r.IntN(9)))
	c.n++
	fmt.Fprintf(&c.head, "%%l%d = max %s, %s : %s\n%%m%d = min %%l%d, %s : %s\n", c.n, p, lo, c.t, c.n, c.n, hi, c.t)
	return fmt.Sprintf("%%m%d", c.n)
}

// wide writes something of the index's type.
func (c *guardedLoop) wide(f func() string) string {
	t := c.t
	defer func() { c.t = t }()
	c.t = ir.TI64
	return f()
}

// pick is one of the texts.
func (c *guardedLoop) pick(texts ...string) string { return texts[c.r.IntN(len(texts))] }

// beside is a number not far from another one, or any.
func (c *guardedLoop) beside(v, p string) string {
	switch c.r.IntN(6) {
	case 0:
		return c.number(p)
	case 1:
		return c.bounded(p)
	}
	k := c.constant(uint64(c.r.IntN(15) - 7))
	c.n++
	fmt.Fprintf(&c.head, "%%y%d = add %s, %s : %s\n", c.n, v, k, c.t)
	return fmt.Sprintf("%%y%d", c.n)
}

func (c *guardedLoop) draw() string {
	c.odd = c.r.IntN(3)
	step := []int{1, -1}[c.r.IntN(2)]
	if c.oddly(12) {
		step *= 2
	}
	p, q := "%p", "%q"
	if c.t != ir.TI64 {
		p, q = c.constant(c.edge()), c.constant(c.edge())
	}
	counter := c.pick("%j", "%j", "%k")
	if c.t != ir.TI64 {
		counter = "%j"
	}
	lo, hi, init, bound := "", "", "", ""
	if counter == "%k" {
		lo = c.number(p)
		hi, bound, init = c.beside(lo, q), c.beside(lo, q), c.number(p)
	} else {
		lo = c.wide(func() string { return c.bounded("%p") })
		hi = c.wide(func() string { return c.beside(lo, "%q") })
		init = c.bounded(q)
		bound = c.beside(init, q)
	}
	inside := ""
	if c.one(8) {
		inside = "%bound = const " + fmt.Sprint(c.r.IntN(9)) + " : T\n"
		bound = "%bound"
	} else if c.t == ir.TI64 && c.oddly(12) {
		bound = "%a"
	}
	// The guard, of which one arm leaves, most likely behind the last iteration.
	kind, up := c.pick("lt", "le", "gt", "ge", "eq", "ne"), c.one(2)
	if counter == "%k" {
		up = step > 0
	}
	if !c.oddly(6) {
		kind = map[bool]string{true: c.pick("lt", "le"), false: c.pick("gt", "ge")}[up]
	}
	x, y, g := counter, bound, "%g"
	if c.one(3) {
		x, y, kind = y, x, map[string]string{"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}[kind]
	}
	stay, leave := "yield", ""
	left := []string{"%k", "%a", "%p", "%was", "%k"}
	ahead := ""
	switch {
	case c.one(4):
		ahead = c.pick("%d = add %k, %a : i64\n", "%d = xor %a, %p : i64\n")
		left = append(left, "%d", "%d", "%d")
	case c.oddly(6):
		ahead = c.pick("store %s, %0, %k\n", "%d = load %s, %0 : i64\n", "%d = rem %p, %k : i64\n", "%d = table %k <table=[7, 9, 11]> : i64\n")
	}
	if c.t == ir.TI64 {
		left = append(left, "%j", "%j")
	}
	switch {
	case c.one(4):
		leave = c.pick("%e = mul %k, %a : i64\n", "%e0 = add %k, %a : i64\n%e = sub %p, %e0 : i64\n")
		left = append(left, "%e", "%e", "%e")
	case c.oddly(6):
		leave = c.pick("%e = rem %a, %k : i64\n", "%e = table %k <table=[5, 6, 70]> : i64\n", "%e = div %k, %a : i64\n", "%e = load %s, %0 : i64\n", "%e = add %k, %a : i64\nstore %s, %0, %k\n")
		left = append(left, "%e", "%e", "%e")
	}
	leave += "break ^b " + c.pick(left...) + ", " + c.pick(left...)
	switch {
	case c.oddly(12):
		leave = "break ^f %j, %a"
	case c.oddly(12):
		leave = "return %k, %a"
	case c.oddly(12):
		leave = "continue ^f %j, %p"
	}
	arms := []string{stay, leave}
	if c.one(2) {
		arms[0], arms[1] = arms[1], arms[0]
		kind = map[string]string{"lt": "ge", "le": "gt", "gt": "le", "ge": "lt", "eq": "ne", "ne": "eq"}[kind]
	}
	guard := inside + ahead + fmt.Sprintf("%%g = %s %s, %s : bool\n", kind, x, y)
	if c.oddly(6) {
		guard += "%g2 = " + c.pick("and %g, %b", "or %g, %b", "not %g") + " : bool\n"
		g = "%g2"
	}
	if c.oddly(20) {
		g = "%b"
	}
	guard += "if " + g + " {\n" + arms[0] + "\n} {\n" + arms[1] + "\n}\n"
	// The body counts in one way, or in two, and may be left elsewhere.
	count := func(name string) string {
		by, add := c.constant(1), up
		switch {
		case c.oddly(8):
			by = c.pick(p, c.constant(0), c.constant(2))
		case c.oddly(8):
			add = !add
		case c.one(4):
			by, add = c.constant(^uint64(0)), !add
		}
		if add {
			return name + " = " + c.pick("add %j, "+by, "add "+by+", %j") + " : T\n"
		}
		return name + " = sub %j, " + by + " : T\n"
	}
	body := "%a1 = xor %a, %k : i64\n%a2 = mul %a1, %3 : i64\nstore %s, %0, %a2\n"
	if c.one(4) {
		again := count("%j1")
		if c.oddly(4) {
			again = c.pick("%j1 = xor %j, %j : T\n", "%j1 = add %j, %j : T\n")
		}
		body += again + "%odd = lt %a2, %0 : bool\nif %odd {\ncontinue ^f %j1, %a2\n} {\nyield\n}\n"
	}
	if c.one(4) {
		body += "%h = eq %a2, %p : bool\nif %h {\nbreak ^b %k, %a2\n} {\nyield\n}\n"
	}
	body += count("%jn") + c.pick("yield %jn, %a2", "continue ^f %jn, %a2") + "\n"
	if c.oddly(8) {
		body += c.pick("break ^b %k, %a2\n", "break ^f %jn, %a2\n")
		body = strings.Replace(strings.Replace(body, "yield %jn, %a2\n", "", 1), "continue ^f %jn, %a2\n", "", 1)
	}
	behind, ends := "", []string{"%x2", "%x2", "%lost"}
	switch {
	case c.one(4):
		behind = "%u = add %x2, %p : i64\n"
		ends = append(ends, "%u", "%u")
	case c.oddly(8):
		behind = c.pick("store %s, %0, %x2\n", "%u = table %x2 <table=[-3, 4]> : i64\n", "%u = load %s, %0 : i64\n", "%u = rem %p, %x2 : i64\n")
	}
	end := "yield " + c.pick(ends...) + ", " + c.pick(ends...)
	if c.oddly(12) {
		end = c.pick("break ^b ", "return ") + c.pick(ends...) + ", " + c.pick(ends...)
	}
	text := "func @f(%p: i64, %q: i64, %b: bool, %s: []i64) -> (i64, i64) {\n%0 = const 0 : i64\n%3 = const 3 : i64\n%lost = const -77 : i64\n%was = load %s, %0 : i64\n" + c.head.String() +
		"%r1, %r2 = block ^b : i64, i64 {\n%x1, %x2 = for ^f " + lo + ", " + hi + ", " + init + ", %3 <ints=[" + fmt.Sprint(step) + "]> : T, i64 (%k: i64, %j: T, %a: i64) {\n" +
		guard + body + "}\n" + behind + end + "\n}\n%r3 = add %r1, %3 : i64\nreturn %r2, %r3\n}\n"
	return strings.ReplaceAll(text, " T", " "+c.t.String())
}

// TestShortenMeans compares what such loops give, and store last, before and after.
func TestShortenMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	shortened, compared := 0, 0
	for range 6000 {
		c := &guardedLoop{loopWriter: loopWriter{r: r, t: []*ir.Type{ir.TI64, ir.TI64, ir.TI64, ir.TI64, ir.TI64, ir.TU64, ir.TI32}[r.IntN(7)]}}
		f := parse(t, c.draw())
		before := f.String()
		after := f.Clone()
		changed := Shorten(after)
		if changed != (after.String() != before) {
			t.Errorf("says %v\n%s\n%s", changed, before, after)
		}
		if !changed {
			continue
		}
		shortened++
		if err := ir.VerifyFunc(after, ir.Residual); err != nil {
			t.Fatalf("%v\nbefore:\n%s\nafter:\n%s", err, f, after)
		}
		edges := loopWriter{r: r, t: ir.TI64}
		for range 10 {
			p, q := edges.edge(), edges.edge()
			if c.one(2) {
				q = p + uint64(r.IntN(15)-7)
			}
			switch {
			case c.one(8):
				q = math.MaxInt64
			case c.one(8):
				q = 1 << 63
			}
			in := []uint64{p, q, uint64(r.IntN(2)), 0}
			want, stored, ended := walkUnlessItFails(f, in)
			if !ended {
				continue // it divides by nothing, or goes on for too long
			}
			compared++
			got, storedNow, endedNow := walkUnlessItFails(after, in)
			if !slices.Equal(want, got) || stored != storedNow || !endedNow {
				t.Fatalf("with %x: %x, %x, %t, want %x, %x\nbefore:\n%s\nafter:\n%s", in, got, storedNow, endedNow, want, stored, f, after)
			}
		}
	}
	t.Logf("%d loops are shortened, %d runs compared", shortened, compared)
	if shortened < 1000 || compared < 5000 {
		t.Errorf("only %d loops are shortened, %d runs compared", shortened, compared)
	}
}

// walkUnlessItFails is walk for functions that may divide by 0.
func walkUnlessItFails(f *ir.Func, in []uint64) (out []uint64, place uint64, ended bool) {
	defer func() {
		if recover() != nil {
			ended = false
		}
	}()
	return walk(f, in, 2*most, nil)
}

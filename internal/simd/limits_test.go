package simd_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/simd"
)

// borderLoop draws a parallel loop over two or three dimensions that computes with its indices what may be another at the ends of a dimension than in between: it
// compares them with what lies near the ends, or elsewhere, clamps them, wraps them around, and stores under conditions of these, or always. Each iteration has an element of its own.
type borderLoop struct {
	r     *rand.Rand
	dims  int
	n     int
	lines []string
	nums  []string
	conds []string
	inner bool // in a loop inside, whose index is %j
}

func (c *borderLoop) one(n int) bool { return c.r.IntN(n) == 0 }

func (c *borderLoop) pick(texts ...string) string { return texts[c.r.IntN(len(texts))] }

func (c *borderLoop) op(format string, args ...any) string {
	c.n++
	c.lines = append(c.lines, fmt.Sprintf("%%v%d = ", c.n)+fmt.Sprintf(format, args...))
	return fmt.Sprintf("%%v%d", c.n)
}

func (c *borderLoop) constant(k int) string { return c.op("const %d : i64", k) }

// near is something along a dimension: its index, not far from it, or, seldom, something else.
func (c *borderLoop) near(k int) string {
	i := fmt.Sprintf("%%i%d", k)
	if c.inner && c.one(2) {
		j := "%j"
		if c.one(4) {
			j = c.op("mul %s, %s : i64", j, c.constant(c.r.IntN(6)-2))
		}
		return c.op("%s %s, %s : i64", c.pick("add", "add", "sub"), i, j)
	}
	switch c.r.IntN(14) {
	case 0, 1, 2, 3:
		return i
	case 12, 13:
		return c.op("%s %s, %s : i64", c.pick("add", "sub"), i, c.pick("%p", "%q"))
	case 4, 5, 6:
		return c.op("%s %s, %s : i64", c.pick("add", "sub"), i, c.constant(c.r.IntN(6)-1))
	case 7:
		return c.op("sub %s, %s : i64", c.pick(c.constant(c.r.IntN(4)), fmt.Sprintf("%%n%d", k)), i)
	case 8:
		return c.op("mul %s, %s : i64", i, c.constant(c.r.IntN(5)-1))
	case 9:
		return c.op("add %s, %%i%d : i64", i, c.r.IntN(c.dims))
	case 10:
		return c.nums[c.r.IntN(len(c.nums))]
	}
	return c.op("add %s, %%n%d : i64", i, k)
}

// end is something near an end of a dimension; or elsewhere.
func (c *borderLoop) end(k int) string {
	n := fmt.Sprintf("%%n%d", k)
	switch c.r.IntN(12) {
	case 0, 1, 2:
		return c.constant(c.r.IntN(5) - 1)
	case 10:
		return "%q"
	case 11:
		return c.op("sub %s, %s : i64", n, c.pick("%q", "%q", "%p"))
	case 3:
		return n
	case 4, 5, 6:
		return c.op("sub %s, %s : i64", n, c.constant(c.r.IntN(5)-1))
	case 7:
		return c.pick("%p", c.constant(-70+c.r.IntN(140)))
	case 8:
		return c.op("%s %s, %%n%d : i64", c.pick("add", "sub"), n, c.r.IntN(c.dims))
	}
	return fmt.Sprintf("%%i%d", c.r.IntN(c.dims))
}

// far adds the same to both, now and then, so much that they may wrap around.
func (c *borderLoop) far(x, y string) (string, string) {
	if c.one(16) { // one of them alone
		return c.op("add %s, %s : i64", x, c.op("const %d : i64", []int64{math.MaxInt64 - int64(c.r.IntN(6)), math.MinInt64 + int64(c.r.IntN(6))}[c.r.IntN(2)])), y
	}
	if !c.one(6) {
		return x, y
	}
	by := "%p"
	switch c.r.IntN(3) {
	case 0:
		by = c.op("const %d : i64", math.MaxInt64-int64(c.r.IntN(6)))
		if c.one(2) {
			by = c.op("const %d : i64", math.MinInt64+int64(c.r.IntN(6)))
		}
	case 1:
		by = c.op("mul %%n1, %s : i64", c.op("const %d : i64", []int64{1 << 61, 1 << 62, -1 << 61, -1 << 62}[c.r.IntN(4)]))
	}
	return c.op("add %s, %s : i64", x, by), c.op("add %s, %s : i64", y, by)
}

func (c *borderLoop) number() {
	k := c.r.IntN(c.dims)
	x, y := c.far(c.near(k), c.end(k))
	if c.one(3) {
		x, y = y, x
	}
	switch c.r.IntN(4) {
	case 0:
		c.nums = append(c.nums, c.op("max %s, %s : i64", x, y))
	case 1:
		c.nums = append(c.nums, c.op("min %s, %s : i64", x, y))
	case 2:
		n := fmt.Sprintf("%%n%d", k)
		if c.one(4) {
			n = c.pick(c.constant(3), fmt.Sprintf("%%n%d", c.r.IntN(c.dims)))
		}
		v := c.near(k)
		if c.one(2) {
			v = c.op("add %s, %s : i64", v, n)
		}
		c.nums = append(c.nums, c.op("rem %s, %s : i64", v, n))
	default:
		c.nums = append(c.nums, c.op("select %s, %s, %s : i64", c.cond(), x, y))
	}
}

func (c *borderLoop) cond() string {
	k := c.r.IntN(c.dims)
	x, y := c.far(c.near(k), c.end(k))
	if c.one(2) {
		x, y = y, x
	}
	v := c.op("%s %s, %s : bool", c.pick("lt", "le", "gt", "ge", "eq", "ne", "lt", "ge"), x, y)
	c.conds = append(c.conds, v)
	if c.one(6) {
		v = c.op("%s %s, %s : bool", c.pick("and", "or"), v, "%flag")
		c.conds = append(c.conds, v)
	}
	if len(c.conds) > 1 && c.one(2) {
		v = c.op("%s %s, %s : bool", c.pick("and", "or", "or", "xor"), c.conds[c.r.IntN(len(c.conds)-1)], v)
		c.conds = append(c.conds, v)
	}
	if c.one(8) {
		v = c.op("not %s : bool", v)
		c.conds = append(c.conds, v)
	}
	return v
}

// frame is the condition that an index is at an end of its dimension, of all of them: most programs have no other.
func (c *borderLoop) frame() string {
	v := ""
	kinds := []string{"lt", "ge", "or", "and"}
	if c.one(3) { // that it is at none
		kinds = []string{"ge", "lt", "and", "or"}
	}
	join := func(x, y string) string {
		kind := kinds[2]
		if c.one(15) {
			kind = kinds[3]
		}
		if c.one(15) {
			y = "%flag"
		}
		return c.op("%s %s, %s : bool", kind, x, y)
	}
	for k := range c.dims {
		low := c.op("%s %%i%d, %s : bool", kinds[0], k, c.constant(c.r.IntN(3)))
		high := c.op("%s %%i%d, %s : bool", kinds[1], k, c.op("sub %%n%d, %s : i64", k, c.constant(c.r.IntN(3))))
		both := join(low, high)
		if c.conds = append(c.conds, low, high, both); v == "" {
			v = both
			continue
		}
		v = join(v, both)
		c.conds = append(c.conds, v)
	}
	return v
}

// own is what is kept in an array of the iteration.
func (c *borderLoop) own() {
	a := c.op("alloca <ints=[2]> : []i64")
	one := c.constant(1)
	c.lines = append(c.lines, fmt.Sprintf("store %s, %s, %%i0", a, one))
	c.nums = append(c.nums, c.op("load %s, %s : i64", a, one))
}

// loop is a loop inside that computes with its index, too; the result is what it has computed.
func (c *borderLoop) loop(acc string) string {
	nums, conds := c.nums, c.conds
	lo, hi, step := c.constant(c.r.IntN(4)-2), c.constant(c.r.IntN(4)), 1+c.r.IntN(5)/4
	switch c.r.IntN(5) {
	case 0:
		lo = c.op("sub %s, %%q : i64", c.constant(c.r.IntN(2)))
		fallthrough
	case 1:
		hi = c.op("add %%q, %s : i64", c.constant(c.r.IntN(3)))
	case 2: // far away, perhaps
		lo = "%p"
		hi = c.op("add %%p, %s : i64", c.constant(c.r.IntN(4)))
	case 3:
		lo, hi, step = hi, lo, -step
	}
	lines := c.lines
	c.lines = nil
	c.inner, c.nums, c.conds = true, []string{"%s0"}, nil
	for range 1 + c.r.IntN(3) {
		c.number()
	}
	v := c.op("mul %%s0, %s : i64", c.constant(31))
	for _, x := range c.nums[1:] {
		v = c.op("add %s, %s : i64", v, x)
	}
	for _, x := range c.conds {
		v = c.op("add %s, %s : i64", v, c.op("select %s, %%j, %%big : i64", x))
	}
	in := strings.Join(c.lines, "\n")
	c.inner, c.nums, c.conds, c.lines = false, nums, conds, lines
	return c.op("for %s, %s, %s <ints=[%d]> : i64 (%%j: i64, %%s0: i64) {\n%s\nyield %s\n}", lo, hi, acc, step, in, v)
}

func (c *borderLoop) draw() string {
	c.dims = 2 + c.r.IntN(5)/4
	c.nums = []string{"%p"}
	border := ""
	if c.one(2) {
		border = c.frame()
	}
	for range c.r.IntN(4) {
		c.number()
	}
	for range c.r.IntN(3) {
		c.cond()
	}
	if c.one(8) {
		c.own()
	}
	acc := "%p"
	for _, v := range append(c.nums, "%i0") {
		acc = c.op("add %s, %s : i64", c.op("mul %s, %s : i64", acc, c.constant(31)), v)
	}
	for _, v := range c.conds {
		if c.one(2) {
			acc = c.op("add %s, %s : i64", acc, c.op("select %s, %%i0, %%big : i64", v))
		}
	}
	if c.one(3) {
		acc = c.loop(acc)
	}
	at := "%i0"
	for k := 1; k < c.dims; k++ {
		at = c.op("add %s, %%i%d : i64", c.op("mul %s, %%n%d : i64", at, k), k)
	}
	store := func(v string) string { return "store %y, " + at + ", " + v + "\nyield" }
	by := border
	if by == "" || c.one(3) {
		if by = ""; len(c.conds) > 0 {
			by = c.conds[c.r.IntN(len(c.conds))]
		}
	}
	switch {
	case by == "" || c.one(4):
		c.lines = append(c.lines, strings.TrimSuffix(store(acc), "\nyield"))
	case c.one(2):
		arms := []string{store(acc), "yield"}
		if c.one(2) {
			arms[0], arms[1] = arms[1], arms[0]
		}
		c.lines = append(c.lines, "if "+by+" {\n"+arms[0]+"\n} {\n"+arms[1]+"\n}")
	default:
		inner := len(c.lines)
		c.number()
		c.cond()
		in := strings.Join(c.lines[inner:], "\n")
		arms := []string{in + "\n" + store(c.op("add %s, %s : i64", acc, c.nums[len(c.nums)-1])), store(c.pick("%i0", acc))}
		arms[0] = in + "\n" + c.lines[len(c.lines)-1] + "\n" + arms[0][len(in)+1:]
		c.lines = c.lines[:inner]
		if c.one(2) {
			arms[0], arms[1] = arms[1], arms[0]
		}
		c.lines = append(c.lines, "if "+by+" {\n"+arms[0]+"\n} {\n"+arms[1]+"\n}")
	}
	var extents, indices []string
	for k := range c.dims {
		extents, indices = append(extents, fmt.Sprintf("%%n%d", k)), append(indices, fmt.Sprintf("%%i%d: i64", k))
	}
	head := "%big = const 1000003 : i64\n"
	switch c.r.IntN(6) { // an extent that is computed
	case 0:
		head += "%k1 = const 1 : i64\n%n0 = add %m0, %k1 : i64\n"
	case 1, 2: // rows of what has been divided
		head += "%k2 = const 2 : i64\n%n0 = div %m0, %k2 : i64\n"
	default:
		head += "%k1 = const 0 : i64\n%n0 = add %m0, %k1 : i64\n"
	}
	return "func @f(%y: []i64, %p: i64, %q: i64, %m0: i64, %n1: i64, %n2: i64, %flag: bool) -> () {\n" + head +
		"multi " + strings.Join(extents, ", ") + " (" + strings.Join(indices, ", ") + ") {\n" + strings.Join(c.lines, "\n") + "\nyield\n}\nreturn\n}\n"
}

func parallelLoop(f *ir.Func) (loop *ir.Op) {
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpMulti {
			loop = o
		}
		return true
	})
	return loop
}

// TestLimits compares what iterations store within the limits that were found, and in the borders outside of them, by the bodies that are made for these, with what
// the loop as it is stores.
func TestLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	found, compared, empty, asked := 0, 0, 0, 0
	for range 3000 {
		text := (&borderLoop{r: r}).draw()
		parse := func() (*ir.Func, *ir.Op) {
			m, err := ir.Parse(text)
			if err == nil {
				err = ir.Verify(m, ir.Residual)
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			return m.Funcs[0], parallelLoop(m.Funcs[0])
		}
		f, loop := parse()
		dims := len(loop.Args)
		limits := simd.FindLimits(loop)
		if limits == nil {
			continue
		}
		found++
		d := r.IntN(dims + 1)
		kinds := map[string]*ir.Func{}
		for _, kind := range []string{"inside", "border"} {
			g, o := parse()
			l := simd.FindLimits(o)
			part := o
			switch kind {
			case "inside":
				part = l.Inside(d)
			case "border":
				part = l.Border(d, dims)
			}
			o.ReplaceBy(part)
			if err := ir.VerifyFunc(g, ir.Residual); err != nil {
				t.Fatalf("%v\n%s\nwas\n%s", err, g, f)
			}
			kinds[kind] = g
		}
		{ // where the limits are
			g, o := parse()
			l := simd.FindLimits(o)
			b := ir.NewBuilder(&ir.Region{})
			y := g.Body.Params[0]
			low, inner := l.Emit(b, o.Args)
			for k := range o.Args {
				b.Op(ir.OpStore, []*ir.Value{y, b.Int(int64(2 * k)), low[k]})
				b.Op(ir.OpStore, []*ir.Value{y, b.Int(int64(2*k + 1)), inner[k]})
			}
			o.InsertBefore(b.Region.Take(0)...)
			o.Remove()
			kinds["limits"] = g
		}
		for _, e := range append(slices.Clone(limits.Low), limits.High...) {
			if e.Asked {
				asked++
				break
			}
		}
		nothing := limits.Empty()
		if nothing {
			empty++
		}
		for range 3 {
			extent := [3]int{r.IntN(8), r.IntN(8), r.IntN(5)}
			if r.IntN(20) == 0 && dims == 2 {
				extent[r.IntN(2)] = 60 + r.IntN(80)
			}
			p, q, flag := r.IntN(12)-2, r.IntN(7)-2, r.IntN(2) == 0
			if r.IntN(4) == 0 {
				p = math.MaxInt64 - r.IntN(6)
			}
			run := func(f *ir.Func) []int {
				y := make([]int, 1200)
				for i := range y {
					y[i] = -7
				}
				in := []reflect.Value{reflect.ValueOf(y), reflect.ValueOf(p), reflect.ValueOf(q), reflect.ValueOf(extent[0]), reflect.ValueOf(extent[1]), reflect.ValueOf(extent[2]), reflect.ValueOf(flag)}
				eval.Call(&ir.Module{Funcs: []*ir.Func{f}}, f.Name, reflect.TypeFor[func(y []int, p, q, n0, n1, n2 int, flag bool)](), in...)
				return y
			}
			of := extent
			if strings.Contains(text, "%k1 = const 1") {
				of[0]++
			}
			if strings.Contains(text, "%k2 = const 2") {
				of[0] /= 2
			}
			want, inside, border, where := run(f), run(kinds["inside"]), run(kinds["border"]), run(kinds["limits"])
			at := 0
			var walk func(k int, ahead, all bool)
			walk = func(k int, ahead, all bool) {
				if k == dims {
					compared++
					if got := inside[at]; ahead && got != want[at] {
						t.Fatalf("%d of %d dimensions inside limits %v of %v, p %d, q %d: element %d is %d, want %d\nbefore:\n%s\nafter:\n%s", d, dims, where[:2*dims], of[:dims], p, q, at, got, want[at], f, kinds["inside"])
					}
					if got := border[at]; ahead && !all && got != want[at] {
						t.Fatalf("border behind %d of %d dimensions, limits %v of %v, p %d, q %d: element %d is %d, want %d\nbefore:\n%s\nafter:\n%s", d, dims, where[:2*dims], of[:dims], p, q, at, got, want[at], f, kinds["border"])
					}
					if nothing && !all && want[at] != -7 {
						t.Fatalf("limits %v of %v, p %d, q %d: something happens outside\n%s", where[:2*dims], of[:dims], p, q, f)
					}
					at++
					return
				}
				low, inner := where[2*k], where[2*k+1]
				for i := range of[k] {
					in := low <= i && i < low+inner
					walk(k+1, ahead && (k >= d || in), all && in)
				}
			}
			walk(0, true, true)
		}
	}
	t.Logf("%d loops have limits, %d of them nothing outside, %d such as are known when the loop runs; %d iterations compared", found, empty, asked, compared)
	if found < 500 || empty < 20 || asked < 200 {
		t.Errorf("only %d loops have limits, %d of them nothing outside, %d such as are known when the loop runs", found, empty, asked)
	}
}

// TestNothingOutside: a loop does nothing in its borders if it neither stores there nor may fail.
func TestNothingOutside(t *testing.T) {
	for _, c := range []struct {
		outside string
		want    bool
	}{
		{"", true},
		{"%v = load %y, %j : i64\n", true},
		{"store %y, %j, %z\n", false},
		{"check.index %j, %n\n", false},
	} {
		text := "func @f(%y: []i64, %n: i64, %m: i64) -> () {\n%one = const 1 : i64\n%z = const 0 : i64\nmulti %n, %m (%i: i64, %j: i64) {\n%c = lt %j, %one : bool\nif %c {\n" + c.outside +
			"yield\n} {\nstore %y, %i, %z\nyield\n}\nyield\n}\nreturn\n}\n"
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		l := simd.FindLimits(parallelLoop(m.Funcs[0]))
		if l == nil || l.Low[1].Const != 1 {
			t.Fatalf("no limits in\n%s", text)
		}
		if got := l.Empty(); got != c.want {
			t.Errorf("with %q outside: %v", c.outside, got)
		}
	}
}

// TestEndsByAnotherName: what a program compares the number of a row with is near the last, if rows have been counted by dividing; else it may be anywhere. So is what is known.
func TestEndsByAnotherName(t *testing.T) {
	for _, c := range []struct {
		extent, end string
		want        bool
	}{
		{"div %n, %w", "%h", true},
		{"add %n, %w", "%h", false},
		{"div %n, %w", "%five", false},
	} {
		text := "func @f(%y: []i64, %n: i64, %w: i64, %h: i64) -> () {\n%rows = " + c.extent + " : i64\n%five = const 5 : i64\nmulti %rows, %w (%i: i64, %j: i64) {\n%c = lt %i, " + c.end +
			" : bool\nif %c {\nstore %y, %i, %j\nyield\n} {\nyield\n}\nyield\n}\nreturn\n}\n"
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		l := simd.FindLimits(parallelLoop(m.Funcs[0]))
		if got := l != nil && l.High[0].Asked; got != c.want {
			t.Errorf("%s rows, of which those below %s: %v", c.extent, c.end, got)
		}
	}
}

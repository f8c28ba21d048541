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

// loopWriter writes parts of loops over variables of one type: %p and %q come from outside.
type loopWriter struct {
	r    *rand.Rand
	t    *ir.Type
	head strings.Builder // constants
	n    int
}

var loopTypes = []*ir.Type{ir.TI64, ir.TI64, ir.TI64, ir.TI64, ir.TU64, ir.TI32, ir.TU32, ir.TI8, ir.TU8}

// countingLoop draws a loop that counts, in one of the ways there are: a counter of any integer type, at the edges of it, that goes up or down in steps of
// one or more, compared before or behind the step with what may be known or not, left there and perhaps elsewhere. Another variable counts
// iterations, so that every loop has an end.
type countingLoop struct{ loopWriter }

func (c *loopWriter) one(n int) bool { return c.r.IntN(n) == 0 }

// edge is a number near which a counter of the type may go wrong, or a small one.
func (c *loopWriter) edge() uint64 {
	least := []int64{math.MinInt64, math.MaxInt64, 0, 0, 0, 1 << 62, -1 << 62, 1 << 61, 1 << 40, -1 << 40, math.MaxInt64 - 1<<20, math.MinInt64 + 1<<20}[c.r.IntN(12)]
	if bits := c.t.Bits(); bits < 64 {
		least = []int64{math.MinInt64 >> (64 - bits), math.MaxInt64 >> (64 - bits), -1, 0, 0, 0}[c.r.IntN(6)]
	}
	if c.one(4) {
		return uint64(least)
	}
	return uint64(least + int64(c.r.IntN(9)-4))
}

func (c *loopWriter) constant(bits uint64) string {
	c.n++
	name := fmt.Sprintf("%%c%d", c.n)
	k := ir.NewBuilder(&ir.Region{}).Const(c.t, ir.Canonical(c.t, bits)).Def.String()
	_, k, _ = strings.Cut(k, "= ")
	fmt.Fprintf(&c.head, "%s = %s\n", name, k)
	return name
}

// number is something outside of the loop: p or q, which are known to be nothing, a constant, or something bounded.
func (c *loopWriter) number(p string) string {
	switch c.r.IntN(6) {
	case 0, 1:
		return p
	case 2:
		c.n++
		w := []ir.OpKind{ir.OpMin, ir.OpMax}[c.r.IntN(2)]
		k := c.constant(c.edge())
		fmt.Fprintf(&c.head, "%%m%d = %s %s, %s : %s\n", c.n, w, p, k, c.t)
		return fmt.Sprintf("%%m%d", c.n)
	case 3:
		c.n++
		lo, hi := c.constant(c.edge()), c.constant(c.edge())
		fmt.Fprintf(&c.head, "%%l%d = max %s, %s : %s\n%%m%d = min %%l%d, %s : %s\n", c.n, p, lo, c.t, c.n, c.n, hi, c.t)
		return fmt.Sprintf("%%m%d", c.n)
	}
	return c.constant(c.edge())
}

// most is the number of iterations after which every loop is left.
const most = 12

// opposed are numbers as far below something as above it, or nearly so.
func (c *countingLoop) opposed() (below, above string) {
	c.n++
	middle, farther := c.constant(uint64(c.r.IntN(9)-4)), "%q"
	if c.one(2) {
		fmt.Fprintf(&c.head, "%%b%d = conv %%p : u8\n%%w%d = conv %%b%d : i64\n", c.n, c.n, c.n)
		middle = fmt.Sprintf("%%w%d", c.n)
	}
	switch c.r.IntN(3) {
	case 0: // as near to the edge as can be
		middle = c.constant(math.MaxUint64)
	case 1:
		fmt.Fprintf(&c.head, "%%g%d = add %%q, %s : i64\n", c.n, c.constant(uint64(c.r.IntN(5)-2)))
		farther = fmt.Sprintf("%%g%d", c.n)
	}
	fmt.Fprintf(&c.head, "%%u%d = sub %s, %%q : i64\n%%v%d = add %s, %s : i64\n", c.n, middle, c.n, middle, farther)
	return fmt.Sprintf("%%u%d", c.n), fmt.Sprintf("%%v%d", c.n)
}

func (c *countingLoop) draw() string {
	init, bound := c.number("%p"), c.number("%q")
	if c.t == ir.TI64 && c.one(4) {
		init, bound = c.opposed()
	}
	step := []int64{1, 1, 1, 1, -1, -1, -1, -1, 2, -2, 3, 1 << 20, -1 << 20, 1 << 62, math.MinInt64}[c.r.IntN(15)]
	offset := int64(0)
	switch c.r.IntN(8) {
	case 0, 1:
		offset = step
	case 2:
		offset = int64(c.edge())
	}
	if c.t.Bits() < 64 {
		step, offset = int64(int8(step)), int64(int8(offset))
		if step == 0 {
			step = 1
		}
	}
	// The guard.
	k := "%k"
	if offset != 0 {
		k = "%k0"
	}
	kind := []string{"lt", "le", "gt", "ge", "ne", "lt", "gt", "ne", "eq"}[c.r.IntN(9)]
	if c.one(2) { // most likely the right way round
		kind = map[bool]string{true: []string{"lt", "le"}[c.r.IntN(2)], false: []string{"gt", "ge"}[c.r.IntN(2)]}[step > 0]
	}
	exit := []string{"%a, %k", "%a, %k", "%a, %a", "%a, " + bound, "%a, %e"}[c.r.IntN(5)]
	cond, left, right := "", "yield", "break ^l "+exit
	if strings.Contains(exit, "%e") {
		cond = []string{"%e = mul %k, %q : T\n", "%e = xor %a, %k : T\n", "%e0 = add %k, %k : T\n%e = sub %q, %e0 : T\n", "%e = add %q, %a : T\n", "%e = load %s, %0 : T\n"}[c.r.IntN(5)]
		if c.one(2) {
			right, cond = cond+right, ""
			if strings.Contains(right, "load") {
				right = strings.Replace(right, "load %s, %0", "neg %p", 1)
			}
		}
	}
	if offset != 0 {
		op, by := "add", offset
		if c.one(2) {
			op, by = "sub", -offset
		}
		cond += fmt.Sprintf("%%k0 = %s %%k, %s : T\n", op, c.constant(uint64(by)))
	}
	x, y := k, bound
	negate := map[string]string{"lt": "ge", "le": "gt", "gt": "le", "ge": "lt", "eq": "ne", "ne": "eq"}
	mirror := map[string]string{"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}
	if c.one(3) {
		x, y, kind = y, x, mirror[kind]
	}
	if c.one(3) {
		left, right, kind = right, left, negate[kind]
	}
	others, guard := "", "%g"
	for j := range max(0, c.r.IntN(7)-4) { // with other conditions
		other := fmt.Sprintf("%%o%d", j)
		others += fmt.Sprintf("%s = %s : bool\n", other, []string{"lt %n, %few", "lt %a, %q", "eq %a, %p", "ge %k, %q"}[c.r.IntN(4)])
		a, b := guard, other
		if c.one(3) {
			a, b = b, a
		}
		guard = fmt.Sprintf("%%h%d", j)
		others += fmt.Sprintf("%s = %s %s, %s : bool\n", guard, []string{"and", "or", "andnot"}[c.r.IntN(3)], a, b)
	}
	cond += fmt.Sprintf("%%g = %s %s, %s : bool\n%sif %s {\n%s\n} {\n%s\n}\n", kind, x, y, others, guard, left, right)
	if c.one(12) { // something else comes first
		cond = "store %s, %0, %a\n" + cond
	}
	// The body: it may go on early, be left early, and count in two ways.
	next := "%kn"
	if offset == step && c.one(2) {
		next = "%k0"
	} else {
		op, by := "add", step
		if c.one(2) {
			op, by = "sub", -step
		}
		cond += fmt.Sprintf("%%kn = %s %%k, %s : T\n", op, c.constant(uint64(by)))
	}
	body := "%a1 = xor %a, %k : T\n%3 = const 3 : T\n%a2 = mul %a1, %3 : T\n%n1 = add %n, %1 : i64\n%d = lt %n1, %most : bool\nif %d {\nyield\n} {\nbreak ^l %a2, " +
		[]string{"%k", next, "%p"}[c.r.IntN(3)] + "\n}\n"
	if c.one(3) {
		again := next
		if c.one(4) {
			again = []string{"%k", "%q", "%a2"}[c.r.IntN(3)]
		}
		body += fmt.Sprintf("%%h = eq %%a2, %s : bool\nif %%h {\ncontinue ^l %s, %%p, %%n1\n} {\nyield\n}\n", c.constant(c.edge()), again)
	}
	last := next
	if c.one(12) {
		last = []string{"%k", "%q", "%a2", "%p"}[c.r.IntN(4)]
	}
	body += "continue ^l " + last + ", %a2, %n1\n"
	params := "%k: T, %a: T, %n: i64"
	loop := "%r1, %r2 = loop ^l " + init + ", %q, %0 : T, T (" + params + ") {\n" + cond + body + "}\nreturn %r1, %r2\n"
	text := "func @f(%p: T, %q: T, %s: []T) -> ( T, T) {\n%0 = const 0 : i64\n%1 = const 1 : i64\n%few = const 3 : i64\n%most = const " + fmt.Sprint(most) + " : i64\n" + c.head.String() + loop + "}\n"
	return strings.ReplaceAll(strings.ReplaceAll(text, " T", " "+c.t.String()), "[]T", "[]"+c.t.String())
}

// TestCountedMeans compares what such loops give before and after.
func TestCountedMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	counted := 0
	for range 5000 {
		c := &countingLoop{loopWriter{r: r, t: loopTypes[r.IntN(len(loopTypes))]}}
		f := parse(t, c.draw())
		before := f.String()
		after := f.Clone()
		changed := Counted(after)
		if changed != (after.String() != before) {
			t.Errorf("says %v\n%s\n%s", changed, before, after)
		}
		if !changed {
			continue
		}
		counted++
		if err := ir.VerifyFunc(after, ir.Residual); err != nil {
			t.Fatalf("%v\nbefore:\n%s\nafter:\n%s", err, f, after)
		}
		for range 8 {
			p, q := c.edge(), c.edge()
			if c.one(2) {
				q = p + uint64(c.r.IntN(11)-5)
			}
			in := []uint64{ir.Canonical(c.t, p), ir.Canonical(c.t, q), 0}
			want, stored, ended := walk(f, in, 2*most, nil)
			got, storedNow, endedNow := walk(after, in, 2*most, nil)
			if !slices.Equal(want, got) || stored != storedNow || !ended || !endedNow {
				t.Fatalf("with %x: %x, %x, %t, want %x, %x, %t\nbefore:\n%s\nafter:\n%s", in, got, storedNow, endedNow, want, stored, ended, f, after)
			}
		}
	}
	t.Logf("%d loops count", counted)
	if counted < 500 {
		t.Errorf("only %d loops count", counted)
	}
}

// TestCountersThatMeet compares loops in which two counters come towards each other, before and after.
func TestCountersThatMeet(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	counted := 0
	for range 2000 {
		rarely := func(often, other string) string {
			if r.IntN(16) == 0 {
				return other
			}
			return often
		}
		begin := func() string { return []string{"%u", "%v", "%c0", "%c1", "%p"}[r.IntN(5)] }
		kind := rarely([]string{"lt", "le", "gt", "ge"}[r.IntN(4)], "ne")
		x, y := rarely("%i", "%z"), rarely("%j", "%z")
		if kind == "gt" || kind == "ge" {
			x, y = y, x
		}
		if r.IntN(10) == 0 { // away from each other
			x, y = y, x
		}
		arms := [2]string{"yield", "break ^l %i, %j"}
		if r.IntN(3) == 0 {
			arms[0], arms[1] = arms[1], arms[0]
			kind = map[string]string{"lt": "ge", "le": "gt", "gt": "le", "ge": "lt", "ne": "eq"}[kind]
		}
		cond, leave := "%g", ""
		if r.IntN(4) == 0 {
			cond = "%gg"
			kind += " " + x + ", " + y + " : bool\n%o = lt %i, %c1 : bool\n%gg = " + []string{"and", "or"}[r.IntN(2)]
			x, y = "%o", "%g"
		}
		if r.IntN(2) == 0 {
			leave = "%h = eq %i, %c1 : bool\nif %h {\nbreak ^l %j, %i\n} {\nyield\n}\n"
		}
		up, down := "%c2", "%c2"
		if r.IntN(8) == 0 {
			up = "%c1"
		}
		if r.IntN(8) == 0 {
			down = "%c1"
		}
		from, to := rarely(rarely("%i", "%j"), "%p"), rarely(rarely("%j", "%i"), "%q")
		text := "func @f(%p: i64, %q: i64, %s: []i64) -> (i64, i64) {\n%p8 = conv %p : u8\n%u = conv %p8 : i64\n%q8 = conv %q : i8\n%v = conv %q8 : i64\n" +
			fmt.Sprintf("%%c0 = const %d : i64\n%%c1 = const %d : i64\n%%c2 = const 1 : i64\n%%0 = const 0 : i64\n", r.IntN(9)-4, r.IntN(40)) +
			"%r1, %r2 = loop ^l " + begin() + ", " + begin() + " : i64, i64 (%i: i64, %j: i64) {\n%z = load %s, %0 : i64\n%g = " + kind + " " + x + ", " + y + " : bool\nif " + cond + " {\n" + arms[0] + "\n} {\n" + arms[1] + "\n}\n" + leave +
			"%m = mul %i, %j : i64\nstore %s, %0, %m\n%i1 = add " + from + ", " + up + " : i64\n%j1 = sub " + to + ", " + down + " : i64\ncontinue ^l %i1, %j1\n}\nreturn %r1, %r2\n}\n"
		narrow := r.IntN(8) == 0
		if narrow {
			text = strings.ReplaceAll(text, "i64", "i32")
			text = strings.Replace(text, "%0 = const 0 : i32", "%0 = const 0 : i64", 1)
		}
		f := parse(t, text)
		after := f.Clone()
		if !Counted(after) {
			continue
		}
		counted++
		if err := ir.VerifyFunc(after, ir.Residual); err != nil {
			t.Fatalf("%v\nbefore:\n%s\nafter:\n%s", err, f, after)
		}
		for range 8 {
			some := func() uint64 {
				if r.IntN(6) == 0 {
					return uint64(math.MinInt64 + int64(r.IntN(9)-4)) // or near the largest
				}
				return uint64(int64(r.IntN(60) - 20))
			}
			in := []uint64{some(), some(), 0}
			if narrow {
				in = []uint64{ir.Canonical(ir.TI32, in[0]), ir.Canonical(ir.TI32, in[1]), 0}
			}
			want, stored, ended := walk(f, in, 2*most, nil)
			got, storedNow, endedNow := walk(after, in, 2*most, nil)
			if endedNow && !ended { // a for counts no iteration for its end
				want, stored, ended = walk(f, in, 3*most, nil)
			}
			if ended != endedNow || ended && (!slices.Equal(want, got) || stored != storedNow) {
				t.Fatalf("with %x: %x, %x, %t, want %x, %x, %t\nbefore:\n%s\nafter:\n%s", in, got, storedNow, endedNow, want, stored, ended, f, after)
			}
		}
	}
	if counted < 300 {
		t.Errorf("only %d loops count", counted)
	}
}

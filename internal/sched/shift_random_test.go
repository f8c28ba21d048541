package sched_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/seeds"
)

// windows draws a parallel loop over rows and columns with one or two loops inside that begin and end where its indices say, or not quite by the same, clipped or
// not, and that look at memory where they are allowed to.
type windows struct {
	*rand.Rand
	n     int
	lines []string
}

func (c *windows) op(format string, args ...any) string {
	c.n++
	c.lines = append(c.lines, fmt.Sprintf("%%v%d = ", c.n)+fmt.Sprintf(format, args...))
	return fmt.Sprintf("%%v%d", c.n)
}

func (c *windows) one(n int) bool { return c.IntN(n) == 0 }

func (c *windows) constant(k int) string { return c.op("const %d : i64", k) }

func (c *windows) sum(x, y string) string {
	return c.op("%s %s, %s : i64", []string{"add", "add", "sub"}[c.IntN(3)], x, y)
}

// fixed is something that is known outside.
func (c *windows) fixed() string {
	switch c.IntN(6) {
	case 0, 1:
		return "%q"
	case 2:
		return "%p"
	case 3:
		return []string{"%n", "%m"}[c.IntN(2)]
	}
	return c.constant(c.IntN(7) - 3)
}

// ends are where a loop begins and ends.
func (c *windows) ends() (lo, hi string) {
	at := []string{"%i", "%k"}[c.IntN(2)]
	if c.one(6) {
		at = c.sum(at, "%i")
	}
	if c.one(8) {
		at = c.op("mul %s, %s : i64", at, c.constant(c.IntN(5)-2))
	}
	lo = c.sum(at, c.fixed())
	hi = c.op("add %s, %s : i64", lo, []string{"%q", c.constant(c.IntN(6))}[c.IntN(2)])
	if c.one(10) { // not by the same
		hi = c.op("add %s, %s : i64", hi, []string{"%i", "%k"}[c.IntN(2)])
	}
	clip := func(kind, v string) string {
		if !c.one(2) {
			return v
		}
		end := c.fixed()
		if end == "%p" { // one behind it may be on the other side of all integers
			end = "%q"
		}
		if c.one(8) {
			end = []string{"%i", "%k"}[c.IntN(2)]
		}
		x, y := v, end
		if c.one(2) {
			x, y = y, x
		}
		if v = c.op("%s %s, %s : i64", kind, x, y); kind == "min" && c.one(4) {
			v = c.op("add %s, %s : i64", v, c.constant(1))
		}
		return v
	}
	return clip("max", lo), clip("min", hi)
}

// counted is a range by how often the loop runs, as that is counted where its index may wrap around; lo is to be added.
func (c *windows) counted(lo, hi string) string {
	way := c.op("sub %s, %s : i64", hi, lo)
	far := c.op("const %d : u64", uint64(1)<<62)
	n := c.op("conv %s : i64", c.op("min %s, %s : u64", c.op("conv %s : u64", way), far))
	n = c.op("add %s, %s : i64", n, c.constant(1))
	last := c.op("eq %s, %s : bool", hi, c.op("const %d : i64", math.MaxInt64))
	n = c.op("select %s, %s, %s : i64", last, c.constant(3), n) // where a program would go on for ever
	return c.op("select %s, %s, %s : i64", c.op("le %s, %s : bool", lo, hi), n, c.constant(0))
}

// loop is a loop inside; the result is what it has computed from acc.
func (c *windows) loop(acc string, deep int) string {
	lo, hi := c.ends()
	j, begin := fmt.Sprintf("%%j%d", deep), ""
	if c.one(2) {
		begin, lo, hi = lo, c.constant(0), c.counted(lo, hi)
	} else if c.one(6) { // up to what may be the last integer
		hi = c.op("add %s, %s : i64", c.op("min %s, %s : i64", hi, c.op("const %d : i64", math.MaxInt64-1)), c.constant(1))
	}
	lines := c.lines
	c.lines = nil
	at := j
	if begin != "" {
		at = c.op("add %s, %s : i64", begin, j)
	}
	s := fmt.Sprintf("%%s%d", deep)
	v := c.op("add %s, %s : i64", c.op("mul %s, %s : i64", s, c.constant(31)), at)
	if c.one(2) { // an element of the row, if there is one
		good := c.op("and %s, %s : bool", c.op("ge %s, %s : bool", at, c.constant(0)), c.op("lt %s, %s : bool", at, "%m"))
		place := "%place" + fmt.Sprint(deep)
		v = c.op("if %s : i64 {\n%s = add %%row, %s : i64\ncheck.index %s, %%lenx\n%%e%d = load %%x, %s : i64\n%%f%d = add %%e%d, %s : i64\nyield %%f%d\n} {\nyield %s\n}",
			good, place, at, place, deep, place, deep, deep, v, deep, v)
	}
	if deep == 0 && c.one(2) {
		v = c.loop(v, 1)
	}
	body := strings.Join(c.lines, "\n")
	c.lines = lines
	return c.op("for %s, %s, %s <ints=[1]> : i64 (%s: i64, %s: i64) {\n%s\nyield %s\n}", lo, hi, acc, j, s, body, v)
}

func (c *windows) draw() string {
	c.lines = append(c.lines, "%row = mul %i, %m : i64")
	acc := c.loop("%k", 0)
	c.lines = append(c.lines, "%at = add %row, %k : i64", "check.index %at, %leny", "store %y, %at, "+acc)
	return "func @f(%y: []i64, %x: []i64, %n: i64, %m: i64, %p: i64, %q: i64) -> () {\n%lenx = len %x : i64\n%leny = len %y : i64\nmulti %n, %m (%i: i64, %k: i64) {\n" +
		strings.Join(c.lines, "\n") + "\nyield\n}\nreturn\n}\n"
}

// windowed runs f; p may be far away.
func windowed(run difftest.Runner, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 27))
	y, x := make([]int64, 120), make([]int64, 120-r.IntN(2)*r.IntN(80))
	for k := range y {
		y[k] = -1
	}
	for k := range x {
		x[k] = int64(r.IntN(100))
	}
	p, q := int64(r.IntN(12)-4), int64(r.IntN(6)-1)
	if r.IntN(3) == 0 { // no loop begins behind its end there and wraps around to it, which would take for ever
		q = max(q, 0)
		p = []int64{math.MaxInt64, math.MinInt64, 1 << 62, -1 << 61}[r.IntN(4)] + int64(r.IntN(24)-12)
	}
	var args []reflect.Value
	for _, v := range []any{y, x, int64(r.IntN(9)), int64(r.IntN(11)), p, q} {
		args = append(args, reflect.ValueOf(v))
	}
	failed := func() (p any) {
		defer func() { p = recover() }()
		run(args)
		return nil
	}()
	return fmt.Sprint(failure.FindString(fmt.Sprint(failed)), y)
}

// drawWindows gives a program whose loops run a few times at most, whatever it is called with.
func drawWindows(t *testing.T, seed uint64) scheduledProgram {
	f := parsed(t, (&windows{Rand: rand.New(rand.NewPCG(seed, 26))}).draw()).Funcs[0]
	return scheduledProgram{f, func(m *ir.Module, seed uint64) (want, got string) {
		return windowed(irtest.Residual(f, nil), seed), windowed(irtest.Interpreted(m, nil), seed)
	}}
}

// TestRandomWindows compares what the compiler makes by itself.
func TestRandomWindows(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 600
	}
	shifted, pieces := 0, 0
	seeds.Each(t, n, func(seed uint64) {
		p := drawWindows(t, seed)
		res, err := sched.Lower(p.f.Clone(), machine.SmallData())
		if err != nil {
			t.Fatalf("seed %d: %v in\n%s", seed, err, p.f)
		}
		for _, n := range res.Nests {
			if n.Steps.Has(loops.Shift) {
				shifted++
				if n.Steps.Has(loops.Pieces) {
					pieces++
				}
				break
			}
		}
		for k := range uint64(4) {
			if want, got := p.compare(res.Module, seed+k); got != want {
				t.Fatalf("seed %d, call %d: got\n%s\nwant\n%s\n%s\n%s", seed, k, got, want, p.f, res.Module)
			}
		}
	})
	t.Logf("%d of %d nests with loops that were shifted, %d in pieces", shifted, n, pieces)
	if shifted < n/10 || pieces < n/100 {
		t.Errorf("only %d of %d nests have loops that were shifted, %d are in pieces", shifted, n, pieces)
	}
}

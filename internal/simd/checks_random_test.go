package simd_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/seeds"
)

// Random loops in lanes with checks that stay in them, of all kinds: of indices in even steps, far ones too, from data, of numbers that are the same for all iterations,
// in all iterations or in some. They are kernels already, so that no schedule takes their checks out.

type checkLoop struct {
	*rand.Rand
	strings.Builder
	k      int
	narrow bool // no number of 64 bits differs from lane to lane, but those in even steps
}

func (c *checkLoop) pick(s ...string) string { return s[c.IntN(len(s))] }
func (c *checkLoop) op(format string, a ...any) string {
	c.k++
	fmt.Fprintf(c, "%%v%d = %s\n", c.k, fmt.Sprintf(format, a...))
	return fmt.Sprintf("%%v%d", c.k)
}
func (c *checkLoop) constant(of ...string) string { return c.op("const %s : i64", c.pick(of...)) }

// inverses are steps of which 3, 7, 15, 31 and 63 come back near where they began.
var inverses = func() (out []string) {
	for _, n := range []uint64{3, 7, 15, 31, 63} {
		inverse := n // Newton's method: each step doubles the bits that are right
		for range 6 {
			inverse *= 2 - n*inverse
		}
		out = append(out, fmt.Sprint(int64(inverse)), fmt.Sprint(-int64(inverse)))
	}
	return out
}()

// same is a number that is the same for all iterations: one that is known, a parameter, or from memory, so that it can't be asked for ahead of the loop.
func (c *checkLoop) same() string {
	switch c.IntN(4) {
	case 0:
		return "%m"
	case 1:
		return c.constant("0", "5", "40", "-3", "64")
	}
	return c.op("and %s, %s : i64", c.op("load %%far, %s : i64", c.constant("0")), c.constant("15", "15", "15", "-1"))
}

// steps is a number in even steps.
func (c *checkLoop) steps() string {
	step := c.pick("1", "1", "-1", "2", "-3", "5", "40000", "-1099511627775", "1099511627775", "1099511627776", "-1099511627776", "2305843009213693952")
	if c.IntN(4) == 0 {
		step = c.pick(inverses...)
	}
	return c.op("add %s, %s : i64", c.op("mul %%i, %s : i64", c.constant(step)), c.same())
}

func (c *checkLoop) data(t string) string {
	return c.op("load %s, %%i : %s", map[string]string{"u8": "%b", "i32": "%w", "u32": "%u", "i64": "%far"}[t], t)
}

func (c *checkLoop) number() string {
	switch c.IntN(6) {
	case 0:
		return c.same()
	case 1:
		t := c.pick("u8", "i32")
		if !c.narrow && c.IntN(3) == 0 {
			t = "u32"
		}
		return c.op("conv %s : i64", c.data(t))
	case 2:
		if !c.narrow {
			return c.data("i64")
		}
	}
	return c.steps()
}

func (c *checkLoop) length() string {
	switch {
	case c.narrow || c.IntN(6) > 0:
		return c.pick("%n", "%lb", "%lbig", c.constant("0", "31", "1000", "9223372036854775807"))
	}
	return c.op("and %s, %s : i64", c.data("i64"), c.constant("127"))
}

// check adds a check.
func (c *checkLoop) check() {
	switch c.IntN(12) {
	case 0:
		n := c.pick("%m", c.data("u8"), c.data("i32"))
		if n != "%m" || c.IntN(2) == 0 {
			fmt.Fprintf(c, "check.div %s\n", n)
		} else {
			fmt.Fprintf(c, "check.shift %s\n", c.op("sub %%m, %s : i64", c.constant("0", "1")))
		}
	case 1:
		fmt.Fprintf(c, "check.shift %s\n", c.data("i32"))
	case 2:
		fmt.Fprintf(c, "check.make %s\n", c.op("add %s, %s : i64", c.number(), c.constant("20", "281474976710646")))
	case 3:
		x, y := c.number(), c.number()
		if c.IntN(2) == 0 {
			fmt.Fprintf(c, "check.slice %s, %s, %s <ints=[%d]>\n", x, y, c.length(), c.IntN(2))
		} else {
			fmt.Fprintf(c, "check.slice %s, %s, %s, %%lbig <ints=[2]>\n", x, y, c.number())
		}
	case 4:
		w := c.data("i32")
		ok := c.op("ge %s, %s : bool", w, c.op("const -4 : i32"))
		what := [][2]string{{"int32", w}, {"int", "%m"}, {"uint8", c.data("u8")}, {"bool", ok}, {"float32", c.op("conv %s : f32", w)}}[c.IntN(5)]
		fmt.Fprintf(c, "check.panic @%q %s, %s\n", what[0], c.pick(ok, "%sure"), what[1])
	default:
		i := c.number()
		if c.IntN(4) == 0 {
			i = c.op("bitcast %s : u64", i)
		}
		fmt.Fprintf(c, "check.index %s, %s\n", i, c.length())
	}
}

// draw is a loop that stores after its checks, or instead of them.
func (c *checkLoop) draw() string {
	c.narrow = c.IntN(2) == 0
	x := c.data("u8")
	store := "store %p, %i, " + x + "\n"
	if !c.narrow {
		store += "store %y, %i, %m\n"
	}
	some := c.op("%s %s, %s : bool", c.pick("lt", "gt", "eq"), x, c.op("const %d : u8", c.IntN(12)))
	switch c.IntN(4) {
	case 0:
		fmt.Fprintf(c, "if %s {\n", some)
		c.check()
		c.WriteString(store + "yield\n} {\nyield\n}\n")
	case 1:
		fmt.Fprintf(c, "block ^out {\nif %s {\nbreak ^out\n} {\nyield\n}\n", some)
		c.check()
		c.check()
		c.WriteString(store + "yield\n}\n")
	default:
		c.check()
		c.WriteString(store)
	}
	const (
		params = "%n: i64, %m: i64, %sure: bool, %b: []u8, %w: []i32, %u: []u32, %far: []i64, %big: []f32, %p: []u8, %y: []i64"
		names  = "%n, %m, %sure, %b, %w, %u, %far, %big, %p, %y"
	)
	return "func @f(" + params + ") -> () {\n%zero = const 0 : i64\nrun @k %zero, %n, " + names + "\nreturn\n}\n" +
		"func @k(%lo: i64, %hi: i64, " + params + ") -> () kernel=single {\n%lb = len %b : i64\n%lbig = len %big : i64\n" +
		"for %lo, %hi <ints=[1] mode=lanes> (%i: i64) {\n" + c.String() + "yield\n}\nreturn\n}\n"
}

func TestRandomChecks(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 600
	}
	fine, panics, scalar := 0, 0, 0
	seeds.Each(t, n, func(seed uint64) {
		r := rand.New(rand.NewPCG(seed, 71))
		text := (&checkLoop{Rand: r}).draw()
		m, err := ir.Parse(text)
		if err == nil {
			err = ir.Verify(m, ir.Loops)
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		stores := &irtest.Stores{}
		k := &irtest.Kernel{Module: m, Level: ir.Loops}
		names, runs, notes, err := runners(k, stores)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		for _, n := range notes {
			if strings.Contains(n.Text, "not in lanes") {
				scalar++
				break
			}
		}
		for range 3 {
			extent, fill := irtest.Extents[r.IntN(len(irtest.Extents))], r.Uint64()
			args := k.Args(extent, fill)
			want, stored := stores.Run(runs[0], args, &difftest.Memory{})
			if want.Panic != nil {
				panics++
			} else {
				fine++
			}
			for i, run := range runs[1:] {
				got, also := stores.Run(run, args, &difftest.Memory{})
				d := difftest.Diff(want, got, 0)
				if d == "" && want.Panic == nil {
					d = irtest.Beyond(stored, also)
				}
				if d != "" {
					t.Fatalf("seed %d, n = %d, %s: %s\n%s", seed, extent, names[i+1], d, text)
				}
			}
		}
	})
	t.Logf("%d runs without a panic, %d with one; %d programs not in lanes", fine, panics, scalar)
	if !seeds.Timed() && (fine < panics/8 || panics < fine/8 || scalar > n/8) {
		t.Errorf("%d runs without a panic, %d with one; %d programs not in lanes", fine, panics, scalar)
	}
}

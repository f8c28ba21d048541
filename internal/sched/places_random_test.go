package sched_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/seeds"
)

// Random loops over a grid in one index, whose rows and columns are quotients and remainders of it: declared parallel ones, plain ones that count upwards or
// downwards, some of which sum up what they compute. Whatever becomes of them - dimensions, an inner part apart from borders, lanes, strips -, memory, results
// and panics have to be those of the loop as written.

type places struct {
	*rand.Rand
	strings.Builder
	k      int
	ints   []string // i64 values
	at     []string // of these, places that may well be in range
	nested int
}

func (z *places) pick(s ...string) string         { return s[z.IntN(len(s))] }
func (z *places) one(n int) bool                  { return z.IntN(n) == 0 }
func (z *places) line(format string, args ...any) { fmt.Fprintf(z, format+"\n", args...) }
func (z *places) val() string                     { return z.pick(z.ints...) }
func (z *places) op(format string, a ...any) string {
	z.k++
	z.line("%%v%d = %s", z.k, fmt.Sprintf(format, a...))
	return fmt.Sprintf("%%v%d", z.k)
}

// divide takes the index or a place beside it apart.
func (z *places) divide() {
	p := z.pick("%i", "%i", "%i", z.pick(z.at...))
	switch z.IntN(8) {
	case 0: // some rows on or back, around the grid
		far := z.pick("%w", "%w", z.op("mul %%w, %%two : i64"))
		switch z.IntN(3) {
		case 0:
			p = z.op("sub %s, %s : i64", z.op("add %%i, %%wh : i64"), far)
		default:
			p = z.op("%s %%i, %s : i64", z.pick("add", "add", "sub"), far)
		}
		p = z.op("rem %s, %%wh : i64", p)
		z.at = append(z.at, p)
	case 1:
		z.ints = append(z.ints, z.op("%s %s, %%wh : i64", z.pick("div", "rem"), p))
		return
	case 2:
		z.ints = append(z.ints, z.op("%s %s, %%wk : i64", z.pick("div", "rem"), p))
		return
	case 3:
		switch z.IntN(3) {
		case 0: // by what is computed in the loop
			p = z.op("%s %%i, %s : i64", z.pick("div", "rem"), z.op("max %%w, %%one : i64"))
		case 1: // by what lies beside
			p = z.op("%s %%i, %s : i64", z.pick("div", "rem"), z.op("max %s, %%one : i64", z.val()))
		default:
			p = z.op("conv %s : i64", z.op("rem %s, %s : u64", z.op("conv %s : u64", z.op("add %%i, %%w : i64")), z.op("conv %%wh : u64")))
			z.at = append(z.at, p)
		}
	default:
		p = z.op("%s %s, %%w : i64", z.pick("div", "rem"), p)
	}
	z.ints = append(z.ints, p)
}

// place is an index of a slice, with its check.
func (z *places) place(slice string) string {
	p := z.pick(z.at...)
	if z.one(3) {
		p = z.op("%s %s, %s : i64", z.pick("add", "add", "sub"), p, z.pick("%one", "%w", "%two"))
	}
	if z.one(12) {
		p = z.val()
	}
	z.line("check.index %s, %%len%s", p, slice[1:])
	return p
}

func (z *places) load() {
	s := z.pick("%x", "%x", "%u")
	z.ints = append(z.ints, z.op("load %s, %s : i64", s, z.place(s)))
}

func (z *places) compute() {
	z.ints = append(z.ints, z.op("%s %s, %s : i64", z.pick("add", "sub", "mul", "xor"), z.val(), z.val()))
}

// border is a branch that tells rows or columns at the edge from others.
func (z *places) border() {
	c := z.op("%s %s, %s : bool", z.pick("lt", "ge", "gt", "le", "eq", "ne"), z.val(), z.pick("%zero", "%one", "%two", z.op("sub %s, %%one : i64", z.pick("%w", "%h", "%n")), "%h", "%w"))
	ints, at := z.ints, z.at
	z.k++
	name := fmt.Sprintf("%%v%d", z.k)
	z.line("%s = if %s : i64 {", name, c)
	for arm := range 2 {
		if z.nested++; z.nested < 4 {
			z.steps(z.IntN(3))
		}
		z.line("yield %s", z.val())
		z.ints, z.at = ints[:len(ints):len(ints)], at[:len(at):len(at)]
		if arm == 0 {
			z.line("} {")
		}
	}
	z.line("}")
	z.ints = append(z.ints, name)
}

func (z *places) steps(n int) {
	for range n {
		switch z.IntN(6) {
		case 0, 1:
			z.divide()
		case 2:
			z.load()
		case 3:
			z.compute()
		case 4:
			z.border()
		case 5:
			z.at = append(z.at, z.op("add %s, %s : i64", z.op("mul %s, %%w : i64", z.val()), z.val()))
		}
	}
}

// inner is a loop in the loop.
func (z *places) inner() {
	z.k++
	s, j := fmt.Sprintf("%%v%d", z.k), fmt.Sprintf("%%j%d", z.k)
	lo, hi, step := "%zero", z.pick("%h", "%two", "%w"), "1"
	if z.one(3) {
		lo, hi, step = z.op("sub %s, %%one : i64", hi), "%minus", "-1"
	}
	c := fmt.Sprintf("%%c%d", z.k)
	carries := z.one(2)
	if carries {
		z.line("%s = for %s, %s, %%zero <ints=[%s]> : i64 (%s: i64, %s: i64) {", s, lo, hi, step, j, c)
	} else {
		z.line("for %s, %s <ints=[%s]> (%s: i64) {", lo, hi, step, j)
	}
	ints, at := z.ints, z.at
	z.ints = append(z.ints[:len(ints):len(ints)], j)
	z.at = append(z.at[:len(at):len(at)], j, z.op("add %%i, %s : i64", j), z.op("add %s, %%i : i64", z.op("mul %s, %%w : i64", j)))
	z.steps(1 + z.IntN(2))
	z.load()
	if carries {
		z.line("yield %s", z.op("sub %s, %s : i64", z.ints[len(z.ints)-1], c))
	} else {
		z.line("store %%y, %s, %s\nyield", z.place("%y"), z.val())
	}
	z.line("}")
	z.ints, z.at = ints, at
	if carries {
		z.ints = append(z.ints, s)
	}
}

// draw writes a function, and reports that its loop is declared parallel.
func (z *places) draw() (text string, parallel bool) {
	z.WriteString("func @f(%x: []i64, %y: []i64, %u: []i64, %w: i64, %h: i64, %k: i64) -> (i64) {\n%zero = const 0 : i64\n%one = const 1 : i64\n%two = const 2 : i64\n%minus = const -1 : i64\n" +
		"%lenx = len %x : i64\n%leny = len %y : i64\n%lenu = len %u : i64\ncheck.div %w\ncheck.div %h\n%wh = mul %w, %h : i64\n%wk = mul %w, %two : i64\n%whk = mul %wh, %two : i64\n")
	n := z.pick("%wh", "%wh", "%wh", "%k", "%leny", "%whk")
	z.line("%%n = add %s, %%zero : i64", n)
	z.ints, z.at = []string{"%i", "%k", "%one"}, []string{"%i", "%i"}
	parallel = z.one(3)
	lo, hi, step := z.pick("%zero", "%zero", "%zero", "%one", "%h"), n, z.pick("1", "1", "1", "2", "3")
	if z.one(4) {
		lo, hi, step = z.op("sub %s, %%one : i64", n), "%minus", z.pick("-1", "-1", "-2")
	}
	sums := !parallel && z.one(3)
	switch {
	case parallel:
		z.line("multi %s (%%i: i64) {", n)
	case sums:
		z.line("%%s = for %s, %s, %%k <ints=[%s]> : i64 (%%i: i64, %%c: i64) {", lo, hi, step)
	default:
		z.line("for %s, %s <ints=[%s]> (%%i: i64) {", lo, hi, step)
	}
	z.steps(2 + z.IntN(4))
	if !parallel && z.one(4) {
		z.inner()
	}
	z.load()
	switch {
	case sums:
		if z.one(6) {
			z.line("store %%y, %s, %s", z.place("%y"), z.val())
		}
		next := z.op("%s %s, %s : i64", z.pick("sub", "mul", "sub"), z.val(), "%c")
		if z.one(3) {
			next = z.op("%s %s, %s : i64", z.pick("sub", "add", "xor"), z.val(), next)
		}
		z.line("yield %s\n}\nreturn %%s\n}", next)
	case parallel:
		z.line("check.index %%i, %%leny\nstore %%y, %%i, %s\nyield\n}\nreturn %%zero\n}", z.val())
	default:
		if z.one(5) {
			z.line("store %%y, %s, %s", z.place("%y"), z.val())
		}
		z.line("store %%y, %s, %s\nyield\n}\nreturn %%zero\n}", z.place("%y"), z.val())
	}
	return z.String(), parallel
}

// placed runs f and gives what it has returned, the panic and memory.
func placed(run difftest.Runner, parallel bool, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 15))
	memory := make([]int64, 900)
	for k := range memory {
		memory[k] = int64(r.IntN(100))
	}
	cut := func(from, n int) reflect.Value { return reflect.ValueOf(memory[from : from+n : from+n]) }
	w, h := []int{32, 33, 40, 5, 1, 64}[r.IntN(6)], 1+r.IntN(4)
	n := w * h
	size := []int{n, n, n, n + w + 2, 2 * n, max(n-1, 0)}[r.IntN(6)]
	from := []int{0, 300, 300, 300, 301, 299}[r.IntN(6)]
	if parallel {
		size, from = min(size, 290), 300
	}
	size = min(size, 550)
	args := []reflect.Value{cut(0, size), cut(from, size), cut(600, 300), reflect.ValueOf(int64(w)), reflect.ValueOf(int64(h)), reflect.ValueOf(int64([]int{n, n + 3, 35, 70, 0, -1}[r.IntN(6)]))}
	var results []reflect.Value
	failed := func() (p any) {
		defer func() { p = recover() }()
		results = run(args)
		return nil
	}()
	if failed != nil {
		if parallel { // later iterations may have run
			return failure.FindString(fmt.Sprint(failed))
		}
		return fmt.Sprint(failure.FindString(fmt.Sprint(failed)), memory)
	}
	return fmt.Sprint(results[0].Int(), memory)
}

func TestRandomPlaces(t *testing.T) {
	n := 5000
	if testing.Short() {
		n = 1000
	}
	complete, notes := 0, map[string]int{}
	seeds.Each(t, n, func(seed uint64) {
		r := rand.New(rand.NewPCG(seed, 16))
		text, parallel := (&places{Rand: r}).draw()
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		f := m.Funcs[0]
		if err := ir.VerifyFunc(f, ir.Residual); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		desc := machine.SmallData()
		if r.IntN(2) == 0 {
			desc.Forced.Always, desc.Forced.Strip = true, 16
		}
		res, err := sched.Lower(f.Clone(), desc)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if err := ir.Verify(res.Module, ir.Loops); err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, text, res.Module)
		}
		for _, n := range res.Notes {
			notes[strings.Join(strings.Fields(n.Text)[:3], " ")]++
		}
		scheduled := irtest.Interpreted(res.Module, nil)
		for k := range uint64(5) {
			want, got := placed(irtest.Residual(f, nil), parallel, seed+k), placed(scheduled, parallel, seed+k)
			if got != want {
				t.Fatalf("seed %d, call %d: got\n%s\nwant\n%s\n%s\n%s", seed, k, got, want, f, res.Module)
			}
			if !strings.HasPrefix(want, "index") {
				complete++
			}
		}
	})
	t.Logf("%d calls complete; %v", complete, notes)
	if !seeds.Timed() && complete < n {
		t.Errorf("only %d calls of %d programs complete", complete, n)
	}
	for _, what := range []string{"the loop is", "plain loop: independent", "parallel loop over"} {
		if !seeds.Timed() && notes[what] == 0 {
			t.Errorf("no note begins with %q: %v", what, notes)
		}
	}
}

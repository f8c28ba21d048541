package sched_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/seeds"
)

// Random pairs of loops of which one stores to a temporary what the other loads, at affine places: some loads read what the first has stored for certain, others
// what it has not, what stays zero, or out of range.

// forwardGen writes such a function over a picture of %h rows of %w elements.
type forwardGen struct {
	r *rand.Rand
	strings.Builder
	k     int
	plain bool // loops are plain ones
	lines bool // of one dimension
	pairs bool // elements of what is stored first are arrays of two, of which one each time is stored and loaded
}

func (g *forwardGen) op(format string, args ...any) string {
	g.k++
	fmt.Fprintf(g, "%%v%d = %s\n", g.k, fmt.Sprintf(format, args...))
	return fmt.Sprintf("%%v%d", g.k)
}

// plus is a value and a small constant.
func (g *forwardGen) plus(v string, c int) string {
	if c == 0 {
		return v
	}
	return g.op("add %s, %s : i64", v, g.op("const %d : i64", c))
}

func (g *forwardGen) less(v string, c int) string { return g.plus(v, -c) }

// place is where in the picture an iteration is, or a place next to it.
type place struct {
	scale, flip bool // every second element; the rows are columns
	dy, dx      int
}

func (g *forwardGen) at(p place, y, x string) string {
	y, x = g.plus(y, p.dy), g.plus(x, p.dx)
	switch {
	case g.lines && p.scale:
		return g.op("mul %s, %s : i64", x, g.op("const 2 : i64"))
	case g.lines:
		return x
	case p.flip:
		return g.op("add %s, %s : i64", g.op("mul %s, %%h : i64", x), y)
	}
	return g.op("add %s, %s : i64", g.op("mul %s, %%w : i64", y), x)
}

// loop writes a loop over the picture but for a border of some rows and columns at its end, and its beginning if it is a plain one.
func (g *forwardGen) loop(first, last int, body func(y, x string)) {
	g.k++
	y, x := fmt.Sprintf("%%y%d", g.k), fmt.Sprintf("%%x%d", g.k)
	h, w := g.less("%h", last), g.less("%w", last)
	lo, step := g.op("const %d : i64", first), 1
	if g.r.IntN(10) == 0 {
		step = 2
	}
	switch rows := g.r.IntN(3); {
	case g.plain && g.lines:
		fmt.Fprintf(g, "for %s, %s <ints=[%d]> (%s: i64) {\n", lo, w, step, x)
		body("%zero", x)
	case g.plain:
		fmt.Fprintf(g, "for %s, %s <ints=[1]> (%s: i64) {\nfor %s, %s <ints=[%d]> (%s: i64) {\n", lo, h, y, lo, w, step, x)
		body(y, x)
		g.WriteString("yield\n}\n")
	case g.lines:
		fmt.Fprintf(g, "multi %s (%s: i64) {\n", w, x)
		body("%zero", x)
	case rows == 0:
		fmt.Fprintf(g, "multi %s (%s: i64) {\nfor %s, %s <ints=[%d]> (%s: i64) {\n", h, y, lo, w, step, x)
		body(y, x)
		g.WriteString("yield\n}\n")
	default:
		fmt.Fprintf(g, "multi %s, %s (%s: i64, %s: i64) {\n", h, w, y, x)
		body(y, x)
	}
	g.WriteString("yield\n}\n")
}

// where writes what is done under a condition on where the iteration is, or not.
func (g *forwardGen) where(y, x string, do func()) {
	if g.r.IntN(3) > 0 {
		do()
		return
	}
	var conds []string
	for range 1 + g.r.IntN(2) {
		v, end := x, "%w"
		if !g.lines && g.r.IntN(2) == 0 {
			v, end = y, "%h"
		}
		switch g.r.IntN(4) {
		case 0:
			conds = append(conds, g.op("ge %s, %s : bool", v, g.op("const %d : i64", g.r.IntN(3))))
		case 1:
			conds = append(conds, g.op("lt %s, %s : bool", v, g.less(end, g.r.IntN(3))))
		case 2:
			conds = append(conds, g.op("not %s : bool", g.op("lt %s, %s : bool", v, g.op("const %d : i64", g.r.IntN(3)))))
		default:
			conds = append(conds, g.op("ne %s, %%one : bool", v))
		}
	}
	all := conds[0]
	for _, c := range conds[1:] {
		kind := "and"
		if g.r.IntN(4) == 0 {
			kind = "or"
		}
		all = g.op("%s %s, %s : bool", kind, all, c)
	}
	fmt.Fprintf(g, "if %s {\n", all)
	do()
	g.WriteString("yield\n} {\nyield\n}\n")
}

// load is a checked one.
func (g *forwardGen) load(slice, length, at string) string {
	fmt.Fprintf(g, "check.index %s, %s\n", at, length)
	return g.op("load %s, %s%s : i64", slice, at, g.component(slice))
}

// component says which one of an element is loaded or stored.
func (g *forwardGen) component(slice string) string {
	if !g.pairs || slice != "%t" {
		return ""
	}
	return ", " + []string{"%odd", "%even", "%zero"}[g.r.IntN(3)] + " <path=[-1]>"
}

func (g *forwardGen) store(slice, length, at, v string) {
	fmt.Fprintf(g, "check.index %s, %s\nstore %s, %s, %s%s\n", at, length, slice, at, v, g.component(slice))
}

func (g *forwardGen) function() string {
	g.WriteString("func @f(%x: []i64, %y: []i64, %p: i64, %q: i64) -> (i64) {\n%zero = const 0 : i64\n%one = const 1 : i64\n%h = max %p, %zero : i64\n%w = max %q, %zero : i64\n" +
		"%n = mul %w, %h : i64\n%lx = len %x : i64\n%ly = len %y : i64\n%odd = and %w, %one : i64\n%even = xor %odd, %one : i64\n%t = make %n : []" +
		map[bool]string{false: "i64", true: "[2]i64"}[g.pairs] + "\n")
	two := g.r.IntN(3) == 0
	if two {
		g.WriteString("%u = make %n : []i64\n")
	}
	stored := place{scale: g.r.IntN(8) == 0, flip: g.r.IntN(6) == 0, dy: g.r.IntN(3), dx: g.r.IntN(3)}
	border := max(stored.dy, stored.dx)
	if g.plain && g.r.IntN(6) == 0 { // iterations of multis store to different places
		border = g.r.IntN(3)
	}
	if g.r.IntN(12) == 0 { // nothing has been stored yet
		g.loop(0, border, func(y, x string) { g.store("%y", "%ly", g.at(place{}, y, x), g.load("%t", "%n", g.at(stored, y, x))) })
	}
	g.loop(g.r.IntN(2), border+g.r.IntN(2), func(y, x string) {
		g.where(y, x, func() {
			v := g.load("%x", "%lx", g.at(place{dy: g.r.IntN(2), dx: g.r.IntN(2)}, y, x))
			if g.r.IntN(2) == 0 {
				v = g.op("mul %s, %s : i64", v, g.plus(x, 3))
			}
			g.store("%t", "%n", g.at(stored, y, x), v)
			if g.r.IntN(12) == 0 {
				g.store("%t", "%n", g.at(stored, y, x), x)
			}
			if two {
				g.store("%u", "%n", g.at(stored, y, x), g.op("xor %s, %s : i64", v, y))
			}
		})
	})
	if g.r.IntN(12) == 0 { // some of it is stored again
		g.loop(0, border+1, func(y, x string) { g.store("%t", "%n", g.at(stored, y, x), y) })
	}
	near := func() place {
		p := stored
		p.dy, p.dx = max(p.dy+g.r.IntN(3)-1, 0), max(p.dx+g.r.IntN(3)-1, 0)
		if g.r.IntN(12) == 0 {
			p.flip = !p.flip
		}
		return p
	}
	g.loop(g.r.IntN(2), border+g.r.IntN(4), func(y, x string) {
		g.where(y, x, func() {
			sum := g.load("%t", "%n", g.at(near(), y, x))
			for range g.r.IntN(4) {
				from := "%t"
				if two && g.r.IntN(2) == 0 {
					from = "%u"
				}
				sum = g.op("sub %s, %s : i64", g.load(from, "%n", g.at(near(), y, x)), sum)
			}
			to := "%y"
			if g.r.IntN(10) == 0 {
				to = "%x"
			}
			g.store(to, "%l"+to[1:], g.at(place{}, y, x), sum)
		})
	})
	if g.r.IntN(10) == 0 { // it is read elsewhere, too
		e := g.load("%t", "%n", "%one")
		return g.String() + "return " + e + "\n}\n"
	}
	return g.String() + "return %n\n}\n"
}

// TestForwardRandom: what is computed where it is read is what was stored there.
func TestForwardRandom(t *testing.T) {
	signature := reflect.TypeFor[func(x, y []int64, p, q int64) int64]()
	programs := 3000
	if testing.Short() {
		programs = 500
	}
	kinds := map[string]int{}
	seeds.Each(t, programs, func(seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		g := &forwardGen{r: r, plain: r.IntN(2) == 0, lines: r.IntN(3) == 0, pairs: r.IntN(6) == 0}
		text := g.function()
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		f := m.Funcs[0]
		if err := ir.VerifyFunc(f, ir.Residual); err != nil {
			t.Fatalf("%v\n%s", err, f)
		}
		after := f.Clone()
		pass := sched.FuseWhere
		if g.plain {
			pass = sched.FusePlain
		}
		if !pass(after) {
			return
		}
		if err := ir.VerifyFunc(after, ir.Residual); err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, f, after)
		}
		kind := "multis"
		if g.plain {
			kind = "plain loops"
		}
		kinds[kind]++
		compareForward(t, r, signature, f, after)
	})
	for _, kind := range []string{"multis", "plain loops"} {
		if kinds[kind] < programs/20 {
			t.Errorf("%d of %d programs have %s of which one is computed in the other", kinds[kind], programs, kind)
		}
	}
}

// compareForward runs both forms on slices that may share memory, or be too short.
func compareForward(t *testing.T, r *rand.Rand, signature reflect.Type, f, after *ir.Func) {
	run := func(f *ir.Func, args []any) difftest.Outcome {
		x := eval.New(&ir.Module{Funcs: []*ir.Func{f}})
		x.Late = true
		return difftest.Run(func(args []reflect.Value) []reflect.Value { return x.Call("f", signature, args...) }, args, &difftest.Memory{})
	}
	for range 12 {
		memory := make([]int64, 120)
		for i := range memory {
			memory[i] = int64(i*i%61 + 2)
		}
		h, w := r.IntN(7), r.IntN(7)
		length := h*w + r.IntN(3)
		if r.IntN(6) == 0 {
			length = r.IntN(h*w + 1)
		}
		a, b := 0, 60
		if r.IntN(5) == 0 {
			b = r.IntN(60)
		}
		args := []any{memory[a : a+length], memory[b : b+length], int64(h), int64(w)}
		want, got := run(f, args), run(after, args)
		if eval.Internal(want.Panic) {
			continue
		}
		if d := difftest.Diff(want, got, 0); d != "" {
			t.Fatalf("%d by %d, %d elements at %d and %d: %s\n%s\n%s", h, w, length, a, b, d, f, after)
		}
	}
}

package pipeline_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
)

// runningLoop draws a loop that carries up to three integers of type t, puts them together with what it loads, perhaps under conditions, and stores some of what they are before and after that:
// into slices that may be those it loads from, a little further on, behind or in front of checks.
type runningLoop struct {
	r    *rand.Rand
	t    string
	body strings.Builder
	vals []string // values of type t at hand
	next int
}

func (g *runningLoop) pick(from ...string) string { return from[g.r.IntN(len(from))] }

func (g *runningLoop) one(n int) bool { return g.r.IntN(n) == 0 }

func (g *runningLoop) emit(t, format string, args ...any) string {
	g.next++
	name := fmt.Sprintf("%%v%d", g.next)
	fmt.Fprintf(&g.body, "%s = %s : %s\n", name, fmt.Sprintf(format, args...), t)
	return name
}

func (g *runningLoop) val() string { return g.pick(g.vals...) }

// place is the index, or one beside it, perhaps with a check of it.
func (g *runningLoop) place(slice string) string {
	at := "%i"
	if g.one(4) {
		at = g.emit("i64", "%s %%i, %s", g.pick("add", "sub"), g.pick("%one", "%d"))
	}
	if g.one(40) {
		at = g.emit("i64", "and %%i, %%d")
	}
	fmt.Fprintf(&g.body, "check.index %s, %%len%s\n", at, slice)
	return at
}

func (g *runningLoop) load() {
	slice := g.pick("x", "x", "y", "w")
	at := g.place(slice)
	g.vals = append(g.vals, g.emit(g.t, "load %%%s, %s", slice, at))
}

func (g *runningLoop) store() {
	slice := g.pick("y", "y", "w", "x")
	at := g.place(slice)
	fmt.Fprintf(&g.body, "store %%%s, %s, %s\n", slice, at, g.val())
}

func (g *runningLoop) compute() {
	k := g.pick("add", "sub", "mul", "xor", "min", "max")
	g.vals = append(g.vals, g.emit(g.t, "%s %s, %s", k, g.val(), g.val()))
}

// update puts carried value c together with something, and gives what it goes on with.
func (g *runningLoop) update(c string, was []string) string {
	kind := g.pick("add", "add", "sub", "mul", "xor", "and", "or", "min", "max")
	all := g.vals
	if !g.one(12) {
		g.vals = was
	}
	defer func() { g.vals = all }()
	step := func(c string) string {
		x, y := c, g.val()
		if kind != "sub" && g.one(3) {
			x, y = y, x
		}
		return g.emit(g.t, "%s %s, %s", kind, x, y)
	}
	v := step(c)
	if kind == "sub" || kind == "add" {
		kind = g.pick("add", "sub")
	}
	switch {
	case g.one(4):
		v = step(v)
	case g.one(4):
		cond := g.emit("bool", "lt %s, %s", g.val(), g.val())
		v = g.emit(g.t, "select %s, %s, %s", cond, v, c)
	case g.one(3):
		cond := g.emit("bool", "%s %s, %s", g.pick("lt", "ne"), g.val(), g.val())
		g.next++
		name := fmt.Sprintf("%%v%d", g.next)
		fmt.Fprintf(&g.body, "%s = if %s : %s {\n", name, cond, g.t)
		w := step(v)
		fmt.Fprintf(&g.body, "yield %s\n} {\nyield %s\n}\n", w, g.pick(c, v))
		v = name
	}
	return v
}

func (g *runningLoop) draw() string {
	n := 1 + g.r.IntN(3)
	carried := []string{"%c0", "%c1", "%c2"}[:n]
	g.vals = []string{"%a", "%b"}
	for range 1 + g.r.IntN(2) {
		g.load()
	}
	loaded := g.vals
	last := slices.Clone(carried)
	for k, c := range carried {
		if g.one(3) { // what it is before
			g.vals = append(g.vals, c)
			if g.one(2) {
				g.compute()
			}
			if g.one(2) {
				g.store()
			}
		}
		last[k] = g.update(c, loaded)
		if !g.one(3) {
			g.vals = append(g.vals, last[k])
			if g.one(6) {
				loaded = append(loaded[:len(loaded):len(loaded)], last[k])
			}
		}
		if g.one(4) {
			g.load()
		}
	}
	for range 1 + g.r.IntN(2) {
		if g.one(2) {
			g.compute()
		}
		if g.one(5) {
			cond := g.emit("bool", "lt %s, %s", g.val(), g.val())
			fmt.Fprintf(&g.body, "if %s {\n", cond)
			vals := g.vals
			g.store()
			g.vals = vals
			fmt.Fprintf(&g.body, "yield\n} {\nyield\n}\n")
			continue
		}
		g.store()
	}
	types := strings.Repeat(", "+g.t, n)[2:]
	params := ""
	for _, c := range carried {
		params += ", " + c + ": " + g.t
	}
	inits := g.pick("%a", "%zero") + strings.Repeat(", %b", n-1)
	return fmt.Sprintf(`func @f(%%x: []%[1]s, %%y: []%[1]s, %%w: []%[1]s, %%lo: i64, %%n: i64, %%d: i64, %%a: %[1]s, %%b: %[1]s) -> (%[2]s) {
%%zero = const 0 : %[1]s
%%one = const 1 : i64
%%lenx = len %%x : i64
%%leny = len %%y : i64
%%lenw = len %%w : i64
%[3]s = for %%lo, %%n, %[4]s <ints=[1]> : %[2]s (%%i: i64%[5]s) {
%[6]syield %[7]s
}
return %[3]s
}
`, g.t, types, "%r0, %r1, %r2"[:5*n-2], inits, params, g.body.String(), strings.Join(last, ", "))
}

// runningArgs draws what such a loop is called with.
func runningArgs[T int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | uint64](r *rand.Rand) []any {
	n := []int{0, 3, 70, 130, 300}[r.IntN(5)] + r.IntN(70)
	all := make([]T, 3*n+12)
	for i := range all {
		if all[i] = T(r.Uint64()); r.IntN(3) == 0 {
			all[i] = T(r.IntN(4))
		}
	}
	x, y, w := all[:n:n], all[n+4:2*n+4:2*n+4], all[2*n+8:3*n+8:3*n+8]
	switch r.IntN(8) {
	case 0:
		y = x
	case 1:
		y = all[r.IntN(5):][:n:n]
	case 2:
		w = all[n+4-r.IntN(5):][:n:n]
	}
	end := int64(n)
	switch r.IntN(4) {
	case 0:
		end -= int64(r.IntN(3))
	case 1:
		y = y[:n-min(n, r.IntN(4))]
	}
	return []any{x, y, w, int64(r.IntN(3)), end, int64(r.IntN(4)), T(r.Uint64()), T(r.IntN(5))}
}

// TestRunning compares what such loops give and store, and which check fails, in machine code and as they are.
func TestRunning(t *testing.T) {
	targets := difftest.Targets(false)
	if len(targets) == 0 {
		t.Skip("SKIPPED: no vectors")
	}
	r := rand.New(rand.NewPCG(81, 82))
	kinds := []struct {
		t    string
		args func(r *rand.Rand) []any
	}{{"i8", runningArgs[int8]}, {"u8", runningArgs[uint8]}, {"i16", runningArgs[int16]}, {"u16", runningArgs[uint16]},
		{"i32", runningArgs[int32]}, {"u32", runningArgs[uint32]}, {"i64", runningArgs[int64]}, {"u64", runningArgs[uint64]}}
	programs, lanes, complete := 1500, 0, 0
	if testing.Short() {
		programs = 150
	}
	for range programs {
		kind := kinds[r.IntN(len(kinds))]
		g := &runningLoop{r: r, t: kind.t}
		text := g.draw()
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		f := m.Funcs[0]
		args := kind.args(r)
		var in []reflect.Type
		for _, a := range args {
			in = append(in, reflect.TypeOf(a))
		}
		var out []reflect.Type
		for range f.Results {
			out = append(out, in[6])
		}
		typ := reflect.FuncOf(in, out, false)
		runs := false
		var programs []*plan.Program
		for _, target := range targets {
			opt := target.Options
			opt.Always = true
			opt.Dump = func(stage, _ string, text func() string) {
				runs = runs || stage == "loops.running" && strings.Contains(text(), "running @")
			}
			c, err := pipeline.CompileResidual(f.Clone(), opt)
			if err != nil {
				opt.Dump = func(stage, _ string, text func() string) {
					if strings.HasPrefix(stage, "loops.run") || stage == "loops.dce" {
						t.Log(stage, text())
					}
				}
				pipeline.CompileResidual(f.Clone(), opt)
				t.Fatalf("%s: %v\n%s", target.Name, err, text)
			}
			if len(c.Internal) > 0 {
				t.Fatalf("%s: %v\n%s", target.Name, c.Internal, text)
			}
			programs = append(programs, c.Program)
		}
		if runs {
			lanes++
		}
		for range 3 {
			args := kind.args(r)
			x := eval.New(m)
			want := difftest.Run(func(args []reflect.Value) []reflect.Value { return x.Call("f", typ, args...) }, args, &difftest.Memory{})
			if runs && want.Panic == nil {
				complete++
			}
			for k, p := range programs {
				got := difftest.Run(func(args []reflect.Value) []reflect.Value { return plan.CallReflect(p, typ, args) }, args, &difftest.Memory{})
				if d := difftest.Diff(want, got, 0); d != "" {
					t.Fatalf("%s, with %v: %s\n%s", targets[k].Name, args, d, text)
				}
			}
		}
	}
	t.Logf("%d of %d have lanes, %d calls of these complete", lanes, programs, complete)
	if lanes*4 < programs || complete < programs/4 {
		t.Errorf("only %d of %d loops have lanes, %d calls of these complete", lanes, programs, complete)
	}
}

package pipeline_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/seeds"
)

// compactLoop draws a loop over elements of type t that keeps some, by two counters of type ct that one arm counts each, or one both.
func compactLoop(r *rand.Rand, t, ct string) string {
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("func @f(%%x: []%[1]s, %%y: []%[1]s, %%w: []%[1]s, %%b: %[1]s, %%k: i64, %%n: i64) -> (%[2]s, %[2]s) {", t, ct)
	line("%%z = const 0 : i64\n%%cz = const 0 : %[1]s\n%%c1 = const 1 : %[1]s\n%%lenx = len %%x : i64\n%%leny = len %%y : i64\n%%lenw = len %%w : i64", ct)
	line("%%begin = conv %%k : %s", ct)
	line("%%r, %%r2 = for ^f %%z, %%n, %%cz, %s <ints=[1]> : %[2]s, %[2]s (%%i: i64, %%m: %[2]s, %%s: %[2]s) {", pick("%cz", "%begin"), ct)
	second := pick("w", "w", "x")
	line("check.index %%i, %%lenx\n%%v = load %%x, %%i : %s\ncheck.index %%i, %%len%s\n%%u = load %%%s, %%i : %s\n%%index = conv %%i : %s", t, second, second, t, t)
	names := 0
	name := func() string { names++; return fmt.Sprintf("%%t%d", names) }
	store := func(counter string) {
		at := name()
		line("%s = conv %s : i64", at, counter)
		if ct == "i64" {
			at = counter
		}
		if r.IntN(4) == 0 {
			further := name()
			line("%s = add %s, %%k : i64", further, at)
			at = further
		}
		slice := pick("y", "y", "w", "x")
		v := pick("%v", "%u", "%index", "%b")
		if r.IntN(3) == 0 {
			v = name()
			line("%s = %s %%v, %%u : %s", v, pick("add", "max"), t)
		}
		line("check.index %s, %%len%s\nstore %%%s, %s, %s", at, slice, slice, at, v)
	}
	if r.IntN(8) == 0 {
		store("%m")
	}
	line("%%c = %s : bool", pick("lt %v, %b", "le %u, %v", "ne %v, %b"))
	line("%%n0, %%n1 = if %%c : %[1]s, %[1]s {", ct)
	arm := func(counts ...string) {
		out := map[string]string{"%m": "%m", "%s": "%s"}
		for _, c := range counts {
			for range r.IntN(3) {
				store(c)
			}
			out[c] = name()
			line("%s = add %s, %%c1 : %s", out[c], c, ct)
		}
		line("yield %s, %s", out["%m"], out["%s"])
	}
	switch r.IntN(3) {
	case 0:
		arm("%m", "%s")
		line("} {")
		arm()
	case 1:
		arm("%s")
		line("} {")
		arm("%m")
	default:
		arm("%m")
		line("} {")
		arm("%s")
	}
	line("}\nyield %%n0, %%n1\n}\nreturn %%r, %%r2\n}")
	return b.String()
}

func compactArgs[T int8 | uint8 | int16 | int32 | uint32 | int64 | float32 | float64](r *rand.Rand) []any {
	n := 64 + r.IntN(350)
	if r.IntN(4) == 0 { // several blocks of what is gathered
		n += r.IntN(6000)
	}
	all := make([]T, 3*n+300)
	high := 1 + r.IntN(12) // how often the condition holds
	for i := range all {
		all[i] = T(r.IntN(high + 2))
	}
	x, y, w := all[:n:n], all[n+100:][:n:n], all[2*n+200:][:n:n]
	switch r.IntN(8) {
	case 0:
		y = x
	case 1:
		y = all[r.IntN(4):][:n:n]
	case 2:
		w = all[n+100+r.IntN(4):][:n:n]
	case 3:
		w = x
	case 4:
		y = y[:r.IntN(n)]
	case 5:
		y = y[:min(n, n/2+r.IntN(n))]
	}
	return []any{x, y, w, T(r.IntN(3)), int64([]int{0, 0, 1, r.IntN(100), -1}[r.IntN(5)]), int64(n - r.IntN(2)*r.IntN(64))}
}

// TestCompactLoops compares what random loops of that kind give and store, interpreted, and as machine code.
func TestCompactLoops(t *testing.T) {
	targets := difftest.Targets(false)
	if len(targets) == 0 {
		t.Skip("SKIPPED: no vectors")
	}
	kinds := []struct {
		t    string
		args func(r *rand.Rand) []any
	}{{"i8", compactArgs[int8]}, {"u8", compactArgs[uint8]}, {"i16", compactArgs[int16]}, {"i32", compactArgs[int32]}, {"u32", compactArgs[uint32]},
		{"i64", compactArgs[int64]}, {"f32", compactArgs[float32]}, {"f64", compactArgs[float64]}}
	counters := map[string]reflect.Type{"i64": reflect.TypeFor[int64](), "i32": reflect.TypeFor[int32](), "u8": reflect.TypeFor[uint8]()}
	n := 400
	if testing.Short() {
		n = 100
	}
	programs, lanes, complete := 0, 0, 0
	seeds.Each(t, n, func(seed uint64) {
		programs++
		r := rand.New(rand.NewPCG(seed, 92))
		kind := kinds[r.IntN(len(kinds))]
		ct := []string{"i64", "i64", "i32", "u8"}[r.IntN(4)]
		text := compactLoop(r, kind.t, ct)
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		draw := func() []any { return kind.args(r) }
		found, n := compareLoops(t, m, targets, "side by side:", draw, func([]reflect.Type) []reflect.Type { return []reflect.Type{counters[ct], counters[ct]} })
		if found {
			lanes++
			complete += n
		}
	})
	t.Logf("%d of %d have lanes, %d calls of these complete", lanes, programs, complete)
	if !seeds.Timed() && (lanes*4 < programs || complete < programs/4) {
		t.Errorf("only %d of %d loops have lanes, %d calls of these complete", lanes, programs, complete)
	}
}

// compareLoops compares what a function gives and stores in the interpreter and as machine code, on arguments that are drawn; results says of which types its results are,
// those of its parameters given. found: a note of what it was compiled to says this; complete: so many calls end without a panic.
func compareLoops(t *testing.T, m *ir.Module, targets []difftest.Target, note string, draw func() []any, results func(in []reflect.Type) []reflect.Type) (found bool, complete int) {
	t.Helper()
	var in []reflect.Type
	for _, a := range draw() {
		in = append(in, reflect.TypeOf(a))
	}
	typ := reflect.FuncOf(in, results(in), false)
	var compiled []*plan.Program
	for _, target := range targets {
		c, err := pipeline.CompileResidual(m.Funcs[0].Clone(), target.Options)
		if err != nil || len(c.Internal) > 0 {
			t.Fatalf("%s: %v %v\n%s", target.Name, err, c, m)
		}
		for _, n := range c.Notes {
			found = found || strings.Contains(n.Text, note)
		}
		compiled = append(compiled, c.Program)
	}
	for range 4 {
		args := draw()
		x := eval.New(m)
		want := difftest.Run(func(args []reflect.Value) []reflect.Value { return x.Call("f", typ, args...) }, args, &difftest.Memory{})
		if want.Panic == nil {
			complete++
		}
		for k, p := range compiled {
			got := difftest.Run(func(args []reflect.Value) []reflect.Value { return plan.CallReflect(p, typ, args) }, args, &difftest.Memory{})
			if d := difftest.Diff(want, got, 0); d != "" {
				t.Fatalf("%s, with %v: %s\n%s", targets[k].Name, args, d, m)
			}
		}
	}
	return found, complete
}

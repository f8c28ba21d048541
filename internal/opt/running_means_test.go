package opt_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/irtest"
	"github.com/hone-go/hone/internal/machine"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/simd"
)

// inKernel is a module whose function f, at the loops level, has a kernel k do what f did.
func inKernel(t *testing.T, text string) *ir.Module {
	t.Helper()
	head, _, _ := strings.Cut(text, " {\n")
	_, results, _ := strings.Cut(head, " -> (")
	results = strings.TrimSuffix(results, ")")
	f, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	var params, gives []string
	for _, p := range f.Funcs[0].Body.Params {
		params = append(params, "%"+p.Name)
	}
	for k := range f.Funcs[0].Results {
		gives = append(gives, "%out"+string(rune('0'+k)))
	}
	give := strings.Join(gives, ", ")
	host := head + " {\n" + give + " = run @k " + strings.Join(params, ", ") + " : " + results + "\nreturn " + give + "\n}\n"
	kernel := strings.Replace(strings.Replace(text, "func @f", "func @k", 1), " {\n", " kernel=single {\n", 1)
	m, err := ir.Parse(host + kernel)
	if err != nil {
		t.Fatalf("%v in\n%s", err, host+kernel)
	}
	if err := ir.Verify(m, ir.Loops); err != nil {
		t.Fatalf("%v in\n%s", err, m)
	}
	return m
}

// TestRunningMeans compares what loops give and store that carry integers, and which check fails, as they are and in lanes: only there the order of the iterations shows.
func TestRunningMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 92))
	machine := simd.Options{Machine: machine.AVX2().With(machine.Forced{Always: true}), ScratchBytes: 12288}
	programs, lanes, narrowed, complete := 1200, 0, 0, 0
	for range programs {
		g := irtest.NewRunningLoop(r)
		g.Odd = r.IntN(3) == 0
		m := inKernel(t, g.Draw())
		before := m.Clone()
		changed := opt.Running(m.Funcs[1], func(*ir.Op) bool { return true })
		if changed != (m.String() != before.String()) {
			t.Fatalf("says %v\n%s\n%s", changed, before, m)
		}
		if !changed {
			continue
		}
		lanes++
		if r.IntN(4) > 0 {
			opt.Algebra(m.Funcs[1])
			was := carriedBytes(m.Funcs[1])
			if opt.Narrow(m.Funcs[1]) && carriedBytes(m.Funcs[1]) < was {
				narrowed++
			}
		}
		if err := ir.Verify(m, ir.Loops); err != nil {
			t.Fatalf("%v\n%s\n%s", err, before, m)
		}
		complete += sameInLanes(t, g, before, m, machine)
	}
	t.Logf("%d of %d have lanes, %d carry narrower values, %d calls of these complete", lanes, programs, narrowed, complete)
	if lanes*4 < programs || narrowed < programs/100 || complete < programs/2 {
		t.Errorf("only %d of %d loops have lanes, %d carry narrower values, %d calls of these complete", lanes, programs, narrowed, complete)
	}
}

// carriedBytes adds up the sizes of what loops in lanes carry.
func carriedBytes(f *ir.Func) (n int) {
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpRunning {
			n += o.Results[0].Type.Size()
		}
		return true
	})
	return n
}

// TestRunningInOrder: an iteration behind one whose check fails has stored nothing, and what is stored under a condition is there when it is loaded.
func TestRunningInOrder(t *testing.T) {
	const sum, sometimes, check = "%t = add %s, %q : i64\n", "if %c {\nstore %y, %i, %t\nyield\n} {\nyield\n}\n", "check.index %q, %n\n"
	for name, does := range map[string]string{
		"a store in an arm":                    sum + sometimes + check,
		"two stores":                           sum + "store %x, %i, %t\n" + sometimes + check,
		"a store":                              sum + "store %y, %i, %t\n" + check,
		"a store of what was before":           sum + "store %y, %i, %s\n" + check,
		"a load behind":                        "%c1 = lt %s, %k : bool\nif %c1 {\nstore %y, %i, %q\nyield\n} {\nyield\n}\n%v1 = load %y, %i : i64\n%t = add %s, %v1 : i64\n",
		"a load ahead, of what a branch gives": "%c1 = lt %s, %k : bool\nif %c1 {\n%v1 = load %y, %i : i64\nstore %x, %i, %v1\nyield\n} {\nyield\n}\n%g = if %c : i64 {\nstore %y, %i, %q\nyield %q\n} {\nyield %z\n}\n%t = add %s, %g : i64\n",
		"a load ahead, in another arm":         sum + "%c1 = lt %s, %k : bool\nif %c1 {\n%v1 = load %y, %i : i64\nstore %x, %i, %v1\nyield\n} {\nyield\n}\nif %c {\nstore %y, %i, %q\nyield\n} {\nyield\n}\n",
	} {
		m := inKernel(t, `func @f(%x: []i64, %y: []i64, %j: []i32, %n: i64, %k: i64) -> (i64) {
%z = const 0 : i64
%r = for ^f %z, %n, %z <ints=[1]> : i64 (%i: i64, %s: i64) {
%v = load %j, %i : i32
%q = conv %v : i64
%c = lt %z, %q : bool
`+does+`yield %t
}
return %r
}
`)
		before := m.Clone()
		opt.Running(m.Funcs[1], func(*ir.Op) bool { return true })
		after := m.String()
		l, err := irtest.LowerKernels(m, simd.Options{Machine: machine.AVX2().With(machine.Forced{Always: true}), ScratchBytes: 12288})
		if err != nil {
			t.Fatal(err)
		}
		run, err := l.Runner(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, fails := range []int32{0, 1000} {
			x, y, j := make([]int64, 200), make([]int64, 200), make([]int32, 200)
			for i := range j {
				j[i], y[i] = int32(i%7), int64(i%5)
			}
			j[101] = fails
			args := []any{x, y, j, int64(200), int64(150)}
			want, got := difftest.Run(irtest.Interpreted(before, nil), args, &difftest.Memory{}), difftest.Run(run, args, &difftest.Memory{})
			if d := difftest.Diff(want, got, 0); d != "" {
				t.Errorf("%s: %s\n%s", name, d, after)
			}
		}
	}
}

// sameInLanes compares what a host function gives and stores whose kernel has been changed, in lanes, with what it did before, and counts calls that don't panic.
func sameInLanes(t *testing.T, g *irtest.RunningLoop, before, m *ir.Module, lanes simd.Options) (complete int) {
	t.Helper()
	after := m.String()
	l, err := irtest.LowerKernels(m, lanes)
	if err != nil || l.Scalar[0] != nil {
		t.Fatalf("%v, %v\n%s\n%s", err, l.Scalar, before, after)
	}
	l.Type = g.Signature(before.Funcs[0])
	run, err := l.Runner(nil)
	if err != nil {
		t.Fatal(err)
	}
	reference := irtest.Interpreted(before, nil)
	for range 4 {
		args := g.Args()
		want, got := difftest.Run(reference, args, &difftest.Memory{}), difftest.Run(run, args, &difftest.Memory{})
		if want.Panic == nil {
			complete++
		}
		if d := difftest.Diff(want, got, 0); d != "" {
			t.Fatalf("with %v: %s\n%s\n%s", args, d, before, after)
		}
	}
	return complete
}

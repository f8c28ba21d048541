package opt

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/ir"
)

// pair is a function body before and after a pass. Both are written without the header, which the group of tests shares.
type pair struct {
	name, before, after string
}

// parse reads a function at the residual level, or a kernel at the loops level, and verifies it.
func parse(t testing.TB, text string) *ir.Func {
	t.Helper()
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if err := ir.Verify(m, levelOf(m.Funcs[0])); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return m.Funcs[0]
}

func levelOf(f *ir.Func) ir.Level {
	if f.Kernel != ir.NotKernel {
		return ir.Loops
	}
	return ir.Residual
}

// plain prints f without hints and labels that may differ.
func plain(f *ir.Func) string {
	f = f.Clone()
	strip := func(vs []*ir.Value) {
		for _, v := range vs {
			v.Name = ""
		}
	}
	strip(f.Body.Params)
	f.Body.Walk(func(o *ir.Op) bool {
		strip(o.Results)
		for _, r := range o.Regions {
			strip(r.Params)
		}
		return true
	})
	return f.String()
}

// testPass applies pass until it changes nothing more, at most ten times, and compares with what is to come out.
func testPass(t *testing.T, header string, pass func(*ir.Func) bool, pairs []pair) {
	t.Helper()
	for _, p := range pairs {
		t.Run(p.name, func(t *testing.T) {
			f := parse(t, header+" {\n"+p.before+"\n}\n")
			want := parse(t, header+" {\n"+p.after+"\n}\n")
			before := f.String()
			check := func() {
				if err := errors.Join(ir.VerifyFunc(f, levelOf(f)), f.CheckChanges()); err != nil {
					t.Fatalf("%v\nbefore:\n%s\nafter:\n%s", err, before, f)
				}
			}
			check()
			for n := 0; pass(f); n++ {
				check()
				if n == 10 {
					t.Fatalf("no end:\n%s", f)
				}
			}
			check()
			if plain(f) != plain(want) {
				t.Errorf("before:\n%s\ngot:\n%s\nwant:\n%s", before, f, want)
			}
		})
	}
}

// bigFunc is a function of about n ops with nested loops, guards, loads, stores and long arithmetic.
func bigFunc(t testing.TB, n int) *ir.Func {
	var b strings.Builder
	b.WriteString("func @big(%s: []f64, %d: []f64, %n: i64) -> (f64) {\n%z = const 0 : f64\n%one = const 1 : i64\n%zero = const 0 : i64\nmulti %n (%i: i64) {\n")
	b.WriteString("%m = len %s : i64\ncheck.index %i, %m\n%v0 = load %s, %i : f64\n")
	for i := range n {
		prev := fmt.Sprintf("%%v%d", i)
		next := fmt.Sprintf("%%v%d", i+1)
		switch i % 10 {
		case 3:
			fmt.Fprintf(&b, "%%c%d = lt %s, %%z : bool\n%s = if %%c%d : f64 {\n%%t%d = add %s, %s : f64\nyield %%t%d\n} {\nyield %s\n}\n", i, prev, next, i, i, prev, prev, i, prev)
		case 5:
			fmt.Fprintf(&b, "%s = mul %s, %%v%d : f64\n", next, prev, i/2)
		case 7:
			fmt.Fprintf(&b, "%s = fence %s : f64\n", next, prev)
		default:
			fmt.Fprintf(&b, "%%k%d = const 1.%d : f64\n%s = add %s, %%k%d : f64\n", i, i%7, next, prev, i)
		}
	}
	fmt.Fprintf(&b, "%%dn = len %%d : i64\ncheck.index %%i, %%dn\nstore %%d, %%i, %%v%d\nyield\n}\nreturn %%z\n}\n", n)
	return parse(t, b.String())
}

// benchmark measures one application of a pass to a function of a thousand ops; copying it is not counted.
func benchmark(b *testing.B, pass func(*ir.Func) bool) {
	f := bigFunc(b, 600)
	var spent time.Duration
	for b.Loop() {
		g := f.Clone()
		start := time.Now()
		pass(g)
		spent += time.Since(start)
	}
	b.ReportMetric(float64(spent.Microseconds())/float64(b.N), "µs/pass")
}

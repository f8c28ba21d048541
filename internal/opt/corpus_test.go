package opt_test

import (
	"math/rand"
	"reflect"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/source"
	"github.com/hone-go/hone/testdata/programs"
)

// passes are all that keep results to the bit, in their order; kernelPasses those over kernels.
var passes, kernelPasses = pipeline.ExactPasses()

// TestCorpus runs the corpus of programs through all passes twice; the verifier has to agree after each, and the results at the end
// have to be plain Go's.
func TestCorpus(t *testing.T) {
	const path = "github.com/hone-go/hone/testdata/programs"
	p, err := source.Load(".", []string{path}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range programs.Cases {
		t.Run(c.Name, func(t *testing.T) {
			h := p.Honed(path, c.Name)
			if h == nil || h.Unit == nil {
				t.Skip("SKIPPED: plain Go")
			}
			m, err := eval.Specialize(h.Unit, h.Symbol, eval.Options{})
			if err != nil {
				t.Skip(err)
			}
			before := m.String()
			for range 2 {
				for _, pass := range passes {
					for _, f := range m.Funcs {
						was := f.String()
						pass.Run(f)
						if err := ir.VerifyFunc(f, ir.Residual); err != nil {
							t.Fatalf("after %s: %v\nbefore:\n%s\nafter:\n%s", pass.Name, err, was, f)
						}
					}
				}
			}
			if !agree(t, c, m, h.Symbol) {
				t.Logf("before:\n%s\nafter:\n%s", before, m)
			}
		})
	}
}

// agree compares the program with plain Go on inputs of several sizes.
func agree(t *testing.T, c programs.Case, m *ir.Module, symbol string) bool {
	fn := reflect.ValueOf(c.Fn)
	r := rand.New(rand.NewSource(1))
	for _, size := range []int{0, 1, 2, 7, 33, 100} {
		if c.MaxSize > 0 && size > c.MaxSize {
			break
		}
		args := c.Inputs(r, size)
		run := func(call difftest.Runner) difftest.Outcome {
			return difftest.Run(difftest.OrPlain(call, c.Fn), args, &difftest.Memory{})
		}
		want := run(difftest.Plain(c.Fn))
		got := run(func(a []reflect.Value) []reflect.Value { return eval.Call(m, symbol, fn.Type(), a...) })
		if want.Panic != nil && got.Panic != nil { // memory is not compared
			want.Args, got.Args = nil, nil
		}
		tol := difftest.PlainTol(c.Tol, c.FMATol)
		if tol < 0 {
			continue
		}
		if d := difftest.Diff(want, got, tol); d != "" {
			t.Errorf("%v: %s", args, d)
			return false
		}
	}
	return true
}

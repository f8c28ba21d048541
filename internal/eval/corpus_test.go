package eval_test

import (
	"math/rand"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/source"
	"github.com/hone-go/hone/testdata/programs"
)

// compare fails the test if outcomes differ. A negative tol is for any difference.
func compare(t *testing.T, what string, args []any, want, got difftest.Outcome, tol float64) {
	t.Helper()
	if tol < 0 {
		return
	}
	if d := difftest.Diff(want, got, tol); d != "" {
		t.Errorf("%s%v: %s", what, args, d)
	}
}

// TestCorpus runs the programs as plain Go, interpreted, and specialised and then interpreted. The iterations of their parallel loops must be
// independent.
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
				if c.Plain == "" {
					t.Fatal("not translated: ", h.Reasons)
				}
				return
			}
			res, err := eval.Specialize(h.Unit, h.Symbol, eval.Options{})
			if err != nil {
				if c.Plain != "" && strings.Contains(err.Error(), c.Plain) || strings.Contains(err.Error(), "cannot be left early") ||
					strings.Contains(err.Error(), "differs between branches") {
					t.Skip(err)
				}
				t.Fatal(err)
			}
			if err := ir.Verify(res, ir.Residual); err != nil {
				t.Fatalf("%v\n%s", err, res)
			}
			fn := reflect.ValueOf(c.Fn)
			r := rand.New(rand.NewSource(1))
			for _, size := range []int{0, 1, 2, 9, 40} {
				if c.MaxSize > 0 && size > c.MaxSize {
					break
				}
				args := c.Inputs(r, size)
				run := func(call difftest.Runner) difftest.Outcome {
					return difftest.Run(difftest.OrPlain(call, c.Fn), args, &difftest.Memory{})
				}
				want := run(difftest.Plain(c.Fn))
				got := run(func(a []reflect.Value) []reflect.Value {
					x := eval.New(h.Unit)
					x.Watch(func(r *eval.Race) { t.Error(r) }, false)
					return x.Call(h.Symbol, fn.Type(), a...)
				})
				tol := c.Tol
				if tol > 0 { // package math is itself not exact: its Sin of large arguments, say
					tol = max(tol, 1e-11)
				}
				compare(t, "interpreted", args, want, got, difftest.PlainTol(tol, c.FMATol))
				left := run(func(a []reflect.Value) []reflect.Value { return eval.Call(res, h.Symbol, fn.Type(), a...) })
				compare(t, "residual", args, got, left, 0)
				if t.Failed() {
					t.Logf("%s\n%s", h.Unit, res)
					return
				}
			}
		})
	}
}

package pipeline

import (
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pass"
	"github.com/hone-go/hone/internal/plan"
	"github.com/hone-go/hone/internal/rt"
)

const doubled = `func @f(%x: []f64) -> () {
  %n = len %x : i64
  multi %n (%i: i64) {
    check.index %i, %n
    %u = load %x, %i : f64
    %s = add %u, %u : f64
    store %x, %i, %s
    yield
  }
  return
}`

// spoilers are passes at the lanes level that do wrong, in vectors only.
var spoilers = map[string]struct {
	run  func(o *ir.Op)
	want string
}{
	"dangling value": {(*ir.Op).Remove, "after lanes: @f"},
	"wrong type":     {func(o *ir.Op) { o.Results[0].SetType(ir.TF64) }, "after lanes: @f"},
	"panic":          {func(o *ir.Op) { panic("out of order") }, "out of order (pipeline/internal_test.go:"},
}

// TestInternalErrors has the compiler make mistakes: they are noticed though the verifier doesn't run after each pass, scalar code stands in
// and is right, and they are counted; but in tests they are errors.
func TestInternalErrors(t *testing.T) {
	isa, err := rt.Detect()
	if err != nil {
		t.Skip("SKIPPED: machine code: ", err)
	}
	t.Setenv("HONE_VERIFY", "") // which would have the compiler panic
	passes := lanePasses
	defer func() { lanePasses = passes }()
	for name, s := range spoilers {
		t.Run(name, func(t *testing.T) {
			spoil := func(f *ir.Func) bool {
				var add *ir.Op
				f.Body.Walk(func(o *ir.Op) bool {
					if o.Kind == ir.OpAdd && o.Result().Type.Kind == ir.Vec {
						add = o
					}
					return true
				})
				if add != nil {
					s.run(add)
				}
				return true
			}
			lanePasses = append(passes[:len(passes):len(passes)], pass.Pass{Name: "spoil", Run: spoil})
			before := pass.InternalErrors()
			c, err := CompileResidual(ir.MustParse(doubled).Funcs[0], Options{ISA: isa})
			if err != nil {
				t.Fatal(err)
			}
			if n := pass.InternalErrors() - before; n != 1 || len(c.Internal) != 1 || !strings.Contains(c.Internal[0].Error(), s.want) {
				t.Errorf("%d internal errors, want 1: %v; want %s", n, c.Internal, s.want)
			}
			x := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}
			plan.CallReflect(c.Program, reflect.TypeFor[func([]float64)](), []reflect.Value{reflect.ValueOf(x)})
			for i, v := range x {
				if v != 2*float64(i+1) {
					t.Errorf("x[%d] is %v", i, v)
				}
			}
			if _, err := CompileResidual(ir.MustParse(doubled).Funcs[0], Options{ISA: isa, Verify: true}); !pass.IsInternal(err) {
				t.Errorf("in tests: %v, want an internal error", err)
			}
		})
	}
	t.Run("strict", func(t *testing.T) {
		t.Setenv("HONE_VERIFY", "1")
		lanePasses = append(passes[:len(passes):len(passes)], pass.Pass{Name: "spoil", Run: func(*ir.Func) bool { panic("out of order") }})
		defer func() {
			if recover() == nil {
				t.Error("no panic with HONE_VERIFY=1")
			}
		}()
		_, _ = CompileResidual(ir.MustParse(doubled).Funcs[0], Options{ISA: isa})
	})
}

// TestCountedChanges: a pass that changes what is in the IR and does not count it is an error in tests.
func TestCountedChanges(t *testing.T) {
	f := ir.MustParse("func @f(%a: i64) -> (i64) {\n  %b = const 1 : i64\n  %c = add %a, %b : i64\n  return %c\n}").Funcs[0]
	for _, bad := range []bool{false, true} {
		_, err := (&Options{Verify: true}).runner().Run("test", []pass.Pass{{Name: "increment", Run: func(f *ir.Func) bool {
			o := f.Body.Ops[0]
			o.Bits++
			if !bad {
				o.Changed()
			}
			return true
		}}}, f, ir.Residual)
		if (err != nil) != bad || bad && !strings.Contains(err.Error(), "after increment: @f: the IR was changed, but not through the methods") {
			t.Errorf("counted: %v, error: %v", !bad, err)
		}
	}
}

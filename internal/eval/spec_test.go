package eval_test

import (
	"math/rand"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/eval/testdata/spec"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/source"
)

const specPath = "github.com/hone-go/hone/internal/eval/testdata/spec"

var loadSpec = sync.OnceValues(func() (*source.Program, error) {
	return source.Load(".", []string{specPath}, source.Options{})
})

func translate(t *testing.T, path, name string) *ir.Module {
	t.Helper()
	p, err := loadSpec()
	if err != nil {
		t.Fatal(err)
	}
	m, reasons := p.TranslateFunc(path, name)
	if m == nil {
		t.Fatal(reasons)
	}
	if err := ir.Verify(m, ir.Source); err != nil {
		t.Fatal(err)
	}
	return m
}

// specs are the programs of package spec, with ops that must not be left in the residual program, and with how many ops there may be.
var specs = []struct {
	name   string
	fn     any
	absent string
	ops    int
}{
	{"Compose", spec.Compose, "if loop block", 7},
	{"Curry", spec.Curry, "if loop block", 8},
	{"FunctionInStruct", spec.FunctionInStruct, "if loop block", 8},
	{"FunctionsInArray", spec.FunctionsInArray, "if loop block", 7},
	{"CapturedByReference", spec.CapturedByReference, "block", 14},
	{"Counter", spec.Counter, "if loop block", 8},
	{"Pointers", spec.Pointers, "block loop if", 5},
	{"PointerAcrossIf", spec.PointerAcrossIf, "block loop if", 12},
	{"CellFromBranch", spec.CellFromBranch, "block loop", 20},
	{"GeneratorSum", spec.GeneratorSum, "block", 13},
	{"GeneratorOfGenerator", spec.GeneratorOfGenerator, "block", 24},
	{"GeneratorBreak", spec.GeneratorBreak, "", 22},
	{"GeneratorReturn", spec.GeneratorReturn, "", 40},
	{"GeneratorZip", spec.GeneratorZip, "block", 22},
	{"GeneratorTile", spec.GeneratorTile, "block", 0},
	{"GeneratorsNested", spec.GeneratorsNested, "", 0},
	{"EarlyReturns", spec.EarlyReturns, "block", 0},
	{"Conditions", spec.Conditions, "block loop", 0},
	{"SearchTwice", spec.SearchTwice, "", 0},
	{"PartialReturn", spec.PartialReturn, "", 0},
	{"Switch", spec.Switch, "", 0},
	{"Collatz", spec.Collatz, "block", 0},
	{"NestedLoops", spec.NestedLoops, "", 0},
	{"LoopInvariantStatic", spec.LoopInvariantStatic, "block sub", 12},
	{"Endless", spec.Endless, "block", 0},
	{"OnceLoop", spec.OnceLoop, "loop", 0},
	{"Vectors", spec.Vectors, "block", 0},
	{"SmallArray", spec.SmallArray, "alloca loop block if", 0},
	{"Table", spec.Table, "alloca loop block if", 0},
	{"Histogram", spec.Histogram, "block", 0},
	{"Matrix", spec.Matrix, "block", 0},
	{"ArrayByTurns", spec.ArrayByTurns, "select", 0},
	{"ArrayByFewTurns", spec.ArrayByFewTurns, "alloca", 0},
	{"ArrayByParameter", spec.ArrayByParameter, "alloca", 0},
	{"ArrayUnrolled", spec.ArrayUnrolled, "alloca loop block if load", 60},
	{"UnrollBreak", spec.UnrollBreak, "loop", 0},
	{"Particles", spec.Particles, "block", 0},
	{"PowerKnown", spec.PowerKnown, "callsym if loop block", 6},
	{"PowerUnknown", spec.PowerUnknown, "loop block", 0},
	{"Fib", spec.Fib, "loop block", 0},
	{"MutualRecursion", spec.MutualRecursion, "loop block", 0},
	{"RecursionWithClosure", spec.RecursionWithClosure, "loop block", 0},
	{"AlwaysUnfold", spec.AlwaysUnfold, "callsym if loop block", 15},
	{"ParallelMap", spec.ParallelMap, "loop block", 0},
	{"ParallelThroughFunction", spec.ParallelThroughFunction, "if loop block", 0},
	{"BuildStructs", spec.BuildStructs, "if loop block", 0},
	{"SumOfBuild", spec.SumOfBuild, "if loop block", 0},
	{"ReduceStruct", spec.ReduceStruct, "loop block", 0},
	{"RowSums", spec.RowSums, "block", 0},
	{"Blur", spec.Blur, "if loop block", 0},
	{"Elementary", spec.Elementary, "callsym", 0},
	{"Hidden", spec.Hidden, "if loop block", 5},
}

// TestSpec compares the programs run as plain Go, interpreted, and specialised, and looks at what is left of them.
func TestSpec(t *testing.T) {
	tested := map[string]bool{}
	for _, s := range specs {
		tested[s.name] = true
		t.Run(s.name, func(t *testing.T) {
			m := translate(t, specPath, s.name)
			entry := m.Funcs[0].Name
			res, err := eval.Specialize(m, entry, eval.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := ir.Verify(res, ir.Residual); err != nil {
				t.Fatalf("%v\n%s", err, res)
			}
			fn := reflect.ValueOf(s.fn)
			r := rand.New(rand.NewSource(2))
			for size := range 40 {
				args := randomArgs(r, fn.Type(), size)
				run := func(call difftest.Runner) difftest.Outcome { return difftest.Run(call, args, &difftest.Memory{}) }
				want := run(difftest.Plain(s.fn))
				compare(t, "interpreted", args, want, run(func(a []reflect.Value) []reflect.Value { return eval.Call(m, entry, fn.Type(), a...) }), 0)
				compare(t, "residual", args, want, run(func(a []reflect.Value) []reflect.Value { return eval.Call(res, entry, fn.Type(), a...) }), 0)
				if t.Failed() {
					break
				}
			}
			count, found := 0, ""
			for _, f := range res.Funcs {
				f.Body.Walk(func(o *ir.Op) bool {
					count++
					if strings.Contains(" "+s.absent+" ", " "+o.Kind.String()+" ") {
						found = o.Kind.String()
					}
					return true
				})
			}
			if found != "" {
				t.Errorf("there is a %s left", found)
			}
			if s.ops > 0 && count > s.ops {
				t.Errorf("%d ops, must be at most %d", count, s.ops)
			}
			if t.Failed() || testing.Verbose() {
				t.Logf("%d ops\n%s", count, res)
			}
		})
	}
}

func randomArgs(r *rand.Rand, t reflect.Type, size int) []any {
	args := make([]any, t.NumIn())
	for i := range args {
		v := reflect.New(t.In(i)).Elem()
		randomize(r, v, size)
		args[i] = v.Interface()
	}
	return args
}

func randomize(r *rand.Rand, v reflect.Value, size int) {
	switch v.Kind() {
	case reflect.Int:
		v.SetInt(int64(r.Intn(2*size+3) - size/4))
	case reflect.Uint8:
		v.SetUint(uint64(r.Intn(256)))
	case reflect.Float64:
		v.SetFloat(float64(r.Intn(50)-10) / 4)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), size, size))
		for i := range size {
			randomize(r, v.Index(i), size)
		}
	case reflect.Array:
		for i := range v.Len() {
			randomize(r, v.Index(i), size)
		}
	case reflect.Struct:
		spec.Fill(v.Addr().Interface(), func() float64 { return float64(r.Intn(50)-10) / 4 })
	default:
		panic("no random " + v.Type().String())
	}
}

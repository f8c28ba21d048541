package source

import (
	"math"
	"os"
	"runtime"
	"strings"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
)

// The value of a package variable that elementary functions have a part in is that of package math, on the machine that the program is for: where that is
// this machine, and the code is for this build alone, the initialiser is run with package math's own functions.

var natives = map[string]any{
	"Acos": math.Acos, "Acosh": math.Acosh, "Asin": math.Asin, "Asinh": math.Asinh, "Atan": math.Atan, "Atan2": math.Atan2, "Atanh": math.Atanh,
	"Cbrt": math.Cbrt, "Cos": math.Cos, "Cosh": math.Cosh, "Erf": math.Erf, "Erfc": math.Erfc, "Exp": math.Exp, "Exp2": math.Exp2, "Expm1": math.Expm1,
	"Gamma": math.Gamma, "Hypot": math.Hypot, "Ldexp": math.Ldexp, "Log": math.Log, "Log10": math.Log10, "Log1p": math.Log1p, "Log2": math.Log2,
	"Mod": math.Mod, "Pow": math.Pow, "Pow10": math.Pow10, "Remainder": math.Remainder, "Sin": math.Sin, "Sincos": math.Sincos, "Sinh": math.Sinh,
	"Tan": math.Tan, "Tanh": math.Tanh,
}

// hasNatives reports that the functions of this process's package math are those of the program.
func hasNatives(opts Options) bool {
	arch := os.Getenv("GOARCH")
	for _, v := range opts.Env {
		if rest, ok := strings.CutPrefix(v, "GOARCH="); ok {
			arch = rest
		}
	}
	return !opts.Keep && (arch == "" || arch == runtime.GOARCH)
}

// native is a call of package math's function.
func (f *fun) native(name string) emitter {
	if !f.u.native || natives[name] == nil {
		return nil
	}
	return func(f *fun, k *known) []*ir.Value {
		o := f.b.Op(ir.OpCallSym, k.args, f.resultTypes(k.pos, k.sig)...)
		o.SetSym(mathPath + "." + name)
		return o.Results
	}
}

// callNative is what the interpreter does for such calls.
func callNative(sym string, args []eval.Value) ([]eval.Value, bool) {
	name, ok := strings.CutPrefix(sym, mathPath+".")
	if !ok {
		return nil, false
	}
	x := func(i int) float64 { return math.Float64frombits(args[i].Bits) }
	results := func(vs ...float64) []eval.Value {
		out := make([]eval.Value, len(vs))
		for i, v := range vs {
			out[i].Bits = math.Float64bits(v)
		}
		return out
	}
	switch fn := natives[name].(type) {
	case func(float64) float64:
		return results(fn(x(0))), true
	case func(float64, float64) float64:
		return results(fn(x(0), x(1))), true
	case func(float64) (float64, float64):
		return results(fn(x(0))), true
	case func(float64, int) float64:
		return results(fn(x(0), int(args[1].Bits))), true
	case func(int) float64:
		return results(fn(int(args[0].Bits))), true
	}
	return nil, false
}

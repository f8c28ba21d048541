package source

import "github.com/hone-go/hone/internal/ir"

// runtimeFuncs are the functions of package runtime that are known: how many goroutines a program starts often depends on them.
var runtimeFuncs = map[string]emitter{
	"NumCPU": func(f *fun, k *known) []*ir.Value { return f.processors(1) },
	"GOMAXPROCS": func(f *fun, k *known) []*ir.Value {
		if n, ok := k.args[0].IsConst(); !ok || int64(n) > 0 {
			f.fail(k.pos, "runtime.GOMAXPROCS(n) is compiled with constants n < 1, which change nothing")
		}
		return f.processors(0)
	},
}

// processors is a number that the runtime tells when the function is called.
func (f *fun) processors(which int64) []*ir.Value {
	o := f.b.Op(ir.OpProcs, nil, ir.TI64)
	o.Ints = []int64{which}
	return o.Results
}

package pipeline

import (
	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pass"
	"github.com/hone-go/hone/internal/sched"
)

// Dependences finds iterations of declared parallel loops that are certain to depend on each other, in the function named entry of m, at the
// source level. It is asked when code is generated, not when it is compiled.
func Dependences(m *ir.Module, entry string) (found []sched.Dependence, err error) {
	defer pass.Catch(&err)
	residual, err := eval.Specialize(m, entry, eval.Options{})
	if err != nil {
		return nil, err
	}
	if err := asLoops(residual, entry); err != nil {
		return nil, err
	}
	return dependences(residual.Func(entry))
}

func dependences(f *ir.Func) ([]sched.Dependence, error) {
	if _, err := (&Options{}).runner().Run("dependence", dependencePasses, f, ir.Residual); err != nil {
		return nil, err
	}
	return sched.Dependences(f), nil
}

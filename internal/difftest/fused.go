package difftest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
)

// Which products are fused with sums is decided for the optimised program. With each fused operation taken apart again it gives the bits
// of the program as it was: so this half of what FMA changes needs no tolerance.

// takenApart is the Runner of a program that is optimised as for a target with FMA and taken apart again; nil if none of the targets has
// it, or if the program fuses some operations itself.
func takenApart(m *ir.Module, entry string, fn reflect.Type, ts []Target) (run Runner, err error) {
	defer pipeline.Catch(&err)
	at := slices.IndexFunc(ts, func(t Target) bool { return t.Options.FMA })
	if at < 0 {
		return nil, nil
	}
	text, own := "", false
	opt := ts[at].Options
	opt.Dump = func(stage, _ string, of func() string) {
		switch stage {
		case "eval":
			own = strings.Contains(of(), "= fma ")
		case "opt":
			text = of()
		}
	}
	if _, err := pipeline.Lower(m, entry, opt); err != nil || own {
		return nil, err
	}
	optimised, err := ir.Parse(text)
	if err != nil {
		return nil, err
	}
	takeApart(optimised.Funcs[0])
	if err := ir.Verify(optimised, ir.Residual); err != nil {
		return nil, fmt.Errorf("optimised program: %w", err)
	}
	x := eval.New(optimised)
	x.Late = true
	return func(args []reflect.Value) []reflect.Value { return x.Call(entry, fn, args...) }, nil
}

// takeApart makes products and sums of all fused operations.
func takeApart(f *ir.Func) {
	var all []*ir.Op
	f.Body.Walk(func(o *ir.Op) bool {
		if o.Kind == ir.OpFMA {
			all = append(all, o)
		}
		return true
	})
	for _, o := range all {
		r := o.Parent
		mul := &ir.Op{Kind: ir.OpMul, Args: o.Args[:2:2], Parent: r, Pos: o.Pos}
		o.Kind, o.Args = ir.OpAdd, []*ir.Value{mul.AddResult(o.Result().Type), o.Args[2]}
		r.Ops = slices.Insert(r.Ops, slices.Index(r.Ops, o), mul)
	}
}

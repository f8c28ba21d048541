package difftest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pass"
	"github.com/hone-go/hone/internal/pipeline"
)

// Which products are fused with sums is decided once, for the optimised program, and before anything that depends on the machine. So what FMA
// changes needs no tolerance: that program, interpreted, gives the bits that all targets with FMA give, and with each fused operation taken apart
// again those of the program as it was.

// fusing are the two forms of a program whose products have been fused.
type fusing struct {
	fused Runner
	apart Runner // nil if the program fuses some itself

	own  bool
	text string // the optimised program
}

// watch has a compilation for a target with FMA tell what becomes of the program.
func (x *fusing) watch(opt *pipeline.Options) {
	opt.Dump = func(stage, _ string, of func() string) {
		switch stage {
		case "eval":
			x.own = strings.Contains(of(), "= fma ")
		case "opt":
			x.text = of()
		}
	}
}

// runners makes the Runners, when a program has been compiled for some target with FMA, or else only lowered for the first of them; nil
// if there are none.
func (x *fusing) runners(m *ir.Module, entry string, fn reflect.Type, ts []Target) (_ *fusing, err error) {
	defer pass.Catch(&err)
	at := slices.IndexFunc(ts, func(t Target) bool { return t.Options.FMA })
	if at < 0 {
		return nil, nil
	}
	if x.text == "" {
		opt := ts[at].Options
		x.watch(&opt)
		if _, err := pipeline.Lower(m, entry, opt); err != nil {
			return nil, err
		}
	}
	if x.fused, err = interpretedText(x.text, entry, fn, nil); err == nil && !x.own {
		x.apart, err = interpretedText(x.text, entry, fn, takeApart)
	}
	if err != nil {
		return nil, fmt.Errorf("optimised program: %w", err)
	}
	return x, nil
}

// interpretedText is the Runner of an optimised program, changed so.
func interpretedText(text, entry string, fn reflect.Type, change func(f *ir.Func)) (Runner, error) {
	m, err := ir.Parse(text)
	if err != nil {
		return nil, err
	}
	if change != nil {
		change(m.Funcs[0])
		if err := ir.Verify(m, ir.Residual); err != nil {
			return nil, err
		}
	}
	x := eval.New(m)
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
		mul := o.Parent.NewOp(ir.OpMul, o.Pos, o.Args[:2:2], o.Result().Type)
		o.Become(ir.OpAdd, mul.Result(), o.Args[2])
		o.InsertBefore(mul)
	}
}

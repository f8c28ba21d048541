package difftest

import (
	"fmt"
	"reflect"
	"runtime"

	"github.com/hone-go/hone/internal/eval"
)

// Runner calls a function with arguments that it may change.
type Runner func(args []reflect.Value) []reflect.Value

// Outcome is what a call did: its results or its panic, and what has become of its arguments.
type Outcome struct {
	Results, Args []reflect.Value
	Panic         any

	// Late says what else the arguments may hold after a panic. Interpreters find it out; see Permit.
	Late *eval.Late

	// Stray is where memory beside the arguments was written to, if it was.
	Stray string
}

// Plain is the Runner of a Go function.
func Plain(fn any) Runner { return reflect.ValueOf(fn).Call }

// Run calls a function with a copy of the arguments in memory of the given kind. The outcome is valid until the next Reset of mem.
func Run(call Runner, args []any, mem *Memory) (o Outcome) {
	from := len(mem.zones)
	o.Args = mem.Copy(args)
	defer func() {
		o.Panic = recover()
		o.Stray = mem.stray(from)
		if p, ok := o.Panic.(*eval.Panic); ok {
			o.Panic, o.Late = p.Value, &p.Late
		}
	}()
	o.Results = call(o.Args)
	return o
}

// Permit lets an outcome's memory after a panic be what that of another outcome may be, of the same program for the same arguments.
func (o *Outcome) Permit(oracle *Outcome) {
	if oracle.Late == nil || panicText(o.Panic) != panicText(oracle.Panic) {
		return
	}
	o.Late = &eval.Late{Stores: map[uintptr][]uint64{}, Any: oracle.Late.Any}
	type part struct{ lo, hi, to uintptr }
	var parts []part
	for i, a := range oracle.Args {
		own := memoryIn(o.Args[i])
		for k, x := range memoryIn(a) {
			if k < len(own) { // else slices in it have been stored: at these there is nothing to permit
				parts = append(parts, part{x.lo, x.hi, own[k].lo})
			}
		}
	}
	for at, values := range oracle.Late.Stores {
		for _, p := range parts {
			if p.lo <= at && at < p.hi {
				o.Late.Stores[p.to+(at-p.lo)] = values
			}
		}
	}
}

// Reference runs a plain function and, where that panics, the same in the interpreter, who knows what else memory may hold.
func Reference(fn any, interpreted Runner, args []any, mem *Memory) Outcome {
	o := Run(Plain(fn), args, mem)
	if o.Panic != nil {
		other := Run(interpreted, args, mem)
		o.Permit(&other)
	}
	return o
}

// panicText is what is compared of a panic.
func panicText(p any) string {
	switch p := p.(type) {
	case nil:
		return "no panic"
	case runtime.Error:
		return "panic " + p.Error()
	case error:
		return fmt.Sprintf("panic %T %v", p, p)
	}
	return fmt.Sprintf("panic %T %v", p, p)
}

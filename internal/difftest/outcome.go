package difftest

import (
	"fmt"
	"reflect"
	"runtime"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/eval"
)

// Runner calls a function with arguments that it may change.
type Runner func(args []reflect.Value) []reflect.Value

// Outcome is what a call did: its results or its panic, and what has become of its arguments.
type Outcome struct {
	Results, Args []reflect.Value
	Panic         any
	Where         []string // that may come from, as file:line; nil if that is not known

	// Late says what else the arguments may hold after a panic. Interpreters find it out; see Permit.
	Late *eval.Late

	memory []extent // where the arguments were, and are

	// Stray is where memory beside the arguments was written to, if it was.
	Stray string
}

// Plain is the Runner of a Go function.
func Plain(fn any) Runner {
	v := reflect.ValueOf(fn)
	if v.Type().IsVariadic() {
		return v.CallSlice
	}
	return v.Call
}

// OrPlain is a Runner of compiled or interpreted code that calls the plain function where a call of the honed function does: where a pointer
// is nil, say. A nil fn is none.
func OrPlain(run Runner, fn any) Runner {
	if fn == nil {
		return run
	}
	return func(args []reflect.Value) (results []reflect.Value) {
		defer func() {
			switch p := recover(); p {
			case nil:
			case border.ErrPlain:
				results = Plain(fn)(args)
			default:
				panic(p)
			}
		}()
		return run(args)
	}
}

// Run calls a function with a copy of the arguments in memory of the given kind. The outcome is valid until the next Reset of mem.
func Run(call Runner, args []any, mem *Memory) (o Outcome) {
	from := len(mem.zones)
	o.Args, o.memory = mem.copyArgs(args)
	raised.Store(nil)
	defer func() {
		if o.Panic = recover(); o.Panic != nil {
			o.Where = where()
		}
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
	for at, values := range oracle.Late.Stores {
		for i, e := range oracle.memory {
			if lo := uintptr(e.to); lo <= at && at < lo+(e.hi-e.lo) {
				o.Late.Stores[uintptr(o.memory[i].to)+(at-lo)] = values
			}
		}
	}
}

// Reference runs a plain function and, where that panics, the same in the interpreter, who knows what else memory may hold.
func Reference(fn any, interpreted Runner, args []any, mem *Memory) Outcome {
	o := Run(Plain(fn), args, mem)
	if o.Panic != nil {
		other := Run(OrPlain(interpreted, fn), args, mem)
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

package difftest

import (
	"fmt"
	"reflect"
	"runtime"
)

// Runner calls a function with arguments that it may change.
type Runner func(args []reflect.Value) []reflect.Value

// Outcome is what a call did: its results and what has become of its arguments, or its panic.
type Outcome struct {
	Results, Args []reflect.Value
	Panic         any
}

// Plain is the Runner of a Go function.
func Plain(fn any) Runner { return reflect.ValueOf(fn).Call }

// Run calls a function with a copy of the arguments in memory of the given kind. The outcome is valid until the next Reset of mem.
func Run(call Runner, args []any, mem *Memory) (o Outcome) {
	o.Args = mem.Copy(args)
	defer func() { o.Panic = recover() }()
	o.Results = call(o.Args)
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

package plan

import (
	"fmt"
	"reflect"

	"github.com/hone-go/hone/internal/border"
)

// CallReflect runs the program that was made from a Go function of type fn. It is for tests; it panics with border.ErrPlain if the plain
// function has to be called.
func CallReflect(p *Program, fn reflect.Type, args []reflect.Value) []reflect.Value {
	b, err := p.layout(fn)
	if err != nil {
		panic(fmt.Sprintf("plan: %v", err))
	}
	in, out := b.Box(args)
	if !p.Call(b, in.UnsafePointer(), out.UnsafePointer()) {
		panic(border.ErrPlain)
	}
	return border.Unbox(out)
}

// layout keeps the border for a type.
func (p *Program) layout(fn reflect.Type) (*border.Layout, error) {
	if b, ok := p.layouts.Load(fn); ok {
		return b.(*border.Layout), nil
	}
	b, err := border.New(p.border, p.Params, p.Results, fn)
	if err == nil {
		p.layouts.Store(fn, b)
	}
	return b, err
}

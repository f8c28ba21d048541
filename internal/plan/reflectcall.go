package plan

import (
	"fmt"
	"reflect"

	"github.com/hone-go/hone/internal/border"
)

// CallReflect runs the program that was made from a Go function of type fn. It is for tests; it panics with border.ErrPlain if the plain
// function has to be called.
func CallReflect(p *Program, fn reflect.Type, args []reflect.Value) []reflect.Value {
	d, err := p.bound(fn)
	if err != nil {
		panic(fmt.Sprintf("plan: %v", err))
	}
	in, out := d.b.Box(args)
	if !d.Call(in.UnsafePointer(), out.UnsafePointer()) {
		panic(border.ErrPlain)
	}
	return border.Unbox(out)
}

// bound keeps the border for a type.
func (p *Program) bound(fn reflect.Type) (*Bound, error) {
	if d, ok := p.layouts.Load(fn); ok {
		return d.(*Bound), nil
	}
	b, err := border.New(p.border, p.Params, p.Results, fn)
	if err != nil {
		return nil, err
	}
	d := p.Bind(b)
	p.layouts.Store(fn, d)
	return d, nil
}

package link

import (
	"fmt"
	"reflect"

	"github.com/hone-go/hone/internal/border"
	"github.com/hone-go/hone/internal/ir"
)

// layoutOf says where a function's parameters and results are in those of the
// Go function that it stands for. It compares the types of both, with all that
// lies in them, elements of slices included. They differ if generated code is
// older than a change of a type; it would then take memory for what it isn't.
func layoutOf(f *ir.Func, t reflect.Type) (*border.Layout, error) {
	if f.Border == "" {
		if err := checkLayouts(f, t); err != nil {
			return nil, err
		}
	}
	b, err := border.New(f.Border, ir.Types(f.Body.Params), f.Results, t)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", outOfDate, err)
	}
	return b, nil
}

// checkLayouts compares types where each parameter of the code is one of the
// function.
func checkLayouts(f *ir.Func, t reflect.Type) error {
	kinds := []struct {
		name string
		code []*ir.Type
		n    int
		of   func(int) reflect.Type
	}{
		{"parameter", ir.Types(f.Body.Params), t.NumIn(), t.In},
		{"result", f.Results, t.NumOut(), t.Out},
	}
	for _, k := range kinds {
		if len(k.code) != k.n {
			return fmt.Errorf("%s: it has %d %ss, the function has %d", outOfDate, len(k.code), k.name, k.n)
		}
		for i, c := range k.code {
			if why := border.Differ(c, k.of(i)); why != "" {
				return fmt.Errorf("%s: %s %d: %s", outOfDate, k.name, i+1, why)
			}
		}
	}
	return nil
}

const outOfDate = "the code in 0hone_gen.go is out of date (run `go tool hone gen`)"

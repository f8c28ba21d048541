// Package irtest helps to test the passes below the front end: it draws residual functions at random, calls functions of any level with
// Go values, and runs kernels of the lanes level without machine code.
package irtest

import (
	"reflect"

	"github.com/hone-go/hone/internal/ir"
)

// FuncType is the Go type of a residual function whose parameters and results are leaves.
func FuncType(f *ir.Func) reflect.Type {
	var in, out []reflect.Type
	for _, p := range f.Body.Params {
		in = append(in, ir.GoType(p.Type))
	}
	for _, t := range f.Results {
		out = append(out, ir.GoType(t))
	}
	return reflect.FuncOf(in, out, false)
}

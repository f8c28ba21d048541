package irtest

import (
	_ "embed"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

//go:embed kernels.txt
var kernelText string

// usual are the parameters of kernels that do not have their own.
const usual = "func @f(%n: i64, %m: i64, %k: i64, %flag: bool, %s: f64, %x: []f64, %y: []f64, %i: []i64, %j: []i32, %w: []i32, %v: []f32, " +
	"%b: []u8, %p: []bool, %big: []f64, %rec: []{a: i8, b: f32, c: [3]i16, d: u8}, %grid: []{u: [2][3]f64, t: i32}) -> () {\n"

// Kernel is an example from kernels.txt.
type Kernel struct {
	Name   string
	Module *ir.Module
	Level  ir.Level // residual or loops
	Panics bool     // on some inputs
	Scalar bool     // it can't be put in lanes
}

// Kernels lists the examples.
func Kernels(t testing.TB) []Kernel {
	t.Helper()
	var out []Kernel
	for _, part := range strings.Split(kernelText, "\n== ")[1:] {
		name, text, _ := strings.Cut(part, "\n")
		if !strings.Contains(text, "func @") {
			text = usual + text + "\nreturn\n}"
		}
		m, err := ir.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		k := Kernel{Name: name, Module: m, Level: ir.Residual, Panics: strings.Contains(name, "panic"), Scalar: strings.Contains(name, "scalar")}
		if len(m.Funcs) > 1 {
			k.Level = ir.Loops
		}
		if err := ir.Verify(m, k.Level); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, m)
		}
		out = append(out, k)
	}
	return out
}

// Extents leave some lanes off in every way there is.
var Extents = []int{0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 100, 129, 200}

// Args makes arguments of an extent for the kernel.
func (k *Kernel) Args(n int, seed uint64) []any {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	var out []any
	for _, p := range k.Module.Funcs[0].Body.Params {
		t := ir.GoType(p.Type)
		switch {
		case p.Name == "n":
			out = append(out, int64(n))
		case p.Name == "m":
			out = append(out, int64(r.IntN(6)))
		case p.Type.Kind == ir.Slice:
			size := n + 8
			if strings.HasPrefix(p.Name, "big") {
				size = 6*n + 64
			}
			s := reflect.MakeSlice(t, size, size)
			for i := range size {
				Fill(r, s.Index(i))
			}
			out = append(out, s.Interface())
		default:
			v := reflect.New(t).Elem()
			Fill(r, v)
			out = append(out, v.Interface())
		}
	}
	return out
}

package source

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
)

// TestFlat: a function with structs and pointers at its border has the residual code of the same with numbers and slices.
func TestFlat(t *testing.T) {
	const path = "github.com/hone-go/hone/internal/source/testdata/flat"
	p, err := Load(".", []string{path}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	code := func(name string) string {
		h := p.Honed(path, name)
		if len(h.Reasons) > 0 {
			t.Fatal(h.Reasons)
		}
		m, err := eval.Specialize(h.Unit, h.Symbol, eval.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f := m.Func(h.Symbol)
		f.Name, f.Border = "f", ""
		nameless(f.Body)
		_, body, _ := strings.Cut(f.String(), "\n")
		return body
	}
	for _, name := range []string{"Mul", "Gemv", "Invert"} {
		got, want := code(name), code(name+"Flat")
		if got != want {
			t.Errorf("%s is\n%s\nbut flat\n%s", name, got, want)
		}
	}
}

func nameless(r *ir.Region) {
	for _, v := range r.Params {
		v.Name = ""
	}
	for _, o := range r.Ops {
		for _, v := range o.Results {
			v.Name = ""
		}
		for _, in := range o.Regions {
			nameless(in)
		}
	}
}

package source

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
)

// TestForeign finds the function that can be named on the way to one that can't, and what keeps calls from being made.
func TestForeign(t *testing.T) {
	p, err := load(t, Options{}, map[string]string{
		"a/internal/asm/asm.go": "package asm\n\nfunc Dot(x, y []float64) float64\n",
		"a/internal/asm/asm.s":  "",
		"a/lib/lib.go": `package lib

import "example.com/m/a/internal/asm"

var kept []*float64

type Way bool

func (w Way) Dot(x, y []float64) float64 { return dot(x, y) }

func dot(x, y []float64) float64 { return asm.Dot(x, y) }

func Scaled(k float64, x, y []float64) float64 { return k * Way(true).Dot(x, y) }

func Lone(x []float64) float64 { return asm.Dot(x, x) }

func Changes(x []float64) float64 {
	for _, p := range kept {
		*p = 1
	}
	return asm.Dot(x, x)
}

func Keep(p *float64) { kept = append(kept, p) }
`,
		"b/b.go": `package b

import (
	"example.com/m/a/lib"
	"github.com/hone-go/hone"
)

type pair struct {
	x, y []float64
	k    float64
}

func named(x, y []float64) float64 { return lib.Scaled(2, x, y) }

func behind(p *pair) float64 { return p.k * lib.Lone(p.x) }

func changed(p *pair) float64 { return p.k * lib.Changes(p.x) }

func unchanged(x []float64) float64 { return lib.Changes(x) }

var (
	Named, Behind, Changed, Unchanged = hone.Func(named), hone.Func(behind), hone.Func(changed), hone.Func(unchanged)
	Self                              = hone.Func(lib.Lone)
)
`,
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"Named": "example.com/m/a/lib.Way.Dot", "Behind": "example.com/m/a/lib.Lone", "Unchanged": "example.com/m/a/lib.Changes", "Self": "", "Changed": ""} {
		h := p.Honed("example.com/m/b", name)
		var got []string
		for _, x := range h.Foreign {
			got = append(got, x.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s calls %v: %v", name, got, h.Reasons)
		}
		if want == "" && !strings.Contains(whyForeign(h.Unit)+reasonLines(h.Reasons, ""), "asm.Dot has no body in Go") && name == "Self" {
			t.Errorf("%s: %v", name, h.Reasons)
		}
		if name == "Changed" && len(h.Reasons) == 0 {
			t.Errorf("%s is compiled, and what is behind its pointer may change", name)
		}
	}
}

// whyForeign is why a call in a module can't be made.
func whyForeign(m *ir.Module) (why string) {
	if m == nil {
		return ""
	}
	for _, f := range m.Funcs {
		f.Body.Walk(func(o *ir.Op) bool {
			if o.Kind == ir.OpForeign {
				why += ir.WhyForeign(o)
			}
			return true
		})
	}
	return why
}

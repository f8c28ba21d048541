package pipeline_test

import (
	"testing"

	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/source"
)

// TestExamples compiles the honed functions of the examples for both instruction sets, the verifier on after every pass.
func TestExamples(t *testing.T) {
	prog, err := source.Load("../..", []string{"./examples/..."}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	honed := prog.Funcs()
	if len(honed) < 3 {
		t.Fatalf("%d honed functions in the examples", len(honed))
	}
	for _, h := range honed {
		if len(h.Reasons) > 0 {
			t.Errorf("%s: %v", h.Name, h.Reasons)
			continue
		}
		for _, isa := range []rt.ISA{rt.AVX512, rt.AVX2} {
			c, err := pipeline.Compile(h.Unit, h.Symbol, pipeline.Options{ISA: isa, FMA: true, Verify: true, DontLoad: true})
			if err != nil {
				t.Errorf("%s, %v: %v", h.Name, isa, err)
				continue
			}
			t.Logf("%s, %v: %v, %d bytes", h.Name, isa, c.Time, c.Bytes)
			for _, n := range c.Notes {
				t.Logf("  %v: %s %s", n.Pos, n.Kernel, n.Text)
			}
		}
	}
}

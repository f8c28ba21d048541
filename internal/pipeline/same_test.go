package pipeline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/seeds"
	"github.com/hone-go/hone/internal/source"
	"github.com/hone-go/hone/testdata/programs"
)

// TestSameCode compiles each program several times in one process, in which maps have another order each time: the code must not depend on it. Kernels that wait are made
// by lowering a function once more, and have to be those that its host calls. A run takes half of the programs.
func TestSameCode(t *testing.T) {
	const path = "github.com/hone-go/hone/testdata/programs"
	p, err := source.Load(".", []string{path}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range programs.Cases {
		times := 2
		if c.Name == "SourcesPoint" { // an order of two pairs of slices
			times = 30
		} else if testing.Short() && i%32 != 0 || !seeds.Share(c.Name, 2) {
			continue
		}
		h := p.Honed(path, c.Name)
		if h == nil || h.Unit == nil {
			continue
		}
		first := ""
		for n := range times {
			code := codeOf(h)
			if n == 0 {
				first = code
			}
			if code != first {
				t.Errorf("%s: the %d-th time the code is another", c.Name, n+1)
				break
			}
		}
	}
}

// codeOf is the text of a function's host program, and its kernels' code; or why it isn't compiled.
func codeOf(h *source.Honed) string {
	var b strings.Builder
	opt := pipeline.Options{FMA: true, ISA: rt.AVX512, DontLoad: true, Dump: func(stage, _ string, text func() string) {
		if stage == "sched" {
			b.WriteString(text())
		}
	}}
	c, err := pipeline.Compile(h.Unit, h.Symbol, opt)
	if err != nil {
		return err.Error()
	}
	for _, k := range c.Kernels {
		fmt.Fprintf(&b, "%s %x\n", k.Name, k.Code.Bytes)
	}
	return b.String()
}

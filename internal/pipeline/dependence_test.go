package pipeline_test

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/source"
)

// TestDependencesCorpus: the programs on which all targets agree have no dependences, nor have the examples.
func TestDependencesCorpus(t *testing.T) {
	prog, err := source.Load("../..", []string{"./testdata/programs", "./examples/..."}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, h := range prog.Funcs() {
		if len(h.Reasons) > 0 {
			continue
		}
		found, err := pipeline.Dependences(h.Unit, h.Symbol)
		if err != nil {
			if strings.Contains(err.Error(), "internal error") {
				t.Errorf("%s: %v", h.Name, err)
			}
			continue // it can't be compiled
		}
		checked++
		for _, d := range found {
			t.Errorf("%s: %s: %s", h.Name, d.Pos, d.Msg)
		}
	}
	if checked < 400 {
		t.Errorf("%d functions", checked)
	}
}

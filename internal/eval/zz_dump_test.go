package eval_test

import (
	"os"
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/source"
)

func TestDumpExample(t *testing.T) {
	path := os.Getenv("P")
	p, err := source.Load(".", []string{path}, source.Options{})
	if err != nil {
		t.Skip(err)
	}
	for _, h := range p.Funcs() {
		if n := os.Getenv("F"); n != "" && n != h.Name { continue }
		out, err := eval.Specialize(h.Unit, h.Symbol, eval.Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		if os.Getenv("S") != "" { t.Log(h.Unit) }
		t.Log(out)
	}
}

package eval_test

import (
	"testing"

	"github.com/hone-go/hone/internal/eval"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/source"
)

// BenchmarkSpecialize measures what a user waits for at the first call.
func BenchmarkSpecialize(b *testing.B) {
	const path = "github.com/hone-go/hone/examples/blackscholes"
	p, err := source.Load(".", []string{path}, source.Options{})
	if err != nil {
		b.Skip(err)
	}
	for _, h := range p.Funcs() {
		b.Run(h.Name, func(b *testing.B) {
			var out *ir.Module
			for b.Loop() {
				var err error
				if out, err = eval.Specialize(h.Unit, h.Symbol, eval.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			n := 0
			for _, f := range out.Funcs {
				f.Body.Walk(func(*ir.Op) bool { n++; return true })
			}
			b.ReportMetric(float64(n), "ops")
		})
	}
}

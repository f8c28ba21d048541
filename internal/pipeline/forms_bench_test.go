//go:build unix

package pipeline_test

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/source"
)

// BenchmarkForms compiles the forms of bench/forms: processor time in ms that a form takes (median and worst of the least of all turns), and bytes of code. The sum of
// the code shows whether it is the same as before.
func BenchmarkForms(b *testing.B) {
	p, err := source.Load("../../bench", []string{"./forms"}, source.Options{})
	if err != nil {
		b.Fatal(err)
	}
	units := slices.DeleteFunc(p.Funcs(), func(h *source.Honed) bool { return h.Unit == nil })
	for _, isa := range []rt.ISA{rt.AVX2, rt.AVX512} {
		for _, late := range []*pipeline.Late{nil, {}} {
			name := isa.String()
			if late != nil {
				name += "/first" // as in a first call: without the kernels that wait
			}
			b.Run(name, func(b *testing.B) {
				type form struct {
					name  string
					bytes int
					least time.Duration
				}
				forms := make([]form, len(units))
				sum := sha256.New()
				for b.Loop() {
					sum.Reset()
					for i, h := range units {
						start := processorTime(b)
						c, err := pipeline.Compile(h.Unit, h.Symbol, pipeline.Options{FMA: true, ISA: isa, DontLoad: true, Late: late})
						took := processorTime(b) - start
						if err != nil {
							continue
						}
						for _, k := range c.Kernels {
							sum.Write(k.Code.Bytes)
						}
						f := &forms[i]
						if f.least == 0 || took < f.least {
							*f = form{h.Name, c.Bytes, took}
						}
					}
				}
				forms = slices.DeleteFunc(forms, func(f form) bool { return f.least == 0 })
				slices.SortFunc(forms, func(x, y form) int { return cmp.Compare(y.least, x.least) })
				bytes, spent, slow := 0, time.Duration(0), 0
				for _, f := range forms {
					bytes += f.bytes
					spent += f.least
					if f.least > 20*time.Millisecond {
						slow++
					}
				}
				report(b, bytes, spent)
				b.ReportMetric(forms[len(forms)/2].least.Seconds()*1e3, "median-ms")
				b.ReportMetric(forms[0].least.Seconds()*1e3, "worst-ms")
				b.Logf("%d forms, %d bytes, %d above 20 ms, %x", len(forms), bytes, slow, sum.Sum(nil)[:8])
				for _, f := range forms[:min(len(forms), 25)] {
					b.Logf("%6.1f ms %6d bytes %s", f.least.Seconds()*1e3, f.bytes, f.name)
				}
			})
		}
	}
}

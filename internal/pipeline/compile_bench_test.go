//go:build unix

package pipeline_test

import (
	"cmp"
	"crypto/sha256"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/source"
	"github.com/hone-go/hone/internal/x86"
	"github.com/hone-go/hone/testdata/programs"
)

// report gives megabytes of machine code per second of the processor.
func report(b *testing.B, bytes int, spent time.Duration) {
	b.ReportMetric(float64(bytes)/1e6/spent.Seconds(), "MB/s")
	b.ReportMetric(0, "ns/op")
}

// corpus are the honed functions of testdata/programs.
func corpus(b *testing.B) (units []*source.Honed) {
	const path = "github.com/hone-go/hone/testdata/programs"
	p, err := source.Load(".", []string{path}, source.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range programs.Cases {
		if h := p.Honed(path, c.Name); h != nil && h.Unit != nil {
			units = append(units, h)
		}
	}
	return units
}

// BenchmarkCorpus compiles the corpus: bytes of machine code per second of processor time, all of it and the back end alone, and which pass takes how much. The sum
// of the code shows whether it is the same as before.
func BenchmarkCorpus(b *testing.B) {
	units := corpus(b)
	for _, isa := range []struct {
		rt  rt.ISA
		x86 x86.ISA
	}{{rt.AVX2, x86.AVX2}, {rt.AVX512, x86.AVX512}} {
		compile := func(dump func(stage, name string, text func() string), each func(*pipeline.Compiled)) {
			for _, h := range units {
				if c, err := pipeline.Compile(h.Unit, h.Symbol, pipeline.Options{FMA: true, ISA: isa.rt, DontLoad: true, Dump: dump}); err == nil {
					each(c)
				}
			}
		}
		b.Run(isa.rt.String()+"/all", func(b *testing.B) {
			bytes, sum := 0, sha256.New()
			start := processorTime(b)
			for b.Loop() {
				bytes = 0
				sum.Reset()
				compile(nil, func(c *pipeline.Compiled) {
					bytes += c.Bytes
					for _, k := range c.Kernels {
						sum.Write(k.Code.Bytes)
					}
				})
			}
			report(b, bytes*b.N, processorTime(b)-start)
			b.Logf("%d bytes, %x", bytes, sum.Sum(nil)[:8])
		})
		b.Run(isa.rt.String()+"/passes", func(b *testing.B) {
			times := map[string]time.Duration{}
			all := time.Duration(0)
			for b.Loop() {
				last := processorTime(b)
				compile(func(stage, _ string, _ func() string) {
					now := processorTime(b)
					if stage == "simd" {
						stage = "x86 of the last, simd"
					}
					times[stage] += now - last
					all += now - last
					last = now
				}, func(*pipeline.Compiled) {})
			}
			b.ReportMetric(0, "ns/op")
			names := slices.SortedFunc(maps.Keys(times), func(x, y string) int { return cmp.Compare(times[y], times[x]) })
			for _, n := range names[:min(len(names), 40)] {
				b.Logf("%5.1f%% %s", 100*times[n].Seconds()/all.Seconds(), n)
			}
		})
		b.Run(isa.rt.String()+"/x86", func(b *testing.B) {
			var kernels []*ir.Func
			compile(func(stage, _ string, text func() string) {
				if stage != "lanes" {
					return
				}
				m, err := ir.Parse(text())
				if err != nil {
					b.Fatal(err)
				}
				kernels = append(kernels, m.Funcs[0])
			}, func(*pipeline.Compiled) {})
			bytes, sum := 0, sha256.New()
			start := processorTime(b)
			for b.Loop() {
				bytes = 0
				sum.Reset()
				for _, k := range kernels {
					c, err := x86.CompileWith(k, isa.x86, x86.Options{})
					if err != nil {
						b.Fatal(err)
					}
					bytes += len(c.Bytes)
					sum.Write(c.Bytes)
				}
			}
			report(b, bytes*b.N, processorTime(b)-start)
			b.Logf("%d kernels, %d bytes, %x", len(kernels), bytes, sum.Sum(nil)[:8])
		})
	}
}

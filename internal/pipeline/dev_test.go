package pipeline_test

import (
	"os"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/source"
)

func TestDev(t *testing.T) {
	want := os.Getenv("DEV")
	if want == "" {
		t.Skip("dev")
	}
	name, stage, _ := strings.Cut(want, ":")
	pat := os.Getenv("PKG")
	if pat == "" {
		pat = "./examples/..."
	}
	prog, err := source.Load("../..", []string{pat}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	isa := rt.AVX512
	if os.Getenv("HONE_ISA") == "avx2" {
		isa = rt.AVX2
	}
	for _, h := range prog.Funcs() {
		if h.Name != name {
			continue
		}
		for _, r := range h.Reasons {
			t.Log(r)
		}
		for range 3 {
			c, err := pipeline.Compile(h.Unit, h.Symbol, pipeline.Options{ISA: isa, FMA: true, Verify: false, DontLoad: true})
			if err == nil {
				t.Log(c.Time)
			}
		}
		times := ""
		c, err := pipeline.Compile(h.Unit, h.Symbol, pipeline.Options{ISA: isa, FMA: true, Verify: true, DontLoad: true, Listing: true,
			Dump: func(s, n string, text func() string) {
				if strings.HasPrefix(s, stage) && stage != "" {
					t.Logf("// %s after %s\n%s", n, s, text())
				}
			}})
		if err != nil {
			t.Fatal(err)
		}
		t.Log(times, c.Time, c.Bytes)
		for _, n := range c.Notes {
			t.Log(n.Pos, n.Kernel, n.Text)
		}
		if stage == "asm" {
			for _, k := range c.Kernels {
				for _, l := range k.Code.Lines {
					t.Logf("%*s%4x %s    ; %v", 2*l.Depth, "", l.Offset, l.Text, l.Pos)
				}
			}
		}
	}
}

func TestDevResidual(t *testing.T) {
	want := os.Getenv("DEVR")
	if want == "" {
		t.Skip("dev")
	}
	name, stage, _ := strings.Cut(want, ":")
	for _, p := range residual {
		if p.name != name {
			continue
		}
		m, _ := ir.Parse(p.text)
		c, err := pipeline.CompileResidual(m.Funcs[0], pipeline.Options{ISA: rt.AVX512, Verify: true, Listing: true,
			Dump: func(s, n string, text func() string) {
				if strings.HasPrefix(s, stage) && stage != "" {
					t.Logf("// %s after %s\n%s", n, s, text())
				}
			}})
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range c.Kernels {
			for _, l := range k.Code.Lines {
				t.Logf("%*s%4x %s    ; %v", 2*l.Depth, "", l.Offset, l.Text, l.Pos)
			}
		}
	}
}

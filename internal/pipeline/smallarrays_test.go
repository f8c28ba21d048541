package pipeline_test

import (
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/source"
)

// TestSmallArrays: small arrays whose indices follow from loops of few iterations, one in another, are neither memory nor chosen from.
func TestSmallArrays(t *testing.T) {
	prog, err := source.Load("../..", []string{"./testdata/programs"}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, h := range prog.Funcs() {
		switch h.Name {
		case "ArrayProducts", "ArrayProductsAlone", "ArrayTriangle", "ArrayStateKeyed":
		default:
			continue
		}
		found++
		l, err := pipeline.Lower(h.Unit, h.Symbol, pipeline.Options{FMA: true})
		if err != nil {
			t.Fatal(err)
		}
		products := 0
		for _, k := range append(l.Kernels, l.Host) {
			k.Body.Walk(func(o *ir.Op) bool {
				switch o.Kind {
				case ir.OpMul, ir.OpFMA:
					products++
				case ir.OpAlloca, ir.OpTable:
					t.Errorf("%s: %s", h.Name, o)
				case ir.OpSelect:
					if o.Results[0].Type != ir.TI64 {
						t.Errorf("%s: %s", h.Name, o)
					}
				}
				return true
			})
		}
		if products < 36 && h.Name != "ArrayStateKeyed" {
			t.Errorf("%s: %d products, want them all written out", h.Name, products)
		}
	}
	if found != 4 {
		t.Errorf("%d programs, want 4", found)
	}
}

// TestCarriedArrays: what loops carry in small arrays, and data say where it is assigned to, lies in memory, not in registers that are chosen from; in parallel
// loops, which have lanes, it is chosen.
func TestCarriedArrays(t *testing.T) {
	prog, err := source.Load("../..", []string{"./testdata/programs"}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	inMemory := map[string]bool{"ArrayStateBinned": true, "ArrayStateBoard": true, "ArrayStateRing": true, "ArrayStateDigits": true, "ArrayStateSides": false, "ArrayStateApart": false}
	for _, h := range prog.Funcs() {
		want, asked := inMemory[h.Name]
		if !asked {
			continue
		}
		delete(inMemory, h.Name)
		l, err := pipeline.Lower(h.Unit, h.Symbol, pipeline.Options{FMA: true})
		if err != nil {
			t.Fatal(err)
		}
		is := false
		for _, k := range append(l.Kernels, l.Host) {
			is = is || k.Body.Contains(func(o *ir.Op) bool { return o.Kind == ir.OpAlloca || o.Kind == ir.OpMake || o.Kind == ir.OpScratch })
		}
		if is != want {
			t.Errorf("%s: in memory: %v, want %v", h.Name, is, want)
		}
	}
	if len(inMemory) > 0 {
		t.Errorf("no programs %v", inMemory)
	}
}

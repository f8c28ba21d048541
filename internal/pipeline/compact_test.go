package pipeline_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/source"
)

// TestCompactions: loops that close up what they keep do so in lanes, on machines that have the instructions for their elements.
func TestCompactions(t *testing.T) {
	prog, err := source.Load("../..", []string{"./testdata/programs"}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"KeepAboveF32", "KeepAboveF64", "KeepAboveI64", "KeptInPlaceF64", "KeptOfRows", "GainKept", "KeptExactlyF32", "KeptExactlyI64", "PartedI32", "PartedF64",
		"PlacesBetween", "KeptOfEachRowF32", "KeptSumsF32", "KeptSumsI32", "PartedInOneI32", "KeptOverF32", "KeptOverI64", "KeptAroundU8", "KeptAroundI8", "KeptAroundU32", "KeptIf", "StoredAnywayF32",
		"PartedInThreeF32", "PartedInThreeI32", "KeptTwiceF64", "KeptTwiceI32", "KeptByRank"}
	small := []string{"KeepAboveU8", "KeptInPlaceI16", "KeptExactlyU16", "KeptSumsU8", "PartedInOneU8", "KeptOverI16", "PartedInThreeU8"} // with bytes and words
	for _, h := range prog.Funcs() {
		narrow := slices.Contains(small, h.Name)
		if !narrow && !slices.Contains(want, h.Name) {
			continue
		}
		for _, isa := range []rt.ISA{rt.AVX512, rt.AVX2} {
			c, err := pipeline.Compile(h.Unit, h.Symbol, pipeline.Options{ISA: isa, FMA: true, DontLoad: true})
			if err != nil {
				t.Fatal(err)
			}
			found := slices.ContainsFunc(c.Notes, func(n ir.Note) bool { return strings.Contains(n.Text, "side by side") })
			if expected := !narrow || isa == rt.AVX512 && rt.VBMI2(); found != expected {
				t.Errorf("%s, %v: lanes side by side: %v", h.Name, isa, found)
			}
		}
	}
}

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

// TestStartedSums: where a loop ahead starts the sums that a nest adds up, both are one nest, in which sums begin in registers. What is stored last stays in one, too,
// and rows that were split by hand are whole again.
func TestStartedSums(t *testing.T) {
	p, err := source.Load(".", []string{"github.com/hone-go/hone/testdata/programs"}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	steps := map[string][]string{
		"StartsShift": {"Promote(", "Guard", "Lanes("},
		"StartsRows":  {"Fuse(", "Promote(", "Guard", "Collapse(", "Jam("},
		"LastNearest": {"Promote(", "Guard", "Lanes("},
		"LastKinds":   {"Promote(", "Guard", "Lanes("},
		"LastFields":  {"Promote(", "Guard", "Lanes("},

		"SplitConv": {"Whole", "Pieces", "Jam("},

		"LaneRowDots":    {"Guard", "Lanes(i)", "Transpose(", "Unroll(i, 2)"},
		"LaneRowMoments": {"Guard", "Transpose(j)"},
		"LaneRowPairs":   {"Guard", "Transpose(j)"},
		"LaneRowScaled":  {"Transpose(i1)", "Transpose(i1_2)"},
		"LaneRowTops":    {"Guard", "Jam("},
	}
	for _, h := range p.Funcs() {
		name := h.Name[strings.LastIndexByte(h.Name, '.')+1:]
		want, ours := steps[name]
		if !ours {
			continue
		}
		delete(steps, name)
		l, err := pipeline.Lower(h.Unit, h.Symbol, pipeline.Options{ISA: rt.AVX512, Verify: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		at := slices.IndexFunc(l.Notes, func(n ir.Note) bool { return strings.HasPrefix(n.Text, "nest 0:") })
		for _, step := range want {
			if at < 0 || !strings.Contains(l.Notes[at].Text, step) {
				t.Errorf("%s: nest 0 has no %s: %v", name, step, l.Notes)
			}
		}
	}
	for name := range steps {
		t.Errorf("there is no %s", name)
	}
}

// TestTransposed looks whether what each lane has a row of is loaded in pieces, and not gathered, but for what is left at the end of a row.
func TestTransposed(t *testing.T) {
	p, err := source.Load(".", []string{"github.com/hone-go/hone/testdata/programs"}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pieces := map[string]int{"LaneRowDots": 1, "LaneRowMoments": 1, "LaneRowPairs": 1, "LaneRowScaled": 2, "LaneRowMixes": 1}
	for _, h := range p.Funcs() {
		name := h.Name[strings.LastIndexByte(h.Name, '.')+1:]
		want, ours := pieces[name]
		if !ours {
			continue
		}
		delete(pieces, name)
		for _, isa := range []rt.ISA{rt.AVX2, rt.AVX512} {
			c, err := pipeline.Compile(h.Unit, h.Symbol, pipeline.Options{ISA: isa, Verify: true})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			places := map[ir.Pos]bool{}
			for _, n := range c.Notes {
				if strings.Contains(n.Text, "in the row of each lane") {
					places[n.Pos] = true
				}
			}
			want := want
			if name == "LaneRowMixes" && isa == rt.AVX2 { // products of 64 bits
				want = 0
			}
			if len(places) != want {
				t.Errorf("%s for %s: %d loops load pieces, must be %d: %v", name, isa, len(places), want, c.Notes)
			}
		}
	}
	for name := range pieces {
		t.Errorf("there is no %s", name)
	}
}

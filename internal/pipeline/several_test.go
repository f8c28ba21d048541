package pipeline_test

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/opt"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/source"
)

// TestSideBySide counts the loops over index spaces that are left of several things at once, or one after the other, and asks why there are that many.
func TestSideBySide(t *testing.T) {
	const path = "github.com/hone-go/hone/testdata/programs"
	p, err := source.Load(".", []string{path}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		loops int
		why   string // what explain says of a pair
	}{
		{"LeastAndPlace", 1, ""},
		{"PlaceAndSum", 1, ""},
		{"TwoPlaces", 1, ""},
		{"LeastButFor", 1, ""},
		{"StoredBetween", 2, "they go over different ranges"},
		{"ShorterSecond", 2, "they go over different ranges"},
		{"MeanAndSpread", 1, ""},
		{"BothSides", 2, ""},
		{"KeptAndTotal", 3, "what is kept is read elsewhere, too"},
		{"CountsAndMost", 3, "they go over different ranges"},
		{"KeptSum", 1, ""},
		{"KeptMean", 1, ""},
		{"KeptFloats", 3, "is that of places in what is kept"}, // two passes, and one over what is kept
		{"KeptExtremes", 1, ""},
		{"KeptScaled", 2, ""},
		{"KeptAgain", 2, ""},
		{"KeptRecords", 2, ""},
		{"KeptPlaces", 4, "the second takes more of what is kept than the values"},
		{"KeptLooked", 1, ""},
		{"KeptApart", 2, ""},
		{"KeptFails", 3, "the second may fail before the first does"},
		{"KeptOverwritten", 4, "something between them has to stay there"},
		{"KeptInTwo", 2, ""},
		{"KeptOrNot", 2, ""},
		{"KeptInOrder", 3, "is that of places"},
		{"KeptOfCostly", 2, ""},
		{"RecomputedCorners", 1, ""}, // written as plain loops, which stand in where the guard doesn't hold
		{"RecomputedStructs", 1 + 2, ""},
		{"RecomputedZeros", 2, "at each of these places is too much"},
		{"RecomputedTransposedF64", 1, ""},
		{"RecomputedColumns", 1, ""},
		{"RecomputedPadded", 1 + 2, ""},
		{"RecomputedLine", 1 + 2, ""},
		{"RecomputedChanged", 3, "what the first reads may have changed"},
		{"RecomputedOften", 2, "at each of these places is too much"},
		{"RecomputedProducts", 1, ""},
		{"ZeroBordersLine", 1 + 2, ""},
		{"ZeroBordersWhere", 1 + 2, ""},
		{"ZeroBordersPlain", 1, ""},
		{"ZeroBordersStructs", 1 + 2, ""},
		{"ZeroBordersBeyond", 2, "not seen to read just what the first stores"},
		{"ZeroBordersSpread", 2, "at each of these places is too much"},
		{"ProductAcross", 2, "at each of these places is too much"},
		{"ZeroBordersProducts", 1 + 2, ""},
		{"ZeroBordersRunning", 2, "at each of these places is too much"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := p.Honed(path, c.name)
			if h == nil {
				t.Fatal("no such function is honed")
			}
			var fused, last *ir.Func
			_, err := pipeline.Lower(h.Unit, h.Symbol, pipeline.Options{FMA: true, ISA: rt.AVX512, Verify: true, Dump: func(stage, _ string, text func() string) {
				if stage == "opt" || stage == "opt.fusewhere" {
					m, err := ir.Parse(text())
					if err != nil {
						t.Fatal(err)
					}
					last = m.Funcs[0]
					if stage != "opt" {
						fused = last
					}
				}
			}})
			if err != nil || last == nil {
				t.Fatal(err)
			}
			n := 0
			last.Body.Walk(func(o *ir.Op) bool {
				if o.Kind == ir.OpMulti && !overResults(o) {
					n++
				}
				return o.Kind != ir.OpMulti
			})
			var why []string
			for _, f := range []*ir.Func{fused, last} { // keeps are seen in the first, plain loops that have been fused in the other
				for _, pair := range opt.WhyUnfused(f) {
					why = append(why, pair.Why)
				}
			}
			if n != c.loops || !strings.Contains(strings.Join(why, "; "), c.why) {
				t.Errorf("%d loops, %q; want %d, %q\n%v", n, why, c.loops, c.why, last)
			}
		})
	}
}

// overResults reports a reduction of what blocks have given.
func overResults(o *ir.Op) bool {
	for _, out := range o.Outputs() {
		if out.Kind != ir.OpReduce {
			return false
		}
	}
	return len(o.Outputs()) > 0 && !o.Regions[0].Contains(func(x *ir.Op) bool {
		if x.Kind != ir.OpLoad {
			return false
		}
		made := x.Args[0].Root().Def
		return made == nil || made.Kind != ir.OpMulti
	})
}

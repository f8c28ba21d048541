package pipeline_test

import (
	"errors"
	"testing"

	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/source"
)

// TestGain: what runs in order stays plain Go, on all machines or on none, but for loops that gather, or carry sums of 64 bits: these are worth lanes only
// if there are many.
func TestGain(t *testing.T) {
	prog, err := source.Load("../..", []string{"./testdata/programs"}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"GainRunning": true, "GainSearch": false, "GainMerge": false, "GainSteps": false, "GainDigits": false, "RecurUnite": true, "RecurFirst": true,
		"GainKept": true, "SearchIndexU8": true, "SearchEqual": true, "SearchAny": true, "SearchWord": true, "GainClosure": true, "GainGeneric": false, "GainPower": true, "GainDoubled": true,
		"GainMemory": true, "WeighedRows": true, "WeighedOnly": false, "GainCopySixteen": false, "GainCopyRemoved": false, "GainCopyWithin": false, "GainCopyComputed": true, "GainChecks": true, "GainWaits": false,
		"RowsScaled": true, "RowsScaledParallel": true, "RowsSummed": false, "RowsMade": true, "RowsEliminated": true, "RowsCut": true, "RowsCloned": false, "RowsLinked": false,
		"GainSorted": false, "GainStates": false, "GainNumbers": false, "GainDistance": false, "CountedNearest": true, "GainPoints": true, "GainLogs": true, "GainNearly": false, "ArrayStateShifted": true, "ArrayStateHeld": true, "ArrayStateBinned": true, "ArrayStateMixed": false, "ArrayStateBoard": false, "ArrayStateLargest": false}
	wide := map[string]bool{"LookUp": true, "MixWords": true, "Interpolate": true, "Thirds": true, "Push": true, "Flagged": true, "Balance": true, "SumsThenLookUp": true, "StartsOfInt": true,
		"ColoursAsked": true, "ColoursBorders": true, "ColoursCube": true, "ColoursFour": true, "PartedInThreeU8": true, "PartedInOneU8": true, "ForkRows": true, "TableAgain": true, "RunningProductsI64": true, "SearchEach": true, "CappedUnsigned": true, "LeastUnsigned": true, "AttemptPieces": true}
	plain := 0
	for i, h := range prog.Funcs() {
		expected, listed := want[h.Name]
		if h.Unit == nil || !listed && (testing.Short() && i%8 != 0 || i%2 != 0) { // the others say the same, and CI waits
			continue
		}
		var gains []bool
		for _, isa := range []rt.ISA{rt.AVX512, rt.AVX2} {
			_, err := pipeline.Lower(h.Unit, h.Symbol, pipeline.Options{ISA: isa, FMA: true, Gain: true})
			nothing := (*pipeline.NothingToGain)(nil)
			if err != nil && !errors.As(err, &nothing) && listed {
				t.Errorf("%s, %v: %v", h.Name, isa, err)
			}
			gains = append(gains, nothing == nil)
		}
		if gains[0] != gains[1] && !(gains[0] && wide[h.Name]) {
			t.Errorf("%s: gains something with avx512: %v, with avx2: %v", h.Name, gains[0], gains[1])
		}
		if listed && gains[0] != expected {
			t.Errorf("%s: gains something: %v, want %v", h.Name, gains[0], expected)
		}
		if !gains[0] {
			plain++
			t.Log(h.Name)
		}
	}
	t.Logf("%d gain nothing", plain)
}

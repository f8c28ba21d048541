package difftest_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/hone-go/hone/internal/difftest"
	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/testdata/programs"
)

// runTogether are the programs of the corpus of which many nests can be run together.
var runTogether = regexp.MustCompile("^(Stages|Time|Colours|Buffers|Sources|Jacobi|Heat|RedBlack|ArraysCalls|RecomputedZeros)")

// TestTogether has programs with pipelines and loops over time run such that some nests are computed in strips of others, of any number of rows, and some are not,
// or any number of steps at a time.
func TestTogether(t *testing.T) {
	report(t, runCorpus(t, corpusRun{
		work: func(c programs.Case, u difftest.Unit, e difftest.Effort) (failures []string) {
			offered, taken := 0, 0
			e.Targets = nil
			for seed := range uint64(6) {
				e.Targets = append(e.Targets, difftest.Target{Name: fmt.Sprint("together ", seed), Options: pipeline.Options{
					ISA: rt.AVX2, Always: true, Verify: true, Choose: func(n *sched.Nest) bool { return together(n, seed, &offered, &taken) },
				}})
			}
			failures = checkCase(c, u, e)
			if offered > 0 && (taken == 0 || taken == offered) {
				failures = append(failures, fmt.Sprintf("of %d nests that can be run together with others, %d are", offered, taken))
			}
			return failures
		},
		takes: func(c programs.Case) bool { return c.Plain == "" && runTogether.MatchString(c.Name) },
	}))
}

// together chooses at random with which nests one is run together, and the rest as where nobody says.
func together(n *sched.Nest, seed uint64, offered, taken *int) bool {
	ours := n.Default()
	t, must := n.Together()
	if t == nil {
		return false
	}
	r := rand.New(rand.NewPCG(seed, uint64(n.Number)+7))
	*offered++
	switch {
	case must:
		n.Take(loops.Schedule{*t})
	case r.IntN(2) == 0:
		strips, rows := n.Strips(), max(0, r.IntN(12)-3)
		if n.Apply(loops.Step{Kind: t.Kind, Loops: strips[r.IntN(len(strips)):][:1], N: rows}) != nil { // a nest further on reads what it would be gone
			n.Apply(loops.Step{Kind: t.Kind, Loops: t.Loops, N: rows})
		}
	}
	if len(n.Schedule()) > 0 {
		*taken++
	}
	for _, s := range ours {
		if s.Kind != t.Kind {
			n.Apply(s) // a stage of a pipeline has to do without some
		}
	}
	return true
}

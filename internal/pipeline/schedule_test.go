package pipeline_test

import (
	"strings"
	"testing"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/sched"
)

const twoRows = `func @rows(%out: []f32, %in: []f32, %h: i64, %w: i64) -> () {
  multi %h, %w (%y: i64, %x: i64) {
    %row = mul %y, %w : i64
    %at = add %row, %x : i64
    %below = add %at, %w : i64
    %n = len %in : i64
    %m = len %out : i64
    check.index %at, %n
    %a = load %in, %at : f32
    check.index %below, %n
    %b = load %in, %below : f32
    %s = add %a, %b : f32
    check.index %at, %m
    store %out, %at, %s
    yield
  }
  return
}`

func scheduledFromEnv(t *testing.T, env string) (*pipeline.Lowered, error) {
	t.Helper()
	t.Setenv("HONE_SCHEDULE", env)
	m, err := ir.Parse(twoRows)
	if err != nil {
		t.Fatal(err)
	}
	return pipeline.LowerResidual(m.Funcs[0], pipeline.Options{ISA: rt.AVX2, Verify: true})
}

func TestScheduleFromEnv(t *testing.T) {
	for _, steps := range []string{
		"Parallel",
		"Lanes(x) Unroll(x, 3)",
		"Guard Lanes(x) Jam(y, 7) Unroll(x, 2) Parallel",
		"Guard Jam(x, 2)",
	} {
		l, err := scheduledFromEnv(t, "rows:0="+steps)
		if err != nil {
			t.Errorf("%s: %v", steps, err)
			continue
		}
		found := false
		for _, n := range l.Notes {
			found = found || n.Text == "nest 0: "+steps
		}
		if !found {
			t.Errorf("%s: no note says so: %v", steps, l.Notes)
		}
	}
	for env, want := range map[string]string{
		"rows":                           "want func:nest=steps",
		"rows:Lanes(x)":                  "want nest=steps",
		"rows:0=Lines(x)":                "nest 0: Lines: no such step",
		"rows:0=Lanes(z)":                "nest 0: Lanes(z): there is no counted loop z inside",
		"rows:0=Guard Lanes(x) Jam(x,2)": "nest 0: Jam(x, 2): it has the lanes",
		"rows:0=Lanes(x) Jam(y, 2)":      "Guard has to come before Lanes(x)",
		"rows:0=Inside":                  "there is no parallel loop and no reduction inside",
		"rows:3=Lanes(x)":                "there is no nest 3",
	} {
		if _, err := scheduledFromEnv(t, env); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", env, err, want)
		}
	}
	if l, err := scheduledFromEnv(t, "cols:0=Parallel"); err != nil || len(l.Notes) == 0 {
		t.Errorf("of another function: %v", err)
	}
}

// TestNestsLoops: who chooses is told what there is to choose from.
func TestNestsLoops(t *testing.T) {
	m, err := ir.Parse(twoRows)
	if err != nil {
		t.Fatal(err)
	}
	asked := false
	_, err = pipeline.LowerResidual(m.Funcs[0], pipeline.Options{ISA: rt.AVX2, Verify: true, Choose: func(n *sched.Nest) bool {
		asked = true
		if got := n.Loops(); len(got) != 2 || got[0] != (sched.Loop{Name: "y", Dimension: true}) || got[1] != (sched.Loop{Name: "x", Dimension: true}) {
			t.Errorf("loops are %v", got)
		}
		if got := n.Default(); !got.Has(loops.Lanes) || !got.Has(loops.Parallel) {
			t.Errorf("default is %s", got)
		}
		return false
	}})
	if err != nil || !asked {
		t.Error(asked, err)
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/hone-go/hone/bench/internal/rig"
)

// TestAgainst lets what is here race with the last commit: both are built, agree with plain Go, and have all their times.
func TestAgainst(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: builds the bench twice")
	}
	if err := exec.Command("git", "rev-parse", "--verify", "HEAD").Run(); err != nil {
		t.Skip("SKIPPED: no git, or no checkout of its")
	}
	defer func(t time.Duration) { rig.Turn = t }(rig.Turn)
	rig.Turn = 0
	var out, errs bytes.Buffer
	args := []string{"-against", "HEAD", "-w", "dot-float32", "-size", "1003", "-rounds", "2"}
	if code := run(append(args, "-json"), nil, &out, &errs); code != 0 {
		t.Fatalf("exit status %d: %s", code, &errs)
	}
	var got struct{ Comparisons []*comparison }
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Comparisons) != 1 {
		t.Fatalf("%d comparisons", len(got.Comparisons))
	}
	c := got.Comparisons[0]
	want := 2
	if rig.CPUHas("avx512f") {
		want = 4
	}
	if len(c.Columns) != want || len(c.Failed) > 0 || c.FirstCallMS[0] <= 0 || c.FirstCallMS[1] <= 0 {
		t.Errorf("comparison %+v", *c)
	}
	for _, r := range c.Columns {
		if !(0 < r.Low && r.Low <= r.Median && r.Median <= r.High) {
			t.Errorf("ratios %+v", r)
		}
	}
	var table strings.Builder
	if err := printComparisons(&table, "HEAD", got.Comparisons); err != nil || !strings.Contains(table.String(), "geometric mean") {
		t.Errorf("%v: %s", err, table.String())
	}
}

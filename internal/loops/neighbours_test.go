package loops_test

import (
	"slices"
	"testing"

	"github.com/hone-go/hone/internal/loops"
)

func TestNeighbours(t *testing.T) {
	s, err := loops.Parse("Guard Lanes(x) Pieces Jam(y, 4) Unroll(x, 2) Stream Parallel")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range loops.Neighbours(s, []string{"y", "x"}, []string{"k"}) {
		if again, err := loops.Parse(n.String()); err != nil || !again.Equal(n) {
			t.Errorf("%s: read as %s, %v", n, again, err)
		}
		got = append(got, n.String())
	}
	for _, want := range []string{
		"Guard Lanes(x) Pieces Jam(y, 5) Unroll(x, 2) Stream Parallel",
		"Guard Lanes(x) Pieces Jam(y, 4) Unroll(x, 4) Stream Parallel",
		"Guard Lanes(x) Jam(y, 4) Unroll(x, 2) Stream Parallel",
		"Guard Lanes(x) Stream Parallel",
		"Guard Lanes(k) Stream Parallel",
		"Guard Stream Parallel",
		"Guard Lanes(x) Pieces Jam(y, 4) Unroll(x, 2) Parallel",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no %s among %q", want, got)
		}
	}
	if slices.Contains(got, s.String()) {
		t.Error("it is its own neighbour")
	}
	if len(slices.Compact(slices.Sorted(slices.Values(got)))) != len(got) {
		t.Errorf("some twice: %q", got)
	}
}

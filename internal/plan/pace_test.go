package plan

import "testing"

// TestPace: pieces grow while they are short, shrink when they are long, and never vanish.
func TestPace(t *testing.T) {
	n, last := pace(64, 0)
	if n != 64 || last == 0 {
		t.Fatalf("first piece: %d at %d", n, last)
	}
	if n, _ = pace(64, now()); n != 128 {
		t.Errorf("after a short piece of 64: %d", n)
	}
	if n, _ = pace(1000, now()-100*stripTime); n < 1 || n > 20 {
		t.Errorf("after a piece of 1000 that took 100 times as long as it should: %d", n)
	}
	if n, _ = pace(1, now()-100*stripTime); n != 1 {
		t.Errorf("after one long iteration: %d", n)
	}
}

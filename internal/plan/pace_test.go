package plan

import "testing"

// TestPace: pieces grow while they are short, shrink when they are long, and never vanish.
func TestPace(t *testing.T) {
	n, last := pace(64, 0)
	if n != 64 || last == 0 {
		t.Fatalf("first piece: %d at %d", n, last)
	}
	if n, last = pace(64, last); n != 64 || last == 0 {
		t.Fatalf("second piece: %d at %d", n, last)
	}
	if n, _ = pace(64, now()); n != 128 {
		t.Errorf("after a short piece of 64: %d", n)
	}
	if n, _ = pace(1000, now()-100*stripTime); n < 1 || n > 20 {
		t.Errorf("after a piece of 1000 that took 100 times as long as it should: %d", n)
	}
	for guess, want := range map[int64]int64{13107: 13056, 65: 64, 63: 63} {
		if n, _ = pace(guess, 0); n != want {
			t.Errorf("a first piece of %d is %d long, not %d: vectors behind it are in other places of cache lines", guess, n, want)
		}
	}
	if n, _ = pace(1, now()-100*stripTime); n != 1 {
		t.Errorf("after one long iteration: %d", n)
	}
}

package plan

import "testing"

// TestRouse: launches that take most of the time have a worker woken up, again and again as long as they meet one, and hardly ever if they don't.
func TestRouse(t *testing.T) {
	const fork, launch = 50_000, 10_000
	count := func(b *backlog, t *int64, each int64, meet bool) (rouses int) {
		for range 10_000 {
			*t += each
			if b.rouse(launch, fork, *t) {
				rouses++
				b.met.Store(meet)
			}
		}
		return rouses
	}
	var b backlog
	at := int64(1)
	if n := count(&b, &at, launch, true); n < 500 {
		t.Errorf("%d times where it is of use", n)
	}
	if n := count(&b, &at, launch, false); n < 3 || n > 20 {
		t.Errorf("%d times in vain", n)
	}
	if n := count(&b, &at, launch, true); n < 500 {
		t.Errorf("%d times where it has come to be of use", n)
	}
	if n := count(&b, &at, 3*launch, true); n != 0 {
		t.Errorf("%d times where launches take a third of the time", n)
	}
}

package plan

import "testing"

// TestPays: short launches go whichever way takes less time, and the other is tried again from time to time.
func TestPays(t *testing.T) {
	for _, c := range []struct {
		alone, forked int64 // nanoseconds for 100 iterations
		fork          bool
	}{{10_000, 6_000, true}, {10_000, 12_000, false}, {3_000, 3_000, false}} {
		var p pays
		forks, trials := 0, 0
		const launches = 2000
		for k := range launches {
			forked := p.fork(float64(c.alone))
			ns := c.alone
			if forked {
				ns = c.forked
			}
			if k%3 == 0 {
				ns += 50_000 // somebody else uses the machine
			}
			p.took(forked, 100, ns)
			if forked {
				forks++
			}
			if forked != c.fork {
				trials++
			}
		}
		if trials == 0 || trials > launches/20 {
			t.Errorf("%d alone, %d forked: %d forks of %d", c.alone, c.forked, forks, launches)
		}
	}
	var p pays
	for range 100 {
		if !p.fork(2 * shortFork) {
			t.Error("a long launch is not forked")
		}
		p.took(true, 100, 10*shortFork)
	}
}

// TestPaysChanges: what has changed is found out.
func TestPaysChanges(t *testing.T) {
	var p pays
	cost := map[bool]int64{false: 10_000, true: 20_000}
	run := func(launches int) (forks int) {
		for range launches {
			forked := p.fork(10_000)
			p.took(forked, 100, cost[forked])
			if forked {
				forks++
			}
		}
		return forks
	}
	if forks := run(1000); forks > 100 {
		t.Errorf("%d forks that don't pay", forks)
	}
	cost[true] = 5_000
	if forks := run(20_000); forks < 10_000 {
		t.Errorf("%d forks where they have come to pay", forks)
	}
}

package plan

import (
	"math/rand/v2"
	"sync/atomic"
)

// tries keeps programs from being tried again and again that find, at each call, that the plain function has to be called: where so many calls in a row have left,
// most of those to come are plain at once, and one in some is tried. Nothing is written then, nor while no call leaves, so that goroutines don't wait for each other.
type tries struct {
	left atomic.Int32 // in a row
}

const (
	mostLeaves = 16
	tryOne     = 64 // call in so many
)

// worth reports whether the program should be tried.
func (t *tries) worth() bool { return t.left.Load() < mostLeaves || rand.Uint32()%tryOne == 0 }

// note records how a call went that was tried.
func (t *tries) note(called bool) {
	switch left := t.left.Load(); {
	case called && left > 0:
		t.left.Store(0)
	case !called && left < mostLeaves:
		t.left.Add(1)
	}
}

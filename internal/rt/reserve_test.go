package rt

import (
	"math/bits"
	"runtime"
	"runtime/debug"
	"testing"
	"unsafe"
)

// TestReserve uses a little, then much, of a reserve: what has been used stays for the next user, or is given back.
func TestReserve(t *testing.T) {
	r := new(Reserve)
	r.Trim() // there is nothing yet
	at, n := r.Words()
	if n < leastReserve {
		t.Fatalf("%d words", n)
	}
	words := unsafe.Slice((*uint64)(at), n)
	words[0], words[keptWords-1] = 1, 2
	r.Trim()
	again, m := r.Words()
	if again != at || m != n || words[0] != 1 {
		t.Errorf("%d words at %p are %d at %p", n, at, m, again)
	}
	for i := range words[:keptWords+10] {
		words[i] = uint64(i)
	}
	words[n-1] = 3
	r.Trim()
	if r.n != 0 {
		t.Error("much has been used, and is kept")
	}
	at, n = r.Words()
	if w := unsafe.Slice((*uint64)(at), n)[n-1]; w != 0 {
		t.Errorf("a new one holds %d", w)
	}
	runtime.KeepAlive(r)
}

// TestReserves has many that nobody gives back: the collector does.
func TestReserves(t *testing.T) {
	for range 100 {
		r := new(Reserve)
		at, n := r.Words()
		unsafe.Slice((*uint64)(at), n)[keptWords] = 1
		runtime.KeepAlive(r)
	}
	runtime.GC()
}

// TestManyReserves has more slices grow at a time than there are addresses for as much as each could take, and drops many: frames that a panic leaves are the collector's. With
// room for all there is nothing to throw, and those that come after the collector have as much as the first.
func TestManyReserves(t *testing.T) {
	if runtime.GOOS == "windows" || bits.UintSize != 64 {
		t.Skip("SKIPPED: reserves are small here")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	least := func(n int) (least int64) {
		least = mostWords
		held := make([]*Reserve, n)
		for i := range held {
			held[i] = &Reserve{Grows: true}
			_, words := held[i].Words()
			least = min(least, words)
		}
		runtime.KeepAlive(held)
		return least
	}
	if n := least(1200); n < leastReserve {
		t.Errorf("%d words", n)
	}
	for range 4000 {
		if n := least(1); n < reserveWords {
			t.Fatalf("%d words, with all others dropped", n)
		}
	}
	collectReserves()
	if n := least(1); n != mostWords && n < mostWords/8 {
		t.Errorf("%d words", n)
	}
}

package rt

import (
	"runtime"
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

package plan

import (
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// An arena is memory that an iteration of a launch has of its own: what it makes, and nobody sees behind it. Each thread has some, which the next iteration uses again,
// as do launches to come. How much an iteration needs is known when it asks for it (check.room): where there is less the kernel is left, and begins anew with that
// iteration, which has stored nothing that it would read. Go code has to make memory, and this is seldom.
type arena struct {
	number int64 // by which a check.room calls it
	stack  int64 // not 0: a reserve, and more than 1: one that grows (see [rt.Reserve])
	at     int   // of its words among the parameters
	size   int64 // of an element
}

// lend has the words of parameters be the block's memory, where these are arenas.
func (b *block) lend(x *call, words []uint64) {
	for len(b.rooms) < len(x.arenas) {
		b.rooms = append(b.rooms, make([]uint64, leastRoom))
		b.reserves = append(b.reserves, nil)
	}
	for i, a := range x.arenas {
		if a.stack > 0 {
			if r := b.reserves[i]; r == nil || r.Grows != (a.stack > 1) {
				b.reserves[i] = &rt.Reserve{Grows: a.stack > 1}
			}
			at, n := b.reserves[i].Words()
			n = n * 8 / a.size
			words[a.at], words[a.at+1], words[a.at+2] = uint64(uintptr(at)), uint64(n), uint64(n)
			continue
		}
		n := uint64(int64(len(b.rooms[i])-lineWords) * 8 / a.size)
		begin := (uint64(uintptr(unsafe.Pointer(unsafe.SliceData(b.rooms[i])))) + 63) &^ 63 // vectors don't cross lines
		words[a.at], words[a.at+1], words[a.at+2] = begin, n, n
	}
}

const (
	lineWords = 8  // of a line of the cache
	leastRoom = 64 // how many words an arena has to begin with
)

// more makes room if that is why the kernel was left, and gives the iteration to go on with.
func (b *block) more(x *call, status int64, words []uint64) (begins int64, made bool) {
	if len(x.arenas) == 0 || status < 1 || status > int64(len(x.kernel.Sites)) {
		return 0, false
	}
	site := &x.kernel.Sites[status-1]
	if site.Kind != ir.OpCheckRoom {
		return 0, false
	}
	need, iteration := int64(words[x.fail]), int64(words[x.fail+2])
	for i, a := range x.arenas {
		if a.number == site.Code {
			b.rooms[i] = make([]uint64, max((need*a.size+7)/8+lineWords, 2*int64(len(b.rooms[i]))))
		}
	}
	b.lend(x, words)
	return iteration, true
}

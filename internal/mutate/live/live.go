//go:build unix

// Package live is what mutated code asks, while it runs, whether a condition is to come out otherwise than it does. Only the copies of
// source files that package mutate makes import it.
//
// A condition has a number, and its mutants are numbered from there on. HONE_MUTANT names the one that is alive; without it all is as it
// was written. HONE_MUTANT_SEEN names a file of a byte per mutant: those that would have made a difference are marked in it, as they run.
package live

import (
	"os"
	"strconv"
	"syscall"
)

// The variables of the environment by which the tool says what it wants.
const (
	Env     = "HONE_MUTANT"
	SeenEnv = "HONE_MUTANT_SEEN"
)

var (
	alive = -1
	seen  []byte
)

func init() {
	if n, err := strconv.Atoi(os.Getenv(Env)); err == nil {
		alive = n
	}
	name := os.Getenv(SeenEnv)
	if name == "" {
		return
	}
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		panic(err)
	}
	seen, err = syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		panic(err)
	}
}

// differs marks mutant id, which gives something else here.
func differs(id int) {
	if seen[id] == 0 {
		seen[id] = 1
	}
}

// Is is a condition that was x; mutant id makes it false, id+1 true.
func Is(id int, x bool) bool {
	if seen != nil {
		if x {
			differs(id)
		} else {
			differs(id + 1)
		}
	}
	switch alive {
	case id:
		return false
	case id + 1:
		return true
	}
	return x
}

// ordered is a comparison that was is, of which mutant id+2 gives more and id+3 less.
func ordered(id int, is, more, less bool) bool {
	if seen != nil {
		if is != more {
			differs(id + 2)
		}
		if is != less {
			differs(id + 3)
		}
	}
	switch alive {
	case id + 2:
		is = more
	case id + 3:
		is = less
	}
	return Is(id, is)
}

// Integer is what has a number before and behind it.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Less was x < y; id+2: x <= y; id+3: x+1 < y.
func Less[T Integer](id int, x, y T) bool { return ordered(id, x < y, x <= y, x < y && x+1 < y) }

// AtMost was x <= y; id+2: x <= y+1; id+3: x < y.
func AtMost[T Integer](id int, x, y T) bool {
	return ordered(id, x <= y, x <= y || x-1 == y, x < y)
}

// Equal was x == y, one of them constant; id+2: x == y+1; id+3: x == y-1.
func Equal[T Integer](id int, x, y T) bool { return ordered(id, x == y, x == y+1, x == y-1) }

// Case was the value x of a case of a switch by tag; mutant id makes it one that tag is not equal to.
func Case[T Integer](id int, x, tag T) T {
	if seen != nil && x == tag {
		differs(id)
	}
	if alive == id {
		return ^tag
	}
	return x
}

// Int was the constant x; mutant id makes it one more, id+1 one less.
func Int[T Integer](id int, x T) T {
	if seen != nil {
		differs(id)
		differs(id + 1)
	}
	switch alive {
	case id:
		return x + 1
	case id + 1:
		return x - 1
	}
	return x
}

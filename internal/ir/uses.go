package ir

import (
	"slices"
	"sync"
)

// Uses says of each value of a function's body how often and by which ops it is used. It holds until the function changes: who asks it
// later made a mistake, and gets a panic instead of a wrong answer.
type Uses struct {
	fn    *Func
	epoch uint64
	of    []*Value // those that are used, by Value.use (a sparse set, like Index)
	count []int32  // how often each is an operand
	start []int32  // where its users begin in ops; those of the last end at the end
	ops   []*Op
}

var usesFact = NewFact(findUses)

// Uses are the uses of the values in f's body, found out anew if f has changed since they were asked for last.
func (f *Func) Uses() *Uses { return usesFact.Of(f) }

func findUses(f *Func) *Uses {
	n := f.Body.Values()
	u := &Uses{fn: f, epoch: f.epoch, of: make([]*Value, 0, n), count: make([]int32, 0, n), start: make([]int32, 1, n+1)}
	seen := lastUsers.Get().(*[]*Op)
	last := slices.Grow((*seen)[:0], n) // the user seen last
	f.Body.Walk(func(o *Op) bool {
		for _, a := range o.Args {
			i := u.find(a)
			if i < 0 {
				i, a.use = len(u.of), int32(len(u.of))
				u.of, u.count, u.start, last = append(u.of, a), append(u.count, 0), append(u.start, 0), append(last, nil)
			}
			u.count[i]++
			if last[i] != o {
				last[i] = o
				u.start[i+1]++
			}
		}
		return true
	})
	for i := range u.of {
		u.start[i+1] += u.start[i]
	}
	// Each list is filled from its begin, which moves on and is put back at the end.
	u.ops = make([]*Op, u.start[len(u.of)])
	clear(last)
	f.Body.Walk(func(o *Op) bool {
		for _, a := range o.Args {
			if last[a.use] != o {
				last[a.use] = o
				u.ops[u.start[a.use]] = o
				u.start[a.use]++
			}
		}
		return true
	})
	copy(u.start[1:], u.start)
	u.start[0] = 0
	clear(last)
	*seen = last
	lastUsers.Put(seen)
	return u
}

// lastUsers is memory for one function after the other.
var lastUsers = sync.Pool{New: func() any { return new([]*Op) }}

func (u *Uses) find(v *Value) int {
	if i := int(v.use); i < len(u.of) && u.of[i] == v {
		return i
	}
	return -1
}

func (u *Uses) place(v *Value) int {
	if u.epoch != u.fn.epoch {
		panic("ir: uses of @" + u.fn.Name + " asked for after it has changed")
	}
	return u.find(v)
}

// Count is how often v is an operand.
func (u *Uses) Count(v *Value) int {
	if i := u.place(v); i >= 0 {
		return int(u.count[i])
	}
	return 0
}

// Of lists the ops that use v in the order of the function, each once. The list is not the caller's to change.
func (u *Uses) Of(v *Value) []*Op {
	if i := u.place(v); i >= 0 {
		return u.ops[u.start[i]:u.start[i+1]:u.start[i+1]]
	}
	return nil
}

// same compares the answers to those of another, for a check.
func (u *Uses) same(w *Uses) bool {
	return slices.Equal(u.of, w.of) && slices.Equal(u.count, w.count) && slices.Equal(u.start, w.start) && slices.Equal(u.ops, w.ops)
}

package ir

import "sync"

// A room is memory for the ops of a function all of which are done with at one moment: it serves one function after the other. Most of what a compile allocates
// are ops, and each page of memory that a process touches for the first time costs as much as many of them.
type room struct {
	effects pieces[Op]
	singles pieces[single]
	refs    pieces[*Value]
}

// pieces hands out parts of larger allocations.
type pieces[T any] struct {
	all  [][]T
	next int // of all
	left []T // of the one before that
}

// take gives n elements that follow each other, of allocations of so many, which is not less.
func (p *pieces[T]) take(n, of int) []T {
	if n > len(p.left) {
		if p.next == len(p.all) {
			p.all = append(p.all, make([]T, of))
		}
		p.left = p.all[p.next]
		p.next++
	}
	out := p.left[:n:n]
	p.left = p.left[n:]
	return out
}

// clear takes everything back.
func (p *pieces[T]) clear() {
	for _, piece := range p.all[:p.next] {
		clear(piece)
	}
	p.left, p.next = nil, 0
}

// Allocations have some KiB.
const (
	roomEffects = 16
	roomSingles = 32
	roomRefs    = 256
)

var rooms = sync.Pool{New: func() any { return new(room) }}

// op makes an op with room for operands and results.
func (r *room) op(args, results int) *Op {
	if results > 1 || args > roomRefs {
		return newOp(args, results)
	}
	var operands []*Value
	if args > 0 {
		operands = r.refs.take(args, roomRefs)
	}
	if results == 1 {
		return r.singles.take(1, roomSingles)[0].with(operands)
	}
	o := &r.effects.take(1, roomEffects)[0]
	o.Args = operands
	return o
}

// OwnRoom has the ops that are made in the body of f from now on lie in memory of their own, which Release hands on. Those that leave the function until
// then must not be looked at behind it.
func (f *Func) OwnRoom() { f.room = rooms.Get().(*room) }

// Release says that nobody looks at f and its ops any more. In tests spoil has what they hold wiped out and not used again, so that who does look is found out.
func (f *Func) Release(spoil bool) {
	r := f.room
	if r == nil {
		return
	}
	*f = Func{}
	r.effects.clear()
	r.singles.clear()
	r.refs.clear()
	if !spoil {
		rooms.Put(r)
	}
}

// newOp makes an op that is to stand in r, with room for operands and results.
func (r *Region) newOp(args, results int) *Op {
	if f := r.Func(); f != nil && f.room != nil {
		return f.room.op(args, results)
	}
	return newOp(args, results)
}

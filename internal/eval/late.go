package eval

import (
	"strings"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
)

// A parallel loop that panics may leave one of many memories: all iterations before the first that fails are complete, later ones may
// have run, whole or in part, and nothing behind the loop has. An interpreter with Late set finds out which: after the panic it goes on
// with the later iterations, each on the memory that the first failing one left, notes what they store, and takes that back.

// Late says what memory may hold after a panic besides what it holds: scalars by their addresses, first what is there. An address that is
// not listed holds what it holds.
type Late struct {
	Stores map[uintptr][]uint64
	Any    bool // there were too many iterations to go through: nothing is known of memory
}

// Panic is what an interpreter with Late set panics with.
type Panic struct {
	Value any // what the program panics with
	Late  Late
}

// lateBudget bounds the later iterations and their stores.
const lateBudget = 1 << 21

// lateRun is the state of an interpreter that goes through later iterations.
type lateRun struct {
	Late
	depth  int      // of later iterations around what runs
	budget int      // left
	undo   []stored // by the later iterations around, in order
}

// stored is what a store has overwritten.
type stored struct {
	at    unsafe.Pointer
	t     *ir.Type // a scalar or slice
	bits  uint64
	slice Slice
}

// start begins a call. One before may have panicked.
func (x *Interp) start() {
	x.late = lateRun{budget: lateBudget}
	x.steps, x.deep = 0, 0
	x.watch.reset()
}

// finish passes a panic on, with what later iterations may have stored.
func (x *Interp) finish() {
	if !x.Late {
		return
	}
	if p := recover(); p != nil {
		if Internal(p) {
			panic(p)
		}
		panic(&Panic{p, x.late.Late})
	}
}

// Internal reports a panic that is the interpreter's and not the program's.
func Internal(p any) bool {
	text, ok := p.(string)
	return ok && strings.HasPrefix(text, "eval: ")
}

// parallel runs n independent iterations in order, as long as they give true.
func (x *Interp) parallel(n int64, iteration func(i int64) bool) {
	i := int64(0)
	if x.Late {
		defer func() {
			if p := recover(); p != nil {
				if !Internal(p) {
					x.laterOnes(i+1, n, iteration)
				}
				panic(p)
			}
		}()
	}
	for i < n && iteration(i) {
		i++
	}
}

// laterOnes goes through the iterations from lo on. They are not watched: what they store is taken back.
func (x *Interp) laterOnes(lo, n int64, iteration func(i int64) bool) {
	defer func(w *watcher) { x.watch = w }(x.watch)
	x.watch = nil
	if n-lo > int64(x.late.budget) { // an extent may be as large as a number can be
		x.late.budget = 0
	}
	for i := lo; i < n; i++ {
		if x.late.budget--; x.late.budget < 0 {
			x.late.Any = true
			return
		}
		mark := len(x.late.undo)
		x.late.depth++
		x.try(func() { iteration(i) })
		x.late.depth--
		x.takeBack(mark)
	}
}

// try runs something that may panic as programs do.
func (x *Interp) try(f func()) {
	defer func() {
		if p := recover(); p != nil && Internal(p) {
			panic(p)
		}
	}()
	f()
}

func (x *Interp) takeBack(mark int) {
	for len(x.late.undo) > mark {
		s := x.late.undo[len(x.late.undo)-1]
		x.late.undo = x.late.undo[:len(x.late.undo)-1]
		if s.t.Kind == ir.Slice {
			*(*Slice)(s.at) = s.slice
		} else {
			writeScalar(s.at, s.t, s.bits)
		}
	}
}

// store writes to memory.
func (x *Interp) store(p unsafe.Pointer, t *ir.Type, v Value) {
	if x.late.depth > 0 {
		x.storeLate(p, t, v)
	}
	if x.Stored != nil {
		x.Stored(p, t.Size())
	}
	writeMemory(p, t, v)
}

// storeLate notes a store of a later iteration.
func (x *Interp) storeLate(p unsafe.Pointer, t *ir.Type, v Value) {
	switch t.Kind {
	case ir.Struct:
		for i, f := range t.Fields {
			x.storeLate(unsafe.Add(p, t.Offset(i)), f.Type, v.Ref.(*Aggregate).Elems[i])
		}
		return
	case ir.Array:
		for i, e := range v.Ref.(*Aggregate).Elems {
			x.storeLate(unsafe.Add(p, i*t.Elem.Size()), t.Elem, e)
		}
		return
	case ir.Slice:
		x.late.undo = append(x.late.undo, stored{at: p, t: t, slice: *(*Slice)(p)})
		return
	}
	l := &x.late
	l.budget--
	old := readScalar(p, t)
	l.undo = append(l.undo, stored{at: p, t: t, bits: old})
	if l.Stores == nil {
		l.Stores = map[uintptr][]uint64{}
	}
	at := uintptr(p)
	vs := l.Stores[at]
	if vs == nil {
		vs = []uint64{old}
	}
	if v.Bits != vs[len(vs)-1] {
		vs = append(vs, v.Bits)
	}
	l.Stores[at] = vs
}

// Package fork holds what packages sync and sync/atomic, and channels, are in compiled code.
//
// A goroutine that never waits for another may be run at its go statement, to its end: that is one of the orders that Go allows, and in a program without
// races its results are those of all. The front end translates go statements so, and calls of package sync to the functions here. Since there is one
// goroutine at a time, they are plain Go on plain memory. What would have to wait says so: see Never and Wait.
//
// Nothing of this is run by programs.
package fork

// Never says that ok holds: else a goroutine would have to wait here for one that can't go on before it does, or the program dies. Where the compiler can't
// find that it holds, the function stays plain Go.
func Never(ok bool) {}

// Wait waits until ok holds, with nobody left who could make it so: if it doesn't hold, this is a deadlock in plain Go, too.
func Wait(ok bool) {}

// Makes panics as make(chan T, room) does for a negative room.
func Makes(room int) {}

// WaitGroup is sync.WaitGroup. The fields of these types have names by which the front end knows them.
type WaitGroup struct{ honeCount int }

func (w *WaitGroup) Add(delta int) {
	w.honeCount += delta
	if w.honeCount < 0 {
		panic("sync: negative WaitGroup counter")
	}
}

func (w *WaitGroup) Done() { w.Add(-1) }

// Wait is called where all goroutines that the counter can count have been started, and so have ended.
func (w *WaitGroup) Wait() { Wait(w.honeCount == 0) }

// WaitInside is Wait in a goroutine, for those that another has started.
func (w *WaitGroup) WaitInside() { Never(w.honeCount == 0) }

// Mutex is sync.Mutex, and RWMutex.
type Mutex struct{ honeLocked bool }

func (m *Mutex) Lock() {
	Never(!m.honeLocked)
	m.honeLocked = true
}

// Unlock unlocks what is locked: plain Go dies of the other.
func (m *Mutex) Unlock() {
	Never(m.honeLocked)
	m.honeLocked = false
}

func (m *Mutex) TryLock() bool {
	free := !m.honeLocked
	m.honeLocked = true
	return free
}

// RWMutex is sync.RWMutex.
type RWMutex struct {
	honeWriter  bool
	honeReaders int
}

func (m *RWMutex) Lock() {
	Never(!m.honeWriter && m.honeReaders == 0)
	m.honeWriter = true
}

func (m *RWMutex) Unlock() {
	Never(m.honeWriter)
	m.honeWriter = false
}

func (m *RWMutex) RLock() {
	Never(!m.honeWriter)
	m.honeReaders++
}

func (m *RWMutex) RUnlock() {
	Never(m.honeReaders > 0)
	m.honeReaders--
}

// Once is sync.Once. The front end translates calls of Do by itself, to this.
type Once struct{ honeDone bool }

func (o *Once) Do(f func()) {
	if !o.honeDone {
		f()
		o.honeDone = true
	}
}

// Integer is what atomic.Int32 and its kin are.
type Integer[T Number] struct{ honeValue T }

// Number are the types with atomic operations.
type Number interface {
	~int32 | ~int64 | ~uint32 | ~uint64 | ~uintptr
}

func (x *Integer[T]) Load() T                        { return x.honeValue }
func (x *Integer[T]) Store(v T)                      { x.honeValue = v }
func (x *Integer[T]) Swap(v T) T                     { return Swap(&x.honeValue, v) }
func (x *Integer[T]) CompareAndSwap(old, new T) bool { return CompareAndSwap(&x.honeValue, old, new) }
func (x *Integer[T]) Add(delta T) T                  { return Add(&x.honeValue, delta) }
func (x *Integer[T]) And(mask T) T                   { return And(&x.honeValue, mask) }
func (x *Integer[T]) Or(mask T) T                    { return Or(&x.honeValue, mask) }

// Bool is atomic.Bool.
type Bool struct{ honeTrue bool }

func (x *Bool) Load() bool   { return x.honeTrue }
func (x *Bool) Store(v bool) { x.honeTrue = v }

func (x *Bool) Swap(v bool) bool {
	old := x.honeTrue
	x.honeTrue = v
	return old
}

func (x *Bool) CompareAndSwap(old, new bool) bool {
	if x.honeTrue != old {
		return false
	}
	x.honeTrue = new
	return true
}

// Load and those that follow are atomic.LoadInt32 and its kin.
func Load[T Number](p *T) T { return *p }

func Store[T Number](p *T, v T) { *p = v }

func Swap[T Number](p *T, v T) T {
	old := *p
	*p = v
	return old
}

func CompareAndSwap[T Number](p *T, old, new T) bool {
	if *p != old {
		return false
	}
	*p = new
	return true
}

func Add[T Number](p *T, delta T) T {
	*p += delta
	return *p
}

func And[T Number](p *T, mask T) T {
	old := *p
	*p = old & mask
	return old
}

func Or[T Number](p *T, mask T) T {
	old := *p
	*p = old | mask
	return old
}

package plan

import (
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// relay is a loop of runs that have to know what those before them come to. Threads take the runs in order, and each finds out what one adds, waits until the run before
// has handed on what all come to so far, hands that on with its own, and only then does the rest, while the next run is about to be done elsewhere. So one fork is enough,
// however long the loop, and the second stage of a run finds in the core's cache what the first has read (Merrill and Garland, "Single-pass Parallel Prefix Scan with
// Decoupled Look-back", 2016). On one thread there's nothing to find out first: the second stage says itself what its run has come to. docs/ir.md has the meaning of the operands.
type relay struct {
	n, cost     int32 // words
	carried     []carried
	first, then stage
	params      int // words of both stages' parameter blocks
}

// carried is what is handed on.
type carried struct {
	kind         ir.OpKind
	typ          *ir.Type
	init, result int32 // words
	sums, places int32 // slots
}

// relaying is the state of a relay that is going on.
type relaying struct {
	of       *relay
	n        int64
	detached bool // runs may take long

	next atomic.Int64 // run
	_    [56]byte
	turn atomic.Int64 // the run that may hand on; -1: one has panicked
	_    [56]byte
}

// relay compiles the op.
func (c *compiler) relay(o *ir.Op) {
	x := &relay{n: c.use(o.Args[0]).word, cost: c.use(o.Args[1]).word}
	x.first = c.stage(o.Regions[0].Ops[0], nil, 0)
	x.params = x.first.fail + FailWords
	x.then = c.stage(o.Regions[0].Ops[1], nil, x.params)
	x.params += x.then.fail + FailWords
	n := len(o.Results)
	for k, kind := range ir.RelayKinds(o) {
		a := o.Args[2+k:]
		x.carried = append(x.carried, carried{kind, o.Results[k].Type, c.use(a[0]).word, c.define(o.Results[k]).word, c.use(a[n]).ptr, c.use(a[2*n]).ptr})
	}
	c.p.block = max(c.p.block, x.params)
	c.p.relays = append(c.p.relays, x)
	c.emit(step{op: opRelay, imm: int64(len(c.p.relays) - 1)})
}

// relay runs one.
func (f *Frame) relay(x *relay) {
	w := f.words
	for _, c := range x.carried {
		w[c.result] = w[c.init]
	}
	n := int64(w[x.n])
	if n <= 0 {
		return
	}
	for _, st := range []*stage{&x.first, &x.then} {
		st.kernel.ready()
		f.packAt(st.block, st.params)
	}
	estimate := max(float64(n)*float64(w[x.cost])/1000, 1)
	solo := estimate
	if ratio := x.then.ratio.load(); ratio > 0 {
		solo *= ratio
	}
	f.relaying.of, f.relaying.n, f.relaying.detached = x, n, detachable(solo/float64(n) > roughTime)
	start, went := now(), alone
	if x.then.worthFork(estimate, solo) {
		went = forked
		f.relaying.next.Store(0)
		f.relaying.turn.Store(0)
		threads := min(n, int64(rt.Threads()))
		if status, _, _ := rt.For(threads, 1, 1, f.relayBody); status != 0 {
			panic("hone: internal error: a check failed in a relay")
		}
	} else {
		f.walk()
	}
	f.relaying.of = nil
	ns := now() - start
	x.then.pays.took(went, estimate, ns, 1)
	if went == alone {
		x.then.note(estimate, ns, alone)
	}
}

// walk does all runs on one thread: what one has come to is what the next begins with.
func (f *Frame) walk() {
	s := &f.relaying
	for r := range s.n {
		for i := range s.of.carried {
			c := &s.of.carried[i]
			c.put(f, c.places, r, f.words[c.result])
		}
		if s.run(&s.of.then, f.block, r, &f.stack) != 0 { // the guard has made sure that no check fails
			panic("hone: internal error: a check failed in a relay")
		}
		for i := range s.of.carried {
			c := &s.of.carried[i]
			f.words[c.result] = c.get(f, c.sums, r)
		}
	}
}

// runner does runs until there are no more, as one of several threads.
func (f *Frame) runner(_, _ int64) (status int64) {
	s := &f.relaying
	b := blockOf(f.block[:s.of.params], s.of.params)
	done := false
	defer func() {
		if !done { // nobody is to wait for what doesn't come
			s.turn.Store(-1)
		}
	}()
	for r := s.next.Add(1) - 1; r < s.n; r = s.next.Add(1) - 1 {
		if status = s.run(&s.of.first, b.words, r, &b.stack); status != 0 || !s.await(r) {
			return status
		}
		for i := range s.of.carried {
			c := &s.of.carried[i]
			so := f.words[c.result]
			c.put(f, c.places, r, so)
			f.words[c.result] = ir.EvalScalar2(c.kind, c.typ, so, c.get(f, c.sums, r))
		}
		if !s.handOn(r) {
			return 0
		}
		if status = s.run(&s.of.then, b.words, r, &b.stack); status != 0 {
			return status
		}
	}
	done = true
	blocks.Put(b)
	return 0
}

// run does one stage of run r.
func (s *relaying) run(st *stage, params []uint64, r int64, stack **rt.Stack) (status int64) {
	return st.kernel.invoke(unsafe.Pointer(unsafe.SliceData(params[st.block:])), r, r+1, s.detached, stack)
}

// await returns when the turn has come to run r; false: it won't. A thread that has lost its processor may have to get this one first.
func (s *relaying) await(r int64) bool {
	for i := 1; ; i++ {
		switch s.turn.Load() {
		case r:
			return true
		case -1:
			return false
		}
		if i < awaitLooks {
			rt.Pause()
		} else {
			time.Sleep(awaitSleep)
		}
	}
}

// handOn gives the turn to the run behind r; false: there are none any more. A thread that has panicked meanwhile, in that run, say, has the last word.
func (s *relaying) handOn(r int64) bool { return s.turn.CompareAndSwap(r, r+1) }

const (
	awaitLooks = 256 // about 50 µs, longer than a run takes
	awaitSleep = 20 * time.Microsecond
)

func (c *carried) get(f *Frame, slot int32, r int64) uint64 {
	return load(unsafe.Add(f.ptrs[slot], r*int64(c.typ.Size())), uint8(c.typ.Size()))
}

func (c *carried) put(f *Frame, slot int32, r int64, v uint64) {
	store(unsafe.Add(f.ptrs[slot], r*int64(c.typ.Size())), uint8(c.typ.Size()), v)
}

package plan

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
)

// call is a launch or run in a host program.
type call struct {
	kernel  *Kernel
	params  []marshal
	results []marshal
	fail    int // index of the first fail word in the parameter block

	// Of a launch: what an iteration costs, in picoseconds. The compiler's estimate can be far off where the work depends on data, so
	// it is replaced by what was measured.
	cost     int64
	measured atomic.Int64 // 0: not yet
	longest  atomic.Int64 // the longest range that has been measured
}

// Times in nanoseconds. A strip of machine code can't be preempted, and a garbage collection waits for it: hence its length. The
// smaller ones are a few times the cost of waking a thread.
const (
	stripTime = 100_000
	soloTime  = 20_000 // less is not worth a second thread
	leastTime = 5_000  // the shortest strip
	probeTime = 1_000  // the first strip of all

	ps = 1000 // picoseconds in a nanosecond

	defaultCost = 1 * ps
	stripGran   = 64 // strips are multiples of it where that is cheap: vectors and cache lines stay whole
	maxLanes    = 16 // and of it unless the unit is smaller: more lanes are for types narrower than 32 bits
)

var epoch = time.Now()

// now is a monotonic clock in nanoseconds. Tests have one of their own.
var now = func() int64 { return int64(time.Since(epoch)) }

// run starts a single kernel.
func (f *Frame) run(x *call) {
	f.pack(x.params)
	f.solo(x, 0, 0)
	if len(x.results) > 0 {
		f.unpack(x.results, len(x.params))
	}
}

// launch runs a range kernel over [0, n).
func (f *Frame) launch(x *call, n, unit int64) {
	if n <= 0 {
		return
	}
	f.pack(x.params)
	cost := x.measured.Load()
	if cost == 0 {
		cost = max(x.cost, 1)
		if x.cost == 0 {
			cost = defaultCost
		}
	}
	if n <= x.longest.Load() && n <= soloTime*ps/cost {
		f.solo(x, 0, n)
		return
	}
	f.strips(x, n, unit, cost)
}

// note records that n iterations took ns nanoseconds.
func (x *call) note(n, ns int64) {
	// The next measurement is of twice the length, since a short one says little.
	if n > x.longest.Load() {
		x.longest.Store(2 * n)
	}
	if ns > leastTime/10 { // anything shorter is the clock's and the call's own cost
		x.measured.Store(max(ns*ps/n, 1))
	}
}

// probe runs the first part of [0, n) and finds out what an iteration costs. As the estimate may be far too low it begins with little.
func (f *Frame) probe(x *call, n, unit, cost int64) (done, measured int64) {
	length := roundUp(probeTime*ps/cost, granule(unit, cost))
	start := now()
	for ns := int64(0); done < n && ns < soloTime/2; length *= 4 {
		end := min(n, done+length)
		f.solo(x, done, end)
		ns, done = now()-start, end
		cost = max(ns*ps/done, 1)
		f.spent.Store(ns)
	}
	return done, cost
}

// solo runs [lo, hi) on the caller, in one go.
func (f *Frame) solo(x *call, lo, hi int64) {
	if status := x.kernel.invoke(unsafe.Pointer(unsafe.SliceData(f.block)), lo, hi); status != 0 {
		x.kernel.raise(status, [failWords]uint64(f.block[x.fail:]))
	}
}

// strips runs a range that is long, or of unknown cost, in strips; if possible on several threads.
func (f *Frame) strips(x *call, n, unit, cost int64) {
	done := int64(0)
	f.spent.Store(0)
	if x.measured.Load() == 0 {
		done, cost = f.probe(x, n, unit, cost)
	}
	if left := n - done; left > soloTime*ps/cost {
		f.call, f.base = x, done
		f.gran = granule(unit, cost)
		f.piece.Store(roundUp(stripTime*ps/cost, f.gran))
		// Towards the end all threads should have something to do: four strips for each of them, if these don't get too short.
		strip := left / int64(4*rt.Threads())
		strip = min(max(strip, leastTime*ps/cost), stripTime*ps/cost)
		status, _, _ := rt.For(left, roundUp(strip, f.gran), f.body)
		f.call = nil
		if status != 0 {
			x.kernel.raise(status, f.fail)
		}
	} else if left > 0 {
		start := now()
		f.solo(x, done, n)
		f.spent.Add(now() - start)
	}
	x.note(n, f.spent.Load())
}

// strip is the body of the parallel loop. It has a parameter block of its own, since those of other strips may fail, too. Where
// iterations take longer than expected it stops from time to time to let the scheduler in.
func (f *Frame) strip(lo, hi int64) (status int64) {
	x := f.call
	b := blocks.Get().(*block)
	if words := x.fail + failWords; len(b.words) < words {
		b.words = make([]uint64, words)
	}
	copy(b.words, f.block[:len(x.params)])
	params := unsafe.Pointer(unsafe.SliceData(b.words))
	lo, hi = lo+f.base, hi+f.base
	start := now()
	for lo < hi {
		n := f.piece.Load()
		n = min(n, hi-lo)
		if hi-lo-n < f.gran { // no tiny rest
			n = hi - lo
		}
		if status = x.kernel.invoke(params, lo, lo+n); status != 0 {
			f.noteFailure(lo, b.words[x.fail:])
			break
		}
		end := now()
		f.spent.Add(end - start)
		f.adapt(n, end-start)
		start, lo = end, lo+n
	}
	blocks.Put(b)
	return status
}

// block is the parameter block of a strip.
type block struct{ words []uint64 }

var blocks = sync.Pool{New: func() any { return new(block) }}

// adapt corrects the length of pieces after one of n iterations that took ns.
func (f *Frame) adapt(n, ns int64) {
	piece := f.piece.Load()
	if ns > 2*stripTime || ns < stripTime/2 && n >= piece {
		want := roundUp(max(n*stripTime/max(ns, 1), 1), f.gran)
		f.piece.Store(min(want, 4*piece))
	}
}

// noteFailure keeps the operands of the first check that failed, in order of iteration.
func (f *Frame) noteFailure(lo int64, words []uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.failed || lo < f.failLo {
		f.failed, f.failLo = true, lo
		copy(f.fail[:], words)
	}
}

// granule is what strips should be multiples of: whole units (rows), at least stripGran iterations. Where these take too long for a
// strip it gets smaller, but not smaller than what the code does at a time anyway.
func granule(unit, cost int64) int64 {
	limit := stripTime * ps / cost
	unit = max(unit, 1)
	g := roundUp(stripGran, unit)
	if g <= limit {
		return g
	}
	if unit > 1 && unit <= limit {
		return unit
	}
	for g = stripGran; g > limit && g > min(unit, maxLanes); g /= 2 {
	}
	return g
}

// roundUp is the least multiple of g that is at least n, and at least g.
func roundUp(n, g int64) int64 { return max((n+g-1)/g, 1) * g }

// raise panics as the check that failed would have.
func (k *Kernel) raise(status int64, words [failWords]uint64) {
	if status < 1 || status > int64(len(k.Sites)) {
		panic(fmt.Sprintf("hone: internal error: kernel %s returned status %d", k.Name, status))
	}
	switch site := &k.Sites[status-1]; site.Kind {
	case ir.OpCheckIndex:
		raiseIndex(site.Unsigned, words[0], words[1])
	case ir.OpCheckSlice:
		raiseSlice(uint8(site.Code), words[0], words[1], words[2], words[3])
	case ir.OpCheckDiv:
		rt.PanicDivide()
	case ir.OpCheckShift:
		rt.PanicShift()
	case ir.OpCheckMake:
		rt.PanicMakeSlice()
	default:
		panic(fmt.Sprintf("hone: internal error: a %s failed in kernel %s", site.Kind, k.Name))
	}
}

// pace says how many iterations the next piece of a sequential loop is to have, so that it takes about as long as a strip: the loop comes up
// for air between pieces, and the scheduler and the garbage collector get their turn. n was the length of the last piece, which
// began at the time last; for the first, last is 0, and n a guess.
func pace(n, last int64) (next, t int64) {
	t = now() | 1
	switch took := t - last; {
	case last == 0:
	case took < stripTime/2:
		n = min(2*n, 1<<40)
	case took > 2*stripTime:
		n = max(n*stripTime/took, 1)
	}
	return max(n, 1), t
}

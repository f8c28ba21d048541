package plan

import (
	"math"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/hone-go/hone/internal/rt"
)

// call is a launch or run in a host program.
type call struct {
	prog    *Program
	kernel  *Kernel
	params  []marshal
	results []marshal
	fail    int // index of the first fail word in the parameter block
	arenas  []arena
	attempt bool // of a launch: a check that fails ends it, and is no panic

	// Of a launch. The compiler's estimate of what an iteration costs can be far off where the work depends on data, so what was
	// measured corrects it.
	ratio   atomicFloat   // of measured to estimated time; 0: not measured yet
	longest atomicFloat   // the longest range that needs no new measurement, in estimated nanoseconds
	pays    pays          // whether a fork does
	rough   atomic.Bool   // pieces of its machine code have been far too long
	calm    atomic.Uint32 // launches since then
	watched atomic.Int32  // launches to come whose pieces are timed by the thread's own clock, too: one took long
}

// atomicFloat is a float64 that many goroutines may use.
type atomicFloat struct{ bits atomic.Uint64 }

func (x *atomicFloat) load() float64   { return math.Float64frombits(x.bits.Load()) }
func (x *atomicFloat) store(v float64) { x.bits.Store(math.Float64bits(v)) }

// Times in nanoseconds. A strip of machine code can't be preempted, and a garbage collection waits for it: hence its length.
const (
	stripTime = 100_000
	roughTime = 5 * stripTime  // code that may take longer is called detached
	longPiece = 2 * roughTime  // far too long for one that can't be shorter
	longSolo  = 20 * roughTime // and for one that could, or that was expected to be brief
	longStrip = 10 * stripTime // a strip of detached calls, for which short ones are expensive
	leastTime = 2_000          // the shortest strip
	leastPart = 5_000          // the shortest one of iterations that may take much longer than they are thought to, or did in the last launch
	probeTime = 1_000          // the first strip of all
	briefTime = 2_000          // is not worth a thought
	watchEach = 32             // one in so many short launches is timed,
	watchLess = 8              // and one in so many of those that take up to so many times as long: the clock takes 100 ns in all

	unevenFrom   = 4  // iterations that may take so many times as long as one does on average are uneven,
	unevenStrips = 32 // and cut into so many strips for each thread

	stripGran = 64 // strips are multiples of it where that is cheap: vectors and cache lines stay whole

	longestPiece = 1 << 40 // iterations: so many take longer than a strip, whatever they do

	maxLanes = 16 // as many as code does at a time of which that is not known: more lanes are for types narrower than 32 bits

	calmAfter  = 4  // launches without a long piece, after which a kernel is trusted
	watchAfter = 16 // launches are watched after one with a long piece

	mostWait = stripTime // for the end of a long piece, on average over all times at which a collection may begin
)

// now is a monotonic clock in nanoseconds, threadTime what the present thread has had of a processor. Tests have their own.
var now, threadTime = rt.Now, rt.ThreadTime

// stopwatch times a piece of machine code.
type stopwatch struct {
	start, busy int64
	watched     bool
}

func begin(watched bool) stopwatch {
	w := stopwatch{watched: watched}
	if watched {
		w.busy = threadTime()
	}
	w.start = now()
	return w
}

// overlong gives the time of a piece that took ns if that is more than most by the thread's own clock, too. By the other alone it says
// nothing: a thread that has to wait for a processor for some milliseconds, as happens on a busy machine, would make any kernel look bad.
func (w *stopwatch) overlong(ns, most int64) int64 {
	if !w.watched || ns <= most {
		return 0
	}
	if busy := threadTime() - w.busy; busy > most {
		return min(ns, busy)
	}
	return 0
}

// squared is a piece's length in square microseconds. Half the sum of squares over the sum of lengths is what one waits for the end of the
// present piece, on average over all times: the paradox of waiting for the bus. A few long pieces don't matter: in a virtual machine even a
// thread's own clock goes on while another has the processor, so that any kernel seems to have some.
func squared(ns int64) int64 {
	us := min(ns/1000, 1<<28)
	return us * us
}

// tooRough reports whether long pieces, with that sum of squares, make a collection wait for too long in the course of time.
func tooRough(squares, time int64) bool {
	return float64(squares)*1e6 > 2*mostWait*float64(time)
}

// run starts a single kernel; long says that it may take long.
func (f *Frame) run(x *call, long bool) {
	x.kernel.ready()
	f.pack(x.params)
	f.solo(x, 0, 0, detachable(long && !x.kernel.soon(f.block)))
	if len(x.results) > 0 {
		f.unpack(x.results, len(x.params))
	}
}

// launch runs a range kernel over [0, n). An iteration takes cost picoseconds, by the compiler's estimate, and worst at the most.
func (f *Frame) launch(x *call, n, unit, cost, worst int64) {
	if n <= 0 {
		return
	}
	x.kernel.ready()
	f.pack(x.params)
	each := max(float64(cost), 1) / 1000
	ratio := x.ratio.load()
	estimate := float64(n) * each
	time := estimate * ratio
	if estimate > x.longest.load() || time > stripTime || x.worthFork(estimate, time) || x.careful(float64(n)*float64(worst)/1000*ratio) {
		f.strips(x, n, unit, each, float64(worst)/1000)
		return
	}
	f.ticks++
	if f.ticks%watchOne(time) != 0 {
		f.solo(x, 0, n, false)
		return
	}
	w := begin(x.watched.Load() > 0)
	f.solo(x, 0, n, false)
	ns := now() - w.start
	if f.gaveUp {
		return
	}
	x.note(estimate, ns, alone)
	if time > briefTime {
		x.pays.took(alone, estimate, ns, int64(watchOne(time)))
	}
	x.judge(ns > longSolo, tooRough(squared(w.overlong(ns, longSolo)), ns))
}

// watchOne gives one in how many launches that take such a time is timed.
func watchOne(time float64) uint32 {
	switch {
	case time < briefTime:
		return watchEach
	case time < watchLess*briefTime:
		return watchLess
	}
	return 1
}

// judge ends a launch that was not detached: long says that a piece seemed far too long, rough that those that were, of the ones that were
// watched, are too much.
func (x *call) judge(long, rough bool) {
	if long {
		x.watched.Store(watchAfter)
	} else if x.watched.Load() > 0 {
		x.watched.Add(-1)
	}
	if rough {
		x.rough.Store(true)
		x.calm.Store(0)
	}
}

// careful reports whether code that takes so many nanoseconds at the most is called detached: at first if that is too much, and for some
// time after it has been.
func (x *call) careful(worst float64) bool {
	return x.calm.Load() < calmAfter && (worst > roughTime || x.rough.Load())
}

// detachable reports whether code that may take long, if it may, is called detached: not where a fault in it has to be a panic.
func detachable(long bool) bool { return long && !rt.PanicsOnFault() }

// worthFork reports whether a launch that takes one thread so many nanoseconds is worth a fork, as far as is known, or a trial.
func (x *call) worthFork(estimate, time float64) bool {
	return time > briefTime && rt.Threads() > 1 && x.pays.fork(estimate) && worthFork(time)
}

// note records that work that was estimated at so many nanoseconds took ns.
func (x *call) note(estimate float64, ns int64, went way) {
	// The next measurement is of twice the length, since a short one says little.
	if estimate > x.longest.load() {
		x.longest.store(2 * estimate)
	}
	ratio, old := max(float64(ns), 1)/estimate, x.ratio.load()
	if went == forked && old > 0 { // other threads' time has in it what they wait for a processor
		ratio = old + (min(ratio, 2*old)-old)/8
	}
	if ns > probeTime/2 || old == 0 || ratio < old { // in a shorter time the clock and the call have a part
		x.ratio.store(ratio)
	}
}

// probe runs the first part of [0, n) and finds out what an iteration costs, in nanoseconds. As the estimate may be far too low it
// begins with little.
func (f *Frame) probe(x *call, n, unit int64, each float64) (done int64, measured float64) {
	length := roundUp(int64(probeTime/each), x.granule(unit, each))
	start := now()
	for ns := int64(0); done < n && ns < 10*probeTime && !f.gaveUp; length = 4 * min(length, longestPiece) {
		end := done + min(length, n-done)
		f.solo(x, done, end, f.detached)
		ns, done = now()-start, end
		each = max(float64(ns), 1) / float64(done)
		f.spent.Store(ns)
	}
	return done, each
}

// solo runs [lo, hi) on the caller, in one go.
func (f *Frame) solo(x *call, lo, hi int64, detached bool) {
	params := unsafe.Pointer(unsafe.SliceData(f.block))
	var b *block
	if len(x.arenas) > 0 {
		b = blocks.Get().(*block)
		defer blocks.Put(b)
		b.lend(x, f.block)
	}
	for {
		status := x.kernel.invoke(params, lo, hi, detached, &f.stack)
		if status == 0 {
			return
		}
		begins, more := b.more(x, status, f.block)
		if !more {
			f.left = x.leaves(status)
			f.gaveUp = f.left || x.attempt
			if !f.gaveUp {
				x.raise(status, [FailWords]uint64(f.block[x.fail:]))
			}
			return
		}
		lo = begins
	}
}

// strips runs a range that is long, or of unknown cost, in strips; if possible on several threads. By the compiler's estimate an iteration
// takes each nanoseconds, and worst at the most.
func (f *Frame) strips(x *call, n, unit int64, each, worst float64) {
	estimate, done := float64(n)*each, int64(0)
	f.spent.Store(0)
	f.overlong.Store(0)
	f.watched.Store(x.watched.Load() > 0)
	f.long.Store(false)
	if ratio := x.ratio.load(); ratio == 0 {
		f.detached = detachable(x.careful(worst * float64(min(n, x.width()))))
		before := each
		done, each = f.probe(x, n, unit, each)
		worst *= each / before
	} else {
		each *= ratio
		worst *= ratio
	}
	f.gran = x.granule(unit, each)
	f.detached = detachable(each*float64(min(n, x.width())) > roughTime || x.careful(worst*max(stripTime/each, float64(f.gran))))
	if f.gaveUp {
		return
	}
	left, went := n-done, alone
	time := float64(left) * each
	if x.worthFork(estimate, time) {
		went = forked
	}
	start := now()
	switch {
	case went == forked || time > stripTime:
		f.cut(x, done, left, each, worst > unevenFrom*each, went)
	case left > 0:
		f.solo(x, done, n, f.detached)
		f.spent.Add(now() - start)
	}
	if f.gaveUp { // most of it has not been done
		return
	}
	if done == 0 && time > briefTime {
		x.pays.took(went, estimate, now()-start, 1)
	}
	x.note(estimate, f.spent.Load(), went)
	x.calm.Store(min(x.calm.Load()+1, calmAfter))
	if !f.detached {
		x.judge(f.long.Load(), tooRough(f.overlong.Load(), f.spent.Load()))
	}
}

// cut runs left iterations from done on in strips.
func (f *Frame) cut(x *call, done, left int64, each float64, uneven bool, went way) {
	f.call, f.base = x, done
	f.piece.Store(roundUp(int64(stripTime/each), f.gran))
	strip, status := f.stripLength(left, each, uneven), int64(0)
	if went == alone {
		status, _, _ = rt.Alone(left, strip, f.body)
	} else {
		status, _, _ = rt.For(left, strip, f.gran, f.body)
	}
	f.call = nil
	switch {
	case status == 0:
	case x.leaves(status):
		f.gaveUp, f.left = true, true
	case x.attempt:
		f.gaveUp, f.failed = true, false
	default:
		x.raise(status, f.fail)
	}
}

// stripLength is the number of iterations in a strip. Uneven ones, as those over the rows of a graph are, may take long in some places, or in this launch, by far: a search
// that ends at once in one launch looks at whole rows in the next. What has been measured says little about them, so there are more strips for the threads to share.
func (f *Frame) stripLength(left int64, each float64, uneven bool) int64 {
	share, longest := float64(left)/float64(rt.Threads()), float64(stripTime)
	if f.detached {
		longest = longStrip
	}
	// Towards the end all threads should have something to do: four strips for each of them, if these don't get too short.
	strip := min(max(share/4, leastTime/each), longest/each)
	if uneven && !f.detached {
		strip = min(strip, max(share/unevenStrips, leastPart/each))
	}
	return roundUp(int64(strip), f.gran)
}

// strip is the body of the parallel loop. It has a parameter block of its own, since those of other strips may fail, too. Where
// iterations take longer than expected it stops from time to time to let the scheduler in.
func (f *Frame) strip(lo, hi int64) (status int64) {
	x := f.call
	b := blockOf(f.block[:len(x.params)], x.fail+FailWords)
	b.lend(x, b.words)
	params := unsafe.Pointer(unsafe.SliceData(b.words))
	lo, hi = lo+f.base, hi+f.base
	for w := begin(f.watched.Load()); lo < hi; w = begin(f.watched.Load()) {
		n := hi - lo
		if !f.detached {
			n = min(n, f.piece.Load())
			if hi-lo-n < f.gran { // no tiny rest
				n = hi - lo
			}
		}
		if status = x.kernel.invoke(params, lo, lo+n, f.detached, &b.stack); status != 0 {
			if begins, more := b.more(x, status, b.words); more {
				lo, status = begins, 0
				continue
			}
			f.noteFailure(lo, b.words[x.fail:])
			break
		}
		end := now()
		if f.detached && x.kernel.Call == nil { // without the time in which it waited for a processor
			end = b.stack.Ended()
		}
		f.spent.Add(end - w.start)
		f.adapt(n, end-w.start, &w)
		lo += n
	}
	blocks.Put(b)
	return status
}

// block is the parameter block of a strip, the stack for detached calls, and the memory that iterations have of their own.
type block struct {
	words []uint64
	stack *rt.Stack
	rooms [][]uint64 // of arenas

	reserves []*rt.Reserve // of stacks
}

var blocks = sync.Pool{New: func() any { return new(block) }}

// blockOf is a block with room for so many words, of which the first are these.
func blockOf(params []uint64, words int) *block {
	b := blocks.Get().(*block)
	if len(b.words) < words {
		b.words = make([]uint64, words)
	}
	copy(b.words, params)
	return b
}

// adapt corrects the length of pieces after one of n iterations that took ns.
func (f *Frame) adapt(n, ns int64, w *stopwatch) {
	if most := int64(longSolo); !f.detached {
		if n <= f.gran { // else they get shorter now
			most = longPiece
		}
		if ns > most {
			f.overlong.Add(squared(w.overlong(ns, most)))
			f.long.Store(true)
			f.watched.Store(true)
		}
	}
	piece := f.piece.Load()
	if ns > 2*stripTime || ns < stripTime/2 && n >= piece {
		want := min(float64(n)*stripTime/float64(max(ns, 1)), longestPiece)
		f.piece.Store(min(roundUp(int64(want), f.gran), 4*piece))
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

// width is how many iterations the code does at a time.
func (x *call) width() int64 {
	if w := x.kernel.Width; w > 0 {
		return int64(w)
	}
	return maxLanes
}

// granule is what strips should be multiples of: whole units (rows), at least stripGran iterations. Where these take too long for a
// strip it gets smaller, but not smaller than what the code does at a time anyway: half of that would take as long. Where
// lanes run along something else, strips of one dimension need keep nothing whole that takes longer than the shortest strip. Without a unit an iteration is
// a block of work itself.
func (x *call) granule(unit int64, each float64) int64 {
	limit := int64(stripTime / each)
	if unit < 1 {
		return 1
	}
	if x.kernel.Width == 1 && unit == stripGran { // of one dimension
		limit = int64(leastTime / each)
	}
	g := roundUp(stripGran, unit)
	if g <= limit {
		return g
	}
	if unit > 1 && unit <= limit {
		return unit
	}
	least := min(unit, maxLanes)
	if x.kernel.Width > 0 {
		least = x.width()
	}
	for g = max(stripGran, least); g > limit && g > least; g /= 2 {
	}
	return max(g, least)
}

// roundUp is the least multiple of g that is at least n, and at least g; where that is no int64, the largest that is one.
func roundUp(n, g int64) int64 {
	if n <= g {
		return g
	}
	return min((n-1)/g+1, math.MaxInt64/g) * g
}

// pace says how many iterations the next piece of a sequential loop is to have, so that it takes about as long as a strip: the loop comes up
// for air between pieces, and the scheduler and the garbage collector get their turn. n was the length of the last piece, which
// began at the time last; for the first, last is 0, and n a guess, which is that of the second as well.
func pace(n, last int64) (next, t int64) {
	if last == 0 {
		return piece(n), timeless
	}
	t = now() | 1
	switch took := t - last; {
	case last == timeless:
	case took < stripTime/2:
		n = min(2*n, longestPiece)
	case took > 2*stripTime:
		n = max(n*stripTime/took, 1)
	}
	return piece(n), t
}

// timeless is the time at which a first piece began, of which most are all: the clock would take as long as the rest of a short call.
const timeless = 2

// piece is the length of a piece that is to have about n iterations. Vectors of the next one should lie in memory as those of the first did: where each is in
// two cache lines, loads from memory take half as long again.
func piece(n int64) int64 {
	if n > stripGran {
		n -= n % stripGran
	}
	return max(n, 1)
}

// tellable is from how many nanoseconds on, by the estimate, a measured time says something of the kernel: reading the clock twice and the call take as long.
const tellable = 100

// Ratios gives, for each launch that has been measured and that is long enough for a clock, how many times as long as estimated it took.
func (p *Program) Ratios() map[string]float64 {
	ratios := map[string]float64{}
	for _, x := range p.calls {
		if r := x.ratio.load(); r > 0 && x.longest.load() >= 2*tellable { // see note
			ratios[x.kernel.Name] = r
		}
	}
	return ratios
}

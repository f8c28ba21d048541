package rt

import (
	"math/bits"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// For runs body over [0, n) on up to [Threads] goroutines, of which the caller is
// one. Each begins with a stretch of its own, as long as the others' up to
// multiples of unit, and works through it in strips of grain, one at a time in
// increasing order; then it helps with the stretches of others. So memory is
// read faster than strip by strip in turns, and whatever grain is, each core finds
// in its cache what it has had in the last loop over as much: who runs on a core
// takes the stretch that was begun there last, if it is still to be had. If n <=
// grain the caller runs all of it in one strip. A grain or unit below 1 counts as
// 1.
//
// A strip that returns a status other than 0 has failed: no strip above it is
// begun any more, all below it are run, and For returns the status and the
// bounds of the lowest failed strip: the first failure in the order of
// iteration wins, whatever the timing. Without a failure For returns zeros.
//
// A panic in body counts as a failure of its strip and is raised again, with
// the same value, in the caller's goroutine. Bodies may call For. They must
// not wait for each other by other means.
//
// So does a fault, which is a panic if the caller has asked for it (see [Call]).
//
// For itself does not allocate.
func For(n, grain, unit int64, body func(lo, hi int64) int64) (status, lo, hi int64) {
	if n <= 0 {
		return 0, 0, 0
	}
	grain, unit = max(grain, 1), max(unit, 1)
	if n > grain {
		if threads := Threads(); threads > 1 {
			if j := workers.claim(); j != nil {
				return j.run(n, grain, unit, body, threads)
			}
		}
	}
	return Alone(n, grain, body)
}

// Alone is [For] on the caller only, whatever [Threads] says: strip by strip in
// the order of iteration. A panic in body goes on as it is.
func Alone(n, grain int64, body func(lo, hi int64) int64) (status, lo, hi int64) {
	grain = max(grain, 1)
	for lo = 0; lo < n; lo = hi {
		hi = lo + min(grain, n-lo)
		if status = body(lo, hi); status != 0 {
			return status, lo, hi
		}
	}
	return 0, 0, 0
}

const (
	maxJobs = 64 // bits of pool.open; more loops than this at once run serially

	maxStretches = 32 // with more threads than this, several share a stretch

	// How long a worker looks out for more work before it goes to sleep. Waking
	// a sleeping goroutine takes 5 to 100 µs, so this much spinning at most
	// doubles the cost of the wait (the competitive argument of Karlin et al.,
	// 1991).
	spinTime = 50 * time.Microsecond

	// How long a caller waits for the last strips of others, and a worker that
	// finds no more strips for the end of the loop, before which the caller has
	// no other for it. A strip takes 100 µs, and one begun late ends late: who
	// went to sleep meanwhile would be missing at the beginning of the next
	// loop, and a caller that has slept goes on where the worker is that wakes
	// it up, far from the part of the memory that its own core has in its cache.
	joinTime = 4 * spinTime
	spinStep = 10 // PAUSE instructions between two looks, about 0.1 to 0.4 µs
)

// pool is the set of workers and of the loops that they work on.
type pool struct {
	open     atomic.Uint64 // bit i: jobs[i] wants more helpers
	_        [56]byte
	claimed  atomic.Uint64 // bit i: jobs[i] is in use
	spinning atomic.Int32  // workers that look out for work
	sleeping atomic.Int32  // len(asleep)
	_        [48]byte
	jobs     [maxJobs]job

	mu      sync.Mutex
	asleep  []*worker // the last one went to sleep last, its caches are warm
	started atomic.Int32

	// How long it takes, in nanoseconds, until a worker begins to help: one that
	// looks out for work, and one that has to be woken up. Running averages.
	latencyAwake, latencyAsleep atomic.Int64
}

var workers pool

func init() { // guesses, until there are measurements
	workers.latencyAwake.Store(500)
	workers.latencyAsleep.Store(30_000)
}

var epoch = time.Now()

// average takes the time ns into a running average. A thread that has to wait
// for a processor for long says nothing about the cost of a fork.
func average(avg *atomic.Int64, ns int64) {
	old := avg.Load()
	avg.Store(old + (min(max(ns, 100), 100_000)-old)/8)
}

// ForkTime returns about how many nanoseconds it would take now until another
// thread begins to help with a loop, and whether one is awake that would.
func ForkTime() (ns int64, awake bool) {
	if workers.spinning.Load() > 0 {
		return workers.latencyAwake.Load(), true
	}
	return workers.latencyAsleep.Load(), false
}

// Rouse wakes up a worker if all are asleep: a caller that has had many loops
// not quite worth a fork expects more of them, which are if workers are awake.
func Rouse() {
	if n := Threads(); n > 1 && workers.spinning.Load() == 0 {
		workers.start(n - 1)
		workers.wakeFor(1)
	}
}

// A job is one running loop. Jobs live in a fixed array and are reused, so
// that a worker may look at one at any time: it makes itself known in active
// first and then checks that the job is (still) open. A caller closes its job
// first and then waits until nobody is active. Sequential consistency of Go's
// atomics makes sure that one sees the other.
type job struct {
	limit atomic.Int64 // where the lowest strip begins that has failed so far; n if none has
	_     [56]byte

	active  atomic.Int32  // workers that work on the job or are about to find out that they shouldn't
	seats   atomic.Int32  // how many more workers are welcome
	taken   atomic.Uint32 // bit i: somebody has begun with stretch i
	waiting atomic.Bool   // the caller sleeps, or is about to
	wake    chan struct{} // wakes it up; capacity 1
	bit     uint64        // in pool.open and pool.claimed

	// Written by the caller before the job is opened.
	body      func(lo, hi int64) int64
	grain     int64
	stretches int
	opened    time.Duration // since epoch

	mu      sync.Mutex
	failure failure
	_       [16]byte

	stretch [maxStretches]stretch
}

// A stretch is a run of neighbouring strips that one thread begins with.
type stretch struct {
	next       atomic.Int64 // number of the next strip, counted from begin
	count      int64        // of strips
	begin, end int64
	_          [32]byte
}

// A failure is how the lowest failed strip ended.
type failure struct {
	kind   failureKind
	lo, hi int64 // the strip
	status int64
	value  any // of the panic
}

type failureKind uint8

const (
	succeeded failureKind = iota
	returned              // a status other than 0
	panicked
	exited // by runtime.Goexit
)

// claim returns an unused job, or nil if all are in use.
func (p *pool) claim() *job {
	for {
		c := p.claimed.Load()
		i := bits.TrailingZeros64(^c)
		if i == maxJobs {
			return nil
		}
		if p.claimed.CompareAndSwap(c, c|1<<i) {
			return &p.jobs[i]
		}
	}
}

// run is For for a claimed job, on the caller's goroutine.
func (j *job) run(n, grain, unit int64, body func(lo, hi int64) int64, threads int) (status, lo, hi int64) {
	seats := int32(min(int64(threads-1), (n-1)/grain))
	workers.start(threads - 1)
	j.body, j.grain = body, grain
	j.limit.Store(n)
	j.stretches = min(int(seats)+1, maxStretches)
	j.cut(n, min(unit, n))
	j.taken.Store(0)
	j.seats.Store(seats)
	j.opened = time.Since(epoch)
	workers.open.Or(j.bit)
	workers.wakeFor(seats)

	f := j.lead()
	switch f.kind {
	case succeeded:
		return 0, 0, 0
	case panicked:
		checkFault(f.value)
		panic(f.value)
	case exited:
		runtime.Goexit()
	}
	return f.status, f.lo, f.hi
}

// cut gives each stretch as many units of [0, n), and no more than one above that.
func (j *job) cut(n, unit int64) {
	units, begin := (n-1)/unit+1, int64(0)
	each, more := units/int64(j.stretches), units%int64(j.stretches)
	for i := range j.stretches {
		length := each * unit
		if int64(i) < more {
			length += unit
		}
		s := &j.stretch[i]
		s.next.Store(0)
		s.begin, s.end = begin, begin+min(length, n-begin)
		s.count = 0
		if begin < s.end {
			s.count = (s.end-begin-1)/j.grain + 1
		}
		begin = s.end
	}
}

// lead works on the job, waits for the helpers, and frees the job.
func (j *job) lead() (f failure) {
	defer func() { // deferred, for a Goexit in the caller's own strips
		workers.open.And(^j.bit)
		j.wait()
		f = j.failure
		j.body, j.failure = nil, failure{}
		workers.claimed.And(^j.bit)
	}()
	j.runStrips(j.take(core()))
	return
}

// homes are the stretches that were begun with last on cores. Linux counts up to so
// many cores.
var homes [1 << 12]atomic.Uint32

// take chooses the stretch that a thread begins with on a core: as last time, or
// the first that nobody has begun with. Where all are taken, as there are fewer
// stretches than threads, several begin with one.
func (j *job) take(core uint32, known bool) int {
	var home *atomic.Uint32
	last := uint32(maxStretches)
	if known {
		home = &homes[core%uint32(len(homes))]
		last = home.Load()
	}
	for {
		taken := j.taken.Load()
		k := uint32(bits.TrailingZeros32(^taken))
		if k >= uint32(j.stretches) {
			return int(last) % j.stretches
		}
		if last < uint32(j.stretches) && taken>>last&1 == 0 {
			k = last
		}
		if j.taken.CompareAndSwap(taken, taken|1<<k) {
			if known && k != last && last < uint32(j.stretches) { // a loop of few strips says nothing about the others
				home.Store(k)
			}
			return int(k)
		}
	}
}

// runStrips runs strips, beginning with the given stretch, until there are no
// more but above one that has failed.
func (j *job) runStrips(first int) {
	lo, hi := int64(0), int64(0) // the strip that is running, if any
	defer func() {
		if lo == hi {
			return
		}
		if v := recover(); v != nil {
			j.fail(failure{kind: panicked, lo: lo, hi: hi, value: v})
		} else {
			j.fail(failure{kind: exited, lo: lo, hi: hi})
		}
		j.runStrips(first) // what is below, in stretches that nobody else may come to
	}()
	for i := range j.stretches {
		s := &j.stretch[(first+i)%j.stretches]
		for {
			k := s.next.Add(1) - 1
			if k >= s.count {
				break
			}
			begin := s.begin + k*j.grain
			if begin > j.limit.Load() {
				break
			}
			lo, hi = begin, begin+min(j.grain, s.end-begin)
			if status := j.body(lo, hi); status != 0 {
				j.fail(failure{kind: returned, lo: lo, hi: hi, status: status})
			}
			lo = hi
		}
	}
	workers.open.And(^j.bit)
}

func (j *job) fail(f failure) {
	j.mu.Lock()
	if j.failure.kind == succeeded || f.lo < j.failure.lo {
		j.failure = f
		j.limit.Store(f.lo)
	}
	j.mu.Unlock()
}

// wait returns when no worker is active in the (closed) job.
func (j *job) wait() {
	if j.active.Load() == 0 || j.ends(Now) {
		return
	}
	for j.active.Load() != 0 {
		j.waiting.Store(true)
		if j.active.Load() == 0 && j.waiting.CompareAndSwap(true, false) {
			return
		}
		// Whoever takes waiting away from us sends. It may have been a worker
		// that looked at the job by mistake, hence the loop.
		<-j.wake
	}
}

// leave ends the activity of a worker in j.
func (j *job) leave() {
	if j.active.Add(-1) == 0 && j.waiting.CompareAndSwap(true, false) {
		j.wake <- struct{}{}
	}
}

// ends waits for a while until no worker is active in the job, and reports whether none is.
func (j *job) ends(clock func() int64) bool {
	for start, i := clock(), 1; ; i++ {
		if j.active.Load() == 0 {
			if n := vain.Load(); n > 0 {
				vain.Store(n - 1)
			}
			return true
		}
		pause(spinStep)
		if i%8 == 0 && clock()-start > patience() {
			vain.Store(vainTurns)
			return false
		}
	}
}

// lookOut waits for a while until a job is open, and reports whether one is.
func (p *pool) lookOut(clock func() int64) bool {
	start := clock()
	idle := start // since when no loop is known to go on
	for i := 1; ; i++ {
		if p.open.Load() != 0 {
			return true
		}
		pause(spinStep)
		if i%8 != 0 {
			continue
		}
		t := clock()
		if p.claimed.Load() != 0 && t-start < patience()-int64(spinTime) {
			idle = t
		} else if t-idle > int64(spinTime) {
			return false
		}
	}
}

// vain counts down the loops that are left, of those behind one whose end took
// longer than anybody waits awake: others have the processors then, who are only
// kept from them.
var vain atomic.Int32

const vainTurns = 16 // so that waiting in vain adds a tenth of a strip to a loop at most

// patience is how long to wait for the end of a loop. Where there are more
// threads than processors the one that is waited for may wait for this one's.
func patience() int64 {
	if vain.Load() > 0 || Threads() > runtime.NumCPU() {
		return int64(spinTime)
	}
	return int64(joinTime)
}

// Pause is what one does between two looks at what another thread is about to store.
func Pause() { pause(spinStep) }

// A worker is a long-lived goroutine that helps with jobs.
type worker struct {
	wake chan struct{} // capacity 1
}

// start makes sure that there are n workers.
func (p *pool) start(n int) {
	if int(p.started.Load()) >= n {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.started.Load() == 0 {
		for i := range p.jobs {
			p.jobs[i].bit = 1 << i
			p.jobs[i].wake = make(chan struct{}, 1)
		}
	}
	for int(p.started.Load()) < n {
		p.started.Add(1)
		go p.work(&worker{wake: make(chan struct{}, 1)})
	}
}

func (p *pool) work(w *worker) {
	defer func() { go p.work(w) }() // only runtime.Goexit in a body gets here
	setLabels(nil)                  // those of the goroutine that started the worker
	debug.SetPanicOnFault(true)     // see checkFault
	latency := &p.latencyAsleep
	for {
		p.spinning.Add(1)
		found := p.lookOut(Now)
		p.spinning.Add(-1)
		if found {
			p.help(latency)
			latency = &p.latencyAwake
		} else {
			p.sleep(w)
			latency = &p.latencyAsleep
		}
	}
}

// help works on one of the open jobs. latency is where the time goes that it
// took to come.
func (p *pool) help(latency *atomic.Int64) {
	open := p.open.Load()
	if open == 0 {
		return
	}
	j := &p.jobs[bits.TrailingZeros64(open)]
	j.active.Add(1)
	defer j.leave()
	if p.open.Load()&j.bit == 0 {
		return
	}
	seats := j.seats.Add(-1)
	if seats <= 0 {
		p.open.And(^j.bit)
	}
	if seats < 0 {
		return
	}
	if p.open.Load() != 0 {
		// Another job may have counted on this worker's being awake, so pass on
		// one call at least.
		p.wakeFor(max(seats, 1))
	}
	average(latency, int64(time.Since(epoch)-j.opened))
	j.runStrips(j.take(core()))
}

// sleep blocks until somebody wakes w up. The second look at open is for a job
// that was opened while w was not yet on the list.
func (p *pool) sleep(w *worker) {
	p.mu.Lock()
	p.asleep = append(p.asleep, w)
	p.sleeping.Store(int32(len(p.asleep)))
	p.mu.Unlock()
	if p.open.Load() != 0 && p.unlist(w) {
		return
	}
	<-w.wake
}

// unlist removes w from the sleepers, unless it is about to be woken up.
func (p *pool) unlist(w *worker) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, v := range p.asleep {
		if v == w {
			p.asleep = append(p.asleep[:i], p.asleep[i+1:]...)
			p.sleeping.Store(int32(len(p.asleep)))
			return true
		}
	}
	return false
}

// wakeFor wakes up workers for a job with that many free seats: two at most,
// since these do the same in turn, so that many workers are woken up in
// logarithmic time. Workers that are awake anyway need no waking.
func (p *pool) wakeFor(seats int32) {
	for range min(2, seats-p.spinning.Load()) {
		if p.sleeping.Load() == 0 {
			return
		}
		p.mu.Lock()
		last := len(p.asleep) - 1
		if last < 0 {
			p.mu.Unlock()
			return
		}
		w := p.asleep[last]
		p.asleep = p.asleep[:last]
		p.sleeping.Store(int32(last))
		p.mu.Unlock()
		w.wake <- struct{}{}
	}
}

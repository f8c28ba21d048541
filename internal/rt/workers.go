package rt

import (
	"math/bits"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// For runs body over [0, n), cut into strips [k*grain, min(n, (k+1)*grain)),
// on up to [Threads] goroutines, of which the caller is one. Each works through
// a stretch of neighbouring strips, one at a time in increasing order, since
// memory is read faster so than strip by strip in turns, and then helps with the
// stretches of others. If n <= grain the caller runs all of it in one strip. A
// grain below 1 counts as 1.
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
func For(n, grain int64, body func(lo, hi int64) int64) (status, lo, hi int64) {
	if n <= 0 {
		return 0, 0, 0
	}
	grain = max(grain, 1)
	if n > grain {
		if threads := Threads(); threads > 1 {
			if j := workers.claim(); j != nil {
				return j.run(n, grain, body, threads)
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

	// How long a worker looks out for more work, or a caller waits for the
	// last strips of others, before it goes to sleep. Waking a sleeping
	// goroutine takes 5 to 100 µs, so this much spinning at most doubles the
	// cost of the wait (the competitive argument of Karlin et al., 1991).
	spinTime = 50 * time.Microsecond
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
	limit atomic.Int64 // number of the lowest strip that has failed so far; count if none has
	_     [56]byte

	active  atomic.Int32  // workers that work on the job or are about to find out that they shouldn't
	seats   atomic.Int32  // how many more workers are welcome
	waiting atomic.Bool   // the caller sleeps, or is about to
	wake    chan struct{} // wakes it up; capacity 1
	bit     uint64        // in pool.open and pool.claimed

	// Written by the caller before the job is opened.
	body            func(lo, hi int64) int64
	n, grain, count int64
	stretches       int
	opened          time.Duration // since epoch

	mu      sync.Mutex
	failure failure
	_       [16]byte

	stretch [maxStretches]stretch
}

// A stretch is a run of neighbouring strips that one thread begins with.
type stretch struct {
	next atomic.Int64 // number of the next strip
	end  int64
	_    [48]byte
}

// A failure is how the lowest failed strip ended.
type failure struct {
	kind   failureKind
	strip  int64
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
func (j *job) run(n, grain int64, body func(lo, hi int64) int64, threads int) (status, lo, hi int64) {
	count := (n-1)/grain + 1
	seats := int32(min(int64(threads-1), count-1))
	workers.start(threads - 1)
	j.body, j.n, j.grain, j.count = body, n, grain, count
	j.limit.Store(count)
	j.stretches = min(int(seats)+1, maxStretches)
	each, more := count/int64(j.stretches), count%int64(j.stretches)
	begin := int64(0)
	for i := range j.stretches {
		s := &j.stretch[i]
		s.next.Store(begin)
		begin += each
		if int64(i) < more {
			begin++
		}
		s.end = begin
	}
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
	lo = f.strip * grain
	return f.status, lo, lo + min(grain, n-lo)
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
	j.runStrips(0)
	return
}

// runStrips runs strips, beginning with the given stretch, until there are no
// more but above one that has failed.
func (j *job) runStrips(first int) {
	k := int64(-1) // the strip that is running
	defer func() {
		if k < 0 {
			return
		}
		if v := recover(); v != nil {
			j.fail(failure{kind: panicked, strip: k, value: v})
		} else {
			j.fail(failure{kind: exited, strip: k})
		}
	}()
	for i := range j.stretches {
		s := &j.stretch[(first+i)%j.stretches]
		for {
			next := s.next.Add(1) - 1
			if next >= s.end || next > j.limit.Load() {
				break
			}
			k = next
			lo := k * j.grain
			hi := lo + min(j.grain, j.n-lo)
			if status := j.body(lo, hi); status != 0 {
				j.fail(failure{kind: returned, strip: k, status: status})
			}
			k = -1
		}
	}
	workers.open.And(^j.bit)
}

func (j *job) fail(f failure) {
	j.mu.Lock()
	if j.failure.kind == succeeded || f.strip < j.failure.strip {
		j.failure = f
		j.limit.Store(f.strip)
	}
	j.mu.Unlock()
}

// wait returns when no worker is active in the (closed) job.
func (j *job) wait() {
	if j.active.Load() == 0 || spin(func() bool { return j.active.Load() == 0 }) {
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

// spin waits until done() holds and reports true, or false after spinTime.
func spin(done func() bool) bool {
	start := time.Now()
	for i := 1; ; i++ {
		if done() {
			return true
		}
		pause(spinStep)
		if i%8 == 0 && time.Since(start) > spinTime {
			return false
		}
	}
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
		found := spin(func() bool { return p.open.Load() != 0 })
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
	j.runStrips(int(seats) + 1)
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

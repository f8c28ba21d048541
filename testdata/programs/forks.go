package programs

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/hone-go/hone"
)

// Goroutines that split a loop, in the ways in which people write them. None may panic: plain Go would die of it.

// forkLines gives parts of the lines to goroutines, last first, as image libraries do.
func forkLines(length int, fn func(start, end int)) {
	procs := runtime.GOMAXPROCS(0)
	counter := length
	partSize := length / procs
	if procs <= 1 || partSize <= procs {
		fn(0, length)
	} else {
		var wg sync.WaitGroup
		for counter > 0 {
			start := counter - partSize
			end := counter
			if start < 0 {
				start = 0
			}
			counter -= partSize
			wg.Add(1)
			go func() {
				defer wg.Done()
				fn(start, end)
			}()
		}
		wg.Wait()
	}
}

func forkInvert(pix []uint8) []uint8 {
	w := root(len(pix))
	dst := make([]uint8, len(pix))
	forkLines(w, func(start, end int) {
		for y := start; y < end; y++ {
			for x := 0; x < w; x++ {
				dst[y*w+x] = 255 - pix[y*w+x]
			}
		}
	})
	return dst
}

var ForkInvert = hone.Func(forkInvert)

// forkQueue has goroutines take lines from a channel that was filled before.
func forkQueue(start, stop int, fn func(<-chan int)) {
	count := stop - start
	if count < 1 {
		return
	}
	procs := runtime.GOMAXPROCS(0)
	if procs > count {
		procs = count
	}
	c := make(chan int, count)
	for i := start; i < stop; i++ {
		c <- i
	}
	close(c)

	var wg sync.WaitGroup
	for i := 0; i < procs; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			fn(c)
		}()
	}
	wg.Wait()
}

func forkBlur(pix []uint8, weights []float64) []uint8 {
	w := root(len(pix))
	dst := make([]uint8, len(pix))
	forkQueue(0, w, func(ys <-chan int) {
		line := make([]float64, w)
		for y := range ys {
			for x := range line {
				line[x] = float64(pix[y*w+x])
			}
			for x := 0; x < w; x++ {
				s, sum := 0.0, 1e-3
				for k, f := range weights[:min(len(weights), 5)] {
					if i := x + k - 2; i >= 0 && i < w {
						s += line[i] * f
						sum += f
					}
				}
				dst[y*w+x] = uint8(min(max(s/sum, 0), 255))
			}
		}
	})
	return dst
}

var ForkBlur = hone.Func(forkBlur)

// forkRows has a goroutine for each row, all counted ahead.
func forkRows(x []float64, weights []float64) []float64 {
	h := root(len(x))
	out := make([]float64, h)
	var wg sync.WaitGroup
	wg.Add(h)
	for y := 0; y < h; y++ {
		go func(y int) {
			defer wg.Done()
			s := 0.0
			for i, v := range x[y*h : (y+1)*h] {
				if i < len(weights) {
					v *= weights[i]
				}
				s += v
			}
			out[y] = s
		}(y)
	}
	wg.Wait()
	return out
}

var ForkRows = hone.Func(forkRows)

// forkSums has a sum for each part, which must be those of plain Go, whatever the number of processors.
func forkSums(x []float64) (total float64, parts int) {
	n := runtime.NumCPU()
	size := (len(x) + n - 1) / n
	sums := make([]float64, n)
	var wg sync.WaitGroup
	for p := range n {
		lo, hi := min(p*size, len(x)), min((p+1)*size, len(x))
		wg.Add(1)
		go func() {
			for i := lo; i < hi; i++ {
				sums[p] += x[i]
			}
			wg.Done()
		}()
	}
	wg.Wait()
	for _, s := range sums {
		total += s
	}
	return total, n
}

var ForkSums = hone.Func(forkSums)

// forkLocked adds up under a mutex.
func forkLocked(x []int32) (total int64, most int32) {
	var mu sync.Mutex
	wg := sync.WaitGroup{}
	const parts = 7
	for p := range parts {
		wg.Go(func() {
			sum, top := int64(0), int32(-1<<31)
			for _, v := range x[p*len(x)/parts : (p+1)*len(x)/parts] {
				sum += int64(v)
				top = max(top, v)
			}
			mu.Lock()
			defer mu.Unlock()
			total += sum
			most = max(most, top)
		})
	}
	wg.Wait()
	return total, most
}

var ForkLocked = hone.Func(forkLocked)

// forkHalf sends what it has found to whoever has started it.
func forkHalf(x []float32, out chan<- float32) {
	s := float32(0)
	for _, v := range x {
		s += v * v
	}
	out <- s
}

func forkHalves(x []float32) float32 {
	a, b := make(chan float32), make(chan float32, 1)
	go forkHalf(x[:len(x)/2], a)
	go forkHalf(x[len(x)/2:], b)
	return <-a - <-b
}

var ForkHalves = hone.Func(forkHalves)

// forkSignals waits for as many signals as there are goroutines.
func forkSignals(dst, src []float32, k float32) {
	n := min(len(dst), len(src))
	size := n/4 + 1
	done := make(chan struct{})
	parts := 0
	for lo := 0; lo < n; lo += size {
		parts++
		go func(lo, hi int) {
			for i := lo; i < hi; i++ {
				dst[i] = k*src[i] + 1
			}
			done <- struct{}{}
		}(lo, min(lo+size, n))
	}
	for range parts {
		<-done
	}
}

var ForkSignals = hone.Func(forkSignals)

type forkFound struct {
	part int
	best float64
}

// forkResults collects what goroutines have found from a channel that one more closes.
func forkResults(x []float64) (sum float64, parts int) {
	found := make(chan forkFound)
	var wg sync.WaitGroup
	for p := range 5 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			best := -1.0
			for i := p; i < len(x); i += 5 {
				best = max(best, x[i])
			}
			found <- forkFound{p, best}
		}()
	}
	go func() {
		wg.Wait()
		close(found)
	}()
	for f := range found {
		sum = max(sum, f.best)
		parts += f.part
	}
	return sum, parts
}

var ForkResults = hone.Func(forkResults)

// forkWorkers share out jobs that have been there before them.
func forkWorkers(x []int32, out []int32) int {
	n := min(len(x), len(out))
	jobs := make(chan int, n)
	for i := range n {
		jobs <- i
	}
	close(jobs)
	var wg sync.WaitGroup
	var count atomic.Int64
	for range 3 {
		wg.Add(1)
		go forkWork(&wg, &count, jobs, x, out)
	}
	wg.Wait()
	return int(count.Load())
}

func forkWork(wg *sync.WaitGroup, count *atomic.Int64, jobs <-chan int, x, out []int32) {
	defer wg.Done()
	for i := range jobs {
		out[i] = x[i]*3 + 1
		count.Add(1)
	}
}

var ForkWorkers = hone.Func(forkWorkers)

// forkState is all that goroutines share, in one struct.
type forkState struct {
	sync.RWMutex
	wg    sync.WaitGroup
	once  sync.Once
	scale float64
	sum   int64
	calls int32
	any   atomic.Bool
}

func (s *forkState) add(v int64) {
	s.Lock()
	s.sum += v
	s.Unlock()
	s.any.Store(true)
}

func (s *forkState) read() int64 {
	s.RLock()
	defer s.RUnlock()
	return s.sum
}

func forkStruct(x []int32, scale float64) (float64, int32, bool) {
	var s forkState
	s.scale = 1
	for p := 0; p < 4; p++ {
		s.wg.Add(1)
		go func() {
			defer s.wg.Done()
			t := int64(0)
			for _, v := range x[p*len(x)/4 : (p+1)*len(x)/4] {
				t += int64(v)
			}
			s.add(t)
			atomic.AddInt32(&s.calls, 1)
		}()
	}
	s.wg.Wait()
	s.once.Do(func() { s.scale = scale })
	s.once.Do(func() { s.scale = -scale })
	return float64(s.read()) * s.scale, atomic.LoadInt32(&s.calls), s.any.CompareAndSwap(true, false)
}

var ForkStruct = hone.Func(forkStruct)

// forkNested starts goroutines in goroutines.
func forkNested(x []float64) []float64 {
	out := make([]float64, len(x))
	var wg sync.WaitGroup
	for _, half := range [2][2]int{{0, len(x) / 2}, {len(x) / 2, len(x)}} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			var inner sync.WaitGroup
			mid := (half[0] + half[1]) / 2
			inner.Add(2)
			go func() { forkSquares(out[half[0]:mid], x[half[0]:mid]); inner.Done() }()
			go func() { forkSquares(out[mid:half[1]], x[mid:half[1]]); inner.Done() }()
			inner.Wait()
		}()
	}
	wg.Wait()
	return out
}

func forkSquares(out, x []float64) {
	for i, v := range x {
		out[i] = v*v - 1
	}
}

var ForkNested = hone.Func(forkNested)

// forkFirst receives with and without asking whether there is something.
func forkFirst(x []int32) (sum int64, ended bool) {
	c := make(chan int32, len(x)+1)
	for _, v := range x {
		if v > 0 {
			c <- v
		}
	}
	c <- 7
	sum = int64(<-c) * 3
	close(c)
	for {
		v, ok := <-c
		if !ok {
			_, ok = <-c
			return sum, !ok
		}
		sum += int64(v) ^ int64(len(x))
	}
}

var ForkFirst = hone.Func(forkFirst)

// forkChained waits under a mutex that nobody shows to be free: it stays plain.
func forkChained(x []int32, locks int) (sum int64) {
	mus := make([]sync.Mutex, 4)
	var wg sync.WaitGroup
	for p := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mus[(p+locks)&3].Lock()
			for _, v := range x[p*len(x)/4 : (p+1)*len(x)/4] {
				atomic.AddInt64(&sum, int64(v))
			}
			mus[(p+locks)&3].Unlock()
		}()
	}
	wg.Wait()
	return sum
}

var ForkChained = hone.Func(forkChained)

// forkRoom makes a channel with room for any number.
func forkRoom(room int, x []int32) int {
	c := make(chan int, room)
	go func() {
		n := 0
		for _, v := range x {
			n += int(v)
		}
		c <- n
	}()
	return <-c
}

var ForkRoom = hone.Func(forkRoom)

type forkGroup struct {
	n int32
	sync.WaitGroup
}

// forkEmbedded has a WaitGroup behind a number, which is not what it counts in.
func forkEmbedded(x []int32) int32 {
	var g forkGroup
	for i := range 2 {
		g.Go(func() {
			for k := i * len(x) / 2; k < (i+1)*len(x)/2; k++ {
				x[k] += 7 + g.n
			}
		})
	}
	g.Wait()
	return g.n
}

var ForkEmbedded = hone.Func(forkEmbedded)

func init() {
	add("ForkEmbedded", forkEmbedded, ForkEmbedded, args(i32s), forks)
	add("ForkRoom", forkRoom, ForkRoom, args(one(between(-2, 2)), i32s), forks)
	add("ForkInvert", forkInvert, ForkInvert, args(u8s), forks)
	add("ForkBlur", forkBlur, ForkBlur, args(u8s, fixed(5, vec(between(0.1, 2.0)))), upTo(3000), chaotic, forks)
	add("ForkRows", forkRows, ForkRows, args(f64s, fixed(9, f64s)), forks)
	add("ForkSums", forkSums, ForkSums, args(f64s), forks)
	add("ForkLocked", forkLocked, ForkLocked, args(i32s), forks)
	add("ForkHalves", forkHalves, ForkHalves, args(f32s), forks)
	add("ForkSignals", forkSignals, ForkSignals, args(f32s, nearly(f32s), f32), forks)
	add("ForkResults", forkResults, ForkResults, args(f64s), forks)
	add("ForkWorkers", forkWorkers, ForkWorkers, args(i32s, nearly(i32s)), forks)
	add("ForkStruct", forkStruct, ForkStruct, args(i32s, f64), forks)
	add("ForkNested", forkNested, ForkNested, args(f64s), forks)
	add("ForkFirst", forkFirst, ForkFirst, args(i32s), forks)
	add("ForkChained", forkChained, ForkChained, args(i32s, index), plain("it can't be shown that this goroutine need not wait"), forks)
}

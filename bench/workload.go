package main

import (
	"fmt"
	"runtime"
	"sync"
	"unsafe"
)

// A workload is one row of the table of workloads: a job that several contenders can do.
type workload struct {
	name  string
	about string
	item  string // what one unit of the work is called: "option", "pixel"

	// params names the sizes, which -size can override; defaults holds their values.
	params   []string
	defaults []int

	// tiny are sizes at which all of the time of a first call goes into compiling.
	tiny []int

	// peers lists the C programs that do the same job; the fastest build counts.
	peers []peerSource

	// goal is the speed that honed should reach, relative to C on all cores; 0 if none is set.
	goal float64

	// open makes the inputs, always the same ones, and the functions that work on them.
	open func(size []int) *instance
}

// An instance is a workload with its inputs. The functions plain, cores and honed do the work once
// and leave the result where output finds it.
type instance struct {
	items int      // units of work in one run
	bytes int      // bytes that one run has to read and write at least
	input [][]byte // what the peers read, one part after the other

	forget func() // wipes the result, so that none can pass for another's
	plain  func() // plain Go on one core
	cores  func() // plain Go, one goroutine per core
	honed  func() // the honed function
	output func() []byte

	// status says what became of the honed function.
	status func() honedStatus

	// check compares a result with that of plain Go. It returns a remark, or an error if they differ
	// by more than the contender may.
	check func(want, got []byte) (string, error)

	// smallPlain and smallHoned do the same on 16 elements; nil where that makes no sense.
	smallPlain, smallHoned func()
}

// workloads is the table. Add a row and a file of its name.
var workloads = []*workload{
	&blackScholesWorkload,
	&mandelbrotWorkload,
	&mandelbrotExactWorkload,
	&dotWorkload,
}

func findWorkload(name string) (*workload, error) {
	for _, w := range workloads {
		if w.name == name {
			return w, nil
		}
	}
	return nil, fmt.Errorf("no workload %q (-list shows them)", name)
}

// inBands cuts [0, n) into one band per core and calls f on each in a goroutine of its own: what a Go
// programmer does to use all cores.
func inBands(n int, f func(lo, hi int)) {
	p := runtime.GOMAXPROCS(0)
	var wg sync.WaitGroup
	for b := range p {
		wg.Go(func() { f(n*b/p, n*(b+1)/p) })
	}
	wg.Wait()
}

// number is what inputs and outputs are made of.
type number interface {
	~int32 | ~int64 | ~float32 | ~float64
}

// raw is the memory of s, and cooked is its inverse: peers exchange arrays as they lie in memory.
func raw[T number](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(s[0])))
}

func cooked[T number](b []byte) []T {
	var z T
	out := make([]T, len(b)/int(unsafe.Sizeof(z)))
	copy(raw(out), b)
	return out
}

// aligned returns a slice of n elements that starts on a page, as the peers' arrays do, so that no
// contender is slowed down by vectors that straddle cache lines.
func aligned[T number](n int) []T {
	var z T
	size := int(unsafe.Sizeof(z))
	s := make([]T, n+4096/size)
	off := 0
	if rest := int(uintptr(unsafe.Pointer(&s[0])) % 4096); rest != 0 {
		off = (4096 - rest) / size
	}
	s = s[off : off+n : off+n]
	hugePages(unsafe.Pointer(unsafe.SliceData(s)), n*size)
	return s
}

// A noise is a small random generator (xorshift64*, Vigna 2016) so that inputs are the same in every
// process and every release of Go.
type noise uint64

func (s *noise) float() float64 {
	*s ^= *s >> 12
	*s ^= *s << 25
	*s ^= *s >> 27
	return float64(uint64(*s)*0x2545f4914f6cdd1d>>11) / (1 << 53)
}

func (s *noise) between(lo, hi float64) float64 { return lo + (hi-lo)*s.float() }

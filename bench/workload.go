package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
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

	// peers lists the programs under peers/ that do the same job; of those that compete under the same
	// name, the fastest counts.
	peers []peerSource

	// goals says how many times as fast as a rival honed should be; nil stands for defaultGoals.
	goals map[rival]float64

	// open makes the inputs, always the same ones, and the functions that work on them.
	open func(size []int) *instance
}

// An instance is a workload with its inputs. The functions plain, cores, honed, gonum and slices do the work
// once and leave the result where output finds it.
type instance struct {
	items int      // units of work in one run
	bytes int      // bytes that one run has to read and write at least
	flops int      // floating-point operations, where they are what counts; 0 elsewhere
	input [][]byte // what the peers read, one part after the other

	forget func() // wipes the result, so that none can pass for another's; restores inputs worked on in place
	plain  func() // plain Go on one core
	cores  func() // plain Go, one goroutine per core; nil if nobody would write that
	honed  func() // the honed function
	gonum  func() // package gonum; nil where it has nothing to offer
	slices func() // package slices, on one core; nil where it has nothing to offer
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
	&axpy32Workload,
	&axpy64Workload,
	&scal32Workload,
	&scal64Workload,
	&asum32Workload,
	&asum64Workload,
	&dot32Workload,
	&dot64Workload,
	&gemv32Workload,
	&gemv64Workload,
	&gemm32Workload,
	&gemm64Workload,
	&spmvWorkload,
	&spmvPowerWorkload,
	&histogramWorkload,
	&runSumWorkload,
	&runSumFloatWorkload,
	&runSumBeforeWorkload,
	&filter1Workload,
	&filter50Workload,
	&filter99Workload,
	&filterLoop1Workload,
	&filterLoop50Workload,
	&filterLoop99Workload,
	&argMaxWorkload,
	&anyWorkload,
	&tally16Workload,
	&tally32Workload,
	&weighWorkload,
	&groupFewWorkload,
	&groupManyWorkload,
	&sort32Workload,
	&sort64Workload,
	&sortPairsWorkload,
	&bfsUniformWorkload,
	&bfsPowerWorkload,
	&pageRankUniformWorkload,
	&pageRankPowerWorkload,
	&momentsWorkload,
	&blackScholesWorkload,
	&mandelbrotWorkload,
	&mandelbrotExactWorkload,
	&juliaWorkload,
	&juliaPairsWorkload,
	&gauss5Workload,
	&blurWorkload,
	&harrisWorkload,
	&laplace3dWorkload,
	&heat2dWorkload,
	&heat3dWorkload,
	&md5Workload,
	&greyWorkload,
	&nbodyWorkload,
}

// findWorkloads finds the workload of a name, or else all whose names go on with a hyphen: "dot" stands
// for dot-float32 and dot-float64.
func findWorkloads(name string) ([]*workload, error) {
	var found []*workload
	for _, w := range workloads {
		if w.name == name {
			return []*workload{w}, nil
		}
		if strings.HasPrefix(w.name, name+"-") {
			found = append(found, w)
		}
	}
	if found == nil {
		return nil, fmt.Errorf("no workload %q (-list shows them)", name)
	}
	return found, nil
}

// A rival is whom honed competes with: the name that a contender's numbers go under.
type rival string

const (
	byGo       rival = "go"
	byHone     rival = "honed"
	byC        rival = "c"
	byOpenBLAS rival = "openblas"
	byNumPy    rival = "numpy"
	byNumba    rival = "numba"
	byGonum    rival = "gonum"
	bySlices   rival = "slices"
)

func (r rival) String() string {
	return map[rival]string{
		byGo: "plain Go", byHone: "honed", byC: "C", byOpenBLAS: "OpenBLAS", byNumPy: "NumPy", byNumba: "Numba", byGonum: "gonum", bySlices: "package slices", byOther: "other revision",
	}[r]
}

// rivals are all that honed is compared with, in the order of reports.
var rivals = []rival{byC, byOpenBLAS, byNumba, byNumPy, byGonum, bySlices, byGo}

func rivalNames() string {
	var names []string
	for _, r := range rivals {
		names = append(names, string(r))
	}
	return strings.Join(names, ",")
}

// chosenRivals reads a list such as rivalNames returns; "" is all.
func chosenRivals(list string) ([]rival, error) {
	if list == "" {
		return rivals, nil
	}
	var chosen []rival
	for name := range strings.SplitSeq(list, ",") {
		if !slices.Contains(rivals, rival(name)) {
			return nil, fmt.Errorf("no peer %q; there are %s", name, rivalNames())
		}
		chosen = append(chosen, rival(name))
	}
	return chosen, nil
}

// defaultGoals: level with the best C, and ahead of Numba.
var defaultGoals = map[rival]float64{byC: 1, byNumba: 1}

func (w *workload) goal(r rival) float64 {
	if w.goals != nil {
		return w.goals[r]
	}
	return defaultGoals[r]
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

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/hone-go/hone/bench/internal/rig"
	"github.com/hone-go/hone/internal/rt"
)

// A contender does a workload's job in its own way.
type contender struct {
	key
	rig.Contender
	name    string
	threads int

	reset  func() error // wipes results, restores inputs
	output func() ([]byte, error)

	remark string // what the check found
}

// A key names a contender. Ratios are formed between contenders by their keys.
type key struct {
	by  rival
	all bool // on all cores, not on one
	isa isa
}

func (k key) String() string {
	s := string(k.by) + "-1"
	if k.all {
		s = string(k.by) + "-all"
	}
	if k.isa == avx2 {
		s += "-avx2"
	}
	return s
}

// A field is all contenders of one workload, with what they need while they live.
type field struct {
	w    *workload
	inst *instance
	size []int
	note func(string)

	contenders []*contender
	dir        string // inputs and outputs of the processes
	input      string // the file with the inputs
	processes  []*rig.Process
}

func (f *field) race(rounds int) error {
	var all []*rig.Contender
	for _, c := range f.contenders {
		all = append(all, &c.Contender)
	}
	return rig.Race(all, rounds)
}

func (f *field) close() {
	for _, p := range f.processes {
		p.Close()
	}
	if f.dir != "" {
		os.RemoveAll(f.dir)
	}
}

// assemble brings all contenders of a workload to the start. Contenders that cannot take part are
// told to note.
func assemble(w *workload, inst *instance, size []int, peers []rival, note func(string)) (*field, error) {
	f := &field{w: w, inst: inst, size: size, note: note}
	var err error
	if f.dir, err = rig.Scratch(); err != nil {
		return nil, err
	}
	f.inProcess(key{byGo, false, native}, inst.plain)
	f.inProcess(key{byGo, true, native}, inst.cores)
	if slices.Contains(peers, byGonum) {
		f.inProcess(key{byGonum, true, native}, inst.gonum)
	}
	if slices.Contains(peers, bySlices) {
		f.inProcess(key{bySlices, false, native}, inst.slices)
	}
	if inst.status().compiled {
		f.inProcess(key{byHone, true, native}, inst.honed)
		f.inProcess(key{byHone, false, native}, func() {
			defer rt.SetThreads(rt.SetThreads(1))
			inst.honed()
		})
		if rig.CPUHas("avx512f") {
			f.honedAVX2()
		}
	} else {
		f.inProcess(key{byHone, true, native}, inst.honed)
		note("honed is plain Go here: " + inst.status().text)
	}
	f.input = filepath.Join(f.dir, "input")
	// The peers read it before they are ready; it is large, so it should not outlive that.
	defer os.Remove(f.input)
	if err := rig.WriteParts(f.input, inst.input); err != nil {
		return nil, err
	}
	f.startPeers(peers)
	return f, nil
}

func (f *field) inProcess(k key, work func()) {
	if work == nil {
		return
	}
	threads := 1
	if k.all {
		threads = runtime.GOMAXPROCS(0)
	}
	f.contenders = append(f.contenders, &contender{
		key: k, name: k.by.String(), threads: threads,
		reset: func() error { f.inst.forget(); return nil },
		Contender: rig.Contender{Run: func(reps int) ([]time.Duration, error) {
			runtime.GC() // not in the time of who happens to come next
			return rig.Timed(work, reps), nil
		}},
		output: func() ([]byte, error) { return f.inst.output(), nil },
	})
}

// honedAVX2 adds this program in a process of its own, held to AVX2.
func (f *field) honedAVX2() {
	self, err := os.Executable()
	var p *rig.Process
	if err == nil {
		p, err = f.serving(self, avx2)
	}
	if err != nil {
		f.note(fmt.Sprintf("honed, AVX2: %v", err))
		return
	}
	f.add(byHone, avx2, "honed, AVX2", p)
}

// serving starts a build of this program for the honed function, held to an instruction set.
func (f *field) serving(exe string, i isa) (*rig.Process, error) {
	result := filepath.Join(f.dir, fmt.Sprintf("honed-%d.out", len(f.processes)))
	var env []string
	if i == avx2 {
		env = []string{"HONE_ISA=avx2"}
	}
	return rig.Start(result, env, exe, "-serve", f.w.name, "-size", sizeFlag(f.w, f.size), "-result", result)
}

// contender finds one by its key; nil if it doesn't take part.
func (f *field) contender(k key) *contender {
	for _, c := range f.contenders {
		if c.key == k && len(c.Times) > 0 {
			return c
		}
	}
	return nil
}

// add adds a process as two contenders, with one thread and with all.
func (f *field) add(by rival, i isa, name string, p *rig.Process) {
	f.processes = append(f.processes, p)
	for _, all := range []bool{true, false} {
		threads := 1
		if all {
			threads = runtime.GOMAXPROCS(0)
		}
		f.contenders = append(f.contenders, &contender{
			key: key{by, all, i}, name: name, threads: threads,
			reset:     p.Reset,
			Contender: rig.Contender{Run: func(reps int) ([]time.Duration, error) { return p.Run(threads, reps) }},
			output:    p.Output,
		})
	}
}

// startPeers adds, for each rival that has programs for this workload, the fastest of them; C also held to
// AVX2.
func (f *field) startPeers(peers []rival) {
	for _, by := range peers {
		var sources []peerSource
		for _, s := range f.w.peers {
			if s.rival() == by {
				sources = append(sources, s)
			}
		}
		if len(sources) == 0 {
			continue
		}
		if why := absent(by); why != "" {
			f.note(fmt.Sprintf("going on without %s: %s", by, why))
			continue
		}
		f.addFastest(by, native, buildAll(sources, native, f.note))
		if by == byC && rig.CPUHas("avx512f") {
			f.addFastest(by, avx2, buildAll(sources, avx2, f.note))
		}
	}
}

// addFastest starts all builds, lets them run a few times, and keeps the fastest.
func (f *field) addFastest(by rival, i isa, builds []build) {
	var best *rig.Process
	var what string
	var record time.Duration
	for n, b := range builds {
		result := filepath.Join(f.dir, fmt.Sprintf("%s-%s-%d.out", by, i, n))
		argv := append(slices.Clone(b.argv), f.input, result)
		for _, s := range f.size {
			argv = append(argv, strconv.Itoa(s))
		}
		p, err := rig.Start(result, b.env, argv...)
		if err != nil {
			f.note(err.Error())
			continue
		}
		t, err := f.trial(p, len(builds) == 1)
		if err != nil {
			f.note(err.Error())
			p.Close()
			continue
		}
		if best != nil && t >= record {
			p.Close()
			continue
		}
		if best != nil {
			best.Close()
		}
		best, what, record = p, b.what, t
	}
	if best == nil {
		return
	}
	name := by.String()
	if what != "" {
		name += ", " + what
	}
	f.add(by, i, name, best)
}

// trial is the best of a few runs on all cores: fewer if they take long, and one at most if there is
// nothing to choose from.
func (f *field) trial(p *rig.Process, only bool) (time.Duration, error) {
	const enough = 200 * time.Millisecond
	best := time.Duration(1 << 62)
	for spent, n := time.Duration(0), 0; n == 0 || n < 6 && spent < enough && !only; n++ {
		times, err := p.Run(runtime.GOMAXPROCS(0), 1)
		if err != nil {
			return 0, err
		}
		spent += times[0]
		best = min(best, times[0])
	}
	return best, nil
}

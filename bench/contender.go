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

// An entrant is a program that is one or two contenders, with one thread and with all, in a process of its own for each round.
type entrant struct {
	contenders []*contender
	start      func() (*rig.Process, error)
	process    *rig.Process
}

// done says whether none of its contenders has to work any more.
func (e *entrant) done() bool {
	return !slices.ContainsFunc(e.contenders, func(c *contender) bool { return !c.Done() })
}

// A field is all contenders of one workload, with what they need while they live.
type field struct {
	w    *workload
	inst *instance
	size []int
	note func(string)

	entrants []*entrant
	dir      string // inputs and outputs of the processes
	input    string // the file with the inputs
	want     []byte // plain Go's result
	rounds   int    // that are over
	failed   []error
}

// newField makes room for the contenders of a workload, and has plain Go say what they have to compute.
func newField(w *workload, inst *instance, size []int, note func(string)) (*field, error) {
	dir, err := rig.Scratch()
	if err != nil {
		return nil, err
	}
	f := &field{w: w, inst: inst, size: size, note: note, dir: dir, input: filepath.Join(dir, "input")}
	inst.forget()
	inst.plain()
	f.want = inst.output()
	return f, nil
}

func (f *field) close() { os.RemoveAll(f.dir) }

// race lets all contenders compete for some rounds.
func (f *field) race(rounds int) error {
	for range rounds {
		if err := f.round(); err != nil {
			return err
		}
	}
	return nil
}

// round has all contenders take a turn, in processes started for it: where the system puts a process' memory makes some programs a tenth or more faster or slower for as
// long as it lives, and that would pass for what the programs differ by. Those of the first round are checked. Who comes first in one round comes last in the next.
func (f *field) round() error {
	inTurn := slices.Clone(f.entrants)
	if f.rounds%2 == 1 {
		slices.Reverse(inTurn)
	}
	var all []*rig.Contender
	for _, e := range inTurn {
		if !e.done() {
			if err := e.ready(f); err != nil {
				return err
			}
			defer e.process.Close()
		}
		for _, c := range e.contenders {
			all = append(all, &c.Contender)
		}
	}
	f.rounds++
	return rig.Race(all, 1)
}

// ready starts a process for an entrant and has each of its contenders work once, which fills caches and page tables.
func (e *entrant) ready(f *field) error {
	var err error
	if e.process, err = e.start(); err != nil {
		return err
	}
	if f.rounds == 0 {
		e.contenders = slices.DeleteFunc(e.contenders, func(c *contender) bool { return !f.passes(c) })
		return nil
	}
	for _, c := range e.contenders {
		if c.Done() {
			continue
		}
		if _, err := c.Run(1); err != nil {
			e.process.Close()
			return err
		}
	}
	return nil
}

// contender finds one by its key; nil if it doesn't take part.
func (f *field) contender(k key) *contender {
	for _, c := range f.contenders() {
		if c.key == k && len(c.Times) > 0 {
			return c
		}
	}
	return nil
}

func (f *field) contenders() []*contender {
	var all []*contender
	for _, e := range f.entrants {
		all = append(all, e.contenders...)
	}
	return all
}

// assemble names all contenders of a workload. Contenders that cannot take part are told to note.
func assemble(w *workload, inst *instance, size []int, peers []rival, note func(string)) (*field, error) {
	f, err := newField(w, inst, size, note)
	if err != nil {
		return nil, err
	}
	if err := f.addAll(peers); err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

func (f *field) addAll(peers []rival) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	one, all := []bool{false}, []bool{true}
	both := []bool{true, false}
	if f.inst.cores != nil {
		f.addServing(self, byGo, byGo, native, both)
	} else {
		f.addServing(self, byGo, byGo, native, one)
	}
	if f.inst.gonum != nil && slices.Contains(peers, byGonum) {
		f.addServing(self, byGonum, byGonum, native, all)
	}
	if f.inst.slices != nil && slices.Contains(peers, bySlices) {
		f.addServing(self, bySlices, bySlices, native, one)
	}
	if f.inst.status().compiled {
		f.addServing(self, byHone, byHone, native, both)
		if rig.CPUHas("avx512f") {
			f.addServing(self, byHone, byHone, avx2, both)
		}
	} else {
		f.addServing(self, byHone, byHone, native, all)
		f.note("honed is plain Go here: " + f.inst.status().text)
	}
	if err := rig.WriteParts(f.input, f.inst.input); err != nil {
		return err
	}
	f.addPeers(peers)
	return nil
}

// addServing adds a build of this program, held to an instruction set, that does the work in the way of one rival and goes by the name of another.
func (f *field) addServing(exe string, way, by rival, i isa, all []bool) *entrant {
	result := filepath.Join(f.dir, fmt.Sprintf("served-%d.out", len(f.entrants)))
	name := by.String()
	var env []string
	if i == avx2 {
		name += ", AVX2"
		env = []string{"HONE_ISA=avx2"}
	}
	return f.add(by, i, name, all, func() (*rig.Process, error) {
		return rig.Start(result, env, exe, "-serve", f.w.name, "-by", string(way), "-size", sizeFlag(f.w, f.size), "-result", result)
	})
}

// add adds an entrant with a contender for each of the conditions in all: on all cores, or on one.
func (f *field) add(by rival, i isa, name string, all []bool, start func() (*rig.Process, error)) *entrant {
	e := &entrant{start: start}
	for _, all := range all {
		threads := 1
		if all {
			threads = runtime.GOMAXPROCS(0)
		}
		e.contenders = append(e.contenders, &contender{
			key: key{by, all, i}, name: name, threads: threads,
			reset:     func() error { return e.process.Reset() },
			Contender: rig.Contender{Run: func(reps int) ([]time.Duration, error) { return e.process.Run(threads, reps) }},
			output:    func() ([]byte, error) { return e.process.Output() },
		})
	}
	f.entrants = append(f.entrants, e)
	return e
}

// addPeers adds, for each rival that has programs for this workload, the fastest of them; C also held to
// AVX2.
func (f *field) addPeers(peers []rival) {
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

// addFastest lets all builds run a few times, and adds the fastest.
func (f *field) addFastest(by rival, i isa, builds []build) {
	var best func() (*rig.Process, error)
	var what string
	var record time.Duration
	for n, b := range builds {
		result := filepath.Join(f.dir, fmt.Sprintf("%s-%s-%d.out", by, i, n))
		argv := append(slices.Clone(b.argv), f.input, result)
		for _, s := range f.size {
			argv = append(argv, strconv.Itoa(s))
		}
		start := func() (*rig.Process, error) { return rig.Start(result, b.env, argv...) }
		t, err := f.trial(start, len(builds) == 1)
		if err != nil {
			f.note(err.Error())
		} else if best == nil || t < record {
			best, what, record = start, b.what, t
		}
	}
	if best == nil {
		return
	}
	name := by.String()
	if what != "" {
		name += ", " + what
	}
	f.add(by, i, name, []bool{true, false}, best)
}

// trial is the best of a few runs on all cores: fewer if they take long, and one at most if there is
// nothing to choose from.
func (f *field) trial(start func() (*rig.Process, error), only bool) (time.Duration, error) {
	p, err := start()
	if err != nil {
		return 0, err
	}
	defer p.Close()
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

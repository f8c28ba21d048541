package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"
)

// A contender does a workload's job in its own way.
type contender struct {
	key     string // names it in ratios and in JSON
	name    string
	threads int

	run    func(reps int) ([]time.Duration, error)
	output func() ([]byte, error)

	times  []time.Duration
	remark string // what the check found
}

// Keys of contenders. Ratios are formed between them.
const (
	goOne    = "go-1"
	goAll    = "go-all"
	honedAll = "honed"
	honedOne = "honed-1"
	honedY   = "honed-avx2"
	cOne     = "c-1"
	cAll     = "c-all"
	cY       = "c-avx2"
)

// A field is all contenders of one workload, with what they need while they live.
type field struct {
	contenders []*contender
	dir        string // inputs and outputs of the processes
	processes  []*process
}

func (f *field) close() {
	for _, p := range f.processes {
		p.close()
	}
	if f.dir != "" {
		os.RemoveAll(f.dir)
	}
}

// scratch makes a directory for inputs and outputs, in memory if possible.
func scratch() (string, error) {
	if dir, err := os.MkdirTemp("/dev/shm", "hone-bench-*"); err == nil {
		return dir, nil
	}
	return os.MkdirTemp("", "hone-bench-*")
}

// assemble brings all contenders of a workload to the start. Contenders that cannot take part are
// told to note.
func assemble(w *workload, inst *instance, size []int, note func(string)) (*field, error) {
	f := &field{}
	var err error
	if f.dir, err = scratch(); err != nil {
		return nil, err
	}
	p := runtime.GOMAXPROCS(0)
	f.inProcess(goOne, "plain Go", 1, inst.plain, inst.output)
	f.inProcess(goAll, "plain Go, goroutines", p, inst.cores, inst.output)
	f.inProcess(honedAll, "honed", p, inst.honed, inst.output)
	if inst.status().compiled {
		f.honedChild(w, size, honedOne, "honed, one thread", 1, []string{"HONE_THREADS=1"}, note)
		if cpuHas("avx512f") {
			f.honedChild(w, size, honedY, "honed, AVX2", p, []string{"HONE_ISA=avx2"}, note)
		}
	} else {
		note("honed is plain Go here: " + inst.status().text)
	}
	f.peers(w, inst, size, note)
	return f, nil
}

func (f *field) inProcess(key, name string, threads int, work func(), output func() []byte) {
	f.contenders = append(f.contenders, &contender{
		key: key, name: name, threads: threads,
		run: func(reps int) ([]time.Duration, error) {
			runtime.GC() // not in the time of who happens to come next
			return timed(work, reps), nil
		},
		output: func() ([]byte, error) { return output(), nil },
	})
}

// honedChild adds this program in a process of its own, with other settings.
func (f *field) honedChild(w *workload, size []int, key, name string, threads int, env []string, note func(string)) {
	self, err := os.Executable()
	if err != nil {
		note(fmt.Sprintf("%s: %v", name, err))
		return
	}
	result := filepath.Join(f.dir, key+".out")
	p, err := start(result, env, self, "-serve", w.name, "-size", sizeFlag(w, size), "-result", result)
	if err != nil {
		note(fmt.Sprintf("%s: %v", name, err))
		return
	}
	f.add(key, name, threads, p)
}

func (f *field) add(key, name string, threads int, p *process) {
	f.processes = append(f.processes, p)
	f.contenders = append(f.contenders, &contender{
		key: key, name: name, threads: threads,
		run:    func(reps int) ([]time.Duration, error) { return p.run(threads, reps) },
		output: p.output,
	})
}

// peers adds the fastest C program for each instruction set.
func (f *field) peers(w *workload, inst *instance, size []int, note func(string)) {
	if len(w.peers) == 0 {
		return
	}
	if len(compilers()) == 0 {
		note("no C compiler found: going on without C")
		return
	}
	input := filepath.Join(f.dir, "input")
	// The peers read it before they are ready; it is large, so it should not outlive that.
	defer os.Remove(input)
	if err := writeParts(input, inst.input); err != nil {
		note(err.Error())
		return
	}
	threads := runtime.GOMAXPROCS(0)
	if p, what := f.fastest(buildAll(w.peers, native, note), input, size, note); p != nil {
		f.add(cOne, "C, "+what, 1, p)
		f.contenders = append(f.contenders, &contender{
			key: cAll, name: "C, " + what, threads: threads,
			run:    func(reps int) ([]time.Duration, error) { return p.run(threads, reps) },
			output: p.output,
		})
	}
	if !cpuHas("avx512f") {
		return
	}
	if p, what := f.fastest(buildAll(w.peers, avx2, note), input, size, note); p != nil {
		f.add(cY, "C, "+what, threads, p)
	}
}

// fastest starts all builds, lets them run a few times, and keeps the fastest.
func (f *field) fastest(builds []build, input string, size []int, note func(string)) (*process, string) {
	var best *process
	var what string
	var record time.Duration
	for _, b := range builds {
		result := filepath.Join(f.dir, filepath.Base(b.exe)+".out")
		argv := []string{b.exe, input, result}
		for _, s := range size {
			argv = append(argv, strconv.Itoa(s))
		}
		p, err := start(result, nil, argv...)
		if err != nil {
			note(err.Error())
			continue
		}
		times, err := p.run(runtime.GOMAXPROCS(0), 5)
		if err != nil {
			note(err.Error())
			p.close()
			continue
		}
		if t := slices.Min(times); best == nil || t < record {
			if best != nil {
				best.close()
			}
			best, what, record = p, b.what, t
		} else {
			p.close()
		}
	}
	return best, what
}

// writeParts writes all parts to one file.
func writeParts(name string, parts [][]byte) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	for _, p := range parts {
		if _, err := file.Write(p); err != nil {
			file.Close()
			return err
		}
	}
	return file.Close()
}

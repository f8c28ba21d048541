package main

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hone-go/hone/bench/internal/rig"
)

// The C versions travel inside the program, so that it can be run from anywhere.
//
//go:embed peers
var peerFiles embed.FS

// A revision is a build of this program with one revision of hone.
type revision struct {
	name string // "" for what is here
	exe  string
}

// A race is all that competes on a kernel at one size.
type race struct {
	o     *options
	k     *kernel
	size  string
	dir   string
	forms []form
	at    []int // of the forms among all of the kernel

	honed [][]*rig.Contender // by revision and form
	plain []*rig.Contender   // by form
	c     []*rig.Contender   // builds of the C version

	about  [][]compiled // by revision and form
	close  []func()
	failed []string
}

// measureAll measures the kernels at all sizes and prints.
func (o *options) measureAll(chosen []*kernel, sizes []string, stdout, stderr io.Writer) error {
	dir, err := rig.Scratch()
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	revisions, err := o.revisions(dir, stderr)
	if err != nil {
		return err
	}
	if len(rig.Compilers()) == 0 {
		fmt.Fprintln(stderr, "forms: WITHOUT C: no C compiler found; its columns are left out")
	}
	t := &table{Machine: rig.Machine(), Threads: o.threads, Against: o.against}
	for n, k := range chosen {
		for _, size := range sizes {
			fmt.Fprintf(stderr, "forms: %s, %s (%d of %d)\n", k.name, size, n+1, len(chosen))
			r := &race{o: o, k: k, size: size, dir: dir}
			err := r.run(revisions)
			for _, f := range r.close {
				f()
			}
			if err != nil {
				return fmt.Errorf("%s, %s: %w", k.name, size, err)
			}
			t.add(r)
		}
	}
	if err := t.print(o, stdout); err != nil {
		return err
	}
	if len(t.Failed) > 0 {
		return fmt.Errorf("%d results are wrong", len(t.Failed))
	}
	return nil
}

// revisions are this program and, with -against, two that are built now.
func (o *options) revisions(dir string, stderr io.Writer) ([]revision, error) {
	if o.against != "" {
		fmt.Fprintf(stderr, "forms: building %s and what is here\n", o.against)
		mine, theirs, err := rig.BuildBoth(dir, o.against, "./forms")
		return []revision{{"", mine}, {o.against, theirs}}, err
	}
	self, err := os.Executable()
	if err == nil && !warmUpHoned.Status().Compiled {
		fmt.Fprintln(stderr, "forms: NOTHING IS COMPILED:", warmUpHoned.Status())
	}
	return []revision{{"", self}}, err
}

func (r *race) run(revisions []revision) error {
	all := r.k.open(r.k.tiny).forms
	for i, f := range all {
		if r.o.keep.MatchString(r.k.name + "/" + f.name) {
			r.forms, r.at = append(r.forms, f), append(r.at, i)
		}
	}
	inst := r.k.open(r.k.size(r.size))
	want := r.want(inst)
	for n, v := range revisions {
		if err := r.addHoned(inst, want, n, v); err != nil {
			return err
		}
	}
	if err := r.addC(inst, want); err != nil {
		return err
	}
	var turns []*rig.Contender
	for i := range r.forms {
		for _, h := range r.honed {
			turns = append(turns, h[i])
		}
		turns = append(turns, r.plain[i])
	}
	turns = slices.DeleteFunc(append(turns, r.c...), func(c *rig.Contender) bool { return c == nil })
	return rig.Race(turns, r.o.rounds)
}

// want is the right result: that of the first form in plain Go.
func (r *race) want(inst *instance) []byte {
	inst.reset()
	inst.forms[0].plain()
	return inst.output()
}

// addHoned starts a process for a revision and checks its forms; the first revision's does plain Go as well.
func (r *race) addHoned(inst *instance, want []byte, n int, v revision) error {
	result := filepath.Join(r.dir, fmt.Sprintf("honed-%d.out", n))
	p, err := rig.Start(result, []string{"HONE_PERF=1"}, v.exe, "-serve", r.k.name, "-size", r.size, "-result", result)
	if err != nil {
		return err
	}
	r.close = append(r.close, p.Close)
	run := func(how string, i, threads int) *rig.Contender {
		return &rig.Contender{Run: func(reps int) ([]time.Duration, error) {
			if _, err := p.Ask("ok", "%s %d", how, r.at[i]); err != nil {
				return nil, err
			}
			return p.Run(threads, reps)
		}}
	}
	var honed []*rig.Contender
	var about []compiled
	for i, f := range r.forms {
		c := run("honed", i, r.o.threads)
		if err := r.checked(inst, p, c, want); err != nil {
			r.failed = append(r.failed, strings.TrimSpace(fmt.Sprintf("%s/%s, %s: %v %s", r.k.name, f.name, r.size, err, v.name)))
			c = nil
		}
		words, err := p.Ask("about", "about %d", r.at[i])
		if err != nil {
			return err
		}
		a, err := readCompiled(words)
		if err != nil {
			return err
		}
		honed, about = append(honed, c), append(about, a)
		if n == 0 {
			r.plain = append(r.plain, run("plain", i, 1))
		}
	}
	r.honed, r.about = append(r.honed, honed), append(r.about, about)
	return nil
}

// checked lets a contender do its job once, and compares.
func (r *race) checked(inst *instance, p *rig.Process, c *rig.Contender, want []byte) error {
	if err := p.Reset(); err != nil {
		return err
	}
	if _, err := c.Run(1); err != nil {
		return err
	}
	got, err := p.Output()
	if err != nil {
		return err
	}
	_, err = inst.check(want, got)
	return err
}

// addC builds the C version in all ways that may be the fastest.
func (r *race) addC(inst *instance, want []byte) error {
	input := filepath.Join(r.dir, "input")
	if err := rig.WriteParts(input, inst.input); err != nil {
		return err
	}
	defer os.Remove(input)
	for _, cc := range rig.Compilers() {
		if !strings.HasSuffix(cc, "gcc") {
			continue
		}
		for i, extra := range [][]string{nil, {"-mprefer-vector-width=512"}} {
			if extra != nil && !rig.CPUHas("avx512f") {
				continue
			}
			flags := append([]string{"-std=gnu11", "-O3", "-march=native", "-fopenmp", "-ffast-math", "-Wall"}, extra...)
			exe, err := rig.Compile(peerFiles, cc, r.k.name+".c", flags, []string{"-lm"})
			if err != nil {
				return err
			}
			result := filepath.Join(r.dir, fmt.Sprintf("c-%d.out", i))
			argv := []string{exe, input, result}
			for _, s := range r.k.size(r.size) {
				argv = append(argv, strconv.Itoa(s))
			}
			p, err := rig.Start(result, nil, argv...)
			if err != nil {
				return err
			}
			r.close = append(r.close, p.Close)
			c := &rig.Contender{Run: func(reps int) ([]time.Duration, error) { return p.Run(r.o.threads, reps) }}
			if err := r.checked(inst, p, c, want); err != nil {
				r.failed = append(r.failed, fmt.Sprintf("%s in C, %s: %v", r.k.name, r.size, err))
				continue
			}
			r.c = append(r.c, c)
		}
	}
	return nil
}

// fastest is the least time of contenders; 0 if there is none.
func fastest(cs ...*rig.Contender) time.Duration {
	var best time.Duration
	for _, c := range cs {
		if c == nil || len(c.Times) == 0 {
			continue
		}
		if t := slices.Min(c.Times); best == 0 || t < best {
			best = t
		}
	}
	return best
}

// noise is by how much the middle turn of a contender is slower than its best.
func noise(c *rig.Contender) (float64, error) {
	turns := slices.DeleteFunc(slices.Clone(c.Turns), func(t time.Duration) bool { return t == 0 })
	if len(turns) == 0 {
		return 0, errors.New("no turns")
	}
	return float64(rig.Median(turns))/float64(slices.Min(turns)) - 1, nil
}

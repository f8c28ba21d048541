//go:build neighbours

package main

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hone-go/hone/bench/internal/rig"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/loops"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/sched"
	"github.com/hone-go/hone/internal/source"
)

// Is the schedule that the compiler chooses the best? For each nest of each form those are measured, too, that a change of one or two steps makes of it. The best of
// many is the best by chance, in part: it is measured once more, beside the chosen one, and that is what counts.

// nearlyBest is how much faster a neighbour may be: the choice is as good.
const nearlyBest = 1.1

// trial is a form with another schedule for one of its nests.
type trial struct {
	nest  int
	steps loops.Schedule // nil: as chosen

	chosen loops.Schedule
	cycles float64 // that the nest is thought to take for each vector; 0: there is no estimate
	before float64 // as chosen
	time   *rig.Contender
}

// tally counts, of the schedules that take at least a twentieth longer than the chosen one, or shorter, those for which the estimates say so.
type tally struct{ right, all int }

func (y *tally) add(t, chosen *trial) {
	took := ratioOf(t.time, chosen.time)
	if t.cycles == 0 || t.before == 0 || t.cycles == t.before || took > 1/1.05 && took < 1.05 {
		return
	}
	y.all++
	if (took > 1) == (t.cycles < t.before) {
		y.right++
	}
}

func (t *trial) String() string { return fmt.Sprintf("%d=%s", t.nest, t.steps) }

// nestOf is what somebody who chooses is told of a nest.
type nestOf struct {
	chosen       loops.Schedule
	dims, inside []string
}

// nestsOf lists the nests of a function.
func nestsOf(h *source.Honed) (out []nestOf) {
	compileFor(h, func(n *sched.Nest) bool {
		x := nestOf{chosen: n.Default()}
		for _, l := range n.Loops() {
			if l.Dimension {
				x.dims = append(x.dims, l.Name)
			} else {
				x.inside = append(x.inside, l.Name)
			}
		}
		out = append(out, x)
		return false
	})
	return out
}

// compileFor gives a sum of the machine code that a function has where choose chooses, and the estimates for its nests; not ok if it can't be compiled so.
func compileFor(h *source.Honed, choose func(n *sched.Nest) bool) (sum [32]byte, cycles map[int]float64, ok bool) {
	isa, _ := rt.Detect()
	c, err := pipeline.Compile(h.Unit, h.Symbol, pipeline.Options{FMA: true, ISA: isa, DontLoad: true, Choose: choose, Scheduled: func(*ir.Module) {}})
	if err != nil {
		return sum, nil, false
	}
	cycles = map[int]float64{}
	for _, n := range c.Notes {
		if m := estimated.FindStringSubmatch(n.Text); m != nil {
			number, _ := strconv.Atoi(m[1])
			cycles[number], _ = strconv.ParseFloat(m[2], 64)
		}
	}
	code := sha256.New()
	for _, k := range c.Kernels {
		code.Write(k.Code.Bytes)
	}
	return [32]byte(code.Sum(nil)), cycles, true
}

// estimated is what explain says a nest takes for each vector.
var estimated = regexp.MustCompile(`^nest (\d+): .*; about ([0-9.]+) cycles for each vector`)

// trials are the neighbours of what is chosen that are legal, and other code.
func trials(h *source.Honed) []*trial {
	none, before, ok := compileFor(h, nil)
	if !ok {
		return nil
	}
	seen := map[[32]byte]bool{none: true}
	out := []*trial{{}}
	for number, n := range nestsOf(h) {
		for _, s := range loops.Neighbours(n.chosen, n.dims, n.inside) {
			sum, cycles, ok := compileFor(h, func(n *sched.Nest) bool {
				if n.Number != number {
					return false
				}
				n.Take(s)
				return true
			})
			if ok && !seen[sum] {
				seen[sum] = true
				out = append(out, &trial{nest: number, steps: s, chosen: n.chosen, cycles: cycles[number], before: before[number]})
			}
		}
	}
	return out
}

// tryNeighbours measures the neighbours of what is chosen for all forms.
func (o *options) tryNeighbours(chosen []*kernel, sizes []string, stdout, stderr io.Writer) error {
	p, err := source.Load(".", []string{"./forms"}, source.Options{})
	if err != nil {
		return fmt.Errorf("-neighbours is for the directory bench: %w", err)
	}
	honed := map[string]*source.Honed{}
	for _, h := range p.Funcs() {
		if h.Unit != nil {
			honed[afterDot(h.Symbol)] = h
		}
	}
	dir, err := rig.Scratch()
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	all, good := 0, 0
	var estimates tally
	for n, k := range chosen {
		for i, f := range k.open(k.tiny).forms {
			h := honed[afterDot(f.status().Func)]
			if h == nil || !o.keep.MatchString(k.name+"/"+f.name) {
				continue
			}
			ts := trials(h)
			for _, size := range sizes {
				fmt.Fprintf(stderr, "forms: %s/%s, %s (%d of %d kernels): %d schedules\n", k.name, f.name, size, n+1, len(chosen), len(ts))
				if len(ts) < 2 {
					continue
				}
				best, err := o.best(dir, k, i, size, h.Symbol, ts, &estimates)
				if err != nil {
					return err
				}
				all++
				ratio := ratioOf(best.time, ts[0].time)
				if ratio <= nearlyBest {
					good++
					continue
				}
				fmt.Fprintf(stdout, "%5.2f  %s/%s, %s: %s, not %s\n", ratio, k.name, f.name, size, best, best.chosen)
			}
		}
	}
	fmt.Fprintf(stdout, "%d of %d: no neighbour is more than %.2f times as fast\n", good, all, nearlyBest)
	_, err = fmt.Fprintf(stdout, "%d of %d schedules that take a twentieth longer than what is chosen, or shorter: the estimates say so\n", estimates.right, estimates.all)
	return err
}

// best measures schedules of a form, and gives the one that is fastest, which is measured anew beside the chosen one.
func (o *options) best(dir string, k *kernel, form int, size, symbol string, ts []*trial, estimates *tally) (*trial, error) {
	var turns []*rig.Contender
	for _, t := range ts {
		var env []string
		if t.steps != nil {
			env = []string{"HONE_SCHEDULE=" + symbol + ":" + t.String()}
		}
		p, err := startForm(dir, k, form, size, env)
		if err != nil {
			return nil, err
		}
		defer p.Close()
		t.time = &rig.Contender{Run: func(reps int) ([]time.Duration, error) { return p.Run(o.threads, reps) }}
		turns = append(turns, t.time)
	}
	if err := rig.Race(turns, 2); err != nil {
		return nil, err
	}
	for _, t := range ts[1:] {
		estimates.add(t, ts[0])
	}
	best := slices.MinFunc(ts, func(a, b *trial) int { return cmp.Compare(slices.Min(a.time.Times), slices.Min(b.time.Times)) })
	for _, t := range []*trial{best, ts[0]} {
		t.time.Times, t.time.Turns = nil, nil
	}
	return best, rig.Race([]*rig.Contender{best.time, ts[0].time}, o.rounds)
}

// startForm starts a process for one form of a kernel.
func startForm(dir string, k *kernel, form int, size string, env []string) (*rig.Process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	result := filepath.Join(dir, "trial.out")
	p, err := rig.Start(result, env, self, "-serve", k.name, "-size", size, "-result", result)
	if err != nil {
		return nil, err
	}
	_, err = p.Ask("ok", "honed %d", form)
	return p, err
}

// afterDot is the name of a function in its package, which is called main in the program.
func afterDot(symbol string) string { return symbol[strings.LastIndexByte(symbol, '.')+1:] }

// ratioOf is how many times as fast a is as b.
func ratioOf(a, b *rig.Contender) float64 {
	return float64(slices.Min(b.Times)) / float64(max(slices.Min(a.Times), 1))
}

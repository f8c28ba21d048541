package difftest

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math/rand"
	"reflect"
	"slices"
	"time"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/rt"
	"github.com/hone-go/hone/internal/seeds"
)

// Program is a function to check.
type Program struct {
	Name   string
	Like   string     // the name that decides the inputs, if not its own
	Module *ir.Module // source level
	Entry  string
	Fn     any // the plain function; nil: the interpreter stands in for it
	Type   reflect.Type
	Inputs func(r *rand.Rand, size int) []any

	MaxSize int // larger inputs would take too long; 0: none would

	// Tolerated differences of compiled code from plain Go, without and with FMA; negative ones: any. Tol goes for the interpreter, too. Where
	// compiled code reduces in another order than library mode (Ordered), FMATol goes for that as well, unless the interpreter tells the very bits.
	Tol, FMATol float64
}

// Effort says how much is tried.
type Effort struct {
	Sizes       []int // of inputs for compiled code
	InterpSizes []int // for the interpreter as well
	Large       int   // sizes from here on run on several threads
	Targets     []Target
	Progress    func(string) // is told what comes next, lest it crashes
}

// DefaultEffort is what the tests do for a program.
func DefaultEffort(short bool) Effort {
	e := Effort{
		Sizes:       []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 23, 31, 32, 33, 40, 63, 64, 65, 100, 127, 129, 200, 257, 1000, 8191, 8193, 20000},
		InterpSizes: []int{0, 1, 2, 3, 8, 17, 33, 100},
		Large:       1000,
		Targets:     append(Targets(false), Targets(true)...),
	}
	if short {
		e.Sizes = []int{0, 1, 3, 8, 17, 33, 100, 8193}
		e.InterpSizes = []int{0, 1, 3, 17, 33}
	}
	return e
}

// Share is the part of an effort that one run makes for a program, where all would take too long: half of the sizes between the smallest and the large ones,
// scalar code for one of the targets that have it, code with FMA for one instruction set, and all others. seeds.First decides.
func (e Effort) Share(name string) Effort {
	e.Sizes = slices.DeleteFunc(slices.Clone(e.Sizes), func(n int) bool {
		return n > 1 && n < e.Large && !seeds.Share(fmt.Sprint(name, " ", n), 2)
	})
	e.Targets = oneOf(e.Targets, name+" scalar", func(t Target) bool { return t.Options.Scalar })
	e.Targets = oneOf(e.Targets, name+" fma", func(t Target) bool { return t.Options.FMA && !t.Options.Scalar && t.batch == nil })
	return e
}

// oneOf leaves one of the targets of a kind.
func oneOf(targets []Target, draw string, kind func(Target) bool) (left []Target) {
	var ofKind []Target
	for _, t := range targets {
		if kind(t) {
			ofKind = append(ofKind, t)
		} else {
			left = append(left, t)
		}
	}
	if len(ofKind) == 0 {
		return left
	}
	return append(left, ofKind[seeds.Pick(draw, uint64(len(ofKind)))])
}

// Check runs a program in all ways and describes what differs, a line for each way at most. The error says why it can't be compiled.
func (p *Program) Check(e Effort) (failures []string, err error) {
	c := &check{p: p, e: e, failed: map[string]string{}}
	if c.e.Progress == nil {
		c.e.Progress = func(string) {}
	}
	if err := c.compile(); err != nil {
		return nil, err
	}
	for _, size := range e.Sizes {
		if p.MaxSize == 0 || size <= p.MaxSize {
			c.size(size)
		}
	}
	return c.report(), nil
}

// check is one run of Check.
type check struct {
	p      *Program
	e      Effort
	source Runner
	canon  Runner // all reductions in canonical order, as library mode
	resid  Runner // as compiled code
	differ bool   // the order makes a difference between these
	jit    []Runner
	fusing *fusing // what targets with FMA compute; nil if there are none

	failed map[string]string // way -> first failure
	order  []string
}

func (c *check) compile() (err error) {
	p := c.p
	c.e.Progress(p.Name + ": partial evaluation")
	if c.source, err = Interpreted(p.Module, p.Entry, p.Type); err != nil {
		return err
	}
	if c.resid, c.differ, err = Ordered(p.Module, p.Entry, p.Type); err != nil {
		return err
	}
	if c.canon, err = Residual(p.Module, p.Entry, p.Type); err != nil {
		return err
	}
	c.e.Targets = slices.DeleteFunc(slices.Clone(c.e.Targets), func(t Target) bool { return !t.Has(p.Entry) })
	x := &fusing{}
	for _, t := range c.e.Targets {
		if t.Options.FMA && x.text == "" {
			x.watch(&t.Options)
		}
		c.e.Progress(p.Name + ": compiling for " + t.Name)
		run, err := t.Compile(p.Module, p.Entry, p.Type)
		if err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
		c.jit = append(c.jit, run)
	}
	c.fusing, err = x.runners(p.Module, p.Entry, p.Type, c.e.Targets)
	return err
}

// size compares all ways for inputs of one size.
func (c *check) size(size int) {
	for seed := range int64(3) {
		if seed > 0 && size > 300 {
			break
		}
		h := fnv.New64a()
		fmt.Fprintf(h, "%s %d %d", cmp.Or(c.p.Like, c.p.Name), size, seed)
		args := c.p.Inputs(rand.New(rand.NewSource(int64(h.Sum64()))), size)
		c.inputs(size, seed, args)
	}
}

func (c *check) inputs(size int, seed int64, args []any) {
	what := fmt.Sprintf("size %d seed %d", size, seed)
	var heap Memory
	defer heap.Reset()

	interpreted := seed == 0 && slices.Contains(c.e.InterpSizes, size)
	var plain *Outcome
	var exact *Outcome // what compiled code gives
	if c.p.Fn != nil {
		o := c.run("plain Go", what, Plain(c.p.Fn), args, &heap)
		plain = &o
		interpreted = interpreted || o.Panic != nil // what else may memory hold?
	}
	if interpreted || plain == nil {
		src := c.run("interpreter", what, c.source, args, &heap)
		if plain == nil {
			plain = &src
		} else {
			c.expect("interpreter", what, "plain Go", c.fromPlain(*plain, src, c.p.Tol))
			plain.Permit(&src)
		}
		o := c.run("residual", what, c.canon, args, &heap)
		inOrder := src
		inOrder.Late = nil // as interpreters do everything
		c.expect("residual", what, "the interpreter", Diff(inOrder, o, 0))
		if c.differ {
			o = c.run("residual, in the order of compiled code", what, c.resid, args, &heap)
		}
		exact = &o
	}

	var fused *Outcome // what compiled code gives with FMA
	if exact != nil && c.fusing != nil {
		o := c.run("fused products", what, c.fusing.fused, args, &heap)
		fused = &o
		if c.fusing.apart != nil {
			o := c.run("fused products, taken apart", what, c.fusing.apart, args, &heap)
			c.expect("fused products, taken apart", what, "the residual program", Diff(*exact, o, 0))
		}
	}

	// Without FMA all targets agree with the residual program bit for bit, and with FMA with the one whose products have been fused.
	mem := &Memory{Guard: int(uint64(size)+uint64(seed)) % 3}
	defer mem.Reset()
	threads := 1
	if size >= c.e.Large || seed == 1 { // some things are cut for several threads however short they are
		threads = 2 + size%2
	}
	defer rt.SetThreads(rt.SetThreads(threads))
	known := exact != nil
	for i, t := range c.e.Targets {
		o := c.run(t.Name, what, c.jit[i], args, mem)
		ref, tol := &exact, c.p.Tol
		if t.Options.FMA {
			ref, tol = &fused, c.fmaTol()
		} else if c.differ {
			tol = c.fmaTol() // another order makes about as much difference
		}
		if *ref != nil {
			c.expect(t.Name, what, "the residual program or another target", Diff(**ref, o, 0))
			o.Permit(*ref)
		} else {
			o.Permit(plain)
		}
		*ref = &o
		if t.Options.FMA || !c.differ || !known {
			c.expect(t.Name, what, "plain Go", c.fromPlain(*plain, o, tol))
		}
	}
}

// fromPlain is the difference to plain Go, which the Go compiler may have fused.
func (c *check) fromPlain(plain, o Outcome, tol float64) string {
	if c.p.Fn != nil {
		tol = PlainTol(tol, c.fmaTol())
	}
	if tol < 0 {
		return o.Stray
	}
	return Diff(plain, o, tol)
}

// PlainTol is by how much plain Go may differ from what does not fuse, given by how much others may that do not and that do; negative
// ones: as much as it likes.
func PlainTol(tol, fmaTol float64) float64 {
	switch {
	case !goFuses || tol < 0:
		return tol
	case fmaTol < 0:
		return fmaTol
	}
	return max(tol, cmp.Or(fmaTol, defaultFMATol))
}

// goFuses reports that the Go compiler fuses products with sums, as it does for arm64, and for amd64 with GOAMD64=v3: what plain Go
// computes is then one of several results.
var goFuses = sumOfProduct(1+0x1p-30, 1+0x1p-30, -1-0x1p-29) != 0

//go:noinline
func sumOfProduct(x, y, z float64) float64 { return x*y + z }

// defaultFMATol is what fusing may change in a program that does not magnify it.
const defaultFMATol = 1e-4

func (c *check) fmaTol() float64 {
	if c.p.FMATol == 0 {
		return max(defaultFMATol, c.p.Tol)
	}
	return c.p.FMATol
}

// slow is from when on a run is reported as too slow for a test, in time of the processor: the machine may have other things to do.
const slow = 3 * time.Second

func (c *check) run(way, what string, call Runner, args []any, mem *Memory) Outcome {
	c.e.Progress(fmt.Sprintf("%s: %s: %s", c.p.Name, what, way))
	start := cpuTime()
	o := Run(OrPlain(call, c.p.Fn), args, mem)
	if d := cpuTime() - start; d > slow {
		c.expect(way, what, "no test", fmt.Sprintf("takes %v", d.Round(time.Second/10)))
	}
	return o
}

// expect notes a difference to another way, if there is one and none was found for this way before.
func (c *check) expect(way, what, other, difference string) {
	if difference != "" && c.failed[way] == "" {
		c.failed[way] = what + ": " + difference + ", as " + other + " has it"
		c.order = append(c.order, way)
	}
}

// report lists the failures, with ways that fail alike on one line.
func (c *check) report() []string {
	var lines []string
	done := map[string]bool{}
	for _, way := range c.order {
		f := c.failed[way]
		if done[f] {
			continue
		}
		done[f] = true
		ways := ""
		for _, w := range c.order {
			if c.failed[w] == f {
				ways += ", " + w
			}
		}
		lines = append(lines, fmt.Sprintf("%s: %s", ways[2:], f))
	}
	return lines
}

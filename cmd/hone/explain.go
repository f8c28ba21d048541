package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
)

var explainCommand = &command{
	name: "explain", args: "[-isa avx2|avx512] [-stage name] [-asm[=all]] [package.]Name", short: "show how a honed function is compiled",
	long: `
Explain compiles one honed function, named by its variable (X in var X = hone.Func(f)) or
by f, and says for each loop nest whether it runs in parallel and in lanes, what was fused,
how many bytes are read and written for each element, how the lanes' elements lie in memory,
and which checks were hoisted or are left in the loop, and why. The package is an import path or a directory such as ./examples/mandelbrot;
without one it is that in the current directory.

-stage prints the intermediate code instead, as it is at one stage:

	source    as it comes from Go: variables, closures, calls
	residual  after partial evaluation
	opt       optimised
	loops     the host program and its kernels, as loops
	lanes     the kernels with explicit vectors

-asm prints the machine code of the innermost loop of each kernel beside the lines of Go that
it comes from; -asm=all prints all of the code.
`,
	run: explain,
}

// stages are the names that the pipeline has for them.
var stages = map[string]string{"source": "source", "residual": "eval", "opt": "opt", "loops": "sched", "lanes": "lanes"}

func explain(c *command, args []string) int {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	stage := fs.String("stage", "", "print the intermediate code of this `stage`")
	var asm asmMode
	fs.BoolFunc("asm", "print the machine code of innermost loops; -asm=all: all of it", asm.set)
	isaName := fs.String("isa", "", "compile for `avx2 or avx512` (default: what this machine has, else avx512)")
	tags := fs.String("tags", "", "build `tags`, as for the go command")
	if status, ok := c.parse(fs, args); !ok {
		return status
	}
	if fs.NArg() != 1 {
		return c.misused("want one function")
	}
	if *stage != "" && stages[*stage] == "" {
		return c.misused("no stage %q", *stage)
	}
	isa, ok := isaByName(*isaName)
	if !ok {
		return c.misused("no instruction set %q", *isaName)
	}
	p, h, status := c.honedByName(fs.Arg(0), *tags)
	if h == nil {
		return status
	}
	e := explainer{project: p, honed: h, isa: isa}
	if err := e.compile(stages[*stage], asm); err != nil {
		return p.staysPlain(h, err)
	}
	if *stage == "" && asm == "" {
		e.report()
	}
	return 0
}

func isaByName(name string) (rt.ISA, bool) {
	switch name {
	case "avx2":
		return rt.AVX2, true
	case "avx512":
		return rt.AVX512, true
	case "":
		if isa, err := rt.Detect(); err == nil {
			return isa, true
		}
		return rt.AVX512, true
	}
	return rt.NoISA, false
}

// honedByName finds the honed function that an argument names. If there is none, or it stays plain Go, that is said and h is nil.
func (c *command) honedByName(arg, tags string) (p *project, h *honed, status int) {
	pattern, name := splitName(arg)
	p, err := load(loading{patterns: []string{pattern}, flags: tagFlags(tags), tests: true})
	if err != nil {
		return nil, nil, c.fail(err)
	}
	p.warnStale(p.matched, os.Stderr)
	h = p.find(name)
	if h == nil {
		return nil, nil, c.fail(fmt.Errorf("no honed function %s in %s", name, pattern))
	}
	if len(h.reasons) > 0 {
		for _, r := range h.reasons {
			fmt.Fprintf(os.Stderr, "%s: %s stays plain Go: %s\n", r.Pos, h.Title(), r.Msg)
		}
		return nil, nil, failure
	}
	return p, h, 0
}

// staysPlain says why a function can't be compiled.
func (p *project) staysPlain(h *honed, err error) int {
	r := p.reason(h.Honed, err)
	fmt.Fprintf(os.Stderr, "%s: %s stays plain Go: %s\n", r.Pos, h.Title(), r.Msg)
	return failure
}

// splitName splits pkg.F, or pkg.F<T> for a version.
func splitName(arg string) (pattern, name string) {
	base, _, _ := strings.Cut(arg, "<")
	dot := strings.LastIndexByte(base, '.')
	if dot < 0 || dot < strings.LastIndexByte(base, '/') {
		return ".", arg
	}
	if dot == 0 { // .F
		return ".", arg[1:]
	}
	return arg[:dot], arg[dot+1:]
}

// find looks for a honed function by the name of its variable, or else of the function.
func (p *project) find(name string) *honed {
	i := slices.IndexFunc(p.honed, func(h *honed) bool { return h.Name == name || h.Title() == name })
	if i < 0 {
		i = slices.IndexFunc(p.honed, func(h *honed) bool { return strings.HasSuffix(h.Symbol, "."+name) })
	}
	if i < 0 {
		return nil
	}
	return p.honed[i]
}

// explainer compiles a function and keeps what explain is about.
type explainer struct {
	*project
	honed    *honed
	isa      rt.ISA
	compiled *pipeline.Compiled
	loops    *ir.Module
	files    map[string][]string // lines of Go
}

// compile compiles the function, and prints one stage and the machine code if asked to.
func (e *explainer) compile(stage string, asm asmMode) error {
	h := e.honed
	var loops string
	runtime.GC() // of what loading has left: it is not to be collected while the compiler's time is taken
	opt := pipeline.Options{ISA: e.isa, FMA: os.Getenv("HONE_FMA") != "off", DontLoad: true, Listing: asm != "",
		Scheduled: func(m *ir.Module) { loops = m.String() }}
	if stage != "" {
		opt.Dump = func(s, name string, text func() string) {
			if s == stage {
				fmt.Println(strings.TrimSpace(text()) + "\n")
			}
		}
	}
	c, err := pipeline.Compile(h.Unit, h.Symbol, opt)
	if err != nil {
		return err
	}
	e.compiled = c
	e.loops, _ = ir.Parse(loops)
	if asm != "" {
		for _, k := range c.Kernels {
			e.listing(k, asm)
		}
	}
	return nil
}

// report prints what became of the function, kernel by kernel.
func (e *explainer) report() {
	c, h := e.compiled, e.honed
	fmt.Printf("%s: %s.%s: compiled for %s: %d bytes of machine code in %s, %.1f ms\n", h.Func, h.Pkg.Name, h.Title(), e.isa,
		c.Bytes, count(len(c.Kernels), "kernel"), float64(c.Time.Microseconds())/1000)
	if c.Plain != nil {
		fmt.Printf("%s: %s.%s: stays plain Go unless HONE=jit: %s\n", h.Func, h.Pkg.Name, h.Title(), withoutPlace(c.Plain))
	}
	e.notes("", "")
	for _, k := range c.Kernels {
		name := k.Name[strings.LastIndexByte(k.Name, '.')+1:]
		var f *ir.Func
		if e.loops != nil {
			f = e.loops.Func(k.Name)
		}
		fmt.Printf("\nkernel %s, %d bytes\n", name, len(k.Code.Bytes))
		e.notes(k.Name, "  ")
		if f == nil {
			continue
		}
		for _, t := range traffics(f.Body) {
			fmt.Printf("  %s: reads %s and writes %s per element; %s before hoisting\n", t.loop,
				count(t.read, "byte"), count(t.written, "byte"), count(t.checks, "check"))
		}
	}
}

// notes prints the pipeline's remarks on a kernel, or with an empty name on the host program. Equal ones are counted.
func (e *explainer) notes(kernel, indent string) {
	var lines []string
	times := map[string]int{}
	for _, n := range e.compiled.Notes {
		if n.Kernel != kernel {
			continue
		}
		line := n.Text
		if n.Pos.Line > 0 {
			line = fmt.Sprintf("%s: %s", e.locate(e.honed.Pkg, n.Pos), n.Text)
		}
		if times[line]++; times[line] == 1 {
			lines = append(lines, line)
		}
	}
	for _, l := range lines {
		if n := times[l]; n > 1 {
			l += fmt.Sprintf(" (%d times)", n)
		}
		fmt.Println(indent + l)
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/hone-go/hone/internal/check"
	"github.com/hone-go/hone/internal/ir"
	"github.com/hone-go/hone/internal/nearest"
	"github.com/hone-go/hone/internal/pipeline"
	"github.com/hone-go/hone/internal/rt"
)

var explainCommand = &command{
	name: "explain", args: "[-isa avx2|avx512] [-json] [packages]  or  [-isa avx2|avx512] [-v] [-stage name] [-asm[=all]] [package.]Name",
	short: "show how honed functions are compiled",
	long: `
Explain compiles the honed functions of the packages, by default of the one in the current
directory, and prints a table: for each function its status, of how many loops it is left
with, how many of these run in lanes and on all cores, how many places are checked in loops,
the size of the machine code and the time that it took to compile; below, why functions stay
plain Go. -json prints it as a list of JSON objects.

With the name of one function, that of its variable (X in var X = hone.Func(f)) or f, it says
for each loop nest whether it runs in parallel and in lanes, what was fused, how many bytes
are read and written for each element, how the lanes' elements lie in memory, and which
checks were hoisted or are left in the loop, and why; with -v of kernels, too, that are seldom
needed, as the loop as it is written, for where a check fails. The package is a directory such as
./examples/mandelbrot, an import path, the end of one, or the package's name; without one it
is that in the current directory.

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
	verbose := fs.Bool("v", false, "tell of all kernels, also of those that are seldom needed")
	asJSON := fs.Bool("json", false, "print the table as a list of JSON objects")
	if status, ok := c.parse(fs, args); !ok {
		return status
	}
	if *stage != "" && stages[*stage] == "" {
		return c.misused("no stage %q%s", *stage, nearest.Hint(*stage, slices.Sorted(maps.Keys(stages))))
	}
	isa, ok := isaByName(*isaName)
	if !ok {
		return c.misused("no instruction set %q: there are avx2 and avx512", *isaName)
	}
	if fs.NArg() != 1 || !isFunction(fs.Arg(0)) {
		if *stage != "" || asm != "" {
			return c.misused("-stage and -asm want one function")
		}
		p, err := load(check.Loading{Patterns: fs.Args(), Flags: tagFlags(*tags), Tests: true})
		if err != nil {
			return c.fail(err)
		}
		return c.table(p, isa, *asJSON)
	}
	if *asJSON {
		return c.misused("-json is for the table of all functions")
	}
	p, h, status := c.honedByName(fs.Arg(0), *tags)
	if h == nil {
		return status
	}
	e := explainer{project: p, honed: h, isa: isa, verbose: *verbose}
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

// staysPlain says why a function can't be compiled.
func (p *project) staysPlain(h *check.Honed, err error) int {
	r := p.Reason(h.Honed, err)
	fmt.Fprintf(os.Stderr, "%s: %s stays plain Go: %s\n", r.Pos, h.Title(), r.Msg)
	return failure
}

// explainer compiles a function and keeps what explain is about.
type explainer struct {
	*project
	honed    *check.Honed
	isa      rt.ISA
	compiled *pipeline.Compiled
	loops    *ir.Module
	files    map[string][]string // lines of Go
	verbose  bool
}

// compile compiles the function, and prints one stage and the machine code if asked to.
func (e *explainer) compile(stage string, asm asmMode) error {
	h := e.honed
	runtime.GC() // of what loading has left: it is not to be collected while the compiler's time is taken
	opt := pipeline.Options{ISA: e.isa, FMA: os.Getenv("HONE_FMA") != "off", DontLoad: true, Listing: asm != "",
		Scheduled: func(m *ir.Module) {
			e.loops = new(ir.Module)
			for _, f := range m.Funcs {
				e.loops.Funcs = append(e.loops.Funcs, f.Clone())
			}
		}}
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
		c.Bytes, ir.Count(len(c.Kernels), "kernel"), float64(c.Time.Microseconds())/1000)
	if c.Plain != nil {
		fmt.Printf("%s: %s.%s: stays plain Go unless HONE=jit: %s\n", h.Func, h.Pkg.Name, h.Title(), check.WithoutPlace(c.Plain))
	}
	e.notes("", "")
	for _, k := range c.Kernels {
		name := k.Name[strings.LastIndexByte(k.Name, '.')+1:]
		var f *ir.Func
		if e.loops != nil {
			f = e.loops.Func(k.Name)
		}
		if f != nil && f.Rare && !e.verbose {
			fmt.Printf("\nkernel %s, %d bytes: seldom needed, as where a check fails (-v tells more)\n", name, len(k.Code.Bytes))
			continue
		}
		fmt.Printf("\nkernel %s, %d bytes\n", name, len(k.Code.Bytes))
		e.notes(k.Name, "  ")
		if f == nil {
			continue
		}
		for _, t := range traffics(f.Body) {
			fmt.Printf("  %s: reads %s and writes %s per element; %s before hoisting\n", t.loop,
				ir.Count(t.read, "byte"), ir.Count(t.written, "byte"), ir.Count(t.checks, "check"))
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
			line = fmt.Sprintf("%s: %s", e.Locate(e.honed.Pkg, n.Pos), n.Text)
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
